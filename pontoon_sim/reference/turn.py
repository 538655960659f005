"""The turns: stick, twist, buy, split, burn (P12-P21, P33), the banker's draws (P22).

Each action is a triple: `verify_x` raises the sentence why it is illegal, `can_x` only says whether
it is legal, `x` does it and all that follows from it at once (a bust, a trick).
"""

from __future__ import annotations

from pontoon_sim.game import cards
from pontoon_sim.kernel.layout import (
    HAND_BUST,
    HAND_PONTOON,
    HAND_STUCK,
    HAND_TRICK,
)
from pontoon_sim.reference.bets import allows
from pontoon_sim.reference.deal import Deal
from pontoon_sim.reference.hands import Hand, is_pontoon, is_trick
from pontoon_sim.reference.people import IllegalAction
from pontoon_sim.reference.settle import settle_bust

# --- drawing ----------------------------------------------------------------------------------


def verify_draw(deal: Deal, hand: Hand) -> None:
    """P19, P22: a hand may draw under 21, and at a soft 21 on three or four cards where the
    setting allows it; five cards end it; P32: the pack may have run out."""
    if len(hand.cards) >= 5:
        raise IllegalAction("a hand of five cards stands (P13)")
    if hand.hard > 21:
        raise IllegalAction("the hand has bust (P20)")
    if hand.total == 21 and len(hand.cards) == 2:
        raise IllegalAction("an ace and a ten-card as two cards stand (P19)")
    if hand.total == 21 and not hand.soft:
        raise IllegalAction("a hard 21 stands (P19)")
    if hand.total == 21 and not deal.rules.soft_21_draws:
        raise IllegalAction("a soft 21 stands: soft_21_draws = false (P19)")
    if not deal.pack:
        raise IllegalAction("no card is left in the pack (P32)")


def can_draw(deal: Deal, hand: Hand) -> bool:
    """Whether a hand may have one more card (P19, P32)."""
    return allows(verify_draw, deal, hand)


def verify_twist(deal: Deal, hand: Hand) -> None:
    """P15: whatever may draw may twist."""
    verify_draw(deal, hand)


def can_twist(deal: Deal, hand: Hand) -> bool:
    """Whether a hand may twist (P15)."""
    return allows(verify_twist, deal, hand)


def twist(deal: Deal, hand: Hand) -> None:
    """P15: a card face up for nothing."""
    verify_twist(deal, hand)
    deal.log("twist", hand.seat, hand.number)
    hand.twisted += 1
    deal.give(hand, "up")
    _after_card(deal, hand)


def price_limits(deal: Deal, hand: Hand) -> tuple[int, int]:
    """P14: least and largest price of the next card, in chips, whether or not it may be bought."""
    dearest = hand.last_price or deal.rules.buy_max * hand.initial
    return hand.initial, dearest


def verify_buy(deal: Deal, hand: Hand, price: int | None = None) -> None:
    """P14, P15, P16: whether a card may be bought, and at this price where one is given."""
    verify_draw(deal, hand)
    if deal.rules.buy_max == 0:
        raise IllegalAction("no card may be bought: buy_max = 0 (P14)")
    if hand.twisted:
        raise IllegalAction("after a twist there is no more buying (P15)")
    if len(hand.cards) == 4 and hand.hard <= 11 and not deal.rules.buy_certain_trick:
        raise IllegalAction(
            "a fifth card that cannot bust may only be twisted: buy_certain_trick = false (P16)"
        )
    low, high = price_limits(deal, hand)
    if price is not None and not low <= price <= high:
        raise IllegalAction(f"a price of {price} is not between {low} and {high} (P14)")


def can_buy(deal: Deal, hand: Hand, price: int | None = None) -> bool:
    """Whether a card may be bought (P14-P16)."""
    return allows(verify_buy, deal, hand, price)


def buy(deal: Deal, hand: Hand, price: int) -> None:
    """P14: add chips to the stake and take a card face down."""
    verify_buy(deal, hand, price)
    deal.log("buy", hand.seat, hand.number, price)
    hand.stake += price
    hand.prices.append(price)
    deal.give(hand, "down")
    _after_card(deal, hand)


def _after_card(deal: Deal, hand: Hand) -> None:
    """P20: over 21 is a bust, settled at once; P10, P13: five cards up to 21 stand, as a trick
    where there are any."""
    if hand.hard > 21:
        bust(deal, hand)
    elif is_trick(deal.rules, hand):
        hand.state = HAND_TRICK
        deal.log("trick", hand.seat, hand.number)
    elif len(hand.cards) == 5:
        hand.state = HAND_STUCK
        deal.log("stick", hand.seat, hand.number)


def bust(deal: Deal, hand: Hand) -> None:
    """P20: the hand is thrown in face up at once, its stake is lost, its cards go under."""
    hand.state = HAND_BUST
    deal.log("bust", hand.seat, hand.number)
    deal.turn_up(hand)
    settle_bust(deal, hand)
    deal.put_under(hand)


# --- splitting and burning --------------------------------------------------------------------


def verify_split(deal: Deal, hand: Hand) -> None:
    """P17: the first two cards of equal rank, up to `max_hands`; P32: two cards must be left."""
    rules = deal.rules
    if rules.split == "none":
        raise IllegalAction("no hand may be split: split = 'none' (P17)")
    if len(hand.cards) != 2:
        raise IllegalAction("only the first two cards may be split (P17)")
    if not hand.pair:
        raise IllegalAction("the two cards are not of equal rank (P17)")
    if rules.split == "aces" and hand.pair != 1:
        raise IllegalAction("only aces may be split: split = 'aces' (P17)")
    if len(deal.player_of(hand).hands) >= rules.max_hands:
        raise IllegalAction(f"the player has max_hands = {rules.max_hands} hands (P17)")
    if len(deal.pack) < 2:
        raise IllegalAction("the pack cannot give both hands a card (P32)")


