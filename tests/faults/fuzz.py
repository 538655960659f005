"""Inputs that nobody meant, many and by seed: `python tests/faults/fuzz.py --count 100000`.

Each kind damages something whole (a file, a command line) and hands it to what reads it. Right is:
an answer, or one sentence (`PontoonError`, exit status 2). Wrong is: any other exception, another
exit status, a sentence over several lines, a hang, or damage that is taken for whole.

Playing is cut off where it would begin, so that an input costs a millisecond; what is tested is all
that comes before it.
"""

from __future__ import annotations

import argparse
import contextlib
import hashlib
import io
import json
import os
import random
import signal
import sys
import tempfile
import tomllib
import traceback
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from unittest import mock

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import shipped_folder
from pontoon_sim.base.toml import to_toml
from pontoon_sim.cli import COMMANDS, cli, main
from pontoon_sim.experiments.folder import open_run
from pontoon_sim.experiments.reading import read_experiment
from pontoon_sim.experiments.setup import setup_of
from pontoon_sim.game.rules import PRESETS, Rules, rules_from
from pontoon_sim.records import read_records, verify_records
from pontoon_sim.runs.checkpoint import NAME
from pontoon_sim.strategies.library import find, load_file, shipped

HANG = 60
"""Seconds of processor time after which an input hangs: the dearest takes a tenth of one."""

NASTY = (
    "", " ", "0", "-1", "1", "2", "6", "13", "1e6", "1e15", "1e30", "1e-30", "nan", "inf", "-inf", "NaN%",
    "9" * 30, "9" * 5000, "0x10", "1_0", "1,0", "２", "0.1%", "5%,1%", "100%", "1:2", "2:1", "0:10", ":",
    "1:", "true", "false", "none", "-", "--", "=", "a=b", "seats=2", "stick_min=16", "=1", "x" * 300,
    "x" * 5000, "/", "/dev/full", "/dev/zero", "/dev/null", ".", "..", "none.toml", "none/x.json",
    "x.png", "x.py", "\x00", "\x1b[2J", "\n", "ü", "🂡", "\udcff", "mix(a:1,b:1)", "mix(a:1e308,b:1e308)",
    "mix(stick15:1e308,stick16:1e308)", "with_errors(stick15,2)", "with_errors(", "forgetful(forgetful(counter))",
    "((((((", "))", ",", ",,", "stick15,", "stick15,stick16", "a+b", "counter+draw_below_16", "%s{}", "'", '"',
    "10s", "10m", "1e9h", "late: stick_min=17", "banker=draw_below_15,draw_below_16", "seats=2:4", "'; rm",
    "position 0", "player stick15", "all", "AS", "AS KD", "8 8", "1S", "edge", "growth", "ruin", "cards,x",
)  # fmt: skip
"""Words that commands are given."""


class Played(BaseException):
    """An input has come as far as play."""


def begins_to_play(*given: object, **named: object) -> object:
    """Stands where play begins."""
    raise Played


# --- damage ---------------------------------------------------------------------------------------


def damaged_bytes(rng: random.Random, content: bytes) -> bytes:
    """A file with bits flipped, cut, doubled, filled or overwritten."""
    text = bytearray(content)
    for _ in range(rng.choice((1, 1, 1, 2, 5))):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(7)
        if kind == 0 and text:
            text[at % len(text)] ^= 1 << rng.randrange(8)
        elif kind == 1:
            del text[at:]
        elif kind == 2:
            del text[at : at + rng.randrange(1, 40)]
        elif kind == 3:
            text[at:at] = rng.choice(
                (b"\x00", b"\xff", b"\xef\xbb\xbf", b"\n", b'"', b"[" * 2000, b"9" * 5000)
            )
        elif kind == 4:
            text[at:at] = text[at : at + rng.randrange(1, 200)]
        elif kind == 5 and text:
            digit = [place for place, letter in enumerate(text) if 48 <= letter <= 57]
            if digit:
                text[rng.choice(digit)] = rng.choice(b"0123456789")
        else:
            text[at : at + 8] = rng.randbytes(8)
    return bytes(text)


