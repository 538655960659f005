"""What a user calls from Python, loaded by `import pontoon_sim as pt` when it is first used.

Names become objects here, numbers may be written as on the command line (`1e6`, `"2M"`, `"0.1%"`),
and the rooms below do the work. Nothing is decided here, and nothing below may import it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import MOST_SEED, share, whole_number
from pontoon_sim.engine.tallies import Group
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.run.blocks import Workers
from pontoon_sim.run.driver import Until
from pontoon_sim.run.trial import Arm
from pontoon_sim.strategies.library import DEFAULT_BANKER, DEFAULT_PLAYER, Named, find, seats_from
from pontoon_sim.strategies.model import Strategy

if TYPE_CHECKING:
    from pontoon_sim.advise import Worth
    from pontoon_sim.exact import BestBanker, ExactValue, Reply
    from pontoon_sim.experiments.model import Experiment
    from pontoon_sim.experiments.outcome import Outcome
    from pontoon_sim.league.play import League
    from pontoon_sim.reference import DealRecord
    from pontoon_sim.results.bank import BankValue
    from pontoon_sim.results.comparison import Comparison
    from pontoon_sim.results.result import Result
    from pontoon_sim.strategies.model import Role
    from pontoon_sim.tuning.paired import Paired

Game = Rules | str | Path
"""Rules, the name of a preset, or the path of a rules file."""

People = Named | Sequence[Named] | None
"""Strategies, names, paths or blends: one for all seats, or one a seat; None: the default."""

Number = int | float | str
"""A whole number as people write it: `1e6`, `"2M"`, `"1,000,000"`."""

P = ParamSpec("P")
R = TypeVar("R")

_FLAG = re.compile(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)")


def _in_python(function: Callable[P, R]) -> Callable[P, R]:
    """Errors of the rooms below may name a flag: here it is an argument."""

    @functools.wraps(function)
    def called(*args: P.args, **kwargs: P.kwargs) -> R:
        try:
            return function(*args, **kwargs)
        except PontoonError as error:
            text = _FLAG.sub(lambda flag: flag[1].replace("-", "_"), str(error))
            if text == str(error):
                raise
            raise PontoonError(text) from None

    return called


def _rules(rules: Game) -> Rules:
    return rules if isinstance(rules, Rules) else rules_from(rules)


def _seed(seed: Number) -> int:
    return whole_number(seed, least=0, most=MOST_SEED)


def _until(deals: Number | Until, precision: Number | None) -> Until:
    if isinstance(deals, Until):
        return deals
    return Until(whole_number(deals), None if precision is None else share(precision))


def _strategy(named: Named, role: Role) -> Strategy:
    return named if isinstance(named, Strategy) else find(str(named), role)


@_in_python
def simulate(
    rules: Game = "standard",
    players: People = None,
    banker: People = None,
    *,
    deals: Number | Until = 1_000_000,
    precision: Number | None = None,
    seed: Number = 1,
    workers: Workers = None,
) -> Result:
    """Play a game and measure the banker's edge.

    Parameters
    ----------
    rules : Rules, str or path
        Rules, a preset such as "standard" or "shoot", or a rules file.
    players, banker : str, path, Strategy or a sequence of them, optional
        One for all seats, or one a seat. Default: pub_regular and draw_below_16.
    deals : number or Until
        Deals to play, such as `1e6`; with `precision`, the most.
    precision : share, optional
        Stop when the edge is known to this, such as "0.1%" or 0.001 of the initial stakes.
    seed : int
        The same seed gives the same numbers, whatever the number of threads.
    workers : int or Executor, optional
        Threads, or an executor. Default: a thread for each processor.

    Returns
    -------
    Result

    Raises
    ------
    PontoonError
        One sentence that names what is wrong.

    Examples
    --------
    >>> simulate("shuffled", "stick15", deals=2e4).deals
    20000
    """
    from pontoon_sim.measure.simulate import simulate

    game = _rules(rules)
    seats = seats_from(game, players, banker)
    until = _until(deals, precision)
    return simulate(game, seats, deals=until, seed=_seed(seed), workers=workers)


@_in_python
def arm(
    name: str,
    rules: Game = "standard",
    players: People = None,
    banker: People = None,
    *,
    of: str = "all",
) -> Arm:
    """One of the games that `compare` sets against each other.

    Parameters
    ----------
    name : str
        As tables call it.
    of : str
        Whose net is compared: "all", "position 0", "player at 2", "player stick16", ...
    """
    game = _rules(rules)
    return Arm(name, game, seats_from(game, players, banker), Group.parse(of))


@_in_python
def compare(
    *arms: Named | Arm,
    rules: Game = "standard",
    banker: People = None,
    deals: Number | Until = 1_000_000,
    precision: Number | None = None,
    seed: Number = 1,
    workers: Workers = None,
) -> Comparison:
    """Play two or more line-ups over the same packs, for their differences.

    Parameters
    ----------
    *arms : str, path, Strategy or Arm
        Players that sit at every seat, or whole games made by `arm`. The first is the reference.
    rules, banker
        Of the arms that are players only.
    deals, precision, seed, workers
        As those of `simulate`; deals of each arm.

    Examples
    --------
    >>> found = compare("stick15", "stick16", rules="shuffled", deals=2e4)
    >>> found.contrasts[0].figures["edge_initial"].variance_ratio > 5
    True
    """
    from pontoon_sim.measure.compare import compare

    game = _rules(rules)
    made = []
    for one in arms:
        name = one.name if isinstance(one, Arm | Strategy) else Path(one).stem
        made.append(one if isinstance(one, Arm) else arm(name, game, one, banker))
    return compare(made, deals=_until(deals, precision), seed=_seed(seed), workers=workers)


@_in_python
def sweep(
    over: Mapping[str, Iterable[Any]],
    rules: Game = "standard",
    players: str | None = None,
    banker: str | None = None,
    *,
    deals: Number = 1_000_000,
    precision: Number | None = None,
    seed: Number = 1,
    workers: Workers = None,
) -> Outcome:
    """Measure the banker's edge over the values of one or two things.

    Parameters
    ----------
    over : mapping
        What to go over, and its values: players, banker, rules, seats, or any setting of the rules,
        such as `{"seats": range(2, 9), "stick_min": [15, 16]}`. Two make a grid.
    players, banker : str, optional
        Names or paths, with commas between for one a seat.
    rules, deals, precision, seed, workers
        As those of `simulate`; deals of each value.
    """
    from pontoon_sim.experiments.reading import experiment_of

    content: dict[str, Any] = {
        "kind": "sweep",
        "question": f"How does the banker's edge change with {' and '.join(over)}?",
        "over": [{"what": what, "values": list(values)} for what, values in over.items()],
        "players": players or (None if "players" in over else DEFAULT_PLAYER),
        "banker": banker,
    }
    if isinstance(rules, Rules):
        content |= {"set": {k: v for k, v in rules.changed.items() if k != "seats"}}
        content |= {} if "seats" in over else {"seats": rules.seats}
    else:
        content |= {"rules": str(rules)}
    content = {key: value for key, value in content.items() if value not in (None, {})}
    asked = experiment_of(content, "sweep")
    return run(asked, deals=deals, precision=precision, seed=seed, workers=workers)


@_in_python
def run(
    experiment: str | Path | Experiment,
    *,
    deals: Number | None = None,
    precision: Number | None = None,
    seed: Number | None = None,
    out: str | Path | None = None,
    resume: bool = False,
    workers: Workers = None,
) -> Outcome:
    """Play an experiment: a shipped one by its name, or a file that asks a question.

    Parameters
    ----------
    experiment : str, path or Experiment
    deals, precision, seed : optional
        In place of what the experiment says.
    out : path, optional
        Folder in which the run is kept.
    resume : bool
        Go on with the run in that folder.
    """
    from pontoon_sim.experiments.job import Plan
    from pontoon_sim.experiments.play import run_experiment
    from pontoon_sim.experiments.reading import load_experiment

    asked = load_experiment(experiment) if isinstance(experiment, str | Path) else experiment
    plan = Plan(
        deals=None if deals is None else whole_number(deals),
        precision=None if precision is None else share(precision),
        seed=None if seed is None else _seed(seed),
        out=out,
        resume=resume,
    )
    return run_experiment(asked, plan, workers=workers)


@_in_python
def replay(
    rules: Game = "standard",
    players: People = None,
    banker: People = None,
    *,
    seed: Number = 1,
    table: int = 0,
    first: int = 0,
    last: int = 1,
) -> list[DealRecord]:
    """The records of deals `first` to `last - 1` of a table, exactly as `simulate` plays them.

    Examples
    --------
    >>> [sum(record.net) for record in replay("standard", last=3)]
    [0, 0, 0]
    """
    from pontoon_sim.measure.simulate import replay

    game = _rules(rules)
    seats = seats_from(game, players, banker)
    return replay(game, seats, seed=_seed(seed), table=table, first=first, last=last)


@_in_python
def exact_value(
    rules: Game = "shuffled", players: Named = DEFAULT_PLAYER, banker: Named = DEFAULT_BANKER
) -> ExactValue:
    """What a player nets against a banker, by enumeration: no sampling, no error.

    Right where every deal has a fresh pack and both look at their own hands only; anything else is
    refused in one sentence.
    """
    from pontoon_sim.exact import exact_value

    return exact_value(_rules(rules), _strategy(players, "player"), _strategy(banker, "banker"))


@_in_python
def best_reply(rules: Game = "shuffled", banker: Named = DEFAULT_BANKER) -> Reply:
    """The player's best reply to a banker, exactly, among players who look at their own hand."""
    from pontoon_sim.exact import best_reply

    return best_reply(_rules(rules), _strategy(banker, "banker"))


