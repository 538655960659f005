"""`pontoon advise`: what each action of a described hand is worth."""

from __future__ import annotations

import click

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.cli.options import (
    Count,
    json_option,
    lineup_options,
    rules_option_values,
    rules_options,
    seed_option,
    threads_option,
    write_json,
)


@click.command(context_settings={"help_option_names": ["-h", "--help"]})
@click.argument("cards", nargs=-1, required=True, metavar="CARDS...")
@click.option("--stake", type=Count(), help="Initial stake, chips.  [default: the least]")
@click.option("--bought", metavar="PRICES", help="Prices of the cards bought, such as 20,10.")
@click.option(
    "--twisted", type=Count(least=0), default=0, help="How many of the last cards were twisted."
)
@click.option("--seen", metavar="CARDS", help="Cards seen in earlier deals.")
@click.option(
    "--position", type=Count(least=0), default=0, help="Place from the banker's left, 0 first."
)
@click.option("--by-play", is_flag=True, help="By play also where it can be counted exactly.")
@rules_options
@lineup_options
@click.option(
    "--deals", type=Count(least=2), default=200_000, show_default=True, help="Packs, by play."
)
@seed_option
@threads_option
@json_option
def command(
    cards: tuple[str, ...],
    stake: int | None,
    bought: str | None,
    twisted: int,
    seen: str | None,
    position: int,
    by_play: bool,
    rules: str | None,
    sets: tuple[str, ...],
    seats: int | None,
    players: str | None,
    banker: str | None,
    deals: int,
    seed: int,
    threads: int | None,
    json_path: str | None,
) -> None:
    """Tell what to do with a hand, what each action is worth, and what a wrong choice costs.

    CARDS are ranks in the order dealt: 8 8, or A5; suits may be added (8S 8D) and never matter.

    \b
      pontoon advise 8 8
      pontoon advise A 5 2 --bought 20

    Exactly, with the best play afterwards, where the pack is fresh (no --seen) and the banker looks
    at its own hand only; else by play: the unknown cards are dealt at random, every action is tried
    on the same packs, and what follows is left to --players (seat by seat: the one at --position
    plays on). Split hands and shoot bets are left out.
    """
    from pontoon_sim.advice import Situation, advise_by_play, advise_exactly
    from pontoon_sim.game.cards import parse_cards, parse_hand
    from pontoon_sim.report.advice import answer
    from pontoon_sim.strategies.library import seats_from

    chosen, hand = rules_option_values(rules, sets, seats), " ".join(cards)
    situation = Situation(
        chosen,
        tuple(parse_hand(hand)),
        chosen.stake_min if stake is None else stake,
        _prices(bought),
        twisted,
        position,
        tuple(parse_cards(seen or "")),
    )
    fixed = chosen.model_copy(
        update={"bank_passes": "never", "rotate_every": 1, "first_banker": chosen.seats - 1}
    )
    people = seats_from(fixed, players, banker)
    bank = people[-1].banker
    why = "asked for"
    worths = None
    if not by_play:
        try:
            worths = advise_exactly(situation, bank)
        except PontoonError as error:
            why = str(error)
    exact = worths is not None
    given = click.get_current_context().get_parameter_source
    for flag in ("players", "deals", "seed"):
        source = given(flag)
        if exact and source is not None and source.name == "COMMANDLINE":
            raise PontoonError(
                f"--{flag} has no effect here, where the worth is counted with the best play"
                " afterwards: leave it out, or add --by-play"
            )
    if worths is None:
        from pontoon_sim.cli.progress import say_when_compiling

        say_when_compiling(people)
        worths = advise_by_play(situation, people, deals=deals, seed=seed, threads=threads)
    after = "the best play" if exact else people[position].player.name
    if json_path is not None:
        payload = {
            "schema": 1,
            "rules": chosen.model_dump(),
            "hand": hand,
            "stake": situation.stake,
            "bought": list(situation.bought),
            "twisted": twisted,
            "seen": seen,
            "position": position,
            "banker": bank.name,
            "afterwards": after,
            "exact": exact,
            "deals": None if exact else deals,
            "seed": None if exact else seed,
            "actions": [vars(worth) for worth in worths],
        }
        write_json(json_path, payload)
    if json_path == "-":
        return
    click.echo(f"{answer(worths, situation.stake)}\n")
    click.echo(f"{situation.describe()}; {bank.name} at the bank")
    if exact:
        click.echo(f"Exact: a fresh pack, {after} afterwards")
    else:
        asked = "as was asked for" if by_play else f"not exact: {why}"
        click.echo(f"By play: {deals:,} packs, {after} afterwards ({asked})")
    error_head = "" if exact else f"{'SE':>8}"
    click.echo(
        f"\n{'action':<12}{'% of the stake':>15}{error_head}{'chips':>9}{'costs %':>11}{error_head}"
    )
    for worth in worths:
        numbers = [
            f"{100 * worth.chips / situation.stake:>+15.2f}",
            "" if exact else _error(worth.se, situation.stake),
            f"{worth.chips:>+9.2f}",
            f"{100 * worth.cost / situation.stake:>11.2f}" if worth.cost else f"{'best':>11}",
            "" if exact else _error(worth.cost_se, situation.stake),
        ]
        click.echo(f"{worth.action:<12}{''.join(numbers)}".rstrip())
    click.echo(
        "\n+ is to the player; % of the initial stake, given that the banker has no pontoon."
    )


def _error(se: float | None, stake: int) -> str:
    return f"{100 * se / stake:>8.2f}" if se else f"{'':>8}"


def _prices(text: str | None) -> tuple[int, ...]:
    words = [word.strip() for word in text.split(",")] if text else []
    for word in words:
        if not word.isascii() or not word.isdigit():
            raise PontoonError(f"--bought {text}: '{word}' is no price: write chips, such as 20,10")
    return tuple(map(int, words))
