"""An experiment as its file says it: what each key may be, and how a file is read.

Reading an experiment never runs code: strategies are loaded in `setup.py`. No numba and no numpy
here, so that experiments are listed at once.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
    ValidationError,
    model_validator,
)

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.base.files import shipped_folder
from pontoon_sim.base.namelists import split_list, with_parts
from pontoon_sim.experiments.checks import faults_of, said_of_game
from pontoon_sim.experiments.sentences import sentence
from pontoon_sim.experiments.written import to_toml
from pontoon_sim.game.rules import PRESETS, read_toml

Kind = Literal["measure", "purse", "compare", "sweep", "ladder", "shoot", "bank value"]
Setting = bool | int | str

MOST_SEED = 2**64 - 1
MOST_DEALS = 10**13
MOST_TENURES = 10**10


DEALS = 10**6
"""Deals of each arm where an experiment does not say."""

DEALS_FOR_PRECISION = 10**9
"""The most, where it only says how sure it wants to be."""

TENURES = 200_000
"""Tenures of the bank where an experiment does not say."""


def _whole(value: Any) -> Any:
    """Numbers such as 2e6 are whole although TOML calls them floats."""
    if isinstance(value, float) and math.isfinite(value) and value == int(value):
        return int(value)
    if isinstance(value, int) and not isinstance(value, bool):
        return value
    raise ValueError("write a whole number, such as 500, 2_000_000 or 2e6")


def _share(value: Any) -> Any:
    """A share as 0.001 or "0.1%"; its bounds here too, so that a fault shows what was written."""
    share = 0.0
    if isinstance(value, str) and re.fullmatch(r"\s*\d+(\.\d*)?\s*%\s*", value, re.A):
        share = float(value.strip()[:-1]) / 100
    elif isinstance(value, int | float) and not isinstance(value, bool):
        share = float(value)
    if 0 < share < 1:
        return share
    raise ValueError('write a share above 0 and below 1, such as 0.001 or "0.1%"')


_Whole = BeforeValidator(_whole)
_Seats = Annotated[int, Field(ge=2, le=12), _Whole]
_Share = Annotated[float, Field(gt=0, lt=1), BeforeValidator(_share)]
_Word = Annotated[str, Field(min_length=1)]

_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True)

_RULES = "preset, or a rules file; a path is seen from this file"
_PLAYERS = "strategy of each player: one name for all seats, or one a seat with commas between"
_BANKER = "strategy of whoever holds the bank"
_SEATS = "people at the table, banker included"
_SET = "single settings, on top of the rules"
_OF = 'whose edge is compared: "all", "position 0", "player at 2", "player stick16", ...'


class Changes(BaseModel):
    """What some part of an experiment changes of the base."""

    model_config = _STRICT
    name: _Word = Field(description="as reports call it")
    rules: _Word | None = Field(None, description=_RULES)
    seats: _Seats | None = Field(None, description=_SEATS)
    players: _Word | None = Field(None, description=_PLAYERS)
    banker: _Word | None = Field(None, description=_BANKER)
    set: dict[str, Setting] = Field({}, description=_SET)

    @property
    def changes(self) -> dict[str, Any]:
        """What it changes of the base, by key; settings as `set.stick_min`."""
        return said_of_game(self)


class ArmFile(Changes):
    """One arm of a comparison: what it changes of the base."""

    of: _Word | None = Field(None, description=_OF)


class VariantFile(Changes):
    """One rung of a ladder: what it changes of the base."""


class OverFile(BaseModel):
    """Something that takes several values, one after the other."""

    model_config = _STRICT
    what: _Word = Field(description='"players", "banker", "rules", "seats", "of" or a setting')
    values: list[Setting] = Field(min_length=2, description="the values that it takes")


class Experiment(BaseModel):
    """A question about the game, and what is to be played to answer it; immutable.

    `load_experiment` reads one from a file, `experiment_of` makes one from a mapping; both tell
    faults in one sentence. Which keys a kind knows stands in `checks.KINDS`.
    """

    model_config = _STRICT

    question: _Word = Field(description="what one wants to know, in plain words")
    kind: Kind = Field(description="what kind of experiment answers it")
    rules: _Word = Field("standard", description=_RULES)
    seats: _Seats | None = Field(None, description=_SEATS)
    players: _Word | None = Field(None, description=_PLAYERS)
    banker: _Word | None = Field(None, description=_BANKER)
    of: _Word = Field("all", description=_OF)
    deals: Annotated[int, Field(ge=1, le=MOST_DEALS), _Whole] | None = Field(
        None,
        description="deals of each arm, such as 2e6 (1e6 if left out); with precision, the most",
    )
    tenures: Annotated[int, Field(ge=2, le=MOST_TENURES), _Whole] | None = Field(
        None, description="tenures of the bank of each arm, such as 2e5 (the default)"
    )
    precision: _Share | None = Field(
        None, description="stop when the figures asked for are known to +- this share of the stakes"
    )
    seed: Annotated[int, Field(ge=0, le=MOST_SEED), _Whole] = Field(
        1, description="seed of the packs"
    )
    deals_per_table: Annotated[int, Field(ge=1, le=10**6), _Whole] = Field(
        200, description="deals after which a table breaks up"
    )
    confidence: _Share = Field(0.95, description="of the intervals, such as 0.95")
    paired: bool = Field(True, description="play all arms over the same packs")
    set: dict[str, Setting] = Field({}, description=_SET)
    arm: list[ArmFile] = Field([], description="what is compared; the first is the reference")
    over: list[OverFile] = Field([], description="what takes several values")
    variant: list[VariantFile] = Field([], description="rungs of a ladder, each a change")

    _place: str = PrivateAttr("experiment")
    _name: str = PrivateAttr("")

    @property
    def place(self) -> str:
        """Where it stands, as faults name it: `experiment file 'x.toml'`."""
        return self._place

    @property
    def name(self) -> str:
        """The name of its file without the ending; empty where it comes from no file."""
        return self._name

    @property
    def most_deals(self) -> int:
        """Deals of each arm, also where the file does not say; with `precision`, the most."""
        return self.deals or (DEALS if self.precision is None else DEALS_FOR_PRECISION)

    @property
    def most_tenures(self) -> int:
        """Tenures of the bank, also where the file does not say."""
        return self.tenures or TENURES

    def said(self) -> dict[str, Any]:
        """What it says beside defaults, as a TOML file would: plain values, lists and mappings."""
        return self.model_dump(exclude_defaults=True)

    def to_toml(self) -> str:
        """A file that loads back to an equal experiment, from any folder."""
        return to_toml(self.said())

    def __eq__(self, other: object) -> bool:
        # Not where it comes from, which pydantic would look at too.
        return isinstance(other, Experiment) and self.model_dump() == other.model_dump()

    __hash__ = None  # type: ignore[assignment]

    @model_validator(mode="after")
    def _possible(self) -> Experiment:
        for fault in faults_of(self):
            raise ValueError(fault)
        return self


# --- from mappings and files ----------------------------------------------------------------------


def experiment_of(
    said: Mapping[str, Any], place: str = "experiment", folder: Path | None = None, name: str = ""
) -> Experiment:
    """Build an `Experiment`; a fault becomes one sentence that begins with `place`.

    Parameters
    ----------
    said : mapping
        As a TOML file says it.
    place : str
        As faults name it.
    folder : Path, optional
        Where paths of rules and strategies are seen from; they are made absolute. Default: here.
    name : str
        A short name, such as the file's.
    """
    said = _with_paths(said, folder or Path())
    try:
        experiment = Experiment.model_validate(said)
    except ValidationError as error:
        raise PontoonError(f"{place}: {sentence(error, said, Experiment)}") from None
    experiment._place, experiment._name = place, name
    return experiment


def read_experiment(path: str | Path) -> Experiment:
    """The experiment of a file.

    Raises
    ------
    PontoonError
        One sentence that names the file and the key.
    """
    path = Path(path)
    said = read_toml(path, "experiment")
    place = f"experiment file '{path}'"
    if not said:
        raise PontoonError(f"{place} is empty: see docs/experiments.md for how to write one")
    return experiment_of(said, place, path.resolve().parent, path.stem)


def load_experiment(name: str | Path) -> Experiment:
    """The experiment of a shipped name or of a file's path.

    Raises
    ------
    PontoonError
        No such name or file, or a fault in it.
    """
    files = shipped_experiments()
    if str(name) in files:
        return read_experiment(files[str(name)])
    if Path(name).suffix == ".toml" or "/" in str(name) or Path(name).exists():
        return read_experiment(name)
    raise PontoonError(
        f"unknown experiment '{name}'"
        + (nearest(str(name), files) or f": take one of {', '.join(files)}, or a file's path")
    )


def shipped_experiments() -> dict[str, Path]:
    """Names of the shipped experiments and their files, in order of name."""
    return {path.stem: path for path in sorted(shipped_folder("experiments").glob("*.toml"))}


def _with_paths(said: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """What was said, with every path of a rules or strategy file made absolute."""

    def names(key: str, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        if key == "rules":
            return _absolute(value, folder)
        words = split_list(value, key)
        return ",".join(with_parts(word, lambda part: _absolute(part, folder)) for word in words)

    def section(part: Any) -> Any:
        if not isinstance(part, Mapping):
            return part
        named = ("players", "banker", "rules")
        changed = {key: names(key, part[key]) for key in named if key in part}
        if part.get("what") in named and isinstance(part.get("values"), list):
            changed["values"] = [names(part["what"], value) for value in part["values"]]
        return {**part, **changed}

    top: dict[str, Any] = section(said)
    for key in ("arm", "variant", "over"):
        if isinstance(top.get(key), list):
            top[key] = [section(part) for part in top[key]]
    return top


def _absolute(word: str, folder: Path) -> str:
    if word in PRESETS or not (Path(word).suffix in (".toml", ".py") or "/" in word):
        return word
    return str((folder / Path(word).expanduser()).resolve())
