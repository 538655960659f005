"""Small deals with every card and every answer chosen by hand, for the tests of the rules.

Seat 0 is the banker; the players sit at seats 1, 2, ... and so get their cards in that order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from pontoon_sim.game.cards import complete_pack, names, parse_cards
from pontoon_sim.game.rules import rules_of
from pontoon_sim.kernel.layout import STICK, TWIST
from pontoon_sim.reference import DealRecord, Table


@dataclass
class Scripted:
    """A strategy that answers from lists, one a decision. A list that has run out, or that was not
    given, means: the least stake or kitty, stick as soon as it is legal, never draw, bet or sell.
    """

    name: str = "scripted"
    answers: dict[str, list[int]] = field(default_factory=dict)
    asked: list[tuple[str, Any]] = field(default_factory=list)
    least_kitty: int = 10

    def answer(self, decision: str, view: Any) -> int:
        self.asked.append((decision, view))
        if self.answers.get(decision):
            return self.answers[decision].pop(0)
        if decision == "turn":
            return STICK if view.can_stick else TWIST
        return {"stake": view.stake_min, "kitty": self.least_kitty, "ask": -1}.get(decision, 0)

    def views(self, decision: str) -> list[Any]:
        return [view for name, view in self.asked if name == decision]


@dataclass
class Person:
    """One strategy for both roles."""

    player: Scripted

    @property
    def banker(self) -> Scripted:
        return self.player


@dataclass
class Game:
    """One played deal and the people who played it."""

    record: DealRecord
    people: list[Scripted]

    @property
    def net(self) -> list[int]:
        return list(self.record.net)

    @property
    def events(self) -> list[list[int | str]]:
        return [event.as_list() for event in self.record.events]

    def all(self, *kinds: str) -> list[list[int | str]]:
        """The events of these names, in order."""
        return [event for event in self.events if event[0] in kinds]

    @property
    def pays(self) -> list[list[int | str]]:
        """Seat, hand and chips of every payment of a stake."""
        return [event[1:] for event in self.all("pay")]

    @property
    def after(self) -> list[str]:
        return names(self.record.pack_after)

    def views(self, seat: int, decision: str) -> list[Any]:
        return self.people[seat].views(decision)


Answers = Mapping[int, Mapping[str, Sequence[int]]]


def people_for(seats: int, answers: Answers, least_kitty: int = 10) -> list[Scripted]:
    return [
        Scripted(
            f"seat{seat}",
            {name: list(given) for name, given in answers.get(seat, {}).items()},
            least_kitty=least_kitty,
        )
        for seat in range(seats)
    ]


def pack_for(hands: Sequence[str], banker: str, then: str, packs: int = 1) -> list[int]:
    """The pack that deals these two-card hands, then these cards, then the rest in order."""
    everyone = [parse_cards(hand) for hand in (*hands, banker)]
    first = [hand[0] for hand in everyone] + [hand[1] for hand in everyone]
    return complete_pack([*first, *parse_cards(then)], packs)


@pytest.fixture
def deal() -> Callable[..., Game]:
    """Play one deal: players' hands from the banker's left, the banker's, and the cards after.

    `turns` maps a seat to its answers to `turn`, `draws` are the banker's, `answers` anything else.
    Every scripted answer has to be asked for.
    """

    def play(
        hands: Sequence[str],
        banker: str,
        then: str = "",
        *,
        turns: Mapping[int, Sequence[int]] | None = None,
        draws: Sequence[int] = (),
        answers: Answers | None = None,
        **settings: Any,
    ) -> Game:
        given: dict[int, dict[str, Sequence[int]]] = {
            seat: dict(lists) for seat, lists in (answers or {}).items()
        }
        for seat, actions in (turns or {}).items():
            given.setdefault(seat, {})["turn"] = actions
        given.setdefault(0, {})["draw"] = draws
        rules = rules_of({"seats": len(hands) + 1, **settings})
        people = people_for(rules.seats, given, rules.kitty_limits[0])
        table = Table(rules, [Person(strategy) for strategy in people], banker=0)
        record = table.play_deal(pack_for(hands, banker, then, rules.packs))
        for strategy in people:
            unused = {name: left for name, left in strategy.answers.items() if left}
            assert not unused, f"{strategy.name} was never asked for {unused}"
        assert sum(record.net) == 0
        assert record.kitty_after >= 0
        assert sorted(record.pack_after) == sorted(record.pack)
        return Game(record, people)

    return play
