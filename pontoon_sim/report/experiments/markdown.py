"""A report as Markdown, with its pictures beside it in `plots/`."""

from __future__ import annotations

from collections.abc import Sequence

from pontoon_sim.report.experiments.contents import Contents, Sheet
from pontoon_sim.report.plots.shown import Shown


def markdown(contents: Contents) -> str:
    """The text of `report.md`."""
    first, *more = contents.answer
    parts = [f"# {escaped(contents.question)}", f"**{escaped(first)}**"]
    if more:
        parts.append(escaped(" ".join(more)))
    for shown in contents.pictures[:1]:
        parts += _picture(shown)
    parts.append("## The numbers")
    parts += [line for sheet in contents.sheets for line in _sheet(sheet, "###")]
    if len(contents.pictures) > 1:
        parts.append("## More pictures")
        for shown in contents.pictures[1:]:
            parts += _picture(shown)
    if contents.arms:
        parts.append("## The arms one by one")
        for name, sheets in contents.arms:
            parts.append(f"### {escaped(name)}")
            parts += [line for sheet in sheets for line in _sheet(sheet, "####")]
    parts.append("## How this was made")
    parts.append("\n".join(f"- {escaped(line)}" for line in contents.how_made))
    parts += ["The same again:", f"```\n{contents.command}\n```"]
    return "\n\n".join(parts) + "\n"


def _picture(shown: Shown) -> list[str]:
    title = f"*{escaped(shown.title)}*"
    note = [escaped(shown.note)] if shown.note else []
    return [f"![{escaped(shown.alt)}](plots/{shown.name}.png)", title, *note]


def _sheet(sheet: Sheet, level: str) -> list[str]:
    rows = [*sheet.rows, *([] if sheet.total is None else [sheet.total])]
    rule = [":--" if n < sheet.words else "--:" for n in range(len(sheet.heads))]
    lines = [_row(sheet.heads), f"| {' | '.join(rule)} |", *(_row(row) for row in rows)]
    return [f"{level} {escaped(sheet.title)}", "\n".join(lines), escaped(" ".join(sheet.note))]


def _row(cells: Sequence[str]) -> str:
    return f"| {' | '.join(escaped(cell) for cell in cells)} |"


def escaped(text: str) -> str:
    """Text whose characters mean nothing to Markdown, in a table too."""
    for letter in "\\`*_[]<>|":
        text = text.replace(letter, f"\\{letter}")
    return " ".join(text.split("\n"))
