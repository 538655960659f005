"""The players and the banker of yardstick.c as functions: what calling a function costs.

Why: The same play as as_yardstick.toml and draw_below_16.toml, deal for deal.

Weakness: Made for measuring speed, not for winning.
"""

from pontoon_sim.strategies import STICK, TWIST, banker_strategy, player_strategy


@player_strategy(own_cards_only=True)
def turn(view):
    if view.cards == 2 and view.total <= 11 and view.cheapest:
        return view.cheapest
    if view.total >= 16 and view.can_stick:
        return STICK
    return TWIST


@banker_strategy(own_cards_only=True)
def draw(view):
    return view.total < 16
