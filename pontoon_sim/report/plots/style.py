"""Colours and sizes of all pictures, and how a figure becomes a file or a part of a page.

Colours mean the same everywhere: blue is what the bank gains, orange what the players gain. Curves
of several games have neither. Nothing is said by colour alone. On a page every ink is a CSS
variable, so one drawing serves a light and a dark page.
"""

from __future__ import annotations

import io
import re
import textwrap
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import matplotlib as mpl
from matplotlib.artist import Artist
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import LinearSegmentedColormap
from matplotlib.figure import Figure
from matplotlib.text import Text

from pontoon_sim.base.files import write_bytes
from pontoon_sim.report.words import fixed

BANK, PLAYERS = "#1f5f8b", "#b5532a"
"""What the bank gains, and what the players gain."""

INK, SOFT, FAINT = "#333333", "#8b949e", "#d4d9de"
"""Lines and letters; what is there to be compared with; grid lines and what else stays behind."""

VIOLET, GREEN = "#7a5ea8", "#2f8a6d"
"""Two more colours for curves, apart from the others for all kinds of colour vision."""

INKS = {
    INK: ("ink", "#d7dde3"),
    BANK: ("bank", "#6cb4e8"),
    PLAYERS: ("players", "#f0965f"),
    FAINT: ("faint", "#3a424b"),
    SOFT: ("soft", "#8b949e"),
    VIOLET: ("violet", "#b49be0"),
    GREEN: ("green", "#5cc3a1"),
}
"""Colour on a light page -> name of its CSS variable, colour on a dark page."""

FONTS = "DejaVu Sans, Verdana, sans-serif"
"""Of a page's drawings: that in which they were laid out, and one that is as wide."""

GAINS = LinearSegmentedColormap.from_list(
    "gains", ["#a8481f", "#e8a684", "#f6f2ec", "#8bb8d6", "#17527c"]
)
"""From what the players gain to what the bank gains; nought is pale."""

LINES = (INK, VIOLET, GREEN, SOFT)
DASHES = ("-", "--", "-.", ":")
MARKERS = ("o", "s", "D", "^", "v", "P", "X", "*")
"""Several curves in one plot differ in dash and marker as well as in colour."""

LONGEST = 30
"""Letters of a name beside an axis or in a legend."""

BELOW = 20
"""Letters of a name below an axis."""

CROWDED = 44
"""Letters of all names below an axis that stand side by side; more are slanted."""

SIDE_BY_SIDE = 22
"""Letters of a name in a legend that has several columns."""

SETTINGS: Any = {
    "svg.fonttype": "none",  # text stays text: it can be searched, copied and read aloud
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
    "axes.spines.top": False,
    "axes.spines.right": False,
    "text.color": INK,
    "xtick.color": INK,
    "ytick.color": INK,
    "grid.color": FAINT,
    "grid.linewidth": 0.7,
    "axes.axisbelow": True,
    "axes.unicode_minus": False,
}


def styled() -> Any:
    """A `with` block in which figures get these colours and sizes."""
    return mpl.rc_context(SETTINGS)


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
    """A figure with empty axes, inches, without a window."""
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


def signed_bars(ax: Axes, names: Sequence[str], values: Sequence[float], places: int) -> Axes:
    """Bars from the top down with their numbers: blue to the bank, orange to the players."""
    bars = ax.barh(range(len(values)), values, color=[BANK if x > 0 else PLAYERS for x in values])
    for name, value, bar in zip(names, values, bars, strict=True):
        hover(bar, f"{name}: {fixed(value, places + 1, signed=True)}")
    for place, value in enumerate(values):
        ax.annotate(
            fixed(value, places, signed=True), (value, place), xytext=(3 if value >= 0 else -3, 0),
            textcoords="offset points", ha="left" if value >= 0 else "right", va="center",
            fontsize=7.5,
        )  # fmt: skip
    ax.set_yticks(range(len(names)), names)
    ax.set_ylim(len(names) - 0.5, -0.5)
    ax.axvline(0, color=INK, lw=0.8)
    ax.margins(x=0.16)
    return tidy(ax)


def readable_on(*rgb: float) -> str:
    """Black or white, whichever stands out more (relative luminance, WCAG 2)."""
    red, green, blue = (x / 12.92 if x <= 0.04 else ((x + 0.055) / 1.055) ** 2.4 for x in rgb)
    return "black" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "white"


def hover(mark: Artist, text: str) -> None:
    """What a page shows where somebody points at a mark."""
    mark.set_gid(f"hover:{text}")


