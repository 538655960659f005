"""Estimates from moments: ratios with standard errors over tables, their sums and differences.

One way to an error: a figure is linearised over tables (the delta method), which are independent
of each other as deals within one are not, and the residual sum of squares is worked out as an exact
rational, so nothing cancels however many tables there are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from pontoon_sim.statistics.intervals import (
    LEAST_TABLES,
    anytime_half_width,
    student_half_width,
    two_sided_p,
)
from pontoon_sim.statistics.moments import Moments, Quantity

CONFIDENCE = 0.95


@dataclass(frozen=True)
class Estimate:
    """A figure and how sure it is.

    Attributes
    ----------
    value : float
    se : float or None
        Standard error over tables; None from a single table.
    low, high : float or None
        Student's interval over tables at `confidence` (a fixed-size interval: it holds for a
        number of deals chosen beforehand).
    """

    value: float
    se: float | None
    low: float | None
    high: float | None
    confidence: float = CONFIDENCE

    def as_dict(self) -> dict[str, float | None]:
        """JSON form."""
        return {
            "value": self.value,
            "se": self.se,
            "low": self.low,
            "high": self.high,
            "confidence": self.confidence,
        }

    def scaled(self, factor: float) -> Estimate:
        """The same figure in another unit; `factor` above 0."""
        errors = (self.se, self.low, self.high)
        se, low, high = (None if error is None else factor * error for error in errors)
        return Estimate(factor * self.value, se, low, high, self.confidence)

    @property
    def half_width(self) -> float:
        """Half the interval's width; infinite where there is no error."""
        return math.inf if self.low is None or self.high is None else (self.high - self.low) / 2


def estimate(value: float, se: float | None, tables: int, confidence: float) -> Estimate:
    """A value with Student's interval for `tables` independent tables."""
    if se is None:
        return Estimate(value, None, None, None, confidence)
    half = student_half_width(se, tables, confidence)
    return Estimate(value, se, value - half, value + half, confidence)


def anytime_interval(figure: Estimate, tables: int, confidence: float | None = None) -> Estimate:
    """The figure with the ends of its anytime-valid interval, see `anytime_half_width`; without
    any below LEAST_TABLES tables. Confidence: the figure's own by default."""
    confidence = figure.confidence if confidence is None else confidence
    if figure.se is None or tables < LEAST_TABLES:
        return Estimate(figure.value, figure.se, None, None, confidence)
    half = anytime_half_width(figure.se, tables, confidence)
    return Estimate(figure.value, figure.se, figure.value - half, figure.value + half, confidence)


@dataclass(frozen=True)
class Linear:
    """A figure linearised over tables.

    Attributes
    ----------
    value : Fraction
    weights : mapping of quantity to Fraction
        How much one more of a quantity moves the figure; over all tables they sum to nothing.
    """

    value: Fraction
    weights: Mapping[Quantity, Fraction]

    @classmethod
    def of(
        cls, moments: Moments, weights: Mapping[Quantity, int], denominator: Quantity
    ) -> Linear | None:
        """A weighted sum of quantities over another; None where that is nothing."""
        under = moments.of(denominator)
        if under == 0:
            return None
        value = Fraction(sum(times * moments.of(q) for q, times in weights.items()), under)
        parts = {quantity: Fraction(times, under) for quantity, times in weights.items()}
        # a quantity may stand above and below, so its two weights are added
        parts[denominator] = parts.get(denominator, Fraction(0)) - value / under
        return cls(value, parts)

    @classmethod
    def total(cls, parts: Iterable[tuple[int, Linear]]) -> Linear:
        """A sum of figures, each times a whole number."""
        value, weights = Fraction(0), dict[Quantity, Fraction]()
        for times, part in parts:
            value += times * part.value
            for quantity, weight in part.weights.items():
                weights[quantity] = weights.get(quantity, Fraction(0)) + times * weight
        return cls(value, weights)

    def estimate(self, moments: Moments, confidence: float) -> Estimate:
        """The figure with its error over tables; without one from a single table."""
        se = standard_error(moments.squares(self.weights), moments.tables)
        return estimate(float(self.value), se, moments.tables, confidence)


def standard_error(squares: Fraction | float, tables: float) -> float | None:
    """From the sum over tables of squared deviations, each a table's share in the figure's; None
    below two tables."""
    return math.sqrt(squares * tables / (tables - 1)) if tables > 1 else None


def linear_estimate(
    moments: Moments,
    weights: Mapping[Quantity, int],
    denominator: Quantity = None,
    confidence: float = CONFIDENCE,
) -> Estimate | None:
    """A weighted sum of quantities over another, with its error over tables.

    Parameters
    ----------
    moments : Moments
    weights : mapping of quantity to int
    denominator : quantity, optional
        Default: the number of tables, which makes a mean of them.

    Returns
    -------
    Estimate or None
        None where the denominator is nothing. The error is that of the linearised ratio.
    """
    linear = Linear.of(moments, weights, denominator)
    return None if linear is None else linear.estimate(moments, confidence)


