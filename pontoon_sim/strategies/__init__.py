"""Strategies: what one is, how it is written, loaded and checked.

A strategy's own file needs only this: `from pontoon_sim.strategies import player_strategy, STICK`.
Importing this package imports no numba.
"""

from pontoon_sim.strategies import pickling  # noqa: F401  (strategies can be pickled)
from pontoon_sim.strategies.blend import forgetful, mix, with_errors
from pontoon_sim.strategies.function import banker_strategy, helper, player_strategy
from pontoon_sim.strategies.library import find, load, load_file, names, seats_from, shipped
from pontoon_sim.strategies.line_up import lower_seats
from pontoon_sim.strategies.model import Facts, Role, Seat, Strategy
from pontoon_sim.strategies.parameters import parameter
from pontoon_sim.strategies.view import (
    BURN,
    HAND_BUST,
    HAND_NONE,
    HAND_PONTOON,
    HAND_STUCK,
    HAND_TRICK,
    HAND_WAITING,
    MAX_HANDS,
    SPLIT,
    STICK,
    TWIST,
    View,
)

__all__ = [
    "BURN",
    "HAND_BUST",
    "HAND_NONE",
    "HAND_PONTOON",
    "HAND_STUCK",
    "HAND_TRICK",
    "HAND_WAITING",
    "MAX_HANDS",
    "SPLIT",
    "STICK",
    "TWIST",
    "Facts",
    "Role",
    "Seat",
    "Strategy",
    "View",
    "banker_strategy",
    "find",
    "forgetful",
    "helper",
    "load",
    "load_file",
    "lower_seats",
    "mix",
    "names",
    "parameter",
    "player_strategy",
    "seats_from",
    "shipped",
    "with_errors",
]
