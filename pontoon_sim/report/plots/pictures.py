"""The pictures of a report. Each is a line of PICTURES: its name, what it applies to, and the
function that draws it. Another is added with `PICTURES.append(Picture(...))`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import NamedTuple

from matplotlib.axes import Axes
from matplotlib.figure import Figure

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.experiments.numbers import (
    Names,
    arm_names,
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
from pontoon_sim.report.plots import cards, comparison, result, shoot, style, sweep
from pontoon_sim.report.plots.style import new_figure, settle, styled
from pontoon_sim.report.words import fixed
from pontoon_sim.results.result import Result
from pontoon_sim.statistics.intervals import LEAST_TABLES

WIDTH = 5.0
"""Inches: at this width letters are as large as those of the page, on a phone too."""

TALLEST = 40
"""Lines of a plot by arm; more arms than that are no picture."""

LONGEST_FILE = 80
"""Letters of a picture's file name."""


class Shown(NamedTuple):
    """A picture as it stands in a report.

    Attributes
    ----------
    name : str
        Of its file.
    title : str
        Above it.
    alt : str
        What it shows, for those who cannot see it.
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
    """One picture, or one for each of several strategies.

    Attributes
    ----------
    name : str
    applies : callable
        Takes the outcome; whether the report has this picture.
    draw : callable
        Takes the outcome; gives what is shown.
    """

    name: str
    applies: Callable[[Outcome], bool]
    draw: Callable[[Outcome], Iterator[Shown]]


def pictures_of(outcome: Outcome) -> list[Shown]:
    """Every picture that applies; the first is the one that belongs under the answer."""
    with styled():
        pictures = [
            shown
            for picture in PICTURES
            if picture.applies(outcome)
            for shown in picture.draw(outcome)
        ]
        for shown in pictures:
            settle(shown.figure)
    names: set[str] = set()
    return [shown._replace(name=_file_name(shown.name, names)) for shown in pictures]


def _file_name(name: str, taken: set[str]) -> str:
    """A name that any file system and any link takes as it is, unlike those that are `taken`,
    to which it is added."""
    plain = re.sub(r"[^a-zA-Z0-9_-]+", "_", name)[:LONGEST_FILE].strip("_")
    file_name, count = plain, 2
    while file_name.lower() in taken:  # letters that differ in case only are one file on some disks
        file_name, count = f"{plain}_{count}", count + 1
    taken.add(file_name.lower())
    return file_name


def _drawn(draw: Callable[[Axes], Axes], height: float, width: float = WIDTH) -> Figure:
    """A figure of one plot, whose title the page has above it."""
    figure = new_figure(width, height)
    draw(figure.axes[0]).set_title("")
    return figure


def _rows_high(names: Names) -> float:
    """Inches for a plot with a line for each name and each panel's head."""
    return 1.5 + 0.3 * len(comparison.lines_of(names)[1])


def results_of(outcome: Outcome) -> list[tuple[str, Result]]:
    """Name and result of each arm."""
    whole = comparison_of(outcome)
    return [(arm.name, found) for arm, found in zip(whole.arms, whole.results, strict=True)]


# --- comparisons and sweeps -----------------------------------------------------------------------


def _differences(outcome: Outcome) -> Iterator[Shown]:
    whole, parts = comparison_of(outcome), []
    for row in whole.contrasts:
        change = contrast_figure(whole, row)
        if change is not None:
            name, other = (whole.arms[k].name for k in (row.arm, row.reference))
            parts.append(f"{name} less {other} {percent(change.paired)} ({span(change.paired)})")
    height = _rows_high(contrast_names(outcome)) + 0.3
    figure = _drawn(lambda ax: comparison.differences(ax, outcome), height)
    alt = f"Changes of {subject(whole)} with their intervals: {_list(parts)}."
    yield Shown("differences", "Differences, with paired and raw intervals", alt, figure)


def _edges(outcome: Outcome) -> Iterator[Shown]:
    whole = comparison_of(outcome)
    figures = [edge(whole, arm) for arm in range(len(whole.arms))]
    parts = [
        f"{arm.name} {percent(figure)} ({span(figure)})"
        for arm, figure in zip(whole.arms, figures, strict=True)
    ]
    figure = _drawn(lambda ax: comparison.edges_by_arm(ax, outcome), _rows_high(arm_names(outcome)))
    alt = f"{_capital(subject(whole))} of each arm with its interval: {_list(parts)}."
    yield Shown("edges", "The edge by arm", alt, figure)


