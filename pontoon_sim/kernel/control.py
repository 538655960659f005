"""Control variates: what luck the cards never dealt before have brought, deal by deal, by player.

Given every card dealt since the shuffle and all that was decided, the cards never dealt since lie
in uniformly random order, whatever the strategies look at. So the difference between any function
of the next of them and its mean over those left has mean zero, if the function and all that
multiplies it are set before the card. Four such differences are added up: of the banker's two
cards, of the players' first two, of each card that a player draws or is given, of each that the
banker draws. The functions are tables that the caller brings (exact/control_variates.py); nothing
rests on their being right. A deal that begins with fewer new cards than its first two rounds take
adds nothing.

`control` is None where this is not kept; then nothing here is compiled into the deal. Tables are
whole numbers, so that sums over them are exact in whatever order a processor adds them up.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import (
    CARD_STRIDE,
    MAX_HANDS,
    MAX_SEATS,
    RANK_COUNT,
    draw_index,
    turn_index,
)
from pontoon_sim.kernel.state import (
    CONTROL_UNIT,
    LANES,
    TENS,
    hand_kind,
    score_lane,
)

EIGHT = 8
"""Values from two to nine, which lie side by side in a table by hard total."""

turn_place = njit(cache=True)(turn_index)
draw_place = njit(cache=True)(draw_index)
kind_place = njit(cache=True)(hand_kind)
lane_place = njit(cache=True)(score_lane)


@njit(cache=True)
def start_control(rules, st, control):
    """A fresh table."""
    if control is not None:
        for banker in range(MAX_SEATS):
            for position in range(MAX_SEATS):
                st.luck[at(banker), at(position)] = 0.0
        all_new(rules, st, control)


@njit(cache=True)
def all_new(rules, st, control):
    """The pack has been shuffled: every card is new."""
    if control is not None:
        of_rank = np.float32(rules.cards_in_pack // RANK_COUNT)
        for rank in range(RANK_COUNT):
            st.left[at(rank)] = of_rank
        st.left[TENS] = 4 * of_rank
        st.fresh = rules.cards_in_pack


@njit(cache=True)
def take_out(st, rank):
    """A new card has been dealt."""
    st.left[at(rank)] -= np.float32(1)
    st.left[TENS] -= np.float32(rank >= 9)


@njit(cache=True)
def keep_control(rules, st, control, rows, table):
    """Write a finished table's sums to its row, see `state.TableRows`."""
    if control is None:
        return
    n = rules.seats
    row, played = rows.control[table], rows.stakes[table]
    for line in range(row.shape[0]):
        for k in range(4):
            row[line, k] = played[line, k]
        row[line, 4] = played[line, 3] * CONTROL_UNIT
    for banker in range(n):
        for position in range(n - 1):
            luck = luck_at(st, control, banker, position)
            row[position, 4] -= luck
            row[n - 1 + (banker + 1 + position) % n, 4] -= luck
            row[2 * n - 1 + banker, 4] += luck


@njit(cache=True)
def luck_at(st, control, banker, position):
    """Luck of a player at a position while a seat held the bank, in whole CONTROL_UNITs."""
    if control is None:
        return np.int64(0)
    return np.int64(np.rint(st.luck[at(banker), at(position)]))


# Sums over ranks, for a mean: left of a rank times an entry. Whole numbers below 2**24, so that
# they are exact in single precision and the order does not matter.


@njit(cache=True, fastmath={"reassoc"})
def _banker_first(st, control, t):
    total = np.float32(0)
    for rank in range(LANES):
        total += st.left[at(rank)] * control.banker_first[at(t), at(rank)]
    return np.float64(total)


@njit(cache=True, fastmath={"reassoc"})
def _banker_second(st, control, t, first):
    total = np.float32(0)
    for rank in range(LANES):
        total += st.left[at(rank)] * control.banker_second[at(t), at(first), at(rank)]
    return np.float64(total)


@njit(cache=True, fastmath={"reassoc"})
def _first(st, control, t, kind):
    total = np.float32(0)
    for rank in range(LANES):
        total += st.left[at(rank)] * control.first[at(t), at(kind), at(rank)]
    return np.float64(total)


@njit(cache=True, fastmath={"reassoc"})
def _single(st, control, t, kind):
    total = np.float32(0)
    for rank in range(LANES):
        total += st.left[at(rank)] * control.single[at(t), at(kind), at(rank)]
    return np.float64(total)


@njit(cache=True, fastmath={"reassoc"})
def _second(st, control, t, kind, first):
    total = np.float32(0)
    for rank in range(LANES):
        total += st.left[at(rank)] * control.second[at(t), at(kind), at(first), at(rank)]
    return np.float64(total)


