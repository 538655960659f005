"""The folder of a run: the question, the ledger and the report; opened again, and put together from
shards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pontoon_sim.base.display import write_files
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import write_text
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.experiments.work import no_sums, outcome_of, work_of
from pontoon_sim.run.blocks import Range, joined, less
from pontoon_sim.run.ledger import NAME, Ledger, read_ledger, refuse_other_inputs

if TYPE_CHECKING:
    from pontoon_sim.experiments.model import Experiment

QUESTION = "experiment.toml"
"""The experiment as it was run, in its folder; it can be run again."""


def open_run(folder: str | Path, command: str = "") -> Outcome:
    """The outcome of a run as its folder holds it, finished or not."""
    from pontoon_sim.experiments.reading import load_experiment
    from pontoon_sim.experiments.setup import setup_of

    place = Path(folder)
    ledger = read_ledger(place)
    experiment = load_experiment(str(place / QUESTION))
    setup = setup_of(experiment)
    work = work_of(experiment, setup)
    refuse_other_inputs(ledger, work, f"'{folder}': {QUESTION} is not what was played")
    if not ledger.done:
        raise PontoonError(f"'{folder}' holds no played deals yet: go on with --resume")
    return outcome_of(experiment, setup, work, ledger, command)


def merge(folders: Sequence[str | Path], out: str | Path, command: str = "") -> Outcome:
    """Put shards of one run together: the same result as if one machine had played all of it.

    Raises
    ------
    PontoonError
        They are of different runs, or two hold the same tables: one sentence that names the folder.
    """
    from pontoon_sim.experiments.reading import load_experiment
    from pontoon_sim.experiments.setup import setup_of

    if len(folders) < 2:
        raise PontoonError("merge needs two folders or more: name the --out folders of the shards")
    places = [Path(folder) for folder in folders]
    ledgers = [read_ledger(place) for place in places]
    experiment = load_experiment(str(places[0] / QUESTION))
    setup = setup_of(experiment)
    work = work_of(experiment, setup)
    refuse_other_inputs(ledgers[0], work, f"'{places[0]}': {QUESTION} is not what was played")
    whole = Ledger(work.inputs(), (0, 0), no_sums(work))
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
    begin(folder)
    write_question(folder, experiment)
    whole.write(folder)
    outcome = outcome_of(experiment, setup, work, whole, command)
    write_reports(outcome, folder)
    return outcome


def gaps(folder: str | Path) -> list[Range]:
    """Tables between the first and the last of a run that it does not hold."""
    ledger = read_ledger(Path(folder))
    return less([ledger.planned], ledger.done)


def begin(folder: Path) -> None:
    """Make a folder that nothing of value lies in."""
    refuse_used(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PontoonError(f"'{folder}' cannot be made: {error.strerror}") from None


def refuse_used(folder: Path) -> None:
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


def write_question(folder: Path, experiment: Experiment) -> None:
    write_text(folder / QUESTION, experiment.to_toml())


def write_reports(outcome: Outcome, folder: Path) -> None:
    write_files(outcome, folder)


def _shared(mine: Sequence[Range], theirs: Sequence[Range]) -> Range | None:
    """Tables that two shards both hold."""
    for a, b in mine:
        for c, d in theirs:
            if max(a, c) < min(b, d):
                return max(a, c), min(b, d)
    return None
