"""The tables of a report, as rich tables that fit 80 columns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from rich import box
from rich.table import Table

from pontoon_sim.report.words import confidence_word, fixed, row_of
from pontoon_sim.results.result import Result
from pontoon_sim.statistics.estimates import Estimate

Noted = tuple[Table, str]
"""A table and what stands below it: units, denominators, confidence."""

EDGE_HEADS = ("edge %", "SE", "from", "to")
ENDS = 6
"""Rows shown from each end of a long list."""


def tables_of(result: Result, whole: bool = False) -> list[Noted]:
    """Every table of the report, in reading order; `whole`: with every row of the long ones."""
    tables = [estimates(result)]
    if result.adjusted is not None:
        tables.append(adjusted(result, result.adjusted))
    tables.append(positions(result))
    if len(result.roles) > 2:
        tables += [strategies(result), seats(result)]
    return [*tables, kinds(result), first_two(result, whole), banker_kinds(result)]


def noted(
    title: str, heads: Sequence[str], rows: Iterable[Sequence[str]], note: str, words: int = 1
) -> Noted:
    """A table whose first `words` columns are text, the others numbers; and its note."""
    table = Table(
        title=title,
        title_justify="left",
        title_style="bold",
        box=box.SIMPLE_HEAD,
        pad_edge=False,
        show_edge=False,
    )
    for place, head in enumerate(heads):
        if place < words:
            table.add_column(head, overflow="fold")
        else:  # words may be broken where there is no room, numbers may not
            table.add_column(head, justify="right", no_wrap=True)
    for row in rows:
        table.add_row(*row)
    return table, note


def _level(result: Result) -> str:
    level = f"{confidence_word(result.confidence)} interval"
    if result.anytime_half_width is None:
        return level
    return f"{level} (as for a number of deals fixed beforehand)"


def estimates(result: Result) -> Noted:
    """The four figures of the whole table."""
    figures = result.estimates
    rows = [
        ["net, % of the initial stakes", *row_of(figures["edge_initial"], 100)],
        ["net, % of all chips staked", *row_of(figures["edge_action"], 100)],
        ["net per deal, chips", *row_of(figures["net_per_deal"])],
        ["SD of the net of one deal, chips", *row_of(figures["sd_per_deal"], signed=False)],
    ]
    return noted(
        "The banker's result",
        ("banker's", "value", "SE", "from", "to"),
        rows,
        "+ is chips to the bank. All chips staked: purchases and splits too.\n"
        f"from, to: {_level(result)}.",
    )


def adjusted(result: Result, figures: Mapping[str, Estimate]) -> Noted:
    """The same figures without the luck that is known."""
    rows = [
        ["net, % of the initial stakes", *row_of(figures["edge_initial"], 100)],
        ["net, % of all chips staked", *row_of(figures["edge_action"], 100)],
        ["net per deal, chips", *row_of(figures["net_per_deal"])],
    ]
    times = result.variance_ratio
    sure = f"\nAs sure as {times:.3g} times as many deals would be without." if times else ""
    return noted(
        "The banker's result, known luck taken out",
        ("banker's", "value", "SE", "from", "to"),
        rows,
        "From the same deals; the luck of first cards, draws and the banker's hand is\n"
        f"known exactly and taken off (docs/exact.md).{sure}",
    )


def ordinal(number: int) -> str:
    """1st, 2nd, 3rd, 4th ... 12th."""
    return f"{number}{ {1: 'st', 2: 'nd', 3: 'rd'}.get(number, 'th') }"


def positions(result: Result) -> Noted:
    """The banker's edge by place from its left."""
    rows = []
    for row in result.seat_positions:
        place = row["position"] + 1
        name = ordinal(place) + (" (banker's left)" if place == 1 else "")
        if place == result.rules.seats - 1 and place > 1:
            name += " (banker's right)"
        rows.append([name, *row_of(row["edge_initial"], 100)])
    return noted(
        "By place at the table",
        ("place", *EDGE_HEADS),
        rows,
        "Banker's net, % of the initial stakes of whoever sits there.\n"
        f"from, to: {_level(result)}.",
    )