@njit(cache=True, fastmath={"reassoc"})
def _per_chip(st, control, t, kind, row, ace_row):
    """`row`, `ace_row`: places of the hand with a card of no value, and with an ace of none."""
    total = np.float32(0)
    for value in range(EIGHT):
        total += st.left[at(1 + value)] * control.per_chip[at(t), at(kind), at(row + 2 + value)]
    total += st.left[0] * control.per_chip[at(t), at(kind), at(ace_row + 1)]
    total += st.left[TENS] * control.per_chip[at(t), at(kind), at(row + 10)]
    return np.float64(total)


@njit(cache=True, fastmath={"reassoc"})
def _to_come(st, control, t, kind, dear, row, ace_row):
    total = np.float32(0)
    for value in range(EIGHT):
        entry = control.to_come[at(t), at(kind), at(dear), at(row + 2 + value)]
        total += st.left[at(1 + value)] * entry
    total += st.left[0] * control.to_come[at(t), at(kind), at(dear), at(ace_row + 1)]
    total += st.left[TENS] * control.to_come[at(t), at(kind), at(dear), at(row + 10)]
    return np.float64(total)


@njit(cache=True)
def table_of(lineup, banker, seat):
    """Number of the tables of a player against a banker."""
    return lineup.banker_tables[at(banker)] + lineup.player_tables[at(seat)]


@njit(cache=True)
def rank_at(st, position, k):
    """Rank of a position's first (`k` 0) or second card."""
    return np.int64(st.cards[at(position * MAX_HANDS * CARD_STRIDE + k)]) >> 2


@njit(cache=True)
def take_out_all(st, people, k):
    """The first (`k` 0) or second cards of so many positions have been dealt."""
    tens = np.float32(0)
    for position in range(people):
        rank = rank_at(st, position, k)
        st.left[at(rank)] -= np.float32(1)
        tens += np.float32(rank >= 9)
    st.left[TENS] -= tens


@njit(cache=True)
def count_first_cards(rules, lineup, st, control, banker):
    """The first two cards of all, see `_of_whole_pack` and `_of_what_is_left`."""
    n, left = rules.seats, st.fresh
    st.fresh = max(left - 2 * n, 0)
    st.banker_drew = 0
    if left < 2 * n:
        return
    own = (n - 1) * MAX_HANDS
    st.kind = kind_place(st.ace[at(own)], st.hard[at(own)])
    if left == rules.cards_in_pack:
        _of_whole_pack(rules, lineup, st, control, banker)
    else:
        _of_what_is_left(rules, lineup, st, control, banker, left)


@njit(cache=True)
def _of_whole_pack(rules, lineup, st, control, banker):
    """The banker's two cards at once, whose mean is known; then the players' given those: what
    first cards make of second ones, at the stakes of the tables, and the second ones given the
    first, at the stakes made. Where both stakes are one, these two are one as well."""
    n, kind, once = rules.seats, st.kind, 1.0 + st.doubled
    b1, b2 = rank_at(st, n - 1, 0), rank_at(st, n - 1, 1)
    times = control.times[at(lineup.banker_tables[at(banker)]), at(b1)]
    take_out_all(st, n, 0)
    take_out(st, b2)
    for position in range(n - 1):
        t = table_of(lineup, banker, st.seat_at[at(position)])
        r1, r2 = rank_at(st, position, 0), rank_at(st, position, 1)
        luck = control.scale[at(t)] * control.banker_second[at(t), at(b1), at(b2)]
        luck -= control.banker_mean[at(t)] + times * control.players_mean[at(t), at(b1), at(b2)]
        expected, stake = times * control.stake[at(t), at(r1)], once * st.initial[at(position)]
        luck += stake * control.second[at(t), at(kind), at(r1), at(r2)]
        if stake != expected:
            left = rules.cards_in_pack - n - 1
            luck += (expected - stake) * (_second(st, control, t, kind, r1) / left)
        st.luck[at(banker), at(position)] += luck
    take_out_all(st, n - 1, 1)


@njit(cache=True)
def _of_what_is_left(rules, lineup, st, control, banker, left):
    """The banker's two cards, one after the other; then the players' first cards given those, at
    the stakes of the tables; then their second cards given all these, at the stakes made."""
    n, kind = rules.seats, st.kind
    b1, b2 = rank_at(st, n - 1, 0), rank_at(st, n - 1, 1)
    times = control.times[at(lineup.banker_tables[at(banker)]), at(b1)]
    last, of_banker, mean = np.int64(-1), 0.0, 0.0
    for position in range(n - 1):
        t = table_of(lineup, banker, st.seat_at[at(position)])
        if t != last:
            last = t
            pair, first = control.banker_second, control.first
            of_banker = control.banker_first[at(t), at(b1)] - _banker_first(st, control, t) / left
            mean = _banker_second(st, control, t, b1) - pair[at(t), at(b1), at(b1)]
            of_banker += pair[at(t), at(b1), at(b2)] - mean / (left - 1)
            mean = _first(st, control, t, kind)
            mean -= first[at(t), at(kind), at(b1)] + first[at(t), at(kind), at(b2)]
            mean /= left - 2
        rank = rank_at(st, position, 0)
        luck = of_banker + times * (control.first[at(t), at(kind), at(rank)] - mean)
        st.luck[at(banker), at(position)] += control.scale[at(t)] * luck
    take_out_all(st, n, 0)
    take_out(st, b2)
    left -= n + 1
    for position in range(n - 1):
        t = table_of(lineup, banker, st.seat_at[at(position)])
        r1, r2 = rank_at(st, position, 0), rank_at(st, position, 1)
        luck = control.second[at(t), at(kind), at(r1), at(r2)]
        luck -= _second(st, control, t, kind, r1) / left
        st.luck[at(banker), at(position)] += luck * ((1 + st.doubled) * st.initial[at(position)])
    take_out_all(st, n - 1, 1)


