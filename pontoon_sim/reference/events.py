"""What a deal leaves behind: frozen events and the record of a whole deal. No rule of play here."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, NamedTuple

from pontoon_sim.game import cards


class Event(NamedTuple):
    """One thing that happened, such as `Event("buy", (2, 0, 15))`.

    The names and arguments are those of docs "Deal records"; a card is its two-letter name.
    """

    name: str
    args: tuple[int | str, ...] = ()

    def as_list(self) -> list[int | str]:
        """The event as the records write it.

        >>> Event("card", (2, 0, "7D", "down")).as_list()
        ['card', 2, 0, '7D', 'down']
        """
        return [self.name, *self.args]

    @classmethod
    def of(cls, parts: Iterable[int | str]) -> Event:
        """The event of a list form."""
        name, *args = parts
        return cls(str(name), tuple(args))


@dataclass(frozen=True)
class DealRecord:
    """A whole deal, enough to audit it without this program.

    Attributes
    ----------
    table, deal
        Number of the table, and of the deal in it, both from 0.
    banker, next_banker
        Seats, from 0.
    tenure
        Deals that this banker has held the bank before this one.
    kitty, kitty_after
        Chips in the kitty when the deal begins, and left in it for the next deal.
    pack, pack_after
        Card codes, next card first: before the first card, and after the last card has gone
        under, before any shuffle.
    events
        In order.
    net
        Chips won (+) or lost (-) by seat; they sum to zero.
    shuffled
        Whether the pack is shuffled before the next deal.
    """

    table: int
    deal: int
    banker: int
    tenure: int
    kitty: int
    pack: tuple[int, ...]
    events: tuple[Event, ...]
    net: tuple[int, ...]
    kitty_after: int
    next_banker: int
    shuffled: bool
    pack_after: tuple[int, ...]

    def as_dict(self) -> dict[str, Any]:
        """The record as a line of a records file holds it."""
        return {
            "table": self.table,
            "deal": self.deal,
            "banker": self.banker,
            "tenure": self.tenure,
            "kitty": self.kitty,
            "pack": cards.names(self.pack),
            "events": [event.as_list() for event in self.events],
            "net": list(self.net),
            "kitty_after": self.kitty_after,
            "next_banker": self.next_banker,
            "shuffled": self.shuffled,
            "pack_after": cards.names(self.pack_after),
        }
