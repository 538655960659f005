"""The plots of a report. Each is a line of PICTURES: its name, what it applies to, and the function
that draws it, all from tallies. Another is added with `PICTURES.append(Picture(...))`.

Plot functions take the axes to draw on and return them, so that they fit into anybody's figure.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

import matplotlib as mpl
from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.experiments.numbers import (
    Names,
    arm_names,
    asked_for,
    best_of,
    cell_name,
    comparison_of,
    contrast_figure,
    contrast_names,
    edge,
    labels_of,
    ladder_of,
)
from pontoon_sim.report.experiments.tables import (
    alone,
    any_shoot,
    compared,
    played,
    several,
    swept,
)
from pontoon_sim.report.experiments.words import percent, span, subject
from pontoon_sim.report.plots import cards, game, style
from pontoon_sim.report.plots import comparison as edges
from pontoon_sim.report.plots import sweep as grids
from pontoon_sim.report.plots.style import SETTINGS, new_figure, settle
from pontoon_sim.report.words import fixed
from pontoon_sim.statistics.estimates import LEAST_TABLES

WIDTH = 5.0
"""Inches: at this width letters are as large as those of the page, on a phone too."""

TALLEST = 40
"""Lines of a plot by arm; more arms than that are no picture."""


LONGEST_FILE = 80
"""Letters of a picture's file name."""


class Shown(NamedTuple):
    """A plot as it stands in a report.

    Attributes
    ----------
    name : str
        Of its file.
    title : str
        Above it.
    alt : str
        What it shows, for who cannot see it.
    figure : Figure
    note : str
        Below it, where marks want explaining.
    """

    name: str
    title: str
    alt: str
    figure: Figure
    note: str = ""


class Picture(NamedTuple):
    """One plot, or one for each of several strategies.

    Attributes
    ----------
    name : str
    applies : callable
        Takes the outcome; whether the report has this plot.
    draw : callable
        Takes the outcome; gives what is shown.
    """

    name: str
    applies: Callable[[Outcome], bool]
    draw: Callable[[Outcome], Iterator[Shown]]


def pictures_of(outcome: Outcome) -> list[Shown]:
    """Every plot that applies; the first is the one that belongs under the answer."""
    with mpl.rc_context(SETTINGS):
        shown = [
            one for picture in PICTURES if picture.applies(outcome) for one in picture.draw(outcome)
        ]
        for one in shown:
            settle(one.figure)
    names: set[str] = set()
    for place, one in enumerate(shown):
        shown[place] = one._replace(name=_file_name(one.name, names))
    return shown


def _file_name(name: str, taken: set[str]) -> str:
    """A name that any file system and any link takes as it is, unlike those that are `taken`,
    to which it is added."""
    plain = re.sub(r"[^a-zA-Z0-9_-]+", "_", name)[:LONGEST_FILE].strip("_")
    found, count = plain, 2
    while found.lower() in taken:  # letters that differ in case only are one file on some systems
        found, count = f"{plain}_{count}", count + 1
    taken.add(found.lower())
    return found


def _on_axes(draw: Callable[[Axes], Axes], height: float, width: float = WIDTH) -> Figure:
    figure = new_figure(width, height)
    draw(figure.axes[0])
    return figure


def _lines(names: Names) -> int:
    """Lines that a plot with a row for each name has."""
    return len(edges.lines_of(names)[1])


def _rows_high(rows: int) -> float:
    return 1.5 + 0.3 * rows


# --- one after the other --------------------------------------------------------------------------


def _differences(outcome: Outcome) -> Iterator[Shown]:
    comparison = comparison_of(outcome)
    told = []
    for row in comparison.contrasts:
        found = contrast_figure(comparison, row)
        if found is not None:
            name, other = (comparison.arms[k].name for k in (row.arm, row.reference))
            told.append(f"{name} less {other} {percent(found.paired)} ({span(found.paired)})")
    figure = _on_axes(
        lambda ax: edges.differences(ax, outcome), _rows_high(_lines(contrast_names(outcome))) + 0.3
    )
    alt = f"Changes of {subject(comparison)} with their intervals: {_list(told)}."
    yield Shown("differences", "Differences, with paired and raw intervals", alt, figure)


