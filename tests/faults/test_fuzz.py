"""A fixed share of tests/faults/fuzz.py: nothing that a person or a disk can hand in is a
traceback, and no damage is taken for whole."""

from __future__ import annotations

from tests.faults.fuzz import fuzz


def test_nothing_handed_in_is_a_traceback_and_no_damage_is_taken_for_whole():
    outcomes, wrong = fuzz(2400, seed=20)
    assert not wrong, "\n\n".join(wrong[:5])
    kinds = {line.partition(":")[0] for line in outcomes}
    assert len(kinds) == 8 and all(outcomes[f"{kind}: refused"] >= 100 for kind in kinds)
