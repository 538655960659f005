"""The exact value of a player against a banker, with a fresh pack, at any seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import perm, sqrt
from typing import Any

import numpy as np

from pontoon_sim.exact.banker_distribution import (
    CLASSES,
    banker_distribution,
    banker_hands,
    exact_sum,
    leaf_arrays,
    payments,
    pontoon_loss,
    two_card_pontoon,
)
from pontoon_sim.exact.distribution import Joint, NetDistribution, nets_of_more_hands
from pontoon_sim.exact.figures import KIND_NAMES, ExactValue, Part
from pontoon_sim.exact.multisets import LONGEST, Floats, Ints, by_value
from pontoon_sim.exact.queries import (
    PlayerAnswers,
    TwoCards,
    refuse_what_cannot_be_counted,
    start_ways,
)
from pontoon_sim.exact.starts import Enumeration, FirstTwo, Parts, remove
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import SCORE_PONTOON
from pontoon_sim.strategies.model import Strategy
from pontoon_sim.strategies.view import rank_name


@dataclass(frozen=True)
class _PontoonDeal:
    """First two cards of a deal that the banker's pontoon ends (P8)."""

    dealt: FirstTwo
    chance: Fraction
    ended: Fraction
    initial: int
    loss: int


@dataclass(frozen=True, eq=False)
class _Hands:
    """Finished hands that begin alike.

    Attributes
    ----------
    parts : mapping from FirstTwo to Fraction
        Shares of their chance by the first two cards of the deal.
    first, split : bool
        Whether it is the player's first hand; whether it comes from a split.
    score, stake : int64, (n,)
    chances : float64, (n, 24)
        Of the hand and of each score of the banker but its pontoon.
    """

    parts: Parts
    first: bool
    split: bool
    score: Ints
    stake: Ints
    chances: Floats

    def gains(self, pay: Ints) -> Ints:
        """Chips won, int64 (n, 24)."""
        return pay[self.score, :SCORE_PONTOON] * self.stake[:, None]


