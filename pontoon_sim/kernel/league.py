"""Playing tables of unlike line-ups, for leagues: each with a line-up of its own, written out by
who held the bank against whom."""

from __future__ import annotations

from numba import njit

from pontoon_sim.kernel.block import chips_made, play_next, start_table, tell_failure
from pontoon_sim.kernel.index import at


@njit(cache=True, nogil=True)
def play_line_ups(
    rules, lineups, st, view, sh, seed, tables, deals, tally, banked, meetings, purses, faults
):
    """Play one table for each line-up.

    Parameters
    ----------
    lineups : records of `layout.LINEUP`, (t,)
    tables : int64, (t,): number of each line-up's table; equal numbers play the same packs
    deals : int64: deals of every table
    tally : record of `state.TALLY`, which nobody reads
    banked : int64, (t, seats): deals that each seat held the bank
    meetings : int64, (t, seats, seats, 3): by the banker's seat and the player's, chips of initial
        stakes and the player's net from stakes and from shoot bets; all zero on the way in
    purses : int64, (t, seats): what each seat has won in all, prices of the bank included
    faults : int64, (len(state.FAULT),): filled when a strategy's answer is not legal, with the
        place of the line-up for the table's number

    Returns
    -------
    int64 : 0; 1 an answer was not legal; 2 a table's chips do not sum to zero; 3 a kitty outgrew
        all sums. The other parameters are those of `block.play_block`.
    """
    n = rules.seats
    for t in range(tables.size):
        lineup = lineups[t]
        st.sees = 0
        st.uses_held = 0
        for seat in range(n):
            st.sees = max(st.sees, lineup.sees[at(seat)])
            st.uses_held = max(st.uses_held, lineup.uses_held[at(seat)])
        start_table(rules, st, view, sh, seed, tables[t])
        for _ in range(deals):
            banker = st.banker
            failed = play_next(rules, lineup, st, view, sh, None, tally)
            if failed:
                return tell_failure(st, failed, t, faults)
            if sh is not None:
                for position in range(n - 1):
                    seat = (banker + 1 + position) % n
                    meetings[t, at(banker), at(seat), 2] += sh.net[at(seat)]
        if chips_made(rules, st):
            return 2
        for banker in range(n):
            banked[t, at(banker)] = st.banked[at(banker)]
            purses[t, at(banker)] = st.bankroll[at(banker)]
            for position in range(n - 1):
                seat = (banker + 1 + position) % n
                meetings[t, at(banker), at(seat), 0] = st.cells[at(banker), at(position), 0]
                meetings[t, at(banker), at(seat), 1] = st.cells[at(banker), at(position), 2]
    return 0
