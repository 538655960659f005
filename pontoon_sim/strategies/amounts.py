"""Sums of money in a table: shoot bets, kitty, prices of the bank. This is what the words mean.

The words are read by `tablewords.py`. What stays a share until the room is known is lowered as the
kernel reads it, see `layout.SEAT`; `chips_of` makes chips of such a number as the kernel does
(`kernel.shoot.in_chips`), and it is how plain tables answer.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

WHOLE = 1000
"""A whole room, in thousandths."""

_SHARES = {"none": 0, "min": 0, "all": WHOLE, "full": WHOLE, "max": WHOLE}

Kind = tuple[bool, int]
"""A three-card hand as fourth-card bets see it: is it soft, best total."""


def chips_of(word: int, room: int) -> int:
    """Chips of a lowered amount: at most `room`, or where negative thousandths of it, rounded down.

    >>> chips_of(20, 15), chips_of(-500, 15), chips_of(0, 15)
    (15, 7, 0)
    """
    return min(word, room) if word >= 0 else room * -word // WHOLE


@dataclass(frozen=True)
class Amount:
    """An amount as a table says it.

    Attributes
    ----------
    kind : str
        A word (`none`, `all`, `full`, `min`, `max`), `%` (a share), `x` (times the least stake) or
        `chips`.
    number : int
        Thousandths of a share, times of a multiple, or chips.
    """

    kind: str
    number: int = 0

    def lowered(self, stake_min: int) -> int:
        """As the kernel reads it: chips, or a share of the room as negative thousandths."""
        if self.kind == "chips":
            return self.number
        if self.kind == "x":
            return self.number * stake_min
        return -self._share()

    def of_room(self, room: int, stake_min: int) -> int:
        """Chips of a bet, or added to the kitty, where at most `room` may be put down.

        >>> Amount("x", 3).of_room(100, 10), Amount("all").of_room(25, 10)
        (30, 25)
        """
        return chips_of(self.lowered(stake_min), room)

    def between(self, low: int, high: int, stake_min: int) -> int:
        """Chips of a new kitty between its limits; a share is one of the way between them.

        >>> Amount("%", 500).between(10, 100, 10), Amount("x", 50).between(10, 100, 10)
        (55, 100)
        """
        word = self.lowered(stake_min)
        if self.kind in ("x", "chips"):
            return min(max(word, low), high)
        return low + (high - low) * -word // WHOLE

    def price(self, stake_min: int, none: int) -> int:
        """Chips of a price; `none` where there is to be none."""
        return none if self.kind == "none" else self.lowered(stake_min)

    def _share(self) -> int:
        return self.number if self.kind == "%" else _SHARES[self.kind]

    def __str__(self) -> str:
        if self.kind == "%":
            whole, rest = divmod(self.number, 10)
            return f"{whole}.{rest}%" if rest else f"{whole}%"
        if self.kind in ("x", "chips"):
            return f"{self.number}{'x' if self.kind == 'x' else ''}"
        return self.kind


NO_BET = Amount("none")


@dataclass(frozen=True)
class ShootTable:
    """Shoot bets of a player's table.

    Attributes
    ----------
    first : tuple of 13 Amount
        By rank of the first card, ace first (S2).
    split : tuple of 13 Amount
        On a hand made by splitting, by its rank (S5).
    fourth : mapping from (soft, best total) to Amount
        Before the fourth card, by the three-card hand (S4); no bet on hands that are not in it.
    """

    first: tuple[Amount, ...]
    split: tuple[Amount, ...]
    fourth: Mapping[Kind, Amount]

    def amount(self, view: Any) -> Amount:
        """The amount for the hand of a view: a first card, a hand made by splitting, or three
        cards."""
        if view.cards == 3:
            return self.fourth.get((bool(view.soft), int(view.total)), NO_BET)
        words = self.split if view.hand > 0 else self.first
        return words[int(view.first_card) - 1]

    def shoot(self, view: Any) -> int:
        """Chips of the bet, 0 to the room."""
        return self.amount(view).of_room(int(view.room), int(view.stake_min))