def _edges(outcome: Outcome) -> Iterator[Shown]:
    comparison = comparison_of(outcome)
    figures = [edge(comparison, arm) for arm in range(len(comparison.arms))]
    told = [
        f"{arm.name} {percent(figure)} ({span(figure)})"
        for arm, figure in zip(comparison.arms, figures, strict=True)
    ]
    figure = _on_axes(
        lambda ax: edges.edges_by_arm(ax, outcome), _rows_high(_lines(arm_names(outcome)))
    )
    alt = f"{_capital(subject(comparison))} of each arm with its interval: {_list(told)}."
    yield Shown("edges", "The edge by arm", alt, figure)


def _ladder(outcome: Outcome) -> Iterator[Shown]:
    comparison, steps = comparison_of(outcome), ladder_of(outcome)
    told = []
    for row in comparison.contrasts:
        found = contrast_figure(comparison, row)
        if found is not None:
            told.append(f"{comparison.arms[row.arm].name} {percent(found.paired)}")
    if steps.total is not None:
        told.insert(-1, f"sum of the single changes {percent(steps.total)}")
    figure = _on_axes(lambda ax: edges.ladder(ax, outcome), _rows_high(len(told)))
    alt = (
        f"Bars of what each variant does to {subject(comparison)} by itself, their sum, and all of"
        f" them together: {_list(told)}."
    )
    yield Shown("ladder", "One variant at a time, and together", alt, figure)


def _curve(outcome: Outcome) -> Iterator[Shown]:
    comparison = comparison_of(outcome)
    told = [
        f"{cell_name(outcome, arm)} {percent(edge(comparison, arm))}"
        for arm in range(len(comparison.arms))
    ]
    figure = _on_axes(lambda ax: grids.curve(ax, outcome), 3.5)
    axis = outcome.setup.axes[0].name
    what = f"{_capital(subject(comparison))} by {axis}, with intervals"
    alt = f"{what}: {_list(told)}. {_best(outcome)}"
    yield Shown("curve", f"The edge by {axis}", alt, figure)


def _heat_map(outcome: Outcome) -> Iterator[Shown]:
    comparison = comparison_of(outcome)
    down, across = outcome.setup.axes
    figures = [edge(comparison, arm) for arm in range(len(comparison.arms))]
    low = min(range(len(figures)), key=lambda arm: figures[arm].value)
    high = max(range(len(figures)), key=lambda arm: figures[arm].value)
    heads = style.fitted(across.values, style.BELOW)
    longest = max(len(name) for name in style.fitted(down.values))
    width = max(WIDTH, 0.62 * len(across.values) + 0.07 * longest + 0.6)
    crowded = sum(len(name) for name in heads) > 46
    height = 1.0 + 0.42 * len(down.values) + (0.05 * max(map(len, heads)) if crowded else 0)
    figure = _on_axes(lambda ax: grids.heat_map(ax, outcome), max(height, 2.2), width)
    note = (
        f"In italics: less the best for {best_of(outcome).whose}. Frames: the best (whole), and"
        " what is not significantly different from it (dashed; Holm's rule)."
    )
    alt = (
        f"Heat map of {subject(comparison)} by {down.name} and {across.name}, each cell with its"
        f" difference from the best: from {percent(figures[low])} ({cell_name(outcome, low)}) to"
        f" {percent(figures[high])} ({cell_name(outcome, high)}). {_best(outcome)}"
    )
    yield Shown("heat_map", f"The edge (%) by {down.name} and {across.name}", alt, figure, note)


