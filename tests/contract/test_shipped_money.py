"""The shipped strategies that differ in money alone: their cards are those of their models."""

from __future__ import annotations

import pytest

from pontoon_sim.game.rule_sets import RULE_SETS
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies import STICK, TWIST, View, find
from pontoon_sim.strategies.sampling import every_hand, random_views
from pontoon_sim.strategies.table import BankerTable, PlayerTable

SHOOTERS = ("never_shoot", "shoot_ace_ten", "shoot_trick", "shoot_all")
BANKERS = ("kitty_small", "kitty_full", "kitty_defended", "bank_seller")

ONE = {"cards": 1, "room": 80, "stake_min": 10}
ACE, FIVE, KING = ({**ONE, "first_card": rank} for rank in (1, 5, 13))
THREE = {"cards": 3, "first_card": 4, "room": 80, "stake_min": 10}
LOW = {**THREE, "total": 7, "hard": 7}
TEN = {**THREE, "total": 10, "hard": 10}
HIGH = {**THREE, "total": 15, "hard": 15}


@pytest.mark.parametrize("name", SHOOTERS)
def test_shooters_play_the_cards_of_pub_regular(name: str) -> None:
    model, table = find("pub_regular", "player").table, find(name, "player").table
    assert isinstance(model, PlayerTable) and isinstance(table, PlayerTable)
    assert (table.cells, table.stakes) == (model.cells, model.stakes)
    assert (table.pairs, table.burns) == (model.pairs, model.burns)


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: str(rules.changed))
def test_the_regular_shot_plays_them_too_but_draws_to_16_in_a_doubled_deal(rules: Rules) -> None:
    model, shot = find("pub_regular", "player"), find("shoot_regular", "player")
    dealt = [view for _, view in random_views("turn", 300, seed=4, rule_sets=(rules,))]
    for view in [*every_hand(rules), *dealt]:
        view.doubled = 0
        usual = model.answer("turn", view)
        assert shot.answer("turn", view) == usual, view
        view.doubled = 1
        sixteen = not view.soft and view.total == 16 and view.can_twist and usual == STICK
        assert shot.answer("turn", view) == (TWIST if sixteen else usual), view
    for rank in range(1, 14):
        view = View(first_card=rank, stake_min=rules.stake_min, stake_max=rules.stake_max)
        assert shot.answer("stake", view) == model.answer("stake", view)


@pytest.mark.parametrize("name", BANKERS)
def test_bankers_draw_as_draw_below_16(name: str) -> None:
    model, table = find("draw_below_16", "banker").table, find(name, "banker").table
    assert isinstance(model, BankerTable) and isinstance(table, BankerTable)
    assert table.cells == model.cells


@pytest.mark.parametrize(
    ("name", "bets"),
    [
        ("pub_regular", [0, 0, 0, 0, 0, 0]),
        ("never_shoot", [0, 0, 0, 0, 0, 0]),
        ("shoot_ace_ten", [40, 0, 40, 0, 0, 0]),
        ("shoot_trick", [0, 0, 0, 80, 0, 0]),
        ("shoot_all", [80, 80, 80, 80, 80, 80]),
        ("shoot_regular", [40, 0, 8, 40, 40, 0]),
    ],
)
def test_what_they_shoot(name: str, bets: list[int]) -> None:
    hands = (ACE, FIVE, KING, LOW, TEN, HIGH)
    assert [find(name, "player").answer("shoot", View(**hand)) for hand in hands] == bets


@pytest.mark.parametrize(
    ("name", "kitty", "added", "price"),
    [
        ("draw_below_16", 10, 0, -1),
        ("kitty_small", 10, 0, -1),
        ("kitty_full", 95, 0, -1),
        ("kitty_defended", 95, 70, -1),
        ("bank_seller", 10, 0, 10),
    ],
)
def test_what_they_put_up(name: str, kitty: int, added: int, price: int) -> None:
    banker = find(name, "banker")
    new = View(cheapest=10, dearest=95, room=95, stake_min=10)
    assert banker.answer("kitty", new) == kitty
    assert banker.answer("top_up", View(kitty=25, room=70, stake_min=10)) == added
    assert banker.answer("ask", View(stake_min=10)) == price


def test_in_a_doubled_deal_the_regular_shot_keeps_its_token() -> None:
    player = find("shoot_regular", "player")
    bets = [player.answer("shoot", View(**view, doubled=1)) for view in (ACE, FIVE, KING, LOW)]
    assert bets == [40, 0, 0, 40]
    assert player.answer("bid", View(stake_min=10)) == 10


@pytest.mark.parametrize(("doubled", "total", "draws"), [
    (0, 15, 1), (0, 16, 0), (1, 16, 1), (1, 17, 0),
])  # fmt: skip
def test_the_doubler_draws_to_16_in_a_doubled_deal(doubled: int, total: int, draws: int) -> None:
    view = View(cards=2, total=total, hard=total, doubled=doubled)
    assert find("doubler", "banker").answer("draw", view) == draws


def test_the_doubler_doubles_on_an_ace_or_a_ten_card() -> None:
    banker = find("doubler", "banker")
    doubled = [n for n in range(1, 14) if banker.answer("double", View(cards=1, first_card=n))]
    assert doubled == [1, 10, 11, 12, 13]
