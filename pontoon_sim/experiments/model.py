"""An experiment as its file says it: the keys, and what each may be.

What the keys have to be to each other stands in `checks.py`; files are read in `reading.py`.
"""

from __future__ import annotations

import math
import re
from typing import Annotated, Any, Literal

from pydantic import (
    AfterValidator,
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PrivateAttr,
)

from pontoon_sim.base.errors import printable
from pontoon_sim.base.numbers import MOST_DEALS, MOST_SEED, MOST_TENURES
from pontoon_sim.base.toml import to_toml

Kind = Literal["measure", "purse", "compare", "sweep", "ladder", "shoot", "bank value"]
Setting = bool | int | str


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


_HARMLESS = dict.fromkeys(map(ord, "\n\t\r\x7f"))


def _plain(text: str) -> str:
    if text.translate(_HARMLESS) != printable(text.translate(_HARMLESS)):
        raise ValueError("leave out control characters")
    return text


_Whole = BeforeValidator(_whole)
_Seats = Annotated[int, Field(ge=2, le=12), _Whole]
_Share = Annotated[float, Field(gt=0, lt=1), BeforeValidator(_share)]
_Word = Annotated[str, Field(min_length=1), AfterValidator(_plain)]

_STRICT = ConfigDict(extra="forbid", strict=True, frozen=True)

_RULES = "preset, or a rules file; a path is seen from this file"
_PLAYERS = "strategy of each player: one name for all seats, or one a seat with commas between"
_BANKER = "strategy of whoever holds the bank"
_SEATS = "people at the table, banker included"
_SET = "single settings, on top of the rules"
_OF = 'whose edge is compared: "all", "position 0", "player at 2", "player stick16", ...'


_OF_THE_GAME = ("players", "banker", "rules", "seats", "of")


def game_of(section: BaseModel) -> dict[str, Any]:
    """What a section says of the game and its line-up; settings as `set.stick_min`."""
    values = {key: getattr(section, key, None) for key in _OF_THE_GAME}
    fields = type(section).model_fields
    written = {
        key: value
        for key, value in values.items()
        if value is not None and value != fields[key].default
    }
    settings: dict[str, Setting] = getattr(section, "set")  # noqa: B009 (a field of each section)
    return written | {f"set.{name}": value for name, value in settings.items()}


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
        return game_of(self)


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

    `reading.load_experiment` reads one from a file, `reading.experiment_of` makes one from a
    mapping; both refuse what is wrong in one sentence. `checks.KINDS` says which keys a kind knows.
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

    def content(self) -> dict[str, Any]:
        """All but the defaults, as a TOML file has it: plain values, lists and mappings."""
        return self.model_dump(exclude_defaults=True)

    def to_toml(self) -> str:
        """A file that loads back to an equal experiment, from any folder."""
        return to_toml(self.content())

    def __eq__(self, other: object) -> bool:
        # Not where it comes from, which pydantic would look at too.
        return isinstance(other, Experiment) and self.model_dump() == other.model_dump()

    __hash__ = None  # type: ignore[assignment]
