"""A program that is killed at any of the moments at which it writes: the same command, with or
without --resume, goes on, and the numbers are those of a run that nobody disturbed."""

from __future__ import annotations

import json
import signal
import time
from pathlib import Path

import psutil
import pytest

from pontoon_sim.base import files, interrupts
from tests.children import PATIENCE, wait_until_played
from tests.children import pontoon as started


class Killed(BaseException):
    """Nothing answers it, as nothing answers a kill."""


@pytest.fixture
def crash(monkeypatch):
    """Have the program die at its n-th write: before the file is there, which leaves a part of it
    under a temporary name, or right after it."""
    write, writes = files.write_bytes, []

    def dying(path, content, **how):
        writes.append(path)
        place, after = dying.at
        if len(writes) == place and not after:
            part = f".{Path(path).name}.{2**22 + 1}.abc{files.PART}"  # of no process
            (Path(path).parent / part).write_bytes(content[: len(content) // 2])
            raise Killed
        write(path, content, **how)
        if len(writes) == place:
            raise Killed

    def at(place, after):
        writes.clear()
        dying.at = (place, after)
        return writes

    monkeypatch.setattr(files, "write_bytes", dying)
    at(0, False)
    return at


RUNS = {
    "simulate": ("simulate --deals 2000", "1- 1+ 2- 2+ 3- 4-"),
    "bank": ("bank --tenures 300", "1+ 4-"),
    "league": ("league stick15 stick17 --deals 60_000", "1- 1+"),
    "tune": ("tune stick15 --deals 50_000 --fresh 2000", "1+ 2+ 3-"),
}
"""Commands, and the moments at which they die: before (-) or after (+) their n-th write. Their
writes are: the checkpoint, the experiment, the checkpoint twice more; of `tune` the state, the
state, the strategy."""


@pytest.mark.parametrize("name", RUNS)
def test_a_crash_at_any_write_can_be_gone_on_with(pontoon, tmp_path, monkeypatch, crash, name):
    monkeypatch.setattr("pontoon_sim.report.experiments.write_report", lambda outcome, folder: None)
    monkeypatch.setattr("pontoon_sim.report.plots.style.write_figure", lambda *given, **how: None)
    words, moments = RUNS[name]
    words = (*words.split(), "--json", "x.json")

    def result():
        def still(value):
            if isinstance(value, dict):
                moving = ("seconds", "command", "per_second", "deals_per_second")
                return {k: still(v) for k, v in value.items() if k not in moving}
            return [still(part) for part in value] if isinstance(value, list) else value

        return still(json.loads((tmp_path / "x.json").read_text()))

    assert pontoon(*words, "--out", "whole").status == 0
    undisturbed = result()
    for number, moment in enumerate(moments.split()):
        out = f"run{number}"
        crash(int(moment[0]), moment[1] == "+")
        with pytest.raises(Killed):
            pontoon(*words, "--out", out)
        crash(0, False)
        again = pontoon(*words, "--out", out)
        if again.status:
            assert "go on with --resume" in again.err, (moment, again.err)
            again = pontoon(*words, "--out", out, "--resume")
        assert again.status == 0, (moment, again.err)
        assert result() == undisturbed
        assert not [path for path in (tmp_path / out).iterdir() if path.suffix == files.PART]


def test_SIGTERM_keeps_what_was_played(tmp_path):
    run = tmp_path / "run"
    with started("simulate", "--deals", "1e9", "--out", run, cwd=tmp_path) as child:
        wait_until_saved(run / "checkpoint.json", child)
        child.send_signal(signal.SIGTERM)
        _, err = child.communicate(timeout=PATIENCE)
    assert child.returncode == 128 + signal.SIGTERM
    assert "Stopped by SIGTERM after" in err and "which are kept" in err, err


def test_every_signal_that_ends_a_program_is_answered_as_Ctrl_C_is(monkeypatch):
    monkeypatch.setattr(interrupts, "_presses", interrupts._Presses())
    before = {number: signal.getsignal(number) for number in (signal.SIGTERM, signal.SIGHUP)}
    try:
        signal.signal(signal.SIGTERM, signal.SIG_DFL)
        signal.signal(signal.SIGHUP, signal.SIG_IGN)  # nohup
        interrupts.listen_to_the_system()
        with pytest.raises(KeyboardInterrupt):
            signal.raise_signal(signal.SIGTERM)
        assert (interrupts.word(), interrupts.status()) == ("SIGTERM", 143)
        assert signal.getsignal(signal.SIGHUP) is signal.SIG_IGN
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


def wait_until_saved(path, child):
    """Wait until a run has played more than its folder holds by now."""

    def played():
        try:
            return json.loads(path.read_text())["done"]
        except (OSError, ValueError):
            return []

    before = played()
    seconds = 1.0
    while played() == before:
        wait_until_played(child, seconds)
        seconds += 0.5


LOOP = """from pontoon_sim.strategies import player_strategy
while True: pass
"""


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGKILL])
@pytest.mark.parametrize("words", ["strategies check loop.py", "parity --deals 1e9"])
def test_nothing_is_left_at_work(tmp_path, words, number):
    words = words.split()
    (tmp_path / "loop.py").write_text(LOOP)
    with started(*words, cwd=tmp_path) as child:
        process = psutil.Process(child.pid)
        while not (below := process.children(recursive=True)):
            assert child.poll() is None
            time.sleep(0.05)
        child.send_signal(number)
        child.communicate(timeout=PATIENCE)
        _, alive = psutil.wait_procs(below, timeout=PATIENCE)
        assert not alive
