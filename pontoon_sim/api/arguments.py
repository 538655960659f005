"""Arguments as people write them, made into what the rooms below take; errors in Python's words."""

from __future__ import annotations

import functools
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import ParamSpec, TypeVar

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import MOST_SEED, share, whole_number
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.runs.driver import Until
from pontoon_sim.strategies.library import Named, find
from pontoon_sim.strategies.model import Role, Strategy

Game = Rules | str | Path
"""Rules, the name of a preset, or the path of a rules file."""

People = Named | Sequence[Named] | None
"""Strategies, names, paths or blends: one for all seats, or one a seat; None: the default."""

Number = int | float | str
"""A whole number as people write it: `1e6`, `"2M"`, `"1,000,000"`."""

P = ParamSpec("P")
R = TypeVar("R")

_FLAG = re.compile(r"(?<![\w-])--([a-z]+(?:-[a-z]+)*)")


def in_python(function: Callable[P, R]) -> Callable[P, R]:
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


def rules_of(rules: Game) -> Rules:
    """The rules that are meant."""
    return rules if isinstance(rules, Rules) else rules_from(rules)


def seed_of(seed: Number) -> int:
    """A seed of 64 bits."""
    return whole_number(seed, least=0, most=MOST_SEED)


def until_of(deals: Number | Until, precision: Number | None) -> Until:
    """When play ends."""
    if isinstance(deals, Until):
        return deals
    return Until(whole_number(deals), None if precision is None else share(precision))


def strategy_of(named: Named, role: Role) -> Strategy:
    """The strategy that is meant, for a role."""
    return named if isinstance(named, Strategy) else find(str(named), role)
