"""Playing for the tuner: values of a strategy table by table, and what other choices would gain."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from pontoon_sim.engine.engine import Engine
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.counterfactual import COUNTERFACTUAL
from pontoon_sim.kernel.explore import (
    OBJECTIVE,
    SUMS,
    VALUE_ROW,
    Choices,
    Replay,
    explore_block,
)
from pontoon_sim.runs.blocks import Range, run_blocks
from pontoon_sim.strategies.model import Role, Seat
from pontoon_sim.tuning.states import State, number_states, option_arrays

Floats = npt.NDArray[np.float64]

DEALS_PER_TABLE = 200
"""As `pontoon simulate`: errors are over tables."""

_DEALS_PER_BLOCK = 20_000

Told = Callable[[int, int], None]
"""Called with deals played and deals planned."""


@dataclass(frozen=True)
class Worth:
    """What a deal's net is worth, see `kernel.explore.utility_of`; chips as they are by default.
    `purse` is the bankroll that a lasting seat never loses, 0 where nobody asks."""

    bankroll: float = 0.0
    penalty: float = 0.0
    centre: float = 0.0
    purse: float = 0.0


class Explorer(Engine):
    """A line-up with the seats whose strategy is tuned.

    Parameters
    ----------
    rules, seats, seed
        As `Engine`.
    tuned : sequence of bool, length `rules.seats`
        Seats whose strategy in `role` is the tuned one.
    role : "player" or "banker"
    worth : Worth
    deals_per_table : int
    """

    def __init__(
        self,
        rules: Rules,
        seats: Sequence[Seat],
        seed: int,
        tuned: Sequence[bool],
        role: Role,
        worth: Worth,
        deals_per_table: int = DEALS_PER_TABLE,
    ) -> None:
        super().__init__(rules, seats, seed)
        self.tuned, self.role, self.worth = tuple(tuned), role, worth
        self.deals_per_table = deals_per_table

    def values(self, deals: int, threads: int | None = None, told: Told | None = None) -> Floats:
        """What the tuned seats come to at each table.

        Returns
        -------
        float64, (tables, len(VALUE_ROW))
        """
        return self._play(deals, (), threads, told)[0]

    def explore(
        self,
        deals: int,
        states: Sequence[State],
        threads: int | None = None,
        told: Told | None = None,
    ) -> tuple[Floats, Floats]:
        """Values as `values`, and what each answer in each state would gain.

        Returns
        -------
        rows : float64, (tables, len(VALUE_ROW))
        sums : float64, (2, states, answers, len(SUMS))
            Of the deals as they are played; of what comes after a decision gone astray.
        """
        return self._play(deals, states, threads, told)

    def _play(
        self, deals: int, states: Sequence[State], threads: int | None, told: Told | None
    ) -> tuple[Floats, Floats]:
        """Blocks on threads, put together in table order: the same to the bit for any threads."""
        tables = max(deals // self.deals_per_table, 1)
        explored = _Explored([], np.zeros((2, len(states), 1, len(SUMS))))

        def merged(block: Range) -> None:
            if told is not None:
                told(block[1] * self.deals_per_table, deals)

        work = _Exploration(self, states)
        if run_blocks(work, explored, [(0, tables)], threads, merged) == "interrupted":
            raise KeyboardInterrupt
        return np.concatenate(explored.rows), explored.sums

    def _block(self, first: int, tables: int, states: Sequence[State]) -> tuple[Floats, Floats]:
        counterfactual = np.zeros(1, COUNTERFACTUAL)
        number_states(counterfactual, states)
        counterfactual["tuned"][0, : len(self.tuned)] = self.tuned
        options, counts = (
            option_arrays(states) if states else (np.zeros((0, 1), np.int64), np.zeros(0, np.int64))
        )
        rows = np.zeros((tables, len(VALUE_ROW)))
        sums = np.zeros((2, *options.shape, len(SUMS)))
        worth, shoot = self.worth, self.rules.shoot
        words = (worth.bankroll, worth.penalty, worth.centre, worth.purse or np.inf)
        memory, start, again = self._memory(), self._memory(), self._memory()
        failed = explore_block(
            self._game(memory),
            np.int64(first),
            np.full(tables, self.deals_per_table, np.int64),
            Replay(
                start.st[0],
                start.shoot[0] if shoot else None,
                again.st[0],
                again.shoot[0] if shoot else None,
            ),
            _record(counterfactual),
            Choices(options, counts, sums),
            _record(np.array([(*words, self.role == "banker")], OBJECTIVE)),
            rows,
        )
        if failed:
            raise self._failure(failed, memory)
        return rows, sums


@dataclass
class _Explored:
    """Rows of tables in order, and their sums."""

    rows: list[Floats]
    sums: Floats

    def add(self, other: tuple[Floats, Floats]) -> None:
        self.rows.append(other[0])
        self.sums = self.sums + other[1]


@dataclass(frozen=True)
class _Exploration:
    """An explorer with the states that it explores: what `run_blocks` plays."""

    explorer: Explorer
    states: Sequence[State]

    @property
    def tables_per_block(self) -> int:
        return max(_DEALS_PER_BLOCK // self.explorer.deals_per_table, 1)

    def ready(self) -> None:
        """Compiled by the first block."""

    def play(self, first: int, last: int) -> tuple[Floats, Floats]:
        return self.explorer._block(first, last - first, self.states)


def _record(array: npt.NDArray[np.void]) -> Any:
    return array.view(np.recarray)[0]
