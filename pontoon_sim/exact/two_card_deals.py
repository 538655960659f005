"""Two new cards from one pack, the first deal's or those after a burn (P33), and their splits.

Everything is weighed with the chance of meeting the pack, so that what comes of several packs may
be added up.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import perm

import numpy as np

from pontoon_sim.exact.banker_distribution import BankerHands
from pontoon_sim.exact.choices import (
    Chooser,
    Chosen,
    History,
    Policy,
    ReachWeights,
    first_deal_weights,
    reach_weights,
)
from pontoon_sim.exact.multisets import (
    EMPTY,
    VALUES,
    Counts,
    by_value,
    catalogue,
    plus,
    value_index,
)
from pontoon_sim.exact.starts import Measure, hands_of, remove
from pontoon_sim.game.legal import split_ranks
from pontoon_sim.game.rules import Rules

_TEN = VALUES - 1


@dataclass(frozen=True)
class SplitWeights:
    """Hands of split ranks of one value, by how many cards of the rank are known to be gone.

    Attributes
    ----------
    plain : dict of int to ReachWeights
        Hands whose second card is not a ten-card, where tens are split; else any second card.
    other_ten, same_rank : dict of int to ReachWeights
        Where tens are split: hands whose second card is a ten-card of another rank, or of the same.
    """

    plain: dict[int, ReachWeights]
    other_ten: dict[int, ReachWeights]
    same_rank: dict[int, ReachWeights]

    def __add__(self, other: SplitWeights) -> SplitWeights:
        return SplitWeights(
            _joined(self.plain, other.plain),
            _joined(self.other_ten, other.other_ten),
            _joined(self.same_rank, other.same_rank),
        )

    def weighed(
        self, measure: Measure
    ) -> tuple[ReachWeights, ReachWeights | None, ReachWeights | None]:
        """The three kinds of hands under a measure; None where tens are not split."""

        def total(kinds: dict[int, ReachWeights]) -> ReachWeights | None:
            known = [kinds[n].times(weight) for n, weight in measure if n in kinds]
            return sum(known[1:], known[0]) if known else None

        plain = total(self.plain)
        assert plain is not None
        return plain, total(self.other_ten), total(self.same_rank)


def _joined(a: dict[int, ReachWeights], b: dict[int, ReachWeights]) -> dict[int, ReachWeights]:
    both = {n: a[n] + b[n] for n in a.keys() & b.keys()}
    return {**a, **b, **both}


def split_weights(
    rules: Rules, banker: BankerHands, value: int, ranks: Counts, chance: float
) -> SplitWeights:
    """Hands of a split of any rank of a value, for every number of its cards that may be gone."""
    same_value = [rank for rank in range(13) if value_index(rank) == value]
    parts = []
    for own in sorted({ranks[rank] for rank in same_value}):
        like = [rank for rank in same_value if ranks[rank] == own]
        parts.append(_split_rank(rules, banker, like[0], ranks, len(like) * chance))
    return sum(parts[1:], parts[0])


def _split_rank(
    rules: Rules, banker: BankerHands, rank: int, ranks: Counts, chance: float
) -> SplitWeights:
    size, value = sum(ranks), value_index(rank)
    root = plus(EMPTY, value)
    two = plus(root, value)
    weights = SplitWeights({}, {}, {})
    plain = weights.plain
    for gone in range(2, 2 * rules.max_hands + 1):
        weight = perm(ranks[rank], gone) / perm(size, gone) if gone <= ranks[rank] else 0.0
        if not weight:
            zero = np.zeros(len(catalogue()))
            plain[gone] = ReachWeights(zero, zero, zero)
            continue
        weight *= chance
        less = by_value(remove(ranks, rank, gone))
        plain[gone] = reach_weights(rules, banker, root, [(weight, less)], True)
        if value == _TEN:
            own = ranks[rank] - gone
            for kinds, cards in ((weights.other_ten, less[_TEN] - own), (weights.same_rank, own)):
                share = weight * cards / (size - gone)
                if share:
                    kinds[gone] = reach_weights(
                        rules, banker, two, [(share, plus(less, _TEN, -1))], True
                    )
    return weights


SplitPlace = tuple[int, int]
"""Number of a hand of a split, and the hands that there are."""
ResplitRule = dict[SplitPlace, bool]
"""Of each hand of a split: whether a new pair of the rank is split again."""
SplitPolicies = Callable[[SplitPlace], Policy]
"""How each hand of a split is played."""


class TwoCardDeal:
    """Hands of two cards from one pack.

    Parameters
    ----------
    ranks : Counts
        Cards of each rank 0-12.
    chance : float
        Of meeting this pack; everything here is weighed with it.
    """

    def __init__(
        self, rules: Rules, banker: BankerHands, ranks: Counts, chance: float = 1.0
    ) -> None:
        self.rules, self.banker, self.ranks, self.chance = rules, banker, ranks, chance
        self.first = first_deal_weights(rules, banker, ranks, chance)

    @property
    def split_values(self) -> list[int]:
        """Value indices of ranks that may be split (P17)."""
        return sorted({value_index(rank - 1) for rank in split_ranks(self.rules)})

    @cached_property
    def splits(self) -> dict[int, SplitWeights]:
        """Hands of a split, by value."""
        return {
            v: split_weights(self.rules, self.banker, v, self.ranks, self.chance)
            for v in self.split_values
        }

    def share_of_pairs(self, value: int) -> float:
        """Share of two cards of this value that are of one rank."""
        own = [self.ranks[r] for r in range(13) if value_index(r) == value]
        return sum(perm(n, 2) for n in own) / perm(by_value(self.ranks)[value], 2)


@dataclass(frozen=True)
class SplitValue:
    """What splitting a pair of one value gains, per deal and initial stake.

    Attributes
    ----------
    value, staked : float
        Chance of the pair included.
    chosen : dict of SplitPlace to policy with values
        How each hand of the split is played.
    sources : dict of SplitPlace to ReachWeights
        How likely these hands are.
    """

    value: float
    staked: float
    again: ResplitRule
    chosen: dict[SplitPlace, dict[History, Chosen]]
    sources: dict[SplitPlace, ReachWeights]

    def policy(self, place: SplitPlace) -> Policy:
        """The action of every hand at a place of the split."""
        return {history: c.action for history, c in self.chosen[place].items()}


class SplitSolver:
    """Splits of a pair of one value, its hands having given weights."""

    def __init__(self, chooser: Chooser, value: int, weights: SplitWeights) -> None:
        self.chooser, self.value, self.weights = chooser, value, weights
        self._solved: dict[Measure, list[tuple[ReachWeights, dict[History, Chosen]]]] = {}

    def evaluate(self, again: ResplitRule, policies: SplitPolicies | None = None) -> SplitValue:
        """Value of a split, its hands played at their best or by policies."""
        chooser, value = self.chooser, self.value
        two = History(2, False, 1, chooser.rules.buy_max)
        root, hands = plus(EMPTY, value), catalogue()
        pair = chooser.place[hands.row[plus(root, value)]]
        chosen, sources, net, staked = {}, {}, 0.0, 0.0
        for played, measure in hands_of(lambda hand, hands: again[hand, hands]).items():
            place = played.hand, played.hands
            solved = self._solve(measure, policies and policies(place))
            sources[place], chosen[place] = solved[0]
            start = chosen[place][two]
            for second in range(VALUES):
                if second != value or (played.may_pair and value != _TEN):
                    row = chooser.place[hands.row[plus(root, second)]]
                    net += float(start.best[row])
                    staked += float(start.stakes[row])
            for _, tens in solved[1 : 3 if played.may_pair else 2]:
                net += float(tens[two].best[pair])
                staked += float(tens[two].stakes[pair])
        return SplitValue(net, staked, again, chosen, sources)

    def _solve(
        self, measure: Measure, policy: Policy | None
    ) -> list[tuple[ReachWeights, dict[History, Chosen]]]:
        """Hands under a measure, and, where tens are split, those with a second ten-card."""
        if policy is None and measure in self._solved:
            return self._solved[measure]
        kinds = [kind for kind in self.weights.weighed(measure) if kind is not None]
        solved = [(kind, self.chooser.solve(kind, policy)) for kind in kinds]
        if policy is None:
            self._solved[measure] = solved
        return solved

    def best(self, whole: float) -> SplitValue:
        """The best way to split, or a fair one where the pair is worth more as a `whole`."""
        always = resplit_always(self.chooser.rules)
        places = [place for place, again in always.items() if again]

        def evaluate(flags: tuple[bool, ...]) -> SplitValue:
            return self.evaluate({**always, **dict(zip(places, flags, strict=True))})

        plain = [evaluate((flag,) * len(places)) for flag in (True, False)]
        best = max(plain, key=lambda s: s.value)
        if best.value <= whole or not places:
            return best
        between = [f for f in product((True, False), repeat=len(places)) if len(set(f)) > 1]
        return max([best, *map(evaluate, between)], key=lambda s: s.value)


def resplit_always(rules: Rules) -> ResplitRule:
    """Every pair of a split rank split again as long as that is allowed (P17)."""
    limit = rules.max_hands
    return {(hand, hands): hands < limit for hands in range(2, limit + 1) for hand in range(hands)}
