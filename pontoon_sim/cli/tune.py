"""`pontoon tune`: make a strategy better in a given game."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from pontoon_sim.base import interrupts
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.cli.options import (
    Count,
    before_files,
    command_line,
    json_option,
    lineup_options,
    rules_option_values,
    rules_options,
    seed_option,
    threads_option,
    write_json,
)

if TYPE_CHECKING:
    from pontoon_sim.game.rules import Rules
    from pontoon_sim.report.tuning import Telling
    from pontoon_sim.strategies.model import Seat, Strategy
    from pontoon_sim.tuning.folder import Folder
    from pontoon_sim.tuning.game import Game

FRESH = 2_000_000
GROUPS = ("cards", "stakes", "shoots", "doubles")
OBJECTIVES = ("edge", "growth", "ruin")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("strategy", metavar="STRATEGY")
@rules_options
@lineup_options
@click.option(
    "--change",
    metavar="WHAT[,WHAT...]",
    help=f"What may be changed in a table: {', '.join(GROUPS)}. Default: cards.",
)
@click.option(
    "--objective",
    metavar="NAME",
    default="edge",
    show_default=True,
    help=f"What it is to be good at: {', '.join(OBJECTIVES)}.",
)
@click.option("--bankroll", type=Count(), help="Chips, for growth and ruin.")
@click.option("--limit", type=Count(), help="Deals within which ruin is looked for.")
@click.option(
    "--deals",
    type=Count(),
    help="Deals of the search in all. Default: 5e6 for letters, 2e7 for parameters.",
)
@click.option(
    "--fresh", type=Count(), default=FRESH, show_default=True, help="Deals of the last measure."
)
@seed_option
@threads_option
@click.option("--out", metavar="DIR", required=True, help="Keep the run in this folder.")
@click.option("--resume", is_flag=True, help="Go on with the run in --out.")
@json_option
def command(
    strategy: str,
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    players: str | None,
    banker: str | None,
    change: str | None,
    objective: str,
    bankroll: int | None,
    limit: int | None,
    deals: int | None,
    fresh: int,
    seed: int,
    threads: int | None,
    out: str,
    resume: bool,
    json_path: str | None,
) -> None:
    """Make STRATEGY (a name or a file) better in a given game, by play.

    A table is improved letter by letter: every deal is played again with every other answer to
    every decision, and what is better beyond doubt is changed, round after round, until --deals are
    explored. A strategy that declares parameters has them searched instead, on common packs.

    Everything about the run is kept in the folder --out. With --resume the same command goes on
    where it was stopped or killed, and with more --deals it goes on further.

    It sits at every seat, or, with --players (or --banker, for a banker), where it is named there.
    """
    from pontoon_sim.base.files import check_outputs
    from pontoon_sim.strategies.library import find

    chosen = rules_option_values(rules, sets, seats)
    start = find(strategy)
    people = _seats(chosen, start, strategy, players, banker)
    check_outputs(path for path in (json_path,) if path not in (None, "-"))

    from pontoon_sim.cli.progress import say_when_compiling
    from pontoon_sim.tuning.folder import Folder
    from pontoon_sim.tuning.game import game_of
    from pontoon_sim.tuning.objective import Objective

    goal = Objective(objective, bankroll or 0, limit or 0)
    if bankroll is not None and bankroll < 2 * chosen.stake_max:
        raise PontoonError(
            f"--bankroll {bankroll} is lost in a single deal: take at least twice the largest"
            f" stake, {2 * chosen.stake_max} chips"
        )
    groups = tuple(word.strip() for word in (change or "cards").split(","))
    game = game_of(chosen, people, start, goal, groups, seed, threads)
    if start.parameters and change is not None:
        raise PontoonError(
            f"--change is for tables without parameters: those of '{start.name}' are searched"
        )
    said = command_line(seed=seed, out=out)
    work: _Rounds | _Trials
    work = _Trials(game, said) if start.parameters else _Rounds(game, said)
    folder = Folder(out, game.inputs())
    if resume:
        folder.go_on(work.go_on_from)
    else:
        folder.begin()
        folder.keep(work.run.course.as_dict())
    say_when_compiling(people, entry="explore.explore_block")
    try:
        _play(work, folder, deals or work.deals)
        _give_out(work, folder, fresh, json_path)
    except KeyboardInterrupt:
        click.echo(
            f"Stopped by {interrupts.word()} after {work.run.course.deals:,} deals; what was"
            f" finished is kept. To go on:\n  {said} --resume",
            err=True,
        )
        raise click.exceptions.Exit(interrupts.status()) from None


class _Rounds:
    """A table improved by play."""

    deals = 5_000_000

    def __init__(self, game: Game, said: str) -> None:
        from pontoon_sim.tuning.rounds import Tuning

        self.game, self.said = game, said
        self.run = Tuning(game)

    def go_on_from(self, state: dict[str, Any]) -> None:
        from pontoon_sim.tuning.rounds import History, Tuning

        self.run = Tuning(self.game, History.from_dict(state))
        self.run.changes()  # a damaged state shows here

    def file(self) -> tuple[str, str]:
        from pontoon_sim.tuning.provenance import improved_table

        course = self.run.course
        what = f"{course.deals:,} deals explored in {len(course.rounds)} rounds"
        text = improved_table(self.game, self.run.table, what, self.said)
        return f"{self.game.tuned_name}.toml", text

    def telling(self, fresh: int, told: Callable[[int, int], None]) -> Telling:
        from pontoon_sim.report.tuning import of_rounds
        from pontoon_sim.tuning.final import measure

        run = self.run
        final = measure(self.game, self.game.table, run.table, run.single_changes(), fresh, told)
        return of_rounds(run, final, self.said)


class _Trials:
    """Parameters searched."""

    deals = 20_000_000

    def __init__(self, game: Game, said: str) -> None:
        from pontoon_sim.tuning.search import Search

        self.game, self.said = game, said
        self.run = Search(game)

    def go_on_from(self, state: dict[str, Any]) -> None:
        from pontoon_sim.tuning.search import Candidates, Search

        self.run = Search(self.game, Candidates.from_dict(state))

    def file(self) -> tuple[str, str]:
        from pontoon_sim.tuning.provenance import searched_file

        run = self.run
        what = f"{len(run.course.trials)} candidates on {run.course.deals:,} deals"
        text = searched_file(self.game, run.strategy(run.best), what, self.said)
        return f"{self.game.tuned_name}{self.game.start.path.suffix}", text

    def telling(self, fresh: int, told: Callable[[int, int], None]) -> Telling:
        from pontoon_sim.report.tuning import of_search
        from pontoon_sim.tuning.final import measure

        run = self.run
        final = measure(
            self.game,
            self.game.start,
            run.strategy(run.best),
            run.single_changes(),
            fresh,
            told,
        )
        return of_search(run, final, self.said)


def _seats(
    rules: Rules, start: Strategy, name: str, players: str | None, banker: str | None
) -> tuple[Seat, ...]:
    """Who sits where: the tuned strategy where it is named, or everywhere in its role."""
    from pontoon_sim.strategies.library import seats_from

    if start.role == "player":
        people = seats_from(rules, players or name, banker)
        flag = "--players"
    else:
        people = seats_from(rules, players, banker or name)
        flag = "--banker"
    if not any(getattr(seat, start.role) == start for seat in people):
        raise PontoonError(f"{flag} does not name '{name}': nobody would play what is to be tuned")
    return people


def _play(work: _Rounds | _Trials, folder: Folder, deals: int) -> None:
    """Rounds or trials until the budget is used up; state and strategy are kept after each."""
    from pontoon_sim.cli.progress import Bar

    def keep() -> None:
        folder.keep(work.run.course.as_dict())
        folder.write(*work.file())  # going on writes it again, if a kill comes before it

    with Bar().running() as bar:

        def say(done: int, what: str) -> None:
            if bar.shown:
                bar.advance(done, deals, what)

        work.run.run(deals, keep, say)
    keep()


def _give_out(work: _Rounds | _Trials, folder: Folder, fresh: int, json_path: str | None) -> None:
    """The last measure, the report and the plot."""
    from rich.console import Console

    from pontoon_sim.cli.progress import Bar
    from pontoon_sim.report import tuning as report
    from pontoon_sim.report.plots.tuning import write_curve
    from pontoon_sim.tuning.folder import CURVE, REPORT, RESULT

    with Bar().running() as bar:

        def told(done: int, of: int) -> None:
            if bar.shown:
                bar.advance(done, of, "each change on fresh packs")

        telling = work.telling(fresh, told)
    if json_path != "-":
        with before_files():
            report.print_report(Console(highlight=False), telling, report.ROWS)
    folder.write(REPORT, report.report_text(telling))
    payload = report.payload(telling)
    write_json(str(folder.path / RESULT), payload, follow=False)
    write_curve(folder.path / CURVE, telling)
    if json_path is not None:
        write_json(json_path, payload)
    if json_path != "-":
        for name in (work.file()[0], REPORT, RESULT, CURVE):
            click.echo(f"Written: {folder.path / name}")
        if json_path is not None:
            click.echo(f"Written: {json_path}")
