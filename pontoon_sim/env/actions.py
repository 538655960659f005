"""What an agent may do: a number for each action, and which are legal.

The numbers are those of `pontoon_sim.kernel.agent`: four actions with a name, then amounts.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from pontoon_sim.base import compiled_cache
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import ASK, DECISIONS, DOUBLE, DRAW, TURN
from pontoon_sim.strategies.view import describe_hand

compiled_cache.prepare()

from pontoon_sim.kernel.agent import (  # noqa: E402  (after the cache is set)
    NAMED,
    answer_of,
    choices_of,
    is_legal,
)

_WORDS = ("stick", "twist", "split", "burn")
LEVELS = 11
"""Levels of an amount, where a caller does not say."""


def price_of(rules: Rules) -> int:
    """The dearest price of the bank that can be named, chips: ten of the largest stakes."""
    return 10 * rules.stake_max


def check_levels(levels: int) -> int:
    """The number of levels, refused below the least and the largest amount."""
    if levels < 2:
        raise PontoonError(f"levels = {levels}: take 2 or more, the least and the largest amount")
    return levels


class Choices:
    """The question that a view puts, as actions.

    Parameters
    ----------
    view
        Anything with the fields of a view.
    levels : int
        Levels of an amount.
    price : int
        The dearest price of the bank, chips.
    """

    def __init__(self, view: Any, levels: int, price: int) -> None:
        self.view, self.levels = view, levels
        self.named, self.least, self.most = map(int, choices_of(view, price))

    def mask(self) -> npt.NDArray[np.int8]:
        """1 for each action that is legal, int8, (4 + levels,)."""
        actions = range(NAMED + self.levels)
        return np.array([self.legal(action) for action in actions], np.int8)

    def legal(self, action: int) -> bool:
        """Whether an action is legal."""
        return bool(is_legal(action, self.levels, self.named, self.least, self.most))

    def answer(self, action: int) -> int:
        """The answer that an action stands for.

        Raises
        ------
        PontoonError
            The action is not legal.
        """
        if not self.legal(action):
            raise PontoonError(self.refusal(action))
        what = int(self.view.decision)
        return int(answer_of(action, self.levels, what, self.least, self.most))

    def action(self, answer: int) -> int:
        """The action that stands for an answer, the one for the nearest amount below it where no
        level is that amount."""
        what = int(self.view.decision)
        if what in (DRAW, DOUBLE) or (what == TURN and answer <= 0):
            return abs(int(answer))
        if what == ASK and answer < 0:
            return 0
        span = self.most - self.least
        offset = min(max(int(answer) - self.least, 0), span)
        if span < self.levels:
            return NAMED + offset
        level = offset * (self.levels - 1) // span
        higher = self.least + span * (level + 1) // (self.levels - 1)
        return NAMED + level + (higher <= self.least + offset)

    def refusal(self, action: int) -> str:
        """Why an action is refused."""
        legal = [word for a, word in action_words(self).items() if self.legal(a)]
        what = DECISIONS[int(self.view.decision)]
        hand = f" with {describe_hand(self.view)}" if self.view.cards else ""
        return f"action {action} is not legal to '{what}'{hand}: take one of {', '.join(legal)}"


def action_words(choices: Choices) -> dict[int, str]:
    """Every action of a question in words, by its number.

    Examples
    --------
    >>> from pontoon_sim.strategies.view import View
    >>> view = View(decision=TURN, cards=2, can_stick=1, can_twist=1, cheapest=10, dearest=20)
    >>> words = action_words(Choices(view, levels=3, price=0))
    >>> [words[action] for action in range(7)]
    ['0 stick', '1 twist', '2 split', '3 burn', '4 for 10', '5 for 15', '6 for 20']
    """
    what = int(choices.view.decision)
    words = _WORDS if what == TURN else ("no", "yes", "", "")
    amounts = {
        a: answer_of(a, choices.levels, what, choices.least, choices.most)
        for a in range(NAMED, NAMED + choices.levels)
    }
    named = {a: f"{a} {word}" for a, word in enumerate(words)}
    return named | {a: f"{a} for {chips}" for a, chips in amounts.items()}
