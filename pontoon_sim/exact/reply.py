"""Item two: the best that a player who looks at its own hand only can do against a banker.

Every hand of up to four cards is told apart by its values, by its history, and, after a split, by
the split rank, its number and how many hands there are: these say a little about the pack. Whether
the hand came after a burn (P33) is not told: a view does not show it. See `burning.py`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from math import perm

from pontoon_sim.exact.asking import banker_hands, finished, refuse_what_cannot_be_counted
from pontoon_sim.exact.choosing import Chooser, Chosen, History, Policy
from pontoon_sim.exact.compiled import Finished
from pontoon_sim.exact.dealt import Again, Dealt, Policies, Splitting, SplitWorth, always
from pontoon_sim.exact.multisets import (
    EMPTY,
    VALUES,
    Counts,
    by_value,
    catalogue,
    pack_ranks,
    plus,
    value_index,
)
from pontoon_sim.exact.origins import Origin
from pontoon_sim.exact.terms import pontoon_loss, two_card_pontoon
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies.model import Strategy


@dataclass(frozen=True)
class RankSplit:
    """What splitting one rank is worth, in initial stakes per deal (of all deals).

    Attributes
    ----------
    value : int
        Value index of the rank; ranks of equal value are alike, and are here together.
    split : SplitWorth
        Of the pair split, chance of the pair included.
    whole : float
        Of the same pair kept and played as one hand.
    chance : float
        Of the pair and no banker's pontoon.
    """

    value: int
    split: SplitWorth
    whole: float
    chance: float

    @property
    def splits(self) -> bool:
        """Whether splitting is the better."""
        return self.split.worth > self.whole


@dataclass(frozen=True)
class Burn:
    """What burning a hand is worth (P33), in initial stakes per deal (of all deals).

    Attributes
    ----------
    worth, whole, chance : float
        Of the new hand; of the two cards kept; of the two cards and no banker's pontoon.
    burns : bool
        Whether the reply burns it.
    """

    worth: float
    whole: float
    chance: float
    burns: bool


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
        Policy of a hand that is not split.
    source : Origin
        How likely these hands are.
    splits : dict of int to RankSplit
        By value index, for every rank that may be split.
    burns : dict of Counts to Burn
        By the two cards, for every hand that may be burnt.
    bound : float
        Net of the best player who remembers what it burnt, which no view shows; `net` where nothing
        may be burnt.
    """

    rules: Rules
    banker: str
    net: float
    staked: float
    by_first_card: dict[int, float]
    first: dict[History, Chosen]
    source: Origin
    splits: dict[int, RankSplit] = field(default_factory=dict)
    burns: dict[Counts, Burn] = field(default_factory=dict)
    bound: float = 0.0

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


