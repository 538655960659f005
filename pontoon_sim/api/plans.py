"""How to play: exact values and best replies, advice on a hand, strategies made better."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
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
from pontoon_sim.strategies.model import Role, Strategy

if TYPE_CHECKING:
    from pontoon_sim.advice import Worth
    from pontoon_sim.exact import BestBanker, ExactValue, Reply
    from pontoon_sim.strategies.distil import Distilled, Policy
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


@in_python
def distil(
    policy: Policy | Mapping[str, Policy] | Strategy,
    name: str = "distilled",
    *,
    role: Role = "player",
    rules: Game = "standard",
    views: Number = 5000,
    seed: Number = 1,
) -> Distilled:
    """A table of letters that plays as a policy does, as far as a table can.

    Parameters
    ----------
    policy : callable, mapping or Strategy
        From a view to its answer for `turn` (a banker's: `draw`), such as a trained one; or a
        mapping of decisions to such callables.
    name : str
        Of the new strategy.
    role : "player" or "banker"
    rules : Rules, str or path
        The game in which it is asked.
    views : number
        Decisions of random deals on which it is asked and, other ones, compared.

    Returns
    -------
    Distilled
        `.strategy` may be named wherever a strategy may, `.write(path)` makes its file, and
        `str()` says what of the policy a table cannot say.

    Examples
    --------
    >>> made = distil(lambda view: 0 if view.total >= 16 and view.can_stick else -1, "sixteen")
    >>> print(made)
    The table answers as the policy does.
    """
    from pontoon_sim.strategies.distil import distil

    made = whole_number(views)
    return distil(policy, name, role=role, rules=rules_of(rules), views=made, seed=seed_of(seed))


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
