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
