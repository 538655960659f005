"""What is answered by play: games, comparisons, sweeps, experiments, banks and leagues."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pontoon_sim.api.arguments import (
    Game,
    Number,
    People,
    in_python,
    rules_of,
    seed_of,
    until_of,
)
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import share, whole_number
from pontoon_sim.engine.tallies import Group
from pontoon_sim.game.rules import Rules
from pontoon_sim.runs.blocks import Workers
from pontoon_sim.runs.driver import Until
from pontoon_sim.runs.trial import Arm
from pontoon_sim.strategies.library import DEFAULT_PLAYER, Named, seats_from
from pontoon_sim.strategies.model import Strategy

if TYPE_CHECKING:
    from pontoon_sim.experiments.model import Experiment
    from pontoon_sim.experiments.outcome import Outcome
    from pontoon_sim.leagues.play import League
    from pontoon_sim.reference import DealRecord
    from pontoon_sim.results.bank import BankValue
    from pontoon_sim.results.comparison import Comparison
    from pontoon_sim.results.result import Result


@in_python
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

    game = rules_of(rules)
    seats = seats_from(game, players, banker)
    until = until_of(deals, precision)
    return simulate(game, seats, deals=until, seed=seed_of(seed), workers=workers)


@in_python
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
    game = rules_of(rules)
    return Arm(name, game, seats_from(game, players, banker), Group.parse(of))


@in_python
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

    game = rules_of(rules)
    if len(arms) < 2:
        raise PontoonError(f"{len(arms)} to compare: name two or more")
    made = []
    for one in arms:
        name = one.name if isinstance(one, Arm | Strategy) else Path(one).stem
        made.append(one if isinstance(one, Arm) else arm(name, game, one, banker))
    return compare(made, deals=until_of(deals, precision), seed=seed_of(seed), workers=workers)


@in_python
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


@in_python
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
        seed=None if seed is None else seed_of(seed),
        out=out,
        resume=resume,
    )
    return run_experiment(asked, plan, workers=workers)


@in_python
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

    game = rules_of(rules)
    seats = seats_from(game, players, banker)
    return replay(game, seats, seed=seed_of(seed), table=table, first=first, last=last)


@in_python
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

    game = rules_of(rules)
    seats = seats_from(game, players, banker)
    until = tenures if isinstance(tenures, Until) else whole_number(tenures, least=2)
    return bank_value(game, seats, tenures=until, seed=seed_of(seed), workers=workers)


@in_python
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
    from pontoon_sim.leagues.bots import entrants_from, field_from
    from pontoon_sim.leagues.play import Terms, play_league

    until = until_of(deals, precision)
    if isinstance(bots, str | Path):
        raise PontoonError(f"bots = {str(bots)!r}: give a list of names")
    entrants = entrants_from([str(bot) for bot in bots])
    terms = Terms(until.deals, seed=seed_of(seed), precision=until.precision, threads=threads)
    played = play_league(rules_of(rules), entrants.bots, terms, regulars=field_from(against))
    return replace(played, out=(*entrants.out, *played.out))
