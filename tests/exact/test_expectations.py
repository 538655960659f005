"""Expectations for control variates: their mean is the exact value, whatever they are given."""

from __future__ import annotations

import numpy as np
import pytest

from pontoon_sim.exact import finished_hands, first_two_cards
from pontoon_sim.exact.banker_distribution import leaf_arrays
from pontoon_sim.exact.multisets import catalogue
from pontoon_sim.game.rules import rules_from
from pontoon_sim.strategies.library import find
from tests.exact.common import line_up


def test_first_two_cards_average_to_the_value() -> None:
    lineup = line_up("pub_regular", "draw_below_17")
    table = first_two_cards(lineup.rules, lineup.player, lineup.banker)
    chance = np.full((13, 13), 4 * 4.0)
    np.fill_diagonal(chance, 4 * 3.0)
    assert float((table * chance).sum() / (52 * 51)) == pytest.approx(lineup.net, abs=1e-11)


def test_finished_hands_average_to_the_value() -> None:
    lineup = line_up("stick16", "draw_below_16")
    table = finished_hands(lineup.rules, lineup.banker)
    leaves = leaf_arrays(lineup.enumeration.starts)
    net = -lineup.ended
    for weight, score, stake, place in zip(
        leaves.weight, leaves.score, leaves.stake, leaves.place, strict=True
    ):
        left = leaves.left[place]
        held = tuple((np.array([4] * 9 + [16]) - left).tolist())
        size = left.sum()
        played = 1 - 2 * left[0] * left[9] / (size * (size - 1))
        gain = -1.0 if score == 0 else table.per_chip[table.row(held), 0]
        net += weight * stake * gain * played
    assert net == pytest.approx(lineup.net, abs=1e-11)


def test_several_hands_take_their_cards_together() -> None:
    table = finished_hands(rules_from("shuffled"), find("draw_below_16", "banker"))
    twenty = (0, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    alone = table.expected_net([(twenty, 20, 10)])
    assert alone == pytest.approx(10 * float(table.per_chip[catalogue().row[twenty], 0]))
    both = table.expected_net([(twenty, 20, 10), (twenty, 20, 10)])
    assert both != pytest.approx(2 * alone)
