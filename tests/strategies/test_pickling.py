"""Strategies sent to other processes and machines arrive by content: no file of the sender is
needed there, and what reports and messages say of them stays the same."""

from __future__ import annotations

import os
import pickle
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.exact.bankers import banker_table
from pontoon_sim.strategies import Strategy, find, load, pickling
from pontoon_sim.strategies.library import with_parameters
from pontoon_sim.strategies.view import STICK, TWIST, View

MINE = """
from pontoon_sim.strategies import STICK, TWIST, player_strategy

@player_strategy(own_cards_only=True)
def turn(view):
    return STICK if view.total >= 15 else TWIST
"""


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A user's cache folder of its own, and a process to which nothing has come yet."""
    monkeypatch.setattr("platformdirs.user_cache_dir", lambda name: str(tmp_path / "cache"))
    pickling.functions_unpacked.cache_clear()
    return tmp_path / "cache" / "arrived"


def written(folder: Path, text: str = MINE) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / "mine.py"
    path.write_text(text)
    return path


def sent(strategy: Strategy) -> Strategy:
    found: Strategy = pickle.loads(pickle.dumps(strategy))
    return found


def same(a: Strategy, b: Strategy) -> bool:
    said = ("name", "role", "form", "facts", "path", "content_hash", "content")
    return all(getattr(a, name) == getattr(b, name) for name in said)


@pytest.mark.parametrize("name", ["stick15", "counter", "draw_below_16", "table_reader"])
def test_shipped_ones_write_no_file(name: str, cache: Path) -> None:
    strategy = find(name)
    assert same(sent(strategy), strategy)
    assert not cache.exists()


def test_a_users_table_needs_no_file(tmp_path: Path, cache: Path) -> None:
    path = tmp_path / "my_table.toml"
    shutil.copy(find("stick15").path, path)
    strategy = load(path)
    packed = pickle.dumps(strategy)
    path.unlink()
    arrived = pickle.loads(packed)
    assert same(arrived, strategy)
    assert arrived.answer("turn", View(total=15, cards=2)) == STICK
    assert not cache.exists()


def test_a_table_without_a_file_can_be_sent() -> None:
    strategy = banker_table({(2, False, False, 12): "D"}, "made")
    arrived = sent(strategy)
    assert same(arrived, strategy) and arrived.table == strategy.table


def test_a_users_function_comes_with_its_file(tmp_path: Path, cache: Path) -> None:
    path = written(tmp_path / "a")
    strategy = load(path)
    packed = pickle.dumps(strategy)
    path.unlink()
    arrived = pickle.loads(packed)
    assert same(arrived, strategy)
    assert arrived.answer("turn", View(total=14, cards=2)) == TWIST
    kept = cache / strategy.content_hash[:32] / "mine.py"
    assert kept.read_bytes() == MINE.encode()


def test_an_edit_after_loading_changes_nothing(tmp_path: Path) -> None:
    path = written(tmp_path / "a")
    strategy = load(path)
    path.write_text(MINE.replace("15", "19"))
    arrived = sent(strategy)
    assert arrived.answer("turn", View(total=15, cards=2)) == STICK
    assert arrived.content_hash == strategy.content_hash


def test_two_of_one_name_stay_apart(tmp_path: Path, cache: Path) -> None:
    both = [load(written(tmp_path / "a")), load(written(tmp_path / "b", MINE.replace("15", "19")))]
    answers = [one.answer("turn", View(total=15, cards=2)) for one in map(sent, both)]
    assert answers == [STICK, TWIST]
    assert len(list(cache.iterdir())) == 2


def test_a_user_file_named_like_a_shipped_one_is_not_taken_for_it(tmp_path: Path) -> None:
    path = tmp_path / "counter.py"
    path.write_text(MINE)
    arrived = sent(load(path))
    assert arrived.content_hash == load(path).content_hash != find("counter").content_hash
    assert arrived.answer("turn", View(total=15, cards=2)) == STICK


