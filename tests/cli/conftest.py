"""The command `pontoon` called as a person calls it: words in; exit status and both streams out."""

from __future__ import annotations

import sys
from dataclasses import dataclass

import pytest

from pontoon_sim.cli import main


@dataclass
class Outcome:
    status: int
    out: str
    err: str


@pytest.fixture
def pontoon(capsys, monkeypatch, tmp_path):
    """Run `pontoon WORDS...` in an empty folder, in this process."""
    monkeypatch.chdir(tmp_path)

    def run(*words: object) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["pontoon", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capsys.readouterr()
        return Outcome(int(stop.value.code or 0), out, err)

    return run


@pytest.fixture(scope="session", autouse=True)
def compiled_engine():
    """The engine compiled before any test, so that no test sees the line about compiling."""
    from pontoon_sim.rules import rules_from
    from pontoon_sim.simulate import simulate
    from pontoon_sim.strategies import seats_from

    rules = rules_from()
    for players in ("pub_regular", "counter"):
        simulate(rules, seats_from(rules, players), deals=10)
