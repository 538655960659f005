"""How the banker's hand ends from any pack, what hands win, and the sum behind every exact value.

All cards that a player holds when a hand ends are given, and the banker's hand comes from what is
left. Loops over many packs are compiled.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import perm, prod
from typing import NamedTuple

import numpy as np

from pontoon_sim.base import compiled_cache
from pontoon_sim.exact.multisets import (
    EMPTY,
    FALLING,
    LONGEST,
    VALUES,
    Counts,
    Floats,
    Ints,
    hard_total,
    plus,
    sequence_chances,
)
from pontoon_sim.exact.queries import BankerAnswers, banker_score, may_draw
from pontoon_sim.exact.starts import HandStart
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    SCORE_PONTOON,
    SCORE_SEVENS,
    SCORE_TRICK,
)
from pontoon_sim.strategies.model import Strategy

compiled_cache.prepare()

from numba import njit  # noqa: E402  (after the cache is set)

CLASSES = 25
"""Scores of the banker: 0 (bust) to 24 (pontoon)."""
PACKS_AT_ONCE = 8
"""Packs that are worked out side by side."""
_TEN = VALUES - 1


class BankerHands(NamedTuple):
    """The banker's hands that end without a bust, as a tree.

    Attributes
    ----------
    parents, values, counts : int64, (t,)
        Values in ascending order: a node is its parent's cards and so many of one more value. Node
        0 is the empty hand.
    lengths, ways, ends : int64, (t,)
        Cards, orders in which the hand is reached and ends there (0: never), score.
    """

    parents: Ints
    values: Ints
    counts: Ints
    lengths: Ints
    ways: Ints
    ends: Ints


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def _count_scores(left, falling, hands, out):  # type: ignore[no-untyped-def]
    """Ways in which the banker's hand ends in each score, out of perm(cards left, 5).

    Whole numbers below 2**53 throughout, so that floating point is exact here, and several packs
    go through the tree side by side.

    Parameters
    ----------
    left : int64, (m, 10)
        Cards left by value, for the banker's two cards and its draws.
    falling : int64, (33, 13)
        Table of falling factorials.
    hands : BankerHands
    out : float64, (m, 25)
        Filled. Index 0, bust, is what remains.
    """
    parents, values, counts, lengths, ways, ends = hands
    factor = np.empty((10, 6, PACKS_AT_ONCE))
    after = np.ones((6, PACKS_AT_ONCE))
    orders = np.ones((len(parents), PACKS_AT_ONCE))
    sums = np.empty((25, PACKS_AT_ONCE))
    for start in range(0, len(left), PACKS_AT_ONCE):
        for lane in range(PACKS_AT_ONCE):
            row = min(start + lane, len(left) - 1)
            size = 0
            for value in range(10):
                size += left[row, value]
                for k in range(1, 6):
                    factor[value, k, lane] = falling[left[row, value], k]
            # a hand of fewer than five cards goes with every order of the cards after it
            for k in range(4, -1, -1):
                after[k, lane] = after[k + 1, lane] * (size - k)
        sums[:] = 0.0
        for t in range(1, len(parents)):
            parent, value, count = parents[t], values[t], counts[t]
            for lane in range(PACKS_AT_ONCE):
                orders[t, lane] = orders[parent, lane] * factor[value, count, lane]
            if ways[t]:
                times, end, length = float(ways[t]), ends[t], lengths[t]
                for lane in range(PACKS_AT_ONCE):
                    sums[end, lane] += times * after[length, lane] * orders[t, lane]
        for lane in range(min(PACKS_AT_ONCE, len(left) - start)):
            done = 0.0
            for end in range(1, 25):
                out[start + lane, end] = sums[end, lane]
                done += sums[end, lane]
            out[start + lane, 0] = after[0, lane] - done


@njit(cache=True, nogil=True)  # type: ignore[untyped-decorator, unused-ignore]
def _sum_gains(left, falling, below, weights, stands, scores, out):  # type: ignore[no-untyped-def]
    """What the banker gains from the players' hands with each of its own.

    Parameters
    ----------
    left : int64, (m, 10)
        Cards left by value after a player's finished hand.
    falling : int64, (33, 13);  below : float64, (m, 6)
        Falling factorials; `below[i, k]` is perm(cards left after hand i, k).
    weights : float64, (m, 25)
        Gain of the banker, weighed with the chance of the hand, where its own score is that.
    stands : int64, (n, 10);  scores : int64, (n,)
        The banker's hands by value, and their scores.
    out : float64, (n, 2)
        Filled: gain when it stands, and when it counts as bust, for one order of its cards.
    """
    values = np.zeros(5, np.int64)
    for n in range(len(stands)):
        size, kinds = 0, 0
        for value in range(10):
            if stands[n, value]:
                size += stands[n, value]
                values[kinds] = value
                kinds += 1
        stand, bust = 0.0, 0.0
        for i in range(len(left)):
            chance = 1.0 / below[i, size]
            for k in range(kinds):
                chance *= falling[left[i, values[k]], stands[n, values[k]]]
            stand += chance * weights[i, scores[n]]
            bust += chance * weights[i, 0]
        out[n, 0] = stand
        out[n, 1] = bust


def banker_hands(strategy: Strategy, rules: Rules) -> BankerHands:
    """Every hand that ends the turn of a banker who looks at its own hand only."""
    hands = _orders_of_ends(strategy, rules)
    rows = {EMPTY: (0, 0, 0)}  # parent, value, how many of it
    number = {EMPTY: 0}
    for hand in hands:
        for value in range(VALUES):
            cards = hand[: value + 1] + EMPTY[value + 1 :]
            if hand[value] and cards not in number:
                parent = hand[:value] + EMPTY[value:]
                rows[cards] = number[parent], value, hand[value]
                number[cards] = len(number)
    parents, values, counts = np.array(list(rows.values()), np.int64).T.copy()
    return BankerHands(
        parents,
        values,
        counts,
        np.array([sum(cards) for cards in rows], np.int64),
        np.array([hands.get(cards, 0) for cards in rows], np.int64),
        np.array([banker_score(rules, cards) for cards in rows], np.int64),
    )


def _orders_of_ends(strategy: Strategy, rules: Rules) -> dict[Counts, int]:
    """Every hand that ends the turn without a bust, and in how many orders it comes."""
    answers = BankerAnswers(strategy, rules)
    level = {(v, plus(EMPTY, v)): 1 for v in range(VALUES)}
    ends: dict[Counts, int] = {}
    for size in range(1, LONGEST + 1):
        following: dict[tuple[int, Counts], int] = {}
        for (first, counts), ways in level.items():
            if size >= 2 and not (may_draw(rules, counts) and answers.draws(first, counts)):
                ends[counts] = ends.get(counts, 0) + ways
                continue
            for value in range(min(VALUES, 21 - hard_total(counts))):
                key = (first, plus(counts, value))
                following[key] = following.get(key, 0) + ways
        level = following
    return ends


def banker_counts(left: Ints, banker: BankerHands) -> Floats:
    """Of perm(cards left, 5) orders, how many end the banker's hand in each score.

    Parameters
    ----------
    left : int64, (m, 10)
        Packs by value, after everything that a player holds.

    Returns
    -------
    float64, (m, 25)
        Whole numbers.
    """
    out = np.zeros((len(left), CLASSES))
    _count_scores(np.ascontiguousarray(left), FALLING, banker, out)
    return out


def banker_distribution(left: Ints, banker: BankerHands) -> Floats:
    """Chances of each score of the banker, float64 (m, 25), for packs int64 (m, 10)."""
    whole = np.array([float(perm(size, LONGEST)) for size in range(105)])
    result: Floats = banker_counts(left, banker) / whole[left.sum(axis=1)][:, None]
    return result


def gains_by_banker_hand(left: Ints, weights: Floats, stands: Ints, scores: Ints) -> Floats:
    """Gain of the banker for each of its hands.

    Parameters
    ----------
    left : int64, (m, 10);  weights : float64, (m, 25)
        Of each finished hand of a player: cards left, and the banker's weighed gain by its score.
    stands : int64, (n, 10);  scores : int64, (n,)

    Returns
    -------
    float64, (n, 2)
        When it stands, and when it counts as bust, for one given order of the banker's cards.
    """
    below = np.array([[float(perm(int(s), k)) for k in range(6)] for s in left.sum(axis=1)])
    out = np.zeros((len(stands), 2), np.float64)
    _sum_gains(
        np.ascontiguousarray(left), FALLING, below, np.ascontiguousarray(weights),
        np.ascontiguousarray(stands), scores, out,
    )  # fmt: skip
    return out


# --- what hands win -------------------------------------------------------------------------------


def payments(rules: Rules) -> Ints:
    """Chips to the player per chip staked, by its hand's score and the banker's (P20, P25-P28).

    Returns
    -------
    int64, (25, 25)
        0 throughout for the banker's pontoon, which ends the deal before the play (P8).
    """
    pay = np.zeros((CLASSES, CLASSES), np.int64)
    times = {
        SCORE_PONTOON: rules.pontoon_pays,
        SCORE_TRICK: rules.trick_pays,
        SCORE_SEVENS: rules.three_sevens_pays,
    }
    for score in range(CLASSES):
        for banker in range(CLASSES - 1):
            if score == 0:
                pay[score, banker] = -1
            elif score > banker:
                pay[score, banker] = times.get(score, 1)
            else:
                pay[score, banker] = -(rules.banker_trick_takes if banker == SCORE_TRICK else 1)
    return pay


def pontoon_loss(rules: Rules, counts: Counts) -> int:
    """Times its stake that a hand of two cards loses to the banker's pontoon (P8, P9)."""
    if counts[0] == 1 and counts[_TEN] == 1:
        words = {"double": rules.banker_pontoon_takes, "single": 1, "push": 0}
        return int(words[rules.pontoon_against_pontoon])
    return int(rules.banker_pontoon_takes)


