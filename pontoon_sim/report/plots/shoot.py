"""Shoot bets and the kitty."""

from __future__ import annotations

import numpy as np
from matplotlib.axes import Axes
from matplotlib.ticker import MaxNLocator

from pontoon_sim.report.plots import style
from pontoon_sim.results.result import Result
from pontoon_sim.results.shoot import ShootOutcomes


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
    style.signed_bars(ax, [name for name, _ in rows], [value for _, value in rows], 2)
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
        seen,
        np.maximum(means - sds, 0),
        means + sds,
        color=style.BANK,
        alpha=0.2,
        lw=0,
        label="one SD",
    )
    ax.plot(seen, means, color=style.BANK, lw=1.5, label="mean")
    ax.set_ylim(bottom=0)
    ax.set_xlabel("deals that the kitty has seen")
    ax.set_ylabel("chips in it when a deal begins")
    ax.xaxis.set_major_locator(MaxNLocator(6, integer=True))
    style.legend(ax, 2)
    return style.tidy(ax, "y")
