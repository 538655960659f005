"""Mutation testing: `python tests/faults/mutants.py` makes each change of mutants.toml in a copy of
the repository and runs the tests that have to fail then.

A mutant that survives is a gap in the tests, or a change that makes no difference (then it does not
belong into the list). Each is watched by a few tests of the test run, so that one takes seconds and
not minutes; parity is played uncompiled, since compiling the kernel anew takes longer than a
hundred games.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[2]
MUTANTS = Path(__file__).with_name("mutants.toml")

PARITY = """
from pontoon_sim.parity import compare_random
for game in range(60):  # the first of tests/parity/test_parity.py
    difference = compare_random(game, deals=12)
    assert difference is None, difference
"""

TESTS = ("-m", "pytest", "-x", "-q", "-n", "0", "-p", "no:cacheprovider")

WATCHES: dict[str, tuple[str, ...]] = {
    "parity": ("-c", PARITY),
    "rules": (*TESTS, "tests/rules"),
    "tallies": (*TESTS, "tests/parity/test_tallies.py"),
    "generator": (*TESTS, "tests/kernel/test_generator.py"),
    "statistics": (
        *TESTS, "tests/statistics/test_stats.py", "tests/statistics/test_moments.py",
        "tests/statistics/test_comparison.py",
    ),
    "standings": (*TESTS, "tests/league/test_standings.py"),
    "exact": (
        *TESTS, "tests/exact/test_small_packs.py", "tests/exact/test_reference_values.py",
        "tests/exact/test_line_up.py",
    ),
    "control": (*TESTS, "tests/exact/test_control_variates.py"),
}  # fmt: skip
"""What watches a mutant; every one of these is part of the test run, or a share of it."""

UNCOMPILED = {"NUMBA_DISABLE_JIT": "1", "PYTHONWARNINGS": "ignore"}


def copied(into: Path) -> None:
    """The files of the repository, as they are now."""
    listed = subprocess.run(
        ["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in filter(None, listed.stdout.split("\0")):
        if (ROOT / name).is_file():
            (into / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, into / name)


def watched(watch: str, folder: Path) -> bool:
    """Whether all is well in a copy, by the tests of a watch."""
    more = UNCOMPILED if watch in ("parity", "rules", "generator") else {}
    done = subprocess.run(
        [sys.executable, *WATCHES[watch]],
        cwd=folder,
        env={**os.environ, **more, "PYTHONPATH": str(folder), "PYTHONDONTWRITEBYTECODE": "1"},
        capture_output=True,
        text=True,
    )
    return done.returncode == 0


def outcome_of(mutant: dict[str, str], folder: Path) -> str:
    """`caught`, `SURVIVED`, or `not there`: the text that it changes has gone."""
    path = folder / mutant["file"]
    whole = path.read_text("utf-8")
    if whole.count(mutant["old"]) != 1:
        return "not there"
    path.write_text(whole.replace(mutant["old"], mutant["new"]), "utf-8")
    try:
        return "SURVIVED" if watched(mutant["watch"], folder) else "caught"
    finally:
        path.write_text(whole, "utf-8")


def main() -> int:
    """Try the mutants; the number that were not caught."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", default="", help="those of files whose name holds this")
    parser.add_argument("--list", action="store_true", help="whether all can still be made, only")
    given = parser.parse_args()
    mutants = [
        m for m in tomllib.loads(MUTANTS.read_text("utf-8"))["mutant"] if given.only in m["file"]
    ]
    if given.list:
        gone = [m for m in mutants if (ROOT / m["file"]).read_text("utf-8").count(m["old"]) != 1]
        for mutant in gone:
            print(f"not there: {mutant['file']}: {mutant['old']!r}")
        print(f"{len(mutants)} mutants, {len(gone)} of them not there")
        return len(gone)
    with tempfile.TemporaryDirectory(prefix="pontoon_mutants_") as made:
        folder = Path(made)
        copied(folder)
        for watch in dict.fromkeys(mutant["watch"] for mutant in mutants):
            began = time.monotonic()
            assert watched(watch, folder), f"the tests of '{watch}' fail without any mutant"
            print(
                f"'{watch}' passes without mutants ({time.monotonic() - began:.0f} s)", flush=True
            )
        outcomes = []
        for mutant in mutants:
            began = time.monotonic()
            outcomes.append(outcome_of(mutant, folder))
            print(
                f"{outcomes[-1]:>9}  {time.monotonic() - began:4.0f} s  {mutant['file']}:"
                f" {mutant['old']!r} -> {mutant['new']!r}",
                flush=True,
            )
    bad = len(outcomes) - outcomes.count("caught")
    print(f"\n{len(outcomes)} mutants, {outcomes.count('caught')} caught")
    return bad


if __name__ == "__main__":
    sys.exit(bool(main()))
