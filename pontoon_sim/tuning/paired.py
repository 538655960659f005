"""Two strategies at the same seats on the same packs: the difference and its error over tables.

Values of a deal need not be whole (growth of a bankroll), so tables are kept row by row, not as the
exact sums of `statistics.moments`.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np

from pontoon_sim.statistics.estimates import CONFIDENCE, Estimate, estimate, standard_error
from pontoon_sim.tuning.explorer import Floats

DEALS, INITIAL, NET, WORTH, SEATS, LASTING = range(6)
"""Columns of `kernel.explore.VALUE_ROW`."""


@dataclass(frozen=True)
class Paired:
    """Value of two strategies and what the second gains, all per deal of a tuned seat."""

    before: Estimate
    after: Estimate
    gain: Estimate


def mean_of(rows: Floats, over: int = WORTH, under: int = DEALS) -> Estimate:
    """The ratio of two columns of `Explorer.values`, with its error over tables."""
    return _estimate(*_linear(rows, over, under))


def paired(before: Floats, after: Floats, over: int = WORTH, under: int = DEALS) -> Paired:
    """Compare the values of the same tables under two strategies."""
    old, old_parts = _linear(before, over, under)
    new, new_parts = _linear(after, over, under)
    gain = _estimate(new - old, new_parts - old_parts)
    return Paired(_estimate(old, old_parts), _estimate(new, new_parts), gain)


def _linear(rows: Floats, over: int, under: int) -> tuple[float, Floats]:
    """A ratio, and what each table adds to its deviation."""
    whole = float(rows[:, under].sum())
    if whole == 0:
        return math.nan, np.zeros(len(rows))
    value = float(rows[:, over].sum()) / whole
    return value, (rows[:, over] - value * rows[:, under]) / whole


def _estimate(value: float, parts: Floats) -> Estimate:
    se = standard_error(float(parts @ parts), len(parts))
    return estimate(value, se, len(parts), CONFIDENCE)
