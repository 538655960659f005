"""What a person gets wrong ends as one plain line on stderr and exit status 2, with nothing played
and nothing written."""

from __future__ import annotations

import pytest

FUNCTION = '''"""A test.

Why: to be refused.

Weakness: it is refused.
"""

from pontoon_sim.strategies import STICK, TWIST, player_strategy


@player_strategy(own_cards_only=True)
def turn(view):
    {body}
'''

TABLE = """role = "player"
summary = "x"
why = "x"
weakness = "x"

[{section}]
hard = {{ 4-15 = "T", 16-21 = "S" }}
soft = {{ 12-15 = "T", 16-21 = "S" }}
"""


def refused(outcome, said, folder, files=()):
    """One line that says `said`; nothing on stdout; no file but `files` in the folder."""
    assert outcome.status == 2, outcome
    assert outcome.out == ""
    assert outcome.err.startswith("pontoon: ") and outcome.err.count("\n") == 1, outcome.err
    assert said in outcome.err
    assert "Traceback" not in outcome.err
    assert sorted(path.name for path in folder.iterdir()) == sorted(files)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("--rules", "standrad"), "did you mean 'standard'?"),
        (("--rules", "./none.toml"), "does not exist"),
        (("--seats", "1"), "take a whole number from 2 to 12 (P1)"),
        (("--seats", "13"), "take a whole number from 2 to 12 (P1)"),
        (("--seats", "9"), "too many for one pack"),
        (("--set", "stake_min=200"), "stake_min = 200 is above stake_max = 100"),
        (("--seats", "6", "--set", "seats=5"), "the number of people is given twice"),
        (("--set", "stick_min=16", "--set", "stake_min=200"), "stake_min=200: stake_min = 200 is"),
        (("--players", ""), "--players is empty"),
        (("--out", ""), "--out is empty"),
        (("--seed", "1e30"), "take at most 2**64 - 1"),
        (("--set", "stik_min=16"), "did you mean 'stick_min'?"),
        (("--set", "stick_min"), "write name=value"),
        (("--set", "stick_min=many"), "stick_min"),
        (("--deals", "0"), "too small"),
        (("--deals", "-1"), "too small"),
        (("--deals", "1e30"), "too large"),
        (("--deals", "1e14"), "take 1 to 1e13"),
        (("--deals", "many"), "not a whole number"),
        (("--deals-per-table", "1e7"), "take 1 to 1e6"),
        (("--precision", "0"), "not a share"),
        (("--precision", "nan"), "not a share"),
        (("--precision", "many"), "not a share"),
        (("--threads", "0"), "not in the range"),
        (("--seed", "-1"), "too small"),
        (("--players", "gambelr"), "did you mean 'gambler'?"),
        (("--players", "stick15,stick16"), "names 2 strategies for 6 seats"),
        (("--players", "draw_below_16"), "is a banker strategy and cannot play"),
        (("--banker", "stick16"), "is a player strategy and cannot hold the bank"),
        (("--players", "./none.toml"), "does not exist"),
        (("--json", "/nonexistent/x.json"), "'/nonexistent/x.json' cannot be written"),
        (("--plot", "/nonexistent/x.png"), "'/nonexistent/x.png' cannot be written"),
        (("--json", "."), "it is a folder"),
        (("--plot", "x.txt"), "ends in .png"),
        (("--json", "x.png", "--plot", "./x.png"), "named for two outputs"),
        (("--resume",), "no run like this one waits after Ctrl-C"),
        (("--resume", "--out", "none"), "'none' holds no run"),
        (("--nonsense",), "No such option"),
        (("extra",), "unexpected extra argument"),
    ],
)
def test_flags(pontoon, tmp_path, words, said):
    refused(pontoon("simulate", *words), said, tmp_path)


