"""What happens in the deals of a game, or of a few: nets, hands, places, purses, the running edge.

Everything is drawn from the banker's side.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter, MaxNLocator

from pontoon_sim.base.namelists import names_of
from pontoon_sim.report.plots import style
from pontoon_sim.report.plots.shoot import kitty_course, shoot_bets
from pontoon_sim.report.words import confidence_word, fixed, game_name, headline, ordinal
from pontoon_sim.results.result import Result
from pontoon_sim.statistics.ruin import lasting

MOST_CURVES = 4
"""Curves in one plot."""

MOST_BARS = 50
"""Bars of a distribution; wider ones take several nets together."""

BEYOND = 0.1
"""Percent of all deals at either end of a distribution that are not drawn."""

EVENINGS = (200, 1_000)
"""Deals of an evening, and of a week of them."""


class Curve(NamedTuple):
    """A figure as deals go by.

    Attributes
    ----------
    name : str
    points : sequence of (int, float, float)
        Deals, value and half-width of its interval, percent.
    """

    name: str
    points: Sequence[tuple[int, float, float]]


def shares_of(result: Result) -> tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]:
    """Nets of a deal in least stakes, and the percentage of deals with each."""
    counts = np.asarray(result.tallies.counts["net_bins"], float)
    return np.arange(len(counts)) - len(counts) // 2, 100 * counts / counts.sum()


def net_distribution(ax: Axes, results: Result | Sequence[tuple[str, Result]]) -> Axes:
    """Share of deals (%) by the banker's net of the deal, in least stakes.

    Several results, each with its name, become curves. The outermost tenth of a percent is left out
    at either side; where nets reach far a bar, or a step, takes several together.
    """
    named = [("", results)] if isinstance(results, Result) else list(results)[:MOST_CURVES]
    reach = 3
    for _, result in named:
        nets, shares = shares_of(result)
        below = np.cumsum(shares)
        ends = nets[np.searchsorted(below, (BEYOND, 100 - BEYOND))]
        reach = max(reach, *np.abs(ends).tolist())
    width = next(w for w in (1, 2, 5, 10, 20, 50, 100) if 2 * reach / w <= MOST_BARS or w == 100)
    names = style.fitted([name for name, _ in named])
    for place, (_, result) in enumerate(named):
        centres, heights = _gathered(*shares_of(result), width, reach)
        if len(named) == 1:
            even = np.where(centres == 0, style.INK, style.PLAYERS)
            colours = np.where(centres > 0, style.BANK, even)
            sizes = np.where(centres == 0, min(width, 1), width) * 0.86
            bars = ax.bar(centres, heights, width=sizes, color=colours)
            for centre, height, bar in zip(centres, heights, bars, strict=True):
                style.hover(bar, f"{'about ' * (width > 1)}{centre:+.0f}: {height:.2f} % of deals")
        else:
            ax.step(centres, heights, where="mid", lw=1.3, label=names[place],
                    color=style.LINES[place], ls=style.DASHES[place])  # fmt: skip
    stakes = f"{width} least stakes" if width > 1 else "least stakes"
    if len(named) == 1:
        nets, shares = shares_of(named[0][1])
        won, lost = shares[nets > 0].sum(), shares[nets < 0].sum()
        ax.set_title(f"The banker gains in {won:.0f} %, loses in {lost:.0f} % of deals")
    else:
        style.legend(ax, 2)
    ax.set_ylim(bottom=0)
    ax.xaxis.set_major_locator(MaxNLocator(9, integer=True))
    chips = named[0][1].rules.stake_min
    apart = ", shoot bets apart" if named[0][1].rules.shoot else ""
    ax.set_xlabel(f"banker's net of a deal, in least stakes ({chips} chips){apart}")
    ax.set_ylabel("% of deals" if width == 1 else f"% of deals, by {stakes}")
    return style.tidy(ax, "y")


def _gathered(
    nets: npt.NDArray[np.int64], shares: npt.NDArray[np.float64], width: int, reach: int
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
    """Centres and heights of bars of so many nets, outwards from nought, which has its own."""
    bars: dict[float, float] = {}
    for net, share in zip(nets.tolist(), shares.tolist(), strict=True):
        if abs(net) <= reach:
            step = (abs(net) - 1) // width
            centre = float(np.sign(net)) * (step * width + (width + 1) / 2) if net else 0.0
            bars[centre] = bars.get(centre, 0.0) + share
    return np.array(list(bars)), np.array(list(bars.values()))


def kinds_of(result: Result, less: Result | None = None) -> dict[str, float]:
    """What each kind of players' hand gives to the edge, % of the initial stakes; or to the
    difference from another result's."""
    rows = {row["kind"]: 100 * row["edge"] for row in result.kinds}
    if less is None:
        return rows
    other = {row["kind"]: 100 * row["edge"] for row in less.kinds}
    return {name: rows.get(name, 0.0) - other.get(name, 0.0) for name in {**other, **rows}}


