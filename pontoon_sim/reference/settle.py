"""Paying: P8, P9, P20, P24-P28, P31a, P34, P35, S3, S6, S7."""

from __future__ import annotations

from pontoon_sim.kernel.layout import SCORE_PONTOON, SCORE_SEVENS, SCORE_TRICK
from pontoon_sim.reference.deal import Deal
from pontoon_sim.reference.hands import Hand, beats, is_pontoon, score


def once(deal: Deal) -> int:
    """P34: how many times its stake an ordinary hand moves, 2 where the deal is doubled."""
    return 2 if deal.doubled else 1


def special(deal: Deal, times: int) -> int:
    """P34: what moves for a pontoon or a trick, the player's or the banker's, or for three sevens
    in a doubled deal. `plain`: as ever; where a setting makes such hands move once like any
    other, they move twice like any other now. A push stays one. `compound`: twice as much."""
    if not deal.doubled:
        return times
    if deal.rules.banker_doubles == "compound":
        return 2 * times
    return max(times, 2) if times else 0


def times_paid(deal: Deal, hand: Hand) -> int:
    """P25-P28, P35: how many times its stake a hand that beats the banker's is paid."""
    rules = deal.rules
    worth = score(rules, hand)
    if worth == SCORE_PONTOON:
        return special(deal, rules.pontoon_pays)
    if worth == SCORE_TRICK:
        return special(deal, rules.trick_pays)
    if worth == SCORE_SEVENS:
        return special(deal, rules.three_sevens_pays)
    return once(deal)


def times_taken(deal: Deal) -> int:
    """P26, P27: how many times its stake a hand loses that does not beat the banker's."""
    if score(deal.rules, deal.banker_hand) == SCORE_TRICK:
        return special(deal, deal.rules.banker_trick_takes)
    return once(deal)


def times_lost_to_pontoon(deal: Deal, hand: Hand) -> int:
    """P8, P9: how many times its stake a hand loses to the banker's pontoon."""
    rules = deal.rules
    times: int = rules.banker_pontoon_takes
    if is_pontoon(rules, hand):
        times = {"double": times, "single": 1, "push": 0}[rules.pontoon_against_pontoon]
    return special(deal, times)


def settle_bust(deal: Deal, hand: Hand) -> None:
    """P20, S6: the banker takes the whole stake of a bust hand once, whatever it gets later; the
    hand's shoot bets go into the kitty at once."""
    deal.pay(hand, -hand.stake * once(deal))
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
