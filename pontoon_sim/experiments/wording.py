"""How faults name the parts of an experiment: as its file writes them, or as flags do."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from pontoon_sim.base.toml import toml_value

SECTIONS = ("arm", "over", "variant")
"""Keys that are written in sections of their own, one `[[key]]` for each."""


@dataclass(frozen=True)
class Wording:
    """The words for keys, sections and kinds.

    Attributes
    ----------
    flags : bool
        The experiment was typed as flags of a command; else it stands in a file.
    """

    flags: bool = False

    def key(self, key: str) -> str:
        """A key of the whole experiment, or a kind of section.

        >>> Wording().key("players"), Wording().key("arm"), Wording(flags=True).key("arm")
        ('players', '[[arm]]', '--arm')
        """
        if self.flags:
            return f"--{key.replace('_', '-')}"
        return f"[[{key}]]" if key in SECTIONS else key

    def section(self, key: str, number: int, name: Any = None) -> str:
        """One section of several.

        >>> Wording().section("arm", 0, "late"), Wording(flags=True).section("arm", 0, "late")
        ("[[arm]] 1 ('late')", "--arm 'late'")
        """
        named = isinstance(name, str) and name
        if self.flags:
            return f"--{key} '{name}'" if named else f"--{key} {number + 1}"
        return f"[[{key}]] {number + 1}" + (f" ('{name}')" if named else "")

    def kind(self, kind: str) -> str:
        """A kind of experiment."""
        return f"'pontoon {kind}'" if self.flags else f'kind = "{kind}"'

    def players_remedy(self) -> str:
        """How an arm gets its players."""
        if self.flags:
            return "write players=... in it, or --players for all arms"
        return "write players = ... in it, or above the first [section] for all arms"

    def changes_remedy(self) -> str:
        """How an arm is made to differ from the base."""
        if self.flags:
            return "such as players=stick16 or stick_min=16"
        return "such as players, banker or set = { ... }"


def times(number: int) -> str:
    """`once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")


def shown(content: Any) -> str:
    """A value in a sentence: as TOML writes it, cut where it is long."""
    if isinstance(content, Mapping):
        return "a section"
    text = toml_value(content, grouped=True)
    return text if len(text) <= 40 else text[:37] + "..."
