"""Chips put down: kitty (S1, S8), stakes (P6), the banker's doubling (P34), shoot bets (S2-S5).

Each is a triple: `verify_x` raises the sentence why it is illegal, `can_x` only says whether it is
legal, `x` does it.
"""

from __future__ import annotations

from collections.abc import Callable

from pontoon_sim.reference.deal import Deal, Player
from pontoon_sim.reference.hands import Hand
from pontoon_sim.reference.people import IllegalAction


def allows(verify: Callable[..., None], *args: object) -> bool:
    """Whether a `verify_x` has no objection."""
    try:
        verify(*args)
    except IllegalAction:
        return False
    return True


# --- the kitty --------------------------------------------------------------------------------


def verify_kitty(deal: Deal, chips: int) -> None:
    """S1: a new kitty lies between `kitty_min` and `kitty_max`, put up where there is none."""
    low, high = deal.rules.kitty_limits
    if not deal.rules.shoot:
        raise IllegalAction("there is no kitty in this game: set shoot = true (S1)")
    if deal.kitty > 0:
        raise IllegalAction(f"a kitty of {deal.kitty} lies there already (S1)")
    if not low <= chips <= high:
        raise IllegalAction(f"a kitty of {chips} is not between {low} and {high} (S1)")


def can_kitty(deal: Deal, chips: int) -> bool:
    """Whether the banker may put up a kitty of these chips (S1)."""
    return allows(verify_kitty, deal, chips)


def kitty(deal: Deal, chips: int) -> None:
    """S1: the banker puts up a new kitty."""
    verify_kitty(deal, chips)
    deal.kitty = chips
    deal.log("kitty", deal.banker, chips)


def top_up_room(deal: Deal) -> int:
    """S8: chips that the banker may add before a deal; what it won may lie above `kitty_max`."""
    return max(0, deal.rules.kitty_limits[1] - deal.kitty)


def verify_top_up(deal: Deal, chips: int) -> None:
    """S8: before a new deal the banker may add to the kitty, up to `kitty_max` in it."""
    if not deal.rules.shoot or deal.kitty <= 0:
        raise IllegalAction("there is no kitty to add to: put up a new one (S8)")
    if chips < 0:
        raise IllegalAction(f"{chips} would take chips out of the kitty (S8)")
    if chips > top_up_room(deal):
        raise IllegalAction(
            f"{chips} more on a kitty of {deal.kitty} is above"
            f" kitty_max = {deal.rules.kitty_limits[1]} (S8)"
        )


def can_top_up(deal: Deal, chips: int) -> bool:
    """Whether the banker may add these chips to the kitty (S8)."""
    return allows(verify_top_up, deal, chips)


def top_up(deal: Deal, chips: int) -> None:
    """S8: the banker adds to the kitty; nothing is written for no chips."""
    verify_top_up(deal, chips)
    if chips:
        deal.kitty += chips
        deal.log("kitty", deal.banker, chips)


# --- stakes -----------------------------------------------------------------------------------


def verify_stake(deal: Deal, player: Player, chips: int) -> None:
    """P3, P6: one stake a player, within the limits agreed beforehand, on its first card."""
    low, high = deal.rules.stake_min, deal.rules.stake_max
    if player.hands[0].stake:
        raise IllegalAction("the stake is down already (P6)")
    if not low <= chips <= high:
        raise IllegalAction(f"a stake of {chips} is not between {low} and {high} (P3)")


def can_stake(deal: Deal, player: Player, chips: int) -> bool:
    """Whether a player may stake these chips (P3)."""
    return allows(verify_stake, deal, player, chips)


def stake(deal: Deal, player: Player, chips: int) -> None:
    """P6: a player puts its stake down."""
    verify_stake(deal, player, chips)
    player.hands[0].stake = player.hands[0].initial = chips
    deal.log("stake", player.seat, chips)


# --- the banker doubles -----------------------------------------------------------------------


def verify_double(deal: Deal) -> None:
    """P34: when all stakes are down and before the second card, where the setting allows it."""
    if deal.rules.banker_doubles == "none":
        raise IllegalAction("the banker may not double: banker_doubles = 'none' (P34)")
    if deal.doubled:
        raise IllegalAction("the deal is doubled already (P34)")
    if any(player.hands[0].stake == 0 for player in deal.players):
        raise IllegalAction("the stakes are not all down (P34)")
    if len(deal.banker_hand.cards) != 1:
        raise IllegalAction("the second cards are dealt already (P34)")


def can_double(deal: Deal) -> bool:
    """Whether the banker may double the deal (P34)."""
    return allows(verify_double, deal)


def double(deal: Deal) -> None:
    """P34: the banker doubles the deal."""
    verify_double(deal)
    deal.doubled = True
    deal.log("double", deal.banker)


# --- shoot bets -------------------------------------------------------------------------------


def verify_shoot(deal: Deal, hand: Hand, chips: int) -> None:
    """S2, S4, S5: a whole number of chips; all bets standing never exceed the kitty. On the first
    card, on the single card of a hand made by splitting, or before a fourth card."""
    if not deal.rules.shoot:
        raise IllegalAction("there are no shoot bets in this game: set shoot = true (S2)")
    if len(hand.cards) == 1 and hand.split and hand.number == 0:
        raise IllegalAction("after a split the first shoot bet stays with the first hand (S5)")
    if len(hand.cards) not in (1, 3):
        raise IllegalAction(
            f"no shoot bet on {len(hand.cards)} cards: only on the first (S2, S5) and before the"
            " fourth (S4)"
        )
    if chips < 0:
        raise IllegalAction(f"a shoot bet of {chips} is less than nothing (S2)")
    if chips > deal.room():
        raise IllegalAction(
            f"a shoot bet of {chips} is above the room of {deal.room()}: the kitty is"
            f" {deal.kitty}, {deal.kitty - deal.room()} of it is shot (S2)"
        )


def can_shoot(deal: Deal, hand: Hand, chips: int) -> bool:
    """Whether these chips may be bet on a hand (S2, S4, S5)."""
    return allows(verify_shoot, deal, hand, chips)


def shoot(deal: Deal, hand: Hand, chips: int) -> None:
    """S2: a shoot bet on a hand; nothing is written for no chips."""
    verify_shoot(deal, hand, chips)
    if chips:
        hand.shoot += chips
        deal.log("shoot", hand.seat, hand.number, chips)
