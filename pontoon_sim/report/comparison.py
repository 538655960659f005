"""A comparison in tables: the arms by themselves, and the differences between them."""

from __future__ import annotations

import math
from typing import Any

from pontoon_sim.report.table import Column, Table, Tables, estimate_columns
from pontoon_sim.report.words import digits, times
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.statistics.estimates import Difference

Row = tuple[Any, ...]
"""The parts of a name, then a Difference or None, and whether it is significant."""


def difference_columns() -> list[Column]:
    """What is said of a difference of edges, for rows that end with it and whether it is
    significant.

    `SE`, `from` and `to` are those of arms played over the same packs (where they were), `SE
    unpaired` is what runs of that size over packs of their own would have; `variance ratio` is how
    many times the deals they would have needed.
    """

    def found(row: Row) -> Difference | None:
        difference: Difference | None = row[-2]
        return difference

    def unpaired(row: Row) -> float | None:
        difference = found(row)
        if difference is None or difference.unpaired.se is None:
            return None
        return 100 * difference.unpaired.se

    def correlation(row: Row) -> float | None:
        difference = found(row)
        return None if difference is None else difference.correlation

    def ratio(row: Row) -> float | None:
        difference = found(row)
        return None if difference is None else difference.variance_ratio

    def shown_ratio(row: Row) -> str:
        value = ratio(row)
        return times(value) if value is not None and math.isfinite(value) else "-"

    paired = estimate_columns(
        "difference %",
        lambda row: None if row[-2] is None else row[-2].paired,
        100,
        head="diff %",
    )
    return [
        *paired,
        Column("SE unpaired", unpaired, lambda row: digits(paired[1].value(row)), head="raw SE"),
        Column("correlation", correlation, 3, head="corr."),
        Column("variance ratio", ratio, head="worth", shown=shown_ratio),
        Column("significant", lambda row: row[-1], head="sure"),
    ]


def arms(comparison: Comparison) -> Table:
    """The edge of each arm by itself, adjusted where the luck of the deal can be taken out."""
    rows = list(zip(comparison.arms, comparison.estimates, strict=True))
    columns = [
        Column("arm", lambda row: row[0].name),
        *estimate_columns("edge %", lambda row: row[1].get(comparison.figure), 100),
    ]
    return Table("The arms", columns, rows)


def differences(comparison: Comparison) -> Table:
    """Each arm's edge less that of the arm it is compared with, % of the initial stakes."""
    names = [arm.name for arm in comparison.arms]
    rows = [
        (
            names[row.arm],
            names[row.reference],
            comparison.answer(row.arm, row.reference),
            row.significant,
        )
        for row in comparison.contrasts
    ]
    keys = [Column("arm", lambda row: row[0]), Column("less", lambda row: row[1])]
    return Table("Differences", [*keys, *difference_columns()], rows, keys=2)


def _sentence(comparison: Comparison) -> str:
    packs = "the same packs" if comparison.trial.paired else "packs of their own"
    return f"{len(comparison.arms)} arms over {packs}, {comparison.deals:,} deals each."


COMPARISON_TABLES = Tables(
    _sentence, {"arms": arms, "differences": differences}, first=("arms", "differences")
)
"""Tables of a comparison by the names of `Comparison.frame`."""
