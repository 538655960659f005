"""Numbers of a strategy that may be searched: what a file declares, and other values put in.

A table declares them in `[parameters]` and names them in keys such as `"4..stick-1"` and in amounts
such as `"{share}%"`. A Python file writes `NAME = parameter(17, low=15, high=20)` and uses NAME.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pontoon_sim.base.errors import PontoonError, nearest, printable

_NAME = re.compile(r"[A-Za-z_]\w*")
_END = re.compile(
    r"(?:(?P<name>[A-Za-z_]\w*)\s*(?:(?P<sign>[+-])\s*(?P<more>\d{1,9}))?|(?P<number>\d{1,9}))"
)
_FIELDS = ("default", "low", "high", "step", "why")


MOST, MOST_VALUES = 10**12, 100_000
"""The largest number, and the most values that a search can go through."""


@dataclass(frozen=True)
class Parameter:
    """A whole number of a strategy.

    Attributes
    ----------
    value : int
        What it is.
    low, high, step : int
        What it may be: `low`, `low + step` ... up to `high`.
    why : str
    """

    value: int
    low: int
    high: int
    step: int = 1
    why: str = ""

    def __post_init__(self) -> None:
        if isinstance(self.why, str):
            object.__setattr__(self, "why", printable(self.why))

    def fault(self) -> str:
        """What is wrong with it, as the rest of a sentence; empty where nothing is."""
        for name in ("value", "low", "high", "step"):
            number = getattr(self, name)
            if not isinstance(number, int) or isinstance(number, bool):
                told = "default" if name == "value" else name
                return f"{told} = {number!r} is no whole number: write one"
            if abs(number) > MOST:
                return f"{name} = {number} is too large: take at most {MOST:,}"
        if self.low > self.high:
            return f"low = {self.low} is above high = {self.high}: swap them"
        if self.step < 1:
            return f"step = {self.step} is not possible: take 1 or more"
        if len(range(self.low, self.high + 1, self.step)) > MOST_VALUES:
            return f"low to high are more than {MOST_VALUES:,} values: take a larger step"
        if self.value not in range(self.low, self.high + 1, self.step):
            steps = f" in steps of {self.step}" if self.step > 1 else ""
            return f"default = {self.value} is not from {self.low} to {self.high}{steps}"
        return ""


class Declared(int):
    """A parameter of a Python file while the file is run: the number itself."""

    parameter: Parameter


def parameter(default: int, *, low: int, high: int, step: int = 1, why: str = "") -> int:
    """Declare a number that `pontoon tune` may search: `STICK_AT = parameter(17, low=15, high=20)`.

    Functions of the file use the name as a constant; so may tables that the file works out of it.
    It stands at the top of the file, one name to a `parameter`.
    """
    declared = Parameter(default, low, high, step, why)
    if fault := declared.fault():
        raise PontoonError(f"parameter: {fault}")
    number = Declared(default)
    number.parameter = declared
    return number


def with_values(
    declared: Mapping[str, Parameter], values: Mapping[str, int], place: str
) -> dict[str, Parameter]:
    """Parameters with other values.

    Raises
    ------
    PontoonError
        An unknown name, or a value that is not in its range.
    """
    made = dict(declared)
    for name, value in values.items():
        if name not in made:
            raise PontoonError(f"{place} has no parameter '{name}'{nearest(name, made)}")
        old = made[name]
        made[name] = Parameter(value, old.low, old.high, old.step, old.why)
        if fault := made[name].fault():
            raise PontoonError(f"{place}: parameter '{name}': {fault.replace('default', 'value')}")
    return made


def defaults_in(tree: ast.Module) -> dict[str, ast.expr]:
    """Where a file's `NAME = parameter(...)` say their defaults, by name. Any other call is there
    too: whose names count the caller knows."""
    defaults: dict[str, ast.expr] = {}
    for node in tree.body:
        targets: list[ast.expr] = []
        call: ast.expr | None = None
        if isinstance(node, ast.Assign):
            targets, call = node.targets, node.value
        elif isinstance(node, ast.AnnAssign):
            targets, call = [node.target], node.value
        if isinstance(call, ast.Call):
            given = [*call.args, *(k.value for k in call.keywords if k.arg == "default")]
            defaults |= {t.id: given[0] for t in targets if isinstance(t, ast.Name) and given}
    return defaults


class _Put(ast.NodeTransformer):
    """Numbers in the place of other expressions."""

    def __init__(self, numbers: Mapping[ast.AST, int]) -> None:
        self.numbers = numbers

    def visit(self, node: ast.AST) -> Any:
        if node in self.numbers:
            return ast.copy_location(ast.Constant(self.numbers[node]), node)
        return self.generic_visit(node)


def with_defaults(tree: ast.Module, values: Mapping[str, int]) -> ast.Module:
    """A file's code with other defaults of its parameters, line by line as it was."""
    places = defaults_in(tree)
    made: ast.Module = _Put({places[n]: v for n, v in values.items() if n in places}).visit(tree)
    return made


