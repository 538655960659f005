"""Sums over tables and of their products are exact, however large the numbers are."""

from __future__ import annotations

import json

import numpy as np
import numpy.typing as npt
import pytest

from pontoon_sim.base import compiled_cache
from pontoon_sim.engine.tallies import QUANTITIES, WHOLE_TABLE, Group, group_lines, group_moments
from pontoon_sim.game.rules import rules_from
from pontoon_sim.kernel import state
from pontoon_sim.statistics.estimates import linear_estimate
from pontoon_sim.statistics.moments import Moments, moments_of
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


def test_groups_are_read_from_their_texts() -> None:
    for group in group_lines(seats_from(rules_from(seats=4), NAMES)):
        assert Group.parse(str(group)) == group


def drawn(tables: int = 60) -> tuple[npt.NDArray[np.int64], Moments]:
    """Two quantities by table, and their moments under names of two parts."""
    rows = np.random.default_rng(8).integers(-50, 90, (tables, 2))
    rows[:, 1] += 200
    return rows, moments_of(["all"], rows[np.newaxis], ((0, "net"), (0, "deals")))["all"]


def test_moments_go_into_a_file_and_back() -> None:
    _, moments = drawn()

    def quantity(text: str) -> tuple[int, str]:
        number, name = text.split(" ")
        return int(number), name

    assert Moments.from_dict(json.loads(json.dumps(moments.as_dict())), quantity) == moments


def test_a_mean_and_a_covariance_are_those_of_numpy() -> None:
    rows, moments = drawn()
    assert np.allclose(moments.covariance(), np.cov(rows.T), rtol=1e-12)
    both = 3 * rows[:, 0] - rows[:, 1]
    mean = linear_estimate(moments, {(0, "net"): 3, (0, "deals"): -1})
    assert mean is not None
    assert mean.value == pytest.approx(both.mean(), rel=1e-12)
    assert mean.se == pytest.approx(both.std(ddof=1) / np.sqrt(len(rows)), rel=1e-12)


def test_a_linear_estimate_over_a_sum_is_the_linearised_ratio() -> None:
    rows, moments = drawn()
    over, under = 2 * rows[:, 0] + rows[:, 1], rows[:, 1]
    value = over.sum() / under.sum()
    parts = (over - value * under) / under.sum()
    figure = linear_estimate(moments, {(0, "net"): 2, (0, "deals"): 1}, (0, "deals"))
    assert figure is not None
    assert figure.value == pytest.approx(value, rel=1e-12)
    assert figure.se == pytest.approx(np.sqrt((parts**2).sum() * 60 / 59), rel=1e-12)


def test_where_the_denominator_is_nothing_there_is_no_estimate() -> None:
    assert linear_estimate(Moments(("net", "deals")), {"net": 1}, "deals") is None
    assert linear_estimate(Moments(("net", "deals")), {"net": 1}) is None
