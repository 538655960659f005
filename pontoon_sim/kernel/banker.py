"""The banker's turn (P22, P23)."""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.answer import ask
from pontoon_sim.kernel.control import count_banker_card
from pontoon_sim.kernel.counterfactual import choose
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import (
    CARD_STRIDE,
    DRAW,
    EV_BUST,
    EV_CARD,
    EV_STICK,
    EV_TRICK,
    MAX_HANDS,
    SCORE_BUST,
    SCORE_TRICK,
    SEES_ORDER,
    draw_index,
)
from pontoon_sim.kernel.legal import best_of, is_trick, stands_by_itself
from pontoon_sim.kernel.log import note
from pontoon_sim.kernel.pack import draw, has_cards, remember_dealt
from pontoon_sim.kernel.shoot import fault
from pontoon_sim.kernel.state import KIND_NO_TURN
from pontoon_sim.kernel.view import first_hand, look, no_choice, show_card, show_hand

draw_place = njit(cache=True)(draw_index)


@njit(cache=True)
def ask_draw(rules, lineup, st, view, sh, banker):
    """Ask a function strategy whether the banker draws (P22, P23)."""
    position = rules.seats - 1
    if not has_cards(rules, st, position, 1):
        return np.int64(0)
    look(rules, lineup, st, view, sh, DRAW, first_hand(banker, position))
    no_choice(view)
    view.can_stick = 1
    view.can_twist = 1
    answer = ask(lineup, banker, DRAW, view)
    if answer != 0 and answer != 1:
        fault(st, DRAW, banker, answer)
    return answer


@njit(cache=True)
def play_banker(rules, lineup, st, view, sh, control, log, counterfactual):
    """P22: the banker's turn. Returns its kind: its score, or KIND_NO_TURN."""
    if st.in_play == 0:
        return np.int64(KIND_NO_TURN)
    banker = st.banker
    position = rules.seats - 1
    slot = position * MAX_HANDS
    show_hand(rules, st, view, slot)
    count, hard, ace = np.int64(2), st.hard[at(slot)], st.ace[at(slot)]
    while True:
        if view is not None and lineup.address[at(banker), DRAW] != 0:
            if count == 5 or hard > 20 or stands_by_itself(rules, count, hard, ace):
                break
            draws = ask_draw(rules, lineup, st, view, sh, banker)
            if st.fault:
                return np.int64(0)
        else:
            place = draw_place(count, ace, hard)
            draws = np.int64(lineup.draw[at(banker), at(place)])
            if counterfactual is not None:
                draws = choose(counterfactual, banker, counterfactual.draw[at(place)], draws)
        if not draws:
            break
        before = st.head
        card = draw(rules, st, position, log)
        if card < 0:
            break
        rank = card >> 2
        if control is not None:
            count_banker_card(lineup, st, control, banker, (count, ace, hard), rank)
        hard += min(rank + 1, 10)
        ace |= rank == 0
        st.cards[at(slot * CARD_STRIDE + count)] = card
        count += 1
        st.count[at(slot)] = count
        note(log, st, EV_CARD, banker, 0, card, 1)
        if view is not None:
            st.hard[at(slot)], st.ace[at(slot)] = hard, ace
            st.twisted[at(slot)] = count - 2
            if st.sees == SEES_ORDER:
                remember_dealt(rules, st, slot, count - 1, before)
            show_card(rules, st, view, slot, count - 1)
    trick = is_trick(rules, count)
    score = SCORE_TRICK if trick else best_of(hard, ace)
    if log is not None:
        event = EV_BUST if hard > 21 else EV_TRICK if trick else EV_STICK
        note(log, st, event, banker, 0, 0, 0)
    return np.int64(SCORE_BUST if hard > 21 else score)
