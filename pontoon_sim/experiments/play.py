"""Playing an experiment: whole tables, a ledger in its folder, stopping when sure, shards.

Nothing here says what an experiment asks (`model.py`, `setup.py`) or how it is told (`reports/`).
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pontoon_sim.bank import BankSums, BankTrial, bank_values
from pontoon_sim.comparison import Comparison
from pontoon_sim.errors import PontoonError
from pontoon_sim.experiments.outcome import CoursePoint, Outcome, Setup
from pontoon_sim.files import write_text
from pontoon_sim.ledger import NAME, Course, Ledger, Point, read_ledger, refuse_other_inputs
from pontoon_sim.running import Clock, Range, joined, less, run_blocks
from pontoon_sim.simulate import refuse_precision
from pontoon_sim.stats import LEAST_TABLES, anytime_half_width
from pontoon_sim.trial import MAX_DEALS, Sums, Trial

if TYPE_CHECKING:
    from pontoon_sim.experiments.model import Experiment

QUESTION = "experiment.toml"
"""The experiment as it was run, in its folder; it can be run again."""

SAVE_EVERY = 2.0
"""Seconds between two writings of the ledger: what a kill can cost."""

MOST_DEALS = 10**9
"""Deals where only a precision or a budget is asked for."""

PILOT_TABLES = 200

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
        ledger = Ledger(work.inputs(), _planned(experiment, work, tables), _empty(work))
        ledger.shard = tables is not None
        if folder is not None:
            _refuse_used(folder)
    work.ready()  # what fails here leaves no folder behind
    if folder is not None:
        if not (resume or extend is not None):
            _begin(folder)
        _write_question(folder, experiment)
        ledger.write(folder)
    _play(experiment, setup, work, ledger, folder, budget, threads, executor, progress)
    outcome = _outcome(experiment, setup, work, ledger, command)
    if folder is not None:
        _report(outcome, folder)
    return outcome


def open_run(folder: str | Path, command: str = "") -> Outcome:
    """The outcome of a run as its folder holds it, finished or not."""
    from pontoon_sim.experiments.model import load_experiment
    from pontoon_sim.experiments.setup import setup_of

    place = Path(folder)
    ledger = read_ledger(place)
    experiment = load_experiment(str(place / QUESTION))
    setup = setup_of(experiment)
    work = work_of(experiment, setup)
    refuse_other_inputs(ledger, work, f"'{folder}': {QUESTION} is not what was played")
    if not ledger.done:
        raise PontoonError(f"'{folder}' holds no played deals yet: go on with --resume")
    return _outcome(experiment, setup, work, ledger, command)


def merge(folders: Sequence[str | Path], out: str | Path, command: str = "") -> Outcome:
    """Put shards of one run together: the same result as if one machine had played all of it.

    Raises
    ------
    PontoonError
        They are of different runs, or two hold the same tables: one sentence that names the folder.
    """
    from pontoon_sim.experiments.model import load_experiment
    from pontoon_sim.experiments.setup import setup_of

    if len(folders) < 2:
        raise PontoonError("merge needs two folders or more: name the --out folders of the shards")
    places = [Path(folder) for folder in folders]
    ledgers = [read_ledger(place) for place in places]
    experiment = load_experiment(str(places[0] / QUESTION))
    setup = setup_of(experiment)
    work = work_of(experiment, setup)
    refuse_other_inputs(ledgers[0], work, f"'{places[0]}': {QUESTION} is not what was played")
    whole = Ledger(work.inputs(), (0, 0), _empty(work))
    for place, ledger in zip(places, ledgers, strict=True):
        refuse_other_inputs(ledger, work, f"'{place}' is of another run than '{places[0]}'")
        for earlier, other in zip(places, ledgers, strict=True):
            if other is ledger:
                break
            twice = _shared(other.done, ledger.done)
            if twice is not None:
                raise PontoonError(
                    f"'{earlier}' and '{place}' both hold tables {twice[0]}:{twice[1]}: leave one"
                    " of them out"
                )
        if less([ledger.planned], ledger.done) and ledger.stopped == "interrupted":
            raise PontoonError(f"'{place}' is not finished: go on with --resume there first")
    for ledger in sorted(ledgers, key=lambda one: one.done):
        if ledger.done:
            whole.sums.add(ledger.sums)  # type: ignore[arg-type]
            whole.done = joined([*whole.done, *ledger.done])
            whole.seconds += ledger.seconds
    if not whole.done:
        raise PontoonError("there are no played deals in these folders: nothing to merge")
    whole.planned = (whole.done[0][0], whole.done[-1][1])
    whole.shard = whole.planned[0] > 0 or len(whole.done) > 1
    whole.stopped = "done"
    folder = Path(out)
    _begin(folder)
    _write_question(folder, experiment)
    whole.write(folder)
    outcome = _outcome(experiment, setup, work, whole, command)
    _report(outcome, folder)
    return outcome


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
        changes[count] = MOST_DEALS
    return experiment.model_copy(update=changes)


def gaps(folder: str | Path) -> list[Range]:
    """Tables between the first and the last of a run that it does not hold."""
    ledger = read_ledger(Path(folder))
    return less([ledger.planned], ledger.done)


def work_of(experiment: Experiment, setup: Setup) -> Trial | BankTrial:
    """What is played for an experiment."""
    if experiment.kind == "bank value":
        return BankTrial(setup.arms, experiment.seed)
    return Trial(setup.arms, experiment.seed, experiment.deals_per_table, experiment.paired)


@dataclass(frozen=True)
class Forecast:
    """What a precision will take, from a pilot.

    Attributes
    ----------
    deals : int
        Of each arm (tenures for banks).
    seconds : float
        On this machine, with the threads that were named.
    half_width : float
        Of the anytime-valid interval after the deals that are planned without a precision.
    """

    deals: int
    seconds: float
    half_width: float


def forecast(
    experiment: Experiment,
    deals: int | None = None,
    precision: float | None = None,
    threads: int | None = None,
) -> Forecast:
    """Play a pilot and say how many deals a precision needs.

    The pilot is the beginning of the run itself; it is not kept. Its error decides, so the answer
    is good to a tenth or two.
    """
    from pontoon_sim.experiments.setup import setup_of

    experiment = changed(experiment, deals, precision)
    refuse_precision(experiment.precision)
    setup = setup_of(experiment)
    work = work_of(experiment, setup)
    work.ready()
    pilot = max(PILOT_TABLES, work.tables_per_block)
    work.play(0, 1)  # compiles, so that the clock does not count it
    sums, clock = _empty(work), Clock()
    if run_blocks(work, sums, [(0, pilot)], threads=threads) == "interrupted":
        raise KeyboardInterrupt
    seconds = clock.seconds / pilot
    ses = _point(setup, work, sums, experiment.confidence)[3]
    per_table = max((se for se in ses if math.isfinite(se)), default=math.nan) * math.sqrt(pilot)

    def half(tables: int) -> float:
        return anytime_half_width(per_table / math.sqrt(tables), tables, experiment.confidence)

    wanted = experiment.precision
    if wanted is None:
        tables = work.tables_for(_count(experiment))
    else:
        tables, most = LEAST_TABLES, work.tables_for(MAX_DEALS)
        while half(tables) > wanted and tables < most:
            tables *= 2
        low = tables // 2
        while low + 1 < tables:
            middle = (low + tables) // 2
            low, tables = (low, middle) if half(middle) <= wanted else (middle, tables)
    each = work.deals_per_table if isinstance(work, Trial) else 1
    return Forecast(tables * each, tables * seconds, half(tables))


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


def _count(experiment: Experiment) -> int:
    """Deals (or tenures) that an experiment asks for."""
    bank = experiment.kind == "bank value"
    return experiment.most_tenures if bank else experiment.most_deals


def _planned(experiment: Experiment, work: Trial | BankTrial, tables: Range | None) -> Range:
    count = work.tables_for(_count(experiment))
    if tables is None:
        return 0, count
    if tables[1] > count:
        raise PontoonError(
            f"--tables {tables[0]}:{tables[1]}: the experiment has {count:,} tables"
            " (0 to that number, left out); raise --deals for more"
        )
    return tables


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
    if ledger.shard or ledger.planned[1] == work.tables_for(_count(experiment)):
        return experiment
    each = work.deals_per_table if isinstance(work, Trial) else 1
    return changed(experiment, deals=ledger.planned[1] * each)


def _empty(work: Trial | BankTrial) -> Sums | BankSums:
    return Sums() if isinstance(work, Trial) else BankSums()


def _begin(folder: Path) -> None:
    """Make a folder that nothing of value lies in."""
    _refuse_used(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PontoonError(f"'{folder}' cannot be made: {error.strerror}") from None


def _refuse_used(folder: Path) -> None:
    """Refuse a folder that something of value may lie in."""
    try:
        if (folder / NAME).exists():
            raise PontoonError(
                f"'{folder}' holds a run already: go on with --resume or --extend, or name another"
                " folder"
            )
        if folder.exists() and any(folder.iterdir()):
            raise PontoonError(f"'{folder}' is not empty: name a new folder for the run")
    except OSError as error:
        raise PontoonError(f"'{folder}' cannot be made: {error.strerror}") from None


def _write_question(folder: Path, experiment: Experiment) -> None:
    write_text(folder / QUESTION, experiment.to_toml())


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
        point = _point(setup, work, sums, experiment.confidence)
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
        if ledger.sums.tables and enough(_point(setup, work, ledger.sums, experiment.confidence)):
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


def _point(
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


def _outcome(
    experiment: Experiment,
    setup: Setup,
    work: Trial | BankTrial,
    ledger: Ledger,
    command: str,
) -> Outcome:
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


def _report(outcome: Outcome, folder: Path) -> None:
    from pontoon_sim.experiments.reports import write_report

    write_report(outcome, folder)


def _shared(mine: Sequence[Range], theirs: Sequence[Range]) -> Range | None:
    """Tables that two shards both hold."""
    for a, b in mine:
        for c, d in theirs:
            if max(a, c) < min(b, d):
                return max(a, c), min(b, d)
    return None


__all__ = [
    "Course",
    "Forecast",
    "Progress",
    "forecast",
    "gaps",
    "merge",
    "open_run",
    "run_experiment",
]
