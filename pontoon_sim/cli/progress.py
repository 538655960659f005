"""What a person sees while deals are played: nothing in a pipe, a line with the running edge on a
terminal; and the record of that running edge for a plot."""

from __future__ import annotations

import contextlib
import importlib
import os
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import click

from pontoon_sim.engine.tallies import Tallies
from pontoon_sim.results.result import sharpest_edge
from pontoon_sim.statistics.estimates import CONFIDENCE
from pontoon_sim.strategies.model import Seat

HISTORY = 400
"""Most points kept of a running edge; when there are twice as many every other one goes."""


@dataclass
class Course:
    """How the edge came to its value: `(deals, edge, half-width of the interval)`."""

    points: list[tuple[int, float, float]] = field(default_factory=list)
    _every: int = 1
    _seen: int = 0

    def note(self, tallies: Tallies, confidence: float = CONFIDENCE) -> str:
        """Keep a point now and then; the running edge in words."""
        edge = sharpest_edge(tallies, confidence)
        if edge is None:
            return ""
        self._seen += 1
        if self._seen % self._every == 0:
            self.points.append((tallies.deals, edge.value, edge.half_width))
            if len(self.points) >= 2 * HISTORY:
                self.points = self.points[1::2]
                self._every *= 2
        if edge.se is None:
            return f"edge {100 * edge.value:+.2f} %"
        return f"banker's edge {100 * edge.value:+.3f} %, SE {100 * edge.se:.3f}"


class Bar:
    """A progress bar on standard error; call it as `simulate` calls its `progress`."""

    def __init__(self, course: Course) -> None:
        from rich.console import Console
        from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

        self.course = course
        self.shown = sys.stderr.isatty()
        self._progress = Progress(
            BarColumn(20),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.fields[said]}"),
            TimeRemainingColumn(compact=True),
            console=Console(stderr=True),
            transient=True,
            disable=not self.shown,
        )
        self._task = self._progress.add_task("", total=None, said="")

    def __call__(self, tallies: Tallies, deals: int) -> None:
        said = self.course.note(tallies)
        if self.shown:
            self.advance(tallies.deals, deals, said)

    def advance(self, done: int, of: int, said: str) -> None:
        """Show that `done` of `of` are done."""
        self._progress.update(self._task, completed=done, total=of, said=said)

    @contextlib.contextmanager
    def running(self) -> Iterator[Bar]:
        """Show the bar within the `with` block, and nothing after it."""
        with self._progress:
            yield self


def say_when_compiling(
    seats: Sequence[Seat], control: bool = False, entry: str = "block.play_block"
) -> None:
    """One line on standard error when the engine has never been compiled for such a line-up;
    `control` as `Engine` comes to use it, `entry` the function of the kernel that plays."""
    if os.environ.get("NUMBA_DISABLE_JIT", "0") not in ("", "0"):
        return
    functions = any(s.form != "table" for seat in seats for s in (seat.player, seat.banker))
    needs = {"view": functions} | ({"control": control} if entry == "block.play_block" else {})
    if not _is_compiled(needs, entry):
        click.echo(
            "Compiling the engine for this machine; this happens once and takes about 15 s.",
            err=True,
        )


def _is_compiled(needs: dict[str, bool], entry: str) -> bool:
    """Whether the cache holds the engine with, or without, what only some line-ups need."""
    from pontoon_sim.base import compiled_cache

    compiled_cache.prepare()
    module, _, name = entry.partition(".")
    play: Any = getattr(importlib.import_module(f"pontoon_sim.kernel.{module}"), name)
    try:
        # Such an argument is None where it is not needed: versions of the same function.
        names = play.py_func.__code__.co_varnames
        signatures = [key[0] for key in play._cache._cache_file._load_index()]
        return any(
            all((str(signature[names.index(n)]) != "none") == there for n, there in needs.items())
            for signature in signatures
        )
    except (AttributeError, IndexError, OSError, ValueError):
        return True  # numba keeps its index otherwise: better no line than a wrong one
