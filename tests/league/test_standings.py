"""Intervals, groups and ranks, against values from elsewhere: exact edges, scipy's studentised
range, plain counting; and how often a league of equals shows a difference."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pytest
from scipy import stats

from pontoon_sim.game.rules import rules_from
from pontoon_sim.leagues.bots import Bot, entrants_from
from pontoon_sim.leagues.play import Terms, play_league
from pontoon_sim.leagues.standings import Standings, group_letters, letter
from pontoon_sim.statistics.intervals import max_t
from pontoon_sim.strategies import Seat, find, load

# Player's net per initial stake against draw_below_16, fresh packs: by enumeration. The first two
# as in tests/statistics/test_exact.py, from a program that shares nothing with this one; the others
# by `pontoon exact`. pub_regular stakes 20 on an ace and 10 on all else.
EXACT = {
    "stick16": -0.13660143 * 10,
    "stick15": -0.15909 * 10,
    "stick17": -0.11444 * 10,
    "pub_regular": -0.0289263 * (10 + 10 / 13),
}


def test_bots_of_known_worth_come_out_in_that_order():
    """One banker's strategy, fresh packs, the bank never passes: a bot sits three times of four
    among players and once at the bank, where it wins what the three others lose.

    The intervals hold for all four at once in 95 of 100 seeds; the other 20 figures lie within four
    standard errors but for one seed in 800.
    """
    rules = rules_from("shuffled", seats=4)
    bots = entrants_from(list(EXACT)).bots
    standings = Standings(play_league(rules, bots, Terms(4_000_000, seed=3, threads=2)))
    ranked = sorted(EXACT, key=EXACT.__getitem__, reverse=True)
    assert [place.bot.name for place in standings.places] == ranked
    assert [place.groups for place in standings.places] == ["a", "b", "c", "d"]
    for place in standings.places:
        own = EXACT[place.bot.name]
        others = sum(EXACT.values()) - own
        assert place.net.low < 100 * (0.75 * own - 0.25 * others) < place.net.high
        assert place.net.half_width < 4
        assert abs(place.as_player.value - 100 * own) < 4 * place.as_player.se
        assert abs(place.as_banker.value + 100 * others) < 4 * place.as_banker.se
        assert place.banked == pytest.approx(0.25)
    for i, j in itertools.permutations(range(4), 2):
        cell = standings.meeting(i, j)
        assert abs(cell.value - 100 * EXACT[bots[i].name]) < 4 * cell.se


COIN = '''"""Tosses a coin on 15 and 16.

Why: to be exactly as good as its twins, and yet another.

Weakness: the coin.
"""

from pontoon_sim.strategies import STICK, TWIST, player_strategy


@player_strategy(own_cards_only=True, deterministic=False)
def turn(view):
    """Below 15 twist, above 16 stick, else as bit {bit} says."""
    if view.can_stick and (view.total > 16 or (view.chance >> {bit}) & 1):
        return STICK
    return TWIST
'''


def test_equals_are_told_apart_no_more_often_than_stated(tmp_path):
    """Three bots that toss coins of their own, 200 leagues, each with a family of three
    differences at 95 %: some difference is shown in about 10. More than 20 of 200 would be seen
    one time in 900, none one time in 28,000."""
    bots = []
    for bit in (3, 11, 19):
        path = tmp_path / f"coin{bit}.py"
        path.write_text(COIN.format(bit=bit), encoding="utf-8")
        seat = Seat(load(path, "player"), find("draw_below_16", "banker"))
        bots.append(Bot(path.stem, seat))
    rules = rules_from("shuffled", seats=3)
    shown = missed = 0
    for seed in range(200):
        league = play_league(rules, bots, Terms(3000, deals_per_table=20, seed=seed, threads=1))
        standings = Standings(league)
        shown += bool(standings.differs.any())
        missed += any(p.net.low > 0 or p.net.high < 0 for p in standings.places)
    assert 0 < shown <= 20
    assert 0 < missed <= 20  # the same of the intervals: the true nets are 0


def test_quantiles_are_those_of_the_studentised_range_and_of_sidak():
    """Figures of equal variance and no correlation: the textbook case."""
    for count, freedom in ((3, 30), (8, 100)):
        each, pairs = max_t(np.eye(count) * 7.0, freedom, 0.95)
        tukey = stats.studentized_range.ppf(0.95, count, freedom) / math.sqrt(2)
        assert pairs == pytest.approx(tukey, abs=0.04)
    each, _ = max_t(np.eye(5), 100_000, 0.95)
    assert each == pytest.approx(stats.norm.ppf((1 + 0.95 ** (1 / 5)) / 2), abs=0.03)
    # one figure alone, and two that are each other's negative: Student's own quantile
    student = stats.t.ppf(0.975, 12)
    assert max_t(np.eye(1), 12, 0.95)[0] == pytest.approx(student, abs=0.05)
    mirrored = np.array([[1.0, -1.0], [-1.0, 1.0]])
    assert max_t(mirrored, 12, 0.95) == pytest.approx((student, student), abs=0.05)


def test_no_error_needs_no_factor():
    assert max_t(np.zeros((3, 3)), 10, 0.95) == (0.0, 0.0)


def test_letters_are_all_largest_groups_without_a_difference():
    """Against the plain list of all subsets, for 60 random families of up to seven bots."""
    rng = np.random.RandomState(1)
    for _ in range(60):
        size = rng.randint(2, 8)
        differs = np.triu(rng.random_sample((size, size)) < rng.random_sample(), 1)
        differs |= differs.T
        order = rng.permutation(size).tolist()
        letters = group_letters(differs, order)
        alike = [
            set(group)
            for length in range(1, size + 1)
            for group in itertools.combinations(range(size), length)
            if not differs[np.ix_(group, group)].any()
        ]
        largest = [group for group in alike if not any(group < other for other in alike)]
        found = [
            {bot for bot in range(size) if name in letters[bot]} for name in set("".join(letters))
        ]
        assert sorted(map(sorted, found)) == sorted(map(sorted, largest))
        assert "a" in letters[order[0]]


def test_letters_do_not_run_out():
    names = [letter(number) for number in range(200)]
    assert names[:2] == ["a", "b"] and len(set(names)) == 200


def test_pairs_and_places_tell_the_same():
    standings = Standings(
        play_league(
            rules_from(), entrants_from(["stick15", "stick16", "counter"]).bots, Terms(10**5)
        )
    )
    nets = {place.bot.name: place.net.value for place in standings.places}
    groups = {place.bot.name: set(place.groups) for place in standings.places}
    for pair in standings.pairs():
        better, worse = pair["better"], pair["worse"]
        assert pair["value"] == pytest.approx(nets[better] - nets[worse]) and pair["value"] >= 0
        assert pair["significant"] == (pair["low"] > 0) == (not groups[better] & groups[worse])


def test_parts_add_up_to_the_net():
    rules = rules_from("shoot", ["bank_sale=true"])
    words = ["shoot_regular+bank_seller", "shoot_regular+kitty_full", "pub_regular"]
    standings = Standings(play_league(rules, entrants_from(words).bots, Terms(10**5)))
    assert any(place.price.value for place in standings.places)
    for place in standings.places:
        parts = place.stakes.value + place.shoot.value + place.price.value
        assert place.net.value == pytest.approx(parts)
