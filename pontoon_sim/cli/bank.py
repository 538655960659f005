"""`pontoon bank`: what holding the bank is worth."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from pontoon_sim.cli.options import (
    Count,
    json_option,
    lineup_options,
    rules_option_values,
    rules_options,
    seed_option,
    threads_option,
    write_json,
)

if TYPE_CHECKING:
    from pontoon_sim.results.bank import BankValue


class SeatCounts(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """People at the table: `6`, or `2:8` for every number from 2 to 8."""

    name = "seats"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, ...]:
        """The numbers of seats that were written."""
        if isinstance(value, tuple):
            return value
        low, colon, high = str(value).partition(":")
        count = Count(least=2)
        first = count.convert(low, param, ctx)
        last = count.convert(high, param, ctx) if colon else first
        if not first <= last <= 12:
            self.fail(f"'{value}' is no range of seats: write 6, or 2:8", param, ctx)
        return tuple(range(first, last + 1))


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@rules_options
@lineup_options
@click.option(
    "--tenures", type=Count(least=2), default=200_000, show_default=True, help="Tenures to play."
)
@seed_option
@threads_option
@json_option
def command(
    rules: str | None,
    sets: tuple[str, ...],
    seats: tuple[int, ...] | None,
    players: str | None,
    banker: str | None,
    tenures: int,
    seed: int,
    threads: int | None,
    json_path: str | None,
) -> None:
    """Value the bank: what its holder wins until it passes, and so a fair price.

    A tenure goes from the deal in which the bank is taken to the one after which it changes hands.
    --seats takes a range, such as 2:8, and then answers for each number of people.
    """
    from pontoon_sim.base.files import check_outputs
    from pontoon_sim.strategies.library import seats_from

    tables = [
        (chosen, seats_from(chosen, players, banker))
        for number in seats or (None,)
        for chosen in (rules_option_values(rules, sets, number),)
    ]
    check_outputs(path for path in (json_path,) if path not in (None, "-"))

    from pontoon_sim.cli.progress import Bar, Course, say_when_compiling
    from pontoon_sim.measure.bank import bank_value
    from pontoon_sim.run.tenures import refuse_endless

    for chosen, _ in tables:
        refuse_endless(chosen)
    say_when_compiling(tables[0][1])
    values: list[BankValue] = []
    try:
        with Bar(Course()).running() as bar:
            for chosen, people in tables:
                said = f"{chosen.seats} seats"
                value = bank_value(
                    chosen,
                    people,
                    tenures=tenures,
                    seed=seed,
                    threads=threads,
                    progress=lambda done, of, said=said: bar.advance(done, of, said),  # type: ignore[misc]
                )
                values.append(value)
                if value.stopped == "interrupted":
                    break
    except KeyboardInterrupt:
        if not values:
            click.echo("Stopped by Ctrl-C before any tenures were counted.", err=True)
            raise click.exceptions.Exit(130) from None
    if json_path is not None:
        write_json(json_path, {"schema": 1, "banks": [value.as_dict() for value in values]})
    if json_path != "-":
        _print(values)
    if len(values) < len(tables) or values[-1].stopped == "interrupted":
        played = sum(value.moments.tables for value in values)
        click.echo(
            f"Stopped by Ctrl-C after {played:,} of {len(tables) * tenures:,} tenures;"
            " the values are those of the tenures played.",
            err=True,
        )
        raise click.exceptions.Exit(130)


def _print(values: list[BankValue]) -> None:
    from rich.console import Console

    from pontoon_sim.report.bank import print_values

    print_values(Console(highlight=False), values)


command.params = [
    click.Option(["--seats"], type=SeatCounts(), help="People at the table: 6, or 2:8 for each.")
    if param.name == "seats"
    else param
    for param in command.params
]
