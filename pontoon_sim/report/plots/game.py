"""What happens in the deals of one arm, or of a few: nets, hands, places, kitties, purses."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.experiments.numbers import comparison_of
from pontoon_sim.report.plots.style import (
    BANK,
    BELOW,
    DASHES,
    INK,
    LINES,
    PLAYERS,
    fitted,
    legend,
    shares_axis,
    tidy,
)
from pontoon_sim.report.words import fixed
from pontoon_sim.results.result import Result
from pontoon_sim.results.shoot import ShootOutcomes

MOST_CURVES = 4
ODDS = (0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001)


def net_distribution(ax: Axes, results: Sequence[tuple[str, Result]]) -> Axes:
    """Share of deals by the banker's net of the deal, in least stakes; logarithmic.

    The outermost bins hold all deals beyond them.
    """
    reach, names = 3, fitted([name for name, _ in results])
    for place, (_, result) in enumerate(results[:MOST_CURVES]):
        counts = np.asarray(result.tallies.counts["net_bins"], float)
        middle = len(counts) // 2
        nets = np.arange(len(counts)) - middle
        shares = 100 * counts / counts.sum()
        seen = np.flatnonzero(counts)
        reach = max(reach, *np.abs(nets[seen[[0, -1]]]).tolist())
        if len(results) == 1:
            for side, colour, label in (
                (nets < 0, PLAYERS, "banker loses"),
                (nets == 0, INK, "even"),
                (nets > 0, BANK, "banker gains"),
            ):
                steps = np.repeat(shares[side], 2)
                edges = np.stack([nets[side] - 0.5, nets[side] + 0.5], axis=1).ravel()
                low = shares[seen].min() / 2
                ax.fill_between(edges, low, np.maximum(steps, low), color=colour, label=label, lw=0)
                ax.set_ylim(bottom=low)
        else:
            ax.step(
                nets, np.where(shares > 0, shares, np.nan), where="mid", color=LINES[place],
                ls=DASHES[place], lw=1.2, label=names[place],
            )  # fmt: skip
    shares_axis(ax)
    ax.xaxis.set_major_locator(MaxNLocator(8, integer=True))
    ax.set_xlim(-reach - 1, reach + 1)
    tidy(ax, "y")
    stake = results[0][1].rules.stake_min
    ax.set_xlabel(f"banker's net of a deal, in least stakes ({stake} chips)")
    ax.set_ylabel("% of deals (logarithmic)")
    legend(ax, 3 if len(results) == 1 else 2)
    return ax


def kinds(ax: Axes, result: Result) -> Axes:
    """What the players' hands give to the edge, by how they ended; it adds up."""
    rows = result.kinds
    values = [100 * row["edge"] for row in rows]
    _bars(ax, [row["kind"] for row in rows], values, 1)
    ax.set_xlabel(f"banker's net, % of all initial stakes\nin all {sum(values):+.2f}")
    return ax


def kinds_apart(ax: Axes, one: Result, other: Result) -> Axes:
    """What each kind of hand gives to the difference of two arms' edges; it adds up."""
    names = list(dict.fromkeys(row["kind"] for row in (*other.kinds, *one.kinds)))
    first, second = ({row["kind"]: row["edge"] for row in result.kinds} for result in (one, other))
    values = [100 * (first.get(name, 0.0) - second.get(name, 0.0)) for name in names]
    _bars(ax, names, values, 2)
    ax.set_xlabel(f"change of the banker's net, % of all initial stakes\nin all {sum(values):+.2f}")
    return ax


def _bars(ax: Axes, names: Sequence[str], values: Sequence[float], places: int) -> None:
    colours = [BANK if value > 0 else PLAYERS for value in values]
    ax.barh(range(len(values)), values, color=colours)
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
    tidy(ax)


def bets_by_kind(outcomes: ShootOutcomes) -> list[tuple[str, float]]:
    """What each kind of shoot bet brings the bank, chips a deal; it adds up to all of them."""
    assert outcomes.net_per_deal is not None and outcomes.edge is not None
    chips = sum(row.chips for row in outcomes.by_kind)
    deals = chips * outcomes.edge.value / outcomes.net_per_deal.value
    words = {"first": "on a first", "split": "on a split", "fourth": "fourth card to"}
    return [
        (f"{words[stage]} {rest}", row.edge.value * row.chips / deals)
        for row in outcomes.by_kind
        if row.edge is not None
        for stage, _, rest in (row.name.partition(" "),)
    ]


def shoot_bets(ax: Axes, outcomes: ShootOutcomes) -> Axes:
    """What each kind of shoot bet brings the bank, chips a deal; it adds up."""
    rows = bets_by_kind(outcomes)
    _bars(ax, [name for name, _ in rows], [value for _, value in rows], 2)
    ax.set_xlabel(
        f"the bank's net from shoot bets, chips a deal\nin all {sum(v for _, v in rows):+.2f}"
    )
    return ax


