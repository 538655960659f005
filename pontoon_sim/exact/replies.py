"""The best that a player who looks at its own hand only can do against a banker.

Every hand of up to four cards is told apart by its values, by its history, and, after a split, by
the split rank, its number and how many hands there are: these say a little about the pack.

A view does not show that a hand came after a burn (P33), so that a strategy plays hands before and
after it alike: what it knows of the pack is a mixture. How the mixture stands depends on the policy
itself (a hand that holds burnt cards together was not dealt first), so the best policy is found by
improving all hands of so many cards at a time, given all others, until none changes. What a player
could gain who remembers what it burnt is the bound that comes with it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import perm

from pontoon_sim.exact.banker_distribution import (
    BankerHands,
    banker_hands,
    pontoon_loss,
    two_card_pontoon,
)
from pontoon_sim.exact.choices import (
    Begin,
    Chooser,
    Chosen,
    History,
    Policy,
    common_policy,
)
from pontoon_sim.exact.figures import Burn, RankSplit, Reply
from pontoon_sim.exact.multisets import (
    VALUES,
    Counts,
    by_value,
    catalogue,
    pack_ranks,
    two_values,
)
from pontoon_sim.exact.queries import refuse_what_cannot_be_counted
from pontoon_sim.exact.starts import remove
from pontoon_sim.exact.two_card_deals import (
    ResplitRule,
    SplitPolicies,
    SplitSolver,
    SplitValue,
    TwoCardDeal,
)
from pontoon_sim.game.legal import burn_totals
from pontoon_sim.game.rules import Rules
from pontoon_sim.strategies.model import Strategy


@dataclass(frozen=True)
class Played:
    """A policy's hands from one pack, weighed with the chance of the pack.

    Attributes
    ----------
    first : dict from History to Chosen
    splits : dict of int to SplitValue
        Of the values that are split.
    """

    dealt: TwoCardDeal
    first: dict[History, Chosen]
    splits: dict[int, SplitValue]


class ReplySolver:
    """What replies to a banker are worked out from: how likely all hands are against it.

    Parameters
    ----------
    rules : Rules
    banker : Strategy or BankerHands
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
        self, rules: Rules, banker: Strategy | BankerHands, name: str = "", buying: bool = True
    ) -> None:
        if isinstance(banker, Strategy):
            refuse_what_cannot_be_counted(rules, banker)
            name = banker.name
            banker = banker_hands(banker, rules)
        self.rules, self.banker, self.name = rules, banker, name
        self.chooser = Chooser(rules, buying)
        self.two = History(2, False, 1, rules.buy_max)
        self.fresh = TwoCardDeal(rules, banker, pack_ranks(rules.packs))
        self.split_values = self.fresh.split_values

    @cached_property
    def burnt(self) -> dict[Counts, TwoCardDeal]:
        """Hands dealt after a burn, by the two cards burnt."""
        ranks = pack_ranks(self.rules.packs)
        pack, totals = by_value(ranks), burn_totals(self.rules)
        deals = {}
        for low in range(1, VALUES):
            for high in range(low, VALUES):
                if low + high + 2 in totals:
                    orders = 1 if low == high else 2
                    chance = orders * pack[low] * (pack[high] - (low == high)) / perm(sum(ranks), 2)
                    # any one rank of the ten-cards stands for all four
                    left = remove(remove(ranks, low), high)
                    deal = TwoCardDeal(self.rules, self.banker, left, chance)
                    deals[two_values(low, high)] = deal
        return deals

    def place(self, first: int, second: int) -> int:
        """Place of a hand of two cards among those of its size."""
        return int(self.chooser.place[catalogue().row[two_values(first, second)]])

    def ended_by_first(self, value: int) -> float:
        """Net of deals with this first card that the banker's pontoon ends, all stakes 1 (P8)."""
        pack = by_value(self.fresh.ranks)
        size, total = sum(pack), 0.0
        for second in range(VALUES):
            counts = two_values(value, second)
            ways = pack[value] * (pack[second] - (value == second))
            left = tuple(a - b for a, b in zip(pack, counts, strict=True))
            chance = ways / perm(size, 2) * float(two_card_pontoon(left))
            total -= chance * pontoon_loss(self.rules, counts)
        return total

    # --- what a policy is worth -----------------------------------------------------------------

    def play(
        self,
        dealt: TwoCardDeal,
        policy: Policy | None,
        splits: Mapping[int, tuple[ResplitRule, SplitPolicies]],
    ) -> Played:
        """Hands from a pack by a policy (None: the best), some pairs split."""

        def split(value: int) -> SplitSolver:
            return SplitSolver(self.chooser, value, dealt.splits[value])

        values = {v: split(v).evaluate(*how) for v, how in splits.items()}
        return Played(dealt, self.chooser.solve(dealt.first, policy), values)

    def by_first(
        self, played: Played, thrown: frozenset[Counts] = frozenset()
    ) -> dict[int, tuple[float, float]]:
        """Net and stake by the first of two cards, without the hands that are `thrown` in."""
        start, sums = played.first[self.two], {}
        for first in range(VALUES):
            net = staked = 0.0
            for second in range(VALUES):
                if two_values(first, second) in thrown:
                    continue
                place = self.place(first, second)
                net += float(start.best[place])
                staked += float(start.stakes[place])
            split = played.splits.get(first)
            if split is not None and two_values(first, first) not in thrown:
                place, share = self.place(first, first), played.dealt.share_of_pairs(first)
                net += split.value - share * float(start.best[place])
                staked += split.staked - share * float(start.stakes[place])
            sums[first] = net, staked
        return sums

    def whole(self, value: int, played: Iterable[Played]) -> tuple[float, float]:
        """Value of the pairs of a rank kept as one hand, and their chance, over several packs."""
        row = catalogue().row[two_values(value, value)]
        net = chance = 0.0
        for hands in played:
            share = hands.dealt.share_of_pairs(value)
            net += share * float(hands.first[self.two].best[self.place(value, value)])
            chance += share * float(hands.dealt.first.chance[row])
        return net, chance

    def value_of(
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
        weights = [hands.dealt.splits[value] for hands in played]
        whole, chance = self.whole(value, played)
        split = SplitSolver(self.chooser, value, sum(weights[1:], weights[0])).best(whole)
        return RankSplit(value, split, whole, chance)

    def best_of(self, dealt: TwoCardDeal) -> tuple[Played, dict[int, RankSplit]]:
        """The best that can be done with hands that are known to come from one pack."""
        played = Played(dealt, self.chooser.solve(dealt.first), {})
        splits = {value: self.best_splits(value, [played]) for value in self.split_values}
        played.splits.update({v: s.split for v, s in splits.items() if s.splits})
        return played, splits

    def best(self) -> Reply:
        """The best reply."""
        if self.burnt:
            return _best_with_burns(self)
        played, splits = self.best_of(self.fresh)
        value = self.value_of(played, {})
        return Reply(
            self.rules, self.name, *value, played.first, self.fresh.first, splits, {}, value[0]
        )


def best_reply(rules: Rules, banker: Strategy) -> Reply:
    """The best reply of a player who looks at its own hand only; see `Reply`."""
    return ReplySolver(rules, banker).best()


# --- hands before and after a burn (P33) ----------------------------------------------------------


_NONE: frozenset[Counts] = frozenset()


def _best_with_burns(solver: ReplySolver) -> Reply:
    """The best reply that plays hands before and after a burn alike, and its bound."""
    chooser, fresh, after = solver.chooser, solver.fresh, solver.burnt
    known, known_splits = solver.best_of(fresh)
    bound = _remembering(solver, known)
    burnt = frozenset(after)
    split = frozenset(v for v, s in known_splits.items() if s.splits)
    best: Reply | None = None
    for _ in range(20):
        packs = [fresh, *(after[cards] for cards in sorted(burnt))]
        sources = [dealt.first for dealt in packs]
        begun = [begins(solver, d, split, burnt if d is fresh else _NONE) for d in packs]
        policy = common_policy(chooser, list(zip(sources, begun, strict=True)))
        hands = [Played(dealt, chooser.solve(dealt.first, policy), {}) for dealt in packs]
        splits = {
            v: solver.best_splits(v, hands[1:] if two_values(v, v) in burnt else hands)
            for v in solver.split_values
        }
        how = {v: (s.split.again, s.split.policy) for v, s in splits.items() if s.splits}
        first = solver.play(fresh, policy, how)
        played = {cards: solver.play(dealt, policy, how) for cards, dealt in after.items()}
        net, staked, by_first = solver.value_of(first, {c: played[c] for c in burnt})
        burns = _burns_of(solver, first, played, burnt)
        if best is None or net > best.net + 1e-15:
            source = sum(sources[1:], sources[0])
            best = Reply(
                solver.rules, solver.name, net, staked, by_first,
                chooser.solve(source, policy), source, splits, burns, bound,
            )  # fmt: skip
        before = burnt, split
        burnt = frozenset(cards for cards, burn in burns.items() if burn.value > burn.whole)
        split = frozenset(how)
        if (burnt, split) == before:
            break
    assert best is not None
    return best


def _burns_of(
    solver: ReplySolver, first: Played, after: Mapping[Counts, Played], burnt: frozenset[Counts]
) -> dict[Counts, Burn]:
    """What burning each hand is worth when all is played by one policy."""
    burns = {}
    for cards, played in after.items():
        value = sum(net for net, _ in solver.by_first(played).values())
        whole, chance = _kept(solver, first, cards)
        burns[cards] = Burn(value, whole, chance, cards in burnt)
    return burns


def _kept(solver: ReplySolver, first: Played, cards: Counts) -> tuple[float, float]:
    """Value of two cards that are not burnt, split where that is done, and their chance."""
    hands = catalogue()
    row = hands.row[cards]
    orders = int(hands.orders[row])
    place = solver.chooser.place[row]
    net = orders * float(first.first[solver.two].best[place])
    if orders == 1:
        value = cards.index(2)
        if value in first.splits:
            net += first.splits[value].value - solver.whole(value, [first])[0]
    return net, orders * float(first.dealt.first.chance[row])


def _remembering(solver: ReplySolver, known: Played) -> float:
    """Net of the best player who knows after a burn which two cards it burnt."""
    new = {cards: solver.best_of(dealt)[0] for cards, dealt in solver.burnt.items()}
    burns = _burns_of(solver, known, new, _NONE)
    better = {cards: new[cards] for cards, burn in burns.items() if burn.value > burn.whole}
    return solver.value_of(known, better)[0]


def begins(
    solver: ReplySolver, dealt: TwoCardDeal, split: frozenset[int], burnt: frozenset[Counts] = _NONE
) -> Begin:
    """Orders in which hands begin from a pack, some values split and some hands burnt."""
    hands, begin = catalogue(), {}
    for row in hands.of_size(2).tolist():
        cards = tuple(hands.counts[row].tolist())
        ways = 0.0 if cards in burnt else float(hands.orders[row])
        if max(cards) == 2 and cards.index(2) in split:
            ways *= 1 - dealt.share_of_pairs(cards.index(2))
        begin[int(solver.chooser.place[row])] = ways
    return begin
