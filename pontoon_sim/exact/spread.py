"""Chances of each net of a deal, and those of the deals of three and four hands."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

import numpy as np

from pontoon_sim.exact.compiled import meet
from pontoon_sim.exact.groups import SplitPair
from pontoon_sim.exact.hands import Hand, Side, added, side_of, together
from pontoon_sim.exact.joint import Ending, Joint
from pontoon_sim.exact.multisets import Floats, Ints, by_value

MANY_KINDS = 100
"""So many different gains of a hand that the banker's scores are better taken one by one."""
Way = tuple[Ending, ...]


class Spread:
    """Chances of nets, added up."""

    def __init__(self, chances: Mapping[int, float] | None = None) -> None:
        self.chances = dict(chances or {})

    def add(self, chance: float, law: Floats, nets: Ints) -> None:
        """Add deals with this chance and these nets, arrays of one shape."""
        found, place = np.unique(nets, return_inverse=True)
        sums = np.bincount(place.ravel(), weights=law.ravel())
        for net, part in zip(found.tolist(), sums.tolist(), strict=True):
            self.chances[net] = self.chances.get(net, 0.0) + chance * part


def nets_of_more(joint: Joint) -> dict[int, float]:
    """Chance of each net in chips of deals of three and four hands."""
    most = max((len(hand.gains) for hand in joint.different), default=0)
    scores = np.arange(len(joint.scores))
    spread = Spread()
    for some in np.split(scores, 1 if most < MANY_KINDS else len(scores)):
        _More(joint, some).add_to(spread)
    return spread.chances


class _More:
    """Deals of three and four hands, for some of the banker's scores.

    One hand is put to the banker's, another to what the others come to, and these two sides are
    met.
    """

    def __init__(self, joint: Joint, scores: Ints) -> None:
        self.joint, self.scores = joint, scores
        self._hands: dict[int, Hand] = {}
        self._sides: dict[int, Side] = {}
        self._others: dict[tuple[object, ...], Hand] = {}

    def add_to(self, spread: Spread) -> None:
        """Add the chances of all nets."""
        for pair in self.joint.pairs:
            for many in (3, 4):
                if not pair.chance_of(many):
                    continue
                ways = Counter(
                    tuple(sorted((self.joint.ending(pair, one) for one in way), key=_number))
                    for way in self.joint.ways(pair)
                    if len(way) == many
                )
                for first, seconds in _by_one(ways):
                    for second, others in _by_one(seconds):
                        self._add(pair, many, first, second, others, spread)

    def _add(
        self,
        pair: SplitPair,
        many: int,
        first: Ending,
        second: Ending,
        others: Counter[Way],
        spread: Spread,
    ) -> None:
        side, hand, rest = self._side(first), self._hand(second), self._rest(others)
        gains = rest.gains[:, None, :] + hand.gains
        rows = gains.reshape(-1, gains.shape[2])
        different, kinds = np.unique(rows, axis=0, return_inverse=True)
        law, _ = meet(
            side, rest, hand, *self.joint.weights(pair, hand.places, [((many, 1),)]),
            np.zeros(len(different), np.int64), kinds.reshape(gains.shape[:2]),
        )  # fmt: skip
        chance = float(sum(pair.parts.values()))
        spread.add(chance, law, different[:, side.scores] + side.gains)

    def _hand(self, ending: Ending) -> Hand:
        if ending.number not in self._hands:
            self._hands[ending.number] = ending.hand.only(self.scores)
        return self._hands[ending.number]

    def _side(self, ending: Ending) -> Side:
        if ending.number not in self._sides:
            scores = self.joint.scores[self.scores]
            self._sides[ending.number] = side_of(self.joint.banker, self._hand(ending), scores)
        return self._sides[ending.number]

    def _rest(self, ways: Counter[Way]) -> Hand:
        """One hand, or two as one, of which there are several ways."""
        key = tuple((*map(_number, way), times) for way, times in ways.items())
        if key not in self._others:
            most = by_value(self.joint.enumeration.ranks)
            parts = []
            for way, times in ways.items():
                hands = [self._hand(ending) for ending in way]
                one = hands[0] if len(hands) == 1 else together(hands[0], hands[1], most)
                parts.append((float(times), one))
            self._others[key] = added(parts)
        return self._others[key]


def _number(ending: Ending) -> int:
    return ending.number


def _by_one(
    ways: Counter[Way],
) -> Iterator[tuple[Ending, Counter[Way]]]:
    """Ways by a hand that many of them have, told without it; each way once."""
    left = dict(ways)
    while left:
        often = Counter(ending for way in left for ending in dict.fromkeys(way))
        one = often.most_common(1)[0][0]
        with_it = {way: times for way, times in left.items() if one in way}
        rest: Counter[Way] = Counter()
        for way, times in with_it.items():
            at = way.index(one)
            rest[way[:at] + way[at + 1 :]] += times
            del left[way]
        yield one, rest
