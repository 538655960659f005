"""What all commands share that play for long: flags of a run, a bar, what is left after Ctrl-C."""

from __future__ import annotations

import contextlib
import functools
import shlex
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pontoon_sim.base import interrupts
from pontoon_sim.base.errors import PlayError, PontoonError
from pontoon_sim.base.files import lies_there
from pontoon_sim.base.numbers import MOST_SEED
from pontoon_sim.cli.options import (
    Command,
    Count,
    Duration,
    TableRange,
    before_files,
    command_line,
    dask_option,
    json_option,
    precision_option,
    threads_option,
    write_json,
)

if TYPE_CHECKING:
    from pontoon_sim.experiments.job import Job, Plan
    from pontoon_sim.experiments.model import Experiment
    from pontoon_sim.experiments.outcome import Outcome
    from pontoon_sim.runs.blocks import Work
    from pontoon_sim.runs.checkpoint import Checkpoint
    from pontoon_sim.runs.driver import Progress

QUESTION, CHECKPOINT = "experiment.toml", "checkpoint.json"


@dataclass(frozen=True)
class Flags:
    """The flags of a run, as `run_options` gives them."""

    deals: int | None = None
    precision: float | None = None
    budget: float | None = None
    seed: int | None = None
    threads: int | None = None
    dask: str | None = None
    out: str | None = None
    resume: bool = False
    extend: int | None = None
    tables: tuple[int, int] | None = None
    plan: bool = False
    json_path: str | None = None
    brief: bool = False

    @property
    def goes_on(self) -> bool:
        """Whether it goes on with an earlier run."""
        return self.resume or self.extend is not None

    @property
    def as_plan(self) -> Plan:
        """What they ask for beside the experiment itself."""
        from pontoon_sim.experiments.job import Plan

        names = Plan.__dataclass_fields__
        return Plan(**{name: getattr(self, name) for name in names})


def keep_options(command: Command) -> Command:
    """Add `--budget`, `--out` and `--resume`, which mean the same wherever deals are played."""
    for option in (
        click.option(
            "--resume", is_flag=True, help="Go on with the run in --out, or the one last stopped."
        ),
        click.option("--out", metavar="DIR", help="Keep the run and its report in this folder."),
        click.option(
            "--budget", type=Duration(), metavar="TIME", help="Stop after 90s, 10m or 2h."
        ),
    ):
        command = option(command)
    return command


def brief_option(command: Command) -> Command:
    """Add `--brief`; the command gets `brief`."""
    return click.option("--brief", is_flag=True, help="Print the answer only.")(command)


def print_answer(sentence: str) -> None:
    """Print a sentence, wrapped to the terminal."""
    from rich.console import Console
    from rich.text import Text

    Console(highlight=False).print(Text(sentence))


def run_seed_option(command: Command) -> Command:
    """Add `--seed`; the command gets `seed`, or None: a run that goes on has its own."""
    return click.option(
        "--seed", type=Count(least=0, most=MOST_SEED), help="Seed of the packs.  [default: 1]"
    )(command)


def run_options(command: Command) -> Any:
    """Add the flags of a run; the command gets them as `flags`."""

    @functools.wraps(command)
    def with_flags(**given: Any) -> Any:
        names = Flags.__dataclass_fields__
        flags = Flags(**{name: given.pop(name) for name in names})
        return command(flags=flags, **given)

    wrapped: Callable[..., Any] = with_flags
    for option in (
        brief_option,
        json_option,
        click.option(
            "--plan",
            is_flag=True,
            help="Play a pilot only, and say how many deals and how long it takes.",
        ),
        click.option(
            "--tables",
            type=TableRange(),
            metavar="A:B",
            help="A shard: only these tables, B left out; see 'pontoon merge'.",
        ),
        click.option(
            "--extend", type=Count(), metavar="N", help="Add N deals to the run in --out."
        ),
        dask_option,
        threads_option,
        run_seed_option,
        keep_options,
        precision_option("Stop when the figures asked for are known to +-X, such as 0.1%."),
        click.option(
            "--deals", type=Count(), help="Deals of each arm, such as 2e6 (tenures, of banks)."
        ),
    ):
        wrapped = option(wrapped)
    return wrapped