def strategies(result: Result) -> Noted:
    """The banker's edge by strategy and role."""
    rows = []
    for group, row in result.roles.items():
        cells = row_of(row["edge_initial"], 100) if "edge_initial" in row else ["-"] * 4
        rows.append([str(group.strategy), str(group.role), f"{row['deals']:,}", *cells])
    return noted(
        "By strategy",
        ("strategy", "as", "deals", *EDGE_HEADS),
        rows,
        "Banker's net, % of the initial stakes: against that player, or by that banker,\n"
        "who meets the other seats only. A player's deals count once for each of its seats.\n"
        f"from, to: {_level(result)}.",
        words=2,
    )


def seats(result: Result) -> Noted:
    """What each seat wins or loses, as player and as banker together."""
    rows = [
        [
            str(row["seat"]),
            row["player"],
            row["banker"],
            f"{row['deals_as_banker']:,}",
            fixed(row["net"] / result.deals, 3, signed=True),
        ]
        for row in result.seat_rows
    ]
    return noted(
        "By seat",
        ("seat", "player", "banker", "deals as banker", "chips per deal"),
        rows,
        "Chips won (+) or lost (-) by the seat itself per deal, in both roles together; stakes"
        " alone, without shoot bets and prices of the bank.",
        words=3,
    )


def kinds(result: Result) -> Noted:
    """Where the edge comes from, by how players' hands ended."""
    rows = [
        [
            row["kind"],
            fixed(100 * row["share"], 2),
            fixed(100 * row["paid"], 1),
            fixed(row["staked"], 1),
            fixed(100 * row["edge"], 2, signed=True),
        ]
        for row in result.kinds
    ]
    rows.append(["all", "100.00", "", "", fixed(100 * result.edge_initial.value, 2, signed=True)])
    return noted(
        "Where it comes from: the players' hands",
        ("hand ended as", "% of hands", "% of them paid", "chips staked", "edge %"),
        rows,
        "edge: banker's net on these hands, % of all initial stakes; it adds up.\n"
        "Chips staked: on an average one. Split hands count each.",
    )


def first_two(result: Result, whole: bool = False) -> Noted:
    """The two cards that the banker likes best and least; `whole`: all, from worst to best."""
    every = result.first_two
    ends = every if whole or len(every) <= 2 * ENDS else [*every[:ENDS], *every[-ENDS:]]
    rows = [
        [
            row["cards"],
            fixed(100 * row["share"], 2),
            fixed(row["staked"], 2),
            fixed(100 * row["edge"], 1, signed=True),
        ]
        for row in ends
    ]
    if len(ends) < len(every):
        rows.insert(ENDS, [f"... {len(every) - 2 * ENDS} between ...", "", "", ""])
    return noted(
        "The players' first two cards, worst and best for the banker",
        ("first two cards", "% of deals", "staked / initial", "edge %"),
        rows,
        "edge: banker's net, % of the initial stakes on these cards. 10: ten, J, Q or K.",
    )


def banker_kinds(result: Result) -> Noted:
    """How the banker's own hand ended, and what that brought."""
    rows = [
        [
            row["kind"],
            fixed(100 * row["share"], 2),
            fixed(row["net"], 1, signed=True),
            fixed(100 * row["edge"], 2, signed=True),
        ]
        for row in result.banker_kinds
    ]
    rows.append(
        [
            "all",
            "100.00",
            fixed(result.estimates["net_per_deal"].value, 1, signed=True),
            fixed(100 * result.edge_initial.value, 2, signed=True),
        ]
    )
    return noted(
        "Where it comes from: the banker's hand",
        ("hand ended as", "% of deals", "net per such deal, chips", "edge %"),
        rows,
        "edge: banker's net in these deals, % of all initial stakes; it adds up.",
    )
