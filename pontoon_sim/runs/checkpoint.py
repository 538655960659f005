"""Checkpoints: how far a run has come, in one file of its folder.

The file is replaced whole every few seconds, so a run that is killed at any moment goes on from the
last one; sums are exact, so it ends with the same numbers to the bit. Runs of games, tenures and
leagues keep a `Checkpoint`; whatever else goes on keeps a form of its own by `write_form`.
"""

from __future__ import annotations

import contextlib
import hashlib
import json
import math
import shlex
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import PART, lies_there, read_text, remove_parts, write_text
from pontoon_sim.runs.blocks import Range, Work, joined

NAME = "checkpoint.json"
SCHEMA = 3

ENDINGS = ("done", "precise", "budget", "interrupted")
"""How a run ends without a fault."""

_EARLIER = ("ledger.json", "state.json")
"""What schema 1 called its files."""

HISTORY = 400
"""Most points kept of a running estimate; when there are twice as many every other one goes."""


class Point(NamedTuple):
    """The figures that are asked for, at some moment of a run.

    Attributes
    ----------
    deals, tables : int
        Of each arm, so far (tenures of banks, rounds of leagues).
    values, ses : tuple of float
        The figures and their standard errors; NaN where there is none.
    """

    deals: int
    tables: int
    values: tuple[float, ...]
    ses: tuple[float, ...]


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

    def as_dict(self) -> dict[str, Any]:
        """JSON form; NaN is null there."""
        rows = [
            (*point[:2], *([x if math.isfinite(x) else None for x in row] for row in point[2:]))
            for point in self.points
        ]
        return {"every": self.every, "seen": self.seen, "points": rows}

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> Course:
        """The course that `as_dict` wrote."""

        def row(values: Sequence[float | None]) -> tuple[float, ...]:
            return tuple(math.nan if value is None else value for value in values)

        points = [Point(deals, tables, row(v), row(s)) for deals, tables, v, s in form["points"]]
        return cls(points, form["every"], form["seen"])


@dataclass
class Checkpoint:
    """How far a run has come.

    Attributes
    ----------
    kind : str
        `Work.kind`.
    inputs : dict
        All that the sums follow from, beside which tables were played: `Work.inputs()`.
    planned : (int, int)
        Tables that the run is to play.
    sums : Sums
    shard : bool
        They are a part, named by `--tables`, of what several machines play.
    done : list of (int, int)
        Tables played.
    seconds : float
        Of play, all sittings together.
    stopped : str
        "done", "precise", "budget" or "interrupted", which is also what a kill leaves behind; or
        the sentence of the fault that ended it, see `fault`.
    half_width : float
        Of the widest anytime-valid interval of the figures that are asked for; infinite where
        there is none, or nobody asked.
    notes : dict
        What else a kind of run has to keep.
    """

    kind: str
    inputs: dict[str, Any]
    planned: Range
    sums: Any
    shard: bool = False
    done: list[Range] = field(default_factory=list)
    seconds: float = 0.0
    stopped: str = "interrupted"
    half_width: float = math.inf
    course: Course = field(default_factory=Course)
    notes: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def begin(cls, work: Work, planned: Range, shard: bool = False) -> Checkpoint:
        """Of a run that has not played anything yet."""
        return cls(work.kind, work.inputs(), planned, work.sums_of(), shard)

    @property
    def fault(self) -> str:
        """Why play could not go on, in a sentence; nothing where it could."""
        return "" if self.stopped in ENDINGS else self.stopped

    @property
    def played_to(self) -> int:
        """The table after the last that was played."""
        return self.done[-1][1] if self.done else 0

    def note(self, tables: Range) -> None:
        """Note that a block was added."""
        self.done = joined([*self.done, tables])

    def write(self, folder: Path) -> None:
        """Replace the checkpoint of a folder."""
        content = {
            "planned": self.planned,
            "shard": self.shard,
            "done": self.done,
            "seconds": self.seconds,
            "stopped": self.stopped,
            "half_width": self.half_width if math.isfinite(self.half_width) else None,
            "notes": self.notes,
            "course": self.course.as_dict(),
            "sums": self.sums.as_dict(),
        }
        write_form(folder, self.kind, self.inputs, content)


