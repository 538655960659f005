"""Exploring: a table is played, and every deal of it again with each decision taken otherwise.

For every decision that a tuned seat's table takes, and every other answer that the caller names,
the deal is played once more from the same pack with that one decision changed and all others left
to the tables. Every decision is changed in turn, so that nothing of cards not yet seen says which:
the differences, summed by state, are fair, however many decisions a deal has.

Hands that the tables never come to hold are met by going astray: in some deals one decision, chosen
by a number alone, is changed at random, and what that seat decides after it is tried in the same
manner. The table itself goes on as it was.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.block import failed_deal, start_table, tell_failure
from pontoon_sim.kernel.deal import play_deal
from pontoon_sim.kernel.fork import MOST_MET, set_out
from pontoon_sim.kernel.generator import mix
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import RANK_COUNT, SEES_ORDER, SEES_TABLE
from pontoon_sim.kernel.pack import shuffle_whole_pack, start_fresh_pack

_STRAY = np.uint64(0xD1B54A32D192ED03)
_STRAYS = 6
"""Decisions of a tuned seat, on an average, among which one to go astray at is drawn. More than
most deals have: what is drawn past them is none, so that later cards do not sway the choice."""

VALUE_ROW = ("deals", "initial", "net", "worth", "seats", "lasting")
"""Of a table: deals of tuned seats (each seat counts), their initial stakes (a banker's: those of
the players against it) and net in chips, shoot bets included, and the worth of those nets; then
tuned seats, and those of them that never lost the whole bankroll since the table began."""

SUMS = ("visits", "visits_squared", "gain", "gain_squared", "visits_gain")
"""Sums over tables of a table's visits of a state, the gain by another answer there, products."""


@njit(cache=True)
def lay_again(rules, st, view, sh, other, other_sh):
    """Lay out in `other` what a deal finds when it begins."""
    other.chance_key = st.chance_key
    other.late_rng = st.late_rng
    for i in range(st.pack.size):
        other.pack[at(i)] = st.pack[at(i)]
    other.head, other.tail, other.shuffled_to = st.head, st.tail, st.shuffled_to
    for seat in range(rules.seats):
        other.next[at(seat)], other.end[at(seat)] = st.next[at(seat)], st.end[at(seat)]
        other.bankroll[at(seat)] = st.bankroll[at(seat)]
        other.seat_at[at(seat)] = st.seat_at[at(seat)]
    other.deal, other.banker = st.deal, st.banker
    other.fault = 0
    if view is not None and st.sees >= SEES_TABLE:
        for i in range(RANK_COUNT):
            other.seen[at(i)] = st.seen[at(i)]
            for seat in range(rules.seats):
                other.own_seen[at(seat), at(i)] = st.own_seen[at(seat), at(i)]
        if st.sees == SEES_ORDER:
            for i in range(st.known.size):
                other.known[at(i)] = st.known[at(i)]
    if sh is not None:
        other_sh.kitty, other_sh.standing, other_sh.life = sh.kitty, sh.standing, sh.life


@njit(cache=True)
def chips_of(st, sh, seat):
    """A seat's net of the deal, shoot bets included."""
    net = st.net[at(seat)]
    if sh is not None:
        net += sh.net[at(seat)]
    return net


@njit(cache=True)
def worth_of(net, bankroll, penalty, centre):
    """What a net is worth: with a bankroll the growth of its logarithm (where it is lost, as if one
    chip were left); else the chips, less a penalty for spread about `centre`."""
    if bankroll > 0.0:
        return np.log(max(bankroll + net, 1.0) / bankroll)
    return net - penalty * (net - centre) * (net - centre)


@njit(cache=True)
def note_worths(rules, st, sh, wanted, worths):
    """What each seat's net of the deal is worth."""
    for seat in range(rules.seats):
        worths[at(seat)] = worth_of(chips_of(st, sh, seat), wanted[0], wanted[1], wanted[2])


@njit(cache=True)
def note_values(rules, st, sh, fork, banking, worths, lost, purse, row):
    """Add the deal to a table's row of VALUE_ROW, and seats that have lost the purse to `lost`."""
    n = rules.seats
    for position in range(n):
        seat = st.seat_at[at(position)]
        if st.bankroll[at(seat)] <= -purse:
            lost[at(seat)] = 1.0
        if fork.tuned[at(seat)] == 0 or (position == n - 1) != (banking != 0):
            continue
        row[0] += 1.0
        if banking:
            for other in range(n - 1):
                row[1] += st.initial[at(other)]
        else:
            row[1] += st.initial[at(position)]
        row[2] += chips_of(st, sh, seat)
        row[3] += worths[at(seat)]


@njit(cache=True)
def stray(rules, st, fork, options, counts):
    """A decision of the deal just remembered and another answer to it, both at random, and the same
    whenever this deal is played again: (-1, 0) for none."""
    tuned = np.int64(0)
    for seat in range(rules.seats):
        tuned += fork.tuned[at(seat)]
    word = mix(st.chance_key + _STRAY * np.uint64(st.deal + 1))
    number = np.int64((word >> np.uint64(32)) % np.uint64(_STRAYS * tuned))
    if number >= min(fork.met, MOST_MET):
        return np.int64(-1), np.int64(0)
    state = fork.state[at(number)]
    left = np.int64((word & np.uint64(0xFFFFFFFF)) % np.uint64(counts[at(state)] - 1))
    for option in range(counts[at(state)]):
        answer = options[at(state), at(option)]
        if answer != fork.base[at(number)]:
            if left == 0:
                return number, answer
            left -= 1
    return np.int64(-1), np.int64(0)


