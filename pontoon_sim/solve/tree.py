"""The heads-up game as arrays: what the player may do, what the banker sees of it, and every hand.

The player acts wholly before the banker (P12-P22), so the game is two decision processes that meet
in one number. The banker knows its own cards and a *signal*: the initial stake, the price of each
bought card in order, the value of each twisted card in order, and that the player stood. All
else is chance with known weights.

Hands are merged where that loses nothing: cards lie in the order dealt, but what is left in the
pack, what may be done, and what a hand is worth follow from its values alone; so a *node* of the
player is a signal and the multiset of its face-down cards, and one of the banker a signal and the
multiset of its hand.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Sequence
from dataclasses import dataclass
from math import perm
from typing import NamedTuple

import numpy as np

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.exact.banker_distribution import payments, pontoon_loss
from pontoon_sim.exact.multisets import (
    FALLING,
    LONGEST,
    VALUES,
    Catalogue,
    Floats,
    Ints,
    by_value,
    catalogue,
    pack_ranks,
)
from pontoon_sim.game.legal import TurnHand, legal_actions, may_draw
from pontoon_sim.game.ranking import banker_score, player_score
from pontoon_sim.game.rules import Rules

UNIT = 100
"""Prices are whole hundredths of the initial stake, so that finer grids of prices can be tried."""

STICK, TWIST, FIRST_PRICE = 0, 1, 2
"""Numbers of the player's actions; the prices of the grid follow."""

_ACE, _SEVEN, _TEN = 0, 6, VALUES - 1


class Signal(NamedTuple):
    """What the banker sees of a player's hand, the initial stake apart.

    Attributes
    ----------
    prices : tuple of int
        Of the bought cards, in order; hundredths of the initial stake.
    twisted : tuple of int
        Value index (0 the ace to 9 the ten-cards) of each twisted card, in order.
    """

    prices: tuple[int, ...] = ()
    twisted: tuple[int, ...] = ()

    @property
    def cards(self) -> int:
        """Cards of the hand."""
        return 2 + len(self.prices) + len(self.twisted)

    @property
    def stake(self) -> float:
        """The whole stake, in initial stakes."""
        return 1 + sum(self.prices) / UNIT


SIGHTS: dict[str, Callable[[Signal], Hashable]] = {
    "own": lambda signal: None,
    "tricks": lambda signal: signal.cards == LONGEST,
    "cards": lambda signal: signal.cards,
    "made": lambda signal: (len(signal.prices), len(signal.twisted)),
    "values": lambda signal: (len(signal.prices), signal.twisted),
    "all": lambda signal: signal,
}
"""What a banker may look at beside its own hand and the initial stake, each more than the one
before: nothing; whether the player holds five cards; how many it holds; how many it bought and
twisted; the values of the twisted ones, in order; the prices of the bought ones."""


@dataclass(frozen=True)
class Banker:
    """The banker's side.

    Attributes
    ----------
    hands : int64, (b,)
        Rows of the catalogue: hands of two to five cards without a bust, and no pontoon, which
        ends the deal before anybody plays (P8); fewer cards first.
    child : int64, (b, 10)
        Place of the hand with one more card of a value; -1 where it busts or may not be drawn to.
    draws : bool, (b,)
        Whether it may draw (P19, P22).
    orders : float64, (b,)
        Orders in which two cards are dealt, for hands of two; 0 for others.
    """

    hands: Ints
    child: Ints
    draws: np.ndarray
    orders: Floats


