"""Item one: the exact value of a player against a banker, fresh pack, at any seat."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from pontoon_sim.exact.asking import (
    PlayerAnswers,
    Start,
    all_starts,
    banker_hands,
    finished,
    refuse_what_cannot_be_counted,
    start_ways,
)
from pontoon_sim.exact.compiled import CLASSES, laws
from pontoon_sim.exact.joint import Joint
from pontoon_sim.exact.multisets import LONGEST, Floats, Ints, by_value
from pontoon_sim.exact.terms import (
    Enumeration,
    exact_sum,
    payments,
    pontoon_loss,
    remove,
    terms_of,
    two_card_pontoon,
)
from pontoon_sim.kernel.layout import SCORE_PONTOON, SCORE_SEVENS, SCORE_TRICK
from pontoon_sim.rules import Rules
from pontoon_sim.strategies.model import Strategy
from pontoon_sim.strategies.view import rank_name

if TYPE_CHECKING:
    import pandas as pd

KIND_NAMES = {
    0: "bust",
    **{total: f"{total}" for total in range(4, 21)},
    21: "21",
    SCORE_TRICK: "five-card trick",
    SCORE_SEVENS: "three sevens",
    SCORE_PONTOON: "pontoon",
}
"""Names of the scores of finished hands."""


@dataclass(frozen=True)
class Part:
    """The share of the deals that begin with certain cards.

    Attributes
    ----------
    chance : float
        Of all deals.
    initial, staked, net : float
        Chips per such deal: first stake, everything staked, the player's gain.
    shoot : float
        Expected gain of one chip bet as a first-card shoot bet (S2-S7), per such deal.
    """

    chance: float
    initial: float
    staked: float
    net: float
    shoot: float


@dataclass(frozen=True)
class ExactValue:
    """Exact figures of a player against a banker; chips, and always the player's gain as `net`.

    Attributes
    ----------
    player, banker : str
    initial, staked, net : float
        Chips per deal. Only the first stake counts as staked where the banker has a pontoon.
    sd : float
        Standard deviation of the player's net of a deal, chips.
    hands : dict of str to float
        Finished hands of each kind per deal in which the banker has no pontoon.
    hands_per_deal : float
        Of the same deals; more than 1 where pairs are split.
    banker_hands : dict of str to float
        Chance of each of the banker's hands, as if it always had its turn (it has none where every
        hand has bust, P22).
    distribution : dict of int to float
        Chance of each net in chips.
    more_hands : float
        Chance of the deals of three and four hands that `distribution` leaves out: all of them
        unless it was asked for, then those that would take too long.
    by_first_card : dict of str to Part
    by_two_cards : dict of (str, str) to Part
        By the player's first two cards, in either order.
    caveat : str
        Where the figures stop being exact; empty where nowhere.
    fractions : dict of str to Fraction
        `net`, `staked` as rationals, where asked for.
    """

    player: str
    banker: str
    rules: dict[str, Any]
    initial: float
    staked: float
    net: float
    sd: float
    hands: dict[str, float]
    hands_per_deal: float
    banker_hands: dict[str, float]
    distribution: dict[int, float]
    more_hands: float
    by_first_card: dict[str, Part]
    by_two_cards: dict[tuple[str, str], Part]
    caveat: str = ""
    fractions: dict[str, Fraction] = field(default_factory=dict)

    @property
    def net_per_initial(self) -> float:
        """The player's gain per chip of the initial stakes."""
        return self.net / self.initial

    @property
    def staked_per_initial(self) -> float:
        """Chips staked per chip of the initial stakes."""
        return self.staked / self.initial

    @property
    def edge_initial(self) -> float:
        """The banker's gain per chip of the initial stakes."""
        return -self.net / self.initial

    @property
    def edge_action(self) -> float:
        """The banker's gain per chip staked, purchases and splits included."""
        return -self.net / self.staked

    @property
    def bust_rate(self) -> float:
        """Share of the player's hands that bust, of the hands that are played."""
        return self.hands["bust"] / self.hands_per_deal

    def frame(self) -> pd.DataFrame:
        """Edges by the player's first card for pandas; see `frames.first_cards`."""
        from pontoon_sim.frames import first_cards

        return first_cards(self)

    def __repr__(self) -> str:
        return (
            f"{self.player} against {self.banker}: the banker's edge is"
            f" {100 * self.edge_initial:+.5f} % of the initial stakes, exactly."
        )

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {
            "player": self.player,
            "banker": self.banker,
            "rules": self.rules,
            "initial": self.initial,
            "staked": self.staked,
            "net": self.net,
            "net_per_initial": self.net_per_initial,
            "staked_per_initial": self.staked_per_initial,
            "edge_initial": self.edge_initial,
            "edge_action": self.edge_action,
            "sd": self.sd,
            "bust_rate": self.bust_rate,
            "hands_per_deal": self.hands_per_deal,
            "hands": self.hands,
            "banker_hands": self.banker_hands,
            "distribution": {str(net): p for net, p in sorted(self.distribution.items())},
            "more_hands": self.more_hands,
            "by_first_card": {k: vars(p) for k, p in self.by_first_card.items()},
            "by_two_cards": {" ".join(k): vars(p) for k, p in self.by_two_cards.items()},
            "caveat": self.caveat,
            "fractions": {k: f"{v.numerator}/{v.denominator}" for k, v in self.fractions.items()},
        }


