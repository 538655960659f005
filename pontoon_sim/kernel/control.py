"""Expectations in place of luck: sums that make estimates sharper. `control` is None where they are
not kept; then nothing here is compiled into the deal.

What hands are worth is looked up in tables that the caller brings. Only luck with a mean of exactly
zero is taken out; what it is, and where that holds, is said in exact/sharper.py.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import MAX_HANDS, MAX_SEATS, RANK_COUNT, SCORE_PONTOON
from pontoon_sim.kernel.state import SLOTS

CONTROL_UNIT = 1 << 20
"""Parts of a chip in which expectations are kept, as whole numbers: sums stay exact."""

HAND_KEYS = (1, 6, 31, 108, 366, 926, 2058, 3254, 4297, 4726, 4726, 4726, 4726)
"""By rank index: added up over its cards, they tell every hand of two to five cards with a hard
total of 21 or less from every other by value."""

HAND_PLACES = 9453 + 4726 + 1
"""One more than the largest sum, a card that busts the hand included."""

HAND_ROWS = 1008
"""Such hands by value. One row more is for every hand that is bust."""

FINISHED, WORTH, BEFORE = range(3)
"""Columns of `hands`: expected gain of the finished hand; any worth of a hand still being played;
the mean of that worth over the next card."""

DEALT = RANK_COUNT * RANK_COUNT
"""First two cards in order: 13 times the rank index of the first plus that of the second."""

THROWN = 9
"""Hands that may have been thrown in before (P33): none, then hard 13 and 14 by value."""

CONTROL = np.dtype(
    [
        ("row", np.int16, (HAND_PLACES,)),  # of a hand, by the sum of its `HAND_KEYS`
        # per chip staked, given the hand and no banker's pontoon: by what was thrown in, row, column
        ("hands", np.int32, (THROWN, HAND_ROWS + 1, 4)),
        ("thrown", np.int64, (DEALT,)),  # by first two cards: first place in `hands`, thrown in
        ("applies", np.int64, (MAX_SEATS,)),  # 1: this seat's hands are looked up
        ("counted", np.int64, (MAX_SEATS,)),  # 1: `dealt` is this seat's own, not another player's
        # per chip of the initial stake, by first two cards: expected gain, banker's pontoon
        # included, and what is added where it has none
        ("dealt", np.int64, (MAX_SEATS, DEALT)),
        ("spared", np.int64, (MAX_SEATS, DEALT)),
        # scratch: gain of each hand without the luck of draws and banker
        ("gain", np.int64, (SLOTS,)),
        # sums of the table, from the players' side
        ("expected", np.int64),
        ("first_two", np.int64),
    ],
    align=True,
)
"""Tables and sums in CONTROL_UNITs of a chip."""

CONTROL_ROW = ("expected", "first_two")
"""What is kept of a table: the players' gain without the luck of draws and banker; and the sum of
what was expected after the first two cards, of counted seats."""


@njit(cache=True)
def start_control(st, control):
    """A fresh table."""
    control.expected = 0
    control.first_two = 0
    for position in range(MAX_SEATS):
        st.thrown[at(position)] = 0


@njit(cache=True)
def keep_control(control, row):
    """Write a finished table's sums to its row, see `CONTROL_ROW`."""
    row[0] = control.expected
    row[1] = control.first_two


@njit(cache=True)
def two_card_key(st, control, slot):
    """Sum of the keys of a hand's first two cards."""
    if control is None:
        return np.int64(0)
    first = HAND_KEYS[st.cards[at(slot * 8)] >> 2]
    return np.int64(first + HAND_KEYS[st.cards[at(slot * 8 + 1)] >> 2])


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
        first = np.int64(st.cards[at(slot * 8)]) >> 2
        dealt = first * RANK_COUNT + (np.int64(st.cards[at(slot * 8 + 1)]) >> 2)
        split = st.hands[at(position)] > 1
        if split:  # a pair, whatever the first hand holds now
            dealt = first * RANK_COUNT + first
        if burnt:
            dealt = burnt - 1
        initial = st.initial[at(position)]
        two = initial * control.dealt[at(seat), at(dealt)]
        first_two += two * control.counted[at(seat)]
        if kind == SCORE_PONTOON:
            expected += two
            continue
        expected += initial * control.spared[at(seat), at(dealt)]
        expected += st.net[at(seat)] * CONTROL_UNIT if split else control.gain[at(slot)]
    control.expected += expected
    control.first_two += first_two
