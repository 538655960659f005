"""How work is played: arms over the same packs, blocks on threads, processes or machines, what is
kept of a run. What came of it is estimated above, in `results`: nothing here knows an estimate but
to stop in time."""
