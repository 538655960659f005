"""Backward through a hand: what each action is worth, and the best one, for every hand at once.

A hand's own history counts only by what it may still do (P14, P15): whether it has twisted, its
stake, and the dearest price still open. Prices between the least and the dearest are never better
than both, since the value is convex in the price.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from pontoon_sim.exact.multisets import Floats, Ints, catalogue
from pontoon_sim.exact.origins import Origin
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    TABLE_BUY_LEAST,
    TABLE_BUY_MOST,
    TABLE_STICK,
    TABLE_TWIST,
)

ACTIONS = (TABLE_STICK, TABLE_TWIST, TABLE_BUY_LEAST, TABLE_BUY_MOST)
ACTION_NAMES = ("stick", "twist", "buy at 1x", "buy at the dearest")


@dataclass(frozen=True, order=True)
class History:
    """What a hand has done: `cards` 2-4, `twisted`, `stake` and dearest next price in initials.

    For a twisted hand stake is 1: its value is in proportion to the stake.
    """

    cards: int
    twisted: bool
    stake: int
    dearest: int

    def bought(self, price: int) -> History:
        """After buying a card at a price."""
        return History(self.cards + 1, False, self.stake + price, price)


@dataclass(frozen=True)
class Chosen:
    """Values of the hands with one history, by place in `catalogue().of_size(cards)`.

    Attributes
    ----------
    worth : float64, (4, m)
        Of each action, in the weighed units of `Origin` and in initial stakes; -inf: not legal.
    staked : float64, (4, m)
        Chips finally staked, weighed likewise.
    action : int64, (m,)
    """

    worth: Floats
    staked: Floats
    action: Ints

    @cached_property
    def best(self) -> Floats:
        """Worth of the chosen action."""
        result: Floats = self.worth[self.action, np.arange(len(self.action))]
        return result

    @cached_property
    def stakes(self) -> Floats:
        """Chips staked with the chosen action."""
        result: Floats = self.staked[self.action, np.arange(len(self.action))]
        return result


Policy = dict[History, Ints]
"""An action for each hand of each history."""


def histories(rules: Rules) -> list[History]:
    """Every history of a hand that may still choose, those of more cards first."""
    most = rules.buy_max
    found = {History(2, False, 1, most), History(3, True, 1, 0), History(4, True, 1, 0)}
    for first in (1, most):
        three = History(2, False, 1, most).bought(first)
        found.add(three)
        found |= {three.bought(price) for price in (1, three.dearest)}
    return sorted(found, key=lambda h: (-h.cards, h))


class Chooser:
    """What may be done with each hand under the rules; without `buying`, no card is bought."""

    def __init__(self, rules: Rules, buying: bool = True) -> None:
        self.rules = rules
        self.histories = histories(rules)
        hands = catalogue()
        self.hands = hands
        draws = (hands.total < 21) & (hands.size < 5)
        if rules.soft_21_draws:
            draws |= (hands.total == 21) & hands.soft & (hands.size > 2) & (hands.size < 5)
        self.draws = draws
        self.sticks = (hands.total >= rules.stick_min) | ~draws
        self.buys = draws & (
            buying
            if rules.buy_certain_trick or not buying
            else ~((hands.size == 4) & (hands.hard <= 11))
        )
        self.rows = {size: hands.of_size(size) for size in range(6)}
        self.place = np.zeros(len(hands), np.int64)
        for rows in self.rows.values():
            self.place[rows] = np.arange(len(rows))

    def solve(self, source: Origin, policy: Policy | None = None) -> dict[History, Chosen]:
        """Values of all hands of an origin; the best actions, or those of a given policy."""
        found: dict[History, Chosen] = {}
        for history in self.histories:
            worth, staked = self._actions(history, source, found)
            action = worth.argmax(axis=0) if policy is None else policy[history]
            found[history] = Chosen(worth, staked, action)
        return found

    def _actions(
        self, history: History, source: Origin, later: dict[History, Chosen]
    ) -> tuple[Floats, Floats]:
        rows = self.rows[history.cards]
        worth = np.full((4, len(rows)), -np.inf)
        staked = np.zeros((4, len(rows)))
        stake = history.stake
        worth[0] = np.where(self.sticks[rows], stake * source.stick[rows], -np.inf)
        staked[0] = stake * source.chance[rows]
        twisted = History(history.cards + 1, True, 1, 0)
        gain, chips = self._draw(rows, source, 1, later.get(twisted))
        worth[1] = np.where(self.draws[rows], stake * gain, -np.inf)
        staked[1] = stake * chips
        if not history.twisted:
            for action, price in ((2, 1), (3, history.dearest)):
                after = later.get(history.bought(price))
                gain, chips = self._draw(rows, source, stake + price, after)
                legal = self.buys[rows] & (action == 2 or price > 1)
                worth[action] = np.where(legal, gain, -np.inf)
                staked[action] = chips
        return worth, staked

    def _draw(
        self, rows: Ints, source: Origin, stake: int, after: Chosen | None
    ) -> tuple[Floats, Floats]:
        """Worth of a card for these hands with a stake, and chips staked in the end."""
        child = self.hands.child[rows]
        alive = child >= 0
        if after is None:  # the fifth card ends the hand
            gain = np.where(alive, stake * source.stick[child], 0.0).sum(axis=1)
            chips = np.where(alive, stake * source.chance[child], 0.0).sum(axis=1)
        else:
            place = np.where(alive, self.place[child], 0)
            gain = np.where(alive, after.best[place], 0.0).sum(axis=1)
            chips = np.where(alive, after.stakes[place], 0.0).sum(axis=1)
        bust = stake * source.bust[rows]
        return gain - bust, chips + bust


def reached(chooser: Chooser, policy: Policy, begin: Mapping[int, float]) -> dict[History, Floats]:
    """In how many orders of its cards each hand is reached, a twisted one weighed with its stake.

    Parameters
    ----------
    begin : mapping from place in `of_size(2)` to float
        Orders in which the hands of two cards come.

    Returns
    -------
    dict from History to float64, (m,)
    """
    rows, child = chooser.rows, chooser.hands.child
    reach: dict[History, Floats] = {
        history: np.zeros(len(rows[history.cards])) for history in chooser.histories
    }
    two = next(history for history in reach if history.cards == 2)
    for place, ways in begin.items():
        reach[two][place] = ways
    for history in sorted(reach, key=lambda h: h.cards):
        if history.cards == 4:
            continue
        actions = policy[history]
        for place in np.flatnonzero(reach[history]).tolist():
            row, action = int(rows[history.cards][place]), int(actions[place])
            if action == 0:
                continue
            after = History(history.cards + 1, True, 1, 0)
            factor = float(history.stake)
            if action > 1:
                after, factor = history.bought(1 if action == 2 else history.dearest), 1.0
            for to in child[row].tolist():
                if to >= 0:
                    reach[after][chooser.place[to]] += factor * reach[history][place]
    return reach
