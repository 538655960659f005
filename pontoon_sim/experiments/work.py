"""What an experiment has played: its trial, how much of it, and what came of the sums."""

from __future__ import annotations

import math
import shlex
from typing import TYPE_CHECKING, Any

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import OPEN_ENDED_DEALS
from pontoon_sim.experiments.outcome import CoursePoint, Outcome, Setup
from pontoon_sim.results.bank import bank_values
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.run.blocks import Range
from pontoon_sim.run.ledger import Ledger, Point
from pontoon_sim.run.tenures import BankSums, BankTrial
from pontoon_sim.run.trial import Sums, Trial

if TYPE_CHECKING:
    from pontoon_sim.experiments.model import Experiment


def changed(
    experiment: Experiment,
    deals: int | None = None,
    precision: float | None = None,
    seed: int | None = None,
    until: float | None = None,
) -> Experiment:
    """An experiment with flags in place of what its file says. Who asks for a precision, or for an
    end by the clock, without a number of deals means as many as that takes."""
    count = "tenures" if experiment.kind == "bank value" else "deals"
    if precision is not None and count == "tenures":
        raise PontoonError(
            "--precision is a share of stakes, and the value of a bank is in chips: say how many"
            " tenures to play with --deals"
        )
    given: dict[str, Any] = {"precision": precision, "seed": seed, count: deals}
    changes = {name: value for name, value in given.items() if value is not None}
    if deals is None and (precision is not None or until is not None):
        changes[count] = OPEN_ENDED_DEALS
    return experiment.model_copy(update=changes)


def work_of(experiment: Experiment, setup: Setup) -> Trial | BankTrial:
    """What is played for an experiment."""
    if experiment.kind == "bank value":
        return BankTrial(setup.arms, experiment.seed)
    return Trial(setup.arms, experiment.seed, experiment.deals_per_table, experiment.paired)


def no_sums(work: Trial | BankTrial) -> Sums | BankSums:
    return Sums() if isinstance(work, Trial) else BankSums()


def count_of(experiment: Experiment) -> int:
    """Deals (or tenures) that an experiment asks for."""
    bank = experiment.kind == "bank value"
    return experiment.most_tenures if bank else experiment.most_deals


def planned_tables(experiment: Experiment, work: Trial | BankTrial, tables: Range | None) -> Range:
    count = work.tables_for(count_of(experiment))
    if tables is None:
        return 0, count
    if tables[1] > count:
        raise PontoonError(
            f"--tables {tables[0]}:{tables[1]}: the experiment has {count:,} tables"
            " (0 to that number, left out); raise --deals for more"
        )
    return tables


def point_of(
    setup: Setup, work: Trial | BankTrial, sums: Sums | BankSums, confidence: float
) -> Point:
    """The figures that are asked for, at this moment."""
    if isinstance(sums, BankSums):
        assert isinstance(work, BankTrial)
        figures = [value.net for value in bank_values(work, sums, confidence)]
        found = [(figure.value, figure.se) for figure in figures]
    else:
        assert isinstance(work, Trial)
        comparison = Comparison(work, sums, setup.references, confidence)
        found = comparison.asked
    nan = math.nan
    values = tuple(value for value, _ in found)
    return sums.deals, sums.tables, values, tuple(nan if se is None else se for _, se in found)


def outcome_of(
    experiment: Experiment,
    setup: Setup,
    work: Trial | BankTrial,
    ledger: Ledger,
    command: str,
) -> Outcome:
    each = work.deals_per_table if isinstance(work, Trial) else 1
    command = _again(command, ledger, each)
    course = tuple(CoursePoint(*point) for point in ledger.course.points)
    part = tuple(ledger.done) if ledger.shard else ()
    if isinstance(ledger.sums, BankSums):
        assert isinstance(work, BankTrial)
        banks = bank_values(work, ledger.sums, experiment.confidence, ledger.seconds)
        return Outcome(experiment, setup, command, None, tuple(banks), course, ledger.stopped, part)
    assert isinstance(work, Trial)
    comparison = Comparison(
        trial=work,
        sums=ledger.sums,
        references=setup.references,
        confidence=experiment.confidence,
        seconds=ledger.seconds,
        stopped=ledger.stopped,
        precision=experiment.precision,
        ranges=tuple(ledger.done),
    )
    return Outcome(experiment, setup, command, comparison, (), course, ledger.stopped, part)


def _again(command: str, ledger: Ledger, each: int) -> str:
    """The command that plays the same again, where a run was a shard or ended before it was done:
    the command that began it would play more. `each`: deals of a table."""
    if not command or not ledger.done:
        return command
    (first, last), *others = ledger.done
    if ledger.shard and not others:
        return _with_flag(command, "--tables", f"{first}:{last}", ())
    if ledger.stopped in ("interrupted", "budget") and not ledger.shard and not others:
        return _with_flag(command, "--deals", str(last * each), ("--budget", "--precision"))
    return command


def _with_flag(command: str, flag: str, value: str, without: tuple[str, ...]) -> str:
    words, kept = iter(shlex.split(command)), []
    for word in words:
        if word in (flag, *without):
            next(words, None)
        else:
            kept.append(word)
    return shlex.join([*kept, flag, value])
