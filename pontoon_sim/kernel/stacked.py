"""One deal played many times with known cards in place, in several ways on the same packs."""

from __future__ import annotations

import numpy as np
from numba import njit

from pontoon_sim.kernel.deal import play_deal
from pontoon_sim.kernel.generator import shuffle
from pontoon_sim.kernel.index import at
from pontoon_sim.kernel.layout import RANK_COUNT
from pontoon_sim.kernel.pack import start_stream
from pontoon_sim.kernel.view import clear_public, forget_seen, set_view

UNKNOWN = 255
TRIES = 64
"""Packs drawn for one deal; with fewer than one in 20 showing a banker's pontoon (P8), so many in a
row never do."""


@njit(cache=True)
def lay_pack(rules, st, seed, number, template, unknown, drawn):
    """Fill the places of a pack that the template leaves open; the banker has no pontoon."""
    banker = (rules.seats - 1) * rules.stretch
    for attempt in range(TRIES):
        start_stream(st, seed, number * TRIES + attempt)
        for i in range(unknown.size):
            drawn[at(i)] = unknown[at(i)]
        shuffle(st.rng, drawn, 0, unknown.size - 1, unknown.size)
        taken = 0
        for i in range(template.size):
            if template[at(i)] == UNKNOWN:
                st.pack[at(i)] = drawn[at(taken)]
                taken += 1
            else:
                st.pack[at(i)] = template[at(i)]
        low = min(st.pack[at(banker)] >> 2, st.pack[at(banker + 1)] >> 2)
        high = max(st.pack[at(banker)] >> 2, st.pack[at(banker + 1)] >> 2)
        if low > 0 or high < 9:
            return


@njit(cache=True)
def begin_again(rules, st, view, seen):
    """The deal stands before its first card; `seen` has been seen before."""
    n = rules.seats
    for position in range(n):
        st.next[at(position)] = position * rules.stretch
        st.end[at(position)] = (position + 1) * rules.stretch
        st.bankroll[at(position)] = 0
    st.head = n * rules.stretch
    st.tail = rules.cards_in_pack
    st.shuffled_to = rules.cards_in_pack
    st.deal = 0
    st.tenure = 0
    st.fault = 0
    st.banker = n - 1
    clear_public(rules, st, view)
    forget_seen(rules, st, view)
    for rank in range(RANK_COUNT):
        st.seen[at(rank)] = seen[at(rank)]


@njit(cache=True, nogil=True)
def play_stacked(game, first, template, unknown, seen, position, nets):
    """Play deals `first`, `first + 1`, ... each in every way.

    Parameters
    ----------
    game : `state.Game`
        With a fresh pack for every deal, records of `layout.LINEUP`, (ways,), for its line-up, a
        view, and without Shoot.
    template : uint8, (cards,): card code at each place of the pack, UNKNOWN where it is drawn
    unknown : uint8, (open places,): the cards for them
    seen : int64, (13,): cards of each rank seen before this deal
    position : whose net is wanted
    nets : int64, (deals, ways): filled with chips

    Returns
    -------
    int64 : -1, or the way in which a strategy's answer was not legal (see `st.fault`)
    """
    rules, lineups, st, view, _, seed, tally, _, _ = game
    drawn = np.zeros(2 * template.size, np.uint8)
    for place in range(rules.seats):
        st.hands[at(place)] = 4
        st.seat_at[at(place)] = place
    set_view(rules, view)
    for number in range(nets.shape[0]):
        lay_pack(rules, st, seed, first + number, template, unknown, drawn)
        for way in range(nets.shape[1]):
            begin_again(rules, st, view, seen)
            play_deal(rules, lineups[way], st, view, None, None, tally, None, None)
            if st.fault:
                return way
            nets[number, way] = st.net[at(position)]
    return -1
