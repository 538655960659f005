"""A league as a picture: the ranking with its intervals, and who does well at whose table. Each
function takes the axes to draw on and returns them.
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.colors import AsinhNorm
from matplotlib.figure import Figure

from pontoon_sim.base.files import write_bytes
from pontoon_sim.league.standings import Standings
from pontoon_sim.report.plots.style import BANK, INK, PLAYERS
from pontoon_sim.report.words import confidence_word, game_name

MOST_NUMBERED = 20
"""Players of a matrix whose cells still have room for numbers."""


def ranking(ax: Axes, standings: Standings) -> Axes:
    """Every bot's net per 100 deals with its simultaneous interval, and its group letters."""
    places = standings.places
    rows = np.arange(len(places))[::-1]
    values = np.array([place.net.value for place in places])
    halves = np.array([place.net.half_width for place in places])
    # one bot far off would press all others together: it is drawn as an arrow at the edge
    near = np.abs(values) <= 4 * np.quantile(np.abs(values), 0.75)
    low, high = (min((values - halves)[near]), max((values + halves)[near]))
    low, high = min(low, 0.0), max(high, 0.0)
    room = 0.08 * (high - low) or 1.0
    ax.set_xlim(low - room, high + room)
    shown = np.clip(values, low - 0.7 * room, high + 0.7 * room)
    colours = np.where(values > 0, BANK, PLAYERS)
    ax.axvline(0, color=INK, lw=0.8)
    ax.hlines(rows, 0, shown, color=colours, lw=1, alpha=0.4)
    ax.errorbar(values[near], rows[near], xerr=halves[near], fmt="none", ecolor=INK, capsize=3)
    for marker, chosen in (("o", near), (">", ~near & (values > 0)), ("<", ~near & (values < 0))):
        ax.scatter(shown[chosen], rows[chosen], c=colours[chosen], s=24, marker=marker, zorder=3)
    for row, place in zip(rows, places, strict=True):
        ax.annotate(
            f"{place.net.value:+,.0f}  {place.groups}",
            (1.01, row),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize=8,
        )
    ax.set_yticks(rows, [f"{place.rank}  {place.bot.name}" for place in places])
    ax.set_ylim(-0.7, len(places) - 0.3)
    ax.set_xlabel("chips won per 100 deals" + ("" if near.all() else " (arrows: beyond the scale)"))
    level = confidence_word(standings.league.terms.confidence)
    ax.set_title(f"Net, {level} intervals that hold at once; a letter shared: no difference shown")
    return ax


def matrix(
    ax: Axes, standings: Standings, title: str, players: list[int], bankers: list[int]
) -> Axes:
    """Every player's net per 100 deals at every banker's table.

    Colours differ most among the small figures that most cells hold; one bot that wins or loses
    ten times as much does not make all others grey.
    """
    found = [[standings.meeting(i, j) for j in bankers] for i in players]
    cells = np.array([[np.nan if c is None else c.value for c in row] for row in found])
    sizes = np.abs(cells[np.isfinite(cells)])
    reach = max(float(sizes.max(initial=0.0)), 1.0)
    middle = max(float(np.median(sizes)), 1.0) if sizes.size else 1.0
    norm = AsinhNorm(middle, -reach, reach)
    image = ax.imshow(cells, cmap="RdBu", norm=norm, aspect="auto")
    if len(players) <= MOST_NUMBERED and len(bankers) <= MOST_NUMBERED:
        size = 7 if len(players) <= 14 else 6 if reach < 1000 else 5.5
        for row, line in enumerate(cells):
            for column, value in enumerate(line):
                if np.isfinite(value):
                    ink = "white" if abs(norm(value) - 0.5) > 0.3 else INK
                    text = f"{value:.0f}"
                    ax.text(column, row, text, ha="center", va="center", fontsize=size, color=ink)
    ax.set_yticks(range(len(players)), [standings.name(i) for i in players])
    ax.set_xticks(range(len(bankers)), [standings.name(j) for j in bankers], rotation=90)
    ax.set_ylabel("player")
    ax.set_xlabel("banker")
    ax.set_title(f"{title}: chips won by the player per 100 deals")
    ax.figure.colorbar(image, ax=ax, shrink=0.7, format="{x:,.0f}")
    return ax


def picture(standings: Standings) -> Figure:
    """The ranking and the matrices in one figure."""
    league, matrices = standings.league, standings.matrices
    height = max(5.0, 2.2 + 0.3 * len(league.bots))
    figure = Figure(figsize=(7 + 6.5 * len(matrices), height), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(1, 1 + len(matrices), squeeze=False)[0]
    ranking(axes[0], standings)
    axes[0].spines[["top", "right"]].set_visible(False)
    for ax, (title, players, bankers) in zip(axes[1:], matrices, strict=True):
        matrix(ax, standings, title, players, bankers)
    for ax in axes:
        ax.title.set_fontsize(10)
        ax.tick_params(labelsize=8)
    people = f"{len(league.bots)} bots" if len(league.bots) > 1 else "one bot"
    figure.suptitle(
        f"A league of {people}: {game_name(league.rules)}, {league.rules.seats} seats,"
        f" {league.deals:,} deals, seed {league.terms.seed}",
        fontsize=12,
        fontweight="bold",
    )
    return figure


def write_picture(path: str | Path, standings: Standings) -> None:
    """Write `picture` to a PNG, SVG or PDF file, whole or not at all."""
    content = io.BytesIO()
    picture(standings).savefig(content, format=Path(path).suffix[1:].lower(), dpi=110)
    write_bytes(path, content.getvalue())
