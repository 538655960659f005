"""A trial: one game, or several *arms* played over the same packs, table by table.

Arms of a trial share seed and table numbers, so deal 7 of table 3 is dealt from the same pack in
each of them and a difference between two arms is mostly free of the luck of the cards. The sums
keep what that needs: products of one arm's tables with another's.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.base.numbers import MOST_DEALS, MOST_SEED
from pontoon_sim.engine.tallies import (
    WHOLE_TABLE,
    Group,
    Tallies,
    group_lines,
)
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.state import CONTROL_UNIT
from pontoon_sim.statistics.estimates import Apart
from pontoon_sim.statistics.moments import Moments, moments_of
from pontoon_sim.strategies.model import Seat

if TYPE_CHECKING:
    from pontoon_sim.engine.engine import Engine

DEALS_PER_TABLE = 200
"""A long evening; and a million deals are 5,000 independent tables."""

DEALS_PER_BLOCK = 100_000
"""About 20 ms of play: progress is smooth, and the work between blocks is small beside it."""

LEAST_DEALS_PER_ARM = 20_000
"""Of a block, however many arms there are."""

MOST_ARMS = 400
"""A heat map of 20 by 20; products of arms grow with the square of their number."""

TOGETHER = ("deals", "initial", "staked", "net", "shoot")
"""What is kept of every arm's tables beside those of the others, of the group that is compared:
deals, chips of initial stakes, all chips staked, and the *banker's* net; and the bank's net from
shoot bets, which is the whole table's."""

ADJUSTED = ("adjusted", "stakes")
"""What is kept besides with control variates: the same net adjusted, and the initial stakes, both
in `kernel.state.CONTROL_UNIT` parts of a chip."""


@dataclass(frozen=True)
class Arm:
    """One game of a trial.

    Attributes
    ----------
    name : str
        As reports call it.
    rules, seats : Rules, tuple of Seat
    of : Group
        Whose figures are compared with other arms; the whole table by default.
    """

    name: str
    rules: Rules
    seats: tuple[Seat, ...]
    of: Group = WHOLE_TABLE

    def inputs(self) -> dict[str, Any]:
        """What its play follows from, and its name."""
        return {"name": self.name, "of": str(self.of), **inputs_of(self.rules, self.seats)}


def refuse_seed(seed: int) -> None:
    """Refuse a number that cannot be a seed."""
    if not 0 <= seed <= MOST_SEED:
        raise PontoonError(f"seed = {seed} is not possible: take 0 to 2**64 - 1")


def refuse_long_tables(rules: Rules, deals: int) -> None:
    """Refuse tables of so many deals that their sums of squares might not stay whole."""
    if deals > (most := rules.longest_table):
        raise PontoonError(
            f"deals_per_table = {deals:,} is too many with such stakes: the squares of a table's"
            f" nets stay whole up to {most:,} deals; take fewer, or lower stake_max or buy_max"
        )


def without_engines(work: object) -> dict[str, Any]:
    """What is pickled of a trial: engines hold addresses of compiled functions, which mean nothing
    in another process."""
    return {name: value for name, value in vars(work).items() if name != "engines"}


def inputs_of(rules: Rules, seats: Sequence[Seat]) -> dict[str, Any]:
    """A game and its line-up as a result file holds them."""
    return {
        "rules": rules.model_dump(),
        "seats": [
            {
                "player": seat.player.name,
                "banker": seat.banker.name,
                "player_hash": seat.player.content_hash,
                "banker_hash": seat.banker.content_hash,
            }
            for seat in seats
        ],
    }


