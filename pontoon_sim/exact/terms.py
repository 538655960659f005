"""The sum behind every exact value of a line-up: each finished hand with its chance.

A `Group` is one way to begin a hand; its leaves are the ways in which that hand ends. All cards
that a player holds when a hand ends are given, the banker's hand comes from what is left.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np

from pontoon_sim.exact.compiled import CLASSES, Finished, law_counts
from pontoon_sim.exact.groups import Group
from pontoon_sim.exact.multisets import (
    LONGEST,
    VALUES,
    Counts,
    Floats,
    Ints,
    sequence_chances,
)
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import SCORE_PONTOON, SCORE_SEVENS, SCORE_TRICK

_TEN = VALUES - 1


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
        return {"double": 2, "single": 1, "push": 0}[rules.pontoon_against_pontoon]
    return int(rules.banker_pontoon_takes)


def two_card_pontoon(left: Counts) -> Fraction:
    """Chance that two cards from this pack are an ace and a ten-card."""
    return Fraction(2 * left[0] * left[_TEN], perm(sum(left), 2))


@dataclass(frozen=True)
class Terms:
    """The groups as arrays: one row a leaf.

    Attributes
    ----------
    weight : float64, (n,)
        Signed chance of the leaf's cards, the banker's hand not yet considered.
    score, stake, group : int64, (n,)
    left : int64, (m, 10)
        Different packs that are left when a hand ends.
    place : int64, (n,)
        Row of `left` of each leaf.
    groups : list of Group
    """

    weight: Floats
    score: Ints
    stake: Ints
    group: Ints
    left: Ints
    place: Ints
    groups: list[Group]

    def moments(self) -> Floats:
        """Sum of weight times stake by pack left and score, float64 (m, 25)."""
        out = np.zeros((len(self.left), CLASSES))
        np.add.at(out, (self.place, self.score), self.weight * self.stake)
        return out


def terms_of(groups: list[Group]) -> Terms:
    """The leaves of all groups; leaves that the pack cannot give are left out."""
    weights, scores, stakes, numbers, lefts = [], [], [], [], []
    arrays: dict[int, tuple[Ints, Ints]] = {}
    for number, group in enumerate(groups):
        if id(group.ends) not in arrays:
            arrays[id(group.ends)] = (
                np.array([leaf[0] for leaf in group.ends], np.int64).reshape(-1, VALUES),
                np.array(
                    [(ways, leaf[1], leaf[2]) for leaf, ways in group.ends.items()], np.int64
                ).reshape(-1, 3),
            )
        free, rest = arrays[id(group.ends)]
        after = np.array(group.left) - free
        possible = (after >= 0).all(axis=1)
        free, rest, after = free[possible], rest[possible], after[possible]
        chance = sequence_chances(group.left, free)
        weights.append(float(group.scale) * rest[:, 0] * chance)
        scores.append(rest[:, 1])
        stakes.append(rest[:, 2])
        lefts.append(after)
        numbers.append(np.full(len(rest), number))
    left = np.concatenate(lefts)
    key = left @ (64 ** np.arange(VALUES, dtype=np.int64))
    _, rows, place = np.unique(key, return_index=True, return_inverse=True)
    return Terms(
        np.concatenate(weights),
        np.concatenate(scores),
        np.concatenate(stakes),
        np.concatenate(numbers),
        left[rows],
        place,
        groups,
    )


def exact_sum(groups: list[Group], banker: Finished, value: Ints) -> Fraction:
    """The sum of chance, stake and `value[score, banker's score]`, as a fraction."""
    total = Fraction(0)
    for group in groups:
        inner: dict[int, int] = {}
        possible = [
            (leaf, ways)
            for leaf, ways in group.ends.items()
            if all(a >= b for a, b in zip(group.left, leaf[0], strict=True))
        ]
        if not possible:
            continue
        left = np.array(group.left) - np.array([leaf[0] for leaf, _ in possible], np.int64)
        counts = law_counts(left, banker)
        for (leaf, ways), law in zip(possible, counts, strict=True):
            free, score, stake = leaf
            drawn = sum(free)
            many = 1
            for there, wanted in zip(group.left, free, strict=True):
                many *= perm(there, wanted)
            inside = sum(int(n) * int(v) for n, v in zip(law, value[score], strict=True))
            inner[drawn] = inner.get(drawn, 0) + ways * many * stake * inside
        size = sum(group.left)
        for drawn, number in inner.items():
            total += group.scale * Fraction(number, perm(size, drawn + LONGEST))
    return total
