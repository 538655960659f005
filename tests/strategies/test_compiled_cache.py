"""Where compiled code is kept: by kernel and versions, by content of a strategy file, sealed, and
where nobody else may write."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import numba
import pytest

from pontoon_sim.base import compiled_cache, sealed_code
from pontoon_sim.strategies import find
from pontoon_sim.strategies.compiled import address_of

CODE = """
from pontoon_sim.base import compiled_cache
from pontoon_sim.strategies import find
from pontoon_sim.strategies.compiled import address_of
assert address_of(find("table_reader", "banker"), "draw")
print(compiled_cache.prepare())
"""


def run(base: Path, said: str = "", code: str = CODE, **environment: str) -> Path:
    done = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        env={**os.environ, "NUMBA_CACHE_DIR": str(base), "NUMBA_DISABLE_JIT": "0", **environment},
    )
    assert done.stderr.count("\n") <= 1
    assert (said in done.stderr) if said else done.stderr == ""
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


def test_code_is_kept_for_the_next_process_and_damage_is_a_miss(tmp_path: Path) -> None:
    folder = run(tmp_path)

    def files() -> dict[Path, tuple[int, bytes]]:
        found = (path for path in folder.rglob("*") if path.suffix in (".nbc", ".nbi"))
        return {path: (path.stat().st_mtime_ns, path.read_bytes()) for path in found}

    kept = files()
    assert {path.suffix for path in kept} == {".nbc"}
    assert run(tmp_path) == folder and files() == kept
    for number, (path, (_, content)) in enumerate(sorted(kept.items())):
        flipped = bytearray(content)
        flipped[number % len(content)] ^= 1 << number % 8
        path.write_bytes([b"", content[:-7], bytes(flipped)][number % 3])
    assert run(tmp_path, "which is compiled again") == folder
    assert files().keys() == kept.keys()
    assert run(tmp_path) == folder  # and is whole again


def test_no_flipped_bit_is_taken_for_whole(tmp_path: Path) -> None:
    """At every place of a file."""
    file = sealed_code.SealedFile(str(tmp_path), "f", (1.0, 2))
    file.save("key", {"code": bytes(range(200))})
    assert file.load("key") == {"code": bytes(range(200))}
    for path in tmp_path.iterdir():
        whole = path.read_bytes()
        for place in range(len(whole)):
            content = bytearray(whole)
            content[place] ^= 1 << place % 8
            path.write_bytes(content)
            assert file.load("key") is None
        path.write_bytes(whole)


def test_two_processes_that_keep_code_at_the_same_moment_get_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Numba's own file gives both the same number: one loses its code or gets the other's."""
    first, second = (sealed_code.SealedFile(str(tmp_path), "f", (1.0, 2)) for _ in "12")
    write = first._open_for_write

    def while_the_other_does(path: str) -> object:
        monkeypatch.setattr(first, "_open_for_write", write)
        second.save(("int64",), "of integers")
        return write(path)

    monkeypatch.setattr(first, "_open_for_write", while_the_other_does)
    first.save(("float64",), "of floats")
    assert second.load(("float64",)) == "of floats" and first.load(("int64",)) == "of integers"
    second.flush()
    assert first.load(("float64",)) is None and not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_used_is_replaced_by_one_of_this_user(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("no folder")
    (tmp_path / "tmp").mkdir()
    spare = {"TMPDIR": str(tmp_path / "tmp")}
    code = "from pontoon_sim.base import compiled_cache\nprint(compiled_cache.prepare())"
    folder = run(tmp_path / "file", code=code, **spare)
    assert folder.is_dir() and folder.parent.parent == tmp_path / "tmp"
    assert run(tmp_path / "file", code=code, **spare) == folder  # and compiled code stays
    assert [path.name for path in (tmp_path / "tmp").iterdir()] == [folder.parent.name]


def test_a_full_disk_costs_time_only(tmp_path: Path) -> None:
    full = (
        "import errno, os\n"
        "def replace(a, b, to=os.replace):\n"
        "    if '.nb' in str(b): raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))\n"
        "    to(a, b)\n"
        "os.replace = replace\n"
    )
    folder = run(tmp_path, "cannot be kept", full + CODE)
    assert not [path for path in folder.rglob("*") if ".nb" in path.name]


@pytest.mark.skipif(not hasattr(os, "getuid") or os.getuid() != 0, reason="needs another owner")
def test_a_folder_of_another_user_is_not_used(tmp_path: Path) -> None:
    theirs = tmp_path / compiled_cache.fingerprint()
    theirs.mkdir()
    assert compiled_cache._usable(theirs) == theirs
    os.chown(theirs, 12345, 12345)
    assert compiled_cache._usable(theirs) is None
    link = tmp_path / "link"
    link.symlink_to(tmp_path)
    assert compiled_cache._usable(link) is None


@pytest.mark.skipif(os.name == "nt", reason="no such permissions")
def test_others_may_not_write_where_code_is_kept(tmp_path: Path) -> None:
    folder = compiled_cache._usable(tmp_path / "new")
    assert folder is not None and folder.stat().st_mode & 0o077 == 0
    folder.chmod(0o777)
    assert compiled_cache._usable(folder) == folder and folder.stat().st_mode & 0o022 == 0


def test_the_command_shows_and_clears_it(pontoon, monkeypatch, tmp_path: Path) -> None:
    monkeypatch.setenv("NUMBA_CACHE_DIR", str(tmp_path / "kept"))
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    assert "No compiled code" in pontoon("cache").out
    mine, other = tmp_path / "kept" / compiled_cache.fingerprint(), tmp_path / "kept" / ("0" * 16)
    for folder, size in ((mine, 2_000_000), (other, 3_000_000)):
        folder.mkdir(parents=True)
        (folder / "f.nbc").write_bytes(bytes(size))
    (tmp_path / "kept" / "arrived").mkdir()
    shown = pontoon("cache").out
    assert re.search(rf"{mine}: 1 files, 2 MB, of this version", shown)
    assert re.search(rf"{other}: 1 files, 3 MB, of another version", shown)
    assert pontoon("cache", "--clear").status == 0
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["arrived"]


def test_addresses_stay_as_they_are() -> None:
    strategy = find("counter", "player")
    assert address_of(strategy, "turn") == address_of(strategy, "turn") != 0