def ratio(
    moments: Moments,
    over: Quantity,
    under: Quantity,
    sign: int = 1,
    confidence: float = CONFIDENCE,
) -> Estimate | None:
    """The ratio of two sums, such as net over initial stakes; see `linear_estimate`."""
    return linear_estimate(moments, {over: sign}, under, confidence)


@dataclass(frozen=True)
class Difference:
    """The difference of one figure between two arms of a trial.

    Attributes
    ----------
    paired : Estimate
        With the error of tables taken two by two, which is the right one where the arms were
        played over the same packs.
    unpaired : Estimate
        With the error that two independent runs of that size would have.
    correlation : float or None
        Of the two arms' tables; None where an arm does not vary.
    variance_ratio : float or None
        Variance of `unpaired` over variance of `paired`: playing the arms over the same packs was
        worth this many times the deals. Infinite where the arms never differ.
    """

    paired: Estimate
    unpaired: Estimate
    correlation: float | None
    variance_ratio: float | None

    @property
    def p(self) -> float:
        """Two-sided probability of so large a difference if there were none (`paired`)."""
        return two_sided_p(self.paired.value, self.paired.se)

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        variance_ratio = self.variance_ratio
        if variance_ratio is not None and not math.isfinite(variance_ratio):
            variance_ratio = None
        return {
            **self.paired.as_dict(),
            "unpaired_se": self.unpaired.se,
            "unpaired_low": self.unpaired.low,
            "unpaired_high": self.unpaired.high,
            "correlation": self.correlation,
            "variance_ratio": variance_ratio,
        }


def difference(
    together: Moments,
    arms: tuple[int, int],
    over: str,
    under: str,
    confidence: float = CONFIDENCE,
) -> Difference | None:
    """The ratio `over / under` of one arm less that of another, over the same tables.

    Parameters
    ----------
    together : Moments
        Its quantities are (arm, name).
    arms : (int, int)
        The arm, and the one that it is compared with.
    over, under : str
        Names of quantities.

    Returns
    -------
    Difference or None
        None where an arm has put nothing down. Errors are of linearised ratios.
    """
    tables = together.tables
    own = [Linear.of(together, {(arm, over): 1}, (arm, under)) for arm in arms]
    if own[0] is None or own[1] is None:
        return None
    gap = Linear.total([(1, own[0]), (-1, own[1])])
    paired = gap.estimate(together, confidence)
    if tables < 2:
        return Difference(paired, paired, None, None)
    first, second = (together.squares(arm.weights) for arm in (own[0], own[1]))
    both, squares = first + second, together.squares(gap.weights)
    unpaired = estimate(paired.value, standard_error(both, tables), tables, confidence)
    scale = math.sqrt(first * second)
    if not scale:
        return Difference(paired, unpaired, None, None)
    return Difference(
        paired,
        unpaired,
        float((both - squares) / 2) / scale,
        float(both / squares) if squares else math.inf,
    )


def combination(
    together: Moments,
    arms: Mapping[int, int],
    over: str,
    under: str,
    confidence: float = CONFIDENCE,
) -> Estimate | None:
    """A sum of ratios `over / under` of several arms, each times a whole number.

    Parameters
    ----------
    together : Moments
        Its quantities are (arm, name).
    arms : dict of int to int
        Arm -> how many times it counts: {1: 1, 0: -1} is arm 1 less arm 0.

    Returns
    -------
    Estimate or None
        None where an arm has put nothing down.
    """
    parts = []
    for arm, times in arms.items():
        linear = Linear.of(together, {(arm, over): 1}, (arm, under))
        if linear is None:
            return None
        parts.append((times, linear))
    return Linear.total(parts).estimate(together, confidence)


def sd_per_deal(moments: Moments, confidence: float = CONFIDENCE) -> Estimate | None:
    """Standard deviation of the net of one deal, chips, with its error over tables."""
    deals = moments.of("deals")
    if deals == 0:
        return None
    mean = Fraction(moments.of("net"), deals)
    mean_square = Fraction(moments.of("net_squares"), deals)
    sd, se = math.sqrt(mean_square - mean * mean), None
    if moments.tables > 1 and sd > 0:
        weights: dict[Quantity, Fraction] = {
            "net_squares": Fraction(1, deals),
            "net": -2 * mean / deals,
            "deals": (2 * mean * mean - mean_square) / deals,
        }
        variance_se = standard_error(moments.squares(weights), moments.tables)
        se = None if variance_se is None else variance_se / (2 * sd)
    return estimate(sd, se, moments.tables, confidence)


def long_run_variance(moments: Moments) -> float | None:
    """Variance of the net that a long row of deals piles up, per deal, chips squared.

    Differs from the square of `sd_per_deal` where deals of a table hang together (P29).
    """
    deals, tables = moments.of("deals"), moments.tables
    if tables < 2 or deals == 0:
        return None
    mean = Fraction(moments.of("net"), deals)
    squares = moments.squares({"net": Fraction(1), "deals": -mean})
    return float(squares * tables / (tables - 1) / deals)
