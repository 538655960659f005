"""The value of a line-up: its parts fit together, and fit what is sampled."""

from __future__ import annotations

import random
from pathlib import Path

import numpy as np
import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.exact import ExactValue, LineUp, exact_value
from pontoon_sim.game.cards import best_total, full_pack, value
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.strategies import Seat, load
from pontoon_sim.strategies.library import find
from tests.exact.common import line_up
from tests.exact.drawn import drawn


def tells_net_and_sd(value: ExactValue) -> None:
    """Which come from one and two hands at a time, so that all hands at once are another way."""
    nets = np.array(list(value.distribution))
    chances = np.array(list(value.distribution.values()))
    assert chances.sum() == pytest.approx(1.0, abs=1e-12)
    assert nets @ chances == pytest.approx(value.net, abs=1e-11)
    assert np.sqrt(nets**2 @ chances - value.net**2) == pytest.approx(value.sd, abs=1e-10)
    assert value.more_hands == pytest.approx(0.0, abs=1e-12)


def test_two_hands_at_most_have_a_whole_distribution_that_tells_net_and_sd() -> None:
    tells_net_and_sd(line_up("gambler", "draw_below_16", "max_hands=2").value())


SPLITTER = '''"""Splits 9s and ten-cards, and plays the first hand otherwise than the others."""

from pontoon_sim.strategies import SPLIT, STICK, TWIST, player_strategy


@player_strategy(own_cards_only=True)
def turn(view):
    if view.can_split and (view.pair >= 9) and (view.hand < 2 or view.hands < 3):
        return SPLIT
    if view.can_stick and view.total >= (17 if view.hand == 0 else 15 + view.hands):
        return STICK
    if view.cheapest and view.hard < 12:
        return view.dearest if view.hand == 1 else view.cheapest
    return TWIST
'''


@pytest.mark.parametrize("sets", [[], ["packs=2", "max_hands=3"], ["burn=hard_13"]])
def test_P17_nets_of_three_and_four_hands_tell_net_and_sd(tmp_path: Path, sets: list[str]) -> None:
    (tmp_path / "splitter.py").write_text(SPLITTER)
    rules = rules_from("shuffled", sets)
    lineup = LineUp(rules, load(tmp_path / "splitter.py"), find("draw_below_17", "banker"))
    tells_net_and_sd(lineup.value(every_net=True))


