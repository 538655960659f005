"""How fast the engine is on this machine, and whether its answers are right there.

The answer comes first: a fast wrong game is worth nothing. Speeds are then measured in rounds in
which every contender plays once, so that a machine busy with other things slows them all; ratios
are of medians. Compilation is timed apart.
"""

from __future__ import annotations

import math
import os
import platform
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from pontoon_sim.base.files import shipped_folder
from pontoon_sim.engine.tallies import Tallies
from pontoon_sim.game.rules import Rules, rules_from
from pontoon_sim.statistics.estimates import ratio
from pontoon_sim.strategies import Seat, find, load, seats_from

EXACT_EDGE = 0.13660143
"""Banker's net over the initial stake, stick16 against draw_below_16 under `shuffled`: found by
full enumeration by a program that shares nothing with this one."""

SURE = 4.0
"""Standard errors that an answer may be off."""

C_GOAL, FUNCTION_GOAL = 0.7, 0.5
"""Speeds to reach: of the C yardstick, and of the table form by the function form."""

Say = Callable[[str], None]


@dataclass
class Report:
    """What a bench found.

    Attributes
    ----------
    checks : list of dict
        `what`, `ok`, `said`.
    seconds : dict of str to float
        Times of compiling and loading.
    rates : dict of str to float
        Deals per second of each contender, the median over the rounds.
    samples : dict of str to list of float
        Deals per second in every round.
    ratios : dict of str to float
    """

    machine: str
    deals: int
    rounds: int
    checks: list[dict[str, Any]] = field(default_factory=list)
    seconds: dict[str, float] = field(default_factory=dict)
    rates: dict[str, float] = field(default_factory=dict)
    samples: dict[str, list[float]] = field(default_factory=dict)
    ratios: dict[str, float] = field(default_factory=dict)
    remarks: list[str] = field(default_factory=list)

    @property
    def right(self) -> bool:
        """Whether every check of an answer was passed."""
        return all(check["ok"] for check in self.checks)

    def check(self, what: str, ok: bool, said: str) -> None:
        """Note a check."""
        self.checks.append({"what": what, "ok": ok, "said": said})

    def as_dict(self) -> dict[str, Any]:
        """JSON form."""
        return {**asdict(self), "right": self.right}


def _file(name: str) -> Path:
    return shipped_folder("benchmarks") / name


def bench(deals: int, rounds: int, compiling: bool, say: Say = lambda _: None) -> Report:
    """Check the answers, then measure.

    Parameters
    ----------
    deals, rounds : int
        Deals of each contender in each round.
    compiling : bool
        Also time a first run with nothing compiled yet, in a process of its own (about 15 s).
    say : callable
        Called with a line before each step.
    """
    report = Report(
        f"{platform.processor() or platform.machine()}, {os.cpu_count()} processors", deals, rounds
    )
    began = time.perf_counter()
    say("loading the engine")
    laboratory = rules_from("shuffled")
    table = seats_from(laboratory, str(_file("as_yardstick.toml")), "draw_below_16")
    _play(laboratory, table, 1000)
    report.seconds["load, or compile when new"] = time.perf_counter() - began
    say("checking the answer against the exact value")
    _check_exact(report, laboratory)
    say("checking one engine against the other")
    _check_engines(report, laboratory, table)
    if compiling:
        say("timing a first run with nothing compiled")
        report.seconds["first ever run, everything compiled"] = _first_run()
    with tempfile.TemporaryDirectory() as temporary:
        program = _compile_yardstick(Path(temporary), report)
        _race(report, laboratory, table, program, say)
    return report


def _play(
    rules: Rules, seats: tuple[Seat, ...], deals: int, seed: int = 1, control: bool = False
) -> tuple[Tallies, float]:
    """Tallies of a run on this thread alone, and its seconds."""
    from pontoon_sim.runs.blocks import blocks_of, tables_for
    from pontoon_sim.runs.trial import Arm, Trial

    # without control variates by default, which the game in C does not have either
    trial = Trial((Arm("", rules, seats),), seed, deals=deals, control=control)
    trial.ready()
    began = time.perf_counter()
    tallies = Tallies()
    for block in blocks_of([(0, tables_for(trial, deals))], trial.tables_per_block):
        tallies.add(trial.play(*block).arms[0])
    return tallies, time.perf_counter() - began


def _check_exact(report: Report, rules: Rules) -> None:
    tallies, _ = _play(rules, seats_from(rules, "stick16", "draw_below_16"), 2_000_000)
    edge = ratio(tallies.table, "net", "initial")
    assert edge is not None and edge.se is not None
    off = (edge.value - EXACT_EDGE) / edge.se
    report.check(
        "exact value",
        abs(off) <= SURE,
        f"stick16 against draw_below_16: {100 * edge.value:.3f} % of the initial stakes, SE"
        f" {100 * edge.se:.3f}; exact {100 * EXACT_EDGE:.3f} %: off by {off:+.1f} SE",
    )


def _check_engines(report: Report, laboratory: Rules, table: tuple[Seat, ...]) -> None:
    from pontoon_sim.parity import compare

    standard = rules_from("standard")
    games = {"as_yardstick": (laboratory, table), "pub_regular": (standard, seats_from(standard))}
    for name, (rules, seats) in games.items():
        difference = compare(rules, seats, 1, deals=100)
        said = "100 deals, event by event" if difference is None else str(difference)
        report.check(f"both engines, {name}", difference is None, said)


