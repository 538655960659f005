"""The packs really dealt are shuffled: by records of the compiled engine, seeds fixed.

Each of the 74 p-values below is compared with ALARM = 1e-4, so that a right engine with other seeds
would fail this file once in 130 tries. Every test is also put to a shuffle that is wrong in its
way, with as many packs, and has to fail there.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

import numpy as np
import pytest

from pontoon_sim.engine.engine import Engine
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies import seats_from
from tests.statistics import shuffling
from tests.statistics.shuffling import Packs

ALARM = 1e-4
COUNT = 12_000

SOURCES = {
    # name: rules, players
    "fresh pack, stretches of four": (Rules(reshuffle="every_deal", seats=6), "gambler"),
    "fresh pack, stretches of five": (Rules(reshuffle="every_deal", seats=4), "trick_hunter"),
    "fresh pack, two packs": (Rules(reshuffle="every_deal", packs=2, seats=12), "gambler"),
    "whole shuffle": (Rules(), "gambler"),
    "whole shuffle, two packs": (Rules(packs=2, seats=9), "gambler"),
}


@cache
def dealt(source: str) -> Packs:
    """Packs right after a shuffle, in the order dealt, of consecutive deals of some tables."""
    rules, players = SOURCES[source]
    engine = Engine(rules, seats_from(rules, players), seed=11)
    found: list[tuple[int, ...]] = []
    table = 0
    while len(found) < COUNT:
        fresh = True
        for record in engine.records(table, 0, 200):
            if fresh:
                found.append(record.pack)
            fresh = record.shuffled
        table += 1
    return np.array(found[:COUNT], np.int64)


@cache
def first_packs(source: str, seed: int, first_table: int, count: int) -> Packs:
    """The first pack of neighbouring tables."""
    rules, players = SOURCES[source]
    engine = Engine(rules, seats_from(rules, players), seed)
    tables = range(first_table, first_table + count)
    return np.array([engine.records(t, 0, 1)[0].pack for t in tables], np.int64)


ALONE: dict[str, Callable[[Packs], float]] = {
    "position by rank": shuffling.position_by_rank,
    "neighbours at the top": lambda packs: shuffling.neighbours_by_rank(packs, 0),
    "neighbours of two stretches": lambda packs: shuffling.neighbours_by_rank(packs, 5),
    "neighbours drawn late": lambda packs: shuffling.neighbours_by_rank(packs, 26),
    "neighbours at the bottom": lambda packs: shuffling.neighbours_by_rank(
        packs, packs.shape[1] - 2
    ),
    "equal neighbours": shuffling.equal_neighbours,
    "neighbours in order": shuffling.neighbours_in_order,
}

PAIRS: dict[str, Callable[[Packs, Packs], float]] = {
    "same place": shuffling.same_place,
    "first cards": shuffling.first_cards,
    "cards drawn late": lambda a, b: shuffling.first_cards(a, b, 30),
}


@pytest.mark.parametrize("source", SOURCES)
def test_every_pack_is_whole(source: str) -> None:
    packs = dealt(source)
    copies = SOURCES[source][0].packs
    assert (np.sort(packs, axis=1) == np.sort(np.tile(np.arange(52), copies))).all()


@pytest.mark.parametrize("test", ALONE)
@pytest.mark.parametrize("source", SOURCES)
def test_within_a_pack(source: str, test: str) -> None:
    assert ALONE[test](dealt(source)) > ALARM


@pytest.mark.parametrize("test", PAIRS)
@pytest.mark.parametrize("source", SOURCES)
def test_between_consecutive_deals(source: str, test: str) -> None:
    """Of a table; in the continuing game between a pack and the next that was shuffled."""
    packs = dealt(source)
    assert PAIRS[test](packs[:-1], packs[1:]) > ALARM


@pytest.mark.parametrize("source", ["fresh pack, stretches of four", "whole shuffle"])
@pytest.mark.parametrize(
    ("seed", "table", "other_seed", "other_table"),
    [(1, 0, 1, 1), (1, 0, 2, 0), (5, 0, 5, 1 << 32), (7, 0, 7 + (1 << 32), 0)],
    ids=["next table", "next seed", "table 2**32 on", "seed 2**32 on"],
)
def test_between_tables(
    source: str, seed: int, table: int, other_seed: int, other_table: int
) -> None:
    a = first_packs(source, seed, table, 3000)
    b = first_packs(source, other_seed, other_table, 3000)
    assert shuffling.same_place(a, b) > ALARM
    assert shuffling.same_step(a, b) > ALARM
    assert shuffling.first_cards(a, b) > ALARM


# --- the tests are able to fail -------------------------------------------------------------------

WRONG = {
    "position by rank": (shuffling.any_with_any, shuffling.modulo),
    "neighbours at the top": (shuffling.any_with_any, shuffling.modulo, shuffling.one_riffle),
    "neighbours of two stretches": (shuffling.any_with_any, shuffling.one_riffle),
    "neighbours drawn late": (shuffling.any_with_any, shuffling.one_riffle),
    "neighbours at the bottom": (shuffling.one_riffle,),
    "equal neighbours": (shuffling.one_riffle,),
    "neighbours in order": (shuffling.one_riffle,),
}


@pytest.mark.parametrize("packs", [1, 2])
@pytest.mark.parametrize("test", ALONE)
def test_a_wrong_shuffle_fails(test: str, packs: int) -> None:
    assert ALONE[test](shuffling.right(packs, COUNT, seed=2)) > ALARM
    for wrong in WRONG[test]:
        assert ALONE[test](wrong(packs, COUNT, seed=2)) < ALARM**2, wrong.__name__


@pytest.mark.parametrize("test", PAIRS)
def test_packs_that_hang_together_fail(test: str) -> None:
    """Every tenth pack is the one before once more; or the one before, its top cards cut off and
    laid under, for the test of neighbours."""
    packs = shuffling.right(1, COUNT, seed=3)
    assert PAIRS[test](packs[:-1], packs[1:]) > ALARM
    packs[1::10] = packs[:-1:10]
    assert PAIRS[test](packs[:-1], packs[1:]) < ALARM**2


def test_packs_that_were_only_cut_fail() -> None:
    packs = shuffling.right(1, 3000, seed=4)
    other = shuffling.right(1, 3000, seed=5)
    assert shuffling.same_step(packs, other) > ALARM
    other[::10] = np.roll(packs[::10], 17, axis=1)
    assert shuffling.same_step(packs, other) < ALARM**2
