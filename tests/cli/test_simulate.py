"""`pontoon simulate`: its answer, its files, the same for any number of threads."""

from __future__ import annotations

import json

import pytest

from pontoon_sim.results.figures import GAME_FIGURES
from tests import children

SMALL = ("--deals", "4e4", "--deals-per-table", "50")


def test_first_the_answer(pontoon):
    outcome = pontoon("simulate", *SMALL)
    assert outcome.status == 0
    assert outcome.err == ""
    head = " ".join(outcome.out.split("\n\n")[0].split())
    assert head.startswith(("The banker's advantage is ", "It cannot yet be told"))
    assert "% of the initial stakes (luck-adjusted, 95 % interval " in head
    assert head.endswith(
        "against pub_regular players with draw_below_16 at the bank:"
        " standard rules, 6 seats, 40,000 deals."
    )
    again = outcome.out.splitlines()[-1].split()
    assert again[:2] == ["pontoon", "simulate"]
    same = pontoon(*again[1:], "--threads", "1")
    assert without_time(same.out) == without_time(outcome.out)


def without_time(text: str) -> list[str]:
    return [line for line in text.splitlines() if "a second)" not in line]


def test_fits_80_columns_in_plain_ascii_words(pontoon):
    outcome = pontoon(
        "simulate", "--players", "stick15,stick16,stick17,mixed,gambler,cautious", *SMALL
    )
    for line in outcome.out.splitlines()[:-1]:
        assert len(line.rstrip()) <= 80
        assert line.replace("─", "-").isascii()
    assert "\x1b" not in outcome.out


def test_a_setting_changed_is_told(pontoon):
    outcome = pontoon("simulate", "--set", "stick_min=16", "--set", "buy_max=1", *SMALL)
    assert "Rules: standard, but stick_min = 16, buy_max = 1." in outcome.out


def test_json_alone_on_stdout_and_complete(pontoon):
    outcome = pontoon("simulate", "--json", "-", *SMALL)
    result = json.loads(outcome.out)
    assert result["schema"] == 3
    wanted = (
        "behaviour package rules seats seed tables deals_per_table deals seconds estimates roles"
        " seat_positions tallies"
    )
    assert set(wanted.split()) <= set(result)
    assert set(result["estimates"]) == {figure.name for figure in GAME_FIGURES}
    for name in ("edge_initial", "edge_action", "net_per_deal", "sd_per_deal"):
        figure = result["estimates"][name]
        assert figure["low"] < figure["value"] < figure["high"]
        assert figure["confidence"] == 0.95
    assert result["estimates"]["edge_shoot"] is None
    everything = result["tallies"]["groups"]["all"]["sums"]
    assert result["estimates"]["edge_initial"]["value"] == pytest.approx(
        everything[3] / everything[1]
    )


@pytest.mark.parametrize("rules", ["standard", "shuffled", "shoot", "old_hoyle"])
def test_parts_add_up_to_the_edge(pontoon, rules):
    outcome = pontoon("simulate", "--rules", rules, "--json", "-", *SMALL)
    result = json.loads(outcome.out)
    edge = result["estimates"]["edge_initial"]["value"]
    for parts in ("kinds", "banker_kinds"):
        assert sum(row["edge"] for row in result[parts]) == pytest.approx(edge, abs=1e-12)
        assert sum(row["share"] for row in result[parts]) == pytest.approx(1)
    assert sum(row["share"] for row in result["first_two"]) == pytest.approx(1)


def test_players_groups_have_the_banker_s_sign(pontoon):
    outcome = pontoon(
        "simulate", "--players", "gambler", "--rules", "shuffled", "--json", "-", *SMALL
    )
    result = json.loads(outcome.out)
    whole = result["estimates"]["edge_initial"]["value"]
    assert whole > 0.1
    assert result["roles"]["player gambler"]["edge_initial"]["value"] == pytest.approx(whole)
    assert result["roles"]["banker draw_below_16"]["edge_initial"]["value"] == pytest.approx(whole)
    assert sum(row["net"] for row in result["seat_rows"]) == 0


