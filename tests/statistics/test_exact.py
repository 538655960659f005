"""Simulated edges against exact values.

Source of the exact values: full enumeration by a program that shares nothing with this project and
was itself checked by sampling; rules `shuffled`, per initial stake of 1, from the player's side.
`stick_at_T` twists below T and never buys or splits; `mixed` splits, buys and twists.

False alarms: 42 comparisons within 4 standard errors here, one with other seeds in 370 runs.
"""

from __future__ import annotations

import math
import random
from functools import cache

import pytest

from pontoon_sim.engine.tallies import Group
from pontoon_sim.game.rules import rules_from
from pontoon_sim.kernel.layout import SCORE_TRICK
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.reference import play_table
from pontoon_sim.results.result import Result
from pontoon_sim.statistics.estimates import ratio
from pontoon_sim.strategies import seats_from

EXACT = [
    # player, banker, net, staked
    ("stick15", "draw_below_15", -0.11784386, 1.0),
    ("stick15", "draw_below_17", -0.16555530, 1.0),
    ("stick16", "draw_below_16", -0.13660143, 1.0),
    ("stick16", "draw_below_17", -0.16557579, 1.0),
    ("stick17", "draw_below_15", -0.06516277, 1.0),
    ("mixed", "draw_below_16", -0.11634249, 1.27321700),
]

DEALS = 8_000_000  # of five players each: 40 million player-hands
LIMIT = 4  # standard errors


@cache
def played(player: str, banker: str) -> Result:
    rules = rules_from("shuffled")
    return simulate(rules, seats_from(rules, player, banker), deals=DEALS, seed=20, workers=2)


@pytest.mark.parametrize(("player", "banker", "net", "staked"), EXACT)
def test_forty_million_hands(player: str, banker: str, net: float, staked: float) -> None:
    result = played(player, banker)
    edge = result.edge_initial
    assert edge.se is not None and edge.se < 4e-4
    assert abs(edge.value - -net) < LIMIT * edge.se
    table = result.tallies.table
    chips = ratio(table, "staked", "initial")
    assert chips is not None and chips.se is not None
    assert abs(chips.value - staked) <= LIMIT * chips.se
    if staked == 1:
        assert table.of("staked") == table.of("initial")
    for position in range(5):
        group = result.tallies.groups[Group("player", position=position)]
        assert group.of("deals") == DEALS
        own, chips = ratio(group, "net", "initial"), ratio(group, "staked", "initial")
        assert own is not None and own.se is not None
        assert abs(own.value - net) < LIMIT * own.se, f"position {position}"
        assert chips is not None and chips.se is not None
        assert abs(chips.value - staked) <= LIMIT * chips.se, f"position {position}"


def test_forty_million_hands_would_notice_a_wrong_game() -> None:
    """The lines differ by hundreds of standard errors from each other, and so does the same line
    under a rule changed a little (a trick that pays once)."""
    result = played("mixed", "draw_below_16")
    assert result.edge_initial.se is not None
    rules = rules_from("shuffled", trick_pays=1)
    seats = seats_from(rules, "mixed", "draw_below_16")
    wrong = simulate(rules, seats, deals=400_000, seed=21, workers=2).edge_initial
    assert wrong.se is not None
    assert abs(wrong.value - 0.11634249) > 10 * wrong.se


@pytest.mark.parametrize(("player", "banker", "net", "staked"), [EXACT[0], EXACT[-1]])
def test_the_readable_engine(player: str, banker: str, net: float, staked: float) -> None:
    """3,000 deals of five players; deals of these rules are independent of each other."""
    rules = rules_from("shuffled")
    seats = seats_from(rules, player, banker)
    records = play_table(rules, seats, banker=2, deals=3000, random=random.Random(8))
    nets, chips = [], []
    for record in records:
        put = {"stake": 1, "buy": 2, "split": 3}
        nets.append(record.net[2] / 50)
        chips.append(sum(e.args[put[e.name]] for e in record.events if e.name in put) / 50)
    for values, exact in ((nets, -net), (chips, staked)):
        mean = sum(values) / len(values)
        variance = sum((x - mean) ** 2 for x in values) / (len(values) - 1)
        assert abs(mean - exact) <= LIMIT * math.sqrt(variance / len(values))


def test_kinds_of_hands_are_paid_what_the_rules_say() -> None:
    """P26-P28 in sums: what a kind of hand won and lost follows from its stakes, where each hand
    carries the same stake."""
    result = played("stick15", "draw_below_15")
    kind = result.tallies.counts["kind"].sum(axis=0)
    for score in range(1, 22):
        hands, paid, staked, _ = kind[score]
        assert staked == 10 * hands
        assert 0 <= paid <= hands
    hands, paid, staked, net = kind[24]  # pontoons that met no banker's pontoon always win
    assert (paid, net) == (hands, 2 * staked)
    hands, paid, staked, net = kind[25]
    assert (paid, net) == (0, -2 * staked)
    hands, paid, staked, net = kind[0]
    assert (paid, net) == (0, -staked)
    hands, paid, staked, net = kind[SCORE_TRICK]
    assert net == 2 * 10 * paid - 2 * 10 * (hands - paid)  # loses double, to a trick only