def _first_run() -> float:
    """Seconds of a whole first run: a new process with an empty cache of compiled code."""
    with tempfile.TemporaryDirectory() as empty:
        began = time.perf_counter()
        subprocess.run(
            [
                sys.executable,
                "-c",
                "from pontoon_sim.game.rules import rules_from\n"
                "from pontoon_sim.measure.simulate import simulate\n"
                "from pontoon_sim.strategies import seats_from\n"
                "simulate(rules_from(), seats_from(rules_from()), deals=1000)",
            ],
            env={**os.environ, "NUMBA_CACHE_DIR": empty},
            check=True,
        )
        return time.perf_counter() - began


def _compile_yardstick(into: Path, report: Report) -> Path | None:
    compiler = (
        shutil.which(os.environ.get("CC", "cc")) or shutil.which("gcc") or shutil.which("clang")
    )
    if compiler is None:
        report.remarks.append("no C compiler here: the yardstick is left out")
        return None
    program = into / "yardstick"
    command = [
        compiler,
        "-O3",
        "-march=native",
        str(_file("yardstick.c")),
        "-o",
        str(program),
    ]
    made = subprocess.run(command, capture_output=True, text=True, check=False)
    if made.returncode:
        report.remarks.append(f"the C yardstick does not compile here: {made.stderr.strip()[:200]}")
        return None
    return program


def _race(
    report: Report, laboratory: Rules, table: tuple[Seat, ...], program: Path | None, say: Say
) -> None:
    from pontoon_sim.measure.simulate import simulate

    path = _file("as_yardstick.py")
    one = Seat(load(path, "player"), load(path, "banker"))
    functions = (one,) * laboratory.seats
    standard = rules_from("standard")
    deals, ours, theirs = report.deals, Tallies(), [0, 0, 0, 0]

    def yardstick(seed: int) -> float:
        out = subprocess.run(
            [str(program), str(deals), str(seed)], capture_output=True, text=True, check=True
        )
        words = out.stdout.split()
        for place, word in enumerate((words[0], *words[2:4], words[5])):
            theirs[place] += int(word)
        return float(words[1])

    def engine(seed: int) -> float:
        tallies, seconds = _play(laboratory, table, deals, seed)
        ours.add(tallies)
        return seconds

    def adjusted(rules: Rules) -> Callable[[int], float]:
        return lambda seed: _play(rules, _regular(rules), deals, seed, control=True)[1]

    def threads(count: int) -> Callable[[int], float]:
        def run(seed: int) -> float:
            played = simulate(laboratory, table, deals=2 * deals, seed=seed, workers=count)
            return played.seconds / 2

        return run

    contenders: dict[str, Callable[[int], float]] = {
        "as_yardstick, table": engine,
        "as_yardstick, functions": lambda seed: _play(laboratory, functions, deals, seed)[1],
        "pub_regular, shuffled": lambda seed: _play(laboratory, _regular(laboratory), deals, seed)[
            1
        ],
        "pub_regular, standard": lambda seed: _play(standard, _regular(standard), deals, seed)[1],
        "pub_regular, shuffled, luck-adjusted": adjusted(laboratory),
        "pub_regular, standard, luck-adjusted": adjusted(standard),
        "as_yardstick, 1 thread": threads(1),
        "as_yardstick, 2 threads": threads(2),
    }
    if program is not None:
        contenders = {"C yardstick": yardstick, **contenders}
    say("warming up")
    for run in contenders.values():
        run(0)
    for sums in (ours.groups, ours.counts, ours.shoot):
        sums.clear()
    theirs[:] = [0, 0, 0, 0]
    for number in range(1, report.rounds + 1):
        say(f"round {number} of {report.rounds}")
        for name, run in contenders.items():
            report.samples.setdefault(name, []).append(deals / run(number))
    report.rates = {name: statistics.median(rates) for name, rates in report.samples.items()}
    rates = report.rates
    if program is not None:
        report.ratios["table form / C yardstick"] = (
            rates["as_yardstick, table"] / rates["C yardstick"]
        )
        _check_yardstick(report, ours, theirs)
    report.ratios["function form / table form"] = (
        rates["as_yardstick, functions"] / rates["as_yardstick, table"]
    )
    for game in ("shuffled", "standard"):
        report.ratios[f"luck-adjusted / as played, {game}"] = (
            rates[f"pub_regular, {game}, luck-adjusted"] / rates[f"pub_regular, {game}"]
        )
    report.ratios["two threads / one thread"] = (
        rates["as_yardstick, 2 threads"] / rates["as_yardstick, 1 thread"]
    )


def _regular(rules: Rules) -> tuple[Seat, ...]:
    return (Seat(find("pub_regular", "player"), find("draw_below_16", "banker")),) * rules.seats


def _check_yardstick(report: Report, ours: Tallies, theirs: list[int]) -> None:
    """The two programs play the same game: their edges lie within `SURE` errors of each other."""
    edge = ratio(ours.table, "net", "initial")
    assert edge is not None and edge.se is not None
    deals, net, initial, squares = theirs
    variance = squares / deals - (net / deals) ** 2
    value, se = net / initial, math.sqrt(variance * deals) / initial
    off = (edge.value - value) / math.hypot(edge.se, se)
    report.check(
        "same game as the C yardstick",
        abs(off) <= SURE,
        f"{100 * edge.value:.3f} % and {100 * value:.3f} % of the initial stakes,"
        f" {off:+.1f} SE apart",
    )
