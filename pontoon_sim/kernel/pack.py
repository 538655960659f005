"""The pack during a table: shuffles, the next card, cards going under (P1, P20, P29, P32).

Continuing game: a ring from which cards come at `head` and go back at `tail`.

Fresh pack for every deal: each position has its own stretch of the pack, so that one seat's extra
card leaves the others' cards alone (which makes paired comparisons sharp). Any rule for choosing
unseen places of a uniform shuffle deals with the same law. A hand that needs more than its stretch
draws from the rest of the pack, then from what other stretches have left, then the busted cards.
"""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.generator import mix, next_word, philox_words, shuffle, split_word
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import CARD_STRIDE, MAX_HANDS, SEES_ORDER
from pontoon_sim.kernel.state import RING

_MASK = RING - 1
_GOLDEN = np.uint64(0x9E3779B97F4A7C15)


@njit(cache=True)
def start_stream(st, seed, table):
    """Key the table's stream and its `chance` numbers from `(seed, table)`."""
    none, one = np.uint64(0), np.uint64(1)
    number, key = np.uint64(table), np.uint64(seed)
    words = philox_words(number, none, none, none, key, none)
    st.rng[0], st.rng[1], st.rng[2], st.rng[3] = words
    st.chance_key = philox_words(number, one, none, none, key, none)[0]


@njit(cache=True)
def sort_pack(st, size):
    """Lay the full pack in the order of the card codes; two packs hold every code twice."""
    if size == 52:
        for i in range(52):
            st.pack[at(i)] = i
    else:
        for i in range(104):
            st.pack[at(i)] = i >> 1


@njit(cache=True)
def start_fresh_pack(rules, st):
    """Shuffle for one deal from a fresh pack: the stretches now, the rest when it is needed."""
    size = rules.cards_in_pack
    sort_pack(st, size)
    seats, stretch = rules.seats, rules.stretch
    # drawn first, so that the stream moves on alike whatever is dealt
    st.late_rng = next_word(st.rng)
    shuffled = shuffle(st.rng, st.pack, 0, seats * stretch, size)
    st.shuffled_to = min(shuffled, size)
    st.head = seats * stretch
    st.tail = size
    for p in range(seats):
        st.next[at(p)] = p * stretch
        st.end[at(p)] = (p + 1) * stretch


@njit(cache=True)
def shuffle_whole_pack(rules, st):
    """Shuffle and cut the whole pack (P29)."""
    size = rules.cards_in_pack
    sort_pack(st, size)
    shuffle(st.rng, st.pack, 0, size - 1, size)
    st.head = 0
    st.tail = size
    for p in range(rules.seats):
        st.next[at(p)] = 0
        st.end[at(p)] = 0


@njit(cache=True)
def forget_order(st):
    """Nobody knows where any card is: the pack has been shuffled."""
    for i in range(RING):
        st.known[at(i)] = 0


@njit(cache=True)
def remember_dealt(rules, st, slot, k, before):
    """Who knew card `k` of a hand when it was dealt, by its place in the pack; `before` is where
    the head of the pack was."""
    knowers = np.uint16(0)
    if st.head > before and (rules.stretch == 0 or before >= rules.cards_in_pack):
        knowers = st.known[at(before & _MASK)]
    st.knowers[at(slot * CARD_STRIDE + k)] = knowers


