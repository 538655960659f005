"""`pontoon tune`: what it writes, how it goes on, and what it refuses."""

from __future__ import annotations

import json

import pytest

from pontoon_sim.game.rules import rules_from
from pontoon_sim.strategies import find, load, seats_from
from pontoon_sim.tuning.folder import Folder
from pontoon_sim.tuning.game import game_of

SHORT = ("--rules", "shuffled", "--seats", 3, "--deals", 200_000, "--fresh", 40_000)


def test_a_run_leaves_a_strategy_a_report_and_a_plot(pontoon, tmp_path):
    done = pontoon("tune", "stick16", *SHORT, "--out", "run")
    assert done.status == 0 and done.out.startswith("stick16 goes from -")
    folder = tmp_path / "run"
    tuned = load(folder / "stick16_tuned.toml", "player")
    assert "pontoon tune stick16" in tuned.facts.source and "behaviour" in tuned.facts.source
    assert pontoon("strategies", "check", folder / "stick16_tuned.toml").status == 0
    result = json.loads((folder / "result.json").read_text())
    assert result["gain"]["low"] > 0
    assert result["gain"]["value"] == pytest.approx(
        result["after"]["value"] - result["before"]["value"]
    )
    assert {one["what"] for one in result["changes"]} >= {"hard 11, two cards"}
    assert (folder / "report.txt").read_text().startswith("stick16 goes from -")
    assert (folder / "curve.png").read_bytes().startswith(b"\x89PNG")


def test_a_stopped_run_keeps_its_last_good_strategy_and_goes_on(pontoon, tmp_path, monkeypatch):
    from pontoon_sim.tuning.rounds import Tuning

    whole = pontoon("tune", "stick16", *SHORT, "--out", "whole")
    assert whole.status == 0
    play = Tuning.round

    def stopped(self, *rest):
        if self.course.rounds:
            raise KeyboardInterrupt
        return play(self, *rest)

    monkeypatch.setattr(Tuning, "round", stopped)
    broken = pontoon("tune", "stick16", *SHORT, "--out", "parts")
    assert broken.status == 130 and "To go on:" in broken.err
    load(tmp_path / "parts" / "stick16_tuned.toml", "player")
    monkeypatch.setattr(Tuning, "round", play)
    assert "holds a run already" in pontoon("tune", "stick16", *SHORT, "--out", "parts").err
    assert pontoon("tune", "stick16", *SHORT, "--out", "parts", "--resume").status == 0
    tables = [load(tmp_path / run / "stick16_tuned.toml").table for run in ("whole", "parts")]
    assert tables[0] == tables[1]


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (("stick16", "--objective", "egde"), "no objective 'egde', did you mean 'edge'?"),
        (("stick16", "--objective", "growth"), "--bankroll is missing for growth"),
        (("stick16", "--bankroll", "5"), "--bankroll is not for edge"),
        (("stick16", "--objective", "ruin", "--bankroll", "9"), "--limit is missing for ruin"),
        (("stick16", "--change", "card"), "'card' is nothing that can be tuned"),
        (("stick16", "--change", "shoots"), "there is no choice of shoots"),
        (("stick16", "--players", "stick15"), "--players does not name 'stick16'"),
        (("stik16",), "unknown strategy 'stik16', did you mean 'stick16'?"),
        (("none.toml",), "strategy file 'none.toml' does not exist"),
    ],
)
def test_bad_input_is_one_plain_line(pontoon, tmp_path, words, told):
    done = pontoon("tune", *words, "--out", "run")
    assert done.status == 2 and done.out == ""
    assert told in done.err and done.err.count("\n") == 1
    assert not (tmp_path / "run").exists()


def test_a_folder_of_another_run_is_left_alone(pontoon, tmp_path):
    rules = rules_from("shuffled")
    game = game_of(rules, seats_from(rules, "stick16"), find("stick16"), seed=2)
    (tmp_path / "run").mkdir()
    Folder("run", game.inputs()).keep({})
    words = ("tune", "stick16", "--rules", "shuffled", "--out", "run")
    checkpoint = tmp_path / "run" / "checkpoint.json"
    whole = checkpoint.read_text()
    assert "holds a run already: go on with --resume" in pontoon(*words).err
    other = pontoon(*words, "--resume")
    assert (
        other.status == 2 and "'run' is of another run: its seed is 2 there and 1 here" in other.err
    )
    for text, told in (
        (whole, "checkpoint.json' is damaged"),  # its state says nothing
        (whole.replace('"seed":2', '"seed":3'), "is damaged (its checksum does not fit)"),
        ("no JSON", "is damaged (its checksum does not fit)"),
    ):
        checkpoint.write_text(text)
        done = pontoon(*words, "--seed", 2, "--resume")
        assert done.status == 2 and told in done.err and done.err.count("\n") == 1
        assert checkpoint.read_text() == text
    checkpoint.rename(tmp_path / "run" / "state.json")
    assert "was written by another version" in pontoon(*words, "--resume").err


def test_a_folder_that_cannot_be_made_is_refused(pontoon, tmp_path):
    (tmp_path / "file").write_text("")
    done = pontoon("tune", "stick16", "--out", "file/run")
    assert done.status == 2 and "cannot be made" in done.err
