"""Programs that a test starts: they listen to Ctrl-C whatever started the tests, are waited for by
their processor time and not by the clock on the wall, and end with the test, also where it fails.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import psutil

ROOT = Path(__file__).parents[1]

LISTENING = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)\n"
"""First line of a child: a parent that ignores Ctrl-C (nohup, a job in the background) hands that
down."""

PONTOON = LISTENING + "from pontoon_sim.cli import main; main()"

PATIENCE = 600.0
"""Seconds after which a child that is waited for has failed, on the busiest machine."""


@contextlib.contextmanager
def python(code: str, *words: object, cwd: Path) -> Iterator[subprocess.Popen[str]]:
    """A Python program in a session of its own, of which nothing is left after the block; what it
    keeps for the user after a stop lies in `cwd`."""
    child = subprocess.Popen(
        [sys.executable, "-c", code, *map(str, words)],
        cwd=cwd,
        env={**os.environ, "PYTHONPATH": str(ROOT), "XDG_STATE_HOME": str(cwd / "state")},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )
    try:
        yield child
    finally:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(child.pid, signal.SIGKILL)
        child.communicate()


def pontoon(*words: object, cwd: Path) -> contextlib.AbstractContextManager[subprocess.Popen[str]]:
    """The command `pontoon WORDS...`, as `python`."""
    return python(PONTOON, *words, cwd=cwd)


def wait_until_played(child: subprocess.Popen[str], seconds: float) -> None:
    """Wait until a child has used `seconds` of processor time."""
    until = time.monotonic() + PATIENCE
    process = psutil.Process(child.pid)
    while (used := process.cpu_times()).user + used.system < seconds:
        assert child.poll() is None, child.communicate()
        assert time.monotonic() < until, f"{seconds} s of processor time in {PATIENCE} s"
        time.sleep(0.02)


def pressed(child: subprocess.Popen[str]) -> tuple[str, str]:
    """Press Ctrl-C; what the child still printed, on both streams."""
    child.send_signal(signal.SIGINT)
    return child.communicate(timeout=PATIENCE)
