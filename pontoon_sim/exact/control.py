"""Item five: expectations that sharpen simulated estimates, as plain tables to look up.

The gain of a player's hand minus its expectation given the hand has mean zero, whatever else lies
on the table; so a simulation may report the expectations in place of the gains, or beside them, at
a fraction of the variance. Fresh packs and own-hand bankers only, as everywhere in this package.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.exact.asking import (
    banker_hands,
    finished,
    player_score,
    refuse_what_cannot_be_counted,
)
from pontoon_sim.exact.compiled import Finished, laws
from pontoon_sim.exact.lineup import LineUp
from pontoon_sim.exact.multisets import Counts, Floats, by_value, catalogue, pack_ranks
from pontoon_sim.exact.terms import payments
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import SCORE_PONTOON
from pontoon_sim.strategies.model import Strategy


@dataclass(frozen=True)
class FinishedHands:
    """Expected gain of a player's finished hand against the banker's exact outcome distribution.

    Attributes
    ----------
    rules : Rules
    banker : Finished
    per_chip : float64, (n, 2)
        By row of `multisets.catalogue()` and 0 for a hand not split, 1 for one of a split (whose
        other hands are not known): expected gain per chip staked, given exactly these cards and
        that the banker has no pontoon. NaN where there is no such finished hand (one card, none).

    Notes
    -----
    A bust hand gains exactly -1 per chip; a deal that the banker's pontoon ends, exactly what P8
    and P9 say. For the hands of a split together use `expected_net`, which takes all their cards.
    """

    rules: Rules
    banker: Finished
    per_chip: Floats

    def row(self, counts: Counts) -> int:
        """Row of a hand of ten counts by value; -1 for a bust."""
        return catalogue().row.get(counts, -1)

    def expected_net(self, hands: Sequence[tuple[Counts, int, int]]) -> float:
        """Expected gain in chips of all finished hands of one player together.

        Parameters
        ----------
        hands : sequence of (cards by value, score, stake in chips)
            Score as `layout.SCORE_*` and totals; the last card of a bust hand counts too.

        Returns
        -------
        float
            Given all these cards and that the banker has no pontoon.
        """
        pack = np.array(by_value(pack_ranks(self.rules.packs)))
        left = pack - np.sum([hand[0] for hand in hands], axis=0)
        if (left < 0).any():
            raise PontoonError("these hands hold more cards of a value than there are in the pack")
        law = laws(left[None, :], self.banker)[0]
        pay = payments(self.rules)
        played = 1.0 - law[SCORE_PONTOON]
        return float(sum(stake * (law @ pay[score]) for _, score, stake in hands) / played)


def finished_hands(rules: Rules, banker: Strategy) -> FinishedHands:
    """The table of expected gains of finished hands against one banker.

    Raises
    ------
    PontoonError
        The banker looks at more than its own hand, or the pack goes on from deal to deal.

    Examples
    --------
    >>> from pontoon_sim.game.rules import rules_from
    >>> from pontoon_sim.strategies import find
    >>> table = finished_hands(rules_from("shuffled"), find("draw_below_16", "banker"))
    >>> twenty = (0, 0, 0, 0, 0, 0, 0, 0, 0, 2)
    >>> round(float(table.per_chip[table.row(twenty), 0]), 4)
    0.5103
    """
    refuse_what_cannot_be_counted(rules, banker)
    ends = finished(banker_hands(banker, rules))
    hands = catalogue()
    pack = np.array(by_value(pack_ranks(rules.packs)))
    left = pack - hands.counts
    possible = (left >= 0).all(axis=1) & (hands.size >= 2)
    law = laws(left[possible], ends)
    pay = payments(rules).astype(np.float64)
    per_chip = np.full((len(hands), 2), np.nan)
    counts = [tuple(c) for c in hands.counts[possible].tolist()]
    for split in (0, 1):
        scores = [player_score(c, rules, bool(split)) for c in counts]
        gain = np.einsum("nk,nk->n", law, pay[scores]) / (1.0 - law[:, SCORE_PONTOON])
        per_chip[possible, split] = gain
    return FinishedHands(rules, ends, per_chip)


def first_two_cards(rules: Rules, player: Strategy, banker: Strategy) -> Floats:
    """Expected net of a deal in chips given the player's first two cards, as it will play them.

    Returns
    -------
    float64, (13, 13)
        By rank index of the first and of the second card (0 the ace to 12 the king). Its mean over
        fresh deals is `exact_value(...).net`.
    """
    return LineUp(rules, player, banker).net_by_dealt()
