"""Results as pandas tables: the numbers of the results themselves, in the units of their heads."""

from __future__ import annotations

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.engine.tallies import Group
from pontoon_sim.exact import exact_value
from pontoon_sim.game.rules import rules_from
from pontoon_sim.measure.bank import bank_value
from pontoon_sim.measure.compare import compare
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.report.result import GAME_TABLES
from pontoon_sim.report.words import headline
from pontoon_sim.runs.trial import Arm
from pontoon_sim.strategies import find, seats_from


@pytest.fixture(scope="module")
def result():
    rules = rules_from("standard", seats=3)
    return simulate(rules, seats_from(rules, "pub_regular,stick15,counter"), deals=20_000)


@pytest.fixture(scope="module")
def shot():
    rules = rules_from("shoot", seats=4)
    return simulate(rules, seats_from(rules, "shoot_regular", "kitty_full"), deals=20_000)


def test_figures_stand_in_percent_and_chips(result):
    frame = result.frame()
    edge, net = result.adjusted["edge_initial"], result.adjusted["net_per_deal"]
    percent = [100 * x for x in (edge.value, edge.se, edge.low, edge.high)]
    assert frame.loc["net, % of the initial stakes"].tolist() == pytest.approx(percent)
    assert frame.loc["net per deal, chips", "value"] == net.value


@pytest.mark.parametrize("table", ["kinds", "banker_kinds"])
def test_edges_by_kind_add_up_to_the_edge(result, table):
    frame = result.frame(table)
    assert frame["edge %"].sum() == pytest.approx(100 * result.edge_initial.value)
    assert frame.iloc[:, 0].sum() == pytest.approx(100)


def test_edges_by_first_two_cards_have_every_row(result):
    frame = result.frame("first_two")
    assert len(frame) == len(result.first_two) == 56
    assert frame["% of deals"].sum() == pytest.approx(100)


def test_every_player_and_place_has_a_row(result):
    strategies = result.frame("strategies")
    assert strategies.loc[("stick15", "player"), "edge %"] == pytest.approx(
        100 * result.roles[Group("player", strategy="stick15")]["edge"]["value"]
    )
    assert result.frame("places").index.tolist() == [1, 2]
    seats = result.frame("seats")
    assert seats["chips per deal"].sum() == pytest.approx(0, abs=1e-12)
    assert seats["deals as banker"].sum() == result.deals


def test_shoot_bets_room_and_kitty(shot):
    bets = shot.frame("shoot_bets")
    (ace,) = [row for row in shot.shoot.by_kind if row.name == "first A"]
    assert bets.loc[("first", "A"), "edge %"] == pytest.approx(100 * ace.edge.value)
    assert bets.loc[("first", "A"), "won %"] == pytest.approx(100 * ace.won / ace.bets)
    assert shot.frame("shoot_room").loc[1, "room, chips"] == shot.shoot.room[0]["mean_room"]
    course = shot.frame("kitty_course")
    assert course.loc[0, "chips"] == 100
    assert course["deals"].sum() == shot.deals


def test_every_table_of_either_game_can_be_had(result, shot):
    for name in GAME_TABLES.by_name:
        assert len(shot.frame(name))
        if not name.startswith(("shoot", "kitty")):
            assert len(result.frame(name))


def test_a_comparison_has_its_arms_and_its_differences():
    rules = rules_from("shuffled", seats=2)
    arms = [Arm(name, rules, seats_from(rules, name)) for name in ("stick15", "stick16")]
    found = compare(arms, deals=20_000)
    edges, row = found.frame("arms")["edge %"], found.frame().loc[("stick16", "stick15")]
    assert row["difference %"] == pytest.approx(edges["stick16"] - edges["stick15"])
    assert row["variance ratio"] == pytest.approx((row["SE unpaired"] / row["SE"]) ** 2)
    assert row["from"] < row["difference %"] < row["to"]


def test_the_bank_and_its_parts():
    rules = rules_from("shoot", seats=4)
    value = bank_value(rules, seats_from(rules, "shoot_regular", "kitty_full"), tenures=2000)
    net, stakes, shoot = value.frame()["value"].iloc[:3]
    assert net == pytest.approx(stakes + shoot) == pytest.approx(value.net.value)


def test_exact_edges_by_first_card_average_to_the_edge():
    banker = find("draw_below_16", "banker")
    value = exact_value(rules_from("shuffled", seats=2), find("pub_regular"), banker)
    frame = value.frame()
    chips = (frame["% of deals"] * frame["initial stake"] * frame["edge %"]).sum()
    stakes = (frame["% of deals"] * frame["initial stake"]).sum()
    assert chips / stakes == pytest.approx(100 * value.edge_initial)


def test_an_unknown_table_is_told_in_one_sentence(result):
    with pytest.raises(PontoonError, match=r"no table 'kind', did you mean 'kinds'\?: take one of"):
        result.frame("kind")
    with pytest.raises(PontoonError, match="no shoot bets in this result"):
        result.frame("kitty_course")


def test_a_notebook_shows_the_answer_first(result):
    shown = result._repr_html_()
    assert shown.index("advantage") < shown.index("<table")
    assert repr(result) == headline(result)


def test_a_strategy_shows_its_card_and_no_path():
    from IPython.lib.pretty import pretty

    strategy = find("pub_regular")
    shown = pretty(strategy)
    assert "hard 10-11" in shown
    assert str(strategy.path.parent) not in shown + repr(strategy)