def _best(outcome: Outcome) -> str:
    best = best_of(outcome)
    others = [arm for arm, same in enumerate(best.not_worse) if same and arm != best.arm]
    marked = f"Marked as best for {best.whose}: {cell_name(outcome, best.arm)}"
    if not others:
        return f"{marked}; all others are significantly different."
    return (
        f"{marked}; not significantly different: {_list([cell_name(outcome, a) for a in others])}."
    )


def _convergence(outcome: Outcome) -> Iterator[Shown]:
    comparison = comparison_of(outcome)
    figure = _on_axes(lambda ax: edges.convergence(ax, outcome), 3.3)
    last = outcome.course[-1]
    told, pairs = [], asked_for(outcome)
    for k in edges.followed(outcome):
        (arm, reference), value = pairs[k], last.values[k]
        name = comparison.arms[arm].name
        if reference is not None:
            name += f" less {comparison.arms[reference].name}"
        told.append(f"{name} {fixed(100 * value, 2, signed=True)} %")
    alt = (
        f"The running figures narrow in as deals are played, to {_list(told)} after"
        f" {last.deals:,} deals; a band around each is its anytime-valid interval."
    )
    yield Shown("convergence", "As deals went by, with the anytime-valid band", alt, figure)


def _nets(outcome: Outcome) -> Iterator[Shown]:
    results = game.results_of(outcome)
    figure = _on_axes(lambda ax: game.net_distribution(ax, results), 3.3)
    told = []
    for name, result in results:
        counts = result.tallies.counts["net_bins"]
        middle = len(counts) // 2
        won, lost = (
            100 * part.sum() / counts.sum() for part in (counts[middle + 1 :], counts[:middle])
        )
        told.append(f"{name}: the banker gains in {won:.0f} % and loses in {lost:.0f} %")
    alt = (
        "Share of deals by the banker's net of the deal, on a logarithmic scale."
        f" {_list(told)} of deals."
    )
    yield Shown("net_per_deal", "The banker's net of one deal", alt, figure)


def _kinds(outcome: Outcome) -> Iterator[Shown]:
    results = [result for _, result in game.results_of(outcome)]
    if len(results) == 1:
        rows = {row["kind"]: row["edge"] for row in results[0].kinds}
        title, whole = "What each kind of players' hand gives to the edge", "edge"
        figure = _on_axes(lambda ax: game.kinds(ax, results[0]), 0.9 + 0.24 * len(rows))
    else:
        one, other = ({row["kind"]: row["edge"] for row in r.kinds} for r in results[::-1])
        rows = {name: one.get(name, 0.0) - other.get(name, 0.0) for name in {**other, **one}}
        title, whole = "What each kind of players' hand gives to the difference", "difference"
        figure = _on_axes(
            lambda ax: game.kinds_apart(ax, results[1], results[0]), 0.9 + 0.24 * len(rows)
        )
    told = [f"{name} {100 * value:+.2f}" for name, value in rows.items()]
    alt = (
        f"Bars, % of all initial stakes, that add up to the {whole} of"
        f" {100 * sum(rows.values()):+.2f} %: {_list(told)}."
    )
    yield Shown("kinds", title, alt, figure)


def _places(outcome: Outcome) -> Iterator[Shown]:
    from pontoon_sim.report.plots.result import edge_by_place

    result = game.results_of(outcome)[0][1]

    def draw(ax: Axes) -> Axes:
        edge_by_place(ax, result).set_title("")
        return ax

    figure = _on_axes(draw, 3.1)
    figure.axes[0].spines[["top", "right"]].set_visible(False)
    told = [
        f"place {row['position'] + 1} {100 * row['edge_initial']['value']:+.2f} %"
        for row in result.seat_positions
        if "edge_initial" in row
    ]
    alt = f"The banker's edge by place from its left, with intervals: {_list(told)}."
    yield Shown("places", "The edge by place at the table", alt, figure)


