"""A tuning run as a picture: what it gained as deals were played."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter

from pontoon_sim.base.files import write_bytes
from pontoon_sim.report.plots.style import BANK, INK
from pontoon_sim.report.tuning import Telling, answer
from pontoon_sim.statistics.estimates import Estimate


def learning_curve(
    ax: Axes, points: Sequence[tuple[int, Estimate]], scale: float, unit: str
) -> Axes:
    """Gain over the start by deals played in the search, with its interval."""
    deals = [0, *(n for n, _ in points)]
    gains = [0.0, *(scale * gain.value for _, gain in points)]
    halves = [0.0, *(scale * gain.half_width for _, gain in points)]
    low = [g - h for g, h in zip(gains, halves, strict=True)]
    high = [g + h for g, h in zip(gains, halves, strict=True)]
    ax.fill_between(deals, low, high, color=BANK, alpha=0.2, step="post")
    ax.step(deals, gains, where="post", color=BANK, lw=1.4)
    ax.plot(deals[1:], gains[1:], ".", color=BANK, ms=5)
    ax.axhline(0, color=INK, lw=0.8)
    ax.set_xlabel("deals of the search")
    ax.set_ylabel(f"gain over the start\n{unit}")
    ax.xaxis.set_major_formatter(EngFormatter())
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def write_curve(path: str | Path, told: Telling) -> None:
    """Draw the run's learning curve into a PNG file."""
    game = told.game
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    ax = learning_curve(figure.subplots(), told.points, *game.objective.shown(game.rules.stake_min))
    ax.set_title(answer(told).partition(":")[0], fontsize=11)
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110)
    write_bytes(path, content.getvalue())
