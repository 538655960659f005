"""Shoot Pontoon: the kitty and the bets against it (S1-S9). `sh` is None where Shoot is off; then
nothing here is compiled into the deal.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.answer import ask, in_chips
from pontoon_sim.kernel.counterfactual import choose
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import (
    CARD_STRIDE,
    EV_KITTY,
    EV_PAY_SHOOT,
    EV_SHOOT,
    KITTY,
    RANK_COUNT,
    SHOOT,
    TOP_UP,
    fourth_index,
)
from pontoon_sim.kernel.log import note
from pontoon_sim.kernel.state import BETS, COURSE, HUGE
from pontoon_sim.kernel.view import first_hand, look, look_between, no_choice, show_shoot

fourth_place = njit(cache=True)(fourth_index)


@njit(cache=True)
def fault(st, decision, seat, answer):
    """Remember an answer that is not legal; the deal goes no further."""
    st.fault = 1 + decision
    st.fault_seat = seat
    st.fault_answer = answer


@njit(cache=True)
def put_up_kitty(rules, lineup, st, view, sh, banker, log):
    """S1, S8: a new kitty where there is none, else the banker may add to it."""
    position = rules.seats - 1
    low, high = rules.kitty_min, rules.kitty_max
    if sh.kitty == 0:
        chips = lineup.kitty[at(banker)]
        if view is not None and lineup.address[at(banker), KITTY] != 0 and low < high:
            look_between(rules, lineup, st, view, sh, banker, KITTY, position)
            view.room = high
            view.cheapest, view.dearest = low, high
            chips = ask(lineup, banker, KITTY, view)
            if chips < low or chips > high:
                fault(st, KITTY, banker, chips)
                return
        sh.life = 0
        sh.kitties[0] += 1
        sh.kitties[1] += chips
        sh.kitty = chips
        note(log, st, EV_KITTY, banker, chips, 0, 0)
    elif sh.kitty < high:
        room = high - sh.kitty
        if view is not None and lineup.address[at(banker), TOP_UP] != 0:
            look_between(rules, lineup, st, view, sh, banker, TOP_UP, position)
            view.room = room
            chips = ask(lineup, banker, TOP_UP, view)
            if chips < 0 or chips > room:
                fault(st, TOP_UP, banker, chips)
                return
        else:
            chips = in_chips(lineup.top_up[at(banker)], room)
        if chips > 0:
            sh.top_ups[0] += 1
            sh.top_ups[1] += chips
            sh.kitty += chips
            note(log, st, EV_KITTY, banker, chips, 0, 0)
    life = min(sh.life, COURSE - 1)
    sh.course[at(life), 0] += 1
    sh.course[at(life), 1] += sh.kitty
    if sh.kitty <= HUGE:
        sh.course[at(life), 2] += sh.kitty * sh.kitty
    else:
        sh.huge += 1
    sh.life += 1


@njit(cache=True)
def _bet(rules, lineup, st, view, sh, place, word, log):
    """Chips that a hand shoots, 0 to the room, put down (S2)."""
    before = sh.early[at(place.slot)]
    seat, room = place.seat, sh.kitty - sh.standing
    if room <= 0:
        return np.int64(0)
    if view is not None and lineup.address[at(seat), SHOOT] != 0:
        look(rules, lineup, st, view, sh, SHOOT, place)
        no_choice(view)
        view.room = room
        chips = ask(lineup, seat, SHOOT, view)
        if chips < 0 or chips > room:
            fault(st, SHOOT, seat, chips)
            return np.int64(0)
    else:
        chips = in_chips(word, room)
    if chips > 0:
        sh.standing += chips
        show_shoot(st, view, place.slot, chips + before)
        note(log, st, EV_SHOOT, seat, place.hand, chips, 0)
    return chips


@njit(cache=True)
def first_bets(rules, lineup, st, view, sh, log, counterfactual):
    """S2: after the stakes, round from the banker's left, a bet on the first card."""
    for position in range(rules.seats - 1):
        place = first_hand(st.seat_at[at(position)], position)
        seat, slot = place.seat, place.slot
        rank = np.int64(st.cards[at(slot * CARD_STRIDE)]) >> 2
        room = sh.kitty - sh.standing
        sh.room[at(position), 0] += 1
        sh.room[at(position), 1] += room
        sh.room[at(position), 2] += room == 0
        sh.asked[at(rank)] += room > 0
        sh.early[at(slot)] = 0
        sh.fourth[at(slot)] = 0
        sh.early_kind[at(slot)] = rank
        word = lineup.shoot_first[at(seat), at(rank)]
        if counterfactual is not None and room > 0:
            word = choose(counterfactual, seat, counterfactual.shoot_first[at(rank)], word)
        sh.early[at(slot)] = _bet(rules, lineup, st, view, sh, place, word, log)
        if view is not None and st.fault:
            return


