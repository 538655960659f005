"""Blends by name, such as `with_errors(pub_regular,0.05)`; the words of names: `namelists.py`."""

from __future__ import annotations

import re
from collections.abc import Callable

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.base.namelists import MAKERS, NAMED, split_list
from pontoon_sim.strategies.blend import forgetful, mix, with_errors
from pontoon_sim.strategies.model import Strategy


def blend_from(name: str, find: Callable[[str], Strategy]) -> Strategy:
    """The blend of a name such as `with_errors(pub_regular,0.05)`.

    Parameters
    ----------
    name : str
    find : callable
        Gives the strategy of a name or a path, blends too.
    """
    found = NAMED.match(name)
    maker, inside = (found[1], found[2]) if found else ("", "")
    if maker not in MAKERS:
        raise PontoonError(
            f"unknown blend '{maker}(...)'{nearest(maker, MAKERS)}: there are"
            " with_errors(NAME,RATE), mix(NAME:WEIGHT,NAME:WEIGHT) and forgetful(NAME)"
        )
    words = split_list(inside, maker)
    if maker == "with_errors":
        if len(words) != 2 or not words[0]:
            raise PontoonError(
                f"{name.strip()}: name a strategy and a rate, such as with_errors(pub_regular,0.05)"
            )
        return with_errors(find(words[0]), _number(words[1], name))
    if maker == "forgetful":
        if len(words) != 1 or not words[0]:
            raise PontoonError(f"{name.strip()}: name one strategy, such as forgetful(counter)")
        return forgetful(find(words[0]))
    parts = []
    for word in words:
        part, colon, weight = word.rpartition(":")
        if not colon or not part or not weight:
            raise PontoonError(
                f"{name.strip()}: write each part with its weight, such as"
                " mix(stick15:0.5,stick16:0.5)"
            )
        parts.append((find(part.strip()), _number(weight, name)))
    return mix(parts)


def _number(word: str, name: str) -> float:
    text = word.strip()
    if not re.fullmatch(r"\d*\.?\d+(e-?\d+)?%?", text, re.A):
        raise PontoonError(f"{name.strip()}: '{text}' is no number: write one like 0.05 or 5%")
    return float(text[:-1]) / 100 if text.endswith("%") else float(text)
