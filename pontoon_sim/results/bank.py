"""What holding the bank is worth: tenures of the bank, from the deal in which it is taken to the
one after which it passes.

One tenure a table, from a fresh shuffle, so tenures are independent and so are the errors. Where
the pack is shuffled whenever a pontoon takes the bank (the standard game), every tenure begins so.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.engine.tallies import Moments, moments_of
from pontoon_sim.game.rules import Rules
from pontoon_sim.run.blocks import Clock, Range, run_blocks
from pontoon_sim.run.trial import Arm, refuse_seed, without_engines
from pontoon_sim.statistics.estimates import CONFIDENCE, Estimate, estimate, ratio
from pontoon_sim.strategies.model import Seat

if TYPE_CHECKING:
    import pandas as pd

    from pontoon_sim.engine.engine import Engine

LONGEST = 10_000
"""Deals after which a tenure is broken off; nearly 500 times the mean heads-up, the longest."""

TENURES_IN_PILOT = 100
"""Tenures played first, to see whether they end at all."""

TENURES_PER_BLOCK = 10_000
LENGTHS = 101
"""Lengths of a tenure told apart; the last counts all longer ones."""

NET_BINS = 801
"""Bins of a tenure's net, each five least stakes wide, the middle one 0, the outer two open."""

QUANTITIES = ("tenures", "deals", "net", "shoot_net", "ended")


@dataclass(frozen=True)
class BankValue:
    """Tenures of the bank in one game.

    Attributes
    ----------
    moments : Moments
        Sums over tenures of QUANTITIES, chips from the banker's side.
    lengths : int64, (LENGTHS,)
        Tenures by their number of deals.
    net_bins : int64, (NET_BINS,)
        Tenures by their net, shoot bets included.
    stopped : str
        "done", or "interrupted" (Ctrl-C keeps what was played).
    """

    rules: Rules
    seats: tuple[Seat, ...]
    seed: int
    moments: Moments
    lengths: npt.NDArray[np.int64]
    net_bins: npt.NDArray[np.int64]
    confidence: float = CONFIDENCE
    seconds: float = 0.0
    stopped: str = "done"

    @cached_property
    def net(self) -> Estimate:
        """Chips that the banker wins in a tenure, shoot bets included: the fair price of the bank.

        Whoever holds the bank is ahead by just this of where it would be without: when the tenure
        ends it sits at the table like anybody else. (What it would have lost as a player meanwhile
        is made good by the chance of the next bank, which only a player has. That holds where the
        bank passes by pontoons to people who play alike.)
        """
        return self._mean({"net": 1.0, "shoot_net": 1.0})

    @cached_property
    def stakes_net(self) -> Estimate:
        """The part of `net` that comes from stakes."""
        return self._mean({"net": 1.0})

    @cached_property
    def shoot_net(self) -> Estimate:
        """The part of `net` that comes from shoot bets."""
        return self._mean({"shoot_net": 1.0})

    @cached_property
    def length(self) -> Estimate:
        """Deals of a tenure."""
        return self._mean({"deals": 1.0})

    @cached_property
    def net_sd(self) -> float:
        """Standard deviation of a tenure's net, chips."""
        return self._sd({"net": 1.0, "shoot_net": 1.0})

    @cached_property
    def length_sd(self) -> float:
        """Standard deviation of a tenure's number of deals."""
        return self._sd({"deals": 1.0})

    @cached_property
    def net_per_deal(self) -> Estimate:
        """Chips that the banker wins in a deal, over whole tenures."""
        found = ratio(self.moments, "net", "deals", confidence=self.confidence)
        assert found is not None
        return found

    @property
    def broken_off(self) -> int:
        """Tenures that had not ended after LONGEST deals."""
        return self.moments.tables - self.moments.of("ended")

    def share_shorter(self, deals: int) -> float:
        """Share of tenures of at most this many deals (below LENGTHS)."""
        return float(self.lengths[: deals + 1].sum() / self.lengths.sum())

    def frame(self) -> pd.DataFrame:
        """Net and length of a tenure for pandas, with errors; see `frames.tenures`."""
        from pontoon_sim.report.frames import tenures

        return tenures(self)

    def __repr__(self) -> str:
        from pontoon_sim.report.bank import headline

        return headline(self)

    def _repr_html_(self) -> str:
        from pontoon_sim.report.frames import as_html

        return as_html(repr(self), self.frame())

    def _weights(self, weights: dict[str, float]) -> npt.NDArray[np.float64]:
        return np.array([weights.get(name, 0.0) for name in QUANTITIES])

    def _variance(self, weights: dict[str, float]) -> float:
        w, n = self._weights(weights), self.moments.tables
        products = np.array(self.moments.products, float)
        sums = np.array(self.moments.sums, float)
        return float(max((w @ products @ w - (w @ sums) ** 2 / n) / (n - 1), 0.0))

    def _mean(self, weights: dict[str, float]) -> Estimate:
        n = self.moments.tables
        value = float(self._weights(weights) @ np.array(self.moments.sums, float)) / n
        se = math.sqrt(self._variance(weights) / n) if n > 1 else None
        return estimate(value, se, n, self.confidence)

    def _sd(self, weights: dict[str, float]) -> float:
        return math.sqrt(self._variance(weights)) if self.moments.tables > 1 else math.nan

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        names = ("net", "stakes_net", "shoot_net", "length", "net_per_deal")
        return {
            "behaviour": BEHAVIOUR,
            "package": __version__,
            "rules": self.rules.model_dump(),
            "seats": [{"player": s.player.name, "banker": s.banker.name} for s in self.seats],
            "seed": self.seed,
            "tenures": self.moments.tables,
            "broken_off": self.broken_off,
            "stopped": self.stopped,
            "seconds": round(self.seconds, 3),
            "estimates": {name: getattr(self, name).as_dict() for name in names},
            "net_sd": self.net_sd,
            "length_sd": self.length_sd,
            "lengths": self.lengths.tolist(),
            "net_bins": self.net_bins.tolist(),
            "net_bin_width": net_bin_width(self.rules),
        }


