"""Hands of a split, alone or several as one, and the banker's, as sums over the cards they hold.

A hand ends in certain sets of cards, each in a number of orders, and gains by the banker's score.
Cards are one number, a key, in which those of each value have a place of their own: the key of two
hands is the sum of their keys.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, cached_property
from itertools import pairwise
from math import prod
from typing import Any

import numpy as np
import numpy.typing as npt

from pontoon_sim.base import compiled_cache
from pontoon_sim.exact.banker_distribution import BankerHands
from pontoon_sim.exact.multisets import FALLING, VALUES, Floats, Ints
from pontoon_sim.kernel.layout import SCORE_PONTOON

compiled_cache.prepare()

from pontoon_sim.exact import loops  # noqa: E402  (after the cache is set)

_loops: Any = loops
TEN = VALUES - 1
SPLIT_TEN, OTHER_TEN, SLOTS = VALUES, VALUES + 1, VALUES + 2
"""Where ten-cards are split, second cards that are tens: of the split rank, and of another."""
MOST_CARDS = 32
"""Above the cards of one value, and of all values, that are met together."""


class KeyLayout:
    """Where the cards of each value stand in a key, when a rank of one value is split.

    The value split stands last: what is known of cards that are gone concerns it alone. Ten-cards
    of all three kinds stand together. A key read from the top is the way through a tree.

    Attributes
    ----------
    order : list of int
        Values from the top of a key down.
    times : int64, (12,)
        What a card of each slot adds to a key.
    shifts, masks : list of int
        To read the number at each place: a count, but for ten-cards where tens are split.
    sizes : int64, (32 or 1024,)
        Cards that such a number stands for.
    """

    def __init__(self, value: int) -> None:
        self.value = value
        self.order = [v for v in range(VALUES - 1, -1, -1) if v != value] + [value]
        wide = 10 if value == TEN else 5
        self.shifts = [wide + 5 * n for n in range(VALUES - 2, -1, -1)] + [0]
        self.masks = [31] * (VALUES - 1) + [(1 << wide) - 1]
        self.times: Ints = np.zeros(SLOTS, np.int64)
        for v, shift in zip(self.order, self.shifts, strict=True):
            self.times[v] = 1 << shift
        self.sizes: Ints = np.arange(32)
        if value == TEN:
            self.times[SPLIT_TEN], self.times[OTHER_TEN] = 1 << 4, 1 << 7
            tens, own, other = self.tens
            self.sizes = tens + own + other

    @property
    def tens(self) -> tuple[Ints, Ints, Ints]:
        """Of every number at the last place where tens are split: cards of the three kinds."""
        code = np.arange(1 << 10)
        return code & 15, code >> 4 & 7, code >> 7

    def codes(self, keys: Ints, place: int) -> Ints:
        """The numbers at one place of keys."""
        return keys >> self.shifts[place] & self.masks[place]

    def cards(self, keys: Ints) -> Ints:
        """How many cards keys stand for."""
        whole: Ints = self.sizes[self.codes(keys, VALUES - 1)]
        for place in range(VALUES - 1):
            whole = whole + self.codes(keys, place)
        return whole

    def falls(self, left: Sequence[int]) -> Floats:
        """Ways to deal cards of each value but the last, float64 (9, 32), for a pack by value."""
        out = np.zeros((VALUES - 1, MOST_CARDS))
        for place, value in enumerate(self.order[:-1]):
            out[place, : FALLING.shape[1]] = FALLING[left[value]]
        return out

    def last_falls(self, whole: int, own: int, gone: int) -> Floats:
        """Ways to deal the cards of each number at the last place.

        Parameters
        ----------
        whole, own, gone : int
            Cards of the split value and of the split rank, and how many of that rank are away.
        """
        if self.value != TEN:
            out = np.zeros(MOST_CARDS)
            out[: FALLING.shape[1]] = FALLING[own - gone]
            return out
        tens, split, other = self.tens
        # second cards that are ten-cards of given ranks come before further ones of any rank
        left = np.maximum(whole - gone - split - other, 0)
        second = FALLING[own - gone, split] * FALLING[whole - own, other]
        ways: Floats = second.astype(np.float64)
        ways *= np.where(tens < FALLING.shape[1], FALLING[left, tens % FALLING.shape[1]], 0)
        return ways

    def possible(self, keys: Ints, most: Sequence[int]) -> npt.NDArray[np.bool_]:
        """Which keys hold no more cards of any value than `most`."""
        fits = np.ones(len(keys), np.bool_)
        for place, value in enumerate(self.order):
            codes = self.codes(keys, place)
            fits &= (self.sizes[codes] if place == VALUES - 1 else codes) <= most[value]
        return fits


@cache
def key_layout(value: int) -> KeyLayout:
    """The places of keys for a split value, made once."""
    return KeyLayout(value)


@dataclass(frozen=True, eq=False)
class Hand:
    """A hand of a split, or several as one: its ends, and what its kinds gain.

    Attributes
    ----------
    layout : KeyLayout
    keys : int64, (n,)
        Sets of cards, ascending.
    first : int64, (n + 1,)
        Where what a set of cards may be begins in `kind` and `count`.
    kind : int64, (l,);  count : float64, (l,)
        Rows of `gains`; signed numbers of orders.
    gains : int64, (kinds, s)
        Chips won by the banker's score, of those that occur.
    """

    layout: KeyLayout
    keys: Ints
    first: Ints
    kind: Ints
    count: Floats
    gains: Ints

    @cached_property
    def arrays(self) -> loops.HandTree:
        """The sets of cards as a tree, and what each may be."""
        codes, begins = [np.zeros(1, np.int64)], [np.zeros(1, np.int64)]
        for place, shift in enumerate(self.layout.shifts):
            begin = np.flatnonzero(np.diff(self.keys >> shift, prepend=-1))
            codes.append(self.layout.codes(self.keys[begin], place))
            begins.append(begin)
        children, offset = [], 1
        for above, below in pairwise(begins):
            children.append(offset + np.searchsorted(below, above))
            offset += len(below)
        children.append(np.full(len(self.keys) + 1, offset))
        tree = np.concatenate(codes), np.concatenate(children)
        return loops.HandTree(*tree, self.first, self.kind, self.count)

    @cached_property
    def most(self) -> Ints:
        """The highest code at each place."""
        every = range(VALUES)
        return np.array([self.layout.codes(self.keys, place).max(initial=0) for place in every])

    @property
    def rows(self) -> Ints:
        """Which set of cards each entry belongs to."""
        return np.repeat(np.arange(len(self.keys)), np.diff(self.first))

    def by_scores(self, scores: Ints) -> Hand:
        """The same hand, its gains by the banker's scores at these places only."""
        gains = self.gains[:, scores]
        return hand_of(self.layout, self.keys, self.rows, self.kind, gains, self.count)

    def scalar(self, keys: Ints) -> Floats:
        """Orders times gain at certain keys, ascending, that hold all its own, by banker's score.

        Returns
        -------
        float64, (keys, s)
        """
        out = np.zeros((len(keys), self.gains.shape[1]))
        rows = np.searchsorted(keys, self.keys)[self.rows]
        np.add.at(out, rows, self.count[:, None] * self.gains[self.kind])
        return out


