"""Searching the parameters of a strategy: Optuna proposes, common packs decide, bad ones go early.

Every candidate meets the same packs, block by block, and is compared there with the best so far and
with the start. Optuna is optional (`pip install "pontoon_sim[tune]"`) and imported only here.
"""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable
from dataclasses import asdict, dataclass, field, replace
from typing import Any

import numpy as np

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.strategies.library import with_parameters
from pontoon_sim.strategies.model import Strategy
from pontoon_sim.tuning.explorer import Floats
from pontoon_sim.tuning.final import OneChange
from pontoon_sim.tuning.game import EXPLORE, Game

BLOCKS, BLOCK_DEALS = 8, 50_000
"""Blocks of deals that a candidate plays if it is not dropped, and their deals."""

MOST_BLOCKS = 64
"""Blocks that it plays at most: it plays on while it leads and it is not yet sure by how much. As
long as better ones are found quickly it is not worth it: a candidate may play as many blocks more
as there were candidates since the last best."""

WORSE = 2.0
"""Standard errors below the best so far at which a candidate is dropped."""

BETTER = 2.0
"""Standard errors above the best so far at which a candidate takes its place."""

NOTHING = {"value": 0.0, "se": 0.0, "low": 0.0, "high": 0.0}
"""The gain of the start over itself."""

Say = Callable[[int, str], None]


@dataclass
class Candidate:
    """One candidate.

    Attributes
    ----------
    values : dict of str to int
    blocks : int
        Blocks that it played: fewer than BLOCKS where it was dropped, more where it led narrowly.
    gain : dict
        Over the start on these blocks: value, se, low, high.
    best : bool
        It took the place of the best so far.
    again : bool
        It had been tried before.
    refused : str
        Why these values make no strategy, or what it did that is not legal; empty where all is
        well.
    """

    values: dict[str, int]
    blocks: int
    gain: dict[str, Any]
    best: bool = False
    again: bool = False
    refused: str = ""
    seconds: float = 0.0


@dataclass
class Candidates:
    """How far a search has come."""

    trials: list[Candidate] = field(default_factory=list)

    @property
    def deals(self) -> int:
        """Deals played by candidates."""
        return sum(0 if one.again else one.blocks * BLOCK_DEALS for one in self.trials)

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return asdict(self)

    @classmethod
    def from_dict(cls, form: dict[str, Any]) -> Candidates:
        """The candidates that `as_dict` wrote."""
        return cls([Candidate(**one) for one in form["trials"]])


