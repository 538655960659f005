"""Playing many tables: blocks on threads, merged in table order into one `Result`.

The answer is a function of rules, seats, seed, deals and `deals_per_table` alone: whatever the
number of threads or the size of the blocks, the tallies are the same to the bit.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from typing import TYPE_CHECKING

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.engine.tallies import Tallies
from pontoon_sim.game.rules import Rules
from pontoon_sim.results.result import Result, sharpest_edge
from pontoon_sim.run.blocks import Clock, Range, run_blocks
from pontoon_sim.run.trial import DEALS_PER_TABLE, Arm, Sums, Trial
from pontoon_sim.statistics.estimates import CONFIDENCE, anytime_interval
from pontoon_sim.strategies.model import Seat

if TYPE_CHECKING:
    from pontoon_sim.reference import DealRecord

LAST_REPLAYED, MOST_REPLAYED = 10**7, 10_000
"""How far into a table, and how many deals at once, `replay` goes."""

Progress = Callable[[Tallies, int], None]
"""Called after each merged block with the tallies so far and the deals planned."""


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
        Stop when the anytime-valid interval of `Result.sharpest_edge` is no wider than this to
        either side (0.001 is 0.1 % of the initial stake). Looked at after every block.
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
    trial = Trial(
        (Arm("", rules, tuple(seats)),), seed, deals_per_table, deals=deals, control=control
    )
    refuse_precision(precision)
    sums, reached = Sums(), None
    if begun is not None:
        sums.add(Sums([begun.tallies]))
    clock = Clock(0.0 if begun is None else begun.seconds)

    def merged(sums: Sums, tables: Range) -> str | None:
        nonlocal reached
        if progress is not None:
            progress(sums.arms[0], deals)
        if precision is not None:
            reached = anytime(sums.arms[0], confidence)
            if reached <= precision:
                return "precise"
        return None

    left = [(sums.tables, trial.tables_for(deals))]
    stopped = run_blocks(trial, sums, left, threads=threads, executor=executor, merged=merged)
    if not sums.tables:
        raise KeyboardInterrupt
    return Result(
        rules=rules,
        seats=tuple(seats),
        seed=seed,
        deals_per_table=deals_per_table,
        tallies=sums.arms[0],
        confidence=confidence,
        seconds=clock.seconds,
        stopped=stopped,
        precision=precision,
        anytime_half_width=reached,
    )


def refuse_precision(precision: float | None) -> None:
    """Refuse a precision that is no share."""
    if precision is not None and not 0 < precision < math.inf:
        raise PontoonError(f"precision = {precision} is not possible: take a share such as 0.001")


def anytime(tallies: Tallies, confidence: float = CONFIDENCE) -> float:
    """Half-width of the anytime-valid interval of `Result.sharpest_edge`; infinite below 20 tables,
    where the normal law that it leans on is not to be trusted."""
    edge = sharpest_edge(tallies)
    if edge is None:
        return math.inf
    return anytime_interval(edge, tallies.tables, confidence).half_width


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
    from pontoon_sim.engine.engine import Engine

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


def deal_from(rules: Rules, seats: Sequence[Seat], cards: str = "") -> DealRecord:
    """The record of a first deal whose pack begins with the given cards.

    One goes to each from the banker's left, the banker last, then a second round, then as they are
    asked for; the rest of the pack follows in order. The banker is seat 0 unless the rules name
    another.

    Parameters
    ----------
    cards : str
        Such as `"AS TD 7C"`: the next card first.

    Examples
    --------
    >>> from pontoon_sim.game.rules import rules_from
    >>> from pontoon_sim.strategies import seats_from
    >>> rules = rules_from("standard", seats=2)
    >>> deal_from(rules, seats_from(rules), "AS 9D KC 8H").net
    (-40, 40)
    """
    from pontoon_sim.game.cards import complete_pack, parse_cards
    from pontoon_sim.reference import Table

    banker = 0 if rules.first_banker == "cut" else rules.first_banker
    return Table(rules, seats, banker).play_deal(complete_pack(parse_cards(cards), rules.packs))
