"""The table form: letters by hand, resolved to a legal action. This is the meaning of a table.

`PlayerTable` and `BankerTable` hold what a TOML file says (read by `tablefile.py`) and answer a
view. `choose` is the one place where a letter that is not legal finds its fallback: `lowering.py`
uses the same function, so that the compiled tables cannot mean something else.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from pontoon_sim.kernel.layout import (
    BURN,
    SPLIT,
    STICK,
    TABLE_BUY_LEAST,
    TABLE_BUY_MOST,
    TABLE_STICK,
    TABLE_TWIST,
    TWIST,
)
from pontoon_sim.strategies.amounts import Amount, ShootTable
from pontoon_sim.strategies.view import Answer

Cell = tuple[int, bool, bool, int]
"""A hand as a table sees it: cards 2-4, has it twisted, is it soft, best total."""

CARD_WORDS = {2: "two", 3: "three", 4: "four"}

LETTERS = "ST12"
"""Letters of a player's table: stick, twist, buy at the least, buy at the dearest. A letter's place
is its code in a lowered table (`layout.TABLE_STICK` ...)."""


def choices(twists: bool = True) -> Iterator[Cell]:
    """Every hand that can ever have a choice, in the order of the cards held.

    Two cards go from hard 4 and soft 12 (two aces) to 20; three and four cards also have a soft 21,
    which may be drawn to (P19). Everything else stands by itself.

    Parameters
    ----------
    twists : bool
        Tell hands that have twisted from others (players); False for the banker, who only draws.
    """
    for cards in CARD_WORDS:
        for twisted in (False, True) if twists and cards > 2 else (False,):
            for total in range(2 * cards, 21):
                yield cards, twisted, False, total
            for total in range(10 + cards, 21 if cards == 2 else 22):
                yield cards, twisted, True, total


def choose(letters: str, can_stick: bool, can_twist: bool, can_buy: bool) -> int:
    """The first legal letter of a cell, as a TABLE_* code.

    Parameters
    ----------
    letters : str
        `T`, `S`, `1`, `2` in order of preference, such as `1S`.
    can_stick, can_twist, can_buy : bool
        What is legal.

    Returns
    -------
    int
        The code of the first legal letter. Where none is legal: twist, else stick (so an illegal
        purchase becomes a twist, an illegal stick a twist, an illegal twist a stick).
    """
    legal = {"S": can_stick, "T": can_twist, "1": can_buy, "2": can_buy}
    for letter in letters:
        if legal[letter]:
            return LETTERS.index(letter)
    return TABLE_TWIST if can_twist else TABLE_STICK


@dataclass(frozen=True)
class StakeWord:
    """Size of an initial stake: `min`, `max`, `3x` (times the minimum) or `50%` (of the way from
    the minimum to the maximum, rounded down)."""

    kind: str
    number: int = 0

    def chips(self, low: int, high: int) -> int:
        """The stake in chips between the limits `low` and `high`.

        >>> StakeWord("x", 3).chips(10, 25), StakeWord("%", 50).chips(10, 25)
        (25, 17)
        """
        if self.kind == "max":
            return high
        if self.kind == "x":
            return min(low * self.number, high)
        if self.kind == "%":
            return low + (high - low) * self.number // 100
        return low

    def __str__(self) -> str:
        return f"{self.number}{self.kind}" if self.kind in ("x", "%") else self.kind


@dataclass(frozen=True)
class PlayerTable:
    """A player's table.

    Attributes
    ----------
    stakes : tuple of 13 StakeWord
        By rank of the first card, ace first.
    pairs : frozenset of int
        Ranks, 1 to 13, to be split whenever that is legal.
    burns : frozenset of int
        Hard totals to be thrown in whenever that is legal (P33) and the pair is not split.
    cells : mapping from Cell to str
        Letters of every hand in `choices()`.
    shooting : ShootTable, optional
        Its shoot bets; None where the table does not say.
    price : Amount, optional
        The most that it gives for the bank; None where the table does not say.
    """

    stakes: tuple[StakeWord, ...]
    pairs: frozenset[int]
    burns: frozenset[int]
    cells: Mapping[Cell, str]
    shooting: ShootTable | None = None
    price: Amount | None = None

    def answers(self) -> dict[str, Answer]:
        """The decisions that this table takes, by name: what it does not say it leaves alone."""
        decisions: dict[str, Answer] = {"stake": self.stake, "turn": self.turn}
        if self.shooting is not None:
            decisions["shoot"] = self.shooting.shoot
        if self.price is not None:
            decisions["bid"] = self.bid
        return decisions

    def stake(self, view: Any) -> int:
        """The initial stake in chips."""
        word = self.stakes[int(view.first_card) - 1]
        return word.chips(int(view.stake_min), int(view.stake_max))

    def turn(self, view: Any) -> int:
        """STICK, TWIST, SPLIT, BURN, or a price to buy at."""
        if view.can_split and view.pair in self.pairs:
            return SPLIT
        if view.can_burn and view.hard in self.burns:
            return BURN
        cell = (int(view.cards), view.twisted > 0, bool(view.soft), int(view.total))
        letters = self.cells.get(cell, "S")
        code = choose(letters, bool(view.can_stick), bool(view.can_twist), view.cheapest > 0)
        if code == TABLE_BUY_LEAST:
            return int(view.cheapest)
        if code == TABLE_BUY_MOST:
            return int(view.dearest)
        return TWIST if code == TABLE_TWIST else STICK

    def bid(self, view: Any) -> int:
        """The most that it gives for the bank, chips; 0 for nothing."""
        return 0 if self.price is None else self.price.price(int(view.stake_min), none=0)


@dataclass(frozen=True)
class BankerTable:
    """A banker's table.

    Attributes
    ----------
    cells : mapping from Cell to str
        The letter `D` or `S` of every hand in `choices(twists=False)`.
    new_kitty, addition, price : Amount, optional
        A new kitty, what is added to a kitty, the least that the bank is sold for; None where the
        table does not say.
    doubles : frozenset of int
        Ranks of the first card, 1 to 13, on which it doubles the deal (P34).
    """

    cells: Mapping[Cell, str]
    new_kitty: Amount | None = None
    addition: Amount | None = None
    price: Amount | None = None
    doubles: frozenset[int] = frozenset()

    def answers(self) -> dict[str, Answer]:
        """The decisions that this table takes, by name: what it does not say it leaves alone."""
        decisions: dict[str, Answer] = {"draw": self.draw}
        if self.new_kitty is not None:
            decisions["kitty"] = self.kitty
        if self.addition is not None:
            decisions["top_up"] = self.top_up
        if self.price is not None:
            decisions["ask"] = self.ask
        if self.doubles:
            decisions["double"] = self.double
        return decisions

    def draw(self, view: Any) -> int:
        """1 to draw a card, 0 to stand."""
        cell = (int(view.cards), False, bool(view.soft), int(view.total))
        return int(bool(view.can_twist) and self.cells.get(cell, "S") == "D")

    def kitty(self, view: Any) -> int:
        """Chips of a new kitty, between the limits that the view holds."""
        low, high = int(view.cheapest), int(view.dearest)
        return (
            low
            if self.new_kitty is None
            else self.new_kitty.between(low, high, int(view.stake_min))
        )

    def top_up(self, view: Any) -> int:
        """Chips added to the kitty, 0 to the room."""
        if self.addition is None:
            return 0
        return self.addition.of_room(int(view.room), int(view.stake_min))

    def ask(self, view: Any) -> int:
        """The least that it sells the bank for, chips; -1 for not for sale."""
        return -1 if self.price is None else self.price.price(int(view.stake_min), none=-1)

    def double(self, view: Any) -> int:
        """1 to double the deal, by the first card."""
        return int(view.first_card in self.doubles)
