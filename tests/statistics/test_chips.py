"""Chips: whole, none made and none lost; and the memory that a run takes does not grow."""

from __future__ import annotations

import random
import subprocess
import sys

import numpy as np
import pytest

from pontoon_sim.engine.engine import Engine
from pontoon_sim.engine.tallies import Group, Tallies
from pontoon_sim.game.rule_sets import random_rules
from pontoon_sim.parity import random_seats


def assert_chips_add_up(tallies: Tallies, seats: int) -> None:
    groups = tallies.groups
    bank, players = tallies.table.of("net"), 0
    assert bank == sum(groups[Group("banker", seat=s)].of("net") for s in range(seats))
    players = sum(groups[Group("player", seat=s)].of("net") for s in range(seats))
    positions = sum(groups[Group("player", position=p)].of("net") for p in range(seats - 1))
    assert players == positions == -bank
    for name in ("initial", "staked"):
        put = sum(groups[Group("player", seat=s)].of(name) for s in range(seats))
        assert put == tallies.table.of(name) >= 0
    counts = tallies.counts
    assert counts["kind"][:, :, 2].sum() == tallies.table.of("staked")
    assert counts["pair"][:, :, 3].sum() == players
    assert counts["banker_kind"][:, :, 1].sum() == bank
    assert counts["net_bins"].sum() == counts["deals"] == tallies.table.of("deals")


@pytest.mark.parametrize("seed", range(40))
def test_chips_add_up(seed: int) -> None:
    rng = random.Random(900 + seed)
    rules = random_rules(rng)
    engine = Engine(rules, random_seats(rng, rules), seed)
    tallies = engine.play(0, [50] * 20)
    assert_chips_add_up(tallies, rules.seats)
    for moments in [*tallies.groups.values(), *tallies.shoot.values()]:
        assert all(type(number) is int for number in moments.sums)
        assert all(type(number) is int for row in moments.products for number in row)
    assert all(count.dtype == np.int64 for count in tallies.counts.values())
    for record in engine.records(3, 0, 50):
        assert sum(record.net) == 0
        assert all(type(chips) is int for chips in record.net)


MEMORY = """
import resource, tracemalloc
from pontoon_sim.game.rules import Rules
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.strategies import seats_from

rules = Rules()
seats = seats_from(rules, "counter", "table_reader")
peaks, resident = [], []
for deals in (100_000, 100_000, 2_000_000):
    tracemalloc.start()
    simulate(rules, seats, deals=deals, workers=2)
    peaks.append(tracemalloc.get_traced_memory()[1])
    tracemalloc.stop()
    resident.append(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss)
print(peaks[1], peaks[2], resident[1], resident[2])
"""


def test_memory_does_not_grow_with_deals() -> None:
    """Twenty times the deals: at most the few blocks that are under way, not twenty times."""
    done = subprocess.run(
        [sys.executable, "-c", MEMORY], capture_output=True, text=True, check=True
    )
    small, large, before, after = (int(word) for word in done.stdout.split())
    assert large < 3 * small + 1_000_000  # bytes of Python's own objects
    assert after < before + 16_000  # kilobytes of the whole process
