"""The figures of a report for other programs: `result.json` with everything, and as rows
`results.csv` and `results.parquet`.

One row for each figure of each arm, of each difference and of each bank; the figures are those of
`results.figures`.
"""

from __future__ import annotations

import csv
import importlib.util
import io
import math
from typing import Any

from pontoon_sim.base.namelists import names_of
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.experiments.numbers import comparison_of
from pontoon_sim.report.words import game_name
from pontoon_sim.results.comparison import FIGURES
from pontoon_sim.results.figures import BANK_FIGURES, GAME_FIGURES
from pontoon_sim.results.result import SCHEMA
from pontoon_sim.runs.trial import Arm
from pontoon_sim.statistics.estimates import Difference, Estimate

FIRST = ("row", "arm", "reference", "of", "players", "banker", "rules", "seats")
LAST = (
    "figure", "unit", "value", "se", "low", "high", "anytime_low", "anytime_high", "confidence",
    "unpaired_se", "unpaired_low", "unpaired_high", "correlation", "variance_ratio", "significant",
    "deals", "tables",
)  # fmt: skip
"""Columns; between them one for each setting that a sweep or a panel goes over."""

UNIT_OF = {figure.name: figure.unit for figure in GAME_FIGURES}


def result_form(outcome: Outcome) -> dict[str, Any]:
    """The content of `result.json`: the question, how arms lie on axes, and the whole result."""
    setup = outcome.setup
    asked = {
        "question": outcome.experiment.question,
        "kind": outcome.experiment.kind,
        "command": outcome.command,
        "axes": [{"name": axis.name, "values": list(axis.values)} for axis in setup.axes],
        "cells": [list(cell) for cell in setup.cells],
    }
    if outcome.comparison is not None:
        return {**asked, **outcome.comparison.as_dict()}
    return {**asked, "schema": SCHEMA, "banks": [bank.as_dict() for bank in outcome.banks]}


def columns_of(outcome: Outcome) -> list[str]:
    """The columns of the table of `rows_of`."""
    return [*FIRST, *(a.name for a in outcome.setup.axes if a.name not in FIRST), *LAST]


def rows_of(outcome: Outcome) -> list[dict[str, Any]]:
    """All rows, each with every column; None where a column means nothing for it."""
    blank = dict.fromkeys(columns_of(outcome))
    return [{**blank, **row} for row in (*_arms(outcome), *_differences(outcome))]


def csv_text(outcome: Outcome) -> str:
    """The text of `results.csv`."""
    content = io.StringIO()
    writer = csv.DictWriter(content, columns_of(outcome), lineterminator="\n")
    writer.writeheader()
    for row in rows_of(outcome):
        writer.writerow({key: _cell(value) for key, value in row.items()})
    return content.getvalue()


def _cell(value: Any) -> Any:
    """A value that no spreadsheet takes for a formula: names come from other people's files."""
    return f"'{value}" if isinstance(value, str) and value[:1] in "=+-@" and value else value


def parquet_bytes(outcome: Outcome) -> bytes | None:
    """The content of `results.parquet`; None where pyarrow is not installed."""
    if importlib.util.find_spec("pyarrow") is None:
        return None
    import pandas as pd

    content = io.BytesIO()
    frame = pd.DataFrame(rows_of(outcome), columns=columns_of(outcome))
    # columns that hold nothing here still have the type that they have elsewhere
    texts = [*FIRST[:-1], "figure", "unit", *(a.name for a in outcome.setup.axes)]
    types: dict[str, str] = dict.fromkeys(LAST[2:-3], "float64")
    types |= dict.fromkeys(texts, "string") | {"seats": "Int64", "significant": "boolean"}
    types |= {"deals": "Int64", "tables": "Int64"}
    if any(axis.name == "seats" for axis in outcome.setup.axes):
        types["seats"] = "Int64"
    frame.astype(types).to_parquet(content, index=False, engine="pyarrow")
    return content.getvalue()


def _who(outcome: Outcome, number: int) -> dict[str, Any]:
    """The columns that say which arm it is."""
    arm = outcome.setup.arms[number]
    axes = outcome.setup.axes
    places = outcome.setup.cells[number] if axes else ()
    over = {axis.name: axis.values[place] for axis, place in zip(axes, places, strict=True)}
    return {"arm": arm.name, "of": str(arm.of), **_game(arm), **over, "seats": arm.rules.seats}


def _game(arm: Arm) -> dict[str, Any]:
    return {
        "players": names_of([seat.player.name for seat in arm.seats]),
        "banker": names_of([seat.banker.name for seat in arm.seats]),
        "rules": game_name(arm.rules),
    }


def _arms(outcome: Outcome) -> list[dict[str, Any]]:
    """A row for each figure of each arm or bank. The edges of an arm are those of whom the
    experiment asks for (`Arm.of`), the other figures the whole table's."""
    rows = []
    if outcome.comparison is None:
        for number, bank in enumerate(outcome.banks):
            tables = bank.moments.tables
            who = {**_who(outcome, number), "tables": tables, "deals": bank.moments.of("deals")}
            for figure in BANK_FIGURES:
                cells = _estimate(figure.value(bank), bank.confidence)
                named = {"figure": figure.name, "unit": figure.unit}
                rows.append({"row": "bank", **who, **named, **cells})
        return rows
    comparison = comparison_of(outcome)
    for number, result in enumerate(comparison.results):
        tables = result.tallies.tables
        who = {**_who(outcome, number), "deals": result.deals, "tables": tables}
        for figure in GAME_FIGURES:
            found = figure.value(result)
            if figure.name in result.estimates:
                found = comparison.estimates[number].get(figure.name)
            if found is not None:
                cells = _estimate(found, comparison.confidence)
                named = {"figure": figure.name, "unit": figure.unit}
                rows.append({"row": "arm", **who, **named, **cells})
    return rows


def _differences(outcome: Outcome) -> list[dict[str, Any]]:
    rows: list[dict[str, Any]] = []
    if outcome.comparison is None:
        return rows
    comparison = outcome.comparison
    for contrast in comparison.contrasts:
        for name in FIGURES:
            found = contrast.figures.get(name)
            if found is not None:
                rows.append(
                    {
                        "row": "difference",
                        **_who(outcome, contrast.arm),
                        "reference": comparison.arms[contrast.reference].name,
                        "figure": name,
                        "unit": UNIT_OF[name],
                        "deals": comparison.deals,
                        "tables": comparison.sums.tables,
                        **_estimate(found.paired, comparison.confidence),
                        **_unpaired(found),
                        "significant": contrast.significant if name == comparison.figure else None,
                    }
                )
    return rows


def _estimate(found: Estimate | float | None, confidence: float) -> dict[str, Any]:
    """The columns of a figure; a plain number has no error."""
    if not isinstance(found, Estimate):
        return {"value": found}
    anytime = found.anytime(confidence)
    return {
        "value": found.value,
        "se": found.se,
        "low": found.low,
        "high": found.high,
        "anytime_low": anytime.low,
        "anytime_high": anytime.high,
        "confidence": confidence,
    }


def _unpaired(found: Difference) -> dict[str, Any]:
    ratio = found.variance_ratio
    return {
        "unpaired_se": found.unpaired.se,
        "unpaired_low": found.unpaired.low,
        "unpaired_high": found.unpaired.high,
        "correlation": found.correlation,
        "variance_ratio": ratio if ratio is None or math.isfinite(ratio) else None,
    }