@dataclass(frozen=True)
class _PontoonDeal:
    """First two cards of a deal that the banker's pontoon ends (P8)."""

    dealt: tuple[int, int]
    chance: Fraction
    ended: Fraction
    initial: int
    loss: int


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
        self.finished = finished(banker_hands(banker, rules))
        self.pay = payments(rules)

    @cached_property
    def _deals(self) -> list[_PontoonDeal]:
        ranks, whole = self.enumeration.ranks, all_starts(self.rules)
        found = []
        for first in range(13):
            initial = self.enumeration.player.stake(first)
            for second in range(13):
                start = Start(first, second)
                chance = Fraction(start_ways(ranks, start), whole)
                if chance:
                    left = by_value(remove(remove(ranks, first), second))
                    ended = chance * two_card_pontoon(left)
                    loss = pontoon_loss(self.rules, start.counts)
                    found.append(_PontoonDeal((first, second), chance, ended, initial, loss))
        return found

    @cached_property
    def net(self) -> float:
        """The player's expected gain in chips per deal: the quick way to this one figure."""
        terms = terms_of(self.enumeration.groups)
        law = laws(terms.left, self.finished)
        played = float((terms.moments() * (law @ self.pay.T)).sum())
        return played - self.ended

    def net_by_dealt(self) -> Floats:
        """Expected net in chips given the first two cards in order, float64 (13, 13) by rank."""
        terms = terms_of(self.enumeration.groups)
        law = laws(terms.left, self.finished)[terms.place]
        pay = self.pay[terms.score]
        rows = terms.weight * terms.stake * np.einsum("nk,nk->n", law, pay)
        sums = _by_dealt(terms.groups, terms.group, (rows,))
        out = np.zeros((13, 13))
        for deal in self._deals:
            lost = float(deal.ended) * deal.loss * deal.initial
            out[deal.dealt] = (sums[deal.dealt][0] - lost) / float(deal.chance)
        return out

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
        groups = self.enumeration.groups
        no_pontoon = np.ones((CLASSES, CLASSES), np.int64)
        no_pontoon[:, SCORE_PONTOON] = 0
        net = exact_sum(groups, self.finished, self.pay)
        staked = exact_sum(groups, self.finished, no_pontoon)
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
            Also the nets of deals of three and four hands (some seconds where many pairs are
            split); without, they are only told as `more_hands`.
        """
        terms = terms_of(self.enumeration.groups)
        law = laws(terms.left, self.finished)
        row_law, row_pay = law[terms.place], self.pay[terms.score].astype(np.float64)
        played = 1.0 - row_law[:, SCORE_PONTOON]
        chips = terms.weight * terms.stake
        net_rows = chips * np.einsum("nk,nk->n", row_law, row_pay)
        square_rows = chips * terms.stake * np.einsum("nk,nk->n", row_law, row_pay**2)
        win_rows = terms.weight * np.einsum("nk,nk->n", row_law, (row_pay > 0).astype(np.float64))
        joint = Joint(self.enumeration, self.finished, self.pay)
        square = float(square_rows.sum()) + joint.products
        square += sum(float(d.ended) * (d.loss * d.initial) ** 2 for d in self._deals)

        sums = _by_dealt(terms.groups, terms.group, (net_rows, chips * played))
        first_hand = np.array([group.start.hand == 0 for group in terms.groups])[terms.group]
        wins = _by_dealt(terms.groups, terms.group, (win_rows * first_hand,))
        parts = {
            deal.dealt: (
                float(deal.chance),
                float(deal.chance) * deal.initial,
                sums[deal.dealt][1] + float(deal.ended) * deal.initial,
                sums[deal.dealt][0] - float(deal.ended) * deal.initial * deal.loss,
                2 * wins[deal.dealt][0] - float(deal.chance),
            )
            for deal in self._deals
        }
        whole = np.sum(list(parts.values()), axis=0)
        net = float(whole[3])
        no_pontoon = 1.0 - float(sum(deal.ended for deal in self._deals))
        counted = np.bincount(terms.score, weights=terms.weight * played, minlength=CLASSES)
        kinds: Floats = np.where(np.abs(counted) < 1e-15, 0.0, counted / no_pontoon)
        fresh = laws(np.array([by_value(self.enumeration.ranks)], np.int64), self.finished)[0]
        spread = self._distribution(terms.groups, terms, row_law, joint, every_net)
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
            distribution=spread,
            more_hands=max(1.0 - sum(spread.values()), 0.0),
            by_first_card=_parts(parts, lambda dealt: rank_name(dealt[0] + 1)),
            by_two_cards=_parts(parts, _two_names),
            caveat=self._caveat(),
            fractions=self.fractions() if fractions else {},
        )

    def _distribution(
        self, groups: list[Any], terms: Any, row_law: Floats, joint: Joint, every_net: bool
    ) -> dict[int, float]:
        spread = joint.two()
        if every_net:
            for net, chance in joint.more().items():
                spread[net] = spread.get(net, 0.0) + chance
        single = np.array([not group.start.split for group in groups])[terms.group]
        for score in range(CLASSES):
            for stake in np.unique(terms.stake[single & (terms.score == score)]).tolist():
                rows = single & (terms.score == score) & (terms.stake == stake)
                chances = terms.weight[rows] @ row_law[rows]
                for banker in range(CLASSES - 1):
                    net = int(self.pay[score, banker]) * stake
                    spread[net] = spread.get(net, 0.0) + float(chances[banker])
        for deal in self._deals:
            net = -deal.loss * deal.initial
            spread[net] = spread.get(net, 0.0) + float(deal.ended)
        return {net: p for net, p in sorted(spread.items()) if p > 1e-16}

    def _caveat(self) -> str:
        """Where the pack could run out (P32), which the enumeration leaves out."""
        rules = self.rules
        splits = any(group.start.split for group in self.enumeration.groups)
        most = LONGEST * (rules.max_hands if splits else 1) + (2 if rules.burn != "none" else 0)
        if (rules.seats - 1) * most + LONGEST <= 52 * rules.packs:
            return ""
        return (
            f"with {rules.seats} seats the pack could run out after many splits (P32), a rare deal"
            " that this leaves out; with --seats 2 the figures are exact in every digit"
        )


def _by_dealt(
    groups: list[Any], number: Ints, rows: tuple[Floats, ...]
) -> dict[tuple[int, int], list[float]]:
    """Sums of each of `rows` by the first two cards of the deal."""
    index = np.array([13 * group.dealt[0] + group.dealt[1] for group in groups])[number]
    sums = [np.bincount(index, weights=row, minlength=169) for row in rows]
    return {(n // 13, n % 13): [float(s[n]) for s in sums] for n in range(169)}


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


__all__ = ["KIND_NAMES", "ExactValue", "LineUp", "Part", "exact_value"]
