"""A player's turn (P12-P21, P33): one hand after another from its second card to its end."""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.control import count_card, count_new_hand
from pontoon_sim.kernel.counterfactual import choose
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import (
    BURN,
    CARD_STRIDE,
    EV_BURN,
    EV_BUST,
    EV_BUY,
    EV_CARD,
    EV_PAY,
    EV_PONTOON,
    EV_SPLIT,
    EV_STICK,
    EV_TRICK,
    EV_TWIST,
    HAND_BUST,
    HAND_PONTOON,
    HAND_STUCK,
    HAND_TRICK,
    MAX_HANDS,
    SCORE_BUST,
    SCORE_PONTOON,
    SCORE_SEVENS,
    SCORE_TRICK,
    SEES_ORDER,
    SEES_TABLE,
    SPLIT,
    STICK,
    TABLE_BURN,
    TABLE_BUY_LEAST,
    TABLE_BUY_MOST,
    TABLE_STICK,
    TURN,
    TWIST,
    turn_index,
)
from pontoon_sim.kernel.legal import ask_turn, best_of, is_pair, is_trick, may_burn, may_split
from pontoon_sim.kernel.log import note
from pontoon_sim.kernel.pack import (
    draw,
    has_cards,
    note_dealt,
    put_busts_under,
    put_under,
    remember_dealt,
    throw_in,
)
from pontoon_sim.kernel.shoot import fourth_bet, settle_bet, split_bet
from pontoon_sim.kernel.view import (
    hand_place,
    show_burnt,
    show_card,
    show_hand,
    show_purchase,
    show_shoot,
    show_stake,
    show_state,
)

turn_place = njit(cache=True)(turn_index)


@njit(cache=True)
def give(st, slot, card):
    """Lay a card to a hand."""
    count = st.count[at(slot)]
    rank = card >> 2
    st.cards[at(slot * CARD_STRIDE + count)] = card
    st.count[at(slot)] = count + 1
    st.hard[at(slot)] += min(rank + 1, 10)
    st.ace[at(slot)] |= rank == 0


@njit(cache=True)
def open_hand(st, view, slot, card, stake, buy_max):
    """Begin a hand with its first card."""
    rank = card >> 2
    st.cards[at(slot * CARD_STRIDE)] = card
    st.count[at(slot)] = 1
    st.hard[at(slot)] = min(rank + 1, 10)
    st.ace[at(slot)] = rank == 0
    st.stake[at(slot)] = stake
    st.score[at(slot)] = 1  # not bust
    if view is not None:
        st.price[at(slot)] = buy_max * stake
        st.bought[at(slot)] = 0
        st.twisted[at(slot)] = 0
        st.up[at(slot)] = 0


@njit(cache=True)
def give_next(rules, lineup, st, view, control, place, log):
    """The next card of the pack to a hand of one card, face down; its code."""
    slot = place.slot
    before = st.head
    card = draw(rules, st, place.position, log)
    if control is not None:
        held = np.int64(0), np.int64(1), st.ace[at(slot)], st.hard[at(slot)]
        stake = st.initial[at(place.position)]
        count_card(lineup, st, control, place, held, card >> 2, stake, np.int64(1))
    if view is not None and st.sees == SEES_ORDER:
        remember_dealt(rules, st, slot, st.count[at(slot)], before)
    give(st, slot, card)
    return card


@njit(cache=True)
def wants_split(rules, lineup, st, place, counterfactual):
    """Whether a table strategy splits this hand of two cards."""
    seat, position, slot = place.seat, place.position, place.slot
    if not is_pair(st, slot):
        return False
    rank = np.int64(st.cards[at(slot * CARD_STRIDE)]) >> 2
    wants = np.int64(lineup.pair[at(seat), at(rank)])
    if counterfactual is not None and may_split(rules, st, position, slot):
        wants = choose(counterfactual, seat, counterfactual.pair[at(rank)], wants)
    return wants != 0 and may_split(rules, st, position, slot)


