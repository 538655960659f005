"""The hands of one split and the banker's hand, met one value of cards at a time, in machine code.

Import this only after `compiled_cache.prepare()`. Numpy and numba only.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt
from numba import njit

Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
BUCKETS = 1 << 10
"""Above every number by which the cards of one place in a key are known."""
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

    falls: Floats
    last: Floats
    sizes: Ints


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
    levels: Ints
    ends: Ints
    last_codes: Ints
    last_sizes: Ints
    orders: Floats


class HandTree(NamedTuple):
    """The sets of cards of a hand as a tree, a level for each place.

    Attributes
    ----------
    codes, children : int64, (t,), (t + 1,)
        Node 0 is the root; the nodes of the last level are the sets of cards.
    first : int64, (c + 1,);  kind : int64, (l,);  orders : float64, (l,)
        What each set of cards may be, from `first[n]` on.
    """

    codes: Ints
    children: Ints
    first: Ints
    kind: Ints
    orders: Floats


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

    kinds: Ints
    weight_of: Ints
    pairs: Floats
    most: Ints


class _Walk(NamedTuple):
    """Where a walk stands, and what it has summed up; arrays by place unless said otherwise.

    Attributes
    ----------
    many, turn : int64, (v,)
        Branches of the node at each place, and which of them is walked.
    codes, starts : int64, (v, 1024), (v, 1025)
        Of each branch: its code, and where the sets of cards that lead to it begin on the stacks.
    begins : int64, (v + 2,)
        Where the sets of cards of each place begin on the stacks.
    cards : int64, (v + 1,)
        Cards on the way to the node.
    ways : int64, (1024,)
        Scratch by code.
    rooms, widths : int64, (v + 1,)
        Where the sums of each place begin in `summed`, and how many there are for each branch.
    summed : float64
        The banker's side, summed over its cards of the places so far.
    totals : float64, (w, branches, columns)
        The same at the last place.
    lanes : float64, (1024 or more, 4)
        Scratch: weights of the cards of one place for the branches that are worked out at once.
    row_of : float64;  met : int64;  seen : bool, (rows of out,)
        Scratch: orders by row, the rows that are met, and whether each is.
    """

    many: Ints
    turn: Ints
    codes: Ints
    starts: Ints
    begins: Ints
    cards: Ints
    ways: Ints
    rooms: Ints
    widths: Ints
    summed: Floats
    totals: Floats
    lanes: Floats
    row_of: Floats
    met: Ints
    seen: npt.NDArray[np.bool_]


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def walk(pack, side, p, q, meeting, out):  # type: ignore[no-untyped-def]
    """Add up what a banker's side and all sums of two sets of cards p and q come to together.

    The chance of cards in one order depends on their sum only, and but for their number it is a
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
    at = _begin(side, meeting, len(pack.last), out)
    # the sets of cards that lead to a node, one depth after the other, ordered by the next code
    stacks = np.zeros(1 << 12, np.int64), np.zeros(1 << 12, np.int64)
    last, total = len(at.many) - 1, 0.0
    depth, low, high, source, fresh = 0, 0, 1, 0, True
    while depth >= 0:
        if fresh:
            stacks = _branch(depth, low, high, p, q, pack.falls, stacks, at)
            _sum_place(depth, source, pack, side, at)
        if depth == last:
            total = _add_sums(total, stacks, p, q, meeting, at, out)
            at.turn[depth] = at.many[depth]
        n = at.turn[depth]
        fresh = n < at.many[depth]
        if not fresh:
            depth -= 1
            continue
        at.turn[depth] += 1
        low, high = at.starts[depth, n], at.starts[depth, n + 1]
        at.cards[depth + 1] = at.cards[depth] + at.codes[depth, n]
        source = at.rooms[depth + 1] + n * at.widths[depth + 1]
        depth += 1
    return total


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def _begin(side, meeting, weights, out):  # type: ignore[no-untyped-def]
    """A walk before its first step."""
    places, columns = len(side.levels) - 1, out.shape[1]
    rooms = np.zeros(places + 1, np.int64)
    widths = np.zeros(places + 1, np.int64)
    # all branches of a node, in whole lanes
    branches = LANES * ((meeting.most + LANES - 1) // LANES)
    for place in range(places):
        widths[place] = side.levels[place + 1] - side.levels[place]
    widths[places] = columns
    rooms[1] = widths[0]
    for place in range(1, places):
        rooms[place + 1] = rooms[place] + branches[place - 1] * widths[place]
    summed = np.empty(rooms[places])
    summed[: len(side.orders)] = side.orders
    begins = np.zeros(places + 2, np.int64)
    begins[1] = 1
    return _Walk(
        np.zeros(places, np.int64),
        np.zeros(places, np.int64),
        np.zeros((places, BUCKETS), np.int64),
        np.zeros((places, BUCKETS + 1), np.int64),
        begins,
        np.zeros(places + 1, np.int64),
        np.zeros(BUCKETS, np.int64),
        rooms,
        widths,
        summed,
        np.zeros((weights, branches[places - 1], columns)),
        np.zeros((max(BUCKETS, len(side.last_codes)), LANES)),
        np.zeros(len(out)),
        np.zeros(len(out), np.int64),
        np.zeros(len(out), np.bool_),
    )


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def _branch(depth, low, high, p, q, falls, stacks, at):  # type: ignore[no-untyped-def]
    """Put the children of the sets of cards `low` to `high` on the stacks, ordered by their codes;
    the stacks, which may be longer ones."""
    stack_p, stack_q = stacks
    ways, codes, starts, many = at.ways, at.codes[depth], at.starts[depth], 0
    final = depth == len(at.many) - 1
    needed = at.begins[depth + 1]
    for i in range(low, high):
        for node_p in range(p.children[stack_p[i]], p.children[stack_p[i] + 1]):
            for node_q in range(q.children[stack_q[i]], q.children[stack_q[i] + 1]):
                code = p.codes[node_p] + q.codes[node_q]
                if not final and falls[depth, code] == 0.0:
                    continue
                if ways[code] == 0:
                    codes[many] = code
                    many += 1
                ways[code] += 1
                needed += 1
    while len(stack_p) < needed:
        stack_p = np.concatenate((stack_p, np.zeros_like(stack_p)))
        stack_q = np.concatenate((stack_q, np.zeros_like(stack_q)))
    place = at.begins[depth + 1]
    for n in range(many):
        starts[n] = place
        place += ways[codes[n]]
        ways[codes[n]] = starts[n]
    starts[many] = place
    at.begins[depth + 2] = place
    at.many[depth], at.turn[depth] = many, 0
    for i in range(low, high):
        for node_p in range(p.children[stack_p[i]], p.children[stack_p[i] + 1]):
            for node_q in range(q.children[stack_q[i]], q.children[stack_q[i] + 1]):
                code = p.codes[node_p] + q.codes[node_q]
                if not final and falls[depth, code] == 0.0:
                    continue
                stack_p[ways[code]], stack_q[ways[code]] = node_p, node_q
                ways[code] += 1
    for n in range(many):
        ways[codes[n]] = 0
    return stack_p, stack_q


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def _sum_place(depth, source, pack, side, at):  # type: ignore[no-untyped-def]
    """Sum what begins at `source` over the banker's cards of a place, for each branch there."""
    lanes, summed, width, many = at.lanes, at.summed, at.widths[depth + 1], at.many[depth]
    final = depth == len(at.many) - 1
    segments, targets = side.segments[side.ends[depth] :], side.targets[side.ends[depth] :]
    shift = source - side.levels[depth]
    for n in range(0, many, LANES):
        for w in range(len(pack.last) if final else 1):
            for lane in range(LANES):
                code = at.codes[depth, min(n + lane, many - 1)]
                if final:
                    size = at.cards[depth] + pack.sizes[code]
                    for c in range(len(side.last_codes)):
                        cards = size + side.last_sizes[c]
                        lanes[c, lane] = pack.last[w, side.last_codes[c] + code, cards]
                else:
                    for c in range(pack.falls.shape[1] - code):
                        lanes[c, lane] = pack.falls[depth, c + code]
            if final:
                into = at.totals[w].ravel()[n * width :]
            else:
                into = summed[at.rooms[depth + 1] + n * width :]
            end = segments[0]
            for k in range(width):
                begin, end = end, segments[k + 1]
                v0 = v1 = v2 = v3 = 0.0
                for e in range(begin, end):
                    value, c = summed[shift + e], side.codes[e]
                    v0 += lanes[c, 0] * value
                    v1 += lanes[c, 1] * value
                    v2 += lanes[c, 2] * value
                    v3 += lanes[c, 3] * value
                place = targets[k]
                into[place] = v0
                into[place + width] = v1
                into[place + 2 * width] = v2
                into[place + 3 * width] = v3


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def _add_sums(total, stacks, p, q, meeting, at, out):  # type: ignore[no-untyped-def]
    """Add what is summed up at the last place to the rows of the kinds that come together there;
    `total` and the pairs."""
    pairs, totals, row_of, met, seen = meeting.pairs, at.totals, at.row_of, at.met, at.seen
    depth, columns = len(at.many) - 1, out.shape[1]
    leaves_p, leaves_q = len(p.codes) - len(p.first) + 1, len(q.codes) - len(q.first) + 1
    for n in range(at.many[depth]):
        rows = 0
        for i in range(at.starts[depth, n], at.starts[depth, n + 1]):
            at_p, at_q = stacks[0][i] - leaves_p, stacks[1][i] - leaves_q
            if pairs.shape[1]:
                for w in range(len(totals)):
                    for column in range(columns):
                        total += pairs[w, at_p, column] * totals[w, n, column]
            for j in range(p.first[at_p], p.first[at_p + 1]):
                of_p, times = meeting.kinds[p.kind[j]], p.orders[j]
                for k in range(q.first[at_q], q.first[at_q + 1]):
                    row = of_p[q.kind[k]]
                    if not seen[row]:
                        seen[row], met[rows] = True, row
                        rows += 1
                    row_of[row] += times * q.orders[k]
        for k in range(rows):
            row, times = met[k], row_of[met[k]]
            row_of[row], seen[row] = 0.0, False
            if times != 0.0:
                target, columns_of = out[row], totals[meeting.weight_of[row], n]
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
