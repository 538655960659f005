"""The tables of an experiment. Each is a line of SHEETS: its name, what it applies to, and the
function that makes it. Another is added with `SHEETS.append(Sheet(...))`.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable
from typing import Any, NamedTuple

from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.bank import tenures
from pontoon_sim.report.comparison import difference_columns
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
    percent,
    subject,
)
from pontoon_sim.report.result import tables_of
from pontoon_sim.report.table import (
    Column,
    Table,
    estimate_columns,
    fits,
    table_of_words,
    word_columns,
)
from pontoon_sim.report.words import digits, fixed, interval_word, label
from pontoon_sim.results.figures import GAME_FIGURES
from pontoon_sim.statistics.estimates import Estimate
from pontoon_sim.statistics.ruin import Drift

Row = tuple[Any, ...]
"""The parts of a name, then what the columns read."""

MOST_CELLS = 24
"""Cells of a sweep that are listed on a terminal."""

WIDEST = 6
"""Columns of a heat map that fit 80 characters as a table; a larger one is a list of its cells."""


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
    make: Callable[[Outcome], list[Table]]
    on_page: Callable[[Outcome], list[Table]] | None = None


def sheets_of(outcome: Outcome, whole: bool = False) -> list[Table]:
    """Every table that applies, in reading order; `whole`: long ones with every row."""
    found = []
    for sheet in SHEETS:
        if sheet.applies(outcome):
            make = sheet.on_page if whole and sheet.on_page is not None else sheet.make
            found += make(outcome)
    return found


def arm_tables(outcome: Outcome, arm: int) -> list[Table]:
    """Every table of one arm by itself, as `simulate` prints them; those of shoot bets first where
    they are what is asked for."""
    result = result_of(comparison_of(outcome), arm)
    return tables_of(result, shoot_first=outcome.experiment.kind == "shoot")


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


def arms_table(outcome: Outcome) -> list[Table]:
    """The edge of each arm by itself."""
    comparison, names = comparison_of(outcome), arm_names(outcome)
    rows = [(*name, arm) for arm, name in enumerate(names.parts)]

    def net(row: Row) -> Estimate | None:
        return comparison.estimates[row[-1]].get("net_per_deal")

    def places(row: Row) -> int:
        figure = net(row)
        return digits(figure.se if figure else None)

    columns = [
        *word_columns(names.heads),
        *estimate_columns("edge %", lambda row: edge(comparison, row[-1]), 100),
        Column("chips", lambda row: found.value if (found := net(row)) else None, places, True),
    ]
    note = (
        f"{_capital(subject(comparison))}: net, % of the initial stakes, + to the bank; chips:"
        f" net per deal.\n{_plain_level(outcome)} of each arm by itself."
    )
    return [Table("The arms", columns, rows, note, keys=len(names.heads))]


def differences_table(outcome: Outcome) -> list[Table]:
    """Every arm against its reference: paired and unpaired."""
    comparison, names = comparison_of(outcome), contrast_names(outcome)
    rows = [
        (*name, contrast_figure(comparison, contrast), contrast.significant)
        for name, contrast in zip(names.parts, comparison.contrasts, strict=True)
    ]
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
    columns = [*word_columns(names.heads), *difference_columns()]
    keys = len(names.heads)
    return [Table(_capital(names.title), columns, rows, note, keys, folded=True)]


def other_figures(outcome: Outcome) -> list[Table]:
    """The differences of the other figures."""
    comparison, names = comparison_of(outcome), contrast_names(outcome)
    rows = []
    for name, contrast in zip(names.parts, comparison.contrasts, strict=True):
        for figure in GAME_FIGURES:
            found = with_intervals(comparison, contrast.figures.get(figure.name))
            if figure.name != comparison.figure and found is not None:
                paired = found.paired.scaled(100) if figure.is_share else found.paired
                rows.append((*name, label(figure), paired))
    level = interval_word(comparison.confidence, looked_at(comparison))
    heads = (*names.heads, "figure")
    columns = [*word_columns(heads), *estimate_columns("diff", lambda row: row[-1])]
    note = f"Arm less its reference, from the banker's side. from, to: {level} (paired)."
    return [Table("In other units", columns, rows, note, keys=len(heads), mixed=True)]


def cells_table(outcome: Outcome, whole: bool = False) -> list[Table]:
    """Every cell of a sweep beside the best; the best MOST_CELLS of many, if not the `whole`."""
    comparison, best = comparison_of(outcome), best_of(outcome)
    arms = list(range(len(comparison.arms)))
    if len(arms) > MOST_CELLS and not whole:
        arms.sort(key=lambda arm: edge(comparison, arm).value, reverse=not best.lowest)
        arms = arms[:MOST_CELLS]

    def behind(row: Row) -> Estimate | None:
        found = best.behind[row[-1]]
        return None if found is None else found.paired

    def is_best(row: Row, otherwise: str) -> str:
        return "best" if row[-1] == best.arm else otherwise

    value, se, *_ = estimate_columns("edge %", lambda row: edge(comparison, row[-1]), 100)
    less, _, low, high = estimate_columns("less best", behind, 100)
    heads = [axis.name for axis in outcome.setup.axes] or ["arm"]
    columns = [
        *word_columns(heads),
        value,
        se,
        less,
        low,
        high,
        Column(
            "beside it",
            lambda row: is_best(row, "alike" if best.not_worse[row[-1]] else "worse"),
        ),
    ]
    left = len(comparison.arms) - len(arms)
    note = f"The {len(arms)} best; {left} more are on the page of the report.\n" if left else ""
    note += (
        f"edge: {subject(comparison)}, % of the initial stakes. less best: less that of the best"
        f" for {best.whose}; {_plain_level(outcome)} of that"
        f"{' (paired)' if comparison.trial.paired else ''}, each by itself.\n"
        "alike: not significantly different from the best; worse: significantly"
        f" ({over_cells(comparison)})."
    )
    rows = [(*_axis_cells(outcome, arm), arm) for arm in arms]
    title = f"Cell by cell, beside the best for {best.whose}"
    return [Table(title, columns, rows, note, keys=len(heads))]


def _axis_cells(outcome: Outcome, arm: int) -> list[str]:
    axes = outcome.setup.axes
    if not axes:
        return [outcome.setup.arms[arm].name]
    places = outcome.setup.cells[arm]
    return [axis.values[place] for axis, place in zip(axes, places, strict=True)]


def map_table(outcome: Outcome, whole: bool = False) -> list[Table]:
    """The heat map in figures. On a terminal (not `whole`) heads that are too wide lose the
    beginning that they share, and where that is not enough there is no map: the cells are listed
    in a table of their own anyhow."""
    comparison, best = comparison_of(outcome), best_of(outcome)
    down, across = outcome.setup.axes
    errors = [edge(comparison, arm).se or 0.0 for arm in range(len(comparison.arms))]
    places = digits(100 * statistics.median(errors))
    rows = []
    for i, name in enumerate(down.values):
        cells = []
        for j in range(len(across.values)):
            arm = arm_at(outcome, i, j)
            if arm is None:
                cells.append("")
                continue
            mark = "*" if arm == best.arm else "=" if best.not_worse[arm] else " "
            cells.append(f"{fixed(100 * edge(comparison, arm).value, places, signed=True)}{mark}")
        rows.append([name, *cells])
    title, heads, lead = f"{_capital(down.name)} by {across.name}", list(across.values), ""
    if not whole and not fits(table_of_words(title, (down.name, *heads), rows, "")):
        lead = _shared_lead(heads)
        heads = [head.removeprefix(lead) for head in heads]
        if not fits(table_of_words(title, (down.name, *heads), rows, "")):
            return []
    beginning = f" (each begins with {lead})" if lead else ""
    note = (
        f"{_capital(subject(comparison))}, % of the initial stakes; down: {down.name}, across:"
        f" {across.name}{beginning}.\n* the best for {best.whose}; = not significantly different"
        f" from it ({over_cells(comparison)})."
    )
    return [table_of_words(title, (down.name, *heads), rows, note)]


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


def ladder_table(outcome: Outcome) -> list[Table]:
    """Each variant alone, their sum, and all of them together."""
    comparison, steps = comparison_of(outcome), ladder_of(outcome)
    found = {row.arm: contrast_figure(comparison, row) for row in comparison.contrasts}
    sure = {row.arm: "yes" if row.significant else "no" for row in comparison.contrasts}

    def change(arm: int) -> tuple[str, Estimate | None, str]:
        figure = found.get(arm)
        name = comparison.arms[arm].name
        return name, None if figure is None else figure.paired, sure.get(arm, "no")

    rows = [change(arm) for arm in steps.singles]
    if steps.together is not None:
        rows += [
            ("sum of the single changes", steps.total, ""),
            change(steps.together),
            ("together less the sum", steps.rest, ""),
        ]
    columns = [
        Column("variant", lambda row: row[0]),
        *estimate_columns("change %", lambda row: row[1], 100),
        Column("sure", lambda row: row[2]),
    ]
    base = edge(comparison, steps.base)
    note = (
        f"Change of {subject(comparison)} from {comparison.arms[steps.base].name}"
        f" ({percent(base)}), % of the initial stakes.\n"
        f"{_plain_level(outcome)} (paired); sure: it stands out ({family(comparison)})."
    )
    return [Table("One variant at a time, and together", columns, rows, note)]


def shoot_table(outcome: Outcome) -> list[Table]:
    """What shoot bets bring, arm by arm."""
    comparison, names = comparison_of(outcome), arm_names(outcome)
    rows = [
        (*name, interval(comparison, shoot.net_per_deal), shoot.edge)
        for name, result in zip(names.parts, comparison.results, strict=True)
        for shoot in (result.shoot,)
        if shoot is not None and shoot.net_per_deal is not None
    ]
    columns = [
        *word_columns(names.heads),
        *estimate_columns("shoot", lambda row: row[-2]),
        estimate_columns("% shot", lambda row: row[-1], 100)[0],
    ]
    note = (
        "shoot: the bank's net from shoot bets, chips a deal; % shot: the same of the chips shot."
        f" Beside the edge on stakes, never mixed with it.\n{_plain_level(outcome)}."
    )
    return [Table("Shoot bets by arm", columns, rows, note, keys=len(names.heads))]


def swings_table(outcome: Outcome) -> list[Table]:
    """SD of a deal, N0 and purses, arm by arm."""
    comparison, names = comparison_of(outcome), arm_names(outcome)
    rows = [(*name, result) for name, result in zip(names.parts, comparison.results, strict=True)]

    def purse(figure: Callable[[Drift], Estimate]) -> Callable[[Row], float | None]:
        def value(row: Row) -> float | None:
            drift = row[-1].drift
            found = figure(drift) if drift else None
            return None if found is None or found.low is None else found.value

        return value

    columns = [
        *word_columns(names.heads),
        Column("SD", lambda row: row[-1].estimates["sd_per_deal"].value, 1),
        Column("in a row", lambda row: row[-1].drift and row[-1].drift.sd.value, 1),
        Column("N0", purse(lambda drift: drift.n0), 0),
        Column("purse 5 %", purse(lambda drift: drift.bankroll(0.05)), 0),
        Column("purse 1 %", purse(lambda drift: drift.bankroll(0.01)), 0),
    ]
    note = (
        "SD: of the banker's net of one deal, chips; in a row: the same per deal of a long row of"
        " deals. N0: deals after which the one with the advantage can expect to be ahead by one"
        " SD. Purse: chips with which it goes broke one time in 20, or in 100, playing on for"
        " ever (diffusion formula). -: it is not sure who has the advantage."
    )
    return [Table("Swings and bankroll", columns, rows, note, keys=len(names.heads))]


def bank_tables(outcome: Outcome) -> list[Table]:
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
    Sheet("differences", compared, differences_table),
    Sheet("map", _is_map, map_table, lambda o: map_table(o, whole=True)),
    Sheet("cells", swept, cells_table, lambda o: cells_table(o, whole=True)),
    Sheet("arms", lambda o: several(o) and not swept(o), arms_table),
    Sheet("other figures", lambda o: compared(o) and not swept(o), other_figures),
    Sheet("only arm", alone, lambda o: arm_tables(o, 0)),
    Sheet("swings", _has_swings, swings_table),
]
"""The tables of a report, in reading order."""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
