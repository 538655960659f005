"""The one kind of error that a user is meant to read.

Everything that a person can get wrong (a setting, a file, a strategy, a flag) ends as a
`PontoonError` whose text is one plain sentence that names the place and the remedy. The command
line prints it and exits with 2. Anything else that escapes is a fault of the program.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable


class PontoonError(ValueError):
    """Bad input, told in one sentence."""


def nearest(word: str, known: Iterable[str]) -> str:
    """Return `", did you mean 'X'?"` for the known word closest to `word`, or `""`.

    >>> nearest("stik_min", ["stick_min", "stake_min"])
    ", did you mean 'stick_min'?"
    """
    found = difflib.get_close_matches(word, list(known), n=1, cutoff=0.6)
    return f", did you mean '{found[0]}'?" if found else ""
