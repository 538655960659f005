"""`pontoon league` as a person calls it."""

from __future__ import annotations

import json
import random
import signal
import time

import pytest

from pontoon_sim.kernel.state import CONTROL_UNIT
from tests import children

TABLE = """role = "player"
summary = "x"
why = "x"
weakness = "x"

[turn]
hard = { 4-15 = "T", 16-21 = "S" }
soft = { 12-15 = "T", 16-21 = "S" }
"""

CHEAT = '''"""Buys where it may not."""

from pontoon_sim.strategies import player_strategy


@player_strategy(own_cards_only=True)
def turn(view):
    return 5
'''

SMALL = ("--deals", "5e4")


@pytest.fixture
def league(pontoon):
    """Run `pontoon league WORDS...` in an empty folder: exit status, both streams."""

    def run(*words):
        done = pontoon("league", *words)
        told = done.err.splitlines()
        lines = [line for line in told if not line.startswith("Compiling the engine")]
        return done.status, " ".join(done.out.split()), lines

    return run


def test_a_folder_of_bots_with_bad_ones_among_them(league, tmp_path):
    folder = tmp_path / "mybots"
    folder.mkdir()
    (folder / "good.toml").write_text(TABLE)
    (folder / "broken.toml").write_text(TABLE.replace("hard =", "hart ="))
    (folder / "cheat.py").write_text(CHEAT)
    (folder / "crash.py").write_text("1 / 0\n")
    (folder / "ends.py").write_text("raise SystemExit\n")
    (folder / "notes.txt").write_text("not a bot")
    (folder / "_helper.py").write_text("raise SystemExit")
    status, out, err = league("mybots", "stick15", "counter", "--json", "a.json", *SMALL)
    assert status == 0
    assert len(err) == 4 and all(line.startswith("pontoon: out of the league: '") for line in err)
    assert "broken.toml" in err[0] and "did you mean 'hard'?" in err[0]
    assert "cheat.py" in err[1] and "breaks the contract, legal: `turn` answered buying" in err[1]
    assert "crash.py" in err[2] and "ZeroDivisionError" in err[2]
    assert "ends.py" in err[3] and "ends the program" in err[3]
    assert "counter leads the league of 3 bots" in out and "ahead of every other" in out
    assert "Out of the league mybots/broken.toml:" in out
    result = json.loads((tmp_path / "a.json").read_text())
    assert result["bots"][0]["name"] == "counter"
    assert {bot["name"] for bot in result["bots"]} == {"good", "stick15", "counter"}
    assert [out["name"].partition("/")[2] for out in result["out"]] == [
        "broken.toml",
        "cheat.py",
        "crash.py",
        "ends.py",
    ]


def test_the_result_file_holds_what_is_printed(league, tmp_path):
    league("stick15", "stick17", "pub_regular", "--json", "a.json", "--seed", 5, *SMALL)
    result = json.loads((tmp_path / "a.json").read_text())
    assert result["schema"] == 2 and result["seed"] == 5 and result["unit"] == "chips per 100 deals"
    assert [bot["rank"] for bot in result["bots"]] == [1, 2, 3]
    assert sum(bot["net"]["value"] for bot in result["bots"]) == pytest.approx(0)
    tallies, names = result["tallies"], result["tallies"]["person"]
    per_bot = result["rounds"] * 2 * 6 * 200  # two copies of each bot, six seats
    for bot in result["bots"]:
        sums = tallies["people"][result["people"].index(bot["name"])]
        assert sums[names.index("deals")] == per_bot
        luck = sums[names.index("player_luck")] + sums[names.index("banker_luck")]
        net = sums[names.index("net")] - luck / CONTROL_UNIT
        assert bot["net"]["value"] == pytest.approx(100 * net / per_bot)
    (matrix,) = result["matrices"]
    assert matrix["players"] == matrix["bankers"] == [bot["name"] for bot in result["bots"]]
    assert len(result["differences"]) == 3


def test_the_same_command_prints_the_same(league):
    words = ("stick15", "stick17", "--deals", "3e4")
    first, second = league(*words)[1], league(*words, "--threads", 1)[1]
    cut = "pontoon_sim 0."  # then come the seconds
    assert first.partition(cut)[0] == second.partition(cut)[0]
    assert "pontoon league stick15 stick17 --rules standard --deals 30000 --seed 1" in first


