"""The flags that several commands share, written once, so that a flag means the same everywhere.

Only click and the settings live here: importing this file may not import numba or numpy.
"""

from __future__ import annotations

import contextlib
import json
import math
import os
import re
import shlex
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, TypeVar

import click

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import check_outputs, write_text
from pontoon_sim.base.numbers import MOST_SEED, share, whole_number
from pontoon_sim.game.rules import PRESETS, Rules, rules_from

Command = TypeVar("Command", bound=Callable[..., Any])

COUNT_LIMIT = 10**15
"""Largest number of deals, tables and the like."""

PICTURES = (".png", ".svg", ".pdf")
"""Endings of files that a plot is written to."""


def check_plot(path: str | None) -> None:
    """Refuse a --plot that cannot be drawn or written, before anything is played."""
    if path is None:
        return
    check_outputs([path])
    if Path(path).suffix.lower() not in PICTURES:
        raise PontoonError(f"--plot {path}: name a file that ends in {', '.join(PICTURES)}")


class Finite(click.FloatRange):
    """A number in a range; what is none (nan) is refused."""

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The number that was written."""
        number: float = super().convert(value, param, ctx)
        if math.isnan(number):
            self.fail(f"'{value}' is no number", param, ctx)
        return number


class Count(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A whole number from `least` to `most`, written like `500`, `2_000_000`, `2e6` or `2M`."""

    name = "count"

    def __init__(self, least: int = 1, most: int = COUNT_LIMIT) -> None:
        self.least, self.most = least, most

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> int:
        """The number that was written; what is no such number is refused in one sentence."""
        try:
            return whole_number(value, self.least, self.most)
        except PontoonError as error:
            self.fail(str(error), param, ctx)


