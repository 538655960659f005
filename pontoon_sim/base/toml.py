"""TOML read, with every failure in one sentence, and written from plain values."""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import read_text


def read_toml(path: Path, what: str) -> dict[str, Any]:
    """Read a TOML file; every way that fails becomes one sentence that names the file."""
    text = read_text(path, what)
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PontoonError(f"{what} file '{path}' is not valid TOML: {error}") from None
    except (ValueError, RecursionError):
        raise PontoonError(
            f"{what} file '{path}' holds a number too long or lists too deep to be read"
        ) from None


def toml_value(value: Any, grouped: bool = False) -> str:
    """A value as TOML writes it; `-` for None, which TOML does not have.

    Parameters
    ----------
    value : bool, int, float, str, list, tuple, mapping or None
    grouped : bool
        Whole numbers of five digits and more in groups of three.

    Examples
    --------
    >>> toml_value({"split": "aces", "seats": 4}), toml_value([True, 1e-5, 20000])
    ('{ split = "aces", seats = 4 }', '[true, 1e-05, 20000]')
    >>> toml_value(2_000_000, grouped=True)
    '2_000_000'
    """
    if value is None:
        return "-"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        # JSON's escapes are TOML's, but for one character.
        return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(value, int):
        return f"{value:_}" if grouped and abs(value) >= 10_000 else str(value)
    if isinstance(value, Mapping):
        pairs = ", ".join(f"{key} = {toml_value(item, grouped)}" for key, item in value.items())
        return f"{{ {pairs} }}" if pairs else "{}"
    if isinstance(value, list | tuple):
        return f"[{', '.join(toml_value(item, grouped) for item in value)}]"
    return repr(value)


def to_toml(content: Mapping[str, Any]) -> str:
    """A TOML file of plain values, then mappings as `[sections]`, then lists of mappings.

    >>> print(to_toml({"question": "Why?", "set": {"seats": 4}, "arm": [{"name": "a"}]}))
    question = "Why?"
    <BLANKLINE>
    [set]
    seats = 4
    <BLANKLINE>
    [[arm]]
    name = "a"
    <BLANKLINE>
    """
    lines = _lines({key: value for key, value in content.items() if not _is_section(value)})
    for key, value in content.items():
        if isinstance(value, Mapping):
            lines += ["", f"[{key}]", *_lines(value)]
        elif _is_section(value):
            for section in value:
                lines += ["", f"[[{key}]]", *_lines(section)]
    return "\n".join(lines) + "\n"


def _lines(pairs: Mapping[str, Any]) -> list[str]:
    return [f"{key} = {toml_value(value, grouped=True)}" for key, value in pairs.items()]


def _is_section(value: Any) -> bool:
    if isinstance(value, Mapping):
        return True
    return isinstance(value, list) and bool(value) and all(isinstance(p, Mapping) for p in value)
