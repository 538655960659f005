"""A hand and its worth: P2, P10, P11, P18, P19, P35."""

from __future__ import annotations

from dataclasses import dataclass, field

from pontoon_sim.game import cards as pack
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    HAND_WAITING,
    SCORE_BUST,
    SCORE_PONTOON,
    SCORE_SEVENS,
    SCORE_TRICK,
)


@dataclass
class Hand:
    """Cards in front of one person, with the stake on them.

    `shown` says of each card whether it lies face up, `knowers` which seats know it. `stake`
    is the whole stake in chips, purchases included, `initial` its first part, `prices` what the
    cards bought have cost, in order. `shoot` is the sum of the hand's shoot bets still standing.
    """

    seat: int
    number: int = 0
    split: bool = False
    banker: bool = False
    cards: list[int] = field(default_factory=list)
    shown: list[bool] = field(default_factory=list)
    knowers: list[set[int]] = field(default_factory=list)
    initial: int = 0
    stake: int = 0
    prices: list[int] = field(default_factory=list)
    twisted: int = 0
    shoot: int = 0
    state: int = HAND_WAITING

    @property
    def bought(self) -> int:
        """Cards bought."""
        return len(self.prices)

    @property
    def last_price(self) -> int:
        """What the last bought card has cost, 0 for none (P14)."""
        return self.prices[-1] if self.prices else 0

    @property
    def hard(self) -> int:
        """Total with every ace as 1 (P2)."""
        return pack.hard_total(self.cards)

    @property
    def total(self) -> int:
        """Best total: one ace as 11 where that does not bust (P2)."""
        return pack.best_total(self.cards)

    @property
    def soft(self) -> bool:
        """Whether best and hard total differ."""
        return self.total != self.hard

    @property
    def pair(self) -> int:
        """Rank 1 to 13 of two equal cards that are the whole hand, else 0 (P17)."""
        if len(self.cards) != 2 or pack.rank(self.cards[0]) != pack.rank(self.cards[1]):
            return 0
        return pack.rank(self.cards[0]) + 1

    @property
    def shown_total(self) -> int:
        """Hard total of the cards that lie face up."""
        return sum(pack.value(card) for card, up in zip(self.cards, self.shown, strict=True) if up)

    def __str__(self) -> str:
        return f"{' '.join(pack.names(self.cards))} ({'soft ' if self.soft else ''}{self.total})"


def is_pontoon(rules: Rules, hand: Hand) -> bool:
    """P10, P18: an ace and a ten-card as two cards; split hands only where the setting says so."""
    return len(hand.cards) == 2 and hand.total == 21 and (rules.split_pontoon or not hand.split)


def is_trick(rules: Rules, hand: Hand) -> bool:
    """P10: five cards, 21 or less, where they count for more than their total."""
    return rules.five_card_trick and len(hand.cards) == 5 and hand.hard <= 21


def is_three_sevens(rules: Rules, hand: Hand) -> bool:
    """P35: a player's 7-7-7 on exactly three cards, not split, where it is paid."""
    return (
        rules.three_sevens_pays > 0
        and not hand.banker
        and not hand.split
        and len(hand.cards) == 3
        and all(pack.rank(card) == 6 for card in hand.cards)
    )


def score(rules: Rules, hand: Hand) -> int:
    """P10: a hand on one scale; the higher beats the lower, ties are the banker's (P11)."""
    if hand.hard > 21:
        return SCORE_BUST
    if is_pontoon(rules, hand):
        return SCORE_PONTOON
    if is_three_sevens(rules, hand):
        return SCORE_SEVENS
    if is_trick(rules, hand):
        return SCORE_TRICK
    return hand.total


def beats(rules: Rules, hand: Hand, banker: Hand) -> bool:
    """P11: whether a player's hand beats the banker's; in every tie the banker wins."""
    return score(rules, hand) > score(rules, banker)