@pytest.mark.parametrize(
    ("name", "content", "said"),
    [
        ("x.toml", b"", "is empty"),
        ("x.py", b"", "is empty"),
        ("x.toml", bytes(range(256)), "not a text file"),
        ("x.py", bytes(range(256)), "x.py"),
        ("x.toml", TABLE.format(section="trun").encode(), "did you mean 'turn'?"),
        ("x.toml", TABLE.format(section="turn").replace("player", "banker").encode(), "x.toml"),
        ("x.toml", b"role = ", "not valid TOML"),
        ("x.txt", b"role", "neither a table (.toml) nor a Python file (.py)"),
        ("x.py", FUNCTION.format(body="return (").encode(), "not valid Python"),
        (
            "x.py",
            FUNCTION.format(
                body="if view.total > 15 and view.can_stick:\n        return STICK"
            ).encode(),
            "returns nothing (None)",
        ),
        ("x.py", FUNCTION.format(body="return 0.5").encode(), "decimal number"),
        ("x.py", FUNCTION.format(body="return STICK").encode(), "sticking is not allowed here"),
        ("x.py", FUNCTION.format(body="return 7").encode(), "a card costs from"),
        ("x.py", FUNCTION.format(body="return view.totl").encode(), "totl"),
    ],
    ids=lambda value: value if isinstance(value, str) and " " in value else "",
)
def test_strategy_files(pontoon, tmp_path, name, content, said):
    (tmp_path / name).write_bytes(content)
    outcome = pontoon("simulate", "--players", f"./{name}", "--json", "out.json")
    left = [name] + (["__pycache__"] if (tmp_path / "__pycache__").exists() else [])
    refused(outcome, said, tmp_path, left)


def test_rules_files(pontoon, tmp_path):
    (tmp_path / "mine.toml").write_text("stick_mn = 16\n")
    refused(pontoon("simulate", "--rules", "mine.toml"), "stick_min", tmp_path, ["mine.toml"])
    refused(pontoon("rules", "mine.toml"), "stick_min", tmp_path, ["mine.toml"])


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("rules", "standrad"), "did you mean 'standard'?"),
        (("rules", "--set", "seats=1"), "take a whole number from 2 to 12"),
        (("rules", "--toml", "--json", "-"), "take one of them"),
        (("rules", "--json", "/nonexistent/x.json"), "cannot be written"),
        (("parity", "--deals", "0"), "too small"),
        (("bench", "--json", "/nonexistent/x.json"), "cannot be written"),
        (("bench", "--rounds", "0"), "not in the range"),
        (("simulat",), "did you mean 'simulate'?"),
    ],
)
def test_other_commands(pontoon, tmp_path, words, said):
    refused(pontoon(*words), said, tmp_path)


@pytest.fixture
def run_folder(pontoon, tmp_path, monkeypatch):
    """A run of two thousand deals in the folder `a`, without the pictures of its report."""
    monkeypatch.setattr("pontoon_sim.report.experiments.write_report", lambda outcome, folder: None)
    assert pontoon("simulate", "--deals", 2000, "--out", "a").status == 0
    return tmp_path / "a"


def test_resume_of_another_run(pontoon, tmp_path, run_folder):
    for words, said in [
        (("--seed", 2), "its seed is 1 there and 2 here"),
        (("--set", "stick_min=16"), "the rule stick_min is 15 there and 16 here"),
        (("--players", "stick16"), "its arms are 'standard' there and 'standard, stick16' here"),
    ]:
        outcome = pontoon("simulate", "--resume", "--out", "a", *words)
        refused(outcome, said, tmp_path, ["a"])
    refused(pontoon("simulate", "--out", "a"), "holds a run already", tmp_path, ["a"])
    refused(pontoon("league", "--out", "a"), "holds a run already", tmp_path, ["a"])
    outcome = pontoon("league", "stick15", "stick16", "--out", "a", "--resume")
    said = "one is a run of games, the other of rounds of a league"
    refused(outcome, said, tmp_path, ["a"])


def test_resume_of_a_damaged_run(pontoon, tmp_path, run_folder):
    whole = (run_folder / "checkpoint.json").read_text()
    for text in (whole.replace('"seconds":', '"seconds":1'), whole[:-9], "{}", ""):
        (run_folder / "checkpoint.json").write_text(text)
        outcome = pontoon("simulate", "--resume", "--out", "a")
        refused(outcome, "is damaged (its checksum does not fit)", tmp_path, ["a"])


def test_resume_of_a_run_of_another_version(pontoon, tmp_path, run_folder):
    (run_folder / "checkpoint.json").rename(run_folder / "ledger.json")
    outcome = pontoon("simulate", "--resume", "--out", "a")
    refused(outcome, "was written by another version of this program", tmp_path, ["a"])
