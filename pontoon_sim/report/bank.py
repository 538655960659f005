"""The value of the bank as text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from pontoon_sim.base.namelists import names_of
from pontoon_sim.report.table import Column, Table, Tables, estimate_columns, print_tables
from pontoon_sim.report.words import digits, fixed, interval_word, label
from pontoon_sim.results.bank import BankValue
from pontoon_sim.results.figures import BANK_FIGURES
from pontoon_sim.statistics.estimates import Estimate


def headline(value: BankValue) -> str:
    """What the bank is worth, in one sentence."""
    net = value.net
    places = digits(net.se)
    players = names_of([seat.player.name for seat in value.seats])
    bankers = names_of([seat.banker.name for seat in value.seats])
    interval = "too few tenures for an interval"
    if net.low is not None and net.high is not None:
        word = interval_word(net.confidence, value.watched, adjusted=True)
        interval = f"{word} {fixed(net.low, places)} to {fixed(net.high, places)}"
    return (
        f"Holding the bank until it passes is worth {fixed(net.value, places)} chips ({interval}),"
        f" which is a fair price for it: {value.rules.seats} seats, {players} players with"
        f" {bankers} at the bank, stakes {value.rules.stake_min} to"
        f" {value.rules.stake_max}, {value.moments.tables:,} tenures."
    )


def endless_words(value: BankValue) -> str:
    """Which tenures did not end, and what becomes of them."""
    count, first = value.broken_off, value.endless[0]
    some = "1 tenure" if count == 1 else f"{count:,} tenures"
    line = (
        f"{some} of {value.moments.tables:,} did not end: all figures are of those that end."
        f" Table {first.table} (pontoon trace --table {first.table})"
    )
    if first.cycle:
        return (
            f"{line} plays the same {first.cycle:,} deals for ever, with {first.net:+,} chips to"
            " the bank each time."
        )
    return f"{line} was broken off after {first.deals:,} deals."


def print_values(console: Console, values: list[BankValue]) -> None:
    """Print the values of the bank, one line for each number of seats."""
    if len(values) == 1:
        sentence = headline(values[0])
    else:
        low, high = values[0].rules.seats, values[-1].rules.seats
        sentence = f"What the bank is worth with {low} to {high} people at the table:"
    console.print(Text(sentence, style="bold"))
    print_tables(console, [tenures(values, "seats", [str(value.rules.seats) for value in values])])


def figures(value: BankValue) -> Table:
    """The figures of a tenure of one bank."""
    rows = [
        (label(figure), found if isinstance(found, Estimate) else Estimate(found, None, None, None))
        for figure in BANK_FIGURES
        for found in (figure.value(value),)
        if found is not None
        if value.rules.shoot or figure.name not in ("stakes_net", "shoot_net")
    ]
    columns = [
        Column("the bank's", lambda row: row[0]),
        *estimate_columns("value", lambda row: row[1]),
    ]
    return Table("A tenure of the bank", columns, rows, mixed=True)


def tenures(values: Sequence[BankValue], what: str, names: Sequence[str]) -> Table:
    """Value and length of tenures, a row for each game; `what` its first column holds."""
    rows = list(zip(names, values, strict=True))

    def places(row: tuple[str, BankValue]) -> int:
        return digits(row[1].net.se)

    columns = [
        Column(what, lambda row: row[0]),
        Column("net", lambda row: row[1].net.value, places),
        Column("SE", lambda row: row[1].net.se, places),
        Column("shoot", lambda row: row[1].shoot_net.value, places),
        Column("SD", lambda row: row[1].net_sd, 0),
        Column("deals", lambda row: row[1].length.value, 2),
        Column("SD", lambda row: row[1].length_sd, 2),
        Column("1 deal %", lambda row: 100 * row[1].share_shorter(1), 1),
    ]
    notes = [
        "Net: chips that the banker wins from taking the bank to losing it, with its standard"
        " error and its SD. Deals: how long a tenure lasts, with its SD; 1 deal: share of tenures"
        " that end after their first. The net is a fair price for the bank: whoever has held it"
        " then sits at the table like anybody else.",
        f"Each tenure is a table of its own from a fresh shuffle; errors are over tenures. Seed"
        f" {values[0].seed}.",
    ]
    if any(value.rules.shoot for value in values):
        notes.insert(1, "Shoot: the part of the net that comes from shoot bets.")
    else:
        del columns[3]
    notes += [
        f"{f'{what} {name}: ' if len(rows) > 1 else ''}{endless_words(value)}"
        for name, value in rows
        if value.broken_off
    ]
    return Table("Tenures of the bank", columns, rows, "\n".join(notes))


BANK_TABLES = Tables(headline, {"tenures": figures}, first=("tenures",))
"""Tables of a bank by the names of `BankValue.frame`."""
