"""The loops of the enumeration in machine code: where the banker's hand ends, in whole numbers.

Import this through `compiled.py`, which sets numba's cache first. Numpy and numba only.
"""

from __future__ import annotations

import numpy as np
from numba import njit

CLASSES = 25
"""Width of a banker's law: its score 0 (bust) to 24 (pontoon)."""


LANES = 8
"""Packs that are worked out at once."""
ROWS = 8
"""Sets of cards of the first hand that are added up at once."""


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def law_rows(left, falling, parents, values, counts, lengths, ways, ends, out):  # type: ignore[no-untyped-def]
    """Ways in which the banker's hand ends in each score, out of perm(cards left, 5).

    Whole numbers below 2**53 throughout, so that floating point is exact here, and several packs
    go through the tree side by side.

    Parameters
    ----------
    left : int64, (m, 10)
        Cards left by value, for the banker's two cards and its draws.
    falling : int64, (33, 13)
        Table of falling factorials.
    parents, values, counts : int64, (t,)
        A tree of the finished hands, values in ascending order: a node is its parent's cards and so
        many of one more value. Node 0 is the empty hand.
    lengths, ways, ends : int64, (t,)
        Cards, orders in which the hand is reached and ends there (0: never), score.
    out : float64, (m, 25)
        Filled. Index 0, bust, is what remains.
    """
    factor = np.empty((10, 6, LANES))
    after = np.ones((6, LANES))
    orders = np.ones((len(parents), LANES))
    sums = np.empty((25, LANES))
    for start in range(0, len(left), LANES):
        for lane in range(LANES):
            row = min(start + lane, len(left) - 1)
            size = 0
            for value in range(10):
                size += left[row, value]
                for k in range(1, 6):
                    factor[value, k, lane] = falling[left[row, value], k]
            # a hand of fewer than five cards goes with every order of the cards after it
            for k in range(4, -1, -1):
                after[k, lane] = after[k + 1, lane] * (size - k)
        sums[:] = 0.0
        for t in range(1, len(parents)):
            parent, value, count = parents[t], values[t], counts[t]
            for lane in range(LANES):
                orders[t, lane] = orders[parent, lane] * factor[value, count, lane]
            if ways[t]:
                times, end, length = float(ways[t]), ends[t], lengths[t]
                for lane in range(LANES):
                    sums[end, lane] += times * after[length, lane] * orders[t, lane]
        for lane in range(min(LANES, len(left) - start)):
            done = 0.0
            for end in range(1, 25):
                out[start + lane, end] = sums[end, lane]
                done += sums[end, lane]
            out[start + lane, 0] = after[0, lane] - done


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def place_of(key, keys):  # type: ignore[no-untyped-def]
    """Where a key stands in a hash table, or the empty place where it belongs."""
    mask = len(keys) - 1
    place = ((key ^ (key >> 17) ^ (key >> 31)) * 0x9E3779B1 >> 7) & mask
    while keys[place] != 0 and keys[place] != key:
        place = (place + 1) & mask
    return place


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def move_laws(old_keys, old_laws, keys, laws):  # type: ignore[no-untyped-def]
    """Copy a hash table of laws to a larger one."""
    for old in range(len(old_keys)):
        if old_keys[old] != 0:
            place = place_of(old_keys[old], keys)
            keys[place] = old_keys[old]
            laws[place] = old_laws[old]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def packs_of(keys, places, out):  # type: ignore[no-untyped-def]
    """Cards left by value, int64 (n, 10), of the packs at some places of a hash table."""
    for n in range(len(places)):
        key = keys[places[n]]
        for value in range(9, -1, -1):
            out[n, value] = key & 63
            key >>= 6


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def meet(  # type: ignore[no-untyped-def]
    left, extra, falling, below, cards_a, cards_b, begin, same, keys, limit,
    chances, places, fresh,
):  # fmt: skip
    """Chances that two sets of cards come together, and the packs that they leave.

    Parameters
    ----------
    left : int64, (10,)
        Cards left by value.
    extra : int64, (2,)
        Where a rank of the ten-cards is split: ten-cards left of that rank and of others.
    falling : int64, (33, 13);  below : float64, (k,)
        Falling factorials; `below[k]` is perm(cards left, k).
    cards_x : int64, (n, 12)
        Cards by value; where ten-cards are split index 10 is second cards of the split rank, 11
        second cards that are other ten-cards, and 9 further ten-cards of any rank.
    begin : int64
        First of the sets a to be met.
    same : bool
        Both are one; then only pairs in order are met, two of one with half their chance.
    keys : int64, (c,)
        A hash table of packs, 0 for an empty place; new packs are added.
    limit : int64
        Most packs to be added: the work ends before a set that might add more.
    chances : float64, (rows, b);  places : int32, (rows, b)
        Filled: chance of the cards in one order, 0 where the pack cannot give them; place in
        `keys` of the pack left. The work ends where they are full.
    fresh : int64, (limit,)
        Filled with the places of new packs.

    Returns
    -------
    tuple of int64
        Sets met, new packs.
    """
    # of each set b: which values below ten it holds, its cards, what it takes off a pack's key
    values = np.zeros((len(cards_b), 10), np.int64)
    kinds = np.zeros(len(cards_b), np.int64)
    sizes = np.zeros(len(cards_b), np.int64)
    offs = np.zeros(len(cards_b), np.int64)
    for b in range(len(cards_b)):
        for value in range(9):
            if cards_b[b, value]:
                values[b, kinds[b]] = value
                kinds[b] += 1
        for slot in range(12):
            sizes[b] += cards_b[b, slot]
            offs[b] += cards_b[b, slot] << (6 * max(0, 9 - slot))
    rest = np.zeros(9, np.int64)
    new = 0
    rows = min(len(chances), len(cards_a) - begin)
    for row in range(rows):
        if new + len(cards_b) > limit:
            return row, new
        a = begin + row
        known, size, whole = 1.0, 0, np.int64(1)
        for slot in range(12):
            size += cards_a[a, slot]
        for value in range(9):
            wanted = cards_a[a, value]
            rest[value] = left[value] - wanted
            known *= falling[left[value], wanted] if rest[value] >= 0 else 0
            whole = whole * 64 + rest[value]
        whole = whole * 64 + left[9] - cards_a[a, 9] - cards_a[a, 10] - cards_a[a, 11]
        for b in range(len(cards_b)):
            chances[row, b] = 0.0
            if (same and b < a) or known == 0.0:
                continue
            chance = known
            for n in range(kinds[b]):
                value = values[b, n]
                there, wanted = rest[value], cards_b[b, value]
                if there < wanted:
                    chance = 0.0
                    break
                chance *= falling[there, wanted]
            # second cards that are ten-cards of given ranks come before further ones of any rank
            tens = left[9]
            for n in range(2):
                wanted = cards_a[a, 10 + n] + cards_b[b, 10 + n]
                if wanted:
                    chance *= falling[extra[n], wanted] if extra[n] >= wanted else 0
                    tens -= wanted
            wanted = cards_a[a, 9] + cards_b[b, 9]
            if chance == 0.0 or tens < wanted:
                continue
            chance *= falling[tens, wanted]
            key = whole - offs[b]
            if same and a == b:
                chance *= 0.5
            place = place_of(key, keys)
            if keys[place] == 0:
                keys[place] = key
                fresh[new] = place
                new += 1
            chances[row, b] = chance / below[size + sizes[b]]
            places[row, b] = place
    return rows, new


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def add_up(  # type: ignore[no-untyped-def]
    chances, places, begin, rows, laws,
    first_a, count_a, kind_a, first_b, count_b, kind_b, out,
):  # fmt: skip
    """Joint law of two hands, or two sets of hands, and the banker's hand.

    Parameters
    ----------
    chances, places, begin, rows
        As `meet` gives them: of so many sets a.
    laws : float64, (c, scores)
        Of the banker, by place.
    first_x : int64, (n + 1,);  count_x : float64, (l,);  kind_x : int64, (l,)
        What each set of cards may be, from `first_x[n]` on: signed numbers of orders, and kinds
        (places in `out`).
    out : float64, (kinds of a, kinds of b, scores)
        Added to: chance that the hands are of these kinds and the banker's ends in that score.
    """
    scores = laws.shape[1]
    width = ROWS * scores
    sums = np.zeros((out.shape[1], width))
    law = np.zeros(width)
    for start in range(0, rows, ROWS):
        some = min(ROWS, rows - start)
        sums[:] = 0.0
        law[:] = 0.0
        for b in range(chances.shape[1]):
            met = False
            for n in range(some):
                chance = chances[start + n, b]
                if chance != 0.0:
                    met = True
                    place = places[start + n, b]
                    for k in range(scores):
                        law[n * scores + k] = chance * laws[place, k]
                else:
                    for k in range(scores):
                        law[n * scores + k] = 0.0
            if met:
                for j in range(first_b[b], first_b[b + 1]):
                    row, count = sums[kind_b[j]], count_b[j]
                    for k in range(width):
                        row[k] += count * law[k]
        for n in range(some):
            a = begin + start + n
            for i in range(first_a[a], first_a[a + 1]):
                target, count = out[kind_a[i]], count_a[i]
                for j in range(out.shape[1]):
                    for k in range(scores):
                        target[j, k] += count * sums[j, n * scores + k]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def gains_of_stands(left, falling, below, weights, stands, scores, out):  # type: ignore[no-untyped-def]
    """What the players' hands are worth to the banker at each of its hands.

    Parameters
    ----------
    left : int64, (m, 10)
        Cards left by value after a player's finished hand.
    falling : int64, (33, 13);  below : float64, (m, 6)
        Falling factorials; `below[i, k]` is perm(cards left after hand i, k).
    weights : float64, (m, 25)
        Gain of the banker, weighed with the chance of the hand, where its own score is that.
    stands : int64, (n, 10);  scores : int64, (n,)
        The banker's hands by value, and their scores.
    out : float64, (n, 2)
        Filled: gain when it stands, and when it counts as bust, for one order of its cards.
    """
    values = np.zeros(5, np.int64)
    for n in range(len(stands)):
        size, kinds = 0, 0
        for value in range(10):
            if stands[n, value]:
                size += stands[n, value]
                values[kinds] = value
                kinds += 1
        stand, bust = 0.0, 0.0
        for i in range(len(left)):
            chance = 1.0 / below[i, size]
            for k in range(kinds):
                chance *= falling[left[i, values[k]], stands[n, values[k]]]
            stand += chance * weights[i, scores[n]]
            bust += chance * weights[i, 0]
        out[n, 0] = stand
        out[n, 1] = bust
