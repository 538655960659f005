"""Table improvement by play, round after round: explore, decide, check the whole, go on."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from pontoon_sim import BEHAVIOUR
from pontoon_sim.errors import PontoonError
from pontoon_sim.rules import Rules
from pontoon_sim.strategies.model import Role, Seat, Strategy
from pontoon_sim.strategies.table import BankerTable, PlayerTable
from pontoon_sim.strategies.tabletext import table_strategy
from pontoon_sim.tuning.deciding import (
    Change,
    beyond_doubt,
    error_of_look,
    trials,
    undecided,
    visits_per_deal,
)
from pontoon_sim.tuning.explorer import Explorer, Floats, Told, Worth
from pontoon_sim.tuning.objective import Objective
from pontoon_sim.tuning.paired import DEALS, Paired
from pontoon_sim.tuning.states import State, Table, states_of, with_word, word_of

FIRST_ROUND = 100_000
"""Deals explored in the first round."""

FAMILY_ERROR = 0.05
"""Chance that any change of a whole run is taken for better than it is not."""

CURVE_DEALS = 500_000

EXPLORE, CHECK, CURVE, FRESH = range(4)
"""What packs are used for: each has seeds of its own."""

Say = Callable[[int, str], None]
"""Called with deals explored so far and what is going on."""


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
    objective: Objective = Objective()
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
        other = table_strategy(f"{self.start.name}_tuned", self.start.facts, table)
        return tuple(
            replace(seat, **{self.role: other}) if tuned else seat
            for seat, tuned in zip(self.seats, self.tuned, strict=True)
        )

    def explorer(self, table: Table, purpose: int, number: int, worth: Worth) -> Explorer:
        """The game with a table at the tuned seats, on the packs of a purpose."""
        return Explorer(
            self.rules,
            self.with_table(table),
            seed_for(self.seed, purpose, number),
            self.tuned,
            self.role,
            worth,
            self.objective.deals_per_table,
        )

    def values(
        self, table: Table, purpose: int, number: int, deals: int, worth: Worth | None = None
    ) -> Floats:
        """What the tuned seats come to with a table, by table of the packs of a purpose."""
        worth = worth or self.objective.worth()
        return self.explorer(table, purpose, number, worth).values(deals, self.threads)

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
        The strategy is no table, or nobody plays it.
    """
    if start.table is None:
        raise PontoonError(
            f"strategy '{start.name}' is a function: only tables (.toml) are improved letter by"
            " letter; declare parameters to have them searched (docs/tune.md)"
        )
    tuned = tuple(getattr(seat, start.role) == start for seat in seats)
    if not any(tuned):
        raise PontoonError(f"nobody at the table plays '{start.name}': name it among the seats")
    never = rules.bank_passes == "never" and rules.first_banker != "cut"
    if start.role == "banker" and never and not tuned[int(rules.first_banker)]:
        raise PontoonError(f"'{start.name}' never holds the bank, which stays where it is")
    groups = tuple(dict.fromkeys(groups))
    return Game(
        rules, tuple(seats), start, tuned, objective or Objective(), groups, seed, threads
    )


@dataclass
class Round:
    """What one round did.

    Attributes
    ----------
    deals : int
        Explored in it; `pooled` with earlier rounds of the same strategy.
    changes : list of (state, answer, gain, se)
        Numbers of states and answers; worth of one such decision.
    checked : dict or None
        Gain of the changes together on packs of their own: value, se, low, high.
    value, gain : dict
        Of the strategy after it on the curve's packs, and its gain over the start.
    undecided : float
        What single changes might still gain at most, see `deciding.undecided`.
    """

    deals: int
    pooled: int
    tested: int
    changes: list[tuple[int, int, float, float]] = field(default_factory=list)
    taken_back: int = 0
    checked: dict[str, Any] | None = None
    value: dict[str, Any] = field(default_factory=dict)
    gain: dict[str, Any] = field(default_factory=dict)
    undecided: float = 0.0
    seconds: float = 0.0


@dataclass
class Course:
    """How far a run has come: everything that going on needs."""

    rounds: list[Round] = field(default_factory=list)
    sums: list[Any] = field(default_factory=list)
    seat_deals: float = 0.0
    pooled: int = 0
    size: int = FIRST_ROUND

    @property
    def deals(self) -> int:
        """Deals explored."""
        return sum(one.deals for one in self.rounds)

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return asdict(self)

    @classmethod
    def from_dict(cls, form: dict[str, Any]) -> Course:
        """The course that `as_dict` wrote."""
        rounds = [
            Round(**{**one, "changes": [tuple(c) for c in one["changes"]]})
            for one in form["rounds"]
        ]
        return cls(**{**form, "rounds": rounds})


