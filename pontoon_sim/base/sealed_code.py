"""Numba's files of compiled code, each sealed with a checksum.

Numba reads what lies in its cache unseen: a cut file ends every later run, and a flipped bit gives
wrong numbers. Here a file that is not as it was written is a miss: the code is compiled again and
the file replaced. What cannot be kept is compiled for this run only. Either is said once.
"""

from __future__ import annotations

import contextlib
import hashlib
import pickle
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
    """As numba's own, but every file begins with the SHA-256 of the rest."""

    def _load_index(self) -> Any:
        content = self._opened(self._index_path)
        version, stamp, overloads = content or (None, None, {})
        fits = version == self._version and stamp == self._source_stamp
        return overloads if fits else {}

    def _save_index(self, overloads: Any) -> None:
        self._seal(self._index_path, (self._version, self._source_stamp, overloads))

    def _load_data(self, name: str) -> Any:
        return self._opened(self._data_path(name))

    def _save_data(self, name: str, data: Any) -> None:
        self._seal(self._data_path(name), data)

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
