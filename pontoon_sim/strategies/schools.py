"""Rules under which strategies are tried: schools of the game that differ in what is legal."""

from __future__ import annotations

import random
from typing import Literal

from pontoon_sim.game.rules import Rules, rules_of

SCHOOLS: tuple[Rules, ...] = tuple(
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
    )
)
"""Rules that differ in what is legal, so that a strategy meets every kind of legality."""

HAND_SCHOOLS: tuple[Rules, ...] = tuple(
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


def random_schools(count: int, seed: int) -> tuple[Rules, ...]:
    """Rules drawn at random from all settings there are, Shoot Pontoon and other schools too.

    Each setting that takes one of a few words or numbers takes any of them; a setting that would
    have no effect beside the others stays at its default.
    """
    rng = random.Random(seed)
    return tuple(_random_school(rng) for _ in range(count))


def _random_school(rng: random.Random) -> Rules:
    packs = rng.choice([1, 1, 2])
    seats = rng.randint(2, 12 if packs == 2 else 8)
    low = rng.choice([1, 5, 7, 10])
    split: Literal["any_pair", "aces", "none"] = rng.choice(["any_pair", "aces", "none"])
    passes: Literal["pontoon", "never", "rotate"] = rng.choice(["pontoon", "never", "rotate"])
    shoot = rng.random() < 0.3
    least = rng.choice([None, 1, low, 3 * low])
    return Rules(
        packs=packs,
        seats=seats,
        stake_min=low,
        stake_max=rng.choice([low, low + 1, 10 * low, 100 * low]),
        first_banker=rng.choice(["cut", rng.randrange(seats)]),
        banker_pontoon_takes=rng.choice([1, 2]),
        pontoon_against_pontoon=rng.choice(["double", "single", "push"]),
        stick_min=rng.choice([0, 12, 15, 16, 17, 18, 19, 20]),
        buy_max=rng.choice([1, 2, 3, 10]),
        buy_certain_trick=rng.random() < 0.5,
        split=split,
        max_hands=4 if split == "none" else rng.choice([2, 3, 4]),
        split_pontoon=split == "none" or rng.random() < 0.5,
        soft_21_draws=rng.random() < 0.5,
        banker_trick_takes=rng.choice([1, 2]),
        pontoon_pays=rng.choice([1, 2, 3]),
        trick_pays=rng.choice([1, 2, 3]),
        reshuffle=rng.choice(["pontoon", "every_deal", "never"]),
        bank_passes=passes,
        rotate_every=rng.choice([1, 2, 5]) if passes == "rotate" else 1,
        bank_sale=rng.random() < 0.5,
        burn=rng.choice(["none", "hard_13", "hard_13_14"]),
        banker_doubles=rng.choice(["none", "plain", "compound"]),
        three_sevens_pays=rng.choice([0, 3]),
        shoot=shoot,
        kitty_min=least if shoot else None,
        kitty_max=rng.choice([100, 1000]) * low if shoot else None,
    )