class Search:
    """A search of a strategy's parameters.

    Parameters
    ----------
    game : Game
        Its `start` declares parameters.
    course : Candidates, optional
        How far an earlier part of the same search has come.

    Raises
    ------
    PontoonError
        Optuna is not installed.
    """

    def __init__(self, game: Game, course: Candidates | None = None) -> None:
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                import optuna
        except ImportError:
            raise PontoonError(
                "searching parameters needs optuna: pip install 'pontoon_sim[tune]'"
            ) from None
        optuna.logging.set_verbosity(optuna.logging.ERROR)
        self._optuna = optuna
        self.game, self.course = game, course or Candidates()
        self.distributions: dict[str, Any] = {
            name: optuna.distributions.IntDistribution(one.low, one.high, step=one.step)
            for name, one in game.start.parameters.items()
        }
        self.start = {name: one.value for name, one in game.start.parameters.items()}
        self._study = optuna.create_study(direction="maximize")
        self._rows: dict[tuple[tuple[str, int], ...], list[Floats]] = {}
        for trial in (Candidate(self.start, BLOCKS, dict(NOTHING)), *self.course.trials):
            self._tell(trial)

    @property
    def best(self) -> dict[str, int]:
        """Values of the best candidate so far; those of the start at first."""
        found = [trial.values for trial in self.course.trials if trial.best]
        return found[-1] if found else self.start

    def strategy(self, values: dict[str, int]) -> Strategy:
        """The strategy with these values."""
        return with_parameters(self.game.start, values)

    def single_changes(self) -> list[OneChange]:
        """The parameters that differ from the start, one by one."""
        return [
            OneChange(
                name,
                str(self.start[name]),
                str(value),
                self.strategy({**self.start, name: value}),
                self.strategy({**self.best, name: self.start[name]}),
            )
            for name, value in self.best.items()
            if value != self.start[name]
        ]

    def _tell(self, trial: Candidate) -> None:
        """Let the study know of a trial; one that was dropped counts by what it had."""
        make, states = self._optuna.trial.create_trial, self._optuna.trial.TrialState
        ended: dict[str, Any] = {"value": trial.gain["value"]}
        if trial.refused:
            ended = {"state": states.FAIL}
        self._study.add_trial(make(params=trial.values, distributions=self.distributions, **ended))

    def _ask(self) -> dict[str, int]:
        """Values to try next, by turns what Optuna proposes and the best with one of them changed:
        the same ones in a search that was stopped and goes on."""
        number = len(self.course.trials)
        if number % 2:
            return self._neighbour(number)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            self._study.sampler = self._optuna.samplers.TPESampler(
                seed=(self.game.seed * 1_000_003 + number) % 2**32, multivariate=True
            )
            asked = self._study.ask(self.distributions)
            values = dict(asked.params)
            self._study.tell(asked, state=self._optuna.trial.TrialState.FAIL)
        return values

    def _neighbour(self, number: int) -> dict[str, int]:
        """The best values with one of them drawn anew; chosen by the number of the trial."""
        rng = random.Random(f"{self.game.seed} {number}")
        name = rng.choice(list(self.distributions))
        one = self.game.start.parameters[name]
        values = range(one.low, one.high + 1, one.step)
        if len(values) == 1:
            return dict(self.best)
        place = rng.randrange(len(values) - 1)  # among the others, which may be very many
        return {**self.best, name: values[place + (place >= values.index(self.best[name]))]}

    def _block(self, values: dict[str, int], block: int) -> Floats:
        """What a candidate comes to in a block."""
        key = tuple(sorted(values.items()))
        rows = self._rows.setdefault(key, [])
        while len(rows) <= block:
            strategy = self.strategy(values)
            rows.append(self.game.values(strategy, EXPLORE, len(rows), BLOCK_DEALS))
        return rows[block]

    def _joined(self, values: dict[str, int], blocks: int) -> Floats:
        return np.concatenate([self._block(values, block) for block in range(blocks)])

    def trial(self, say: Say | None = None) -> Candidate:
        """Try one candidate."""
        began = time.perf_counter()
        values = self._ask()
        one = Candidate(values, 1, dict(NOTHING), again=True)
        for known in self.course.trials:
            if known.values == values:
                one = replace(known, again=True, best=False)
                break
        else:
            if values != self.start:
                one = self._race(values, say)
        one.seconds = time.perf_counter() - began
        self.course.trials.append(one)
        self._tell(one)
        return one

    def _race(self, values: dict[str, int], say: Say | None) -> Candidate:
        """A candidate against the best so far, block by block, until it is known what it is."""
        one, best, compare = Candidate(values, 0, {}), self.best, self.game.objective.compare
        told = ", ".join(f"{name} {value}" for name, value in values.items())
        ago = next((n for n, t in enumerate(reversed(self.course.trials)) if t.best), None)
        most = min(BLOCKS + (len(self.course.trials) if ago is None else ago), MOST_BLOCKS)
        self._block(best, 0)  # its own fault would be no candidate's
        try:
            while True:
                if say is not None:
                    say(self.course.deals + one.blocks * BLOCK_DEALS, told)
                one.blocks += 1
                mine = self._joined(values, one.blocks)
                lead = compare(self._joined(best, one.blocks), mine).gain
                se = lead.se or 0.0
                if lead.value < -WORSE * se or se == 0:  # worse, or nothing that it changes
                    break
                if one.blocks >= BLOCKS and not 0 < lead.value <= BETTER * se:
                    break
                if one.blocks == most:
                    break
        except PontoonError as error:
            one.refused = str(error)
        if one.refused:
            one.blocks, one.gain = 0, dict(NOTHING)
        else:
            one.best = one.blocks >= BLOCKS and lead.value > BETTER * se
            one.gain = compare(self._joined(self.start, one.blocks), mine).gain.as_dict()
        if not one.best:
            self._rows.pop(tuple(sorted(values.items())), None)
        return one

    def run(
        self, deals: int, keep: Callable[[], None] | None = None, say: Say | None = None
    ) -> None:
        """Try candidates until they have played `deals` in all or nothing new is proposed any more;
        `keep` is called after each."""
        while self.course.deals < deals:
            last = self.course.trials[-20:]
            if len(last) == 20 and all(one.again or one.refused for one in last):
                return
            self.trial(say)
            if keep is not None:
                keep()
