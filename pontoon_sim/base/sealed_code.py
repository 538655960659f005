"""Numba's files of compiled code, each sealed with a checksum.

Numba reads what lies in its cache unseen: a cut file ends every later run, and a flipped bit gives
wrong numbers. Here a file that is not as it was written is a miss: the code is compiled again and
the file replaced. What cannot be kept is compiled for this run only. Either is said once.
"""

from __future__ import annotations

import contextlib
import glob
import hashlib
import pickle
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from numba.core import caching as _caching

caching: Any = _caching
_DIGEST = 32
_said: set[str] = set()


def install() -> None:
    """Have numba seal what it keeps from now on."""
    caching.IndexDataCacheFile = SealedFile
    caching.Cache._guard_against_spurious_io_errors = _never_mind


class SealedFile(caching.IndexDataCacheFile):  # type: ignore[misc, unused-ignore]
    """One file for each signature of a function: the SHA-256 of the rest, then what it is the code
    of, and the code.

    Numba numbers these files and keeps an index of them. Two processes that compile different
    signatures at the same moment both take the same number, and from then on each program that
    loads the one gets the other.
    """

    def save(self, key: Any, data: Any) -> None:
        """Keep the code of a signature."""
        self._seal(self._path_of(key), (self._version, self._source_stamp, key, data))

    def load(self, key: Any) -> Any:
        """The code of a signature, or None."""
        content = self._opened(self._path_of(key))
        if content is None or content[:3] != (self._version, self._source_stamp, key):
            return None
        return content[3]

    def flush(self) -> None:
        """Forget everything; numba compiles a function anew."""
        for path in Path(self._cache_path).glob(glob.escape(self._stem) + ".*.nbc"):
            path.unlink(missing_ok=True)

    @property
    def _stem(self) -> str:
        return str(self._index_name).removesuffix(".nbi")

    def _path_of(self, key: Any) -> str:
        """A name that all processes agree on: an address in memory is not part of it."""
        words = re.sub("0x[0-9a-f]+", "", repr(key))
        digest = hashlib.sha256(words.encode()).hexdigest()[:16]
        return str(self._data_path(f"{self._stem}.{digest}.nbc"))

    def _seal(self, path: str, content: Any) -> None:
        body = self._dump(content)
        with self._open_for_write(path) as file:
            file.write(hashlib.sha256(body).digest())
            file.write(body)

    def _opened(self, path: str) -> Any:
        """What a file holds; None where there is none, or it is damaged."""
        try:
            sealed = Path(path).read_bytes()
        except FileNotFoundError:
            return None
        body = sealed[_DIGEST:]
        if hashlib.sha256(body).digest() != sealed[:_DIGEST]:
            _say("damage", f"damaged: compiled code in '{path}', which is compiled again")
            return None
        return pickle.loads(body)


@contextlib.contextmanager
def _never_mind(cache: Any) -> Iterator[None]:
    """What goes wrong with files of the cache costs time and nothing else."""
    try:
        yield
    except OSError as error:
        _say(
            "no room",
            f"compiled code cannot be kept in '{cache.cache_path}' ({error.strerror}): it is"
            " compiled for this run only",
        )


def _say(what: str, sentence: str) -> None:
    if what not in _said:
        _said.add(what)
        with contextlib.suppress(OSError, ValueError, AttributeError):
            print(f"pontoon: {sentence}", file=sys.stderr)
