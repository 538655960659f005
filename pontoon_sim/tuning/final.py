"""What came of a run, on packs that no part of the search has seen: the whole, and each change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from pontoon_sim.stats import Estimate
from pontoon_sim.tuning.paired import INITIAL, NET, Paired, mean_of
from pontoon_sim.tuning.rounds import FRESH, Tuning
from pontoon_sim.tuning.states import shown, with_word

SHARE_OF_CHANGES = 4
"""Each change is measured on one part in so many of the fresh deals."""


@dataclass(frozen=True)
class ChangeWorth:
    """What one change is worth.

    Attributes
    ----------
    what, before, after : str
    alone : Estimate
        Gain of the first strategy when only this is changed.
    last : Estimate
        Gain of the last strategy over itself with only this put back. Tells of changes in hands
        that the first strategy never comes to hold.
    """

    what: str
    before: str
    after: str
    alone: Estimate
    last: Estimate

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        form = {"what": self.what, "before": self.before, "after": self.after}
        return {**form, "alone": self.alone.as_dict(), "last": self.last.as_dict()}


@dataclass(frozen=True)
class Final:
    """Values on fresh packs.

    Attributes
    ----------
    deals : int
    whole : Paired
        Of the objective.
    net : tuple of two Estimate
        Own net, chips per chip of the initial stakes, before and after.
    changes : list of ChangeWorth
        The largest `last` first.
    """

    deals: int
    whole: Paired
    net: tuple[Estimate, Estimate]
    changes: list[ChangeWorth]


def measure(tuning: Tuning, deals: int, told: Callable[[int, int], None] | None = None) -> Final:
    """Measure the run's last strategy against its first on fresh packs.

    Parameters
    ----------
    deals : int
        For the whole; see SHARE_OF_CHANGES for each change.
    told : callable, optional
        Called with the number of changes measured and to measure.
    """
    game, start, end = tuning.game, tuning.game.table, tuning.table
    first, last = (game.values(table, FRESH, 0, deals) for table in (start, end))
    part = max(deals // SHARE_OF_CHANGES, 1)
    few = max(part // game.objective.deals_per_table, 1)
    changed = tuning.changes()
    worths = []
    for number, (state, old, new) in enumerate(changed):
        alone = game.values(with_word(start, state, new), FRESH, 0, part)
        without = game.values(with_word(end, state, old), FRESH, 0, part)
        worths.append(
            ChangeWorth(
                str(state),
                shown(state, old),
                shown(state, new),
                game.objective.compare(first[:few], alone).gain,
                game.objective.compare(without, last[:few]).gain,
            )
        )
        if told is not None:
            told(number + 1, len(changed))
    return Final(
        deals,
        game.objective.compare(first, last),
        (mean_of(first, NET, INITIAL), mean_of(last, NET, INITIAL)),
        sorted(worths, key=lambda worth: -worth.last.value),
    )
