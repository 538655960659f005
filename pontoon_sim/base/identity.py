"""Which pontoon_sim this is: machines that share a run have to have the same one."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from pontoon_sim import BEHAVIOUR, __version__


@cache
def identity() -> str:
    """Package, behaviour version and a hash of the sources, in words.

    Two checkouts can call themselves the same version and play differently; so the sources count.
    Shipped strategies do not: a strategy's content travels with the work.
    """
    package = Path(__file__).parents[1]
    digest = hashlib.sha256()
    for path in sorted(package.rglob("*.py")):
        name = path.relative_to(package).as_posix()
        if not name.startswith("shipped/"):
            digest.update(name.encode() + b"\0" + path.read_bytes().replace(b"\r\n", b"\n"))
    return f"pontoon_sim {__version__}, behaviour {BEHAVIOUR}, sources {digest.hexdigest()[:8]}"
