"""The tables of a report. Each is a line of SHEETS: its name, what it applies to, and the function
that makes it. Another is added with `SHEETS.append(Sheet(...))`.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import NamedTuple

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.bank import tenures
from pontoon_sim.report.experiments.numbers import (
    arm_at,
    arm_names,
    best_of,
    comparison_of,
    contrast_figure,
    contrast_names,
    edge,
    interval,
    ladder_of,
    looked_at,
    result_of,
    with_intervals,
)
from pontoon_sim.report.experiments.words import (
    family,
    level_word,
    over_cells,
    subject,
    times,
)
from pontoon_sim.report.shoot import shoot_tables
from pontoon_sim.report.tables import EDGE_HEADS, Noted, noted, tables_of
from pontoon_sim.report.words import digits, fixed, interval_word, row_of
from pontoon_sim.results.comparison import FIGURES
from pontoon_sim.statistics.estimates import Difference, Estimate

MOST_CELLS = 24
"""Cells of a sweep that are listed on a terminal."""

WIDEST = 6
"""Columns of a heat map that fit 80 characters as a table; a larger one is a list of its cells."""

UNITS = {
    "edge_initial": ("net, % of the initial stakes", 100),
    "edge_action": ("net, % of all chips staked", 100),
    "net_per_deal": ("net per deal, chips", 1),
    "adjusted": ("net, known luck taken out, % of the initial stakes", 100),
    "shoot_per_deal": ("shoot bets, chips a deal", 1),
}
"""How a figure is called, and what it is multiplied by."""


class Sheet(NamedTuple):
    """One or several tables of a report.

    Attributes
    ----------
    name : str
    applies : callable
        Takes the outcome; whether the report has these tables.
    make : callable
        Takes the outcome; the tables with their notes.
    on_page : callable, optional
        The same where there is room for every row.
    """

    name: str
    applies: Callable[[Outcome], bool]
    make: Callable[[Outcome], list[Noted]]
    on_page: Callable[[Outcome], list[Noted]] | None = None


def sheets_of(outcome: Outcome, whole: bool = False) -> list[Noted]:
    """Every table that applies, in reading order; `whole`: long ones with every row."""
    found = []
    for sheet in SHEETS:
        if sheet.applies(outcome):
            make = sheet.on_page if whole and sheet.on_page is not None else sheet.make
            found += make(outcome)
    return found


def arm_tables(outcome: Outcome, arm: int) -> list[Noted]:
    """Every table of one arm by itself, as `simulate` prints them, with all their rows."""
    return _tables(outcome, arm, whole=True)


def _tables(outcome: Outcome, arm: int, whole: bool) -> list[Noted]:
    """All tables of an arm; those of shoot bets first where they are what is asked for."""
    result = result_of(comparison_of(outcome), arm)
    shoot = [] if result.shoot is None else shoot_tables(result.shoot)
    tables = tables_of(result, whole)
    return [*shoot, *tables] if outcome.experiment.kind == "shoot" else [*tables, *shoot]


# --- what applies ---------------------------------------------------------------------------------


def played(outcome: Outcome) -> bool:
    """Deals were played, not tenures of the bank."""
    return outcome.comparison is not None


def several(outcome: Outcome) -> bool:
    """More than one arm."""
    return played(outcome) and len(outcome.setup.arms) > 1


def compared(outcome: Outcome) -> bool:
    """There are arms with a reference."""
    return played(outcome) and bool(comparison_of(outcome).contrasts)


def swept(outcome: Outcome) -> bool:
    """A sweep with more cells than one."""
    return several(outcome) and outcome.experiment.kind == "sweep"


def alone(outcome: Outcome) -> bool:
    """One arm."""
    return played(outcome) and len(outcome.setup.arms) == 1


# --- tables ---------------------------------------------------------------------------------------


def _plain_level(outcome: Outcome) -> str:
    return f"from, to: {level_word(comparison_of(outcome))}"


def arms_table(outcome: Outcome) -> list[Noted]:
    """The edge of each arm by itself."""
    comparison = comparison_of(outcome)
    rows = []
    names = arm_names(outcome)
    for number, name in enumerate(names.parts):
        deal = comparison.estimates[number].get("net_per_deal")
        chips = "-" if deal is None else fixed(deal.value, digits(deal.se), signed=True)
        rows.append([*name, *_edge_cells(edge(comparison, number)), chips])
    note = (
        f"{_capital(subject(comparison))}: net, % of the initial stakes, + to the bank; chips:"
        f" net per deal.\n{_plain_level(outcome)} of each arm by itself."
    )
    heads = (*names.heads, *EDGE_HEADS, "chips")
    return [noted("The arms", heads, rows, note, words=len(names.heads))]


def _edge_cells(figure: Estimate) -> list[str]:
    return ["-"] * 4 if math.isnan(figure.value) else row_of(figure, 100)


def differences_table(outcome: Outcome, whole: bool = False) -> list[Noted]:
    """Every arm against its reference: paired and raw. Where there is no room for a column of
    panels, each has a line of its own above its arms."""
    comparison = comparison_of(outcome)
    rows: list[list[str]] = []
    names = contrast_names(outcome)
    grouped, panel = len(names.heads) > 1 and not whole, ""
    for label, contrast in zip(names.parts, comparison.contrasts, strict=True):
        found = contrast_figure(comparison, contrast)
        cells = ["-"] * 7 if found is None else _difference_cells(found)
        stands = "yes" if contrast.significant else "no"
        if grouped:
            *panels, name = label
            if ", ".join(panels) != panel:
                panel = ", ".join(panels)
                rows.append([panel, *[""] * 8])
            label = (f" {name}",)
        rows.append([*label, *cells, stands])
    first = (" / ".join(names.heads),) if grouped else names.heads
    heads = (*first, "diff %", "SE", "from", "to", "raw SE", "corr.", "worth", "sure")
    luck = ", luck and all" if comparison.is_adjusted else ""
    packs = (
        f"SE, from, to: paired, over the same packs; raw SE: of two runs by themselves{luck}."
        " corr.: correlation of the arms' tables; worth: times the deals that the raw error would"
        " need."
        if comparison.trial.paired
        else "Each arm had packs of its own"
        + (f"; raw SE{luck}." if luck else ", so paired and raw errors are one.")
    )
    note = (
        f"diff: {subject(comparison)} less that of the other, % of the initial stakes."
        f" {packs}\n{_plain_level(outcome)} of each by itself; sure: it stands out"
        f" ({family(comparison)})."
    )
    return [noted(_capital(names.title), heads, rows, note, words=len(first))]


def _difference_cells(found: Difference) -> list[str]:
    places = digits(100 * found.paired.se if found.paired.se is not None else None)
    raw = "-" if found.unpaired.se is None else fixed(100 * found.unpaired.se, places)
    worth = found.variance_ratio
    return [
        *row_of(found.paired, 100),
        raw,
        fixed(found.correlation, 3),
        "-" if worth is None else times(worth) if math.isfinite(worth) else "-",
    ]


def other_figures(outcome: Outcome) -> list[Noted]:
    """The differences of the other figures."""
    comparison = comparison_of(outcome)
    rows = []
    names = contrast_names(outcome)
    for name, contrast in zip(names.parts, comparison.contrasts, strict=True):
        for figure in FIGURES:
            found = with_intervals(comparison, contrast.figures.get(figure))
            if figure != comparison.figure and found is not None:
                words, scale = UNITS[figure]
                rows.append([*name, words, *row_of(found.paired, scale)])
    level = interval_word(comparison.confidence, looked_at(comparison))
    note = f"Arm less its reference, from the banker's side. from, to: {level} (paired)."
    return [
        noted(
            "The same in other units",
            (*names.heads, "figure", "diff", "SE", "from", "to"),
            rows,
            note,
            words=len(names.heads) + 1,
        )
    ]


def cells_table(outcome: Outcome, whole: bool = False) -> list[Noted]:
    """Every cell of a sweep beside the best; the best MOST_CELLS of many, if not the `whole`."""
    comparison, best = comparison_of(outcome), best_of(outcome)
    arms = list(range(len(comparison.arms)))
    if len(arms) > MOST_CELLS and not whole:
        arms.sort(key=lambda arm: edge(comparison, arm).value, reverse=not best.lowest)
        arms = arms[:MOST_CELLS]
    rows = []
    for arm in arms:
        behind = best.behind[arm]
        cells = ["best", "", ""] if arm == best.arm else ["-"] * 3
        if behind is not None:
            cells = [row_of(behind.paired, 100)[k] for k in (0, 2, 3)]
        mark = "best" if arm == best.arm else "alike" if best.not_worse[arm] else "worse"
        value, se = _edge_cells(edge(comparison, arm))[:2]
        rows.append([*_axis_cells(outcome, arm), value, se, *cells, mark])
    axes = outcome.setup.axes
    heads = ([axis.name for axis in axes] or ["arm"]) + ["edge %", "SE"]
    left = len(comparison.arms) - len(arms)
    note = f"The {len(arms)} best; {left} more are on the page of the report.\n" if left else ""
    note += (
        f"edge: {subject(comparison)}, % of the initial stakes. less best: less that of the best"
        f" for {best.whose}; {_plain_level(outcome)} of that"
        f"{' (paired)' if comparison.trial.paired else ''}, each by itself.\n"
        "alike: not significantly different from the best; worse: significantly"
        f" ({over_cells(comparison)})."
    )
    return [
        noted(
            f"Cell by cell, beside the best for {best.whose}",
            (*heads, "less best", "from", "to", "beside it"),
            rows,
            note,
            words=max(len(axes), 1),
        )
    ]


def every_cell(outcome: Outcome) -> list[Noted]:
    """Every cell of a sweep beside the best, however many."""
    return cells_table(outcome, whole=True)


def _axis_cells(outcome: Outcome, arm: int) -> list[str]:
    axes = outcome.setup.axes
    if not axes:
        return [outcome.setup.arms[arm].name]
    places = outcome.setup.cells[arm]
    return [axis.values[place] for axis, place in zip(axes, places, strict=True)]


def map_table(outcome: Outcome, whole: bool = False) -> list[Noted]:
    """The heat map in figures. On a terminal (not `whole`) heads that are too wide lose the
    beginning that they share, and where that is not enough there is no map: the cells are listed
    in a table of their own anyhow."""
    comparison, best = comparison_of(outcome), best_of(outcome)
    down, across = outcome.setup.axes
    rows = []
    for i, name in enumerate(down.values):
        cells = []
        for j in range(len(across.values)):
            arm = arm_at(outcome, i, j)
            if arm is None:
                cells.append("")
                continue
            mark = "*" if arm == best.arm else "=" if best.not_worse[arm] else " "
            cells.append(f"{_edge_cells(edge(comparison, arm))[0]}{mark}")
        rows.append([name, *cells])
    heads, lead = list(across.values), ""
    if not whole and not _fits([[down.name, *heads], *rows]):
        lead = _shared_lead(heads)
        heads = [head.removeprefix(lead) for head in heads]
        if not _fits([[down.name, *heads], *rows]):
            return []
    beginning = f" (each begins with {lead})" if lead else ""
    note = (
        f"{_capital(subject(comparison))}, % of the initial stakes; down: {down.name}, across:"
        f" {across.name}{beginning}.\n* the best for {best.whose}; = not significantly different"
        f" from it ({over_cells(comparison)})."
    )
    title = f"{_capital(down.name)} by {across.name}"
    return [noted(title, (down.name, *heads), rows, note)]


def whole_map(outcome: Outcome) -> list[Noted]:
    """The heat map in figures, where there is room for any heads."""
    return map_table(outcome, whole=True)


def _fits(rows: list[list[str]]) -> bool:
    """Whether a table of such cells, two blanks between columns, is no wider than a terminal."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    return sum(widths) + 2 * (len(widths) - 1) <= 80


