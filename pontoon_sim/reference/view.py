"""What a strategy is shown (P6, P22, P23): filling a `View`.

Nothing hidden goes in: no face-down card of others, no order of the pack.
"""

from __future__ import annotations

from pontoon_sim.game import cards
from pontoon_sim.kernel import layout
from pontoon_sim.reference import bets, between, turn
from pontoon_sim.reference.deal import Deal
from pontoon_sim.reference.hands import Hand
from pontoon_sim.strategies.view import View

_MASK = (1 << 64) - 1


def decision_key(deal: int, seat: int, burnt: bool, view: View) -> int:
    """A number that no other decision of a table has: which deal, seat and decision it is, and
    which hand, how far it has come, and whether its player has thrown one in."""
    key: int = ((deal * 16 + seat) * 16 + view.decision) * 4096
    return key + int(view.hand * 512 + view.hands * 64 + burnt * 8 + view.cards)


def chance(key: int, decision: int) -> int:
    """The random number of a decision (`decision_key`), 0 to 2**32 - 1: a stateless mix
    (splitmix64's) of it and of the table's key, so that both engines draw the same."""
    x = (key + 0x9E3779B97F4A7C15 * (1 + decision)) & _MASK
    x ^= x >> 30
    x = (x * 0xBF58476D1CE4E5B9) & _MASK
    x ^= x >> 27
    x = (x * 0x94D049BB133111EB) & _MASK
    x ^= x >> 31
    return x >> 32


def look(
    deal: Deal, decision: str, seat: int, hand: Hand | None, *, bankroll: int, key: int
) -> View:
    """The view of one seat for one decision; `hand` is the one in question, None between deals."""
    rules = deal.rules
    view = View(
        decision=layout.DECISIONS.index(decision),
        position=deal.position_of(seat),
        seats=rules.seats,
        stake_min=rules.stake_min,
        stake_max=rules.stake_max,
        hands=1,
        bankroll=bankroll,
        cards_left=len(deal.pack),
        doubled=int(deal.doubled),
        shuffle_due=int(between.shuffles(deal)),
        kitty=deal.kitty,
        room=_room(deal, decision),
        seen=list(deal.memory.seen[seat]),
        fresh=deal.memory.fresh,
    )
    for place, (card, knowers) in enumerate(zip(deal.pack, deal.memory.known, strict=True)):
        if seat in knowers:
            view.coming[place] = cards.rank(card) + 1
    if hand is not None:
        _show_hand(deal, view, hand)
        _show_table(deal, view)
        _recall_hands(deal, view, seat)
    if decision == "turn" and hand is not None:
        _show_choices(deal, view, hand)
    if decision == "draw":
        view.can_stick = view.can_twist = 1
    if decision == "kitty":
        view.cheapest, view.dearest = rules.kitty_limits
    burnt = hand is not None and not hand.banker and deal.player_of(hand).burnt > 0
    view.chance = chance(key, decision_key(deal.number, seat, burnt, view))
    return view


def _room(deal: Deal, decision: str) -> int:
    """S1, S2, S8: what may be put down now, where chips of the kitty are in question."""
    if decision == "shoot":
        return deal.room()
    if decision == "kitty":
        return deal.rules.kitty_limits[1]
    return bets.top_up_room(deal) if decision == "top_up" else 0


def _show_hand(deal: Deal, view: View, hand: Hand) -> None:
    view.first_card = cards.rank(hand.cards[0]) + 1
    view.cards = len(hand.cards)
    view.total, view.hard, view.soft = hand.total, hand.hard, int(hand.soft)
    view.pair = hand.pair
    view.hand = hand.number
    view.hands = 1 if hand.banker else len(deal.player_of(hand).hands)
    view.bought, view.twisted = hand.bought, hand.twisted
    view.stake, view.initial = hand.stake, hand.initial
    for card in hand.cards:
        view.held[cards.rank(card)] += 1


def _show_choices(deal: Deal, view: View, hand: Hand) -> None:
    if turn.can_buy(deal, hand):
        view.cheapest, view.dearest = turn.price_limits(deal, hand)
    view.can_stick = int(turn.can_stick(deal, hand))
    view.can_twist = int(turn.can_twist(deal, hand))
    view.can_split = int(turn.can_split(deal, hand))
    view.can_burn = int(turn.can_burn(deal, hand))


def _show_table(deal: Deal, view: View) -> None:
    """P23: stakes, bought and twisted cards and their prices, shoot bets, what lies face up or was
    thrown in, how each hand stands."""
    for player in deal.players:
        for hand in player.hands:
            if hand.stake == 0:
                continue
            slot = player.position * layout.MAX_HANDS + hand.number
            view.hand_state[slot] = hand.state
            view.hand_stake[slot] = hand.stake
            view.hand_initial[slot] = hand.initial
            view.hand_bought[slot] = hand.bought
            for place, price in enumerate(hand.prices, layout.VIEW_PRICE_STRIDE * slot):
                view.hand_prices[place] = price
            view.hand_shoot[slot] = hand.shoot
            view.hand_burnt[slot] = 0 if hand.number else player.burnt
            view.hand_twisted[slot] = hand.twisted
            view.hand_shown[slot] = hand.shown_total


def _recall_hands(deal: Deal, view: View, seat: int) -> None:
    """Cards on the table that a seat knows: its own, those face up, those that it remembers."""
    for hand in [*deal.hands(), deal.banker_hand]:
        slot = deal.position_of(hand.seat) * layout.MAX_HANDS + hand.number
        for k, (card, knowers) in enumerate(zip(hand.cards, hand.knowers, strict=True)):
            if seat in knowers:
                view.hand_cards[layout.VIEW_CARD_STRIDE * slot + k] = cards.rank(card) + 1