def edge_by_kind(ax: Axes, result: Result, less: Result | None = None) -> Axes:
    """What the players' hands give to the banker's edge, by how they ended, % of the initial
    stakes; or to the difference from another result's. It adds up."""
    rows = kinds_of(result, less)
    total = sum(rows.values())
    style.signed_bars(ax, list(rows), list(rows.values()), 1 if less is None else 2)
    as_played = " (as played)" if result.adjusted is not None else ""
    ax.set_title(f"Where {total:+.2f} %{as_played} comes from: the players' hands")
    change = "" if less is None else "change of the "
    ax.set_xlabel(f"{change}banker's net, % of all initial stakes\nin all {total:+.2f}{as_played}")
    return ax


def edge_by_place(ax: Axes, result: Result) -> Axes:
    """The banker's edge against each place, with its interval, % of that place's initial stakes."""
    rows = [row for row in result.seat_positions if "edge" in row]
    names = [ordinal(row["position"] + 1) for row in rows]
    _edges_of_rows(ax, result, names, [row["edge"] for row in rows])
    ax.set_title("The edge by place at the table")
    ax.set_xlabel("place from the banker's left")
    return ax


def players_of(result: Result) -> dict[str, dict[str, Any]]:
    """The banker's edge against each players' strategy, by its name."""
    return {
        str(group.strategy): row["edge"]
        for group, row in result.roles.items()
        if group.role == "player" and "edge" in row
    }


def edge_by_player(ax: Axes, result: Result) -> Axes:
    """The banker's edge against each players' strategy, with its interval, % of its stakes."""
    rows = players_of(result)
    _edges_of_rows(ax, result, style.fitted(list(rows), 14), list(rows.values()))
    if sum(map(len, rows)) > 48:
        ax.tick_params(axis="x", rotation=20)
    ax.set_title("The edge against each player")
    return ax


def _edges_of_rows(
    ax: Axes, result: Result, names: Sequence[str], figures: Sequence[dict[str, Any]]
) -> None:
    values = [100 * figure["value"] for figure in figures]
    halves = [
        0.0 if figure["low"] is None else 50 * (figure["high"] - figure["low"])
        for figure in figures
    ]
    places = range(len(values))
    ax.errorbar(places, values, yerr=halves, fmt="o", color=style.BANK, capsize=4, ms=5)
    whole = 100 * result.edge.value
    ax.axhline(whole, color=style.INK, lw=0.8, ls="--")
    ax.annotate(
        f"all\n{whole:+.2f}", (1.01, whole), xycoords=("axes fraction", "data"),
        va="center", fontsize=7.5,
    )  # fmt: skip
    if min(values) - max(halves) < 0 < max(values) + max(halves):
        ax.axhline(0, color=style.INK, lw=0.8)
    ax.set_xticks(places, names)
    ax.margins(x=0.12, y=0.15)
    ax.set_ylabel("banker's net, % of initial stakes")
    style.tidy(ax, "y")


def convergence(ax: Axes, curves: Sequence[Curve]) -> Axes:
    """Running figures with their intervals as deals go by, percent.

    A single curve is the bank's edge and blue. The wide beginning of the bands sets no limits.
    """
    names, ends = style.fitted([curve.name for curve in curves]), []
    for place, curve in enumerate(curves[:MOST_CURVES]):
        points = [point for point in curve.points if np.isfinite(point[2])]
        if not points:
            continue
        deals, values, halves = (np.asarray(column, float) for column in zip(*points, strict=True))
        colour = style.BANK if len(curves) == 1 else style.LINES[place]
        if len(points) == 1:
            ax.errorbar(deals, values, yerr=halves, color=colour, capsize=4)
        ax.fill_between(deals, values - halves, values + halves, color=colour, alpha=0.18, lw=0)
        ax.plot(deals, values, color=colour, lw=1.4, ls=style.DASHES[place])
        ax.plot(deals[-1:], values[-1:], color=colour, ls="", marker=style.MARKERS[place], ms=5)
        ax.plot([], [], color=colour, ls=style.DASHES[place], marker=style.MARKERS[place], ms=5,
                label=names[place])  # fmt: skip
        late = len(points) // 6
        ends += [*(values - halves)[late:], *(values + halves)[late:]]
    if len(curves) > 1:
        style.legend(ax, 2)
    if ends and min(ends) < max(ends):
        room = 0.08 * (max(ends) - min(ends))
        ax.set_ylim(min(ends) - room, max(ends) + room)
        if min(ends) - room < 0 < max(ends) + room:
            ax.axhline(0, color=style.INK, lw=0.8)
    ax.set_xlabel("deals played")
    ax.set_ylabel("banker's net, % of initial stakes")
    ax.xaxis.set_major_locator(MaxNLocator(5))
    ax.xaxis.set_major_formatter(EngFormatter(sep=""))
    return style.tidy(ax, "y")