def _ladder(outcome: Outcome) -> Iterator[Shown]:
    whole, steps, parts = comparison_of(outcome), ladder_of(outcome), []
    for row in whole.contrasts:
        change = contrast_figure(whole, row)
        if change is not None:
            parts.append(f"{whole.arms[row.arm].name} {percent(change.paired)}")
    if steps.total is not None:
        parts.insert(-1, f"sum of the single changes {percent(steps.total)}")
    figure = _drawn(lambda ax: comparison.ladder(ax, outcome), 1.5 + 0.3 * len(parts))
    alt = (
        f"Bars of what each variant does to {subject(whole)} by itself, their sum, and all of"
        f" them together: {_list(parts)}."
    )
    yield Shown("ladder", "One variant at a time, and together", alt, figure)


def _curve(outcome: Outcome) -> Iterator[Shown]:
    whole, axis = comparison_of(outcome), outcome.setup.axes[0].name
    parts = [
        f"{cell_name(outcome, arm)} {percent(edge(whole, arm))}" for arm in range(len(whole.arms))
    ]
    figure = _drawn(lambda ax: sweep.curve(ax, outcome), 3.5)
    what = f"{_capital(subject(whole))} by {axis}, with intervals"
    alt = f"{what}: {_list(parts)}. {_best(outcome)}"
    yield Shown("curve", f"The edge by {axis}", alt, figure)


def _heat_map(outcome: Outcome) -> Iterator[Shown]:
    whole, (down, across) = comparison_of(outcome), outcome.setup.axes
    arms = range(len(whole.arms))
    low, high = (pick(arms, key=lambda arm: edge(whole, arm).value) for pick in (min, max))
    heads = style.fitted(across.values, style.BELOW)
    longest = max(len(name) for name in style.fitted(down.values))
    width = max(WIDTH, 0.62 * len(across.values) + 0.07 * longest + 1.1)
    crowded = sum(len(name) for name in heads) > style.CROWDED
    height = 1.0 + 0.42 * len(down.values) + (0.05 * max(map(len, heads)) if crowded else 0)
    figure = _drawn(lambda ax: sweep.heat_map(ax, outcome), max(height, 2.2), width)
    note = (
        "Blue: the bank gains; orange: the players gain. Frames: the best for"
        f" {best_of(outcome).whose} (whole), and what is not significantly different from it"
        " (dashed; Holm's rule)."
    )
    alt = (
        f"Heat map of {subject(whole)} by {down.name} and {across.name}:"
        f" from {percent(edge(whole, low))} ({cell_name(outcome, low)}) to"
        f" {percent(edge(whole, high))} ({cell_name(outcome, high)}). {_best(outcome)}"
    )
    yield Shown("heat_map", f"The edge (%) by {down.name} and {across.name}", alt, figure, note)


def _best(outcome: Outcome) -> str:
    best = best_of(outcome)
    others = [
        cell_name(outcome, a) for a, same in enumerate(best.not_worse) if same and a != best.arm
    ]
    alike = (
        f"not significantly different: {_list(others)}"
        if others
        else ("all others are significantly different")
    )
    return f"Best for {best.whose}: {cell_name(outcome, best.arm)}; {alike}."


def _convergence(outcome: Outcome) -> Iterator[Shown]:
    curves, several_arms = comparison.curves_of(outcome), several(outcome)

    def draw(ax: Axes) -> Axes:
        result.convergence(ax, curves)
        if several_arms:
            ax.set_xlabel("deals played by each arm")
        if compared(outcome):
            ax.set_ylabel("change of the edge, % of initial stakes")
        return ax

    parts = [f"{curve.name} {fixed(curve.points[-1][1], 2, signed=True)} %" for curve in curves
             if curve.points]  # fmt: skip
    alt = (
        f"The running figures narrow in as deals are played, to {_list(parts)} after"
        f" {outcome.course[-1].deals:,} deals; a band around each is its anytime-valid interval."
    )
    title = "As deals went by, with the anytime-valid band"
    yield Shown("convergence", title, alt, _drawn(draw, 3.3))


# --- what happens in the deals --------------------------------------------------------------------


def _nets(outcome: Outcome) -> Iterator[Shown]:
    results, parts = results_of(outcome), []
    for name, found in results:
        nets, shares = result.shares_of(found)
        won, lost = shares[nets > 0].sum(), shares[nets < 0].sum()
        parts.append(f"{name}: the banker gains in {won:.0f} % and loses in {lost:.0f} %")
    one = results[0][1] if len(results) == 1 else results
    figure = _drawn(lambda ax: result.net_distribution(ax, one), 3.3)
    alt = f"Share of deals by the banker's net of the deal. {_list(parts)} of deals."
    yield Shown("net_per_deal", "The banker's net of one deal", alt, figure)


