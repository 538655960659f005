"""Every way in which a player's hand may begin: the first two cards, new ones after a burn, splits.

A `HandStart` is one way to begin a hand that plays on from there; hands that are alike in all that
counts are one start.

Which hands come out of a split (P17) is counted without playing the others. Every hand looks at
itself alone, so by linearity each hand's share of the value needs only what its *existence* says
about the pack: which second cards before it were of the split rank. That a card is *not* of the
split rank is counted by inclusion and exclusion: P(not r) = P(any) - P(r). So what is known is
always "n cards of the split rank are gone", with a whole-number weight: a `Measure`. Unseen cards
are exchangeable: it does not matter that both hands of a split are dealt to at once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import perm
from typing import Any, TypeVar

from pontoon_sim.exact.multisets import (
    Counts,
    by_value,
    hard_total,
    pack_ranks,
    plus,
    value_index,
)
from pontoon_sim.exact.queries import Leaf, PlayerAnswers, TwoCards, leaves_of, start_ways
from pontoon_sim.game.legal import burn_totals
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import BURN, SPLIT

# --- hands of a split -----------------------------------------------------------------------------

Key = TypeVar("Key")
Measure = tuple[tuple[int, int], ...]
"""Pairs (n, weight): with this weight, n given cards are of the split rank."""
BEFORE: Measure = ((2, 1),)
"""What is known when the first pair is split: its two cards."""


@dataclass(frozen=True, order=True)
class SplitHand:
    """One hand of a split, as it is played.

    Attributes
    ----------
    hand, hands : int
        Its number, and the hands that the player has when its turn comes.
    may_pair : bool
        Whether its second card may be of the split rank (else that pair was split again).
    """

    hand: int
    hands: int
    may_pair: bool


Splits = Callable[[int, int], bool]
"""Whether hand `hand` of `hands`, again a pair of the split rank, is split again."""


def _shift(measure: Measure) -> Measure:
    """What is known when one more given card is of the split rank."""
    return tuple((n + 1, weight) for n, weight in measure)


def _sum(*parts: tuple[Measure, int]) -> Measure:
    total: dict[int, int] = {}
    for measure, sign in parts:
        for n, weight in measure:
            total[n] = total.get(n, 0) + sign * weight
    return tuple(sorted((n, weight) for n, weight in total.items() if weight))


def _not_of_rank(measure: Measure) -> Measure:
    """What is known when one given card is not of the split rank."""
    return _sum((measure, 1), (_shift(measure), -1))


def hands_of(splits: Splits) -> dict[SplitHand, Measure]:
    """Every hand that can come out of a split pair, with what is known when it is played.

    Parameters
    ----------
    splits : callable
        False at the latest where the hands reach `max_hands`.
    """
    measures: dict[SplitHand, Measure] = {}

    def turn(hand: int, hands: int, known: Measure) -> None:
        if hand == hands:
            return
        again = splits(hand, hands)
        played = SplitHand(hand, hands, not again)
        measures[played] = _sum((measures.get(played, ()), 1), (known, 1))
        if again:
            turn(hand, hands + 1, _shift(known))
            turn(hand + 1, hands, _not_of_rank(known))
        else:
            turn(hand + 1, hands, known)

    turn(0, 2, BEFORE)
    return measures


def pairs_of(splits: Splits) -> dict[tuple[SplitHand, SplitHand], Measure]:
    """Every two hands of one split, the earlier first, with what is known of the other cards."""
    measures: dict[tuple[SplitHand, SplitHand], Measure] = {}

    def turn(hand: int, hands: int, known: Measure, first: SplitHand | None) -> None:
        if hand == hands:
            return
        again = splits(hand, hands)
        played = SplitHand(hand, hands, not again)
        if again:
            turn(hand, hands + 1, _shift(known), first)
        if first is not None:
            pair = (first, played)
            measures[pair] = _sum((measures.get(pair, ()), 1), (known, 1))
        else:
            turn(hand + 1, hands, known, played)
        turn(hand + 1, hands, _not_of_rank(known) if again else known, first)

    turn(0, 2, BEFORE, None)
    return measures


def split_outcomes(splits: Splits) -> list[tuple[SplitHand, ...]]:
    """Every way in which a split may go on: all the hands that come out of it.

    In each, as many cards are of the split rank as there are hands.
    """

    def turn(hand: int, hands: int) -> Iterator[tuple[SplitHand, ...]]:
        if hand == hands:
            yield ()
            return
        again = splits(hand, hands)
        for others in turn(hand + 1, hands):
            yield (SplitHand(hand, hands, not again), *others)
        if again:
            yield from turn(hand, hands + 1)

    return list(turn(0, 2))


# --- all hands ------------------------------------------------------------------------------------

FirstTwo = tuple[int, int]
"""The player's first two cards of a deal, in order, as ranks 0-12."""
Parts = Mapping[FirstTwo, Fraction]
"""A chance, by the first two cards."""


