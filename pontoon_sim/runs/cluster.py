"""Playing on a Dask cluster: one scheduler, and workers on as many machines as there are.

`workers_from` connects, makes sure that the workers are fit for the run, and gives an executor for
`run_blocks`. Dask plays the blocks of a lost worker again on another one; a block's sums
follow from its tables alone, so the result is the same to the bit. Dask is an extra: it is
imported when an address is given.
"""

from __future__ import annotations

import contextlib
import logging
import re
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from typing import TYPE_CHECKING, Any, TypeVar

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.identity import identity
from pontoon_sim.runs.blocks import Workers

if TYPE_CHECKING:
    from distributed import Client

T = TypeVar("T")

CONNECT_SECONDS = 10
"""How long a scheduler, and then its first worker, may take to answer."""

ANSWER_SECONDS = 60
"""How long a worker may take to say what it runs; one that compiles is slow to answer."""

MISSING_SECONDS = 60
"""How long a run waits for a worker when all are gone; Dask's nannies restart one in a few."""

ASK_EVERY = 2.0
"""Seconds between two questions after the number of workers."""

_ADDRESS = re.compile(r"(?:tcp://)?(\[[0-9A-Fa-f:.]+\]|[\w.-]+):(\d{1,5})/?", re.A)


class ClusterExecutor(Executor):
    """A Dask client as an executor that tells how many workers there are.

    Dask's own executor does not say how much is worth having under way, nor that nobody is left to
    play it.
    """

    def __init__(self, client: Client, address: str) -> None:
        self._client, self._address = client, address
        # Every block has a name of its own: nothing is answered from what Dask may remember.
        self._executor = client.get_executor(pure=False)
        self._asked, self._seen, self._threads = 0.0, time.monotonic(), 0

    @property
    def workers(self) -> int:
        """Threads of all workers, at least 1; as it was a moment ago."""
        now = time.monotonic()
        if now - self._asked > ASK_EVERY:
            with contextlib.suppress(OSError):  # a lost scheduler is told by what it was to do
                self._threads = _threads(self._client)
            self._asked = now
            if self._threads:
                self._seen = now
        return max(1, self._threads)

    def submit(self, fn: Callable[..., T], /, *args: Any, **kwargs: Any) -> Future[T]:
        """Have a worker call `fn`."""
        future: Future[T] = self._executor.submit(fn, *args, **kwargs)
        return future

    def check(self) -> None:
        """Refuse to wait any longer for a cluster without workers.

        Raises
        ------
        PontoonError
            No worker for MISSING_SECONDS.
        """
        _ = self.workers
        if not self._threads and time.monotonic() - self._seen > MISSING_SECONDS:
            raise PontoonError(
                f"the Dask cluster at {self._address} has had no worker for {MISSING_SECONDS} s:"
                f" start some with 'dask worker {self._address}' and run again"
            )


@contextlib.contextmanager
def workers_from(address: str | None, threads: int | None = None) -> Iterator[Workers]:
    """Connect to a Dask cluster for the time of a `with` block.

    Parameters
    ----------
    address : str, optional
        Of the scheduler, such as "tcp://192.168.1.5:8786". None: no cluster, and the block gets
        the number of threads.
    threads : int, optional
        What the user asked for; refused beside an address, since workers have their own.

    Raises
    ------
    PontoonError
        No scheduler answers there, Dask is not installed, the address is none, there are no
        workers, or they run another pontoon_sim; in the block, when the cluster is lost.
    """
    if address is None:
        yield threads
        return
    if threads is not None:
        raise PontoonError(
            "--threads and --dask do not go together: workers have threads of their own, as"
            " 'dask worker --nthreads N' says"
        )
    where = _address(address)
    try:
        import distributed
    except ImportError:
        raise PontoonError(
            "--dask needs Dask, which is not installed: pip install 'pontoon_sim[dask]'"
        ) from None
    with _quiet(), contextlib.closing(_connected(where)) as client:
        _refuse_unfit(client, where)
        try:
            yield ClusterExecutor(client, where)
        except distributed.KilledWorker as error:
            raise PontoonError(
                f"{error.allowed_failures + 1} workers of the Dask cluster at {where} died over the"
                " same tables: see in their logs whether they ran out of memory, and run again"
            ) from None
        except (CancelledError, OSError) as error:
            if client.status == "running" and isinstance(error, OSError):
                raise
            raise PontoonError(
                f"the Dask scheduler at {where} was lost while tables were played: start it and its"
                " workers again, and run again"
            ) from None
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "pontoon_sim":
                raise
            raise PontoonError(
                f"a worker that joined the Dask cluster at {where} has no pontoon_sim like this"
                " one: install the same on all machines, and run again"
            ) from None


def _address(text: str) -> str:
    """The address of a scheduler, written out."""
    found = _ADDRESS.fullmatch(text.strip())
    if found is None or not 1 <= int(found[2]) <= 65535:
        raise PontoonError(
            f"--dask {text}: this is no address of a Dask scheduler: write one like"
            " tcp://192.168.1.5:8786, which 'dask scheduler' prints when it starts"
        )
    return f"tcp://{found[1]}:{found[2]}"


def _connected(where: str) -> Client:
    from distributed import Client

    try:
        return Client(where, timeout=CONNECT_SECONDS, set_as_default=False)
    except OSError:
        raise PontoonError(
            f"no Dask scheduler answers at {where}: start one with 'dask scheduler', or look"
            " at the address that it printed"
        ) from None


def _refuse_unfit(client: Client, where: str) -> None:
    """Refuse a cluster without workers, or with one that would play another game."""
    try:
        until = time.monotonic() + CONNECT_SECONDS
        while not _threads(client):
            if time.monotonic() > until:
                raise PontoonError(
                    f"the Dask cluster at {where} has no workers:"
                    f" start some with 'dask worker {where}'"
                )
            time.sleep(0.1)
        theirs = client.run(identity, on_error="return", callback_timeout=ANSWER_SECONDS)
    except OSError:
        raise PontoonError(
            f"a worker of the Dask cluster at {where} has not answered for {ANSWER_SECONDS} s:"
            " restart those that hang"
        ) from None
    for worker, said in sorted(theirs.items()):
        if said == identity():
            continue
        place = f"worker {worker} of the Dask cluster at {where}"
        if not isinstance(said, Exception):
            told = f"runs {said}, this machine {identity()}: install the same on both"
        elif "pontoon_sim" in str(said):  # Dask tells of a module that is not there in these words
            told = "has no pontoon_sim like this one: install the same on all machines"
        else:
            told = f"does not answer ({said}): restart it"
        raise PontoonError(f"{place} {told}")


def _threads(client: Client) -> int:
    """Threads of all workers."""
    threads: dict[str, int] = client.nthreads(callback_timeout=ASK_EVERY)
    return sum(threads.values())


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """No log lines of Dask's, nor of what its connections run on (a connection that Ctrl-C closes
    in the middle of a message): what a user has to know is said in one sentence."""
    chatty = ("distributed", "tornado", "asyncio")
    names = [name for name in logging.root.manager.loggerDict if name.startswith(chatty)]
    loggers = [(logger := logging.getLogger(name), logger.disabled) for name in names]
    for logger, _ in loggers:
        logger.disabled = True
    try:
        yield
    finally:
        for logger, before in loggers:
            logger.disabled = before