@njit(cache=True)
def letter_of(rules, lineup, st, place, burnt, twisted, held, counterfactual):
    """A table's letter for a hand `held` (cards, hard total, ace); TABLE_BURN only where that is
    legal. What to play instead stands where no hand of two cards ever looks."""
    seat, position, slot = place.seat, place.position, place.slot
    count, hard, ace = held
    entry = turn_place(twisted > 0, count, ace, hard)
    letter = np.int64(lineup.turn[at(seat), at(entry)])
    if counterfactual is not None:
        # only two cards can be burnt, and the scratch knows of no others while tables play
        may = rules.burn != 0 and count == 2 and may_burn(rules, st, position, slot, burnt)
        if may and choose(
            counterfactual, seat, counterfactual.burn[at(hard - 13)], np.int64(letter == TABLE_BURN)
        ):
            return np.int64(TABLE_BURN)
        if letter == TABLE_BURN:
            letter = np.int64(lineup.turn[at(seat), at(turn_place(1, 2, ace, hard))])
        return choose(counterfactual, seat, counterfactual.turn[at(entry)], letter)
    if letter == TABLE_BURN and not may_burn(rules, st, position, slot, burnt):
        letter = np.int64(lineup.turn[at(seat), at(turn_place(1, 2, ace, hard))])
    return letter


@njit(cache=True)
def split_hand(rules, st, view, place, log):
    """P17: the second card begins a new hand, numbered after all others. Its place."""
    seat, position, hand, slot = place
    number = st.hands[at(position)]
    new = position * MAX_HANDS + number
    st.hands[at(position)] = number + 1
    st.in_play += 1
    st.splits += 1
    initial = st.initial[at(position)]
    note(log, st, EV_SPLIT, seat, hand, number, initial)
    show_card(rules, st, view, slot, 0)
    show_card(rules, st, view, slot, 1)
    moved = np.int64(st.cards[at(slot * CARD_STRIDE + 1)])
    open_hand(st, view, new, moved, initial, rules.buy_max)
    st.count[at(slot)] = 1
    st.hard[at(slot)] = st.hard[at(new)]
    st.up[at(slot)] &= 1
    if view is not None:
        st.up[at(new)] = 1
        value = min((moved >> 2) + 1, 10)
        view.hand_shown[at(slot)] -= value
        view.hand_shown[at(new)] = value
    show_stake(st, view, new, initial)
    return hand_place(seat, position, number)


@njit(cache=True)
def burn_hand(rules, lineup, st, view, control, place, log):
    """P33: the two cards are thrown in face up and go under; two new ones, face down."""
    seat, position, slot = place.seat, place.position, place.slot
    note(log, st, EV_BURN, seat, 0, 0, 0)
    show_hand(rules, st, view, slot)
    show_burnt(st, view, slot)
    put_busts_under(st)
    put_under(st, slot)
    st.burnt += 1
    st.thrown[at(position)] = 1
    stake = st.stake[at(slot)]
    before = st.head
    card = draw(rules, st, position, log)
    if control is not None:
        count_new_hand(lineup, st, control, place, card >> 2)
    open_hand(st, view, slot, card, stake, rules.buy_max)
    if view is not None and st.sees == SEES_ORDER:
        remember_dealt(rules, st, slot, 0, before)
    note(log, st, EV_CARD, seat, 0, card, 0)
    card = give_next(rules, lineup, st, view, control, place, log)
    note(log, st, EV_CARD, seat, 0, card, 0)


