"""`pontoon sweep`: one or two things over their values, from flags."""

from __future__ import annotations

import click

from pontoon_sim.cli.experiments import Flags, base_of, over_of, play, run_options
from pontoon_sim.cli.options import Count, lineup_options, rules_options
from pontoon_sim.errors import PontoonError


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--over",
    "overs",
    multiple=True,
    metavar="WHAT=V,V",
    help="What to go over: seats=2:8, banker=..., stick_min=15,16; once or twice.",
)
@rules_options
@lineup_options
@click.option("--of", "of", metavar="GROUP", help="Whose edge, such as 'position 0'.")
@click.option("--deals-per-table", type=Count(), help="Deals of one evening.  [default: 200]")
@run_options
def command(
    overs: tuple[str, ...],
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    players: str | None,
    banker: str | None,
    of: str | None,
    deals_per_table: int | None,
    flags: Flags,
) -> None:
    """Measure the banker's edge over the values of one or two things.

    They are players, banker, rules, seats, of or any setting of the rules; two of them make a grid.
    'pontoon run' does the same from a file, where players and bankers may be whole line-ups.
    """
    if flags.goes_on:
        raise PontoonError(
            f"a run goes on from its folder alone: pontoon run"
            f" {'--resume' if flags.resume else f'--extend {flags.extend}'} --out"
            f" {flags.out or 'DIR'}"
        )
    from pontoon_sim.experiments.model import experiment_of

    said = base_of(rules, sets, seats, players, banker, of=of, deals_per_table=deals_per_table)
    said["over"] = [over_of(text) for text in overs]
    things = " and ".join(over["what"] for over in said["over"])
    said |= {"question": f"How does the banker's edge change with {things}?", "kind": "sweep"}
    play(experiment_of(said, "pontoon sweep"), flags)
