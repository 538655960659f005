"""The pictures of a report. Each is a line of PICTURES: its name, what it applies to, and the
function that draws it. Another is added with `PICTURES.append(Picture(...))`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from matplotlib.axes import Axes

from pontoon_sim.engine.tallies import WHOLE_TABLE
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
from pontoon_sim.report.plots.shown import (
    WIDTH,
    Picture,
    Shown,
    capital,
    file_name_of,
    list_of,
    shown_of,
)
from pontoon_sim.report.words import fixed
from pontoon_sim.results.result import Result
from pontoon_sim.statistics.estimates import Difference
from pontoon_sim.statistics.intervals import LEAST_TABLES

TALLEST = 40
"""Lines of a plot by arm; more arms than that are no picture."""


def pictures_of(outcome: Outcome) -> list[Shown]:
    """Every picture that applies; the first is the one that belongs under the answer."""
    with style.styled():
        pictures = [
            shown
            for picture in PICTURES
            if picture.applies(outcome)
            for shown in picture.draw(outcome)
        ]
        for shown in pictures:
            style.settle(shown.figure)
    names: set[str] = set()
    return [shown._replace(name=file_name_of(shown.name, names)) for shown in pictures]


def _rows_high(names: Names) -> float:
    """Inches for a plot with a line for each name and each panel's head."""
    return 1.5 + 0.3 * len(comparison.lines_of(names)[1])


def results_of(outcome: Outcome) -> list[tuple[str, Result]]:
    """Name and result of each arm."""
    whole = comparison_of(outcome)
    return [(arm.name, found) for arm, found in zip(whole.arms, whole.results, strict=True)]


def _edges_in_words(outcome: Outcome) -> str:
    whole = comparison_of(outcome)
    figures = [edge(whole, arm) for arm in range(len(whole.arms))]
    return list_of(
        f"{label} {percent(figure)} ({span(figure)})"
        for label, figure in zip(labels_of(outcome), figures, strict=True)
    )


def _changes(outcome: Outcome) -> Iterator[tuple[str, str, Difference]]:
    """An arm, the arm that it is compared with, and the difference."""
    whole = comparison_of(outcome)
    for row in whole.contrasts:
        change = contrast_figure(whole, row)
        if change is not None:
            yield whole.arms[row.arm].name, whole.arms[row.reference].name, change


# --- comparisons and sweeps -----------------------------------------------------------------------


def _differences(outcome: Outcome) -> Iterator[Shown]:
    parts = list_of(
        f"{name} less {other} {percent(change.paired)} ({span(change.paired)})"
        for name, other, change in _changes(outcome)
    )
    alt = f"Changes of {subject(comparison_of(outcome))} with their intervals: {parts}."
    plot = partial(comparison.differences, outcome=outcome)
    title = "Differences, with paired and unpaired intervals"
    yield shown_of("differences", title, alt, plot, _rows_high(contrast_names(outcome)) + 0.3)


def _edges(outcome: Outcome) -> Iterator[Shown]:
    what = f"{capital(subject(comparison_of(outcome)))} of each arm with its interval"
    alt = f"{what}: {_edges_in_words(outcome)}."
    plot = partial(comparison.edges_by_arm, outcome=outcome)
    yield shown_of("edges", "The edge by arm", alt, plot, _rows_high(arm_names(outcome)))


def _ladder(outcome: Outcome) -> Iterator[Shown]:
    parts = [f"{name} {percent(change.paired)}" for name, _, change in _changes(outcome)]
    total = ladder_of(outcome).total
    if total is not None:
        parts.insert(-1, f"sum of the single changes {percent(total)}")
    alt = (
        f"Bars of what each variant does to {subject(comparison_of(outcome))} by itself, their sum,"
        f" and all of them together: {list_of(parts)}."
    )
    plot = partial(comparison.ladder, outcome=outcome)
    yield shown_of(
        "ladder", "One variant at a time, and together", alt, plot, 1.5 + 0.3 * len(parts)
    )


