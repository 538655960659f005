"""Kills at random moments: `python tests/faults/kills.py --count 200`.

Every command that plays for long is started, killed (SIGKILL, to the program and all that it has
started) at a random moment of its work, gone on with, killed again, and so on until it comes to its
end; then its result has to be that of a run that nobody disturbed, to the last bit, and its folder
has to hold no part of a file.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[2]
PONTOON = (sys.executable, "-c", "from pontoon_sim.cli import main; main()")

COMMANDS = {
    "simulate": "simulate --deals 12e6",
    "bank": "bank --tenures 400_000",
    "compare": "compare --arm stick15 --arm stick16 --deals 6e6",
    "sweep": "sweep --over seats=2:4 --deals 2e6",
    "league": "league stick15 stick17 counter --deals 3e6",
    "tune": "tune stick15 --deals 600_000 --fresh 100_000",
}
"""Commands of a few seconds each."""

MOVING = ("seconds", "command", "deals_per_second")


def still(value: Any) -> Any:
    """A result without what tells of time."""
    if isinstance(value, dict):
        return {key: still(part) for key, part in value.items() if key not in MOVING}
    return [still(part) for part in value] if isinstance(value, list) else value


def ended(words: list[str], folder: Path, after: float | None) -> int | None:
    """Exit status of a command, None where it was killed first, `after` so many seconds."""
    child = subprocess.Popen(
        [*PONTOON, *words],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        _, err = child.communicate(timeout=after)
    except subprocess.TimeoutExpired:
        os.killpg(child.pid, signal.SIGKILL)
        child.communicate()
        return None
    if child.returncode:
        print(f"  exit status {child.returncode}: {err.strip()}")
    return child.returncode


def killed_again_and_again(name: str, rng: random.Random, whole: Any, seconds: float) -> int:
    """Kills of one run until it came to its end, with the result of `whole`."""
    kills = 0
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        words = [*COMMANDS[name].split(), "--json", "x.json", "--out", "run"]
        while True:
            begun = (folder / "run" / "checkpoint.json").exists()
            more = ["--resume"] if begun else []
            status = ended(
                [*words, *more], folder, rng.uniform(0.2, seconds) if kills < 5 else None
            )
            if status is not None:
                break
            kills += 1
        assert status == 0, f"{name}: cannot be gone on with"
        assert still(json.loads((folder / "x.json").read_text())) == whole, f"{name}: other numbers"
        left = [path.name for path in (folder / "run").rglob("*.part")]
        assert not left, f"{name}: left {left}"
    return kills


def main() -> None:
    """Kill, until so many were killed."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    rng, kills, wholes = random.Random(given.seed), dict.fromkeys(COMMANDS, 0), {}
    for name, line in COMMANDS.items():
        with tempfile.TemporaryDirectory() as made:
            words = [*line.split(), "--json", "x.json", "--out", "run"]
            assert ended(words, Path(made), None) == 0  # compiles what is not compiled yet
            (Path(made) / "again").mkdir()
            began = time.monotonic()
            assert ended(words, Path(made) / "again", None) == 0
            seconds = time.monotonic() - began
            wholes[name] = still(json.loads((Path(made) / "x.json").read_text())), seconds
    while sum(kills.values()) < given.count:
        for name, (whole, seconds) in wholes.items():
            kills[name] += killed_again_and_again(name, rng, whole, seconds)
    for name, number in kills.items():
        print(f"{number:>5}  {name}")
    print(f"{sum(kills.values())} kills, every result to the last bit that of a run left alone")


if __name__ == "__main__":
    main()
