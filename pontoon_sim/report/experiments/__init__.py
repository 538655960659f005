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
from pontoon_sim.report.experiments.made import how_made
from pontoon_sim.report.experiments.results import result_form
from pontoon_sim.report.experiments.strip import strip
from pontoon_sim.report.experiments.tables import sheets_of

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
    long = []
    for table, note in sheets_of(outcome):
        if table.row_count > MOST_ROWS:
            long.append(str(table.title))
            continue
        console.print()
        console.print(table)
        console.print(Text(note, style="dim"))
    if long:
        console.print()
        told = "; ".join(long)
        console.print(Text(f"Too long for here, and on the page that --out writes: {told}."))
    console.print()
    console.print(Text("How this was made", style="bold"))
    for line in how_made(outcome):
        console.print(Text(line))
    console.print(Text("The same again:"))
    console.print(Text(f"  {outcome.command}"), soft_wrap=True)


def write_report(outcome: Outcome, folder: str | Path) -> list[Path]:
    """Write every file of the report into a folder; see `written.write_report`."""
    from pontoon_sim.report.experiments import written  # matplotlib and jinja2: only when asked

    return written.write_report(outcome, folder)
