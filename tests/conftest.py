"""The command `pontoon` called as a person calls it: words in; exit status and both streams out.
Before tests run on several cores, what most of them play is compiled once."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import pytest

from pontoon_sim.base import compiled_cache
from pontoon_sim.cli import main

ENGINES = (
    ("simulate", "--players", "counter", "--deals", "1000"),
    ("simulate", "--players", "counter", "--rules", "shoot", "--deals", "1000"),
    ("parity", "--deals", "200", "--threads", "1"),
    ("simulate", "--deals", "1000"),
    ("simulate", "--rules", "shoot", "--deals", "1000"),
    ("bank", "--tenures", "100"),
    ("exact",),
    ("league", "stick15", "stick17", "--deals", "50000"),
)
"""Commands that between them need most versions of the kernel; the dearest first."""


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_setupnodes(specs) -> None:
    """Each worker would compile the same for itself, at the same time as the others."""
    done = compiled_cache.prepare() / "compiled_for_tests"
    if done.exists():
        return
    start = [sys.executable, "-c", "from pontoon_sim.cli import main; main()"]
    root = Path(__file__).parents[1]
    with ThreadPoolExecutor(len(specs)) as pool:
        for _ in pool.map(
            lambda words: subprocess.run([*start, *words], cwd=root, capture_output=True), ENGINES
        ):
            pass
    done.touch()


@dataclass
class Outcome:
    status: int
    out: str
    err: str


@pytest.fixture
def pontoon(capsys, monkeypatch, tmp_path, tmp_path_factory):
    """Run `pontoon WORDS...` in an empty folder, in this process; no run that somebody stopped on
    this machine waits to be gone on with."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path_factory.mktemp("state")))

    def run(*words: object) -> Outcome:
        monkeypatch.setattr(sys, "argv", ["pontoon", *map(str, words)])
        capsys.readouterr()
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capsys.readouterr()
        return Outcome(int(stop.value.code or 0), out, err)

    return run
