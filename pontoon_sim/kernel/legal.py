"""What is legal for a hand, and asking a function strategy for one of it (P10, P13-P19, P33).

The readable engine and `pontoon_sim.game.legal` state it on their own; tests hold the three
together.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.answer import ask
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import BURN, CARD_STRIDE, SPLIT, STICK, TURN, TWIST
from pontoon_sim.kernel.pack import has_cards
from pontoon_sim.kernel.shoot import fault
from pontoon_sim.kernel.state import SPLIT_ACES, SPLIT_NONE
from pontoon_sim.kernel.view import look


@njit(cache=True)
def best_of(hard, ace):
    """Best total (P2). Without a branch: whether a hand is soft cannot be predicted."""
    return hard + 10 * ((ace != 0) & (hard <= 11))


@njit(cache=True)
def is_trick(rules, count):
    """P10: five cards that have not bust, where they count for more than their total."""
    return (count == 5) & (rules.five_card_trick != 0)


@njit(cache=True)
def is_pair(st, slot):
    """Whether a hand of two cards holds two of one rank."""
    return st.cards[at(slot * CARD_STRIDE)] >> 2 == st.cards[at(slot * CARD_STRIDE + 1)] >> 2


@njit(cache=True)
def may_split(rules, st, position, slot):
    """P17, P32: a pair, room for one hand more, and two cards to give."""
    if st.count[at(slot)] != 2 or not is_pair(st, slot):
        return False
    if rules.split == SPLIT_NONE or (rules.split == SPLIT_ACES and st.hard[at(slot)] != 2):
        return False
    return st.hands[at(position)] < rules.max_hands and has_cards(rules, st, position, 2)


@njit(cache=True)
def may_burn(rules, st, position, slot, burnt):
    """P33: a first hand of two cards that is not split, its hard total 13 (or 14) without an ace,
    once, while there are two cards to give."""
    hard = st.hard[at(slot)]
    return (
        13 <= hard <= rules.burn
        and not burnt
        and st.count[at(slot)] == 2
        and not st.ace[at(slot)]
        and st.hands[at(position)] == 1
        and has_cards(rules, st, position, 2)
    )


@njit(cache=True)
def stands_by_itself(rules, count, hard, ace):
    """P19: a hand that may not draw although it has fewer than five cards: hard 21, ace and ten as
    two cards, or a soft 21 where it may not be read as 11."""
    return (hard == 21) | ((ace != 0) & (hard == 11) & ((count == 2) | (rules.soft_21_draws == 0)))


@njit(cache=True)
def ask_turn(rules, lineup, st, view, sh, place, burnt):
    """Ask a function strategy for its action (P13-P19); asked only where it has a choice."""
    seat, position, slot = place.seat, place.position, place.slot
    count, hard, ace = st.count[at(slot)], st.hard[at(slot)], st.ace[at(slot)]
    # numbers, not truths, and no branches: which action is legal cannot be predicted
    draws = st.end[at(position)] > st.next[at(position)] or has_cards(rules, st, position, 1)
    can_split, can_burn = np.int64(0), np.int64(0)
    if (count == 2) & is_pair(st, slot):
        can_split = np.int64(may_split(rules, st, position, slot))
    if rules.burn != 0:
        can_burn = np.int64(may_burn(rules, st, position, slot, burnt))
    can_twist = np.int64(draws) & (1 - np.int64(stands_by_itself(rules, count, hard, ace)))
    certain = np.int64((count == 4) & (hard <= 11) & (rules.buy_certain_trick == 0))
    can_buy = can_twist & np.int64(st.twisted[at(slot)] == 0) & (1 - certain)
    can_buy &= np.int64(rules.buy_max > 0)
    can_stick = np.int64(best_of(hard, ace) >= rules.stick_min)
    can_stick |= 1 - (can_twist | can_split)
    if can_stick + can_twist + can_split + can_burn + can_buy == 1:
        return STICK * can_stick + TWIST * can_twist + SPLIT * can_split
    look(rules, lineup, st, view, sh, TURN, place)
    least, most = st.initial[at(position)], st.price[at(slot)]
    view.cheapest = least * can_buy
    view.dearest = most * can_buy
    view.can_stick = can_stick
    view.can_twist = can_twist
    view.can_split = can_split
    view.can_burn = can_burn
    answer = ask(lineup, seat, TURN, view)
    legal = (
        (np.int64(answer == STICK) & can_stick)
        | (np.int64(answer == TWIST) & can_twist)
        | (np.int64(answer == SPLIT) & can_split)
        | (np.int64(answer == BURN) & can_burn)
        | (
            np.int64(
                (answer >= st.initial[at(position)]) & (answer <= st.price[at(slot)]) & (answer > 0)
            )
            & can_buy
        )
    )
    if not legal:
        fault(st, TURN, seat, answer)
    return answer