def net_bin_width(rules: Rules) -> int:
    """Chips of one bin of a tenure's net."""
    return 5 * rules.stake_min


def refuse_endless(rules: Rules) -> None:
    """Refuse rules under which the bank never changes hands."""
    if rules.bank_passes == "never" and not rules.bank_sale and not rules.shoot:
        raise PontoonError(
            "the bank never passes under these rules, so it has no tenure:"
            " set bank_passes = pontoon or rotate (P30), or bank_sale = true (P31)"
        )


@dataclass
class TenureSums:
    """Sums over tenures of one game; fields as in `BankValue`."""

    moments: Moments = field(default_factory=lambda: Moments(quantities=QUANTITIES))
    lengths: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(LENGTHS, np.int64))
    net_bins: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(NET_BINS, np.int64))

    def add(self, other: TenureSums) -> None:
        """Add other tenures of the same game."""
        self.moments.add(other.moments)
        self.lengths = self.lengths + other.lengths
        self.net_bins = self.net_bins + other.net_bins

    def as_dict(self) -> dict[str, Any]:
        """JSON form: integers only."""
        return {
            "moments": self.moments.as_dict(),
            "lengths": self.lengths.tolist(),
            "net_bins": self.net_bins.tolist(),
        }

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> TenureSums:
        """The sums that `as_dict` wrote."""
        bins = (np.asarray(form[name], np.int64) for name in ("lengths", "net_bins"))
        return cls(Moments.from_dict(form["moments"]), *bins)


@dataclass
class BankSums:
    """Sums over tenures of several games, by arm."""

    arms: list[TenureSums] = field(default_factory=list)

    @property
    def tables(self) -> int:
        """Tenures of each arm."""
        return self.arms[0].moments.tables if self.arms else 0

    @property
    def deals(self) -> int:
        """Tenures of each arm: what progress counts."""
        return self.tables

    def add(self, other: BankSums) -> None:
        """Add other tenures of the same games."""
        if not self.arms:
            self.arms = [TenureSums() for _ in other.arms]
        for mine, theirs in zip(self.arms, other.arms, strict=True):
            mine.add(theirs)

    def as_dict(self) -> dict[str, Any]:
        """JSON form: integers only."""
        return {"arms": [arm.as_dict() for arm in self.arms]}

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> BankSums:
        """The sums that `as_dict` wrote."""
        return cls([TenureSums.from_dict(part) for part in form["arms"]])


