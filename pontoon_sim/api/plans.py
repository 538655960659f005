"""How to play: exact values and best replies, advice on a hand, strategies made better."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pontoon_sim.api.arguments import (
    Game,
    Number,
    People,
    in_python,
    rules_of,
    seed_of,
    strategy_of,
)
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import whole_number
from pontoon_sim.strategies.library import DEFAULT_BANKER, DEFAULT_PLAYER, Named, find, seats_from
from pontoon_sim.strategies.model import Strategy

if TYPE_CHECKING:
    from pontoon_sim.advice import Worth
    from pontoon_sim.exact import BestBanker, ExactValue, Reply
    from pontoon_sim.tuning.paired import Paired


@in_python
def exact_value(
    rules: Game = "shuffled", players: Named = DEFAULT_PLAYER, banker: Named = DEFAULT_BANKER
) -> ExactValue:
    """What a player nets against a banker, by enumeration: no sampling, no error.

    Right where every deal has a fresh pack and both look at their own hands only; anything else is
    refused in one sentence.
    """
    from pontoon_sim.exact import exact_value

    return exact_value(
        rules_of(rules), strategy_of(players, "player"), strategy_of(banker, "banker")
    )


@in_python
def best_reply(rules: Game = "shuffled", banker: Named = DEFAULT_BANKER) -> Reply:
    """The player's best reply to a banker, exactly, among players who look at their own hand."""
    from pontoon_sim.exact import best_reply

    return best_reply(rules_of(rules), strategy_of(banker, "banker"))


@in_python
def best_banker(rules: Game = "shuffled", players: People = DEFAULT_PLAYER) -> BestBanker:
    """The best banker against the given players, exactly, among those who look at their own
    hand."""
    from pontoon_sim.exact import best_banker

    named = [players or DEFAULT_PLAYER] if isinstance(players, str | Path | Strategy) else players
    return best_banker(rules_of(rules), [strategy_of(one, "player") for one in named or ()])


@in_python
def advise(
    hand: str,
    rules: Game = "standard",
    *,
    stake: int | None = None,
    bought: Sequence[int] = (),
    twisted: int = 0,
    seen: str = "",
    players: People = None,
    banker: People = None,
) -> list[Worth]:
    """What each action of a hand is worth, the best first.

    Parameters
    ----------
    hand : str
        Ranks in the order dealt, such as "8 8" or "A5".
    stake : int, optional
        The initial stake; default: the least.
    bought : sequence of int
        Prices paid for cards, chips.
    twisted : int
        How many of the last cards were twisted.
    seen : str
        Cards seen in earlier deals since the shuffle.
    players, banker : optional
        Who plays on, and who holds the bank.

    Returns
    -------
    list of Worth
        Exact (`se` is None), with the best play afterwards, where that can be counted; else by
        play of 200,000 packs.
    """
    from pontoon_sim.advice import Situation, advise_by_play, advise_exactly
    from pontoon_sim.game.cards import parse_cards, parse_hand

    game = rules_of(rules)
    staked = game.stake_min if stake is None else stake
    cards, out = tuple(parse_hand(hand)), tuple(parse_cards(seen))
    situation = Situation(game, cards, staked, tuple(bought), twisted, seen=out)
    fixed = {"bank_passes": "never", "rotate_every": 1, "first_banker": game.seats - 1}
    seats = seats_from(game.model_copy(update=fixed), players, banker)
    try:
        return advise_exactly(situation, seats[-1].banker)
    except PontoonError:  # it cannot be counted
        return advise_by_play(situation, seats, deals=200_000)


@dataclass(frozen=True)
class Tuned:
    """A strategy made better by `tune`.

    Attributes
    ----------
    start, strategy : Strategy
        Before and after; `strategy` may be named wherever a strategy may.
    deals : int
        Deals explored.
    gain : Paired
        What it gains, on packs that no part of the search has seen.
    """

    start: Strategy
    strategy: Strategy
    deals: int
    gain: Paired


@in_python
def tune(
    strategy: Named,
    rules: Game = "standard",
    players: People = None,
    banker: People = None,
    *,
    deals: Number = 5_000_000,
    fresh: Number = 1_000_000,
    seed: Number = 1,
) -> Tuned:
    """Make a strategy better in a given game, by play.

    Parameters
    ----------
    strategy : str, path or Strategy
        A table, which is improved letter by letter, or one with parameters, which are searched.
    players, banker : optional
        Who else sits at the table, the strategy among them. Default: it sits everywhere in its
        role.
    deals, fresh : number
        Deals to explore, and deals that measure what came of it.

    Notes
    -----
    The command `pontoon tune` does the same into a folder, and goes on there after a stop.
    """
    from pontoon_sim.strategies.tabletext import table_strategy
    from pontoon_sim.tuning.final import measure
    from pontoon_sim.tuning.game import game_of
    from pontoon_sim.tuning.rounds import Tuning
    from pontoon_sim.tuning.search import Search

    start = strategy if isinstance(strategy, Strategy) else find(str(strategy))
    whole = rules_of(rules)
    if start.role == "player":
        seats = seats_from(whole, players or start, banker)
    else:
        seats = seats_from(whole, players, banker or start)
    game = game_of(whole, seats, start, seed=seed_of(seed))
    searched = Search(game) if start.parameters else Tuning(game)
    searched.run(whole_number(deals))
    if isinstance(searched, Search):
        end = searched.strategy(searched.best)
    else:
        end = table_strategy(game.tuned_name, start.facts, searched.table)
    final = measure(game, start, end, (), whole_number(fresh))
    return Tuned(start, end, searched.course.deals, final.whole)
