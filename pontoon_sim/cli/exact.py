"""`pontoon exact`: values by enumeration, best replies, best bankers."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.cli.options import (
    PICTURES,
    Count,
    command_line,
    json_option,
    lineup_options,
    rules_option_values,
    rules_options,
    write_json,
)

if TYPE_CHECKING:
    from pontoon_sim.exact.figures import Reply
    from pontoon_sim.exact.replies import ReplySolver
    from pontoon_sim.exact.simple_replies import Simple
    from pontoon_sim.game.rules import Rules
    from pontoon_sim.strategies.model import Role, Strategy

_HELP = {"help_option_names": ["-h", "--help"]}


@click.group(invoke_without_command=True, context_settings=_HELP)
@rules_options
@lineup_options
@click.option("--fractions", is_flag=True, help="Also net and stake as exact rationals.")
@click.option("--all", "show_all", is_flag=True, help="Also by first two cards, and every net.")
@json_option
@click.pass_context
def command(
    context: click.Context,
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    players: str | None,
    banker: str | None,
    fractions: bool,
    show_all: bool,
    json_path: str | None,
) -> None:
    """Value a line-up exactly, by enumeration: no sampling, no error.

    Fresh packs (--rules shuffled, the default here), players and bankers that look at their own
    hand only. Without any flag: pub_regular against draw_below_16. Cards that others draw are
    exchangeable, so that a value holds at every seat.
    """
    if context.invoked_subcommand is not None:
        if any((rules, sets, seats, players, banker, fractions, show_all, json_path)):
            raise PontoonError(
                f"flags stand after the subcommand: pontoon exact {context.invoked_subcommand} ..."
            )
        return
    chosen = _rules(rules, sets, seats)
    _check(json_path)
    playing, (bank,) = _named(players, "player"), _named(banker, "banker", most=1)
    from pontoon_sim.exact.lineup import exact_value
    from pontoon_sim.report.exact import show_value

    if show_all:
        _say("counting the nets of deals of three and four hands too ...")
    values = [exact_value(chosen, player, bank, fractions, show_all) for player in playing]
    if json_path is not None:
        write_json(json_path, {"schema": 1, "values": [value.as_dict() for value in values]})
    if json_path != "-":
        for number, value in enumerate(values):
            if number:
                click.echo()
            show_value(click.echo, value, show_all)
        _written(json_path)


@command.command("best-reply", context_settings=_HELP)
@rules_options
@click.option("--banker", metavar="NAME", help="Strategy of the banker.")
@click.option("--out", "out_path", metavar="FILE.py", help="Write it as a strategy file.")
@click.option("--table", "table_path", metavar="FILE.toml", help="Write the best simple table.")
@click.option("--simple", is_flag=True, help="Also the best simple strategies and their cost.")
@click.option("--worths", "show_worths", is_flag=True, help="Also what buying or splitting adds.")
@click.option("--decisions", "show_decisions", is_flag=True, help="Also every hand's actions.")
@click.option("--plot", "plot_path", metavar="FILE.png", help="Draw it as a strategy card.")
@json_option
def best_reply(
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    banker: str | None,
    out_path: str | None,
    table_path: str | None,
    simple: bool,
    show_worths: bool,
    show_decisions: bool,
    plot_path: str | None,
    json_path: str | None,
) -> None:
    """Find the best that a player can do against a banker, looking at its own hand only."""
    chosen = _rules(rules, sets, seats)
    _check(out_path, table_path, plot_path, json_path)
    for path, kinds in ((out_path, (".py",)), (table_path, (".toml",)), (plot_path, PICTURES)):
        _suffix(path, kinds)
    (bank,) = _named(banker, "banker", most=1)
    from pontoon_sim.exact.replies import ReplySolver
    from pontoon_sim.report import exact as words

    solver = ReplySolver(chosen, bank)
    reply = solver.best()
    said = command_line(rules=rules or "shuffled", banker=banker or bank.name)
    if json_path != "-":
        words.show_reply(click.echo, reply)
    simples = _simples(solver, reply) if simple or table_path else []
    payload = words.reply_payload(reply, simples)
    if simple and json_path != "-":
        words.show_simples(click.echo, simples)
    if show_worths:
        from pontoon_sim.exact.decisions import choice_values

        _say("playing again without buying, without splitting, ...")
        found = choice_values(chosen, bank, reply)
        payload["worths"] = vars(found)
        if json_path != "-":
            words.show_worths(click.echo, vars(found))
    if show_decisions and json_path != "-":
        words.show_decisions(click.echo, reply)
    if out_path is not None:
        from pontoon_sim.exact.strategy_files import write_reply

        write_reply(out_path, reply, said)
    if table_path is not None:
        from pontoon_sim.base.files import write_text
        from pontoon_sim.exact.strategy_files import player_toml

        stakes = {rank: reply.by_first_card[min(rank, 9)] > 0 for rank in range(13)}
        text = player_toml(simples[0], Path(table_path).stem, bank.name, stakes)
        write_text(table_path, text)
    if plot_path is not None:
        from pontoon_sim.report.plots.cards import write_reply_card

        write_reply_card(plot_path, reply)
    if json_path is not None:
        write_json(json_path, payload)
    if json_path != "-":
        _written(out_path, table_path, plot_path, json_path)


@command.command("best-banker", context_settings=_HELP)
@rules_options
@click.option("--players", metavar="NAME[,NAME...]", help="Players at the table, one for all.")
@click.option("--out", "out_path", metavar="FILE.toml", help="Write it as a strategy file.")
@json_option
def best_banker(
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    players: str | None,
    out_path: str | None,
    json_path: str | None,
) -> None:
    """Find the best banker against given players: by total, softness and number of cards.

    It looks at its own hand only: not at stakes, not at what the players bought or twisted.
    """
    chosen = _rules(rules, sets, seats)
    _check(out_path, json_path)
    _suffix(out_path, (".toml",))
    playing = _named(players, "player")
    from pontoon_sim.base.files import write_text
    from pontoon_sim.exact.bankers import best_banker as find_banker
    from pontoon_sim.exact.strategy_files import banker_toml
    from pontoon_sim.report.exact import cell_name, grid, percent

    name = Path(out_path).stem if out_path else "best_banker"
    found = find_banker(chosen, playing, name)
    against = ", ".join(player.name for player in playing)
    payload = {
        "players": [player.name for player in playing],
        "rules": chosen.model_dump(),
        "gain": found.gain,
        "initial": found.initial,
        "edge_initial": found.edge_initial,
        "bound": found.bound / found.initial,
        "cells": {cell_name(cell): letter for cell, letter in found.cells.items()},
    }
    if out_path is not None:
        write_text(out_path, banker_toml(found.cells, name, against, found.edge_initial))
    if json_path is not None:
        write_json(json_path, payload)
    if json_path != "-":
        click.echo(f"Best own-hand banker against {against}")
        click.echo(f"  banker's edge    {percent(found.edge_initial)} of the initial stakes")
        gap = found.bound / found.initial - found.edge_initial
        click.echo(f"  telling every hand apart, and not only totals, would add {percent(gap)}")
        click.echo()
        for line in grid(found.cells, banker=True):
            click.echo(line)
        click.echo("D draw, S stand; '.' no such hand")
        _written(out_path, json_path)


@command.command(context_settings=_HELP)
@rules_options
@click.option("--banker", metavar="NAME", help="Banker to begin with.")
@click.option("--sized", is_flag=True, help="Stakes by the first card, from least to most.")
@click.option("--steps", type=Count(), default=30, show_default=True, help="Most rounds.")
@click.option("--out", "out_path", metavar="FILE.toml", help="Write the best banker met.")
@json_option
def equilibrium(
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    banker: str | None,
    sized: bool,
    steps: int,
    out_path: str | None,
    json_path: str | None,
) -> None:
    """Alternate best replies of players and banker until they rest or go round.

    Stakes are equal, or, with --sized, the most on first cards that promise a gain. Each round:
    what the best reply gains from the banker, and what is left of it once the banker plays its best
    table against that reply.
    """
    chosen = _rules(rules, sets, seats)
    _check(out_path, json_path)
    _suffix(out_path, (".toml",))
    (bank,) = _named(banker, "banker", most=1)
    from pontoon_sim.base.files import write_text
    from pontoon_sim.exact.bankers import alternate
    from pontoon_sim.exact.replies import best_reply as find_reply
    from pontoon_sim.exact.strategy_files import banker_toml
    from pontoon_sim.report.exact import equilibrium_payload, grid, show_equilibrium

    quiet = json_path == "-"
    if not quiet:
        click.echo(
            "round  banker          best reply nets  and is held to   (% of the least stake)"
        )
    rounds = []
    for step in alternate(chosen, bank, steps, sized):
        rounds.append(step)
        if not quiet:
            click.echo(
                f"{step.number:>5}  {step.banker.name:<14}{100 * step.net:>+17.5f}"
                f"{100 * step.held_to:>+16.5f}"
            )
    best = min(rounds, key=lambda step: step.net)
    cells = dict(getattr(best.banker.table, "cells", {}))
    if out_path is not None:
        name = Path(out_path).stem
        write_text(out_path, banker_toml(cells, name, "its best reply", -best.net))
    if json_path is not None:
        write_json(json_path, equilibrium_payload(chosen, rounds, cells))
    if quiet:
        return
    show_equilibrium(click.echo, rounds, "sized" if sized else "equal")
    if not sized:
        net, initial = find_reply(chosen, best.banker).sized
        click.echo(
            f"With stakes of {chosen.stake_min} to {chosen.stake_max} by the first card (P6) that"
            f" reply nets {net:+.4f} chips a deal on {initial:.2f} staked first"
            f" ({100 * net / initial:+.3f} %)."
        )
    for line in grid(cells, banker=True):
        click.echo(line)
    _written(out_path, json_path)


# --- reading flags ------------------------------------------------------------------------------


def _rules(rules: str | None, sets: Sequence[str], seats: int | None) -> Rules:
    return rules_option_values(rules or "shuffled", sets, seats)


def _named(text: str | None, role: Role, most: int = 12) -> list[Strategy]:
    from pontoon_sim.base.namelists import split_list
    from pontoon_sim.strategies.library import DEFAULT_BANKER, DEFAULT_PLAYER, find

    words = [DEFAULT_PLAYER if role == "player" else DEFAULT_BANKER]
    flag = "--players" if role == "player" else "--banker"
    if text is not None:
        words = split_list(text, flag)
    if "" in words:
        raise PontoonError(f"{flag} {text}: a name is missing before, between or after the commas")
    if len(words) > most:
        raise PontoonError(f"{flag} {text}: name one {role}, others are valued in another run")
    return [find(word, role) for word in words]


def _check(*paths: str | None) -> None:
    from pontoon_sim.base.files import check_outputs

    check_outputs(path for path in paths if path not in (None, "-"))


def _suffix(path: str | None, kinds: Iterable[str]) -> None:
    if path is not None and Path(path).suffix.lower() not in kinds:
        raise PontoonError(f"'{path}': name a file that ends in {', '.join(kinds)}")


def _say(text: str) -> None:
    """Tell a person who waits what is being done; nothing in a pipe."""
    if sys.stderr.isatty():
        click.echo(text, err=True)


def _written(*paths: str | None) -> None:
    for path in paths:
        if path not in (None, "-"):
            click.echo(f"Written: {path}")


def _simples(solver: ReplySolver, reply: Reply) -> list[Simple]:
    from pontoon_sim.exact.simple_replies import SimpleSearch

    _say("looking for simple strategies ...")
    return SimpleSearch(solver, reply).all()
