"""`pontoon compare`: arms against each other over the same packs, from flags."""

from __future__ import annotations

import click

from pontoon_sim.cli.experiments import Flags, arm_of, base_of, over_of, play, run_options
from pontoon_sim.cli.options import Count, lineup_options, rules_options
from pontoon_sim.errors import PontoonError


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--arm",
    "arms",
    multiple=True,
    metavar="'NAME: KEY=VALUE ...'",
    help="What is compared; repeat. The first is the reference.",
)
@rules_options
@lineup_options
@click.option("--of", "of", metavar="GROUP", help="Whose edge, such as 'position 0'.")
@click.option(
    "--over", "overs", multiple=True, metavar="WHAT=V,V", help="Ask it again for each value."
)
@click.option("--independent", is_flag=True, help="Each arm over packs of its own, not paired.")
@click.option("--deals-per-table", type=Count(), help="Deals of one evening.  [default: 200]")
@run_options
def command(
    arms: tuple[str, ...],
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    players: str | None,
    banker: str | None,
    of: str | None,
    overs: tuple[str, ...],
    independent: bool,
    deals_per_table: int | None,
    flags: Flags,
) -> None:
    """Compare line-ups or rules over the same packs.

    Each --arm changes the base, which the other flags name, by players, banker, rules, seats, of
    or any setting: --arm 'sticks on 16: players=stick16 stick_min=16'. A strategy's name alone is
    an arm of these players; 'NAME:' alone is the base. 'pontoon run' does the same from a file.
    """
    if flags.goes_on:
        raise PontoonError(
            f"a run goes on from its folder alone: pontoon run"
            f" {'--resume' if flags.resume else f'--extend {flags.extend}'} --out"
            f" {flags.out or 'DIR'}"
        )
    from pontoon_sim.experiments.model import experiment_of
    from pontoon_sim.strategies.library import DEFAULT_PLAYER

    said = base_of(rules, sets, seats, players, banker, of=of, deals_per_table=deals_per_table)
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
    play(experiment_of(said, "pontoon compare"), flags)
