"""Everybody plays its own strategy: a mixed line-up gives each seat the edge of its own.

In rules `shuffled` with a banker who looks at its own cards only, a player's edge does not depend
on the others. Limits: 4 standard errors for equal ones (18 comparisons: one false alarm in 900
runs), 6 for different ones.
"""

from __future__ import annotations

import itertools
import math
from functools import cache

import pytest

from pontoon_sim.engine.tallies import Group
from pontoon_sim.game.rules import rules_from
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.results.result import Result
from pontoon_sim.statistics.estimates import Estimate, ratio
from pontoon_sim.strategies import seats_from

PLAYERS = ("stick17", "gambler", "pub_regular", "trick_hunter", "counter")
BANKERS = ("draw_below_15", "draw_below_16", "draw_below_17", "draw_below_18", "soft_aware")
DEALS = 1_000_000


@cache
def played(players: str, banker: str = "draw_below_16", passes: str = "never") -> Result:
    rules = rules_from(
        "shuffled",
        bank_passes=passes,
        seats=6 if passes == "never" else 5,
        first_banker=2 if passes == "never" else "cut",
    )
    seats = seats_from(rules, players, banker)
    return simulate(rules, seats, deals=DEALS, seed=len(players), workers=2)


def edge(result: Result, group: str) -> Estimate:
    figure = ratio(result.tallies.groups[Group.parse(group)], "net", "initial")
    assert figure is not None and figure.se is not None
    return figure


def apart(a: Estimate, b: Estimate) -> float:
    """Distance in standard errors."""
    assert a.se is not None and b.se is not None
    return abs(a.value - b.value) / math.hypot(a.se, b.se)


@pytest.mark.parametrize("position", range(5))
def test_a_mixed_row_of_players(position: int) -> None:
    mixed = edge(played(",".join(PLAYERS)), f"position {position}")
    same = edge(played(PLAYERS[position]), f"position {position}")
    assert apart(mixed, same) < 4
    # and the seat is the one that the names were given for, from the banker's left
    at = edge(played(",".join(PLAYERS)), f"player at {(3 + position) % 6}")
    named = edge(played(",".join(PLAYERS)), f"player {PLAYERS[position]}")
    assert at.value == mixed.value
    assert named.value == mixed.value or PLAYERS[position] == PLAYERS[0]


@pytest.mark.parametrize(("a", "b"), list(itertools.combinations(range(5), 2)))
def test_the_players_differ(a: int, b: int) -> None:
    result = played(",".join(PLAYERS))
    assert apart(edge(result, f"position {a}"), edge(result, f"position {b}")) > 6


@pytest.mark.parametrize("seat", range(5))
def test_a_mixed_row_of_bankers(seat: int) -> None:
    """The bank goes round; each seat holds it in its own way."""
    mixed = edge(played("stick16", ",".join(BANKERS), "rotate"), f"banker at {seat}")
    same = edge(played("stick16", BANKERS[seat], "rotate"), "all")
    assert apart(mixed, same) < 4


def test_the_bankers_differ() -> None:
    result = played("stick16", ",".join(BANKERS), "rotate")
    edges = sorted((edge(result, f"banker at {seat}") for seat in range(5)), key=lambda e: e.value)
    assert apart(edges[0], edges[-1]) > 6