@pytest.mark.parametrize(
    "players", ["pub_regular", "counter,mixed,stick15,stick17,gambler,counter"]
)
def test_same_result_for_one_and_two_threads(pontoon, players):
    def result(threads):
        words = ("--players", players, "--deals", "3e5", "--threads", threads, "--json", "-")
        found = json.loads(pontoon("simulate", *words).out)
        del found["seconds"]
        return found

    assert result(1) == result(2)


def test_precision_stops_early_and_says_so(pontoon, tmp_path):
    outcome = pontoon("simulate", "--precision", "2%", "--json", "a.json")
    result = json.loads((tmp_path / "a.json").read_text())
    assert result["stopped"] == "precise"
    assert result["deals"] < 10**7
    assert result["anytime_half_width"] <= 0.02
    assert "(+-2 % was asked for)" in " ".join(outcome.out.split())
    outcome = pontoon("simulate", "--precision", "0.001%", *SMALL)
    assert "The precision of +-0.001 % was not reached" in " ".join(outcome.out.split())


@pytest.mark.parametrize("command", ["simulate", "bank"])
def test_a_run_in_two_parts_is_the_run_in_one(pontoon, tmp_path, command):
    count = "--deals" if command == "simulate" else "--tenures"
    pontoon(command, count, "2e4", "--out", "parts")
    again = pontoon(command, count, "3.5e4", "--out", "parts", "--resume")
    assert again.status == 0, again
    pontoon(command, count, "3.5e4", "--out", "whole")
    forms = [
        json.loads((tmp_path / name / "result.json").read_text()) for name in ("parts", "whole")
    ]
    one, two = (timeless(form) for form in forms)
    assert one == two


def timeless(form):
    """All of a result but how long it took."""
    if isinstance(form, dict):
        return {k: timeless(v) for k, v in form.items() if k not in ("seconds", "command")}
    return [timeless(part) for part in form] if isinstance(form, list) else form


def test_purses_for_other_risks(pontoon, tmp_path):
    words = ("simulate", "--set", "seats=2", "--rules", "shuffled", "--deals", "200k")
    outcome = pontoon(*words, "--ruin", "0.1%,30%", "--json", str(tmp_path / "result.json"))
    text = " ".join(outcome.out.split())
    assert "would go broke 30 % of times with" in text and "one time in 1,000 with" in text
    drift = json.loads((tmp_path / "result.json").read_text())["drift"]
    first, second = drift["bankroll"]
    assert (first["risk"], second["risk"]) == (0.3, 0.001)
    assert 0 < first["low"] < first["value"] < first["high"] < second["value"]
    assert drift["n0"]["low"] < drift["n0"]["value"] < drift["n0"]["high"]


@pytest.mark.parametrize("ruin", ["0", "5%,much", "5%,", "100%"])
def test_a_bad_risk_is_refused_in_one_sentence(pontoon, ruin):
    outcome = pontoon("simulate", "--ruin", ruin)
    assert outcome.status == 2
    assert "is not a risk: write one or more like 5%,1%,0.1%" in outcome.err


def test_plot(pontoon, tmp_path):
    outcome = pontoon("simulate", "--plot", "a.png", *SMALL)
    assert outcome.out.endswith("Written: a.png\n")
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    pontoon("simulate", "--plot", "one_table.svg", "--deals", "100")
    assert "<svg" in (tmp_path / "one_table.svg").read_text()


def test_plots_take_and_return_axes():
    from matplotlib.figure import Figure

    from pontoon_sim.game.rules import rules_from
    from pontoon_sim.measure.simulate import simulate
    from pontoon_sim.report.plots import result as plots
    from pontoon_sim.strategies import seats_from

    rules = rules_from("shuffled", seats=2)
    result = simulate(rules, seats_from(rules), deals=5000)
    for draw in (plots.net_distribution, plots.edge_by_kind, plots.edge_by_place):
        ax = Figure().subplots()
        assert draw(ax, result) is ax
        assert ax.get_title() and ax.get_xlabel()
    ax = Figure().subplots()
    curve = plots.Curve("", [(1000, 0.1, float("inf")), (2000, 0.1, 0.05)])
    assert plots.convergence(ax, [curve]) is ax


