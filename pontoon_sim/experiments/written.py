"""How an experiment is written as TOML."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any


def to_toml(said: Mapping[str, Any]) -> str:
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
    lines = [f"{key} = {value(one)}" for key, one in said.items() if not _is_section(one)]
    for key, one in said.items():
        if _is_section(one):
            for part in [one] if isinstance(one, Mapping) else one:
                head = f"[{key}]" if isinstance(one, Mapping) else f"[[{key}]]"
                lines += ["", head, *(f"{name} = {value(word)}" for name, word in part.items())]
    return "\n".join(lines) + "\n"


def value(one: Any) -> str:
    """A value as TOML writes it.

    >>> value({"split": "aces", "seats": 4}), value(2_000_000), value([True, 1e-5])
    ('{ split = "aces", seats = 4 }', '2_000_000', '[true, 1e-05]')
    """
    if isinstance(one, bool):
        return "true" if one else "false"
    if isinstance(one, str):
        # JSON's escapes are TOML's, but for one character.
        return json.dumps(one, ensure_ascii=False).replace("\x7f", "\\u007f")
    if isinstance(one, int):
        return f"{one:_}" if abs(one) >= 10_000 else str(one)
    if isinstance(one, Mapping):
        inner = ", ".join(f"{key} = {value(word)}" for key, word in one.items())
        return f"{{ {inner} }}" if inner else "{}"
    if isinstance(one, list | tuple):
        return f"[{', '.join(value(word) for word in one)}]"
    return repr(one)


def _is_section(one: Any) -> bool:
    if isinstance(one, Mapping):
        return True
    return isinstance(one, list) and bool(one) and all(isinstance(part, Mapping) for part in one)