def _curve(outcome: Outcome) -> Iterator[Shown]:
    axis = outcome.setup.axes[0].name
    what = f"{capital(subject(comparison_of(outcome)))} by {axis}, with intervals"
    alt = f"{what}: {_edges_in_words(outcome)}. {_best(outcome)}"
    yield shown_of("curve", f"The edge by {axis}", alt, lambda ax: sweep.curve(ax, outcome), 3.5)


def _heat_map(outcome: Outcome) -> Iterator[Shown]:
    whole, (down, across) = comparison_of(outcome), outcome.setup.axes
    arms = range(len(whole.arms))
    low, high = (pick(arms, key=lambda arm: edge(whole, arm).value) for pick in (min, max))
    heads = style.fitted(across.values, style.BELOW)
    longest = max(len(name) for name in style.fitted(down.values))
    crowded = sum(len(name) for name in heads) > style.CROWDED
    height = 1.0 + 0.42 * len(down.values) + (0.05 * max(map(len, heads)) if crowded else 0)
    alt = (
        f"Heat map of {subject(whole)} by {down.name} and {across.name}:"
        f" from {percent(edge(whole, low))} ({cell_name(outcome, low)}) to"
        f" {percent(edge(whole, high))} ({cell_name(outcome, high)}). {_best(outcome)}"
    )
    plot = partial(sweep.heat_map, outcome=outcome)
    title = f"The edge (%) by {down.name} and {across.name}"
    yield shown_of(
        "heat_map",
        title,
        alt,
        plot,
        max(height, 2.2),
        max(WIDTH, 0.62 * len(across.values) + 0.07 * longest + 1.1),
        "Blue: the bank gains; orange: the players gain. Frames: the best for"
        f" {best_of(outcome).whose} (whole), and what is not significantly different from it"
        " (dashed; Holm's rule).",
    )


def _best(outcome: Outcome) -> str:
    best = best_of(outcome)
    others = [arm for arm, same in enumerate(best.not_worse) if same and arm != best.arm]
    alike = "all others are significantly different"
    if others:
        alike = f"not significantly different: {list_of(cell_name(outcome, a) for a in others)}"
    return f"Best for {best.whose}: {cell_name(outcome, best.arm)}; {alike}."


def _convergence(outcome: Outcome) -> Iterator[Shown]:
    curves = comparison.curves_of(outcome)

    def draw(ax: Axes) -> Axes:
        result.convergence(ax, curves)
        if several(outcome):
            ax.set_xlabel("deals played by each arm")
        if compared(outcome):
            ax.set_ylabel("change of the edge, % of initial stakes")
        return ax

    parts = list_of(
        f"{curve.name} {fixed(curve.points[-1][1], 2, signed=True)} %"
        for curve in curves
        if curve.points
    )
    alt = (
        f"The running figures narrow in as deals are played, to {parts} after"
        f" {outcome.course[-1].deals:,} deals; a band around each is its anytime-valid interval."
    )
    yield shown_of("convergence", "As deals went by, with the anytime-valid band", alt, draw, 3.3)


# --- what happens in the deals --------------------------------------------------------------------


def _nets(outcome: Outcome) -> Iterator[Shown]:
    results, parts = results_of(outcome), []
    for name, found in results:
        nets, shares = result.shares_of(found)
        won, lost = shares[nets > 0].sum(), shares[nets < 0].sum()
        parts.append(f"{name}: the banker gains in {won:.0f} % and loses in {lost:.0f} %")
    drawn = results[0][1] if len(results) == 1 else results
    alt = f"Share of deals by the banker's net of the deal. {list_of(parts)} of deals."
    plot = partial(result.net_distribution, results=drawn)
    yield shown_of("net_per_deal", "The banker's net of one deal", alt, plot, 3.3)


