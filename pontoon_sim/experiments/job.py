"""An experiment made ready to be played: its arms, what plays them, how much of it, and how sums
become its outcome."""

from __future__ import annotations

import shlex
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import OPEN_ENDED_DEALS
from pontoon_sim.experiments.outcome import Outcome, Setup
from pontoon_sim.experiments.setup import setup_of
from pontoon_sim.measure.arms import Arms
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.runs.blocks import Range, tables_for
from pontoon_sim.runs.checkpoint import Checkpoint
from pontoon_sim.runs.driver import Until
from pontoon_sim.runs.tenures import BankTrial
from pontoon_sim.runs.trial import Trial

if TYPE_CHECKING:
    from pontoon_sim.experiments.model import Experiment


@dataclass(frozen=True)
class Plan:
    """What somebody asks for beside the experiment itself.

    Attributes
    ----------
    deals, precision, seed : optional
        In place of what the experiment says. `deals` are tenures for the kind "bank value".
    budget : float, optional
        Seconds after which this sitting ends.
    out : path, optional
        Folder of the run: a new or an empty one, or with `resume` or `extend` the folder of this
        very run. Checkpoints are kept there.
    resume : bool
        Go on with a run that was stopped or killed.
    extend : int, optional
        Deals of each arm to add to what was planned.
    tables : (int, int), optional
        A shard: only these tables, the second left out.
    """

    deals: int | None = None
    precision: float | None = None
    budget: float | None = None
    seed: int | None = None
    out: str | Path | None = None
    resume: bool = False
    extend: int | None = None
    tables: Range | None = None

    @property
    def goes_on(self) -> bool:
        """Whether it goes on with an earlier run."""
        return self.resume or self.extend is not None


@dataclass(frozen=True)
class Job:
    """An experiment made ready, with its strategies loaded: made once for all that is done with it.

    Attributes
    ----------
    experiment : Experiment
        With what the plan says in place of its own.
    """

    experiment: Experiment
    setup: Setup
    budget: float | None = None

    @property
    def is_bank(self) -> bool:
        """Whether tenures of the bank are played, not so many deals."""
        return self.experiment.kind == "bank value"

    @property
    def units(self) -> int:
        """Deals of each arm (or tenures) that are asked for; with a precision, the most."""
        return self.experiment.most_tenures if self.is_bank else self.experiment.most_deals

    @cached_property
    def arms(self) -> Arms:
        """What is played."""
        asked = self.experiment
        until = Until(self.units, asked.precision, self.budget, asked.confidence)
        if self.is_bank:
            return Arms(BankTrial(self.setup.arms, asked.seed), until)
        # One game by itself may end with a shorter table.
        cut = self.units if asked.kind == "measure" and self.units % asked.deals_per_table else None
        trial = Trial(self.setup.arms, asked.seed, asked.deals_per_table, asked.paired, cut)
        return Arms(trial, until, self.setup.references)

    @property
    def work(self) -> Trial | BankTrial:
        """What plays the arms."""
        return self.arms.work

    @property
    def tables(self) -> int:
        """Tables that are asked for."""
        return tables_for(self.work, self.units)

    def outcome(self, played: Checkpoint, command: str) -> Outcome:
        """What came of it; `command` is what began it."""
        answer = self.arms.answer(played)
        comparison = answer if isinstance(answer, Comparison) else None
        banks = () if isinstance(answer, Comparison) else tuple(answer.values)
        return Outcome(
            self.experiment,
            self.setup,
            _again(command, played),
            comparison,
            banks,
            tuple(played.course.points),
            played.stopped,
            tuple(played.done) if played.shard else (),
            played,
        )


def job_of(experiment: Experiment, plan: Plan | None = None, setup: Setup | None = None) -> Job:
    """Make an experiment ready; where it is set up already, with this setup.

    Raises
    ------
    PontoonError
        It cannot be played, or not as the plan says: one sentence.
    """
    plan = plan or Plan()
    changed = with_plan(experiment, plan)
    return Job(changed, setup or setup_of(changed), plan.budget)


def with_plan(experiment: Experiment, plan: Plan) -> Experiment:
    """An experiment with what a plan says in place of its own. Who asks for a precision, or for an
    end by the clock, without a number of deals means as many as that takes."""
    count = "tenures" if experiment.kind == "bank value" else "deals"
    if plan.precision is not None and count == "tenures":
        raise PontoonError(
            "--precision is a share of stakes, and the value of a bank is in chips: say how many"
            " tenures to play with --deals"
        )
    given: dict[str, Any] = {"precision": plan.precision, "seed": plan.seed, count: plan.deals}
    changes = {name: value for name, value in given.items() if value is not None}
    if plan.deals is None and (plan.precision is not None or plan.budget is not None):
        changes[count] = OPEN_ENDED_DEALS
    return experiment.model_copy(update=changes)


def _again(command: str, played: Checkpoint) -> str:
    """The command that plays the same again, where a run was a shard or ended before it was done:
    the command that began it would play more."""
    if not command or not played.done:
        return command
    (first, last), *others = played.done
    if played.shard and not others:
        return _with_flag(command, "--tables", f"{first}:{last}", ())
    if played.stopped not in ("done", "precise") and not played.shard and not others:
        flag = "--tenures" if command.startswith("pontoon bank") else "--deals"
        return _with_flag(command, flag, str(played.sums.deals), ("--budget", "--precision"))
    return command


def _with_flag(command: str, flag: str, value: str, without: tuple[str, ...]) -> str:
    words, kept = iter(shlex.split(command)), []
    for word in words:
        if word in (flag, *without):
            next(words, None)
        else:
            kept.append(word)
    return shlex.join([*kept, flag, value])
