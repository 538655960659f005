"""A result as text: one sentence that answers, then the tables behind it.

Everything is told from the banker's side. Plain ASCII, 80 columns wide, so that it reads the same
on a terminal, in a pipe and in a mail. No play here and no estimates, only words and tables.
"""

from __future__ import annotations

from rich.console import Console
from rich.text import Text

from pontoon_sim.report.shoot import shoot_tables
from pontoon_sim.report.tables import tables_of
from pontoon_sim.report.words import headline, how_made, swings
from pontoon_sim.results.result import Result

__all__ = ["headline", "print_result"]


def print_result(console: Console, result: Result, command: str) -> None:
    """Print the whole report; `command` is what was typed, with every default written out."""
    console.print(Text(headline(result), style="bold"))
    tables = tables_of(result)
    if result.shoot is not None:
        tables += shoot_tables(result.shoot)
    for table, note in tables:
        console.print()
        console.print(table)
        console.print(Text(note, style="dim"))
    for title, lines in (
        ("Swings and bankroll", swings(result)),
        ("How this was made", how_made(result, command)),
    ):
        console.print()
        console.print(Text(title, style="bold"))
        for line in lines:
            # a command is to be copied as it is, so nothing may break it but the terminal itself
            console.print(Text(line), soft_wrap=line.startswith("  "))
