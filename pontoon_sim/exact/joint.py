"""The hands of one split against one banker's hand: their chances, the variance, the net of a deal.

All hands of a player meet the same banker, and they draw from one pack, so their gains are
correlated. The mean needs one hand at a time, the square of a sum two: exact for any number of
hands. The distribution of the net needs all hands at once.
"""

from __future__ import annotations

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
    Places,
    Side,
    added,
    banker_scores,
    empty,
    hand_of,
    places,
    product_of,
    side_of,
    sums_of,
)
from pontoon_sim.exact.multisets import Counts, Floats, Ints, by_value, plus, value_index
from pontoon_sim.exact.splits import Measure, SplitHand, hands_of, pairs_of, ways_of


@dataclass(frozen=True, eq=False)
class Ending:
    """A hand of a split: with what it ends, and what it gains.

    Attributes
    ----------
    number : int
        Among those that differ.
    ends : Hand
        `gains` are score and stake in chips.
    hand : Hand
    """

    number: int
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
        self._asked: dict[tuple[object, ...], Ending] = {}
        self._known: dict[tuple[object, ...], Ending] = {}
        self._alone: dict[int, Side] = {}
        self._singles: dict[tuple[object, ...], Hand] = {}
        self._twos: dict[tuple[object, ...], _Two] = {}

    @cached_property
    def pairs(self) -> list[SplitPair]:
        """Pairs that are split, such as are alike in all that counts as one."""
        found: dict[tuple[object, ...], SplitPair] = {}
        for pair in self.enumeration.split_pairs:
            endings = [(played, self.ending(pair, played).number) for played in self._hands(pair)]
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
            endings = [self.ending(pair, played) for played in known]
            key = tuple(ending.number for ending in endings)
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
    def _of_two(self) -> tuple[float, list[tuple[float, Floats, Ints]]]:
        products, laws = 0.0, []
        for pair in self.pairs:
            two = self._two(pair)
            rows = np.zeros(len(two.hand.gains), np.int64)
            law, gain = self._meet(pair, two.hand, [((2, 1),), *two.measures], rows, two.pairs)
            chance = float(sum(pair.parts.values()))
            products += 2 * chance * gain
            laws.append((chance, law, two.hand.gains))
        return products, laws

    @property
    def products(self) -> float:
        """Expected sum, over ordered pairs of hands, of the product of their gains, chips**2."""
        return self._of_two[0]

    @property
    def two(self) -> list[tuple[float, Floats, Ints]]:
        """Of deals of two hands of each pair: its chance, and then by kind and banker's score.

        Chance of two hands, and what they gain, each (kinds, s).
        """
        return self._of_two[1]

    def _two(self, pair: SplitPair) -> _Two:
        again = self._again(pair)
        known = pairs_of(lambda hand, hands: again[hand, hands])
        if self.enumeration.player.by_table:
            known = _pooled(known)
        pairs = [(self.ending(pair, a), self.ending(pair, b), m) for (a, b), m in known.items()]
        (way,) = (way for way in self.ways(pair) if len(way) == 2)
        once = [self.ending(pair, played) for played in way]
        key = (*((a.number, b.number, m) for a, b, m in pairs), *(end.number for end in once))
        if key not in self._twos:
            self._twos[key] = self._pairs_of_hands(pairs, once)
        return self._twos[key]

    def _pairs_of_hands(
        self, pairs: list[tuple[Ending, Ending, Measure]], once: list[Ending]
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
        one, other = (ending.hand for ending in once)
        rows = [np.searchsorted(own, hand.keys)[hand.rows] for hand in (one, other)]
        place = place[rows[0][:, None], rows[1]]
        return _Two(product_of(one, other, keys, place), measures, of_pairs)

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
            self._alone[layout.value] = side_of(self.banker, nobody, self.scores)
        kinds = np.arange(len(hand.gains))[:, None]
        return meet(
            self._alone[layout.value], hand, nobody, *self.weights(pair, hand.places, measures),
            weight_of, kinds, pairs,
        )  # fmt: skip

    def weights(
        self, pair: SplitPair, layout: Places, measures: Sequence[Measure]
    ) -> tuple[Floats, Floats]:
        """`falls` and `last` of `walking.walk` for cards out of the pack of a pair."""
        ranks, size = pair.ranks, sum(pair.ranks)
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

    def ways(self, pair: SplitPair) -> list[tuple[SplitHand, ...]]:
        """Every way in which the split may go on."""
        again = self._again(pair)
        return ways_of(lambda hand, hands: again[hand, hands])

    @property
    def different(self) -> list[Hand]:
        """All hands of splits that differ."""
        return [ending.hand for ending in self._known.values()]

    def ending(self, pair: SplitPair, played: SplitHand) -> Ending:
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
                self._known[content] = Ending(len(self._known), ends, hand)
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


def _pooled(
    known: dict[tuple[SplitHand, SplitHand], Measure],
) -> dict[tuple[SplitHand, SplitHand], Measure]:
    """Hands of a table, which plays them all alike, told apart by `may_pair` only."""
    totals: dict[tuple[SplitHand, SplitHand], dict[int, int]] = {}

    def alike(played: SplitHand, hand: int) -> SplitHand:
        return SplitHand(hand, played.hands if played.may_pair else 2, played.may_pair)

    for (a, b), measure in known.items():
        place = alike(a, 0), alike(b, 1)
        into = totals.setdefault(place, {})
        for n, weight in measure:
            into[n] = into.get(n, 0) + weight
    return {place: tuple(sorted(into.items())) for place, into in totals.items()}
