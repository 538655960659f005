"""How long luck hides an advantage, and how large a purse outlasts bad luck: figures of a sum that
drifts, with their errors.

A purse's course over many deals is taken for a Brownian motion with drift (the diffusion formula).
Its variance per deal is the one between tables, so that what hangs together within a table counts.
Errors are by the delta method over tables, the mean and the variance of nets by table taken as
independent of each other, which they are under the normal law that sums of many deals come near to.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass

from scipy import special

from pontoon_sim.statistics.estimates import Estimate, estimate
from pontoon_sim.statistics.intervals import student_half_width


@dataclass(frozen=True)
class Drift:
    """What a deal adds to a purse, to its owner's advantage.

    Attributes
    ----------
    mean : Estimate
        Of a deal, chips, with a standard error.
    variance : float
        Per deal of a long row of deals, chips squared, above 0.
    tables : int
        Two or more, which both come from.
    """

    mean: Estimate
    variance: float
    tables: int

    @property
    def sd(self) -> Estimate:
        """Standard deviation per deal of a long row of deals, chips."""
        sd = math.sqrt(self.variance)
        return estimate(sd, sd * self._variance_error / 2, self.tables, self.mean.confidence)

    @property
    def n0(self) -> Estimate:
        """Deals after which the one with the advantage can expect to be ahead by one standard
        deviation; infinite without an advantage."""
        sd = math.sqrt(self.variance)
        edge = self.mean.value / sd
        error = math.hypot(self._mean_se / sd, edge * self._variance_error / 2)
        return self._inverse(edge, error, lambda edge: edge**-2)

    def bankroll(self, risk: float) -> Estimate:
        """Chips with which the one with the advantage goes broke with probability `risk`, playing
        on for ever: exp(-2 * mean * chips / variance); infinite without an advantage."""
        slope = self.mean.value / self.variance
        error = math.hypot(self._mean_se / self.variance, slope * self._variance_error)
        return self._inverse(slope, error, lambda slope: -math.log(risk) / (2 * slope))

    def ruin(self, bankroll: float, deals: float = math.inf) -> Estimate:
        """Probability that a purse of so many chips is lost within so many deals.

        The mean counts with its sign: where it is negative, the purse is of the one who loses in
        the long run. The interval is Student's for the normal quantile of the probability, which
        keeps it within 0 and 1.
        """

        def chance(mean: float, variance: float) -> float:
            return 1.0 - lasting(mean, variance, bankroll, deals)

        mean, variance, step = self.mean.value, self.variance, 1e-4
        shift = step * math.sqrt(variance)
        by_mean = (chance(mean + shift, variance) - chance(mean - shift, variance)) / (2 * shift)
        up, down = (chance(mean, variance * (1 + sign * step)) for sign in (1, -1))
        error = math.hypot(by_mean * self._mean_se, (up - down) / (2 * step) * self._variance_error)
        value, confidence = min(max(chance(mean, variance), 0.0), 1.0), self.mean.confidence
        quantile = float(special.ndtri(value))
        density = math.exp(-quantile * quantile / 2) / math.sqrt(2 * math.pi)
        if density == 0:
            return Estimate(value, error, value, value, confidence)
        half = student_half_width(error / density, self.tables, confidence)
        low, high = (float(special.ndtr(quantile + sign * half)) for sign in (-1, 1))
        return Estimate(value, error, low, high, confidence)

    @property
    def _mean_se(self) -> float:
        return self.mean.se or 0.0

    @property
    def _variance_error(self) -> float:
        """Relative standard error of the variance, under the normal law of a table's net."""
        return math.sqrt(2 / (self.tables - 1))

    def _inverse(self, slope: float, error: float, figure: Callable[[float], float]) -> Estimate:
        """A figure that falls as an advantage rises, with Student's interval of the advantage
        carried over: skewed as the figure is, and none where the advantage may be nothing."""
        slope, confidence = abs(slope), self.mean.confidence
        if slope == 0:
            return Estimate(math.inf, None, None, None, confidence)
        value, step = figure(slope), 1e-6 * slope
        se = error * abs(figure(slope + step) - figure(slope - step)) / (2 * step)
        half = student_half_width(error, self.tables, confidence)
        if half >= slope:
            return Estimate(value, se, None, None, confidence)
        return Estimate(value, se, figure(slope + half), figure(slope - half), confidence)


def lasting(mean: float, variance: float, bankroll: float, deals: float) -> float:
    """Chance that a sum of many deals' nets has not reached -bankroll: that of a Brownian motion
    with this mean and variance per deal (first passage of a drifting motion, inverse Gaussian law).

    >>> round(lasting(0.0, 1.0, 1.96, 1.0), 3)  # twice the tail beyond 1.96 is lost
    0.95
    """
    if math.isinf(deals):
        return -math.expm1(-2 * mean * bankroll / variance) if mean > 0 else 0.0
    sd = math.sqrt(variance * deals)
    early = float(special.ndtr((-bankroll - mean * deals) / sd))
    # exp may be huge where its partner is tiny: multiply as logarithms
    late = -2 * mean * bankroll / variance + float(
        special.log_ndtr((-bankroll + mean * deals) / sd)
    )
    return 1.0 - early - math.exp(min(late, 0.0))
