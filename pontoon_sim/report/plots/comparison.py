"""Edges and differences with their intervals. Functions take the axes and return them."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence

import numpy as np
from matplotlib.axes import Axes

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.experiments.numbers import (
    Names,
    arm_names,
    asked_for,
    comparison_of,
    contrast_figure,
    contrast_names,
    edge,
    interval,
    labels_of,
    ladder_of,
)
from pontoon_sim.report.experiments.words import level_word, subject
from pontoon_sim.report.plots.result import MOST_CURVES, Curve
from pontoon_sim.report.plots.style import BANK, INK, PLAYERS, SOFT, fitted, legend, tidy
from pontoon_sim.statistics.estimates import Estimate
from pontoon_sim.statistics.intervals import LEAST_TABLES, anytime_half_width


def lines_of(names: Names) -> tuple[list[float], list[tuple[float, str, bool]]]:
    """Where the rows of a plot lie, and the labels beside it: place, word, whether it is the head
    of a panel, which has a line of its own above its rows."""
    places: list[float] = []
    labels: list[tuple[float, str, bool]] = []
    line, before = 0.0, None
    for parts in names.parts:
        *panel, name = parts
        if panel and panel != before:
            labels.append((line, ", ".join(panel), True))
            before = panel
            line += 1
        places.append(line)
        labels.append((line, name, False))
        line += 1
    return places, labels


def _ends(figure: Estimate) -> tuple[float, float, float]:
    """Value, and the reach of its interval down and up, in percent."""
    if figure.low is None or figure.high is None:
        return 100 * figure.value, 0.0, 0.0
    down, up = figure.value - figure.low, figure.high - figure.value
    return 100 * figure.value, 100 * down, 100 * up


def _points(
    ax: Axes, places: Iterable[float], figures: Sequence[Estimate], colour: str, **style: object
) -> None:
    places = list(places)
    values, downs, ups = zip(*(_ends(figure) for figure in figures), strict=True)
    ax.errorbar(
        values, places, xerr=[downs, ups], fmt="none", ecolor=colour, capsize=3, elinewidth=1.4
    )
    ax.plot(values, places, ls="", color=colour, **{"marker": "o", "ms": 5, **style})  # type: ignore[arg-type]


def _zero(ax: Axes) -> None:
    """A line at zero where zero is near what is shown."""
    low, high = ax.get_xlim()
    if low - 0.5 * (high - low) < 0 < high + 0.5 * (high - low):
        ax.axvline(0, color=INK, lw=0.8)


def _names(ax: Axes, labels: Sequence[tuple[float, str, bool]]) -> None:
    ax.set_yticks([place for place, _, _ in labels], fitted([word for _, word, _ in labels]))
    for tick, (_, _, head) in zip(ax.yaxis.get_major_ticks(), labels, strict=True):
        if head:
            tick.label1.set_fontweight("bold")
            tick.tick1line.set_visible(False)
    ax.set_ylim(max(place for place, _, _ in labels) + 0.5, -0.5)


def edges_by_arm(ax: Axes, outcome: Outcome) -> Axes:
    """The banker's edge of each arm with its interval, % of the initial stakes."""
    comparison = comparison_of(outcome)
    figures = [edge(comparison, arm) for arm in range(len(comparison.arms))]
    places, labels = lines_of(arm_names(outcome))
    _points(ax, places, figures, BANK)
    _names(ax, labels)
    _zero(tidy(ax))
    ax.set_xlabel(f"{subject(comparison)}\n% of the initial stakes, {level_word(comparison)}")
    return ax


def differences(ax: Axes, outcome: Outcome) -> Axes:
    """Each arm less its reference: paired interval, the unpaired one behind it, % of the stakes."""
    comparison = comparison_of(outcome)
    rows = [
        (row, found)
        for row in comparison.contrasts
        if (found := contrast_figure(comparison, row)) is not None
    ]
    paired = comparison.trial.paired
    lines, labels = lines_of(contrast_names(outcome))
    at = dict(zip((row.arm for row in comparison.contrasts), lines, strict=True))
    places = np.array([at[row.arm] for row, _ in rows])
    if paired:
        _points(ax, places + 0.16, [found.unpaired for _, found in rows], SOFT, marker="", label="")
    _points(ax, places - (0.1 if paired else 0), [found.paired for _, found in rows], BANK)
    _names(ax, labels)
    if paired:
        ax.plot([], [], color=BANK, marker="o", ms=5, label="paired: over the same packs")
        ax.plot([], [], color=SOFT, label="unpaired: two runs by themselves")
        legend(ax, 2, "right")
    _zero(tidy(ax))
    ax.set_xlabel(
        f"change of {subject(comparison)}\n% of the initial stakes, {level_word(comparison)}"
    )
    return ax


