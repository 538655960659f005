"""What the tests of the enumeration share."""

from __future__ import annotations

from functools import cache

from pontoon_sim.exact import LineUp
from pontoon_sim.game.rules import rules_from
from pontoon_sim.strategies.library import find


@cache
def line_up(player: str, banker: str, *sets: str) -> LineUp:
    """A line-up under `shuffled` with equal stakes of 10."""
    rules = rules_from("shuffled", ["stake_max=10", *sets])
    return LineUp(rules, find(player, "player"), find(banker, "banker"))