class LineUp:
    """A player and a banker under rules, counted in steps; `value()` gives all of it.

    Parameters
    ----------
    rules : Rules
    player, banker : Strategy

    Raises
    ------
    PontoonError
        The line-up cannot be counted exactly; the sentence says why.
    """

    def __init__(self, rules: Rules, player: Strategy, banker: Strategy) -> None:
        refuse_what_cannot_be_counted(rules, player, banker)
        self.rules, self.player, self.banker = rules, player, banker
        self.enumeration = Enumeration(PlayerAnswers(player, rules), rules)
        self.banker_hands = banker_hands(banker, rules)
        self.pay = payments(rules)

    @cached_property
    def _deals(self) -> list[_PontoonDeal]:
        ranks = self.enumeration.ranks
        whole = perm(sum(ranks), 2)
        deals = []
        for first in range(13):
            initial = self.enumeration.player.stake(first)
            for second in range(13):
                start = TwoCards(first, second)
                chance = Fraction(start_ways(ranks, start), whole)
                if chance:
                    left = by_value(remove(remove(ranks, first), second))
                    ended = chance * two_card_pontoon(left)
                    loss = pontoon_loss(self.rules, start.counts)
                    deals.append(_PontoonDeal((first, second), chance, ended, initial, loss))
        return deals

    @cached_property
    def net(self) -> float:
        """The player's expected gain in chips per deal: the quick way to this one figure."""
        leaves = leaf_arrays(self.enumeration.starts)
        banker_chances = banker_distribution(leaves.left, self.banker_hands)
        played = float((leaves.moments() * (banker_chances @ self.pay.T)).sum())
        return played - self.ended

    @property
    def initial(self) -> float:
        """Chips of the initial stake per deal."""
        return float(sum(deal.chance * deal.initial for deal in self._deals))

    @property
    def ended(self) -> float:
        """The banker's gain in chips per deal from its own pontoons (P8, P9)."""
        return float(sum(deal.ended * deal.loss * deal.initial for deal in self._deals))

    def fractions(self) -> dict[str, Fraction]:
        """`net`, `staked` and `initial` per deal as exact rationals, chips."""
        starts = self.enumeration.starts
        no_pontoon = np.ones((CLASSES, CLASSES), np.int64)
        no_pontoon[:, SCORE_PONTOON] = 0
        net = exact_sum(starts, self.banker_hands, self.pay)
        staked = exact_sum(starts, self.banker_hands, no_pontoon)
        initial = Fraction(0)
        for deal in self._deals:
            net -= deal.ended * deal.loss * deal.initial
            staked += deal.ended * deal.initial
            initial += deal.chance * deal.initial
        return {"net": net, "staked": staked, "initial": initial}

    def value(self, fractions: bool = False, every_net: bool = False) -> ExactValue:
        """All figures of the line-up.

        Parameters
        ----------
        fractions : bool
            Also the expected net and stake as exact rationals (some seconds).
        every_net : bool
            Also the nets of deals of three and four hands (seconds where many pairs are split);
            without, only their chance is given, as `more_hands`.
        """
        joint = Joint(self.enumeration, self.banker_hands, self.pay)
        hands = self._whole_hands() + self._split_hands(joint)
        square, counted = joint.products, np.zeros(CLASSES)
        sums = {deal.dealt: np.zeros(3) for deal in self._deals}
        for hand in hands:
            gains = hand.gains(self.pay)
            counted += np.bincount(hand.score, hand.chances.sum(axis=1), CLASSES)
            square += float((hand.chances * gains**2).sum())
            figures = np.array([
                (hand.chances * gains).sum(),
                hand.stake @ hand.chances.sum(axis=1),
                hand.chances[gains > 0].sum() if hand.first else 0.0,
            ])  # fmt: skip
            for dealt, share in hand.parts.items():
                sums[dealt] += float(share) * figures
        square += sum(float(d.ended) * (d.loss * d.initial) ** 2 for d in self._deals)
        parts = {
            deal.dealt: (
                float(deal.chance),
                float(deal.chance) * deal.initial,
                float(sums[deal.dealt][1]) + float(deal.ended) * deal.initial,
                float(sums[deal.dealt][0]) - float(deal.ended) * deal.initial * deal.loss,
                2 * float(sums[deal.dealt][2]) - float(deal.chance),
            )
            for deal in self._deals
        }
        whole = np.sum(list(parts.values()), axis=0)
        net = float(whole[3])
        no_pontoon = 1.0 - float(sum(deal.ended for deal in self._deals))
        kinds: Floats = np.where(np.abs(counted) < 1e-15, 0.0, counted / no_pontoon)
        fresh = banker_distribution(
            np.array([by_value(self.enumeration.ranks)], np.int64), self.banker_hands
        )[0]
        nets = self._distribution(hands, joint, every_net)
        return ExactValue(
            player=self.player.name,
            banker=self.banker.name,
            rules=self.rules.model_dump(),
            initial=float(whole[1]),
            staked=float(whole[2]),
            net=net,
            sd=sqrt(max(square - net * net, 0.0)),
            hands={name: float(kinds[s]) for s, name in KIND_NAMES.items() if kinds[s] > 0},
            hands_per_deal=float(kinds.sum()),
            banker_hands={n: float(fresh[s]) for s, n in KIND_NAMES.items() if fresh[s] > 0},
            distribution=nets,
            more_hands=max(1.0 - sum(nets.values()), 0.0),
            by_first_card=_parts(parts, lambda dealt: rank_name(dealt[0] + 1)),
            by_two_cards=_parts(parts, _two_names),
            caveat=self._caveat(),
            fractions=self.fractions() if fractions else {},
        )

    def _whole_hands(self) -> list[_Hands]:
        """Hands that are not split, those of each start apart."""
        leaves = leaf_arrays(self.enumeration.whole)
        banker_chances = banker_distribution(leaves.left, self.banker_hands)
        owner = (leaves.start * CLASSES + leaves.score, leaves.stake)
        kinds, kind = np.unique(np.stack(owner), axis=1, return_inverse=True)
        by_score = (
            np.bincount(kind.ravel(), leaves.weight * banker_chances[leaves.place, score])
            for score in range(SCORE_PONTOON)
        )
        chances: Floats = np.stack(list(by_score), axis=1)
        start, score, stake = kinds[0] // CLASSES, kinds[0] % CLASSES, kinds[1]
        ends = np.searchsorted(start, np.arange(len(leaves.starts) + 1)).tolist()
        return [
            _Hands(begun.parts, True, False, score[a:b], stake[a:b], chances[a:b])
            for begun, (a, b) in zip(leaves.starts, pairwise(ends), strict=True)
        ]

    def _split_hands(self, joint: Joint) -> list[_Hands]:
        hands = []
        for single in joint.singles():
            chance = sum(single.parts.values())
            shares = {dealt: part / chance for dealt, part in single.parts.items()}
            for first in (True, False):
                of = single.first == first
                score, stake = single.score[of], single.stake[of]
                chances = np.zeros((len(score), SCORE_PONTOON))
                chances[:, joint.scores] = float(chance) * single.chances[of]
                hands.append(_Hands(shares, first, True, score, stake, chances))
        return hands

    def _distribution(self, hands: list[_Hands], joint: Joint, every_net: bool) -> dict[int, float]:
        nets_of = NetDistribution(nets_of_more_hands(joint) if every_net else {})
        for chance, chances, gains in joint.two:
            nets_of.add(chance, chances, gains)
        for hand in hands:
            if not hand.split:
                nets_of.add(1.0, hand.chances, hand.gains(self.pay))
        for deal in self._deals:
            nets = np.array([-deal.loss * deal.initial])
            nets_of.add(1.0, np.array([float(deal.ended)]), nets)
        return {net: p for net, p in sorted(nets_of.chances.items()) if p > 1e-16}

    def _caveat(self) -> str:
        """Where the pack could run out (P32), which the enumeration leaves out."""
        rules = self.rules
        splits = bool(self.enumeration.split_pairs)
        most = LONGEST * (rules.max_hands if splits else 1) + (2 if rules.burn != "none" else 0)
        if (rules.seats - 1) * most + LONGEST <= 52 * rules.packs:
            return ""
        return (
            f"with {rules.seats} seats the pack could run out after many splits (P32), a rare deal"
            " that this leaves out; with --seats 2 the figures are exact in every digit"
        )


def _two_names(dealt: tuple[int, int]) -> tuple[str, str]:
    low, high = sorted(dealt)
    return rank_name(low + 1), rank_name(high + 1)


def _parts(parts: Mapping[tuple[int, int], tuple[float, ...]], name: Any) -> dict[Any, Part]:
    sums: dict[Any, Floats] = {}
    for dealt, numbers in parts.items():
        key = name(dealt)
        sums[key] = sums.get(key, np.zeros(5)) + np.array(numbers)
    return {
        key: Part(float(s[0]), *(float(x) / float(s[0]) for x in s[1:])) for key, s in sums.items()
    }


def exact_value(
    rules: Rules,
    player: Strategy,
    banker: Strategy,
    fractions: bool = False,
    every_net: bool = False,
) -> ExactValue:
    """Exact value of a player against a banker; see `ExactValue`.

    Cards that others draw are exchangeable, so that it is the same at every seat. `fractions` and
    `every_net` are those of `LineUp.value`.

    Raises
    ------
    PontoonError
        The line-up cannot be counted exactly: a continuing pack, a banker that looks at the
        players, a player that counts. The sentence names the command that samples it.
    """
    return LineUp(rules, player, banker).value(fractions, every_net)