def _kinds(outcome: Outcome) -> Iterator[Shown]:
    first, *others = (found for _, found in results_of(outcome))
    last, less = (others[0], first) if others else (first, None)
    whole, rows = "difference" if others else "edge", result.kinds_of(last, less)
    parts = list_of(f"{name} {value:+.2f}" for name, value in rows.items())
    alt = (
        f"Bars, % of all initial stakes, that add up to the {whole} of"
        f" {sum(rows.values()):+.2f} %: {parts}."
    )
    plot = partial(result.edge_by_kind, result=last, less=less)
    title = f"What each kind of players' hand gives to the {whole}"
    yield shown_of("kinds", title, alt, plot, 0.9 + 0.24 * len(rows))


def _places(outcome: Outcome) -> Iterator[Shown]:
    found = results_of(outcome)[0][1]
    parts = list_of(
        f"place {row['position'] + 1} {100 * row['edge']['value']:+.2f} %"
        for row in found.seat_positions
        if "edge" in row
    )
    alt = f"The banker's edge by place from its left, with intervals: {parts}."
    plot = partial(result.edge_by_place, result=found)
    yield shown_of("places", "The edge by place at the table", alt, plot, 3.1)


def _players(outcome: Outcome) -> Iterator[Shown]:
    found = results_of(outcome)[0][1]
    rows = result.players_of(found)
    parts = list_of(f"{name} {100 * row['value']:+.2f} %" for name, row in rows.items())
    alt = f"The banker's edge against each player, with intervals: {parts}."
    plot = partial(result.edge_by_player, result=found)
    yield shown_of("players", "The edge against each player", alt, plot, 3.1)


def _ruin(outcome: Outcome) -> Iterator[Shown]:
    rows, parts = results_of(outcome), []
    for name, found in rows:
        drift = found.drift
        if drift is not None and drift.mean.value != 0:
            who = "banker" if drift.mean.value > 0 else "players"
            purse = drift.bankroll(0.05).value
            parts.append(f"{name}: 5 % for the {who} with a purse of {purse:,.0f} chips for ever")
    alt = (
        "Risk that whoever has the advantage goes broke, on a logarithmic scale, falling with the"
        f" size of its purse. {list_of(parts)}."
    )
    yield shown_of("ruin", "Risk of ruin by purse", alt, lambda ax: result.ruin(ax, rows), 3.1)


# --- shoot bets, kitties, the bank ----------------------------------------------------------------


def _shoot(outcome: Outcome) -> Iterator[Shown]:
    for number, (name, found) in enumerate(results_of(outcome)):
        bets = found.shoot
        if bets is None or bets.edge is None or bets.net_per_deal is None or not bets.edge.value:
            continue
        rows = shoot.bets_by_kind(bets)
        parts = list_of(f"{kind} {fixed(value, 2, signed=True)}" for kind, value in rows)
        alt = (
            "Bars, chips a deal from the bank's side, that add up to what shoot bets bring,"
            f" {bets.net_per_deal.value:+.2f}: {parts}."
        )
        plot = partial(shoot.shoot_bets, outcomes=bets)
        title = f"What each kind of shoot bet brings the bank{_of_arm(outcome, name)}"
        yield shown_of(_numbered("shoot", outcome, number), title, alt, plot, 0.9 + 0.2 * len(rows))


def _shoot_by_arm(outcome: Outcome) -> Iterator[Shown]:
    parts = []
    for label, (_, found) in zip(labels_of(outcome), results_of(outcome), strict=True):
        bets = found.shoot.net_per_deal if found.shoot is not None else None
        stakes = found.estimates["net_per_deal"].value
        if bets is not None:
            parts.append(f"{label} {bets.value:+.2f} by shoot bets and {stakes:+.2f} by stakes")
    alt = f"The bank's net in chips a deal, with intervals: {list_of(parts)}."
    plot = partial(comparison.shoot_by_arm, outcome=outcome)
    title = "What shoot bets and stakes bring the bank"
    yield shown_of("shoot_by_arm", title, alt, plot, _rows_high(arm_names(outcome)) + 0.3)


