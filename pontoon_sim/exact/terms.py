"""The sum behind every exact value of a line-up: each finished hand with its chance.

A `Group` is one way to begin a hand; its leaves are the ways in which that hand ends. All cards
that a player holds when a hand ends are given, the banker's hand comes from what is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm

import numpy as np
import numpy.typing as npt

from pontoon_sim.exact.asking import (
    BURNABLE,
    Leaf,
    PlayerAnswers,
    Start,
    leaves,
    start_ways,
)
from pontoon_sim.exact.compiled import CLASSES, Finished, law_counts
from pontoon_sim.exact.multisets import (
    LONGEST,
    VALUES,
    Counts,
    Floats,
    Ints,
    by_value,
    pack_ranks,
    plus,
    sequence_chance,
    sequence_chances,
    value_index,
)
from pontoon_sim.exact.splits import Measure, SplitHand, hands_of
from pontoon_sim.kernel.layout import BURN, SCORE_PONTOON, SCORE_SEVENS, SCORE_TRICK, SPLIT
from pontoon_sim.rules import Rules

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
class Group:
    """One way to begin a hand.

    Attributes
    ----------
    scale : Fraction
        Chance of its start; for a split hand a signed part of it.
    left : Counts
        Cards left by value after the start and all that is known to be gone.
    ends : mapping from Leaf to int
        Signed orders of the further cards.
    dealt : tuple of two ranks 0-12
        The player's first two cards of the deal, in order.
    initial : int
        Chips staked first.
    start : Start
    """

    scale: Fraction
    left: Counts
    ends: Mapping[Leaf, int]
    dealt: tuple[int, int]
    initial: int
    start: Start


def remove(ranks: Counts, rank: int, cards: int = 1) -> Counts:
    """Counts of 13 ranks without some cards of one rank."""
    return plus(ranks, rank, -cards)


def second_cards(ranks: Counts, rank: int, gone: int, may_pair: bool) -> Iterator[tuple[int, int]]:
    """Second cards of a hand of a split rank of which `gone` cards are away: (rank, how many).

    Ten-cards of other ranks than the split one stand together, as one of their ranks.
    """
    for other in range(9):
        if other != rank:
            yield other, ranks[other]
    others = [r for r in range(9, 13) if r != rank]
    yield others[0], sum(ranks[r] for r in others)
    if may_pair:
        yield rank, ranks[rank] - gone


class Enumeration:
    """All groups of a player against any banker, under given rules."""

    def __init__(self, player: PlayerAnswers, rules: Rules) -> None:
        self.player, self.rules = player, rules
        self.ranks = pack_ranks(rules.packs)
        self._ends: dict[tuple[object, ...], dict[Leaf, int]] = {}

    @cached_property
    def groups(self) -> list[Group]:
        """Every way to begin a hand, split and burnt ones included."""
        return list(self._openings(self.ranks, Fraction(1), None, None))

    def ends(self, start: Start, initial: int) -> dict[Leaf, int]:
        """`leaves`, asked once for hands that the player cannot tell apart."""
        key: tuple[object, ...] = (start, initial)
        if self.player.by_table:
            key = (start.counts, start.split, initial)
        if key not in self._ends:
            self._ends[key] = leaves(self.player, start, initial)
        return self._ends[key]

    def splits_again(self, rank: int, initial: int, burnt: bool) -> dict[tuple[int, int], bool]:
        """For each hand and number of hands after a split: whether another pair is split again."""
        return {
            (hand, hands): self.player.opening(Start(rank, rank, hand, hands, burnt), initial)
            == SPLIT
            for hands in range(2, self.rules.max_hands + 1)
            for hand in range(hands)
        }

    def _openings(
        self, ranks: Counts, chance: Fraction, dealt: tuple[int, int] | None, initial: int | None
    ) -> Iterator[Group]:
        """Hands from a pack with these ranks; `dealt` and `initial` are set after a burn."""
        size = sum(ranks)
        burnt = dealt is not None
        for first in range(13):
            stake = self.player.stake(first) if initial is None else initial
            for second in range(13):
                start = Start(first, second, burnt=burnt)
                ways = start_ways(ranks, start)
                if not ways:
                    continue
                here = chance * Fraction(ways, perm(size, 2))
                cards = dealt or (first, second)
                action = self.player.opening(start, stake)
                if action == SPLIT:
                    yield from self._split(ranks, chance, first, cards, stake, burnt)
                elif action == BURN and start.counts and not burnt:
                    less = remove(remove(ranks, first), second)
                    yield from self._openings(less, here, cards, stake)
                else:
                    left = by_value(remove(remove(ranks, first), second))
                    yield Group(here, left, self.ends(start, stake), cards, stake, start)

    def _split(
        self,
        ranks: Counts,
        chance: Fraction,
        rank: int,
        dealt: tuple[int, int],
        initial: int,
        burnt: bool,
    ) -> Iterator[Group]:
        again = self.splits_again(rank, initial, burnt)
        known = hands_of(lambda hand, hands: again[hand, hands])
        if self.player.by_table:
            known = _pooled(known)
        size = sum(ranks)
        for played, measure in known.items():
            for gone, weight in measure:
                if ranks[rank] < gone:
                    continue
                chance_gone = Fraction(perm(ranks[rank], gone), perm(size, gone))
                less = remove(ranks, rank, gone)
                for other, cards in second_cards(ranks, rank, gone, played.may_pair):
                    if not cards:
                        continue
                    start = Start(rank, other, played.hand, played.hands, burnt)
                    ends = self.ends(start, initial)
                    scale = chance * weight * chance_gone * Fraction(cards, size - gone)
                    left = plus(by_value(less), value_index(other), -1)
                    yield Group(scale, left, ends, dealt, initial, start)


def _pooled(known: dict[SplitHand, Measure]) -> dict[SplitHand, Measure]:
    """Hands 1, 2, 3 of a table, which plays them all alike, as one; hand 0 has the shoot bet."""
    totals: dict[SplitHand, dict[int, int]] = {}
    for played, measure in known.items():
        place = SplitHand(min(played.hand, 1), 2, played.may_pair)
        into = totals.setdefault(place, {})
        for n, weight in measure:
            into[n] = into.get(n, 0) + weight
    return {place: tuple(sorted(into.items())) for place, into in totals.items()}


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

    def moments(self, select: npt.NDArray[np.bool_] | None = None, power: int = 1) -> Floats:
        """Sum of weight times stake**power by pack left and score, float64 (m, 25)."""
        out = np.zeros((len(self.left), CLASSES))
        weight = self.weight * self.stake.astype(np.float64) ** power
        if select is None:
            np.add.at(out, (self.place, self.score), weight)
        else:
            np.add.at(out, (self.place[select], self.score[select]), weight[select])
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


def exact_sum(groups: list[Group], banker: Finished, value: Ints, power: int = 1) -> Fraction:
    """The sum of chance, stake**power and `value[score, banker's score]`, as a fraction."""
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
            inner[drawn] = inner.get(drawn, 0) + ways * many * stake**power * inside
        size = sum(group.left)
        for drawn, number in inner.items():
            total += group.scale * Fraction(number, perm(size, drawn + LONGEST))
    return total


__all__ = [
    "BURNABLE",
    "Enumeration",
    "Group",
    "Terms",
    "exact_sum",
    "payments",
    "pontoon_loss",
    "sequence_chance",
    "terms_of",
    "two_card_pontoon",
]
