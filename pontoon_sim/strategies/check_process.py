"""The battery in a process of its own: what a strategy's file does there harms nobody.

A file may hold a loop without end, when it is loaded or in a function, and neither Python nor
compiled code can be stopped from inside. So a child process tries it and tells each step, and the
system ends the child when a step has used up its processor time. The clock on the wall would blame
a strategy for a machine that is busy with something else; it counts only where the child does
nothing at all, as a strategy that sleeps or waits for input.

`python -m pontoon_sim.strategies.check_process NAME VIEWS SECONDS` is that child. It is given a
secret, and reports by lines that begin with it and hold JSON, on a stream that the strategy does
not have: whatever a strategy prints goes nowhere.
"""

from __future__ import annotations

import contextlib
import json
import os
import queue
import secrets
import signal
import subprocess
import sys
import threading
import time
from dataclasses import dataclass
from pathlib import Path

from pontoon_sim.base import interrupts
from pontoon_sim.base.errors import PontoonError

SECONDS = 60.0
"""Seconds of processor time in which a step has to end: by far enough to compile a function and to
ask it thousands of times."""

IDLE_EXIT = 97
"""Exit status of a child that has done nothing for as long as a step may take."""

IDLE_SHARE = 0.01
"""Of a processor: a child that used less has done nothing. The busiest machine leaves it more."""

LOOKS = 20
"""Looks in the time of a step, each of which has to see nothing done."""

HAS_TIMER = hasattr(signal, "setitimer")
"""Not on Windows, where the parent counts on the wall."""


@dataclass(frozen=True)
class Verdict:
    """What came of one strategy of a file: its name with its decisions, and the findings."""

    strategy: str
    findings: tuple[str, ...]


def try_out(name: str, views: int, seconds: float = SECONDS) -> list[Verdict]:
    """Run the battery over every strategy of a name or a file, in a child process.

    Raises
    ------
    PontoonError
        The file cannot be loaded, or a step took longer than `seconds` of processor time.
    """
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    child = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "pontoon_sim.strategies.check_process",
            name,
            str(views),
            str(seconds),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert child.stdout is not None and child.stdin is not None
    mark = secrets.token_hex(16)
    with contextlib.suppress(BrokenPipeError), child.stdin as secret:
        secret.write(mark)
    lines: queue.Queue[str | None] = queue.Queue()

    def listen() -> None:
        for line in child.stdout or ():
            lines.put(line)
        lines.put(None)

    threading.Thread(target=listen, daemon=True).start()
    step = "loading it"
    verdicts: list[Verdict] = []
    try:
        while (line := lines.get(timeout=None if HAS_TIMER else seconds)) is not None:
            if not line.startswith(mark):
                continue
            report = json.loads(line[len(mark) :])
            if "error" in report:
                raise PontoonError(report["error"])
            if "done" in report:
                return verdicts
            if "step" in report:
                step = report["step"]
            else:
                verdicts.append(Verdict(report["strategy"], tuple(report["findings"])))
        status = child.wait()
    except queue.Empty:
        status = IDLE_EXIT
    finally:
        child.kill()
        child.wait()
    raise PontoonError(f"strategy '{name}': {step} {_ending(status, seconds)}")


def _ending(status: int, seconds: float) -> str:
    """Why a child ended before it was done, in words."""
    if HAS_TIMER and status == -signal.SIGPROF:
        return (
            f"did not end within {seconds:g} s of processor time: look for a loop that never ends"
        )
    if status == IDLE_EXIT:
        return f"did nothing for {seconds:g} s: take out what sleeps or waits"
    return "ended the program: take that out"


class _Watch:
    """Ends this process when a step takes too long; call it as each step begins."""

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        if HAS_TIMER:
            signal.signal(signal.SIGPROF, signal.SIG_DFL)  # which ends the process
            threading.Thread(target=self._look, daemon=True).start()

    def __call__(self) -> None:
        if HAS_TIMER:
            signal.setitimer(signal.ITIMER_PROF, self.seconds)

    def _look(self) -> None:
        """Count the looks in a row at which nothing was done. A process that the system holds up
        does not look either, so that time is not counted."""
        idle, used = 0, time.process_time()
        while idle < LOOKS:
            time.sleep(self.seconds / LOOKS)
            before, used = used, time.process_time()
            idle = idle + 1 if used - before < IDLE_SHARE * self.seconds / LOOKS else 0
        os._exit(IDLE_EXIT)


def _main(name: str, views: int, seconds: float) -> None:
    from pontoon_sim.strategies.check import check, decisions_checked
    from pontoon_sim.strategies.library import find_all

    mark, stream = sys.stdin.read(), os.fdopen(os.dup(1), "w")
    nowhere = os.open(os.devnull, os.O_RDWR)
    os.dup2(nowhere, 0)
    os.dup2(nowhere, 1)

    def report(**content: object) -> None:
        print(mark + json.dumps(content), file=stream, flush=True)

    def begin(step: str) -> None:
        report(step=step)
        watch()

    interrupts.end_with_parent()
    watch = _Watch(seconds)
    watch()
    try:
        for strategy in find_all(name):
            findings = check(strategy, views, at=begin)
            decisions = ", ".join(decisions_checked(strategy))
            title = f"{strategy.name} ({strategy.role}: {decisions})"
            report(strategy=title, findings=[str(finding) for finding in findings])
    except PontoonError as error:
        report(error=str(error))
    report(done=True)


if __name__ == "__main__":
    _main(sys.argv[1], int(sys.argv[2]), float(sys.argv[3]))