@njit(cache=True)
def try_all(
    rules, lineup, kept, again, view, kept_sh, again_sh, tally, fork, options, counts, wanted,
    forced, answer, worths, visits, gains,
):  # fmt: skip
    """Play the deal just remembered again with each other answer to each of its decisions; where
    one was `forced`, to those of the same seat after it.

    Returns 1 when a strategy's answer was not legal.
    """
    met = min(fork.met, MOST_MET)
    for number in range(forced + 1, met):
        seat, state = fork.seat[at(number)], fork.state[at(number)]
        if forced >= 0 and seat != fork.seat[at(forced)]:
            continue
        visits[at(state)] += 1
        for option in range(counts[at(state)]):
            other = options[at(state), at(option)]
            if other == fork.base[at(number)]:
                continue
            lay_again(rules, kept, view, kept_sh, again, again_sh)
            set_out(fork, 0, forced, answer, number, other)
            play_deal(rules, lineup, again, view, again_sh, None, tally, None, fork)
            if view is not None and again.fault:
                return 1
            net = chips_of(again, again_sh, seat)
            worth = worth_of(net, wanted[0], wanted[1], wanted[2])
            gains[at(state), at(option)] += worth - worths[at(seat)]
    return 0


@njit(cache=True)
def add_table(visits, gains, counts, sums):
    """Add one table's visits and gains, and their products; begin the next table at 0."""
    for state in range(visits.size):
        met = visits[at(state)]
        if met > 0:
            for option in range(counts[at(state)]):
                gain = gains[at(state), at(option)]
                row = sums[at(state), at(option)]
                row[0] += met
                row[1] += met * met
                row[2] += gain
                row[3] += gain * gain
                row[4] += met * gain
                gains[at(state), at(option)] = 0.0
            visits[at(state)] = 0.0


@njit(cache=True, nogil=True)
def explore_block(
    rules, lineup, st, view, sh, seed, first_table, sizes, kept, kept_sh, again, again_sh, fork,
    banking, options, counts, replays, wanted, tally, rows, sums, faults,
):  # fmt: skip
    """Play whole tables, and their deals again with other choices.

    Parameters
    ----------
    rules, lineup, st, view, sh, seed, first_table, sizes, tally, faults
        As `block.play_block` has them; nothing is read from `tally`, whose sums count replays too.
    kept, again : records of `state.TABLE`; kept_sh, again_sh : records of `state.SHOOT` or None
    fork : record of `fork.FORK`, its maps filled; states are numbered from 0
    banking : int64, 1: the tuned seats are those of bankers
    options : int64, (states, m): answers to try, at least two; counts : int64, (states,): how many
    replays : int64, 0: only the tables themselves are played
    wanted : float64, (4,): bankroll, penalty and centre of `worth_of`, then the purse of lasting
        seats (infinite: all last)
    rows : float64, (tables, len(VALUE_ROW))
    sums : float64, (2, states, m, len(SUMS)): added to; first of the deals as the tables play them,
        then of deals that went astray, of what comes after that

    Returns
    -------
    int64 : as `block.play_block`, but for 2.
    """
    states, most = options.shape
    visits = np.zeros((2, states))
    gains = np.zeros((2, states, most))
    lost, worths = np.zeros(rules.seats), np.zeros(rules.seats)
    for t in range(sizes.size):
        table = first_table + t
        start_table(rules, st, view, sh, seed, table)
        lost[:] = 0.0
        rows[t, :] = 0.0
        for _ in range(sizes[t]):
            if rules.stretch > 0:
                start_fresh_pack(rules, st)
            if replays:
                lay_again(rules, st, view, sh, kept, kept_sh)
            set_out(fork, replays, -1, 0, -1, 0)
            shuffled = play_deal(rules, lineup, st, view, sh, None, tally, None, fork)
            failed = failed_deal(st, view, sh)
            if failed:
                return tell_failure(st, failed, table, faults)
            note_worths(rules, st, sh, wanted, worths)
            note_values(rules, st, sh, fork, banking, worths, lost, wanted[3], rows[t])
            if replays:
                forced, answer = stray(rules, kept, fork, options, counts)
                for astray in range(1 + (forced >= 0)):
                    if astray:
                        lay_again(rules, kept, view, kept_sh, again, again_sh)
                        set_out(fork, 1, forced, answer, -1, 0)
                        play_deal(rules, lineup, again, view, again_sh, None, tally, None, fork)
                        note_worths(rules, again, again_sh, wanted, worths)
                    failed = failed_deal(again, view, None) if astray else 0
                    if not failed:
                        failed = try_all(
                            rules, lineup, kept, again, view, kept_sh, again_sh, tally, fork,
                            options, counts, wanted, forced if astray else -1, answer, worths,
                            visits[astray], gains[astray],
                        )  # fmt: skip
                    if failed:
                        return tell_failure(again, failed, table, faults)
            if shuffled and rules.stretch == 0:
                shuffle_whole_pack(rules, st)
            st.deal += 1
        for seat in range(rules.seats):
            if fork.tuned[at(seat)]:
                rows[t, 4] += 1.0
                rows[t, 5] += 1.0 - lost[at(seat)]
        for astray in range(2):
            add_table(visits[astray], gains[astray], counts, sums[astray])
    return 0
