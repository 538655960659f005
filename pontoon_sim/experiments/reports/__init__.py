"""Reports of experiments: first a sentence that answers the question, then the picture, then the
numbers, then how it was made. The same on the terminal, as Markdown and as a page.

Told from tallies only: nothing is played here, and what was played is not changed.
"""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.experiments.reports.strip import strip
from pontoon_sim.experiments.reports.tables import sheets_of
from pontoon_sim.experiments.reports.words import answer, how_made
from pontoon_sim.experiments.reports.written import write_report

__all__ = ["print_outcome", "write_report"]


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
    for table, note in sheets_of(outcome):
        console.print()
        console.print(table)
        console.print(Text(note, style="dim"))
    console.print()
    console.print(Text("How this was made", style="bold"))
    for line in how_made(outcome):
        console.print(Text(line))
    console.print(Text("The same again:"))
    console.print(Text(f"  {outcome.command}"), soft_wrap=True)
