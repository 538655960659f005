"""Sums over tables and of their products are exact, however large the numbers are."""

from __future__ import annotations

import numpy as np
import pytest

from pontoon_sim.base import compiled_cache
from pontoon_sim.engine.tallies import QUANTITIES, WHOLE_TABLE, Group, group_lines, group_moments
from pontoon_sim.game.rules import rules_from
from pontoon_sim.kernel import state
from pontoon_sim.strategies import seats_from

compiled_cache.prepare()
NAMES = "stick15,pub_regular,stick15,gambler"


@pytest.mark.parametrize("bits", [4, 23, 24, 25, 40, 45, 46, 50, 61])
def test_moments_are_those_of_plain_whole_numbers(bits: int) -> None:
    """Numbers of a word, of two parts, and beyond, at random; sums by Python."""
    seats = seats_from(rules_from(seats=4), NAMES)
    tables, size = 40, len(QUANTITIES)
    highest = 1 << min(bits, 60)
    rows = np.random.default_rng(bits).integers(
        -highest, highest, (tables, state.row_count(4), size)
    )
    rows //= 4  # a group adds up four lines at most
    found = group_moments(seats, rows)
    assert list(found) == list(group_lines(seats))
    for name, lines in group_lines(seats).items():
        whole = [
            [sum(int(rows[t, line, k]) for line in lines) for k in range(size)]
            for t in range(tables)
        ]
        assert found[name].tables == tables
        assert found[name].sums == [sum(row[i] for row in whole) for i in range(size)]
        assert found[name].products == [
            [sum(row[i] * row[j] for row in whole) for j in range(size)] for i in range(size)
        ]


def test_groups_add_up_the_seats_that_play_a_strategy() -> None:
    lines = group_lines(seats_from(rules_from(seats=4), NAMES))
    # three places, then four seats as players, then four as bankers
    assert lines[Group("player", position=2)] == [2] and lines[Group("player", seat=1)] == [4]
    assert lines[Group("player", strategy="stick15")] == [3, 5]
    assert lines[Group("player", strategy="gambler")] == [6]
    assert lines[Group("banker", strategy="draw_below_16")] == lines[WHOLE_TABLE] == [7, 8, 9, 10]
