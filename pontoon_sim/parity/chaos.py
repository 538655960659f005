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
from pontoon_sim.strategies.view import ARRAYS, FIELDS

_WEIGHTS = (1, 3, 5, 7, 11, 13, 17, 19, 23, 29)
_USED = {"coming": "view.cards_left + 1 if view.cards_left < 104 else 104"}
"""Places of an array that are looked at, where not all are."""


def _hash_of_all_fields():
    """A function of a view, 0 to 2**31 - 1, that every field sways: its text is made from the one
    list of fields, so that a new one cannot be forgotten."""
    lines = ["def _hash(view):", "    h = 17"]
    for name in FIELDS:
        lines.append(f"    h = (h * 31 + view.{name} + 1000000000) % 2147483647")
    for size in sorted(set(ARRAYS.values())):
        names = [name for name, places in ARRAYS.items() if places == size]
        parts = [f"{w} * view.{name}[i]" for w, name in zip(_WEIGHTS, names, strict=False)]
        lines.append(f"    for i in range({_USED.get(names[0], size)}):")
        lines.append(f"        h = (h * 31 + {' + '.join(parts)}) % 2147483647")
    made = {}
    exec("\n".join([*lines, "    return h"]), made)
    return helper(made["_hash"])


_hash = _hash_of_all_fields()


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