def _kinds(outcome: Outcome) -> Iterator[Shown]:
    first, *others = (found for _, found in results_of(outcome))
    last, less = (others[0], first) if others else (first, None)
    whole = "difference" if others else "edge"
    height = 0.9 + 0.24 * len({row["kind"] for found in (first, *others) for row in found.kinds})
    figure = _drawn(lambda ax: result.edge_by_kind(ax, last, less), height)
    rows = result.kinds_of(last, less)
    parts = [f"{name} {value:+.2f}" for name, value in rows.items()]
    alt = (
        f"Bars, % of all initial stakes, that add up to the {whole} of"
        f" {sum(rows.values()):+.2f} %: {_list(parts)}."
    )
    yield Shown("kinds", f"What each kind of players' hand gives to the {whole}", alt, figure)


def _places(outcome: Outcome) -> Iterator[Shown]:
    found = results_of(outcome)[0][1]
    figure = _drawn(lambda ax: result.edge_by_place(ax, found), 3.1)
    parts = [
        f"place {row['position'] + 1} {100 * row['edge_initial']['value']:+.2f} %"
        for row in found.seat_positions
        if "edge_initial" in row
    ]
    alt = f"The banker's edge by place from its left, with intervals: {_list(parts)}."
    yield Shown("places", "The edge by place at the table", alt, figure)


def _players(outcome: Outcome) -> Iterator[Shown]:
    found = results_of(outcome)[0][1]
    figure = _drawn(lambda ax: result.edge_by_player(ax, found), 3.1)
    parts = [
        f"{name} {100 * row['value']:+.2f} %" for name, row in result.players_of(found).items()
    ]
    alt = f"The banker's edge against each player, with intervals: {_list(parts)}."
    yield Shown("players", "The edge against each player", alt, figure)


def _ruin(outcome: Outcome) -> Iterator[Shown]:
    rows, parts = results_of(outcome), []
    for name, found in rows:
        purse = found.spread["bankroll_5"]
        if purse is not None:
            who = "banker" if found.edge_initial.value > 0 else "players"
            parts.append(f"{name}: 5 % for the {who} with a purse of {purse:,.0f} chips")
    figure = _drawn(lambda ax: result.ruin(ax, rows), 3.1)
    alt = (
        "Risk that whoever has the advantage goes broke, on a logarithmic scale, falling with the"
        f" size of its purse. {_list(parts)}."
    )
    yield Shown("ruin", "Risk of ruin by purse", alt, figure)


# --- shoot bets, kitties, the bank ----------------------------------------------------------------


def _shoot(outcome: Outcome) -> Iterator[Shown]:
    for number, (name, found) in enumerate(results_of(outcome)):
        bets = found.shoot
        if bets is None or bets.edge is None or bets.net_per_deal is None or not bets.edge.value:
            continue
        rows = shoot.bets_by_kind(bets)
        figure = _drawn(lambda ax, bets=bets: shoot.shoot_bets(ax, bets), 0.9 + 0.2 * len(rows))  # type: ignore[misc]
        parts = [f"{kind} {fixed(value, 2, signed=True)}" for kind, value in rows]
        alt = (
            "Bars, chips a deal from the bank's side, that add up to what shoot bets bring,"
            f" {bets.net_per_deal.value:+.2f}: {_list(parts)}."
        )
        title = f"What each kind of shoot bet brings the bank{_of_arm(outcome, name)}"
        yield Shown(_numbered("shoot", outcome, number), title, alt, figure)


def _shoot_by_arm(outcome: Outcome) -> Iterator[Shown]:
    parts = []
    for label, (_, found) in zip(labels_of(outcome), results_of(outcome), strict=True):
        bets = found.shoot.net_per_deal if found.shoot is not None else None
        stakes = found.estimates["net_per_deal"].value
        if bets is not None:
            parts.append(f"{label} {bets.value:+.2f} by shoot bets and {stakes:+.2f} by stakes")
    height = _rows_high(arm_names(outcome)) + 0.3
    figure = _drawn(lambda ax: comparison.shoot_by_arm(ax, outcome), height)
    alt = f"The bank's net in chips a deal, with intervals: {_list(parts)}."
    yield Shown("shoot_by_arm", "What shoot bets and stakes bring the bank", alt, figure)