def _kitty(outcome: Outcome) -> Iterator[Shown]:
    for number, (name, found) in enumerate(results_of(outcome)):
        if found.shoot is None or not found.shoot.course:
            continue
        first, *_, last = (*found.shoot.course, found.shoot.course[-1])
        alt = (
            f"The kitty's chips by the deals it has seen: on average {first['mean']:,.0f} in its"
            f" first deal, {last['mean']:,.0f} after {last['deals_seen']} or more, with a band of"
            " one standard deviation."
        )
        plot = partial(shoot.kitty_course, result=found)
        title = f"The kitty's course{_of_arm(outcome, name)}"
        yield shown_of(_numbered("kitty", outcome, number), title, alt, plot, 3.1)


def _of_arm(outcome: Outcome, name: str) -> str:
    return f": {name}" if len(outcome.setup.arms) > 1 else ""


def _numbered(name: str, outcome: Outcome, number: int) -> str:
    return f"{name}_{number}" if len(outcome.setup.arms) > 1 else name


def _bank(outcome: Outcome) -> Iterator[Shown]:
    names = [cell_name(outcome, arm) for arm in range(len(outcome.banks))]
    pairs = list(zip(names, outcome.banks, strict=True))
    if len(pairs) > 1:
        parts = list_of(f"{name} {fixed(bank.net.value, 1)} chips" for name, bank in pairs)
        alt = f"The fair price of the bank with its interval: {parts}."
        plot = partial(sweep.bank_values, outcome=outcome)
        yield shown_of("bank_value", "What the bank is worth", alt, plot, 3.3)
    parts = list_of(f"{name} {fixed(bank.length.value, 1)} deals" for name, bank in pairs)
    most = result.MOST_CURVES
    alt = f"Share of tenures that last longer than so many deals, logarithmic. Means: {parts}."
    plot = partial(sweep.tenure_lengths, outcome=outcome)
    yield shown_of(
        "tenures",
        "How long the bank is held",
        alt,
        plot,
        3.3,
        note=f"{most} of the {len(names)} are drawn." if len(names) > most else "",
    )


def _cards(outcome: Outcome) -> Iterator[Shown]:
    rules = outcome.setup.arms[0].rules
    shoots = any(arm.rules.shoot for arm in outcome.setup.arms)
    for alike in cards.cards_of(outcome):
        first, names = alike[0], list_of(dict.fromkeys(strategy.name for strategy in alike))
        yield Shown(
            f"card_{first.role}_{first.name}",
            f"How {names} {'plays' if len(alike) == 1 else 'play'} ({first.role})",
            f"Strategy card of the {first.role} {names}, letters by total and number of cards."
            f" {cards.described(first)}",
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
    return played(outcome) and len(arms) <= 2 and all(arm.of == WHOLE_TABLE for arm in arms)


def _is_purse(outcome: Outcome) -> bool:
    """The question is of luck and purses, so that their pictures come first."""
    return outcome.experiment.kind == "purse"


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
        and sum("edge" in row for row in results_of(outcome)[0][1].seat_positions) > 1
    )


PICTURES: list[Picture] = [
    Picture("bank", lambda o: bool(o.banks), _bank),
    Picture("ruin, where it is asked for", lambda o: _is_purse(o) and _has_ruin(o), _ruin),
    Picture("net of a deal, where luck is asked for", lambda o: _is_purse(o) and _few(o), _nets),
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
    Picture("net of a deal", lambda o: not _is_purse(o) and _few(o), _nets),
    Picture("players", _mixed, _players),
    Picture("places", _has_places, _places),
    Picture("ruin", lambda o: not _is_purse(o) and _has_ruin(o), _ruin),
    Picture("cards", lambda o: bool(cards.cards_of(o)), _cards),
]
"""The plots of a report, in reading order."""
