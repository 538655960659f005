"""`pontoon league`: bots sit down together, and what each has won decides."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

import click

from pontoon_sim.base.numbers import OPEN_ENDED_DEALS
from pontoon_sim.cli.options import (
    Count,
    check_plot,
    deals_per_table_option,
    json_option,
    precision_option,
    rules_option_values,
    rules_options,
    seed_option,
    threads_option,
    write_json,
)

if TYPE_CHECKING:
    from pontoon_sim.cli.progress import Bar
    from pontoon_sim.league.bots import Out
    from pontoon_sim.league.play import League

DEALS = 2 * 10**6


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("bots", nargs=-1)
@rules_options
@click.option(
    "--against",
    metavar="NAME[,NAME...]",
    help="Each bot plays alone against these, not against the other bots.",
)
@click.option("--players", metavar="NAME", help="How bots play that are only bankers.")
@click.option("--banker", metavar="NAME", help="How bots hold the bank that are only players.")
@click.option("--deals", type=Count(), help="Deals to play at all tables.  [default: 2e6]")
@precision_option(
    "Play until every bot's net per deal is known to +-X of the least stake, such as 0.5%."
)
@deals_per_table_option
@seed_option
@threads_option
@json_option
@click.option("--plot", "plot_path", metavar="FILE.png", help="Draw the ranking and the matrix.")
def command(
    bots: tuple[str, ...],
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    against: str | None,
    players: str | None,
    banker: str | None,
    deals: int | None,
    precision: float | None,
    deals_per_table: int,
    seed: int,
    threads: int | None,
    json_path: str | None,
    plot_path: str | None,
) -> None:
    """Rank BOTS by what they win from each other.

    BOTS are shipped names, strategy files, folders of them, or PLAYER+BANKER for one bot of two
    strategies; without any, all shipped players. They sit down together at many tables, each in
    every seat equally often on the same packs, and the bank passes by the rules. A bot that breaks
    a rule is out, and the others go on.
    """
    from pontoon_sim.base.files import check_outputs

    if deals is None:
        deals = DEALS if precision is None else OPEN_ENDED_DEALS
    chosen = rules_option_values(rules, sets, seats)
    check_outputs(path for path in (json_path,) if path not in (None, "-"))
    check_plot(plot_path)

    from pontoon_sim.cli.progress import Bar, Course, say_when_compiling
    from pontoon_sim.league.bots import entrants_from, field_from
    from pontoon_sim.league.play import Terms, play_league

    terms = Terms(deals, deals_per_table, seed, precision, threads=threads)
    said = _command_line(
        bots,
        {
            "--rules": rules or "standard",
            "--set": sets,
            "--seats": seats,
            "--against": against,
            "--players": players,
            "--banker": banker,
            "--deals": deals,
            "--precision": precision,
            "--deals-per-table": None if deals_per_table == 200 else deals_per_table,
            "--seed": seed,
        },
    )
    try:
        with Bar(Course()).running() as bar:
            regulars = field_from(against, banker)
            entrants = entrants_from(
                bots, players, banker, tell, lambda word: bar.advance(0, 1, f"checking {word}")
            )
            people = [bot.seat for bot in (*entrants.bots, *regulars)]
            say_when_compiling(people, entry="league.play_line_ups")
            league = play_league(
                chosen,
                entrants.bots,
                terms,
                regulars=regulars,
                out=entrants.out,
                progress=lambda league, planned: show(bar, league, planned),
                tell=tell,
            )
    except KeyboardInterrupt:
        click.echo("Stopped by Ctrl-C before two rounds were played: nothing is kept.", err=True)
        raise click.exceptions.Exit(130) from None
    _give_out(league, said, json_path, plot_path)


def tell(out: Out) -> None:
    """One plain line as soon as a bot is out."""
    click.echo(f"pontoon: out of the league: '{out.name}': {out.why}", err=True)


def show(bar: Bar, league: League, planned: int) -> None:
    """Who leads so far."""
    if bar.shown and league.rounds > 1:
        nets = league.sums.scores / (league.rounds * league.deals_a_round)
        best = int(nets.argmax())
        said = f"{league.bots[best].name} leads with {100 * nets[best]:+.1f} per 100 deals"
        bar.advance(league.rounds, planned, said)


def _command_line(bots: tuple[str, ...], flags: dict[str, Any]) -> str:
    """The command that plays the same league, every default of weight written out."""
    words = ["pontoon", "league", *bots]
    for flag, value in flags.items():
        for one in value if isinstance(value, tuple) else (value,):
            if one is not None:
                words += [flag, str(one)]
    return shlex.join(words)


def _give_out(league: League, said: str, json_path: str | None, plot_path: str | None) -> None:
    from rich.console import Console

    from pontoon_sim.league.standings import Standings
    from pontoon_sim.report.league import print_league

    standings = Standings(league)
    if json_path is not None:
        write_json(json_path, standings.as_dict())
    if plot_path is not None:
        from pontoon_sim.report.plots.league import write_picture

        write_picture(plot_path, standings)
    if json_path != "-":
        print_league(Console(highlight=False), standings, said)
        for path in (json_path, plot_path):
            if path is not None:
                click.echo(f"Written: {path}")
    if league.stopped == "interrupted":
        click.echo(
            f"Stopped by Ctrl-C after {league.deals:,} deals: this is what stands.", err=True
        )
        raise click.exceptions.Exit(130)