def read_checkpoint(folder: Path, work: Work, place: str = "") -> Checkpoint:
    """The checkpoint of a run's folder.

    Parameters
    ----------
    folder : Path
    work : Work
        What the run is to be of.
    place : str, optional
        How the sentence begins that refuses a checkpoint of something else.

    Raises
    ------
    PontoonError
        There is none, it is damaged, it is of another run, or another version of the program wrote
        it: one sentence.
    """
    place = place or f"'{folder}' holds a run of something else"
    form = read_form(folder, work.kind, work.inputs(), place)
    with refusing_damage(folder):
        half = form["half_width"]
        return Checkpoint(
            kind=work.kind,
            inputs=form["inputs"],
            planned=tuple(form["planned"]),
            sums=work.sums_of(form["sums"]),
            shard=form["shard"],
            done=[(first, last) for first, last in form["done"]],
            seconds=form["seconds"],
            stopped=form["stopped"],
            half_width=math.inf if half is None else half,
            course=Course.from_dict(form["course"]),
            notes=form["notes"],
        )


def write_form(
    folder: Path, kind: str, inputs: Mapping[str, Any], content: Mapping[str, Any]
) -> None:
    """Replace the checkpoint of a folder by one with this content."""
    head = {"schema": SCHEMA, "behaviour": BEHAVIOUR, "package": __version__, "kind": kind}
    text = json.dumps({**head, "inputs": inputs, **content}, separators=(",", ":"))
    # The last key, so that one look tells a file that was cut or edited.
    text = f'{text[:-1]},"sha256":"{_digest(text)}"}}\n'
    write_text(folder / NAME, text, follow=False)


def read_form(folder: Path, kind: str, inputs: Mapping[str, Any], place: str) -> dict[str, Any]:
    """What `write_form` wrote, with all of it checked; parameters and errors as those of
    `read_checkpoint`."""
    form = _form_in(folder)
    if form["kind"] != kind:
        raise PontoonError(f"{place}: one is a run of {form['kind']}, the other of {kind}")
    there, here = form["inputs"], as_read(inputs)
    if there != here:
        with refusing_damage(folder):
            raise PontoonError(f"{place}: {difference_of(there, here)}")
    return form


def inputs_in(folder: Path) -> dict[str, Any]:
    """The inputs of the run that a folder holds; errors as `read_checkpoint`."""
    inputs: dict[str, Any] = _form_in(folder)["inputs"]
    return inputs


def _form_in(folder: Path) -> dict[str, Any]:
    path = folder / NAME
    if not lies_there(path):
        raise no_run(folder)
    body, mark, rest = read_text(path, "checkpoint").rpartition(',"sha256":"')
    whole = body + "}"
    with refusing_damage(folder):
        if not mark or rest != _digest(whole) + '"}\n':
            raise _damaged(folder, " (its checksum does not fit)")
        form: dict[str, Any] = json.loads(whole)
        if form["schema"] != SCHEMA or form["behaviour"] != BEHAVIOUR:
            raise _other_version(folder)
        if not isinstance(form["inputs"], dict) or not isinstance(form["kind"], str):
            raise ValueError
    return form


@contextlib.contextmanager
def refusing_damage(folder: Path) -> Iterator[None]:
    """What is not as `write_form` writes it is one sentence, wherever reading comes across it."""
    try:
        yield
    except PontoonError:
        raise
    except (ArithmeticError, AttributeError, LookupError, RecursionError, TypeError, ValueError):
        raise _damaged(folder) from None


def _damaged(folder: Path, why: str = "") -> PontoonError:
    return PontoonError(
        f"checkpoint '{folder / NAME}' is damaged{why}: take a copy of it, or play again into"
        " another folder"
    )