@njit(cache=True)
def split_bet(rules, lineup, st, view, sh, place, log, counterfactual):
    """S5: a bet on a hand that a split has made, while it is a single card."""
    seat, slot = place.seat, place.slot
    rank = np.int64(st.cards[at(slot * CARD_STRIDE)]) >> 2
    kind = RANK_COUNT + rank
    sh.asked[at(kind)] += sh.kitty > sh.standing
    sh.early[at(slot)] = 0
    sh.fourth[at(slot)] = 0
    sh.early_kind[at(slot)] = kind
    word = lineup.shoot_split[at(seat), at(rank)]
    if counterfactual is not None and sh.kitty > sh.standing:
        word = choose(counterfactual, seat, counterfactual.shoot_split[at(rank)], word)
    sh.early[at(slot)] = _bet(rules, lineup, st, view, sh, place, word, log)


@njit(cache=True)
def fourth_bet(rules, lineup, st, view, sh, place, log, counterfactual):
    """S4: a bet before the fourth card, bought or twisted; `st` holds the totals of the hand."""
    seat, slot = place.seat, place.slot
    entry = fourth_place(st.ace[at(slot)], st.hard[at(slot)])
    kind = 2 * RANK_COUNT + entry
    sh.asked[at(kind)] += sh.kitty > sh.standing
    sh.fourth_kind[at(slot)] = kind
    word = lineup.shoot_fourth[at(seat), at(entry)]
    if counterfactual is not None and sh.kitty > sh.standing:
        word = choose(counterfactual, seat, counterfactual.shoot_fourth[at(entry)], word)
    sh.fourth[at(slot)] = _bet(rules, lineup, st, view, sh, place, word, log)


@njit(cache=True)
def _count_bet(sh, kind, chips, wins):
    if chips > 0:
        sh.bets[at(kind)] += 1
        sh.won[at(kind)] += wins
        sh.bet_chips[at(kind)] += chips
        sh.bet_net[at(kind)] += chips if wins else -chips


@njit(cache=True)
def settle_bet(st, sh, seat, hand, slot, wins, log):
    """S3, S6, S7: a hand's bets and the kitty settle at even money."""
    total = sh.early[at(slot)] + sh.fourth[at(slot)]
    if total > 0:
        chips = total if wins else -total
        sh.standing -= total
        sh.kitty -= chips
        sh.net[at(seat)] += chips
        _count_bet(sh, sh.early_kind[at(slot)], sh.early[at(slot)], wins)
        _count_bet(sh, sh.fourth_kind[at(slot)], sh.fourth[at(slot)], wins)
        sh.early[at(slot)] = 0
        sh.fourth[at(slot)] = 0
        note(log, st, EV_PAY_SHOOT, seat, hand, chips, 0)


@njit(cache=True)
def count_shoot(rules, st, sh, banker):
    """Add the deal's shoot bets to the table's sums; the bank has what the players have lost."""
    net = 0
    for position in range(rules.seats - 1):
        net -= sh.net[at(st.seat_at[at(position)])]
    sh.net[at(banker)] = net
    if abs(net) <= HUGE:
        sh.net_squares += net * net
        sh.net_product += net * st.net[at(banker)]
    else:
        sh.huge += 1


@njit(cache=True)
def start_shoot(sh):
    """A fresh table: no kitty, no sums of the table."""
    sh.kitty = 0
    sh.standing = 0
    sh.life = 0
    sh.net_squares = 0
    sh.net_product = 0
    for kind in range(BETS):
        sh.bet_chips[at(kind)] = 0
        sh.bet_net[at(kind)] = 0


@njit(cache=True)
def keep_shoot(sh, rows, table):
    """Write a finished table's sums to its row, see `state.SHOOT_ROW`."""
    if sh is not None:
        for kind in range(BETS):
            rows[table, at(kind)] = sh.bet_chips[at(kind)]
            rows[table, at(BETS + kind)] = sh.bet_net[at(kind)]
        rows[table, 2 * BETS] = sh.net_squares
        rows[table, 2 * BETS + 1] = sh.net_product


@njit(cache=True)
def kitty_of(sh):
    """Chips in the kitty, 0 where Shoot is off."""
    if sh is None:
        return np.int64(0)
    return sh.kitty


@njit(cache=True)
def shoot_net(sh, seat):
    """What a seat has won by the deal's shoot bets, chips."""
    if sh is None:
        return np.int64(0)
    return sh.net[at(seat)]