def two_card_pontoon(left: Counts) -> Fraction:
    """Chance that two cards from this pack are an ace and a ten-card."""
    return Fraction(2 * left[0] * left[_TEN], perm(sum(left), 2))


# --- all finished hands of a player ---------------------------------------------------------------


@dataclass(frozen=True)
class LeafArrays:
    """Finished hands as arrays: one row a leaf of a `HandStart`.

    Attributes
    ----------
    weight : float64, (n,)
        Signed chance of the leaf's cards, the banker's hand not yet considered.
    score, stake, start : int64, (n,)
    left : int64, (m, 10)
        Different packs that are left when a hand ends.
    place : int64, (n,)
        Row of `left` of each leaf.
    starts : list of HandStart
    """

    weight: Floats
    score: Ints
    stake: Ints
    start: Ints
    left: Ints
    place: Ints
    starts: list[HandStart]

    def moments(self) -> Floats:
        """Sum of weight times stake by pack left and score, float64 (m, 25)."""
        out = np.zeros((len(self.left), CLASSES))
        np.add.at(out, (self.place, self.score), self.weight * self.stake)
        return out


def leaf_arrays(starts: list[HandStart]) -> LeafArrays:
    """The leaves of all starts; leaves that the pack cannot give are left out."""
    weights, scores, stakes, numbers, lefts = [], [], [], [], []
    arrays: dict[int, tuple[Ints, Ints]] = {}
    for number, start in enumerate(starts):
        if id(start.ends) not in arrays:
            arrays[id(start.ends)] = (
                np.array([leaf[0] for leaf in start.ends], np.int64).reshape(-1, VALUES),
                np.array(
                    [(ways, leaf[1], leaf[2]) for leaf, ways in start.ends.items()], np.int64
                ).reshape(-1, 3),
            )
        free, rest = arrays[id(start.ends)]
        after = np.array(start.left) - free
        possible = (after >= 0).all(axis=1)
        free, rest, after = free[possible], rest[possible], after[possible]
        chance = sequence_chances(start.left, free)
        weights.append(float(start.scale) * rest[:, 0] * chance)
        scores.append(rest[:, 1])
        stakes.append(rest[:, 2])
        lefts.append(after)
        numbers.append(np.full(len(rest), number))
    left = np.concatenate(lefts)
    key = left @ (64 ** np.arange(VALUES, dtype=np.int64))
    _, rows, place = np.unique(key, return_index=True, return_inverse=True)
    return LeafArrays(
        np.concatenate(weights),
        np.concatenate(scores),
        np.concatenate(stakes),
        np.concatenate(numbers),
        left[rows],
        place,
        starts,
    )


def exact_sum(starts: list[HandStart], banker: BankerHands, value: Ints) -> Fraction:
    """The sum of chance, stake and `value[score, banker's score]`, as a fraction."""
    total = Fraction(0)
    for start in starts:
        inner: dict[int, int] = {}
        possible = [
            (leaf, ways)
            for leaf, ways in start.ends.items()
            if all(a >= b for a, b in zip(start.left, leaf[0], strict=True))
        ]
        if not possible:
            continue
        left = np.array(start.left) - np.array([leaf[0] for leaf, _ in possible], np.int64)
        counts = banker_counts(left, banker)
        for (leaf, ways), by_score in zip(possible, counts, strict=True):
            free, score, stake = leaf
            drawn = sum(free)
            many = prod(map(perm, start.left, free))
            inside = sum(int(n) * int(v) for n, v in zip(by_score, value[score], strict=True))
            inner[drawn] = inner.get(drawn, 0) + ways * many * stake * inside
        size = sum(start.left)
        for drawn, number in inner.items():
            total += start.scale * Fraction(number, perm(size, drawn + LONGEST))
    return total
