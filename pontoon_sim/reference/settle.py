"""Paying: P8, P9, P20, P24-P28, P31a, P34, P35, S3, S6, S7."""

from __future__ import annotations

from pontoon_sim.kernel.layout import SCORE_PONTOON, SCORE_SEVENS, SCORE_TRICK
from pontoon_sim.reference.deal import Deal
from pontoon_sim.reference.hands import Hand, beats, is_pontoon, score


def doubling(deal: Deal, special: bool) -> int:
    """P34: 2 where the deal is doubled, else 1. With `plain` what moves for a pontoon or a trick,
    the player's or the banker's, is not doubled again."""
    if not deal.doubled or (special and deal.rules.banker_doubles == "plain"):
        return 1
    return 2


def times_paid(deal: Deal, hand: Hand) -> int:
    """P25-P28, P35: how many times its stake a hand that beats the banker's is paid."""
    rules = deal.rules
    worth = score(rules, hand)
    if worth == SCORE_PONTOON:
        return rules.pontoon_pays * doubling(deal, special=True)
    if worth == SCORE_TRICK:
        return rules.trick_pays * doubling(deal, special=True)
    if worth == SCORE_SEVENS:
        return rules.three_sevens_pays * doubling(deal, special=False)
    return doubling(deal, special=False)


def times_taken(deal: Deal) -> int:
    """P26, P27: how many times its stake a hand loses that does not beat the banker's."""
    if score(deal.rules, deal.banker_hand) == SCORE_TRICK:
        return deal.rules.banker_trick_takes * doubling(deal, special=True)
    return doubling(deal, special=False)


def times_lost_to_pontoon(deal: Deal, hand: Hand) -> int:
    """P8, P9: how many times its stake a hand loses to the banker's pontoon."""
    rules = deal.rules
    times: int = rules.banker_pontoon_takes
    if is_pontoon(rules, hand):
        times = {"double": 2, "single": 1, "push": 0}[rules.pontoon_against_pontoon]
    return times * doubling(deal, special=True)


def settle_bust(deal: Deal, hand: Hand) -> None:
    """P20, S6: the banker takes the whole stake of a bust hand once, whatever it gets later; the
    hand's shoot bets go into the kitty at once."""
    deal.pay(hand, -hand.stake * doubling(deal, special=False))
    deal.pay_shoot(hand, wins=False)


def settle_banker_pontoon(deal: Deal) -> None:
    """P8, P9, S3: all hands are turned up and lose, all shoot bets go into the kitty."""
    for hand in deal.hands():
        deal.turn_up(hand)
        deal.pay(hand, -hand.stake * times_lost_to_pontoon(deal, hand))
        deal.pay_shoot(hand, wins=False)


def settle(deal: Deal) -> None:
    """P25-P28, P31a, S7: round from the banker's left, a player's hands in order, for each the
    stake and then its shoot bets."""
    for hand in deal.hands_in():
        deal.turn_up(hand)
        wins = beats(deal.rules, hand, deal.banker_hand)
        times = times_paid(deal, hand) if wins else -times_taken(deal)
        deal.pay(hand, times * hand.stake)
        deal.pay_shoot(hand, wins)
