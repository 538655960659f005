"""Finding strategies by name or path, loading them, and seating them at a table.

Shipped strategies are found by name. Anything else is named by its path; a Python file is run when
it is loaded, so it is never searched for.
"""

from __future__ import annotations

import contextlib
import hashlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

from pontoon_sim.base.errors import PontoonError, nearest, printable
from pontoon_sim.base.files import lies_there, read_bytes, shipped_folder
from pontoon_sim.base.namelists import is_blend, split_list
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies.blend import blend_from
from pontoon_sim.strategies.function import load_functions
from pontoon_sim.strategies.model import ROLES, Facts, Role, Seat, Strategy
from pontoon_sim.strategies.parameters import hash_with, with_values
from pontoon_sim.strategies.tablefile import load_table

DEFAULT_PLAYER = "pub_regular"
DEFAULT_BANKER = "draw_below_16"

_SUFFIXES = (".toml", ".py")


def shipped() -> dict[str, Path]:
    """Names of the shipped strategies and their files, in order of name."""
    files = (path for path in shipped_folder("strategies").iterdir() if path.suffix in _SUFFIXES)
    return {path.stem: path for path in sorted(files) if not path.stem.startswith("_")}


def load_file(path: str | Path, values: Mapping[str, int] | None = None) -> dict[Role, Strategy]:
    """Load every strategy of a file, by role. A Python file is run by this.

    Parameters
    ----------
    values : mapping of str to int, optional
        Values of its parameters, instead of the defaults that it names.

    Raises
    ------
    PontoonError
        The file cannot be read or is no strategy: one sentence that names file and place.
    """
    path = Path(path)
    content = read_bytes(path, "strategy")
    if path.suffix not in _SUFFIXES:
        raise PontoonError(
            f"strategy file '{path}' is neither a table (.toml) nor a Python file (.py)"
        )
    if path.stem != printable(path.stem):
        raise PontoonError(f"strategy file '{path}' has a control character in its name: rename it")
    content_hash = hash_with(hashlib.sha256(content).hexdigest(), values or {})
    if path.suffix == ".toml":
        strategy = load_table(path, content_hash, values)
        return {strategy.role: replace(strategy, content=content)}
    if not content.strip():
        raise PontoonError(
            f"strategy file '{path}' is empty: see docs/strategies.md for how to write one"
        )
    strategies = load_functions(path, content_hash, values)
    return {role: replace(strategy, content=content) for role, strategy in strategies.items()}


def with_parameters(strategy: Strategy, values: Mapping[str, int]) -> Strategy:
    """The same strategy with other values of its parameters.

    Raises
    ------
    PontoonError
        A parameter that it does not have, or a value out of its range.
    """
    made = with_values(strategy.parameters, values, f"strategy '{strategy.name}'")
    if made == strategy.parameters:
        return strategy
    plain = load_file(strategy.path)[strategy.role]
    if made == plain.parameters:
        return plain
    return load_file(strategy.path, {n: number.value for n, number in made.items()})[strategy.role]


def load(path: str | Path, role: Role | None = None) -> Strategy:
    """Load the strategy of a file, for a role where the file has one for each."""
    return _of_role(load_file(path), role, f"strategy file '{path}'")


def find(name: str, role: Role | None = None) -> Strategy:
    """A strategy by the name of a shipped one, by path, or a blend such as
    `with_errors(pub_regular,0.05)` or `mix(stick15:0.5,stick16:0.5)`.

    Raises
    ------
    PontoonError
        No such name or file (with the nearest name), or the strategy has another role.
    """
    if is_blend(name):
        return blend_from(name, lambda part: find(part, role))
    files = shipped()
    if name in files:
        return _of_role(_shipped_file(files[name]), role, f"strategy '{name}'")
    if Path(name).suffix in _SUFFIXES or lies_there(name) or "/" in name or "\\" in name:
        return load(name, role)
    raise PontoonError(
        f"unknown strategy '{name}'"
        + (nearest(name, files) or f": take one of {', '.join(names(role))}, or a file's path")
    )


def find_unrun(name: str, role: Role) -> Strategy:
    """As `find`, but no Python file is run that is not shipped: in its place stands a strategy of
    its name that answers nothing (`Strategy.is_run`), for those who only read what was played."""
    if is_blend(name):
        return blend_from(name, lambda part: find_unrun(part, role))
    if Path(name).suffix != ".py" or name in shipped():
        return find(name, role)
    return Strategy(Path(name).stem, role, "function", Facts(), Path(name), "not run", {})


def find_all(name: str) -> list[Strategy]:
    """Every strategy that a name, a path or a blend stands for: one for each role that it has."""
    if is_blend(name):
        roles: list[Role] = []
        for role in ROLES:
            with contextlib.suppress(PontoonError):
                find(name, role)
                roles.append(role)
        return [find(name, role) for role in roles] or [find(name)]
    files = shipped()
    if name in files:
        return list(_shipped_file(files[name]).values())
    if lies_there(name):
        return list(load_file(name).values())
    return [find(name)]


