"""Line-ups and rules drawn at random, for comparing the enumeration with the simulator."""

from __future__ import annotations

import random
from typing import Any

from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.strategies import Strategy
from pontoon_sim.strategies.library import find

# Named, so that a line-up stays the same when strategies are added.
PLAYERS = (
    "cautious", "gambler", "mixed", "pub_regular", "stick15", "stick16", "stick17", "trick_hunter",
)  # fmt: skip
BANKERS = ("draw_below_15", "draw_below_16", "draw_below_17", "draw_below_18", "soft_aware")


def drawn(number: int, stake_max: int = 10) -> tuple[Rules, Strategy, Strategy]:
    """Line-up `number`: rules with every setting drawn, a player, a banker; two seats."""
    rng = random.Random(1000 + number)
    split = rng.choice(["any_pair", "any_pair", "aces", "none"])
    settings: dict[str, Any] = {
        "packs": rng.choice([1, 1, 2]),
        "stake_min": 10,
        "stake_max": stake_max,
        "stick_min": rng.choice([0, 12, 15, 16, 17]),
        "buy_max": rng.choice([1, 2, 3]),
        "buy_certain_trick": rng.random() < 0.7,
        "split": split,
        "soft_21_draws": rng.random() < 0.7,
        "banker_pontoon_takes": rng.choice([1, 2]),
        "pontoon_against_pontoon": rng.choice(["double", "single", "push"]),
        "banker_trick_takes": rng.choice([1, 2]),
        "pontoon_pays": rng.choice([1, 2, 3]),
        "trick_pays": rng.choice([1, 2, 3]),
        "burn": rng.choice(["none", "hard_13", "hard_13_14"]),
        "three_sevens_pays": rng.choice([0, 3]),
        "reshuffle": "every_deal",
        "bank_passes": "never",
        "first_banker": 1,
        "seats": 2,
    }
    if split != "none":
        settings |= {"max_hands": rng.choice([2, 3, 4]), "split_pontoon": rng.random() < 0.6}
    rules = rules_from(None, (), **settings)
    player = find(rng.choice(PLAYERS), "player")
    return rules, player, find(rng.choice(BANKERS), "banker")
