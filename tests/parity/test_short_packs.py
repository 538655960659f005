"""P32, the pack runs out: both engines play with packs cut short, so that it happens often.

A whole pack lasts in practically every deal, so that no number of random deals would tell. The
compiled engine is given fewer cards in its lowered rules, two of each code from the ace on; the
readable engine plays whatever cards it is handed once its check of the pack is out of the way.
"""

from __future__ import annotations

import dataclasses
import random
from collections import Counter

import pytest

from pontoon_sim.engine.engine import Engine
from pontoon_sim.game.rule_sets import random_rules
from pontoon_sim.game.rules import Rules
from pontoon_sim.parity import random_seats
from pontoon_sim.reference import DealRecord, Table


def short_game(rng: random.Random) -> Rules:
    """Random rules for two to four seats and one pack."""
    settings = random_rules(rng).model_dump()
    settings |= {"packs": 1, "seats": rng.randint(2, 4)}
    if settings["first_banker"] != "cut":
        settings["first_banker"] = 0
    return Rules(**settings)


def cut_short(record: DealRecord, size: int) -> DealRecord:
    """The record without the places of cards that are not there."""
    return dataclasses.replace(record, pack=record.pack[:size], pack_after=record.pack_after[:size])


@pytest.mark.parametrize("chunk", range(8))
def test_engines_agree_when_the_pack_runs_out(chunk: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Table, "_check_pack", lambda self, pack: None)
    seen: Counter[str] = Counter()
    for seed in range(chunk * 60, chunk * 60 + 60):
        rng = random.Random(seed)
        rules = short_game(rng)
        # a fresh pack holds everybody's stretch of five cards
        least = 5 * rules.seats if rules.reshuffle == "every_deal" else 2 * rules.seats + 1
        size = rng.randint(max(least, 6), 26)
        seats = random_seats(rng, rules)
        engine = Engine(rules, seats, seed)
        engine._rules["cards_in_pack"] = size
        reference = Table(rules, seats, *engine.table_start(0))
        for record in engine.records(0, 0, 25):
            compiled = cut_short(record, size)
            readable = reference.play_deal(compiled.pack)
            assert readable == compiled, (rules.changed, seed, size, compiled.as_dict())
            seen["deals"] += 1
            seen["ran through"] += sum(event.name == "card" for event in record.events) >= size
    assert seen["deals"] == 1500
    assert seen["ran through"] > 20
