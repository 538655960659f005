"""The compiled loops of `counting.py`, behind plain numpy: the one file here that loads numba."""

from __future__ import annotations

from dataclasses import dataclass
from math import perm
from typing import Any

import numpy as np

from pontoon_sim import compiled_cache
from pontoon_sim.exact.multisets import FALLING, LONGEST, Floats, Ints

compiled_cache.prepare()

from pontoon_sim.exact import counting as _counting  # noqa: E402  (after the cache is set)

_loops: Any = _counting
CLASSES = 25
"""Width of a banker's law: its score 0 (bust) to 24 (pontoon)."""


@dataclass(frozen=True)
class Finished:
    """The banker's hands that end without a bust, as `counting.law_row` reads them."""

    values: Ints
    counts: Ints
    kinds: Ints
    lengths: Ints
    ways: Ints
    ends: Ints

    @property
    def arrays(self) -> tuple[Ints, ...]:
        """All fields, in the order of the compiled functions' parameters."""
        return self.values, self.counts, self.kinds, self.lengths, self.ways, self.ends


def law_counts(left: Ints, banker: Finished) -> Ints:
    """Of perm(cards left, 5) orders, how many end the banker's hand in each score.

    Parameters
    ----------
    left : int64, (m, 10)
        Packs by value, after everything that a player holds.

    Returns
    -------
    int64, (m, 25)
    """
    out = np.zeros((len(left), CLASSES), np.int64)
    _loops.law_rows(np.ascontiguousarray(left), FALLING, *banker.arrays, out)
    return out


def laws(left: Ints, banker: Finished) -> Floats:
    """Chances of each score of the banker, float64 (m, 25), for packs int64 (m, 10)."""
    whole = np.array([float(perm(int(size), LONGEST)) for size in left.sum(axis=1)])
    result: Floats = law_counts(left, banker) / whole[:, None]
    return result


@dataclass(frozen=True)
class SplitLeaves:
    """Finished hands of a split, as `counting.pair_of_hands` reads them."""

    second: Ints
    free: Ints
    first: Ints
    count: Ints
    kind: Ints


class KnownLaws:
    """Laws of one banker by the cards that are left, each worked out once."""

    def __init__(self, banker: Finished) -> None:
        self.banker = banker
        self.keys: Ints = np.zeros(1 << 10, np.int64)
        self.laws: Floats = np.zeros((1 << 10, CLASSES), np.float64)

    def make_room(self, more: int) -> None:
        """Let a third of the places stay empty with so many more laws."""
        size, needed = len(self.keys), 3 * (np.count_nonzero(self.keys) + more) // 2
        if needed >= size:
            size = 1 << int(needed).bit_length()
            old = self.keys, self.laws
            self.keys, self.laws = np.zeros(size, np.int64), np.zeros((size, CLASSES))
            _loops.move_laws(*old, self.keys, self.laws)


def pair_of_hands(
    left: Ints, second_left: Ints, a: SplitLeaves, b: SplitLeaves, known: KnownLaws, out: Floats
) -> None:
    """Fill `out` with the joint law of two split hands and the banker's; see the compiled twin."""
    size = int(left.sum())
    below = np.array([float(perm(size, k)) for k in range(13)])
    known.make_room(len(a.second) * len(b.second))
    same = a is b
    _loops.pair_of_hands(
        left, second_left, FALLING, below,
        a.second, a.free, a.first, a.count, a.kind,
        b.second, b.free, b.first, b.count, b.kind, same,
        known.keys, known.laws, *known.banker.arrays, out,
    )  # fmt: skip
    if same:
        out += out.transpose(1, 0, 2).copy()


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
