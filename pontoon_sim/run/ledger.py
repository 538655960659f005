"""The ledger of a run: which tables are played and what they came to, in one file of its folder.

The file is replaced whole every few seconds, so a run that is killed at any moment goes on from
its last lines; sums are integers, so it ends with the same numbers to the bit.
"""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import write_text
from pontoon_sim.run.blocks import Range, joined
from pontoon_sim.run.tenures import BankSums, BankTrial
from pontoon_sim.run.trial import Sums, Trial

NAME = "ledger.json"
VERSION = 1

HISTORY = 400
"""Most points kept of a running estimate; when there are twice as many every other one goes."""

Point = tuple[int, int, tuple[float, ...], tuple[float, ...]]
"""Deals and tables so far, the figures asked for, their standard errors."""


@dataclass
class Course:
    """How the figures came to their values.

    Attributes
    ----------
    points : list of Point
    every, seen : int
        Every so many of the blocks seen is kept.
    """

    points: list[Point] = field(default_factory=list)
    every: int = 1
    seen: int = 0

    def note(self, point: Point) -> None:
        """Keep a point now and then."""
        self.seen += 1
        if self.seen % self.every == 0:
            self.points.append(point)
            if len(self.points) >= 2 * HISTORY:
                self.points = self.points[1::2]
                self.every *= 2


@dataclass
class Ledger:
    """The state of a run.

    Attributes
    ----------
    inputs : dict
        All that the sums follow from, beside which tables were played: `Trial.inputs()`.
    planned : (int, int)
        Tables that the run is to play.
    shard : bool
        They are a part, named by `--tables`, of what several machines play.
    done : list of (int, int)
        Tables played.
    sums : Sums or BankSums
    seconds : float
        Of play, all sittings together.
    """

    inputs: dict[str, Any]
    planned: Range
    sums: Sums | BankSums
    shard: bool = False
    done: list[Range] = field(default_factory=list)
    seconds: float = 0.0
    stopped: str = "interrupted"
    course: Course = field(default_factory=Course)

    def note(self, tables: Range) -> None:
        """Note that a block is merged."""
        self.done = joined([*self.done, tables])

    def write(self, folder: Path) -> None:
        """Replace the ledger of a folder."""
        form: dict[str, Any] = {
            "ledger": VERSION,
            "behaviour": BEHAVIOUR,
            "package": __version__,
            "inputs": self.inputs,
            "planned": self.planned,
            "shard": self.shard,
            "done": self.done,
            "seconds": self.seconds,
            "stopped": self.stopped,
            "course": {
                "every": self.course.every,
                "seen": self.course.seen,
                "points": [
                    (deals, tables, *([_told(x) for x in row] for row in rows))
                    for deals, tables, *rows in self.course.points
                ],
            },
            "sums": self.sums.as_dict(),
        }
        text = json.dumps(form, separators=(",", ":"))
        # The last key, so that one look tells a file that was cut or edited.
        write_text(folder / NAME, f'{text[:-1]},"sha256":"{_digest(text)}"}}\n')


def read_ledger(folder: Path) -> Ledger:
    """The ledger of a run's folder.

    Raises
    ------
    PontoonError
        There is none, it is damaged, or another version of the program wrote it: one sentence.
    """
    path = folder / NAME
    try:
        text = path.read_text(encoding="utf-8")
    except FileNotFoundError:
        raise PontoonError(
            f"'{folder}' holds no run ({NAME} is missing): name the --out folder of one"
        ) from None
    except (OSError, UnicodeDecodeError) as error:
        raise PontoonError(f"ledger '{path}' cannot be read: {error}") from None
    body, mark, rest = text.rpartition(',"sha256":"')
    whole = body + "}"
    if not mark or rest != _digest(whole) + '"}\n':
        raise PontoonError(
            f"ledger '{path}' is damaged (its checksum does not fit): take a copy of it, or play"
            " again into another folder"
        )
    form = json.loads(whole)
    if form["ledger"] != VERSION or form["behaviour"] != BEHAVIOUR:
        raise PontoonError(
            f"ledger '{path}' was written by another version of this program, whose deals may"
            " differ: play again into another folder"
        )
    kind = BankSums if "deals_per_table" not in form["inputs"] else Sums
    course = Course(
        [(row[0], row[1], _read(row[2]), _read(row[3])) for row in form["course"]["points"]],
        form["course"]["every"],
        form["course"]["seen"],
    )
    return Ledger(
        inputs=form["inputs"],
        planned=tuple(form["planned"]),
        sums=kind.from_dict(form["sums"]),
        shard=form["shard"],
        done=[(first, last) for first, last in form["done"]],
        seconds=form["seconds"],
        stopped=form["stopped"],
        course=course,
    )


def refuse_other_inputs(ledger: Ledger, work: Trial | BankTrial, place: str) -> None:
    """Refuse a ledger that is of another run: one sentence that names what differs."""
    # Through JSON, as the ledger's own have gone: tuples are lists there.
    there, here = ledger.inputs, json.loads(json.dumps(work.inputs()))
    if there != here:
        raise PontoonError(f"{place}: {difference_of(there, here)}")


def difference_of(there: Any, here: Any) -> str:
    """In what two runs differ, in words."""
    if ("deals_per_table" in there) != ("deals_per_table" in here):
        return "one is a run of deals, the other of tenures of the bank"
    for name in ("seed", "deals_per_table", "paired"):
        if there.get(name) != here.get(name):
            return f"its {name} is {_word(there.get(name))} there and {_word(here.get(name))} here"
    arms = [[arm["name"] for arm in form["arms"]] for form in (there, here)]
    if arms[0] != arms[1]:
        return f"its arms are {_listed(arms[0])} there and {_listed(arms[1])} here"
    for mine, other in zip(here["arms"], there["arms"], strict=True):
        place = f" of arm '{mine['name']}'" if len(here["arms"]) > 1 else ""
        for name, value in mine["rules"].items():
            if other["rules"].get(name) != value:
                return (
                    f"the rule {name}{place} is {_word(other['rules'].get(name))} there and"
                    f" {_word(value)} here"
                )
        if mine["of"] != other["of"]:
            return f"'of'{place} is {other['of']} there and {mine['of']} here"
        for number, (seat, theirs) in enumerate(zip(mine["seats"], other["seats"], strict=True)):
            for role in ("player", "banker"):
                if seat[role] != theirs[role]:
                    return (
                        f"the {role} at seat {number}{place} is {theirs[role]} there and"
                        f" {seat[role]} here"
                    )
                if seat[f"{role}_hash"] != theirs[f"{role}_hash"]:
                    return f"the strategy file of {role} {seat[role]}{place} has changed since"
    return "it was written by another version of this program"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _word(value: Any) -> str:
    return json.dumps(value)


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()


def _told(value: float) -> float | None:
    return value if math.isfinite(value) else None


def _read(values: Sequence[float | None]) -> tuple[float, ...]:
    return tuple(math.nan if value is None else value for value in values)