def no_run(folder: Path) -> PontoonError:
    """What is wrong with a folder that holds no checkpoint."""
    if any(lies_there(folder / name) for name in _EARLIER):
        return _other_version(folder)
    if folder.parent == _waiting():
        return PontoonError(
            "no run like this one waits after Ctrl-C: leave --resume out, or name its folder"
            " with --out"
        )
    return PontoonError(
        f"'{folder}' holds no run ({NAME} is missing): name the --out folder of one"
    )


def begin_folder(folder: Path) -> None:
    """Make a folder that nothing of value lies in."""
    refuse_used(folder)
    try:
        folder.mkdir(parents=True, exist_ok=True)
        remove_parts(folder)
    except OSError as error:
        raise PontoonError(f"'{folder}' cannot be made: {error.strerror}") from None


def refuse_used(folder: Path) -> None:
    """Refuse a folder that something of value may lie in."""
    try:
        if lies_there(folder / NAME):
            raise PontoonError(
                f"'{folder}' holds a run already: go on with --resume, or name another folder"
            )
        if lies_there(folder) and any(path.suffix != PART for path in folder.iterdir()):
            raise PontoonError(f"'{folder}' is not empty: name a new folder for the run")
    except OSError as error:
        raise PontoonError(f"'{folder}' cannot be made: {error.strerror}") from None


def stopped_folder(work: Work) -> Path:
    """Where a run waits that was stopped by Ctrl-C and has no folder of its own: by its inputs, so
    that the same command finds it again."""
    return _waiting() / _digest(json.dumps([work.kind, work.inputs()]))[:16]


def keep_stopped(checkpoint: Checkpoint, work: Work) -> str:
    """Keep a run that has no folder of its own; the flags that go on with it."""
    try:
        folder = stopped_folder(work)
        folder.mkdir(parents=True, exist_ok=True)
        checkpoint.write(folder)
        return "--resume"
    except (OSError, PontoonError):  # nothing that was played is lost for want of a folder
        folder = Path(tempfile.mkdtemp(prefix="pontoon_"))
        checkpoint.write(folder)
        return f"--resume --out {shlex.quote(str(folder))}"


def _waiting() -> Path:
    import platformdirs

    return Path(platformdirs.user_state_dir("pontoon_sim")) / "stopped"


def as_read(inputs: Mapping[str, Any]) -> dict[str, Any]:
    """Inputs as they come back from a checkpoint: tuples are lists there."""
    form: dict[str, Any] = json.loads(json.dumps(inputs))
    return form


def difference_of(there: Mapping[str, Any], here: Mapping[str, Any]) -> str:
    """In what the inputs of two runs differ, in words."""
    for name, value in here.items():
        if name != "arms" and there.get(name) != value:
            simple = not isinstance(value, dict | list)
            return (
                _unlike(f"its {name}", there.get(name), value)
                if simple
                else _parts(name, there.get(name), value)
            )
    if "arms" not in here:
        return "it was written by another version of this program"
    names = [[arm["name"] for arm in form["arms"]] for form in (there, here)]
    if names[0] != names[1]:
        return f"its arms are {_listed(names[0])} there and {_listed(names[1])} here"
    for mine, other in zip(here["arms"], there["arms"], strict=True):
        place = f" of arm '{mine['name']}'" if len(here["arms"]) > 1 else ""
        for name, value in mine["rules"].items():
            if other["rules"].get(name) != value:
                return _unlike(f"the rule {name}{place}", other["rules"].get(name), value)
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


def _parts(name: str, there: Any, here: Any) -> str:
    """How two lists or mappings differ."""
    if isinstance(there, dict) and isinstance(here, dict):
        key = next(key for key in {**here, **there} if there.get(key) != here.get(key))
        return _unlike(f"its {name}: {key}", there.get(key), here.get(key))
    return f"its {name} differ"


def _unlike(what: str, there: Any, here: Any) -> str:
    return f"{what} is {json.dumps(there)} there and {json.dumps(here)} here"


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)


def _other_version(folder: Path) -> PontoonError:
    return PontoonError(
        f"the run in '{folder}' was written by another version of this program, whose deals may"
        " differ: play again into another folder"
    )


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8")).hexdigest()