def name_ticks(ax: Axes, places: Sequence[float], names: Sequence[str]) -> None:
    """Names below an axis, slanted where they are too long to stand side by side."""
    shown = fitted(names, BELOW)
    crowded = sum(len(name) for name in shown) > CROWDED
    ax.set_xticks(places, shown, rotation=35 if crowded else 0, ha="right" if crowded else "center")
    if crowded:
        for label in ax.get_xticklabels():
            label.set_rotation_mode("anchor")


def settle(figure: Figure) -> Figure:
    """The figure with its parts in their places for good, which is not worked out again then.

    Titles and names of axes are wrapped to stay within it: the layout looks after all else.
    """
    figure.draw_without_rendering()
    if sum(_wrapped(figure, text) for text in _titles(figure)):  # all of them, so not `any`
        figure.draw_without_rendering()
    figure.set_layout_engine("none")
    return figure


def _titles(figure: Figure) -> Iterator[Text]:
    for ax in figure.axes:
        yield from (ax.xaxis.label, ax.yaxis.label, ax.title, ax._left_title)  # type: ignore[attr-defined]
    yield from (text for text in (figure._suptitle, figure._supxlabel) if text is not None)  # type: ignore[attr-defined]


def _wrapped(figure: Figure, label: Text) -> bool:
    """Wrap a title or the name of an axis where it runs over the edge of the figure; whether it
    did."""
    text = label.get_text()
    if not text:
        return False
    box = label.get_window_extent()
    upright = label.get_rotation() == 90
    low, high = (box.y0, box.y1) if upright else (box.x0, box.x1)
    whole = figure.bbox.height if upright else figure.bbox.width
    if low >= 0 and high <= whole:
        return False
    longest = max(map(len, text.split("\n")))
    if label.get_horizontalalignment() == "left" and not upright:
        share = (whole - low) / (high - low)
    else:
        middle = (low + high) / 2
        share = 2 * min(middle, whole - middle) / (high - low)
    room = max(int(share * longest) - 1, 8)
    lines = [textwrap.fill(line, room, break_on_hyphens=False) for line in text.split("\n")]
    label.set_text("\n".join(lines))
    return True


def write_figure(path: str | Path, figure: Figure, *, follow: bool = True) -> None:
    """Write a figure to a PNG, SVG or PDF file, by its suffix, whole or not at all; `follow` as
    that of `files.write_text`."""
    content, suffix = io.BytesIO(), Path(path).suffix[1:].lower()
    with styled():
        figure.savefig(content, format=suffix, dpi=150, facecolor="white")
    drawn = content.getvalue()
    if suffix == "svg":
        drawn = _with_titles(drawn.decode("utf-8")).encode("utf-8")
    write_bytes(path, drawn, follow=follow)


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
    with mpl.rc_context({**SETTINGS, "svg.hashsalt": name}):
        figure.savefig(content, format="svg", transparent=True, metadata={"Date": None})
    text = content.getvalue()
    text = _slim(text[text.index("<svg") :])
    # ids of one drawing must not meet those of another
    for kind in ('id="', 'xlink:href="#', "url(#"):
        text = text.replace(kind, f"{kind}{name}-")
    for ink, (variable, _) in INKS.items():
        text = text.replace(ink, f"var(--{variable})")
    width, height = re.search(r'viewBox="0 0 ([\d.]+) ([\d.]+)"', text).groups()  # type: ignore[union-attr]
    head = (
        f'<svg role="img" aria-label="{_escaped(alt)}" viewBox="0 0 {width} {height}"'
        ' xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink"'
        f' font-family="{FONTS}">'
    )
    return head + text[text.index(">") + 1 :]


def _with_titles(text: str) -> str:
    return re.sub(r'<g id="hover:([^"]*)">', r"<g><title>\1</title>", text)


def _slim(text: str) -> str:
    """A drawing in half as many bytes that looks the same: one list of fonts for all texts, and
    nothing that only an editor of drawings reads."""
    text = re.sub(r"<metadata>.*?</metadata>", "", text, flags=re.S)
    text = re.sub(r"<!--.*?-->", "", text, flags=re.S)
    text = re.sub(r"font-family: [^;\"]*(; )?", "", text)
    text = re.sub(r' transform="rotate\(-0 [^)]*\)"', "", text)
    text = _with_titles(text)
    used = set(re.findall(r'(?:href="#|url\(#)([^")]+)', text))
    text = re.sub(r' id="([^"]*)"', lambda m: m[0] if m[1] in used else "", text)
    text = re.sub(r"\s*\n\s*", " ", text).replace("> <", "><")
    return re.sub(r"<g>(<(?:path|text)[^<]*(?:/>|</text>))</g>", r"\1", text)


def _escaped(text: str) -> str:
    return (
        text.replace("&", "&amp;").replace('"', "&quot;").replace("<", "&lt;").replace(">", "&gt;")
    )
