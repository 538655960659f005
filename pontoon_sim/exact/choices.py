"""Backward through a hand: where it comes from, what each action is worth, and the best one.

Weights are per *ordered* sequence of the hand's cards, and joint with no banker's pontoon. So the
value of drawing is a plain sum over the next card, and hands of different origin (the first deal,
the hands of a split) may be added up where a player does not tell them apart.

A hand's own history counts only by what it may still do (P14, P15): whether it has twisted, its
stake, and the dearest price still open. Prices between the least and the dearest are never better
than both, since the value is convex in the price.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache

import numpy as np

from pontoon_sim.exact.banker_distribution import (
    BankerHands,
    banker_distribution,
    payments,
)
from pontoon_sim.exact.multisets import (
    EMPTY,
    Counts,
    Floats,
    Ints,
    by_value,
    catalogue,
    sequence_chances,
)
from pontoon_sim.exact.queries import player_score
from pontoon_sim.game.legal import may_buy, may_draw
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    SCORE_PONTOON,
    TABLE_BUY_LEAST,
    TABLE_BUY_MOST,
    TABLE_STICK,
    TABLE_TWIST,
)
from pontoon_sim.strategies.table import Cell

# --- where hands come from ------------------------------------------------------------------------


@dataclass(frozen=True)
class ReachWeights:
    """Hands of one origin: how likely each of the catalogue is, and what sticking gains.

    Attributes
    ----------
    stick : float64, (n,)
        By row of the catalogue: gain of a chip staked on the finished hand, weighed with the chance
        of one given order of its cards and of no banker's pontoon.
    chance : float64, (n,)
        That chance.
    bust : float64, (n,)
        Chance that it is reached and that the next card busts it.
    """

    stick: Floats
    chance: Floats
    bust: Floats

    def __add__(self, other: ReachWeights) -> ReachWeights:
        return ReachWeights(
            self.stick + other.stick, self.chance + other.chance, self.bust + other.bust
        )

    def times(self, factor: float) -> ReachWeights:
        """The same hands, `factor` times as likely."""
        return ReachWeights(factor * self.stick, factor * self.chance, factor * self.bust)


@lru_cache(4)
def _payments_of_hands(rules: Rules, split: bool) -> Floats:
    """Chips per chip staked of every hand of the catalogue, by the banker's score."""
    scores = [player_score(rules, tuple(c), split) for c in catalogue().counts.tolist()]
    pay: Floats = payments(rules)[scores].astype(np.float64)
    return pay


def reach_weights(
    rules: Rules,
    banker: BankerHands,
    root: Counts,
    left: Sequence[tuple[float, Counts]],
    split: bool,
) -> ReachWeights:
    """Hands that begin with the cards `root`.

    Parameters
    ----------
    left : sequence of (weight, cards left by value)
        Packs after the root, with their signed weights.
    split : bool
        Whether the hands are those of a split (P18, P35).
    """
    hands = catalogue()
    rows = np.flatnonzero((hands.counts >= np.array(root)).all(axis=1) & (hands.size >= 1))
    further: Ints = hands.counts[rows] - np.array(root)
    pay = _payments_of_hands(rules, split)[rows]
    stick, chance = np.zeros(len(hands)), np.zeros(len(hands))
    for weight, pack in left:
        after = np.array(pack) - further
        possible = (after >= 0).all(axis=1)
        reached_rows = rows[possible]
        banker_chances = banker_distribution(after[possible], banker)
        joint = weight * sequence_chances(pack, further[possible])
        stick[reached_rows] += joint * np.einsum("nk,nk->n", banker_chances, pay[possible])
        chance[reached_rows] += joint * (1.0 - banker_chances[:, SCORE_PONTOON])
    child = hands.child
    survive = np.where(child >= 0, chance[child], 0.0).sum(axis=1)
    return ReachWeights(stick, chance, np.where(hands.size < 5, chance - survive, 0.0))


def first_deal_weights(
    rules: Rules, banker: BankerHands, ranks: Counts, chance: float
) -> ReachWeights:
    """Hands of two cards from a pack of these ranks that is met with this chance."""
    return reach_weights(rules, banker, EMPTY, [(chance, by_value(ranks))], False)


