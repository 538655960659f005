"""The hands of one split against one banker's hand: their chances, the variance, the net of a deal.

All hands of a player meet the same banker, and they draw from one pack, so their gains are
correlated. The mean needs one hand at a time, the square of a sum two: exact for any number of
hands. The distribution of the net needs all hands at once.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from math import perm

import numpy as np
import numpy.typing as npt

from pontoon_sim.exact.banker_distribution import BankerHands
from pontoon_sim.exact.multisets import Counts, Floats, Ints, by_value, plus, value_index
from pontoon_sim.exact.queries import TwoCards
from pontoon_sim.exact.split_hands import (
    MOST_CARDS,
    OTHER_TEN,
    SLOTS,
    SPLIT_TEN,
    TEN,
    Hand,
    KeyLayout,
    Side,
    add_pairs,
    added,
    banker_scores,
    combined,
    empty,
    hand_of,
    key_layout,
    meet,
    product_of,
    side_of,
    sums_of,
)
from pontoon_sim.exact.starts import (
    Enumeration,
    Measure,
    Parts,
    SplitHand,
    SplitPair,
    hands_of,
    pairs_of,
    pooled,
    pooled_pairs,
    second_cards,
    split_outcomes,
    sum_of,
)


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
    parts : mapping from FirstTwo to Fraction
        Chance of meeting the pack, by the first two cards.
    first : bool, (n,)
        Whether it is the first hand of the split.
    score, stake : int64, (n,)
    chances : float64, (n, s)
        Chance of the hand and of each of the banker's scores that occur, given the pack.
    """

    parts: Parts
    first: npt.NDArray[np.bool_]
    score: Ints
    stake: Ints
    chances: Floats


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
    banker : BankerHands
    pay : int64, (25, 25)
        As `banker_distribution.payments`.
    """

    def __init__(self, enumeration: Enumeration, banker: BankerHands, pay: Ints) -> None:
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
        pairs: dict[tuple[object, ...], SplitPair] = {}
        for pair in self.enumeration.split_pairs:
            endings = [(played, self.ending(pair, played).number) for played in self._hands(pair)]
            values, rank = by_value(pair.ranks), pair.rank
            key = (values, value_index(rank), pair.ranks[rank], *endings)
            if key in pairs:
                pair = replace(pair, parts=sum_of(pairs[key].parts, pair.parts))
            pairs[key] = pair
        return list(pairs.values())

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
                        ends.layout, ends.keys, ends.first, ends.kind, ends.count,
                        np.hstack((label, ends.gains)),
                    )))  # fmt: skip
                self._singles[key] = added(parts)
            hand = self._singles[key]
            number, score, stake = hand.gains.T
            chances, _ = self._meet(pair, hand, list(known.values()), number)
            first = np.array([played.hand == 0 for played in known])[number]
            yield Singles(pair.parts, first, score, stake, chances)

    # --- two hands ------------------------------------------------------------------------------

    @cached_property
    def _of_two(self) -> tuple[float, list[tuple[float, Floats, Ints]]]:
        products, banker_distribution = 0.0, []
        for pair in self.pairs:
            two = self._two(pair)
            rows = np.zeros(len(two.hand.gains), np.int64)
            chances, gain = self._meet(pair, two.hand, [((2, 1),), *two.measures], rows, two.pairs)
            chance = float(sum(pair.parts.values()))
            products += 2 * chance * gain
            banker_distribution.append((chance, chances, two.hand.gains))
        return products, banker_distribution

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
            known = pooled_pairs(known)
        pairs = [(self.ending(pair, a), self.ending(pair, b), m) for (a, b), m in known.items()]
        (two,) = (hands for hands in self.outcomes(pair) if len(hands) == 2)
        once = [self.ending(pair, played) for played in two]
        key = (*((a.number, b.number, m) for a, b, m in pairs), *(end.number for end in once))
        if key not in self._twos:
            self._twos[key] = self._pairs_of_hands(pairs, once)
        return self._twos[key]

    def _pairs_of_hands(
        self, pairs: list[tuple[Ending, Ending, Measure]], once: list[Ending]
    ) -> _Two:
        hands = [*once, *(ending for a, b, _ in pairs for ending in (a, b))]
        own = np.unique(np.concatenate([ending.hand.keys for ending in hands]))
        layout = once[0].hand.layout
        keys, place = sums_of(layout, own, own, by_value(self.enumeration.ranks))
        measures = list(dict.fromkeys(measure for *_, measure in pairs))
        scalars = {ending: ending.hand.scalar(own) for ending in hands}
        of_pairs = np.zeros((1 + len(measures), len(keys), len(self.scores)))
        for a, b, measure in pairs:
            add_pairs(place, scalars[a], scalars[b], of_pairs[1 + measures.index(measure)])
        first, second = (ending.hand for ending in once)
        rows = [np.searchsorted(own, hand.keys)[hand.rows] for hand in (first, second)]
        place = place[rows[0][:, None], rows[1]]
        return _Two(product_of(first, second, keys, place), measures, of_pairs)

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
        layout = hand.layout
        nobody = empty(layout, len(self.scores))
        if layout.value not in self._alone:
            self._alone[layout.value] = side_of(self.banker, nobody, self.scores)
        kinds = np.arange(len(hand.gains))[:, None]
        return meet(
            self._alone[layout.value], hand, nobody, self.weights(pair, hand.layout, measures),
            weight_of, kinds, pairs,
        )  # fmt: skip

    def weights(
        self, pair: SplitPair, layout: KeyLayout, measures: Sequence[Measure]
    ) -> tuple[Floats, Floats]:
        """`falls` and `last` of `loops.PackWeights` for cards out of the pack of a pair."""
        ranks, size = pair.ranks, sum(pair.ranks)
        values = by_value(ranks)
        last = np.zeros((len(measures), len(layout.sizes), MOST_CARDS))
        for number, measure in enumerate(measures):
            for gone, weight in measure:
                chance = weight * pair.chance_of(gone)
                if chance:
                    orders = [perm(size - gone, k) for k in range(min(MOST_CARDS, size - gone + 1))]
                    in_order = np.zeros(MOST_CARDS)  # chance of so many cards in one order
                    in_order[: len(orders)] = 1.0 / np.array(orders, np.float64)
                    ways = layout.last_falls(values[layout.value], ranks[pair.rank], gone)
                    last[number] += np.outer(chance * ways, in_order)
        return layout.falls(values), last

    def _again(self, pair: SplitPair) -> dict[tuple[int, int], bool]:
        return self.enumeration.resplits(pair.rank, pair.initial, pair.burnt)

    def _hands(self, pair: SplitPair) -> dict[SplitHand, Measure]:
        again = self._again(pair)
        known = hands_of(lambda hand, hands: again[hand, hands])
        return pooled(known) if self.enumeration.player.by_table else known

    def outcomes(self, pair: SplitPair) -> list[tuple[SplitHand, ...]]:
        """Every way in which the split may go on."""
        again = self._again(pair)
        return split_outcomes(lambda hand, hands: again[hand, hands])

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
            arrays = ends.keys, ends.first, ends.kind, ends.count, ends.gains
            content = ends.layout.value, *(array.tobytes() for array in arrays)
            if content not in self._known:
                gains = self.pay[ends.gains[:, 0]][:, self.scores] * ends.gains[:, 1:]
                hand = hand_of(ends.layout, ends.keys, ends.rows, ends.kind, gains, ends.count)
                self._known[content] = Ending(len(self._known), ends, hand)
            self._asked[key] = self._known[content]
        return self._asked[key]

    def _ends(self, pair: SplitPair, played: SplitHand) -> Hand:
        # Only among ten-cards does a second card tell more than its value: its rank.
        value = value_index(pair.rank)
        merged: dict[tuple[Counts, int, int], int] = {}
        for other, _ in second_cards(pair.ranks, pair.rank, 0, played.may_pair):
            start = TwoCards(pair.rank, other, played.hand, played.hands, pair.burnt)
            second = value_index(other)
            if value == TEN and second == TEN:
                second = SPLIT_TEN if other == pair.rank else OTHER_TEN
            for (free, score, stake), ways in self.enumeration.ends(start, pair.initial).items():
                key = (plus((*free, 0, 0), second), score, stake)
                merged[key] = merged.get(key, 0) + ways
        cards = np.array([key[0] for key in merged], np.int64).reshape(-1, SLOTS)
        labels = np.array([key[1:] for key in merged], np.int64).reshape(-1, 2)
        keys, place = np.unique(cards @ key_layout(value).times, return_inverse=True)
        orders = np.array(list(merged.values()), np.float64)
        return hand_of(
            key_layout(value), keys, place.ravel(), np.arange(len(labels)), labels, orders
        )  # fmt: skip


# --- deals of three and four hands ----------------------------------------------------------------


MANY_KINDS = 100
"""So many different gains of a hand that the banker's scores are better taken one by one."""
SplitOutcome = tuple[Ending, ...]