@dataclass
class Sums:
    """What a trial's tables came to.

    Attributes
    ----------
    arms : list of Tallies
        By arm.
    together : Moments
        Over tables, of TOGETHER of every arm, arm after arm: `(0, "net")`, `(1, "net")`.
        Without quantities where there is one arm.
    apart : int64, (2, arms, arms)
        Tables at which two arms were not alike, in TOGETHER and in ADJUSTED.
    """

    arms: list[Tallies] = field(default_factory=list)
    together: Moments = field(default_factory=lambda: Moments(()))
    apart: npt.NDArray[np.int64] = field(default_factory=lambda: np.zeros((2, 1, 1), np.int64))

    @property
    def tables(self) -> int:
        """Tables that each arm has played."""
        return self.arms[0].tables if self.arms else 0

    @property
    def deals(self) -> int:
        """Deals that each arm has played."""
        return self.arms[0].deals if self.arms else 0

    def add(self, other: Sums) -> None:
        """Add other tables of the same trial."""
        if not self.arms:
            self.arms = [Tallies() for _ in other.arms]
            self.together = Moments(other.together.quantities)
            self.apart = np.zeros_like(other.apart)
        for mine, theirs in zip(self.arms, other.arms, strict=True):
            mine.add(theirs)
        self.together.add(other.together)
        self.apart = self.apart + other.apart

    def as_dict(self) -> dict[str, Any]:
        """JSON form: integers only."""
        return {
            "arms": [tallies.as_dict() for tallies in self.arms],
            "together": self.together.as_dict(),
            "apart": self.apart.tolist(),
        }

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> Sums:
        """The sums that `as_dict` wrote."""
        arms = [Tallies.from_dict(part) for part in form["arms"]]
        together = Moments.from_dict(form["together"], _arm_quantity)
        return cls(arms, together, np.asarray(form["apart"], np.int64))


