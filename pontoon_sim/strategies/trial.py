"""The battery in a process of its own: what a strategy's file does there harms nobody.

A file may hold a loop without end, when it is loaded or in a function, and neither Python nor
compiled code can be stopped from inside. So a child process tries it and tells each step; when it
has told nothing for some time it is stopped.

`python -m pontoon_sim.strategies.trial NAME VIEWS` is that child. It prints lines that begin with
`MARK` and hold JSON; whatever else is printed is the strategy's own doing.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import sys
import threading
from dataclasses import dataclass
from pathlib import Path

from pontoon_sim.base.errors import PontoonError

MARK = "pontoon-trial "

SILENCE = 60.0
"""Seconds in which a step has to end: by far enough to compile a function and to ask it thousands
of times."""


@dataclass(frozen=True)
class Trial:
    """What came of one strategy of a file: its name with its decisions, and the findings."""

    what: str
    findings: tuple[str, ...]


def try_out(name: str, views: int, silence: float = SILENCE) -> list[Trial]:
    """Run the battery over every strategy of a name or a file, in a child process.

    Raises
    ------
    PontoonError
        The file cannot be loaded, or a step took longer than `silence` seconds.
    """
    root = str(Path(__file__).resolve().parents[2])
    path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
    child = subprocess.Popen(
        [sys.executable, "-m", "pontoon_sim.strategies.trial", name, str(views)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONPATH": path},
    )
    assert child.stdout is not None
    lines: queue.Queue[str | None] = queue.Queue()

    def listen() -> None:
        for line in child.stdout or ():
            lines.put(line)
        lines.put(None)

    threading.Thread(target=listen, daemon=True).start()
    step = "loading it"
    found: list[Trial] = []
    try:
        while (line := lines.get(timeout=silence)) is not None:
            if not line.startswith(MARK):
                continue
            told = json.loads(line[len(MARK) :])
            if "error" in told:
                raise PontoonError(told["error"])
            if "done" in told:
                return found
            if "step" in told:
                step = told["step"]
            else:
                found.append(Trial(told["what"], tuple(told["findings"])))
    except queue.Empty:
        raise PontoonError(
            f"strategy '{name}': {step} did not end within {silence:g} s: look for a loop that"
            " never ends"
        ) from None
    finally:
        child.kill()
        child.wait()
    raise PontoonError(f"strategy '{name}': {step} ended the program: take that out")


def _main(name: str, views: int) -> None:
    from pontoon_sim.strategies.check import check, decisions_checked
    from pontoon_sim.strategies.library import find_all

    def tell(**told: object) -> None:
        print(MARK + json.dumps(told), flush=True)

    try:
        for strategy in find_all(name):
            findings = check(strategy, views, at=lambda step: tell(step=step))
            decisions = ", ".join(decisions_checked(strategy))
            what = f"{strategy.name} ({strategy.role}: {decisions})"
            tell(what=what, findings=[str(finding) for finding in findings])
    except PontoonError as error:
        tell(error=str(error))
    tell(done=True)


if __name__ == "__main__":
    _main(sys.argv[1], int(sys.argv[2]))
