"""Files: read with every failure in one sentence; written whole or not at all, so that a reader
never meets half of one; and where those lie that are shipped."""

from __future__ import annotations

import contextlib
import os
import stat
import tempfile
from collections.abc import Iterable
from pathlib import Path

from pontoon_sim.base.errors import PontoonError


def read_bytes(path: str | Path, what: str) -> bytes:
    """The content of a file; `what` it is called in the one sentence of every failure."""
    try:
        kind = os.stat(path).st_mode
        if stat.S_ISREG(kind):
            return Path(path).read_bytes()
    except FileNotFoundError:
        raise PontoonError(f"{what} file '{path}' does not exist") from None
    except OSError as error:
        raise PontoonError(f"{what} file '{path}' cannot be read: {error.strerror}") from None
    except ValueError:  # a name with a null character
        raise PontoonError(f"{what} file {str(path)!r} is no name of a file") from None
    if stat.S_ISDIR(kind):
        raise PontoonError(f"{what} file '{path}' is a folder: name a file in it")
    # A pipe or a device may never end.
    raise PontoonError(f"{what} file '{path}' is a device or a pipe: save it as a file first")


def read_text(path: str | Path, what: str) -> str:
    """The text of a UTF-8 file, with or without a byte-order mark; failures as `read_bytes`."""
    try:
        return read_bytes(path, what).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise PontoonError(f"{what} file '{path}' is not a text file (UTF-8)") from None


def lies_there(path: str | Path) -> bool:
    """Whether something lies at a path, as far as may be seen; never an error, whatever a person
    typed: no file has a name that is too long."""
    try:
        os.stat(path)
    except PermissionError:
        return True  # so that reading it says why it cannot be read
    except (OSError, ValueError):
        return False
    return True


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


def write_text(path: str | Path, text: str, *, follow: bool = True) -> None:
    """Write a UTF-8 text file under a temporary name and rename it into place.

    Parameters
    ----------
    follow : bool
        Where `path` is a link, write the file that it leads to; else the link is replaced. Nothing
        in a run's folder is followed: the folder may come from another person.

    Raises
    ------
    PontoonError
        One sentence that names the file, when it cannot be written.
    """
    try:
        content = text.encode("utf-8")
    except UnicodeEncodeError:  # a name of a file in it that was no text to begin with
        raise PontoonError(f"'{path}' cannot be written: a name in it is no text") from None
    write_bytes(path, content, follow=follow)


def write_bytes(path: str | Path, content: bytes, *, follow: bool = True) -> None:
    """Write a file under a temporary name and rename it into place; as `write_text`."""
    target = _target(path) if follow else Path(path).absolute()
    temporary = None
    try:
        if _is_device(target):  # renaming a file over /dev/null would take it from everybody
            target.write_bytes(content)
            return
        start = f".{_stem(target)}.{os.getpid()}."
        handle, temporary = tempfile.mkstemp(PART, start, target.parent)
        with os.fdopen(handle, "wb") as file:
            file.write(content)
            file.flush()
            os.fsync(file.fileno())  # a machine that stops leaves the old file or the new one
        mask = os.umask(0)
        os.umask(mask)
        os.chmod(temporary, 0o666 & ~mask)  # mkstemp makes files that only their owner may read
        os.replace(temporary, target)
        remove_parts(target.parent, _stem(target))
    except BaseException as error:
        if temporary is not None:
            Path(temporary).unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise PontoonError(f"'{path}' cannot be written: {error.strerror}") from None
        raise


PART = ".part"
"""How names of files end that are being written."""


def _stem(target: Path) -> str:
    """As much of a name as leaves room for more, where names have 255 bytes."""
    return os.fsdecode(os.fsencode(target.name)[:200])


def remove_parts(folder: Path, stem: str = "") -> None:
    """Remove what programs that were killed have left of files that they were writing."""
    with contextlib.suppress(OSError):
        for name in os.listdir(folder):
            if name.startswith(f".{stem}") and name.endswith(PART):
                number = name.removesuffix(PART).split(".")[-2]
                if number.isdigit() and not _lives(int(number)):
                    (folder / name).unlink(missing_ok=True)


def _lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except PermissionError:
        return True
    except (OSError, OverflowError):
        return False
    return True


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
            with contextlib.suppress(FileNotFoundError):
                os.stat(target)  # a name that is too long shows here
            with tempfile.NamedTemporaryFile(dir=target.parent, prefix=f".{_stem(target)}."):
                pass
        except OSError as error:
            raise PontoonError(f"'{path}' cannot be written: {error.strerror}") from None


def _target(path: str | Path) -> Path:
    """The file itself, where `path` may be a link to it."""
    try:
        target = Path(os.path.realpath(path))
        is_folder = target.is_dir()
    except (OSError, ValueError) as error:
        why = error.strerror if isinstance(error, OSError) else "it is no name of a file"
        raise PontoonError(f"{str(path)!r} cannot be written: {why}") from None
    if is_folder:
        raise PontoonError(f"'{path}' cannot be written: it is a folder, name a file in it")
    return target


def _is_device(target: Path) -> bool:
    return lies_there(target) and not target.is_file()
