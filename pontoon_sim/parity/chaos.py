"""Answers by hashing everything that it is shown: sense-free play that visits every corner.

Why: two engines that show it views different in a single number soon play different deals.
Weakness: it loses its chips faster than anyone.
Source: made for testing.
"""

from pontoon_sim.strategies import (
    BURN,
    SPLIT,
    STICK,
    TWIST,
    banker_strategy,
    helper,
    player_strategy,
)


@helper
def _hash(view):
    """A number from every field of the view, 0 to 2**31 - 1."""
    h = 17
    h = (h * 31 + view.decision) % 2147483647
    h = (h * 31 + view.position) % 2147483647
    h = (h * 31 + view.seats) % 2147483647
    h = (h * 31 + view.stake_min) % 2147483647
    h = (h * 31 + view.stake_max) % 2147483647
    h = (h * 31 + view.first_card) % 2147483647
    h = (h * 31 + view.cards) % 2147483647
    h = (h * 31 + view.total) % 2147483647
    h = (h * 31 + view.hard) % 2147483647
    h = (h * 31 + view.soft) % 2147483647
    h = (h * 31 + view.pair) % 2147483647
    h = (h * 31 + view.hand) % 2147483647
    h = (h * 31 + view.hands) % 2147483647
    h = (h * 31 + view.bought) % 2147483647
    h = (h * 31 + view.twisted) % 2147483647
    h = (h * 31 + view.stake) % 2147483647
    h = (h * 31 + view.initial) % 2147483647
    h = (h * 31 + view.cheapest) % 2147483647
    h = (h * 31 + view.dearest) % 2147483647
    h = (h * 31 + view.can_stick) % 2147483647
    h = (h * 31 + view.can_twist) % 2147483647
    h = (h * 31 + view.can_split) % 2147483647
    h = (h * 31 + view.can_burn) % 2147483647
    h = (h * 31 + view.bankroll + 1000000000) % 2147483647
    h = (h * 31 + view.cards_left) % 2147483647
    h = (h * 31 + view.fresh) % 2147483647
    h = (h * 31 + view.kitty) % 2147483647
    h = (h * 31 + view.room) % 2147483647
    h = (h * 31 + view.chance) % 2147483647
    for i in range(13):
        h = (h * 31 + view.held[i]) % 2147483647
        h = (h * 31 + view.seen[i]) % 2147483647
    for i in range(44):
        h = (h * 31 + view.hand_state[i]) % 2147483647
        h = (h * 31 + view.hand_stake[i]) % 2147483647
        h = (h * 31 + view.hand_bought[i]) % 2147483647
        h = (h * 31 + view.hand_twisted[i]) % 2147483647
        h = (h * 31 + view.hand_shown[i]) % 2147483647
    for i in range(view.cards_left + 1 if view.cards_left < 104 else 104):
        h = (h * 31 + view.coming[i]) % 2147483647
    for i in range(20 * view.seats):
        h = (h * 31 + view.hand_cards[i]) % 2147483647
    return h


@player_strategy(deterministic=False, uses_seen=True, uses_order=True, sizes_stakes=True)
def stake(view):
    return view.stake_min + _hash(view) % (view.stake_max - view.stake_min + 1)


@player_strategy(deterministic=False, uses_seen=True, uses_order=True, sizes_stakes=True)
def turn(view):
    h = _hash(view)
    if view.can_split and h % 4 != 0:
        return SPLIT
    h = h // 4
    if view.can_burn and h % 2 == 0:
        return BURN
    h = h // 2
    if view.cheapest > 0 and h % 8 < 4:
        return view.cheapest + (h // 8) % (view.dearest - view.cheapest + 1)
    if view.can_stick and (h % 8 < 6 or not view.can_twist):
        return STICK
    if view.can_twist:
        return TWIST
    return STICK


@banker_strategy(deterministic=False, uses_seen=True, uses_order=True)
def draw(view):
    return 1 if _hash(view) % 5 < 2 else 0


@player_strategy(deterministic=False, uses_seen=True, uses_order=True, sizes_stakes=True)
def shoot(view):
    h = _hash(view)
    if h % 3 == 0:
        return 0
    return (h // 3) % (view.room + 1)


@player_strategy(deterministic=False, uses_seen=True, uses_order=True, sizes_stakes=True)
def bid(view):
    return _hash(view) % 60 - 20 if view.chance % 2 else 0


@banker_strategy(deterministic=False, uses_seen=True, uses_order=True)
def kitty(view):
    return view.cheapest + _hash(view) % (view.dearest - view.cheapest + 1)


@banker_strategy(deterministic=False, uses_seen=True, uses_order=True)
def top_up(view):
    return _hash(view) % (view.room + 1)


@banker_strategy(deterministic=False, uses_seen=True, uses_order=True)
def ask(view):
    return _hash(view) % 60 - 20


@banker_strategy(deterministic=False, uses_seen=True, uses_order=True)
def double(view):
    return _hash(view) % 2
