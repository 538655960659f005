"""Experiment files: what is shipped is right, what is written loads back, faults are sentences."""

from __future__ import annotations

import json
import math
import subprocess
import sys
import tomllib
from pathlib import Path

import jsonschema
import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import MOST_SEED
from pontoon_sim.engine.tallies import WHOLE_TABLE, Group
from pontoon_sim.experiments.checks import KINDS
from pontoon_sim.experiments.model import Experiment
from pontoon_sim.experiments.reading import (
    experiment_of,
    load_experiment,
    shipped_experiments,
)
from pontoon_sim.experiments.schema import schema_text
from pontoon_sim.experiments.setup import setup_of

ROOT = Path(__file__).parents[2]
ASKED_FOR = {
    "banker_edge",
    "stick_15_vs_16",
    "stick_totals",
    "seat_position",
    "reshuffle_effect",
    "split_rules",
    "buy_rules",
    "shoot_outcomes",
    "bank_value",
    "variance_and_ruin",
}

COMPARE = """question = "q"
kind = "compare"
banker = "draw_below_16"
[[arm]]
name = "a"
players = "stick15"
[[arm]]
name = "b"
players = "stick16"
"""


def loaded(tmp_path: Path, text: str) -> Experiment:
    (tmp_path / "x.toml").write_text(text)
    return load_experiment(tmp_path / "x.toml")


# --- what is shipped ------------------------------------------------------------------------------


def test_all_that_were_asked_for_are_shipped():
    assert set(shipped_experiments()) >= ASKED_FOR


@pytest.mark.parametrize("name", shipped_experiments())
def test_every_shipped_experiment_sets_up(name):
    experiment = load_experiment(name)
    setup = setup_of(experiment)
    names = [arm.name for arm in setup.arms]
    assert len(set(names)) == len(names) == len(setup.references)
    assert experiment.question.endswith("?")
    assert shipped_experiments()[name].read_text("utf-8").startswith("#:schema ./schema.json\n#")


@pytest.mark.parametrize("name", shipped_experiments())
def test_every_shipped_experiment_is_written_and_read_to_an_equal_one(name, tmp_path):
    experiment = load_experiment(name)
    assert loaded(tmp_path, experiment.to_toml()) == experiment


@pytest.mark.parametrize("name", shipped_experiments())
def test_every_shipped_experiment_keeps_the_schema(name):
    said = tomllib.loads(shipped_experiments()[name].read_text("utf-8"))
    jsonschema.validate(said, json.loads(schema_text()), jsonschema.Draft7Validator)


def test_the_schema_in_the_repository_is_that_of_the_model():
    assert (ROOT / "experiments" / "schema.json").read_text("utf-8") == schema_text(), "make schema"


def test_the_schema_tells_about_every_key():
    schema = json.loads(schema_text())
    parts = [schema, *schema["definitions"].values()]
    for properties in [part["properties"] for part in parts]:
        for key, told in properties.items():
            assert told.get("description"), key
            for setting, setting_told in told.get("properties", {}).items():
                assert setting_told["description"], setting


@pytest.mark.parametrize("kind", KINDS)
def test_the_schema_refuses_what_the_kind_does_not_know(kind):
    check = jsonschema.Draft7Validator(json.loads(schema_text()))
    needs = {"arm": [{"name": "a"}, {"name": "b"}], "variant": [{"name": "a"}, {"name": "b"}]}
    needs["over"] = [{"what": "seats", "values": [2, 3]}]
    others = {"deals": 1, "precision": "1%", "deals_per_table": 5, "of": "all", "tenures": 2}
    every = {**needs, **others, "paired": True}
    known = {key: value for key, value in every.items() if key in KINDS[kind]}
    base = {"question": "q", "kind": kind}
    assert check.is_valid({**base, **known})
    for key in every.keys() - known.keys():
        assert not check.is_valid({**base, **known, key: every[key]}), key
    assert not check.is_valid({**base, **known, "playrs": "stick15"})


def test_listing_experiments_imports_no_numpy():
    code = (
        "import sys; from pontoon_sim.experiments.reading import *;"
        "[load_experiment(name) for name in shipped_experiments()];"
        "print([m for m in ('numpy', 'numba') if m in sys.modules])"
    )
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert found.stdout.strip() == "[]"


# --- what keys mean -------------------------------------------------------------------------------


def test_numbers_and_shares_as_people_write_them(tmp_path):
    text = 'question = "q"\nkind = "measure"\ndeals = 2e6\nprecision = "0.1%"\n'
    experiment = loaded(tmp_path, text)
    assert experiment.deals == 2_000_000 and isinstance(experiment.deals, int)
    assert math.isclose(experiment.precision, 0.001)
    assert loaded(tmp_path, text.replace('"0.1%"', "0.001")) == experiment


