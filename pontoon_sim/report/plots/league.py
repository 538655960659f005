"""A league as a picture: the ranking with its intervals, and who does well at whose table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import AsinhNorm
from matplotlib.figure import Figure

from pontoon_sim.leagues.standings import Standings
from pontoon_sim.report.plots import style
from pontoon_sim.report.words import confidence_word, game_name

MOST_NUMBERED = 20
"""Players of a matrix whose cells still have room for numbers."""

FAR = 4
"""How many times the upper quartile of all nets a net is large before the scale is compressed."""


def ranking(ax: Axes, standings: Standings) -> Axes:
    """Every bot's net per 100 deals with its simultaneous interval, and its group letters.

    Where one bot is far off, distances shrink towards the ends of the scale, so that the others are
    not pressed together and all of them are on it.
    """
    places = standings.places
    values = np.array([place.net.value for place in places])
    halves = np.array([place.net.half_width for place in places])
    rows = np.arange(len(places))
    ax.axvline(0, color=style.INK, lw=0.8)
    ax.errorbar(
        values, rows, xerr=halves, fmt="o", color=style.INK, ecolor=style.INK, capsize=3, ms=4.5
    )
    sizes = np.abs(values)
    compressed = sizes.max() > FAR * np.quantile(sizes, 0.75) > 0
    if compressed:
        width = float(np.quantile(sizes, 0.5)) or 1.0
        ax.set_xscale("asinh", linear_width=width)
        steps = width * np.array([1, 4, 16, 64, 256])
        marks = [float(f"{step:.1g}") for step in steps if step < 1.5 * sizes.max()]
        ax.set_xticks([*(-m for m in reversed(marks) if m < 1.5 * -values.min()), 0, *marks])
        ax.minorticks_off()
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    for row, place in zip(rows, places, strict=True):
        ax.annotate(
            f"{place.net.value:+,.0f}  {place.groups}", (1.01, row), va="center", fontsize=7.5,
            xycoords=("axes fraction", "data"),
        )  # fmt: skip
    names = style.fitted([place.bot.name for place in places])
    numbered = zip(places, names, strict=True)
    ax.set_yticks(rows, [f"{name}  {place.rank}" for place, name in numbered])
    ax.set_ylim(len(places) - 0.5, -0.5)
    ax.set_xlabel(
        "chips won per 100 deals" + (" (the scale narrows outwards)" if compressed else "")
    )
    level = confidence_word(standings.league.terms.confidence)
    ax.set_title(f"Chips won, with {level} intervals that hold for all at once\n"
                 "(bots that share a letter do not differ significantly)")  # fmt: skip
    return style.tidy(ax)


def matrix(
    ax: Axes, standings: Standings, title: str, players: Sequence[int], bankers: Sequence[int]
) -> Axes:
    """Every player's net per 100 deals at every banker's table: orange where the player gains, blue
    where the bank does. People of the ranking are numbered as they stand there.

    Colours differ most among the small figures that most cells hold, so that one bot that wins ten
    times as much does not make all others pale.
    """
    meetings = [[standings.meeting(i, j) for j in bankers] for i in players]
    cells = np.array([[np.nan if c is None else c.value for c in row] for row in meetings])
    sizes = np.abs(cells[np.isfinite(cells)])
    reach = max(float(sizes.max(initial=0.0)), 1.0)
    middle = max(float(np.median(sizes)), 1.0) if sizes.size else 1.0
    norm, colours = AsinhNorm(middle, -reach, reach), style.GAINS.reversed()
    image = ax.imshow(cells, cmap=colours, norm=norm, aspect="auto")
    if len(players) <= MOST_NUMBERED and len(bankers) <= MOST_NUMBERED:
        size = 7 if len(players) <= 14 else 6 if reach < 1000 else 5.5
        for (row, column), value in np.ndenumerate(cells):
            if np.isfinite(value):
                red, green, blue, _ = colours(float(norm(value)))
                ax.text(column, row, f"{value:.0f}", ha="center", va="center", fontsize=size,
                        color=style.readable_on(red, green, blue))  # fmt: skip
    ranks = {i: str(rank) for rank, i in enumerate(standings.order, 1)}
    if players[0] in ranks:
        ax.set_yticks(range(len(players)), [ranks[i] for i in players])
    else:
        ax.set_yticks(range(len(players)), style.fitted([standings.name(i) for i in players]))
    if bankers[0] in ranks:
        ax.set_xticks(range(len(bankers)), [ranks[j] for j in bankers])
    else:
        style.name_ticks(ax, range(len(bankers)), [standings.name(j) for j in bankers])
    ax.set_ylabel("player" + (", by rank" if players[0] in ranks else ""))
    ax.set_xlabel("banker" + (", by rank" if bankers[0] in ranks else ""))
    ax.set_title(f"{title}: chips won by the player per 100 deals\n"
                 "(orange: the player gains; blue: the bank gains)")  # fmt: skip
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    bar = ax.figure.colorbar(
        image,
        ax=ax,
        fraction=0.035,
        pad=0.01,
        format=lambda value, _: f"{value:+,.0f}" if value else "0",
    )
    bar.outline.set_visible(False)
    return ax


def picture(standings: Standings) -> Figure:
    """The ranking and the matrices in one figure."""
    league, matrices = standings.league, standings.matrices
    with style.styled():
        height = max(3.6, 1.7 + 0.28 * len(league.bots))
        figure = style.new_figure(6 + 6 * len(matrices), height, 1, 1 + len(matrices))
        first, *others = figure.axes
        ranking(first, standings)
        for ax, (title, players, bankers) in zip(others, matrices, strict=True):
            matrix(ax, standings, title, players, bankers)
        people = f"{len(league.bots)} bots" if len(league.bots) > 1 else "one bot"
        figure.suptitle(
            f"A league of {people}: {game_name(league.rules)}, {league.rules.seats} seats,"
            f" {league.deals:,} deals, seed {league.terms.seed}",
            fontsize=12, fontweight="bold",
        )  # fmt: skip
        return style.settle(figure)


def write_picture(path: str | Path, standings: Standings, *, follow: bool = True) -> None:
    """Write `picture` to a PNG, SVG or PDF file; `follow` as that of `files.write_text`."""
    style.write_figure(path, picture(standings), follow=follow)
