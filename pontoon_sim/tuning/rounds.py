"""Table improvement by play, round after round: explore, decide, check the whole, go on."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

import numpy as np

from pontoon_sim.tuning.deciding import (
    Change,
    beyond_doubt,
    error_of_look,
    trials,
    undecided,
    visits_per_deal,
)
from pontoon_sim.tuning.explorer import Floats, Worth
from pontoon_sim.tuning.final import OneChange
from pontoon_sim.tuning.game import CHECK, CURVE, CURVE_DEALS, EXPLORE, Game
from pontoon_sim.tuning.paired import DEALS, Paired
from pontoon_sim.tuning.states import State, Table, shown, states_of, with_word, word_of

FIRST_ROUND = 100_000
"""Deals explored in the first round."""

FAMILY_ERROR = 0.05
"""Chance that any change of a whole run is taken for better than it is not."""

Say = Callable[[int, str], None]
"""Called with deals explored so far and what is going on."""


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
class History:
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
    def from_dict(cls, form: dict[str, Any]) -> History:
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
    course : History, optional
        How far an earlier part of the same run has come.
    error : float
        Family-wise error of all changes of the run.
    """

    def __init__(
        self, game: Game, course: History | None = None, error: float = FAMILY_ERROR
    ) -> None:
        self.game, self.error = game, error
        self.course = course or History()
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

    def single_changes(self) -> list[OneChange]:
        """The changes of the run one by one."""
        start, now = self.game.table, self.table
        return [
            OneChange(
                str(state),
                shown(state, old),
                shown(state, new),
                with_word(start, state, new),
                with_word(now, state, old),
            )
            for state, old, new in self.changes()
        ]

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
        rows = self.game.values(self.table, CURVE, 1, CURVE_DEALS, objective.moments)
        return objective.worth(rows)

    def _settle(self, one: Round, table: Table, sure: list[Change], say: Say | None) -> None:
        """Check all changes together on packs of their own; where they do not come out ahead, each
        half of them, and so on."""
        if not sure:
            return
        number = len(self.course.rounds)
        deals = max(2 * one.pooled, CURVE_DEALS)
        if say is not None:
            say(self.course.deals + one.deals, f"round {number + 1}: {len(sure)} changes checked")
        before = self.game.values(table, CHECK, number, deals)
        kept, after = self._ahead(table, before, sure, number, deals)
        one.taken_back = len(sure) - len(kept)
        one.changes = [(c.state, self._answer(c), c.gain, c.se) for c in kept]
        if kept:
            one.checked = self.game.objective.compare(before, after).gain.as_dict()

    def _ahead(
        self, table: Table, before: Floats, sure: list[Change], number: int, deals: int
    ) -> tuple[list[Change], Floats]:
        """The changes with which a table is not behind itself, and its values with them."""
        changed = self._changed(table, [(c.state, self._answer(c)) for c in sure])
        after = self.game.values(changed, CHECK, number, deals)
        if self.game.objective.compare(before, after).gain.value >= 0:
            return sure, after
        if len(sure) == 1:
            return [], before
        half = len(sure) // 2
        first, rows = self._ahead(table, before, sure[:half], number, deals)
        with_first = self._changed(table, [(c.state, self._answer(c)) for c in first])
        second, rows = self._ahead(with_first, rows, sure[half:], number, deals)
        return first + second, rows

    def _answer(self, change: Change) -> int:
        """Number of the answer that a change gives."""
        return self.states[change.state].words.index(change.word)

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