def hand_of(
    layout: KeyLayout, keys: Ints, place: Ints, kinds: Ints, gains: Ints, count: Floats
) -> Hand:
    """A hand from its ends in any order.

    Parameters
    ----------
    keys : int64, (n,)
        Sets of cards, each once and ascending.
    place : int64, (l,)
        Which of them each end holds.
    kinds : int64, (l,)
        Rows of `gains`, int64 (k, s), which may come more than once.
    count : float64, (l,)
        Signed orders.
    """
    gains, same = np.unique(gains, axis=0, return_inverse=True)
    at = place * len(gains) + same.ravel()[kinds]
    orders: Floats = np.zeros(len(keys) * len(gains))
    orders += np.bincount(at, weights=count, minlength=len(orders))
    both = np.flatnonzero(orders)
    rows, kind = both // len(gains), both % len(gains)
    used, kind = np.unique(kind, return_inverse=True)
    first = np.searchsorted(rows, np.arange(len(keys) + 1))
    return Hand(layout, keys, first, kind.ravel(), orders[both], gains[used])


def sums_of(layout: KeyLayout, a: Ints, b: Ints, most: Sequence[int]) -> tuple[Ints, Ints]:
    """Sums of two lists of keys that hold no more cards of any value than `most`.

    Returns
    -------
    int64, (n,);  int64, (a, b)
        The sums, each once and ascending, and which of them each two keys come to (-1: none).
    """
    sums = np.add.outer(a, b)
    keys, place = np.unique(sums.ravel(), return_inverse=True)
    possible = layout.possible(keys, most)
    number = np.where(possible, np.cumsum(possible) - 1, -1)
    return keys[possible], number[place].reshape(sums.shape)