def shoot_by_arm(ax: Axes, outcome: Outcome) -> Axes:
    """What the bank wins by shoot bets and by stakes, each with its interval, chips a deal."""
    comparison = comparison_of(outcome)
    places, labels = lines_of(arm_names(outcome))
    for place, result in zip(places, comparison.results, strict=True):
        stakes = interval(comparison, result.estimates["net_per_deal"])
        bets = None if result.shoot is None else result.shoot.net_per_deal
        for figure, colour, marker, up in (
            (None if bets is None else interval(comparison, bets), INK, "s", -0.13),
            (stakes, BANK, "o", 0.13),
        ):
            if figure is not None:
                half = 0.0 if figure.low is None else figure.half_width
                ax.errorbar(
                    figure.value, place + up, xerr=half, fmt=marker, color=colour, capsize=3, ms=5
                )
    ax.plot([], [], color=INK, marker="s", ls="", label="by shoot bets")
    ax.plot([], [], color=BANK, marker="o", ls="", label="by stakes")
    legend(ax, 2, "right")
    _names(ax, labels)
    _zero(tidy(ax))
    ax.set_xlabel(f"the bank's net, chips a deal\n{level_word(comparison)}")
    return ax


def followed(outcome: Outcome) -> list[int]:
    """Places in `CoursePoint.values` that a plot of the course shows: all where they are few, the
    highest and the lowest of many."""
    last = outcome.course[-1].values
    finite = [k for k, value in enumerate(last) if math.isfinite(value)]
    if len(finite) <= MOST_CURVES:
        return finite
    return sorted({max(finite, key=last.__getitem__), min(finite, key=last.__getitem__)})


def curves_of(outcome: Outcome) -> list[Curve]:
    """What is asked for as deals go by, with the half-widths of its anytime-valid interval."""
    pairs, level = asked_for(outcome), comparison_of(outcome).confidence
    compared = pairs[0][1] is not None
    names = contrast_names(outcome).lines if compared else labels_of(outcome)
    return [
        Curve(
            names[k],
            [
                (p.deals, 100 * p.values[k], 100 * anytime_half_width(p.ses[k], p.tables, level))
                for p in outcome.course
                if p.tables >= LEAST_TABLES
                and math.isfinite(p.values[k])
                and math.isfinite(p.ses[k])
            ],
        )
        for k in followed(outcome)
    ]


def ladder(ax: Axes, outcome: Outcome) -> Axes:
    """What each variant does alone (blue: for the bank), their sum, and what all do together, % of
    the initial stakes."""
    comparison, steps = comparison_of(outcome), ladder_of(outcome)
    found = {row.arm: contrast_figure(comparison, row) for row in comparison.contrasts}
    rows: list[tuple[str, Estimate, str]] = []
    for arm in steps.singles:
        change = found.get(arm)
        if change is not None:
            colour = BANK if change.paired.value > 0 else PLAYERS
            rows.append((comparison.arms[arm].name, change.paired, colour))
    if steps.total is not None:
        rows.append(("sum of the single changes", steps.total, SOFT))
    joint = found.get(steps.together) if steps.together is not None else None
    if joint is not None and steps.together is not None:
        rows.append((comparison.arms[steps.together].name, joint.paired, INK))
    for place, (_, figure, colour) in enumerate(rows):
        value, down, up = _ends(figure)
        ax.barh(place, value, color=colour, height=0.62, alpha=0.85)
        ax.errorbar(
            value,
            place,
            xerr=[[down], [up]],
            fmt="none",
            capsize=3,
            elinewidth=1,
            ecolor=SOFT if colour == INK else INK,
        )
        end = value + up if value >= 0 else value - down
        ax.annotate(
            f"{value:+.2f}", (end, place), xytext=(4 if value >= 0 else -4, 0),
            textcoords="offset points", ha="left" if value >= 0 else "right", va="center",
            fontsize=7.5,
        )  # fmt: skip
    _names(ax, [(place, name, False) for place, (name, _, _) in enumerate(rows)])
    ax.margins(x=0.16)
    tidy(ax)
    ax.axvline(0, color=INK, lw=0.8)
    (base,) = fitted([comparison.arms[steps.base].name])
    ax.set_xlabel(f"change of {subject(comparison)} from {base}, %\n{level_word(comparison)}")
    return ax
