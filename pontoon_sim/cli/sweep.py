"""`pontoon sweep`: one or two things over their values, from flags."""

from __future__ import annotations

from typing import Any

import click

from pontoon_sim.cli.experiments import base_of, base_options, over_of
from pontoon_sim.cli.play import Flags, kept_experiment, play, run_options


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--over",
    "overs",
    multiple=True,
    metavar="WHAT=V,V",
    help="What to go over: seats=2:8, banker=..., stick_min=15,16; once or twice.",
)
@base_options
@run_options
def command(overs: tuple[str, ...], flags: Flags, **base: Any) -> None:
    """Measure the banker's edge over the values of one or two things.

    They are players, banker, rules, seats, of or any setting of the rules; two of them make a grid.
    'pontoon run' does the same from a file, where players and bankers may be whole line-ups.
    """
    said = base_of(**base)
    kept = kept_experiment(flags, overs, said)
    if kept is not None:
        play(kept, flags)
        return
    from pontoon_sim.experiments.reading import experiment_of
    from pontoon_sim.experiments.wording import Wording

    said["over"] = [over_of(text) for text in overs]
    things = " and ".join(over["what"] for over in said["over"])
    said |= {"question": f"How does the banker's edge change with {things}?", "kind": "sweep"}
    play(experiment_of(said, "pontoon sweep", wording=Wording(flags=True)), flags)
