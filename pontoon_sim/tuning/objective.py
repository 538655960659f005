"""What a tuned strategy is to be good at: chips, growth of a bankroll, or lasting with one."""

from __future__ import annotations

import math
from dataclasses import dataclass

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.statistics.ruin import lasting
from pontoon_sim.tuning.explorer import DEALS_PER_TABLE, Floats, Worth
from pontoon_sim.tuning.paired import DEALS, LASTING, NET, SEATS, WORTH, Paired, paired

OBJECTIVES = ("edge", "growth", "ruin")


MOST_LIMIT = 10**6
"""Deals within which ruin can be looked for: those of one table."""


@dataclass(frozen=True)
class Objective:
    """An objective; more of it is better.

    Attributes
    ----------
    name : str
        `edge`: net chips of a deal. `growth`: growth of the logarithm of `bankroll` chips by a deal
        that is played with so many. `ruin`: chance that a seat with `bankroll` chips has never
        lost them all after `limit` deals from a fresh shuffle.
    bankroll : int
        Chips; 0 with `edge`.
    limit : int
        Deals; 0 but with `ruin`.
    """

    name: str = "edge"
    bankroll: int = 0
    limit: int = 0

    def __post_init__(self) -> None:
        if self.name not in OBJECTIVES:
            hint = nearest(self.name, OBJECTIVES) or f": take {', '.join(OBJECTIVES)}"
            raise PontoonError(f"no objective '{self.name}'{hint}")
        if (self.name == "edge") != (self.bankroll == 0):
            fault = "is not for edge" if self.name == "edge" else f"is missing for {self.name}"
            raise PontoonError(f"--bankroll {fault}: growth and ruin are of a bankroll in chips")
        if (self.name == "ruin") != (self.limit > 0):
            fault = "is missing for ruin" if self.name == "ruin" else f"is not for {self.name}"
            raise PontoonError(f"--limit {fault}: ruin is looked for within so many deals")
        if self.limit > MOST_LIMIT:
            raise PontoonError(f"--limit {self.limit}: take at most {MOST_LIMIT:,} deals")

    @property
    def deals_per_table(self) -> int:
        """Deals of a table."""
        return self.limit or DEALS_PER_TABLE

    def worth(self, rows: Floats | None = None) -> Worth:
        """What a deal's net is worth.

        Parameters
        ----------
        rows : float64, (tables, 6), optional
            With `ruin`: `Explorer.values` of the present strategy under `moments`. The chance to
            last follows from mean and variance of a deal (`lasting`); a net is worth what it adds
            to that chance, in chips: the chip itself, and its square about the mean.
        """
        if self.name == "growth":
            return Worth(bankroll=self.bankroll)
        if self.name == "edge":
            return Worth()
        if rows is None:
            return Worth(purse=self.bankroll)
        deals, net = float(rows[:, DEALS].sum()), float(rows[:, NET].sum())
        mean = net / deals
        variance = (float(rows[:, WORTH].sum()) - net) / deals - mean * mean
        return Worth(penalty=self._penalty(mean, variance), centre=mean, purse=self.bankroll)

    @property
    def moments(self) -> Worth:
        """Under this a net is worth itself and its square: for mean and variance."""
        return Worth(penalty=-1.0, purse=self.bankroll)

    def _penalty(self, mean: float, variance: float) -> float:
        """Chips of mean that make up for a chip squared of variance."""
        step = 1e-4
        sd = math.sqrt(variance)

        def last(shift: float, stretch: float) -> float:
            return lasting(mean + shift, variance * stretch, self.bankroll, self.limit)

        by_mean = (last(step * sd, 1) - last(-step * sd, 1)) / (2 * step * sd)
        by_variance = (last(0, 1 + step) - last(0, 1 - step)) / (2 * step * variance)
        if by_mean < 1e-9 / sd:  # nearly sure to last, or not to: as if for ever
            return max(mean, 0.0) / variance
        return -by_variance / by_mean

    def compare(self, before: Floats, after: Floats) -> Paired:
        """Values of two strategies at the same tables, and what the second gains, in `unit`."""
        if self.name == "ruin":
            return paired(before, after, LASTING, SEATS)
        return paired(before, after, WORTH, DEALS)

    def shown(self, stake_min: int) -> tuple[float, str]:
        """What to multiply values with for people, and the unit of the product."""
        if self.name == "edge":
            return 100 / stake_min, "net of a deal, % of the least stake"
        if self.name == "growth":
            return 10_000, f"growth of {self.bankroll:,} chips in 100 deals, %"
        return 100, f"chance to last {self.limit:,} deals with {self.bankroll:,} chips, %"