def product_of(a: Hand, b: Hand, keys: Ints, place: Ints) -> Hand:
    """Two hands as one, with the sum of keys of each two of their ends, int64 (ends a, ends b)."""
    place = place.ravel()
    fits = place >= 0
    kinds = np.add.outer(a.kind * len(b.gains), b.kind).ravel()[fits]
    gains = (a.gains[:, None, :] + b.gains).reshape(-1, a.gains.shape[1])
    count = np.outer(a.count, b.count).ravel()[fits]
    return hand_of(a.layout, keys, place[fits], kinds, gains, count)


def combined(a: Hand, b: Hand, most: Sequence[int]) -> Hand:
    """Two hands as one, without cards that the pack cannot give: more than `most` of a value."""
    keys, place = sums_of(a.layout, a.keys, b.keys, most)
    return product_of(a, b, keys, place[a.rows[:, None], b.rows])


def added(parts: Sequence[tuple[float, Hand]]) -> Hand:
    """Hands of which either may be meant, each so many times."""
    keys, place = np.unique(
        np.concatenate([hand.keys[hand.rows] for _, hand in parts]), return_inverse=True
    )
    offsets = np.cumsum([0, *(len(hand.gains) for _, hand in parts)])
    return hand_of(
        parts[0][1].layout,
        keys,
        place.ravel(),
        np.concatenate([hand.kind + n for (_, hand), n in zip(parts, offsets, strict=False)]),
        np.concatenate([hand.gains for _, hand in parts]),
        np.concatenate([times * hand.count for times, hand in parts]),
    )


def empty(layout: KeyLayout, scores: int) -> Hand:
    """No hand: no cards, no gain."""
    zero = np.zeros(1, np.int64)
    return Hand(layout, zero, np.array([0, 1]), zero, np.ones(1), np.zeros((1, scores), np.int64))


def banker_scores(banker: BankerHands) -> Ints:
    """The banker's scores that occur, but its pontoon, which ends the deal before the play."""
    scores: Ints = np.unique(np.append(banker.ends[banker.ways > 0], 0))
    return np.asarray(scores[scores != SCORE_PONTOON])


@dataclass(frozen=True, eq=False)
class Side:
    """The banker's hand, alone or with one of the player's.

    Attributes
    ----------
    layout : KeyLayout
    scores, gains : int64, (columns,)
        Of each column: place of the banker's score among those that occur, what the hand gains.
    arrays : loops.BankerSide
    """

    layout: KeyLayout
    scores: Ints
    gains: Ints
    arrays: loops.BankerSide


def side_of(banker: BankerHands, hand: Hand, scores: Ints) -> Side:
    """The banker's side, with a hand, which may be the empty one, for the scores of its gains.

    The banker busts wherever it does not end otherwise, so that its bust follows from all hands
    that do not: each counts -1, and no cards at all count +1.
    """
    layout = hand.layout
    ending = np.flatnonzero(banker.ways)
    cards = np.zeros((len(banker.ways), SLOTS), np.int64)
    for node in range(1, len(cards)):
        cards[node] = cards[banker.parents[node]]
        cards[node, banker.values[node]] += banker.counts[node]
    ends, ways = banker.ends[ending], banker.ways[ending].astype(np.float64)
    # what is summed up first, the cards of the first place, comes last; the rest sums like keys
    own = _digits(layout, np.append(cards[ending] @ layout.times, 0))
    others = _digits(layout, hand.keys)
    radix = [int(a.max() + b.max()) + 1 for a, b in zip(own, others, strict=True)]
    sorting, rows_of = _numbers(own, radix), _numbers(others, radix)[hand.rows]
    whole = prod(radix)
    entries, counts = [], []
    columns: list[tuple[int, int]] = []
    for number, score in enumerate(scores.tolist()):
        which, times = np.flatnonzero(ends == score), ways[ends == score]
        if score == 0:
            which, times = np.arange(len(sorting)), np.append(-ways, 1.0)
        gains, place = np.unique(hand.gains[:, number], return_inverse=True)
        column = len(columns) + place.ravel()[hand.kind]
        at, place = np.unique(column * whole + rows_of, return_inverse=True)
        orders = np.bincount(place.ravel(), weights=hand.count)
        entries.append(np.add.outer(at, sorting[which]).ravel())
        counts.append(np.outer(orders, times).ravel())
        columns += [(number, gain) for gain in gains.tolist()]
    return _side(
        layout, np.concatenate(entries), np.concatenate(counts), radix, np.array(columns, np.int64)
    )  # fmt: skip