@dataclass(frozen=True)
class Tree:
    """The game for one initial stake of 1; other stakes are multiples of it.

    Attributes
    ----------
    rules : Rules
    prices : tuple of int
        The grid of prices, hundredths of the initial stake.
    signals : list of Signal
        With fewer cards first; no two are equal.
    seen : int64, (signals,)
        What the banker makes of each signal, numbered from 0: the same number where it cannot, or
        may not, tell two apart.
    members, first : int64, (n,), (s + 1,)
        Nodes by what the banker sees of them: those of number i are `members[first[i]]` to
        `members[first[i + 1] - 1]`.
    signal, hand, private : int64, (n,)
        Of each node of the player: number of its signal, row in the catalogue of its whole hand
        and of its face-down cards. A node's children come after it.
    legal : bool, (n, 2 + prices)
    child : int64, (n, 1 + prices, 10)
        Node after twisting (0) or buying (1, ...) a card of a value; -1 where that busts.
    bust : float64, (n, 1 + prices)
        Part of the value of a draw that comes from busts at once, in initial stakes.
    stake : float64, (n,)
        Whole stake in initial stakes.
    draw : float64, (hands, 10)
        Chance of each value as the next card, by the catalogue's row of the hand.
    base : float64, (hands,)
        What one chip on a standing hand is worth if the banker always busts, times the chance that
        it has no pontoon.
    gain : float64, (hands, b)
        What it is worth more when the banker stands on a hand dealt in one given order.
    banker : Banker
    roots : int64, (10, 10)
        Node of the first two cards, in either order; -1 for a pontoon.
    opening : float64, (10, 10)
        Chance of the first two cards, in this order.
    settled : float64, (10, 10)
        What is settled without the banker's play, by the first two cards: pontoons on either side;
        in initial stakes, times the chance of the banker's hand.
    """

    rules: Rules
    prices: tuple[int, ...]
    signals: list[Signal]
    seen: Ints
    members: Ints
    first: Ints
    signal: Ints
    hand: Ints
    private: Ints
    legal: np.ndarray
    child: Ints
    bust: Floats
    stake: Floats
    draw: Floats
    base: Floats
    gain: Floats
    banker: Banker
    roots: Ints
    opening: Floats
    settled: Floats

    @property
    def sights(self) -> int:
        """Number of different things that the banker may see."""
        return len(self.first) - 1

    @property
    def nodes(self) -> int:
        """Nodes of the player."""
        return len(self.signal)


def refuse_unsolvable(rules: Rules) -> None:
    """Refuse rules under which the game has more than two people, a memory, or splits.

    Raises
    ------
    PontoonError
        One sentence that says what can be done instead.
    """
    faults = {
        rules.seats != 2: "more than two people have no such solution: set seats = 2, or look for"
        " a best reply ('pontoon exact best-reply')",
        rules.reshuffle != "every_deal": "a pack that is not shuffled has a memory: set reshuffle ="
        " every_deal (the preset shuffled), or tune a strategy by play ('pontoon tune')",
        rules.split != "none": "split hands are not solved: set split = none",
        rules.burn != "none": "burnt hands are not solved: set burn = none",
        rules.banker_doubles != "none": "doubled deals are not solved: set banker_doubles = none",
        rules.shoot: "shoot bets are not solved: set shoot = false",
    }
    for fault, remedy in faults.items():
        if fault:
            raise PontoonError(f"this game cannot be solved: {remedy}")


def price_grid(rules: Rules, prices: Sequence[float] | None = None) -> tuple[int, ...]:
    """The prices that a player may choose from, hundredths of the initial stake.

    Parameters
    ----------
    prices : sequence of float, optional
        Multiples of the initial stake. Default: the least and the dearest (P14).
    """
    if not rules.buy_max:
        return ()
    chosen = (1, rules.buy_max) if prices is None else prices
    grid = sorted({round(UNIT * price) for price in chosen})
    for price in grid:
        if not UNIT <= price <= UNIT * rules.buy_max:
            raise PontoonError(
                f"a price of {price / UNIT:g} stakes is not possible: take 1 to {rules.buy_max}"
                " (P14)"
            )
    return tuple(grid)


def tree_of(
    rules: Rules,
    prices: Sequence[float] | None = None,
    sees: str = "all",
    pack: Sequence[int] | None = None,
) -> Tree:
    """The game of these rules; see `Tree`.

    Parameters
    ----------
    prices : sequence of float, optional
        What a card may be bought at, as multiples of the initial stake. Default: see `price_grid`.
    sees : str
        What the banker looks at, of SIGHTS.
    pack : sequence of int, optional
        Cards of each of the ten values; default: the pack of the rules. It has to hold enough for
        two hands of five.

    Raises
    ------
    PontoonError
        It is no game of this kind.
    """
    refuse_unsolvable(rules)
    if sees not in SIGHTS:
        raise PontoonError(
            f"a banker cannot look at '{sees}'{nearest(sees, SIGHTS)}: take one of"
            f" {', '.join(SIGHTS)}"
        )
    counts = by_value(pack_ranks(rules.packs)) if pack is None else tuple(pack)
    return _Builder(rules, price_grid(rules, prices), counts).tree(SIGHTS[sees])


