"""A game as text: one sentence that answers, then the tables behind it.

Everything is told from the banker's side. Plain ASCII, 80 columns wide, so that it reads the same
on a terminal, in a pipe and in a mail.
"""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.text import Text

from pontoon_sim.report.provenance import game_made, print_provenance
from pontoon_sim.report.shoot import SHOOT_TABLES, shoot_tables
from pontoon_sim.report.table import Column, Table, Tables, estimate_columns, print_tables
from pontoon_sim.report.words import confidence_word, headline, label, ordinal, swings
from pontoon_sim.results.figures import GAME_FIGURES
from pontoon_sim.results.result import Result
from pontoon_sim.statistics.estimates import Estimate

ENDS = 6
"""Rows shown from each end of a long list."""


def print_result(console: Console, result: Result, command: str) -> None:
    """Print the whole report; `command` is what was typed, with every default written out."""
    console.print(Text(headline(result), style="bold"))
    print_tables(console, tables_of(result))
    console.print()
    console.print(Text("Swings and bankroll", style="bold"))
    for line in swings(result):
        console.print(Text(line))
    print_provenance(console, game_made(result), command)


def tables_of(result: Result, shoot_first: bool = False) -> list[Table]:
    """Every table of the report, in reading order."""
    tables = [estimates(result), places(result)]
    if len(result.roles) > 2:
        tables += [strategies(result), seats(result)]
    tables += [kinds(result), first_two(result), banker_kinds(result)]
    shoot = [] if result.shoot is None else shoot_tables(result.shoot)
    return [*shoot, *tables] if shoot_first else [*tables, *shoot]


def _level(result: Result) -> str:
    level = f"from, to: {confidence_word(result.confidence)} interval"
    if result.anytime_half_width is not None:
        level += " (as for a number of deals fixed beforehand)"
    return f"{level}{', luck-adjusted' if result.adjusted else ''}."


def figure_rows(result: Result) -> list[tuple[str, Estimate | float]]:
    """The figures of a game by their labels, shares in per cent; adjusted ones where they were
    kept, and then the edge as it was played last."""
    adjusted = result.adjusted or {}
    rows = []
    for figure in GAME_FIGURES:
        value = adjusted.get(figure.name) or figure.value(result)
        if value is not None and not figure.apart:
            rows.append((label(figure), _in_percent(value) if figure.is_share else value))
    if adjusted:
        rows.append(("as played, % of the initial stakes", _in_percent(result.edge_initial)))
    return rows


def _in_percent(value: Estimate | float) -> Estimate | float:
    return value.scaled(100) if isinstance(value, Estimate) else 100 * value


def estimates(result: Result) -> Table:
    """The figures of the whole table."""

    def figure(row: tuple[str, Estimate | float]) -> Estimate:
        value = row[1]
        return value if isinstance(value, Estimate) else Estimate(value, None, None, None)

    note = f"+ is chips to the bank. All chips staked: purchases and splits too.\n{_level(result)}"
    if result.adjusted is not None:
        times = result.variance_ratio
        sure = f", as sure as {times:.3g} times as many deals would be without" if times else ""
        note += (
            "\nLuck-adjusted (control variates; docs/luck.md): the luck of cards dealt for the"
            f" first time since the shuffle is taken off{sure}."
        )
    columns = [
        Column("banker's", lambda row: row[0], left=True),
        *estimate_columns("value", figure, signed=lambda row: not row[0].startswith("SD")),
    ]
    return Table("The banker's result", columns, figure_rows(result), note, mixed=True)


def places(result: Result) -> Table:
    """The banker's edge by place from its left, 1 the first."""

    def name(row: dict[str, Any]) -> str:
        place = row["position"] + 1
        text = ordinal(place) + (" (banker's left)" if place == 1 else "")
        return text + (" (banker's right)" if place == result.rules.seats - 1 > 1 else "")

    edge = estimate_columns("edge %", lambda row: row.get("edge"), 100)
    return Table(
        "By place at the table",
        [Column("place", lambda row: row["position"] + 1, shown=name), *edge],
        result.seat_positions,
        "Banker's net, % of the initial stakes of whoever sits there.\n" + _level(result),
    )