def nasty_value(rng: random.Random) -> object:
    """Something that a key may not be."""
    return rng.choice(
        (
            None, True, False, 0, -1, 1, 3, 10**9, 2**63, 10**400, 1.5, float("nan"), float("inf"), "",
            "x", "9" * 5000, [], [[]], [1, 2], {}, {"a": {"b": []}}, "\x1b[2J", *rng.sample(NASTY, 3),
        )
    )  # fmt: skip


def damaged_tree(rng: random.Random, tree: object) -> object:
    """Plain values with a key or an item changed, renamed, doubled or taken out somewhere."""
    if isinstance(tree, dict) and tree and rng.random() < 0.95:
        key = rng.choice(list(tree))
        kind = rng.randrange(6)
        if kind < 3:
            return {**tree, key: damaged_tree(rng, tree[key])}
        if kind == 3:
            return {name: value for name, value in tree.items() if name != key}
        if kind == 4:
            return {(rng.choice(NASTY) if n == key else n): value for n, value in tree.items()}
        return {**tree, rng.choice(NASTY): nasty_value(rng)}
    if isinstance(tree, list) and tree and rng.random() < 0.95:
        at = rng.randrange(len(tree))
        kind = rng.randrange(4)
        if kind == 0:
            return tree[:at] + tree[at + 1 :]
        if kind == 1:
            return [*tree, tree[at]]
        return [*tree[:at], damaged_tree(rng, tree[at]), *tree[at + 1 :]]
    return nasty_value(rng)


def damaged_toml(rng: random.Random, content: bytes) -> bytes:
    """A TOML file, its bytes or its values damaged."""
    if rng.random() < 0.5:
        return damaged_bytes(rng, content)
    tree = damaged_tree(rng, tomllib.loads(content.decode()))
    with contextlib.suppress(Exception):
        return to_toml(tree).encode("utf-8", "surrogatepass")  # type: ignore[arg-type]
    return damaged_bytes(rng, content)


# --- kinds ----------------------------------------------------------------------------------------


def strategies(rng: random.Random, folder: Path) -> None:
    """Tables of shipped strategies."""
    source = rng.choice([path for path in shipped().values() if path.suffix == ".toml"])
    path = folder / "x.toml"
    path.write_bytes(damaged_toml(rng, source.read_bytes()))
    load_file(path)


def rules(rng: random.Random, folder: Path) -> None:
    """Rules files."""
    settings = Rules().model_dump()
    chosen = {name: settings[name] for name in rng.sample(sorted(settings), 8)}
    chosen = {name: value for name, value in chosen.items() if value is not None}
    path = folder / "x.toml"
    path.write_bytes(damaged_toml(rng, to_toml({"preset": "pub", **chosen}).encode()))
    rules_from(str(path))


def experiments(rng: random.Random, folder: Path) -> None:
    """Shipped experiments."""
    source = rng.choice(sorted(shipped_folder("experiments").glob("*.toml")))
    path = folder / "x.toml"
    path.write_bytes(damaged_toml(rng, source.read_bytes()))
    setup_of(read_experiment(path))


def names(rng: random.Random, folder: Path) -> None:
    """Names of strategies, and blends."""
    word = rng.choice(
        (
            "with_errors({},{})",
            "mix({}:1,{}:2)",
            "mix({}:{})",
            "forgetful({})",
            "{}{}",
            "{},{}",
            "{}",
        )
    )
    parts = [
        rng.choice((*NASTY, "stick15", "counter", "draw_below_16", "mix(stick15:1)")) for _ in "ab"
    ]
    find(word.format(*parts), rng.choice(("player", "banker", None)))


def sealed(form: object) -> str:
    """A checkpoint that says so, with a checksum that fits."""
    text = json.dumps(form, separators=(",", ":"))
    return f'{text[:-1]},"sha256":"{hashlib.sha256(text.encode()).hexdigest()}"}}\n'


