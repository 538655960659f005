"""Where compiled code is kept: by kernel and versions, and by content of a strategy file."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import numba

from pontoon_sim.base import compiled_cache
from pontoon_sim.strategies import find
from pontoon_sim.strategies.compiled import address_of

CODE = """
from pontoon_sim.base import compiled_cache
from pontoon_sim.strategies import find
from pontoon_sim.strategies.compiled import address_of
assert address_of(find("table_reader", "banker"), "draw")
print(compiled_cache.prepare())
"""


def run(base: Path) -> Path:
    environment = {**os.environ, "NUMBA_CACHE_DIR": str(base), "NUMBA_DISABLE_JIT": "0"}
    done = subprocess.run(
        [sys.executable, "-c", CODE], capture_output=True, text=True, check=True, env=environment
    )
    assert done.stderr == ""
    return Path(done.stdout.strip())


def test_is_prepared_once() -> None:
    folder = compiled_cache.prepare()
    assert folder.is_dir() and folder == compiled_cache.prepare()
    assert str(folder) == numba.config.CACHE_DIR
    assert compiled_cache.fingerprint() in str(folder)


def test_a_strategy_has_a_folder_of_its_own_and_leaves_the_kernels_alone() -> None:
    before = compiled_cache.prepare()
    with compiled_cache.folder_for("a" * 64) as one, compiled_cache.folder_for("b" * 64) as other:
        assert one != other and str(other) == numba.config.CACHE_DIR
    assert str(before) == numba.config.CACHE_DIR


def test_code_is_kept_for_the_next_process(tmp_path: Path) -> None:
    folder = run(tmp_path)
    kept = {path: path.stat().st_mtime_ns for path in folder.rglob("*.nbc")}
    assert kept
    assert run(tmp_path) == folder
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.nbc")} == kept


def test_a_folder_that_cannot_be_written_is_replaced(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("no folder")
    assert run(blocked).is_dir()


def test_addresses_stay_as_they_are() -> None:
    strategy = find("counter", "player")
    assert address_of(strategy, "turn") == address_of(strategy, "turn") != 0
