"""The compiled loops behind plain numpy: the one file here that loads numba."""

from __future__ import annotations

from dataclasses import dataclass
from math import perm
from typing import TYPE_CHECKING, Any

import numpy as np

from pontoon_sim.base import compiled_cache
from pontoon_sim.exact.multisets import FALLING, LONGEST, Floats, Ints

if TYPE_CHECKING:
    from pontoon_sim.exact.hands import Hand, Side

compiled_cache.prepare()

from pontoon_sim.exact import counting, walking  # noqa: E402  (after the cache is set)

_loops: Any = counting
_walking: Any = walking
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


def meet(
    side: Side,
    p: Hand,
    q: Hand,
    falls: Floats,
    last: Floats,
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
    falls, last, weight_of, pairs
        As `walking.walk` takes them.

    Returns
    -------
    float64, (rows, columns of the side);  float
    """
    out = np.zeros((len(weight_of), len(side.scores)))
    nothing = np.zeros((len(last), 0, out.shape[1]))
    total = _walking.walk(
        falls, last, p.places.sizes,
        side.codes, side.segments, side.targets, side.levels, side.ends,
        side.last_codes, side.last_sizes, side.count,
        *p.tree, p.first, p.kind, p.count,
        *q.tree, q.first, q.kind, q.count,
        kinds, weight_of, nothing if pairs is None else pairs, p.most + q.most + 1, out,
    )  # fmt: skip
    return out, total


def add_pairs(place: Ints, a: Floats, b: Floats, out: Floats) -> None:
    """Add products of all rows of a and b, float64 (., s), to the rows of `out` that they have."""
    _walking.add_pairs(place, a, b, out)


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