def test_a_file_that_was_spoilt_here_is_written_anew(tmp_path: Path, cache: Path) -> None:
    strategy = load(written(tmp_path / "a"))
    sent(strategy)
    kept = cache / strategy.content_hash[:32] / "mine.py"
    kept.write_text("half of a fi")
    pickling.functions_unpacked.cache_clear()
    assert same(sent(strategy), strategy)
    assert kept.read_bytes() == strategy.content


def test_content_that_does_not_fit_its_hash_is_refused(tmp_path: Path) -> None:
    strategy = load(written(tmp_path / "a"))
    packed = pickle.dumps(strategy).replace(b"total >= 15", b"total >= 19")
    with pytest.raises(PontoonError, match=r"mine\.py' has not arrived whole"):
        pickle.loads(packed)


def test_old_files_go_when_another_comes(tmp_path: Path, cache: Path) -> None:
    old, used = load(written(tmp_path / "a")), load(written(tmp_path / "b", MINE + "# used\n"))
    sent(old), sent(used)
    long_ago = time.time() - (pickling.KEPT_DAYS + 1) * 24 * 3600
    for strategy in (old, used):
        os.utime(cache / strategy.content_hash[:32], (long_ago, long_ago))
    pickling.functions_unpacked.cache_clear()
    sent(used)
    new = load(written(tmp_path / "c", MINE + "# new\n"))
    sent(new)
    assert {folder.name for folder in cache.iterdir()} == {
        strategy.content_hash[:32] for strategy in (used, new)
    }


def test_without_a_cache_folder_a_temporary_one_serves(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "cache").write_text("a file where the folder would be")
    own = tmp_path / "own"
    own.mkdir()
    monkeypatch.setattr(pickling, "_own_folder", lambda: own)
    strategy = load(written(tmp_path / "a"))
    assert same(sent(strategy), strategy)
    assert list(own.rglob("mine.py"))


def test_an_import_that_is_missing_there_is_told_in_a_sentence(tmp_path: Path) -> None:
    """What a file imports from beside it does not travel: the sentence names the sender's file."""
    (tmp_path / "neighbour.py").write_text("LEAST = 15\n")
    path = written(tmp_path, MINE.replace("15", "neighbour.LEAST") + "\nimport neighbour\n")
    sender = (
        "import pickle, sys\n"
        "from pontoon_sim.strategies import load\n"
        f"sys.stdout.buffer.write(pickle.dumps(load({str(path)!r})))"
    )
    paths = os.pathsep.join([str(tmp_path), *filter(None, [os.environ.get("PYTHONPATH")])])
    packed = subprocess.run(
        [sys.executable, "-c", sender],
        env={**os.environ, "PYTHONPATH": paths},
        capture_output=True,
        check=True,
    ).stdout
    with pytest.raises(PontoonError) as fault:
        pickle.loads(packed)
    assert str(path) in str(fault.value) and "No module named 'neighbour'" in str(fault.value)
    assert "arrived" not in str(fault.value)


def test_values_of_parameters_arrive(tmp_path: Path, cache: Path) -> None:
    text = MINE.replace("player_strategy\n", "parameter, player_strategy\n", 1)
    text = text.replace("\n@", "\nLIMIT = parameter(15, low=15, high=18)\n\n@").replace(
        ">= 15", ">= LIMIT"
    )
    mine = with_parameters(load(written(tmp_path / "sender", text)), {"LIMIT": 17})
    shutil.rmtree(tmp_path / "sender")
    arrived = sent(mine)
    assert same(arrived, mine) and arrived.parameters["LIMIT"].value == 17
    view = View(cards=2, total=16, can_stick=1, can_twist=1)
    assert arrived.answer("turn", view) == TWIST
    assert sent(arrived) == mine


def test_values_of_a_shipped_strategy_s_parameters_arrive(cache: Path) -> None:
    counter = find("counter")
    name, one = next(iter(counter.parameters.items()))
    other = with_parameters(counter, {name: one.value + one.step})
    assert same(sent(other), other) and sent(other) != counter
    assert not cache.exists()
