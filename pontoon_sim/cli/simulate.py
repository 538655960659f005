"""`pontoon simulate`: measure the banker's edge."""

from __future__ import annotations

import shlex
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import OPEN_ENDED_DEALS
from pontoon_sim.cli.options import (
    Count,
    check_plot,
    dask_option,
    deals_per_table_option,
    json_option,
    lineup_options,
    precision_option,
    rules_option_values,
    rules_options,
    seed_option,
    threads_option,
    write_json,
)

if TYPE_CHECKING:
    from pontoon_sim.cli.progress import Course
    from pontoon_sim.results.result import Result

DEALS = 10**6


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@rules_options
@lineup_options
@click.option("--deals", type=Count(), help="Deals to play, such as 2e6.  [default: 1e6]")
@precision_option("Play until the edge is known to +-X of the initial stakes, such as 0.1%.")
@deals_per_table_option
@seed_option
@threads_option
@dask_option
@json_option
@click.option(
    "--out", metavar="DIR", help="Keep the run and a report with pictures in this folder."
)
@click.option("--plot", "plot_path", metavar="FILE.png", help="Draw four plots of the result.")
@click.option("--resume", metavar="FILE", help="Go on with the stopped run that wrote this file.")
def command(
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    players: str | None,
    banker: str | None,
    deals: int | None,
    precision: float | None,
    deals_per_table: int,
    seed: int,
    threads: int | None,
    dask: str | None,
    json_path: str | None,
    out: str | None,
    plot_path: str | None,
    resume: str | None,
) -> None:
    """Measure the banker's edge of a line-up by playing many deals.

    Without any flag: a million deals of the standard game, six seats, pub_regular players against
    draw_below_16. Every strategy that is shipped: pontoon strategies list.
    """
    from pontoon_sim.base.files import check_outputs
    from pontoon_sim.cli.experiments import Flags, base_of, play
    from pontoon_sim.experiments.reading import experiment_of
    from pontoon_sim.experiments.wording import Wording
    from pontoon_sim.strategies.library import DEFAULT_BANKER, DEFAULT_PLAYER, seats_from

    if out is not None:
        if plot_path is not None or resume is not None:
            flag = "--plot" if plot_path is not None else "--resume"
            raise PontoonError(
                f"{flag} with --out: a run's folder has its own pictures, and"
                f" 'pontoon run --resume --out {shlex.quote(out)}' goes on with it"
            )
        asked = base_of(rules, sets, seats, players, banker, deals_per_table=deals_per_table)
        asked |= {"question": "How big is the banker's advantage?", "kind": "measure"}
        flags = Flags(
            deals, precision, seed=seed, threads=threads, dask=dask, out=out, json_path=json_path
        )
        play(experiment_of(asked, "pontoon simulate", wording=Wording(flags=True)), flags)
        return
    if deals is None:
        deals = DEALS if precision is None else OPEN_ENDED_DEALS
    chosen = rules_option_values(rules, sets, seats)
    people = seats_from(chosen, players, banker)
    check_outputs(path for path in (json_path,) if path not in (None, "-"))
    check_plot(plot_path)

    from pontoon_sim.cli.progress import Bar, Course, say_when_compiling
    from pontoon_sim.measure.resume import begun_from
    from pontoon_sim.measure.simulate import simulate
    from pontoon_sim.run.cluster import executor_from
    from pontoon_sim.run.trial import Arm, Trial, control_of

    # refuses what cannot be played before anything is compiled
    Trial((Arm("", chosen, people),), seed, deals_per_table, deals=deals)
    typed = {
        "--rules": rules or "standard",
        "--set": sets,
        "--seats": seats,
        "--players": players or DEFAULT_PLAYER,
        "--banker": banker or DEFAULT_BANKER,
        "--deals": deals,
        "--precision": precision,
        "--deals-per-table": None if deals_per_table == 200 else deals_per_table,
        "--seed": seed,
    }
    said = command_line(typed)
    begun = begun_from(resume, chosen, people, seed, deals_per_table) if resume else None
    if begun is not None and begun.deals > deals:
        raise PontoonError(
            f"result file '{resume}' holds {begun.deals:,} deals already,"
            f" more than --deals {deals:,}"
        )
    if dask is None:
        say_when_compiling(people, control_of(chosen, people) is not None)
    course = Course()
    try:
        with executor_from(dask, threads) as executor, Bar(course).running() as progress:
            result = simulate(
                chosen,
                people,
                deals=deals,
                seed=seed,
                deals_per_table=deals_per_table,
                precision=precision,
                threads=threads,
                executor=executor,
                progress=progress,
                begun=begun,
            )
    except KeyboardInterrupt:
        click.echo("Stopped by Ctrl-C before any deals were counted: nothing is kept.", err=True)
        raise click.exceptions.Exit(130) from None
    _give_out(result, course, said, json_path, plot_path)


def command_line(flags: dict[str, Any]) -> str:
    """The command that plays the same deals, every default of weight written out."""
    words = ["pontoon", "simulate"]
    for flag, value in flags.items():
        for one in value if isinstance(value, tuple) else (value,):
            if one is not None:
                words += [flag, str(one)]
    return shlex.join(words)


def _give_out(
    result: Result, course: Course, said: str, json_path: str | None, plot_path: str | None
) -> None:
    from rich.console import Console

    from pontoon_sim.report import print_result

    stopped = result.stopped == "interrupted"
    if stopped and json_path in (None, "-"):
        kept = _state_file()
        write_json(str(kept), result.as_dict())
    else:
        kept = Path(json_path or "")
    if json_path is not None:
        write_json(json_path, result.as_dict())
    if plot_path is not None:
        from pontoon_sim.report.plots.result import write_picture

        write_picture(plot_path, result, course.points)
    if json_path != "-":
        print_result(Console(highlight=False), result, said)
        for path in (json_path, plot_path):
            if path is not None:
                click.echo(f"Written: {path}")
    if stopped:
        click.echo(
            f"Stopped by Ctrl-C after {result.deals:,} deals, which are kept. To go on:\n"
            f"  {said} --resume {shlex.quote(str(kept))}",
            err=True,
        )
        raise click.exceptions.Exit(130)


def _state_file() -> Path:
    """Where the tallies of a run that was stopped wait, when no file was named for them."""
    import platformdirs

    folder = Path(platformdirs.user_state_dir("pontoon_sim"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
    except OSError:  # nothing that was played is lost for want of a folder
        folder = Path(tempfile.mkdtemp(prefix="pontoon_"))
    return folder / "stopped.json"
