"""Hands as the value of their cards: every multiset of up to five values that holds 21 or less.

Suits never matter and ranks only where a pair is split, so that a hand is ten counts: index 0 the
ace to 9 the ten-cards. Plain tables, without rules.
"""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations_with_replacement
from math import perm

import numpy as np
import numpy.typing as npt

Counts = tuple[int, ...]
"""Cards by value: ten counts, index 0 the ace to 9 the ten-cards."""
Ints = npt.NDArray[np.int64]
Floats = npt.NDArray[np.float64]
VALUES = 10
EMPTY: Counts = (0,) * VALUES
LONGEST = 5


#: `FALLING[c, k]` is c (c-1) ... (c-k+1): ways to deal k cards in order from c.
FALLING: Ints = np.array([[perm(c, k) for k in range(13)] for c in range(33)], dtype=np.int64)


def pack_ranks(packs: int) -> Counts:
    """Cards of each of the 13 ranks in `packs` packs."""
    return (4 * packs,) * 13


def by_value(ranks: Counts) -> Counts:
    """Counts of 13 ranks as counts of ten values."""
    return (*ranks[:9], sum(ranks[9:]))


def value_index(rank: int) -> int:
    """Value index 0-9 of a rank index 0-12."""
    return min(rank, 9)


def two_values(first: int, second: int) -> Counts:
    """Counts of two cards of these value indices."""
    return tuple((value == first) + (value == second) for value in range(VALUES))


def plus(counts: Counts, value: int, more: int = 1) -> Counts:
    """`counts` with `more` cards of a value index added."""
    return (*counts[:value], counts[value] + more, *counts[value + 1 :])


@cache
def hard_total(counts: Counts) -> int:
    """Total with every ace as 1."""
    return sum((value + 1) * count for value, count in enumerate(counts))


@cache
def best_total(counts: Counts) -> int:
    """Total with one ace as 11 where that does not bust."""
    hard = hard_total(counts)
    return hard + 10 if counts[0] and hard <= 11 else hard


def sequence_chance(left: Counts, cards: Counts) -> Fraction:
    """Chance that the next cards are these, in one given order, from a pack with `left` cards."""
    ways = 1
    for held, drawn in zip(left, cards, strict=True):
        ways *= perm(held, drawn)
    return Fraction(ways, perm(sum(left), sum(cards)))


class Catalogue:
    """All multisets of 0 to 5 values with a hard total of 21 or less, smaller ones first.

    Attributes
    ----------
    counts : int64, (n, 10)
    size, hard, total : int64, (n,)
    soft : bool, (n,)
    child : int64, (n, 10)
        Row of the multiset with one more card of a value; -1 where that busts or is a sixth card.
    row : dict from Counts to int
    orders : int64, (n,)
        Different orders of the cards by value.
    """

    def __init__(self) -> None:
        every: list[Counts] = []
        for size in range(LONGEST + 1):
            for cards in combinations_with_replacement(range(VALUES), size):
                counts = tuple(cards.count(value) for value in range(VALUES))
                if hard_total(counts) <= 21:
                    every.append(counts)
        self.row = {counts: n for n, counts in enumerate(every)}
        self.counts: Ints = np.array(every, dtype=np.int64)
        self.size: Ints = self.counts.sum(axis=1)
        self.hard: Ints = self.counts @ np.arange(1, VALUES + 1)
        self.soft = (self.counts[:, 0] > 0) & (self.hard <= 11)
        self.total: Ints = self.hard + 10 * self.soft
        self.child: Ints = np.array(
            [[self.row.get(plus(c, v), -1) for v in range(VALUES)] for c in every], dtype=np.int64
        )
        factorial = np.array([1, 1, 2, 6, 24, 120], dtype=np.int64)
        self.orders: Ints = factorial[self.size] // factorial[self.counts].prod(axis=1)

    def of_size(self, size: int) -> Ints:
        """Rows of the multisets of so many cards."""
        return np.flatnonzero(self.size == size)

    def __len__(self) -> int:
        return len(self.counts)


@cache
def catalogue() -> Catalogue:
    """The catalogue, made once."""
    return Catalogue()


def sequence_chances(left: Counts | Ints, cards: Ints) -> Floats:
    """`sequence_chance` for many hands at once.

    Parameters
    ----------
    left : ten counts
    cards : int64, (n, 10)

    Returns
    -------
    float64, (n,)
    """
    pack = np.asarray(left, dtype=np.int64)
    ways = FALLING[pack[None, :], cards].astype(np.float64).prod(axis=1)
    size = int(pack.sum())
    below = np.array([float(perm(size, k)) for k in range(13)])
    result: Floats = ways / below[cards.sum(axis=1)]
    return result


VALUE_NAMES = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "T")


def hand_name(counts: Sequence[int]) -> str:
    """A hand by its values, such as `58` or `A2T`."""
    return "".join(VALUE_NAMES[value] * n for value, n in enumerate(counts))