def strategies(result: Result) -> Table:
    """The banker's edge by strategy and role."""
    columns = [
        Column("strategy", lambda row: row[0].strategy),
        Column("as", lambda row: row[0].role),
        Column("deals", lambda row: row[1]["deals"]),
        *estimate_columns("edge %", lambda row: row[1].get("edge"), 100),
    ]
    note = (
        "Banker's net, % of the initial stakes: against that player, or by that banker,\n"
        "who meets the other seats only. A player's deals count once for each of its seats.\n"
        + _level(result)
    )
    return Table("By strategy", columns, list(result.roles.items()), note, keys=2)


def seats(result: Result) -> Table:
    """What each seat wins or loses, as player and as banker together."""
    columns = [
        Column("seat", lambda row: row["seat"]),
        Column("player", lambda row: row["player"], left=True),
        Column("banker", lambda row: row["banker"], left=True),
        Column("deals as banker", lambda row: row["deals_as_banker"]),
        Column("chips per deal", lambda row: row["net"] / result.deals, 3, signed=True),
    ]
    note = (
        "Chips won (+) or lost (-) by the seat itself per deal, in both roles together; stakes"
        " alone, without shoot bets and prices of the bank."
    )
    return Table("By seat", columns, result.seat_rows, note)


def _kind() -> Column:
    return Column("hand ended as", lambda row: row["kind"])


def _percent(name: str, key: str, decimals: int, signed: bool = False) -> Column:
    return Column(name, lambda row: 100 * row[key], decimals, signed)


def kinds(result: Result) -> Table:
    """Where the edge comes from, by how players' hands ended; the edges add up to it."""
    columns = [
        _kind(),
        _percent("% of hands", "share", 2),
        _percent("% of them paid", "paid", 1),
        Column("chips staked", lambda row: row["staked"], 1),
        _percent("edge %", "edge", 2, signed=True),
    ]
    return Table(
        "Where it comes from: the players' hands",
        columns,
        result.kinds,
        "edge: banker's net as played, % of all initial stakes; it adds up.\n"
        "Chips staked: average per hand. Split hands count each.",
        total=("all", 100.0, None, None, 100 * result.edge_initial.value),
    )


def first_two(result: Result) -> Table:
    """Players' deals by their first two cards, the worst for the banker first."""
    columns = [
        Column("first two cards", lambda row: row["cards"]),
        _percent("% of deals", "share", 2),
        Column("staked / initial", lambda row: row["staked"], 2),
        _percent("edge %", "edge", 1, signed=True),
    ]
    return Table(
        "The players' first two cards, worst and best for the banker",
        columns,
        result.first_two,
        "edge: banker's net, % of the initial stakes on these cards. 10: ten, J, Q or K.",
        ends=ENDS,
    )


def banker_kinds(result: Result) -> Table:
    """How the banker's own hand ended, and what that brought; the edges add up to the edge."""
    columns = [
        _kind(),
        _percent("% of deals", "share", 2),
        Column("net per such deal, chips", lambda row: row["net"], 1, signed=True),
        _percent("edge %", "edge", 2, signed=True),
    ]
    net = result.estimates["net_per_deal"].value
    return Table(
        "Where it comes from: the banker's hand",
        columns,
        result.banker_kinds,
        "edge: banker's net as played, % of all initial stakes; it adds up.",
        total=("all", 100.0, net, 100 * result.edge_initial.value),
    )


GAME_TABLES = Tables(
    headline,
    {
        "estimates": estimates,
        "places": places,
        "strategies": strategies,
        "seats": seats,
        "kinds": kinds,
        "banker_kinds": banker_kinds,
        "first_two": first_two,
        **SHOOT_TABLES,
    },
    first=("estimates",),
)
"""Tables of a game by the names of `Result.frame`."""
