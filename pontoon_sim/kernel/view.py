"""What a function strategy is shown: filling the view, and keeping its public part up to date.

The view is written afresh for every question, so nothing of another seat's hand stays in it. Its
public part (`hand_*` arrays) is kept up as the deal goes on, only while some seat is a function.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.layout import HAND_NONE, HAND_WAITING, MAX_HANDS, MAX_SEATS, RANK_COUNT
from pontoon_sim.kernel.pack import cards_left, chance


@njit(cache=True)
def clear_public(st, view):
    """Forget the hands of the deal before."""
    if view is not None:
        for i in range(view.hand_state.size):
            view.hand_state[i] = HAND_NONE
            view.hand_stake[i] = 0
            view.hand_bought[i] = 0
            view.hand_twisted[i] = 0
            view.hand_shown[i] = 0


@njit(cache=True)
def show_stake(st, view, slot, chips):
    """A hand's stake lies on the table for all to see (P6, P14, P23)."""
    if view is not None:
        view.hand_state[slot] = HAND_WAITING
        view.hand_stake[slot] = chips
        view.hand_bought[slot] = st.bought[slot]


@njit(cache=True)
def show_state(st, view, slot, state):
    """How a hand ended, as the table sees it."""
    if view is not None:
        view.hand_state[slot] = state


@njit(cache=True)
def show_card(rules, st, view, slot, k):
    """Turn up card `k` of a hand: everybody remembers it; a player's adds to `hand_shown`."""
    if view is not None and not (st.up[slot] >> k) & 1:
        st.up[slot] |= 1 << k
        rank = np.int64(st.cards[slot * 8 + k]) >> 2
        st.seen[rank] += 1
        if slot < view.hand_shown.size and slot < (rules.seats - 1) * MAX_HANDS:
            view.hand_shown[slot] += min(rank + 1, 10)
            view.hand_twisted[slot] = st.twisted[slot]


@njit(cache=True)
def show_hand(rules, st, view, slot):
    """Turn up all cards of a hand."""
    if view is not None:
        for k in range(st.count[slot]):
            show_card(rules, st, view, slot, k)


@njit(cache=True)
def forget_seen(st, view):
    """A shuffle ends what is known of the pack."""
    if view is not None:
        for i in range(RANK_COUNT):
            st.seen[i] = 0
            for seat in range(MAX_SEATS):
                st.own_seen[seat, i] = 0


@njit(cache=True)
def look_between(rules, st, view, sh, sees, seat, decision, position):
    """Fill the view for a question that is not about a hand: bank and kitty (P31, S1, S8)."""
    view.decision = decision
    view.position = position
    view.seats = rules.seats
    view.stake_min = rules.stake_min
    view.stake_max = rules.stake_max
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
    view.cheapest = 0
    view.dearest = 0
    view.can_stick = 0
    view.can_twist = 0
    view.can_split = 0
    view.can_burn = 0
    view.bankroll = st.bankroll[seat]
    view.cards_left = cards_left(rules, st)
    view.kitty = 0
    view.room = 0
    if sh is not None:
        view.kitty = sh.kitty
    view.chance = chance(st, seat, decision, 0, 1, 0)
    for i in range(RANK_COUNT):
        view.held[i] = 0
        view.seen[i] = st.seen[i] + st.own_seen[seat, i] if sees else 0


@njit(cache=True)
def look(rules, st, view, sh, sees, seat, decision, position, hand):
    """Fill the view for one question about one hand; no action is legal until the caller says so.

    `sees`: 1 to fill `seen`. The banker's position is `seats - 1`.
    """
    look_between(rules, st, view, sh, sees, seat, decision, position)
    slot = position * MAX_HANDS + hand
    hands = st.hands[position]
    count = st.count[slot]
    hard = st.hard[slot]
    soft = st.ace[slot] and hard <= 11
    first = (np.int64(st.cards[slot * 8]) >> 2) + 1
    view.first_card = first
    view.cards = count
    view.hard = hard
    view.soft = 1 if soft else 0
    view.total = hard + 10 if soft else hard
    if count == 2 and (np.int64(st.cards[slot * 8 + 1]) >> 2) + 1 == first:
        view.pair = first
    view.hand = hand
    view.hands = hands
    view.bought = st.bought[slot]
    view.twisted = st.twisted[slot]
    view.stake = st.stake[slot]
    view.initial = st.initial[position]
    view.chance = chance(st, seat, decision, hand, hands, count)
    for k in range(count):
        view.held[np.int64(st.cards[slot * 8 + k]) >> 2] += 1
    if sees:
        for h in range(hands):
            own = position * MAX_HANDS + h
            for k in range(st.count[own]):
                if not (st.up[own] >> k) & 1:
                    view.seen[np.int64(st.cards[own * 8 + k]) >> 2] += 1


@njit(cache=True)
def end_views(rules, st, view, banker, turned):
    """Settled hands are turned up. A bank that had no turn (`turned` 0) keeps its two cards hidden,
    but remembers them itself."""
    if view is not None:
        for position in range(rules.seats - 1):
            for hand in range(st.hands[position]):
                show_hand(rules, st, view, position * MAX_HANDS + hand)
        slot = (rules.seats - 1) * MAX_HANDS
        if turned:
            show_hand(rules, st, view, slot)
        else:
            for k in range(st.count[slot]):
                st.own_seen[banker, np.int64(st.cards[slot * 8 + k]) >> 2] += 1