def _shoot(outcome: Outcome) -> Iterator[Shown]:
    for number, (name, result) in enumerate(game.results_of(outcome)):
        bets = result.shoot
        if bets is None or bets.edge is None or bets.net_per_deal is None or not bets.edge.value:
            continue
        rows = game.bets_by_kind(bets)
        figure = _on_axes(lambda ax, bets=bets: game.shoot_bets(ax, bets), 0.9 + 0.2 * len(rows))  # type: ignore[misc]
        told = [f"{kind} {fixed(value, 2, signed=True)}" for kind, value in rows]
        alt = (
            "Bars, chips a deal from the bank's side, that add up to what shoot bets bring,"
            f" {bets.net_per_deal.value:+.2f}: {_list(told)}."
        )
        several = len(outcome.setup.arms) > 1
        title = f"What each kind of shoot bet brings the bank{f': {name}' if several else ''}"
        yield Shown(f"shoot_{number}" if several else "shoot", title, alt, figure)


def _shoot_by_arm(outcome: Outcome) -> Iterator[Shown]:
    labels, told = labels_of(outcome), []
    for label, (_, result) in zip(labels, game.results_of(outcome), strict=True):
        bets = result.shoot.net_per_deal if result.shoot is not None else None
        stakes = result.estimates["net_per_deal"].value
        if bets is not None:
            told.append(f"{label} {bets.value:+.2f} by shoot bets and {stakes:+.2f} by stakes")
    figure = _on_axes(
        lambda ax: edges.shoot_by_arm(ax, outcome), _rows_high(_lines(arm_names(outcome))) + 0.3
    )
    alt = f"The bank's net in chips a deal, with intervals: {_list(told)}."
    yield Shown("shoot_by_arm", "What shoot bets and stakes bring the bank", alt, figure)


def _kitty(outcome: Outcome) -> Iterator[Shown]:
    for number, (name, result) in enumerate(game.results_of(outcome)):
        if result.shoot is None or not result.shoot.course:
            continue
        course = result.shoot.course
        figure = _on_axes(lambda ax, result=result: game.kitty_course(ax, result), 3.1)  # type: ignore[misc]
        alt = (
            "The kitty's chips by the deals it has seen: on average"
            f" {course[0]['mean']:,.0f} in its first deal, {course[-1]['mean']:,.0f} after"
            f" {course[-1]['deals_seen']} or more, with a band of one standard deviation."
        )
        several = len(outcome.setup.arms) > 1
        title = f"The kitty's course{f': {name}' if several else ''}"
        yield Shown(f"kitty_{number}" if several else "kitty", title, alt, figure)


def _ruin(outcome: Outcome) -> Iterator[Shown]:
    rows = game.results_of(outcome)
    figure = _on_axes(lambda ax: game.ruin(ax, rows), 3.1)
    told = []
    for name, result in rows:
        purse = result.spread["bankroll_5"]
        if purse is not None:
            who = "banker" if result.edge_initial.value > 0 else "players"
            told.append(f"{name}: 5 % for the {who} with a purse of {purse:,.0f} chips")
    alt = (
        "Risk that whoever has the advantage goes broke, on a logarithmic scale, falling with the"
        f" size of its purse. {_list(told)}."
    )
    yield Shown("ruin", "Risk of ruin by purse", alt, figure)


def _cards(outcome: Outcome) -> Iterator[Shown]:
    for alike in cards.cards_of(outcome):
        first = alike[0]
        names = _list(list(dict.fromkeys(one.name for one in alike)))
        alt = (
            f"Strategy card of the {first.role} {names}, letters by total and number of"
            f" cards. {cards.told(first)}"
        )
        yield Shown(
            f"card_{first.role}_{first.name}",
            f"How {names} {'plays' if len(alike) == 1 else 'play'} ({first.role})",
            alt,
            cards.strategy_card(first),
        )