def test_paths_are_seen_from_the_file(tmp_path, monkeypatch):
    (tmp_path / "mine").mkdir()
    player = (ROOT / "strategies" / "stick17.toml").read_text("utf-8")
    (tmp_path / "mine" / "my_player.toml").write_text(player.replace("stick17", "my_player"))
    (tmp_path / "mine" / "my_rules.toml").write_text("seats = 3\nstick_min = 16\n")
    text = """question = "q"
kind = "sweep"
rules = "my_rules.toml"
[[over]]
what = "players"
values = ["my_player.toml", "stick15", "./my_player.toml,stick15,stick16"]
"""
    (tmp_path / "mine" / "x.toml").write_text(text)
    monkeypatch.chdir(tmp_path)
    experiment = load_experiment("mine/x.toml")
    assert experiment.name == "x" and "mine/x.toml" in experiment.place
    setup = setup_of(experiment)
    assert setup.axes[0].values == ("my_player", "stick15", "my_player,stick15,stick16")
    assert setup.arms[0].rules.stick_min == 16 and setup.arms[0].rules.seats == 3
    assert [seat.player.name for seat in setup.arms[2].seats] == ["my_player", "stick15", "stick16"]
    (tmp_path / "elsewhere").mkdir()
    again = loaded(tmp_path / "elsewhere", experiment.to_toml())
    assert again == experiment and setup_of(again) == setup


def test_text_of_every_kind_comes_back(tmp_path):
    said = {
        "question": 'Is "this" \\ a\nquestion? é\x7f\t',
        "kind": "measure",
        "seed": MOST_SEED,
        "set": {"buy_certain_trick": False, "stick_min": 16, "split": "aces"},
    }
    experiment = experiment_of(said)
    assert loaded(tmp_path, experiment.to_toml()) == experiment


def test_compare_is_with_the_first_arm(tmp_path):
    setup = setup_of(loaded(tmp_path, COMPARE))
    assert [arm.name for arm in setup.arms] == ["a", "b"]
    assert setup.references == (None, 0) and setup.axes == () and setup.cells == ()


def test_compare_over_values_is_with_the_first_arm_of_each(tmp_path):
    text = COMPARE.replace('banker = "draw_below_16"\n', "")
    over = '[[over]]\nwhat = "banker"\nvalues = ["draw_below_15", "draw_below_17"]\n'
    setup = setup_of(loaded(tmp_path, text + over))
    assert [arm.name for arm in setup.arms] == [
        "banker draw_below_15: a",
        "banker draw_below_15: b",
        "banker draw_below_17: a",
        "banker draw_below_17: b",
    ]
    assert setup.references == (None, 0, None, 2)
    assert setup.cells == ((0,), (0,), (1,), (1,))
    assert [arm.seats[0].banker.name[-2:] for arm in setup.arms] == ["15", "15", "17", "17"]
    assert [arm.seats[0].player.name[-2:] for arm in setup.arms] == ["15", "16", "15", "16"]


def test_sweep_of_two_is_a_grid(tmp_path):
    text = """question = "q"
kind = "sweep"
rules = "stick16"
[[over]]
what = "seats"
values = [2, 4]
[[over]]
what = "stick_min"
values = [15, 17, 0]
"""
    setup = setup_of(loaded(tmp_path, text))
    played = [(arm.rules.seats, arm.rules.stick_min) for arm in setup.arms]
    assert played == [(2, 15), (2, 17), (2, 0), (4, 15), (4, 17), (4, 0)]
    assert setup.cells == ((0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2))
    assert setup.references == (None,) * 6
    assert [axis.name for axis in setup.axes] == ["seats", "stick_min"]
    assert setup.arms[1].name == "seats 2, stick_min 17"


def test_ladder_is_base_each_alone_and_all_together(tmp_path):
    text = """question = "q"
kind = "ladder"
[[variant]]
name = "late"
set = { stick_min = 16 }
[[variant]]
name = "two packs"
set = { packs = 2 }
"""
    setup = setup_of(loaded(tmp_path, text))
    assert [arm.name for arm in setup.arms] == ["base", "late", "two packs", "all together"]
    played = [(arm.rules.stick_min, arm.rules.packs) for arm in setup.arms]
    assert played == [(15, 1), (16, 1), (15, 2), (16, 2)]
    assert setup.references == (None, 0, 0, 0)


