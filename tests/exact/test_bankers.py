"""The best own-hand banker, and best replies in turn."""

from __future__ import annotations

from pathlib import Path

import pytest

from pontoon_sim.exact import LineUp, alternate, best_banker
from pontoon_sim.exact.bankers import banker_table
from pontoon_sim.exact.strategy_files import banker_toml
from pontoon_sim.game.rules import rules_from
from pontoon_sim.strategies import load
from pontoon_sim.strategies.library import find


@pytest.mark.parametrize("name", ["stick16", "pub_regular"])
def test_the_best_banker_gains_what_it_says_and_no_letter_can_be_bettered(
    tmp_path: Path, name: str
) -> None:
    rules = rules_from("shuffled", ["stake_max=10"])
    player = find(name, "player")
    best = best_banker(rules, [player])
    lineup = LineUp(rules, player, best.strategy)
    assert -lineup.net == pytest.approx(best.gain, abs=1e-11)
    assert best.gain <= best.bound + 1e-12
    (tmp_path / "best.toml").write_text(banker_toml(best.cells, "best", name, best.edge_initial))
    filed = load(tmp_path / "best.toml", "banker")
    assert LineUp(rules, player, filed).net == pytest.approx(lineup.net, abs=1e-12)
    for cell, letter in [c for c in best.cells.items() if c[0][3] >= 16]:
        other = banker_table({**best.cells, cell: "S" if letter == "D" else "D"}, "other")
        assert -LineUp(rules, player, other).net <= best.gain + 1e-12
    for shipped in ("draw_below_15", "draw_below_16", "draw_below_17", "soft_aware"):
        assert -LineUp(rules, player, find(shipped, "banker")).net <= best.gain + 1e-12


def test_several_players_are_counted_together() -> None:
    rules = rules_from("shuffled", ["stake_max=10"])
    players = [find(name, "player") for name in ("stick15", "mixed")]
    best = best_banker(rules, players)
    nets = [LineUp(rules, player, best.strategy).net for player in players]
    assert best.gain == pytest.approx(-sum(nets), abs=1e-11)
    assert best.initial == pytest.approx(20)


def test_a_banker_that_its_best_reply_cannot_beat_at_equal_stakes() -> None:
    rounds = list(alternate(rules_from("shuffled"), find("draw_below_16", "banker")))
    assert rounds[0].net == pytest.approx(0.0768372, abs=1e-7)
    assert rounds[-1].seen_at >= 0
    best = min(rounds, key=lambda step: step.net)
    assert best.net == pytest.approx(-0.0044063, abs=1e-7)
    for step in rounds:
        assert step.held_to <= step.net + 1e-12