def kitty_course(ax: Axes, result: Result) -> Axes:
    """Chips in the kitty by the deals it has seen: the mean, and one SD to either side."""
    assert result.shoot is not None
    rows = result.shoot.course
    seen = np.array([row["deals_seen"] for row in rows], float)
    means = np.array([row["mean"] for row in rows])
    sds = np.array([np.nan if row["sd"] is None else row["sd"] for row in rows])
    counts = np.array([row["deals"] for row in rows], float)
    # the last row gathers all longer lives, and means of a handful of kitties are only noise
    steady = counts >= max(100.0, 1e-4 * counts[0])
    steady[-1] &= len(rows) < 2
    seen, means, sds = seen[steady], means[steady], sds[steady]
    ax.fill_between(
        seen, np.maximum(means - sds, 0), means + sds, color=BANK, alpha=0.2, lw=0, label="one SD"
    )
    ax.plot(seen, means, color=BANK, lw=1.5, label="mean")
    ax.set_ylim(bottom=0)
    ax.set_xlabel("deals that the kitty has seen")
    ax.set_ylabel("chips in it when a deal begins")
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    legend(ax, 2)
    return tidy(ax, "y")


def ruin(ax: Axes, rows: Sequence[tuple[str, Result]]) -> Axes:
    """Risk that whoever has the advantage goes broke, by its purse in chips (diffusion formula)."""
    from pontoon_sim.statistics.estimates import bankroll_for_ruin, long_run_variance

    most, names = 0.0, fitted([name for name, _ in rows], 22)
    for place, (_, result) in enumerate(rows[:MOST_CURVES]):
        group = result.tallies.groups["all"]
        variance, mean = long_run_variance(group), group.of("net") / group.of("deals")
        if variance is None or mean == 0:
            continue
        purses = [bankroll_for_ruin(variance, abs(mean), odds) for odds in (1.0, *ODDS)]
        most = max(most, purses[-1])
        who, owner = ("banker", "banker's") if mean > 0 else ("players", "players'")
        ax.plot(
            purses, [100 * odds for odds in (1.0, *ODDS)], color=LINES[place], ls=DASHES[place],
            lw=1.5, label=f"{names[place]}: {who}" if len(rows) > 1 else f"the {owner} purse",
        )  # fmt: skip
    ax.set_yscale("log")
    ax.set_ylim(0.1, 100)
    ax.set_yticks([100, 50, 20, 10, 5, 1, 0.1], ["100", "50", "20", "10", "5", "1", "0.1"])
    ax.minorticks_off()
    ax.set_xlim(0, most or 1)
    ax.xaxis.set_major_locator(MaxNLocator(5))
    ax.xaxis.set_major_formatter(lambda value, _: f"{value:,.0f}")
    ax.set_xlabel("purse, chips")
    ax.set_ylabel("risk of going broke, %")
    legend(ax, 2)
    return tidy(ax, "both")


def bank_values(ax: Axes, outcome: Outcome) -> Axes:
    """The fair price of the bank by game, chips, with its interval."""
    values = outcome.banks
    axis = outcome.setup.axes[0] if outcome.setup.axes else None
    names = fitted(axis.values if axis else [arm.name for arm in outcome.setup.arms], BELOW)
    places = range(len(values))
    nets = [value.net for value in values]
    ax.errorbar(
        places, [net.value for net in nets],
        yerr=[0.0 if net.low is None else net.half_width for net in nets],
        fmt="o", color=BANK, capsize=3, ms=5,
    )  # fmt: skip
    ax.axhline(0, color=INK, lw=0.8)
    crowded = sum(len(name) for name in names) > 44
    ax.set_xticks(places, names, rotation=35 if crowded else 0, ha="right" if crowded else "center")
    ax.margins(x=0.1)
    ax.set_xlabel(axis.name if axis else "")
    ax.set_ylabel("fair price of the bank, chips")
    return tidy(ax, "y")


def tenure_lengths(ax: Axes, outcome: Outcome) -> Axes:
    """Share of tenures that last longer than so many deals; logarithmic."""
    axis = outcome.setup.axes[0] if outcome.setup.axes else None
    picks = list(range(len(outcome.banks)))
    if len(picks) > MOST_CURVES:
        step = (len(picks) - 1) / (MOST_CURVES - 1)
        picks = sorted({round(k * step) for k in range(MOST_CURVES)})
    names = fitted(
        [f"{axis.name} {value}" for value in axis.values]
        if axis
        else [arm.name for arm in outcome.setup.arms]
    )
    for place, arm in enumerate(picks):
        lengths = outcome.banks[arm].lengths.astype(float)
        longer = 100 * (1 - np.cumsum(lengths) / lengths.sum())[:-1]
        ax.step(
            np.arange(len(longer)), np.where(longer > 1e-9, longer, np.nan), where="post",
            color=LINES[place], ls=DASHES[place], lw=1.4, label=names[arm],
        )  # fmt: skip
    shares_axis(ax)
    ax.set_ylim(0.1, 100)
    ax.set_xlim(left=0)
    ax.set_xlabel("deals")
    ax.set_ylabel("% of tenures that last longer")
    legend(ax, 2)
    return tidy(ax, "y")


def results_of(outcome: Outcome) -> list[tuple[str, Result]]:
    """Name and result of each arm."""
    comparison = comparison_of(outcome)
    names = [arm.name for arm in comparison.arms]
    return list(zip(names, comparison.results, strict=True))
