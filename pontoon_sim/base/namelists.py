"""Comma lists of names of strategies, and of blends such as `mix(stick15:1,stick16:1)`.

Words only: nothing is loaded here, so that experiments are listed at once.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import lies_there

NAMED = re.compile(r"\s*(\w+)\s*\((.*)\)\s*\Z", re.S)
MAKERS = ("with_errors", "mix", "forgetful")


def split_list(text: str, place: str, folder: Path = Path()) -> list[str]:
    """The words of a comma list; commas in brackets belong to their word, and so do those of a file
    that lies there, seen from `folder`.

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
    return list(_with_commas([word.strip() for word in words], folder))


def _with_commas(words: list[str], folder: Path) -> Iterator[str]:
    """Words of a list, those put together again that are a path with commas in it."""
    while words:
        counts = range(len(words), 1, -1) if any(map(_looks_like_a_path, words)) else ()
        joined = next((n for n in counts if lies_there(folder / ",".join(words[:n]))), 1)
        yield ",".join(words[:joined])
        words = words[joined:]


def _looks_like_a_path(word: str) -> bool:
    return "/" in word or Path(word).suffix in (".toml", ".py")


def is_blend(name: str) -> bool:
    """Whether a name is that of a blend: `word(...)`, and no file's path."""
    found = NAMED.match(name)
    return found is not None and not lies_there(name)


def with_parts(name: str, change: Callable[[str], str]) -> str:
    """A name with each name of a strategy in it changed: a blend's parts, or the whole.

    >>> with_parts("mix(a:1,with_errors(b,0.1):2)", str.upper)
    'mix(A:1,with_errors(B,0.1):2)'
    """
    found = NAMED.match(name)
    if found is None or found[1] not in MAKERS or not is_blend(name):
        return change(name)
    words = split_list(found[2], found[1])
    if found[1] == "mix":
        pairs = [word.rpartition(":") for word in words]
        words = [f"{with_parts(part, change)}{colon}{weight}" for part, colon, weight in pairs]
    else:
        words[0] = with_parts(words[0], change)
    return f"{found[1]}({','.join(words)})"


def names_of(names: list[str]) -> str:
    """Names once each, as a person lists them.

    >>> names_of(["stick15", "gambler", "stick15", "cautious"])
    'stick15, gambler and cautious'
    """
    unlike = list(dict.fromkeys(names))
    return unlike[0] if len(unlike) == 1 else f"{', '.join(unlike[:-1])} and {unlike[-1]}"
