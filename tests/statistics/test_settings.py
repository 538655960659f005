"""Flipping any setting changes play somewhere: a case for every setting, or this file fails.

The runs of a case differ in nothing but the setting (and what cannot be set without it), and have
the same seed. Their tallies have to differ, each pair of values; those that move chips between
seats only, or between a kitty and the players, in the records.
"""

from __future__ import annotations

import itertools
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from pontoon_sim.engine.engine import Engine
from pontoon_sim.game.rules import Rules, rules_of
from pontoon_sim.strategies import seats_from

WHO_BANKS = {"first_banker", "bank_passes", "rotate_every", "bank_sale"}
KITTY = {"shoot", "kitty_min", "kitty_max"}


@dataclass(frozen=True)
class Case:
    """Values of a setting, what else is set, and who plays (`early`, `burner` and `trader` are
    files of this test)."""

    values: Sequence[Any]
    beside: dict[str, Any] = field(default_factory=dict)
    players: str = "gambler"
    banker: str = "draw_below_16"


CASES: dict[str, Case] = {
    "packs": Case([1, 2]),
    "seats": Case([2, 3, 6, 8]),
    "stake_min": Case([10, 9]),
    "stake_max": Case([100, 101]),
    "first_banker": Case(["cut", 0, 5]),
    "banker_pontoon_takes": Case([1, 2]),
    "pontoon_against_pontoon": Case(["double", "single", "push"]),
    "stick_min": Case([0, 12, 15, 16, 20], players="early"),
    "buy_max": Case([0, 1, 2, 3]),
    "buy_certain_trick": Case([True, False]),
    "split": Case(["any_pair", "aces", "none"]),
    "max_hands": Case([2, 3, 4]),
    "split_pontoon": Case([True, False]),
    "soft_21_draws": Case([True, False]),
    "banker_trick_takes": Case([1, 2]),
    "five_card_trick": Case([True, False]),
    "pontoon_pays": Case([1, 2, 3]),
    "trick_pays": Case([1, 2, 3]),
    "reshuffle": Case(["pontoon", "every_deal", "never"]),
    "bank_passes": Case(["pontoon", "never", "rotate"]),
    "rotate_every": Case([1, 2, 50], {"bank_passes": "rotate"}),
    "bank_sale": Case([True, False], players="trader", banker="trader"),
    "burn": Case(["none", "hard_13", "hard_13_14"], players="burner"),
    "banker_doubles": Case(["none", "plain", "compound"], banker="trader"),
    "three_sevens_pays": Case([0, 3], players="stick17"),
    "shoot": Case([True, False], players="trader", banker="trader"),
    "kitty_min": Case([10, 50], {"shoot": True}, players="trader"),
    "kitty_max": Case([100, 200], {"shoot": True}, players="trader", banker="trader"),
}

FILES = {
    "early.toml": (
        'role = "player"\nsummary = "s"\nwhy = "w"\nweakness = "x"\nstake = "min"\n'
        'split = "none"\n[turn]\nhard = { 4-21 = "S" }\nsoft = { 12-21 = "S" }\n'
    ),
    "burner.toml": (
        'role = "player"\nsummary = "s"\nwhy = "w"\nweakness = "x"\nstake = "min"\n'
        'split = "none"\nburn = [13, 14]\n'
        '[turn]\nhard = { 4-15 = "T", 16-21 = "S" }\nsoft = { 12-16 = "T", 17-21 = "S" }\n'
    ),
    "trader.py": '''"""Bets, doubles, buys and sells the bank.

Why: So that every setting has something to change.

Weakness: Everything.
"""

from pontoon_sim.strategies import STICK, TWIST, banker_strategy, player_strategy


@player_strategy(deterministic=False)
def turn(view):
    return STICK if view.can_stick and view.total >= 16 else TWIST


@player_strategy
def shoot(view):
    return view.room // 3


@player_strategy(deterministic=False)
def bid(view):
    return view.chance % 50


@banker_strategy(deterministic=False)
def draw(view):
    return 1 if view.total < 16 else 0


@banker_strategy
def double(view):
    return 1 if view.first_card == 1 or view.first_card >= 10 else 0


@banker_strategy
def kitty(view):
    return view.room


@banker_strategy
def top_up(view):
    return view.room // 2


@banker_strategy(deterministic=False)
def ask(view):
    return view.chance % 50
''',
}


def played(folder: Path, case: Case, setting: str, value: Any) -> dict[str, Any]:
    for name, text in FILES.items():
        (folder / name).write_text(text)
    here = {Path(name).stem: str(folder / name) for name in FILES}
    rules = rules_of({**case.beside, setting: value})
    players, banker = here.get(case.players, case.players), here.get(case.banker, case.banker)
    engine = Engine(rules, seats_from(rules, players, banker), 12)
    records = [record.as_dict() for record in engine.records(0, 0, 200)]
    return engine.play(0, [200] * 150).as_dict() | {"records": records}


def test_every_setting_has_a_case() -> None:
    assert set(CASES) == set(Rules.model_fields)


@pytest.mark.parametrize("setting", Rules.model_fields)
def test_changes_play(setting: str, tmp_path: Path) -> None:
    case = CASES[setting]
    runs = {value: played(tmp_path, case, setting, value) for value in case.values}
    for a, b in itertools.combinations(case.values, 2):
        assert runs[a] != runs[b], f"{setting} = {a} and {b} play alike"
        if setting not in WHO_BANKS | KITTY:
            assert runs[a]["groups"]["all"]["sums"] != runs[b]["groups"]["all"]["sums"]


def test_the_same_setting_plays_alike(tmp_path: Path) -> None:
    case = CASES["split"]
    first = played(tmp_path, case, "split", "any_pair")
    assert first == played(tmp_path, case, "split", "any_pair")
