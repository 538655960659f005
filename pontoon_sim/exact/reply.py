"""Item two: the best that a player who looks at its own hand only can do against a banker.

Every hand of up to four cards is told apart by its values, by its history, and, after a split, by
the split rank, its number and how many hands there are: these say a little about the pack.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property
from itertools import product
from math import perm

from pontoon_sim.errors import PontoonError
from pontoon_sim.exact.asking import banker_hands, finished, refuse_what_cannot_be_counted
from pontoon_sim.exact.choosing import Chooser, Chosen, History, Policy
from pontoon_sim.exact.compiled import Finished
from pontoon_sim.exact.multisets import (
    EMPTY,
    VALUES,
    by_value,
    catalogue,
    pack_ranks,
    plus,
    value_index,
)
from pontoon_sim.exact.origins import Origin, SplitOrigins, first_deal, split_origins
from pontoon_sim.exact.splits import hands_of
from pontoon_sim.exact.terms import pontoon_loss, two_card_pontoon
from pontoon_sim.rules import Rules
from pontoon_sim.strategies.model import Strategy

_TEN = VALUES - 1
Again = dict[tuple[int, int], bool]
"""For hand number and number of hands: whether a new pair of the rank is split again."""


@dataclass(frozen=True)
class RankSplit:
    """What splitting one rank is worth, in initial stakes per deal (of all deals).

    Attributes
    ----------
    value : int
        Value index of the rank; ranks of equal value are alike.
    worth, staked : float
        Of the pair split, chance of the pair included.
    whole : float
        Of the same pair kept and played as one hand.
    again : dict
        Which pairs are split again.
    chosen : dict from (hand, hands) to policy
        How each hand of the split is played.
    sources : dict from (hand, hands) to Origin
        How likely these hands are.
    """

    value: int
    worth: float
    staked: float
    whole: float
    again: Again
    chosen: dict[tuple[int, int], dict[History, Chosen]]
    sources: dict[tuple[int, int], Origin]

    @property
    def splits(self) -> bool:
        """Whether splitting is the better."""
        return self.worth > self.whole


@dataclass(frozen=True)
class Reply:
    """The best reply to a banker, per initial stake of 1.

    Attributes
    ----------
    net, staked : float
        Per deal, with the same initial stake on every first card.
    by_first_card : dict of int to float
        Net per initial stake by value index of the first card.
    first : dict from History to Chosen
        Policy of the hand of the first deal.
    splits : dict of int to RankSplit
        By value index, for every rank that may be split.
    """

    rules: Rules
    banker: str
    net: float
    staked: float
    by_first_card: dict[int, float]
    first: dict[History, Chosen]
    source: Origin
    splits: dict[int, RankSplit] = field(default_factory=dict)

    def __repr__(self) -> str:
        return (
            f"The best reply to {self.banker} nets {100 * self.net:+.5f} % of the initial stake,"
            " exactly, staking alike on every card."
        )

    def stake_of(self, first_card: int) -> int:
        """Best initial stake in chips on a first card of rank index 0-12."""
        good = self.by_first_card[value_index(first_card)] > 0
        return self.rules.stake_max if good else self.rules.stake_min

    @property
    def sized(self) -> tuple[float, float]:
        """Net and initial stake in chips per deal when stakes are sized by the first card."""
        net = initial = 0.0
        for rank in range(13):
            stake = self.stake_of(rank)
            net += stake * self.by_first_card[value_index(rank)] / 13
            initial += stake / 13
        return net, initial


class Replying:
    """Everything about a banker that replies to it need: the origins of all hands.

    Parameters
    ----------
    rules : Rules
    banker : Strategy or Finished
    name : str
        Of a banker that is no strategy.
    buying : bool
        False for players who never buy: to see what buying is worth.

    Raises
    ------
    PontoonError
        The banker cannot be counted exactly, or hands may be burnt (P33).
    """

    def __init__(
        self, rules: Rules, banker: Strategy | Finished, name: str = "", buying: bool = True
    ) -> None:
        if isinstance(banker, Strategy):
            refuse_what_cannot_be_counted(rules, banker)
            name = banker.name
            banker = finished(banker_hands(banker, rules))
        if rules.burn != "none":
            raise PontoonError(
                f"a best reply is not worked out where hands may be burnt (burn = {rules.burn}):"
                " take --set burn=none; 'pontoon exact' still values a given player"
            )
        self.rules, self.banker, self.name = rules, banker, name
        self.chooser = Chooser(rules, buying)
        self.ranks = pack_ranks(rules.packs)
        self.first = first_deal(rules, banker)

    @property
    def split_values(self) -> list[int]:
        """Value indices of ranks that may be split (P17)."""
        return {"any_pair": list(range(VALUES)), "aces": [0], "none": []}[self.rules.split]

    @cached_property
    def origins(self) -> dict[int, SplitOrigins]:
        """Hands of a split of each rank, one rank for the four of the ten-cards."""
        return {v: split_origins(self.rules, self.banker, v) for v in self.split_values}

    def ended(self) -> float:
        """Net of the deals that the banker's pontoon ends, per initial stake (P8, P9)."""
        return sum(self.ended_by_first(value) for value in range(VALUES))

    def ended_by_first(self, value: int) -> float:
        """The same for first cards of one value, weighed with their chance."""
        pack = by_value(self.ranks)
        size, total = sum(pack), 0.0
        for second in range(VALUES):
            counts = plus(plus(EMPTY, value), second)
            ways = pack[value] * (pack[second] - (value == second))
            left = tuple(a - b for a, b in zip(pack, counts, strict=True))
            chance = ways / perm(size, 2) * float(two_card_pontoon(left))
            total -= chance * pontoon_loss(self.rules, counts)
        return total

    def share_of_pairs(self, value: int) -> float:
        """Share of two cards of this value that are of one given rank."""
        there = by_value(self.ranks)[value]
        return perm(self.ranks[value], 2) / perm(there, 2)

    def split(
        self,
        value: int,
        again: Again,
        policy: Policy | None = None,
        first: dict[History, Chosen] | None = None,
    ) -> RankSplit:
        """Worth of splitting a rank, hands played at their best or by a policy.

        `first` says how the pair is played when it is not split; at its best where not given.
        """
        two = History(2, False, 1, self.rules.buy_max)
        root, hands = plus(EMPTY, value), catalogue()
        pair = self.chooser.place[hands.row[plus(root, value)]]
        chosen, sources, worth, staked = {}, {}, 0.0, 0.0
        for played, measure in hands_of(lambda hand, hands: again[hand, hands]).items():
            plain, other, same = self.origins[value].weighed(measure)
            number = played.hand, played.hands
            sources[number] = plain
            chosen[number] = self.chooser.solve(plain, policy)
            at = chosen[number][two]
            for second in range(VALUES):
                if second != value or (played.may_pair and value != _TEN):
                    place = self.chooser.place[hands.row[plus(root, second)]]
                    worth += float(at.best[place])
                    staked += float(at.stakes[place])
            for tens in (other, same if played.may_pair else None):
                if tens is not None:
                    at = self.chooser.solve(tens, policy)[two]
                    worth += float(at.best[pair])
                    staked += float(at.stakes[pair])
        whole = float((first or self._first)[two].best[pair]) * self.share_of_pairs(value)
        return RankSplit(value, worth, staked, whole, again, chosen, sources)

    @cached_property
    def _first(self) -> dict[History, Chosen]:
        return self.chooser.solve(self.first)

    def best(self) -> Reply:
        """The best reply."""
        splits = {value: self._best_split(value) for value in self.split_values}
        return self.reply(self._first, splits)

    @cached_property
    def always(self) -> Again:
        """Every pair of the rank split again as long as that is allowed."""
        limit = self.rules.max_hands
        return {
            (hand, hands): hands < limit for hands in range(2, limit + 1) for hand in range(hands)
        }

    def _best_split(self, value: int) -> RankSplit:
        places = [place for place, again in self.always.items() if again]
        last = {place: False for place, again in self.always.items() if not again}

        def made(flags: tuple[bool, ...]) -> RankSplit:
            return self.split(value, {**dict(zip(places, flags, strict=True)), **last})

        always, never = (True,) * len(places), (False,) * len(places)
        best = max(made(always), made(never), key=lambda s: s.worth)
        if not best.splits or not places:
            return best
        between = [f for f in product((True, False), repeat=len(places)) if len(set(f)) > 1]
        return max([best, *map(made, between)], key=lambda s: s.worth)

    def reply(self, first: dict[History, Chosen], splits: dict[int, RankSplit]) -> Reply:
        """Put together the policy of first hands and the splits that are worth it."""
        two = History(2, False, 1, self.rules.buy_max)
        hands, chooser = catalogue(), self.chooser
        best, stakes = first[two].best, first[two].stakes
        by_first, net, staked = {}, 0.0, 0.0
        pack = by_value(self.ranks)
        size = sum(pack)
        for value in range(VALUES):
            gain = self.ended_by_first(value)
            for second in range(VALUES):
                place = chooser.place[hands.row[plus(plus(EMPTY, value), second)]]
                gain += float(best[place])
                staked += float(stakes[place])
            split = splits.get(value)
            if split is not None and split.splits:
                place = chooser.place[hands.row[plus(plus(EMPTY, value), value)]]
                ranks = 4 if value == _TEN else 1
                gain += ranks * (split.worth - split.whole)
                share = self.share_of_pairs(value)
                staked += ranks * (split.staked - share * float(stakes[place]))
            net += gain
            by_first[value] = gain * size / pack[value]
        staked += self._ended_chance()
        return Reply(self.rules, self.name, net, staked, by_first, first, self.first, splits)

    def _ended_chance(self) -> float:
        return float(two_card_pontoon(by_value(self.ranks)))


def best_reply(rules: Rules, banker: Strategy) -> Reply:
    """The best reply of a player who looks at its own hand only; see `Reply`."""
    return Replying(rules, banker).best()


__all__ = ["RankSplit", "Reply", "Replying", "best_reply"]
