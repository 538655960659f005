"""What holding the bank is worth: net and length of its tenures, with their errors."""

from __future__ import annotations

import math
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.base.display import Displayed, frame_of
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.state import CONTROL_UNIT
from pontoon_sim.results.figures import BANK_FIGURES, figures_as_dict
from pontoon_sim.runs.blocks import Range
from pontoon_sim.runs.tenures import (
    BankSums,
    BankTrial,
    Endless,
    net_bin_width,
)
from pontoon_sim.statistics.estimates import (
    CONFIDENCE,
    Estimate,
    linear_estimate,
    ratio,
)
from pontoon_sim.statistics.moments import Moments
from pontoon_sim.strategies.model import Seat


@dataclass(frozen=True, repr=False)
class BankValue(Displayed):
    """Tenures of the bank in one game.

    Attributes
    ----------
    moments : Moments
        Sums over tenures of QUANTITIES, chips from the banker's side.
    lengths : int64, (LENGTHS,)
        Tenures by their number of deals.
    net_bins : int64, (NET_BINS,)
        Tenures by their net, shoot bets included; of both only those that ended.
    endless : list of Endless
        The first tenures that did not end.
    stopped : str
        "done", "precise", "budget" or "interrupted" (Ctrl-C keeps what was played); or the sentence
        of the fault that ended it.
    """

    rules: Rules
    seats: tuple[Seat, ...]
    seed: int
    moments: Moments
    lengths: npt.NDArray[np.int64]
    net_bins: npt.NDArray[np.int64]
    endless: Sequence[Endless] = ()
    confidence: float = CONFIDENCE
    seconds: float = 0.0
    stopped: str = "done"

    @cached_property
    def net(self) -> Estimate:
        """Chips that the banker wins in a tenure that ends, shoot bets included: the fair price of
        the bank.

        Whoever holds the bank is ahead by just this of where it would be without: when the tenure
        ends it sits at the table like anybody else. (What it would have lost as a player meanwhile
        is made good by the chance of the next bank, which only a player has. That holds where the
        bank passes by pontoons to people who play alike.)

        This and the other nets are adjusted by control variates.
        """
        return self._mean({"adjusted": 1, "shoot_net": CONTROL_UNIT}).scaled(1 / CONTROL_UNIT)

    @cached_property
    def stakes_net(self) -> Estimate:
        """The part of `net` that comes from stakes."""
        return self._mean({"adjusted": 1}).scaled(1 / CONTROL_UNIT)

    @cached_property
    def shoot_net(self) -> Estimate:
        """The part of `net` that comes from shoot bets."""
        return self._mean({"shoot_net": 1})

    @cached_property
    def length(self) -> Estimate:
        """Deals of a tenure."""
        return self._mean({"deals": 1})

    @cached_property
    def net_sd(self) -> float:
        """Standard deviation of a tenure's net, chips."""
        return self._sd({"net": 1, "shoot_net": 1})

    @cached_property
    def length_sd(self) -> float:
        """Standard deviation of a tenure's number of deals."""
        return self._sd({"deals": 1})

    @cached_property
    def net_per_deal(self) -> Estimate:
        """Chips that the banker wins in a deal, over whole tenures."""
        found = ratio(self.moments, "adjusted", "deals", confidence=self.confidence)
        assert found is not None
        return self._as_stopped(found.scaled(1 / CONTROL_UNIT))

    @property
    def variance_ratio(self) -> float | None:
        """How many times as many tenures would have made `net` as sure without adjusting."""
        plain, se = self._mean({"net": 1, "shoot_net": 1}).se, self.net.se
        return (plain / se) ** 2 if plain and se else None

    def _as_stopped(self, figure: Estimate) -> Estimate:
        """The figure with the interval that holds for how the run ended: the anytime-valid one
        where somebody ended it who watched the figures."""
        return figure.anytime() if self.watched else figure

    @property
    def watched(self) -> bool:
        """Whether the run ended because of what its figures were, by somebody who watched them.
        Intervals are then anytime-valid ones, and there is none below 20 tenures."""
        return self.stopped in ("precise", "interrupted")

    @property
    def broken_off(self) -> int:
        """Tenures that did not end: `Endless`. They count in no other figure."""
        return self.moments.tables - self.moments.of("ended")

    def share_shorter(self, deals: int) -> float:
        """Share of tenures of at most this many deals (below LENGTHS)."""
        return float(self.lengths[: deals + 1].sum() / self.lengths.sum())

    def frame(self, table: str = "tenures") -> Any:
        """Net and length of a tenure for pandas, with errors."""
        return frame_of(self, table)

    def _mean(self, weights: Mapping[Hashable, int]) -> Estimate:
        """Mean, over the tenures that ended, of a weighted sum of quantities."""
        mean = linear_estimate(self.moments, weights, "ended", self.confidence)
        if mean is None:
            raise PontoonError("none of these tenures ended, so they have no net: play more")
        return self._as_stopped(mean)

    def _sd(self, weights: Mapping[Hashable, int]) -> float:
        se, tenures = self._mean(weights).se, self.moments.of("ended")
        return math.nan if se is None else se * math.sqrt(tenures)

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "behaviour": BEHAVIOUR,
            "package": __version__,
            "rules": self.rules.model_dump(),
            "seats": [{"player": s.player.name, "banker": s.banker.name} for s in self.seats],
            "seed": self.seed,
            "tenures": self.moments.tables,
            "broken_off": self.broken_off,
            "endless": [tenure._asdict() for tenure in self.endless],
            "stopped": self.stopped,
            "seconds": round(self.seconds, 3),
            "estimates": figures_as_dict(BANK_FIGURES, self),
            "lengths": self.lengths.tolist(),
            "net_bins": self.net_bins.tolist(),
            "net_bin_width": net_bin_width(self.rules),
        }


@dataclass(frozen=True)
class BankValues:
    """Tenures of the banks of several games, played side by side.

    Attributes
    ----------
    trial : BankTrial
    sums : BankSums
    stopped, precision, ranges
        As those of `Comparison`; a precision is in chips.
    """

    trial: BankTrial
    sums: BankSums
    confidence: float = CONFIDENCE
    seconds: float = 0.0
    stopped: str = "done"
    precision: float | None = None
    ranges: tuple[Range, ...] = ()

    @cached_property
    def values(self) -> list[BankValue]:
        """The value of each arm's bank."""
        return [
            BankValue(
                rules=arm.rules,
                seats=arm.seats,
                seed=self.trial.seed,
                moments=tenures.moments,
                lengths=tenures.lengths,
                net_bins=tenures.net_bins,
                endless=tenures.endless,
                confidence=self.confidence,
                seconds=self.seconds / len(self.trial.arms),
                stopped=self.stopped,
            )
            for arm, tenures in zip(self.trial.arms, self.sums.arms, strict=True)
        ]

    @property
    def asked(self) -> list[Estimate | None]:
        """What each arm's bank wins in a tenure."""
        return [value.net for value in self.values]