class NetDistribution:
    """Chances of nets, added up."""

    def __init__(self, chances: Mapping[int, float] | None = None) -> None:
        self.chances = dict(chances or {})

    def add(self, chance: float, chances: Floats, nets: Ints) -> None:
        """Add deals with this chance and these nets, arrays of one shape."""
        different, place = np.unique(nets, return_inverse=True)
        sums = np.bincount(place.ravel(), weights=chances.ravel())
        for net, part in zip(different.tolist(), sums.tolist(), strict=True):
            self.chances[net] = self.chances.get(net, 0.0) + chance * part


def nets_of_more_hands(joint: Joint) -> dict[int, float]:
    """Chance of each net in chips of deals of three and four hands."""
    most = max((len(hand.gains) for hand in joint.different), default=0)
    scores = np.arange(len(joint.scores))
    nets = NetDistribution()
    for part in np.split(scores, 1 if most < MANY_KINDS else len(scores)):
        _MoreHands(joint, part).add_to(nets)
    return nets.chances


class _MoreHands:
    """Deals of three and four hands, for a part of the banker's scores.

    One hand is put to the banker's, another to what the others come to, and these two sides are
    met.
    """

    def __init__(self, joint: Joint, scores: Ints) -> None:
        self.joint, self.scores = joint, scores
        self._hands: dict[int, Hand] = {}
        self._sides: dict[int, Side] = {}
        self._others: dict[tuple[object, ...], Hand] = {}

    def add_to(self, nets: NetDistribution) -> None:
        """Add the chances of all nets."""
        for pair in self.joint.pairs:
            for many in (3, 4):
                if not pair.chance_of(many):
                    continue
                outcomes = Counter(
                    tuple(sorted((self.joint.ending(pair, hand) for hand in hands), key=_number))
                    for hands in self.joint.outcomes(pair)
                    if len(hands) == many
                )
                for first, seconds in _by_common_hand(outcomes):
                    for second, others in _by_common_hand(seconds):
                        self._add(pair, many, first, second, others, nets)

    def _add(
        self,
        pair: SplitPair,
        many: int,
        first: Ending,
        second: Ending,
        others: Counter[SplitOutcome],
        nets: NetDistribution,
    ) -> None:
        side, hand, rest = self._side(first), self._hand(second), self._rest(others)
        gains = rest.gains[:, None, :] + hand.gains
        rows = gains.reshape(-1, gains.shape[2])
        different, kinds = np.unique(rows, axis=0, return_inverse=True)
        chances, _ = meet(
            side, rest, hand, self.joint.weights(pair, hand.layout, [((many, 1),)]),
            np.zeros(len(different), np.int64), kinds.reshape(gains.shape[:2]),
        )  # fmt: skip
        chance = float(sum(pair.parts.values()))
        nets.add(chance, chances, different[:, side.scores] + side.gains)

    def _hand(self, ending: Ending) -> Hand:
        if ending.number not in self._hands:
            self._hands[ending.number] = ending.hand.by_scores(self.scores)
        return self._hands[ending.number]

    def _side(self, ending: Ending) -> Side:
        if ending.number not in self._sides:
            scores = self.joint.scores[self.scores]
            self._sides[ending.number] = side_of(self.joint.banker, self._hand(ending), scores)
        return self._sides[ending.number]

    def _rest(self, outcomes: Counter[SplitOutcome]) -> Hand:
        """One hand, or two as one, of which there are several outcomes."""
        key = tuple((*map(_number, outcome), times) for outcome, times in outcomes.items())
        if key not in self._others:
            most = by_value(self.joint.enumeration.ranks)
            parts = []
            for outcome, times in outcomes.items():
                hands = [self._hand(ending) for ending in outcome]
                hand = hands[0] if len(hands) == 1 else combined(hands[0], hands[1], most)
                parts.append((float(times), hand))
            self._others[key] = added(parts)
        return self._others[key]


def _number(ending: Ending) -> int:
    return ending.number


def _by_common_hand(
    outcomes: Counter[SplitOutcome],
) -> Iterator[tuple[Ending, Counter[SplitOutcome]]]:
    """Outcomes by a hand that many of them have, given without it; each outcome once."""
    left = dict(outcomes)
    while left:
        often = Counter(ending for outcome in left for ending in dict.fromkeys(outcome))
        common = often.most_common(1)[0][0]
        having = {outcome: times for outcome, times in left.items() if common in outcome}
        rest: Counter[SplitOutcome] = Counter()
        for outcome, times in having.items():
            at = outcome.index(common)
            rest[outcome[:at] + outcome[at + 1 :]] += times
            del left[outcome]
        yield common, rest
