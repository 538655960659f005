"""`pontoon bench`: how fast, after making sure that it is right."""

from __future__ import annotations

import sys

import click

from pontoon_sim.cli.options import Count, json_option, write_json


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--deals", type=Count(least=1000), default="1e6", show_default=True, help="Of each, each round."
)
@click.option("--rounds", type=click.IntRange(1, 1000), default=7, show_default=True)
@click.option("--quick", is_flag=True, help="Do not time a first run that compiles everything.")
@json_option
def command(deals: int, rounds: int, quick: bool, json_path: str | None) -> None:
    """Measure the speed of the engine on this machine, in deals per second.

    Checks the answers first: an exact value, and one engine against the other. Where there is a C
    compiler, the same game in plain C runs in turn with ours. Six seats, one thread, a fresh pack
    for every deal, unless a line says otherwise. Exit status 1: an answer was wrong.
    """
    from pontoon_sim.base.files import check_outputs
    from pontoon_sim.bench import C_GOAL, FUNCTION_GOAL, bench

    check_outputs([json_path] if json_path not in (None, "-") else [])

    def say(step: str) -> None:
        if sys.stderr.isatty():
            click.echo(f"  {step} ...", err=True)

    report = bench(deals, rounds, not quick, say)
    if json_path is not None:
        write_json(json_path, report.as_dict())
    if json_path != "-":
        click.echo(f"{report.machine}; median of {rounds} rounds of {deals:,} deals each\n")
        click.echo("Right?")
        for check in report.checks:
            click.echo(f"  {'yes' if check['ok'] else 'NO '}  {check['what']}: {check['said']}")
        click.echo("\nCompiling, seconds")
        for name, seconds in report.seconds.items():
            click.echo(f"  {name:<38}{seconds:>8.1f}")
        click.echo(f"\n{'Speed':<32}{'deals per second':>18}{'ns a deal':>12}")
        for name, rate in report.rates.items():
            click.echo(f"  {name:<30}{rate:>18,.0f}{1e9 / rate:>12.0f}")
        click.echo("\nRatios of the medians")
        goals = {
            "table form / C yardstick": C_GOAL,
            "function form / table form": FUNCTION_GOAL,
        }
        for name, value in report.ratios.items():
            goal = f"   (goal: at least {goals[name]})" if name in goals else ""
            click.echo(f"  {name:<38}{value:>8.2f}{goal}")
        for remark in report.remarks:
            click.echo(f"\n{remark}")
    if not report.right:
        raise click.exceptions.Exit(1)
