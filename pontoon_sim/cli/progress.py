"""What a person sees while deals are played: nothing in a pipe, a line with the running figure on a
terminal."""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING

import click

from pontoon_sim.strategies.model import Seat

if TYPE_CHECKING:
    from pontoon_sim.runs.driver import Progress


class Bar:
    """A progress bar on standard error; call it as the driver calls its `on_progress`.

    Parameters
    ----------
    words : callable
        What is shown beside the bar, of a `Progress`.
    """

    def __init__(self, words: Callable[[Progress], str] = lambda progress: "") -> None:
        from rich.console import Console
        from rich.progress import BarColumn, TextColumn, TimeRemainingColumn
        from rich.progress import Progress as Shown

        self.shown = sys.stderr.isatty()
        self._words = words
        self._progress = Shown(
            BarColumn(20),
            TextColumn("{task.percentage:>3.0f} %"),
            TextColumn("{task.fields[words]}"),
            TimeRemainingColumn(compact=True),
            console=Console(stderr=True),
            transient=True,
            disable=not self.shown,
        )
        self._task = self._progress.add_task("", total=None, words="")

    def __call__(self, progress: Progress) -> None:
        if self.shown:
            self.advance(round(1000 * progress.share), 1000, self._words(progress))

    def advance(self, done: int, of: int, words: str) -> None:
        """Show that `done` of `of` are done."""
        self._progress.update(self._task, completed=done, total=of, words=words)

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
    from pontoon_sim.base import compiled_cache

    functions = any(s.form != "table" for seat in seats for s in (seat.player, seat.banker))
    parts = [entry, *(["functions"] if functions else []), *(["control"] if control else [])]
    # A mark in the cache's folder, which is another one for every kernel. It is set before the
    # engine is compiled: who breaks off meanwhile is not told again.
    mark = compiled_cache.prepare() / f"{'_'.join(parts)}.played"
    if not mark.exists():
        with contextlib.suppress(OSError):
            mark.touch()
        click.echo(
            "Compiling the engine for this machine; this happens once and takes about 15 s.",
            err=True,
        )
