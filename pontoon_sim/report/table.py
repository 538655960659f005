"""One model of a table of figures, and what renders it: text, Markdown, HTML and pandas.

A table is defined once, as rows of anything and columns that read them. Text, Markdown and pages
show its figures rounded, to as many decimals as their errors allow; pandas gets them whole.
"""

from __future__ import annotations

import math
import statistics
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from operator import itemgetter
from typing import TYPE_CHECKING, Any, NamedTuple

from rich import box
from rich.console import Console
from rich.table import Table as RichTable
from rich.text import Text

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.report.words import digits, fixed
from pontoon_sim.statistics.estimates import Estimate

if TYPE_CHECKING:
    import jinja2
    import pandas as pd

TERMINAL = 80
"""Characters in a line of text."""


@dataclass(frozen=True)
class Column:
    """A column of a table.

    Attributes
    ----------
    name : str
        Its head in pandas, and elsewhere too if it has no shorter one; the unit is in it.
    value : callable
        Takes a row; gives a word, a number in that unit, a yes or no, or None where there is none.
    decimals : int or callable, optional
        How many are shown; a function is asked row by row. None: whole numbers.
    signed : bool or callable
        A positive number has its sign; a function is asked row by row.
    head : str, optional
        A shorter head for text and pages.
    left : bool
        It holds words, and no numbers.
    shown : callable, optional
        Takes a row; what text and pages show in place of the value.
    """

    name: str
    value: Callable[[Any], Any]
    decimals: int | Callable[[Any], int] | None = None
    signed: bool | Callable[[Any], bool] = False
    head: str = ""
    left: bool = False
    shown: Callable[[Any], str] | None = None


@dataclass(frozen=True)
class Table:
    """A table of figures.

    Attributes
    ----------
    note : str
        What stands below: units, denominators, confidence.
    keys : int
        The first columns, which name a row.
    total : sequence, optional
        Values of a last row that sums up the others, and stays last however they are sorted. It is
        no row in pandas.
    mixed : bool
        Rows are of different units, so that each has decimals of its own, not the column.
    ends : int
        Rows that text shows of either end of a long table; 0: all.
    folded : bool
        Text has no room for all keys: all but the last become lines above their rows.
    """

    title: str
    columns: Sequence[Column]
    rows: Sequence[Any]
    note: str = ""
    keys: int = 1
    total: Sequence[Any] | None = None
    mixed: bool = False
    ends: int = 0
    folded: bool = False


def estimate_columns(
    name: str,
    of: Callable[[Any], Estimate | Mapping[str, Any] | None],
    scale: float = 1,
    signed: bool | Callable[[Any], bool] = True,
    head: str = "",
) -> list[Column]:
    """Value, standard error and the ends of the interval of a row's estimate, times `scale`."""

    def part(key: str) -> Callable[[Any], float | None]:
        def value(row: Any) -> float | None:
            figure = of(row)
            form = figure.as_dict() if isinstance(figure, Estimate) else figure or {}
            number = form.get(key)
            return None if number is None else scale * number

        return value

    error = part("se")

    def places(row: Any) -> int:
        return digits(error(row))

    return [
        Column(name, part("value"), places, signed, head),
        Column("SE", error, places),
        Column("from", part("low"), places, signed),
        Column("to", part("high"), places, signed),
    ]


def word_columns(names: Sequence[str]) -> list[Column]:
    """Columns of words, for rows that are sequences which begin with them."""
    return [Column(name, itemgetter(place), left=True) for place, name in enumerate(names)]


def table_of_words(
    title: str, heads: Sequence[str], rows: Sequence[Sequence[str]], note: str, keys: int = 1
) -> Table:
    """A table whose cells are written already."""
    columns = [
        Column(head, itemgetter(place), left=place < keys) for place, head in enumerate(heads)
    ]
    return Table(title, columns, rows, note, keys)


# --- cells ----------------------------------------------------------------------------------------


class Cells(NamedTuple):
    """A table as it is shown, every cell a word; what text, Markdown and pages render."""

    title: str
    heads: list[str]
    rows: list[list[str]]
    total: list[str] | None
    left: list[bool]
    note: list[str]


def cells_of(table: Table) -> Cells:
    """The words of a table, with all its rows."""
    columns = [_column_cells(table, place) for place in range(len(table.columns))]
    rows = [list(row) for row in zip(*columns, strict=True)]
    return Cells(
        table.title,
        [column.head or column.name for column in table.columns],
        rows[: len(table.rows)],
        None if table.total is None else rows[-1],
        [place < table.keys or column.left for place, column in enumerate(table.columns)],
        table.note.split("\n"),
    )


def _column_cells(table: Table, place: int) -> list[str]:
    """The cells of a column, that of the total last."""
    column = table.columns[place]
    values = [(column.shown or column.value)(row) for row in table.rows]
    places = _decimals(table, column, values)
    cells = []
    for row, value, decimals in zip(table.rows, values, places, strict=True):
        signed = column.signed(row) if callable(column.signed) else column.signed
        cells.append(_cell(value, decimals, signed))
    if table.total is not None:
        total = table.total[place]
        cells.append("" if total is None else _cell(total, places[-1], column.signed is True))
    return cells


def _decimals(table: Table, column: Column, values: Sequence[Any]) -> Sequence[int | None]:
    """Decimals of each row: its own where units are mixed, else one number for the column."""
    if not callable(column.decimals):
        return [column.decimals] * len(values)
    own = [column.decimals(row) for row in table.rows]
    if table.mixed or not own:
        return own
    known = [n for n, value in zip(own, values, strict=True) if value is not None]
    return [statistics.median_low(known) if known else 2] * len(values)


