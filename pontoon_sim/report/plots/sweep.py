"""Sweeps: a curve over one axis, a heat map over two; and what the bank is worth over an axis."""

from __future__ import annotations

import itertools

import numpy as np
from matplotlib.axes import Axes
from matplotlib.cm import ScalarMappable
from matplotlib.colors import Normalize
from matplotlib.patches import Rectangle
from matplotlib.ticker import MaxNLocator

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.experiments.numbers import arm_at, best_of, cell_name, comparison_of, edge
from pontoon_sim.report.experiments.words import level_word, percent, span, subject
from pontoon_sim.report.plots import style
from pontoon_sim.report.plots.result import MOST_CURVES
from pontoon_sim.report.words import fixed


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
    ax.errorbar(at, values, yerr=halves, fmt="o", color=style.BANK, capsize=3, ms=4.5)
    if numbers is not None:
        ax.plot(at, values, color=style.BANK, lw=1, alpha=0.6)
    alike = [k for k, arm in enumerate(arms) if best.not_worse[arm]]
    if len(alike) < len(arms):
        ax.plot(
            [at[k] for k in alike], [values[k] for k in alike], ls="", marker="o", ms=12,
            mfc="none", mec=style.INK, mew=1.2,
            label=f"best for {best.whose}, or not to be told from it",
        )  # fmt: skip
        style.legend(ax, 1)
    style.name_ticks(ax, places, axis.values)
    ax.margins(x=0.08, y=0.15)
    style.tidy(ax, "y")
    low, high = ax.get_ylim()
    if low < 0 < high:
        ax.axhline(0, color=style.INK, lw=0.8)
    ax.set_xlabel(axis.name)
    ax.set_ylabel(f"{subject(comparison)}, %\n{level_word(comparison)}")
    return ax


def _numbers(values: tuple[str, ...]) -> list[float] | None:
    try:
        return [float(value) for value in values]
    except ValueError:
        return None


def heat_map(ax: Axes, outcome: Outcome) -> Axes:
    """The edge in each cell (%), blue where the bank gains, orange where the players do.

    A thick frame marks the best, dashed ones the cells that are not significantly different from
    it.
    """
    comparison, best = comparison_of(outcome), best_of(outcome)
    down, across = outcome.setup.axes
    rows, columns = len(down.values), len(across.values)
    values = np.full((rows, columns), np.nan)
    arms = {(i, j): arm_at(outcome, i, j) for i in range(rows) for j in range(columns)}
    for place, arm in arms.items():
        if arm is not None:
            values[place] = 100 * edge(comparison, arm).value
    reach = float(np.nanmax(np.abs(values), initial=0.0)) or 1.0
    colours = ScalarMappable(Normalize(-reach, reach), style.GAINS)
    size = 8.5 if columns <= 7 else 6.5
    for (i, j), arm in arms.items():
        if arm is None or not np.isfinite(values[i, j]):
            continue
        red, green, blue, _ = colours.to_rgba(values[i, j])
        cell = Rectangle((j - 0.48, i - 0.48), 0.96, 0.96, fc=(red, green, blue), ec="none")
        figure = edge(comparison, arm)
        style.hover(cell, f"{cell_name(outcome, arm)}: {percent(figure)} ({span(figure)})")
        ax.add_patch(cell)
        ink = style.readable_on(red, green, blue)
        ax.text(j, i, fixed(values[i, j], 2, signed=True), ha="center", va="center", color=ink,
                fontsize=size)  # fmt: skip
        if best.not_worse[arm]:
            the_best, out = arm == best.arm, 0.5 - 0.07
            ax.add_patch(
                Rectangle(
                    (j - out, i - out), 2 * out, 2 * out, fill=False, ec=ink,
                    lw=2.4 if the_best else 1.2, ls="-" if the_best else (0, (3, 2)),
                )
            )  # fmt: skip
    ax.set_xlim(-0.5, columns - 0.5)
    ax.set_ylim(rows - 0.5, -0.5)
    style.name_ticks(ax, range(columns), across.values)
    ax.set_yticks(range(rows), style.fitted(down.values))
    ax.set_xlabel(across.name)
    ax.set_ylabel(down.name)
    ax.tick_params(length=0)
    ax.spines[:].set_visible(False)
    low, high = float(np.nanmin(values)), float(np.nanmax(values))
    scale_bar(ax, colours, min(low, 0.0), max(high, 0.0), "%")
    return ax


def scale_bar(
    ax: Axes, colours: ScalarMappable, low: float, high: float, unit: str, steps: int = 41
) -> None:
    """A bar of the colours between two values beside the axes, with nought on it."""
    bar = ax.inset_axes((1.03, 0.0, 0.03, 1.0))
    ends = np.linspace(low, high, steps + 1)
    for a, b in itertools.pairwise(ends):
        bar.add_patch(Rectangle((0, a), 1, b - a, fc=colours.to_rgba((a + b) / 2), ec="none"))
    bar.set_xlim(0, 1)
    bar.set_ylim(low, high)
    bar.set_xticks([])
    bar.yaxis.tick_right()
    bar.yaxis.set_major_locator(MaxNLocator(5))
    bar.yaxis.set_major_formatter(lambda value, _: f"{value:+g}" if value else f"0 {unit}")
    bar.tick_params(labelsize=7.5, length=2)
    bar.spines[:].set_visible(False)


def bank_values(ax: Axes, outcome: Outcome) -> Axes:
    """The fair price of the bank by game, chips, with its interval."""
    values = outcome.banks
    axis = outcome.setup.axes[0] if outcome.setup.axes else None
    names = axis.values if axis else [arm.name for arm in outcome.setup.arms]
    places = range(len(values))
    nets = [value.net for value in values]
    ax.errorbar(
        places, [net.value for net in nets],
        yerr=[0.0 if net.low is None else net.half_width for net in nets],
        fmt="o", color=style.BANK, capsize=3, ms=5,
    )  # fmt: skip
    ax.axhline(0, color=style.INK, lw=0.8)
    style.name_ticks(ax, places, names)
    ax.margins(x=0.1)
    ax.set_xlabel(axis.name if axis else "")
    ax.set_ylabel("fair price of the bank, chips")
    return style.tidy(ax, "y")


def tenure_lengths(ax: Axes, outcome: Outcome) -> Axes:
    """Share of tenures that last longer than so many deals; logarithmic."""
    axis = outcome.setup.axes[0] if outcome.setup.axes else None
    picks = list(range(len(outcome.banks)))
    if len(picks) > MOST_CURVES:
        step = (len(picks) - 1) / (MOST_CURVES - 1)
        picks = sorted({round(k * step) for k in range(MOST_CURVES)})
    names = style.fitted(
        [f"{axis.name} {value}" for value in axis.values]
        if axis
        else [arm.name for arm in outcome.setup.arms]
    )
    for place, arm in enumerate(picks):
        lengths = outcome.banks[arm].lengths.astype(float)
        longer = 100 * (1 - np.cumsum(lengths) / lengths.sum())[:-1]
        ax.step(
            np.arange(len(longer)), np.where(longer > 1e-9, longer, np.nan), where="post",
            color=style.LINES[place], ls=style.DASHES[place], lw=1.4, label=names[arm],
        )  # fmt: skip
    ax.set_yscale("log")
    ax.yaxis.set_major_formatter(lambda value, _: f"{value:g}")
    ax.set_ylim(0.1, 100)
    ax.set_xlim(left=0)
    ax.set_xlabel("deals")
    ax.set_ylabel("% of tenures that last longer")
    style.legend(ax, 2)
    return style.tidy(ax, "y")