def ruin(ax: Axes, rows: Sequence[tuple[str, Result]]) -> Axes:
    """Risk that whoever has the advantage goes broke, by its purse in chips (diffusion formula):
    playing on for ever, and where there is one game also within an evening and a few of them."""
    most, names = 0.0, style.fitted([name for name, _ in rows], 22)
    for place, (_, result) in enumerate(rows[:MOST_CURVES]):
        drift = result.drift
        if drift is None or drift.mean.value == 0:
            continue
        mean, purses = abs(drift.mean.value), np.linspace(0, drift.bankroll(0.001).value, 81)
        most = max(most, purses[-1])
        who, colour = ("banker", style.BANK) if drift.mean.value > 0 else ("players", style.PLAYERS)
        horizons = {f"{names[place]}: {who}": math.inf}
        if len(rows) == 1:
            ends = {f"within {deals:,} deals": float(deals) for deals in EVENINGS}
            horizons = {"playing on for ever": math.inf, **ends}
        for line, (label, deals) in enumerate(horizons.items(), place):
            risks = [100 - 100 * lasting(mean, drift.variance, x, deals) for x in purses]
            ax.plot(
                purses, risks, ls=style.DASHES[line], lw=1.5, label=label,
                color=colour if len(rows) == 1 else style.LINES[place],
            )  # fmt: skip
    owner = f" of the {who}" if len(rows) == 1 and most else ""
    ax.set_yscale("log")
    ax.set_ylim(0.1, 100)
    ax.set_yticks([100, 50, 20, 10, 5, 1, 0.1], ["100", "50", "20", "10", "5", "1", "0.1"])
    ax.minorticks_off()
    ax.set_xlim(0, most or 1)
    ax.xaxis.set_major_locator(MaxNLocator(5))
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.set_xlabel(f"purse{owner}, chips")
    ax.set_ylabel("risk of going broke, %")
    style.legend(ax, 2)
    return style.tidy(ax, "both")


def picture(result: Result, course: Sequence[tuple[int, float, float]] = ()) -> Figure:
    """The plots of one result in one figure under the answer.

    Parameters
    ----------
    course : sequence of (int, float, float)
        Deals, edge and half-width of its interval, shares: the running edge as deals went by.
    """
    edge = result.edge
    points = list(course)
    if not points or points[-1][0] != result.deals:
        points.append((result.deals, edge.value, edge.half_width))
    curve = Curve("", [(deals, 100 * value, 100 * half) for deals, value, half in points])
    bets = result.shoot
    shoots = bets is not None and bets.edge is not None and bets.edge.value != 0
    with style.styled():
        figure = style.new_figure(11, 12 if shoots else 8, 3 if shoots else 2, 2)
        axes = figure.axes
        net_distribution(axes[0], result)
        edge_by_kind(axes[1], result)
        mixed = len({seat.player.name for seat in result.seats}) > 1
        (edge_by_player if mixed else edge_by_place)(axes[2], result)
        convergence(axes[3], [curve])
        level = confidence_word(result.confidence)
        last = fixed(100 * edge.value, 2, signed=True)
        axes[3].set_title(f"The running edge, to {last} %, with its {level} interval")
        if shoots and bets is not None:
            shoot_bets(axes[4], bets).set_title("What shoot bets bring the bank")
            kitty_course(axes[5], result)
        figure.suptitle(headline(result).partition(", against")[0], fontsize=13, fontweight="bold")
        players = names_of([seat.player.name for seat in result.seats])
        bankers = names_of([seat.banker.name for seat in result.seats])
        figure.supxlabel(
            f"{players} against {bankers}, {game_name(result.rules)}, {result.rules.seats} seats,"
            f" {result.deals:,} deals, seed {result.seed}",
            fontsize=9, color=style.INK,
        )  # fmt: skip
        return style.settle(figure)


def write_picture(
    path: str | Path, result: Result, course: Sequence[tuple[int, float, float]] = ()
) -> None:
    """Write `picture` to a PNG, SVG or PDF file."""
    style.write_figure(path, picture(result, course))