def _cell(value: Any, places: int | None, signed: bool) -> str:
    if value is None or (isinstance(value, float) and math.isnan(value)):
        return "-"
    if isinstance(value, str):
        return value
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:,}" if places is None else fixed(value, places, signed)


# --- renderers ------------------------------------------------------------------------------------


def rich_table(table: Table) -> RichTable:
    """The table for a terminal of 80 columns."""
    cells = cells_of(table)
    heads, rows, left = cells.heads, cells.rows, cells.left
    if table.ends and len(rows) > 2 * table.ends:
        gap = [f"... {len(rows) - 2 * table.ends} between ...", *[""] * (len(heads) - 1)]
        rows = [*rows[: table.ends], gap, *rows[-table.ends :]]
    if table.folded and table.keys > 1:
        heads, rows, left = _folded(table.keys, heads, rows, left)
    drawn = RichTable(
        title=table.title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
    )
    for head, is_left in zip(heads, left, strict=True):
        if is_left:
            drawn.add_column(head, overflow="fold")
        else:  # words may be broken where there is no room, numbers may not
            drawn.add_column(head, justify="right", no_wrap=True)
    for row in [*rows, *([] if cells.total is None else [cells.total])]:
        drawn.add_row(*row)
    return drawn


def _folded(
    keys: int, heads: list[str], rows: list[list[str]], left: list[bool]
) -> tuple[list[str], list[list[str]], list[bool]]:
    """All keys of a row but the last as a line of their own, above the rows that share them."""
    lines: list[list[str]] = []
    above = ""
    for row in rows:
        panel = ", ".join(row[: keys - 1])
        if panel != above:
            above = panel
            lines.append([panel, *[""] * (len(row) - keys)])
        lines.append([f" {row[keys - 1]}", *row[keys:]])
    return [" / ".join(heads[:keys]), *heads[keys:]], lines, left[keys - 1 :]


def fits(table: Table) -> bool:
    """Whether the table is no wider than a terminal, three blanks between its columns."""
    cells = cells_of(table)
    rows = [cells.heads, *cells.rows, *([] if cells.total is None else [cells.total])]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return sum(widths) + 3 * (len(widths) - 1) <= TERMINAL


def print_tables(console: Console, tables: Sequence[Table]) -> None:
    """Print tables with their notes, a line apart."""
    for table in tables:
        console.print()
        console.print(rich_table(table))
        console.print(Text(table.note, style="dim"))


def markdown(table: Table, level: str) -> list[str]:
    """The paragraphs of a table in Markdown: its title at this level, itself, its note."""
    cells = cells_of(table)
    rows = [*cells.rows, *([] if cells.total is None else [cells.total])]
    rule = [":--" if left else "--:" for left in cells.left]
    lines = [_bars(cells.heads), f"| {' | '.join(rule)} |", *map(_bars, rows)]
    return [f"{level} {escaped(cells.title)}", "\n".join(lines), escaped(" ".join(cells.note))]


def _bars(cells: Sequence[str]) -> str:
    return f"| {' | '.join(escaped(cell) for cell in cells)} |"


def escaped(text: str) -> str:
    """Text whose characters mean nothing to Markdown, in a table too."""
    for letter in "\\`*_[]<>|":
        text = text.replace(letter, f"\\{letter}")
    return " ".join(text.split("\n"))


def templates() -> jinja2.Environment:
    """The templates of pages, which draw tables by the macro in `table.html.jinja`."""
    import jinja2

    environment = jinja2.Environment(
        loader=jinja2.PackageLoader("pontoon_sim.report", "."),
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    environment.filters["whole"] = lambda text: text.replace(" %", "\N{NO-BREAK SPACE}%")
    return environment


def html(table: Table) -> str:
    """The table by itself, as a notebook shows it."""
    macro = templates().get_template("table.html.jinja").module
    return str(macro.table(cells_of(table), sortable=False))  # type: ignore[attr-defined]


def frame(table: Table) -> pd.DataFrame:
    """The table for pandas: every row, nothing rounded, its keys as the index."""
    import pandas as pd

    rows = [[column.value(row) for column in table.columns] for row in table.rows]
    names = [column.name for column in table.columns]
    return pd.DataFrame(rows, columns=names).set_index(names[: table.keys])


# --- tables by name -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Tables:
    """The tables that a class of results has, by the names that `.frame(name)` takes.

    Attributes
    ----------
    by_name : dict of str to callable
        Takes the result; gives the table. Another is added with `by_name[name] = function`.
    first : tuple of str
        Those that a notebook shows under the sentence.
    """

    text: Callable[[Any], str]
    by_name: dict[str, Callable[[Any], Table]]
    first: tuple[str, ...] = field(default=())

    def frame(self, shown: Any, name: str) -> pd.DataFrame:
        """The table of this name for pandas; PontoonError where there is none."""
        if name not in self.by_name:
            raise PontoonError(
                f"there is no table '{name}'{nearest(name, self.by_name)}: take one of"
                f" {', '.join(self.by_name)}"
            )
        return frame(self.by_name[name](shown))

    def html(self, shown: Any) -> str:
        """A sentence and tables, as a notebook shows them."""
        from markupsafe import escape

        tables = "\n".join(html(self.by_name[name](shown)) for name in self.first)
        return f"<p><b>{escape(self.text(shown))}</b></p>\n{tables}"
