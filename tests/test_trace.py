"""Stories of deals against golden transcripts, and the command that tells them.

`python tests/test_trace.py` writes the transcripts anew; read the difference before it is kept.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from pontoon_sim.cli.trace import command
from pontoon_sim.game.cards import complete_pack, parse_cards
from pontoon_sim.game.rules import Rules, rules_of
from pontoon_sim.kernel.layout import BURN, SPLIT, STICK, TWIST
from pontoon_sim.reference import Hand, Table
from pontoon_sim.report.trace import hand_words, laid_out, tell

GOLDEN = Path(__file__).parent / "golden" / "trace"


class Listed:
    """Answers from a list of decision and answer; what is not listed is the least or nothing."""

    def __init__(self, name: str, *answers: tuple[str, int]) -> None:
        self.name = name
        self.answers = list(answers)

    def answer(self, decision: str, view: Any) -> int:
        for place, (asked, answer) in enumerate(self.answers):
            if asked == decision:
                del self.answers[place]
                return answer
        if decision == "turn":
            return STICK if view.can_stick else TWIST
        return {"stake": view.stake_min, "kitty": 10, "ask": -1}.get(decision, 0)


class Both:
    def __init__(self, strategy: Listed) -> None:
        self.player = self.banker = strategy


STORIES: dict[str, tuple[dict[str, Any], str, list[Listed]]] = {
    "ordinary": (
        {"seats": 4},
        "AS 8C 9C KD KH 8D 4D 9H TS 9D 5H QH",
        [
            Listed("careful", ("draw", 1), ("draw", 1)),
            Listed("bold", ("stake", 60)),
            Listed("pairs", ("turn", SPLIT), ("turn", 16), ("turn", TWIST)),
            Listed("loose", ("turn", TWIST)),
        ],
    ),
    "shoot": (
        {"seats": 3, "shoot": True, "banker_doubles": "plain", "burn": "hard_13"},
        "TS 2C 9D 3S 3C 8H 6S 7C 2D 4H AD TD",
        [
            Listed("keeper", ("kitty", 80), ("double", 1), ("draw", 1)),
            Listed("burner", ("shoot", 15), ("turn", BURN)),
            Listed("shooter", ("shoot", 5), ("turn", 20), ("turn", 10), ("shoot", 40)),
        ],
    ),
    "banker_pontoon": (
        {"seats": 3, "pontoon_against_pontoon": "push"},
        "TS AC AD 9S KC TD",
        [Listed("lucky"), Listed("plain"), Listed("unlucky")],
    ),
    "all_bust": (
        {"seats": 2, "bank_passes": "rotate"},
        "TS 9D 6S 9S KC",
        [Listed("idle"), Listed("rash", ("turn", 20))],
    ),
}


def story(name: str) -> str:
    settings, cards, people = STORIES[name]
    rules = rules_of(settings)
    seats = [Both(Listed(person.name, *person.answers)) for person in people]
    record = Table(rules, seats, banker=0).play_deal(complete_pack(parse_cards(cards)))
    return tell(record, rules, seats) + "\n"


@pytest.mark.parametrize("name", STORIES)
def test_story(name):
    assert story(name) == (GOLDEN / f"{name}.txt").read_text(encoding="utf-8")


@pytest.mark.parametrize("name", STORIES)
def test_a_story_fits_a_terminal(name):
    assert max(map(len, story(name).splitlines())) <= 100


@pytest.mark.parametrize(
    ("cards", "words"),
    [
        ("AS 7D", "ace-seven, soft 18"),
        ("AS KD", "ace-king, pontoon"),
        ("9S 9D", "pair of nines, 18"),
        ("6S 6D", "pair of sixes, 12"),
        ("TS 6D 9C", "bust with 25"),
        ("2S 3S 2D 3D AC", "five-card trick"),
        ("7S 7D 7C", "three sevens"),
        ("AS 4D 6C", "soft 21"),
    ],
)
def test_hands_in_words(cards, words):
    held = parse_cards(cards)
    assert hand_words(Rules(three_sevens_pays=3), Hand(1, cards=held)) == words


def test_face_down_cards_stand_in_brackets():
    hand = Hand(1, cards=parse_cards("8S TS 2C 3C 4C"), shown=[True, False, False, True, True])
    assert laid_out(hand) == "8S (TS 2C) 3C 4C"


# --- the command ------------------------------------------------------------------------------


def run(*words: str) -> Any:
    return CliRunner().invoke(command, list(words), standalone_mode=False)


def test_trace_of_named_cards():
    result = run("--seats", "2", "--cards", "AS TD KS 9D")
    assert result.exception is None
    assert "ace-king, pontoon" in result.output
    assert "paid double" in result.output


def test_trace_as_json():
    result = run("--seats", "2", "--cards", "AS TD KS 9D", "--json", "-")
    record = json.loads(result.output)
    assert record["pack"][:4] == ["AS", "TD", "KS", "9D"]
    assert record["next_banker"] == 1


def test_trace_writes_a_file_beside_the_story(tmp_path):
    path = tmp_path / "deal.json"
    result = run("--seats", "2", "--cards", "AS TD KS 9D", "--json", str(path))
    assert result.output.startswith("Deal 0")
    assert sum(json.loads(path.read_text())["net"]) == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--cards", "AS AS"], "AS is named 2 times"),
        (["--cards", "AS XX"], "'XX' is not a card"),
        (["--cards", "AS", "--deal", "3"], "leave out --table and --deal"),
        (["--cards", "AS", "--seats", "9"], "too many for one pack"),
        (["--set", "stik_min=3"], "did you mean 'stick_min'"),
    ],
)
def test_bad_input_is_one_sentence(words, said):
    error = run(*words).exception
    message = error.format_message() if hasattr(error, "format_message") else str(error)
    assert said in message
    assert "\n" not in message


@pytest.mark.slow
def test_trace_of_a_seed():
    result = run("--seed", "3", "--deal", "5", "--table", "1")
    assert result.exception is None
    assert result.output.startswith("Deal 5 of table 1: 6 seats")


def test_help_imports_no_numba():
    code = (
        "import sys; from click.testing import CliRunner; from pontoon_sim.cli import cli;"
        "names = ['trace', 'records'];"
        "assert all(CliRunner().invoke(cli, [n, '--help']).exit_code == 0 for n in names);"
        "sys.exit('numba' in sys.modules)"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0


if __name__ == "__main__":
    GOLDEN.mkdir(parents=True, exist_ok=True)
    for name in STORIES:
        (GOLDEN / f"{name}.txt").write_text(story(name), encoding="utf-8")
