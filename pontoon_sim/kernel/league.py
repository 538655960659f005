"""Playing tables of unlike line-ups, for leagues: each with a line-up of its own, written out by
who held the bank against whom."""

from __future__ import annotations

from numba import njit

from pontoon_sim.kernel.block import chips_made, play_next, start_table, tell_failure
from pontoon_sim.kernel.control import luck_at, start_control
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.shoot import shoot_net


@njit(cache=True, nogil=True)
def play_line_ups(game, tables, deals, banked, meetings, purses):
    """Play one table for each line-up.

    Parameters
    ----------
    game : `state.Game`
        With records of `layout.LINEUP`, (t,), for its line-up; nobody reads its tally.
    tables : int64, (t,): number of each line-up's table; equal numbers play the same packs
    deals : int64: deals of every table
    banked : int64, (t, seats): deals that each seat held the bank
    meetings : int64, (t, seats, seats, 4): by the banker's seat and the player's, chips of initial
        stakes, the player's net from stakes and from shoot bets, and the luck in the former in
        CONTROL_UNITs; all zero on the way in
    purses : int64, (t, seats): what each seat has won in all, prices of the bank included

    Returns
    -------
    int64 : as `block.play_block`. A fault has the place of the line-up for the table's number.
    """
    rules, lineups, st, view, sh, seed, tally, faults, control = game
    n = rules.seats
    for t in range(tables.size):
        lineup = lineups[t]
        st.sees = 0
        st.uses_held = 0
        for seat in range(n):
            st.sees = max(st.sees, lineup.sees[at(seat)])
            st.uses_held = max(st.uses_held, lineup.uses_held[at(seat)])
        start_table(rules, st, view, sh, seed, tables[t])
        start_control(rules, st, control)
        for _ in range(deals):
            banker = st.banker
            failed = play_next(rules, lineup, st, view, sh, control, tally)
            if failed:
                return tell_failure(st, failed, t, faults)
            for position in range(n - 1):
                seat = (banker + 1 + position) % n
                meetings[t, at(banker), at(seat), 2] += shoot_net(sh, seat)
        if chips_made(rules, st):
            return 2
        for banker in range(n):
            banked[t, at(banker)] = st.banked[at(banker)]
            purses[t, at(banker)] = st.bankroll[at(banker)]
            for position in range(n - 1):
                seat = (banker + 1 + position) % n
                meetings[t, at(banker), at(seat), 0] = st.cells[at(banker), at(position), 0]
                meetings[t, at(banker), at(seat), 1] = st.cells[at(banker), at(position), 2]
                luck = luck_at(st, control, banker, position)
                meetings[t, at(banker), at(seat), 3] = luck
    return 0
