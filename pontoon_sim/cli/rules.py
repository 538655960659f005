"""`pontoon rules`: what the settings are."""

from __future__ import annotations

import click

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.toml import toml_value
from pontoon_sim.cli.options import json_option, rules_option_values, write_json
from pontoon_sim.game.rules import PRESET_NOTES, Rules


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("source", required=False, metavar="[PRESET|FILE]")
@click.option(
    "--set", "sets", metavar="NAME=VALUE", multiple=True, help="Change one setting; repeat."
)
@click.option("--toml", "as_toml", is_flag=True, help="As a rules file, to be edited.")
@json_option
def command(
    source: str | None, sets: tuple[str, ...], as_toml: bool, json_path: str | None
) -> None:
    """Show the settings of a preset or a rules file; without one, list the presets.

    The rule numbers are those of docs/RULES.md.
    """
    if as_toml and json_path == "-":
        raise PontoonError("--toml and --json - both write to the terminal: take one of them")
    rules = rules_option_values(source, sets)
    if json_path is not None:
        write_json(json_path, rules.model_dump())
    if as_toml:
        click.echo(rules.to_toml(), nl=False)
    elif json_path is None:
        _show(rules, source, bool(sets))


def _show(rules: Rules, source: str | None, altered: bool) -> None:
    if source is None and not altered:
        click.echo("Presets:")
        for name, note in PRESET_NOTES.items():
            click.echo(f"  {name:<16}{note}")
        click.echo(
            "\n'pontoon rules PRESET' shows the settings of one; these are the standard ones:\n"
        )
    click.echo(f"  {'setting':<24}{'value':<12} rule meaning")
    click.echo(rules.describe())
    if rules.changed:
        changed = ", ".join(
            f"{name} = {toml_value(value)}" for name, value in rules.changed.items()
        )
        click.echo(f"\n* differs from standard: {changed}")