def _shared_lead(names: list[str]) -> str:
    """The beginning that names share, to the end of its last whole word.

    >>> _shared_lead(["draw_below_15", "draw_below_16"]), _shared_lead(["stick15", "stick16"])
    ('draw_below_', '')
    """
    low, high = min(names), max(names)  # in between all begin alike
    alike = [a == b for a, b in zip(low, high, strict=False)]
    shared = low[: alike.index(False)] if False in alike else low
    lead = shared[: max(shared.rfind(mark) for mark in "_ -,:(") + 1]
    return "" if lead in names else lead


def ladder_table(outcome: Outcome) -> list[Noted]:
    """Each variant alone, their sum, and all of them together."""
    comparison, steps = comparison_of(outcome), ladder_of(outcome)
    found = {row.arm: contrast_figure(comparison, row) for row in comparison.contrasts}
    sure = {row.arm: row.significant for row in comparison.contrasts}
    rows = []

    def add(name: str, figure: Estimate | None, stands: str) -> None:
        rows.append([name, *(["-"] * 4 if figure is None else row_of(figure, 100)), stands])

    for arm in (*steps.singles, *([] if steps.together is None else [steps.together])):
        if arm == steps.together:
            add("sum of the single changes", steps.total, "")
        change = found.get(arm)
        add(
            comparison.arms[arm].name,
            None if change is None else change.paired,
            "yes" if sure.get(arm) else "no",
        )
    if steps.together is not None:
        add("together less the sum", steps.rest, "")
    base = comparison.arms[steps.base].name
    note = (
        f"Change of {subject(comparison)} from {base}"
        f" ({_edge_cells(edge(comparison, steps.base))[0]}), % of the initial stakes.\n"
        f"{_plain_level(outcome)} (paired); sure: it stands out ({family(comparison)})."
    )
    heads = ("variant", "change %", "SE", "from", "to", "sure")
    return [noted("One variant at a time, and together", heads, rows, note)]


