"""The one kind of error that a user is meant to read.

Everything that a person can get wrong (a setting, a file, a strategy, a flag) ends as a
`PontoonError` whose text is one plain sentence that names the place and the remedy. The command
line prints it and exits with 2. Anything else that escapes is a fault of the program.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable


class PontoonError(ValueError):
    """Bad input, told in one sentence, in which nothing of what it quotes can steer a terminal."""

    def __init__(self, sentence: object = "") -> None:
        super().__init__(printable(str(sentence)))


class PlayError(PontoonError):
    """Play could not go on at one table; what was played before it stands."""


def printable(text: str) -> str:
    r"""A text with its control characters, also those that turn its direction, as escapes.

    >>> printable("café \x1b[2J")
    'café \\x1b[2J'
    """
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode("ascii"), text)


_CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]")


def nearest(word: str, known: Iterable[str]) -> str:
    """Return `", did you mean 'X'?"` for the known word closest to `word`, or `""`.

    >>> nearest("stik_min", ["stick_min", "stake_min"])
    ", did you mean 'stick_min'?"
    """
    found = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f", did you mean '{found[0]}'?" if found else ""