@njit(cache=True)
def declare_pontoon(rules, st, view, place, unsplit, log):
    """P12, P18, P30: declared at once, its ace face up; an unsplit one makes its holder the next
    banker."""
    seat, hand, slot = place.seat, place.hand, place.slot
    note(log, st, EV_PONTOON, seat, hand, 0, 0)
    st.score[at(slot)] = SCORE_PONTOON
    st.pontoon_shown = 1
    if unsplit and st.next_banker < 0:
        st.next_banker = seat  # the first to declare is nearest the banker's left
    ace = np.int64((st.cards[at(slot * CARD_STRIDE)] >> 2) != 0)
    show_card(rules, st, view, slot, ace)
    show_state(st, view, slot, HAND_PONTOON)


@njit(cache=True)
def end_hand(rules, st, view, sh, place, held, log):
    """A hand that draws no more: bust (P20), a five-card trick, or stuck.

    Nothing here can be predicted, so the engine's own part is written without a branch: a bust hand
    scores 0 and its cards go under the pack at once. `settle_hands` counts the chips.
    """
    seat, position, hand, slot = place
    count, hard, ace = held
    bust = hard > 21
    trick = is_trick(rules, count)
    score = SCORE_TRICK if trick else best_of(hard, ace)
    if rules.three_sevens_pays and count == 3 and hard == 21:
        cards = st.cards
        first = cards[slot * CARD_STRIDE] >> 2
        second = cards[slot * CARD_STRIDE + 1] >> 2
        if first == 6 and second == 6 and st.hands[at(position)] == 1:  # then the third is a seven
            score = SCORE_SEVENS
    st.score[at(slot)] = SCORE_BUST if bust else score
    st.in_play -= bust
    throw_in(st, slot, bust)
    if log is not None:
        if bust:
            note(log, st, EV_BUST, seat, hand, 0, 0)
            note(log, st, EV_PAY, seat, hand, -st.stake[at(slot)] * (1 + st.doubled), 0)
        else:
            note(log, st, EV_TRICK if trick else EV_STICK, seat, hand, 0, 0)
    if view is not None:
        if bust:
            show_hand(rules, st, view, slot)
            show_state(st, view, slot, HAND_BUST)
        else:
            show_state(st, view, slot, HAND_TRICK if trick else HAND_STUCK)
    if sh is not None and bust:
        settle_bet(st, sh, seat, hand, slot, False, log)
        show_shoot(st, view, slot, 0)


@njit(cache=True)
def make_split(rules, lineup, st, view, sh, place, log, counterfactual):
    """P17, S5: split a hand; its player may shoot on the new one, a single card still. Returns the
    place of the new hand."""
    new = split_hand(rules, st, view, place, log)
    if sh is not None:
        split_bet(rules, lineup, st, view, sh, new, log, counterfactual)
    return new


@njit(cache=True)
def deal_to_split(rules, lineup, st, view, control, place, new, log):
    """P17: a card to each hand of a split."""
    for hand in (place, new):
        card = give_next(rules, lineup, st, view, control, hand, log)
        note(log, st, EV_CARD, hand.seat, hand.hand, card, 0)


