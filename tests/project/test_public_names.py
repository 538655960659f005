"""`import pontoon_sim as pt`: what it offers, that it is documented, and that it costs nothing."""

from __future__ import annotations

import ast
import inspect
import subprocess
import sys
from pathlib import Path

import pytest

import pontoon_sim as pt

PACKAGE = Path(pt.__file__).parent


def test_importing_it_loads_nothing():
    code = (
        "import sys, pontoon_sim as pt; pt.__all__; dir(pt)\n"
        "print([name for name in sys.modules if name.startswith(('pontoon_sim.', 'num'))])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=PACKAGE.parent,
        capture_output=True,
        text=True,
        check=True,
    )
    assert [name for name in ast.literal_eval(done.stdout) if name != "numbers"] == []


@pytest.mark.parametrize("name", pt.__all__)
def test_every_name_is_there_and_documented(name):
    thing = getattr(pt, name)
    assert inspect.getdoc(thing)
    assert name in dir(pt)
    if inspect.isfunction(thing) and thing.__module__.startswith("pontoon_sim.api."):
        assert len(inspect.signature(thing).parameters) <= 8


def test_a_name_that_is_not_there():
    with pytest.raises(AttributeError, match="has no attribute 'simulte'"):
        pt.simulte  # noqa: B018


def test_type_checkers_know_the_same_names():
    stub = ast.parse((PACKAGE / "__init__.pyi").read_text())
    imported = {
        alias.asname for node in stub.body if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }  # fmt: skip
    assert sorted(imported) == pt.__all__


def test_names_and_objects_say_the_same():
    rules = pt.rules_from("shuffled", seats=3)
    by_name = pt.simulate("shuffled", "stick15", deals="20k")
    again = pt.simulate(pt.rules_from("shuffled"), pt.find("stick15"), deals=2e4)
    assert by_name.tallies.as_dict() == again.tallies.as_dict()
    assert pt.simulate(rules, ["stick15", "stick16", "mixed"], deals=600).deals == 600


def test_comparisons_and_sweeps():
    late = pt.arm("late", pt.rules_from("shuffled", stick_min=16), "stick16")
    compared = pt.compare("stick15", pt.find("stick16"), late, rules="shuffled", deals=2e4)
    assert [arm.name for arm in compared.trial.arms] == ["stick15", "stick16", "late"]
    assert [contrast.reference for contrast in compared.contrasts] == [0, 0]
    swept = pt.sweep(over={"seats": range(2, 4), "stick_min": [15, 16]}, deals=2e3)
    assert len(swept.comparison.results) == 4
    rules = pt.rules_from("shuffled", seats=3)
    assert (
        len(pt.sweep({"banker": ["draw_below_15", "unbeaten"]}, rules, deals=2e3).setup.arms) == 2
    )


def test_exact_values():
    value = pt.exact_value(players="stick15", banker="draw_below_16")
    assert -2 < value.net < 0  # chips a deal
    with pytest.raises(pt.PontoonError, match="pontoon simulate"):
        pt.exact_value("standard")


def test_banks_leagues_and_advice():
    assert pt.bank_value("standard", tenures=2_000).net.value > 0
    played = pt.league(["stick15", "stick17"], deals=5e4)
    assert {bot.name for bot in played.bots} == {"stick15", "stick17"} and not played.out
    best = pt.advise("T 8")[0]
    assert (best.action, best.se) == ("stick", None)


def test_tuned_strategies_sit_down():
    tuned = pt.tune("stick16", pt.rules_from("shuffled", seats=2), deals=2e5, fresh=2e4)
    assert tuned.deals == 200_000 and tuned.strategy.name == "stick16_tuned"
    assert pt.simulate("shuffled", tuned.strategy, deals=1e3).deals == 1000


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pt.simulate("standart"), "did you mean 'standard'"),
        (lambda: pt.simulate(players="stick51"), "did you mean 'stick1"),
        (lambda: pt.simulate(players="stick15,,stick16"), "a name is missing"),
        (lambda: pt.simulate(deals="many"), "'many' is not a whole number"),
        (lambda: pt.simulate(deals=0.5), "'0.5' is too small"),
        (lambda: pt.simulate(precision=0.1), "'0.1' would be 10 % of the stakes"),
        (lambda: pt.simulate(seed=-1), "'-1' is too small"),
        (lambda: pt.simulate(players="draw_below_16"), "is a banker strategy"),
        (lambda: pt.run("stick_15_vs_61"), "unknown experiment"),
        (lambda: pt.run("stick_15_vs_16", resume=True, out="nothing"), "holds no run"),
        (lambda: pt.sweep({"setas": [2, 3]}), "setas"),
        (lambda: pt.league(["stick15"]), "name two or more"),
        (lambda: pt.advise("8 8 Z"), "Z"),
        (lambda: pt.tune("unbeaten", banker="draw_below_16"), "nobody at the table plays"),
        (lambda: pt.bank_value("standard", tenures=1), "too small"),
    ],
)
def test_errors_are_sentences_that_name_no_flag(call, words, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(pt.PontoonError) as error:
        call()
    assert words in str(error.value)
    assert "--" not in str(error.value) and "\n" not in str(error.value)
