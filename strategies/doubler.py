"""Draws below 16, or 17 in a deal that it doubles: with an ace or a ten-card as its first card.

Why: With such a card the banker wins more than at other times, and where the deal may be doubled it
plays those for twice the stakes. Its hands are high then, and those that stuck against it too, so
that a 16 is worth a card.

Weakness: It tells the table what it holds, and players who look may stick later for it; a ten-card
is less than an ace, and it doubles on both alike.

Source: The old rule of the banker's double (P34; preset old_hoyle).
"""

from pontoon_sim.strategies import banker_strategy


@banker_strategy
def draw(view):
    """One point higher in a doubled deal."""
    return view.total < 16 + view.doubled


@banker_strategy
def double(view):
    """On an ace or a ten-card."""
    return view.first_card == 1 or view.first_card >= 10
