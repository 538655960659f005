"""A tuning run as a picture: what it gained as deals were played."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.ticker import EngFormatter

from pontoon_sim.report.plots import style
from pontoon_sim.report.tuning import Telling, answer
from pontoon_sim.statistics.estimates import Estimate


def learning_curve(
    ax: Axes, points: Sequence[tuple[int, Estimate]], scale: float, unit: str
) -> Axes:
    """Gain over the start by deals played in the search, with its interval."""
    deals = [0, *(n for n, _ in points)]
    gains = [0.0, *(scale * gain.value for _, gain in points)]
    halves = [0.0, *(scale * gain.half_width for _, gain in points)]
    # the last gain lasts: without a tail its step would have no width
    deals.append(deals[-1] + max(deals[-1] // 20, 1))
    gains.append(gains[-1])
    halves.append(halves[-1])
    low = [g - h for g, h in zip(gains, halves, strict=True)]
    high = [g + h for g, h in zip(gains, halves, strict=True)]
    ax.fill_between(deals, low, high, color=style.VIOLET, alpha=0.2, step="post", lw=0)
    ax.step(deals, gains, where="post", color=style.VIOLET, lw=1.4)
    ax.plot(deals[1:-1], gains[1:-1], ".", color=style.VIOLET, ms=6)
    ax.axhline(0, color=style.INK, lw=0.8)
    ax.set_xlim(0, deals[-1])
    ax.set_xlabel("deals of the search")
    ax.set_ylabel(f"gain over the start\n{unit}")
    ax.xaxis.set_major_formatter(EngFormatter(sep=""))
    return style.tidy(ax, "y")


def write_curve(path: str | Path, told: Telling) -> None:
    """Draw the run's learning curve into a PNG file of its folder."""
    scale, unit = told.game.objective.shown(told.game.rules.stake_min)
    with style.styled():
        figure = style.new_figure(8, 4.5)
        learning_curve(figure.axes[0], told.points, scale, unit)
        figure.suptitle(answer(told), fontsize=10, fontweight="bold")
        style.write_figure(path, style.settle(figure), follow=False)
