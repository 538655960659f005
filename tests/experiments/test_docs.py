"""docs/experiments.md: every example is an experiment that can be played, commands are taken."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest

from pontoon_sim.cli import cli
from pontoon_sim.experiments.checks import KINDS
from pontoon_sim.experiments.reading import load_experiment
from pontoon_sim.experiments.setup import setup_of

PAGE = (Path(__file__).parents[2] / "docs" / "experiments.md").read_text("utf-8")
EXAMPLES = re.findall(r"^```toml\n(.*?)^```$", PAGE, re.M | re.S)
COMMANDS = [line.partition("  #")[0] for line in re.findall("^pontoon .*", PAGE, re.M)]


@pytest.mark.parametrize("text", EXAMPLES, ids=range(len(EXAMPLES)))
def test_examples_set_up(text, tmp_path):
    (tmp_path / "x.toml").write_text(text)
    assert setup_of(load_experiment(tmp_path / "x.toml")).arms


def test_there_is_an_example_of_every_kind():
    assert {re.search(r'^kind = "(.*?)"', text, re.M)[1] for text in EXAMPLES} == set(KINDS)


@pytest.mark.parametrize("line", COMMANDS)
def test_commands_are_taken(line):
    """Their flags are known and have values that can be read; nothing is played."""
    name, *words = shlex.split(line)[1:]
    command = cli.get_command(None, name)
    command.make_context(name, words)


@pytest.mark.parametrize("name", ["run", "compare", "sweep"])
def test_every_flag_of_a_run_is_told(name):
    for param in cli.get_command(None, name).params:
        for flag in param.opts:
            known = ("--rules", "--set", "--seats", "--players", "--banker")
            assert flag in known or not flag.startswith("--") or flag in PAGE, flag