def kept_experiment(flags: Flags, *typed: Any) -> Experiment | None:
    """The experiment in the folder of a run that goes on; None where it begins, has no folder, or
    flags (`typed`) say what is played."""
    from pontoon_sim.experiments.reading import load_experiment

    if not flags.goes_on or flags.out is None or any(typed):
        return None
    question = Path(flags.out) / QUESTION
    if not lies_there(question):
        if lies_there(Path(flags.out) / CHECKPOINT):  # killed in between: flags say it again
            return None
        raise PontoonError(f"'{flags.out}' holds no run: name the --out folder of one")
    return load_experiment(str(question))


def play(experiment: Experiment, flags: Flags) -> None:
    """Plan or play an experiment and print what came of it."""
    from pontoon_sim.base.files import check_outputs
    from pontoon_sim.experiments.job import job_of

    command = command_line()
    if flags.goes_on and flags.out is not None:  # the folder holds what is played, flags and all
        command = shlex.join(["pontoon", "run", str(Path(flags.out) / QUESTION)])
    check_outputs(path for path in (flags.json_path,) if path not in (None, "-"))
    if flags.plan:
        _refuse_with_plan(flags)
    job = job_of(experiment, flags.as_plan)
    if flags.plan:
        _print_plan(job, flags)
        return
    outcome = play_job(job, flags, command)
    _give_out(outcome, flags)
    end(outcome.checkpoint, job.work, command, flags.out)


def play_job(job: Job, flags: Flags, command: str) -> Outcome:
    """Play an experiment with a bar."""
    from pontoon_sim.cli.progress import Bar, say_when_compiling
    from pontoon_sim.experiments.forecast import forecast
    from pontoon_sim.experiments.play import run_experiment
    from pontoon_sim.runs.cluster import workers_from

    with before_anything("deals"):
        if flags.dask is None:
            control = any(engine.control is not None for engine in job.work.engines)
            say_when_compiling([seat for arm in job.setup.arms for seat in arm.seats], control)
        if job.experiment.precision is not None and flags.deals is None and not flags.goes_on:
            found = forecast(job, flags.threads)
            click.echo(forecast_words(job, found), err=True)
        bar = Bar(functools.partial(running_figure, job))
        with workers_from(flags.dask, flags.threads) as workers, bar.running():
            return run_experiment(
                job, flags.as_plan, command=command, workers=workers, on_progress=bar
            )


@contextlib.contextmanager
def before_anything(units: str) -> Iterator[None]:
    """Say so where Ctrl-C comes before there is anything to keep."""
    try:
        yield
    except KeyboardInterrupt:
        how = interrupts.word()
        click.echo(f"Stopped by {how} before any {units} were counted: nothing is kept.", err=True)
        raise click.exceptions.Exit(interrupts.status()) from None


def end(checkpoint: Checkpoint | None, work: Work, command: str, out: str | None) -> None:
    """After Ctrl-C or a fault, say what is kept, and how to go on.

    Parameters
    ----------
    checkpoint : Checkpoint
        How far the run has come.
    work : Work
        What was played.
    command : str
        What plays all of it.
    out : str, optional
        Folder of the run; without one it is kept where `--resume` finds it.
    """
    from pontoon_sim.runs.checkpoint import keep_stopped

    if checkpoint is not None and checkpoint.fault:
        played = checkpoint.sums.tables * work.units_per_table
        raise PlayError(f"after {played:,} {units_of(work)}, which count: {checkpoint.fault}")
    if checkpoint is None or checkpoint.stopped != "interrupted":
        return
    if out is None:
        command = f"{command} {keep_stopped(checkpoint, work)}"
    elif lies_there(Path(out) / QUESTION):
        command = f"pontoon run --resume --out {shlex.quote(out)}"
    else:
        command = f"{command} --resume --out {shlex.quote(out)}"
    each, units = work.units_per_table, units_of(work)
    played, planned = checkpoint.sums.tables * each, (checkpoint.planned[1]) * each
    click.echo(
        f"Stopped by {interrupts.word()} after {played:,} of {planned:,} {units}, which are kept."
        f" To go on:\n  {command}",
        err=True,
    )
    raise click.exceptions.Exit(interrupts.status())