def _kitty(outcome: Outcome) -> Iterator[Shown]:
    for number, (name, found) in enumerate(results_of(outcome)):
        if found.shoot is None or not found.shoot.course:
            continue
        course = found.shoot.course
        figure = _drawn(lambda ax, found=found: shoot.kitty_course(ax, found), 3.1)  # type: ignore[misc]
        alt = (
            "The kitty's chips by the deals it has seen: on average"
            f" {course[0]['mean']:,.0f} in its first deal, {course[-1]['mean']:,.0f} after"
            f" {course[-1]['deals_seen']} or more, with a band of one standard deviation."
        )
        title = f"The kitty's course{_of_arm(outcome, name)}"
        yield Shown(_numbered("kitty", outcome, number), title, alt, figure)


def _of_arm(outcome: Outcome, name: str) -> str:
    return f": {name}" if len(outcome.setup.arms) > 1 else ""


def _numbered(name: str, outcome: Outcome, number: int) -> str:
    return f"{name}_{number}" if len(outcome.setup.arms) > 1 else name


def _bank(outcome: Outcome) -> Iterator[Shown]:
    names = [cell_name(outcome, arm) for arm in range(len(outcome.banks))]
    pairs = list(zip(names, outcome.banks, strict=True))
    if len(outcome.banks) > 1:
        parts = [f"{name} {fixed(bank.net.value, 1)} chips" for name, bank in pairs]
        alt = f"The fair price of the bank with its interval: {_list(parts)}."
        figure = _drawn(lambda ax: sweep.bank_values(ax, outcome), 3.3)
        yield Shown("bank_value", "What the bank is worth", alt, figure)
    parts = [f"{name} {fixed(bank.length.value, 1)} deals" for name, bank in pairs]
    alt = (
        f"Share of tenures that last longer than so many deals, logarithmic. Means: {_list(parts)}."
    )
    figure = _drawn(lambda ax: sweep.tenure_lengths(ax, outcome), 3.3)
    note = ""
    if len(names) > result.MOST_CURVES:
        note = f"{result.MOST_CURVES} of the {len(names)} are drawn."
    yield Shown("tenures", "How long the bank is held", alt, figure, note)


def _cards(outcome: Outcome) -> Iterator[Shown]:
    rules = outcome.setup.arms[0].rules
    shoots = any(arm.rules.shoot for arm in outcome.setup.arms)
    for alike in cards.cards_of(outcome):
        first = alike[0]
        names = _list(list(dict.fromkeys(strategy.name for strategy in alike)))
        alt = (
            f"Strategy card of the {first.role} {names}, letters by total and number of"
            f" cards. {cards.described(first)}"
        )
        yield Shown(
            f"card_{first.role}_{first.name}",
            f"How {names} {'plays' if len(alike) == 1 else 'play'} ({first.role})",
            alt,
            cards.card_figure([cards.card_of(alike, rules, shoots)]),
        )


# --- what applies ---------------------------------------------------------------------------------


def _few(outcome: Outcome) -> bool:
    return played(outcome) and len(outcome.setup.arms) <= result.MOST_CURVES and not swept(outcome)


def _shoots(outcome: Outcome) -> bool:
    arms = outcome.setup.arms
    return played(outcome) and len(arms) <= result.MOST_CURVES and any_shoot(outcome)


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
    nets = [found.estimates["net_per_deal"] for _, found in results_of(outcome)]
    return all(f.low is not None and f.high is not None and not f.low <= 0 <= f.high for f in nets)


def _has_course(outcome: Outcome) -> bool:
    return played(outcome) and sum(point.tables >= LEAST_TABLES for point in outcome.course) > 1


def _mixed(outcome: Outcome) -> bool:
    """One game, and its players are not all alike."""
    return alone(outcome) and len(result.players_of(results_of(outcome)[0][1])) > 1


def _has_places(outcome: Outcome) -> bool:
    return (
        alone(outcome)
        and sum("edge_initial" in row for row in results_of(outcome)[0][1].seat_positions) > 1
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
    Picture("players", _mixed, _players),
    Picture("places", _has_places, _places),
    Picture("ruin", _has_ruin, _ruin),
    Picture("cards", lambda o: bool(cards.cards_of(o)), _cards),
]
"""The plots of a report, in reading order."""


def _list(parts: list[str]) -> str:
    return ", ".join(parts[:-1]) + f" and {parts[-1]}" if len(parts) > 1 else "".join(parts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