class _Builder:
    def __init__(self, rules: Rules, prices: tuple[int, ...], pack: Sequence[int]) -> None:
        self.rules, self.prices = rules, prices
        self.cat: Catalogue = catalogue()
        self.pack = np.array(pack, np.int64)
        self.left = self.pack[None, :] - self.cat.counts
        self.size = int(self.pack.sum())
        self.draw = np.maximum(self.left, 0) / (self.size - self.cat.size)[:, None]
        self.no_pontoon = np.array([1 - _pontoon_chance(left) for left in self.left])

    def tree(self, sight: Callable[[Signal], Hashable]) -> Tree:
        signals = {Signal(): 0}
        order = [Signal()]
        keys: list[tuple[int, int, int]] = []  # signal, whole hand, face-down cards
        places: dict[tuple[int, int], int] = {}
        legal: list[list[bool]] = []
        child: list[list[list[int]]] = []
        bust: list[list[float]] = []

        def node(signal: Signal, hand: int, private: int) -> int:
            if signal not in signals:
                signals[signal] = len(order)
                order.append(signal)
            key = signals[signal], private
            if key not in places:
                places[key] = len(keys)
                keys.append((key[0], hand, private))
            return places[key]

        roots = self._roots(node)
        done = 0
        while done < len(keys):  # by number of cards, since children are appended
            number, hand, private = keys[done]
            actions = self._actions(order[number], hand)
            legal.append([action is not None for action in actions])
            rows, lost = [], []
            for action, after in enumerate(actions[1:], 1):
                row, value = [-1] * VALUES, 0.0
                if after is not None:
                    row, value = self._after(node, hand, private, order[number], action)
                rows.append(row)
                lost.append(value)
            child.append(rows)
            bust.append(lost)
            done += 1
        keyed = np.array(keys, np.int64)
        # Signals are numbered as they are met, so by number of cards: sorting keeps children last.
        sorted_nodes = np.argsort(keyed[:, 0], kind="stable")
        place = np.full(len(keyed) + 1, -1, np.int64)  # the last for "no node"
        place[sorted_nodes] = np.arange(len(keyed))
        signal, hand, private = keyed[sorted_nodes].T.copy()
        banker = self._banker()
        labels = {label: n for n, label in enumerate(dict.fromkeys(map(sight, order)))}
        seen = np.array([labels[sight(one)] for one in order], np.int64)
        members = np.argsort(seen[signal], kind="stable")
        return Tree(
            self.rules, self.prices, order, seen, members,
            np.searchsorted(seen[signal][members], np.arange(len(labels) + 1)),
            signal, hand, private,
            np.array(legal)[sorted_nodes],
            place[np.array(child, np.int64)[sorted_nodes]],
            np.array(bust)[sorted_nodes],
            np.array([order[number].stake for number in signal.tolist()]),
            self.draw, *self._payoffs(banker), banker, place[roots], *self._opening(),
        )  # fmt: skip

    def _roots(self, node: object) -> Ints:
        roots = np.full((VALUES, VALUES), -1, np.int64)
        for first in range(VALUES):
            for second in range(first, VALUES):
                if (first, second) != (_ACE, _TEN):
                    row = self.cat.row[_counts(first, second)]
                    roots[first, second] = roots[second, first] = node(Signal(), row, row)  # type: ignore[operator]
        return roots

    def _actions(self, signal: Signal, hand: int) -> list[int | None]:
        """Stick, twist and each price of the grid: its price, 0 for none; None where illegal."""
        cards, hard = int(self.cat.size[hand]), int(self.cat.hard[hand])
        turn = TurnHand(
            cards,
            hard,
            bool(self.cat.soft[hand]),
            initial=UNIT,
            last_price=signal.prices[-1] if signal.prices else 0,
            twisted=len(signal.twisted),
        )
        allowed = legal_actions(self.rules, turn)
        prices = [
            price if allowed.buy and allowed.cheapest <= price <= allowed.dearest else None
            for price in self.prices
        ]
        return [0 if allowed.stick else None, 0 if allowed.twist else None, *prices]

    def _after(
        self, node: object, hand: int, private: int, signal: Signal, action: int
    ) -> tuple[list[int], float]:
        """Nodes after a draw by the card's value, and what busting at once is worth."""
        row, lost = [-1] * VALUES, 0.0
        price = 0 if action == TWIST else self.prices[action - FIRST_PRICE]
        stake = signal.stake + price / UNIT
        for value in range(VALUES):
            chance = self.draw[hand, value]
            if not chance:
                continue
            grown = int(self.cat.child[hand, value])
            if grown < 0:
                left = self.left[hand].copy()
                left[value] -= 1
                lost -= chance * stake * (1 - _pontoon_chance(left))
            elif action == TWIST:
                after = Signal(signal.prices, (*signal.twisted, value))
                row[value] = node(after, grown, private)  # type: ignore[operator]
            else:
                after = Signal((*signal.prices, price), signal.twisted)
                below = int(self.cat.child[private, value])
                row[value] = node(after, grown, below)  # type: ignore[operator]
        return row, lost

    def _banker(self) -> Banker:
        cat = self.cat
        pontoon = cat.row[_counts(_ACE, _TEN)]
        hands = np.array([r for r in np.flatnonzero(cat.size >= 2) if r != pontoon], np.int64)
        place = {int(row): n for n, row in enumerate(hands)}
        draws = np.array(
            [
                may_draw(self.rules, int(cat.size[r]), int(cat.hard[r]), bool(cat.soft[r]))
                for r in hands
            ]
        )
        child = np.array(
            [
                [place.get(int(c), -1) if drawn else -1 for c in cat.child[row]]
                for row, drawn in zip(hands.tolist(), draws.tolist(), strict=True)
            ],
            np.int64,
        )
        orders = np.where(cat.size[hands] == 2, cat.orders[hands], 0).astype(float)
        return Banker(hands, child, draws, orders)

    def _payoffs(self, banker: Banker) -> tuple[Floats, Floats]:
        cat, pay = self.cat, payments(self.rules)
        sevens = np.zeros(VALUES, np.int64)
        sevens[_SEVEN] = 3
        mine = np.array(
            [
                player_score(self.rules, *self._shape(row), sevens=bool((c == sevens).all()))
                for row, c in enumerate(cat.counts)
            ]
        )
        theirs = np.array(
            [banker_score(self.rules, *self._shape(r)) for r in banker.hands.tolist()]
        )
        busts = pay[mine, 0].astype(float)
        gain = (pay[mine][:, theirs] - busts[:, None]).astype(float)
        dealt = cat.counts[banker.hands]
        below = np.array([float(perm(self.size, k)) for k in range(12)])
        for row in range(len(cat)):
            left = np.maximum(self.left[row], 0)
            ways = FALLING[left[None, :], dealt].astype(float).prod(axis=1)
            gone = int(cat.size[row])
            gain[row] *= ways * (below[gone] / below[gone + cat.size[banker.hands]])
        return busts * self.no_pontoon, np.ascontiguousarray(gain)

    def _shape(self, row: int) -> tuple[int, int, bool]:
        return int(self.cat.size[row]), int(self.cat.hard[row]), bool(self.cat.soft[row])

    def _opening(self) -> tuple[Floats, Floats]:
        chance = np.zeros((VALUES, VALUES))
        settled = np.zeros((VALUES, VALUES))
        for first in range(VALUES):
            for second in range(VALUES):
                counts = _counts(first, second)
                row = self.cat.row[counts]
                left = self.pack.copy()
                left[first] -= 1
                chance[first, second] = self.pack[first] / self.size * left[second]
                chance[first, second] /= self.size - 1
                pontoon = 1 - self.no_pontoon[row]
                settled[first, second] = -pontoon * pontoon_loss(self.rules, counts)
                if counts[_ACE] == 1 and counts[_TEN] == 1:
                    settled[first, second] += (1 - pontoon) * self.rules.pontoon_pays
        return chance, settled


def _counts(*values: int) -> tuple[int, ...]:
    return tuple(values.count(value) for value in range(VALUES))


def _pontoon_chance(left: Ints) -> float:
    """Chance that two cards from what is left are an ace and a ten-card."""
    size = int(left.sum())
    if size < 2 or left.min() < 0:
        return 0.0
    return float(2 * left[_ACE] * left[_TEN] / (size * (size - 1)))
