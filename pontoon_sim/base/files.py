"""Files: read with every failure in one sentence; written whole or not at all, so that a reader
never meets half of one; and where those lie that are shipped."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterable
from pathlib import Path

from pontoon_sim.base.errors import PontoonError


def read_bytes(path: str | Path, what: str) -> bytes:
    """The content of a file; `what` it is called in the one sentence of every failure."""
    try:
        return Path(path).read_bytes()
    except FileNotFoundError:
        raise PontoonError(f"{what} file '{path}' does not exist") from None
    except IsADirectoryError:
        raise PontoonError(f"{what} file '{path}' is a folder: name a file in it") from None
    except OSError as error:
        raise PontoonError(f"{what} file '{path}' cannot be read: {error.strerror}") from None


def read_text(path: str | Path, what: str) -> str:
    """The text of a UTF-8 file; failures as `read_bytes`."""
    try:
        return read_bytes(path, what).decode("utf-8")
    except UnicodeDecodeError:
        raise PontoonError(f"{what} file '{path}' is not a text file (UTF-8)") from None


def shipped_folder(what: str) -> Path:
    """Where shipped `strategies`, `experiments` or `benchmarks` lie: in the installed package, else
    in the checkout."""
    package = Path(__file__).resolve().parents[1]
    for folder in (package / "shipped" / what, package.parent / what):
        if folder.is_dir():
            return folder
    raise PontoonError(
        f"the shipped {what} are not part of this installation: install pontoon_sim again"
    )


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
            file.flush()
            os.fsync(file.fileno())  # a machine that stops leaves the old file or the new one
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