@dataclass(frozen=True)
class BankTrial:
    """Games whose banks are valued: work for `running.run_blocks`, one tenure a table."""

    arms: tuple[Arm, ...]
    seed: int = 1

    def __post_init__(self) -> None:
        for arm in self.arms:
            refuse_endless(arm.rules)
        refuse_seed(self.seed)

    @property
    def tables_per_block(self) -> int:
        """Tenures of one block."""
        return max(TENURES_IN_PILOT, TENURES_PER_BLOCK // len(self.arms))

    def tables_for(self, tenures: int) -> int:
        """Tables of so many tenures: as many."""
        return tenures

    @cached_property
    def engines(self) -> list[Engine]:
        """The compiled engine of each arm."""
        from pontoon_sim.engine.engine import Engine

        return [Engine(arm.rules, arm.seats, self.seed) for arm in self.arms]

    def ready(self) -> None:
        """Compile, and play a few tenures to see whether they end at all."""
        for engine in self.engines:
            ended = int(engine.tenures(0, TENURES_IN_PILOT, LONGEST)[0][:, 3].sum())
            if 2 * ended < TENURES_IN_PILOT:
                raise PontoonError(
                    f"the bank hardly ever passes here ({TENURES_IN_PILOT - ended} of"
                    f" {TENURES_IN_PILOT} tenures had not ended after {LONGEST:,} deals), so it has"
                    " no value of a tenure: set bank_passes = pontoon, or take another line-up"
                )

    def play(self, first: int, last: int) -> BankSums:
        """The sums of tenures `first` to `last - 1` of every arm."""
        sums = []
        for arm, engine in zip(self.arms, self.engines, strict=True):
            rows, _ = engine.tenures(first, last - first, LONGEST)
            stacked = np.concatenate([np.ones((len(rows), 1), np.int64), rows], axis=1)
            width = net_bin_width(arm.rules)
            place = (rows[:, 1] + rows[:, 2] + width // 2) // width + NET_BINS // 2
            sums.append(
                TenureSums(
                    moments_of(["all"], stacked[np.newaxis], QUANTITIES)["all"],
                    np.bincount(np.minimum(rows[:, 0], LENGTHS - 1), minlength=LENGTHS),
                    np.bincount(np.clip(place, 0, NET_BINS - 1), minlength=NET_BINS),
                )
            )
        return BankSums(sums)

    def __getstate__(self) -> dict[str, Any]:
        return without_engines(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def inputs(self) -> dict[str, Any]:
        """All that the sums follow from, beside which tenures were played."""
        return {"arms": [arm.inputs() for arm in self.arms], "seed": self.seed}


def bank_values(
    trial: BankTrial, sums: BankSums, confidence: float = CONFIDENCE, seconds: float = 0.0
) -> list[BankValue]:
    """The value of each arm's bank."""
    return [
        BankValue(
            rules=arm.rules,
            seats=arm.seats,
            seed=trial.seed,
            moments=tenures.moments,
            lengths=tenures.lengths,
            net_bins=tenures.net_bins,
            confidence=confidence,
            seconds=seconds / len(trial.arms),
        )
        for arm, tenures in zip(trial.arms, sums.arms, strict=True)
    ]


def bank_value(
    rules: Rules,
    seats: Sequence[Seat],
    *,
    tenures: int,
    seed: int = 1,
    threads: int | None = None,
    confidence: float = CONFIDENCE,
    progress: Callable[[int, int], None] | None = None,
) -> BankValue:
    """Play tenures of the bank and value it.

    Parameters
    ----------
    rules, seats : Rules, sequence of Seat
    tenures : int
        Number of tenures, one a table.
    progress : callable, optional
        Called as `progress(played, tenures)` after every block.

    Raises
    ------
    PontoonError
        The bank never passes under these rules.
    """
    if not 2 <= tenures <= 10**10:
        raise PontoonError(f"tenures = {tenures} is not possible: take 2 to 1e10")
    clock, sums = Clock(), BankSums()
    trial = BankTrial((Arm("", rules, tuple(seats)),), seed)

    def merged(sums: BankSums, played: Range) -> None:
        if progress is not None:
            progress(sums.tables, tenures)

    stopped = run_blocks(trial, sums, [(0, tenures)], threads=threads, merged=merged)
    if not sums.tables:
        raise KeyboardInterrupt
    value = bank_values(trial, sums, confidence, clock.seconds)[0]
    return replace(value, stopped=stopped)
