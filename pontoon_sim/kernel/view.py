"""What a function strategy is shown: filling the view, and keeping its public part up to date.

The view is written afresh for every question, so nothing of another seat's hand stays in it. Its
public part (`hand_*` arrays) is kept up as the deal goes on, only while some function looks there.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import (
    CARD_PLACES,
    CARD_STRIDE,
    HAND_NONE,
    HAND_WAITING,
    MAX_HANDS,
    MOST_CARDS,
    RANK_COUNT,
    SEES_ORDER,
    SEES_PACK,
    SEES_TABLE,
    VIEW_CARD_STRIDE,
    VIEW_PRICE_STRIDE,
)
from pontoon_sim.kernel.pack import cards_left, chance, forget_order, hand_state_key
from pontoon_sim.kernel.state import (
    RESHUFFLE_EVERY_DEAL,
    RESHUFFLE_PONTOON,
    RING,
    HandPlace,
)

_MASK = RING - 1


@njit(cache=True)
def clear_public(rules, st, view):
    """Forget the hands of the deal before."""
    if view is not None and st.sees >= SEES_TABLE:
        for position in range(rules.seats - 1):
            for hand in range(st.hands[at(position)]):
                i = position * MAX_HANDS + hand
                view.hand_state[at(i)] = HAND_NONE
                view.hand_stake[at(i)] = 0
                view.hand_initial[at(i)] = 0
                view.hand_bought[at(i)] = 0
                view.hand_twisted[at(i)] = 0
                view.hand_shown[at(i)] = 0
                view.hand_shoot[at(i)] = 0
                view.hand_burnt[at(i)] = 0
                for k in range(VIEW_PRICE_STRIDE):
                    view.hand_prices[at(i * VIEW_PRICE_STRIDE + k)] = 0


@njit(cache=True)
def show_stake(st, view, slot, chips):
    """A hand's initial stake lies on the table for all to see (P6, P17, P23)."""
    if view is not None and st.sees >= SEES_TABLE:
        view.hand_state[at(slot)] = HAND_WAITING
        view.hand_stake[at(slot)] = chips
        view.hand_initial[at(slot)] = chips


@njit(cache=True)
def show_purchase(st, view, slot, price):
    """So does the price of a card (P14, P23)."""
    if view is not None and st.sees >= SEES_TABLE:
        number = st.bought[at(slot)]
        view.hand_stake[at(slot)] = st.stake[at(slot)]
        view.hand_bought[at(slot)] = number
        view.hand_prices[at(slot * VIEW_PRICE_STRIDE + number - 1)] = price


@njit(cache=True)
def show_shoot(st, view, slot, chips):
    """The shoot bets that stand on a hand (S2-S6, P23)."""
    if view is not None and st.sees >= SEES_TABLE:
        view.hand_shoot[at(slot)] = chips


@njit(cache=True)
def show_burnt(st, view, slot):
    """A hand is thrown in face up (P33, P23); the next one has no card that lies so."""
    if view is not None and st.sees >= SEES_TABLE:
        view.hand_burnt[at(slot)] = st.hard[at(slot)]
        view.hand_shown[at(slot)] = 0


@njit(cache=True)
def show_state(st, view, slot, state):
    """How a hand ended, as the table sees it."""
    if view is not None and st.sees >= SEES_TABLE:
        view.hand_state[at(slot)] = state


@njit(cache=True)
def show_card(rules, st, view, slot, k):
    """Turn up card `k` of a hand: everybody remembers it; a player's adds to `hand_shown`."""
    if view is not None and st.sees >= SEES_TABLE and not (st.up[at(slot)] >> k) & 1:
        st.up[at(slot)] |= 1 << k
        rank = np.int64(st.cards[at(slot * CARD_STRIDE + k)]) >> 2
        st.seen[at(rank)] += 1
        if slot < (rules.seats - 1) * MAX_HANDS:
            view.hand_shown[at(slot)] += min(rank + 1, 10)
            view.hand_twisted[at(slot)] = st.twisted[at(slot)]


