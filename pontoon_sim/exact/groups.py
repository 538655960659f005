"""Every way in which a player's hand may begin: the first two cards, new ones after a burn, splits.

A `Group` is one way to begin a hand that plays on from there; hands that are alike in all that
counts are one group.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import Any

from pontoon_sim.exact.asking import BURNABLE, Leaf, PlayerAnswers, Start, leaves, start_ways
from pontoon_sim.exact.multisets import (
    VALUES,
    Counts,
    by_value,
    hard_total,
    pack_ranks,
    plus,
    value_index,
)
from pontoon_sim.exact.splits import Measure, SplitHand, hands_of
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import BURN, SPLIT

_TEN = VALUES - 1
Dealt = tuple[int, int]
"""The player's first two cards of a deal, in order, as ranks 0-12."""
Parts = Mapping[Dealt, Fraction]
"""A chance, told apart by the first two cards."""


@dataclass(frozen=True)
class Group:
    """One way to begin a hand.

    Attributes
    ----------
    scale : Fraction
        Chance of its start; for a split hand a signed part of it.
    parts : mapping from Dealt to Fraction
        Shares of `scale` by the first two cards of the deal.
    left : Counts
        Cards left by value after the start and all that is known to be gone.
    ends : mapping from Leaf to int
        Signed orders of the further cards.
    first : bool
        Whether it is the player's first hand, which has the shoot bet.
    """

    scale: Fraction
    parts: Parts
    left: Counts
    ends: Mapping[Leaf, int]
    first: bool


@dataclass(frozen=True)
class Pack:
    """A pack that the player is dealt two cards from: the fresh one, or one after a burn (P33).

    Attributes
    ----------
    ranks : Counts
    parts : mapping from Dealt to Fraction
        Chance of meeting it by the two cards burnt; empty for the fresh pack.
    initial : int
        Chips staked before it is met; 0 for the fresh pack.
    """

    ranks: Counts
    parts: Parts
    initial: int


