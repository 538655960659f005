"""Two hands of one split against one banker's hand: what the variance of a deal needs.

All hands of a player meet the same banker, and they draw from one pack, so their gains are
correlated. The square of a sum needs no more than two hands at a time: exact for any number of
hands. The full distribution of the net would need all hands at once; it is exact where a pair is
split once, and deals of three or four hands are reported as a share without a distribution.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from math import perm

import numpy as np

from pontoon_sim.exact.asking import Leaf, Start
from pontoon_sim.exact.compiled import CLASSES, Finished, KnownLaws, SplitLeaves, pair_of_hands
from pontoon_sim.exact.multisets import VALUES, Counts, Floats, Ints, by_value, plus, value_index
from pontoon_sim.exact.splits import Measure, SplitHand, only_two, pairs_of
from pontoon_sim.exact.terms import Enumeration, Group, remove, second_cards
from pontoon_sim.kernel.layout import SPLIT

_TEN = VALUES - 1
_SPLIT_TEN = VALUES


@dataclass(frozen=True)
class SplitPair:
    """A pair that the player splits: the pack before it, its chance of arising, where from."""

    ranks: Counts
    chance: Fraction
    rank: int
    initial: int
    burnt: bool


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
    """Second moments and the two-hand distribution of a line-up.

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
        self._asked: dict[tuple[object, ...], tuple[SplitLeaves, Ints]] = {}
        self.products = 0.0
        """Expected sum, over ordered pairs of hands, of the product of their gains, chips**2."""
        self.two: dict[int, float] = {}
        """Chance of each net of a deal in which a pair was split once, chips."""
        self._add_all()

    def _add_all(self) -> None:
        for pair in split_pairs(self.enumeration):
            again = self.enumeration.splits_again(pair.rank, pair.initial, pair.burnt)
            splits = lambda hand, hands, again=again: again[hand, hands]  # noqa: E731
            known = pairs_of(splits)
            if self.enumeration.player.by_table:
                known = _pooled(known)
            for (a, b), measure in known.items():
                for n, weight in measure:
                    law, kinds_a, kinds_b, gone = self._law(pair, a, b, n)
                    scale = float(pair.chance) * weight * gone
                    if scale:
                        self.products += 2 * scale * self._product(law, kinds_a, kinds_b)
            (a, b), measure = only_two(splits)
            for n, weight in measure:
                law, kinds_a, kinds_b, gone = self._law(pair, a, b, n)
                self._spread(float(pair.chance) * weight * gone * law, kinds_a, kinds_b)

    def _law(
        self, pair: SplitPair, a: SplitHand, b: SplitHand, gone: int
    ) -> tuple[Floats, Ints, Ints, float]:
        """Law of two hands given `gone` cards of the rank; kinds (score, stake); their chance."""
        size = sum(pair.ranks)
        chance = perm(pair.ranks[pair.rank], gone) / perm(size, gone)
        leaves_a, kinds_a = self._leaves(pair, a)
        leaves_b, kinds_b = self._leaves(pair, b)
        if not chance:
            return np.zeros((len(kinds_a), len(kinds_b), CLASSES)), kinds_a, kinds_b, 0.0
        value = value_index(pair.rank)
        less = by_value(remove(pair.ranks, pair.rank, gone))
        own = pair.ranks[pair.rank] - gone
        key: tuple[object, ...] = (less, own, value, pair.initial, pair.burnt)
        if self.enumeration.player.by_table:
            key += (a.may_pair, b.may_pair)
        else:
            key += (pair.rank, a, b)
        if key not in self._laws:
            second = np.zeros(VALUES + 1, np.int64)
            second[:VALUES] = less
            if value == _TEN:
                second[_TEN] -= own
                second[_SPLIT_TEN] = own
            law = np.zeros((len(kinds_a), len(kinds_b), CLASSES))
            pair_of_hands(np.array(less, np.int64), second, leaves_a, leaves_b, self._known, law)
            self._laws[key] = law
        return self._laws[key], kinds_a, kinds_b, chance

    def _leaves(self, pair: SplitPair, played: SplitHand) -> tuple[SplitLeaves, Ints]:
        """Ends of one hand of a split and their kinds; the same object for hands that end alike."""
        key: tuple[object, ...] = (value_index(pair.rank), pair.initial, played.may_pair)
        if not self.enumeration.player.by_table:
            key = (*key, pair.rank, played, pair.burnt)
        if key not in self._asked:
            self._asked[key] = self._ends(pair, played)
        return self._asked[key]

    def _ends(self, pair: SplitPair, played: SplitHand) -> tuple[SplitLeaves, Ints]:
        # Only among ten-cards does a second card tell more than its value: its rank.
        ten = value_index(pair.rank) == _TEN
        merged: dict[tuple[int, Leaf], int] = {}
        for other, _ in second_cards(pair.ranks, pair.rank, 0, played.may_pair):
            start = Start(pair.rank, other, played.hand, played.hands, pair.burnt)
            place = (_SPLIT_TEN if other == pair.rank else value_index(other)) if ten else -1
            for (free, score, stake), ways in self.enumeration.ends(start, pair.initial).items():
                cards = free if ten else plus(free, value_index(other))
                key = (place, (cards, score, stake))
                merged[key] = merged.get(key, 0) + ways
        rows = [(place, leaf, ways) for (place, leaf), ways in merged.items() if ways]
        kinds = sorted({(leaf[1], leaf[2]) for _, leaf, _ in rows})
        number = {kind: n for n, kind in enumerate(kinds)}
        rows.sort(key=lambda row: (row[0], row[1][0]))
        starts = [
            n for n, row in enumerate(rows)
            if n == 0 or (row[0], row[1][0]) != (rows[n - 1][0], rows[n - 1][1][0])
        ]  # fmt: skip
        leaves = SplitLeaves(
            second=np.array([rows[n][0] for n in starts], np.int64),
            free=np.array([rows[n][1][0] for n in starts], np.int64),
            first=np.array([*starts, len(rows)], np.int64),
            count=np.array([ways for _, _, ways in rows], np.int64),
            kind=np.array([number[leaf[1], leaf[2]] for _, leaf, _ in rows], np.int64),
        )
        return leaves, np.array(kinds, np.int64)

    def _gains(self, kinds: Ints) -> Ints:
        """Chips won, (kinds, 25), by the banker's score."""
        gains: Ints = self.pay[kinds[:, 0]] * kinds[:, 1][:, None]
        return gains

    def _product(self, law: Floats, kinds_a: Ints, kinds_b: Ints) -> float:
        a, b = self._gains(kinds_a), self._gains(kinds_b)
        return float(np.einsum("abk,ak,bk->", law, a, b))

    def _spread(self, law: Floats, kinds_a: Ints, kinds_b: Ints) -> None:
        nets = self._gains(kinds_a)[:, None, :] + self._gains(kinds_b)[None, :, :]
        played = np.broadcast_to(np.arange(CLASSES) != CLASSES - 1, nets.shape)
        found, place = np.unique(nets[played], return_inverse=True)
        sums = np.bincount(place.ravel(), weights=law[played])
        for net, chance in zip(found.tolist(), sums.tolist(), strict=True):
            self.two[net] = self.two.get(net, 0.0) + chance


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
