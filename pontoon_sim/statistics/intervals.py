"""Intervals and tests over independent tables: for one figure, for one that is looked at again and
again, for several at once. Numbers go in and come out; `estimates` makes figures of them.
"""

from __future__ import annotations

import math
from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
from scipy import special

LEAST_TABLES = 20
"""Below so many the normal law, which anytime-valid intervals lean on, is not to be trusted."""

DRAWS = 20_000
"""Draws of the quantiles of `max_t`: the confidence is met to within about 0.3 %."""


def student_half_width(se: float, tables: int, confidence: float) -> float:
    """Half-width of Student's interval, for a number of tables chosen beforehand (Student, The
    probable error of a mean, 1908)."""
    return se * float(special.stdtrit(tables - 1, (1 + confidence) / 2))


def two_sided_p(value: float, se: float | None) -> float:
    """Probability of a value so far from 0 if there were nothing, by the normal law."""
    if se is None:
        return 1.0
    if se == 0:
        return 1.0 if value == 0 else 0.0
    return float(special.erfc(abs(value / se) / math.sqrt(2)))


def anytime_half_width(se: float, tables: int, confidence: float, tuned_for: int = 1000) -> float:
    """Half-width of an interval that may be looked at as often as one likes.

    An asymptotic confidence sequence with Robbins's normal mixture: it covers the true value at
    *all* numbers of tables at once with probability near `confidence`, so a run may stop when the
    interval is narrow enough. Tightest at `tuned_for` tables. Source: Waudby-Smith, Arbour, Sinha,
    Kennedy and Ramdas, Time-uniform central limit theory and asymptotic confidence sequences
    (2024), their equation for the two-sided boundary.
    """
    alpha = 1 - confidence
    mixture = -2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1
    rho2 = mixture / tuned_for
    scale = tables * rho2 + 1
    boundary = math.sqrt(2 * scale / (tables * tables * rho2) * math.log(math.sqrt(scale) / alpha))
    return se * math.sqrt(tables) * boundary


def rare_ends(
    value: float, squares: float, moved: int, unmet: float, confidence: float
) -> tuple[float, float]:
    """Ends of an interval of a sum that few tables have moved: a compound Poisson sum.

    The tables that moved it up, and down, are counted as if each had moved it by their root mean
    square; both counts have exact Poisson limits (Garwood, Fiducial limits for the Poisson
    distribution, 1936; weighted as in Fay and Feuer, Confidence intervals for directly standardized
    rates, 1997), and those of their difference follow (Zou and Donner, Construction of confidence
    limits about effect measures, 2008). Where none has moved it: the rule of three.

    Parameters
    ----------
    value, squares : float
        The sum, and the sum of the squares of what each table adds to it.
    moved : int
        Tables that add anything.
    unmet : float
        The most that a table can add, of which none has been met.
    """
    alpha = 1 - confidence
    if not moved or not squares:
        reach = -math.log(alpha) * unmet
        return value - reach, value + reach
    size = math.sqrt(squares / moved)
    up, down = _moves(value, squares, moved)

    def room_below(count: float) -> float:
        return count - float(special.gammaincinv(count, alpha / 2)) if count > 0 else 0.0

    def room_above(count: float) -> float:
        return float(special.gammaincinv(count + 1, 1 - alpha / 2)) - count

    low = value - size * math.hypot(room_below(up), room_above(down))
    return low, value + size * math.hypot(room_above(up), room_below(down))


def rare_p(value: float, squares: float, moved: int) -> float:
    """Two-sided probability of such a sum if as many tables moved it up as down; see
    `rare_ends`."""
    if not moved or not squares:
        return 1.0
    up, down = sorted(_moves(value, squares, moved), reverse=True)
    return min(1.0, 2 * float(special.betainc(up, down + 1, 0.5)))


def _moves(value: float, squares: float, moved: int) -> tuple[float, float]:
    """How many tables moved a sum up, and down, if all did by as much."""
    gap = value / math.sqrt(squares / moved)
    return max((moved + gap) / 2, 0.0), max((moved - gap) / 2, 0.0)


def anytime_level(tables: int, confidence: float) -> float:
    """The confidence of a fixed-size interval as wide as the anytime-valid one of so many tables,
    by the normal law."""
    return float(special.erf(anytime_half_width(1.0, tables, confidence) / math.sqrt(2)))


def holm(ps: Sequence[float], alpha: float) -> list[bool]:
    """Which of several differences are significant, all together wrong with probability `alpha` at
    most (Holm, A simple sequentially rejective multiple test procedure, 1979).

    >>> holm([0.04, 0.001, 0.3], 0.05)
    [False, True, False]
    """
    significant = [False] * len(ps)
    for rank, place in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        if ps[place] > alpha / (len(ps) - rank):
            break
        significant[place] = True
    return significant


def max_t(
    covariance: npt.NDArray[np.float64], freedom: int, confidence: float
) -> tuple[float, float]:
    """Factors of standard errors that make intervals hold all at once.

    The quantile of the largest of all deviations, each in its own standard errors, under a
    multivariate t-law with the given correlations (single-step max-t; Hothorn, Bretz and Westfall,
    Simultaneous inference in general parametric models, 2008); sampled, with a fixed seed.

    Parameters
    ----------
    covariance : float64, (b, b)
        Of the errors of b figures; those without error are left out.
    freedom : int
        Degrees of freedom of the covariance.

    Returns
    -------
    of_each, of_differences : float
        Quantiles of the largest standardised error of the figures, and of their differences.
        0 where there is no error at all.
    """
    draw = np.random.RandomState(1)  # whose numbers numpy promises to keep
    values, vectors = np.linalg.eigh(covariance)
    # the symmetric root, which does not depend on the signs that eigenvectors happen to have
    root = (vectors * np.sqrt(np.maximum(values, 0.0))) @ vectors.T
    own = np.diag(covariance)
    first, second = np.triu_indices(len(own), 1)
    variance = own[first] + own[second] - 2 * covariance[first, second]
    floor = 1e-12 * max(float(own.max()), 1e-300)
    kept, pairs = own > floor, variance > floor
    first, second, sds = first[pairs], second[pairs], np.sqrt(variance[pairs])
    of_each, of_pairs = np.zeros(DRAWS), np.zeros(DRAWS)
    step = max(1, 2_000_000 // max(len(sds), 1))
    for at in range(0, DRAWS, step):
        count = min(step, DRAWS - at)
        errors = draw.standard_normal((count, len(own))) @ root
        errors /= np.sqrt(draw.chisquare(freedom, (count, 1)) / freedom)
        if kept.any():
            of_each[at : at + count] = np.abs(errors[:, kept] / np.sqrt(own[kept])).max(axis=1)
        if len(sds):
            apart = np.abs(errors[:, first] - errors[:, second]) / sds
            of_pairs[at : at + count] = apart.max(axis=1)
    return float(np.quantile(of_each, confidence)), float(np.quantile(of_pairs, confidence))
