"""Playing many tables: blocks on threads, merged in table order into one `Result`.

The answer is a function of rules, seats, seed, deals and `deals_per_table` alone: whatever the
number of threads or the size of the blocks, the tallies are the same to the bit.
"""

from __future__ import annotations

import math
import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pontoon_sim.errors import PontoonError
from pontoon_sim.result import Result
from pontoon_sim.rules import Rules
from pontoon_sim.stats import CONFIDENCE, anytime_half_width, ratio
from pontoon_sim.strategies.model import Seat
from pontoon_sim.tallies import Tallies

if TYPE_CHECKING:
    from pontoon_sim.engine import Engine
    from pontoon_sim.reference import DealRecord

DEALS_PER_TABLE = 200
"""A long evening; and a million deals are 5,000 independent tables."""

DEALS_PER_BLOCK = 100_000
"""About 20 ms of play: progress is smooth, and the work between blocks is small beside it."""

LAST_REPLAYED, MOST_REPLAYED = 10**7, 10_000
"""How far into a table, and how many deals at once, `replay` goes."""

MAX_DEALS = 10**13
MAX_SEED = 2**64 - 1

Progress = Callable[[Tallies, int], None]
"""Called after each merged block with the tallies so far and the deals planned."""


@dataclass(frozen=True)
class Plan:
    """How many tables of how many deals. Tables are as good as equal (a deal apart at
    most): errors over tables that are not alike would be wrong."""

    deals: int
    deals_per_table: int = DEALS_PER_TABLE

    def __post_init__(self) -> None:
        if not 1 <= self.deals <= MAX_DEALS:
            raise PontoonError(f"deals = {self.deals} is not possible: take 1 to 1e13")
        if not 1 <= self.deals_per_table <= 1_000_000:
            raise PontoonError(
                f"deals_per_table = {self.deals_per_table} is not possible: take 1 to 1e6"
            )

    @property
    def tables(self) -> int:
        """Number of tables."""
        return -(-self.deals // self.deals_per_table)

    def sizes(self, first: int, last: int) -> list[int]:
        """Deals of tables `first` to `last - 1`."""
        each, more = divmod(self.deals, self.tables)
        return [each + (t < more) for t in range(first, min(last, self.tables))]

    def blocks(self, played: int = 0) -> Iterator[tuple[int, int]]:
        """First and last table (left out) of each block after the first `played` tables."""
        step = max(1, DEALS_PER_BLOCK // self.deals_per_table)
        for first in range(played, self.tables, step):
            yield first, min(first + step, self.tables)


def simulate(
    rules: Rules,
    seats: Sequence[Seat],
    *,
    deals: int,
    seed: int = 1,
    deals_per_table: int = DEALS_PER_TABLE,
    precision: float | None = None,
    confidence: float = CONFIDENCE,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Progress | None = None,
    begun: Result | None = None,
    control: bool | None = None,
) -> Result:
    """Play a game and tally it.

    Parameters
    ----------
    rules, seats : Rules, sequence of Seat
        The game, and one Seat for each of `rules.seats`.
    deals : int
        Deals to play; with `precision`, the most to play.
    seed : int
        0 to 2**64 - 1.
    deals_per_table : int
        Deals after which a table breaks up; tables are independent of each other.
    precision : float, optional
        Stop when the anytime-valid interval of `edge_initial` is no wider than this to either
        side (0.001 is 0.1 % of the initial stake). Looked at after every block.
    confidence : float
        Of all intervals.
    threads : int, optional
        Default: the processors of this machine. `executor` replaces the threads.
    progress : callable, optional
        Called as `progress(tallies, deals)` after every block.
    begun : Result, optional
        A part of the same run, played before (see `resume.py`): its tables are not played again.
    control : bool, optional
        Whether luck is taken out for `Result.adjusted` (it costs an eighth of the speed and changes
        nothing else). Default: wherever it can be, that is with fresh packs and a banker that looks
        at its own hand only. True elsewhere is refused.

    Returns
    -------
    Result
        `result.stopped` tells why it ended: "done", "precise" or "interrupted" (Ctrl-C keeps what
        was played).
    """
    from pontoon_sim.engine import Engine

    plan = Plan(deals, deals_per_table)
    if not 0 <= seed <= MAX_SEED:
        raise PontoonError(f"seed = {seed} is not possible: take 0 to 2**64 - 1")
    if precision is not None and not 0 < precision < math.inf:
        raise PontoonError(f"precision = {precision} is not possible: take a share such as 0.001")
    began = time.perf_counter()
    engine = Engine(rules, seats, seed, control)
    workers = threads or os.cpu_count() or 1
    own = executor is None
    pool = executor or ThreadPoolExecutor(workers)
    tallies, stopped, reached = Tallies(), "done", None
    if begun is not None:
        tallies.add(begun.tallies)
        began -= begun.seconds
    try:
        for block in _in_order(pool, engine, plan, 2 * workers, tallies.tables):
            tallies.add(block)
            if progress is not None:
                progress(tallies, plan.deals)
            if precision is not None:
                reached = anytime(tallies, confidence)
                if reached <= precision:
                    stopped = "precise"
                    break
    except KeyboardInterrupt:
        stopped = "interrupted"
    finally:
        if own:
            pool.shutdown(wait=False, cancel_futures=True)
    if not tallies.tables:
        raise KeyboardInterrupt
    return Result(
        rules=rules,
        seats=tuple(seats),
        seed=seed,
        deals_per_table=deals_per_table,
        tallies=tallies,
        confidence=confidence,
        seconds=time.perf_counter() - began,
        stopped=stopped,
        precision=precision,
        anytime_half_width=reached,
    )


def anytime(tallies: Tallies, confidence: float = CONFIDENCE) -> float:
    """Half-width of the anytime-valid interval of `edge_initial`; infinite below 20 tables, where
    the normal law that it leans on is not to be trusted."""
    edge = ratio(tallies.groups["all"], "net", "initial")
    if edge is None or edge.se is None or tallies.tables < 20:
        return math.inf
    return anytime_half_width(edge.se, tallies.tables, confidence)


def _in_order(
    pool: Executor, engine: Engine, plan: Plan, ahead: int, played: int
) -> Iterator[Tallies]:
    """Tallies of the blocks after the first `played` tables in table order, with at most `ahead`
    of them under way."""
    blocks = plan.blocks(played)
    waiting: list[Future[Tallies]] = []
    halt = threading.Event()

    def play(first: int, last: int) -> Tallies:
        return Tallies() if halt.is_set() else engine.play(first, plan.sizes(first, last))

    try:
        while True:
            while len(waiting) < ahead and (block := next(blocks, None)) is not None:
                waiting.append(pool.submit(play, *block))
            if not waiting:
                return
            yield waiting.pop(0).result()
    finally:
        halt.set()
        for future in waiting:
            future.cancel()


def replay(
    rules: Rules,
    seats: Sequence[Seat],
    *,
    seed: int = 1,
    table: int = 0,
    first: int = 0,
    last: int = 1,
) -> list[DealRecord]:
    """Records of deals `first` to `last - 1` of a table, exactly as `simulate` plays them.

    The table is played from its beginning, since its deals follow from one another.
    """
    from pontoon_sim.engine import Engine

    if not 0 <= first < last:
        raise PontoonError(f"deals {first}:{last} are no range: the second must be larger")
    if last > LAST_REPLAYED:
        raise PontoonError(
            f"deal {last - 1:,} of a table is too far: a table is played from its start, so take"
            f" deals below {LAST_REPLAYED:,}, or another table"
        )
    if last - first > MOST_REPLAYED:
        raise PontoonError(
            f"{last - first:,} deals are too many for one file: take at most {MOST_REPLAYED:,} at"
            " a time"
        )
    return Engine(rules, seats, seed).records(table, first, last)