@dataclass(frozen=True)
class HandStart:
    """One way to begin a hand.

    Attributes
    ----------
    scale : Fraction
        Chance of its start; for a split hand a signed part of it.
    parts : mapping from FirstTwo to Fraction
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
    parts : mapping from FirstTwo to Fraction
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
    parts : mapping from FirstTwo to Fraction
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
    """All starts of a player's hands against any banker, under given rules."""

    def __init__(self, player: PlayerAnswers, rules: Rules) -> None:
        self.player, self.rules = player, rules
        self.ranks = pack_ranks(rules.packs)
        self._ends: dict[tuple[object, ...], dict[Leaf, int]] = {}

    @cached_property
    def packs(self) -> list[Pack]:
        """The fresh pack, and those after a burn; to a table ranks of ten-cards are alike."""
        fresh, burns = Pack(self.ranks, {}, 0), dict[tuple[Counts, int], dict[FirstTwo, Fraction]]()
        for first, second, stake, chance in self._starts(fresh):
            start = TwoCards(first, second)
            if self.player.opening(start, stake) == BURN:
                less = remove(remove(self.ranks, first), second)
                if self.player.by_table:
                    less = (*less[:9], *sorted(less[9:]))
                burns.setdefault((less, stake), {})[first, second] = chance
        return [fresh, *(Pack(less, parts, stake) for (less, stake), parts in burns.items())]

    @cached_property
    def whole(self) -> list[HandStart]:
        """Every way to begin a hand that is not split."""
        return _merged(start for pack in self.packs for start in self._whole(pack))

    @cached_property
    def starts(self) -> list[HandStart]:
        """Every way to begin a hand, split and burnt ones included."""
        return [*self.whole, *_merged(s for pair in self.split_pairs for s in self._split(pair))]

    @cached_property
    def split_pairs(self) -> list[SplitPair]:
        """Pairs that are split."""
        pairs = []
        for pack in self.packs:
            for rank in range(13):
                stake, burnt = pack.initial or self.player.stake(rank), pack.initial > 0
                if pack.ranks[rank] < 2:
                    continue
                if self.player.opening(TwoCards(rank, rank, burnt=burnt), stake) == SPLIT:
                    parts = pack.parts or {(rank, rank): Fraction(1)}
                    pairs.append(SplitPair(pack.ranks, rank, parts, stake, burnt))
        return pairs

    def ends(self, start: TwoCards, initial: int) -> dict[Leaf, int]:
        """`leaves_of`, worked out once for hands that the player cannot tell apart."""
        if start.split or hard_total(start.counts) not in burn_totals(self.rules):
            start = replace(start, burnt=False)  # which then shows in nothing
        key: tuple[object, ...] = (start, initial)
        if self.player.by_table:
            key = (start.counts, start.split, initial)
        if key not in self._ends:
            self._ends[key] = leaves_of(self.player, start, initial)
        return self._ends[key]

    def resplits(self, rank: int, initial: int, burnt: bool) -> dict[tuple[int, int], bool]:
        """For each hand and number of hands after a split: whether another pair is split again."""
        return {
            (hand, hands): self.player.opening(TwoCards(rank, rank, hand, hands, burnt), initial)
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
                ways = start_ways(pack.ranks, TwoCards(first, second))
                if ways:
                    yield first, second, stake, Fraction(ways, orders)

    def _whole(self, pack: Pack) -> Iterator[HandStart]:
        burnt = pack.initial > 0
        for first, second, stake, chance in self._starts(pack):
            start = TwoCards(first, second, burnt=burnt)
            if self.player.opening(start, stake) not in (SPLIT, BURN):
                left = by_value(remove(remove(pack.ranks, first), second))
                parts = pack.parts or {(first, second): Fraction(1)}
                yield HandStart(chance, parts, left, self.ends(start, stake), True)

    def _split(self, pair: SplitPair) -> Iterator[HandStart]:
        ranks, rank, size = pair.ranks, pair.rank, sum(pair.ranks)
        again = self.resplits(rank, pair.initial, pair.burnt)
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
                    start = TwoCards(rank, other, played.hand, played.hands, pair.burnt)
                    ends = self.ends(start, pair.initial)
                    scale = weight * chance_gone * Fraction(cards, size - gone)
                    left = plus(by_value(less), value_index(other), -1)
                    yield HandStart(scale, pair.parts, left, ends, played.hand == 0)


def sum_of(a: Parts, b: Parts) -> Parts:
    """A chance of the one or the other."""
    return {dealt: a.get(dealt, Fraction(0)) + b.get(dealt, Fraction(0)) for dealt in {**a, **b}}


def _merged(starts: Iterable[HandStart]) -> list[HandStart]:
    """Starts of the same hands in the same packs as one.

    Parts of the starts that come are chances apart from `scale`, of those that are given shares.
    """
    scales: dict[tuple[object, ...], list[Any]] = {}
    for start in starts:
        key = (start.left, id(start.ends), start.first, id(start.parts))
        if key in scales:
            scales[key][0] += start.scale
        else:
            scales[key] = [start.scale, start]
    sums: dict[tuple[object, ...], list[Any]] = {}
    for scale, start in scales.values():
        key = (start.left, id(start.ends), start.first, scale)
        if key in sums:
            sums[key][1] = sum_of(sums[key][1], start.parts)
        else:
            sums[key] = [scale, start.parts, start]
    merged = []
    for scale, parts, start in sums.values():
        whole = sum(parts.values())
        shares = {dealt: part / whole for dealt, part in parts.items()}
        merged.append(HandStart(scale * whole, shares, start.left, start.ends, start.first))
    return merged


def pooled(measures: Mapping[SplitHand, Measure]) -> dict[SplitHand, Measure]:
    """Hands 1, 2, 3 of a table, which plays them all alike, as one; hand 0 has the shoot bet."""
    return _added_up((_alike(hand, min(hand.hand, 1)), known) for hand, known in measures.items())


def pooled_pairs(
    measures: Mapping[tuple[SplitHand, SplitHand], Measure],
) -> dict[tuple[SplitHand, SplitHand], Measure]:
    """Every two hands of a table, which plays them all alike, told apart by `may_pair` only."""
    return _added_up(((_alike(a, 0), _alike(b, 1)), known) for (a, b), known in measures.items())


def _alike(played: SplitHand, hand: int) -> SplitHand:
    """A hand that may be a pair again is one of so many that it cannot be split again."""
    return SplitHand(hand, played.hands if played.may_pair else 2, played.may_pair)


def _added_up(measures: Iterable[tuple[Key, Measure]]) -> dict[Key, Measure]:
    totals: dict[Key, dict[int, int]] = {}
    for key, measure in measures:
        total = totals.setdefault(key, {})
        for n, weight in measure:
            total[n] = total.get(n, 0) + weight
    return {key: tuple(sorted(total.items())) for key, total in totals.items()}
