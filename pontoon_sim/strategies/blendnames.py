"""Names of blends, such as `with_errors(pub_regular,0.05)`, and comma lists that hold them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from pontoon_sim.errors import PontoonError, nearest
from pontoon_sim.strategies.blend import forgetful, mix, with_errors
from pontoon_sim.strategies.model import Strategy

_NAMED = re.compile(r"\s*(\w+)\s*\((.*)\)\s*\Z", re.S)
_MAKERS = ("with_errors", "mix", "forgetful")


def split_list(text: str, place: str) -> list[str]:
    """The words of a comma list; commas in brackets belong to their word.

    >>> split_list("stick15, mix(a:1,b:2)", "--players")
    ['stick15', 'mix(a:1,b:2)']
    """
    words, depth = [""], 0
    for letter in text:
        depth += {"(": 1, ")": -1}.get(letter, 0)
        if depth < 0:
            break
        if letter == "," and not depth:
            words.append("")
        else:
            words[-1] += letter
    if depth:
        raise PontoonError(f"{place} {text}: the brackets do not match")
    return [word.strip() for word in words]


def is_blend(name: str) -> bool:
    """Whether a name is that of a blend: `word(...)`, and no file's path."""
    found = _NAMED.match(name)
    return found is not None and not Path(name).exists()


def with_parts(name: str, change: Callable[[str], str]) -> str:
    """A name with each name of a strategy in it changed: a blend's parts, or the whole.

    >>> with_parts("mix(a:1,with_errors(b,0.1):2)", str.upper)
    'mix(A:1,with_errors(B,0.1):2)'
    """
    found = _NAMED.match(name)
    if found is None or found[1] not in _MAKERS or not is_blend(name):
        return change(name)
    words = split_list(found[2], found[1])
    if found[1] == "mix":
        pairs = [word.rpartition(":") for word in words]
        words = [f"{with_parts(part, change)}{colon}{weight}" for part, colon, weight in pairs]
    else:
        words[0] = with_parts(words[0], change)
    return f"{found[1]}({','.join(words)})"


def blend_from(name: str, find: Callable[[str], Strategy]) -> Strategy:
    """The blend of a name such as `with_errors(pub_regular,0.05)`.

    Parameters
    ----------
    name : str
    find : callable
        Gives the strategy of a name or a path, blends too.
    """
    found = _NAMED.match(name)
    maker, inside = (found[1], found[2]) if found else ("", "")
    if maker not in _MAKERS:
        raise PontoonError(
            f"unknown blend '{maker}(...)'{nearest(maker, _MAKERS)}: there are"
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
