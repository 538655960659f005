"""What the engine asks of a strategy and of a seat, and the error of an illegal answer."""

from __future__ import annotations

from typing import Any, Protocol

from pontoon_sim.base.errors import PontoonError


class IllegalAction(PontoonError):  # noqa: N818 - named after what happened at the table
    """An action that the rules do not allow; the text says why, with the rule's number.

    `reason` is the bare reason where the text also names the strategy and its answer.
    """

    def __init__(self, text: str, reason: str | None = None) -> None:
        super().__init__(text)
        self.reason = text if reason is None else reason


class Strategy(Protocol):
    """Whoever decides: `answer` gets the name of a decision and a view, and returns a number."""

    @property
    def name(self) -> str:
        """Name, for messages."""
        ...

    def answer(self, decision: str, view: Any) -> int:
        """Answer one of `layout.DECISIONS`."""
        ...


class Seat(Protocol):
    """A person at the table: how it plays as a player, and how while it holds the bank."""

    @property
    def player(self) -> Strategy:
        """Strategy as a player."""
        ...

    @property
    def banker(self) -> Strategy:
        """Strategy as the banker."""
        ...
