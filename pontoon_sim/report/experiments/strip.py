"""The picture of a report in plain characters: intervals on one scale, a line for each."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.experiments.numbers import (
    best_of,
    comparison_of,
    contrast_figure,
    contrast_names,
    edge,
    labels_of,
)
from pontoon_sim.report.experiments.tables import compared, played, swept
from pontoon_sim.report.experiments.words import level_word, subject
from pontoon_sim.statistics.estimates import Estimate

WIDTH, LABEL = 80, 26
MOST = 24
"""Lines of a picture; more than that are no picture."""


def strip(outcome: Outcome) -> list[str]:
    """Differences where arms are compared, else edges (or values of the bank); `|` is zero."""
    if not played(outcome):
        rows = list(zip(labels_of(outcome), (bank.net for bank in outcome.banks), strict=True))
        return picture(rows, "fair price of the bank, chips") if len(rows) > 1 else []
    comparison = comparison_of(outcome)
    level = level_word(comparison)
    if compared(outcome) and not swept(outcome):
        names = contrast_names(outcome)
        rows = [
            (name, _percent(found.paired))
            for name, row in zip(names.lines, comparison.contrasts, strict=True)
            if (found := contrast_figure(comparison, row)) is not None
        ]
        return picture(rows, f"change of {subject(comparison)}, %; {level}")
    rows = [(name, _percent(edge(comparison, arm))) for arm, name in enumerate(labels_of(outcome))]
    rows = [(name, figure) for name, figure in rows if math.isfinite(figure.value)]
    if swept(outcome):
        best = best_of(outcome)
        rows.sort(key=lambda row: row[1].value, reverse=not best.lowest)
    return picture(rows, f"{subject(comparison)}, %; {level}") if len(rows) > 1 else []


def _percent(figure: Estimate) -> Estimate:
    low, high = (None if end is None else 100 * end for end in (figure.low, figure.high))
    return Estimate(100 * figure.value, None, low, high, figure.confidence)


def picture(rows: Sequence[tuple[str, Estimate]], what: str) -> list[str]:
    """One line for each figure, `--o--` its interval, all on one scale that has zero in it where
    that is not too far off; under them the scale.

    >>> rows = [("a", Estimate(1, 0, 0.5, 1.5)), ("b", Estimate(2, 0, 2, 2))]
    >>> lines = picture(rows, "chips")
    >>> [line[:1] for line in lines], lines[0].count("-") > 5, lines[1].count("-")
    (['a', 'b', ' '], True, 0)
    """
    if not rows or len(rows) > MOST:
        return []
    label = min(max(len(name) for name, _ in rows), LABEL)
    room = WIDTH - label - 2
    ends = [x for _, f in rows for x in (f.value, f.low, f.high) if x is not None]
    low, high = min(ends), max(ends)
    far = 3 * (high - low)
    if 0 < low <= far or not high > low:
        low = min(low, 0.0)
    if -far <= high < 0 or not high > low:
        high = max(high, 0.0)
    if not high > low:
        return []

    def at(value: float) -> int:
        return round((value - low) / (high - low) * (room - 1))

    lines = []
    for name, figure in rows:
        cells = [" "] * room
        if low <= 0 <= high:
            cells[at(0)] = "|"
        if figure.low is not None and figure.high is not None:
            for place in range(at(figure.low), at(figure.high) + 1):
                cells[place] = "-"
        cells[at(figure.value)] = "o"
        short = name if len(name) <= label else name[: label - 2] + ".."
        lines.append(f"{short:<{label}}  {''.join(cells)}".rstrip())
    left, right = (f"{end:+.3g}" if end else "0" for end in (low, high))
    middle = max(room - len(left) - len(right), 0)
    if len(what) + 4 <= middle:
        return [*lines, f"{'':<{label}}  {left}{what:^{middle}}{right}"]
    return [*lines, f"{'':<{label}}  {left}{'':{middle}}{right}", f"{what:>{WIDTH}}"]
