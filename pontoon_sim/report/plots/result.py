"""Plots of a result. Each function takes the axes to draw on and returns them, so that they fit
into anybody's figure; no window is ever opened.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

import numpy as np
from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, MaxNLocator

from pontoon_sim.base.files import write_bytes
from pontoon_sim.base.namelists import names_of
from pontoon_sim.report.plots.style import BANK, INK, PLAYERS
from pontoon_sim.report.tables import ordinal
from pontoon_sim.report.words import confidence_word, game_name, headline
from pontoon_sim.results.result import Result


def net_distribution(ax: Axes, result: Result) -> Axes:
    """Share of deals (%) by the banker's net of the deal, in least stakes."""
    counts = np.asarray(result.tallies.counts["net_bins"], float)
    middle = len(counts) // 2
    shares = 100 * counts / counts.sum()
    nets = np.arange(len(counts)) - middle
    # all but one deal in a hundred, alike to both sides, so that the balance can be seen
    order = np.cumsum(shares)
    reach = int(max(-nets[np.searchsorted(order, 0.5)], nets[np.searchsorted(order, 99.5)], 3))
    shown = np.abs(nets) <= reach
    colours = np.where(nets > 0, BANK, np.where(nets < 0, PLAYERS, INK))
    ax.bar(nets[shown], shares[shown], width=0.85, color=colours[shown])
    ax.axvline(0, color=INK, lw=0.8)
    won, lost = shares[nets > 0].sum(), shares[nets < 0].sum()
    ax.set_title(f"The banker gains in {won:.0f} %, loses in {lost:.0f} % of deals")
    ax.set_xlabel(f"banker's net of a deal, in least stakes ({result.rules.stake_min} chips)")
    ax.set_ylabel("% of deals")
    return ax


def edge_by_kind(ax: Axes, result: Result) -> Axes:
    """What the players' hands give to the banker's edge, by how they ended, % of initial stakes."""
    rows = result.kinds[::-1]
    values = [100 * row["edge"] for row in rows]
    ax.barh(
        [row["kind"] for row in rows],
        values,
        color=[BANK if value > 0 else PLAYERS for value in values],
    )
    ax.axvline(0, color=INK, lw=0.8)
    for place, value in enumerate(values):
        ax.annotate(
            f"{value:+.1f}",
            (value, place),
            xytext=(3 if value >= 0 else -3, 0),
            textcoords="offset points",
            ha="left" if value >= 0 else "right",
            va="center",
            fontsize=8,
        )
    ax.margins(x=0.14)
    ax.set_title(f"Where {100 * result.edge_initial.value:+.2f} % comes from: the players' hands")
    ax.set_xlabel("banker's net, % of all initial stakes")
    return ax


def edge_by_place(ax: Axes, result: Result) -> Axes:
    """The banker's edge against each place, with its interval, % of that place's initial stakes."""
    rows = [row for row in result.seat_positions if "edge_initial" in row]
    places = [row["position"] + 1 for row in rows]
    figures = [row["edge_initial"] for row in rows]
    values = [100 * figure["value"] for figure in figures]
    halves = [
        0.0 if figure["low"] is None else 50 * (figure["high"] - figure["low"])
        for figure in figures
    ]
    ax.errorbar(places, values, yerr=halves, fmt="o", color=BANK, capsize=4)
    whole = result.edge_initial
    ax.axhline(100 * whole.value, color=INK, lw=0.8, ls="--", label="all places")
    if min(values) - max(halves) < 0 < max(values) + max(halves):
        ax.axhline(0, color=INK, lw=0.8)
    ax.set_xticks(places, [ordinal(place) for place in places])
    ax.margins(x=0.1, y=0.15)
    ax.set_title("The edge by place at the table")
    ax.set_xlabel("place from the banker's left")
    ax.set_ylabel("banker's net, % of initial stakes")
    ax.legend(frameon=False, loc="best")
    return ax


def convergence(ax: Axes, result: Result, course: Sequence[tuple[int, float, float]]) -> Axes:
    """The running edge with its interval as deals go by.

    Parameters
    ----------
    course : sequence of (int, float, float)
        Deals, edge and half-width of its interval, as `cli.progress.Course` keeps them.
    """
    last = result.sharpest_edge
    points = [point for point in course if np.isfinite(point[2])]
    if not points or points[-1][0] != result.deals:
        points.append((result.deals, last.value, last.half_width))
    deals, values, halves = (np.asarray(column, float) for column in zip(*points, strict=True))
    halves = np.where(np.isfinite(halves), halves, 0.0)
    marker = "o" if len(points) < 30 else ""
    ax.fill_between(deals, 100 * (values - halves), 100 * (values + halves), color=BANK, alpha=0.2)
    ax.plot(deals, 100 * values, color=BANK, lw=1.2, marker=marker, ms=3)
    ax.axhline(100 * last.value, color=INK, lw=0.8, ls="--")
    ax.set_title(f"The running edge, with its {confidence_word(result.confidence)} interval")
    ax.set_xlabel("deals played")
    ax.set_ylabel("banker's net, % of initial stakes")
    ax.xaxis.set_major_locator(MaxNLocator(6))
    ax.xaxis.set_major_formatter(EngFormatter())
    return ax


def picture(result: Result, course: Sequence[tuple[int, float, float]] = ()) -> Figure:
    """All four plots in one figure under the answer."""
    figure = Figure(figsize=(11, 8), layout="constrained")
    FigureCanvasAgg(figure)
    axes = figure.subplots(2, 2)
    net_distribution(axes[0, 0], result)
    edge_by_kind(axes[0, 1], result)
    edge_by_place(axes[1, 0], result)
    convergence(axes[1, 1], result, course)
    for ax in axes.flat:
        ax.spines[["top", "right"]].set_visible(False)
        ax.title.set_fontsize(11)
    answer, _, _ = headline(result).partition(", against")
    players = names_of([seat.player.name for seat in result.seats])
    bankers = names_of([seat.banker.name for seat in result.seats])
    figure.suptitle(answer, fontsize=14, fontweight="bold")
    figure.supxlabel(
        f"{players} against {bankers}, {game_name(result.rules)}, {result.rules.seats} seats,"
        f" {result.deals:,} deals, seed {result.seed}",
        fontsize=9,
        color=INK,
    )
    return figure


def write_picture(
    path: str | Path, result: Result, course: Sequence[tuple[int, float, float]] = ()
) -> None:
    """Write `picture` to a PNG, SVG or PDF file, whole or not at all."""
    content = io.BytesIO()
    picture(result, course).savefig(content, format=Path(path).suffix[1:].lower(), dpi=110)
    write_bytes(path, content.getvalue())