def test_P17_nets_of_three_and_four_hands_are_those_that_are_sampled(tmp_path: Path) -> None:
    (tmp_path / "splitter.py").write_text(SPLITTER)
    rules = rules_from("shuffled", ["stake_max=10", "first_banker=1"], seats=2)
    player, banker = load(tmp_path / "splitter.py"), find("draw_below_16", "banker")
    value = LineUp(rules, player, banker).value(every_net=True)
    deals = 1_000_000
    run = simulate(rules, [Seat(player, banker)] * 2, deals=deals, seed=3, workers=1)
    met = np.asarray(run.tallies.counts["net_bins"], float)
    expected = np.zeros(len(met))
    for net, chance in value.distribution.items():
        expected[len(met) // 2 - net // 10] += deals * chance
    assert met[expected == 0].sum() == 0
    often = expected >= 10
    chi2 = ((met - expected)[often] ** 2 / expected[often]).sum()
    freedom = int(often.sum()) - 1
    assert freedom > 10
    # Wilson and Hilferty's normal form of chi squared; false alarm: 1 in 30,000
    z = ((chi2 / freedom) ** (1 / 3) - 1 + 2 / (9 * freedom)) / (2 / (9 * freedom)) ** 0.5
    assert z < 4


def test_two_packs_have_a_whole_distribution_too() -> None:
    tells_net_and_sd(line_up("pub_regular", "draw_below_16", "packs=2").value(every_net=True))


def test_the_banker_s_scores_may_be_taken_one_by_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """As they are where a player buys at so many prices that its hands are of many kinds."""
    lineup = line_up("mixed", "draw_below_16", "max_hands=3", "split=aces")
    together = lineup.value(every_net=True)
    monkeypatch.setattr("pontoon_sim.exact.distribution.MANY_KINDS", 0)
    one_by_one = lineup.value(every_net=True)
    assert one_by_one.distribution == pytest.approx(together.distribution, abs=1e-14)
    tells_net_and_sd(one_by_one)


BURNER = """name = "burner"
role = "player"
summary = "Burns what it may and splits every pair."
why = "To have every kind of hand in two packs."
weakness = "It splits tens."
split = "all"
burn = [13, 14]
[turn]
hard = { 4-11 = "2T", 12-16 = "T", 17-21 = "S" }
soft = { 12-17 = "1T", 18-21 = "S" }
"""


AS_FUNCTION = '''"""The table `burner` in Python, but for burning."""

from pontoon_sim.strategies import SPLIT, STICK, TWIST, player_strategy


@player_strategy(own_cards_only=True)
def turn(view):
    if view.can_split:
        return SPLIT
    if view.can_stick and view.total >= (18 if view.soft else 17):
        return STICK
    if view.cheapest and (view.soft or view.hard < 12):
        return view.cheapest if view.soft else view.dearest
    return TWIST
'''


@pytest.mark.parametrize("sets", [["max_hands=3"], ["packs=2"]])
def test_P17_a_table_is_worth_what_its_function_is_worth(tmp_path: Path, sets: list[str]) -> None:
    """A hand of the split rank again, where no more may be split, is played as any other."""
    (tmp_path / "table.toml").write_text(BURNER)
    (tmp_path / "function.py").write_text(AS_FUNCTION)
    rules, banker = rules_from("shuffled", ["stake_max=10", *sets]), find("draw_below_16", "banker")
    table, function = (
        exact_value(rules, load(tmp_path / name), banker) for name in ("table.toml", "function.py")
    )
    assert table.net == pytest.approx(function.net, abs=1e-11)
    assert table.sd == pytest.approx(function.sd, abs=1e-10)


def test_P33_P17_who_burns_and_splits_everything_is_valued_in_two_ways(tmp_path: Path) -> None:
    (tmp_path / "burner.toml").write_text(BURNER)
    rules = rules_from("shuffled", ["packs=2", "burn=hard_13_14", "max_hands=2"])
    lineup = LineUp(rules, load(tmp_path / "burner.toml"), find("draw_below_17", "banker"))
    value = lineup.value()
    tells_net_and_sd(value)
    # hand by hand, each with the banker's law for the pack that it leaves
    assert lineup.net == pytest.approx(value.net, abs=1e-11)


def test_parts_add_up_to_the_whole() -> None:
    value = line_up("mixed", "soft_aware", "burn=hard_13_14", "packs=2").value()
    for parts in (value.by_first_card, value.by_two_cards):
        shares = list(parts.values())
        assert sum(p.chance for p in shares) == pytest.approx(1.0, abs=1e-12)
        assert sum(p.chance * p.net for p in shares) == pytest.approx(value.net, abs=1e-11)
        assert sum(p.chance * p.staked for p in shares) == pytest.approx(value.staked, abs=1e-11)
    assert sum(value.hands.values()) == pytest.approx(value.hands_per_deal, abs=1e-12)
    assert sum(value.banker_hands.values()) == pytest.approx(1.0, abs=1e-12)


def test_fractions_are_the_same_numbers() -> None:
    lineup = line_up("mixed", "draw_below_16", "burn=hard_13")
    value, exact = lineup.value(), lineup.fractions()
    assert float(exact["net"]) == pytest.approx(value.net, abs=1e-12)
    assert float(exact["staked"]) == pytest.approx(value.staked, abs=1e-12)
    assert exact["initial"] == 10


def test_facts_anyone_can_check() -> None:
    lineup = line_up("stick16", "draw_below_16")
    value = lineup.value()
    # a pontoon in two cards against any hand without one: what is left of 64/1326
    assert value.banker_hands["pontoon"] == pytest.approx(64 / 1326)
    both = 64 / 1326 * 45 / 1225
    alone = (64 / 1326 - both) / (1 - 64 / 1326)
    assert value.hands["pontoon"] == pytest.approx(alone)
    assert lineup.ended == pytest.approx(20 * 64 / 1326)


def _sampled_stick16(deals: int, seed: int) -> tuple[float, float]:
    """Net of stick16 against draw_below_16 per initial stake, and its SE, by a sampler of its own.

    It plays straight from RULES.md: twist below 16, draw below 16, nothing else.
    """
    rng = random.Random(seed)
    pack = full_pack()
    nets = []
    for _ in range(deals):
        cards = rng.sample(pack, 10)
        mine, other = [cards.pop(), cards.pop()], [cards.pop(), cards.pop()]
        if best_total(other) == 21:
            nets.append(-2)
            continue
        pontoon = best_total(mine) == 21
        for hand in (mine, other):
            while len(hand) < 5 and best_total(hand) < 16:
                hand.append(cards.pop())
        hard = [sum(map(value, hand)) for hand in (mine, other)]
        trick = [
            len(hand) == 5 and total <= 21 for hand, total in zip((mine, other), hard, strict=True)
        ]
        if hard[0] > 21:
            nets.append(-1)
        elif trick[1]:
            nets.append(2 if pontoon else -2)
        elif hard[1] > 21 or pontoon or trick[0] or best_total(mine) > best_total(other):
            nets.append(2 if pontoon or trick[0] else 1)
        else:
            nets.append(-1)
    return float(np.mean(nets)), float(np.std(nets) / deals**0.5)


def test_a_sampler_of_its_own_agrees() -> None:
    net, se = _sampled_stick16(150_000, seed=5)
    exact = line_up("stick16", "draw_below_16").net / 10
    assert abs(net - exact) < 4 * se  # false alarm: 1 in 16,000


@pytest.mark.parametrize("number", range(20))
def test_rules_and_line_ups_drawn_at_random_agree_with_the_simulator(number: int) -> None:
    rules, player, banker = drawn(number)
    value = exact_value(rules, player, banker)
    run = simulate(rules, [Seat(player, banker)] * 2, deals=200_000, seed=number, workers=1)
    for name in ("edge_initial", "edge_action"):
        estimate = run.estimates[name]
        assert estimate.se is not None
        # false alarm of all 40 comparisons: 0.25 %
        assert abs(estimate.value - getattr(value, name)) < 4 * estimate.se
    assert run.estimates["sd_per_deal"].value == pytest.approx(value.sd, rel=0.02)


def test_stakes_by_first_card_are_counted() -> None:
    rules = rules_from("shuffled", ["first_banker=1"], seats=2)
    player, banker = find("gambler", "player"), find("draw_below_16", "banker")
    value = exact_value(rules, player, banker)
    run = simulate(rules, [Seat(player, banker)] * 2, deals=400_000, seed=3, workers=1)
    estimate = run.estimates["net_per_deal"]
    assert estimate.se is not None
    assert abs(estimate.value + value.net) < 4 * estimate.se
    assert value.initial == pytest.approx((100 * 5 + 55 * 8) / 13)


REFUSED = [
    ({}, "stick16", "draw_below_16", "reshuffle = pontoon"),
    ({"reshuffle": "every_deal"}, "stick16", "table_reader", "more than its own hand"),
    ({"reshuffle": "every_deal"}, "counter", "draw_below_16", "counts the cards"),
]


@pytest.mark.parametrize(("settings", "player", "banker", "why"), REFUSED)
def test_what_cannot_be_counted_is_refused_in_a_sentence(
    settings: dict[str, str], player: str, banker: str, why: str
) -> None:
    with pytest.raises(PontoonError, match=why) as caught:
        LineUp(Rules(**settings), find(player, "player"), find(banker, "banker"))
    assert "pontoon simulate" in str(caught.value)
    assert "\n" not in str(caught.value)


def test_the_pack_that_may_run_out_is_told() -> None:
    assert "pack could run out" in line_up("gambler", "draw_below_16", "seats=6").value().caveat
    assert not line_up("gambler", "draw_below_16", "seats=2").value().caveat
    assert not line_up("stick16", "draw_below_16", "seats=8").value().caveat
