"""A run on a real Dask cluster - a scheduler and two workers, started with Dask's own commands on
this machine - gives the result of one thread to the bit, also when a worker is killed in the
middle; and what can go wrong is told in one sentence."""

from __future__ import annotations

import contextlib
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.measure.simulate import simulate
from pontoon_sim.runs import cluster as package
from pontoon_sim.runs import trial
from pontoon_sim.runs.cluster import workers_from
from pontoon_sim.strategies import Seat, seats_from
from tests import children

distributed = pytest.importorskip("distributed", reason="Dask (the extra [dask]) is not installed")

ROOT = Path(__file__).parents[2]
MINE = """
from pontoon_sim.strategies import STICK, TWIST, player_strategy

@player_strategy(own_cards_only=True)
def turn(view):
    return STICK if view.total >= 17 else TWIST
"""


class Cluster:
    """Processes of Dask's commands, each in a session of its own, and an eye on the scheduler."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.processes: dict[str, subprocess.Popen[bytes]] = {}
        file = folder / "scheduler.json"
        # Port 0: the system chooses a free one, and the file tells which.
        words = ["--host", "127.0.0.1", "--port", "0", "--no-dashboard"]
        self.start("scheduler", "scheduler", *words, "--scheduler-file", str(file))
        until = time.monotonic() + children.PATIENCE
        while not file.exists():
            assert time.monotonic() < until, self.log("scheduler")
            time.sleep(0.05)
        self.address: str = json.loads(file.read_text())["address"]
        for name in ("one", "two"):
            self.add_worker(name)
        self.eye = distributed.Client(self.address, timeout=children.PATIENCE, set_as_default=False)
        self.eye.wait_for_workers(2, timeout=children.PATIENCE)

    def start(self, name: str, *words: str, path: Path = ROOT) -> None:
        """Start `dask WORDS`; `path` is where it finds pontoon_sim."""
        with (self.folder / f"{name}.log").open("wb") as log:
            self.processes[name] = subprocess.Popen(
                [sys.executable, "-m", "dask", *words],
                cwd=self.folder,
                env={**os.environ, "PYTHONPATH": str(path)},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )

    def add_worker(self, name: str, path: Path = ROOT) -> None:
        """A worker of one thread, without the nanny that would start it again."""
        words = ["--name", name, "--nthreads", "1", "--no-nanny", "--no-dashboard"]
        self.start(name, "worker", self.address, *words, path=path)

    def log(self, name: str) -> str:
        return (self.folder / f"{name}.log").read_text()

    def names(self) -> dict[str, str]:
        """Addresses of the workers by name."""
        workers = self.eye.scheduler_info(n_workers=-1)["workers"]
        return {worker["name"]: address for address, worker in workers.items()}

    def given(self, name: str) -> int:
        """Blocks that the scheduler has given to a worker and not had back."""
        address = self.names()[name]
        return len(self.eye.processing([address])[address])

    def signal(self, name: str, what: int) -> None:
        os.kill(self.processes[name].pid, what)

    def kill(self, name: str) -> None:
        process = self.processes.pop(name)
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait(10)

    def lose(self, name: str) -> None:
        """Kill a worker, and wait until the scheduler has noticed."""
        self.kill(name)
        until = time.monotonic() + children.PATIENCE
        while name in self.names():
            assert time.monotonic() < until
            time.sleep(0.05)

    def close(self) -> None:
        self.eye.close(timeout=2)
        for name in list(self.processes):
            self.kill(name)


@pytest.fixture(scope="module")
def cluster(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    found = Cluster(tmp_path_factory.mktemp("dask"))
    groups = found.processes.copy()
    try:
        yield found
    finally:
        groups |= found.processes
        found.close()
    for process in groups.values():
        with pytest.raises(ProcessLookupError):  # nobody is left in any of the sessions
            os.killpg(process.pid, 0)


def game(folder: Path, text: str = MINE) -> tuple[Rules, tuple[Seat, ...]]:
    path = folder / "mine.py"
    path.write_text(text)
    rules = rules_from("standard", seats=3)
    return rules, seats_from(rules, f"{path},counter,stick15")


def one_line(fault: pytest.ExceptionInfo[PontoonError]) -> str:
    text = str(fault.value)
    assert "\n" not in text
    return text


# The tests below use up the cluster from top to bottom: the last of them takes the scheduler.


def test_an_illegal_answer_arrives_as_the_same_sentence(tmp_path: Path, cluster: Cluster) -> None:
    rules, seats = game(tmp_path, MINE.replace("17", "4"))
    said = []
    for address in (None, cluster.address):
        with pytest.raises(PontoonError) as fault, workers_from(address) as executor:
            simulate(rules, seats, deals=1_000, workers=executor)
        said.append(one_line(fault))
    assert said[0] == said[1] and "answered STICK" in said[0]


def test_another_pontoon_sim_on_a_worker(tmp_path: Path, cluster: Cluster) -> None:
    """Before the run, whichever way it differs; the worker itself would refuse too."""
    other = tmp_path / "other" / "pontoon_sim"
    other.mkdir(parents=True)
    (other / "__init__.py").write_text("__version__, BEHAVIOUR = '0.0.1', 1\n")
    cluster.add_worker("stranger", path=tmp_path / "other")
    cluster.eye.wait_for_workers(3, timeout=children.PATIENCE)
    try:
        for words in ("has no pontoon_sim like this one", r"runs pontoon_sim 0\.0\.1, behaviour"):
            with pytest.raises(PontoonError, match=words) as fault, workers_from(cluster.address):
                pass
            assert cluster.names()["stranger"] in one_line(fault)
            (other / "base").mkdir(exist_ok=True)
            (other / "base" / "identity.py").write_text(
                "def identity(): return 'pontoon_sim 0.0.1, behaviour 1, sources 0'\n"
            )
    finally:
        cluster.lose("stranger")


def test_ctrl_c_keeps_what_was_merged(tmp_path: Path, cluster: Cluster) -> None:
    words = ["--deals", "1e10", "--players", "counter", "--seats", "3", "--json", "kept.json"]
    words += ["--dask", cluster.address]
    with children.pontoon("simulate", *words, cwd=tmp_path) as run:
        until = time.monotonic() + children.PATIENCE
        while not all(cluster.eye.has_what().values()):  # both have played a block
            assert run.poll() is None and time.monotonic() < until
            time.sleep(0.05)
        time.sleep(1)
        out, err = children.pressed(run)
    assert run.returncode == 130 and "Traceback" not in err
    assert "To go on:" in err and "The banker's result" in out
    kept = json.loads((tmp_path / "kept.json").read_text())
    rules = rules_from("standard", seats=3)
    again = simulate(rules, seats_from(rules, "counter"), deals=kept["deals"], workers=1)
    assert kept["tallies"] == json.loads(json.dumps(again.tallies.as_dict()))
    until = time.monotonic() + children.PATIENCE
    while cluster.given("one") or cluster.given("two"):  # nothing goes on in the workers
        assert time.monotonic() < until
        time.sleep(0.05)


def test_a_worker_killed_in_the_middle(
    tmp_path: Path, cluster: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Table and function strategies, one of them from a file that only this process has seen."""
    rules, seats = game(tmp_path)
    monkeypatch.setattr(trial, "DEALS_PER_BLOCK", 20_000)
    deals, seen = 3_200_100, SimpleNamespace(blocks=0, lost=0)

    def progress(so_far: object) -> None:
        seen.blocks += 1
        if seen.blocks >= 8 and not seen.lost:
            # A stopped worker cannot finish what it was given; so it dies while it plays.
            cluster.signal("one", signal.SIGSTOP)
            time.sleep(0.2)
            seen.lost = cluster.given("one")
            cluster.signal("one", signal.SIGKILL if seen.lost else signal.SIGCONT)

    with workers_from(cluster.address) as executor:
        spread = simulate(rules, seats, deals=deals, workers=executor, on_progress=progress)
    assert seen.lost > 0 and seen.blocks == 161
    assert list(cluster.names()) == ["two"]
    cluster.kill("one")
    alone = simulate(rules, seats, deals=deals, workers=1)
    assert spread.stopped == "done"
    assert spread.tallies.as_dict() == alone.tallies.as_dict()


