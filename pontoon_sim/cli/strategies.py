"""`pontoon strategies`: list the shipped ones, show one as a card, check a file."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from pontoon_sim.base.numbers import MOST_SEED
from pontoon_sim.cli.options import Count, Finite, check_plot, complete_strategies

if TYPE_CHECKING:
    from pontoon_sim.strategies.model import Role, Strategy


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
@click.argument("name", shell_complete=complete_strategies)
@click.option("--plot", "plot_path", metavar="FILE.png", help="Draw the card (.png, .svg, .pdf).")
def show(name: str, plot_path: str | None) -> None:
    """Print the card of a strategy: a shipped one by NAME, any other by its path."""
    from pontoon_sim.report.cards import card
    from pontoon_sim.strategies.library import find_all

    strategies = find_all(name)
    check_plot(plot_path)
    if plot_path is not None:
        from pontoon_sim.report.plots.cards import write_strategy_cards

        write_strategy_cards(plot_path, strategies)
    click.echo("\n\n".join(card(strategy) for strategy in strategies))
    if plot_path is not None:
        click.echo(f"Written: {plot_path}")


@command.command()
@click.argument("file")
@click.option("--views", type=click.IntRange(1, 1_000_000), default=3000, show_default=True)
@click.option(
    "--seconds",
    type=Finite(1, 86400),
    default=60,
    show_default=True,
    help="Longest processor time for each step.",
)
@click.pass_context
def check(context: click.Context, file: str, views: int, seconds: float) -> None:
    """Try a strategy FILE (or shipped name, or blend) on thousands of hands.

    Checks that it answers legally and without errors, that its declared facts hold, and that
    compiled code answers as plain Python does. It runs in a process of its own, and is stopped
    where a step takes too long. Exit status 0: all is well; 1: something was found; 2: the file
    cannot be loaded, or does not come to an end.
    """
    from pontoon_sim.strategies.check_process import try_out

    bad = False
    for checked in try_out(file, views, seconds):
        count = len(checked.findings)
        bad |= count > 0
        outcome = f"{count} finding{'s' if count > 1 else ''}" if count else "keeps the contract"
        click.echo(f"{checked.strategy}: {outcome}")
        for finding in checked.findings:
            click.echo(f"  {finding}")
    if bad:
        context.exit(1)


@command.command()
@click.argument("policy", metavar="MODULE:FUNCTION")
@click.option("--out", required=True, metavar="FILE.toml", help="The table is written here.")
@click.option(
    "--role", type=click.Choice(["player", "banker"]), default="player", show_default=True
)
@click.option("--rules", default="standard", show_default=True, help="A preset or a rules file.")
@click.option("--views", type=Count(), default=5000, show_default=True, help="Hands to try.")
@click.option("--seed", type=Count(least=0, most=MOST_SEED), default=1, show_default=True)
def distil(policy: str, out: str, role: Role, rules: str, views: int, seed: int) -> None:
    """Write a table that plays as a Python function does, such as a trained one.

    The function answers a view to `turn` (a banker's to `draw`), as a function strategy does; or it
    is a dict of functions by decision. MODULE is importable from here, or the path of a .py file.
    It is asked about every hand, and what of its answers a table cannot say is told.
    """
    from pathlib import Path

    from pontoon_sim.game.rules import rules_from
    from pontoon_sim.strategies.distil import distil, policy_at

    name = Path(out).stem
    made = distil(
        policy_at(policy), name, role=role, rules=rules_from(rules), views=views, seed=seed
    )
    made.write(out)
    click.echo(f"Written: {out}\n{made}")


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
        "uses_order": facts.uses_order,
        "sizes_stakes": facts.sizes_stakes,
        "own_cards_only": facts.own_cards_only,
        "content_hash": strategy.content_hash,
    }