def can_split(deal: Deal, hand: Hand) -> bool:
    """Whether a hand may be split (P17)."""
    return allows(verify_split, deal, hand)


def split(deal: Deal, hand: Hand) -> Hand:
    """P17: a second stake, two hands of one face-up card each. They get one more card face down
    when the shoot bet on the new hand is made (S5), the one that was split first.

    Returns the new hand, which is numbered after all others of the player.
    """
    verify_split(deal, hand)
    player = deal.player_of(hand)
    new = Hand(hand.seat, number=len(player.hands), split=True)
    new.initial = new.stake = hand.initial
    deal.log("split", hand.seat, hand.number, new.number, hand.initial)
    deal.turn_up(hand)
    new.cards.append(hand.cards.pop())
    new.shown.append(hand.shown.pop())
    new.knowers.append(hand.knowers.pop())
    hand.split = True
    player.hands.append(new)
    return new


def verify_burn(deal: Deal, hand: Hand) -> None:
    """P33: the first two cards, a hard 13 (or 14) without an ace, once, before anything else."""
    rules = deal.rules
    totals = {"none": (), "hard_13": (13,), "hard_13_14": (13, 14)}[rules.burn]
    if not totals:
        raise IllegalAction("no hand may be thrown in: burn = 'none' (P33)")
    if hand.split or len(hand.cards) != 2:
        raise IllegalAction("only the first two cards, not split, may be thrown in (P33)")
    if deal.player_of(hand).burnt:
        raise IllegalAction("the player has thrown in a hand in this deal already (P33)")
    if any(cards.value(card) == 1 for card in hand.cards):
        raise IllegalAction("a hand with an ace may not be thrown in (P33)")
    if hand.hard not in totals:
        wanted = " or ".join(map(str, totals))
        raise IllegalAction(f"a {hand.hard} may not be thrown in, only a {wanted} (P33)")
    if len(deal.pack) < 2:
        raise IllegalAction("the pack has no two new cards for the hand (P32)")


def can_burn(deal: Deal, hand: Hand) -> bool:
    """Whether a hand may be thrown in for two new cards (P33)."""
    return allows(verify_burn, deal, hand)


def burn(deal: Deal, hand: Hand) -> None:
    """P33: the two cards are thrown in face up and go under; two new ones, face down."""
    verify_burn(deal, hand)
    deal.log("burn", hand.seat)
    deal.player_of(hand).burnt = hand.hard
    deal.turn_up(hand)
    deal.put_under(hand)
    hand.cards.clear()
    hand.shown.clear()
    hand.knowers.clear()
    deal.give(hand, "down")
    deal.give(hand, "down")


# --- standing ---------------------------------------------------------------------------------


def verify_stick(deal: Deal, hand: Hand) -> None:
    """P13, P21: a best total of at least `stick_min`, or nothing else is possible (P32)."""
    least = deal.rules.stick_min
    if hand.total < least and (can_draw(deal, hand) or can_split(deal, hand)):
        raise IllegalAction(f"a best total of {hand.total} is below stick_min = {least} (P13)")


def can_stick(deal: Deal, hand: Hand) -> bool:
    """Whether a hand may stick (P13)."""
    return allows(verify_stick, deal, hand)


def stick(deal: Deal, hand: Hand) -> None:
    """P13: the hand stands."""
    verify_stick(deal, hand)
    hand.state = HAND_STUCK
    deal.log("stick", hand.seat, hand.number)


def verify_pontoon(deal: Deal, hand: Hand) -> None:
    """P12: only an ace and a ten-card as two cards are declared."""
    if not is_pontoon(deal.rules, hand):
        raise IllegalAction(f"{hand} is no pontoon (P10)")


def can_pontoon(deal: Deal, hand: Hand) -> bool:
    """Whether a hand is a pontoon and has to be declared (P12)."""
    return allows(verify_pontoon, deal, hand)


def pontoon(deal: Deal, hand: Hand) -> None:
    """P8, P12: a pontoon is declared and played no further. The banker's lies face up; of a
    player's the ace, while its ten-card stays as it lies until settlement."""
    verify_pontoon(deal, hand)
    hand.state = HAND_PONTOON
    deal.pontoon_shown = True
    deal.log("pontoon", hand.seat, hand.number)
    for place, card in enumerate(hand.cards):
        if hand.banker or cards.value(card) == 1:
            deal.turn_up_card(hand, place)


# --- the banker -------------------------------------------------------------------------------


def banker_draw(deal: Deal) -> None:
    """P22: the banker draws a card face up; over 21 it busts, five cards up to 21 stand."""
    hand = deal.banker_hand
    verify_draw(deal, hand)
    hand.twisted += 1
    deal.give(hand, "up")
    if hand.hard > 21:
        hand.state = HAND_BUST
        deal.log("bust", hand.seat, 0)
    elif is_trick(deal.rules, hand):
        hand.state = HAND_TRICK
        deal.log("trick", hand.seat, 0)
    elif len(hand.cards) == 5:
        banker_stick(deal)


def banker_stick(deal: Deal) -> None:
    """P22: the banker stands on whatever it has: there is no minimum."""
    deal.banker_hand.state = HAND_STUCK
    deal.log("stick", deal.banker, 0)
