"""The hands of one split against one banker's hand: their chances, the variance, the net of a deal.

All hands of a player meet the same banker, and they draw from one pack, so their gains are
correlated. The mean needs one hand at a time, the square of a sum two: exact for any number of
hands. The distribution of the net needs all hands at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import perm

import numpy as np
import numpy.typing as npt

from pontoon_sim.exact.asking import Start
from pontoon_sim.exact.compiled import Finished, add_pairs, meet
from pontoon_sim.exact.groups import Enumeration, Parts, SplitPair, pooled, second_cards, sum_of
from pontoon_sim.exact.hands import (
    MOST,
    OTHER_TEN,
    SLOTS,
    SPLIT_TEN,
    TEN,
    Hand,
    Side,
    added,
    banker_scores,
    empty,
    hand_of,
    places,
    product_of,
    side_of,
    sums_of,
    together,
)
from pontoon_sim.exact.multisets import Counts, Floats, Ints, by_value, plus, value_index
from pontoon_sim.exact.splits import Measure, SplitHand, hands_of, pairs_of, ways_of


@dataclass(frozen=True, eq=False)
class _Ending:
    """A hand of a split: with what it ends, and what it gains.

    Attributes
    ----------
    ends : Hand
        `gains` are score and stake in chips.
    hand : Hand
    """

    ends: Hand
    hand: Hand


@dataclass(frozen=True, eq=False)
class Singles:
    """Hands of split pairs, one at a time.

    Attributes
    ----------
    parts : mapping from Dealt to Fraction
        Chance of meeting the pack, by the first two cards.
    first : bool, (n,)
        Whether it is the first hand of the split.
    score, stake : int64, (n,)
    law : float64, (n, s)
        Chance of the hand and of each of the banker's scores that occur, given the pack.
    """

    parts: Parts
    first: npt.NDArray[np.bool_]
    score: Ints
    stake: Ints
    law: Floats


@dataclass(frozen=True, eq=False)
class _Two:
    """Two hands of a split as they are met in every pack.

    Attributes
    ----------
    hand : Hand
        All sums of cards of two hands, and what two hands are where a pair is split only once.
    measures : list of Measure
        What is known when two hands are played.
    pairs : float64, (measures, sums of cards, s)
        Of all pairs of hands under a measure: orders times both gains, by the banker's score.
    """

    hand: Hand
    measures: list[Measure]
    pairs: Floats


class Joint:
    """Split hands of a line-up, one, two and all at a time.

    Parameters
    ----------
    enumeration : Enumeration
    banker : Finished
    pay : int64, (25, 25)
        As `terms.payments`.
    """

    def __init__(self, enumeration: Enumeration, banker: Finished, pay: Ints) -> None:
        self.enumeration, self.banker, self.pay = enumeration, banker, pay
        self.scores = banker_scores(banker)
        self._asked: dict[tuple[object, ...], _Ending] = {}
        self._known: dict[tuple[object, ...], _Ending] = {}
        self._alone: dict[int, Side] = {}
        self._sides: dict[_Ending, Side] = {}
        self._singles: dict[tuple[object, ...], Hand] = {}
        self._twos: dict[tuple[object, ...], _Two] = {}
        self._rest: dict[tuple[object, ...], Hand] = {}

    @cached_property
    def pairs(self) -> list[SplitPair]:
        """Pairs that are split, such as are alike in all that counts as one."""
        found: dict[tuple[object, ...], SplitPair] = {}
        for pair in self.enumeration.split_pairs:
            endings = [(played, id(self._ending(pair, played))) for played in self._hands(pair)]
            values, rank = by_value(pair.ranks), pair.rank
            key = (values, value_index(rank), pair.ranks[rank], *endings)
            if key in found:
                pair = replace(pair, parts=sum_of(found[key].parts, pair.parts))
            found[key] = pair
        return list(found.values())

    # --- one hand at a time ---------------------------------------------------------------------

    def singles(self) -> Iterator[Singles]:
        """Every hand of every split."""
        for pair in self.pairs:
            known = self._hands(pair)
            endings = [self._ending(pair, played) for played in known]
            key = tuple(map(id, endings))
            if key not in self._singles:
                parts = []
                for number, ending in enumerate(endings):
                    ends = ending.ends
                    label = np.full((len(ends.gains), 1), number)
                    parts.append((1.0, Hand(
                        ends.places, ends.keys, ends.first, ends.kind, ends.count,
                        np.hstack((label, ends.gains)),
                    )))  # fmt: skip
                self._singles[key] = added(parts)
            hand = self._singles[key]
            number, score, stake = hand.gains.T
            law, _ = self._meet(pair, hand, list(known.values()), number)
            first = np.array([played.hand == 0 for played in known])[number]
            yield Singles(pair.parts, first, score, stake, law)

    # --- two hands ------------------------------------------------------------------------------

    @cached_property
    def _of_two(self) -> tuple[float, dict[int, float]]:
        products, spread = 0.0, Spread()
        for pair in self.pairs:
            two = self._two(pair)
            rows = np.zeros(len(two.hand.gains), np.int64)
            law, gain = self._meet(pair, two.hand, [((2, 1),), *two.measures], rows, two.pairs)
            chance = float(sum(pair.parts.values()))
            products += 2 * chance * gain
            spread.add(chance, law, two.hand.gains)
        return products, spread.chances

    @property
    def products(self) -> float:
        """Expected sum, over ordered pairs of hands, of the product of their gains, chips**2."""
        return self._of_two[0]

    @property
    def two(self) -> dict[int, float]:
        """Chance of each net in chips of a deal in which a pair is split once and no more."""
        return self._of_two[1]

    def _two(self, pair: SplitPair) -> _Two:
        again = self._again(pair)
        known = pairs_of(lambda hand, hands: again[hand, hands])
        if self.enumeration.player.by_table:
            known = _pooled(known)
        pairs = [(self._ending(pair, a), self._ending(pair, b), m) for (a, b), m in known.items()]
        (way,) = (way for way in self._ways(pair) if len(way) == 2)
        once = [self._ending(pair, played) for played in way]
        key = (*((id(a), id(b), m) for a, b, m in pairs), *map(id, once))
        if key not in self._twos:
            self._twos[key] = self._pairs_of_hands(pairs, once)
        return self._twos[key]

    def _pairs_of_hands(
        self, pairs: list[tuple[_Ending, _Ending, Measure]], once: list[_Ending]
    ) -> _Two:
        hands = [*once, *(ending for a, b, _ in pairs for ending in (a, b))]
        own = np.unique(np.concatenate([ending.hand.keys for ending in hands]))
        layout = once[0].hand.places
        keys, place = sums_of(layout, own, own, by_value(self.enumeration.ranks))
        measures = list(dict.fromkeys(measure for *_, measure in pairs))
        scalars = {ending: ending.hand.scalar(own) for ending in hands}
        of_pairs = np.zeros((1 + len(measures), len(keys), len(self.scores)))
        for a, b, measure in pairs:
            add_pairs(place, scalars[a], scalars[b], of_pairs[1 + measures.index(measure)])
        a, b = (ending.hand for ending in once)
        rows = [np.searchsorted(own, hand.keys)[hand.rows] for hand in (a, b)]
        return _Two(product_of(a, b, keys, place[rows[0][:, None], rows[1]]), measures, of_pairs)

    # --- all hands ------------------------------------------------------------------------------

    def more(self) -> dict[int, float]:
        """Chance of each net in chips of deals of three and four hands.

        One hand is put to the banker's, another to what the others come to, and these two sides
        are met.
        """
        spread = Spread()
        for pair in self.pairs:
            for many in (3, 4):
                chance = float(sum(pair.parts.values()))
                if not pair.chance_of(many):
                    continue
                ways = Counter(
                    tuple(sorted((self._ending(pair, played) for played in way), key=id))
                    for way in self._ways(pair)
                    if len(way) == many
                )
                for first, ways_on in _by_one(ways):
                    if first not in self._sides:
                        self._sides[first] = side_of(self.banker, first.hand)
                    side = self._sides[first]
                    for second, rest in _by_one(ways_on):
                        others = self._others(rest)
                        gains = others.gains[:, None, :] + second.hand.gains
                        different, kinds = np.unique(
                            gains.reshape(-1, gains.shape[2]), axis=0, return_inverse=True
                        )
                        law, _ = meet(
                            side, others, second.hand, *self._weights(pair, others, [((many, 1),)]),
                            np.zeros(len(different), np.int64), kinds.reshape(gains.shape[:2]),
                        )  # fmt: skip
                        spread.add(chance, law, different[:, side.scores] + side.gains)
        return spread.chances

    def _others(self, ways: Counter[tuple[_Ending, ...]]) -> Hand:
        """One hand, or two as one, of which there are several ways."""
        key = tuple(sorted((tuple(map(id, way)), times) for way, times in ways.items()))
        if key not in self._rest:
            most = by_value(self.enumeration.ranks)
            hands = [[ending.hand for ending in way] for way in ways]
            self._rest[key] = added([
                (float(times), together(*way, most) if len(way) == 2 else way[0])
                for way, times in zip(hands, ways.values(), strict=True)
            ])  # fmt: skip
        return self._rest[key]

    # --- what a pack makes of it ----------------------------------------------------------------

    def _meet(
        self,
        pair: SplitPair,
        hand: Hand,
        measures: Sequence[Measure],
        weight_of: Ints,
        pairs: Floats | None = None,
    ) -> tuple[Floats, float]:
        """Chance of each kind of a hand and each of the banker's scores; sum of `pairs`."""
        layout = hand.places
        nobody = empty(layout, len(self.scores))
        if layout.value not in self._alone:
            self._alone[layout.value] = side_of(self.banker, nobody)
        kinds = np.arange(len(hand.gains))[:, None]
        return meet(
            self._alone[layout.value], hand, nobody, *self._weights(pair, hand, measures),
            weight_of, kinds, pairs,
        )  # fmt: skip

    def _weights(
        self, pair: SplitPair, hand: Hand, measures: Sequence[Measure]
    ) -> tuple[Floats, Floats]:
        """`falls` and `last` of `walking.walk` for cards out of the pack of a pair."""
        layout, ranks, size = hand.places, pair.ranks, sum(pair.ranks)
        values = by_value(ranks)
        last = np.zeros((len(measures), len(layout.sizes), MOST))
        for number, measure in enumerate(measures):
            for gone, weight in measure:
                chance = weight * pair.chance_of(gone)
                if chance:
                    orders = [perm(size - gone, k) for k in range(min(MOST, size - gone + 1))]
                    one = np.zeros(MOST)  # chance of so many cards in one order
                    one[: len(orders)] = 1.0 / np.array(orders, np.float64)
                    ways = layout.last_falls(values[layout.value], ranks[pair.rank], gone)
                    last[number] += np.outer(chance * ways, one)
        return layout.falls(values), last

    def _again(self, pair: SplitPair) -> dict[tuple[int, int], bool]:
        return self.enumeration.splits_again(pair.rank, pair.initial, pair.burnt)

    def _hands(self, pair: SplitPair) -> dict[SplitHand, Measure]:
        again = self._again(pair)
        known = hands_of(lambda hand, hands: again[hand, hands])
        return pooled(known) if self.enumeration.player.by_table else known

    def _ways(self, pair: SplitPair) -> list[tuple[SplitHand, ...]]:
        again = self._again(pair)
        return ways_of(lambda hand, hands: again[hand, hands])

    def _ending(self, pair: SplitPair, played: SplitHand) -> _Ending:
        """One hand of a split; the same object for hands that end alike."""
        key: tuple[object, ...] = (value_index(pair.rank), pair.initial, played.may_pair)
        if not self.enumeration.player.by_table:
            key = (*key, pair.rank, played)
        if key not in self._asked:
            ends = self._ends(pair, played)
            told = ends.keys, ends.first, ends.kind, ends.count, ends.gains
            content = ends.places.value, *(array.tobytes() for array in told)
            if content not in self._known:
                gains = self.pay[ends.gains[:, 0]][:, self.scores] * ends.gains[:, 1:]
                hand = hand_of(ends.places, ends.keys, ends.rows, ends.kind, gains, ends.count)
                self._known[content] = _Ending(ends, hand)
            self._asked[key] = self._known[content]
        return self._asked[key]

    def _ends(self, pair: SplitPair, played: SplitHand) -> Hand:
        # Only among ten-cards does a second card tell more than its value: its rank.
        value = value_index(pair.rank)
        merged: dict[tuple[Counts, int, int], int] = {}
        for other, _ in second_cards(pair.ranks, pair.rank, 0, played.may_pair):
            start = Start(pair.rank, other, played.hand, played.hands, pair.burnt)
            second = value_index(other)
            if value == TEN and second == TEN:
                second = SPLIT_TEN if other == pair.rank else OTHER_TEN
            for (free, score, stake), ways in self.enumeration.ends(start, pair.initial).items():
                key = (plus((*free, 0, 0), second), score, stake)
                merged[key] = merged.get(key, 0) + ways
        cards = np.array([key[0] for key in merged], np.int64).reshape(-1, SLOTS)
        labels = np.array([key[1:] for key in merged], np.int64).reshape(-1, 2)
        keys, place = np.unique(cards @ places(value).times, return_inverse=True)
        orders = np.array(list(merged.values()), np.float64)
        return hand_of(
            places(value), keys, place.ravel(), np.arange(len(labels)), labels, orders
        )  # fmt: skip


class Spread:
    """Chances of nets, added up from joint laws."""

    def __init__(self) -> None:
        self.chances: dict[int, float] = {}

    def add(self, chance: float, law: Floats, nets: Ints) -> None:
        """Add deals whose hands gain so much, each (kinds, columns)."""
        found, place = np.unique(nets, return_inverse=True)
        sums = np.bincount(place.ravel(), weights=law.ravel())
        for net, part in zip(found.tolist(), sums.tolist(), strict=True):
            self.chances[net] = self.chances.get(net, 0.0) + chance * part


def _by_one(
    ways: Counter[tuple[_Ending, ...]],
) -> Iterator[tuple[_Ending, Counter[tuple[_Ending, ...]]]]:
    """Ways by a hand that many of them have, told without it; each way once."""
    left = dict(ways)
    while left:
        often = Counter(ending for way in left for ending in set(way))
        one = often.most_common(1)[0][0]
        with_it = {way: times for way, times in left.items() if one in way}
        rest: Counter[tuple[_Ending, ...]] = Counter()
        for way, times in with_it.items():
            at = way.index(one)
            rest[way[:at] + way[at + 1 :]] += times
            del left[way]
        yield one, rest


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
