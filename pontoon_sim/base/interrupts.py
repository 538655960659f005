"""Ctrl-C during long work: noticed for certain, and never in the middle of adding up. On the
command line SIGTERM and SIGHUP, by which a system ends a program, are answered as Ctrl-C is.

Python's own answer to Ctrl-C is an exception wherever the main thread happens to be. Raised inside
a callback of the compiler it is printed and lost; raised while sums are added it would leave them
half added. So a press is noted in any case, and work that keeps what it has looks at the note
between two blocks.
"""

from __future__ import annotations

import _thread
import contextlib
import ctypes
import signal
import sys
import threading
import time
from collections.abc import Iterator
from types import FrameType
from typing import Any

SAME_PRESS = 1.0
"""Seconds within which a second signal is the same press: some senders signal a process and its
group, and people press twice. A later one ends the work even if the first was not looked at."""

REPEAT_AFTER = 0.02
"""Seconds after which a press that was lost in a callback is raised again."""


class _Presses:
    """The handler of the signal: what was pressed, and whether somebody will look."""

    def __init__(self) -> None:
        self.noted = False
        self.watched = False
        self.number = int(signal.SIGINT)
        self._last = -SAME_PRESS
        self._repeated = False

    def __call__(self, number: int, frame: FrameType | None) -> None:
        if self._repeated:
            self._repeated = False
            if self.noted and not self.watched:
                raise KeyboardInterrupt
            return
        now = time.monotonic()
        if now - self._last < SAME_PRESS:
            return
        self._last, self.number = now, number
        again, self.noted = self.noted, True
        if again or not self.watched:
            raise KeyboardInterrupt

    def repeat(self) -> None:
        """Raise again, from wherever the main thread is by then, a press that was lost."""
        handler: object = signal.getsignal(signal.SIGINT)
        if not self.noted or handler is not self:
            return
        self._repeated = True
        main = threading.main_thread().ident
        if hasattr(signal, "pthread_kill") and main is not None:
            signal.pthread_kill(main, signal.SIGINT)  # wakes it where it waits, too
        else:
            _thread.interrupt_main()


_presses = _Presses()


def listen() -> None:
    """Note every Ctrl-C for the rest of this process, and raise it as usual.

    Nothing changes outside the main thread, or where Ctrl-C is answered by something else than
    Python itself.
    """
    if _is_main_thread() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, _presses)
        _presses.noted = False
        _repeat_lost_presses()


def listen_to_the_system() -> None:
    """`listen`, and note in the same way what a system ends a program with. Who starts a program so
    that it ignores these (nohup) keeps that."""
    listen()
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and _is_main_thread() and signal.getsignal(number) is signal.SIG_DFL:
            signal.signal(number, _presses)


def word() -> str:
    """What the last press was: "Ctrl-C", or the name of a signal."""
    number = signal.Signals(_presses.number)
    return "Ctrl-C" if number is signal.SIGINT else number.name


def status() -> int:
    """The exit status of a program that was ended by the last press: 130 after Ctrl-C."""
    return 128 + _presses.number


@contextlib.contextmanager
def listening() -> Iterator[None]:
    """`listen`, within the `with` block only."""
    before = signal.getsignal(signal.SIGINT) if _is_main_thread() else None
    unraisable = sys.unraisablehook
    listen()
    try:
        yield
    finally:
        if before is signal.default_int_handler:
            signal.signal(signal.SIGINT, before)
            sys.unraisablehook = unraisable


@contextlib.contextmanager
def held() -> Iterator[None]:
    """Within the `with` block a press is noted and not raised: the block asks `pressed`."""
    before = _presses.watched
    _presses.watched = before or _is_main_thread()
    try:
        yield
    finally:
        _presses.watched = before


def pressed() -> bool:
    """Whether Ctrl-C was pressed and nobody has obeyed yet; asked by the main thread."""
    return _presses.noted and _is_main_thread()


def obeyed() -> None:
    """Forget what was pressed: the work has stopped."""
    _presses.noted = False


def leave_to_parent() -> None:
    """In a worker process, leave Ctrl-C, which a terminal sends to all of them, to the process that
    shares out the work."""
    import multiprocessing

    if multiprocessing.parent_process() is not None and _is_main_thread():
        signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_with_parent() -> None:
    """Have this process ended when the one that started it ends, however that comes about; on
    Linux, elsewhere nothing is promised."""
    for name in ("SIGTERM", "SIGHUP"):
        number = getattr(signal, name, None)
        if number is not None and signal.getsignal(number) is _presses:  # of the parent's
            signal.signal(number, signal.SIG_DFL)
    if sys.platform == "linux":
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(1, int(signal.SIGKILL))  # PR_SET_PDEATHSIG


def _repeat_lost_presses() -> None:
    """An exception that a callback cannot pass on is printed by Python and forgotten: a press is
    raised again instead, a moment later."""
    before = sys.unraisablehook

    def hook(lost: Any) -> None:
        if lost.exc_type is not KeyboardInterrupt:
            before(lost)
        else:
            timer = threading.Timer(REPEAT_AFTER, _presses.repeat)
            timer.daemon = True
            timer.start()

    sys.unraisablehook = hook


def _is_main_thread() -> bool:
    return threading.current_thread() is threading.main_thread()
