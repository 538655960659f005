"""Figures in words, and the words that tables, plots and sentences of a report share."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pontoon_sim.base.namelists import names_of
from pontoon_sim.engine.tallies import Group
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.experiments.numbers import looked_at
from pontoon_sim.report.words import digits, fixed, interval_word, ordinal, times
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.statistics.estimates import Difference, Estimate

UNIT = "of the initial stakes"

LITTLE = 1.2
"""Times the deals: pairing that is worth less than this is worth nothing."""


def whose(group: Group) -> str:
    """What is said behind "the banker's edge" of a group.

    >>> [whose(Group.parse(text)) for text in ("all", "position 0", "player stick16")]
    ['', ' against the 1st place', ' against stick16']
    >>> whose(Group("banker", seat=2))
    ' with seat 2 at the bank'
    """
    if group.role is None:
        return ""
    if group.position is not None:
        return f" against the {ordinal(group.position + 1)} place"
    who = group.strategy if group.seat is None else f"seat {group.seat}"
    return f" against {who}" if group.role == "player" else f" with {who} at the bank"


def subject(comparison: Comparison) -> str:
    """`the banker's edge`, and against whom, where that is one and the same for all arms."""
    ofs = {arm.of for arm in comparison.arms}
    return f"the banker's edge{whose(ofs.pop()) if len(ofs) == 1 else ''}"


def level_word(comparison: Comparison) -> str:
    """The kind of interval that the report's figures have."""
    return interval_word(comparison.confidence, looked_at(comparison), comparison.is_adjusted)


def picked_word(comparison: Comparison, among: int) -> str:
    """The kind of interval of a figure that was picked out of so many."""
    return level_word(comparison) + (
        f", the choice out of {among} allowed for:" if among > 1 else ""
    )


def percent(figure: Estimate, signed: bool = True) -> str:
    """A share in percent, to the second digit of its error."""
    places = digits(100 * figure.se if figure.se is not None else None)
    return f"{fixed(100 * figure.value, places, signed)} %"


def span(figure: Estimate) -> str:
    """The ends of a share's interval in percent: `-2.31 to -2.05 %`."""
    if figure.low is None or figure.high is None:
        return "no error can be told"
    places = digits(100 * (figure.se or figure.half_width / 2))
    low, high = (fixed(100 * end, places, signed=True) for end in (figure.low, figure.high))
    return f"{low} to {high} %"


def is_zero(figure: Estimate) -> bool:
    """Whether its interval holds 0, or it has none."""
    return figure.low is None or figure.high is None or figure.low <= 0 <= figure.high


def not_met(comparison: Comparison, names: list[str], figures: Sequence[Estimate]) -> list[str]:
    """Where settings would allow a difference of which none has been met, and how large it may be:
    a sentence, if there is anything to say. `figures` have their intervals."""
    if not names:
        return []
    widest = max(figure.half_width for figure in figures)
    return [
        f"No difference met in {comparison.deals:,} deals: {names_of(names)}"
        f" ({level_word(comparison)}: {bound_words(widest)})."
    ]


def bound_words(half_width: float) -> str:
    """What an unmet difference is below."""
    if not math.isfinite(half_width):
        return "no bound can be told"
    return f"less than {100 * half_width:.2g} % either way"


def quoted(name: str) -> str:
    """The name of an arm in a sentence, which may be a sentence itself."""
    return f'"{name}"'


def place_words(outcome: Outcome, arm: int, brief: bool = False) -> str:
    """An arm in a sentence: its place on the axes, `banker draw_below_16, 7 people`, else its name
    in quotation marks; `brief`: the value by itself where there is one axis."""
    axes = outcome.setup.axes
    if not axes:
        return quoted(outcome.setup.arms[arm].name)
    words = []
    for axis, place in zip(axes, outcome.setup.cells[arm], strict=True):
        value = axis.values[place]
        if axis.name == "seats":
            words.append(f"{value} people")
        else:
            words.append(value if brief and len(axes) == 1 else f"{axis.name} {value}")
    return ", ".join(words)


def family(comparison: Comparison) -> str:
    """The rule by which several differences are called real."""
    risk = fixed(100 * (1 - comparison.confidence), 0)
    return f"Holm's rule: the chance of calling any of them wrongly is {risk} %"


def over_cells(comparison: Comparison) -> str:
    """The rule by which cells of a sweep are called worse than the best."""
    risk = fixed(100 * (1 - comparison.confidence), 0)
    return (
        "Holm's rule, the choice of the best allowed for: the chance of calling any cell worse"
        f" wrongly is {risk} %"
    )


def pairing(comparison: Comparison, found: Sequence[Difference]) -> list[str]:
    """What playing the arms over the same packs was worth, and adjusting for luck beside it."""
    worths = [
        row.variance_ratio
        for row in found
        if row.variance_ratio is not None and math.isfinite(row.variance_ratio)
    ]
    ties = [row.correlation for row in found if row.correlation is not None]
    paired = comparison.trial.paired
    if not worths or (paired and not ties):
        return [] if paired else ["Each arm was played over packs of its own."]
    worth = times(min(worths))
    if times(max(worths)) != worth:
        worth += f" to {times(max(worths))}"
    luck = "adjusting for luck" if comparison.is_adjusted else ""
    if not paired:
        packs = "Each arm was played over packs of its own"
        return [f"{packs}; {luck} was worth {worth} the deals." if luck else f"{packs}."]
    if max(worths) < LITTLE:
        return ["Playing the arms over the same packs was worth nothing here: their tables differ."]
    correlation = f"a correlation of {fixed(ties[0], 3)}"
    if fixed(min(ties), 3) != fixed(max(ties), 3):
        correlation = f"correlations of {fixed(min(ties), 3)} to {fixed(max(ties), 3)}"
    return [
        f"Playing the arms over the same packs{f' and {luck}' if luck else ''} was worth {worth}"
        f" the deals: their tables have {correlation}."
    ]