# --- backward through a hand ----------------------------------------------------------------------


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
    values : float64, (4, m)
        Of each action, in the units of `ReachWeights` and in initial stakes; -inf: not legal.
    staked : float64, (4, m)
        Chips finally staked, weighed likewise.
    action : int64, (m,)
    """

    values: Floats
    staked: Floats
    action: Ints

    @cached_property
    def best(self) -> Floats:
        """Value of the chosen action."""
        result: Floats = self.values[self.action, np.arange(len(self.action))]
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
    dearest = rules.buy_max
    two = History(2, False, 1, dearest)
    every = {two, History(3, True, 1, 0), History(4, True, 1, 0)}
    for first in {1, dearest} if dearest else ():
        three = two.bought(first)
        every |= {three, *(three.bought(price) for price in (1, three.dearest))}
    return sorted(every, key=lambda h: (-h.cards, h))


class Chooser:
    """What may be done with each hand under the rules; without `buying`, no card is bought."""

    def __init__(self, rules: Rules, buying: bool = True) -> None:
        self.rules = rules
        self.histories = histories(rules)
        hands = catalogue()
        self.hands = hands
        arrays = hands.size.tolist(), hands.hard.tolist(), hands.soft.tolist()
        states = list(zip(*arrays, strict=True))
        self.draws = np.array([may_draw(rules, *state) for state in states])
        self.buys = np.array([buying and may_buy(rules, *state, twisted=0) for state in states])
        self.sticks = (hands.total >= rules.stick_min) | ~self.draws
        self.rows = {size: hands.of_size(size) for size in range(6)}
        self.place = np.zeros(len(hands), np.int64)
        for rows in self.rows.values():
            self.place[rows] = np.arange(len(rows))

    def solve(self, source: ReachWeights, policy: Policy | None = None) -> dict[History, Chosen]:
        """Values of all hands of an origin; the best actions, or those of a given policy."""
        solved: dict[History, Chosen] = {}
        for history in self.histories:
            values, staked = self._actions(history, source, solved)
            action = values.argmax(axis=0) if policy is None else policy[history]
            solved[history] = Chosen(values, staked, action)
        return solved

    def _actions(
        self, history: History, source: ReachWeights, later: dict[History, Chosen]
    ) -> tuple[Floats, Floats]:
        rows = self.rows[history.cards]
        values = np.full((4, len(rows)), -np.inf)
        staked = np.zeros((4, len(rows)))
        stake = history.stake
        values[0] = np.where(self.sticks[rows], stake * source.stick[rows], -np.inf)
        staked[0] = stake * source.chance[rows]
        twisted = History(history.cards + 1, True, 1, 0)
        gain, chips = self._draw(rows, source, 1, later.get(twisted))
        values[1] = np.where(self.draws[rows], stake * gain, -np.inf)
        staked[1] = stake * chips
        if not history.twisted:
            for action, price in ((2, 1), (3, history.dearest)):
                after = later.get(history.bought(price))
                gain, chips = self._draw(rows, source, stake + price, after)
                legal = self.buys[rows] & (action == 2 or price > 1)
                values[action] = np.where(legal, gain, -np.inf)
                staked[action] = chips
        return values, staked

    def _draw(
        self, rows: Ints, source: ReachWeights, stake: int, after: Chosen | None
    ) -> tuple[Floats, Floats]:
        """Value of a card for these hands with a stake, and chips staked in the end."""
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


Begin = dict[int, float]
"""Orders in which hands of two cards come and are not split or burnt, by their place."""


def common_policy(chooser: Chooser, deals: Sequence[tuple[ReachWeights, Begin]]) -> Policy:
    """The best policy for hands of several origins that it does not tell apart.

    Parameters
    ----------
    deals : sequence of (ReachWeights, Begin)
        Hands of two cards that are not among a deal's `Begin` are not played there.
    """
    whole = sum((source for source, _ in deals[1:]), deals[0][0])
    policy = {history: c.action for history, c in chooser.solve(whole).items()}
    for _ in range(100):
        before = dict(policy)
        for cards in (4, 3, 2):
            solved = [chooser.solve(source, policy) for source, _ in deals]
            reach = [reached(chooser, policy, begin) for _, begin in deals]
            for history in [h for h in chooser.histories if h.cards == cards]:
                gain = sum(
                    r[history] * np.where(np.isfinite(s[history].values), s[history].values, 0.0)
                    for r, s in zip(reach, solved, strict=True)
                )
                legal = np.isfinite(solved[0][history].values)
                best = np.where(legal, gain, -np.inf).argmax(axis=0)
                # A hand that is not reached keeps what is best if it came all the same.
                met = sum(r[history] for r in reach) > 0
                policy[history] = np.where(met, best, policy[history])
        if all((policy[history] == before[history]).all() for history in policy):
            break
    return policy


def cell_of(history: History, row: int) -> Cell:
    """The cell of a table that a catalogue row with a history belongs to."""
    hands = catalogue()
    return history.cards, history.twisted, bool(hands.soft[row]), int(hands.total[row])