@njit(cache=True)
def play_hand(rules, lineup, st, view, sh, control, place, log, counterfactual):
    """One hand from its second card to its end: stuck, a pontoon, a trick, or bust.

    The hand lives in local variables; the scratch is only written, so that a card costs no wait for
    memory. It is read again after a split. A table's letter for a bust or a five-card hand is
    TABLE_STICK, so that one branch ends the loop whatever ends the hand; twisting and buying differ
    by arithmetic only, since which it is cannot be predicted.
    """
    seat, position, hand, slot = place
    initial = st.initial[at(position)]
    count, hard, ace = np.int64(2), st.hard[at(slot)], st.ace[at(slot)]
    stake, price, twisted = initial, rules.buy_max * initial, np.int64(0)
    burnt = False
    next_card, end = st.next[at(position)], st.end[at(position)]
    while True:
        if (count == 2) & (ace != 0) & (hard == 11):
            unsplit = st.hands[at(position)] == 1
            if unsplit or rules.split_pontoon:
                declare_pontoon(rules, st, view, place, unsplit, log)
                return
        # what to do, and what it costs: 0 for a twist
        action = np.int64(TWIST)
        cost = np.int64(0)
        if view is not None and lineup.address[at(seat), TURN] != 0:
            action = np.int64(STICK)
            if count < 5 and hard <= 21:
                action = ask_turn(rules, lineup, st, view, sh, place, burnt)
                if st.fault:
                    return
            if action == STICK:
                break
            cost = max(action, 0)
        elif count == 2 and wants_split(rules, lineup, st, place, counterfactual):
            action = np.int64(SPLIT)
        else:
            held = (count, hard, ace)
            letter = letter_of(rules, lineup, st, place, burnt, twisted, held, counterfactual)
            if letter == TABLE_STICK:
                break
            if letter == TABLE_BURN:
                action = np.int64(BURN)
            cost = initial * (letter == TABLE_BUY_LEAST) + price * (letter == TABLE_BUY_MOST)
        if action < TWIST:
            if action == SPLIT:
                new = make_split(rules, lineup, st, view, sh, place, log, counterfactual)
                if view is not None and st.fault:
                    return
                deal_to_split(rules, lineup, st, view, control, place, new, log)
            else:
                burn_hand(rules, lineup, st, view, control, place, log)
                burnt = True
            if view is not None and st.fault:
                return
            hard, ace = st.hard[at(slot)], st.ace[at(slot)]
            next_card = st.next[at(position)]
            continue
        if sh is not None and count == 3 and has_cards(rules, st, position, 1):
            st.hard[at(slot)], st.ace[at(slot)] = hard, ace
            fourth_bet(rules, lineup, st, view, sh, place, log, counterfactual)
            if view is not None and st.fault:
                return
        before = st.head
        if next_card < end:  # `draw`, with its place in a local variable
            card = np.int64(st.pack[at(next_card)])
            next_card += 1
            st.next[at(position)] = next_card
            note_dealt(st, card, log)
        else:
            card = draw(rules, st, position, log)
            if card < 0:  # nothing left to draw: the hand stands as it is (P32)
                break
        rank = card >> 2
        stake += cost
        price = cost if cost > 0 else price
        twisted += cost == 0
        if control is not None:
            held = np.int64(twisted > 0), count, ace, hard
            count_card(lineup, st, control, place, held, rank, stake, np.int64(price > initial))
        hard += min(rank + 1, 10)
        ace |= rank == 0
        st.cards[at(slot * CARD_STRIDE + count)] = card
        count += 1
        if log is not None:
            note(log, st, EV_BUY if cost > 0 else EV_TWIST, seat, hand, cost, 0)
            note(log, st, EV_CARD, seat, hand, card, cost == 0)
        if view is not None:
            st.count[at(slot)], st.hard[at(slot)], st.ace[at(slot)] = count, hard, ace
            st.stake[at(slot)] = stake
            st.price[at(slot)] = price
            st.twisted[at(slot)] = twisted
            st.bought[at(slot)] = count - 2 - twisted
            if st.sees >= SEES_TABLE:
                if st.sees == SEES_ORDER:
                    remember_dealt(rules, st, slot, count - 1, before)
                if cost > 0:
                    show_purchase(st, view, slot, cost)
                else:
                    show_card(rules, st, view, slot, count - 1)
    st.count[at(slot)] = count
    st.stake[at(slot)] = stake
    end_hand(rules, st, view, sh, place, (count, hard, ace), log)


@njit(cache=True)
def play_turn(rules, lineup, st, view, sh, control, position, log, counterfactual):
    """All hands of one player, those made by splitting too, in order (P18)."""
    seat = st.seat_at[at(position)]
    hand = np.int64(0)
    while hand < st.hands[at(position)]:
        place = hand_place(seat, position, hand)
        play_hand(rules, lineup, st, view, sh, control, place, log, counterfactual)
        if view is not None and st.fault:
            return
        hand += 1
