"""Lowered tables say what the tables say, for every hand that there is, under every school."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from pontoon_sim.errors import PontoonError
from pontoon_sim.kernel.layout import (
    BURN,
    DECISIONS,
    SEAT,
    SPLIT,
    STICK,
    TABLE_BURN,
    TABLE_BUY_LEAST,
    TABLE_BUY_MOST,
    TABLE_STICK,
    TABLE_TWIST,
    TWIST,
    draw_index,
    turn_index,
)
from pontoon_sim.rules import Rules
from pontoon_sim.strategies import Seat, Strategy, View, find, load, lower_seats
from pontoon_sim.strategies.library import all_shipped
from pontoon_sim.strategies.sampling import SCHOOLS, every_hand, random_views
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


def players(folder: Path) -> list[Strategy]:
    shipped = [strategy for strategy in TABLES if strategy.role == "player"]
    return shipped + [random_table(folder, seed) for seed in range(4)]


@pytest.mark.parametrize("rules", SCHOOLS, ids=lambda rules: str(rules.changed))
def test_every_hand_of_a_player(tmp_path: Path, rules: Rules) -> None:
    views = list(every_hand(rules))
    assert len(views) > 1000
    for strategy in players(tmp_path):
        record = lowered(rules, strategy)
        for view in views:
            assert kernel_answer(record, view, rules) == strategy.answer("turn", view), view


@pytest.mark.parametrize("rules", SCHOOLS, ids=lambda rules: str(rules.changed))
def test_random_hands_of_a_player(tmp_path: Path, rules: Rules, monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """Also with prices bargained, split hands, and burns already used."""
    monkeypatch.setattr("pontoon_sim.strategies.sampling.SCHOOLS", (rules,))
    views = [view for view in random_views("turn", 1500, seed=3) if view.can_twist]
    for strategy in players(tmp_path):
        record = lowered(rules, strategy)
        for view in views:
            assert kernel_answer(record, view, rules) == strategy.answer("turn", view), view


@pytest.mark.parametrize("rules", SCHOOLS, ids=lambda rules: str(rules.changed))
def test_every_hand_of_a_banker(rules: Rules) -> None:
    player = find("stick16", "player")
    for strategy in TABLES:
        if strategy.role == "banker":
            record = lowered(rules, player, strategy)
            for view in every_hand(rules, banker=True):
                place = draw_index(view.cards, int(view.held[0] > 0), view.hard)
                assert record["draw"][place] == strategy.answer("draw", view), view


@pytest.mark.parametrize("rules", SCHOOLS, ids=lambda rules: str(rules.changed))
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
    assert record["uses_seen"] == 1
    assert not lowered(rules, find("stick15", "player"))["address"].any()
    assert set(record["stake"]) == {rules.stake_min}


def test_every_seat_is_lowered() -> None:
    rules = Rules(seats=3)
    seat = Seat(find("stick15", "player"), find("draw_below_16", "banker"))
    record = lower_seats([seat] * 3, rules)
    assert record.dtype == SEAT and record.shape == (3,)
    with pytest.raises(PontoonError, match="2 line-ups for 3 seats"):
        lower_seats([seat] * 2, rules)
