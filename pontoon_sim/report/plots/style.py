"""Colours and sizes of all plots of a report, and how a figure becomes SVG or PNG.

Blue and orange keep apart for all kinds of colour vision, and nothing is said by colour alone. In
the page every ink is a CSS variable, so one drawing serves a light and a dark page.
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Sequence
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.text import Text

BANK, PLAYERS, INK = "#1f5f8b", "#b5532a", "#333333"
"""What goes to the bank, what goes to the players, and lines."""

FAINT = "#d4d9de"
"""Grid lines and other things that stay behind."""

SOFT = "#8b949e"
"""What is there to be compared with: raw intervals, sums of single effects."""

INKS = {
    INK: ("ink", "#d7dde3"),
    BANK: ("bank", "#6cb4e8"),
    PLAYERS: ("players", "#f0965f"),
    FAINT: ("faint", "#3a424b"),
    SOFT: ("soft", "#8b949e"),
}
"""Colour on a light page -> name of its CSS variable, colour on a dark page."""

LINES = (BANK, PLAYERS, INK, SOFT)
DASHES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "D", "^", "v", "P")
"""Several curves in one plot differ in dash and marker as well as in colour."""

LONGEST = 30
"""Letters of a name beside an axis or in a legend."""

BELOW = 20
"""Letters of a name below an axis."""

SIDE_BY_SIDE = 22
"""Letters of a name in a legend that has several columns."""

SETTINGS: Any = {
    "svg.fonttype": "path",  # the page looks the same whatever fonts there are
    "font.size": 9.0,
    "axes.titlesize": 9.5,
    "axes.labelsize": 9.0,
    "xtick.labelsize": 8.5,
    "ytick.labelsize": 8.5,
    "legend.fontsize": 8.5,
    "axes.edgecolor": INK,
    "axes.labelcolor": INK,
    "axes.titlecolor": INK,
    "axes.titlelocation": "left",
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": FAINT,
    "grid.linewidth": 0.7,
    "axes.axisbelow": True,
}


def fitted(names: Sequence[str], longest: int = LONGEST) -> list[str]:
    """Names of users' own as a picture writes them: long ones without their middle, numbered
    where that would make two alike, and nothing in them taken for a formula.

    >>> fitted(["short", "a long name, one", "a long name, two", "a lot of a name, one"], 11)
    ['short', 'a lon…, one', 'a lon…, two', 'a lot…, one']
    >>> fitted(["a long one, as is", "a long two, as is", "a long one, as is"], 11)
    ['1. a lo… is', '2. a lo… is', '1. a lo… is']
    """
    unlike = list(dict.fromkeys(names))
    cut = [_cut(name, longest) for name in unlike]
    told = dict(zip(unlike, cut, strict=True))
    for number, name in enumerate(unlike, 1):
        if cut.count(told[name]) > 1:
            mark = f"{number}. "
            told[name] = mark + _cut(name, longest - len(mark))
    return [told[name].replace("$", r"\$") for name in names]


def _cut(name: str, longest: int) -> str:
    if len(name) <= longest:
        return name
    tail = (longest - 1) // 2
    return f"{name[: longest - 1 - tail]}…{name[len(name) - tail :]}"


def new_figure(width: float, height: float, rows: int = 1, columns: int = 1) -> Figure:
    """An empty figure, inches, without a window."""
    figure = Figure(figsize=(width, height), layout="constrained")
    FigureCanvasAgg(figure)
    figure.subplots(rows, columns)
    return figure


def tidy(ax: Axes, grid: str = "x") -> Axes:
    """Only the lines that help to read values."""
    ax.spines[["top", "right"]].set_visible(False)
    if grid:
        ax.grid(axis=grid)  # type: ignore[arg-type]
    return ax


def legend(ax: Axes, columns: int, side: str = "left") -> None:
    """The legend above the axes, where it covers nothing, from its left or to its right end."""
    words = ax.get_legend_handles_labels()[1]
    if max(map(len, words), default=0) > SIDE_BY_SIDE:
        columns = 1
    ax.legend(
        loc="lower left" if side == "left" else "lower right",
        bbox_to_anchor=(0 if side == "left" else 1, 1), ncols=columns,
        frameon=False, borderaxespad=0.2, handlelength=2.6, columnspacing=1.4,
    )  # fmt: skip


def shares_axis(ax: Axes) -> None:
    """A logarithmic axis of shares in percent, in plain numbers: 10, 1, 0.1."""
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:g}")


def settle(figure: Figure) -> Figure:
    """The figure with its parts in their places for good, which is not worked out again then.

    Names of axes are wrapped to stay within it: the layout looks after all else.
    """
    figure.draw_without_rendering()
    labels = [label for ax in figure.axes for label in (ax.xaxis.label, ax.yaxis.label)]
    if sum(_wrapped(figure, label) for label in labels):  # all of them, so not `any`
        figure.draw_without_rendering()
    figure.set_layout_engine("none")
    return figure


def _wrapped(figure: Figure, label: Text) -> bool:
    """Wrap the name of an axis where it runs over the edge of the figure; whether it did."""
    text = label.get_text()
    if not text:
        return False
    box = label.get_window_extent()
    upright = label.get_rotation() == 90
    low, high = (box.y0, box.y1) if upright else (box.x0, box.x1)
    whole = figure.bbox.height if upright else figure.bbox.width
    if low >= 0 and high <= whole:
        return False
    middle, longest = (low + high) / 2, max(map(len, text.split("\n")))
    room = max(int(2 * min(middle, whole - middle) / (high - low) * longest) - 1, 8)
    lines = [textwrap.fill(line, room, break_on_hyphens=False) for line in text.split("\n")]
    label.set_text("\n".join(lines))
    return True


def png(figure: Figure) -> bytes:
    """The figure on white, for letters and slides."""
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=150, facecolor="white", metadata={"Software": None})
    return content.getvalue()


def svg(figure: Figure, name: str, alt: str) -> str:
    """The figure as an element of a page: inks as CSS variables, the alternative text in it.

    Parameters
    ----------
    name : str
        Unique in the page; parts of the drawing are called after it.
    """
    content = io.StringIO()
    settings: Any = {**SETTINGS, "svg.hashsalt": name}
    with mpl.rc_context(settings):
        figure.savefig(content, format="svg", transparent=True, metadata={"Date": None})
    text = content.getvalue()
    text = text[text.index("<svg") :]
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    # ids of one drawing must not meet those of another
    for kind in ('id="', 'xlink:href="#', "url(#"):
        text = text.replace(kind, f"{kind}{name}-")
    for ink, (variable, _) in INKS.items():
        text = text.replace(ink, f"var(--{variable})")
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text).groups()  # type: ignore[union-attr]
    head = (
        f'<svg role="img" aria-label="{_escaped(alt)}" viewBox="0 0 {width} {height}"'
        ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink">'
    )
    return head + text[text.index(">") + 1 :]


def _escaped(text: str) -> str:
    return (
        text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
    )
