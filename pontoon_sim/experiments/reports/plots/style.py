"""Colours and sizes of all plots of a report, and how a figure becomes SVG or PNG.

Blue and orange keep apart for all kinds of colour vision, and nothing is said by colour alone. In
the page every ink is a CSS variable, so one drawing serves a light and a dark page.
"""

from __future__ import annotations

import io
import re
from typing import Any

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from pontoon_sim.plots import BANK, INK, PLAYERS

__all__ = [
    "BANK",
    "DASHES",
    "FAINT",
    "INK",
    "INKS",
    "LINES",
    "MARKERS",
    "PLAYERS",
    "SETTINGS",
    "SOFT",
]

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
    """The figure with its parts in their places for good, which is not worked out again then."""
    figure.draw_without_rendering()
    figure.set_layout_engine("none")
    return figure


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