def names(role: Role | None = None) -> list[str]:
    """Names of the shipped strategies, of one role where that is given."""
    return [name for name, path in shipped().items() if role is None or role in _shipped_file(path)]


def load_shipped(file_name: str, role: Role) -> Strategy | None:
    """The shipped strategy of a file of this name, if there is one that has the role."""
    path = shipped().get(Path(file_name).stem)
    if path is None or path.name != file_name:
        return None
    return _shipped_file(path).get(role)


@cache
def _shipped_file(path: Path) -> dict[Role, Strategy]:
    return load_file(path)


def _of_role(strategies: dict[Role, Strategy], role: Role | None, place: str) -> Strategy:
    if role is None:
        if len(strategies) > 1:
            raise PontoonError(f"{place} is both a player's and a banker's: say which role")
        return next(iter(strategies.values()))
    if role not in strategies:
        other = next(iter(strategies))
        task = "hold the bank" if role == "banker" else "play against the banker"
        raise PontoonError(
            f"{place} is a {other} strategy and cannot {task}: take a {role} strategy, such as"
            f" {DEFAULT_BANKER if role == 'banker' else DEFAULT_PLAYER}"
        )
    return strategies[role]


Named = str | Path | Strategy
"""A strategy, or how it is found: by name or path."""


def seats_from(
    rules: Rules,
    players: Named | Sequence[Named] | None = None,
    banker: Named | Sequence[Named] | None = None,
    finder: Callable[[str, Role], Strategy] = find,
) -> tuple[Seat, ...]:
    """Who sits where: strategies for every seat.

    Parameters
    ----------
    rules : Rules
        `seats`, and whether the banker's seat is known before the first deal.
    players : str, path, Strategy or a sequence of them, optional
        A string is a comma list of names or paths. One for all seats; as many as `seats`, seat by
        seat; or, where the bank never passes and `first_banker` is a seat number, one fewer, from
        the banker's left. Default `pub_regular`.
    banker : str, path, Strategy or a sequence of them, optional
        One for all seats when they hold the bank, or as many as `seats`. Default `draw_below_16`.
    finder : callable
        Gives the strategy of a name and a role.

    Returns
    -------
    tuple of Seat
        By seat number.
    """
    playing = _line_up(players or DEFAULT_PLAYER, "player", rules, finder)
    banking = _line_up(banker or DEFAULT_BANKER, "banker", rules, finder)
    return tuple(Seat(player, bank) for player, bank in zip(playing, banking, strict=True))


def _line_up(
    named: Named | Sequence[Named],
    role: Role,
    rules: Rules,
    finder: Callable[[str, Role], Strategy],
) -> list[Strategy]:
    words: list[Named]
    if isinstance(named, str):
        words = list(split_list(named, "--players" if role == "player" else "--banker"))
    else:
        words = [named] if isinstance(named, (Path, Strategy)) else list(named)
    flag = "--players" if role == "player" else "--banker"
    if "" in words:
        raise PontoonError(f"{flag} {named}: a name is missing between two commas")
    seats = rules.seats
    if len(words) not in (1, seats):
        if role == "player" and len(words) == seats - 1:
            if rules.bank_stays and rules.first_banker != "cut":
                left = _strategies_of(words, role, finder)
                return _from_the_left(left, rules.first_banker, seats)
            raise PontoonError(
                f"{flag} names {len(words)} strategies for {seats} seats: one for each player fits"
                " only where the banker's seat is fixed (bank_passes = never, bank_sale = false and"
                f" first_banker a seat number); name one, or {seats}"
            )
        raise PontoonError(
            f"{flag} names {len(words)} strategies for {seats} seats: name one for all, or {seats}"
        )
    strategies = _strategies_of(words, role, finder)
    return strategies * seats if len(strategies) == 1 else strategies


def _strategies_of(
    words: Sequence[Named], role: Role, finder: Callable[[str, Role], Strategy]
) -> list[Strategy]:
    """The strategies, a file that is named twice loaded once."""
    keys = dict.fromkeys(str(word) for word in words if not isinstance(word, Strategy))
    loaded = {key: finder(key, role) for key in keys}
    return [
        _of_role({word.role: word}, role, f"strategy '{word.name}'")
        if isinstance(word, Strategy)
        else loaded[str(word)]
        for word in words
    ]


def _from_the_left(players: list[Strategy], banker: int, seats: int) -> list[Strategy]:
    by_seat = {(banker + 1 + position) % seats: player for position, player in enumerate(players)}
    # The banker's own seat never plays; it needs some player strategy to be a seat at all.
    by_seat[banker] = players[0]
    return [by_seat[seat] for seat in range(seats)]


def all_shipped() -> list[Strategy]:
    """Every shipped strategy, players first, in order of name."""
    loaded = [_shipped_file(path) for path in shipped().values()]
    return [strategies[role] for role in ROLES for strategies in loaded if role in strategies]