def test_an_arm_changes_the_base_and_nothing_else(tmp_path):
    text = """question = "q"
kind = "compare"
rules = "shuffled"
seats = 4
players = "stick15"
[set]
stick_min = 14
[[arm]]
name = "base"
[[arm]]
name = "changed"
rules = "standard"
set = { trick_pays = 3 }
of = "position 0"
"""
    base, changed = setup_of(loaded(tmp_path, text)).arms
    assert base.rules.changed == {
        "seats": 4,
        "stick_min": 14,
        "reshuffle": "every_deal",
        "bank_passes": "never",
    }
    assert changed.rules.changed == {"seats": 4, "stick_min": 14, "trick_pays": 3}
    assert (base.of, changed.of) == (WHOLE_TABLE, Group("player", position=0))


# --- faults ---------------------------------------------------------------------------------------

HEAD = 'question = "q"\n'
MEASURE = HEAD + 'kind = "measure"\n'
SWEEP = HEAD + 'kind = "sweep"\n'
LADDER = HEAD + 'kind = "ladder"\n'
OVER = '[[over]]\nwhat = "seats"\nvalues = [2, 3]\n'

FAULTS = {
    "": "is empty",
    "question = ": "is not valid TOML",
    'kind = "measure"': "'question' is missing",
    HEAD: "'kind' is missing",
    HEAD + 'kind = "comapre"': "did you mean 'compare'?",
    MEASURE + 'playrs = "stick15"': "unknown key 'playrs', did you mean 'players'?",
    MEASURE + "deals = 1.5": "deals = 1.5 is not possible: write a whole number",
    MEASURE + "deals = 0": "deals = 0 is not possible: take at least 1",
    MEASURE + "deals = inf": "deals = inf is not possible",
    MEASURE + 'deals = "many"': 'deals = "many" is not possible',
    MEASURE + "deals = 1e14": "take at most 10,000,000,000,000",
    MEASURE + "deals = true": "deals = true is not possible",
    MEASURE + "precision = 0": "precision = 0 is not possible: write a share above 0",
    MEASURE + 'precision = "0%"': 'precision = "0%" is not possible',
    MEASURE + "precision = nan": "precision = nan is not possible",
    MEASURE + "precision = 1": "precision = 1 is not possible",
    MEASURE + "confidence = 95": "confidence = 95 is not possible",
    MEASURE + "seed = -1": "seed = -1 is not possible: take at least 0",
    MEASURE + "seats = 13": "seats = 13 is not possible: take at most 12",
    MEASURE + "seats = 9": "too many for one pack",
    MEASURE + "rules = 4": "rules = 4 is not possible: write text in quotes",
    MEASURE + 'rules = "standrad"': "did you mean 'standard'?",
    MEASURE + 'rules = "none.toml"': "none.toml' does not exist",
    MEASURE + 'players = "gambelr"': "did you mean 'gambler'?",
    MEASURE + 'players = "draw_below_16"': "is a banker strategy and cannot play",
    MEASURE + 'players = "stick15,stick16"': "players names 2 strategies for 6 seats",
    MEASURE + 'of = "position 9"': 'of = "position 9" is nobody at that table',
    MEASURE
    + "[set]\nstik_min = 16": "unknown setting 'stik_min' in set, did you mean 'stick_min'?",
    MEASURE + "[set]\nstick_min = 99": "stick_min = 99 is not possible",
    MEASURE + "[set]\nstick_min = 1.5": "set.stick_min = 1.5 is not possible",
    MEASURE + "[set]\ndeals = 5": "set.deals is no setting of the rules: write deals above",
    MEASURE + "seats = 4\n[set]\nseats = 5": "seats is given twice",
    MEASURE + '[[arm]]\nname = "a"': '[[arm]] means nothing where kind = "measure"',
    MEASURE + OVER: '[[over]] means nothing where kind = "measure"',
    MEASURE + "tenures = 5": 'tenures means nothing where kind = "measure"',
    MEASURE + "paired = true": "paired means nothing",
    HEAD + 'kind = "compare"': "[[arm]] is missing",
    COMPARE[: COMPARE.rindex("[[arm]]")]: "[[arm]] is given once",
    COMPARE.replace('players = "stick15"\n', ""): "[[arm]] 1 ('a') has no players",
    COMPARE.replace('players = "stick16"\n', ""): "[[arm]] 2 ('b') has no players",
    COMPARE.replace("\nkind", '\nplayers = "stick17"\nkind'): "players: every arm names its own",
    COMPARE.replace("\nkind", '\nplayers = "stick15"\nkind').replace(
        'players = "stick16"\n', ""
    ): "[[arm]] 2 ('b') changes nothing",
    COMPARE.replace("stick16", "stick15"): "plays the same as arm 'a'",
    COMPARE.replace('"b"', '"a"'): '[[arm]] 2: name = "a" is given twice',
    COMPARE.replace('name = "b"\n', ""): "[[arm]] 2: 'name' is missing",
    COMPARE
    + 'plyers = "stick15"': "[[arm]] 2 ('b'): unknown key 'plyers', did you mean 'players'?",
    COMPARE + "deals = 5": "[[arm]] 2 ('b'): 'deals' belongs to the whole experiment",
    COMPARE + "buy_max = 0": "'buy_max' is a setting of the rules: write set = { buy_max = ... }",
    MEASURE + "buy_max = 0": "'buy_max' is a setting of the rules: write below [set]",
    COMPARE + "set = { stik_min = 16 }": "[[arm]] 2 ('b'): unknown setting 'stik_min'",
    COMPARE + "set = { stick_min = 99 }": "arm 'b': rules 'standard': stick_min = 99",
    COMPARE + OVER * 2: "[[over]] is given twice",
    COMPARE + '[[over]]\nwhat = "banker"\nvalues = ["draw_below_15", "draw_below_16"]': (
        "banker is set both here and in [[over]] 1"
    ),
    COMPARE + "seats = 2\n" + OVER: "[[arm]] 2 ('b'): seats is set both here and in [[over]] 1",
    HEAD + 'kind = "compare"\n[arm]\nname = "a"': "one [[arm]] for each",
    HEAD + 'kind = "compare"\npaired = 1': "paired = 1 is not possible: write true or false",
    SWEEP: "[[over]] is missing",
    SWEEP + OVER * 3: "[[over]] is given 3 times",
    SWEEP + OVER * 2: '[[over]] 2: what = "seats" is given twice',
    SWEEP + OVER.replace("seats", "stik_min"): "did you mean 'stick_min'?",
    SWEEP + OVER.replace("what", "waht"): "[[over]] 1: unknown key 'waht', did you mean 'what'?",
    SWEEP + OVER.replace("[2, 3]", "[2]"): "values = [2] is not possible: name two values",
    SWEEP + OVER.replace("[2, 3]", "[2, 2]"): "values name 2 twice",
    SWEEP + OVER.replace("[2, 3]", '[2, "3"]'): "write whole numbers without quotes",
    SWEEP + OVER.replace("[2, 3]", "[2, 9]"): "arm 'seats 9': rules 'standard': seats = 9",
    SWEEP + OVER.replace("seats", "players"): "values hold 2: write names in quotes",
    SWEEP + OVER.replace("seats", "split"): "split = 2 is not possible",
    SWEEP + "seats = 4\n" + OVER: "seats is set both here and in [[over]] 1",
    SWEEP + "[set]\nseats = 4\n" + OVER: "seats is set both here and in [[over]] 1",
    SWEEP
    + '[[over]]\nwhat = "rotate_every"\nvalues = ['
    + ",".join(map(str, range(1, 402)))
    + "]": ("makes 401 arms"),
    LADDER: "[[variant]] is missing",
    LADDER
    + '[[variant]]\nname = "a"\n[[variant]]\nname = "b"': "[[variant]] 1 ('a') changes nothing",
    LADDER + '[[variant]]\nname = "a"\nseats = 4\n[[variant]]\nname = "b"\nseats = 5\n': (
        "seats is changed by variant 'a' too"
    ),
    LADDER + '[[variant]]\nname = "base"\nseats = 4\n[[variant]]\nname = "b"\nset.packs = 2\n': (
        'name = "base" is taken'
    ),
    HEAD + 'kind = "shoot"': 'kind = "shoot" needs shoot bets',
    HEAD + 'kind = "bank value"\nrules = "shuffled"': "the bank never passes",
    HEAD + 'kind = "bank value"\ndeals = 5': "deals means nothing",
    HEAD + 'kind = "bank value"\ntenures = 1': "tenures = 1 is not possible: take at least 2",
    HEAD + 'kind = "bank value"\n' + OVER.replace("seats", "of"): "is nothing to go over",
}


@pytest.mark.parametrize(("text", "said"), FAULTS.items(), ids=range(len(FAULTS)))
def test_a_fault_is_one_sentence_with_the_file_and_the_key(text, said, tmp_path):
    with pytest.raises(PontoonError) as fault:
        setup_of(loaded(tmp_path, text))
    sentence = str(fault.value)
    assert said in sentence
    assert "\n" not in sentence
    assert str(tmp_path / "x.toml") in sentence


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("baker_edge", "did you mean 'banker_edge'?"),
        ("qqq", "take one of bank_value, banker_edge"),
        ("none.toml", "experiment file 'none.toml' does not exist"),
        (".", "is a folder"),
    ],
)
def test_an_experiment_that_is_not_there(name, said, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(PontoonError, match=said.replace("?", r"\?")):
        load_experiment(name)


def test_reading_an_experiment_runs_no_code(tmp_path):
    (tmp_path / "mine.py").write_text("raise SystemExit('it was run')\n")
    experiment = loaded(tmp_path, MEASURE + 'players = "mine.py"')
    assert experiment.players == str(tmp_path / "mine.py")
