"""`pontoon trace`: tell one deal as a story."""

from __future__ import annotations

import click

from pontoon_sim.cli.options import (
    Count,
    json_option,
    lineup_options,
    rules_option_values,
    rules_options,
    seed_option,
    write_json,
)


@click.command()
@rules_options
@lineup_options
@seed_option
@click.option("--table", type=Count(least=0), default=0, show_default=True, help="Table, from 0.")
@click.option("--deal", type=Count(least=0), default=0, show_default=True, help="Deal, from 0.")
@click.option(
    "--cards",
    "named",
    metavar="'AS TD ...'",
    help="The pack's first cards, next one first; the others follow in order.",
)
@json_option
def command(
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    players: str | None,
    banker: str | None,
    seed: int,
    table: int,
    deal: int,
    named: str | None,
    json_path: str | None,
) -> None:
    """Tell one deal as a story.

    The deal is the given one of a seed's table, or one dealt from the cards that --cards names:
    one to each from the banker's left, the banker last, then a second round, then as they are asked
    for. With --cards the first banker is seat 0 unless the rules name another.
    """
    from pontoon_sim.report.trace import tell
    from pontoon_sim.strategies import seats_from

    if named is not None and (table or deal):
        raise click.UsageError("--cards deals a first deal: leave out --table and --deal")
    chosen = rules_option_values(rules, sets, seats)
    people = seats_from(chosen, players, banker)
    from pontoon_sim.measure.simulate import deal_from, replay

    if named is None:
        (record,) = replay(chosen, people, seed=seed, table=table, first=deal, last=deal + 1)
    else:
        record = deal_from(chosen, people, named)
    if json_path is not None:
        write_json(json_path, record.as_dict())
    if json_path != "-":
        click.echo(tell(record, chosen, people))
