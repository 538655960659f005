"""What an experiment asks to be played, and what came of it. No files here and no words.

`model.py` reads experiment files, `play.py` plays them into a folder, `reports/` tells them.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from pontoon_sim.results.bank import BankValue
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.runs.blocks import Range
from pontoon_sim.runs.checkpoint import Checkpoint, Point
from pontoon_sim.runs.trial import Arm

if TYPE_CHECKING:
    from pontoon_sim.experiments.model import Experiment


@dataclass(frozen=True)
class Axis:
    """What a sweep goes over, or what sets the panels of a comparison apart.

    Attributes
    ----------
    name : str
        "players", "banker", "rules", "seats", "of" or a setting of the rules.
    values : tuple of str
        As reports write them.
    """

    name: str
    values: tuple[str, ...]


@dataclass(frozen=True)
class Setup:
    """The arms of an experiment and how they belong together.

    Attributes
    ----------
    arms : tuple of Arm
    references : tuple of (int or None), by arm
        The arm that each is compared with, None for those that others are compared with.
    axes : tuple of Axis
        Empty where there is nothing to go over.
    cells : tuple of tuple of int, by arm
        Its place on each axis.
    """

    arms: tuple[Arm, ...]
    references: tuple[int | None, ...]
    axes: tuple[Axis, ...] = ()
    cells: tuple[tuple[int, ...], ...] = ()


@dataclass(frozen=True)
class Outcome:
    """An experiment that was played.

    Attributes
    ----------
    experiment : Experiment
    setup : Setup
    command : str
        What plays the same again.
    comparison : Comparison or None
        Of all kinds but "bank value".
    banks : tuple of BankValue
        By arm, of the kind "bank value".
    course : tuple of Point
        A few hundred at most. Their figures are `Comparison.figure` of each contrast (arm less
        reference), in the order of `Comparison.contrasts`; of each arm where nothing is compared.
    stopped : str
        "done", "precise", "budget" or "interrupted"; or the
        sentence of the fault that ended it.
    part : tuple of (int, int)
        Tables played, where they are only a part of the run: a shard, or several put together.
        Empty otherwise.
    checkpoint : Checkpoint or None
        What it was worked out from.
    """

    experiment: Experiment
    setup: Setup
    command: str
    comparison: Comparison | None = None
    banks: tuple[BankValue, ...] = ()
    course: tuple[Point, ...] = field(default=(), repr=False)
    stopped: str = "done"
    part: tuple[Range, ...] = ()
    checkpoint: Checkpoint | None = field(default=None, repr=False, compare=False)
