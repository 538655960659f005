"""Writing a file whole or not at all, so that a reader never meets half of one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from pontoon_sim.errors import PontoonError


def write_text(path: str | Path, text: str) -> None:
    """Write a UTF-8 text file under a temporary name and rename it into place.

    Raises
    ------
    PontoonError
        One sentence that names the file, when it cannot be written.
    """
    write_bytes(path, text.encode("utf-8"))


def write_bytes(path: str | Path, content: bytes) -> None:
    """Write a file under a temporary name and rename it into place; errors as `write_text`."""
    target = _target(path)
    temporary = None
    try:
        if _is_device(target):  # renaming a file over /dev/null would take it from everybody
            target.write_bytes(content)
            return
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "wb") as file:
            file.write(content)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)  # mkstemp makes files that only their owner may read
        os.replace(temporary, target)
    except BaseException as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise PontoonError(f"'{path}' cannot be written: {error.strerror}") from None
        raise


def check_outputs(paths: Iterable[str | Path]) -> None:
    """Make sure, before hours of play, that all these files can be written and are different ones.

    Raises
    ------
    PontoonError
        One sentence that names the file.
    """
    targets: set[Path] = set()
    for path in paths:
        target = _target(path)
        if target in targets:
            raise PontoonError(f"'{path}' is named for two outputs: name two different files")
        targets.add(target)
        if _is_device(target):
            continue
        try:
            with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{target.name}."):
                pass
        except OSError as error:
            raise PontoonError(f"'{path}' cannot be written: {error.strerror}") from None


def _target(path: str | Path) -> Path:
    """The file itself, where `path` may be a link to it."""
    target = Path(os.path.realpath(path))
    if target.is_dir():
        raise PontoonError(f"'{path}' cannot be written: it is a folder, name a file in it")
    return target


def _is_device(target: Path) -> bool:
    return target.exists() and not target.is_file()