@njit(cache=True)
def show_hand(rules, st, view, slot):
    """Turn up all cards of a hand."""
    if view is not None and st.sees >= SEES_TABLE:
        for k in range(st.count[at(slot)]):
            show_card(rules, st, view, slot, k)


@njit(cache=True)
def forget_seen(rules, st, view):
    """A shuffle ends what is known of the pack."""
    if view is not None and st.sees >= SEES_TABLE:
        for i in range(RANK_COUNT):
            st.seen[at(i)] = 0
            for seat in range(rules.seats):
                st.own_seen[at(seat), at(i)] = 0
        if st.sees == SEES_ORDER:
            forget_order(st)


@njit(cache=True)
def set_view(rules, view):
    """Fill what no question changes."""
    if view is not None:
        view.seats = rules.seats
        view.stake_min = rules.stake_min
        view.stake_max = rules.stake_max


@njit(cache=True)
def no_choice(view):
    """No action of a hand is legal: the question is about chips."""
    view.cheapest = 0
    view.dearest = 0
    view.can_stick = 0
    view.can_twist = 0
    view.can_split = 0
    view.can_burn = 0


@njit(cache=True)
def look_between(rules, lineup, st, view, sh, seat, decision, position):
    """Fill the view for a question that is not about a hand: bank and kitty (P31, S1, S8).

    What the seat's functions do not look at (`lineup.sees`, `lineup.uses_chance`) is 0.
    """
    view.decision = decision
    view.position = position
    view.first_card = 0
    view.cards = 0
    view.total = 0
    view.hard = 0
    view.soft = 0
    view.pair = 0
    view.hand = 0
    view.hands = 1
    view.bought = 0
    view.twisted = 0
    view.stake = 0
    view.initial = 0
    for i in range(RANK_COUNT):
        view.held[at(i)] = 0
    no_choice(view)
    look_around(rules, lineup, st, view, sh, seat)
    if lineup.uses_chance[at(seat)]:
        view.chance = chance(st, seat, decision, hand_state_key(0, 1, 0, 0))


@njit(cache=True)
def shuffle_due(rules, st):
    """P29: 1 when the pack is to be shuffled before the next deal, for what has been shown yet."""
    every = np.int64(rules.reshuffle == RESHUFFLE_EVERY_DEAL)
    return every | (np.int64(rules.reshuffle == RESHUFFLE_PONTOON) & st.pontoon_shown)


@njit(cache=True)
def look_around(rules, lineup, st, view, sh, seat):
    """The part of the view that is not of one hand."""
    view.room = 0
    view.kitty = 0
    if sh is not None:
        view.kitty = sh.kitty
    view.chance = 0
    if st.sees >= SEES_TABLE:  # else these have stayed 0
        looks = lineup.sees[at(seat)] >= SEES_TABLE
        view.bankroll = st.bankroll[at(seat)] if looks else 0
        view.cards_left = cards_left(rules, st) if looks else 0
        view.doubled = st.doubled if looks else 0
        view.shuffle_due = shuffle_due(rules, st) if looks else 0
    if st.sees >= SEES_PACK:
        looks = lineup.sees[at(seat)] >= SEES_PACK
        for i in range(RANK_COUNT):
            known = st.seen[at(i)] + st.own_seen[at(seat), at(i)]
            view.seen[at(i)] = known if looks else 0
        if st.sees == SEES_ORDER:
            look_ahead(rules, lineup, st, view, seat)


@njit(cache=True)
def look_ahead(rules, lineup, st, view, seat):
    """The cards to come that the seat knows: those that have gone under, in their places."""
    view.fresh = 0
    for i in range(MOST_CARDS):
        view.coming[at(i)] = 0
    for i in range(CARD_PLACES):
        view.hand_cards[at(i)] = 0
    if lineup.sees[at(seat)] == SEES_ORDER:
        left = cards_left(rules, st)
        size = rules.cards_in_pack
        first = st.head if rules.stretch == 0 else max(st.head, size)
        skipped = left - (st.tail - first)
        view.fresh = max(size - st.head, 0) if rules.stretch == 0 else skipped
        for i in range(skipped, left):
            place = (first + i - skipped) & _MASK
            if (np.int64(st.known[at(place)]) >> seat) & 1:
                view.coming[at(i)] = (np.int64(st.pack[at(place)]) >> 2) + 1


