"""The hands of one split against one banker's hand: the variance of a deal, and its net.

All hands of a player meet the same banker, and they draw from one pack, so their gains are
correlated. The square of a sum needs no more than two hands at a time: exact for any number of
hands. The distribution of the net needs all hands at once: what is told of some of them is which
cards they hold, and what they gain together against each of the banker's scores.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import perm

import numpy as np
import numpy.typing as npt

from pontoon_sim.exact.asking import Start
from pontoon_sim.exact.compiled import Ends, Finished, KnownLaws, joint_law
from pontoon_sim.exact.multisets import VALUES, Counts, Floats, Ints, by_value, plus, value_index
from pontoon_sim.exact.splits import Measure, SplitHand, pairs_of, ways_of
from pontoon_sim.exact.terms import Enumeration, Group, remove, second_cards
from pontoon_sim.kernel.layout import SPLIT

_TEN = VALUES - 1
_SPLIT_TEN, _OTHER_TEN, SLOTS = VALUES, VALUES + 1, VALUES + 2
_KEYS: Ints = 32 ** np.arange(SLOTS, dtype=np.int64)
WORK = 200_000_000
"""Sets of cards to be met for deals of three and four hands, at most: some 20 seconds."""


@dataclass(frozen=True, eq=False)
class Hand:
    """A hand of a split, or two as one: its ends, and what its kinds gain.

    Attributes
    ----------
    ends : Ends
    gains : int64, (kinds, s)
        Chips won by the banker's score, of those that occur.
    """

    ends: Ends
    gains: Ints


def hand_of(keys: Ints, kinds: Ints, gains: Ints, count: Floats) -> Hand:
    """A hand from its ends in any order.

    Parameters
    ----------
    keys : int64, (l,)
        Cards, each slot times its place in `_KEYS`.
    kinds : int64, (l,)
        Rows of `gains`, int64 (k, s), which may come more than once.
    count : float64, (l,)
        Signed orders.
    """
    gains, same = np.unique(gains, axis=0, return_inverse=True)
    keys, number = np.unique(keys, return_inverse=True)
    place = number.ravel() * len(gains) + same.ravel()[kinds]
    if len(keys) * len(gains) < 4 * len(place):
        orders = np.bincount(place, weights=count, minlength=len(keys) * len(gains))
        both = np.flatnonzero(orders)
        orders = orders[both]
    else:
        both, number = np.unique(place, return_inverse=True)
        orders = np.bincount(number.ravel(), weights=count)
        both, orders = both[orders != 0.0], orders[orders != 0.0]
    rows, kind = both // len(gains), both % len(gains)
    used, kind = np.unique(kind, return_inverse=True)
    begins = np.flatnonzero(np.diff(rows, prepend=-1))
    cards = keys[rows[begins], None] // _KEYS % 32
    firsts = np.append(begins, len(rows))
    return Hand(Ends(cards, firsts, orders.astype(np.float64), kind.ravel()), gains[used])


def _pack(pair: SplitPair, gone: int) -> tuple[Ints, Ints]:
    """Cards left by value when some of the split rank are gone, and, of ten-cards, whose rank."""
    left = np.array(by_value(remove(pair.ranks, pair.rank, gone)), np.int64)
    own = pair.ranks[pair.rank] - gone
    ten = value_index(pair.rank) == _TEN
    return left, np.array([own, left[_TEN] - own] if ten else [0, 0], np.int64)


class _Hands:
    """Hands of splits that one pack can give, each different one once, and sets of two."""

    def __init__(self, left: Ints, extra: Ints) -> None:
        self.left, self.extra = left, extra
        self.hands: list[Hand] = []
        self._numbers: dict[bytes, int] = {}
        self._sets: dict[tuple[int, int], Hand] = {}

    def _possible(self, cards: Ints) -> npt.NDArray[np.bool_]:
        values = cards[:, :VALUES].copy()
        values[:, _TEN] += cards[:, VALUES:].sum(axis=1)
        return np.asarray(
            (values <= self.left).all(axis=1) & (cards[:, VALUES:] <= self.extra).all(axis=1)
        )

    def number(self, hand: Hand) -> int:
        """Number of a hand among those that differ."""
        keys, kinds, count = _rows(hand)
        hand = self._made(keys, kinds, hand.gains, count)
        ends = hand.ends
        told = b"".join(x.tobytes() for x in (ends.cards, ends.count, ends.kind, hand.gains))
        if told not in self._numbers:
            self._numbers[told] = len(self.hands)
            self.hands.append(hand)
        return self._numbers[told]

    def _made(self, keys: Ints, kinds: Ints, gains: Ints, count: Floats) -> Hand:
        different, place = np.unique(keys, return_inverse=True)
        possible = self._possible(different[:, None] // _KEYS % 32)[place.ravel()]
        return hand_of(keys[possible], kinds[possible], gains, count[possible])

    def two(self, a: int, b: int) -> Hand:
        """Two hands as one."""
        if (a, b) not in self._sets:
            one, other = self.hands[a], self.hands[b]
            (keys, kinds, count), (keys_b, kinds_b, count_b) = _rows(one), _rows(other)
            many = len(other.gains)
            self._sets[a, b] = self._made(
                np.add.outer(keys, keys_b).ravel(),
                np.add.outer(kinds * many, kinds_b).ravel(),
                (one.gains[:, None, :] + other.gains).reshape(-1, other.gains.shape[1]),
                np.outer(count, count_b).ravel(),
            )
        return self._sets[a, b]


def _rows(hand: Hand) -> tuple[Ints, Ints, Floats]:
    """Key of the cards, kind and orders of every end."""
    ends = hand.ends
    return np.repeat(ends.cards @ _KEYS, np.diff(ends.first)), ends.kind, ends.count


@dataclass(frozen=True)
class SplitPair:
    """A pair that the player splits: the pack before it, its chance of arising, where from."""

    ranks: Counts
    chance: Fraction
    rank: int
    initial: int
    burnt: bool

    def chance_of(self, cards: int) -> float:
        """Chance of the pack and that so many given cards are of the rank."""
        own = perm(self.ranks[self.rank], cards)
        return float(self.chance) * own / perm(sum(self.ranks), cards)


def split_pairs(enumeration: Enumeration) -> Iterator[SplitPair]:
    """Every pair that is split, from the first deal or after a burn.

    `chance` leaves out the chance of the pair itself, which the measures bring.
    """
    player, ranks = enumeration.player, enumeration.ranks
    packs: list[tuple[Counts, Fraction, int | None]] = [(ranks, Fraction(1), None)]
    burns: dict[tuple[Counts, int], Fraction] = {}
    for first, second, group in _burnt_starts(enumeration):
        less = remove(remove(ranks, first), second)
        key = (less, group)
        burns[key] = burns.get(key, Fraction(0)) + Fraction(
            ranks[first] * (ranks[second] - (first == second)), perm(sum(ranks), 2)
        )
    packs += [(less, chance, initial) for (less, initial), chance in burns.items()]
    for pack, chance, staked in packs:
        for rank in range(13):
            initial = player.stake(rank) if staked is None else staked
            burnt = staked is not None
            if player.opening(Start(rank, rank, burnt=burnt), initial) == SPLIT:
                yield SplitPair(pack, chance, rank, initial, burnt)


def _burnt_starts(enumeration: Enumeration) -> Iterator[tuple[int, int, int]]:
    from pontoon_sim.kernel.layout import BURN

    player = enumeration.player
    if enumeration.rules.burn == "none":
        return
    for first in range(13):
        initial = player.stake(first)
        for second in range(13):
            if player.opening(Start(first, second), initial) == BURN:
                yield first, second, initial


class Joint:
    """Second moments and the joint distribution of a line-up's split hands.

    Parameters
    ----------
    enumeration : Enumeration
    banker : Finished
    pay : int64, (25, 25)
        As `terms.payments`.
    """

    def __init__(self, enumeration: Enumeration, banker: Finished, pay: Ints) -> None:
        self.enumeration, self.banker, self.pay = enumeration, banker, pay
        self._laws: dict[tuple[object, ...], Floats] = {}
        self._known = KnownLaws(banker)
        self._asked: dict[tuple[object, ...], Hand] = {}

    def _again(self, pair: SplitPair) -> Callable[[int, int], bool]:
        again = self.enumeration.splits_again(pair.rank, pair.initial, pair.burnt)
        return lambda hand, hands: again[hand, hands]

    @cached_property
    def products(self) -> float:
        """Expected sum, over ordered pairs of hands, of the product of their gains, chips**2."""
        total = 0.0
        for pair in split_pairs(self.enumeration):
            known = pairs_of(self._again(pair))
            if self.enumeration.player.by_table:
                known = _pooled(known)
            for (a, b), measure in known.items():
                one, other = self._hand(pair, a), self._hand(pair, b)
                for n, weight in measure:
                    chance = pair.chance_of(n)
                    if chance:
                        law = self._law(pair, one, other, n)
                        gain = float(np.einsum("abk,ak,bk->", law, one.gains, other.gains))
                        total += 2 * chance * weight * gain
        return total

    def two(self) -> dict[int, float]:
        """Chance of each net in chips of a deal in which a pair is split once and no more."""
        spread = Spread()
        for pair in split_pairs(self.enumeration):
            for way in ways_of(self._again(pair)):
                if len(way) == 2:
                    a, b = (self._hand(pair, played) for played in way)
                    spread.add(pair.chance_of(2), self._law(pair, a, b, 2), a.gains, b.gains)
        return spread.chances

    def more(self, work: int = WORK) -> dict[int, float]:
        """Chance of each net in chips of deals of three and four hands.

        Three hands are a set of two and one, four hands two sets of two, and what a set holds
        counts only by its cards and by what it gains from each score of the banker.

        Parameters
        ----------
        work : int
            Sets of cards to be met at most, some 10^7 a second; what would go beyond is left out.
        """
        spread = Spread()
        for many in (3, 4):
            for pair in split_pairs(self.enumeration):
                chance = pair.chance_of(many)
                if not chance:
                    continue
                left, extra = _pack(pair, many)
                known = KnownLaws(self.banker)  # other pairs leave other packs
                hands = _Hands(left, extra)
                ways = Counter(
                    tuple(sorted(hands.number(self._hand(pair, played)) for played in way))
                    for way in ways_of(self._again(pair))
                    if len(way) == many
                )
                for numbers, times in ways.items():
                    a = hands.two(*numbers[:2])
                    b = hands.two(*numbers[2:]) if many == 4 else hands.hands[numbers[2]]
                    meetings = len(a.ends.cards) * len(b.ends.cards) // (2 if a is b else 1)
                    if meetings > work:
                        continue
                    work -= meetings
                    kinds = len(a.gains), len(b.gains)
                    law = joint_law(left, extra, a.ends, b.ends, known, kinds)
                    spread.add(times * chance, law, a.gains, b.gains)
        return spread.chances

    def _law(self, pair: SplitPair, a: Hand, b: Hand, gone: int) -> Floats:
        """Law of two hands and the banker given `gone` cards of the rank."""
        left, extra = _pack(pair, gone)
        key = (*left.tolist(), *extra.tolist(), id(a), id(b))
        if key not in self._laws:
            kinds = len(a.gains), len(b.gains)
            self._laws[key] = joint_law(left, extra, a.ends, b.ends, self._known, kinds)
        return self._laws[key]

    def _hand(self, pair: SplitPair, played: SplitHand) -> Hand:
        """One hand of a split; the same object for hands that end alike."""
        key: tuple[object, ...] = (value_index(pair.rank), pair.initial, played.may_pair)
        if not self.enumeration.player.by_table:
            key = (*key, pair.rank, played, pair.burnt)
        if key not in self._asked:
            self._asked[key] = self._ends(pair, played)
        return self._asked[key]

    def _ends(self, pair: SplitPair, played: SplitHand) -> Hand:
        # Only among ten-cards does a second card tell more than its value: its rank.
        ten = value_index(pair.rank) == _TEN
        merged: dict[tuple[Counts, int, int], int] = {}
        for other, _ in second_cards(pair.ranks, pair.rank, 0, played.may_pair):
            start = Start(pair.rank, other, played.hand, played.hands, pair.burnt)
            second = value_index(other)
            if ten and second == _TEN:
                second = _SPLIT_TEN if other == pair.rank else _OTHER_TEN
            for (free, score, stake), ways in self.enumeration.ends(start, pair.initial).items():
                key = (plus((*free, 0, 0), second), score, stake)
                merged[key] = merged.get(key, 0) + ways
        rows = [(key, ways) for key, ways in merged.items() if ways]
        kinds = np.array([key[1:] for key, _ in rows], np.int64).reshape(-1, 2)
        gains = self.pay[kinds[:, 0]][:, self._known.scores] * kinds[:, 1:]
        cards = np.array([key[0] for key, _ in rows], np.int64).reshape(-1, SLOTS)
        orders = np.array([ways for _, ways in rows], np.float64)
        return hand_of(cards @ _KEYS, np.arange(len(rows)), gains, orders)


class Spread:
    """Chances of nets, added up from joint laws."""

    def __init__(self) -> None:
        self.chances: dict[int, float] = {}

    def add(self, chance: float, law: Floats, gains_a: Ints, gains_b: Ints) -> None:
        """Add deals whose hands gain so much by the banker's score, each (kinds, s)."""
        nets = gains_a[:, None, :] + gains_b[None, :, :]
        found, place = np.unique(nets, return_inverse=True)
        sums = np.bincount(place.ravel(), weights=law.ravel())
        for net, part in zip(found.tolist(), sums.tolist(), strict=True):
            self.chances[net] = self.chances.get(net, 0.0) + chance * part


def _pooled(
    known: dict[tuple[SplitHand, SplitHand], Measure],
) -> dict[tuple[SplitHand, SplitHand], Measure]:
    """Hands of a table, which plays them all alike, told apart by `may_pair` only."""
    totals: dict[tuple[SplitHand, SplitHand], dict[int, int]] = {}
    for (a, b), measure in known.items():
        place = SplitHand(0, 2, a.may_pair), SplitHand(1, 2, b.may_pair)
        into = totals.setdefault(place, {})
        for n, weight in measure:
            into[n] = into.get(n, 0) + weight
    return {place: tuple(sorted(into.items())) for place, into in totals.items()}


__all__ = ["Group", "Joint", "SplitPair", "split_pairs"]
