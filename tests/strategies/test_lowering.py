"""Lowered tables say what the tables say, for every hand that there is, under every school."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rule_sets import RULE_SETS
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    BURN,
    DECISIONS,
    SEAT,
    SEES_OWN_CARDS,
    SEES_PACK,
    SEES_TABLE,
    SPLIT,
    STICK,
    TABLE_BURN,
    TABLE_BUY_LEAST,
    TABLE_BUY_MOST,
    TABLE_STICK,
    TABLE_TWIST,
    TWIST,
    draw_index,
    fourth_index,
    turn_index,
)
from pontoon_sim.strategies import Seat, Strategy, View, find, load, lower_seats
from pontoon_sim.strategies.library import all_shipped
from pontoon_sim.strategies.sampling import every_hand, random_views
from pontoon_sim.strategies.table import choices

TABLES = [strategy for strategy in all_shipped() if strategy.form == "table"]


def random_table(folder: Path, seed: int) -> Strategy:
    """A player's table with random letters for every hand."""
    rng = random.Random(seed)
    lines = ['role = "player"', 'summary = "s"', 'why = "w"', 'weakness = "x"']
    lines += ["burn = [13, 14]", 'split = ["A", "8", "K"]', 'stake = "40%"', "[turn]"]
    words = ("T", "S", "1", "2", "1S", "2T", "2S", "S1", "T1")
    sections: dict[str, list[str]] = {}
    for cards, twisted, soft, total in choices():
        name = "turn." + {2: "two", 3: "three", 4: "four"}[cards]
        if cards > 2:
            name += ".twisted" if twisted else ".bought"
        key = f"[{name}.{'soft' if soft else 'hard'}]"
        sections.setdefault(key, []).append(f'{total} = "{rng.choice(words)}"')
    for key, cells in sections.items():
        lines += [key, *cells]
    path = folder / f"random{seed}.toml"
    path.write_text("\n".join(lines))
    return load(path)


def lowered(rules: Rules, player: Strategy, banker: Strategy | None = None) -> np.void:
    seat = Seat(player, banker or find("draw_below_16", "banker"))
    record: np.void = lower_seats([seat] * rules.seats, rules)[0]
    return record


def kernel_answer(record: np.void, view: View, rules: Rules) -> int:
    """What the arrays say, read as the kernel has to read them."""
    if view.pair and view.can_split and record["pair"][view.pair - 1]:
        return SPLIT
    place = turn_index(int(view.twisted > 0), view.cards, int(view.held[0] > 0), view.hard)
    letter = record["turn"][place]
    if letter == TABLE_BURN:
        if view.can_burn:
            return BURN
        letter = record["turn"][turn_index(1, 2, 0, view.hard)]
    if letter == TABLE_BUY_LEAST:
        return view.cheapest
    if letter == TABLE_BUY_MOST:
        return view.dearest
    return {TABLE_STICK: STICK, TABLE_TWIST: TWIST}[letter]


MONEY = ["none", "all", "50%", "12.5%", "99.9%", "3x", "20", "0%", "100%", "777777x"]
PRICES = ["none", "5x", "0", "40"]
KITTIES = ["min", "max", "50%", "33.3%", "3x", "1x", "40", "999999999"]
TOP_UPS = [word.replace("all", "full") for word in MONEY]


def money_table(folder: Path, number: int) -> Seat:
    """A seat whose player and banker have random words for every sum of money."""
    rng = random.Random(number)

    def bets(place: str, keys: list[str]) -> list[str]:
        return [f"[{place}]", *(f'{key} = "{rng.choice(MONEY)}"' for key in keys)]

    ranks = ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    head = ['summary = "s"', 'why = "w"', 'weakness = "x"']
    lines = ['role = "player"', *head, f'bid = "{rng.choice(PRICES)}"']
    lines += ["[turn]", 'hard = { 4-21 = "T" }', 'soft = { 12-21 = "T" }']
    lines += bets("shoot.first", [rank for rank in ranks if rng.random() < 0.7] + ["default"])
    lines += bets("shoot.split", [rank for rank in ranks if rng.random() < 0.7])
    for kind, low in (("hard", 4), ("soft", 12)):
        totals = [str(total) for total in range(low, 22) if rng.random() < 0.8]
        lines += bets(f"shoot.fourth.{kind}", totals)
    player = folder / f"player{number}.toml"
    player.write_text("\n".join(lines))
    lines = ['role = "banker"', *head, f'kitty = "{rng.choice(KITTIES)}"']
    lines += [f'top_up = "{rng.choice(TOP_UPS)}"', f'ask = "{rng.choice(PRICES)}"']
    lines += [f"double = {[rank for rank in ranks if rng.random() < 0.5]}"]
    lines += ["[draw]", 'hard = { 4-21 = "D" }', 'soft = { 12-21 = "D" }']
    banker = folder / f"banker{number}.toml"
    banker.write_text("\n".join(lines))
    return Seat(load(player), load(banker))


