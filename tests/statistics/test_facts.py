"""Facts that anyone can check (docs/RULES.md), from the tallies of a simulation.

Each comparison allows 4 standard errors (4.5 for the 30 of single kinds), so that a right engine
with other seeds would fail this file about once in 200 runs. Chi-squares: 1e-4 each.
"""

from __future__ import annotations

import itertools
import math
from functools import cache
from math import comb

import numpy as np
import pytest
from scipy import stats

from pontoon_sim.game.cards import VALUES
from pontoon_sim.game.rules import rules_from
from pontoon_sim.kernel.state import (
    KIND_BANKER_PONTOON,
    KIND_PONTOONS,
    PAIRS,
    pair_index,
)
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.results.result import Result
from pontoon_sim.strategies import seats_from

DEALS = 1_000_000


@cache
def played(seats: int = 6, packs: int = 1, player: str = "stick15") -> Result:
    rules = rules_from("shuffled", seats=seats, packs=packs, split="none")
    line = seats_from(rules, player, "draw_below_16")
    return simulate(rules, line, deals=DEALS, seed=5, workers=2)


def agrees(found: int, tries: int, chance: float, limit: float = 4) -> bool:
    """Whether a count of independent tries fits its chance."""
    return bool(abs(found - tries * chance) < limit * math.sqrt(tries * chance * (1 - chance)))


def test_chance_of_a_pontoon() -> None:
    counts = played().tallies.counts
    assert agrees(int(counts["banker_pontoons"]), DEALS, 64 / 1326)
    for seat in range(6):
        deals = int(counts["pair"][seat, :, 0].sum())
        tens = sum(int(counts["pair"][seat, pair_index(0, rank), 0]) for rank in (9, 10, 11, 12))
        assert agrees(tens, deals, 64 / 1326)


def test_chance_of_a_pontoon_against_the_bankers() -> None:
    """45/1225; of each seat alone, since only its own deals are independent."""
    kind = played().tallies.counts["kind"]
    for seat in range(6):
        both = int(kind[seat, KIND_PONTOONS, 0])
        met = both + int(kind[seat, KIND_BANKER_PONTOON, 0])
        assert agrees(both, met, 45 / 1225)


def test_chance_of_a_hard_13() -> None:
    pair = played().tallies.counts["pair"]
    thirteen = [
        (a, b)
        for a, b in itertools.combinations_with_replacement(range(1, 13), 2)
        if VALUES[a] + VALUES[b] == 13
    ]
    for seat in range(6):
        found = sum(int(pair[seat, pair_index(a, b), 0]) for a, b in thirteen)
        assert agrees(found, int(pair[seat, :, 0].sum()), 112 / 1326)


@pytest.mark.parametrize(("seats", "packs"), [(6, 1), (3, 1), (12, 2)])
def test_first_two_cards(seats: int, packs: int) -> None:
    """All 91 pairs of ranks, seat by seat: chi-square with 90 degrees."""
    pair = played(seats, packs).tallies.counts["pair"]
    each = 4 * packs
    chances = np.zeros(PAIRS)
    for a in range(13):
        for b in range(a + 1):
            chances[pair_index(a, b)] = comb(each, 2) if a == b else each * each
    chances /= comb(52 * packs, 2)
    for seat in range(seats):
        observed = pair[seat, :, 0]
        assert stats.chisquare(observed, observed.sum() * chances).pvalue > 1e-4


def no_pontoon(hands: int) -> float:
    """Chance that none of so many two-card hands is a pontoon, by going through all deals."""

    @cache
    def chance(aces: int, tens: int, others: int, left: int) -> float:
        if left == 0:
            return 1.0
        total = 0.0
        for a, t in itertools.product(range(3), range(3)):
            o = 2 - a - t
            if o < 0 or (a, t) == (1, 1):
                continue
            ways = comb(aces, a) * comb(tens, t) * comb(others, o)
            if ways:
                rest = chance(aces - a, tens - t, others - o, left - 1)
                total += ways * rest / comb(aces + tens + others, 2)
        return total

    return chance(4, 16, 32, hands)


@pytest.mark.parametrize(("hands", "told"), [(2, 9.4), (4, 18.3), (6, 26.4), (8, 33.9)])
def test_at_least_one_pontoon(hands: int, told: float) -> None:
    exact = 1 - no_pontoon(hands)
    assert abs(100 * exact - told) <= 0.1
    counts = played(hands).tallies.counts
    assert agrees(int(counts["pontoon_deals"]), DEALS, exact)


def tricks_of_always_twisting() -> tuple[int, float]:
    """Five-card hands up to 21 off a full pack, and the chance of a trick for a player who always
    twists: not begun with a pontoon, and no banker's pontoon ends the deal before."""
    hands, chance = 0, 0.0
    copies = [4] * 9 + [16]  # by value
    for values in itertools.combinations_with_replacement(range(1, 11), 5):
        if sum(values) > 21:
            continue
        held = [values.count(v) for v in range(1, 11)]
        ways = math.prod(comb(c, h) for c, h in zip(copies, held, strict=True))
        hands += ways
        aces, tens = held[0], held[9]
        begun = aces * tens / comb(5, 2)
        bank = (4 - aces) * (16 - tens) / comb(47, 2)
        chance += ways / comb(52, 5) * (1 - begun) * (1 - bank)
    return hands, chance


def test_five_card_tricks(tmp_path) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "always.toml"
    path.write_text(
        'role = "player"\nsummary = "s"\nwhy = "w"\nweakness = "x"\nstake = "min"\n'
        'split = "none"\n[turn]\nhard = { 4-21 = "T" }\nsoft = { 12-21 = "T" }\n'
    )
    hands, chance = tricks_of_always_twisting()
    assert hands == 139_972
    rules = rules_from("shuffled", split="none")
    line = seats_from(rules, str(path), "draw_below_16")
    result = simulate(rules, line, deals=DEALS, seed=6, workers=2)
    kind = result.tallies.counts["kind"]
    for seat in range(6):
        assert agrees(int(kind[seat, 22, 0]), int(kind[seat, :, 0].sum()), chance)
    # hard 21 stands, everything else goes on until five cards or a bust
    assert kind[:, 1:21].sum() == 0
