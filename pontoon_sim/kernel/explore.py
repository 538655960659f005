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

from typing import Any, NamedTuple

import numpy as np
from numba import njit

from pontoon_sim.kernel.block import failed_deal, start_table, tell_failure
from pontoon_sim.kernel.counterfactual import MAX_DECISIONS, set_decisions
from pontoon_sim.kernel.deal import play_deal
from pontoon_sim.kernel.generator import mix
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import RANK_COUNT, SEES_ORDER, SEES_TABLE
from pontoon_sim.kernel.pack import shuffle_whole_pack, start_fresh_pack
from pontoon_sim.kernel.shoot import shoot_net

_DEVIATION = np.uint64(0xD1B54A32D192ED03)
_DEVIATIONS = 6
"""Decisions of a tuned seat, on an average, among which one to go astray at is drawn. More than
most deals have: what is drawn past them is none, so that later cards do not sway the choice."""

VALUE_ROW = ("deals", "initial", "net", "worth", "seats", "lasting")
"""Of a table: deals of tuned seats (each seat counts), their initial stakes (a banker's: those of
the players against it) and net in chips, shoot bets included, and the worth of those nets; then
tuned seats, and those of them that never lost the whole bankroll since the table began."""

SUMS = ("visits", "visits_squared", "gain", "gain_squared", "visits_gain")
"""Sums over tables of a table's visits of a state, the gain by another answer there, products."""

OBJECTIVE = np.dtype(
    [
        ("bankroll", np.float64),  # chips; above 0: the growth of its logarithm is what counts
        ("penalty", np.float64),  # chips lost for each squared chip away from the centre
        ("centre", np.float64),  # chips
        ("purse", np.float64),  # chips that a lasting seat never loses; infinite: all last
        ("banking", np.int64),  # 1: the tuned seats are those of bankers
    ],
    align=True,
)
"""What a deal's net is worth."""

NO_DEVIATION = (np.int64(-1), np.int64(0))


class Replay(NamedTuple):
    """Scratch for deals played again: what a deal found when it began, and the deal itself; records
    of `state.TABLE` and, or None, of `state.SHOOT`."""

    start: Any
    start_sh: Any
    st: Any
    sh: Any


class Choices(NamedTuple):
    """Answers to try. `options` int64, (states, m), at least two of each state; `counts` int64,
    (states,), how many. `sums` float64, (2, states, m, len(SUMS)), is added to: first of the deals
    as the tables play them, then of deals that deviated, of what comes after that."""

    options: Any
    counts: Any
    sums: Any


@njit(cache=True)
def begin_replay(rules, st, view, sh, other, other_sh):
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
    other.deal, other.banker, other.tenure = st.deal, st.banker, st.tenure
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
    return st.net[at(seat)] + shoot_net(sh, seat)


@njit(cache=True)
def utility_of(objective, net):
    """What a net is worth: with a bankroll the growth of its logarithm (where it is lost, as if one
    chip were left); else the chips, less a penalty for spread about a centre."""
    if objective.bankroll > 0.0:
        return np.log(max(objective.bankroll + net, 1.0) / objective.bankroll)
    spread = net - objective.centre
    return net - objective.penalty * spread * spread


@njit(cache=True)
def note_utilities(rules, st, sh, objective, utilities):
    """What each seat's net of the deal is worth."""
    for seat in range(rules.seats):
        utilities[at(seat)] = utility_of(objective, chips_of(st, sh, seat))


@njit(cache=True)
def note_values(rules, st, sh, counterfactual, objective, utilities, lost, row):
    """Add the deal to a table's row of VALUE_ROW, and seats that have lost the purse to `lost`."""
    n, banking = rules.seats, objective.banking
    for position in range(n):
        seat = st.seat_at[at(position)]
        if st.bankroll[at(seat)] <= -objective.purse:
            lost[at(seat)] = 1.0
        if counterfactual.tuned[at(seat)] == 0 or (position == n - 1) != (banking != 0):
            continue
        row[0] += 1.0
        if banking:
            for other in range(n - 1):
                row[1] += st.initial[at(other)]
        else:
            row[1] += st.initial[at(position)]
        row[2] += chips_of(st, sh, seat)
        row[3] += utilities[at(seat)]


@njit(cache=True)
def draw_deviation(rules, st, counterfactual, choices):
    """A decision of the deal just remembered and another answer to it, both at random, and the same
    whenever this deal is played again: (-1, 0) for none."""
    options, counts = choices.options, choices.counts
    tuned = np.int64(0)
    for seat in range(rules.seats):
        tuned += counterfactual.tuned[at(seat)]
    word = mix(st.chance_key + _DEVIATION * np.uint64(st.deal + 1))
    number = np.int64((word >> np.uint64(32)) % np.uint64(_DEVIATIONS * tuned))
    if number >= min(counterfactual.decisions, MAX_DECISIONS):
        return np.int64(-1), np.int64(0)
    state = counterfactual.state[at(number)]
    left = np.int64((word & np.uint64(0xFFFFFFFF)) % np.uint64(counts[at(state)] - 1))
    for option in range(counts[at(state)]):
        answer = options[at(state), at(option)]
        if answer != counterfactual.table_answer[at(number)]:
            if left == 0:
                return number, answer
            left -= 1
    return np.int64(-1), np.int64(0)


