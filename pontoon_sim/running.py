"""Playing work in blocks on an executor, merged in table order; and stopping when sure.

What is played is anything with a `play(first, last)` that gives sums of tables: a `Trial`, or the
tenures of `bank.py`. The answer follows from the work alone: threads, processes, machines and the
size of blocks do not touch it.
"""

from __future__ import annotations

import os
import pickle
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from functools import lru_cache
from typing import Any, Protocol, TypeVar

Range = tuple[int, int]
"""Tables from the first to the second, that one left out."""


class Mergeable(Protocol):
    """Sums of tables that can be added up and written down."""

    def add(self, other: Any) -> None:
        """Add the sums of other tables."""

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""


Part = TypeVar("Part", bound=Mergeable)


class Work(Protocol):
    """Something that is played by the table."""

    @property
    def tables_per_block(self) -> int:
        """Tables of one block."""

    def ready(self) -> None:
        """Load and compile all that play needs."""

    def play(self, first: int, last: int) -> Any:
        """The sums of tables `first` to `last - 1`."""


def run_blocks(
    work: Work,
    sums: Part,
    ranges: Sequence[Range],
    *,
    threads: int | None = None,
    executor: Executor | None = None,
    merged: Callable[[Part, Range], str | None] | None = None,
) -> str:
    """Play ranges of tables and add them to `sums`, in order.

    Parameters
    ----------
    work : Work
    sums : the sums so far, added to in place
    ranges : sequence of (int, int)
        Tables to play.
    threads : int, optional
        Default: the processors of this machine. `executor` replaces the threads: any of
        `concurrent.futures`; the work is pickled for it and unpickled once in each process.
    merged : callable, optional
        Called as `merged(sums, tables)` after every block. What it returns, unless None, ends the
        run and is its reason.

    Returns
    -------
    str
        "done", "interrupted" (Ctrl-C; what was merged is kept) or what `merged` returned.
    """
    workers = threads or os.cpu_count() or 1
    pool = executor or ThreadPoolExecutor(workers)
    if executor is not None:
        workers = max(workers, getattr(executor, "_max_workers", 0) or 0)
    try:
        for tables, part in _in_order(pool, work, ranges, 2 * workers):
            sums.add(part)
            reason = None if merged is None else merged(sums, tables)
            if reason is not None:
                return reason
    except KeyboardInterrupt:
        return "interrupted"
    finally:
        if executor is None:
            pool.shutdown(wait=False, cancel_futures=True)
    return "done"


def blocks_of(ranges: Sequence[Range], step: int) -> Iterator[Range]:
    """The blocks of some ranges of tables; they begin at multiples of `step` where a range does
    not begin or end, so that a run goes on with the blocks that it would have had."""
    for first, last in ranges:
        while first < last:
            until = min((first // step + 1) * step, last)
            yield first, until
            first = until


def _in_order(
    pool: Executor, work: Work, ranges: Sequence[Range], ahead: int
) -> Iterator[tuple[Range, Any]]:
    """Blocks and their sums in table order, with at most `ahead` of them under way."""
    blocks = blocks_of(ranges, work.tables_per_block)
    play: Callable[[int, int], Future[Any]]
    if isinstance(pool, ThreadPoolExecutor):
        work.ready()

        def play(first: int, last: int) -> Future[Any]:
            return pool.submit(work.play, first, last)
    else:
        packed = pickle.dumps(work)

        def play(first: int, last: int) -> Future[Any]:
            return pool.submit(play_packed, packed, first, last)

    waiting: list[tuple[Range, Future[Any]]] = []
    try:
        while True:
            while len(waiting) < ahead and (block := next(blocks, None)) is not None:
                waiting.append((block, play(*block)))
            if not waiting:
                return
            block, future = waiting.pop(0)
            yield block, future.result()
    finally:
        for _, future in waiting:
            future.cancel()


@lru_cache(maxsize=8)
def _unpacked(packed: bytes) -> Work:
    work: Work = pickle.loads(packed)
    return work


def play_packed(packed: bytes, first: int, last: int) -> Any:
    """Play a block of pickled work in another process; unpickled and compiled there once."""
    return _unpacked(packed).play(first, last)


def less(ranges: Sequence[Range], done: Sequence[Range]) -> list[Range]:
    """The ranges without those that are done.

    >>> less([(0, 10)], [(0, 2), (5, 7)])
    [(2, 5), (7, 10)]
    """
    left = list(ranges)
    for low, high in done:
        left = [
            part
            for first, last in left
            for part in ((first, min(last, low)), (max(first, high), last))
            if part[0] < part[1]
        ]
    return left


def joined(ranges: Sequence[Range]) -> list[Range]:
    """Ranges in order, neighbours made one.

    >>> joined([(5, 7), (0, 2), (2, 4)])
    [(0, 4), (5, 7)]
    """
    found: list[Range] = []
    for first, last in sorted(ranges):
        if found and found[-1][1] == first:
            found[-1] = (found[-1][0], last)
        else:
            found.append((first, last))
    return found


class Clock:
    """Seconds of play, over all the sittings of a run."""

    def __init__(self, before: float = 0.0) -> None:
        self._began = time.perf_counter() - before

    @property
    def seconds(self) -> float:
        """Since the beginning of play."""
        return time.perf_counter() - self._began
