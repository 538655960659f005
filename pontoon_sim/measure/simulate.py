"""Playing many tables: blocks on threads, merged in table order into one `Result`.

The answer is a function of rules, seats, seed, deals and `deals_per_table` alone: whatever the
number of threads or the size of the blocks, the tallies are the same to the bit.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rules import Rules
from pontoon_sim.measure.arms import Arms
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.results.result import Result
from pontoon_sim.runs.blocks import Workers
from pontoon_sim.runs.driver import Progress, Until
from pontoon_sim.runs.trial import DEALS_PER_TABLE, Arm, Trial
from pontoon_sim.strategies.model import Seat

if TYPE_CHECKING:
    from pontoon_sim.reference import DealRecord

LAST_REPLAYED, MOST_REPLAYED = 10**7, 10_000
"""How far into a table, and how many deals at once, `replay` goes."""


def simulate(
    rules: Rules,
    seats: Sequence[Seat],
    *,
    deals: int | Until,
    seed: int = 1,
    deals_per_table: int = DEALS_PER_TABLE,
    control: bool = True,
    workers: Workers = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Result:
    """Play a game and tally it.

    Parameters
    ----------
    rules, seats : Rules, sequence of Seat
        The game, and one Seat for each of `rules.seats`.
    deals : int or Until
        Deals to play, the last table cut short; an `Until` may also name a precision of
        `Result.edge`, a budget of time, or the confidence of all intervals.
    seed : int
        0 to 2**64 - 1.
    deals_per_table : int
        Deals after which a table breaks up; tables are independent of each other.
    control : bool
        Whether `Result.adjusted` is kept as well (control variates: they cost a fifth to a third of
        the speed and change nothing else).
    workers : int or Executor, optional
        Threads, or an executor. Default: a thread for each processor of this machine.
    on_progress : callable, optional
        Called after every block; `progress.sums.arms[0]` are the tallies so far.

    Returns
    -------
    Result
        `result.stopped` tells why it ended: "done", "precise", "budget" or "interrupted" (Ctrl-C
        keeps what was played).
    """
    until = Until.of(deals)
    arms = (Arm("", rules, tuple(seats)),)
    trial = Trial(arms, seed, deals_per_table, deals=until.deals, control=control)
    played = Arms(trial, until, [None])
    comparison = played.answer(played.play(workers=workers, on_progress=on_progress))
    assert isinstance(comparison, Comparison)
    return comparison.results[0]


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