class DealRange(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """Deals `first:last` with `last` left out, as Python counts: `0:10` are the first ten."""

    name = "a:b"
    what = "deal"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> tuple[int, int]:
        """First deal, and the deal after the last."""
        if isinstance(value, tuple):
            return value
        first, colon, last = str(value).partition(":")
        count = Count(least=0)
        if not colon or not last:
            self.fail(f"'{value}' is no range of {self.what}s: write one like 0:10", param, ctx)
        low, high = count.convert(first or 0, param, ctx), count.convert(last, param, ctx)
        if low >= high:
            self.fail(
                f"'{value}' holds no {self.what}: the second number must be larger", param, ctx
            )
        return low, high


class Duration(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A time in seconds, written `90`, `90s`, `10m` or `2h`."""

    name = "time"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """Seconds."""
        found = re.fullmatch(r"(\d+(?:\.\d+)?)\s*([smh]?)", str(value).strip(), re.A)
        seconds = 0.0
        if found is not None:
            seconds = float(found[1]) * {"": 1, "s": 1, "m": 60, "h": 3600}[found[2]]
        if not 0 < seconds < 1e9:
            self.fail(f"'{value}' is no time: write one like 90s, 10m or 2h", param, ctx)
        return seconds


class TableRange(DealRange):
    """Tables `first:last` with `last` left out."""

    what = "table"


class Share(click.ParamType):  # type: ignore[type-arg, unused-ignore]
    """A share of the stakes, written `0.1%` or `0.001`."""

    name = "share"

    def convert(
        self, value: Any, param: click.Parameter | None, ctx: click.Context | None
    ) -> float:
        """The share that was written."""
        try:
            return share(value)
        except PontoonError as error:
            self.fail(str(error), param, ctx)


# --- completion in the shell: names that begin with what is typed so far --------------------------


def _names(names: Iterable[str], typed: str) -> list[str]:
    """The names that a word may become; after a comma, the word so far stays in front."""
    before, comma, word = typed.rpartition(",")
    return [f"{before}{comma}{name}" for name in names if name.startswith(word)]


def complete_strategies(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """Shipped strategies: bankers for `--banker`, players for `--players`, all elsewhere."""
    from pontoon_sim.strategies.library import names

    role = {"players": "player", "banker": "banker"}.get(param.name or "")
    return _names(names(role), typed)  # type: ignore[arg-type]


def complete_rules(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """Presets of rules."""
    return _names(PRESETS, typed)


def complete_settings(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """Settings of the rules, with the sign that a value follows."""
    return [f"{name}=" for name in Rules.model_fields if name.startswith(typed)]


def complete_experiments(ctx: click.Context, param: click.Parameter, typed: str) -> list[str]:
    """Shipped experiments."""
    from pontoon_sim.experiments.reading import shipped_experiments

    return _names(shipped_experiments(), typed)


# --- flags ----------------------------------------------------------------------------------------


def rules_options(command: Command) -> Command:
    """Add `--rules`, `--set` and `--seats`; the command gets `rules`, `sets` and `seats`."""
    for option in (
        click.option("--seats", type=Count(), help="People at the table, banker included."),
        click.option(
            "--set",
            "sets",
            metavar="NAME=VALUE",
            multiple=True,
            shell_complete=complete_settings,
            help="Change one setting ('pontoon rules' lists them); repeat.",
        ),
        click.option(
            "--rules",
            metavar="PRESET|FILE",
            shell_complete=complete_rules,
            help="Preset or TOML file of settings.",
        ),
    ):
        command = option(command)
    return command


def lineup_options(command: Command) -> Command:
    """Add `--players` and `--banker`; the command gets `players` and `banker`, or None."""
    for option in (
        click.option(
            "--banker",
            metavar="NAME",
            shell_complete=complete_strategies,
            help="Strategy of whoever holds the bank.",
        ),
        click.option(
            "--players",
            metavar="NAME[,NAME...]",
            shell_complete=complete_strategies,
            help="Strategy of each player, or one for all.",
        ),
    ):
        command = option(command)
    return command


def seed_option(command: Command) -> Command:
    """Add `--seed`; the command gets `seed`, an integer of at least 0 (default 1)."""
    return click.option(
        "--seed",
        type=Count(least=0, most=MOST_SEED),
        default=1,
        show_default=True,
        help="Seed of the packs.",
    )(command)


def threads_option(command: Command) -> Command:
    """Add `--threads`; the command gets `threads`, or None."""
    return click.option(
        "--threads", type=click.IntRange(1, 1024), metavar="N", help="Default: all processors."
    )(command)


def precision_option(until: str) -> Callable[[Command], Command]:
    """Add `--precision`; the command gets `precision`, a share, or None. `until`: its help."""
    return click.option("--precision", type=Share(), metavar="X", help=until)


def deals_per_table_option(command: Command) -> Command:
    """Add `--deals-per-table`; the command gets `deals_per_table` (default 200)."""
    return click.option(
        "--deals-per-table",
        type=Count(),
        default=200,
        show_default=True,
        help="Deals of one evening.",
    )(command)


def dask_option(command: Command) -> Command:
    """Add `--dask`; the command gets `dask`: the address of a scheduler, or None. What it does with
    it is `with cluster.workers_from(dask, threads) as workers`."""
    return click.option(
        "--dask", metavar="ADDRESS", help="Play on a Dask cluster, such as tcp://HOST:8786."
    )(command)


def json_option(command: Command) -> Command:
    """Add `--json`; the command gets `json_path`: a file's name, '-' or None."""
    return click.option(
        "--json", "json_path", metavar="FILE", help="Write JSON to this file; '-' is the terminal."
    )(command)


def rules_option_values(
    rules: str | None, sets: Sequence[str] = (), seats: int | None = None
) -> Rules:
    """The `Rules` that the flags of `rules_options` name.

    >>> rules_option_values("shuffled", ["stick_min=16"], 4).seats
    4
    """
    if seats is not None and any(text.partition("=")[0].strip() == "seats" for text in sets):
        raise PontoonError("--seats and --set seats=...: the number of people is given twice")
    return rules_from(rules, sets, **({} if seats is None else {"seats": seats}))


def give_up_output() -> None:
    """Have nothing written once more to where there is no room or no reader, not at the end
    either."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)


@contextlib.contextmanager
def before_files() -> Iterator[None]:
    """Print before files are written: a full disk takes nothing from the terminal, and a reader
    who goes away (`| head`) nothing from the files."""
    try:
        yield
        sys.stdout.flush()
    except (BrokenPipeError, SystemExit):  # the latter is how rich ends a program without a reader
        give_up_output()


def write_json(path: str, payload: Any, *, follow: bool = True) -> None:
    """Write `payload` as indented JSON to a file (`files.write_text`), or to standard output where
    `path` is '-'."""
    text = json.dumps(payload, indent=2) + "\n"
    if path == "-":
        click.echo(text, nl=False)
    else:
        write_text(path, text, follow=follow)


# --- what was typed -------------------------------------------------------------------------------

_OF_NO_WEIGHT = ("threads", "dask", "out", "resume", "extend", "plan", "json_path", "plot_path")


def command_line(**instead: Any) -> str:
    """What was typed, without the flags that do not touch the result.

    Parameters
    ----------
    **instead : by name of a parameter
        Values to be written out whether they were typed or not; None leaves the flag out.
    """
    context: click.Context | None = click.get_current_context()
    assert context is not None
    words: list[str] = []
    flags: list[str] = []
    for param in context.command.params:
        name = param.name or ""
        source = context.get_parameter_source(name)
        typed = source is not None and source.name == "COMMANDLINE" and name not in _OF_NO_WEIGHT
        value = instead[name] if name in instead else context.params[name] if typed else None
        if value is None or value is False:
            continue
        if name == "tables":
            value = "{}:{}".format(*value)
        values = [str(one).removesuffix(".0") for one in _each(value)]
        if isinstance(param, click.Argument):
            words += values
        elif value is True:
            flags.append(param.opts[0])
        else:
            flags += [word for one in values for word in (param.opts[0], one)]
    names: list[str] = []
    while context is not None and context.parent is not None:
        names.insert(0, context.info_name or "")
        context = context.parent
    return shlex.join(["pontoon", *names, *words, *flags])


def _each(value: Any) -> tuple[Any, ...]:
    return value if isinstance(value, tuple) else (value,)
