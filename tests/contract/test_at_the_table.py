"""Shipped strategies at real tables of the readable engine, under every school of the battery."""

from __future__ import annotations

import random

import pytest

from pontoon_sim.game.cards import full_pack
from pontoon_sim.game.rule_sets import RULE_SETS, random_rule_sets
from pontoon_sim.game.rules import Rules
from pontoon_sim.reference import Table
from pontoon_sim.strategies import Seat, View, find, names
from pontoon_sim.strategies.check import illegal
from pontoon_sim.strategies.view import ARRAYS, FIELDS

DEALS = 40


class Watched:
    """A strategy whose answers are held against the battery's idea of what is legal."""

    def __init__(self, name: str, role: str) -> None:
        self.strategy = find(name, role)  # type: ignore[arg-type]
        self.name = name
        self.asked = 0

    def decides(self, decision: str) -> bool:
        return self.strategy.decides(decision)

    def answer(self, decision: str, view: object) -> int:
        self.asked += 1
        plain = View(**{name: getattr(view, name) for name in (*FIELDS, *ARRAYS)})
        answer = self.strategy.answer(decision, plain)
        if self.strategy.decides(decision):
            assert illegal(decision, plain, answer) is None
        return answer


@pytest.mark.parametrize(
    "rules", RULE_SETS + random_rule_sets(20, seed=5), ids=lambda rules: str(rules.changed)
)
def test_nobody_plays_against_the_rules(rules: Rules) -> None:
    rng = random.Random(5)
    players = [Watched(name, "player") for name in names("player")]
    bankers = [Watched(name, "banker") for name in names("banker")]
    for start in range(0, len(players), max(1, rules.seats - 1)):
        seats = [
            Seat(players[(start + n) % len(players)], bankers[(start + n) % len(bankers)])  # type: ignore[arg-type]
            for n in range(rules.seats)
        ]
        table = Table(rules, seats, banker=rng.randrange(rules.seats))
        pack = full_pack(rules.packs)
        rng.shuffle(pack)
        for _ in range(DEALS):
            record = table.play_deal(pack)
            assert sum(record.net) == 0
            pack = list(record.pack_after)
            if record.shuffled:
                rng.shuffle(pack)
    if rules.bank_passes != "never":  # else one of them only ever holds the bank
        assert all(player.asked for player in players)