@njit(cache=True)
def try_all(game, replay, counterfactual, choices, objective, deviation, utilities, sums):
    """Play the deal just remembered again with each other answer to each of its decisions; where
    the deal was a `deviation` (decision, answer), to those of the same seat after it.

    `utilities` are those of the deal as it was played, float64, (seats,); visits of a state and
    gains by its answers are added to `sums`, float64, (states,) and (states, m).

    Returns 1 when a strategy's answer was not legal.
    """
    rules, lineup, _, view, _, _, tally, _, _ = game
    start, start_sh, again, again_sh = replay
    forced, answer = deviation
    visits, gains = sums
    for number in range(forced + 1, min(counterfactual.decisions, MAX_DECISIONS)):
        seat, state = counterfactual.seat[at(number)], counterfactual.state[at(number)]
        if forced >= 0 and seat != counterfactual.seat[at(forced)]:
            continue
        visits[at(state)] += 1
        for option in range(choices.counts[at(state)]):
            other = choices.options[at(state), at(option)]
            if other == counterfactual.table_answer[at(number)]:
                continue
            begin_replay(rules, start, view, start_sh, again, again_sh)
            set_decisions(counterfactual, 0, forced, answer, number, other)
            play_deal(rules, lineup, again, view, again_sh, None, tally, None, counterfactual)
            if view is not None and again.fault:
                return 1
            gain = utility_of(objective, chips_of(again, again_sh, seat)) - utilities[at(seat)]
            gains[at(state), at(option)] += gain
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
def explore_block(game, first_table, sizes, replay, counterfactual, choices, objective, rows):
    """Play whole tables, and their deals again with other choices.

    Parameters
    ----------
    game, first_table, sizes
        As `block.play_block` has them; nothing is read from the tally, whose sums count replays
        too.
    replay : `Replay`
    counterfactual : record of `counterfactual.COUNTERFACTUAL`, its maps filled; states are numbered
        from 0
    choices : `Choices`; with no state only the tables themselves are played
    objective : record of `OBJECTIVE`
    rows : float64, (tables, len(VALUE_ROW))

    Returns
    -------
    int64 : as `block.play_block`, but for 2.
    """
    rules, lineup, st, view, sh, seed, tally, faults, _ = game
    start, start_sh, again, again_sh = replay
    states, most = choices.options.shape
    visits = np.zeros((2, states))
    gains = np.zeros((2, states, most))
    lost, utilities = np.zeros(rules.seats), np.zeros(rules.seats)
    for t in range(sizes.size):
        table = first_table + t
        start_table(rules, st, view, sh, seed, table)
        lost[:] = 0.0
        rows[t, :] = 0.0
        for _ in range(sizes[t]):
            if rules.stretch > 0:
                start_fresh_pack(rules, st)
            if states:
                begin_replay(rules, st, view, sh, start, start_sh)
            set_decisions(counterfactual, np.int64(states > 0), -1, 0, -1, 0)
            shuffled = play_deal(rules, lineup, st, view, sh, None, tally, None, counterfactual)
            failed = failed_deal(st, view, sh)
            if failed:
                return tell_failure(st, failed, table, faults)
            note_utilities(rules, st, sh, objective, utilities)
            note_values(rules, st, sh, counterfactual, objective, utilities, lost, rows[t])
            if states:
                deviation = draw_deviation(rules, start, counterfactual, choices)
                for deviates in range(1 + (deviation[0] >= 0)):
                    tried = deviation if deviates else NO_DEVIATION
                    if deviates:
                        begin_replay(rules, start, view, start_sh, again, again_sh)
                        set_decisions(counterfactual, 1, tried[0], tried[1], -1, 0)
                        play_deal(
                            rules, lineup, again, view, again_sh, None, tally, None, counterfactual
                        )
                        note_utilities(rules, again, again_sh, objective, utilities)
                    failed = failed_deal(again, view, None) if deviates else 0
                    if not failed:
                        sums = visits[deviates], gains[deviates]
                        failed = try_all(
                            game, replay, counterfactual, choices, objective, tried, utilities, sums
                        )
                    if failed:
                        return tell_failure(again, failed, table, faults)
            if shuffled and rules.stretch == 0:
                shuffle_whole_pack(rules, st)
            st.deal += 1
        for seat in range(rules.seats):
            if counterfactual.tuned[at(seat)]:
                rows[t, 4] += 1.0
                rows[t, 5] += 1.0 - lost[at(seat)]
        for deviates in range(2):
            add_table(visits[deviates], gains[deviates], choices.counts, choices.sums[deviates])
    return 0
