"""Where compiled code is kept between runs.

Numba notices an edit of the file that a function stands in, but not of the files it calls, and
would then go on with stale machine code: wrong edges without a word. So the folder's name holds a
hash of all kernel sources and of the versions that shape the code. Import this, and call
`prepare()`, before anything of `pontoon_sim.kernel` is imported that compiles.
"""

from __future__ import annotations

import contextlib
import hashlib
import os
import platform
import tempfile
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

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
    ):
        digest.update(f"{word}\0".encode())
    return digest.hexdigest()[:16]


def prepare() -> Path:
    """Point numba's cache at a folder for exactly this kernel; return the folder.

    The folder lies in the user's cache directory (or in `NUMBA_CACHE_DIR`, where that is set), and
    in a temporary one where that cannot be written. Calling it again changes nothing.
    """
    global _folder
    with _lock:
        if _folder is None:
            import platformdirs

            base = os.environ.get("NUMBA_CACHE_DIR") or platformdirs.user_cache_dir("pontoon_sim")
            key = fingerprint()
            _folder = _writable(Path(base) / key) or Path(
                tempfile.mkdtemp(prefix=f"pontoon_{key}_")
            )
            _config().CACHE_DIR = str(_folder)
        return _folder


@contextlib.contextmanager
def folder_for(content_hash: str) -> Iterator[Path]:
    """Numba's cache within the `with` block is a folder for one content of a strategy file.

    Numba tells versions of a file apart by its time and size only, which a quick edit can keep.
    """
    base = prepare()
    config = _config()
    with _lock:
        folder = _writable(base / "strategies" / content_hash[:16]) or base
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


def _writable(folder: Path) -> Path | None:
    """The folder, made if need be; None where it cannot be written."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            return folder
    except OSError:
        return None
