"""Plays the cards of pub_regular; shoots aces, a little on tens, and strong draws.

Why: It bets where a hand wins more often than not: half the room on an ace, on three cards that the
fourth cannot bust and on split aces, a token on a ten-card. A banker who doubles the deal (P34) has
an ace or a ten-card in its hand: then it keeps the token, and does not stick on a hard 16. It bids
for the bank, but not much.

Weakness: The token on a ten-card wins nothing to speak of, and it bids for the bank out of habit:
against players who shoot as it does, holding the bank loses unless the kitty is kept small (pontoon
bank --rules shoot). A banker who doubles on poor cards drives it into hands that bust.

Source: This project's picture of a good Shoot player; called "the regular shot". What it gains by
the doubled deals: docs/bots.md.
"""

from pontoon_sim.strategies import SPLIT, STICK, TWIST, helper, player_strategy


@helper
def is_safe(view):
    """A low hand that no card can bust."""
    return view.total <= (16 if view.soft else 11)


@player_strategy(sizes_stakes=True)
def stake(view):
    """A little more on an ace."""
    return min(2 * view.stake_min, view.stake_max) if view.first_card == 1 else view.stake_min


@player_strategy
def turn(view):
    """As pub_regular, but that a hard 16 draws in a doubled deal."""
    if view.can_split and view.pair == 1:
        return SPLIT
    four = view.cards == 4
    if view.cheapest > 0 and (is_safe(view) or (four and view.soft)):
        if four or (view.cards == 2 and view.hard >= 10 and not view.soft):
            return view.dearest
        return view.cheapest
    draws = view.total <= 15 + max(view.soft, view.doubled) or (four and view.soft)
    if view.can_stick and not (draws and view.can_twist):
        return STICK
    return TWIST if view.can_twist else STICK


@player_strategy
def shoot(view):
    """Half the room on what wins; a tenth on a ten-card, unless the deal is doubled."""
    if is_safe(view) if view.cards == 3 else view.first_card == 1:
        return view.room // 2
    token = view.cards == 1 and view.hand == 0 and view.first_card >= 10
    return view.room // 10 if token and not view.doubled else 0


@player_strategy
def bid(view):
    """The least stake."""
    return view.stake_min