@_in_python
def best_banker(rules: Game = "shuffled", players: People = DEFAULT_PLAYER) -> BestBanker:
    """The best banker against the given players, exactly, among those who look at their own
    hand."""
    from pontoon_sim.exact import best_banker

    named = [players or DEFAULT_PLAYER] if isinstance(players, str | Path | Strategy) else players
    return best_banker(_rules(rules), [_strategy(one, "player") for one in named or ()])


@_in_python
def bank_value(
    rules: Game = "standard",
    players: People = None,
    banker: People = None,
    *,
    tenures: Number | Until = 200_000,
    seed: Number = 1,
    workers: Workers = None,
) -> BankValue:
    """What holding the bank is worth, from when it is taken over until it passes on.

    Parameters
    ----------
    tenures : number or Until
        Banks to play; the precision of an `Until` is in chips.
    rules, players, banker, seed, workers
        As those of `simulate`.
    """
    from pontoon_sim.measure.bank import bank_value

    game = _rules(rules)
    seats = seats_from(game, players, banker)
    until = tenures if isinstance(tenures, Until) else whole_number(tenures, least=2)
    return bank_value(game, seats, tenures=until, seed=_seed(seed), workers=workers)


@_in_python
def league(
    bots: Sequence[str | Path],
    rules: Game = "standard",
    *,
    against: str | None = None,
    deals: Number = 1_000_000,
    precision: Number | None = None,
    seed: Number = 1,
    threads: int | None = None,
) -> League:
    """Let bots play against each other, and rank them.

    Parameters
    ----------
    bots : sequence of str or path
        Shipped names, files, folders, or "PLAYER+BANKER" for one bot of two strategies.
    against : str, optional
        Regulars, with commas between: each bot then plays alone against these.
    deals : number
        At all tables together; with `precision`, the most.
    rules, precision, seed
        As those of `simulate`.

    Returns
    -------
    League
        `league.out` are those who broke a rule, and why.
    """
    from pontoon_sim.league.bots import entrants_from, field_from
    from pontoon_sim.league.play import Terms, play_league

    until = _until(deals, precision)
    entrants = entrants_from([str(bot) for bot in bots])
    terms = Terms(until.deals, seed=_seed(seed), precision=until.precision, threads=threads)
    played = play_league(_rules(rules), entrants.bots, terms, regulars=field_from(against))
    return replace(played, out=(*entrants.out, *played.out))


@_in_python
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
    from pontoon_sim.advise import Situation, advise_by_play, advise_exactly
    from pontoon_sim.game.cards import parse_cards, parse_hand

    game = _rules(rules)
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


@_in_python
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
    whole = _rules(rules)
    if start.role == "player":
        seats = seats_from(whole, players or start, banker)
    else:
        seats = seats_from(whole, players, banker or start)
    game = game_of(whole, seats, start, seed=_seed(seed))
    searched = Search(game) if start.parameters else Tuning(game)
    searched.run(whole_number(deals))
    if isinstance(searched, Search):
        end = searched.strategy(searched.best)
    else:
        end = table_strategy(game.tuned_name, start.facts, searched.table)
    final = measure(game, start, end, (), whole_number(fresh))
    return Tuned(start, end, searched.course.deals, final.whole)