class Runs:
    """A run, a state of tuning and a file of records to be damaged."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for words in (
            ("compare", "--arm", "stick15", "--arm", "stick16", "--deals", "2000", "--out", "run"),
            (
                "records",
                "write",
                "deals.jsonl",
                "--deals",
                "0:4",
                "--seats",
                "3",
                "--rules",
                "shoot",
            ),
        ):
            assert called(words, folder)[0] == 0, called(words, folder)
        self.checkpoint = (folder / "run" / NAME).read_bytes()
        self.question = (folder / "run" / "experiment.toml").read_bytes()
        self.records = (folder / "deals.jsonl").read_bytes()

    def checkpoints(self, rng: random.Random, folder: Path) -> None:
        """Checkpoints of a run whose checksum does not fit."""
        content = damaged_bytes(rng, self.checkpoint)
        self._read(folder, content, self.question, content == self.checkpoint)

    def forged_checkpoints(self, rng: random.Random, folder: Path) -> None:
        """Checkpoints and experiments that were changed and sealed again."""
        form = json.loads(self.checkpoint)
        del form["sha256"]
        question = self.question
        if rng.random() < 0.8:
            form = damaged_tree(rng, form)
        else:
            question = damaged_toml(rng, question)
        self._read(folder, sealed(form).encode("utf-8", "surrogatepass"), question, True)

    def _read(self, folder: Path, content: bytes, question: bytes, may_pass: bool) -> None:
        place = folder / "forged"
        place.mkdir(exist_ok=True)
        (place / NAME).write_bytes(content)
        (place / "experiment.toml").write_bytes(question)
        open_run(place)
        assert may_pass, "damage was taken for whole"

    def deals(self, rng: random.Random, folder: Path) -> None:
        """Records of deals."""
        lines = self.records.decode().splitlines()
        if rng.random() < 0.5:
            at = rng.randrange(len(lines))
            tree = damaged_tree(rng, json.loads(lines[at]))
            content = "\n".join([*lines[:at], json.dumps(tree), *lines[at + 1 :], ""]).encode()
        else:
            content = damaged_bytes(rng, self.records)
        path = folder / "x.jsonl"
        path.write_bytes(content)
        whole = content.replace(b"\r\n", b"\n").removeprefix(b"\xef\xbb\xbf").rstrip(b"\n")
        faults = verify_records(read_records(path))
        assert faults or whole == self.records.rstrip(b"\n"), "damage was taken for whole"


def called(words: tuple[str, ...], folder: Path) -> tuple[int, str, str]:
    """Exit status and both streams of `pontoon WORDS...`, called in this process."""
    out, err = io.StringIO(), io.StringIO()
    before = os.getcwd()
    os.chdir(folder)
    try:
        with (
            mock.patch.object(sys, "argv", ["pontoon", *words]),
            contextlib.redirect_stdout(out),
            contextlib.redirect_stderr(err),
        ):
            main()
    except SystemExit as stop:
        return int(stop.code or 0), out.getvalue(), err.getvalue()
    finally:
        os.chdir(before)
    return 0, out.getvalue(), err.getvalue()


def command_lines(rng: random.Random, folder: Path) -> None:
    """Words for every command: its own flags, with values of all kinds."""
    import click

    name = rng.choice([*COMMANDS, *COMMANDS, rng.choice(NASTY)])
    words = [name]
    command = cli.get_command(click.Context(cli), name) if name in COMMANDS else None
    while isinstance(command, click.Group) and rng.random() < 0.9:
        words.append(rng.choice(list(command.commands)))
        command = command.commands[words[-1]]
    flags = [param for param in getattr(command, "params", ()) if isinstance(param, click.Option)]
    good = ("stick15", "counter", "draw_below_16", "1000", "3", *PRESETS, *shipped_words())
    for _ in range(rng.choice((0, 1, 1, 2, 2, 3, 5))):
        value = rng.choice(NASTY if rng.random() < 0.6 else good)
        if flags and rng.random() < 0.75:
            flag = rng.choice(flags)
            words.append(rng.choice(flag.opts))
            if not flag.is_flag or rng.random() < 0.05:
                words.append(value)
        else:
            words.append(value)
    if "--help" in words or "-h" in words:
        return
    words = [word.replace("\x00", "") for word in words]  # no program can be given one
    status, _, err = called(tuple(words), folder)
    assert status in (0, 1, 2), f"exit status {status} of {words}"
    if status == 2:
        *before, last = err.splitlines() or [""]
        if before and before[0].startswith("Usage:"):
            return
        assert last.startswith("pontoon: "), f"{words}: {err!r}"
        more = [line for line in before if line.startswith("pontoon: ")]
        assert all(line.startswith("pontoon: out of the league") for line in more), (
            f"{words}: {err!r}"
        )
        raise PontoonError(last)


def shipped_words() -> tuple[str, ...]:
    """Names that commands know."""
    return tuple(path.stem for path in sorted(shipped_folder("experiments").glob("*.toml")))


# --- the run --------------------------------------------------------------------------------------


@contextlib.contextmanager
def nothing_is_played() -> Iterator[None]:
    """Play, enumeration and searches are cut off where they would begin."""
    import pontoon_sim.bench
    import pontoon_sim.cli.parity
    import pontoon_sim.strategies.check_process
    from pontoon_sim.engine import engine

    with contextlib.ExitStack() as stack:
        for place, name in (
            (engine.Engine, "__init__"),
            (pontoon_sim.cli.parity, "_outcomes"),
            (pontoon_sim.bench, "bench"),
            (pontoon_sim.strategies.check_process, "try_out"),
        ):
            stack.enter_context(mock.patch.object(place, name, begins_to_play))
        for module, function in SLOW:
            stack.enter_context(mock.patch(f"{module}.{function}", begins_to_play))
        yield


SLOW = (
    ("pontoon_sim.exact.lineup", "exact_value"),
    ("pontoon_sim.exact.replies.ReplySolver", "__init__"),
    ("pontoon_sim.exact.replies", "best_reply"),
    ("pontoon_sim.exact.bankers", "best_banker"),
    ("pontoon_sim.exact.bankers", "alternate"),
    ("pontoon_sim.exact.simple_replies.SimpleSearch", "__init__"),
    ("pontoon_sim.exact.control_variates", "control_variates"),
    ("pontoon_sim.advice", "advise_exactly"),
    ("pontoon_sim.advice", "advise_by_play"),
    ("pontoon_sim.solve.solution", "solve"),
    ("pontoon_sim.solve.reader", "write_reader"),
)
"""Functions that work something out, by module."""


def fuzz(count: int, seed: int, kinds: tuple[str, ...] = ()) -> tuple[Counter[str], list[str]]:
    """Inputs of each kind in turn: how many, by kind and outcome, and what went wrong."""
    outcomes: Counter[str] = Counter()
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made)
        runs = Runs(folder)
        tried: dict[str, Callable[[random.Random, Path], None]] = {
            function.__name__: function
            for function in (
                command_lines, strategies, rules, experiments, names,
                runs.checkpoints, runs.forged_checkpoints, runs.deals,
            )
        }  # fmt: skip
        chosen = {name: function for name, function in tried.items() if name in (kinds or tried)}
        with nothing_is_played():
            for number in range(count):
                name = list(chosen)[number % len(chosen)]
                rng = random.Random(f"{seed} {name} {number}")
                outcome = _outcome(chosen[name], rng, folder)
                outcomes[f"{name}: {outcome.splitlines()[0][:40]}"] += 1
                if outcome not in ("answered", "refused", "would play"):
                    wrong.append(f"{name} {number} of seed {seed}: {outcome}")
    return outcomes, wrong


def _outcome(kind: Callable[[random.Random, Path], None], rng: random.Random, folder: Path) -> str:
    signal.setitimer(signal.ITIMER_VIRTUAL, HANG)
    try:
        kind(rng, folder)
    except Played:
        return "would play"
    except PontoonError as error:
        return "refused" if "\n" not in str(error) else f"several lines: {error}"
    except Hung:
        return "hung\n" + traceback.format_exc(limit=-6)
    except BaseException as error:
        if isinstance(error, KeyboardInterrupt):
            raise
        return f"{type(error).__name__}: {error}"[:300] + "\n" + traceback.format_exc(limit=-6)
    finally:
        signal.setitimer(signal.ITIMER_VIRTUAL, 0)
    return "answered"


class Hung(BaseException):
    """An input took too long."""


def _hang(number: int, frame: object) -> None:
    raise Hung


signal.signal(signal.SIGVTALRM, _hang)

if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--kinds", default="", help="with commas between; default: all")
    given = parser.parse_args()
    counted, wrong = fuzz(given.count, given.seed, tuple(filter(None, given.kinds.split(","))))
    for line, times in sorted(counted.items()):
        print(f"{times:>8,}  {line}")
    for line in wrong[:40]:
        print(f"\n{line}")
    print(f"\n{sum(counted.values()):,} inputs, {len(wrong):,} went wrong")
    sys.exit(bool(wrong))