def own_tables(outcome: Outcome) -> list[Noted]:
    """All tables of the only arm."""
    return _tables(outcome, 0, whole=False)


def shoot_table(outcome: Outcome) -> list[Noted]:
    """What shoot bets bring, arm by arm."""
    comparison, names = comparison_of(outcome), arm_names(outcome)
    rows = []
    for number, result in enumerate(comparison.results):
        shoot = result.shoot
        if shoot is not None and shoot.net_per_deal is not None:
            chips = row_of(interval(comparison, shoot.net_per_deal))
            share = "-" if shoot.edge is None else row_of(shoot.edge, 100)[0]
            rows.append([*names.parts[number], *chips, share])
    note = (
        "shoot: the bank's net from shoot bets, chips a deal; % shot: the same of the chips shot."
        f" Beside the edge on stakes, never mixed with it.\n{_plain_level(outcome)}."
    )
    heads = (*names.heads, "shoot", "SE", "from", "to", "% shot")
    return [noted("Shoot bets by arm", heads, rows, note, words=len(names.heads))]


def swings_table(outcome: Outcome) -> list[Noted]:
    """SD of a deal, N0 and purses, arm by arm."""
    comparison, names = comparison_of(outcome), arm_names(outcome)
    rows = []
    for number, result in enumerate(comparison.results):
        drift = result.drift
        purses = ["-"] * 3
        if drift is not None and drift.n0.low is not None:
            figures = (drift.n0, drift.bankroll(0.05), drift.bankroll(0.01))
            purses = [fixed(figure.value, 0) for figure in figures]
        long_run = "-" if drift is None else fixed(drift.sd.value, 1)
        sd = fixed(result.estimates["sd_per_deal"].value, 1)
        rows.append([*names.parts[number], sd, long_run, *purses])
    note = (
        "SD: of the banker's net of one deal, chips; in a row: the same per deal of a long row of"
        " deals. N0: deals after which the one with the advantage can expect to be ahead by one"
        " SD. Purse: chips with which it goes broke one time in 20, or in 100, playing on for"
        " ever (diffusion formula). -: it is not sure who has the advantage."
    )
    heads = (*names.heads, "SD", "in a row", "N0", "purse 5 %", "purse 1 %")
    return [noted("Swings and bankroll", heads, rows, note, words=len(names.heads))]


