"""What strategies are shown and what they may answer: the vocabulary for authors of strategies.

`View` is the plain Python twin of the record `layout.VIEW`: the reference engine fills it, and
tests and authors of strategies make their own. Its fields are those of the one list in
`pontoon_sim.kernel.layout`, from which docs/strategies.md is written too.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.kernel.layout import (
    BURN,
    HAND_BUST,
    HAND_NONE,
    HAND_PONTOON,
    HAND_STUCK,
    HAND_TRICK,
    HAND_WAITING,
    MAX_HANDS,
    SPLIT,
    STICK,
    TWIST,
    VIEW_ARRAYS,
    VIEW_FIELDS,
)

__all__ = [
    "ARRAYS",
    "BURN",
    "FIELDS",
    "HAND_BUST",
    "HAND_NONE",
    "HAND_PONTOON",
    "HAND_STUCK",
    "HAND_TRICK",
    "HAND_WAITING",
    "MAX_HANDS",
    "SPLIT",
    "STICK",
    "TWIST",
    "View",
    "describe_hand",
    "view_reference",
]

FIELDS: tuple[str, ...] = tuple(name for name, _ in VIEW_FIELDS)
"""Names of the scalar fields of a view."""

ARRAYS: dict[str, int] = {name: size for name, size, _ in VIEW_ARRAYS}
"""Array fields of a view and their lengths."""


Answer = Callable[[Any], int]
"""One decision of a strategy: a view in, a whole number out."""


class View:
    """What one decision is shown: all fields of `layout.VIEW`, arrays as lists, zero where not set.

    Examples
    --------
    >>> view = View(cards=2, total=17, hard=7, soft=1, can_stick=1, can_twist=1)
    >>> view.total, view.seen[0]
    (17, 0)
    """

    __slots__ = FIELDS + tuple(ARRAYS)

    if TYPE_CHECKING:  # the fields have one list, and it is not here

        def __getattr__(self, name: str) -> Any: ...
        def __setattr__(self, name: str, value: Any) -> None: ...

    def __init__(self, **fields: Any) -> None:
        for name in FIELDS:
            setattr(self, name, 0)
        for name, size in ARRAYS.items():
            setattr(self, name, [0] * size)
        for name, value in fields.items():
            if name in ARRAYS:
                value = list(value)
                if len(value) != ARRAYS[name]:
                    raise PontoonError(f"view.{name} has {ARRAYS[name]} places, not {len(value)}")
            elif name not in self.__slots__:
                raise PontoonError(f"a view has no field '{name}'{nearest(name, self.__slots__)}")
            setattr(self, name, value)

    def copy(self) -> View:
        """A view with the same content that shares nothing with this one."""
        return View(**self.content())

    def content(self) -> dict[str, Any]:
        """All fields by name."""
        return {name: getattr(self, name) for name in self.__slots__}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and self.content() == other.content()

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        told = {k: v for k, v in self.content().items() if (any(v) if k in ARRAYS else v)}
        return f"View({', '.join(f'{k}={v}' for k, v in told.items())})"


_NUMBERS = ("no", "one", "two", "three", "four", "five")


def describe_hand(view: Any) -> str:
    """The hand of a view in words, for messages.

    >>> describe_hand(View(cards=3, total=14, hard=14, twisted=1))
    'hard 14 on three cards, after a twist'
    """
    kind = "soft" if view.soft else "hard"
    if view.cards == 1:
        return f"first card {rank_name(view.first_card)}"
    text = f"{kind} {view.total} on {_NUMBERS[min(int(view.cards), 5)]} cards"
    if view.pair:
        text += f", a pair of {rank_name(view.pair)}"
    if view.bought and view.twisted:
        return f"{text}, after a purchase and a twist"
    if view.bought:
        return f"{text}, after {'a purchase' if view.bought == 1 else 'two purchases'}"
    if view.twisted:
        return f"{text}, after {'a twist' if view.twisted == 1 else 'two twists'}"
    return text


def rank_name(number: int) -> str:
    """Name of a rank numbered as in `view.first_card`: 1 is the ace, 13 the king; `10` for ten."""
    return ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")[int(number) - 1]


def view_reference() -> str:
    """The fields of a view as Markdown tables, as docs/strategies.md prints them."""
    lines = ["| field | meaning |", "|---|---|"]
    lines += [f"| `{name}` | {text} |" for name, text in VIEW_FIELDS]
    lines += ["", "| array | places | meaning |", "|---|---|---|"]
    lines += [f"| `{name}` | {size} | {text} |" for name, size, text in VIEW_ARRAYS]
    return "\n".join(lines)
