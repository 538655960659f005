"""Views leak nothing: cards that a seat cannot know may be any others, and its view is the same.

A table is played and every decision kept: the view, and all that the seat may know by then. Then
cards of the pack change places, everybody answers as before, and the deals are played again. Where
a seat knows the same as before it has to be shown the same, and every shipped strategy answers the
same. The readable engine is tested so; parity with a strategy that hashes its whole view carries it
over to the compiled one.
"""

from __future__ import annotations

import contextlib
import random
from collections import Counter, defaultdict
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.cards import full_pack, value
from pontoon_sim.game.rule_sets import random_rules
from pontoon_sim.game.rules import Rules
from pontoon_sim.parity import random_seats
from pontoon_sim.reference import Event, Table
from pontoon_sim.reference import table as reference_table
from pontoon_sim.strategies import Seat
from pontoon_sim.strategies.library import all_shipped
from pontoon_sim.strategies.model import DECISIONS_OF

History = list[tuple[int, tuple[Event, ...]]]
"""Banker and events of each deal so far."""


@dataclass
class Decision:
    """One question to one seat, in the order asked at the table."""

    seat: int
    name: str
    view: Any
    known: list[Any]
    answer: int


def known_to(seat: int, history: History) -> list[Any]:
    """What a seat may know: all events, cards only where it holds them or they lay face up."""
    told: list[Any] = []
    for banker, events in history:
        hands: dict[tuple[int, int], list[Any]] = defaultdict(list)
        for event in events:
            holder, hand = (*event.args, 0, 0)[:2]
            key = (holder, hand)
            if event.name == "card":
                card, face = event.args[2:]
                hands[key].append(card)
                told.append((holder, hand, card if face == "up" or holder == seat else "?", face))
                if holder == banker and face == "up":
                    told.append(tuple(hands[key]))
                continue
            told.append(event)
            if event.name == "pontoon" and holder != banker:  # its ace alone
                told.append([(place, c) for place, c in enumerate(hands[key]) if c[0] == "A"])
            elif event.name in ("split", "pontoon", "bust", "pay", "burn") or (
                holder == banker and event.name in ("stick", "trick")
            ):
                told.append(tuple(hands[key]))  # turned up
            if event.name == "split":
                hands[holder, event.args[2]] = [hands[key].pop()]
            elif event.name == "burn":
                hands[key].clear()
    return told


@dataclass
class Play:
    """A table under way; `script` gives the answers, in the order asked."""

    script: Sequence[Decision] | None = None
    decisions: list[Decision] = field(default_factory=list)
    history: History = field(default_factory=list)
    table: Table | None = None


class OtherGameError(Exception):
    """The game has gone another way than the script."""


@dataclass
class Watched:
    """A strategy that keeps what it is shown, and answers from the script where there is one."""

    play: Play
    seat: int
    strategy: Any

    @property
    def name(self) -> str:
        return str(self.strategy.name)

    def decides(self, decision: str) -> bool:
        return bool(self.strategy.decides(decision))

    def answer(self, decision: str, view: Any) -> int:
        play = self.play
        assert play.table is not None
        history = [*play.history, (play.table.banker, tuple(play.table.events))]
        known = known_to(self.seat, history)
        if play.script is None:
            answer = self.strategy.answer(decision, view)
        else:
            place = len(play.decisions)
            if place >= len(play.script):
                raise OtherGameError
            before = play.script[place]
            if (before.seat, before.name) != (self.seat, decision):
                raise OtherGameError
            answer = before.answer
        play.decisions.append(Decision(self.seat, decision, view, known, answer))
        return answer


def decisions_of(
    rules: Rules, people: Sequence[Seat], packs: Sequence[Sequence[int]], play: Play
) -> list[Decision]:
    """As many deals of a table as there are `packs`; a pack is that of a deal after a shuffle.
    From the third deal on, cards are dealt that went under and are remembered."""
    seats = [
        Seat(Watched(play, n, seat.player), Watched(play, n, seat.banker))  # type: ignore[arg-type]
        for n, seat in enumerate(people)
    ]
    table = play.table = Table(rules, seats, banker=1, chance_key=99)
    with contextlib.suppress(OtherGameError, PontoonError):  # what was asked so far is compared
        pack = packs[0]
        for following in (*packs[1:], None):
            banker = table.banker
            record = table.play_deal(pack)
            play.history.append((banker, record.events))
            pack = following if record.shuffled and following else record.pack_after
    return play.decisions


