"""Tenures of the bank: from the deal in which it is taken to the one after which it passes.

A tenure that never ends (an unshuffled pack may come back to a state that it has been in) has no
net: figures are those of the tenures that end, and the others are counted and named.

One tenure a table, from a fresh shuffle, so tenures are independent and so are the errors. Where
the pack is shuffled whenever a pontoon takes the bank (the standard game), every tenure begins so.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.state import TENURE
from pontoon_sim.runs.trial import Arm, refuse_seed, without_engines
from pontoon_sim.statistics.moments import Moments, moments_of

if TYPE_CHECKING:
    from pontoon_sim.engine.engine import Engine

LONGEST = 10_000
"""Deals after which a tenure is broken off; nearly 500 times the mean heads-up, the longest. What
has not ended by then hardly ever does, so no figure hangs on the number."""

TENURES_IN_PILOT = 100
"""Tenures played first, to see whether they end at all."""

TENURES_PER_BLOCK = 10_000
LENGTHS = 101
"""Lengths of a tenure told apart; the last counts all longer ones."""

NET_BINS = 801
"""Bins of a tenure's net, each five least stakes wide, the middle one 0, the outer two open."""

QUANTITIES = ("tenures", *TENURE[:-1])
"""What is summed up of tenures: 1 each, and what the kernel keeps of one."""

NAMED = 20
"""Tenures without an end that are named."""


class Endless(NamedTuple):
    """A tenure that did not end.

    Attributes
    ----------
    table : int
    deals : int
        Deals after which it was broken off.
    cycle : int
        After so many deals the table is again in the state that it was in: it never ends. 0 where
        that is not known.
    net : int
        Chips that the banker won, in a cycle where there is one.
    """

    table: int
    deals: int
    cycle: int
    net: int


def net_bin_width(rules: Rules) -> int:
    """Chips of one bin of a tenure's net."""
    return 5 * rules.stake_min


def refuse_endless(rules: Rules) -> None:
    """Refuse rules under which the bank never changes hands."""
    if rules.bank_stays:
        raise PontoonError(
            "the bank never passes under these rules, so it has no tenure:"
            " set bank_passes = pontoon or rotate (P30), or bank_sale = true (P31)"
        )


@dataclass
class TenureSums:
    """Sums over tenures of one game; fields as in `BankValue`."""

    moments: Moments = field(default_factory=lambda: Moments(QUANTITIES))
    lengths: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(LENGTHS, np.int64))
    net_bins: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros(NET_BINS, np.int64))
    endless: list[Endless] = field(default_factory=list)

    def add(self, other: TenureSums) -> None:
        """Add other tenures of the same game."""
        self.moments.add(other.moments)
        self.lengths = self.lengths + other.lengths
        self.net_bins = self.net_bins + other.net_bins
        self.endless = sorted([*self.endless, *other.endless])[:NAMED]

    def as_dict(self) -> dict[str, Any]:
        """JSON form: integers only."""
        return {
            "moments": self.moments.as_dict(),
            "lengths": self.lengths.tolist(),
            "net_bins": self.net_bins.tolist(),
            "endless": [list(tenure) for tenure in self.endless],
        }

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> TenureSums:
        """The sums that `as_dict` wrote."""
        lengths, net_bins = (np.asarray(form[k], np.int64) for k in ("lengths", "net_bins"))
        endless = [Endless(*row) for row in form["endless"]]
        return cls(Moments.from_dict(form["moments"]), lengths, net_bins, endless)


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
        """Tenures of each arm: what is counted of them."""
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
    """Games whose banks are valued: what a run plays, one tenure a table."""

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

    @property
    def kind(self) -> str:
        """What its checkpoints call it."""
        return "tenures of the bank"

    @property
    def units_per_table(self) -> int:
        """Tenures of one table."""
        return 1

    def sums_of(self, form: Mapping[str, Any] | None = None) -> BankSums:
        """The sums that `BankSums.as_dict` wrote; of no tenures, where there is no form."""
        return BankSums() if form is None else BankSums.from_dict(form)

    @cached_property
    def engines(self) -> list[Engine]:
        """The compiled engine of each arm."""
        from pontoon_sim.engine.engine import Engine
        from pontoon_sim.exact.control_variates import control_variates

        return [
            Engine(arm.rules, arm.seats, self.seed, control_variates(arm.rules, arm.seats))
            for arm in self.arms
        ]

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
            ended = rows[:, 3] == 1
            endless = [
                Endless(first + table, deals, cycle, net + shoot_net)
                for table in np.flatnonzero(~ended)[:NAMED].tolist()
                for deals, net, shoot_net, _, _, cycle in (rows[table].tolist(),)
            ]
            rows[~ended] = 0  # it has no net; its luck, of one tenure in a million, goes with it
            stacked = np.concatenate([np.ones((len(rows), 1), np.int64), rows[:, :-1]], axis=1)
            width = net_bin_width(arm.rules)
            place = (rows[:, 1] + rows[:, 2] + width // 2) // width + NET_BINS // 2
            sums.append(
                TenureSums(
                    moments_of(["all"], stacked[np.newaxis], QUANTITIES)["all"],
                    np.bincount(np.minimum(rows[ended, 0], LENGTHS - 1), minlength=LENGTHS),
                    np.bincount(np.clip(place[ended], 0, NET_BINS - 1), minlength=NET_BINS),
                    endless,
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
