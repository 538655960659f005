"""`pontoon solve`: the equilibrium of the heads-up game."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

import click

from pontoon_sim.base import interrupts
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.cli.options import (
    Finite,
    command_line,
    complete_strategies,
    json_option,
    rules_option_values,
    rules_options,
    write_json,
)

Number = TypeVar("Number", int, float)

SETTINGS = ("split=none",)
"""What is set where nothing is said: the game that can be solved."""


_HELP = {"help_option_names": ["-h", "--help"]}


@click.group(invoke_without_command=True, context_settings=_HELP)
@rules_options
@click.option(
    "--stakes",
    metavar="N[,N...]",
    help="Stakes that the player may choose on its first card.  [default: smallest and largest]",
)
@click.option(
    "--prices",
    metavar="X[,X...]",
    help="Prices of a card, in initial stakes.  [default: the least and the dearest]",
)
@click.option(
    "--sees",
    default="all",
    show_default=True,
    metavar="WHAT",
    help="What the banker looks at: own, tricks, cards, made, values or all.",
)
@click.option(
    "--width",
    type=Finite(min=0, min_open=True),
    default=1e-5,
    show_default=True,
    help="Stop when the value is known this well, in smallest stakes.",
)
@click.option(
    "--budget",
    type=Finite(min=0, min_open=True),
    metavar="SECONDS",
    help="Stop after this time in any case.",
)
@click.option(
    "--out",
    metavar="DIR",
    help="Write both plans there as strategies, solved_player.py and solved_banker.py.",
)
@json_option
@click.pass_context
def command(
    context: click.Context,
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    stakes: str | None,
    prices: str | None,
    sees: str,
    width: float,
    budget: float | None,
    out: str | None,
    json_path: str | None,
) -> None:
    """Solve the heads-up game: the best play of both sides, and who wins by it.

    One player against the banker, a fresh pack for every deal, no splits. The bounds come from
    exact best replies of both sides to the plans that were found, so they are certain. Ctrl-C keeps
    the best plans so far.

    \b
      pontoon solve --set stake_max=10      # equal stakes
      pontoon solve                         # 10 or 100 chips, chosen on the first card
    """
    if context.invoked_subcommand is not None:
        return
    from pontoon_sim.base.files import check_outputs

    named = {text.partition("=")[0].strip() for text in sets}
    more = [text for text in SETTINGS if text.partition("=")[0] not in named]
    chosen = rules_option_values(
        rules or "shuffled", [*sets, *more], 2 if seats is None and "seats" not in named else seats
    )
    paths = [Path(out) / f"solved_{side}.py" for side in ("player", "banker")] if out else []
    check_outputs([*paths, *(path for path in (json_path,) if path not in (None, "-"))])

    from pontoon_sim.cli.progress import Bar
    from pontoon_sim.report.solve import answer, lines
    from pontoon_sim.solve.solution import solve
    from pontoon_sim.solve.solver import Value

    bar = Bar()

    def show(value: Value) -> None:
        if bar.shown:
            text = f"player's value {value.middle:+.6f}, width {value.width:.1e}"
            bar.advance(int(min(width / value.width, 1) * 1000), 1000, text)

    with bar.running():
        solution = solve(
            chosen,
            stakes=_numbers("--stakes", stakes, int),
            prices=_numbers("--prices", prices, float),
            sees=sees,
            width=width,
            seconds=float("inf") if budget is None else budget,
            on_progress=show,
        )
    if out is not None:
        from pontoon_sim.solve.write import write_plans

        write_plans(out, solution, command_line(budget=None))
    if json_path is not None:
        write_json(json_path, solution.as_dict())
    if json_path != "-":
        click.echo(answer(solution) + "\n")
        for line in lines(solution):
            click.echo(line)
        for path in (*paths, json_path):
            if path is not None:
                click.echo(f"Written: {path}")
    if solution.stopped == "interrupted":
        raise click.exceptions.Exit(interrupts.status())


@command.command(context_settings=_HELP)
@rules_options
@click.option(
    "--against",
    required=True,
    metavar="NAME[,NAME...]",
    shell_complete=complete_strategies,
    help="Players whose hands it learns to read; each looks at its own hand only.",
)
@click.option("--out", required=True, metavar="FILE.py", help="Write the banker there.")
def reader(
    rules: str | None, sets: tuple[str, ...], seats: int | None, against: str, out: str
) -> None:
    """Write a banker that reads the table: the best reply to what each hand shows.

    For any number of people. It learns how good the hands of the players --against are, given what
    was bought, at which price, and which cards were twisted: by enumeration, or from 40,000 deals
    of a player who looks at more than its own hand.
    """
    from pontoon_sim.base.files import check_outputs
    from pontoon_sim.base.namelists import split_list
    from pontoon_sim.solve.reader import write_reader
    from pontoon_sim.strategies.library import find

    if Path(out).suffix != ".py":
        raise PontoonError(f"--out {out}: name a file that ends in .py")
    check_outputs([out])
    chosen = rules_option_values(rules or "shuffled", sets, seats)
    players = [find(name, "player") for name in split_list(against, "--against")]
    write_reader(out, chosen, players, command_line())
    click.echo(f"Written: {out}")


def _numbers(flag: str, text: str | None, kind: Callable[[str], Number]) -> list[Number] | None:
    if text is None:
        return None
    try:
        return [kind(word) for word in text.split(",")]
    except ValueError:
        example = "10,20,100" if kind is int else "1,1.5,2"
        raise PontoonError(f"{flag} {text}: write numbers with commas, such as {example}") from None