def chips_in_kernel(word: int, room: int) -> int:
    """What the kernel makes of a lowered amount (`kernel.shoot.in_chips`)."""
    return min(word, room) if word >= 0 else room * -word // 1000


ROOMS = [1, 2, 3, 7, 10, 55, 99, 100, 999, 1000, 1001, 123_457]

MONEY_RULES = [
    Rules(shoot=True),
    Rules(shoot=True, kitty_min=7, kitty_max=7),
    Rules(shoot=True, stake_min=3, stake_max=11, kitty_min=35, kitty_max=40),
    Rules(shoot=True, stake_min=10_000, stake_max=10_000, kitty_max=1_000_000),
    Rules(),
]


@pytest.mark.parametrize("rules", MONEY_RULES, ids=lambda rules: str(rules.changed))
def test_every_sum_of_money(tmp_path: Path, rules: Rules) -> None:
    """Every state that a bet, a kitty or a price can depend on."""
    for number in range(25):
        seat = money_table(tmp_path, number)
        record = lowered(rules, seat.player, seat.banker)
        low, high = rules.kitty_limits
        least = {"stake_min": rules.stake_min}
        for room in ROOMS:
            for rank in range(1, 14):
                for hand, name in ((0, "shoot_first"), (1, "shoot_split")):
                    view = View(cards=1, hand=hand, first_card=rank, room=room, **least)
                    chips = chips_in_kernel(record[name][rank - 1], room)
                    assert chips == seat.player.answer("shoot", view)
            for ace in (0, 1):
                for hard in range(3, 22):
                    soft = int(ace and hard <= 11)
                    view = View(cards=3, hard=hard, total=hard + 10 * soft, soft=soft, first_card=2)
                    view.room, view.stake_min = room, rules.stake_min
                    chips = chips_in_kernel(record["shoot_fourth"][fourth_index(ace, hard)], room)
                    assert chips == seat.player.answer("shoot", view)
            if room < high:
                view = View(kitty=high - room, room=room, **least)
                chips = chips_in_kernel(record["top_up"], room)
                assert chips == seat.banker.answer("top_up", view)
        assert record["bid"] == seat.player.answer("bid", View(**least))
        assert record["ask"] == seat.banker.answer("ask", View(**least))
        kitty = View(cheapest=low, dearest=high, room=high, **least)
        assert record["kitty"] == seat.banker.answer("kitty", kitty)
        assert low <= record["kitty"] <= high
        for rank in range(1, 14):
            view = View(cards=1, first_card=rank)
            assert record["double"][rank - 1] == seat.banker.answer("double", view)
        assert not record["address"].any()


def test_no_money_where_a_table_says_nothing() -> None:
    record = lowered(Rules(shoot=True), find("stick15", "player"))
    for name in ("shoot_first", "shoot_split", "shoot_fourth", "bid", "top_up", "double"):
        assert not record[name].any()
    assert (record["ask"], record["kitty"]) == (-1, 10)


def players(folder: Path) -> list[Strategy]:
    shipped = [strategy for strategy in TABLES if strategy.role == "player"]
    return shipped + [random_table(folder, seed) for seed in range(4)]


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: str(rules.changed))
def test_every_hand_of_a_player(tmp_path: Path, rules: Rules) -> None:
    views = list(every_hand(rules))
    assert len(views) > 1000
    for strategy in players(tmp_path):
        record = lowered(rules, strategy)
        for view in views:
            assert kernel_answer(record, view, rules) == strategy.answer("turn", view), view


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: str(rules.changed))
def test_random_hands_of_a_player(tmp_path: Path, rules: Rules) -> None:
    """Also with prices bargained, split hands, and burns already used."""
    dealt = random_views("turn", 1500, seed=3, rule_sets=(rules,))
    views = [view for _, view in dealt if view.can_twist]
    for strategy in players(tmp_path):
        record = lowered(rules, strategy)
        for view in views:
            assert kernel_answer(record, view, rules) == strategy.answer("turn", view), view


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: str(rules.changed))
def test_every_hand_of_a_banker(rules: Rules) -> None:
    player = find("stick16", "player")
    for strategy in TABLES:
        if strategy.role == "banker":
            record = lowered(rules, player, strategy)
            for view in every_hand(rules, banker=True):
                place = draw_index(view.cards, int(view.held[0] > 0), view.hard)
                assert record["draw"][place] == strategy.answer("draw", view), view


