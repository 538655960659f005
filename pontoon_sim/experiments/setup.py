"""From an experiment to its arms: rules and strategies loaded, arms named, compared with whom.

Strategies are loaded here, so that a strategy in Python is run by this, but where somebody only
reads what was played.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.base.namelists import split_list, with_parts
from pontoon_sim.base.toml import toml_value
from pontoon_sim.engine.tallies import group_lines
from pontoon_sim.experiments.model import Experiment, OverFile
from pontoon_sim.experiments.outcome import Axis, Setup
from pontoon_sim.game.rules import Rules, rules_from, rules_of
from pontoon_sim.runs.tenures import refuse_endless
from pontoon_sim.runs.trial import MOST_ARMS, Arm
from pontoon_sim.strategies.library import find, find_unrun, seats_from
from pontoon_sim.strategies.model import Role, Seat, Strategy

Game = Mapping[str, Any]
"""What is played: `rules`, `seats`, `players`, `banker`, `of` and `set`."""


Hashes = Sequence[Sequence[tuple[str, str]]]


def setup_of(experiment: Experiment, played: Hashes | None = None) -> Setup:
    """The arms of an experiment and how they belong together.

    Parameters
    ----------
    experiment : Experiment
    played : list of list of (str, str), optional
        Of a run that is only read: hashes of player and banker at each seat of each arm. No Python
        file is run then that the experiment names; what such a file held is taken from here.

    | kind | arms | compared with |
    |---|---|---|
    | measure | one | nothing |
    | compare | as the file names them, again for each value of `over` | the first of their value |
    | sweep, shoot, bank value | one for each value, or pair of values | nothing |
    | ladder | the base, each variant alone, all together | the base |

    Raises
    ------
    PontoonError
        One sentence that names the file, the arm and the fault.
    """
    games = {
        "compare": _compare,
        "ladder": _ladder,
    }.get(experiment.kind, _cells)(experiment)
    if len(games) > MOST_ARMS:
        raise PontoonError(
            f"{experiment.place}: [[over]] makes {len(games):,} arms: take values for at most"
            f" {MOST_ARMS}"
        )
    named = f"{experiment.place}, arm '{{}}'" if len(games) > 1 else experiment.place
    finder = find if played is None else find_unrun
    arms = tuple(
        _arm(named.format(name), experiment.kind, name, game, finder) for name, game, _, _ in games
    )
    if played is not None:
        arms = _as_played(arms, played)
    axes = tuple(
        Axis(over.what, tuple(word(over.what, value) for value in over.values))
        for over in experiment.over
    )
    references = tuple(reference for _, _, reference, _ in games)
    return Setup(arms, references, axes, tuple(cell for *_, cell in games) if axes else ())


_Row = tuple[str, Game, int | None, tuple[int, ...]]
"""Name of an arm, its game, its reference and its cell."""


def _cells(experiment: Experiment) -> list[_Row]:
    """One arm for each value of `over`, or each pair of values; one where there is none."""
    base, overs = _base(experiment), experiment.over
    rows: list[_Row] = []
    for cell in product(*(range(len(over.values)) for over in overs)):
        game, words = base, []
        for over, place in zip(overs, cell, strict=True):
            game = _at(game, over, place)
            words.append(f"{over.what} {word(over.what, over.values[place])}")
        rows.append((", ".join(words) or _line_up(base), game, None, cell))
    return rows


def _compare(experiment: Experiment) -> list[_Row]:
    base = _base(experiment)
    rows: list[_Row] = []
    overs = experiment.over
    for cell in product(*(range(len(over.values)) for over in overs)):
        game, panel = base, ""
        for over, place in zip(overs, cell, strict=True):
            game = _at(game, over, place)
            panel += f"{over.what} {word(over.what, over.values[place])}: "
        first = len(rows)
        for arm in experiment.arm:
            reference = first if len(rows) > first else None
            rows.append((panel + arm.name, _changed(game, arm.changes), reference, cell))
    return rows


def _ladder(experiment: Experiment) -> list[_Row]:
    base = together = _base(experiment)
    rows: list[_Row] = [("base", base, None, ())]
    for variant in experiment.variant:
        rows.append((variant.name, _changed(base, variant.changes), 0, ()))
        together = _changed(together, variant.changes)
    rows.append(("all together", together, 0, ()))
    return rows


def _base(experiment: Experiment) -> Game:
    return {
        "rules": experiment.rules,
        "seats": experiment.seats,
        "players": experiment.players,
        "banker": experiment.banker,
        "of": experiment.of,
        "set": experiment.set,
    }


def _at(game: Game, over: OverFile, place: int) -> Game:
    """A game with the value of an axis at some place."""
    key = over.what if over.what in game else f"set.{over.what}"
    return _changed(game, {key: over.values[place]})


def _changed(game: Game, changes: Mapping[str, Any]) -> Game:
    """A game with some keys changed; settings of the rules are `set.stick_min`."""
    changed = {**game, "set": dict(game["set"])}
    for key, value in changes.items():
        if key.startswith("set."):
            changed["set"][key.removeprefix("set.")] = value
            if key == "set.seats":
                changed["seats"] = None
        else:
            changed[key] = value
    return changed


def _arm(
    place: str, kind: str, name: str, game: Game, finder: Callable[[str, Role], Strategy]
) -> Arm:
    try:
        rules = _rules(game)
        _refuse(kind, rules)
        seats = seats_from(rules, game["players"], game["banker"], finder)
    except PontoonError as fault:
        said = str(fault).replace("--players", "players").replace("--banker", "banker")
        raise PontoonError(f"{place}: {said}") from None
    groups = {str(group): group for group in group_lines(seats)}
    if game["of"] not in groups:
        raise PontoonError(
            f"{place}: of = {toml_value(game['of'], grouped=True)} is nobody at that table"
            f"{nearest(game['of'], groups)}: take one of {', '.join(groups)}"
        )
    return Arm(name, rules, seats, groups[game["of"]])


def _as_played(arms: tuple[Arm, ...], played: Hashes) -> tuple[Arm, ...]:
    """Arms whose strategies that were not run have the hashes of what was played."""

    def of(strategy: Strategy, digest: str) -> Strategy:
        return strategy if strategy.is_run else replace(strategy, content_hash=digest)

    made = list(arms)
    for number, (arm, hashes) in enumerate(zip(arms, played, strict=False)):
        seats = list(arm.seats)
        for place, (seat, (player, banker)) in enumerate(zip(seats, hashes, strict=False)):
            seats[place] = Seat(of(seat.player, player), of(seat.banker, banker))
        made[number] = replace(arm, seats=tuple(seats))
    return tuple(made)  # a run of other arms is refused by whoever compares their inputs


def _rules(game: Game) -> Rules:
    source = str(game["rules"])
    settings = {**game["set"]}
    if game["seats"] is not None:
        settings["seats"] = game["seats"]
    # The preset's or file's own values first, so that `set` lies on top of them.
    base = rules_from(source)
    return rules_of({**base.model_dump(), **settings}, f"rules '{word('rules', source)}'")


def _line_up(base: Game) -> str:
    players, banker = base["players"], base["banker"]
    rules = word("rules", base["rules"])
    names = [rules] + [word("players", one) for one in (players, banker) if one is not None]
    return ", ".join(names)


def _refuse(kind: str, rules: Rules) -> None:
    """Refuse rules under which there is no answer to a kind of question."""
    if kind == "shoot" and not rules.shoot:
        raise PontoonError(
            'kind = "shoot" needs shoot bets: write rules = "shoot", or shoot = true in [set]'
        )
    if kind == "bank value":
        refuse_endless(rules)


def _short(name: str) -> str:
    return Path(name).stem if Path(name).suffix in (".toml", ".py") else name


def word(what: str, value: Any) -> str:
    """A value of an axis as reports write it: files by their names, not their paths.

    >>> word("players", "/home/ann/mine.toml"), word("buy_certain_trick", True), word("seats", 4)
    ('mine', 'true', '4')
    """
    if isinstance(value, str) and what in ("players", "banker", "rules"):
        return ",".join(with_parts(part, _short) for part in split_list(value, what))
    return value if isinstance(value, str) else toml_value(value, grouped=True)
