"""The kernel with bounds checked, and without compilation: the same records as ever.

Each leg plays a few deals of random games in a process of its own and prints a digest of each game,
so that one game gone wrong is named.
"""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

GAMES = """
import hashlib, random, sys
from pontoon_sim.engine.engine import Engine
from pontoon_sim.game.rule_sets import random_rules
from pontoon_sim.parity import random_seats

def digests(games, deals):
    found = []
    for seed in range(games):
        rng = random.Random(seed)
        rules = random_rules(rng)
        engine = Engine(rules, random_seats(rng, rules), seed)
        told = [record.as_dict() for record in engine.records(seed, 0, deals)]
        tallies = engine.play(seed, [deals, 1]).as_dict()
        found.append(hashlib.sha256(repr((told, tallies)).encode()).hexdigest()[:12])
    return found
"""

LEGS = {
    # environment, games, deals of each, options of Python
    "bounds checked": ({"NUMBA_BOUNDSCHECK": "1"}, 120, 15, ["-W", "error::RuntimeWarning"]),
    "not compiled": (
        {"NUMBA_DISABLE_JIT": "1"},
        12,
        4,
        # numpy tells of every wrap-around of 64 bits, which the generator lives on
        ["-W", "error::RuntimeWarning", "-W", "ignore:overflow encountered:RuntimeWarning"],
    ),
}


@pytest.mark.slow
@pytest.mark.parametrize("leg", LEGS)
def test_plays_the_same(leg: str) -> None:
    environment, games, deals, options = LEGS[leg]
    program = f"{GAMES}\nprint(*digests({games}, {deals}))"
    done = subprocess.run(
        [sys.executable, *options, "-c", program],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert done.stderr == ""
    space: dict = {}
    exec(GAMES, space)
    expected = space["digests"](games, deals)
    differ = [
        seed
        for seed, (a, b) in enumerate(zip(done.stdout.split(), expected, strict=True))
        if a != b
    ]
    assert not differ, f"games {differ} are not those of the compiled engine"
