"""Playing several arms over the same packs, for their differences."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from pontoon_sim.measure.arms import Arms
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.runs.blocks import Workers
from pontoon_sim.runs.driver import Progress, Until
from pontoon_sim.runs.trial import DEALS_PER_TABLE, Arm, Trial


def compare(
    arms: Sequence[Arm],
    *,
    deals: int | Until,
    seed: int = 1,
    deals_per_table: int = DEALS_PER_TABLE,
    paired: bool = True,
    references: Sequence[int | None] | None = None,
    workers: Workers = None,
    on_progress: Callable[[Progress], None] | None = None,
) -> Comparison:
    """Play several arms over the same packs and compare them.

    Parameters
    ----------
    arms : sequence of Arm
    deals : int or Until
        Of each arm, rounded up to whole tables. The precision of an `Until` is about all
        differences of `Comparison.figure`.
    paired : bool
        False plays each arm over packs of its own.
    references : sequence of (int or None), optional
        Which arm each is compared with. Default: all others with the first.
    workers, on_progress
        As those of `simulate`.

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
    trial = Trial(tuple(arms), seed, deals_per_table, paired)
    against = [None] + [0] * (len(arms) - 1) if references is None else references
    played = Arms(trial, Until.of(deals), against)
    comparison = played.answer(played.play(workers=workers, on_progress=on_progress))
    assert isinstance(comparison, Comparison)
    return comparison
