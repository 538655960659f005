"""Two new cards from one pack, the first deal's or those after a burn (P33), and their splits."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property
from itertools import product
from math import perm

from pontoon_sim.exact.choosing import Chooser, Chosen, History, Policy
from pontoon_sim.exact.compiled import Finished
from pontoon_sim.exact.multisets import (
    EMPTY,
    VALUES,
    Counts,
    by_value,
    catalogue,
    plus,
    value_index,
)
from pontoon_sim.exact.origins import Origin, SplitOrigins, first_deal, split_origins
from pontoon_sim.exact.splits import Measure, hands_of
from pontoon_sim.game.rules import Rules

_TEN = VALUES - 1
Place = tuple[int, int]
"""Number of a hand of a split, and the hands that there are."""
Again = dict[Place, bool]
"""Of each hand of a split: whether a new pair of the rank is split again."""
Policies = Callable[[Place], Policy]
"""How each hand of a split is played."""


class Dealt:
    """Hands of two cards from one pack.

    Parameters
    ----------
    ranks : Counts
        Cards of each rank 0-12.
    chance : float
        Of meeting this pack; everything here is weighed with it.
    """

    def __init__(self, rules: Rules, banker: Finished, ranks: Counts, chance: float = 1.0) -> None:
        self.rules, self.banker, self.ranks, self.chance = rules, banker, ranks, chance
        self.first = first_deal(rules, banker, ranks, chance)

    @property
    def split_values(self) -> list[int]:
        """Value indices of ranks that may be split (P17)."""
        return {"any_pair": list(range(VALUES)), "aces": [0], "none": []}[self.rules.split]

    @cached_property
    def splits(self) -> dict[int, SplitOrigins]:
        """Hands of a split, by value."""
        return {
            v: split_origins(self.rules, self.banker, v, self.ranks, self.chance)
            for v in self.split_values
        }

    def share_of_pairs(self, value: int) -> float:
        """Share of two cards of this value that are of one rank."""
        own = [self.ranks[r] for r in range(13) if value_index(r) == value]
        return sum(perm(n, 2) for n in own) / perm(by_value(self.ranks)[value], 2)


@dataclass(frozen=True)
class SplitWorth:
    """What splitting a pair of one value is worth, per deal and initial stake.

    Attributes
    ----------
    worth, staked : float
        Chance of the pair included.
    chosen : dict of Place to policy with worths
        How each hand of the split is played.
    sources : dict of Place to Origin
        How likely these hands are.
    """

    worth: float
    staked: float
    again: Again
    chosen: dict[Place, dict[History, Chosen]]
    sources: dict[Place, Origin]

    def policy(self, place: Place) -> Policy:
        """The action of every hand at a place of the split."""
        return {history: c.action for history, c in self.chosen[place].items()}


class Splitting:
    """Ways to split a pair of one value, its hands being of given origins."""

    def __init__(self, chooser: Chooser, value: int, origins: SplitOrigins) -> None:
        self.chooser, self.value, self.origins = chooser, value, origins
        self._solved: dict[Measure, list[tuple[Origin, dict[History, Chosen]]]] = {}

    @property
    def always(self) -> Again:
        """Every pair of the rank split again as long as that is allowed."""
        return always(self.chooser.rules)

    def worth(self, again: Again, policies: Policies | None = None) -> SplitWorth:
        """Worth of a split, its hands played at their best or by policies."""
        chooser, value = self.chooser, self.value
        two = History(2, False, 1, chooser.rules.buy_max)
        root, hands = plus(EMPTY, value), catalogue()
        pair = chooser.place[hands.row[plus(root, value)]]
        chosen, sources, worth, staked = {}, {}, 0.0, 0.0
        for played, measure in hands_of(lambda hand, hands: again[hand, hands]).items():
            place = played.hand, played.hands
            solved = self._solve(measure, policies and policies(place))
            sources[place], chosen[place] = solved[0]
            at = chosen[place][two]
            for second in range(VALUES):
                if second != value or (played.may_pair and value != _TEN):
                    row = chooser.place[hands.row[plus(root, second)]]
                    worth += float(at.best[row])
                    staked += float(at.stakes[row])
            for _, tens in solved[1 : 3 if played.may_pair else 2]:
                worth += float(tens[two].best[pair])
                staked += float(tens[two].stakes[pair])
        return SplitWorth(worth, staked, again, chosen, sources)

    def _solve(
        self, measure: Measure, policy: Policy | None
    ) -> list[tuple[Origin, dict[History, Chosen]]]:
        """Hands under a measure, and, where tens are split, those with a second ten-card."""
        if policy is None and measure in self._solved:
            return self._solved[measure]
        kinds = [kind for kind in self.origins.weighed(measure) if kind is not None]
        solved = [(kind, self.chooser.solve(kind, policy)) for kind in kinds]
        if policy is None:
            self._solved[measure] = solved
        return solved

    def best(self, whole: float) -> SplitWorth:
        """The best way to split, or a fair one where the pair is worth more as a `whole`."""
        places = [place for place, again in self.always.items() if again]
        last = {place: False for place, again in self.always.items() if not again}

        def made(flags: tuple[bool, ...]) -> SplitWorth:
            return self.worth({**dict(zip(places, flags, strict=True)), **last})

        plain = [made((flag,) * len(places)) for flag in (True, False)]
        best = max(plain, key=lambda s: s.worth)
        if best.worth <= whole or not places:
            return best
        between = [f for f in product((True, False), repeat=len(places)) if len(set(f)) > 1]
        return max([best, *map(made, between)], key=lambda s: s.worth)


def always(rules: Rules) -> Again:
    """Every pair of a split rank split again as long as that is allowed (P17)."""
    limit = rules.max_hands
    return {(hand, hands): hands < limit for hands in range(2, limit + 1) for hand in range(hands)}