def _apart(rows: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
    """Tables at which two arms were not alike, int64, (arms, arms), of int64 (tables, arms, q)."""
    counts = [(rows != rows[:, [arm]]).any(axis=2).sum(axis=0) for arm in range(rows.shape[1])]
    return np.array(counts, np.int64)


def _arm_quantity(text: str) -> tuple[int, str]:
    """A quantity of `Sums.together` from its text in a file: `"0 net"`."""
    arm, name = text.split(" ")
    return int(arm), name


@dataclass(frozen=True)
class Trial:
    """Arms and the packs that they are played over.

    Attributes
    ----------
    arms : tuple of Arm
    seed : int
        0 to 2**64 - 1.
    deals_per_table : int
        Deals after which a table breaks up.
    paired : bool
        Every arm over the same packs. False: arm `i` has the seed `seed + i`.
    deals : int, optional
        Deals of each arm where they are not whole tables of `deals_per_table`: tables are then
        shorter, as good as equal (errors over tables that are not alike would be wrong).
    control : bool
        Whether the net is adjusted by control variates.
    """

    arms: tuple[Arm, ...]
    seed: int = 1
    deals_per_table: int = DEALS_PER_TABLE
    paired: bool = True
    deals: int | None = None
    control: bool = True

    def __post_init__(self) -> None:
        refuse_seed(self.seed)
        if not 1 <= self.deals_per_table <= 1_000_000:
            raise PontoonError(
                f"deals_per_table = {self.deals_per_table} is not possible: take 1 to 1e6"
            )
        if self.deals is not None and not 1 <= self.deals <= MOST_DEALS:
            raise PontoonError(f"deals = {self.deals} is not possible: take 1 to 1e13")
        if not 1 <= len(self.arms) <= MOST_ARMS:
            raise PontoonError(f"{len(self.arms)} arms are not possible: take 1 to {MOST_ARMS}")
        for arm in self.arms:
            refuse_long_tables(arm.rules, self.deals_per_table)
            if arm.of not in (groups := group_lines(arm.seats)):
                names = [str(group) for group in groups]
                raise PontoonError(
                    f"arm '{arm.name}': of = '{arm.of}' is nobody at that table"
                    f"{nearest(str(arm.of), names)}: take one of {', '.join(names)}"
                )
        names = [arm.name for arm in self.arms]
        for name in names:
            if names.count(name) > 1:
                raise PontoonError(f"two arms have the name '{name}': give each its own")

    @property
    def kind(self) -> str:
        """What its checkpoints call it."""
        return "games"

    @property
    def units_per_table(self) -> int:
        """Deals of each arm at one table."""
        return self.deals_per_table

    def sums_of(self, form: Mapping[str, Any] | None = None) -> Sums:
        """The sums that `Sums.as_dict` wrote; of no tables, where there is no form."""
        return Sums() if form is None else Sums.from_dict(form)

    @property
    def tables_per_block(self) -> int:
        """Tables of one block."""
        deals = max(DEALS_PER_BLOCK // len(self.arms), min(DEALS_PER_BLOCK, LEAST_DEALS_PER_ARM))
        return max(1, deals // self.deals_per_table)

    def sizes(self, first: int, last: int) -> list[int]:
        """Deals of tables `first` to `last - 1`."""
        if self.deals is None:
            return [self.deals_per_table] * (last - first)
        tables = -(-self.deals // self.deals_per_table)
        each, more = divmod(self.deals, tables)
        return [each + (t < more) for t in range(first, min(last, tables))]

    def play(self, first: int, last: int) -> Sums:
        """The sums of tables `first` to `last - 1` of every arm."""
        sizes = self.sizes(first, last)
        blocks = [engine.play_block(first, sizes) for engine in self.engines]
        tallies = [block.tallies() for block in blocks]
        if len(blocks) == 1:
            return Sums(tallies)
        columns: list[npt.NDArray[np.int64]] = []
        for arm, block in zip(self.arms, blocks, strict=True):
            rows = block.by_table(arm.of)
            net = arm.of.sign * rows[:, 3]
            columns += [*rows[:, :3].T, net, block.shoot_net()]
            adjusted = block.adjusted_net(arm.of)
            if adjusted is not None:
                columns += [arm.of.sign * adjusted, rows[:, 1] * CONTROL_UNIT]
        kept = (*TOGETHER, *(ADJUSTED if self.control else ()))
        names = tuple((i, name) for i in range(len(blocks)) for name in kept)
        stacked = np.stack(columns, axis=1)[np.newaxis]
        by_arm = stacked.reshape(last - first, len(blocks), len(kept))
        parts = by_arm[..., : len(TOGETHER)], by_arm[..., len(TOGETHER) :]
        apart = np.stack([_apart(part) for part in parts])
        return Sums(tallies, moments_of(["together"], stacked, names)["together"], apart)

    def bound(self, arm: int, reference: int, figure: str) -> Apart:
        """What a deal may have moved in a figure of which two arms have shown no difference."""
        if self._alike(arm, reference):
            return Apart(0, 0.0, False)
        if figure in ("adjusted", "shoot_per_deal"):
            return Apart(0, math.inf, True)
        from pontoon_sim.engine.bounds import deals_are_apart, most_apart

        both = self.arms[arm], self.arms[reference]
        most = max(most_apart(one.rules, one.seats, one.of) for one in both)
        return Apart(0, most, not all(deals_are_apart(one.rules, one.seats) for one in both))

    def _alike(self, arm: int, reference: int) -> bool:
        """Whether two arms cannot differ."""
        from pontoon_sim.engine.bounds import cannot_differ

        one, other = self.arms[arm], self.arms[reference]
        return one.of == other.of and cannot_differ(one.rules, one.seats, other.rules, other.seats)

    def ready(self) -> None:
        """Load and compile all that play needs, once and before threads meet: a deal of each."""
        for engine in self.engines:
            engine.play_block(0, [1])

    @cached_property
    def engines(self) -> list[Engine]:
        """The compiled engine of each arm."""
        from pontoon_sim.engine.engine import Engine
        from pontoon_sim.exact.control_variates import control_variates

        return [
            Engine(
                arm.rules,
                arm.seats,
                self.seed if self.paired else (self.seed + i) % 2**64,
                control_variates(arm.rules, arm.seats) if self.control else None,
            )
            for i, arm in enumerate(self.arms)
        ]

    def __getstate__(self) -> dict[str, Any]:
        return without_engines(self)

    def __setstate__(self, state: dict[str, Any]) -> None:
        self.__dict__.update(state)

    def inputs(self) -> dict[str, Any]:
        """All that the sums follow from, beside which tables were played."""
        cut = self.deals is not None and self.deals % self.deals_per_table
        return {
            "arms": [arm.inputs() for arm in self.arms],
            "seed": self.seed,
            "deals_per_table": self.deals_per_table,
            "paired": self.paired,
            **({"deals": self.deals} if cut else {}),
        }