class Tuning:
    """A run of table improvement.

    Parameters
    ----------
    game : Game
    course : Course, optional
        How far an earlier part of the same run has come.
    error : float
        Family-wise error of all changes of the run.
    """

    def __init__(
        self, game: Game, course: Course | None = None, error: float = FAMILY_ERROR
    ) -> None:
        self.game, self.error = game, error
        self.course = course or Course()
        self.states = states_of(game.table, game.rules, game.groups)
        self._curve: Floats | None = None

    @property
    def table(self) -> Table:
        """The table as it is now."""
        table = self.game.table
        for one in self.course.rounds:
            table = self._changed(table, [(state, answer) for state, answer, _, _ in one.changes])
        return table

    def _changed(self, table: Table, changes: Sequence[tuple[int, int]]) -> Table:
        for state, answer in changes:
            table = with_word(table, self.states[state], self.states[state].words[answer])
        return table

    def changes(self) -> list[tuple[State, Any, Any]]:
        """States in which the table differs from the start: state, word then, word now."""
        start, now = self.game.table, self.table
        words = [
            (s, word_of(start, s, self.game.rules), word_of(now, s, self.game.rules))
            for s in self.states
        ]
        return [(state, old, new) for state, old, new in words if old != new]

    def round(self, most: int, say: Say | None = None) -> Round:
        """Explore up to `most` deals, and change what is better beyond doubt."""
        began = time.perf_counter()
        course, game, number = self.course, self.game, len(self.course.rounds)
        table, worth = self.table, self._worth(number)
        size = min(course.size, most)

        def told(done: int, _: int) -> None:
            if say is not None:
                say(course.deals + done, f"round {number + 1}: every choice tried")

        explorer = game.explorer(table, EXPLORE, number, worth)
        rows, sums = explorer.explore(size, self.states, game.threads, told)
        if course.sums:
            sums = sums + np.array(course.sums)
        seat_deals = course.seat_deals + float(rows[:, DEALS].sum())
        tried = trials(self.states, sums, seat_deals)
        one = Round(size, course.pooled + size, len(tried))
        one.undecided = undecided(tried, visits_per_deal(sums, seat_deals))
        self._settle(one, table, beyond_doubt(tried, error_of_look(self.error, number + 1)), say)
        course.rounds.append(one)
        if one.changes:
            course.sums, course.seat_deals, course.pooled = [], 0.0, 0
        else:
            course.sums, course.seat_deals = sums.tolist(), seat_deals
            course.pooled, course.size = one.pooled, 2 * course.size
        self._note_curve(one)
        one.seconds = time.perf_counter() - began
        return one

    def _worth(self, number: int) -> Worth:
        """What a net is worth in a round: of ruin, seen from the strategy as it is."""
        objective = self.game.objective
        if objective.name != "ruin":
            return objective.worth()
        rows = self.game.values(self.table, CURVE, 1, CURVE_DEALS, objective.spread)
        return objective.worth(rows)

    def _settle(self, one: Round, table: Table, sure: list[Change], say: Say | None) -> None:
        """Check all changes together on packs of their own; where together they are not better,
        only the better half of them, and so on."""
        number = len(self.course.rounds)
        deals = max(2 * one.pooled, CURVE_DEALS)
        if sure and say is not None:
            say(self.course.deals + one.deals, f"round {number + 1}: {len(sure)} changes checked")
        before = self.game.values(table, CHECK, number, deals) if sure else None
        while sure and before is not None:
            pairs = [(c.state, self.states[c.state].words.index(c.word)) for c in sure]
            after = self.game.values(self._changed(table, pairs), CHECK, number, deals)
            verdict = self.game.objective.compare(before, after).gain
            if verdict.value >= 0:
                one.checked = verdict.as_dict()
                one.changes = [
                    (c.state, answer, c.gain, c.se)
                    for c, (_, answer) in zip(sure, pairs, strict=True)
                ]
                return
            one.taken_back += len(sure) - len(sure) // 2
            sure = sure[: len(sure) // 2]

    def _note_curve(self, one: Round) -> None:
        if self._curve is None:
            self._curve = self.game.values(self.game.table, CURVE, 0, CURVE_DEALS)
        last = self.course.rounds[-2] if len(self.course.rounds) > 1 else None
        if not one.changes and last is not None:
            one.value, one.gain = last.value, last.gain
            return
        now = self.game.values(self.table, CURVE, 0, CURVE_DEALS)
        found: Paired = self.game.objective.compare(self._curve, now)
        one.value, one.gain = found.after.as_dict(), found.gain.as_dict()

    def run(
        self,
        deals: int,
        keep: Callable[[], None] | None = None,
        say: Say | None = None,
    ) -> None:
        """Rounds until `deals` are explored in all; `keep` is called after each."""
        while (left := deals - self.course.deals) >= FIRST_ROUND // 2:
            self.round(left, say)
            if keep is not None:
                keep()