def bank_tables(outcome: Outcome) -> list[Noted]:
    """Tenures of the bank, arm by arm."""
    axes = outcome.setup.axes
    names = [", ".join(_axis_cells(outcome, arm)) for arm in range(len(outcome.banks))]
    return [tenures(outcome.banks, axes[0].name if axes else "arm", names)]


def _is_map(outcome: Outcome) -> bool:
    axes = outcome.setup.axes
    return swept(outcome) and len(axes) == 2 and len(axes[1].values) <= WIDEST


def any_shoot(outcome: Outcome) -> bool:
    """Shoot bets move purses too, which the swings of stakes alone do not know."""
    return any(arm.rules.shoot for arm in outcome.setup.arms)


def _has_swings(outcome: Outcome) -> bool:
    return played(outcome) and not any_shoot(outcome) and len(outcome.setup.arms) <= MOST_CELLS


def _shoots(outcome: Outcome) -> bool:
    return several(outcome) and any_shoot(outcome)


def _kind(outcome: Outcome, *kinds: str) -> bool:
    return outcome.experiment.kind in kinds


SHEETS: list[Sheet] = [
    Sheet("bank", lambda o: bool(o.banks), bank_tables),
    Sheet("ladder", lambda o: compared(o) and _kind(o, "ladder"), ladder_table),
    Sheet("shoot by arm", _shoots, shoot_table),
    Sheet("differences", compared, differences_table, lambda o: differences_table(o, whole=True)),
    Sheet("map", _is_map, map_table, whole_map),
    Sheet("cells", swept, cells_table, every_cell),
    Sheet("arms", lambda o: several(o) and not swept(o), arms_table),
    Sheet("other figures", lambda o: compared(o) and not swept(o), other_figures),
    Sheet("only arm", alone, own_tables, lambda o: arm_tables(o, 0)),
    Sheet("swings", _has_swings, swings_table),
]
"""The tables of a report, in reading order."""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
