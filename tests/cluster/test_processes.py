"""Blocks played in other processes give the same tallies to the bit; faults arrive as they are; and
Ctrl-C keeps what was merged."""

from __future__ import annotations

import json
import os
import signal
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.runs import trial as package
from pontoon_sim.runs.blocks import play_packed
from pontoon_sim.strategies import Seat, seats_from
from tests import children

MINE = """
from pontoon_sim.strategies import STICK, TWIST, player_strategy

@player_strategy(own_cards_only=True)
def turn(view):
    return STICK if view.total >= 17 else TWIST
"""
ILLEGAL = MINE.replace("view.total >= 17", "view.total >= 4")  # sticks below stick_min (P13)


@pytest.fixture(scope="module")
def pool() -> Iterator[ProcessPoolExecutor]:
    """Two processes that begin from nothing, as they do on every system but Linux."""
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        yield pool


def line_up(folder: Path, text: str) -> tuple[Rules, tuple[Seat, ...]]:
    path = folder / "mine.py"
    path.write_text(text)
    rules = rules_from("standard", seats=4)
    return rules, seats_from(rules, f"{path},counter,stick15,{path}", "table_reader")


def test_the_same_to_the_bit(
    tmp_path: Path, pool: ProcessPoolExecutor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shipped tables and functions, and a function from a file that is gone when it is played."""
    rules, seats = line_up(tmp_path, MINE)
    monkeypatch.setattr(package, "DEALS_PER_BLOCK", 2_000)
    alone = simulate(rules, seats, deals=20_150, workers=1)
    (tmp_path / "mine.py").unlink()
    spread = simulate(rules, seats, deals=20_150, workers=pool)
    assert spread.tallies.as_dict() == alone.tallies.as_dict()
    assert spread.as_dict()["seats"] == alone.as_dict()["seats"]


def test_an_illegal_answer_arrives_as_the_same_sentence(
    tmp_path: Path, pool: ProcessPoolExecutor
) -> None:
    rules, seats = line_up(tmp_path, ILLEGAL)
    said = []
    for where in ({"workers": 1}, {"workers": pool}):
        with pytest.raises(PontoonError) as fault:
            simulate(rules, seats, deals=1_000, **where)  # type: ignore[arg-type]
        said.append(str(fault.value))
    assert said[0] == said[1]
    assert "mine.py" in said[0] and "answered STICK" in said[0]


def test_a_process_that_dies_is_told_in_a_sentence(tmp_path: Path) -> None:
    rules, seats = line_up(tmp_path, MINE)
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        pid = pool.submit(os.getpid).result()

        def kill(progress: object) -> None:
            os.kill(pid, signal.SIGKILL)

        with pytest.raises(PontoonError, match="a worker process died while tables"):
            simulate(rules, seats, deals=10**9, workers=pool, on_progress=kill)


def test_another_pontoon_sim_is_refused() -> None:
    with pytest.raises(PontoonError, match=r"this run is of pontoon_sim 9.9: install the same"):
        play_packed("pontoon_sim 9.9", b"", 0, 1)


CTRL_C = """
import json, os, signal, sys
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pontoon_sim.game.rules import rules_from
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.strategies import seats_from

def press(progress, blocks=[]):
    blocks.append(1)
    if len(blocks) == 20:
        os.killpg(0, signal.SIGINT)  # as a terminal does: to every process

if __name__ == "__main__":
    rules = rules_from()
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = simulate(rules, seats_from(rules), deals=10**9, workers=pool, on_progress=press)
    again = simulate(rules, seats_from(rules), deals=found.deals, workers=1)
    json.dump([found.stopped, found.tallies.as_dict() == again.tallies.as_dict()], sys.stdout)
"""


def test_ctrl_c_stops_all_processes_and_keeps_what_was_merged(tmp_path: Path) -> None:
    with children.python(children.LISTENING + CTRL_C, cwd=tmp_path) as run:
        out, err = run.communicate(timeout=children.PATIENCE)
    assert err == ""
    assert json.loads(out) == ["interrupted", True]
