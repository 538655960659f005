"""`pontoon league`: bots sit down together, and what each has won decides."""

from __future__ import annotations

import io
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pontoon_sim.base.files import lies_there, write_text
from pontoon_sim.base.numbers import OPEN_ENDED_DEALS
from pontoon_sim.cli.options import (
    Count,
    before_files,
    check_plot,
    command_line,
    deals_per_table_option,
    json_option,
    precision_option,
    rules_option_values,
    rules_options,
    seed_option,
    threads_option,
    write_json,
)
from pontoon_sim.cli.play import before_anything, end, keep_options

if TYPE_CHECKING:
    from pontoon_sim.cli.progress import Bar
    from pontoon_sim.game.rules import Rules
    from pontoon_sim.leagues.bots import Out
    from pontoon_sim.leagues.play import League, Terms
    from pontoon_sim.leagues.standings import Standings
    from pontoon_sim.leagues.tables import Tables
    from pontoon_sim.runs.driver import Progress

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
@keep_options
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
    budget: float | None,
    out: str | None,
    resume: bool,
) -> None:
    """Rank BOTS by what they win from each other.

    BOTS are shipped names, strategy files, folders of them, or PLAYER+BANKER for one bot of two
    strategies; without any, all shipped players. They sit down together at many tables, each in
    every seat equally often on the same packs, and the bank passes by the rules. A bot that breaks
    a rule is out, and the others go on.
    """
    from pontoon_sim.base.files import check_outputs

    if deals is None:
        deals = DEALS if precision is None and budget is None else OPEN_ENDED_DEALS
    chosen = rules_option_values(rules, sets, seats)
    check_outputs(path for path in (json_path, plot_path) if path not in (None, "-"))
    check_plot(plot_path)

    from pontoon_sim.leagues.play import Terms

    terms = Terms(deals, deals_per_table, seed, precision, budget=budget, threads=threads)
    folder = None if out is None else Path(out)
    with before_anything("rounds"):
        league, whole = _played(chosen, terms, (bots, against, players, banker), folder, resume)

    def typed(deals: int | None, precision: float | None) -> str:
        return command_line(
            rules=rules or "standard", deals=deals, precision=precision, seed=seed, budget=None
        )

    ended = league.stopped not in ("done", "precise")
    again = typed(league.deals, None) if ended else typed(deals, precision)
    _give_out(league, again, out, json_path, plot_path)
    end(league.checkpoint, whole, typed(deals, precision), out)


def _played(
    rules: Rules,
    terms: Terms,
    named: tuple[tuple[str, ...], str | None, str | None, str | None],
    folder: Path | None,
    resume: bool,
) -> tuple[League, Tables]:
    """A league with a bar, from its beginning or on from a checkpoint; and what plays it with all
    the bots that were named."""
    bots, against, players, banker = named
    from pontoon_sim.cli.progress import Bar, say_when_compiling
    from pontoon_sim.leagues.bots import entrants_from, field_from
    from pontoon_sim.leagues.play import league_of, play_league, refuse_unplayable, tables_of
    from pontoon_sim.runs.checkpoint import NAME, begin_folder, no_run, refuse_used, stopped_folder

    if folder is not None and not resume:
        refuse_used(folder)
    with Bar().running() as bar:
        regulars = field_from(against, banker)
        entrants = entrants_from(
            bots,
            players,
            banker,
            tell,
            lambda word: bar.advance(0, 1, f"checking {word}"),
        )
        people = [bot.seat for bot in (*entrants.bots, *regulars)]
        say_when_compiling(people, entry="league.play_line_ups")
        begun = replace(league_of(rules, entrants.bots, terms, regulars), out=tuple(entrants.out))
        refuse_unplayable(begun)
        whole = tables_of(begun)
        if resume:
            folder = folder or stopped_folder(whole)
            if not lies_there(folder / NAME):
                raise no_run(folder)
        elif folder is not None:
            begin_folder(folder)
        league = play_league(
            rules,
            entrants.bots,
            terms,
            regulars=regulars,
            folder=folder,
            on_progress=lambda league, progress: show(bar, league, progress),
            on_out=tell,
        )
    return replace(league, out=(*entrants.out, *league.out)), whole


def tell(out: Out) -> None:
    """One plain line as soon as a bot is out."""
    click.echo(f"pontoon: out of the league: '{out.name}': {out.why}", err=True)


def show(bar: Bar, league: League, progress: Progress) -> None:
    """Who leads so far."""
    if bar.shown and league.rounds > 1:
        from pontoon_sim.kernel.state import CONTROL_UNIT

        nets = league.sums.scores / (CONTROL_UNIT * league.rounds * league.deals_a_round)
        best = int(nets.argmax())
        said = f"{league.bots[best].name} leads with {100 * nets[best]:+.1f} per 100 deals"
        bar.advance(round(1000 * progress.share), 1000, said)


def _give_out(
    league: League, said: str, out: str | None, json_path: str | None, plot_path: str | None
) -> None:
    from rich.console import Console

    from pontoon_sim.leagues.standings import Standings
    from pontoon_sim.report.league import print_league

    standings = Standings(league)
    if json_path != "-":
        with before_files():
            print_league(Console(highlight=False), standings, said)
    if json_path is not None:
        write_json(json_path, standings.as_dict())
    if plot_path is not None:
        from pontoon_sim.report.plots.league import write_picture

        write_picture(plot_path, standings)
    if out is not None:
        _write_folder(Path(out), standings, said)
    if json_path != "-":
        for path in (json_path, plot_path, out):
            if path is not None:
                click.echo(f"Written: {path}")


def _write_folder(folder: Path, standings: Standings, said: str) -> None:
    """The report of a league in its folder."""
    from rich.console import Console

    from pontoon_sim.report.league import print_league
    from pontoon_sim.report.plots.league import write_picture

    text = Console(file=io.StringIO(), width=80, highlight=False)
    print_league(text, standings, said)
    write_text(folder / "report.txt", text.file.getvalue(), follow=False)  # type: ignore[attr-defined]
    write_json(str(folder / "result.json"), standings.as_dict(), follow=False)
    write_picture(str(folder / "league.png"), standings, follow=False)
