"""A league as a picture: the ranking with its intervals, and who does well at whose table. Each
function takes the axes to draw on and returns them.
"""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from pontoon_sim.files import write_bytes
from pontoon_sim.league.standings import Standings
from pontoon_sim.plots import BANK, INK, PLAYERS
from pontoon_sim.report.words import confidence_word, rules_name

MOST_NUMBERED = 16
"""Players of a matrix whose cells still have room for numbers."""


def ranking(ax: Axes, standings: Standings) -> Axes:
    """Every bot's net per 100 deals with its simultaneous interval, and its group letters."""
    places = standings.places
    rows = np.arange(len(places))[::-1]
    values = np.array([place.net.value for place in places])
    halves = [place.net.half_width for place in places]
    colours = [BANK if value > 0 else PLAYERS for value in values]
    ax.axvline(0, color=INK, lw=0.8)
    ax.hlines(rows, 0, values, color=colours, lw=1, alpha=0.4)
    ax.errorbar(values, rows, xerr=halves, fmt="none", ecolor=INK, capsize=3, lw=1.2)
    ax.scatter(values, rows, c=colours, s=22, zorder=3)
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
    ax.set_xlabel("chips won per 100 deals")
    level = confidence_word(standings.league.terms.confidence)
    ax.set_title(f"Net, {level} intervals that hold at once; a letter shared: no difference shown")
    return ax


def matrix(
    ax: Axes, standings: Standings, title: str, players: list[int], bankers: list[int]
) -> Axes:
    """Every player's net per 100 deals at every banker's table.

    Colours go as far as nine of ten cells need; the rest have the deepest one.
    """
    found = [[standings.meeting(i, j) for j in bankers] for i in players]
    cells = np.array([[np.nan if c is None else c.value for c in row] for row in found])
    reach = float(np.nanquantile(np.abs(cells), 0.9)) if np.isfinite(cells).any() else 1.0
    image = ax.imshow(cells, cmap="RdBu", vmin=-reach, vmax=reach, aspect="auto")
    if len(players) <= MOST_NUMBERED and len(bankers) <= MOST_NUMBERED:
        for row, line in enumerate(cells):
            for column, value in enumerate(line):
                if np.isfinite(value):
                    ink = "white" if abs(value) > 0.65 * reach else INK
                    text = f"{value:.0f}"
                    ax.text(column, row, text, ha="center", va="center", fontsize=7, color=ink)
    ax.set_yticks(range(len(players)), [standings.name(i) for i in players])
    ax.set_xticks(range(len(bankers)), [standings.name(j) for j in bankers], rotation=90)
    ax.set_ylabel("player")
    ax.set_xlabel("banker")
    ax.set_title(f"{title}: chips won by the player per 100 deals")
    ax.figure.colorbar(image, ax=ax, extend="both", shrink=0.7)
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
        f"A league of {people}: {rules_name(league.rules)}, {league.rules.seats} seats,"
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
