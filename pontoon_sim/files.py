"""Writing a file whole or not at all, so that a reader never meets half of one."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from pontoon_sim.errors import PontoonError


def write_text(path: str | Path, text: str) -> None:
    """Write a UTF-8 text file under a temporary name and rename it into place.

    Raises
    ------
    PontoonError
        One sentence that names the file, when it cannot be written.
    """
    target = Path(path)
    if target.is_dir():
        raise PontoonError(f"'{target}' cannot be written: it is a folder, name a file in it")
    try:
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
    except OSError as error:
        raise PontoonError(f"'{target}' cannot be written: {error.strerror}") from None
    try:
        with os.fdopen(handle, "w", encoding="utf-8", newline="\n") as file:
            file.write(text)
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)  # mkstemp makes files that only their owner may read
        os.replace(temporary, target)
    except BaseException as error:
        Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise PontoonError(f"'{target}' cannot be written: {error.strerror}") from None
        raise