def hash_with(content_hash: str, values: Mapping[str, int]) -> str:
    """The hash of a file with values put in; that of the file itself where there are none."""
    if not values:
        return content_hash
    text = json.dumps(dict(sorted(values.items())))
    return hashlib.sha256(f"{content_hash}{text}".encode()).hexdigest()


# --- tables ---------------------------------------------------------------------------------------


def declared_in(section: Any, place: str) -> dict[str, Parameter]:
    """The parameters of a table's `[parameters]` section."""
    if not isinstance(section, Mapping):
        raise PontoonError(f"{place}: [parameters] is not possible: write a section")
    declared = {}
    for name, words in section.items():
        where = f"{place}: parameter '{name}'"
        if not _NAME.fullmatch(name):
            raise PontoonError(f"{where}: take letters, digits and '_' for its name")
        if not isinstance(words, Mapping):
            raise PontoonError(f"{where}: write {name} = {{ default = 16, low = 15, high = 19 }}")
        for key in words:
            if key not in _FIELDS:
                hint = nearest(key, _FIELDS) or f": known here are {', '.join(_FIELDS)}"
                raise PontoonError(f"{where}: unknown key '{key}'{hint}")
        for key in ("default", "low", "high"):
            if key not in words:
                raise PontoonError(f"{where}: '{key}' is missing")
        parameter = Parameter(
            words["default"],
            words["low"],
            words["high"],
            words.get("step", 1),
            words.get("why", ""),
        )
        if fault := parameter.fault():
            raise PontoonError(f"{where}: {fault}")
        declared[name] = parameter
    return declared


class Filling:
    """Values put into the content of a table.

    Parameters
    ----------
    values : mapping of str to int
    place : str
        Names the file in messages.
    """

    def __init__(self, values: Mapping[str, int], place: str) -> None:
        self.values, self.place = values, place
        self.used: set[str] = set()

    def filled(self, content: Any) -> Any:
        """The content with numbers for names; a key whose range is empty is left out."""
        if isinstance(content, Mapping):
            made: dict[str, Any] = {}
            for key, value in content.items():
                plain = self._key(key)
                if plain is None:
                    continue
                if plain in made:
                    raise PontoonError(f"{self.place}: '{key}' comes to {plain}, which is there")
                made[plain] = self.filled(value)
            return made
        if isinstance(content, str):
            return re.sub(r"\{(\w+)\}", lambda m: str(self._value(m[1])), content)
        return content

    def check_used(self) -> None:
        """Refuse a parameter that nothing in the table names."""
        for name in self.values:
            if name not in self.used:
                raise PontoonError(
                    f"{self.place}: parameter '{name}' is used nowhere: name it in a key such as"
                    f' "{name}..20", or take it out'
                )

    def _key(self, key: str) -> str | None:
        low, dots, high = key.partition("..")
        if not dots:
            return key
        first, last = self._end(low, key), self._end(high, key)
        if first > last:
            return None
        return f"{first}-{last}" if last > first else f"{first}"

    def _end(self, text: str, key: str) -> int:
        match = _END.fullmatch(text.strip())
        if match is None:
            raise PontoonError(
                f"{self.place}: '{key}' is no range: write one such as \"4..stick-1\""
            )
        if match["number"]:
            return int(match["number"])
        more = int(match["more"] or 0)
        return self._value(match["name"]) + (-more if match["sign"] == "-" else more)

    def _value(self, name: str) -> int:
        if name not in self.values:
            hint = nearest(name, self.values) or ": declare it in [parameters]"
            raise PontoonError(f"{self.place}: no parameter '{name}'{hint}")
        self.used.add(name)
        return self.values[name]
