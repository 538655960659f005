"""What can be wrong with a shuffle, as tests of many packs: each gives a p-value.

A `packs` array has shape (packs, cards): card codes in the order dealt, each row one pack. Under a
right shuffle each row is a uniform permutation, independent of the others, and each p-value is
uniform; the reasoning stands with each.
"""

from __future__ import annotations

import math

import numpy as np
import numpy.typing as npt
from scipy import stats

Packs = npt.NDArray[np.int64]

RANKS = 13


def normal(z: float) -> float:
    """Two-sided p-value of a standard normal number."""
    return math.erfc(abs(z) / math.sqrt(2))


def mean_is(values: npt.NDArray[np.float64], expected: float) -> float:
    """p-value of independent numbers having this mean; their spread is taken from themselves."""
    se = values.std(ddof=1) / math.sqrt(len(values))
    return float(normal((values.mean() - expected) / se) if se > 0 else values[0] == expected)


def position_by_rank(packs: Packs) -> float:
    """Chi-square of how often each rank lies at each place.

    The counts of a uniform permutation have the covariance of (I - 1/n) x (diag(p) - pp') times
    n/(n - 1), so that (n - 1)/n times the usual sum is chi-square with (n - 1)(13 - 1) degrees.
    """
    count, n = packs.shape
    observed = np.stack([(packs >> 2 == rank).sum(axis=0) for rank in range(RANKS)], axis=1)
    expected = count / RANKS
    chi2 = float(((observed - expected) ** 2).sum() / expected) * (n - 1) / n
    return float(stats.chi2.sf(chi2, (n - 1) * (RANKS - 1)))


def neighbours_by_rank(packs: Packs, place: int) -> float:
    """Chi-square of the ranks at a place and the next one: 169 kinds of pairs, known chances."""
    count, n = packs.shape
    each = n // RANKS
    chances = np.full((RANKS, RANKS), each * each / (n * (n - 1)))
    np.fill_diagonal(chances, each * (each - 1) / (n * (n - 1)))
    pairs = (packs[:, place] >> 2) * RANKS + (packs[:, place + 1] >> 2)
    observed = np.bincount(pairs, minlength=RANKS * RANKS)
    return float(stats.chisquare(observed, count * chances.ravel()).pvalue)


def equal_neighbours(packs: Packs) -> float:
    """How many neighbours in a pack have the same rank: 4 - 1 on average (8 - 1 with two packs)."""
    ranks = packs >> 2
    return mean_is((ranks[:, 1:] == ranks[:, :-1]).sum(axis=1), packs.shape[1] // RANKS - 1)


def neighbours_in_order(packs: Packs) -> float:
    """How many cards lie right after the card one code lower, as in a pack that was not shuffled.

    Each of the n - 1 pairs of places has 51 neighbouring codes of `k * k` copies in n(n - 1).
    """
    n = packs.shape[1]
    copies = n // 52
    expected = (n - 1) * 51 * copies * copies / (n * (n - 1))
    return mean_is((packs[:, 1:] == packs[:, :-1] + 1).sum(axis=1), expected)


def same_place(first: Packs, second: Packs) -> float:
    """How many cards lie at the same place of two packs: one on average, with two packs two."""
    return mean_is((first == second).sum(axis=1), first.shape[1] // 52)


def same_step(first: Packs, second: Packs) -> float:
    """How many pairs of neighbours in one pack are neighbours, in this order, in the other.

    n - 1 pairs, each of which is the pair at a place of the other with chance 1/(n(n - 1)), at
    n - 1 places; only for one pack.
    """
    n = first.shape[1]
    places = np.argsort(second, axis=1)
    at = np.take_along_axis(places, first, axis=1)
    return mean_is((at[:, 1:] == at[:, :-1] + 1).sum(axis=1), (n - 1) / n)


def first_cards(first: Packs, second: Packs, place: int = 0) -> float:
    """Chi-square of the ranks at one place of two packs: 169 equally likely pairs."""
    pairs = (first[:, place] >> 2) * RANKS + (second[:, place] >> 2)
    return float(stats.chisquare(np.bincount(pairs, minlength=RANKS * RANKS)).pvalue)


# --- shuffles that are wrong ----------------------------------------------------------------------


def right(packs: int, count: int, seed: int) -> Packs:
    """Uniform permutations by numpy."""
    pack = np.sort(np.tile(np.arange(52), packs))
    return np.random.default_rng(seed).permuted(np.tile(pack, (count, 1)), axis=1)


def any_with_any(packs: int, count: int, seed: int) -> Packs:
    """The classic mistake: every place swaps with any place of the whole pack."""
    rng = np.random.default_rng(seed)
    dealt = np.tile(np.sort(np.tile(np.arange(52), packs)), (count, 1))
    rows = np.arange(count)
    for i in range(dealt.shape[1]):
        j = rng.integers(0, dealt.shape[1], count)
        kept = dealt[rows, j].copy()
        dealt[rows, j] = dealt[:, i]
        dealt[:, i] = kept
    return dealt


def one_riffle(packs: int, count: int, seed: int) -> Packs:
    """A new pack cut anywhere and riffled once: a card may be anywhere, its neighbours are near."""
    rng = np.random.default_rng(seed)
    n = 52 * packs
    ordered = np.sort(np.tile(np.arange(52), packs))
    cut = ordered[(np.arange(n) + rng.integers(0, n, count)[:, None]) % n]
    upper = np.argsort(rng.random((count, n)), axis=1) < n // 2
    order = np.argsort(~upper, axis=1, kind="stable")
    dealt = np.empty_like(cut)
    np.put_along_axis(dealt, order, cut, axis=1)
    return dealt


def modulo(packs: int, count: int, seed: int) -> Packs:
    """Fisher-Yates whose bounded numbers are six bits modulo the bound: low places are favoured."""
    rng = np.random.default_rng(seed)
    n = 52 * packs
    dealt = np.tile(np.sort(np.tile(np.arange(52), packs)), (count, 1))
    rows = np.arange(count)
    for i in range(n - 1):
        j = i + rng.integers(0, 64 * packs, count) % (n - i)
        kept = dealt[rows, j].copy()
        dealt[rows, j] = dealt[:, i]
        dealt[:, i] = kept
    return dealt
