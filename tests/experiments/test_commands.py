"""`pontoon run`, `compare` and `sweep` as commands: what they ask to be played; and bad input, one
line on stderr and exit status 2 with nothing written."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from pontoon_sim.engine.tallies import Group
from pontoon_sim.experiments import play
from pontoon_sim.experiments.setup import setup_of

MINE = """question = "Is it better to stick on 16?"
kind = "compare"
rules = "shuffled"
seats = 2
deals = 2_000
[[arm]]
name = "15"
players = "stick15"
[[arm]]
name = "16"
players = "stick16"
"""


@pytest.fixture
def asked(monkeypatch):
    """What the commands ask to be played; nothing is."""
    calls = []

    def run_experiment(job, plan, **flags):
        calls.append((job.experiment, {**vars(plan), **flags}))
        raise KeyboardInterrupt

    monkeypatch.setattr(play, "run_experiment", run_experiment)
    return calls


def refused(outcome: Any, said: str, folder: Path, files=()) -> None:
    assert outcome.status == 2, outcome
    assert outcome.out == ""
    assert outcome.err.startswith("pontoon: ") and outcome.err.count("\n") == 1, outcome.err
    assert said in outcome.err
    assert sorted(path.name for path in folder.iterdir()) == sorted(files)


# --- what is asked --------------------------------------------------------------------------------


def test_run_passes_its_flags(pontoon, asked, tmp_path):
    (tmp_path / "mine.toml").write_text(MINE)
    words = "--deals 4e4 --precision 0.5% --budget 2m --seed 7 --threads 1 --out here --tables 2:9"
    pontoon("run", "mine.toml", *words.split())
    ((experiment, flags),) = asked
    assert experiment.question == "Is it better to stick on 16?"
    assert {key: flags[key] for key in flags if key not in ("command", "on_progress")} == {
        "deals": 40_000,
        "precision": 0.005,
        "budget": 120.0,
        "seed": 7,
        "workers": 1,
        "out": "here",
        "tables": (2, 9),
        "resume": False,
        "extend": None,
    }


def test_the_command_said_plays_the_same(pontoon, asked, tmp_path):
    (tmp_path / "mine.toml").write_text(MINE)
    pontoon("run", "mine.toml", "--deals", "4e4", "--precision", "0.1234567%", "--out", "here")
    said = asked[0][1]["command"]
    assert said.startswith("pontoon run") and "--out" not in said
    pontoon(*said.split()[1:])
    assert asked[1][0] == asked[0][0]
    assert {**asked[1][1], "out": 0, "on_progress": 0} == {
        **asked[0][1],
        "out": 0,
        "on_progress": 0,
    }


def test_compare_from_flags_is_the_experiment_of_the_file(pontoon, asked, tmp_path):
    (tmp_path / "mine.toml").write_text(MINE)
    pontoon("run", "mine.toml")
    words = ["--rules", "shuffled", "--seats", 2, "--deals", 2000]
    pontoon("compare", *words, "--arm", "15: players=stick15", "--arm", "16: players=stick16")
    (file, _), (flags, given) = asked
    assert setup_of(flags) == setup_of(file)
    assert given["deals"] == file.deals and flags.paired


def test_compare_takes_a_strategy_as_an_arm_and_the_base(pontoon, asked):
    words = "--arm standard: --arm stick15 --over seats=2:3 --independent --deals-per-table 50"
    pontoon("compare", *words.split(), "--arm", "x: stick_min=16 of='position 0'", "--seed", 3)
    experiment = asked[0][0]
    setup = setup_of(experiment)
    assert [arm.name for arm in setup.arms[:3]] == [
        "seats 2: standard",
        "seats 2: stick15",
        "seats 2: x",
    ]
    assert [arm.seats[0].player.name for arm in setup.arms[:3]] == [
        "pub_regular",
        "stick15",
        "pub_regular",
    ]
    assert setup.arms[2].rules.stick_min == 16 and setup.arms[2].of == Group("player", position=0)
    assert not experiment.paired and experiment.deals_per_table == 50


def test_sweep_makes_a_grid(pontoon, asked):
    words = "--over seats=2:4 --over banker=draw_below_15,draw_below_16 --set stick_min=16"
    pontoon("sweep", *words.split())
    setup = setup_of(asked[0][0])
    assert [axis.name for axis in setup.axes] == ["seats", "banker"]
    assert setup.axes[0].values == ("2", "3", "4")
    assert len(setup.arms) == 6 and setup.arms[0].rules.stick_min == 16


def test_going_on_needs_only_the_folder(pontoon, asked, tmp_path):
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "experiment.toml").write_text(MINE)
    pontoon("run", "--resume", "--out", "here")
    pontoon("run", "--extend", "1e4", "--out", "here")
    assert [flags["resume"] for _, flags in asked] == [True, False]
    assert [flags["extend"] for _, flags in asked] == [None, 10_000]
    assert {flags["command"] for _, flags in asked} == {"pontoon run here/experiment.toml"}


def test_ctrl_c_before_anything_is_told(pontoon, asked):
    outcome = pontoon("run", "stick_15_vs_16")
    assert outcome.status == 130 and "before any deals" in outcome.err


def test_list_tells_names_and_questions(pontoon):
    outcome = pontoon("run", "--list")
    assert outcome.status == 0
    assert "seat_position      Does it matter where one sits?" in outcome.out


# --- planned and played ---------------------------------------------------------------------------


def test_a_plan_says_how_many_deals_a_precision_needs(pontoon, tmp_path):
    (tmp_path / "mine.toml").write_text(MINE)
    loose = pontoon("run", "mine.toml", "--plan", "--precision", "0.03%", "--json", "loose.json")
    tight = pontoon("run", "mine.toml", "--plan", "--precision", "0.015%", "--json", "tight.json")
    assert loose.status == tight.status == 0
    assert loose.out.startswith("To know every difference to +-0.03 % of the stakes, about ")
    deals = [json.loads((tmp_path / f"{name}.json").read_text()) for name in ("loose", "tight")]
    # Half the width is about four times the deals; the anytime-valid interval is wide at first.
    assert 3 < deals[1]["deals"] / deals[0]["deals"] < 5
    assert deals[1]["anytime_half_width"] <= 0.00015


@pytest.mark.parametrize("kind", ["run", "compare", "sweep"])
def test_commands_play(pontoon, tmp_path, kind):
    (tmp_path / "mine.toml").write_text(MINE)
    words = {
        "run": ["mine.toml"],
        "compare": ["--arm", "stick15", "--arm", "stick16"],
        "sweep": ["--over", "seats=2,3"],
    }[kind]
    outcome = pontoon(kind, *words, "--deals", 2000, "--out", "here", "--json", "x.json")
    assert outcome.status == 0, outcome
    assert (tmp_path / "here" / "checkpoint.json").exists() and (tmp_path / "x.json").exists()
    again = pontoon("run", "here/experiment.toml", "--json", "again.json")
    assert again.status == 0


# --- bad input ------------------------------------------------------------------------------------

BAD_FILES = {
    MINE.replace("players", "playrs"): "[[arm]] 1 ('15'): unknown key 'playrs'",
    MINE.replace('players = "stick15"', ""): "[[arm]] 1 ('15') has no players",
    MINE.replace("deals = 2_000", "precision = 0"): "precision = 0 is not possible",
    'question = "q"\nkind = "sweep"\n[[over]]\nwhat = "stik_min"\nvalues = [1, 2]': (
        '[[over]] 1: what = "stik_min" is nothing to go over'
    ),
}


@pytest.mark.parametrize(("text", "said"), BAD_FILES.items(), ids=range(len(BAD_FILES)))
@pytest.mark.parametrize("more", [[], ["--plan"]])
def test_bad_files(pontoon, tmp_path, text, said, more):
    (tmp_path / "bad.toml").write_text(text)
    outcome = pontoon("run", "bad.toml", "--json", "x.json", *(more or ["--out", "here"]))
    refused(outcome, f"experiment file 'bad.toml': {said}", tmp_path, ["bad.toml"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("run", "'pontoon run --list' lists them"),
        ("run --resume", "'pontoon run --list' lists them"),
        ("run baker_edge", "did you mean 'banker_edge'?"),
        ("run buy_rules --precision 0", "not a share"),
        ("run buy_rules --budget 0", "no time: write one like 90s"),
        ("run buy_rules --budget soon", "no time: write one like 90s"),
        ("run buy_rules --deals 0", "too small"),
        ("run buy_rules --tables 5", "no range of tables"),
        ("run buy_rules --tables 5:5", "holds no table"),
        ("run buy_rules --tables 0:5", "add --out DIR"),
        ("run buy_rules --resume", "no run like this one waits"),
        ("run buy_rules --extend 5", "add --out DIR"),
        ("run --resume --out none", "'none' holds no run"),
        ("run buy_rules --plan --out x", "leave out --out"),
        ("run buy_rules --plan --budget 5", "leave out --budget"),
        ("run buy_rules --json /nonexistent/x", "cannot be written"),
        ("run bank_value --precision 1%", "say how many tenures"),
        ("compare", "pontoon compare: --arm is missing"),
        (
            "compare --arm stick15",
            "pontoon compare: --arm is given once",
        ),
        ("compare --arm stick15 --arm stick15", '--arm 2: name = "stick15" is given twice'),
        ("compare --arm stick15 --arm stik16", "did you mean 'stick16'?"),
        ("compare --arm stick15 --arm x:seats", "'seats' is not key=value"),
        ("compare --arm stick15 --arm x:seats=many", 'seats = "many" is not possible'),
        (
            "compare --arm stick15 --arm x:stik_min=16",
            "'stik_min', did you mean 'stick_min'?",
        ),
        (
            "compare --arm a: --arm b:",
            "--arm 'b' changes nothing: write what it changes",
        ),
        ("sweep", "pontoon sweep: --over is missing"),
        ("sweep --over seats=2-8", "write a range as seats=2:8"),
        ("compare --arm stick15 --arm x:deals=5", "belongs to the whole experiment: write --deals"),
        ("sweep --over seats", "--over seats: write what and its values"),
        ("sweep --over seats=4:2", "the second number must be larger"),
        ("sweep --over seats=2,,3", "a value is missing between two commas"),
        ("sweep --over stik_min=1,2", "did you mean 'stick_min'?"),
        ("sweep --over seats=2:3 --seats 4", "seats is set both here and in --over 'seats'"),
    ],
)
def test_bad_flags(pontoon, tmp_path, words, said):
    refused(pontoon(*words.split()), said, tmp_path)
