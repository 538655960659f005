"""`pontoon tune`: make a strategy better in a given game."""

from __future__ import annotations

import shlex
from typing import TYPE_CHECKING, Any

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
from pontoon_sim.errors import PontoonError

if TYPE_CHECKING:
    from pontoon_sim.rules import Rules
    from pontoon_sim.strategies.model import Seat, Strategy
    from pontoon_sim.tuning.folder import Folder
    from pontoon_sim.tuning.rounds import Tuning

GROUPS = ("cards", "stakes", "shoots", "doubles")
OBJECTIVES = ("edge", "growth", "ruin")


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("strategy", metavar="STRATEGY")
@rules_options
@lineup_options
@click.option(
    "--change",
    metavar="WHAT[,WHAT...]",
    default="cards",
    show_default=True,
    help=f"What may be changed: {', '.join(GROUPS)}.",
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
    "--deals", type=Count(), default=5_000_000, show_default=True, help="Deals to explore in all."
)
@click.option(
    "--fresh", type=Count(), default=2_000_000, show_default=True, help="Deals of the last measure."
)
@seed_option
@click.option(
    "--threads", type=click.IntRange(1, 1024), metavar="N", help="Default: all processors."
)
@click.option(
    "--out", "out", metavar="DIR", required=True, help="Folder of the run; goes on there."
)
@json_option
def command(
    strategy: str,
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    players: str | None,
    banker: str | None,
    change: str,
    objective: str,
    bankroll: int | None,
    limit: int | None,
    deals: int,
    fresh: int,
    seed: int,
    threads: int | None,
    out: str,
    json_path: str | None,
) -> None:
    """Make STRATEGY (a name or a file) better in a given game, by play.

    A table is improved letter by letter: every deal is played again with every other answer to
    every decision, and what is better beyond doubt is changed, round after round, until --deals are
    explored. Everything about the run is kept in the folder --out; the same command goes on where
    it was stopped or killed, and with more --deals it goes on further.

    It sits at every seat, or, with --players (or --banker, for a banker), where it is named there.
    """
    from pontoon_sim.files import check_outputs
    from pontoon_sim.strategies.library import find

    chosen = rules_option_values(rules, sets, seats)
    start = find(strategy)
    people = _seats(chosen, start, strategy, players, banker)
    check_outputs(path for path in (json_path,) if path not in (None, "-"))

    from pontoon_sim.cli.progress import say_when_compiling
    from pontoon_sim.tuning.folder import Folder
    from pontoon_sim.tuning.objective import Objective
    from pontoon_sim.tuning.rounds import Course, Tuning, game_of
    from pontoon_sim.tuning.states import states_of

    goal = Objective(objective, bankroll or 0, limit or 0)
    groups = tuple(word.strip() for word in change.split(","))
    game = game_of(chosen, people, start, goal, groups, seed, threads)
    states_of(game.table, chosen, groups)  # refuses what cannot be tuned before anything is written
    said = _command_line(
        {
            "": strategy,
            "--rules": rules,
            "--set": sets,
            "--seats": seats,
            "--players": players,
            "--banker": banker,
            "--change": None if change == "cards" else change,
            "--objective": None if objective == "edge" else objective,
            "--bankroll": bankroll,
            "--limit": limit,
            "--deals": deals,
            "--fresh": None if fresh == 2_000_000 else fresh,
            "--seed": seed,
            "--out": out,
        }
    )
    folder = Folder(out)
    begun = folder.begun(game.inputs())
    course = None if begun is None else folder.read(begun, Course.from_dict)
    tuning = Tuning(game, course)
    if course is not None:
        folder.read(begun or {}, lambda _: tuning.table)
    say_when_compiling(people, entry="explore.explore_block")
    try:
        _explore(tuning, folder, deals, said)
        _give_out(tuning, folder, fresh, said, json_path)
    except KeyboardInterrupt:
        click.echo(
            f"Stopped by Ctrl-C after {tuning.course.deals:,} deals, which are kept. To go on:\n"
            f"  {said}",
            err=True,
        )
        raise click.exceptions.Exit(130) from None


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


def _command_line(flags: dict[str, Any]) -> str:
    """The command that goes on with this run, or does it again."""
    words = ["pontoon", "tune"]
    for flag, value in flags.items():
        for one in value if isinstance(value, tuple) else (value,):
            if one is not None:
                words += [flag, str(one)] if flag else [str(one)]
    return shlex.join(words)


def _explore(tuning: Tuning, folder: Folder, deals: int, said: str) -> None:
    """Rounds until the budget is used up; state and strategy are kept after each."""
    from pontoon_sim.cli.progress import Bar, Course
    from pontoon_sim.tuning.provenance import strategy_file, tuned_name

    inputs = tuning.game.inputs()

    def keep() -> None:
        course = tuning.course
        text = strategy_file(tuning.game, tuning.table, course.deals, len(course.rounds), said)
        folder.write(f"{tuned_name(tuning.game)}.toml", text)
        folder.keep(inputs, course.as_dict())

    with Bar(Course()).running() as bar:

        def say(done: int, what: str) -> None:
            if bar.shown:
                bar.advance(done, deals, what)

        tuning.run(deals, keep, say)
    keep()


def _give_out(tuning: Tuning, folder: Folder, fresh: int, said: str, json_path: str | None) -> None:
    """The last measure, the report and the plot."""
    from rich.console import Console

    from pontoon_sim.cli.progress import Bar, Course
    from pontoon_sim.tuning import report
    from pontoon_sim.tuning.final import measure
    from pontoon_sim.tuning.folder import CURVE, REPORT, RESULT
    from pontoon_sim.tuning.provenance import tuned_name

    with Bar(Course()).running() as bar:

        def told(done: int, of: int) -> None:
            if bar.shown:
                bar.advance(done, of, "each change on fresh packs")

        final = measure(tuning, fresh, told)
    folder.write(REPORT, report.report_text(tuning, final, said))
    payload = report.payload(tuning, final, said)
    write_json(str(folder.path / RESULT), payload)
    report.write_curve(folder.path / CURVE, tuning, report.answer(tuning, final).partition(":")[0])
    if json_path is not None:
        write_json(json_path, payload)
    if json_path != "-":
        report.print_report(Console(highlight=False), tuning, final, said, report.ROWS)
        names = (f"{tuned_name(tuning.game)}.toml", REPORT, RESULT, CURVE)
        for name in names:
            click.echo(f"Written: {folder.path / name}")
        if json_path is not None:
            click.echo(f"Written: {json_path}")
