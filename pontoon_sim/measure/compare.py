"""Playing several arms over the same packs, for their differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from concurrent.futures import Executor

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.measure.simulate import refuse_precision
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.run.blocks import Clock, Range, run_blocks
from pontoon_sim.run.trial import DEALS_PER_TABLE, Arm, Sums, Trial
from pontoon_sim.statistics.estimates import CONFIDENCE


def compare(
    arms: Sequence[Arm],
    *,
    deals: int,
    seed: int = 1,
    deals_per_table: int = DEALS_PER_TABLE,
    paired: bool = True,
    references: Sequence[int | None] | None = None,
    precision: float | None = None,
    confidence: float = CONFIDENCE,
    threads: int | None = None,
    executor: Executor | None = None,
    progress: Callable[[Sums, int], None] | None = None,
) -> Comparison:
    """Play several arms over the same packs and compare them.

    Parameters
    ----------
    arms : sequence of Arm
    deals : int
        Of each arm, rounded up to whole tables; with `precision`, the most.
    paired : bool
        False plays each arm over packs of its own.
    references : sequence of (int or None), optional
        Which arm each is compared with. Default: all others with the first.
    precision : float, optional
        Stop when the widest anytime-valid interval of a difference of `Comparison.figure` is no
        wider than this to either side.
    progress : callable, optional
        Called as `progress(sums, deals)` after every block.

    Examples
    --------
    >>> from pontoon_sim.game.rules import rules_from
    >>> from pontoon_sim.strategies import seats_from
    >>> rules = rules_from("shuffled", seats=2)
    >>> arms = [Arm(name, rules, seats_from(rules, name)) for name in ("stick15", "stick16")]
    >>> found = compare(arms, deals=100_000).contrasts[0].figures["edge_initial"]
    >>> found.variance_ratio > 10
    True
    """
    refuse_precision(precision)
    trial = Trial(tuple(arms), seed, deals_per_table, paired)
    if deals < 1:
        raise PontoonError(f"deals = {deals} is not possible: take at least 1")
    if references is None:
        references = [None] + [0] * (len(arms) - 1)
    clock, sums = Clock(), Sums()

    def merged(sums: Sums, tables: Range) -> str | None:
        if progress is not None:
            progress(sums, deals)
        so_far = Comparison(trial, sums, tuple(references), confidence)
        if precision is not None and so_far.half_width <= precision:
            return "precise"
        return None

    tables = trial.tables_for(deals)
    stopped = run_blocks(
        trial, sums, [(0, tables)], threads=threads, executor=executor, merged=merged
    )
    if not sums.tables:
        raise KeyboardInterrupt
    return Comparison(
        trial,
        sums,
        tuple(references),
        confidence,
        clock.seconds,
        stopped,
        precision,
        ((0, sums.tables),),
    )
