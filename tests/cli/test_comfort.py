"""What makes the command line pleasant: completion, no flag passed over, a start without words."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from pontoon_sim.experiments.reading import shipped_experiments

COMPLETE = "import sys; sys.argv[0] = 'pontoon'; from pontoon_sim.cli import main; main()"


def completed(words: str) -> list[str]:
    environment = {
        **os.environ,
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split(" ")) - 1),
        "_PONTOON_COMPLETE": "bash_complete",
    }
    run = subprocess.run(
        [sys.executable, "-c", COMPLETE], capture_output=True, text=True, env=environment
    )
    return [line.partition(",")[2] for line in run.stdout.splitlines()]


@pytest.mark.parametrize(
    ("words", "offers"),
    [
        ("pontoon sim", ["simulate"]),
        ("pontoon simulate --players pub", ["pub_regular"]),
        ("pontoon simulate --players stick15,pub", ["stick15,pub_regular"]),
        ("pontoon compare --banker unb", ["unbeaten"]),
        ("pontoon simulate --rules old", ["old_hoyle"]),
        ("pontoon simulate --set buy_m", ["buy_max="]),
        ("pontoon run banker", ["banker_edge"]),
        ("pontoon strategies show trick", ["trick_hunter"]),
    ],
)
def test_the_shell_completes_names(words: str, offers: list[str]) -> None:
    assert completed(words) == offers


@pytest.mark.parametrize(
    "words",
    [
        "simulate --players stick15 --players stick16",
        "simulate --deals 2e3 --deals 3e3",
        "compare --arm stick15 --arm stick16 --seed 1 --seed 2",
        "exact --players stick15 --players stick16",
        "exact best-reply --banker unbeaten --banker draw_below_16",
        "league stick15 stick16 --deals 1e5 --deals 2e5",
        "trace --seed 1 --seed 1",
    ],
)
def test_a_flag_given_twice_is_refused(pontoon, words: str) -> None:
    outcome = pontoon(*words.split())
    assert outcome.status == 2 and outcome.out == ""
    assert "is given 2 times: give it once" in outcome.err and outcome.err.count("\n") == 1


def test_flags_that_repeat_may_repeat(pontoon) -> None:
    assert pontoon("rules", "--set", "stick_min=16", "--set", "seats=4").status == 0


def test_without_a_command_the_shipped_questions_are_offered(pontoon) -> None:
    outcome = pontoon()
    assert outcome.status == 0
    for name in shipped_experiments():
        assert f"    pontoon run {name}\n" in outcome.out
    assert max(map(len, outcome.out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("words", "lead"),
    [
        ("simulate --deals 4000", "against pub_regular players"),
        ("bank --tenures 2000", "Holding the bank until it passes is worth"),
        ("compare --arm stick15 --arm stick16 --deals 4000", '"stick16"'),
    ],
)
def test_brief_is_the_answer_and_nothing_else(pontoon, words: str, lead: str) -> None:
    outcome = pontoon(*words.split(), "--brief")
    assert outcome.status == 0
    answer = " ".join(outcome.out.split())
    assert lead in answer and answer.endswith(".") and len(outcome.out.splitlines()) <= 7
