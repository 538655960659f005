"""The figures that words, tables and plots of a report share, worked out in one place."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.results.comparison import FIGURES, Comparison, Contrast
from pontoon_sim.results.result import Result
from pontoon_sim.statistics.estimates import (
    Difference,
    Estimate,
    combination,
)
from pontoon_sim.statistics.intervals import holm


def comparison_of(outcome: Outcome) -> Comparison:
    """The comparison of an outcome that has one (every kind but "bank value")."""
    assert outcome.comparison is not None
    return outcome.comparison


def looked_at(comparison: Comparison) -> bool:
    """Whether the run ended because of what its figures were: at a precision, or by somebody who
    watched them. Intervals are then anytime-valid ones."""
    return comparison.precision is not None or comparison.stopped == "interrupted"


def interval(comparison: Comparison, figure: Estimate) -> Estimate:
    """The figure with the interval that holds for how the run ended, see `looked_at`."""
    return figure.anytime() if looked_at(comparison) else figure


def picked(comparison: Comparison, figure: Estimate, among: int) -> Estimate:
    """The figure of an arm that was picked out of so many by what came of it: with an interval
    wide enough to hold for all of them at once (Bonferroni's rule)."""
    level = 1 - (1 - comparison.confidence) / among
    return figure.anytime(level) if looked_at(comparison) else figure.at(level)


def edge(comparison: Comparison, arm: int) -> Estimate:
    """The edge of the group that is asked for (`Comparison.figure`), with its interval."""
    figure = comparison.estimates[arm].get(comparison.figure)
    if figure is None:
        return Estimate(math.nan, None, None, None, comparison.confidence)
    return interval(comparison, figure)


def result_of(comparison: Comparison, arm: int) -> Result:
    """An arm's result by itself; it knows of the precision that the run was to reach."""
    result = comparison.results[arm]
    if not looked_at(comparison):
        return result
    own = interval(comparison, result.edge)
    half = None if own.low is None else own.half_width
    return replace(result, precision=comparison.precision, anytime_half_width=half)


def contrast_figure(comparison: Comparison, contrast: Contrast) -> Difference | None:
    """The difference that is asked for, both its intervals as the run's end wants them."""
    return with_intervals(comparison, comparison.answer(contrast.arm, contrast.reference))


def with_intervals(comparison: Comparison, found: Difference | None) -> Difference | None:
    """A difference with the intervals that hold for how the run ended."""
    if found is None:
        return None
    paired, unpaired = interval(comparison, found.paired), interval(comparison, found.unpaired)
    return replace(found, paired=paired, unpaired=unpaired)


# --- sweeps -------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Best:
    """The cells of a sweep beside the best of them.

    Attributes
    ----------
    arm : int
        The best cell seen.
    lowest : bool
        Whether the best is the lowest edge (the players choose) or the highest (the banker does).
    behind : tuple of (Difference or None), by arm
        Each cell's edge less that of the best; None for the best itself.
    not_worse : tuple of bool, by arm
        Not significantly different from the best. The best itself is. By Holm's rule over all
        other cells, and allowing for the best being picked out of them: the chance that *any* cell
        as good as the best is called worse is 1 - confidence at most.
    """

    arm: int
    lowest: bool
    behind: tuple[Difference | None, ...]
    not_worse: tuple[bool, ...]

    @property
    def whose(self) -> str:
        """For whom it is best."""
        return "the players" if self.lowest else "the banker"


def best_of(outcome: Outcome) -> Best:
    """The best cell of a sweep, and those that cannot be told from it.

    The players look for the lowest edge where only their strategies vary, the banker for the
    highest everywhere else.
    """
    comparison = comparison_of(outcome)
    names = [axis.name for axis in outcome.setup.axes]
    lowest = "players" in names and "banker" not in names
    values = [edge(comparison, arm).value for arm in range(len(comparison.arms))]
    told = [arm for arm, value in enumerate(values) if math.isfinite(value)]
    arm = (min if lowest else max)(told, key=values.__getitem__, default=0)
    behind = tuple(
        None if other == arm else comparison.answer(other, arm) for other in range(len(values))
    )
    others = [other for other, found in enumerate(behind) if found is not None]
    # The best was picked out of all cells for being the best, so any of k (k - 1) / 2 pairs might
    # have come to be tested, not k - 1: without this factor, of a dozen equal cells one would be
    # called worse in one run of six.
    pairs_per_test = (len(others) + 1) / 2
    ps = [min(found.p * pairs_per_test, 1.0) for found in behind if found is not None]
    differ = dict(zip(others, holm(ps, 1 - comparison.confidence), strict=True))
    not_worse = tuple(other == arm or not differ.get(other, True) for other in range(len(values)))
    return Best(
        arm, lowest, tuple(with_intervals(comparison, found) for found in behind), not_worse
    )


def arm_at(outcome: Outcome, *places: int) -> int | None:
    """The arm in a cell of the axes; None where no arm was played there."""
    cells = outcome.setup.cells
    return cells.index(places) if places in cells else None


def cell_name(outcome: Outcome, arm: int) -> str:
    """Where an arm lies: `banker draw_below_16, seats 6`; its name where there are no axes."""
    axes = outcome.setup.axes
    if not axes:
        return outcome.setup.arms[arm].name
    places = outcome.setup.cells[arm]
    return ", ".join(
        f"{axis.name} {axis.values[place]}" for axis, place in zip(axes, places, strict=True)
    )


def labels_of(outcome: Outcome) -> list[str]:
    """The names of `arm_names`, each in one."""
    return arm_names(outcome).lines


@dataclass(frozen=True)
class Names:
    """How arms or differences are called.

    Attributes
    ----------
    title : str
        Of all of them: "Against sticks on 15", or "sticks on 16 less sticks on 15, by banker".
    lead : str
        The same at the head of a sentence: "With sticks on 16 instead of sticks on 15".
    heads : tuple of str
        What the parts of a name are, such as ("banker", "arm").
    parts : tuple of tuple of str
        The names, part by part.
    """

    title: str
    lead: str
    heads: tuple[str, ...]
    parts: tuple[tuple[str, ...], ...]

    @property
    def lines(self) -> list[str]:
        """Each name in one."""
        return [", ".join(parts) for parts in self.parts]


def arm_names(outcome: Outcome) -> Names:
    """The shortest names that tell the arms apart, panel first."""
    setup = outcome.setup
    over = tuple(axis.name for axis in setup.axes)
    places = [_values(outcome, arm) for arm in range(len(setup.arms))]
    if setup.axes and len(set(setup.cells)) == len(setup.cells):
        return Names("The arms", "", over, tuple(places))
    names = tuple((*place, plain_name(outcome, arm)) for arm, place in enumerate(places))
    return Names("The arms", "", (*over, "arm"), names)


def contrast_names(outcome: Outcome) -> Names:
    """The shortest names that tell the differences of a comparison apart, panel first."""
    rows = comparison_of(outcome).contrasts
    every, over = arm_names(outcome), tuple(axis.name for axis in outcome.setup.axes)
    pairs = {(plain_name(outcome, row.arm), plain_name(outcome, row.reference)) for row in rows}
    by = f", by {' and '.join(over)}" if over else ""
    if over and len(pairs) == 1:
        name, other = pairs.pop()
        places = tuple(_values(outcome, row.arm) for row in rows)
        return Names(
            f"{name} less {other}{by}", f'With "{name}" instead of "{other}"', over, places
        )
    others = {other for _, other in pairs}
    if len(others) == 1:
        (other,) = others
        against = f"Against {other}"
        parts = tuple(every.parts[row.arm] for row in rows)
        return Names(f"{against}{by}", f'Against "{other}"', every.heads, parts)
    both = tuple(
        (
            *every.parts[row.arm][:-1],
            " less ".join(every.parts[k][-1] for k in (row.arm, row.reference)),
        )
        for row in rows
    )
    return Names(f"Differences{by}", "From arm to arm", every.heads, both)


def _values(outcome: Outcome, arm: int) -> tuple[str, ...]:
    """An arm's values on the axes."""
    setup = outcome.setup
    if not setup.axes:
        return ()
    return tuple(
        axis.values[place] for axis, place in zip(setup.axes, setup.cells[arm], strict=True)
    )


def plain_name(outcome: Outcome, arm: int) -> str:
    """The name of an arm without that of its panel, which stands before it."""
    setup = outcome.setup
    if not setup.axes:
        return setup.arms[arm].name
    return setup.arms[arm].name.removeprefix(f"{cell_name(outcome, arm)}: ")


def answers_of(outcome: Outcome) -> list[tuple[str, int]] | None:
    """In a sweep over bankers and players: for each banker, the arm that is best for the players.

    None where these two are not the axes, or a cell is missing.
    """
    axes = outcome.setup.axes
    if sorted(axis.name for axis in axes) != ["banker", "players"]:
        return None
    down = [axis.name for axis in axes].index("banker")
    comparison, found = comparison_of(outcome), []
    for place, name in enumerate(axes[down].values):
        arms = [arm for arm, cell in enumerate(outcome.setup.cells) if cell[down] == place]
        if len(arms) < len(axes[1 - down].values):
            return None
        found.append((name, min(arms, key=lambda arm: edge(comparison, arm).value)))
    return found


# --- ladders ------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Ladder:
    """What variants do one at a time and together, as changes of the edge from the base.

    Attributes
    ----------
    singles : tuple of int
        Arms with one variant each.
    together : int or None
        The arm with all of them, where there are several.
    total : Estimate or None
        Sum of the single effects.
    rest : Estimate or None
        What all of them together do beyond that sum.
    """

    base: int
    singles: tuple[int, ...]
    together: int | None
    total: Estimate | None
    rest: Estimate | None


def ladder_of(outcome: Outcome) -> Ladder:
    """The parts of a ladder: base first, then each variant alone, all of them together last."""
    comparison = comparison_of(outcome)
    count = len(comparison.arms)
    if count < 4:  # a single variant, and all together is the same
        return Ladder(0, (1,), None, None, None)
    singles, together = tuple(range(1, count - 1)), count - 1
    sums, level = comparison.sums.together, comparison.confidence

    def sure(weights: dict[int, int]) -> Estimate | None:
        found = combination(sums, weights, *FIGURES[comparison.figure], level)
        return None if found is None else interval(comparison, found)

    ones = dict.fromkeys(singles, 1)
    total = sure({**ones, 0: -len(singles)})
    rest = sure({together: 1, **dict.fromkeys(singles, -1), 0: len(singles) - 1})
    return Ladder(0, singles, together, total, rest)


# --- course -------------------------------------------------------------------------------------


def asked_for(outcome: Outcome) -> list[tuple[int, int | None]]:
    """What `CoursePoint.values` hold: (arm, the arm it is compared with), or (arm, None)."""
    references = outcome.setup.references
    pairs: Sequence[tuple[int, int | None]] = [
        (arm, ref) for arm, ref in enumerate(references) if ref is not None
    ]
    return list(pairs) or [(arm, None) for arm in range(len(references))]