def units_of(work: Work) -> str:
    """What is counted."""
    return "tenures" if "tenures" in work.kind else "deals"


def running_figure(job: Job, progress: Progress) -> str:
    """The figure of the largest error: of all those asked for it is known last."""
    figures = progress.figures
    known = [] if figures is None else [(se, i) for i, se in enumerate(figures.ses) if se == se]
    if not known or figures is None:
        return ""
    se, i = max(known)
    factor, unit = (1, "chips") if job.is_bank else (100, "%")
    compared = any(reference is not None for reference in job.setup.references)
    what = "difference" if compared else "bank" if job.is_bank else "banker's edge"
    more = f" (least sure of {len(known)})" if len(known) > 1 else ""
    return f"{what} {factor * figures.values[i]:+.3f} {unit}, SE {factor * se:.3f}{more}"


def _refuse_with_plan(flags: Flags) -> None:
    if flags.goes_on or flags.tables is not None or flags.out is not None:
        raise PontoonError("--plan plays a pilot and keeps nothing: leave out --out and its flags")
    if flags.dask is not None:
        raise PontoonError("--plan plays its pilot on this machine: leave out --dask")
    if flags.budget is not None:
        raise PontoonError("--plan says how long a run takes: leave out --budget")


def _print_plan(job: Job, flags: Flags) -> None:
    from pontoon_sim.cli.progress import say_when_compiling
    from pontoon_sim.experiments.forecast import forecast

    say_when_compiling([seat for arm in job.setup.arms for seat in arm.seats])
    found = forecast(job, flags.threads)
    if flags.json_path is not None:
        write_json(
            flags.json_path,
            {
                "schema": 2,
                "deals": found.deals,
                "seconds": found.seconds,
                "anytime_half_width": found.half_width,
                "precision": job.experiment.precision,
            },
        )
    if flags.json_path != "-":
        click.echo(forecast_words(job, found))


def forecast_words(job: Job, found: Any) -> str:
    """A forecast as a sentence or two."""
    setup, wanted = job.setup, job.experiment.precision
    unit = "tenures" if job.is_bank else "deals"
    games = f" of each of the {len(setup.arms)} arms" if len(setup.arms) > 1 else ""
    compared = any(reference is not None for reference in setup.references)
    figures = "every difference" if compared else "every figure" if games else "the figure"
    if job.is_bank:
        half = f"{found.half_width:.3g} chips"
    else:
        half = f"{100 * (found.half_width if wanted is None else wanted):.3g} % of the stakes"
    takes = f"{found.deals:,} {unit}{games} take about {_time(found.seconds)} here"
    if wanted is None:
        return f"{takes}; {figures} will be known to about +-{half}."
    return f"To know {figures} to +-{half}, about {takes}."


def _time(seconds: float) -> str:
    for limit, size, name in ((100, 1, "s"), (6000, 60, "min"), (1e6, 3600, "h")):
        if seconds < limit:
            return f"{max(seconds / size, 1):.0f} {name}"
    return f"{seconds / 86400:.0f} days"


def _give_out(outcome: Outcome, flags: Flags) -> None:
    """Write and print what came of an experiment."""
    from rich.console import Console

    from pontoon_sim.report.experiments import print_outcome, result_form, write_report
    from pontoon_sim.report.experiments.answers import answer

    if flags.json_path != "-":
        with before_files():
            if flags.brief:
                print_answer(answer(outcome)[0])
            else:
                print_outcome(Console(highlight=False), outcome)
    if flags.out is not None:
        write_report(outcome, flags.out)
    if flags.json_path is not None:
        write_json(flags.json_path, result_form(outcome))
    if flags.json_path != "-" and not flags.brief:
        for path in (flags.json_path, flags.out):
            if path is not None:
                click.echo(f"Written: {path}")
