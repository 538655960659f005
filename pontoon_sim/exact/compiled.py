"""The compiled loops of `counting.py`, behind plain numpy: the one file here that loads numba."""

from __future__ import annotations

from dataclasses import dataclass
from math import perm
from typing import Any

import numpy as np

from pontoon_sim import compiled_cache
from pontoon_sim.exact.multisets import FALLING, LONGEST, VALUES, Floats, Ints
from pontoon_sim.kernel.layout import SCORE_PONTOON

compiled_cache.prepare()

from pontoon_sim.exact import counting as _counting  # noqa: E402  (after the cache is set)

_loops: Any = _counting
AT_ONCE = 1 << 20
"""Pairs of sets of cards that are in memory together."""
CLASSES = 25
"""Width of a banker's law: its score 0 (bust) to 24 (pontoon)."""


@dataclass(frozen=True)
class Finished:
    """The banker's hands that end without a bust, as a tree that `counting.law_row` reads."""

    parents: Ints
    values: Ints
    counts: Ints
    lengths: Ints
    ways: Ints
    ends: Ints

    @property
    def arrays(self) -> tuple[Ints, ...]:
        """All fields, in the order of the compiled functions' parameters."""
        return self.parents, self.values, self.counts, self.lengths, self.ways, self.ends


def law_counts(left: Ints, banker: Finished) -> Floats:
    """Of perm(cards left, 5) orders, how many end the banker's hand in each score.

    Parameters
    ----------
    left : int64, (m, 10)
        Packs by value, after everything that a player holds.

    Returns
    -------
    float64, (m, 25)
        Whole numbers.
    """
    out = np.zeros((len(left), CLASSES))
    _loops.law_rows(np.ascontiguousarray(left), FALLING, *banker.arrays, out)
    return out


def laws(left: Ints, banker: Finished) -> Floats:
    """Chances of each score of the banker, float64 (m, 25), for packs int64 (m, 10)."""
    whole = np.array([float(perm(size, LONGEST)) for size in range(105)])
    result: Floats = law_counts(left, banker) / whole[left.sum(axis=1)][:, None]
    return result


@dataclass(frozen=True, eq=False)
class Ends:
    """Ways in which a hand of a split, or several, may end.

    Attributes
    ----------
    cards : int64, (n, 12)
        Sets of cards, see `counting.meet`.
    first : int64, (n + 1,)
        Where what a set of cards may be begins in `count` and `kind`.
    count : float64, (l,)
        Signed numbers of orders of the cards.
    kind : int64, (l,)
    """

    cards: Ints
    first: Ints
    count: Floats
    kind: Ints


class KnownLaws:
    """Laws of one banker by the cards that are left, each worked out once.

    Attributes
    ----------
    scores : int64, (s,)
        The banker's scores that occur, but for its pontoon, which ends the deal before the play.
    """

    def __init__(self, banker: Finished) -> None:
        self.banker = banker
        scores = np.unique(np.append(banker.ends[banker.ways > 0], 0))
        self.scores: Ints = scores[scores != SCORE_PONTOON]
        self.known = 0
        self.keys: Ints = np.zeros(1 << 10, np.int64)
        self.laws: Floats = np.zeros((1 << 10, len(self.scores)))

    def room(self, more: int) -> int:
        """For how many new laws there is room, at least `more`; a third stays empty."""
        needed = 3 * (self.known + more) // 2
        if needed >= len(self.keys):
            size = 1 << int(needed).bit_length()
            old = self.keys, self.laws
            self.keys, self.laws = np.zeros(size, np.int64), np.zeros((size, len(self.scores)))
            _loops.move_laws(*old, self.keys, self.laws)
        return 2 * len(self.keys) // 3 - self.known

    def add(self, fresh: Ints) -> None:
        """Work out the laws of packs at new places."""
        packs = np.empty((len(fresh), VALUES), np.int64)
        _loops.packs_of(self.keys, fresh, packs)
        self.laws[fresh] = laws(packs, self.banker)[:, self.scores]
        self.known += len(fresh)


def joint_law(
    left: Ints, extra: Ints, a: Ends, b: Ends, known: KnownLaws, kinds: tuple[int, int]
) -> Floats:
    """Joint law of two hands, or sets of hands, and the banker's score.

    Parameters
    ----------
    left : int64, (10,);  extra : int64, (2,)
        Cards left, see `counting.meet`.
    kinds : two numbers of kinds

    Returns
    -------
    float64, (kinds of a, kinds of b, scores of `known`)
    """
    below = np.array([float(perm(int(left.sum()), k)) for k in range(21)])
    out = np.zeros((*kinds, len(known.scores)))
    same, begin = a is b, 0
    shape = max(1, min(len(a.cards), AT_ONCE // len(b.cards))), len(b.cards)
    chances, places = np.empty(shape), np.empty(shape, np.int32)
    while begin < len(a.cards):
        limit = known.room(len(b.cards))
        fresh = np.empty(limit, np.int64)
        rows, new = _loops.meet(
            left, extra, FALLING, below, a.cards, b.cards, begin, same, known.keys, limit,
            chances, places, fresh,
        )  # fmt: skip
        known.add(fresh[:new])
        _loops.add_up(
            chances, places, begin, rows, known.laws,
            a.first, a.count, a.kind, b.first, b.count, b.kind, out,
        )  # fmt: skip
        begin += rows
    if same:
        out += out.transpose(1, 0, 2).copy()
    return out


def gains_of_stands(left: Ints, weights: Floats, stands: Ints, scores: Ints) -> Floats:
    """Gain of the banker for each of its hands.

    Parameters
    ----------
    left : int64, (m, 10);  weights : float64, (m, 25)
        Of each finished hand of a player: cards left, and the banker's weighed gain by its score.
    stands : int64, (n, 10);  scores : int64, (n,)

    Returns
    -------
    float64, (n, 2)
        When it stands, and when it counts as bust, for one given order of the banker's cards.
    """
    below = np.array([[float(perm(int(s), k)) for k in range(6)] for s in left.sum(axis=1)])
    out = np.zeros((len(stands), 2), np.float64)
    _loops.gains_of_stands(
        np.ascontiguousarray(left),
        FALLING,
        below,
        np.ascontiguousarray(weights),
        np.ascontiguousarray(stands),
        scores,
        out,
    )
    return out
