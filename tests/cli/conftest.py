"""What all tests of commands need."""

from __future__ import annotations

import pytest


@pytest.fixture(scope="session", autouse=True)
def compiled_engine():
    """The engine compiled before any test, so that no test sees the line about compiling."""
    from pontoon_sim.game.rules import rules_from
    from pontoon_sim.measure.simulate import simulate
    from pontoon_sim.strategies import seats_from

    rules = rules_from()
    for players in ("pub_regular", "counter"):
        simulate(rules, seats_from(rules, players), deals=10)
