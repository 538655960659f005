"""Declared parameters: what a file may say, what it plays with, and its faults in one sentence."""

from __future__ import annotations

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies import View, load
from pontoon_sim.strategies.library import with_parameters
from pontoon_sim.tuning.provenance import rewritten

TABLE = """
role = "player"
summary = "Buys below one total, sticks from another {braces stay}."
why = "To be searched."
weakness = "Unknown."
[parameters]
stick = { default = 16, low = 15, high = 19 }
buy = { default = 8, low = 4, high = 16 }
share = { default = 20, low = 0, high = 100, step = 10 }
[stake]
A = "{share}%"
default = "min"
[turn]
hard = { "4..buy-1" = "2T", "buy..stick-1" = "T", "stick..21" = "S" }
soft = { 12-17 = "T", 18-21 = "S" }
"""

FUNCTION = '''"""Sticks on a total.

Why: To be searched.

Weakness: Unknown.

Source: An example.
"""

from pontoon_sim.strategies import STICK, TWIST, parameter, player_strategy

STICK_AT = parameter(16, low=15, high=20, why="least total to stick on")


@player_strategy(own_cards_only=True)
def turn(view):
    return STICK if view.total >= STICK_AT and view.can_stick else TWIST
'''


@pytest.fixture
def table(tmp_path):
    path = tmp_path / "limits.toml"
    path.write_text(TABLE)
    return path


@pytest.fixture
def function(tmp_path):
    path = tmp_path / "limits.py"
    path.write_text(FUNCTION)
    return path


def test_a_table_plays_with_its_defaults_and_with_other_values(table):
    strategy = load(table)
    assert {name: one.value for name, one in strategy.parameters.items()} == {
        "stick": 16,
        "buy": 8,
        "share": 20,
    }
    assert strategy.table.cells[2, False, False, 7] == "2T"
    assert strategy.table.cells[2, False, False, 16] == "S"
    assert str(strategy.table.stakes[0]) == "20%"
    other = with_parameters(strategy, {"stick": 18, "buy": 4, "share": 0})
    assert other.table.cells[2, False, False, 4] == "T"  # "4..3" is empty
    assert other.table.cells[2, False, False, 17] == "T"
    assert other != strategy and other.name == strategy.name


def test_a_python_file_plays_with_its_default_and_with_another_value(function):
    strategy = load(function)
    view = View(cards=2, total=16, hard=16, can_stick=1, can_twist=1)
    assert strategy.answer("turn", view) == 0
    other = with_parameters(strategy, {"STICK_AT": 17})
    assert other.answer("turn", view) == -1
    assert strategy.answer("turn", view) == 0


def test_compiled_each_value_has_code_of_its_own(function):
    import numpy as np

    from pontoon_sim.kernel.layout import VIEW
    from pontoon_sim.strategies.compiled import call_compiled

    views = np.zeros(1, VIEW)
    views["total"], views["can_stick"], views["can_twist"] = 16, 1, 1
    strategy = load(function)
    other = with_parameters(strategy, {"STICK_AT": 17})
    assert [call_compiled(s, "turn", views, Rules())[0] for s in (strategy, other)] == [0, -1]


def test_what_a_file_works_out_of_a_parameter_follows_its_value(function):
    import numpy as np

    from pontoon_sim.kernel.layout import VIEW
    from pontoon_sim.strategies.compiled import call_compiled

    text = FUNCTION.replace("view.total >= STICK_AT", "view.total >= LIMITS[view.soft]")
    text = text.replace("STICK_AT = ", "STICK_AT: int = ")
    function.write_text(
        text.replace("\n\n\n@player", "\nLIMITS = (STICK_AT, STICK_AT + 2)\n\n\n@player")
    )
    strategy = load(function)
    other = with_parameters(strategy, {"STICK_AT": 18})
    for total, soft, answers in ((16, 0, [0, -1]), (18, 1, [0, -1]), (18, 0, [0, 0])):
        view = View(cards=2, total=total, soft=soft, can_stick=1, can_twist=1)
        assert [s.answer("turn", view) for s in (strategy, other)] == answers
        views = np.zeros(1, VIEW)
        views["total"], views["soft"], views["can_stick"], views["can_twist"] = total, soft, 1, 1
        assert [call_compiled(s, "turn", views, Rules())[0] for s in (strategy, other)] == answers


def test_a_strategy_is_the_same_however_its_values_were_put_in(function):
    strategy = load(function)
    other = with_parameters(strategy, {"STICK_AT": 18})
    assert other != strategy
    assert with_parameters(with_parameters(strategy, {"STICK_AT": 17}), {"STICK_AT": 18}) == other
    assert with_parameters(other, {"STICK_AT": 16}) == strategy


def test_a_tuned_python_file_is_the_same_file_with_another_default(function, tmp_path):
    text = rewritten(FUNCTION, {"STICK_AT": 18}, 'told "so"')
    assert text.replace("18", "16") != FUNCTION and "parameter(18, low=15" in text
    path = tmp_path / "again.py"
    path.write_text(text)
    again = load(path)
    assert again.parameters["STICK_AT"].value == 18
    annotated = FUNCTION.replace("STICK_AT = ", "STICK_AT: int = ")
    assert "parameter(18, low=15" in rewritten(annotated, {"STICK_AT": 18}, "so")
    assert again.facts.source == 'told "so"' and again.facts.weakness == "Unknown."
    assert text.splitlines()[-3:] == FUNCTION.splitlines()[-3:]


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("low = 15, high = 19", "low = 19, high = 15", "low = 19 is above high = 15: swap them"),
        ("default = 16, low", "default = 25, low", "default = 25 is not from 15 to 19"),
        ("step = 10", "step = 0", "step = 0 is not possible"),
        ("step = 10", "step = 30", "default = 20 is not from 0 to 100 in steps of 30"),
        ("low = 15", "low = 15.5", "low = 15.5 is no whole number"),
        ("low = 15, ", "", "'low' is missing"),
        ("step = 10", "stepp = 10", "unknown key 'stepp', did you mean 'step'?"),
        ('"stick..21"', '"stik..21"', "no parameter 'stik', did you mean 'stick'?"),
        ('"stick..21"', '"stick*2..21"', "'stick*2..21' is no range"),
        ("{share}", "20", "parameter 'share' is used nowhere"),
    ],
)
def test_faults_of_a_table_s_parameters_are_one_sentence(table, old, new, told):
    table.write_text(TABLE.replace(old, new, 1))
    with pytest.raises(PontoonError, match=r"strategy file .*limits\.toml") as caught:
        load(table)
    assert told in str(caught.value) and "\n" not in str(caught.value)


def test_faults_of_a_python_file_s_parameters_name_the_line(function):
    function.write_text(FUNCTION.replace("low=15, high=20", "low=20, high=15"))
    with pytest.raises(PontoonError, match=r"line 12: parameter: low = 20 is above high = 15"):
        load(function)


def test_a_value_out_of_its_range_is_refused(table):
    with pytest.raises(PontoonError, match="value = 25 is not from 15 to 19"):
        with_parameters(load(table), {"stick": 25})
