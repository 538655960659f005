"""The hands of one split and the banker's hand, met one value of cards at a time, in machine code.

Import this through `compiled.py`, which sets numba's cache first. Numpy and numba only.
"""

from __future__ import annotations

import numpy as np
from numba import njit

BUCKETS = 1 << 10
"""Above every number by which the cards of one place in a key are told."""
LANES = 4
"""Branches of a node that are worked out at once."""


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def walk(  # type: ignore[no-untyped-def]
    falls, last, sizes,
    codes_a, segments, targets, levels_a, ends_a, last_codes, last_sizes, count_a,
    codes_p, children_p, first_p, kind_p, count_p,
    codes_q, children_q, first_q, kind_q, count_q,
    kinds, weight_of, pairs, most, out,
):  # fmt: skip
    """Add up what a banker's side and all sums of two sets of cards p and q come to together.

    The chance of cards in one order hangs on their sum only, and but for their number it is a
    product over the values. So the sums of p and q are walked as a tree, one value after the other,
    and at each step the banker's side is summed over its cards of that value: what is left of it
    gets smaller the more branches there are.

    Parameters
    ----------
    falls : float64, (v - 1, 32)
        By place in the keys, but for the last one: ways to deal so many cards of that value.
    last : float64, (w, n, 32)
        Chance of the cards of the last place (by code) when all cards are so many, other values
        apart: several weights, all of which are used.
    sizes : int64, (n,)
        How many cards a code stands for.
    codes_a : int16, (e,);  levels_a : int64, (v + 1,)
        Banker's side: its cards of each place as codes, from `levels_a[l]` on for place l. Those of
        the last place are numbers of a code and of the cards in all, `last_codes`, `last_sizes`.
    segments, targets : int32, (e + v,);  ends_a : int64, (v,)
        From `ends_a[l]` on: where what is summed over place l begins, one number for each sum and a
        last one, and which entry of the next place the sum is. At the last place these are the
        columns of `out`.
    count_a : float64
        At the first place: signed numbers of orders.
    codes_x, children_x : int64, (t,), (t + 1,)
        A tree of the cards of p or q, a level for each place. Node 0 is the root; the nodes of the
        last level are the sets of cards.
    first_x : int64, (c + 1,);  kind_x : int64, (l,);  count_x : float64, (l,)
        What each set of cards may be, from `first_x[n]` on.
    kinds : int64, (kinds of p, kinds of q)
        Row of `out` for two kinds.
    weight_of : int64, (rows of out,)
        Which of the weights each row takes.
    pairs : float64, (w, c or 0, columns)
        Sums over the sets p, q being empty, that are wanted in one number.
    most : int64, (v,)
        Most branches of a node at each place.
    out : float64, (rows, columns)
        Added to.

    Returns
    -------
    float
        The sum of `pairs`.
    """
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
                for p in range(children_p[stack_p[i]], children_p[stack_p[i] + 1]):
                    for q in range(children_q[stack_q[i]], children_q[stack_q[i] + 1]):
                        code = codes_p[p] + codes_q[q]
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
                for p in range(children_p[stack_p[i]], children_p[stack_p[i] + 1]):
                    for q in range(children_q[stack_q[i]], children_q[stack_q[i] + 1]):
                        code = codes_p[p] + codes_q[q]
                        if not final and falls[depth, code] == 0.0:
                            continue
                        stack_p[ways[code]], stack_q[ways[code]] = p, q
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
            p, q = stack_p[i] - leaves_p, stack_q[i] - leaves_q
            if pairs.shape[1]:
                for w in range(weights):
                    for column in range(columns):
                        total += pairs[w, p, column] * totals[w, n, column]
            for j in range(first_p[p], first_p[p + 1]):
                of_p, times = kinds[kind_p[j]], count_p[j]
                for k in range(first_q[q], first_q[q + 1]):
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
