"""The report of an experiment as files: text, page, numbers and pictures, each whole or not at all.

`contents_of` puts together what stands in it, in reading order; Markdown and the page show that.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from pontoon_sim import __version__
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import write_bytes, write_text
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report import table as tables
from pontoon_sim.report.experiments.answers import answer
from pontoon_sim.report.experiments.results import csv_text, parquet_bytes, result_form
from pontoon_sim.report.experiments.tables import arm_tables, sheets_of
from pontoon_sim.report.plots.pictures import pictures_of
from pontoon_sim.report.plots.shown import Shown
from pontoon_sim.report.plots.style import INKS, png, svg
from pontoon_sim.report.provenance import outcome_made
from pontoon_sim.report.table import Table, escaped

MOST_ARMS = 6
"""Arms whose own tables a report has."""


@dataclass(frozen=True)
class Contents:
    """A report, its parts in reading order.

    Attributes
    ----------
    answer : list of str
        The sentence that answers, and what belongs right behind it.
    arms : list of (str, list of Table)
        Name and tables of each arm by itself, where they are few.
    """

    question: str
    kind: str
    answer: list[str]
    pictures: list[Shown]
    tables: list[Table]
    arms: list[tuple[str, list[Table]]]
    how_made: list[str]
    command: str


def contents_of(outcome: Outcome) -> Contents:
    """All that a report says and shows."""
    arms = outcome.setup.arms
    own: list[tuple[str, list[Table]]] = []
    if outcome.comparison is not None and 1 < len(arms) <= MOST_ARMS:
        own = [(arm.name, arm_tables(outcome, number)) for number, arm in enumerate(arms)]
    return Contents(
        question=outcome.experiment.question,
        kind=outcome.experiment.kind,
        answer=answer(outcome),
        pictures=pictures_of(outcome),
        tables=sheets_of(outcome, whole=True),
        arms=own,
        how_made=outcome_made(outcome),
        command=outcome.command,
    )


def markdown(contents: Contents) -> str:
    """The text of `report.md`, with its pictures beside it in `plots/`."""
    first, *more = contents.answer
    parts = [f"# {escaped(contents.question)}", f"**{escaped(first)}**"]
    if more:
        parts.append(escaped(" ".join(more)))
    for shown in contents.pictures[:1]:
        parts += _picture(shown)
    parts.append("## The numbers")
    parts += [line for table in contents.tables for line in tables.markdown(table, "###")]
    if len(contents.pictures) > 1:
        parts.append("## More pictures")
        for shown in contents.pictures[1:]:
            parts += _picture(shown)
    if contents.arms:
        parts.append("## The arms one by one")
        for name, own in contents.arms:
            parts.append(f"### {escaped(name)}")
            parts += [line for table in own for line in tables.markdown(table, "####")]
    parts.append("## How this was made")
    parts.append("\n".join(f"- {escaped(line)}" for line in contents.how_made))
    parts += ["The same again:", f"```\n{contents.command}\n```"]
    return "\n\n".join(parts) + "\n"


def _picture(shown: Shown) -> list[str]:
    title = f"*{escaped(shown.title)}*"
    note = [escaped(shown.note)] if shown.note else []
    return [f"![{escaped(shown.alt)}](plots/{shown.name}.png)", title, *note]


def page(contents: Contents) -> str:
    """The text of `report.html`: one file that needs no network, light or dark, wide or narrow."""
    drawings = [
        {
            "title": shown.title,
            "note": shown.note,
            "svg": Markup(svg(shown.figure, f"p{number}", shown.alt)),
            "width": round(96 * shown.figure.get_figwidth()),
        }
        for number, shown in enumerate(contents.pictures)
    ]
    return (
        tables.templates()
        .get_template("page.html.jinja")
        .render(
            report=contents,
            cells_of=tables.cells_of,
            drawings=drawings,
            inks=[(variable, light, dark) for light, (variable, dark) in INKS.items()],
            version=__version__,
        )
    )


def write_report(outcome: Outcome, folder: str | Path) -> list[Path]:
    """Write every file of the report into a folder, which is made where it is not there.

    Files of an earlier report of the same names are replaced.

    Returns
    -------
    list of Path
        What was written, the page first.

    Raises
    ------
    PontoonError
        One sentence that names the file that cannot be written.
    """
    # all of it is made before any of it is written, so a fault leaves an earlier report alone
    contents = contents_of(outcome)
    target = Path(folder)
    texts = {
        target / "report.html": page(contents),
        target / "report.md": markdown(contents),
        target / "result.json": json.dumps(result_form(outcome), indent=2) + "\n",
        target / "results.csv": csv_text(outcome),
    }
    pictures = {
        target / "plots" / f"{shown.name}.png": png(shown.figure) for shown in contents.pictures
    }
    parquet = parquet_bytes(outcome)
    if parquet is not None:
        pictures[target / "results.parquet"] = parquet
    try:
        (target / "plots").mkdir(parents=True, exist_ok=True)
        if (target / "plots").is_symlink():
            raise PontoonError(
                f"'{target / 'plots'}' is a link, which a report is not written through: remove it"
            )
    except OSError as error:
        raise PontoonError(f"'{target}' cannot be written: {error.strerror}") from None
    for path, text in texts.items():
        write_text(path, text, follow=False)
    for path, content in pictures.items():
        write_bytes(path, content, follow=False)
    return [*texts, *pictures]
