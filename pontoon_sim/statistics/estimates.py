"""Estimates from moments: ratios with standard errors over tables, their sums and differences.

One way to an error: a figure is linearised over tables (the delta method), which are independent
of each other as deals within one are not, and the residual sum of squares is worked out as an exact
rational, so nothing cancels however many tables there are.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from typing import Any, NamedTuple

from pontoon_sim.statistics.intervals import (
    LEAST_TABLES,
    anytime_half_width,
    anytime_level,
    rare_ends,
    rare_p,
    student_half_width,
    two_sided_p,
)
from pontoon_sim.statistics.moments import Moments, Quantity

CONFIDENCE = 0.95


FEW = 50
"""Tables that move a figure below which, where most tables do not, it is no normal sum yet."""


@dataclass(frozen=True)
class Basis:
    """What an interval is made from, beside a figure and its standard error.

    Attributes
    ----------
    tables : int
        Independent tables.
    moved : int or None
        Of those, the ones that move the figure at all, where it is a difference that most may not
        move; None where all do.
    unmet : float
        Where no table has moved it: the most that one could have, in the figure's unit; 0 where
        none can.
    """

    tables: int
    moved: int | None = None
    unmet: float = math.inf

    @property
    def is_rare(self) -> bool:
        """Whether so few tables move the figure that the normal law cannot be leaned on."""
        return self.moved is not None and self.moved < min(FEW, self.tables / 4)

    def squares(self, value: float, se: float) -> float:
        """The sum of squares of what each table adds to the figure."""
        return se * se * (self.tables - 1) / self.tables + value * value / self.tables


@dataclass(frozen=True)
class Estimate:
    """A figure and how sure it is.

    Attributes
    ----------
    value : float
    se : float or None
        Standard error over tables; None from a single table.
    low, high : float or None
        The interval at `confidence`; None where there is none that holds. By Student's law over
        tables and for a number of deals chosen beforehand, unless `at` or `anytime` made it.
    basis : Basis or None
        What other intervals follow from; None of a figure that has only this one.
    """

    value: float
    se: float | None
    low: float | None
    high: float | None
    confidence: float = CONFIDENCE
    basis: Basis | None = field(default=None, compare=False, repr=False)

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
        basis = self.basis and replace(self.basis, unmet=factor * self.basis.unmet)
        return Estimate(factor * self.value, se, low, high, self.confidence, basis)

    @property
    def half_width(self) -> float:
        """Half the interval's width; infinite where there is no error."""
        return math.inf if self.low is None or self.high is None else (self.high - self.low) / 2

    @property
    def is_unmet(self) -> bool:
        """Whether no table has moved it."""
        return self.basis is not None and self.basis.moved == 0

    @property
    def is_proved(self) -> bool:
        """Whether nothing can move it: settings and tables prove that it is 0."""
        return self.is_unmet and self.basis is not None and self.basis.unmet == 0

    @property
    def p(self) -> float:
        """Two-sided probability of so large a figure if it were 0."""
        basis = self.basis
        if basis is not None and basis.is_rare and self.se is not None:
            return rare_p(self.value, basis.squares(self.value, self.se), basis.moved or 0)
        return two_sided_p(self.value, self.se)

    def at(self, confidence: float) -> Estimate:
        """The figure with its interval for a number of deals chosen beforehand."""
        basis, se = self.basis, self.se
        if basis is None or se is None:
            return self._between(None, confidence)
        if basis.is_rare:
            return self._between(self._rare(confidence), confidence)
        half = student_half_width(se, basis.tables, confidence)
        return self._between((self.value - half, self.value + half), confidence)

    def anytime(self, confidence: float | None = None) -> Estimate:
        """The figure with its anytime-valid interval, see `anytime_half_width`; without any below
        LEAST_TABLES tables. Confidence: the figure's own by default."""
        confidence = self.confidence if confidence is None else confidence
        basis, se = self.basis, self.se
        if basis is None or se is None or basis.tables < LEAST_TABLES:
            return self._between(None, confidence)
        if basis.is_rare:
            # before anything is met the rule of three holds at all times: it is wrong where the
            # first comes late, which is one event however often one looks
            level = anytime_level(basis.tables, confidence) if basis.moved else confidence
            return self._between(self._rare(level), confidence)
        half = anytime_half_width(se, basis.tables, confidence)
        return self._between((self.value - half, self.value + half), confidence)

    def _rare(self, confidence: float) -> tuple[float, float] | None:
        assert self.basis is not None and self.se is not None
        squares, moved = self.basis.squares(self.value, self.se), self.basis.moved or 0
        ends = rare_ends(self.value, squares, moved, self.basis.unmet, confidence)
        return ends if math.isfinite(ends[1]) else None

    def _between(self, ends: tuple[float, float] | None, confidence: float) -> Estimate:
        low, high = (None, None) if ends is None else ends
        return Estimate(self.value, self.se, low, high, confidence, self.basis)


def estimate(value: float, se: float | None, tables: int, confidence: float) -> Estimate:
    """A value with Student's interval for `tables` independent tables."""
    return Estimate(value, se, None, None, confidence, Basis(tables)).at(confidence)


def widest(figures: Iterable[Estimate | None], confidence: float) -> float:
    """The widest half-width of the anytime-valid intervals of some figures; infinite where one has
    none, or there are none."""
    known = [None if figure is None else figure.anytime(confidence) for figure in figures]
    return max((math.inf if one is None else one.half_width for one in known), default=math.inf)


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
        return self.paired.p

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
            "tables_apart": None if self.paired.basis is None else self.paired.basis.moved,
            "alike": self.paired.is_proved,
        }


class Apart(NamedTuple):
    """How the tables of two arms over the same packs differ.

    Attributes
    ----------
    moved : int
        Tables that are not alike.
    most : float
        What the first deal that is not alike can move at most, in units of the figure's numerator;
        0, and nothing follows, where no deal can be.
    follows : bool
        What comes after it in its table is not alike either; the two tables are then taken to be
        apart by no more than two independent ones (root mean square).
    """

    moved: int
    most: float
    follows: bool


def difference(
    together: Moments,
    arms: tuple[int, int],
    over: str,
    under: str,
    confidence: float = CONFIDENCE,
    apart: Apart | None = None,
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
    apart : Apart, optional
        How the arms' tables differ, where that is known.

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
    if apart is not None:
        unmet = apart.most / min(together.of((arm, under)) for arm in arms)
        unmet += math.sqrt(both / tables) if apart.follows else 0.0
        paired = replace(paired, basis=Basis(tables, apart.moved, unmet)).at(confidence)
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
