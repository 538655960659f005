"""The value of the bank as text."""

from __future__ import annotations

from collections.abc import Sequence

from rich.console import Console
from rich.text import Text

from pontoon_sim.base.namelists import names_of
from pontoon_sim.report.tables import Noted, noted
from pontoon_sim.report.words import confidence_word, digits, fixed
from pontoon_sim.results.bank import BankValue


def headline(value: BankValue) -> str:
    """What the bank is worth, in one sentence."""
    net = value.net
    places = digits(net.se)
    players = names_of([seat.player.name for seat in value.seats])
    bankers = names_of([seat.banker.name for seat in value.seats])
    level = confidence_word(net.confidence)
    return (
        f"Holding the bank until it passes is worth {fixed(net.value, places)} chips"
        f" ({level} interval {fixed(net.low or 0, places)} to {fixed(net.high or 0, places)}),"
        f" which is a fair price for it: {value.rules.seats} seats, {players} players with"
        f" {bankers} at the bank, stakes {value.rules.stake_min} to"
        f" {value.rules.stake_max}, {value.moments.tables:,} tenures."
    )


def print_values(console: Console, values: list[BankValue]) -> None:
    """Print the values of the bank, one line for each number of seats."""
    for value in values[:1] if len(values) == 1 else []:
        console.print(Text(headline(value), style="bold"))
        console.print()
    if len(values) > 1:
        low, high = values[0].rules.seats, values[-1].rules.seats
        console.print(
            Text(f"What the bank is worth with {low} to {high} people at the table:", style="bold")
        )
        console.print()
    table, note = tenures(values, "seats", [str(value.rules.seats) for value in values])
    console.print(table)
    for line in note.split("\n"):
        console.print(Text(line, style="dim"))


def tenures(values: Sequence[BankValue], what: str, names: Sequence[str]) -> Noted:
    """Value and length of tenures, a row for each game; `what` its first column holds."""
    shoots = any(value.rules.shoot for value in values)
    heads = [what, "net", "SE", "SD", "deals", "SD", "1 deal %"]
    if shoots:
        heads.insert(3, "shoot")
    rows = []
    for name, value in zip(names, values, strict=True):
        places = digits(value.net.se)
        row = [
            name,
            fixed(value.net.value, places),
            fixed(value.net.se or 0, places),
            fixed(value.net_sd, 0),
            fixed(value.length.value, 2),
            fixed(value.length_sd, 2),
            fixed(100 * value.share_shorter(1), 1),
        ]
        if shoots:
            row.insert(3, fixed(value.shoot_net.value, places))
        rows.append(row)
    notes = [
        "Net: chips that the banker wins from taking the bank to losing it, with its standard"
        " error and its SD. Deals: how long a tenure lasts, with its SD; 1 deal: share of tenures"
        " that end after their first. The net is a fair price for the bank: whoever has held it"
        " then sits at the table like anybody else.",
        f"Each tenure is a table of its own from a fresh shuffle; errors are over tenures. Seed"
        f" {values[0].seed}.",
    ]
    if shoots:
        notes.insert(1, "Shoot: the part of the net that comes from shoot bets.")
    broken = sum(value.broken_off for value in values)
    if broken:
        notes.append(f"{broken:,} tenures were broken off before the bank passed.")
    return noted("Tenures of the bank", heads, rows, "\n".join(notes))
