"""Reports of experiments: first a sentence that answers the question, then the picture, then the
numbers, then how it was made. The same on the terminal, as Markdown and as a page.

Told from tallies only: nothing is played here, and what was played is not changed.
"""

from __future__ import annotations

from pathlib import Path

from rich.console import Console
from rich.text import Text

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.experiments.answers import answer
from pontoon_sim.report.experiments.results import result_form
from pontoon_sim.report.experiments.strip import strip
from pontoon_sim.report.experiments.tables import sheets_of
from pontoon_sim.report.provenance import outcome_made, print_provenance
from pontoon_sim.report.table import print_tables

__all__ = ["print_outcome", "result_form", "write_report"]

MOST_ROWS = 40
"""Rows of a table on a terminal."""


def print_outcome(console: Console, outcome: Outcome) -> None:
    """Print the whole report as text, 80 columns wide."""
    first, *more = answer(outcome)
    console.print(Text(outcome.experiment.question, style="italic"))
    console.print(Text(first, style="bold"))
    for line in more:
        console.print(Text(line))
    picture = strip(outcome)
    if picture:
        console.print()
        for line in picture:
            console.print(Text(line), soft_wrap=True)
    tables = sheets_of(outcome)
    long = [table.title for table in tables if len(table.rows) > MOST_ROWS and not table.ends]
    print_tables(console, [table for table in tables if table.title not in long])
    if long:
        console.print()
        titles = "; ".join(long)
        console.print(Text(f"Too long for here, and on the page that --out writes: {titles}."))
    print_provenance(console, outcome_made(outcome), outcome.command)


def write_report(outcome: Outcome, folder: str | Path) -> list[Path]:
    """Write every file of the report into a folder; see `files.write_report`."""
    from pontoon_sim.report.experiments import files  # matplotlib and jinja2: only when asked

    return files.write_report(outcome, folder)
