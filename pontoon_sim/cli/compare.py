"""`pontoon compare`: arms against each other over the same packs, from flags."""

from __future__ import annotations

from typing import Any

import click

from pontoon_sim.cli.experiments import arm_of, base_of, base_options, over_of
from pontoon_sim.cli.play import Flags, kept_experiment, play, run_options


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--arm",
    "arms",
    multiple=True,
    metavar="'NAME: KEY=VALUE ...'",
    help="What is compared; repeat. The first is the reference.",
)
@base_options
@click.option(
    "--over", "overs", multiple=True, metavar="WHAT=V,V", help="Ask it again for each value."
)
@click.option("--independent", is_flag=True, help="Each arm over packs of its own, not paired.")
@run_options
def command(
    arms: tuple[str, ...],
    overs: tuple[str, ...],
    independent: bool,
    flags: Flags,
    **base: Any,
) -> None:
    """Compare line-ups or rules over the same packs.

    Each --arm changes the base, which the other flags name, by players, banker, rules, seats, of
    or any setting: --arm 'sticks on 16: players=stick16 stick_min=16'. A strategy's name alone is
    an arm of these players; 'NAME:' alone is the base. 'pontoon run' does the same from a file.
    """
    said = base_of(**base)
    kept = kept_experiment(flags, arms, overs, independent, said)
    if kept is not None:
        play(kept, flags)
        return
    from pontoon_sim.experiments.reading import experiment_of
    from pontoon_sim.experiments.wording import Wording
    from pontoon_sim.strategies.library import DEFAULT_PLAYER

    said["arm"] = [arm_of(text) for text in arms]
    if overs:
        said["over"] = [over_of(text) for text in overs]
    if not any(over["what"] == "players" for over in said.get("over", [])) and not all(
        "players" in arm for arm in said["arm"]
    ):
        said.setdefault("players", DEFAULT_PLAYER)
    if independent:
        said["paired"] = False
    names = " or ".join(arm["name"] for arm in said["arm"])
    said |= {"question": f"Which gains the bank more: {names}?", "kind": "compare"}
    play(experiment_of(said, "pontoon compare", wording=Wording(flags=True)), flags)
