"""Sets of rules to try things under: chosen ones that differ in what is legal, and random ones."""

from __future__ import annotations

import random
from typing import Any, get_args

from pontoon_sim.game.rules import Rules, field_of, idle_settings, rules_of

RULE_SETS: tuple[Rules, ...] = tuple(
    rules_of(changes)
    for changes in (
        {},
        {"stick_min": 16, "seats": 4},
        {"buy_certain_trick": False, "split": "aces"},
        {"soft_21_draws": False, "split_pontoon": False, "seats": 8},
        {"burn": "hard_13_14", "stake_min": 1, "stake_max": 7, "seats": 2},
        {"packs": 2, "seats": 12, "buy_max": 4, "stick_min": 0},
        {"shoot": True, "stake_min": 50, "stake_max": 50, "seats": 5},
        {"split": "none", "buy_max": 1, "seats": 3, "stake_min": 7, "stake_max": 10_000},
        {"stick_min": 18, "max_hands": 2, "shoot": True, "kitty_min": 5, "kitty_max": 300},
        {"stick_min": 20, "burn": "hard_13", "banker_doubles": "compound", "seats": 7},
        {"stick_min": 12, "max_hands": 3, "bank_sale": True, "banker_doubles": "plain"},
        {"buy_max": 0, "five_card_trick": False, "shoot": True, "seats": 4},
    )
)
"""Rules that differ in what is legal, so that a strategy meets every kind of legality."""

HAND_RULE_SETS: tuple[Rules, ...] = tuple(
    rules_of(changes)
    for changes in (
        {},
        {"stick_min": 0, "burn": "hard_13_14"},
        {"stick_min": 20, "burn": "hard_13_14"},
        {"stick_min": 0, "split": "none", "buy_certain_trick": False, "soft_21_draws": False},
        {"stick_min": 20, "split": "none", "buy_certain_trick": False},
    )
)
"""Rules under which every hand is tried. A strategy does not see `stick_min`, only whether sticking
is legal: with 0 it always is, with 20 below 20 never, and so for splitting, burning and buying a
certain trick, each on and off."""

#: Values of settings that take any whole number, and of those where some are to come up more often
#: than others. A setting that takes one of a few words, or true or false, takes any of them.
_VALUES: dict[str, tuple[Any, ...]] = {
    "packs": (1, 1, 1, 2),
    "stake_min": (1, 5, 7, 10),
    "stick_min": (15, 15, 16, 0, 12, 17, 18, 19, 20),
    "buy_max": (0, 1, 2, 2, 3, 10),
    "five_card_trick": (True, True, False),
    "split": ("any_pair", "any_pair", "aces", "none"),
    "max_hands": (2, 3, 4, 4),
    "pontoon_pays": (1, 2, 2, 3),
    "trick_pays": (1, 2, 2, 3),
    "reshuffle": ("pontoon", "pontoon", "every_deal", "never"),
    "bank_passes": ("pontoon", "pontoon", "never", "rotate"),
    "rotate_every": (1, 2, 5),
    "bank_sale": (True, False, False),
    "burn": ("none", "none", "hard_13", "hard_13_14"),
    "banker_doubles": ("none", "none", "plain", "compound"),
}


def random_rules(rng: random.Random, **fixed: Any) -> Rules:
    """Rules drawn at random from all settings there are, Shoot Pontoon and other schools too.

    A setting that would have no effect beside the others stays at its default.

    Parameters
    ----------
    rng : random.Random
    **fixed
        Settings that are not drawn.
    """
    drawn: dict[str, Any] = {}
    for name, field in Rules.model_fields.items():
        if name in _VALUES:
            drawn[name] = rng.choice(_VALUES[name])
        elif field.annotation is bool:
            drawn[name] = rng.random() < 0.5
        elif get_args(field.annotation) and field.default is not None:
            drawn[name] = rng.choice(get_args(field.annotation))
    drawn |= fixed
    low, seats = drawn["stake_min"], rng.randint(2, 12 if drawn["packs"] == 2 else 8)
    kitty = rng.choice([None, 1, low, 5 * low])
    dependent = {
        "seats": seats,
        "first_banker": rng.choice(["cut", rng.randrange(seats)]),
        "stake_max": rng.choice([low, low + 1, 10 * low, 100 * low]),
        "kitty_min": kitty,
        "kitty_max": None if kitty is None else kitty * rng.choice([1, 3, 20]),
    }
    drawn |= dependent | fixed
    for name, _ in idle_settings(drawn):
        drawn[name] = field_of(name).default
    return rules_of(drawn)


def random_rule_sets(count: int, seed: int) -> tuple[Rules, ...]:
    """So many sets of rules drawn at random."""
    rng = random.Random(seed)
    return tuple(random_rules(rng) for _ in range(count))