def test_a_scheduler_without_workers(cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in list(cluster.names()):
        cluster.lose(name)
    monkeypatch.setattr(package, "CONNECT_SECONDS", 1)
    with pytest.raises(PontoonError) as fault, workers_from(cluster.address):
        pass
    assert "has no workers: start some with 'dask worker tcp://127.0.0.1:" in one_line(fault)


def test_the_scheduler_lost_in_the_middle(tmp_path: Path, cluster: Cluster) -> None:
    cluster.add_worker("three")
    words = ["--deals", "1e10", "--dask", cluster.address]
    with children.pontoon("simulate", *words, cwd=tmp_path) as run:
        until = time.monotonic() + children.PATIENCE
        while "three" not in cluster.names() or not cluster.given("three"):
            assert run.poll() is None and time.monotonic() < until
            time.sleep(0.05)
        cluster.kill("scheduler")
        out, err = run.communicate(timeout=children.PATIENCE)
    assert run.returncode == 2 and out == ""
    assert err.count("\n") == 1 and "the Dask scheduler at tcp://127.0.0.1" in err, err
    assert "was lost while tables were played" in err


def test_bad_addresses_and_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(package, "CONNECT_SECONDS", 0.5)
    wrong = {
        "nonsense": "this is no address of a Dask scheduler: write one like tcp://",
        "tcp://host:99999": "this is no address",
        "http://host:8786": "this is no address",
        "127.0.0.1:1": "no Dask scheduler answers at tcp://127.0.0.1:1: start one with 'dask sch",
    }
    for address, words in wrong.items():
        with pytest.raises(PontoonError) as fault, workers_from(address):
            pass
        assert words in one_line(fault)
    with pytest.raises(PontoonError, match="do not go together"), workers_from("a:1", threads=2):
        pass
    monkeypatch.setitem(sys.modules, "distributed", None)
    words = r"pip install 'pontoon_sim\[dask\]'"
    with pytest.raises(PontoonError, match=words), workers_from("127.0.0.1:1"):
        pass