@pytest.mark.parametrize("rules", RULE_SETS, ids=lambda rules: str(rules.changed))
def test_every_stake(tmp_path: Path, rules: Rules) -> None:
    for strategy in players(tmp_path):
        record = lowered(rules, strategy)
        for rank in range(1, 14):
            view = View(first_card=rank, stake_min=rules.stake_min, stake_max=rules.stake_max)
            assert record["stake"][rank - 1] == strategy.answer("stake", view)


def test_hands_that_stand_by_themselves_are_stuck() -> None:
    record = lowered(Rules(soft_21_draws=False), find("gambler", "player"))
    for cards in (2, 3, 4):
        assert record["turn"][turn_index(0, cards, 1, 11)] == TABLE_STICK
        assert record["turn"][turn_index(0, cards, 0, 21)] == TABLE_STICK
    assert record["draw"][draw_index(2, 1, 11)] == 0
    assert lowered(Rules(), find("gambler", "player"))["turn"][turn_index(0, 4, 1, 11)] == (
        TABLE_BUY_MOST
    )


def test_P13_no_sticking_below_the_least() -> None:
    record = lowered(Rules(stick_min=16), find("stick15", "player"))
    assert record["turn"][turn_index(0, 2, 0, 15)] == TABLE_TWIST
    assert record["turn"][turn_index(0, 2, 0, 16)] == TABLE_STICK


def test_P15_no_buying_after_a_twist() -> None:
    record = lowered(Rules(), find("gambler", "player"))
    assert record["turn"][turn_index(0, 3, 0, 12)] == TABLE_BUY_MOST
    assert record["turn"][turn_index(1, 3, 0, 12)] == TABLE_TWIST


def test_P16_the_certain_trick_may_not_be_bought() -> None:
    record = lowered(Rules(buy_certain_trick=False), find("gambler", "player"))
    assert record["turn"][turn_index(0, 4, 0, 11)] == TABLE_TWIST
    assert record["turn"][turn_index(0, 4, 0, 12)] == TABLE_BUY_MOST


@pytest.mark.parametrize(("split", "ranks"), [("any_pair", 13), ("aces", 1), ("none", 0)])
def test_P17_pairs_that_may_be_split(split: str, ranks: int) -> None:
    rules = Rules.model_validate({"split": split})
    assert lowered(rules, find("gambler", "player"))["pair"].sum() == ranks


def test_P33_burns_only_where_the_rules_have_it(tmp_path: Path) -> None:
    strategy = random_table(tmp_path, 1)
    for rules, totals in (
        (Rules(), ()),
        (Rules(burn="hard_13"), (13,)),
        (Rules(burn="hard_13_14"), (13, 14)),
    ):
        turn = lowered(rules, strategy)["turn"]
        burnt = [hard for hard in range(4, 22) if turn[turn_index(0, 2, 0, hard)] == TABLE_BURN]
        assert tuple(burnt) == totals
        assert (turn == TABLE_BURN).sum() == len(totals)


def test_functions_have_addresses_and_tables_none() -> None:
    rules = Rules()
    record = lowered(rules, find("counter", "player"), find("table_reader", "banker"))
    has = {DECISIONS[n] for n in range(len(DECISIONS)) if record["address"][n]}
    assert has == {"stake", "turn", "draw"}
    assert record["sees"] == SEES_PACK
    assert not record["uses_chance"]
    assert (
        lowered(rules, find("stick15", "player"), find("table_reader", "banker"))["sees"]
        == SEES_TABLE
    )
    plain = lowered(rules, find("stick15", "player"))
    assert not plain["address"].any()
    assert plain["sees"] == SEES_OWN_CARDS
    assert set(record["stake"]) == {rules.stake_min}


def test_every_seat_is_lowered() -> None:
    rules = Rules(seats=3)
    seat = Seat(find("stick15", "player"), find("draw_below_16", "banker"))
    record = lower_seats([seat] * 3, rules)
    assert record.dtype == SEAT and record.shape == (3,)
    with pytest.raises(PontoonError, match="2 line-ups for 3 seats"):
        lower_seats([seat] * 2, rules)
