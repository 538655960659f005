"""The enumeration against values found by another program that shares nothing with this one.

They were found by full enumeration outside this project and checked by sampling there; every digit
that is printed has to agree.
"""

from __future__ import annotations

import pytest

from pontoon_sim.exact import LineUp, best_reply
from pontoon_sim.game.rules import rules_from
from pontoon_sim.strategies.library import find

VALUES = [
    ("stick15", "draw_below_15", -0.11784386, 1.0),
    ("stick15", "draw_below_17", -0.16555530, 1.0),
    ("stick16", "draw_below_16", -0.13660143, 1.0),
    ("stick16", "draw_below_17", -0.16557579, 1.0),
    ("stick17", "draw_below_15", -0.06516277, 1.0),
    ("mixed", "draw_below_16", -0.11634249, 1.27321700),
]


@pytest.mark.parametrize(("player", "banker", "net", "staked"), VALUES)
def test_line_ups_agree_to_eight_digits(
    player: str, banker: str, net: float, staked: float
) -> None:
    rules = rules_from("shuffled")
    value = LineUp(rules, find(player, "player"), find(banker, "banker")).value()
    assert value.net_per_initial == pytest.approx(net, abs=5.1e-9)
    assert value.staked_per_initial == pytest.approx(staked, abs=5.1e-9)


def test_the_best_reply_agrees() -> None:
    reply = best_reply(rules_from("shuffled"), find("draw_below_16", "banker"))
    assert reply.net == pytest.approx(0.076837, abs=5.1e-7)
    assert reply.staked == pytest.approx(1.8364, abs=5.1e-5)