@dataclass(frozen=True)
class SplitPair:
    """A pair that the player splits.

    Attributes
    ----------
    ranks : Counts
        The pack before it.
    rank : int
        0-12.
    parts : mapping from Dealt to Fraction
        Chance of meeting the pack, by the first two cards of the deal.
    initial : int
    burnt : bool
    """

    ranks: Counts
    rank: int
    parts: Parts
    initial: int
    burnt: bool

    def chance_of(self, gone: int) -> float:
        """Chance, in this pack, that so many given cards are of the rank."""
        if self.ranks[self.rank] < gone:
            return 0.0
        return perm(self.ranks[self.rank], gone) / perm(sum(self.ranks), gone)


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
    def packs(self) -> list[Pack]:
        """The fresh pack, and those after a burn; to a table ranks of ten-cards are alike."""
        fresh, burns = Pack(self.ranks, {}, 0), dict[tuple[Counts, int], dict[Dealt, Fraction]]()
        for first, second, stake, chance in self._starts(fresh):
            start = Start(first, second)
            if self.player.opening(start, stake) == BURN:
                less = remove(remove(self.ranks, first), second)
                if self.player.by_table:
                    less = (*less[:_TEN], *sorted(less[_TEN:]))
                burns.setdefault((less, stake), {})[first, second] = chance
        return [fresh, *(Pack(less, parts, stake) for (less, stake), parts in burns.items())]

    @cached_property
    def whole(self) -> list[Group]:
        """Every way to begin a hand that is not split."""
        return _merged(group for pack in self.packs for group in self._whole(pack))

    @cached_property
    def groups(self) -> list[Group]:
        """Every way to begin a hand, split and burnt ones included."""
        return [*self.whole, *_merged(g for pair in self.split_pairs for g in self._split(pair))]

    @cached_property
    def split_pairs(self) -> list[SplitPair]:
        """Pairs that are split."""
        found = []
        for pack in self.packs:
            for rank in range(13):
                stake, burnt = pack.initial or self.player.stake(rank), pack.initial > 0
                if pack.ranks[rank] < 2:
                    continue
                if self.player.opening(Start(rank, rank, burnt=burnt), stake) == SPLIT:
                    parts = pack.parts or {(rank, rank): Fraction(1)}
                    found.append(SplitPair(pack.ranks, rank, parts, stake, burnt))
        return found

    def ends(self, start: Start, initial: int) -> dict[Leaf, int]:
        """`leaves`, asked once for hands that the player cannot tell apart."""
        if start.split or hard_total(start.counts) not in BURNABLE[self.rules.burn]:
            start = replace(start, burnt=False)  # which then shows in nothing
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

    def _starts(self, pack: Pack) -> Iterator[tuple[int, int, int, Fraction]]:
        """First two cards from a pack: ranks, stake, chance given the pack."""
        orders = perm(sum(pack.ranks), 2)
        for first in range(13):
            stake = pack.initial or self.player.stake(first)
            for second in range(13):
                ways = start_ways(pack.ranks, Start(first, second))
                if ways:
                    yield first, second, stake, Fraction(ways, orders)

    def _whole(self, pack: Pack) -> Iterator[Group]:
        burnt = pack.initial > 0
        for first, second, stake, chance in self._starts(pack):
            start = Start(first, second, burnt=burnt)
            if self.player.opening(start, stake) not in (SPLIT, BURN):
                left = by_value(remove(remove(pack.ranks, first), second))
                parts = pack.parts or {(first, second): Fraction(1)}
                yield Group(chance, parts, left, self.ends(start, stake), True)

    def _split(self, pair: SplitPair) -> Iterator[Group]:
        ranks, rank, size = pair.ranks, pair.rank, sum(pair.ranks)
        again = self.splits_again(rank, pair.initial, pair.burnt)
        known = hands_of(lambda hand, hands: again[hand, hands])
        if self.player.by_table:
            known = pooled(known)
        for played, measure in known.items():
            for gone, weight in measure:
                if ranks[rank] < gone:
                    continue
                chance_gone = Fraction(perm(ranks[rank], gone), perm(size, gone))
                less = remove(ranks, rank, gone)
                for other, cards in second_cards(ranks, rank, gone, played.may_pair):
                    if not cards:
                        continue
                    start = Start(rank, other, played.hand, played.hands, pair.burnt)
                    ends = self.ends(start, pair.initial)
                    scale = weight * chance_gone * Fraction(cards, size - gone)
                    left = plus(by_value(less), value_index(other), -1)
                    yield Group(scale, pair.parts, left, ends, played.hand == 0)


def sum_of(a: Parts, b: Parts) -> Parts:
    """A chance of the one or the other."""
    return {dealt: a.get(dealt, Fraction(0)) + b.get(dealt, Fraction(0)) for dealt in {**a, **b}}


def _merged(groups: Iterable[Group]) -> list[Group]:
    """Groups of the same hands in the same packs as one.

    Parts of the groups that come are chances apart from `scale`, of those that are given shares.
    """
    scales: dict[tuple[object, ...], list[Any]] = {}
    for group in groups:
        key = (group.left, id(group.ends), group.first, id(group.parts))
        if key in scales:
            scales[key][0] += group.scale
        else:
            scales[key] = [group.scale, group]
    sums: dict[tuple[object, ...], list[Any]] = {}
    for scale, group in scales.values():
        key = (group.left, id(group.ends), group.first, scale)
        if key in sums:
            sums[key][1] = sum_of(sums[key][1], group.parts)
        else:
            sums[key] = [scale, group.parts, group]
    found = []
    for scale, parts, group in sums.values():
        whole = sum(parts.values())
        shares = {dealt: part / whole for dealt, part in parts.items()}
        found.append(Group(scale * whole, shares, group.left, group.ends, group.first))
    return found


def pooled(known: dict[SplitHand, Measure]) -> dict[SplitHand, Measure]:
    """Hands 1, 2, 3 of a table, which plays them all alike, as one; hand 0 has the shoot bet.

    A hand that may be a pair again is one of so many that it cannot be split again.
    """
    totals: dict[SplitHand, dict[int, int]] = {}
    for played, measure in known.items():
        hands = played.hands if played.may_pair else 2
        place = SplitHand(min(played.hand, 1), hands, played.may_pair)
        into = totals.setdefault(place, {})
        for n, weight in measure:
            into[n] = into.get(n, 0) + weight
    return {place: tuple(sorted(into.items())) for place, into in totals.items()}
