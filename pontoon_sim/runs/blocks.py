"""Playing work in blocks on threads, processes or machines, added up in table order.

The answer follows from the work alone: who plays, and the size of blocks, do not touch it.
"""

from __future__ import annotations

import os
import pickle
import threading
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import BrokenExecutor, Executor, Future, ThreadPoolExecutor, wait
from functools import lru_cache
from typing import Any, Protocol, TypeAlias

from pontoon_sim.base import interrupts
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.identity import identity

LOOK_EVERY = 0.1
"""Seconds of waiting for a block after which Ctrl-C is looked for."""

Range = tuple[int, int]
"""Tables from the first to the second, that one left out."""

Workers: TypeAlias = int | Executor | None
"""Who plays: so many threads, or any executor of `concurrent.futures` (work is pickled for it, and
unpickled once in each process). None: a thread for each processor of this machine."""


class Mergeable(Protocol):
    """Sums of tables that can be added up."""

    def add(self, other: Any) -> None:
        """Add the sums of other tables."""


class Sums(Mergeable, Protocol):
    """Sums that can be counted and written down, too."""

    @property
    def tables(self) -> int:
        """Tables that are in it."""

    def as_dict(self) -> dict[str, Any]:
        """JSON form, which `Work.sums_of` reads."""


class Playable(Protocol):
    """Something that is played by the table."""

    @property
    def tables_per_block(self) -> int:
        """Tables of one block."""

    def ready(self) -> None:
        """Load and compile all that play needs."""

    def play(self, first: int, last: int) -> Any:
        """The sums of tables `first` to `last - 1`."""


class Work(Playable, Protocol):
    """What a run plays: the games of a `Trial`, tenures of a `BankTrial`, rounds of a league."""

    @property
    def kind(self) -> str:
        """What its checkpoints call it."""

    @property
    def units_per_table(self) -> int:
        """What is counted at one table: deals of each arm; one tenure."""

    def inputs(self) -> dict[str, Any]:
        """All that the sums follow from, beside which tables were played."""

    def sums_of(self, form: Mapping[str, Any] | None = None) -> Any:
        """The sums that their `as_dict` wrote; of no tables, where there is no form."""


def tables_for(work: Work, units: int) -> int:
    """Tables that hold at least so many deals of each arm (or tenures)."""
    return -(-units // work.units_per_table)


def run_blocks(
    work: Playable,
    sums: Mergeable,
    ranges: Sequence[Range],
    workers: Workers = None,
    merged: Callable[[Range], str | None] = lambda tables: None,
    step: int | None = None,
) -> str:
    """Play ranges of tables in blocks and add them to `sums`, in table order.

    Parameters
    ----------
    work : Playable
    sums : Mergeable
        The sums so far, added to in place.
    ranges : sequence of (int, int)
        Tables to play.
    workers : Workers
    merged : callable, optional
        Called with the tables of every block that was added. What it returns, unless None, ends
        the run and is its reason.
    step : int, optional
        Tables of a block. Default: `work.tables_per_block`.

    Returns
    -------
    str
        "done", "interrupted" (Ctrl-C; what was added is whole) or what `merged` returned.
    """
    own = not isinstance(workers, Executor)
    pool = workers if isinstance(workers, Executor) else threads_of(workers)
    whole = True
    with interrupts.listening():
        try:
            play = _player(pool, work)
            blocks = blocks_of(ranges, step or work.tables_per_block)
            with interrupts.held():
                for tables, part in _in_order(pool, play, blocks):
                    whole = False
                    sums.add(part)
                    whole = True
                    reason = merged(tables)
                    if reason is not None:
                        return reason
        except KeyboardInterrupt:
            if not whole:
                raise
            interrupts.obeyed()
            return "interrupted"
        finally:
            if own:
                pool.shutdown(wait=False, cancel_futures=True)
    return "done"


def threads_of(count: int | None) -> ThreadPoolExecutor:
    """So many threads; by default one for each processor of this machine."""
    return ThreadPoolExecutor(count or os.cpu_count() or 1)


def blocks_of(ranges: Sequence[Range], step: int) -> Iterator[Range]:
    """The blocks of some ranges of tables; they begin at multiples of `step` where a range does
    not begin or end, so that a run goes on with the blocks that it would have had."""
    for first, last in ranges:
        while first < last:
            until = min((first // step + 1) * step, last)
            yield first, until
            first = until


def _player(pool: Executor, work: Playable) -> Callable[[Range], Future[Any]]:
    """What hands a block to the pool."""
    if isinstance(pool, ThreadPoolExecutor):
        try:
            work.ready()
        except Exception:
            if interrupts.pressed():  # a press that was lost in the compiler makes it fail later
                raise KeyboardInterrupt from None
            raise
        return lambda block: pool.submit(work.play, *block)
    packed = pickle.dumps(work)
    return lambda block: pool.submit(play_packed, identity(), packed, *block)


def _in_order(
    pool: Executor, play: Callable[[Range], Future[Any]], blocks: Iterator[Range]
) -> Iterator[tuple[Range, Any]]:
    """Blocks and their sums in table order, with two for each worker under way."""
    waiting: deque[tuple[Range, Future[Any]]] = deque()
    try:
        while True:
            ahead = 2 * _workers(pool)
            while len(waiting) < ahead and (block := next(blocks, None)) is not None:
                waiting.append((block, play(block)))
            if not waiting:
                return
            block, future = waiting[0]
            part = _awaited(pool, future, block)
            waiting.popleft()
            yield block, part
    finally:
        for _, future in waiting:
            future.cancel()


def _workers(pool: Executor) -> int:
    """Blocks that a pool plays at once; a cluster's may come and go."""
    number = getattr(pool, "workers", None) or getattr(pool, "_max_workers", None)
    return int(number or os.cpu_count() or 1)


def _awaited(pool: Executor, future: Future[Any], block: Range) -> Any:
    """A block's sums when they are there; Ctrl-C is looked for in the meantime."""
    check: Callable[[], None] | None = getattr(pool, "check", None)
    try:
        while True:
            if interrupts.pressed():
                raise KeyboardInterrupt
            if wait([future], timeout=LOOK_EVERY).done:
                return future.result()
            if check is not None:
                check()
    except BrokenExecutor:
        if interrupts.pressed():  # the same Ctrl-C has ended a worker that had not begun
            raise KeyboardInterrupt from None
        raise PontoonError(
            f"a worker process died while tables {block[0]} to {block[1] - 1} were played: see"
            " whether this machine ran out of memory, and start the run again"
        ) from None


@lru_cache(maxsize=8)
def _unpacked(sender: str, packed: bytes) -> Playable:
    if sender != identity():
        raise PontoonError(
            f"a worker runs {identity()}, and this run is of {sender}: install the same on both"
        )
    interrupts.leave_to_parent()
    work: Playable = pickle.loads(packed)
    work.ready()
    return work


_unpacking = threading.Lock()


def play_packed(sender: str, packed: bytes, first: int, last: int) -> Any:
    """Play a block of pickled work in another process; unpickled and compiled there once.

    `sender` is the `identity` of the process that packed it.
    """
    with _unpacking:  # a worker may have many threads, and all begin at once
        work = _unpacked(sender, packed)
    return work.play(first, last)


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