def _digits(layout: KeyLayout, keys: Ints) -> list[Ints]:
    """By what the banker's side is ordered: last place, cards in all, places from below."""
    codes = [layout.codes(keys, place) for place in range(VALUES)]
    return [codes.pop(), layout.cards(keys), *reversed(codes)]


def _numbers(digits: Sequence[Ints], radix: Sequence[int]) -> Ints:
    number = np.zeros_like(digits[0])
    for digit, base in zip(digits, radix, strict=True):
        number = number * base + digit
    return number


def _side(layout: KeyLayout, sorting: Ints, count: Floats, radix: list[int], columns: Ints) -> Side:
    """Entries in such an order that what is summed over a place stands together at each place."""
    order = np.argsort(sorting)
    sorting = sorting[order]
    begins = np.flatnonzero(np.diff(sorting, prepend=-1))
    orders = np.add.reduceat(count[order], begins)
    sorting, orders = sorting[begins[orders != 0.0]], orders[orders != 0.0]
    levels, ends = [0], [0]
    codes: list[Ints] = []
    segments: list[Ints] = []
    targets: list[Ints] = []
    for base in reversed(radix[2:]):
        code, sorting = sorting % base, sorting // base
        begin = np.flatnonzero(np.diff(sorting, prepend=-1))
        # sums of as many entries follow each other: the processor then foresees their ends
        many = np.diff(begin, append=len(sorting))
        turn = np.argsort(many, kind="stable")
        ending = np.cumsum(many[turn])
        rows = np.arange(len(sorting)) + np.repeat(begin[turn] - ending + many[turn], many[turn])
        if targets:
            targets[-1] = np.argsort(rows)[targets[-1]]
        else:
            orders = orders[rows]
        codes.append(code[rows])
        segments.append(levels[-1] + np.append(0, ending))
        targets.append(np.append(turn, 0))
        ends.append(ends[-1] + len(segments[-1]))
        levels.append(levels[-1] + len(rows))
        sorting = sorting[begin]
    last, code = np.unique(sorting % (radix[0] * radix[1]), return_inverse=True)
    begin = np.searchsorted(sorting // (radix[0] * radix[1]), np.arange(len(columns) + 1))
    return Side(
        layout, columns[:, 0].copy(), columns[:, 1].copy(),
        loops.BankerSide(
            np.concatenate([*codes, code.ravel()]).astype(np.int16),
            np.concatenate([*segments, levels[-1] + begin]).astype(np.int32),
            np.concatenate([*targets, np.arange(len(columns) + 1)]).astype(np.int32),
            np.array([*levels, levels[-1] + len(sorting)]), np.array(ends),
            last // radix[1], last % radix[1], orders,
        ),
    )  # fmt: skip


def meet(
    side: Side,
    p: Hand,
    q: Hand,
    weights: tuple[Floats, Floats],
    weight_of: Ints,
    kinds: Ints,
    pairs: Floats | None = None,
) -> tuple[Floats, float]:
    """Chances that a banker's side comes together with hands.

    Parameters
    ----------
    side : Side
    p, q : Hand
        The sums of their cards are met; `kinds`, int64, are the rows of two of theirs.
    weights : (falls, last) of `loops.PackWeights`
    weight_of, pairs
        As `loops.Meeting` has them.

    Returns
    -------
    float64, (rows, columns of the side);  float
    """
    out = np.zeros((len(weight_of), len(side.scores)))
    nothing = np.zeros((len(weights[1]), 0, out.shape[1]))
    meeting = loops.Meeting(
        kinds, weight_of, nothing if pairs is None else pairs, p.most + q.most + 1
    )
    pack = loops.PackWeights(*weights, p.layout.sizes)
    total = _loops.walk(pack, side.arrays, p.arrays, q.arrays, meeting, out)
    return out, total


def add_pairs(place: Ints, a: Floats, b: Floats, out: Floats) -> None:
    """Add products of all rows of a and b, float64 (., s), to the rows of `out` that they have."""
    _loops.add_pairs(place, a, b, out)
