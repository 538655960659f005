"""A game in which a strategy is tuned: who sits where, and what a strategy comes to there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from pontoon_sim import BEHAVIOUR
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies.model import Role, Seat, Strategy
from pontoon_sim.strategies.table import BankerTable, PlayerTable
from pontoon_sim.strategies.tabletext import table_strategy
from pontoon_sim.tuning.explorer import Explorer, Floats, Worth
from pontoon_sim.tuning.objective import Objective
from pontoon_sim.tuning.states import Table

CURVE_DEALS = 500_000

EXPLORE, CHECK, CURVE, FRESH = range(4)
"""What packs are used for: each has seeds of its own."""


@dataclass(frozen=True)
class Game:
    """A strategy to be tuned, at a table.

    Attributes
    ----------
    seats : tuple of Seat
        With the strategy as it is at the start.
    tuned : tuple of bool
        Seats that play it.
    """

    rules: Rules
    seats: tuple[Seat, ...]
    start: Strategy
    tuned: tuple[bool, ...]
    objective: Objective = field(default_factory=Objective)
    groups: tuple[str, ...] = ("cards",)
    seed: int = 1
    threads: int | None = None

    @property
    def role(self) -> Role:
        """The role of the tuned strategy."""
        return self.start.role

    @property
    def table(self) -> Table:
        """The table to start from."""
        assert isinstance(self.start.table, PlayerTable | BankerTable)
        return self.start.table

    def with_table(self, table: Table) -> tuple[Seat, ...]:
        """The seats with another table at the tuned ones."""
        return self.with_strategy(table_strategy(self.tuned_name, self.start.facts, table))

    @property
    def tuned_name(self) -> str:
        """Name of the tuned strategy and of its file."""
        return f"{self.start.name}_tuned"

    def with_strategy(self, other: Strategy) -> tuple[Seat, ...]:
        """The seats with another strategy at the tuned ones."""
        return tuple(
            replace(seat, **{self.role: other}) if tuned else seat
            for seat, tuned in zip(self.seats, self.tuned, strict=True)
        )

    def explorer(self, arm: Table | Strategy, purpose: int, number: int, worth: Worth) -> Explorer:
        """The game with a table or strategy at the tuned seats, on the packs of a purpose."""
        seats = self.with_strategy(arm) if isinstance(arm, Strategy) else self.with_table(arm)
        return Explorer(
            self.rules,
            seats,
            seed_for(self.seed, purpose, number),
            self.tuned,
            self.role,
            worth,
            self.objective.deals_per_table,
        )

    def values(
        self,
        arm: Table | Strategy,
        purpose: int,
        number: int,
        deals: int,
        worth: Worth | None = None,
    ) -> Floats:
        """What the tuned seats come to with a table or strategy, by table of the packs of a
        purpose."""
        worth = worth or self.objective.worth()
        return self.explorer(arm, purpose, number, worth).values(deals, self.threads)

    def inputs(self) -> dict[str, Any]:
        """What a run depends on: two runs with the same are the same run."""
        return {
            "strategy": self.start.name,
            "content": self.start.content_hash,
            "rules": self.rules.model_dump(),
            "seats": [
                {r: [getattr(s, r).name, getattr(s, r).content_hash] for r in ("player", "banker")}
                for s in self.seats
            ],
            "tuned": list(self.tuned),
            "objective": asdict(self.objective),
            "change": list(self.groups),
            "seed": self.seed,
            "behaviour": BEHAVIOUR,
        }


def seed_for(seed: int, purpose: int, number: int = 0) -> int:
    """A seed of the packs of one purpose; different ones share no table."""
    words = np.random.SeedSequence([seed, purpose, number]).generate_state(1, np.uint64)
    return int(words[0])


def game_of(
    rules: Rules,
    seats: Sequence[Seat],
    start: Strategy,
    objective: Objective | None = None,
    groups: Sequence[str] = ("cards",),
    seed: int = 1,
    threads: int | None = None,
) -> Game:
    """A game in which the seats that play `start` are tuned.

    Raises
    ------
    PontoonError
        There is nothing to tune in the strategy, or nobody plays it.
    """
    if start.table is None and not start.parameters:
        raise PontoonError(
            f"strategy '{start.name}' is a function without parameters: declare some to have them"
            " searched (docs/tune.md); only tables are improved letter by letter"
        )
    tuned = tuple(getattr(seat, start.role) == start for seat in seats)
    if not any(tuned):
        raise PontoonError(f"nobody at the table plays '{start.name}': name it among the seats")
    never = rules.bank_stays and rules.first_banker != "cut"
    if start.role == "banker" and never and not tuned[int(rules.first_banker)]:
        raise PontoonError(f"'{start.name}' never holds the bank, which stays where it is")
    groups = tuple(dict.fromkeys(groups))
    return Game(rules, tuple(seats), start, tuned, objective or Objective(), groups, seed, threads)
