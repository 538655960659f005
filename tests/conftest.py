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
