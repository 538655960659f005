"""What came of a run, on packs that no part of the search has seen: the whole, and each change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from pontoon_sim.statistics.estimates import Estimate
from pontoon_sim.strategies.model import Strategy
from pontoon_sim.tuning.game import FRESH, Game
from pontoon_sim.tuning.paired import INITIAL, NET, Paired, mean_of
from pontoon_sim.tuning.states import Table

SHARE_OF_CHANGES = 4
"""Each change is measured on one part in so many of the fresh deals."""

Arm = Table | Strategy


@dataclass(frozen=True)
class OneChange:
    """A change, with the first strategy that has only it, and the last that lacks only it."""

    what: str
    before: str
    after: str
    alone: Arm
    without: Arm


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


def measure(
    game: Game,
    start: Arm,
    end: Arm,
    changes: Sequence[OneChange],
    deals: int,
    told: Callable[[int, int], None] | None = None,
) -> Final:
    """Measure the last strategy of a run against its first on fresh packs.

    Parameters
    ----------
    deals : int
        For the whole; see SHARE_OF_CHANGES for each change.
    told : callable, optional
        Called with the number of changes measured and to measure.
    """
    first, last = (game.values(arm, FRESH, 0, deals) for arm in (start, end))
    part = max(deals // SHARE_OF_CHANGES, 1)
    worths = []
    for number, one in enumerate(changes):
        alone, without = (game.values(arm, FRESH, 0, part) for arm in (one.alone, one.without))
        few = len(alone)  # the same tables as the first ones of the whole
        worths.append(
            ChangeWorth(
                one.what,
                one.before,
                one.after,
                game.objective.compare(first[:few], alone).gain,
                game.objective.compare(without, last[:few]).gain,
            )
        )
        if told is not None:
            told(number + 1, len(changes))
    return Final(
        deals,
        game.objective.compare(first, last),
        (mean_of(first, NET, INITIAL), mean_of(last, NET, INITIAL)),
        sorted(worths, key=lambda worth: -worth.last.value),
    )