@njit(cache=True)
def recall_hands(rules, st, view, seat):
    """The cards on the table that the seat knows: its own, those face up, and those that it
    remembers from their place in the pack."""
    for position in range(rules.seats):
        own = st.seat_at[at(position)] == seat
        for hand in range(st.hands[at(position)]):
            slot = position * MAX_HANDS + hand
            for k in range(st.count[at(slot)]):
                knows = own or ((st.up[at(slot)] >> k) & 1) != 0
                if knows or (np.int64(st.knowers[at(slot * CARD_STRIDE + k)]) >> seat) & 1:
                    rank = np.int64(st.cards[at(slot * CARD_STRIDE + k)]) >> 2
                    view.hand_cards[at(slot * VIEW_CARD_STRIDE + k)] = rank + 1


@njit(cache=True)
def hand_place(seat, position, hand):
    """The place of a hand."""
    return HandPlace(seat, position, hand, position * MAX_HANDS + hand)


@njit(cache=True)
def first_hand(seat, position):
    """The place of a seat's first hand."""
    return hand_place(seat, position, np.int64(0))


@njit(cache=True)
def look(rules, lineup, st, view, sh, decision, place):
    """Fill the view for one question about the hand at a `state.HandPlace`; see `look_between`. The
    banker's position is `seats - 1`. What is legal the caller has to say, or `no_choice`."""
    seat, position, hand, slot = place
    look_around(rules, lineup, st, view, sh, seat)
    hands = st.hands[at(position)]
    count = st.count[at(slot)]
    hard = st.hard[at(slot)]
    soft = np.int64((st.ace[at(slot)] != 0) & (hard <= 11))
    first = np.int64(st.cards[at(slot * CARD_STRIDE)]) >> 2
    pair = np.int64((count == 2) & (np.int64(st.cards[at(slot * CARD_STRIDE + 1)]) >> 2 == first))
    view.decision = decision
    view.position = position
    view.first_card = first + 1
    view.cards = count
    view.hard = hard
    view.soft = soft
    view.total = hard + 10 * soft
    view.pair = (first + 1) * pair
    view.hand = hand
    view.hands = hands
    view.bought = st.bought[at(slot)]
    view.twisted = st.twisted[at(slot)]
    view.stake = st.stake[at(slot)]
    view.initial = st.initial[at(position)]
    if lineup.uses_chance[at(seat)]:
        burnt = np.int64(st.thrown[at(position)] > 0)
        view.chance = chance(st, seat, decision, hand_state_key(hand, hands, burnt, count))
    if st.uses_held:
        for i in range(RANK_COUNT):
            view.held[at(i)] = 0
        for k in range(5):  # no branch on the number of cards; what lies past counts for nothing
            view.held[at(np.int64(st.cards[at(slot * CARD_STRIDE + k)]) >> 2)] += k < count
    if lineup.sees[at(seat)] >= SEES_PACK:
        for h in range(hands):
            own = position * MAX_HANDS + h
            for k in range(st.count[at(own)]):
                if not (st.up[at(own)] >> k) & 1:
                    view.seen[at(np.int64(st.cards[at(own * CARD_STRIDE + k)]) >> 2)] += 1
        if lineup.sees[at(seat)] == SEES_ORDER:
            recall_hands(rules, st, view, seat)


@njit(cache=True)
def end_views(rules, st, view, banker, turned):
    """Settled hands are turned up. A bank that had no turn (`turned` 0) keeps its two cards hidden,
    but remembers them itself."""
    if view is not None and st.sees >= SEES_PACK:
        for position in range(rules.seats - 1):
            for hand in range(st.hands[at(position)]):
                show_hand(rules, st, view, position * MAX_HANDS + hand)
        slot = (rules.seats - 1) * MAX_HANDS
        if turned:
            show_hand(rules, st, view, slot)
        else:
            for k in range(st.count[at(slot)]):
                st.own_seen[
                    at(banker), at(np.int64(st.cards[at(slot * CARD_STRIDE + k)]) >> 2)
                ] += 1
