"""`pontoon simulate`: measure the banker's edge."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import click

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import RISKS, risks
from pontoon_sim.cli.experiments import base_of
from pontoon_sim.cli.options import (
    Count,
    before_files,
    check_plot,
    command_line,
    dask_option,
    deals_per_table_option,
    json_option,
    lineup_options,
    precision_option,
    rules_option_values,
    rules_options,
    threads_option,
    write_json,
)
from pontoon_sim.cli.play import (
    Flags,
    brief_option,
    end,
    keep_options,
    kept_experiment,
    play,
    play_job,
    print_answer,
    run_seed_option,
)

if TYPE_CHECKING:
    from pontoon_sim.experiments.outcome import Outcome


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@rules_options
@lineup_options
@click.option("--deals", type=Count(), help="Deals to play, such as 2e6.  [default: 1e6]")
@precision_option("Play until the edge is known to +-X of the initial stakes, such as 0.1%.")
@deals_per_table_option
@run_seed_option
@threads_option
@dask_option
@json_option
@brief_option
@keep_options
@click.option("--plot", "plot_path", metavar="FILE.png", help="Draw four plots of the result.")
@click.option(
    "--ruin",
    metavar="P,P...",
    help="Risks of going broke to name purses for, such as 5%,0.1%.  [default: 5%,1%]",
)
def command(
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    players: str | None,
    banker: str | None,
    deals_per_table: int,
    plot_path: str | None,
    ruin: str | None,
    **given: Any,
) -> None:
    """Measure the banker's edge of a line-up by playing many deals.

    Without any flag: a million deals of the standard game, six seats, pub_regular players against
    draw_below_16. Every strategy that is shipped: pontoon strategies list.
    """
    from pontoon_sim.base.files import check_outputs
    from pontoon_sim.experiments.reading import experiment_of
    from pontoon_sim.experiments.wording import Wording
    from pontoon_sim.strategies.library import DEFAULT_BANKER, DEFAULT_PLAYER, seats_from

    flags = Flags(**given)
    asked = base_of(rules, sets, seats, players, banker)
    kept = kept_experiment(flags, asked)
    asked |= {"question": "How big is the banker's advantage?", "kind": "measure"}
    if flags.out is not None and plot_path is not None:
        raise PontoonError("--plot with --out: a run's folder has its own pictures")
    if flags.out is not None and ruin is not None:
        raise PontoonError("--ruin with --out: a run's report names the purses for 5 % and 1 %")
    levels = RISKS if ruin is None else risks(ruin)
    if flags.out is not None:
        asked |= {"deals_per_table": deals_per_table}
        play(kept or experiment_of(asked, "pontoon simulate", wording=Wording(flags=True)), flags)
        return
    chosen = rules_option_values(rules, sets, seats)
    people = seats_from(chosen, players, banker)
    check_outputs(path for path in (flags.json_path, plot_path) if path not in (None, "-"))
    check_plot(plot_path)

    from pontoon_sim.experiments.job import job_of
    from pontoon_sim.experiments.outcome import Setup
    from pontoon_sim.runs.trial import Arm, Trial

    arm = Arm("", chosen, people)
    # refuses what cannot be played before anything is compiled
    Trial((arm,), flags.seed or 0, deals_per_table, deals=flags.deals)
    asked |= {"deals_per_table": deals_per_table}
    experiment = experiment_of(asked, "pontoon simulate", wording=Wording(flags=True))
    job = job_of(experiment, flags.as_plan, Setup((arm,), (None,)))
    command = command_line(
        rules=rules or "standard",
        players=players or DEFAULT_PLAYER,
        banker=banker or DEFAULT_BANKER,
        deals=job.units,
        seed=job.experiment.seed,
        budget=None,
    )
    outcome = play_job(job, flags, command)
    _give_out(outcome, levels, flags, plot_path)
    end(outcome.checkpoint, job.work, command, None)


def _give_out(
    outcome: Outcome, levels: tuple[float, ...], flags: Flags, plot_path: str | None
) -> None:
    from rich.console import Console

    from pontoon_sim.report.result import print_result
    from pontoon_sim.report.words import headline

    assert outcome.comparison is not None
    result, json_path = replace(outcome.comparison.results[0], risks=levels), flags.json_path
    if json_path != "-":
        with before_files():
            if flags.brief:
                print_answer(headline(result))
            else:
                print_result(Console(highlight=False), result, outcome.command)
    if json_path is not None:
        write_json(json_path, result.as_dict())
    if plot_path is not None:
        from pontoon_sim.report.plots.result import write_picture

        write_picture(plot_path, result, _course(outcome))
    if json_path != "-" and not flags.brief:
        for path in (json_path, plot_path):
            if path is not None:
                click.echo(f"Written: {path}")


def _course(outcome: Outcome) -> list[tuple[int, float, float]]:
    """Deals, edge and half-width of its interval as deals went by."""
    from pontoon_sim.statistics.estimates import estimate

    confidence = outcome.experiment.confidence
    rows = []
    for deals, tables, (value,), (se,) in outcome.course:
        known = None if math.isnan(se) else se
        rows.append((deals, value, estimate(value, known, tables, confidence).half_width))
    return rows