def _bank(outcome: Outcome) -> Iterator[Shown]:
    told = [
        f"{cell_name(outcome, arm)} {fixed(value.net.value, 1)} chips"
        for arm, value in enumerate(outcome.banks)
    ]
    if len(outcome.banks) > 1:
        alt = f"The fair price of the bank with its interval: {_list(told)}."
        figure = _on_axes(lambda ax: game.bank_values(ax, outcome), 3.3)
        yield Shown("bank_value", "What the bank is worth", alt, figure)
    told = [
        f"{cell_name(outcome, arm)} {fixed(value.length.value, 1)} deals"
        for arm, value in enumerate(outcome.banks)
    ]
    alt = (
        f"Share of tenures that last longer than so many deals, logarithmic. Means: {_list(told)}."
    )
    figure = _on_axes(lambda ax: game.tenure_lengths(ax, outcome), 3.3)
    yield Shown("tenures", "How long the bank is held", alt, figure)


# --- what applies ---------------------------------------------------------------------------------


def _few(outcome: Outcome) -> bool:
    return played(outcome) and len(outcome.setup.arms) <= game.MOST_CURVES and not swept(outcome)


def _shoots(outcome: Outcome) -> bool:
    arms = outcome.setup.arms
    return played(outcome) and len(arms) <= game.MOST_CURVES and any_shoot(outcome)


def _axes(outcome: Outcome, count: int) -> bool:
    return swept(outcome) and len(outcome.setup.axes) == count


def _adds_up(outcome: Outcome) -> bool:
    """One arm or two, and the whole table is asked for, whose hands add up."""
    arms = outcome.setup.arms
    return played(outcome) and len(arms) <= 2 and all(arm.of == "all" for arm in arms)


def _has_ruin(outcome: Outcome) -> bool:
    """Somebody surely has the advantage, in every arm, and no shoot bets move the purse too."""
    if not _few(outcome) or any_shoot(outcome):
        return False
    found = [result.estimates["net_per_deal"] for _, result in game.results_of(outcome)]
    return all(f.low is not None and f.high is not None and not f.low <= 0 <= f.high for f in found)


def _has_course(outcome: Outcome) -> bool:
    return played(outcome) and sum(point.tables >= LEAST_TABLES for point in outcome.course) > 1


def _has_places(outcome: Outcome) -> bool:
    return (
        alone(outcome)
        and sum("edge_initial" in row for row in game.results_of(outcome)[0][1].seat_positions) > 1
    )


PICTURES: list[Picture] = [
    Picture("bank", lambda o: bool(o.banks), _bank),
    Picture("ladder", lambda o: compared(o) and o.experiment.kind == "ladder", _ladder),
    Picture(
        "differences",
        lambda o: (
            compared(o)
            and o.experiment.kind not in ("ladder", "sweep")
            and len(comparison_of(o).contrasts) <= TALLEST
        ),
        _differences,
    ),
    Picture("heat map", lambda o: _axes(o, 2), _heat_map),
    Picture("curve", lambda o: _axes(o, 1), _curve),
    Picture(
        "shoot by arm",
        lambda o: several(o) and any_shoot(o) and len(o.setup.arms) <= TALLEST,
        _shoot_by_arm,
    ),
    Picture("shoot bets", _shoots, _shoot),
    Picture("kinds", _adds_up, _kinds),
    Picture("kitty", _shoots, _kitty),
    Picture(
        "edges",
        lambda o: several(o) and not swept(o) and len(o.setup.arms) <= TALLEST,
        _edges,
    ),
    Picture("convergence", _has_course, _convergence),
    Picture("net of a deal", _few, _nets),
    Picture("places", _has_places, _places),
    Picture("ruin", _has_ruin, _ruin),
    Picture("cards", lambda o: bool(cards.cards_of(o)), _cards),
]
"""The plots of a report, in reading order."""


def _list(parts: list[str]) -> str:
    return ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
