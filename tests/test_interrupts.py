"""Ctrl-C is noticed wherever it falls, and never in the middle of adding up."""

from __future__ import annotations

import ctypes
import signal
import sys
import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

from pontoon_sim.base import interrupts
from pontoon_sim.runs.blocks import run_blocks
from tests.children import PATIENCE


@pytest.fixture(autouse=True)
def as_python_starts(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The answer to Ctrl-C that Python itself has, and nothing pressed yet."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    monkeypatch.setattr(interrupts, "_presses", interrupts._Presses())
    yield
    signal.signal(signal.SIGINT, before)


def press() -> None:
    signal.raise_signal(signal.SIGINT)


class Sums:
    """Sums of which one half is added after the other."""

    def __init__(self, press_at: int | None = None) -> None:
        self.halves, self.press_at = [0, 0], press_at

    def add(self, other: int) -> None:
        self.halves[0] += other
        if self.halves[0] == self.press_at:
            press()
        self.halves[1] += other

    def as_dict(self) -> dict[str, object]:
        return {}


class Work:
    tables_per_block = 1

    def __init__(self, press_at: int | None = None) -> None:
        self.press_at = press_at
        self.begun, self.may_end = threading.Event(), threading.Event()
        self.may_end.set()

    def ready(self) -> None:
        if self.press_at == -1:
            press()

    def play(self, first: int, last: int) -> int:
        self.begun.set()
        self.may_end.wait(PATIENCE)
        return last - first


def test_pressed_while_sums_are_added() -> None:
    sums = Sums(press_at=5)
    assert run_blocks(Work(), sums, [(0, 1_000)], 2) == "interrupted"
    assert sums.halves == [5, 5]


def test_pressed_while_the_game_is_compiled() -> None:
    sums = Sums()
    assert run_blocks(Work(press_at=-1), sums, [(0, 1_000)], 2) == "interrupted"
    assert sums.halves == [0, 0]


def test_pressed_while_a_block_is_waited_for() -> None:
    """Obeyed while the block goes on in its thread."""
    main, work = threading.main_thread().ident, Work()
    assert main is not None
    work.may_end.clear()

    def press_there() -> None:
        work.begun.wait(PATIENCE)
        signal.pthread_kill(main, signal.SIGINT)

    threading.Thread(target=press_there, daemon=True).start()
    with ThreadPoolExecutor(1) as pool:
        found = run_blocks(work, Sums(), [(0, 9)], pool)
        work.may_end.set()
    assert found == "interrupted"


def test_the_next_run_is_not_stopped_by_it() -> None:
    assert run_blocks(Work(), Sums(press_at=3), [(0, 100)], 1) == "interrupted"
    assert run_blocks(Work(), sums := Sums(), [(0, 100)], 1) == "done"
    assert sums.halves == [100, 100]
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler
    with pytest.raises(KeyboardInterrupt):
        press()


def test_two_signals_at_once_are_one_press_and_a_later_one_is_raised(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with interrupts.listening(), interrupts.held():
        monkeypatch.setattr(interrupts, "SAME_PRESS", PATIENCE)
        press(), press()
        assert interrupts.pressed()
        monkeypatch.setattr(interrupts, "SAME_PRESS", 0.0)
        with pytest.raises(KeyboardInterrupt):
            press()


def test_lost_in_a_callback_it_is_raised_again(capfd: pytest.CaptureFixture[str]) -> None:
    """As in the compiler: an exception cannot leave a function that C has called."""
    callback = ctypes.CFUNCTYPE(None)(press)
    before = sys.unraisablehook
    with pytest.raises(KeyboardInterrupt), interrupts.listening():
        callback()
        time.sleep(PATIENCE)
    assert sys.unraisablehook is before
    assert capfd.readouterr().err == ""


def test_other_lost_exceptions_are_told_as_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    told: list[object] = []
    monkeypatch.setattr(sys, "unraisablehook", lambda lost: told.append(lost.exc_type))
    with interrupts.listening():
        ctypes.CFUNCTYPE(None)(lambda: 1 // 0)()
    assert told == [ZeroDivisionError]


def test_a_handler_of_somebody_else_stays() -> None:
    presses: list[int] = []
    signal.signal(signal.SIGINT, lambda number, frame: presses.append(number))
    with interrupts.listening():
        press()
    assert presses == [signal.SIGINT] and not interrupts.pressed()


def test_outside_the_main_thread_nothing_changes() -> None:
    with ThreadPoolExecutor(1) as pool:
        found = pool.submit(run_blocks, Work(), sums := Sums(), [(0, 50)], 1)
        assert found.result() == "done" and sums.halves == [50, 50]
