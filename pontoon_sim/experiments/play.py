"""Playing an experiment: into a folder or not, from the beginning or on from a checkpoint.

Nothing here says what an experiment asks (`model.py`, `setup.py`) or how it is reported.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.experiments.folder import write_question
from pontoon_sim.experiments.job import Job, Plan, job_of, with_plan
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.runs.blocks import Range, Workers, tables_for
from pontoon_sim.runs.checkpoint import (
    Checkpoint,
    begin_folder,
    read_checkpoint,
    refuse_used,
    stopped_folder,
)
from pontoon_sim.runs.driver import Progress

if TYPE_CHECKING:
    from pontoon_sim.experiments.model import Experiment


def run_experiment(
    experiment: Experiment | Job,
    plan: Plan | None = None,
    *,
    command: str = "",
    workers: Workers = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Outcome:
    """Play an experiment, into a folder where the plan names one.

    Parameters
    ----------
    experiment : Experiment, or a Job made of it by this plan
    plan : Plan, optional
    command : str
        What was typed, for the report.
    workers : int or Executor, optional
        Threads, or an executor. Default: a thread for each processor of this machine.
    on_progress : callable, optional
        Called after every block.

    Returns
    -------
    Outcome
        `outcome.stopped`: "done", "precise", "budget" or "interrupted".

    Raises
    ------
    PontoonError
        One sentence; nothing of an earlier run is touched then.
    """
    plan = plan or Plan()
    job = experiment if isinstance(experiment, Job) else job_of(experiment, plan)
    _refuse_plan(job, plan)
    folder = None if plan.out is None else Path(plan.out)
    job.arms  # noqa: B018 (refuses what cannot be played before anything is read or written)
    if plan.goes_on:
        place = folder or stopped_folder(job.work)
        checkpoint = read_checkpoint(place, job.work)
        _replan(checkpoint, job, plan)
        job = _with_planned(job, checkpoint)
    else:
        checkpoint = Checkpoint.begin(job.work, _planned(job, plan.tables), plan.tables is not None)
        if folder is not None:
            refuse_used(folder)
    if folder is not None:
        job.work.ready()  # what fails here leaves no folder behind
        if not plan.goes_on:
            begin_folder(folder)
            checkpoint.write(folder)  # a kill leaves nothing that cannot be gone on with
        write_question(folder, job.experiment)
    played = job.arms.play(checkpoint, folder, workers, on_progress)
    return job.outcome(played, command)


def _refuse_plan(job: Job, plan: Plan) -> None:
    if plan.budget is not None and not 0 < plan.budget < math.inf:
        raise PontoonError(f"--budget {plan.budget}: take some seconds, such as 60")
    if plan.out is None and (plan.extend is not None or plan.tables is not None):
        flag = "--extend" if plan.extend is not None else "--tables"
        raise PontoonError(f"{flag} needs the folder of the run: add --out DIR")
    if plan.extend is not None:
        if plan.deals is not None:
            raise PontoonError("--extend and --deals: --extend alone says how many deals to add")
        if plan.resume:
            raise PontoonError(
                "--resume and --extend: --extend alone goes on with what is unfinished"
            )
        if plan.extend < 1:
            raise PontoonError(
                f"--extend {plan.extend}: take the number of deals to add, such as 1e6"
            )
    if plan.tables is not None:
        if job.experiment.precision is not None or plan.budget is not None:
            raise PontoonError(
                "--tables with a precision or a budget: a shard plays all of its tables, so leave"
                " the others out"
            )
        if plan.extend is not None:
            raise PontoonError(
                "--tables and --extend: play other tables into a folder of their own"
            )
        if not 0 <= plan.tables[0] < plan.tables[1]:
            raise PontoonError(f"--tables {plan.tables[0]}:{plan.tables[1]} holds no table")


def _planned(job: Job, tables: Range | None) -> Range:
    """The tables of a run that begins."""
    if tables is None:
        return 0, job.tables
    if tables[1] > job.tables:
        raise PontoonError(
            f"--tables {tables[0]}:{tables[1]}: the experiment has {job.tables:,} tables"
            " (0 to that number, left out); raise --deals for more"
        )
    return tables


def _replan(checkpoint: Checkpoint, job: Job, plan: Plan) -> None:
    """What is still to be played of a run that goes on."""
    first, last = checkpoint.planned
    if plan.tables is not None and plan.tables != checkpoint.planned:
        raise PontoonError(
            f"--tables {plan.tables[0]}:{plan.tables[1]}: the run in that folder is of tables"
            f" {first}:{last}; leave --tables out to go on with it"
        )
    if checkpoint.shard and (plan.extend is not None or plan.deals is not None):
        raise PontoonError(
            f"the run in that folder is a part of a larger one (tables {first}:{last}): play more"
            " tables into a folder of their own, with --tables"
        )
    if plan.extend is not None:
        if checkpoint.stopped in ("precise", "budget"):  # it ended short of what was planned
            last = checkpoint.played_to
        checkpoint.planned = (first, last + tables_for(job.work, plan.extend))
    elif plan.deals is not None:
        more = tables_for(job.work, plan.deals)
        checkpoint.planned = (first, max(more, checkpoint.played_to))


def _with_planned(job: Job, checkpoint: Checkpoint) -> Job:
    """The experiment as its folder holds it from now on: with the deals of all its sittings."""
    if checkpoint.shard or checkpoint.planned[1] == job.tables:
        return job
    deals = checkpoint.planned[1] * job.work.units_per_table
    return replace(job, experiment=with_plan(job.experiment, Plan(deals=deals)))
