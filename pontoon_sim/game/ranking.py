"""Which hand beats which (P10, P11, P18, P35): hands on one scale, outside the two engines."""

from __future__ import annotations

from pontoon_sim.game.legal import MOST_CARDS_OF_A_HAND
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel.layout import (
    SCORE_BUST,
    SCORE_PONTOON,
    SCORE_SEVENS,
    SCORE_TRICK,
)


def is_pontoon(rules: Rules, cards: int, hard: int, soft: bool, split: bool = False) -> bool:
    """P10, P18: an ace and a ten-card as two cards; of a split hand where the setting says so."""
    return cards == 2 and soft and hard == 11 and (rules.split_pontoon or not split)


def banker_score(rules: Rules, cards: int, hard: int, soft: bool) -> int:
    """P10: score of the banker's finished hand on the scale of `layout.SCORE_*`; the higher beats
    the lower, and a tie is the banker's (P11)."""
    if hard > 21:
        return SCORE_BUST
    if is_pontoon(rules, cards, hard, soft):
        return SCORE_PONTOON
    trick = cards == MOST_CARDS_OF_A_HAND and rules.five_card_trick
    return SCORE_TRICK if trick else hard + 10 * soft


def player_score(
    rules: Rules, cards: int, hard: int, soft: bool, split: bool = False, sevens: bool = False
) -> int:
    """P10, P18, P35: score of a player's finished hand, as `banker_score`. `sevens`: its cards are
    three sevens."""
    if cards == 2 and hard <= 21:
        return SCORE_PONTOON if is_pontoon(rules, cards, hard, soft, split) else hard + 10 * soft
    if sevens and rules.three_sevens_pays and not split:
        return SCORE_SEVENS
    return banker_score(rules, cards, hard, soft)