@njit(cache=True)
def count_card(lineup, st, control, place, held, rank, stake, dear):
    """A card dealt to a player's hand; call it before anything else is known of the card.

    Parameters
    ----------
    held : (twists, count, ace, hard)
        The hand without the card; `twists` is 1 once it may only twist, by this card too.
    stake : int64, chips on the hand, this card's price included
    dear : int64, 1: the next card may cost more than the initial stake
    """
    left = st.fresh
    if left == 0:
        return
    twists, count, ace, hard = held
    position = place.position
    t, kind = table_of(lineup, st.banker, place.seat), st.kind
    row = turn_place(twists, count + 1, ace, hard)
    ace_row = turn_place(twists, count + 1, 1, hard)
    child = min(rank + 1, 10) + (ace_row if rank == 0 else row)
    entry, entry_to_come = control.per_chip, control.to_come
    a = entry[at(t), at(kind), at(child)] * left - _per_chip(st, control, t, kind, row, ace_row)
    b = entry_to_come[at(t), at(kind), at(dear), at(child)] * left
    b -= _to_come(st, control, t, kind, dear, row, ace_row)
    luck = (stake * a + st.initial[at(position)] * b) / left
    st.luck[at(st.banker), at(position)] += (1 + st.doubled) * luck
    take_out(st, rank)
    st.fresh = left - 1


@njit(cache=True)
def count_new_hand(lineup, st, control, place, rank):
    """The first of two cards dealt for a hand thrown in (P33)."""
    left = st.fresh
    if left == 0:
        return
    t, position = table_of(lineup, st.banker, place.seat), place.position
    luck = control.single[at(t), at(st.kind), at(rank)] - _single(st, control, t, st.kind) / left
    st.luck[at(st.banker), at(position)] += luck * ((1 + st.doubled) * st.initial[at(position)])
    take_out(st, rank)
    st.fresh = left - 1


@njit(cache=True)
def count_banker_card(lineup, st, control, banker, held, rank):
    """A card that the banker draws to a hand `held` (count, ace, hard): for every score that a
    player's hand may stand with, what the card was worth to it per chip."""
    left = st.fresh
    if left == 0:
        return
    count, ace, hard = held
    t = lineup.banker_tables[at(banker)]
    row = draw_place(count + 1, ace, hard)
    ace_row = draw_place(count + 1, 1, hard)
    child = min(rank + 1, 10) + (ace_row if rank == 0 else row)
    kept = 1.0 if st.banker_drew else 0.0
    st.banker_drew = 1
    u0, u1, u2, u3, u4 = st.left[0], st.left[1], st.left[2], st.left[3], st.left[4]
    u5, u6, u7, u8, u9 = st.left[5], st.left[6], st.left[7], st.left[8], st.left[TENS]
    for lane in range(LANES):
        total = u0 * control.pay[at(t), at(ace_row + 1), at(lane)]
        total += u1 * control.pay[at(t), at(row + 2), at(lane)]
        total += u2 * control.pay[at(t), at(row + 3), at(lane)]
        total += u3 * control.pay[at(t), at(row + 4), at(lane)]
        total += u4 * control.pay[at(t), at(row + 5), at(lane)]
        total += u5 * control.pay[at(t), at(row + 6), at(lane)]
        total += u6 * control.pay[at(t), at(row + 7), at(lane)]
        total += u7 * control.pay[at(t), at(row + 8), at(lane)]
        total += u8 * control.pay[at(t), at(row + 9), at(lane)]
        total += u9 * control.pay[at(t), at(row + 10), at(lane)]
        luck = control.pay[at(t), at(child), at(lane)] - np.float64(total) / left
        st.banker_luck[at(lane)] = kept * st.banker_luck[at(lane)] + luck
    take_out(st, rank)
    st.fresh = left - 1


@njit(cache=True)
def count_banker_draws(rules, st, banker):
    """What the banker's draws were worth to each player's hands, once it has finished."""
    if not st.banker_drew:
        return
    for position in range(rules.seats - 1):
        luck = 0.0
        for hand in range(st.hands[at(position)]):
            slot = position * MAX_HANDS + hand
            luck += st.stake[at(slot)] * st.banker_luck[at(lane_place(st.score[at(slot)]))]
        st.luck[at(banker), at(position)] += (1 + st.doubled) * luck
