"""Playing an experiment: whole tables, a ledger in its folder, stopping when sure, shards.

Nothing here says what an experiment asks (`model.py`, `setup.py`) or how it is told (`reports/`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from concurrent.futures import Executor
from pathlib import Path
from typing import TYPE_CHECKING

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.experiments import folder as run_folder
from pontoon_sim.experiments.outcome import CoursePoint, Outcome, Setup
from pontoon_sim.experiments.work import (
    changed,
    count_of,
    no_sums,
    outcome_of,
    planned_tables,
    point_of,
    work_of,
)
from pontoon_sim.measure.simulate import refuse_precision
from pontoon_sim.run.blocks import Clock, Range, less, run_blocks
from pontoon_sim.run.ledger import Ledger, Point, read_ledger, refuse_other_inputs
from pontoon_sim.run.tenures import BankSums, BankTrial
from pontoon_sim.run.trial import Sums, Trial
from pontoon_sim.statistics.intervals import LEAST_TABLES, anytime_half_width

if TYPE_CHECKING:
    from pontoon_sim.experiments.model import Experiment

SAVE_EVERY = 2.0
"""Seconds between two writings of the ledger: what a kill can cost."""

Progress = Callable[[CoursePoint, int], None]
"""Called after each merged block with the running figures and the deals (or tenures) planned."""


def run_experiment(
    experiment: Experiment,
    *,
    command: str = "",
    out: str | Path | None = None,
    deals: int | None = None,
    precision: float | None = None,
    budget: float | None = None,
    seed: int | None = None,
    threads: int | None = None,
    executor: Executor | None = None,
    resume: bool = False,
    extend: int | None = None,
    tables: Range | None = None,
    progress: Progress | None = None,
) -> Outcome:
    """Play an experiment, into a folder where one is named.

    Parameters
    ----------
    experiment : Experiment
    command : str
        What was typed, for the report.
    out : path, optional
        Folder of the run: a new or an empty one, or with `resume` or `extend` the folder of this
        very run. The ledger is kept there while it is played and the reports are written at the
        end; without it nothing is written.
    deals, precision, seed : optional
        In place of what the experiment says. `deals` are tenures for the kind "bank value".
    budget : float, optional
        Seconds after which this sitting ends.
    resume : bool
        Go on with a run that was stopped or killed.
    extend : int, optional
        Deals of each arm to add to what was planned.
    tables : (int, int), optional
        A shard: only these tables, the second left out.
    progress : callable, optional

    Returns
    -------
    Outcome
        `outcome.comparison.stopped`: "done", "precise", "budget" or "interrupted".

    Raises
    ------
    PontoonError
        One sentence; nothing of an earlier run is touched then.
    """
    from pontoon_sim.experiments.setup import setup_of

    experiment = changed(experiment, deals, precision, seed, until=budget)
    refuse_precision(experiment.precision)
    _refuse_flags(experiment, out, budget, resume, extend, tables, deals)
    setup = setup_of(experiment)
    work = work_of(experiment, setup)
    folder = None if out is None else Path(out)
    if resume or extend is not None:
        assert folder is not None
        ledger = read_ledger(folder)
        refuse_other_inputs(ledger, work, f"'{folder}' holds a run of something else")
        _replan(ledger, work, extend, deals, tables)
        experiment = _with_planned(experiment, work, ledger)
    else:
        ledger = Ledger(work.inputs(), planned_tables(experiment, work, tables), no_sums(work))
        ledger.shard = tables is not None
        if folder is not None:
            run_folder.refuse_used(folder)
    work.ready()  # what fails here leaves no folder behind
    if folder is not None:
        if not (resume or extend is not None):
            run_folder.begin(folder)
        run_folder.write_question(folder, experiment)
        ledger.write(folder)
    _play(experiment, setup, work, ledger, folder, budget, threads, executor, progress)
    outcome = outcome_of(experiment, setup, work, ledger, command)
    if folder is not None:
        run_folder.write_reports(outcome, folder)
    return outcome


def _refuse_flags(
    experiment: Experiment,
    out: str | Path | None,
    budget: float | None,
    resume: bool,
    extend: int | None,
    tables: Range | None,
    deals: int | None,
) -> None:
    if budget is not None and not 0 < budget < math.inf:
        raise PontoonError(f"--budget {budget}: take some seconds, such as 60")
    if out is None and (resume or extend is not None or tables is not None):
        flag = "--resume" if resume else "--extend" if extend is not None else "--tables"
        raise PontoonError(f"{flag} needs the folder of the run: add --out DIR")
    if extend is not None and deals is not None:
        raise PontoonError("--extend and --deals: --extend alone says how many deals to add")
    if resume and extend is not None:
        raise PontoonError("--resume and --extend: --extend alone goes on with what is unfinished")
    if extend is not None and extend < 1:
        raise PontoonError(f"--extend {extend}: take the number of deals to add, such as 1e6")
    if tables is not None:
        if experiment.precision is not None or budget is not None:
            raise PontoonError(
                "--tables with a precision or a budget: a shard plays all of its tables, so leave"
                " the others out"
            )
        if extend is not None:
            raise PontoonError(
                "--tables and --extend: play other tables into a folder of their own"
            )
        if not 0 <= tables[0] < tables[1]:
            raise PontoonError(f"--tables {tables[0]}:{tables[1]} holds no table")


def _replan(
    ledger: Ledger,
    work: Trial | BankTrial,
    extend: int | None,
    deals: int | None,
    tables: Range | None,
) -> None:
    """What is still to be played of a run that goes on."""
    if tables is not None and tables != ledger.planned:
        raise PontoonError(
            f"--tables {tables[0]}:{tables[1]}: the run in that folder is of tables"
            f" {ledger.planned[0]}:{ledger.planned[1]}; leave --tables out to go on with it"
        )
    first, last = ledger.planned
    if ledger.shard and (extend is not None or deals is not None):
        raise PontoonError(
            f"the run in that folder is a part of a larger one (tables {first}:{last}): play more"
            " tables into a folder of their own, with --tables"
        )
    if extend is not None:
        if ledger.stopped in ("precise", "budget"):  # it ended short of what was planned
            last = ledger.done[-1][1] if ledger.done else 0
        ledger.planned = (first, last + work.tables_for(extend))
    elif deals is not None:
        ledger.planned = (
            first,
            max(work.tables_for(deals), ledger.done[-1][1] if ledger.done else 0),
        )


def _with_planned(experiment: Experiment, work: Trial | BankTrial, ledger: Ledger) -> Experiment:
    """The experiment as its folder holds it from now on: with the deals of all its sittings."""
    if ledger.shard or ledger.planned[1] == work.tables_for(count_of(experiment)):
        return experiment
    each = work.deals_per_table if isinstance(work, Trial) else 1
    return changed(experiment, deals=ledger.planned[1] * each)


def _play(
    experiment: Experiment,
    setup: Setup,
    work: Trial | BankTrial,
    ledger: Ledger,
    folder: Path | None,
    budget: float | None,
    threads: int | None,
    executor: Executor | None,
    progress: Progress | None,
) -> None:
    clock, began, saved = Clock(ledger.seconds), time.monotonic(), time.monotonic()
    first, last = ledger.planned
    each = work.deals_per_table if isinstance(work, Trial) else 1
    planned = (last - first) * each
    precision = experiment.precision

    def enough(point: Point) -> bool:
        if precision is None or point[1] < LEAST_TABLES or any(map(math.isnan, point[3])):
            return False
        half = anytime_half_width(max(point[3]), point[1], experiment.confidence)
        return half <= precision

    def merged(sums: Sums | BankSums, tables: Range) -> str | None:
        nonlocal saved
        ledger.note(tables)
        point = point_of(setup, work, sums, experiment.confidence)
        ledger.course.note(point)
        if progress is not None:
            progress(CoursePoint(*point), planned)
        if enough(point):
            return "precise"
        if budget is not None and time.monotonic() - began >= budget:
            return "budget"
        if folder is not None and time.monotonic() - saved >= SAVE_EVERY:
            ledger.seconds = clock.seconds
            ledger.write(folder)
            saved = time.monotonic()
        return None

    ledger.stopped = "interrupted"  # what a kill leaves behind
    try:
        if ledger.sums.tables and enough(point_of(setup, work, ledger.sums, experiment.confidence)):
            ledger.stopped = "precise"
        else:
            ledger.stopped = run_blocks(
                work,
                ledger.sums,
                less([ledger.planned], ledger.done),
                threads=threads,
                executor=executor,
                merged=merged,
            )
    finally:  # also where a cluster is lost or a strategy breaks a rule: what was played is kept
        ledger.seconds = clock.seconds
        if folder is not None:
            ledger.write(folder)
    if not ledger.sums.tables:
        raise KeyboardInterrupt
