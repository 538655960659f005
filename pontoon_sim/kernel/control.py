"""Expectations in place of luck: sums that make estimates sharper. `control` is None where they are
not kept; then nothing here is compiled into the deal.

What hands are worth is looked up in tables that the caller brings. Only luck with a mean of exactly
zero is taken out; what it is, and where that holds, is said in exact/control_variates.py.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import CARD_STRIDE, MAX_HANDS, MAX_SEATS, RANK_COUNT, SCORE_PONTOON
from pontoon_sim.kernel.state import CONTROL_UNIT, HAND_KEYS


@njit(cache=True)
def start_control(st, control):
    """A fresh table."""
    if control is not None:
        control.expected = 0
        control.first_two = 0
        for position in range(MAX_SEATS):
            st.thrown[at(position)] = 0


@njit(cache=True)
def keep_control(control, rows, table):
    """Write a finished table's sums to its row, see `CONTROL_ROW`."""
    if control is not None:
        rows[table, 0] = control.expected
        rows[table, 1] = control.first_two


@njit(cache=True)
def two_card_key(st, control, slot):
    """Sum of the keys of a hand's first two cards."""
    if control is None:
        return np.int64(0)
    first = HAND_KEYS[st.cards[at(slot * CARD_STRIDE)] >> 2]
    return np.int64(first + HAND_KEYS[st.cards[at(slot * CARD_STRIDE + 1)] >> 2])


@njit(cache=True)
def thrown_place(st, control, position):
    """First place in `hands` of a position whose hand was thrown in."""
    if control is None:
        return np.int64(0)
    return control.thrown[at(st.thrown[at(position)] - 1)]


@njit(cache=True)
def count_control(rules, st, control, kind):
    """Add the settled deal, `kind` as `play_deal` has it. A split deal keeps what it gained: the
    cards of its hands hang together."""
    expected, first_two = np.int64(0), np.int64(0)
    for position in range(rules.seats - 1):
        seat = st.seat_at[at(position)]
        burnt = st.thrown[at(position)]
        st.thrown[at(position)] = 0
        if not control.applies[at(seat)]:
            expected += st.net[at(seat)] * CONTROL_UNIT
            continue
        slot = position * MAX_HANDS
        first = np.int64(st.cards[at(slot * CARD_STRIDE)]) >> 2
        dealt = first * RANK_COUNT + (np.int64(st.cards[at(slot * CARD_STRIDE + 1)]) >> 2)
        split = st.hands[at(position)] > 1
        if split:  # a pair, whatever the first hand holds now
            dealt = first * RANK_COUNT + first
        if burnt:
            dealt = burnt - 1
        initial = st.initial[at(position)]
        two = initial * control.dealt[at(seat), at(dealt)]
        first_two += initial * control.luck[at(seat), at(dealt)]
        if kind == SCORE_PONTOON:
            expected += two
            continue
        expected += initial * control.spared[at(seat), at(dealt)]
        expected += st.net[at(seat)] * CONTROL_UNIT if split else control.gain[at(slot)]
    control.expected += expected
    control.first_two += first_two
