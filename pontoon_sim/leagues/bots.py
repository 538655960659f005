"""Who plays in a league: bots by shipped name, file or folder, each with a way to play and a way to
hold the bank. A file that cannot be loaded or breaks the contract is out, and the others go on.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from pontoon_sim.base import interrupts
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import lies_there
from pontoon_sim.base.namelists import is_blend, split_list
from pontoon_sim.strategies.check import check
from pontoon_sim.strategies.library import (
    DEFAULT_BANKER,
    DEFAULT_PLAYER,
    find,
    find_all,
    load_file,
    names,
    shipped,
)
from pontoon_sim.strategies.model import ROLES, Role, Seat, Strategy

VIEWS = 1000
"""Random views of each decision that a bot's answers are checked on, beside those of every hand."""

_MANNERS = "facts"
"""The one part of the contract that says nothing of play: a bot without a summary may sit down."""


@dataclass(frozen=True)
class Bot:
    """A name, and how its bearer plays and holds the bank.

    Attributes
    ----------
    own : tuple of Role
        The roles that it has a strategy of its own for; the other is the league's default.
    """

    name: str
    seat: Seat
    own: tuple[Role, ...] = ROLES


@dataclass(frozen=True)
class Out:
    """A bot that may not play, or not any longer, and why in one sentence."""

    name: str
    why: str


@dataclass
class Entrants:
    """Those who sit down, and those who may not."""

    bots: list[Bot] = field(default_factory=list)
    out: list[Out] = field(default_factory=list)


def entrants_from(
    words: Sequence[str],
    players: str | None = None,
    banker: str | None = None,
    tell: Callable[[Out], None] = lambda out: None,
    begin: Callable[[str], None] = lambda word: None,
    views: int = VIEWS,
) -> Entrants:
    """Load and check bots.

    Parameters
    ----------
    words : sequence of str
        Shipped names, files, folders (every .toml and .py file in them whose name begins with a
        letter or a digit), or `PLAYER+BANKER` for one bot of two strategies. None: every shipped
        player.
    players, banker : str, optional
        How a bot plays, or holds the bank, that has no strategy of its own for it. Default
        `pub_regular` and `draw_below_16`.
    tell : callable, optional
        Called with each `Out` as soon as it is found.
    begin : callable, optional
        Called with each name or path before it is loaded and checked.

    Raises
    ------
    PontoonError
        A name or path that is not there: a mistake of whoever typed it, not of a bot.
    """
    defaults: dict[Role, Strategy] = {
        "player": find(players or DEFAULT_PLAYER, "player"),
        "banker": find(banker or DEFAULT_BANKER, "banker"),
    }
    known = {(role, strategy.name): strategy for role, strategy in defaults.items()}
    found = Entrants()
    for word in _single(words or names("player")):
        name = "+".join(part if is_blend(part) else Path(part).stem for part in _parts(word))
        begin(word)
        try:
            own = _own(word)
            if any(bot.name == name for bot in found.bots):
                raise PontoonError("another bot has the same name: rename one of them")
            for role, strategy in own.items():
                other = known.setdefault((role, strategy.name), strategy)
                if other.content_hash != strategy.content_hash:
                    raise PontoonError(
                        f"another {role} strategy has the same name, '{other.path}':"
                        " rename one of them"
                    )
            _check(own.values(), views)
        except (Exception, SystemExit) as error:  # somebody else's code runs in there
            if interrupts.pressed():  # Ctrl-C was lost in the compiler: no fault of the bot
                raise KeyboardInterrupt from None
            found.out.append(Out(word, _told(error)))
            tell(found.out[-1])
            continue
        both = {**defaults, **own}
        found.bots.append(Bot(name, Seat(both["player"], both["banker"]), tuple(own)))
    return found


def _told(error: BaseException) -> str:
    if isinstance(error, PontoonError):
        return str(error)
    if isinstance(error, SystemExit):
        return "it ends the program when it is loaded: take that out"
    return f"loading it raised {type(error).__name__}: {' '.join(str(error).split())}"


def _single(words: Iterable[str]) -> Iterator[str]:
    """Names and files, each once, with folders opened; what is not there is refused."""
    seen = set()
    for word in words:
        opened = [word]
        if word not in shipped() and os.path.isdir(word):
            opened = [str(path) for path in sorted(Path(word).iterdir()) if _is_strategy_file(path)]
            if not opened:
                raise PontoonError(f"folder '{word}' holds no strategy file (.toml or .py)")
        else:
            for part in _parts(word):
                if part not in shipped() and not os.path.isfile(part):
                    find(part)  # says what is wrong with it
        for one in opened:
            key = one if one in shipped() or not lies_there(one) else str(Path(one).resolve())
            if key not in seen:
                seen.add(key)
                yield one


def _is_strategy_file(path: Path) -> bool:
    return path.is_file() and path.suffix in (".toml", ".py") and path.name[0].isalnum()


def _parts(word: str) -> list[str]:
    """`PLAYER+BANKER` apart; a name or a path in one piece."""
    return [word] if "+" not in word or lies_there(word) else word.split("+", 1)


def _own(word: str) -> dict[Role, Strategy]:
    """A bot's own strategies by role."""
    parts = _parts(word)
    if len(parts) == 2:
        return {role: find(part, role) for role, part in zip(ROLES, parts, strict=True)}
    if is_blend(word):
        return {strategy.role: strategy for strategy in find_all(word)}
    return load_file(shipped().get(word, Path(word)))


def _check(strategies: Iterable[Strategy], views: int) -> None:
    """Refuse a strategy that breaks the contract; the shipped ones are checked by the tests."""
    for strategy in strategies:
        if shipped().get(strategy.name) == strategy.path:
            continue
        findings = [one for one in check(strategy, views) if one.test != _MANNERS]
        if findings:
            more = f" (and {len(findings) - 1} more)" if len(findings) > 1 else ""
            raise PontoonError(
                f"breaks the contract, {findings[0]}{more}; see 'pontoon strategies check"
                f" {strategy.path}'"
            )


def field_from(text: str | None, banker: str | None = None) -> list[Bot]:
    """The regulars of `--against`: shipped names, files or `PLAYER+BANKER`, with commas between.

    Raises
    ------
    PontoonError
        Any of them cannot be loaded or breaks the contract.
    """
    if text is None:
        return []
    words = split_list(text, "--against")
    if "" in words:
        raise PontoonError(f"--against {text}: a name is missing between two commas")
    found = entrants_from(words, banker=banker)
    if found.out:
        raise PontoonError(f"--against: '{found.out[0].name}': {found.out[0].why}")
    return found.bots
