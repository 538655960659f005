"""Between deals: the cards go under (P29), the bank may change hands (P30, P31, S8, S9)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from pontoon_sim.kernel.layout import HAND_PONTOON
from pontoon_sim.reference.deal import Deal


class Move(NamedTuple):
    """The bank goes to a seat, for one of `layout.BANK_REASONS`, at a price in chips."""

    seat: int
    reason: str
    price: int


def clear_table(deal: Deal) -> None:
    """P29: the hands go under the pack from the banker's left, each in the order dealt, then the
    banker's; bust hands went under when they bust (P20)."""
    for hand in deal.hands_in():
        deal.put_under(hand)
    deal.put_under(deal.banker_hand)


def shuffles(deal: Deal) -> bool:
    """P29: whether the pack is shuffled before the next deal."""
    when = deal.rules.reshuffle
    return when == "every_deal" or (when == "pontoon" and deal.pontoon_shown)


def bank_move(deal: Deal) -> Move | None:
    """P30: the bank goes to the pontoon nearest the banker's left that is not from a split, or on
    to the left after `rotate_every` deals of its holder. After the banker's own pontoon nobody has
    declared one (P8), so the bank stays."""
    rules = deal.rules
    if rules.bank_passes == "rotate" and deal.tenure + 1 >= rules.rotate_every:
        return Move((deal.banker + 1) % rules.seats, "rotate", 0)
    if rules.bank_passes == "pontoon":
        for hand in deal.hands():
            if hand.state == HAND_PONTOON and not hand.split:
                return Move(hand.seat, "pontoon", 0)
    return None


def is_auctioned(deal: Deal) -> bool:
    """S8: whether the banker of a dry kitty may sell the bank to the highest bidder."""
    return deal.rules.shoot and deal.kitty == 0 and deal.rules.bank_passes != "never"


def sale(deal: Deal, ask: int, bids: Sequence[int]) -> Move | None:
    """P31: the highest bid buys the bank if it reaches what the banker asks, at the midpoint
    rounded down; of equal bids the one nearest the banker's left. `bids` are by position; one of
    at most 0 is none, and a negative `ask` keeps the bank."""
    best = max(bids)
    if ask < 0 or best <= 0 or best < ask:
        return None
    return Move(deal.players[list(bids).index(best)].seat, "sale", (ask + best) // 2)


def auction(deal: Deal, ask: int, bids: Sequence[int]) -> Move | None:
    """S8: a dry bank goes to the highest bid, at that price, if it is above zero and reaches the
    reserve that the banker asks; ties and a negative `ask` as in P31."""
    best = max(bids)
    if ask < 0 or best <= 0 or best < ask:
        return None
    return Move(deal.players[list(bids).index(best)].seat, "auction", best)


def move_bank(deal: Deal, move: Move) -> None:
    """P30, P31, S9: the bank changes hands; the old banker takes what is in the kitty."""
    deal.log("bank", move.seat, move.reason, move.price)
    deal.kitty = 0