def test_many_bots_and_shoot_rules_and_a_picture(league, tmp_path):
    status, out, _ = league(
        *("--rules", "shoot", "--deals", "6e4", "--deals-per-table", 20, "--plot", "a.png")
    )
    assert status == 0 and "Written: a.png" in out
    assert (tmp_path / "a.png").read_bytes().startswith(b"\x89PNG")
    assert "Where the nets come from" in out and "best against" in out
    status, out, _ = league("stick15", "--against", "stick17,mixed", "--plot", "b.svg", *SMALL)
    assert status == 0 and "one bot against regulars" in out
    assert "At the bots' banks" in out
    assert "<svg" in (tmp_path / "b.svg").read_text()


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("stick15",), "name two or more"),
        (("stik15", "stick17"), "did you mean 'stick15'?"),
        (("stick15+draw_below_61", "stick17"), "did you mean"),
        (("./none.toml", "stick17"), "does not exist"),
        (("nobots", "stick17"), "holds no strategy file"),
        (("stick15", "stick17", "--banker", "stick15"), "cannot hold the bank"),
        (("stick15", "stick17", "--against", "mixed,,"), "a name is missing"),
        (("stick15", "stick17", "--against", "mixd"), "did you mean 'mixed'?"),
        (("stick15", "stick17", "--deals", "100"), "too few"),
        (("stick15", "stick17", "--precision", "7"), "not a share"),
        (("stick15", "stick17", "--plot", "x.txt"), "ends in .png"),
        (("stick15", "stick17", "--json", "/nonexistent/x"), "cannot be written"),
        (("stick15", "stick17", "--rules", "standrad"), "did you mean 'standard'?"),
    ],
)
def test_bad_input_is_one_line(league, tmp_path, words, said):
    (tmp_path / "nobots").mkdir()
    status, out, err = league(*words)
    assert (status, out, len(err)) == (2, "", 1), err
    assert err[0].startswith("pontoon: ") and said in err[0]
    assert [path.name for path in tmp_path.iterdir()] == ["nobots"]


def test_namesakes_do_not_sit_down_together(league, tmp_path):
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
    (tmp_path / "one" / "mine.toml").write_text(TABLE)
    (tmp_path / "two" / "mine.toml").write_text(
        TABLE.replace('4-15 = "T", 16-21', '4-16 = "T", 17-21')
    )
    status, _, err = league("one", "one/mine.toml", "two", "stick15", *SMALL)
    assert status == 0
    assert len(err) == 1 and "two/mine.toml" in err[0] and "same name" in err[0]


CHEAT_IN_PLAY = (
    CHEAT.replace(
        "    return 5",
        "    if view.bankroll == -230 and view.cards == 2:\n        return 7777\n    "
        "return STICK if view.total >= 17 and view.can_stick else TWIST",
    )
    .replace("own_cards_only=True", "")
    .replace("import player", "import STICK, TWIST, player")
)


@pytest.mark.slow
def test_ctrl_c_prints_what_stands_and_it_goes_on(league, tmp_path):
    words = ["league", "stick15", "stick17", "--deals"]
    assert league(*words[1:], "5e4")[0] == 0  # compiled, which a child need not wait for
    with children.pontoon(*words, "1e11", "--json", "kept.json", cwd=tmp_path) as run:
        children.wait_until_played(run, 10)
        out, err = children.pressed(run)
    assert run.returncode == 130
    assert "Traceback" not in err and "Stopped by Ctrl-C" in err
    assert " of 100,000,000," in err
    assert err.endswith(" --seed 1 --resume\n")
    kept = json.loads((tmp_path / "kept.json").read_text())
    assert kept["stopped"] == "interrupted" and "stick17 leads" in out
    words = [*words, kept["deals"], "--json", "again.json", "--resume"]
    with children.pontoon(*words, cwd=tmp_path) as again:
        out, err = again.communicate(timeout=children.PATIENCE)
    assert again.returncode == 0, err
    assert json.loads((tmp_path / "again.json").read_text())["tallies"] == kept["tallies"]


@pytest.mark.slow
def test_a_league_that_was_killed_goes_on_with_the_same_numbers(league, tmp_path):
    """SIGKILL at a random moment, after somebody was thrown out in play."""
    (tmp_path / "cheat.py").write_text(CHEAT_IN_PLAY)
    words = ["league", "stick15", "cheat.py", "stick17", "mixed", "--deals", "3e6", "--out", "a"]
    checkpoint, rng = tmp_path / "a" / "checkpoint.json", random.Random(3)
    quick = children.PONTOON.replace(
        "; main", "; import pontoon_sim.runs.driver as d; d.SAVE_EVERY = 0.01; main"
    )
    for sitting in range(4):
        flags = ["--resume"] if sitting else []
        before = checkpoint.stat().st_mtime_ns if sitting else 0
        with children.python(quick, *words, *flags, cwd=tmp_path) as run:
            while run.poll() is None and not (
                checkpoint.exists() and checkpoint.stat().st_mtime_ns != before
            ):
                time.sleep(0.01)
            time.sleep(rng.uniform(0.0, 0.3))
            run.kill()
            run.wait()
        assert run.returncode == -signal.SIGKILL
    status, _, _ = league(*words[1:], "--resume")
    assert status == 0
    assert league(*words[1:-1], "b")[0] == 0
    ends = [json.loads((tmp_path / name / "result.json").read_text()) for name in "ab"]
    assert [out["name"] for out in ends[0]["out"]] == ["cheat"]
    for form in ends:
        del form["seconds"]
    assert ends[0] == ends[1]
    assert (tmp_path / "a" / "report.txt").exists() and (tmp_path / "a" / "league.png").exists()
