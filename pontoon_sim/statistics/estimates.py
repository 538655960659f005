"""Estimates from tallies: ratios with standard errors over tables, spreads, intervals, ruin.

Everything is worked out from the integer moments of `tallies.py`; residual sums of squares are
exact rationals, so nothing cancels however many tables there are. Signs are the banker's: a
positive edge is chips that move to the bank.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from scipy import special

from pontoon_sim.engine.tallies import Moments

CONFIDENCE = 0.95

LEAST_TABLES = 20
"""Below so many the normal law, which anytime-valid intervals lean on, is not to be trusted."""


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


def residual_squares(moments: Moments, weights: Mapping[str, Fraction]) -> Fraction:
    """Sum over tables of the square of a weighted sum of a table's quantities, exactly."""
    places = {moments.quantities.index(name): weight for name, weight in weights.items()}
    total = Fraction(0)
    for i, a in places.items():
        for j, b in places.items():
            total += a * b * moments.products[i][j]
    return total


def estimate(value: float, se: float | None, tables: int, confidence: float) -> Estimate:
    """A value with Student's interval for `tables` independent tables."""
    if se is None:
        return Estimate(value, None, None, None, confidence)
    half = se * float(special.stdtrit(tables - 1, (1 + confidence) / 2))
    return Estimate(value, se, value - half, value + half, confidence)


def ratio(
    moments: Moments,
    over: str,
    under: str,
    sign: int = 1,
    confidence: float = CONFIDENCE,
) -> Estimate | None:
    """The ratio of two sums, such as net over initial stakes, with its error over tables.

    The error is that of the linearised ratio (tables are independent; deals within one are not).
    None where nothing was put down.
    """
    y, x = moments.of(over), moments.of(under)
    if x == 0:
        return None
    r = Fraction(y, x)
    tables = moments.tables
    se = None
    if tables > 1:
        squares = residual_squares(moments, {over: Fraction(1), under: -r})
        se = math.sqrt(squares * tables / (tables - 1)) / x
    return estimate(sign * float(r), se, tables, confidence)


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
        if self.paired.se is None:
            return 1.0
        if self.paired.se == 0:
            return 1.0 if self.paired.value == 0 else 0.0
        return float(special.erfc(abs(self.paired.value / self.paired.se) / math.sqrt(2)))

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
        `Sums.together` of a trial.
    arms : (int, int)
        The arm, and the one that it is compared with.
    over, under : str
        Of `trial.TOGETHER`.

    Returns
    -------
    Difference or None
        None where an arm has put nothing down. Errors are of linearised ratios.
    """
    tables, weights, ratios = together.tables, [], []
    for arm in arms:
        y, x = together.of(f"{arm} {over}"), together.of(f"{arm} {under}")
        if x == 0:
            return None
        ratios.append(Fraction(y, x))
        weights.append(
            {f"{arm} {over}": Fraction(tables, x), f"{arm} {under}": -ratios[-1] * tables / x}
        )
    value = float(ratios[0] - ratios[1])
    if tables < 2:
        alone = estimate(value, None, tables, confidence)
        return Difference(alone, alone, None, None)
    own = [residual_squares(together, weight) for weight in weights]
    both = dict(weights[0])
    for name, weight in weights[1].items():
        both[name] = both.get(name, Fraction(0)) - weight
    squares = residual_squares(together, both)
    scale = tables * (tables - 1)
    paired = estimate(value, math.sqrt(squares / scale), tables, confidence)
    unpaired = estimate(value, math.sqrt((own[0] + own[1]) / scale), tables, confidence)
    spread = math.sqrt(own[0] * own[1])
    return Difference(
        paired,
        unpaired,
        float((own[0] + own[1] - squares) / 2) / spread if spread else None,
        (float((own[0] + own[1]) / squares) if squares else math.inf) if spread else None,
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
        `Sums.together` of a trial.
    arms : dict of int to int
        Arm -> how many times it counts: {1: 1, 0: -1} is arm 1 less arm 0.

    Returns
    -------
    Estimate or None
        None where an arm has put nothing down. The error is that of linearised ratios over tables.
    """
    tables, value = together.tables, Fraction(0)
    weights: dict[str, Fraction] = {}
    for arm, times in arms.items():
        y, x = together.of(f"{arm} {over}"), together.of(f"{arm} {under}")
        if x == 0:
            return None
        value += times * Fraction(y, x)
        # an arm's over and under may be one quantity, so the two weights are added
        for name, weight in ((over, Fraction(1)), (under, -Fraction(y, x))):
            key = f"{arm} {name}"
            weights[key] = weights.get(key, Fraction(0)) + times * weight * tables / x
    if tables < 2:
        return estimate(float(value), None, tables, confidence)
    squares = residual_squares(together, weights)
    return estimate(float(value), math.sqrt(squares / (tables * (tables - 1))), tables, confidence)