def swapped(pack: Sequence[int], rng: random.Random, first: int, last: int) -> list[int]:
    """The pack with a few cards from places `first` to `last - 1` in other places: any from there
    on, or only ones of the same value."""
    other = list(pack)
    for _ in range(rng.randint(1, 3)):
        a = rng.randrange(first, min(len(pack), last))
        places = [b for b in range(first, len(pack)) if b != a]
        if rng.random() < 0.4:
            places = [b for b in places if value(other[b]) == value(other[a])] or places
        b = rng.choice(places)
        other[a], other[b] = other[b], other[a]
    return other


SHIPPED = {role: [s for s in all_shipped() if s.role == role] for role in ("player", "banker")}
ROLE = {decision: role for role, decisions in DECISIONS_OF.items() for decision in decisions}


def compare(seeds: Sequence[int], deep: bool = False) -> Counter[str]:
    """Play twins; how many decisions were compared, by name, and how many views differed.

    Two deals, and cards change places that are dealt in the first; or `deep`: five deals of a full
    table, and cards change places that are dealt last, when what went under comes again.
    """
    found: Counter[str] = Counter()
    for seed in seeds:
        rng = random.Random(seed)
        settings = random_rules(rng).model_dump()
        if rng.random() < 0.7:
            settings["stick_min"] = 0  # other hidden cards leave the answers legal more often
        if deep:
            more = {"packs": 1, "seats": rng.randint(6, 8), "first_banker": "cut"}
            settings |= {**more, "reshuffle": rng.choice(["never", "pontoon"])}
        rules = Rules(**settings)
        people = random_seats(rng, rules)
        packs = [full_pack(rules.packs) for _ in range(5 if deep else 2)]
        for pack in packs:
            rng.shuffle(pack)
        decisions = decisions_of(rules, people, packs, Play())
        for _ in range(12):
            changed = rng.randrange(2)
            twin = [
                swapped(pack, rng, *((30, 52) if deep else (0, 30))) if n == changed else pack
                for n, pack in enumerate(packs)
            ]
            again = decisions_of(rules, people, twin, Play(decisions))
            for a, b in zip(decisions, again, strict=False):
                if a.known != b.known:
                    continue
                found[a.name] += 1
                found["next card known"] += a.view.coming[0] > 0
                if a.view != b.view:
                    found["differ"] += 1
                    continue
                if seed % 10 == 0:
                    for strategy in SHIPPED[ROLE[a.name]]:
                        answers = (strategy.answer(a.name, view) for view in (a.view, b.view))
                        assert len(set(answers)) == 1, strategy.name
    return found


@pytest.mark.parametrize("chunk", range(6))
def test_hidden_cards_change_no_view(chunk: int) -> None:
    found = compare(range(chunk * 25, chunk * 25 + 25))
    assert found["differ"] == 0
    assert min(found[name] for name in ("stake", "turn", "draw", "shoot")) > 100
    assert sum(found[name] for name in ("kitty", "top_up", "ask", "bid", "double")) > 50


@pytest.mark.parametrize("chunk", range(2))
def test_hidden_cards_change_no_memory_of_the_order(chunk: int) -> None:
    found = compare(range(chunk * 15, chunk * 15 + 15), deep=True)
    assert found["differ"] == 0
    assert found["next card known"] > 100


LEAKS = {
    "the next card": lambda deal, view, seat: deal.pack[0],
    "the banker's first card": lambda deal, view, seat: (
        0 if seat == deal.banker else deal.banker_hand.cards[0] if deal.banker_hand.cards else 0
    ),
    "another's total": lambda deal, view, seat: sum(
        hand.hard for player in deal.players for hand in player.hands if player.seat != seat
    ),
    "the bottom of the pack": lambda deal, view, seat: deal.pack[-1],
}


@pytest.mark.parametrize("leak", LEAKS)
def test_a_leak_would_be_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    right = reference_table.look

    def leaking(deal: Any, decision: str, seat: int, hand: Any, **more: Any) -> Any:
        view = right(deal, decision, seat, hand, **more)
        view.kitty = LEAKS[leak](deal, view, seat)
        return view

    monkeypatch.setattr(reference_table, "look", leaking)
    assert compare(range(24))["differ"] > 5


def test_a_leak_of_memory_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A memory that looks at everybody's face-down cards."""
    from pontoon_sim.reference import Memory

    monkeypatch.setattr(Memory, "look", lambda self, seat, card: self.show(card))
    assert compare(range(12))["differ"] > 5


ORDERS = {
    "dealt cards are known to all": ("deal", lambda self: self.known.popleft() | set(range(12))),
    "a shuffle is not forgotten": ("clear", lambda self: None),
}


@pytest.mark.parametrize("leak", ORDERS)
def test_a_leak_of_the_order_would_be_found(leak: str, monkeypatch: pytest.MonkeyPatch) -> None:
    from pontoon_sim.reference import Memory

    monkeypatch.setattr(Memory, *ORDERS[leak])
    assert compare(range(10), deep=True)["differ"] > 5
