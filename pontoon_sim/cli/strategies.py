"""`pontoon strategies`: list the shipped ones, show one as a card, check a file."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from pontoon_sim.strategies.model import Strategy


@click.group(context_settings={"help_option_names": ["-h", "--help"]})
def command() -> None:
    """List, show and check strategies."""


@command.command("list")
@click.option(
    "--role", type=click.Choice(["player", "banker"]), help="Only players or only bankers."
)
@click.option("--json", "as_json", is_flag=True, help="Machine-readable, on standard output.")
def list_strategies(role: str | None, as_json: bool) -> None:
    """List the shipped strategies: name, role, form and what each does."""
    from pontoon_sim.strategies.library import all_shipped

    chosen = [strategy for strategy in all_shipped() if role in (None, strategy.role)]
    if as_json:
        click.echo(json.dumps([_as_dict(strategy) for strategy in chosen], indent=2))
        return
    rows = [(s.name, s.role, s.form, s.facts.summary) for s in chosen]
    heads = ("name", "role", "form", "what it does")
    widths = [max(len(row[n]) for row in [heads, *rows]) for n in range(3)]
    for row in [heads, *rows]:
        cells = "  ".join(f"{word:<{width}}" for word, width in zip(row, widths, strict=False))
        click.echo(f"{cells}  {row[3]}")


@command.command()
@click.argument("name")
def show(name: str) -> None:
    """Print the card of a strategy: a shipped one by NAME, any other by its path."""
    from pontoon_sim.strategies.card import card

    for number, strategy in enumerate(_named(name)):
        if number:
            click.echo()
        click.echo(card(strategy))


@command.command()
@click.argument("file")
@click.option("--views", type=click.IntRange(1, 1_000_000), default=3000, show_default=True)
@click.pass_context
def check(context: click.Context, file: str, views: int) -> None:
    """Try a strategy FILE (or shipped name) on thousands of hands.

    Checks that it answers legally and without errors, that its declared facts hold, and that
    compiled code answers as plain Python does. Exit status 0: all is well; 1: something was found;
    2: the file cannot be loaded.
    """
    from pontoon_sim.strategies.check import check as run_battery
    from pontoon_sim.strategies.check import decisions_checked

    bad = False
    for strategy in _named(file):
        findings = run_battery(strategy, views)
        what = f"{strategy.name} ({strategy.role}: {', '.join(decisions_checked(strategy))})"
        if not findings:
            click.echo(f"{what}: keeps the contract")
            continue
        bad = True
        click.echo(f"{what}: {len(findings)} finding{'s' if len(findings) > 1 else ''}")
        for finding in findings:
            click.echo(f"  {finding}")
    if bad:
        context.exit(1)


def _named(name: str) -> list[Strategy]:
    """Every strategy of a shipped file or of a path."""
    from pontoon_sim.strategies.library import find, load_file, shipped

    files = shipped()
    if name in files:
        return list(load_file(files[name]).values())
    if Path(name).exists():
        return list(load_file(name).values())
    return [find(name)]


def _as_dict(strategy: Strategy) -> dict[str, object]:
    facts = strategy.facts
    return {
        "name": strategy.name,
        "role": strategy.role,
        "form": strategy.form,
        "summary": facts.summary,
        "why": facts.why,
        "weakness": facts.weakness,
        "source": facts.source,
        "deterministic": facts.deterministic,
        "uses_seen": facts.uses_seen,
        "sizes_stakes": facts.sizes_stakes,
        "own_cards_only": facts.own_cards_only,
        "content_hash": strategy.content_hash,
    }
