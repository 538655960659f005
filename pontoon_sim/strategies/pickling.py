"""Strategies on their way to another process or machine: by content, not by a path that may not be
there.

A table travels as what it is. Of a Python file the bytes travel: where they arrive, a shipped
strategy of the same content is used; any other file is written once to the user's cache folder,
under its hash, and run from there, as it was run where it came from.
"""

from __future__ import annotations

import contextlib
import copyreg
import dataclasses
import hashlib
import os
import shutil
import tempfile
import time
from functools import lru_cache
from pathlib import Path
from typing import Any

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import write_bytes
from pontoon_sim.strategies.library import load, load_shipped, with_parameters
from pontoon_sim.strategies.model import Facts, Role, Strategy
from pontoon_sim.strategies.parameters import hash_with
from pontoon_sim.strategies.table import BankerTable, PlayerTable

KEPT_DAYS = 30
"""Files that no run has asked for in so many days are removed when another one arrives."""


def packed(strategy: Strategy) -> tuple[Any, ...]:
    """What pickle writes of a strategy: how to make it again."""
    if strategy.blend is not None:
        return strategy.blend.maker
    # Neither a user's functions nor the path of their file mean anything on another machine.
    source = str(strategy.path), strategy.content_hash, strategy.content
    start = strategy.name, strategy.role, *source
    if strategy.table is not None:
        return table_unpacked, (*start, strategy.facts, strategy.table)
    if strategy.content_hash == hashlib.sha256(strategy.content).hexdigest():
        return functions_unpacked, start
    values = tuple((name, number.value) for name, number in strategy.parameters.items())
    return functions_unpacked, (*start, values)


copyreg.pickle(Strategy, packed)


def table_unpacked(
    name: str,
    role: Role,
    path: str,
    content_hash: str,
    content: bytes,
    facts: Facts,
    table: PlayerTable | BankerTable,
) -> Strategy:
    """The strategy of a table that came by pickle, with or without a file."""
    functions = table.answers()
    return Strategy(name, role, "table", facts, Path(path), content_hash, functions, table, content)


@lru_cache(maxsize=256)
def functions_unpacked(
    name: str,
    role: Role,
    path: str,
    content_hash: str,
    content: bytes,
    values: tuple[tuple[str, int], ...] = (),
) -> Strategy:
    """The strategy of a Python file that came by pickle; loaded once in each process.

    Parameters
    ----------
    path : str
        Where the file lay when it was first loaded, perhaps on another machine. Messages name it.
    content_hash : str
        SHA-256 of `content`, see `parameters.hash_with` where there are values.
    values : pairs of str and int
        Of its parameters, where they are not what the file says.

    Raises
    ------
    PontoonError
        The content is not what its hash says, or cannot be loaded here (a Python file may import
        what this machine does not have): one sentence that names the file.
    """
    file_hash = hashlib.sha256(content).hexdigest()
    if hash_with(file_hash, dict(values)) != content_hash:
        raise PontoonError(f"strategy file '{path}' has not arrived whole: start the run again")
    strategy = load_shipped(_file_name(path), role)
    if strategy is None or strategy.content_hash != file_hash:
        kept = _kept(_file_name(path), file_hash, content)
        try:
            strategy = load(kept, role)
        except PontoonError as error:
            raise PontoonError(str(error).replace(str(kept), path)) from None
    strategy = with_parameters(strategy, dict(values))
    return dataclasses.replace(strategy, name=name, path=Path(path))


def _file_name(path: str) -> str:
    """The last part of a path that may come from another kind of machine."""
    return path.replace("\\", "/").rsplit("/", 1)[-1]


def _kept(file_name: str, content_hash: str, content: bytes) -> Path:
    """The file in the cache folder, written if it is not there yet."""
    folder = _folder() / content_hash[:32]
    path = folder / file_name
    with contextlib.suppress(OSError):
        if path.read_bytes() == content:
            # The folder's time and not the file's: numba goes by the file's time.
            os.utime(folder)
            return path
    folder.mkdir(parents=True, exist_ok=True)
    write_bytes(path, content)
    _prune(folder.parent)
    return path


def _folder() -> Path:
    """Where files from elsewhere are kept: in the user's cache folder, or where that cannot be
    written in one for this process."""
    import platformdirs

    folder = Path(platformdirs.user_cache_dir("pontoon_sim")) / "arrived"
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return _own_folder()


@lru_cache(maxsize=1)
def _own_folder() -> Path:
    return Path(tempfile.mkdtemp(prefix="pontoon_arrived_"))


def _prune(folder: Path) -> None:
    """Remove what no run has asked for lately. Another process may be doing the same."""
    oldest = time.time() - KEPT_DAYS * 24 * 3600
    with contextlib.suppress(OSError):
        for kept in folder.iterdir():
            with contextlib.suppress(OSError):
                if kept.stat().st_mtime < oldest:
                    shutil.rmtree(kept, ignore_errors=True)
