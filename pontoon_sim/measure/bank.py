"""Playing tenures of the bank of one game, for its value."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import MOST_TENURES
from pontoon_sim.game.rules import Rules
from pontoon_sim.results.bank import BankValue, bank_values
from pontoon_sim.run.blocks import Clock, Range, run_blocks
from pontoon_sim.run.tenures import BankSums, BankTrial
from pontoon_sim.run.trial import Arm
from pontoon_sim.statistics.estimates import CONFIDENCE
from pontoon_sim.strategies.model import Seat


def bank_value(
    rules: Rules,
    seats: Sequence[Seat],
    *,
    tenures: int,
    seed: int = 1,
    threads: int | None = None,
    confidence: float = CONFIDENCE,
    progress: Callable[[int, int], None] | None = None,
) -> BankValue:
    """Play tenures of the bank and value it.

    Parameters
    ----------
    rules, seats : Rules, sequence of Seat
    tenures : int
        Number of tenures, one a table.
    progress : callable, optional
        Called as `progress(played, tenures)` after every block.

    Raises
    ------
    PontoonError
        The bank never passes under these rules.
    """
    if not 2 <= tenures <= MOST_TENURES:
        raise PontoonError(f"tenures = {tenures} is not possible: take 2 to 1e10")
    clock, sums = Clock(), BankSums()
    trial = BankTrial((Arm("", rules, tuple(seats)),), seed)

    def merged(sums: BankSums, played: Range) -> None:
        if progress is not None:
            progress(sums.tables, tenures)

    stopped = run_blocks(trial, sums, [(0, tenures)], threads=threads, merged=merged)
    if not sums.tables:
        raise KeyboardInterrupt
    value = bank_values(trial, sums, confidence, clock.seconds)[0]
    return replace(value, stopped=stopped)
