"""`pontoon strategies`: what it prints and how it ends."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from pontoon_sim.cli.strategies import command
from pontoon_sim.strategies import names
from pontoon_sim.strategies.check_process import HAS_TIMER, try_out

CLI = [sys.executable, "-c", "from pontoon_sim.cli import main; main()"]


def run(*words: str) -> tuple[int, str]:
    done = CliRunner().invoke(command, words)
    return done.exit_code, done.output


def test_list() -> None:
    status, text = run("list")
    assert status == 0
    assert all(name in text for name in names())
    status, text = run("list", "--role", "banker")
    assert "stick15" not in text and "draw_below_16" in text


def test_list_as_json() -> None:
    status, text = run("list", "--json")
    assert status == 0
    listed = json.loads(text)
    assert {entry["name"] for entry in listed} == set(names())
    assert all(len(entry["content_hash"]) == 64 for entry in listed)


def test_show_a_table() -> None:
    status, text = run("show", "mixed")
    assert status == 0
    assert "split       A, 8, K" in text
    assert "hard 10-11   2       1       T       T       T" in text
    assert "soft 12-13   1       1       T       .       ." in text
    assert "Weakness: " in text


def test_a_twisted_hand_does_not_buy_on_the_card() -> None:
    text = run("show", "pub_regular")[1]
    assert "hard 4-9     1T      1T      T       2T      T" in text


def test_show_draws_the_card(tmp_path: Path) -> None:
    path = tmp_path / "card.png"
    status, text = run("show", "pub_regular", "--plot", str(path))
    assert status == 0 and text.endswith(f"Written: {path}\n")
    assert path.read_bytes().startswith(b"\x89PNG")
    for name, reason in (
        ("table_reader", "looks at more than its own cards"),
        ("mix(stick15:1,stick16:1)", "draw its parts, 'stick15', 'stick16'"),
    ):
        done = CliRunner().invoke(command, ["show", name, "--plot", str(tmp_path / "no.png")])
        assert reason in str(done.exception) and not (tmp_path / "no.png").exists()


def test_show_the_money_of_a_table(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    told = 'summary = "x"\nwhy = "x"\nweakness = "x"\n'
    path.write_text(
        f'role = "player"\n{told}bid = "1x"\n'
        '[turn]\nhard = { 4-21 = "S" }\nsoft = { 12-21 = "S" }\n'
        '[shoot]\nfirst = { A = "50%", 10-K = "10%" }\nsplit = { A = "50%" }\n'
        '[shoot.fourth]\nhard = { 4-11 = "50%" }\nsoft = { 12-16 = "50%" }\n'
    )
    text = run("show", str(path))[1]
    assert "shoot       first card: A: 50%; 2-9: none; 10-K: 10%\n" in text
    assert "            split hand: A: 50%; 2-K: none\n" in text
    assert "            before the fourth: hard 6-11: 50%; soft 13-16: 50%\n" in text
    assert "bid         1x\n" in text
    assert "kitty       max\ntop up      full\n" in run("show", "kitty_defended")[1]
    path.write_text(
        f'role = "banker"\n{told}double = ["A", "10-K"]\n'
        '[draw]\nhard = { 4-21 = "S" }\nsoft = { 12-21 = "S" }\n'
    )
    assert "double      A, 10-K\n" in run("show", str(path))[1]
    assert "shoot " not in run("show", "mixed")[1]


def test_show_the_money_of_a_function(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(
        '"""Own.\n\nWhy: a.\n\nWeakness: b."""\n'
        "from pontoon_sim.strategies import STICK, TWIST, banker_strategy, player_strategy\n"
        "@player_strategy(own_cards_only=True)\ndef turn(view):\n"
        "    return STICK if view.can_stick else TWIST\n"
        "@player_strategy\ndef shoot(view):\n"
        "    return view.room if view.held[0] else view.room // 4 if view.held[1] else 0\n"
        "@banker_strategy(own_cards_only=True)\ndef draw(view):\n    return view.total < 17\n"
        "@banker_strategy\ndef top_up(view):\n    return view.room\n"
    )
    text = run("show", str(path))[1]
    assert "first card: A: 100; 2: 25; 3-K: 0 (chips under the preset shoot, of a room" in text
    assert "split hand: A: 100; 2: 25; 3-K: 0\n" in text
    assert "before the fourth: hard 6-8: 25; hard 9" in text
    assert "top up      90 (chips under the preset shoot)\n" in text


def test_show_a_function_that_reads_the_table_prints_its_source() -> None:
    assert "def standing(" in run("show", "table_reader")[1]


def test_show_a_function_of_its_own_cards_draws_the_grid(tmp_path: Path) -> None:
    path = tmp_path / "own.py"
    path.write_text(
        '"""Own.\n\nWhy: a.\n\nWeakness: b."""\n'
        "from pontoon_sim.strategies import STICK, TWIST, banker_strategy, player_strategy\n"
        "@player_strategy(own_cards_only=True)\ndef turn(view):\n"
        "    if view.total >= 17:\n        return STICK\n"
        "    return view.dearest if view.cheapest else TWIST\n"
        "@banker_strategy(own_cards_only=True)\ndef draw(view):\n    return view.total < 17\n"
    )
    status, text = run("show", str(path))
    assert status == 0
    assert "hard 4-16    2       2       T       2       T" in text
    assert "hard 4-16    D       D       D" in text


def test_check_ends_with_0_1_or_2(tmp_path: Path) -> None:
    assert run("check", "stick15", "--views", "50")[0] == 0
    path = tmp_path / "bad.py"
    path.write_text(
        "from pontoon_sim.strategies import player_strategy\n"
        "@player_strategy\ndef turn(view):\n    return 0\n"
    )
    status, text = run("check", str(path), "--views", "50")
    assert status == 1 and "sticking is not allowed here" in text
    done = subprocess.run(
        [*CLI, "strategies", "check", "nowhere.toml"], capture_output=True, text=True
    )
    assert done.returncode == 2
    assert done.stderr == "pontoon: strategy file 'nowhere.toml' does not exist\n"


def test_list_and_show_import_no_numba() -> None:
    code = (
        "import sys\nfrom click.testing import CliRunner\n"
        "from pontoon_sim.cli.strategies import command\n"
        "for words in (['list'], ['show', 'mixed']):\n"
        "    assert CliRunner().invoke(command, words).exit_code == 0\n"
        "print('numba' in sys.modules)\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


def test_check_without_compilation() -> None:
    """NUMBA_DISABLE_JIT=1: numbers into `PLAIN` take the place of addresses."""
    done = subprocess.run(
        [*CLI, "strategies", "check", "counter", "--views", "50"],
        capture_output=True,
        text=True,
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
    )
    assert (done.returncode, done.stderr) == (0, "")


STOPS_ITSELF = '''"""Sticks.

