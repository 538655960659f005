"""A folder that another person sent: reading it runs nothing of theirs and writes nowhere else."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

BOT = '''"""Twists below 16."""
from pathlib import Path

from pontoon_sim.strategies import STICK, TWIST, player_strategy

with Path(__file__).with_name("ran").open("a") as file:
    file.write("x")


@player_strategy
def turn(view):
    return TWIST if view.total < 16 and view.can_twist else STICK
'''

ASKED = """question = "Who sticks better?"
kind = "compare"
rules = "shuffled"
seats = 2
deals = 2_000
[[arm]]
name = "hers"
players = "hers.py"
[[arm]]
name = "blend"
players = "mix(hers.py:1,stick15:1)"
"""


@pytest.fixture
def played(pontoon, tmp_path):
    """Two shards of an experiment with a Python strategy, and how often its file ran."""
    (tmp_path / "hers.py").write_text(BOT)
    (tmp_path / "asked.toml").write_text(ASKED)
    for tables in ("0:5", "5:10"):
        done = pontoon("run", "asked.toml", "--tables", tables, "--out", f"part{tables[0]}")
        assert done.status == 0, done.err
        assert f"runs Python code: {tmp_path / 'hers.py'}" in done.err
    return lambda: len((tmp_path / "ran").read_text())


def test_report_and_merge_run_no_python_and_follow_no_links(pontoon, tmp_path, played):
    before = played()
    assert before > 0
    figures = json.loads((tmp_path / "part0" / "result.json").read_text())
    (tmp_path / "hers.py").write_text("raise SystemExit('pwned')\n")
    again = pontoon("report", "part0")
    assert again.status == 0, again.err
    now = json.loads((tmp_path / "part0" / "result.json").read_text())
    assert {**now, "command": 0} == {**figures, "command": 0}  # the hashes of what was played, too
    merged = pontoon("merge", "part0", "part5", "--out", "whole")
    assert merged.status == 0, merged.err
    (tmp_path / "hers.py").unlink()
    assert pontoon("report", "whole").status == 0
    assert played() == before

    _what_else_was_changed_is_still_seen(pontoon, tmp_path / "part5" / "experiment.toml")
    _links_are_replaced_and_never_written_through(pontoon, tmp_path)


def _what_else_was_changed_is_still_seen(pontoon, question):
    for old, new in (
        ("stick15:1", "stick16:1"),
        ("hers.py:1", "his.py:1"),
        ("seats = 2", "seats = 3"),
    ):
        text = question.read_text()
        question.write_text(text.replace(old, new))
        outcome = pontoon("report", "part5")
        assert outcome.status == 2 and "experiment.toml is not what was played" in outcome.err
        question.write_text(text)


def _links_are_replaced_and_never_written_through(pontoon, tmp_path):
    hers = tmp_path / "part0"
    mine = tmp_path / "precious"
    mine.write_text("mine")
    for name in ("report.html", "result.json", "results.csv"):
        (hers / name).unlink()
        (hers / name).symlink_to(mine)
    assert pontoon("report", "part0").status == 0
    assert mine.read_text() == "mine"
    assert not any((hers / name).is_symlink() for name in ("report.html", "result.json"))
    shutil.rmtree(hers / "plots")
    (hers / "plots").symlink_to(tmp_path)
    outcome = pontoon("report", "part0")
    assert outcome.status == 2 and "is a link" in outcome.err
    assert not list(Path(tmp_path).glob("*.png"))