def test_a_short_run_has_a_course_too():
    from pontoon_sim.game.rules import rules_from
    from pontoon_sim.measure.arms import Arms
    from pontoon_sim.runs.driver import Until
    from pontoon_sim.runs.trial import Arm, Trial
    from pontoon_sim.strategies import seats_from

    rules = rules_from("standard", seats=2)
    trial = Trial((Arm("", rules, seats_from(rules)),))
    played = Arms(trial, Until(100_000), [None]).play()
    deals = [point.deals for point in played.course.points]
    assert len(deals) >= 20 and deals == sorted(deals) and deals[-1] == 100_000
    assert all(point.ses[0] > 0 for point in played.course.points)


def test_no_title_is_cut_off(pontoon, tmp_path):
    """Every text of a picture lies on it, whatever the answer: here one that takes two lines."""
    from matplotlib.text import Text

    from pontoon_sim.game.rules import rules_from
    from pontoon_sim.measure.simulate import simulate
    from pontoon_sim.report.plots.result import picture
    from pontoon_sim.strategies import seats_from

    for rules, players in (
        ("shuffled", "pub_regular,stick15,gambler,mixed"),
        ("shoot", "shoot_regular"),
    ):
        chosen = rules_from(rules, seats=4)
        figure = picture(simulate(chosen, seats_from(chosen, players), deals=4_000))
        figure.draw_without_rendering()
        ticks = {
            label for ax in figure.axes for label in (*ax.get_xticklabels(), *ax.get_yticklabels())
        }
        for text in figure.findobj(Text):
            if text.get_text() and text.get_visible() and text not in ticks:
                box, whole = text.get_window_extent(), figure.bbox
                assert box.x0 >= -1 and box.x1 <= whole.x1 + 1, text.get_text()
                assert box.y0 >= -1 and box.y1 <= whole.y1 + 1, text.get_text()


def test_a_device_is_written_to_not_replaced(pontoon):
    assert pontoon("simulate", "--json", "/dev/null", *SMALL).status == 0
    from pathlib import Path

    assert not Path("/dev/null").is_file()


@pytest.mark.slow
@pytest.mark.parametrize("command", ["simulate", "bank"])
def test_ctrl_c_keeps_what_was_played(pontoon, tmp_path, command):
    deals = "--deals" if command == "simulate" else "--tenures"
    assert pontoon(command, deals, 1000).status == 0  # compiled, which a child need not wait for
    with children.pontoon(command, deals, "9e9", "--json", "kept.json", cwd=tmp_path) as run:
        children.wait_until_played(run, 4)
        out, err = children.pressed(run)
    assert run.returncode == 130
    assert "Traceback" not in err and "Stopped by Ctrl-C" in err
    kept = json.loads((tmp_path / "kept.json").read_text())
    if command == "simulate":
        assert "To go on:" in err and err.endswith("--seed 1 --resume\n")
        assert kept["stopped"] == "interrupted"
        assert "The banker's result" in out
    else:
        assert "of 9,000,000,000 tenures" in err
        assert kept["banks"][0]["stopped"] == "interrupted"
        assert kept["banks"][0]["tenures"] > 0
    played = kept if command == "simulate" else kept["banks"][0]
    all_played = played["deals" if command == "simulate" else "tenures"]  # nothing is left
    words = (command, deals, all_played, "--json", "again.json", "--resume")
    with children.pontoon(*words, cwd=tmp_path) as again:
        _, err = again.communicate(timeout=children.PATIENCE)
    assert again.returncode == 0, err
    form = json.loads((tmp_path / "again.json").read_text())
    form = form if command == "simulate" else form["banks"][0]
    for name in ("tallies",) if command == "simulate" else ("lengths", "net_bins"):
        assert form[name] == played[name]
