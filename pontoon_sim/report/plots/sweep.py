"""Sweeps: a curve over one axis, a heat map over two."""

from __future__ import annotations

import matplotlib as mpl
import numpy as np
from matplotlib.axes import Axes
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.experiments.numbers import arm_at, best_of, comparison_of, edge
from pontoon_sim.report.experiments.words import level_word, subject
from pontoon_sim.report.plots.style import (
    BANK,
    BELOW,
    INK,
    PLAYERS,
    fitted,
    legend,
    tidy,
)
from pontoon_sim.report.words import fixed

MAP = "cividis"
"""A colour map made for all kinds of colour vision, as even in grey."""


def curve(ax: Axes, outcome: Outcome) -> Axes:
    """The edge over the values of one axis with its intervals, % of the initial stakes.

    Rings mark the best and what cannot be told from it. Values that are numbers keep their
    distances; others stand side by side.
    """
    comparison, best = comparison_of(outcome), best_of(outcome)
    (axis,) = outcome.setup.axes
    numbers = _numbers(axis.values)
    places = list(range(len(axis.values))) if numbers is None else numbers
    arms = [arm for arm in (arm_at(outcome, k) for k in range(len(axis.values))) if arm is not None]
    figures = [edge(comparison, arm) for arm in arms]
    at = [places[outcome.setup.cells[arm][0]] for arm in arms]
    values = [100 * figure.value for figure in figures]
    halves = [100 * figure.half_width if figure.low is not None else 0.0 for figure in figures]
    ax.errorbar(at, values, yerr=halves, fmt="o", color=BANK, capsize=3, ms=4.5)
    if numbers is not None:
        ax.plot(at, values, color=BANK, lw=1, alpha=0.6)
    alike = [k for k, arm in enumerate(arms) if best.not_worse[arm]]
    ax.plot(
        [at[k] for k in alike], [values[k] for k in alike], ls="", marker="o", ms=12, mfc="none",
        mec=PLAYERS, mew=1.6, label=f"best for {best.whose}, or not to be told from it",
    )  # fmt: skip
    legend(ax, 1)
    names = fitted(axis.values, BELOW)
    crowded = sum(len(name) for name in names) > 44
    ax.set_xticks(places, names, rotation=35 if crowded else 0, ha="right" if crowded else "center")
    if crowded:
        for label in ax.get_xticklabels():
            label.set_rotation_mode("anchor")
    ax.margins(x=0.08, y=0.15)
    tidy(ax, "y")
    low, high = ax.get_ylim()
    if low < 0 < high:
        ax.axhline(0, color=INK, lw=0.8)
    ax.set_xlabel(axis.name)
    ax.set_ylabel(f"{subject(comparison)}, %\n{level_word(comparison)}")
    return ax


def _numbers(values: tuple[str, ...]) -> list[float] | None:
    try:
        return [float(value) for value in values]
    except ValueError:
        return None


def heat_map(ax: Axes, outcome: Outcome) -> Axes:
    """The edge in each cell (%), under it the difference from the best.

    A thick frame marks the best, thin ones the cells that are not significantly different from it.
    """
    comparison, best = comparison_of(outcome), best_of(outcome)
    down, across = outcome.setup.axes
    rows, columns = len(down.values), len(across.values)
    values = np.full((rows, columns), np.nan)
    for i in range(rows):
        for j in range(columns):
            arm = arm_at(outcome, i, j)
            if arm is not None:
                values[i, j] = 100 * edge(comparison, arm).value
    low, high = np.nanmin(values), np.nanmax(values)
    norm = Normalize(low, high if high > low else low + 1)
    colours = mpl.colormaps[MAP]
    size = 8.5 if columns <= 7 else 6.5
    for i in range(rows):
        for j in range(columns):
            arm = arm_at(outcome, i, j)
            if arm is None or not np.isfinite(values[i, j]):
                continue
            rgba = colours(norm(values[i, j]))
            ax.add_patch(Rectangle((j - 0.5, i - 0.5), 1, 1, fc=rgba, ec="none"))
            ink = _readable_on(rgba)
            behind = best.behind[arm]
            note = "best" if behind is None else fixed(100 * behind.paired.value, 2, signed=True)
            ax.text(
                j, i - 0.02, fixed(values[i, j], 2, signed=True), ha="center", va="bottom",
                color=ink, fontsize=size,
            )  # fmt: skip
            ax.text(
                j, i + 0.06, note, ha="center", va="top", color=ink, fontsize=size - 1.5,
                fontstyle="italic",
            )  # fmt: skip
            if best.not_worse[arm]:
                best_one, out = arm == best.arm, 0.5 - 0.04
                ax.add_patch(
                    Rectangle(
                        (j - out, i - out), 2 * out, 2 * out, fill=False, ec=ink,
                        lw=2.4 if best_one else 1.2, ls="-" if best_one else (0, (3, 2)),
                    )
                )  # fmt: skip
    ax.set_xlim(-0.5, columns - 0.5)
    ax.set_ylim(rows - 0.5, -0.5)
    heads = fitted(across.values, BELOW)
    crowded = sum(len(name) for name in heads) > 46
    ax.set_xticks(
        range(columns), heads, rotation=35 if crowded else 0,
        ha="right" if crowded else "center",
    )  # fmt: skip
    if crowded:
        for label in ax.get_xticklabels():
            label.set_rotation_mode("anchor")
    ax.set_yticks(range(rows), fitted(down.values))
    ax.set_xlabel(across.name)
    ax.set_ylabel(down.name)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    return ax


def _readable_on(rgba: tuple[float, float, float, float]) -> str:
    """Black or white, whichever stands out more (relative luminance, WCAG 2)."""
    red, green, blue = (x / 12.92 if x <= 0.04 else ((x + 0.055) / 1.055) ** 2.4 for x in rgba[:3])
    return "black" if 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.179 else "white"