@njit(cache=True)
def remember_under(st, slot):
    """Who knows the cards of a hand that goes under: everybody those that lay face up, its holder
    all of them, others what they remember."""
    holder = np.int64(1) << st.seat_at[at(slot // MAX_HANDS)]
    for k in range(st.count[at(slot)]):
        knowers = np.int64(st.knowers[at(slot * CARD_STRIDE + k)]) | holder
        if (st.up[at(slot)] >> k) & 1:
            knowers = 0xFFFF
        st.known[at((st.tail + k) & _MASK)] = knowers


@njit(cache=True)
def put_under(st, slot):
    """Put a hand's cards at the bottom of the pack in the order dealt (P20, P29)."""
    if st.sees == SEES_ORDER:
        remember_under(st, slot)
    tail = st.tail
    for k in range(st.count[at(slot)]):
        st.pack[at(tail & _MASK)] = st.cards[at(slot * CARD_STRIDE + k)]
        tail += 1
    st.tail = tail


@njit(cache=True)
def throw_in(st, slot, bust):
    """A hand that ended goes under if it is bust (P20). Only its place in the queue is noted:
    whether it bust cannot be predicted, and the cards are hardly ever dealt again."""
    st.busts[at(st.bust_count)] = slot
    st.bust_count += bust


@njit(cache=True)
def put_busts_under(st):
    """Put the hands of the queue under the pack, before anything else goes there or is counted."""
    for i in range(st.bust_count):
        put_under(st, st.busts[at(i)])
    st.bust_count = 0


@njit(cache=True)
def cards_left(rules, st):
    """Cards that can still be dealt, busted ones under the pack included."""
    put_busts_under(st)
    left = st.tail - st.head
    for p in range(rules.seats):
        left += st.end[at(p)] - st.next[at(p)]
    return left


@njit(cache=True)
def has_cards(rules, st, position, count):
    """Whether so many cards can still be dealt to a position; nearly always told at a glance."""
    if st.end[at(position)] - st.next[at(position)] >= count or st.tail - st.head >= count:
        return True
    return cards_left(rules, st) >= count


@njit(cache=True)
def draw_from_rest(rules, st):
    """The next card when a position's own stretch is used up, or in the continuing game; -1 when
    no card is left (P32)."""
    head = st.head
    if rules.stretch > 0:
        size = rules.cards_in_pack
        if head < size:
            if head >= st.shuffled_to:
                skip, st.late_rng = split_word(st.late_rng, np.uint64(size - head))
                other = head + np.int64(skip)
                st.pack[at(head)], st.pack[at(other)] = st.pack[at(other)], st.pack[at(head)]
            st.head = head + 1
            return np.int64(st.pack[at(head)])
        for p in range(rules.seats):
            if st.next[at(p)] < st.end[at(p)]:
                st.end[at(p)] -= 1
                return np.int64(st.pack[at(st.end[at(p)])])
    if head >= st.tail:
        put_busts_under(st)
    if head >= st.tail:
        return np.int64(-1)
    st.head = head + 1
    return np.int64(st.pack[at(head & _MASK)])


@njit(cache=True)
def note_dealt(st, card, log):
    """While logging, remember the order in which cards are dealt."""
    if log is not None:
        st.dealt[at(st.dealt_count)] = card
        st.dealt_count += 1


@njit(cache=True)
def draw(rules, st, position, log):
    """Deal the next card to a position: its code, or -1 when no card is left (P32)."""
    i = st.next[at(position)]
    if i < st.end[at(position)]:
        st.next[at(position)] = i + 1
        card = np.int64(st.pack[at(i)])
    else:
        card = draw_from_rest(rules, st)
    if card >= 0:
        note_dealt(st, card, log)
    return card


@njit(cache=True)
def deal_card(rules, st, view, position, k, log):
    """Card `k` (0 or 1) of the two that everybody is dealt (P5, P7)."""
    if rules.stretch > 0:
        place = position * rules.stretch + k
        if view is not None or k == 1:
            st.next[at(position)] = place + 1
        card = np.int64(st.pack[at(place)])
    else:
        card = draw_from_rest(rules, st)
    note_dealt(st, card, log)
    return card


@njit(cache=True)
def chance(st, seat, decision, hand_state):
    """Random number of one decision, 0 to 2**32 - 1: a function of the table's key and the place
    of the decision alone, so that it is the same in a replay and disturbs nothing.

    `hand_state` (`hand_state_key`) and `decision` tell all decisions of a seat in a deal apart.
    """
    place = ((st.deal * 16 + seat) * 16 + decision) * 4096 + hand_state
    return np.int64(mix(st.chance_key + _GOLDEN * np.uint64(1 + place)) >> np.uint64(32))


@njit(cache=True)
def hand_state_key(hand, hands, burnt, cards):
    """A number below 4096 of a hand at a decision: its number, the hands of its player, whether the
    player has thrown in a hand (0 or 1), its cards. Between deals it is that of a hand of none."""
    return hand * 512 + hands * 64 + burnt * 8 + cards
