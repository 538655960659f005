"""What an agent observes: fields of the view, in a row of whole numbers.

Names, lengths and meanings are those of the one list in `pontoon_sim.kernel.layout`; here stand
only the bounds of their numbers.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium.spaces import Box

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.kernel.layout import (
    DECISIONS,
    SEES_ORDER,
    SEES_OWN_CARDS,
    SEES_PACK,
    SEES_TABLE,
    VIEW_ARRAYS,
    VIEW_FIELDS,
)
from pontoon_sim.strategies.view import ARRAYS, FIELDS

_ORDER = ("fresh", "coming", "hand_cards")
_TABLE = (
    "bankroll", "cards_left", "doubled", "shuffle_due", "hand_state", "hand_stake", "hand_initial",
    "hand_bought", "hand_prices", "hand_twisted", "hand_shown", "hand_shoot", "hand_burnt",
)  # fmt: skip
SEES = dict.fromkeys(_TABLE, SEES_TABLE) | dict.fromkeys(_ORDER, SEES_ORDER) | {"seen": SEES_PACK}
"""How much has to be kept up for a field; SEES_OWN_CARDS for the others."""

ALL_FIELDS = (*FIELDS, *ARRAYS)

OWN_FIELDS = tuple(name for name in FIELDS if name not in SEES and name != "chance")
"""The own hand, what is legal, the limits of stakes, and the kitty: all that a table looks at."""

_FLAGS = ("soft", "can_stick", "can_twist", "can_split", "can_burn", "doubled", "shuffle_due")
_RANKS = ("first_card", "pair", "coming", "hand_cards")
_CHIPS = (
    "stake_min", "stake_max", "stake", "initial", "cheapest", "dearest", "bankroll", "kitty",
    "room", "hand_stake", "hand_initial", "hand_prices", "hand_shoot",
)  # fmt: skip
_MOST_CHIPS = 1 << 40
_HIGH = (
    dict.fromkeys(_FLAGS, 1)
    | dict.fromkeys(_RANKS, 13)
    | dict.fromkeys(_CHIPS, _MOST_CHIPS)
    | {"decision": len(DECISIONS) - 1, "chance": (1 << 32) - 1}
)
_MOST_OTHERS = 104  # cards, hands, people, totals


def bounds(name: str) -> tuple[int, int]:
    """Least and largest number of a field."""
    return -_MOST_CHIPS if name == "bankroll" else 0, _HIGH.get(name, _MOST_OTHERS)


class Fields:
    """The fields that are observed.

    Parameters
    ----------
    names : sequence of str
        Fields of a view, in the order wanted.

    Attributes
    ----------
    names : tuple of str
    places : dict of str to slice
        Where each field is in an observation.
    size : int
        Numbers of an observation.
    """

    def __init__(self, names: Sequence[str]) -> None:
        if isinstance(names, str) or not names:
            raise PontoonError(f"fields = {names!r}: give a list of the fields to observe")
        for name in names:
            if name not in ALL_FIELDS:
                raise PontoonError(f"a view has no field '{name}'{nearest(name, ALL_FIELDS)}")
        self.names = tuple(names)
        self.places: dict[str, slice] = {}
        self.size = 0
        for name in self.names:
            self.places[name] = slice(self.size, self.size + ARRAYS.get(name, 1))
            self.size += ARRAYS.get(name, 1)

    def space(self) -> Box:
        """The space of an observation: int64, shape (size,)."""
        low, high = np.zeros(self.size, np.int64), np.zeros(self.size, np.int64)
        for name, place in self.places.items():
            low[place], high[place] = bounds(name)
        return Box(low, high, dtype=np.int64)

    def of(self, view: Any) -> npt.NDArray[np.int64]:
        """The observation of a view."""
        row = np.zeros(self.size, np.int64)
        for name, place in self.places.items():
            row[place] = getattr(view, name)
        return row

    def sees(self) -> int:
        """How much has to be kept up for them, as `layout.SEES_*`."""
        return max(SEES.get(name, SEES_OWN_CARDS) for name in self.names)


def observation_reference() -> str:
    """The fields of an observation as a Markdown table, as docs/training.md prints it."""
    lines = ["| field | numbers | from | to | meaning |", "|---|---:|---:|---:|---|"]
    rows = [(name, 1, text) for name, text in VIEW_FIELDS] + list(VIEW_ARRAYS)
    for name, size, text in rows:
        low, high = ("2^40" if b == _MOST_CHIPS else str(b) for b in map(abs, bounds(name)))
        sign = "-" if bounds(name)[0] < 0 else ""
        own = " *" if name in OWN_FIELDS else ""
        lines.append(f"| `{name}`{own} | {size} | {sign}{low} | {high} | {text} |")
    return "\n".join(lines)
