"""What may be done with a hand (P13-P19, P22, P32, P33): the one statement of it outside the two
engines.

Strategies are lowered, checked, valued and tuned by these functions. The engines keep statements
of their own, so that each can be held against the others (tests/rules/test_legal.py). A hand is
described by what the rules look at: the number of its cards, its hard total (every ace as 1), and
whether it is soft (an ace counts as 11). Its best total is `hard + 10 * soft`.
"""

from __future__ import annotations

from typing import NamedTuple

from pontoon_sim.game.rules import Rules

MOST_CARDS_OF_A_HAND = 5
"""Five cards end a hand (P13, P22)."""


class TurnHand(NamedTuple):
    """A player's hand on its turn, as far as the rules look at it.

    Attributes
    ----------
    cards : int
        Number of cards, 2 to 5.
    hard : int
        Total with every ace as 1.
    soft : bool
        Whether an ace counts as 11 in the best total.
    pair : int
        Rank 1 (ace) to 13 (king) of two equal cards that are the whole hand, else 0.
    initial : int
        The initial stake, chips.
    last_price : int
        Price of the card bought last, chips; 0 where none was bought.
    twisted : int
        Cards of the hand that were twisted.
    hands : int
        Hands of this player, 1 where nothing was split.
    burnt : bool
        Whether the player has thrown in a hand in this deal.
    cards_left : int
        Cards left to deal; with two or more nothing is illegal for want of cards.
    """

    cards: int
    hard: int
    soft: bool
    pair: int = 0
    initial: int = 1
    last_price: int = 0
    twisted: int = 0
    hands: int = 1
    burnt: bool = False
    cards_left: int = 2


class LegalActions(NamedTuple):
    """What a player may do with a hand; prices in chips, 0 where buying is not legal."""

    stick: bool
    twist: bool
    split: bool
    burn: bool
    cheapest: int
    dearest: int

    @property
    def buy(self) -> bool:
        """Whether a card may be bought."""
        return self.cheapest > 0

    @property
    def kinds(self) -> int:
        """Number of kinds of action that are legal; a purchase is one, whatever it costs."""
        return self.stick + self.twist + self.split + self.burn + self.buy


def may_draw(rules: Rules, cards: int, hard: int, soft: bool) -> bool:
    """P13, P19, P22: whether a hand, the banker's too, may have one more card while the pack has
    any. Under 21 it may; a soft 21 on three or four cards where `soft_21_draws` allows it."""
    if cards >= MOST_CARDS_OF_A_HAND:
        return False
    total = hard + 10 * soft
    if total == 21:
        return soft and cards > 2 and rules.soft_21_draws
    return total < 21


def may_buy(rules: Rules, cards: int, hard: int, soft: bool, twisted: int) -> bool:
    """P14-P16: whether a hand may buy its next card while the pack has any: never after a twist,
    nor a fifth card that cannot bust where `buy_certain_trick` is false."""
    certain = cards == 4 and hard <= 11
    return (
        not twisted
        and rules.buy_max > 0
        and (rules.buy_certain_trick or not certain)
        and may_draw(rules, cards, hard, soft)
    )


def price_limits(rules: Rules, initial: int, last_price: int = 0) -> tuple[int, int]:
    """P14: least and largest price of the next card, chips. `last_price`: of the card bought last,
    0 for none."""
    return initial, last_price or rules.buy_max * initial


def split_ranks(rules: Rules) -> tuple[int, ...]:
    """P17: ranks, 1 (ace) to 13 (king), of which two may be split."""
    return {"none": (), "aces": (1,), "any_pair": tuple(range(1, 14))}[rules.split]


def may_split(rules: Rules, pair: int, hands: int) -> bool:
    """P17: whether two cards of rank `pair` (0: no pair) may be split by a player who has so many
    hands, while the pack has two cards."""
    allowed = rules.split == "any_pair" or (rules.split == "aces" and pair == 1)
    return pair > 0 and allowed and hands < rules.max_hands


def burn_totals(rules: Rules) -> tuple[int, ...]:
    """P33: hard totals of two cards that may be thrown in. No hand of an ace has such a total."""
    return {"none": (), "hard_13": (13,), "hard_13_14": (13, 14)}[rules.burn]


def may_burn(rules: Rules, hand: TurnHand) -> bool:
    """P33: whether a hand may be thrown in: the first two cards, not split, once in a deal, while
    the pack has two cards."""
    unspoilt = hand.cards == 2 and hand.hands == 1 and not hand.burnt
    return unspoilt and hand.hard in burn_totals(rules)


def legal_actions(rules: Rules, hand: TurnHand) -> LegalActions:
    """P13-P19, P21, P32, P33: what a player may do with a hand. One that may do nothing else
    sticks, whatever its total."""
    cards, hard, soft = hand.cards, hand.hard, hand.soft
    draws = hand.cards_left > 0 and may_draw(rules, cards, hard, soft)
    splits = hand.cards_left >= 2 and may_split(rules, hand.pair, hand.hands)
    burns = hand.cards_left >= 2 and may_burn(rules, hand)
    prices = (0, 0)
    if draws and may_buy(rules, cards, hard, soft, hand.twisted):
        prices = price_limits(rules, hand.initial, hand.last_price)
    sticks = hard + 10 * soft >= rules.stick_min or not (draws or splits)
    return LegalActions(sticks, draws, splits, burns, *prices)
