"""A report before it is Markdown or a page: what stands in it, in reading order."""

from __future__ import annotations

from dataclasses import dataclass

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.experiments.answers import answer
from pontoon_sim.report.experiments.made import how_made
from pontoon_sim.report.experiments.tables import arm_tables, sheets_of
from pontoon_sim.report.plots.pictures import pictures_of
from pontoon_sim.report.plots.shown import Shown
from pontoon_sim.report.tables import Noted

MOST_ARMS = 6
"""Arms whose own tables a report has."""


@dataclass(frozen=True)
class Sheet:
    """A table in plain words.

    Attributes
    ----------
    heads : list of str
    rows : list of list of str
    total : list of str or None
        The last row where it sums up the others, and so stays last however they are sorted.
    words : int
        How many of the first columns are text.
    note : list of str
        Lines that stand below.
    """

    title: str
    heads: list[str]
    rows: list[list[str]]
    total: list[str] | None
    words: int
    note: list[str]


@dataclass(frozen=True)
class Contents:
    """A report, its parts in reading order.

    Attributes
    ----------
    question : str
    kind : str
    answer : list of str
        The sentence that answers, and what belongs right behind it.
    pictures : list of Shown
    sheets : list of Sheet
    arms : list of (str, list of Sheet)
        Name and tables of each arm by itself, where they are few.
    how_made : list of str
    command : str
    """

    question: str
    kind: str
    answer: list[str]
    pictures: list[Shown]
    sheets: list[Sheet]
    arms: list[tuple[str, list[Sheet]]]
    how_made: list[str]
    command: str


def contents_of(outcome: Outcome) -> Contents:
    """All that a report says and shows."""
    arms = outcome.setup.arms
    own: list[tuple[str, list[Sheet]]] = []
    if outcome.comparison is not None and 1 < len(arms) <= MOST_ARMS:
        own = [
            (arm.name, [plain(table) for table in arm_tables(outcome, number)])
            for number, arm in enumerate(arms)
        ]
    return Contents(
        question=outcome.experiment.question,
        kind=outcome.experiment.kind,
        answer=answer(outcome),
        pictures=pictures_of(outcome),
        sheets=[plain(table) for table in sheets_of(outcome, whole=True)],
        arms=own,
        how_made=how_made(outcome),
        command=outcome.command,
    )


def plain(table: Noted) -> Sheet:
    """A table of the terminal as plain words."""
    drawn, note = table
    heads = [str(column.header) for column in drawn.columns]
    columns = [[str(cell) for cell in column.cells] for column in drawn.columns]
    rows = [list(row) for row in zip(*columns, strict=True)]
    total = rows.pop() if rows and rows[-1][0] == "all" else None
    words = sum(column.justify == "left" for column in drawn.columns)
    return Sheet(str(drawn.title), heads, rows, total, words, note.split("\n"))
