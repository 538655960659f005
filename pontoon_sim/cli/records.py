"""`pontoon records`: write the records of deals, check a file of them."""

from __future__ import annotations

import click

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.cli.options import (
    Count,
    DealRange,
    lineup_options,
    rules_option_values,
    rules_options,
    seed_option,
)


@click.group()
def command() -> None:
    """Write the records of deals, or check a file of them."""


@command.command()
@click.argument("file")
@click.option(
    "--deals", type=DealRange(), required=True, help="First deal and the one after the last."
)
@click.option("--table", type=Count(least=0), default=0, show_default=True, help="Table, from 0.")
@rules_options
@lineup_options
@seed_option
def write(
    file: str,
    deals: tuple[int, int],
    table: int,
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    players: str | None,
    banker: str | None,
    seed: int,
) -> None:
    """Write deals a:b of a table to FILE, one line of JSON each after a header."""
    from pontoon_sim.measure.simulate import replay
    from pontoon_sim.records import write_records
    from pontoon_sim.strategies import seats_from

    chosen = rules_option_values(rules, sets, seats)
    people = seats_from(chosen, players, banker)
    first, last = deals
    dealt = replay(chosen, people, seed=seed, table=table, first=first, last=last)
    write_records(file, dealt, rules=chosen, seats=people, seed=seed)
    click.echo(f"{file}: {len(dealt)} deal{'s' if len(dealt) != 1 else ''} written")


@command.command()
@click.argument("file")
def check(file: str) -> None:
    """Deal every record in FILE again by the rules and compare; exit 1 where one differs."""
    from pontoon_sim.records import read_records, verify_records

    found = read_records(file)
    if not found.deals:
        raise PontoonError(f"records file '{file}' holds no deal: there is nothing to check")
    faults = verify_records(found)
    for fault in faults:
        click.echo(fault)
    count = len(found.deals)
    if faults:
        if faults != [found.unsealed]:
            click.echo(f"{len(faults)} of {count} deals are at fault", err=True)
        raise click.exceptions.Exit(1)
    click.echo(f"{file}: {count} deal{'s' if count != 1 else ''}, all by the rules")
