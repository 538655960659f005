"""The loops of the enumeration in machine code: where the banker's hand ends, in whole numbers, and
the hands of one split together with it, one value of cards at a time.

Import this only after `compiled_cache.prepare()`. Numpy and numba only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

CLASSES = 25
"""Scores of the banker: 0 (bust) to 24 (pontoon)."""


PACKS_AT_ONCE = 8
"""Packs that are worked out at once."""


class BankerHands(NamedTuple):
    """The banker's hands that end without a bust, as a tree.

    Attributes
    ----------
    parents, values, counts : int64, (t,)
        Values in ascending order: a node is its parent's cards and so many of one more value. Node
        0 is the empty hand.
    lengths, ways, ends : int64, (t,)
        Cards, orders in which the hand is reached and ends there (0: never), score.
    """

    parents: npt.NDArray[np.int64]
    values: npt.NDArray[np.int64]
    counts: npt.NDArray[np.int64]
    lengths: npt.NDArray[np.int64]
    ways: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def banker_rows(left, falling, hands, out):  # type: ignore[no-untyped-def]
    """Ways in which the banker's hand ends in each score, out of perm(cards left, 5).

    Whole numbers below 2**53 throughout, so that floating point is exact here, and several packs
    go through the tree side by side.

    Parameters
    ----------
    left : int64, (m, 10)
        Cards left by value, for the banker's two cards and its draws.
    falling : int64, (33, 13)
        Table of falling factorials.
    hands : BankerHands
    out : float64, (m, 25)
        Filled. Index 0, bust, is what remains.
    """
    parents, values, counts, lengths, ways, ends = hands
    factor = np.empty((10, 6, PACKS_AT_ONCE))
    after = np.ones((6, PACKS_AT_ONCE))
    orders = np.ones((len(parents), PACKS_AT_ONCE))
    sums = np.empty((25, PACKS_AT_ONCE))
    for start in range(0, len(left), PACKS_AT_ONCE):
        for lane in range(PACKS_AT_ONCE):
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
            for lane in range(PACKS_AT_ONCE):
                orders[t, lane] = orders[parent, lane] * factor[value, count, lane]
            if ways[t]:
                times, end, length = float(ways[t]), ends[t], lengths[t]
                for lane in range(PACKS_AT_ONCE):
                    sums[end, lane] += times * after[length, lane] * orders[t, lane]
        for lane in range(min(PACKS_AT_ONCE, len(left) - start)):
            done = 0.0
            for end in range(1, 25):
                out[start + lane, end] = sums[end, lane]
                done += sums[end, lane]
            out[start + lane, 0] = after[0, lane] - done


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def gains_by_banker_hand(left, falling, below, weights, stands, scores, out):  # type: ignore[no-untyped-def]
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


BUCKETS = 1 << 10
"""Above every number by which the cards of one place in a key are told."""


LANES = 4
"""Branches of a node that are worked out at once."""


class PackWeights(NamedTuple):
    """Chances of cards from a pack.

    Attributes
    ----------
    falls : float64, (v - 1, 32)
        By place in the keys, but for the last one: ways to deal so many cards of that value.
    last : float64, (w, n, 32)
        Chance of the cards of the last place (by code) when all cards are so many, other values
        apart: several weights, all of which are used.
    sizes : int64, (n,)
        How many cards a code stands for.
    """

    falls: npt.NDArray[np.float64]
    last: npt.NDArray[np.float64]
    sizes: npt.NDArray[np.int64]


class BankerSide(NamedTuple):
    """The banker's hand, alone or with one of the player's, by value of cards.

    Attributes
    ----------
    codes : int16, (e,);  levels : int64, (v + 1,)
        Its cards of each place as codes, from `levels[l]` on for place l. Those of the last place
        are numbers of a code and of the cards in all, `last_codes`, `last_sizes`.
    segments, targets : int32, (e + v,);  ends : int64, (v,)
        From `ends[l]` on: where what is summed over place l begins, one number for each sum and a
        last one, and which entry of the next place the sum is. At the last place these are the
        columns of `out`.
    orders : float64
        At the first place: signed numbers of orders.
    """

    codes: npt.NDArray[np.int16]
    segments: npt.NDArray[np.int32]
    targets: npt.NDArray[np.int32]
    levels: npt.NDArray[np.int64]
    ends: npt.NDArray[np.int64]
    last_codes: npt.NDArray[np.int64]
    last_sizes: npt.NDArray[np.int64]
    orders: npt.NDArray[np.float64]


class HandTree(NamedTuple):
    """The sets of cards of a hand as a tree, a level for each place.

    Attributes
    ----------
    codes, children : int64, (t,), (t + 1,)
        Node 0 is the root; the nodes of the last level are the sets of cards.
    first : int64, (c + 1,);  kind : int64, (l,);  orders : float64, (l,)
        What each set of cards may be, from `first[n]` on.
    """

    codes: npt.NDArray[np.int64]
    children: npt.NDArray[np.int64]
    first: npt.NDArray[np.int64]
    kind: npt.NDArray[np.int64]
    orders: npt.NDArray[np.float64]


class Meeting(NamedTuple):
    """What two hands come to together.

    Attributes
    ----------
    kinds : int64, (kinds of p, kinds of q)
        Row of `out` for two kinds.
    weight_of : int64, (rows of out,)
        Which of the weights each row takes.
    pairs : float64, (w, c or 0, columns)
        Sums over the sets p, q being empty, that are wanted in one number.
    most : int64, (v,)
        Most branches of a node at each place.
    """

    kinds: npt.NDArray[np.int64]
    weight_of: npt.NDArray[np.int64]
    pairs: npt.NDArray[np.float64]
    most: npt.NDArray[np.int64]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def walk(pack, side, p, q, meeting, out):  # type: ignore[no-untyped-def]
    """Add up what a banker's side and all sums of two sets of cards p and q come to together.

    The chance of cards in one order hangs on their sum only, and but for their number it is a
    product over the values. So the sums of p and q are walked as a tree, one value after the other,
    and at each step the banker's side is summed over its cards of that value: what is left of it
    gets smaller the more branches there are.

    Parameters
    ----------
    pack : PackWeights
    side : BankerSide
    p, q : HandTree
    meeting : Meeting
    out : float64, (rows, columns)
        Added to.

    Returns
    -------
    float
        The sum of `meeting.pairs`.
    """
    falls, last, sizes = pack
    codes_a, segments, targets, levels_a, ends_a, last_codes, last_sizes, count_a = side
    codes_p, children_p, first_p, kind_p, count_p = p
    codes_q, children_q, first_q, kind_q, count_q = q
    kinds, weight_of, pairs, most = meeting
    places, columns, weights = len(levels_a) - 1, out.shape[1], len(last)
    # what is summed up at each place, for all branches of a node
    rooms = np.zeros(places + 1, np.int64)
    widths = np.zeros(places + 1, np.int64)
    for place in range(places):
        widths[place] = levels_a[place + 1] - levels_a[place]
    widths[places] = columns
    rooms[1] = widths[0]
    for place in range(1, places):
        rooms[place + 1] = (
            rooms[place] + LANES * ((most[place - 1] + LANES - 1) // LANES) * widths[place]
        )
    summed = np.empty(rooms[places])
    summed[: len(count_a)] = count_a
    totals = np.zeros((weights, LANES * ((most[places - 1] + LANES - 1) // LANES), columns))
    lanes = np.zeros((max(BUCKETS, len(last_codes)), LANES))
    row_of = np.zeros(len(out))
    met, seen = np.zeros(len(out), np.int64), np.zeros(len(out), np.bool_)
    total = 0.0
    # the sets of cards that lead to a node, one depth after the other, ordered by the next code
    stack_p, stack_q = np.zeros(1 << 12, np.int64), np.zeros(1 << 12, np.int64)
    begins = np.zeros(places + 2, np.int64)
    codes = np.zeros((places, BUCKETS), np.int64)
    starts = np.zeros((places, BUCKETS + 1), np.int64)
    many = np.zeros(places, np.int64)
    turn = np.zeros(places, np.int64)
    cards = np.zeros(places + 1, np.int64)
    ways = np.zeros(BUCKETS, np.int64)
    leaves_p, leaves_q = len(codes_p) - len(first_p) + 1, len(codes_q) - len(first_q) + 1
    begins[1] = 1
    depth, low, high, source, fresh = 0, 0, 1, 0, True
    while depth >= 0:
        if fresh:
            fresh = False
            final = depth == places - 1
            many[depth] = turn[depth] = 0
            needed = begins[depth + 1]
            for i in range(low, high):
                for node_p in range(children_p[stack_p[i]], children_p[stack_p[i] + 1]):
                    for node_q in range(children_q[stack_q[i]], children_q[stack_q[i] + 1]):
                        code = codes_p[node_p] + codes_q[node_q]
                        if not final and falls[depth, code] == 0.0:
                            continue
                        if ways[code] == 0:
                            codes[depth, many[depth]] = code
                            many[depth] += 1
                        ways[code] += 1
                        needed += 1
            while len(stack_p) < needed:
                stack_p = np.concatenate((stack_p, np.zeros_like(stack_p)))
                stack_q = np.concatenate((stack_q, np.zeros_like(stack_q)))
            place = begins[depth + 1]
            for n in range(many[depth]):
                starts[depth, n] = place
                place += ways[codes[depth, n]]
                ways[codes[depth, n]] = starts[depth, n]
            starts[depth, many[depth]] = place
            begins[depth + 2] = place
            for i in range(low, high):
                for node_p in range(children_p[stack_p[i]], children_p[stack_p[i] + 1]):
                    for node_q in range(children_q[stack_q[i]], children_q[stack_q[i] + 1]):
                        code = codes_p[node_p] + codes_q[node_q]
                        if not final and falls[depth, code] == 0.0:
                            continue
                        stack_p[ways[code]], stack_q[ways[code]] = node_p, node_q
                        ways[code] += 1
            for n in range(many[depth]):
                ways[codes[depth, n]] = 0
            width = widths[depth + 1]
            for n in range(0, many[depth], LANES):
                for w in range(weights if final else 1):
                    for lane in range(LANES):
                        code = codes[depth, min(n + lane, many[depth] - 1)]
                        if final:
                            size = cards[depth] + sizes[code]
                            for c in range(len(last_codes)):
                                lanes[c, lane] = last[w, last_codes[c] + code, size + last_sizes[c]]
                        else:
                            for c in range(falls.shape[1] - code):
                                lanes[c, lane] = falls[depth, c + code]
                    if final:
                        into = totals[w].ravel()[n * width :]
                    else:
                        into = summed[rooms[depth + 1] + n * width :]
                    of_place = targets[ends_a[depth] :]
                    end = segments[ends_a[depth]]
                    shift = source - levels_a[depth]
                    for k in range(width):
                        begin, end = end, segments[ends_a[depth] + k + 1]
                        v0 = v1 = v2 = v3 = 0.0
                        for e in range(begin, end):
                            value, c = summed[shift + e], codes_a[e]
                            v0 += lanes[c, 0] * value
                            v1 += lanes[c, 1] * value
                            v2 += lanes[c, 2] * value
                            v3 += lanes[c, 3] * value
                        place = of_place[k]
                        into[place] = v0
                        into[place + width] = v1
                        into[place + 2 * width] = v2
                        into[place + 3 * width] = v3
        if turn[depth] == many[depth]:
            depth -= 1
            continue
        n = turn[depth]
        turn[depth] += 1
        low, high = starts[depth, n], starts[depth, n + 1]
        if depth < places - 1:
            cards[depth + 1] = cards[depth] + codes[depth, n]
            source = rooms[depth + 1] + n * widths[depth + 1]
            depth += 1
            fresh = True
            continue
        found = 0
        for i in range(low, high):
            at_p, at_q = stack_p[i] - leaves_p, stack_q[i] - leaves_q
            if pairs.shape[1]:
                for w in range(weights):
                    for column in range(columns):
                        total += pairs[w, at_p, column] * totals[w, n, column]
            for j in range(first_p[at_p], first_p[at_p + 1]):
                of_p, times = kinds[kind_p[j]], count_p[j]
                for k in range(first_q[at_q], first_q[at_q + 1]):
                    row = of_p[kind_q[k]]
                    if not seen[row]:
                        seen[row], met[found] = True, row
                        found += 1
                    row_of[row] += times * count_q[k]
        for k in range(found):
            row, times = met[k], row_of[met[k]]
            row_of[row], seen[row] = 0.0, False
            if times != 0.0:
                target, columns_of = out[row], totals[weight_of[row], n]
                for column in range(columns):
                    target[column] += times * columns_of[column]
    return total


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def add_pairs(place, a, b, out):  # type: ignore[no-untyped-def]
    """Add the product of each two rows to the row of `out` where they belong, but for -1.

    Parameters
    ----------
    place : int64, (m, n);  a : float64, (m, s);  b : float64, (n, s);  out : float64, (., s)
    """
    for i in range(len(a)):
        for j in range(len(b)):
            if place[i, j] >= 0:
                for k in range(a.shape[1]):
                    out[place[i, j], k] += a[i, k] * b[j, k]
