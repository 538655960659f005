"""The function form: loading a Python file, its declared facts, and faults in one sentence."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.strategies import STICK, Strategy, View, load, load_file

IMPORT = (
    "from pontoon_sim.strategies import "
    "STICK, TWIST, SPLIT, BURN, player_strategy, banker_strategy, helper\n"
)
GOOD = '"""Sticks.\n\nWhy: it can,\nso it does.\n\nWeakness: all.\n"""\n' + IMPORT
TURN = "@player_strategy\ndef turn(view):\n    return STICK\n"


def write(folder: Path, text: str) -> Path:
    path = folder / "mine.py"
    path.write_text(text)
    return path


def fault(folder: Path, text: str) -> str:
    with pytest.raises(PontoonError) as caught:
        load_file(write(folder, text))
    message = str(caught.value)
    assert "\n" not in message
    return message


def test_facts_come_from_the_docstring_and_the_marks(tmp_path: Path) -> None:
    text = GOOD + TURN.replace("y\n", "y(uses_seen=True, deterministic=False)\n", 1)
    strategy = load(write(tmp_path, text))
    facts = strategy.facts
    assert (facts.summary, facts.why, facts.weakness) == ("Sticks.", "it can, so it does.", "all.")
    assert facts.uses_seen and not facts.deterministic and not facts.own_cards_only
    assert strategy.name == "mine" and strategy.form == "function" and strategy.role == "player"


def test_defaults_for_what_it_does_not_decide(tmp_path: Path) -> None:
    strategy = load(write(tmp_path, GOOD + TURN))
    view = View(stake_min=7, stake_max=70)
    answers = {name: strategy.answer(name, view) for name in ("stake", "turn", "shoot", "bid")}
    assert answers == {"stake": 7, "turn": STICK, "shoot": 0, "bid": 0}
    assert not strategy.decides("stake")


def test_a_file_may_hold_both_roles(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD + TURN + "@banker_strategy\ndef draw(view):\n    return 0\n")
    assert load(path, "player").decides("turn") and load(path, "banker").decides("draw")
    with pytest.raises(PontoonError, match="say which role"):
        load(path)


def test_is_read_again_after_an_edit_of_the_same_size(tmp_path: Path) -> None:
    for answer in (1, 2):
        path = write(tmp_path, GOOD + f"@player_strategy\ndef turn(view):\n    return {answer}\n")
        assert load(path).answer("turn", View()) == answer


def test_loading_imports_no_numba(tmp_path: Path) -> None:
    path = write(tmp_path, GOOD + "@helper\ndef h(view):\n    return 0\n" + TURN)
    code = (
        "import sys; from pontoon_sim.strategies import load_file, seats_from; "
        "from pontoon_sim.strategies.library import all_shipped; "
        f"load_file({str(path)!r}); all_shipped(); print('numba' in sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "False"


WRONG = {
    "empty": ("", "is empty"),
    "syntax": (GOOD + "def turn(view:\n", "is not valid Python"),
    "raises": (GOOD + "1 / 0\n", "loading it raised ZeroDivisionError"),
    "no strategy": (GOOD, "holds no strategy"),
    "unmarked": (GOOD + "def turn(view):\n    return 0\n", "holds no strategy"),
    "no turn": (
        GOOD + "@player_strategy\ndef stake(view):\n    return 1\n",
        "has no function 'turn' marked @player_strategy",
    ),
    "typo": (
        GOOD + TURN.replace("turn(", "trun("),
        "'trun' is no decision of a player, did you mean 'turn'?",
    ),
    "wrong role": (
        GOOD + "@banker_strategy\ndef turn(view):\n    return 0\n",
        "'turn' is no decision of a banker: name it after its decision",
    ),
    "unknown fact": (
        GOOD + TURN.replace("strategy\n", "strategy(use_seen=True)\n", 1),
        "unknown fact 'use_seen', did you mean 'uses_seen'?",
    ),
    "fact no bool": (
        GOOD + TURN.replace("strategy\n", "strategy(uses_seen=1)\n", 1),
        "write True or False",
    ),
    "contradiction": (
        GOOD
        + TURN.replace("strategy\n", "strategy(uses_seen=True)\n", 1)
        + "@player_strategy(uses_seen=False)\ndef stake(view):\n    return 1\n",
        "uses_seen is declared both True and False",
    ),
    "two parameters": (GOOD + TURN.replace("(view)", "(view, rules)"), "takes 2 parameters"),
    "mark on a class": (GOOD + "@player_strategy\nclass turn:\n    pass\n", "which is no function"),
}


@pytest.mark.parametrize("case", WRONG)
def test_refuses(tmp_path: Path, case: str) -> None:
    text, words = WRONG[case]
    message = fault(tmp_path, text)
    assert words in message and "mine.py" in message


def test_a_fault_at_loading_names_its_line(tmp_path: Path) -> None:
    assert f", line {GOOD.count(chr(10)) + 1}:" in fault(tmp_path, GOOD + "1 / 0\n")


def test_refuses_a_binary_file(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    for content in (b"\xff\xfe\x80", b"a\x00b"):
        path.write_bytes(content)
        with pytest.raises(PontoonError, match=r"mine\.py"):
            load(path)


def test_two_equal_files_are_one_strategy_by_content(tmp_path: Path) -> None:
    found: list[Strategy] = []
    for name in ("a", "b"):
        folder = tmp_path / name
        folder.mkdir()
        found.append(load(write(folder, GOOD + TURN)))
    assert found[0] == found[1] and found[0].path != found[1].path


def test_contradictory_facts_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "both.py"
    path.write_text(
        "from pontoon_sim.strategies import STICK, player_strategy\n"
        "@player_strategy(uses_seen=True, own_cards_only=True)\ndef turn(view):\n    return STICK\n"
    )
    with pytest.raises(PontoonError, match="own_cards_only and uses_seen, which contradict"):
        load_file(path)