def anytime_interval(figure: Estimate, tables: int, confidence: float | None = None) -> Estimate:
    """The figure with the ends of its anytime-valid interval, see `anytime_half_width`; without
    any below LEAST_TABLES tables. Confidence: the figure's own, if not said."""
    confidence = figure.confidence if confidence is None else confidence
    if figure.se is None or tables < LEAST_TABLES:
        return Estimate(figure.value, figure.se, None, None, confidence)
    half = anytime_half_width(figure.se, tables, confidence)
    return Estimate(figure.value, figure.se, figure.value - half, figure.value + half, confidence)


def holm(ps: Sequence[float], alpha: float) -> list[bool]:
    """Which of several differences stand out, all together wrong with probability `alpha` at most
    (Holm 1979).

    >>> holm([0.04, 0.001, 0.3], 0.05)
    [False, True, False]
    """
    sure = [False] * len(ps)
    for rank, place in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        if ps[place] > alpha / (len(ps) - rank):
            break
        sure[place] = True
    return sure


def sd_per_deal(moments: Moments, confidence: float = CONFIDENCE) -> Estimate | None:
    """Standard deviation of the net of one deal, chips, with its error over tables."""
    deals = moments.of("deals")
    if deals == 0:
        return None
    mean, mean_square = (
        Fraction(moments.of("net"), deals),
        Fraction(moments.of("net_squares"), deals),
    )
    variance = mean_square - mean * mean
    sd = math.sqrt(variance)
    tables, se = moments.tables, None
    if tables > 1 and sd > 0:
        weights = {
            "net_squares": Fraction(1),
            "net": -2 * mean,
            "deals": 2 * mean * mean - mean_square,
        }
        squares = residual_squares(moments, weights) * tables / (tables - 1)
        se = math.sqrt(squares) / deals / (2 * sd)
    return estimate(sd, se, tables, confidence)


def long_run_variance(moments: Moments) -> float | None:
    """Variance of the net that a long row of deals piles up, per deal, chips squared.

    Differs from the square of `sd_per_deal` where deals of a table hang together (P29).
    """
    deals, tables = moments.of("deals"), moments.tables
    if tables < 2 or deals == 0:
        return None
    mean = Fraction(moments.of("net"), deals)
    squares = residual_squares(moments, {"net": Fraction(1), "deals": -mean})
    return float(squares * tables / (tables - 1) / deals)


def deals_until_sure(sd: float, mean: float) -> float:
    """N0: deals after which the expected gain is one standard deviation; inf without an edge."""
    return math.inf if mean == 0 else (sd / mean) ** 2


def bankroll_for_ruin(variance: float, mean: float, risk: float) -> float:
    """Chips with which the one who gains `mean` a deal on average is ruined with probability
    `risk` if it plays for ever: the diffusion formula exp(-2 * mean * chips / variance).

    Infinite where the mean is not a gain.
    """
    return math.inf if mean <= 0 else -math.log(risk) * variance / (2 * mean)


def anytime_half_width(
    se: float, tables: int, confidence: float = CONFIDENCE, tuned_for: int = 1000
) -> float:
    """Half-width of an interval that may be looked at as often as one likes.

    An asymptotic confidence sequence with Robbins's normal mixture: it covers the true value at
    *all* numbers of tables at once with probability near `confidence`, so a run may stop when the
    interval is narrow enough. Tightest at `tuned_for` tables. Source: Waudby-Smith, Arbour, Sinha,
    Kennedy and Ramdas, Time-uniform central limit theory and asymptotic confidence sequences
    (2024), their equation for the two-sided boundary.
    """
    alpha = 1 - confidence
    spread = -2 * math.log(alpha) + math.log(-2 * math.log(alpha)) + 1
    rho2 = spread / tuned_for
    scale = tables * rho2 + 1
    boundary = math.sqrt(2 * scale / (tables * tables * rho2) * math.log(math.sqrt(scale) / alpha))
    return se * math.sqrt(tables) * boundary
