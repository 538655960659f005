"""Where compiled code is kept between runs.

Numba notices an edit of the file that a function stands in, but not of the files it calls, and
would then go on with stale machine code: wrong edges without a word. So the folder's name holds a
hash of all kernel sources and of the versions that shape the code. Import this, and call
`prepare()`, before anything of `pontoon_sim.kernel` is imported that compiles. What is kept is run
as it is, so it lies where nobody else may write.
"""

from __future__ import annotations

import atexit
import contextlib
import hashlib
import os
import platform
import re
import shutil
import stat
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

_lock = threading.RLock()
_folder: Path | None = None


def fingerprint() -> str:
    """Hash of the kernel's sources, the versions under it and the processor, 16 hex digits."""
    import llvmlite
    import numba
    import numpy
    from llvmlite import binding

    digest = hashlib.sha256()
    for source in sorted((Path(__file__).parents[1] / "kernel").rglob("*.py")):
        digest.update(source.name.encode() + b"\0" + source.read_bytes() + b"\0")
    for word in (
        numba.__version__,
        numpy.__version__,
        llvmlite.__version__,
        platform.python_version(),
        binding.get_host_cpu_name(),
        str(_config().BOUNDSCHECK),
        "a file for each signature",
    ):
        digest.update(f"{word}\0".encode())
    return digest.hexdigest()[:16]


def prepare() -> Path:
    """Point numba's cache at a folder for exactly this kernel; return the folder.

    The folder lies in `base_folder()`, or where that cannot be used in `spare_folder()`, or in one
    that ends with this process. Calling it again changes nothing.
    """
    global _folder
    with _lock:
        if _folder is None:
            from pontoon_sim.base import sealed_code

            key = fingerprint()
            _folder = _usable(base_folder() / key) or _usable(spare_folder() / key)
            if _folder is None:
                _folder = Path(tempfile.mkdtemp(prefix=f"pontoon_{key}_"))
                atexit.register(shutil.rmtree, _folder, ignore_errors=True)
            _config().CACHE_DIR = str(_folder)
            sealed_code.install()
        return _folder


def base_folder() -> Path:
    """Where compiled code of all versions lies: `NUMBA_CACHE_DIR`, else the user's cache folder."""
    import platformdirs

    return Path(os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("pontoon_sim"))


def spare_folder() -> Path:
    """Where it lies if that cannot be used: a folder of this user's among the temporary files."""
    user = os.getuid() if hasattr(os, "getuid") else "me"
    return Path(tempfile.gettempdir()) / f"pontoon_sim-{user}"


class Kept(NamedTuple):
    """Compiled code of one version of the program.

    Attributes
    ----------
    folder : Path
    files, size : int
        Number of files, and bytes in them.
    """

    folder: Path
    files: int
    size: int


def kept() -> list[Kept]:
    """All that is kept, of this version and of others."""
    found = []
    for base in (base_folder(), spare_folder()):
        with contextlib.suppress(OSError):
            for folder in sorted(base.iterdir()):
                if re.fullmatch("[0-9a-f]{16}", folder.name) and not folder.is_symlink():
                    sizes = [path.stat().st_size for path in folder.rglob("*") if path.is_file()]
                    found.append(Kept(folder, len(sizes), sum(sizes)))
    return found


@contextlib.contextmanager
def folder_for(content_hash: str) -> Iterator[Path]:
    """Numba's cache within the `with` block is a folder for one content of a strategy file.

    Numba tells versions of a file apart by its time and size only, which a quick edit can keep.
    """
    base = prepare()
    config = _config()
    with _lock:
        folder = _usable(base / "strategies" / content_hash[:16]) or base
        before = config.CACHE_DIR
        config.CACHE_DIR = str(folder)
        try:
            yield folder
        finally:
            config.CACHE_DIR = before


def _config() -> Any:
    """Numba's settings; what they hold is known at run time only."""
    from numba import config

    return config


def _usable(folder: Path) -> Path | None:
    """The folder, made if need be; None where it cannot be written or others may write to it, since
    what lies there is run."""
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        folder.mkdir(mode=0o700, exist_ok=True)
        about = folder.lstat()
        if hasattr(os, "getuid") and (
            about.st_uid != os.getuid() or not stat.S_ISDIR(about.st_mode)
        ):
            return None
        if about.st_mode & 0o022:
            folder.chmod(0o700)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None