@dataclass(frozen=True)
class Played:
    """A policy's hands from one pack, weighed with the chance of the pack.

    Attributes
    ----------
    first : dict from History to Chosen
    splits : dict of int to SplitWorth
        Of the values that are split.
    """

    dealt: Dealt
    first: dict[History, Chosen]
    splits: dict[int, SplitWorth]


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
        The banker cannot be counted exactly.
    """

    def __init__(
        self, rules: Rules, banker: Strategy | Finished, name: str = "", buying: bool = True
    ) -> None:
        if isinstance(banker, Strategy):
            refuse_what_cannot_be_counted(rules, banker)
            name = banker.name
            banker = finished(banker_hands(banker, rules))
        self.rules, self.banker, self.name = rules, banker, name
        self.chooser = Chooser(rules, buying)
        self.two = History(2, False, 1, rules.buy_max)
        self.fresh = Dealt(rules, banker, pack_ranks(rules.packs))

    @property
    def split_values(self) -> list[int]:
        """Value indices of ranks that may be split (P17)."""
        return self.fresh.split_values

    @cached_property
    def burnt(self) -> dict[Counts, Dealt]:
        """Hands dealt after a burn, by the two cards burnt."""
        from pontoon_sim.exact.burning import after_burns

        return after_burns(self.rules, self.banker)

    def place(self, first: int, second: int) -> int:
        """Place of a hand of two cards among those of its size."""
        return int(self.chooser.place[catalogue().row[plus(plus(EMPTY, first), second)]])

    def ended_by_first(self, value: int) -> float:
        """Net of deals with this first card that the banker's pontoon ends, all stakes 1 (P8)."""
        pack = by_value(self.fresh.ranks)
        size, total = sum(pack), 0.0
        for second in range(VALUES):
            counts = plus(plus(EMPTY, value), second)
            ways = pack[value] * (pack[second] - (value == second))
            left = tuple(a - b for a, b in zip(pack, counts, strict=True))
            chance = ways / perm(size, 2) * float(two_card_pontoon(left))
            total -= chance * pontoon_loss(self.rules, counts)
        return total

    # --- what a policy is worth -----------------------------------------------------------------

    def play(
        self, dealt: Dealt, policy: Policy | None, splits: Mapping[int, tuple[Again, Policies]]
    ) -> Played:
        """Hands from a pack by a policy (None: the best), some pairs split."""
        return Played(
            dealt,
            self.chooser.solve(dealt.first, policy),
            {
                v: Splitting(self.chooser, v, dealt.splits[v]).worth(*how)
                for v, how in splits.items()
            },
        )

    def by_first(
        self, played: Played, thrown: frozenset[Counts] = frozenset()
    ) -> dict[int, tuple[float, float]]:
        """Net and stake by the first of two cards, without the hands that are `thrown` in."""
        at, sums = played.first[self.two], {}
        for first in range(VALUES):
            net = staked = 0.0
            for second in range(VALUES):
                if plus(plus(EMPTY, first), second) in thrown:
                    continue
                place = self.place(first, second)
                net += float(at.best[place])
                staked += float(at.stakes[place])
            pair = plus(plus(EMPTY, first), first)
            split = played.splits.get(first)
            if split is not None and pair not in thrown:
                place, share = self.place(first, first), played.dealt.share_of_pairs(first)
                net += split.worth - share * float(at.best[place])
                staked += split.staked - share * float(at.stakes[place])
            sums[first] = net, staked
        return sums

    def whole(self, value: int, played: Iterable[Played]) -> tuple[float, float]:
        """Worth of the pairs of a value kept as one hand, and their chance, over several packs."""
        row = catalogue().row[plus(plus(EMPTY, value), value)]
        worth = chance = 0.0
        for hands in played:
            share = hands.dealt.share_of_pairs(value)
            worth += share * float(hands.first[self.two].best[self.place(value, value)])
            chance += share * float(hands.dealt.first.chance[row])
        return worth, chance

    def worth_of(
        self, fresh: Played, burnt: Mapping[Counts, Played]
    ) -> tuple[float, float, dict[int, float]]:
        """Net, all stakes, and net by the first card, of a policy that burns these hands."""
        pack = by_value(self.fresh.ranks)
        sums = self.by_first(fresh, frozenset(burnt))
        for cards, played in burnt.items():
            net, staked = (sum(s) for s in zip(*self.by_first(played).values(), strict=True))
            values = [v for v in range(VALUES) if cards[v]]
            for v in values:  # either card is as likely to have been the first
                sums[v] = sums[v][0] + net / len(values), sums[v][1] + staked / len(values)
        by_first, net, staked = {}, 0.0, float(two_card_pontoon(pack))
        for value in range(VALUES):
            gain = sums[value][0] + self.ended_by_first(value)
            net, staked = net + gain, staked + sums[value][1]
            by_first[value] = gain * sum(pack) / pack[value]
        return net, staked, by_first

    # --- the best -------------------------------------------------------------------------------

    def best_splits(self, value: int, played: Sequence[Played]) -> RankSplit:
        """The best split of a value, where one policy plays the hands of several packs."""
        origins = [hands.dealt.splits[value] for hands in played]
        whole, chance = self.whole(value, played)
        split = Splitting(self.chooser, value, sum(origins[1:], origins[0])).best(whole)
        return RankSplit(value, split, whole, chance)

    def best_of(self, dealt: Dealt) -> tuple[Played, dict[int, RankSplit]]:
        """The best that can be done with hands that are known to come from one pack."""
        played = Played(dealt, self.chooser.solve(dealt.first), {})
        splits = {value: self.best_splits(value, [played]) for value in self.split_values}
        played.splits.update({v: s.split for v, s in splits.items() if s.splits})
        return played, splits

    def best(self) -> Reply:
        """The best reply."""
        if self.burnt:
            from pontoon_sim.exact.burning import best_with_burns

            return best_with_burns(self)
        played, splits = self.best_of(self.fresh)
        worth = self.worth_of(played, {})
        return Reply(
            self.rules, self.name, *worth, played.first, self.fresh.first, splits, {}, worth[0]
        )

    @property
    def always(self) -> Again:
        """Every pair of a split rank split again as long as that is allowed."""
        return always(self.rules)


def best_reply(rules: Rules, banker: Strategy) -> Reply:
    """The best reply of a player who looks at its own hand only; see `Reply`."""
    return Replying(rules, banker).best()


__all__ = ["Burn", "Played", "RankSplit", "Reply", "Replying", "best_reply"]