Why: To be stopped.

Weakness: It waits for the system.
"""
import os, subprocess, sys
from pontoon_sim.strategies import STICK, TWIST, player_strategy

me = os.getpid()
subprocess.Popen(
    [sys.executable, "-c", f"import os, time; time.sleep(3); os.kill({me}, 18)"], stdout=-3
)
os.kill(me, 19)

@player_strategy(own_cards_only=True)
def turn(view):
    return STICK if view.can_stick else TWIST
'''

ENDLESS = """from pontoon_sim.strategies import player_strategy
@player_strategy
def turn(view):
    x = 0
    while x < 1:
        x = 2 * x
    return x
"""


@pytest.mark.parametrize(
    ("text", "words"),
    [
        (ENDLESS, "`turn` did not end within 3 s of processor time: look for a loop that never"),
        ("while True: pass\n", "loading it did not end within 3 s of processor time"),
        ("import time\ntime.sleep(1e6)\n", "loading it did nothing for 3 s: take out what sleeps"),
        ("import sys\nsys.exit(0)\n", "ends the program when it is loaded (sys.exit)"),
        ("import os\nos._exit(0)\n", "loading it ended the program"),
    ],
)
def test_check_of_what_does_not_end_or_ends_too_soon(tmp_path: Path, text: str, words: str) -> None:
    path = tmp_path / "bad.py"
    path.write_text(text)
    command = [*CLI, "strategies", "check", str(path), "--views", "50", "--seconds", "3"]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and done.stdout == ""
    assert done.stderr.startswith("pontoon: strategy ") and done.stderr.count("\n") == 1
    assert words in done.stderr


@pytest.mark.skipif(not HAS_TIMER, reason="this system does not count processor time")
def test_check_does_not_blame_a_strategy_for_a_busy_machine(tmp_path: Path) -> None:
    """A child that gets no processor for longer than a step may take is no endless loop: here it is
    stopped from outside, while nothing else of it changes."""
    path = tmp_path / "slow.py"
    path.write_text(STOPS_ITSELF)
    trials = try_out(str(path), 50, seconds=2.0)
    assert [trial.findings for trial in trials] == [()]


def test_a_file_that_ends_the_program_is_told_by_every_command(tmp_path: Path) -> None:
    path = tmp_path / "bad.py"
    path.write_text("import sys\nsys.exit(0)\n")
    command = [*CLI, "simulate", "--players", str(path)]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 2 and done.stderr.count("\n") == 1


def test_show_a_blend() -> None:
    status, text = run("show", "mix(stick15:1,with_errors(mixed,0.1):3)")
    assert status == 0
    assert "stick15 in 25 %, with_errors(mixed,0.1) in 75 % of cases" in " ".join(text.split())
    assert "split       A, 8, K" in text and "hard 4-14" in text
