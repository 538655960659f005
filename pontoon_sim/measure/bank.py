"""Playing tenures of the bank of one game, for its value."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import MOST_TENURES
from pontoon_sim.game.rules import Rules
from pontoon_sim.measure.arms import Arms
from pontoon_sim.results.bank import BankValue, BankValues
from pontoon_sim.runs.blocks import Workers
from pontoon_sim.runs.driver import Progress, Until
from pontoon_sim.runs.tenures import BankTrial
from pontoon_sim.runs.trial import Arm
from pontoon_sim.strategies.model import Seat


def bank_value(
    rules: Rules,
    seats: Sequence[Seat],
    *,
    tenures: int | Until,
    seed: int = 1,
    workers: Workers = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> BankValue:
    """Play tenures of the bank and value it.

    Parameters
    ----------
    rules, seats : Rules, sequence of Seat
    tenures : int or Until
        Number of tenures, one a table. The precision of an `Until` is in chips.
    seed, workers, on_progress
        As those of `simulate`.

    Raises
    ------
    PontoonError
        The bank never passes under these rules.
    """
    until = Until.of(tenures)
    if not 2 <= until.deals <= MOST_TENURES:
        raise PontoonError(f"tenures = {until.deals} is not possible: take 2 to 1e10")
    played = Arms(BankTrial((Arm("", rules, tuple(seats)),), seed), until)
    banks = played.answer(played.play(workers=workers, on_progress=on_progress))
    assert isinstance(banks, BankValues)
    return banks.values[0]
