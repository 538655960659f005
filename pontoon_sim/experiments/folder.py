"""The folder of a run: the question, the checkpoint and the report; opened again, and put together
from shards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import write_text
from pontoon_sim.experiments.job import Job, job_of
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.experiments.setup import setup_of
from pontoon_sim.runs.blocks import Range, joined, less
from pontoon_sim.runs.checkpoint import (
    Checkpoint,
    begin_folder,
    inputs_in,
    read_checkpoint,
    refusing_damage,
)

if TYPE_CHECKING:
    from pontoon_sim.experiments.model import Experiment

QUESTION = "experiment.toml"
"""The experiment as it was run, in its folder; it can be run again."""


def open_run(folder: str | Path, command: str = "") -> Outcome:
    """The outcome of a run as its folder holds it, finished or not."""
    place = Path(folder)
    job, checkpoint = _opened(place)
    if not checkpoint.done:
        raise PontoonError(f"'{folder}' holds no played deals yet: go on with --resume")
    return job.outcome(checkpoint, command)


def merge(folders: Sequence[str | Path], out: str | Path, command: str = "") -> Outcome:
    """Put shards of one run together: the same result as if one machine had played all of it.

    Raises
    ------
    PontoonError
        They are of different runs, or two hold the same tables: one sentence that names the folder.
    """
    if len(folders) < 2:
        raise PontoonError("merge needs two folders or more: name the --out folders of the shards")
    places = [Path(folder) for folder in folders]
    job, first = _opened(places[0])
    shards = [first]
    for place in places[1:]:
        other = f"'{place}' is of another run than '{places[0]}'"
        shard = read_checkpoint(place, job.work, other)
        for earlier, before in zip(places, shards, strict=False):
            shared = _shared(before.done, shard.done)
            if shared is not None:
                raise PontoonError(
                    f"'{earlier}' and '{place}' both hold tables {shared[0]}:{shared[1]}: leave one"
                    " of them out"
                )
        shards.append(shard)
    for place, shard in zip(places, shards, strict=True):
        if less([shard.planned], shard.done) and (shard.fault or shard.stopped == "interrupted"):
            raise PontoonError(f"'{place}' is not finished: go on with --resume there first")
    whole = _merged(job, shards)
    folder = Path(out)
    begin_folder(folder)
    write_question(folder, job.experiment)
    whole.write(folder)
    return job.outcome(whole, command)


def _merged(job: Job, shards: Sequence[Checkpoint]) -> Checkpoint:
    whole = Checkpoint.begin(job.work, (0, 0))
    for shard in sorted(shards, key=lambda shard: shard.done):
        if shard.done:
            whole.sums.add(shard.sums)
            whole.done = joined([*whole.done, *shard.done])
            whole.seconds += shard.seconds
    if not whole.done:
        raise PontoonError("there are no played deals in these folders: nothing to merge")
    whole.planned = (whole.done[0][0], whole.played_to)
    whole.shard = whole.planned[0] > 0 or len(whole.done) > 1
    whole.stopped = "done"
    return whole


def gaps(outcome: Outcome) -> list[Range]:
    """Tables between the first and the last of a run that it does not hold."""
    assert outcome.checkpoint is not None
    return less([outcome.checkpoint.planned], outcome.checkpoint.done)


def write_question(folder: Path, experiment: Experiment) -> None:
    """Write the experiment that a folder is a run of."""
    write_text(folder / QUESTION, experiment.to_toml(), follow=False)


def _opened(folder: Path) -> tuple[Job, Checkpoint]:
    """The experiment that a folder holds, and how far it has come."""
    from pontoon_sim.experiments.reading import load_experiment

    inputs = inputs_in(folder)
    experiment = load_experiment(str(folder / QUESTION))
    with refusing_damage(folder):
        played = [
            [(seat["player_hash"], seat["banker_hash"]) for seat in arm["seats"]]
            for arm in inputs["arms"]
        ]
    job = job_of(experiment, setup=setup_of(experiment, played))  # runs nobody's Python
    place = f"'{folder}': {QUESTION} is not what was played"
    return job, read_checkpoint(folder, job.work, place)


def _shared(mine: Sequence[Range], others: Sequence[Range]) -> Range | None:
    """Tables that two shards both hold."""
    for a, b in mine:
        for c, d in others:
            if max(a, c) < min(b, d):
                return max(a, c), min(b, d)
    return None
