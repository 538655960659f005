"""What `run`, `compare` and `sweep` share: their flags, playing with a bar, printing."""

from __future__ import annotations

import functools
import re
import shlex
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.numbers import MOST_SEED
from pontoon_sim.cli.options import (
    Command,
    Count,
    DealRange,
    dask_option,
    json_option,
    lineup_options,
    precision_option,
    rules_options,
    threads_option,
    write_json,
)
from pontoon_sim.game.rules import Rules, assignment

if TYPE_CHECKING:
    from pontoon_sim.experiments.model import Experiment
    from pontoon_sim.experiments.outcome import CoursePoint, Outcome, Setup


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


@dataclass(frozen=True)
class Flags:
    """The flags of `run_options`."""

    deals: int | None = None
    precision: float | None = None
    budget: float | None = None
    seed: int | None = None
    threads: int | None = None
    dask: str | None = None
    out: str | None = None
    resume: bool = False
    extend: int | None = None
    tables: tuple[int, int] | None = None
    plan: bool = False
    json_path: str | None = None

    @property
    def goes_on(self) -> bool:
        """Whether it goes on with an earlier run."""
        return self.resume or self.extend is not None

    def refuse_going_on(self) -> None:
        """For commands that are told everything by flags: a run goes on from its folder alone."""
        if self.goes_on:
            raise PontoonError(
                f"a run goes on from its folder alone: pontoon run"
                f" {'--resume' if self.resume else f'--extend {self.extend}'} --out"
                f" {self.out or 'DIR'}"
            )


def base_options(command: Command) -> Command:
    """Add the flags of a base (`base_of`): rules, line-up, `--of` and `--deals-per-table`; the
    command gets `rules`, `sets`, `seats`, `players`, `banker`, `of` and `deals_per_table`."""
    for option in (
        click.option(
            "--deals-per-table", type=Count(), help="Deals of one evening.  [default: 200]"
        ),
        click.option("--of", "of", metavar="GROUP", help="Whose edge, such as 'position 0'."),
        lineup_options,
        rules_options,
    ):
        command = option(command)
    return command


def run_options(command: Command) -> Any:
    """Add the flags of a run; the command gets them as `flags`."""

    @functools.wraps(command)
    def with_flags(**given: Any) -> Any:
        names = Flags.__dataclass_fields__
        flags = Flags(**{name: given.pop(name) for name in names})
        return command(flags=flags, **given)

    wrapped: Callable[..., Any] = with_flags
    for option in (
        json_option,
        click.option(
            "--plan",
            is_flag=True,
            help="Play a pilot only, and say how many deals and how long it takes.",
        ),
        click.option(
            "--tables",
            type=TableRange(),
            metavar="A:B",
            help="A shard: only these tables, B left out; see 'pontoon merge'.",
        ),
        click.option(
            "--extend", type=Count(), metavar="N", help="Add N deals to the run in --out."
        ),
        click.option("--resume", is_flag=True, help="Go on with the stopped run in --out."),
        click.option("--out", metavar="DIR", help="Keep the run and its report in this folder."),
        dask_option,
        threads_option,
        click.option("--seed", type=Count(least=0, most=MOST_SEED), help="Seed of the packs."),
        click.option(
            "--budget", type=Duration(), metavar="TIME", help="Stop after 90s, 10m or 2h."
        ),
        precision_option("Stop when the figures asked for are known to +-X, such as 0.1%."),
        click.option(
            "--deals", type=Count(), help="Deals of each arm, such as 2e6 (tenures, of banks)."
        ),
    ):
        wrapped = option(wrapped)
    return wrapped


def command_line() -> str:
    """What was typed, without the flags that do not touch the result."""
    context = click.get_current_context()
    words: list[str] = []
    for param in context.command.params:
        name = param.name or ""
        source = context.get_parameter_source(name)
        if source is None or source.name != "COMMANDLINE" or name in _OF_NO_WEIGHT:
            continue
        value = context.params[name]
        if isinstance(param, click.Argument):
            words.insert(0, str(value))
        elif value is True:
            words.append(param.opts[0])
        elif name == "tables":
            words += [param.opts[0], "{}:{}".format(*value)]
        else:
            for one in value if isinstance(value, tuple) else (value,):
                words += [param.opts[0], str(one).removesuffix(".0")]
    return shlex.join(["pontoon", context.info_name or "", *words])


_OF_NO_WEIGHT = ("threads", "dask", "out", "resume", "extend", "plan", "json_path")


def play(experiment: Experiment, flags: Flags) -> None:
    """Plan or play an experiment and print what came of it."""
    from pontoon_sim.base.files import check_outputs

    said = command_line()
    if flags.goes_on and flags.out is not None:  # the folder holds what is played, flags and all
        said = shlex.join(["pontoon", "run", str(Path(flags.out) / "experiment.toml")])
    check_outputs(path for path in (flags.json_path,) if path not in (None, "-"))

    from pontoon_sim.cli.progress import say_when_compiling
    from pontoon_sim.experiments.setup import setup_of
    from pontoon_sim.run.cluster import executor_from

    setup = setup_of(experiment)
    if flags.plan:
        _plan(experiment, setup, flags)
        return
    from pontoon_sim.experiments.forecast import forecast
    from pontoon_sim.experiments.play import run_experiment
    from pontoon_sim.experiments.work import changed

    say_when_compiling([seat for arm in setup.arms for seat in arm.seats])
    wanted = flags.precision or experiment.precision
    if wanted is not None and flags.deals is None and not flags.goes_on:
        asked = changed(experiment, flags.deals, flags.precision, flags.seed)
        found = forecast(asked, threads=flags.threads)
        click.echo(forecast_words(experiment, setup, found, asked.precision), err=True)
    watcher = Watcher(experiment, setup, flags)
    try:
        with executor_from(flags.dask, flags.threads) as executor, watcher.bar.running():
            outcome = run_experiment(
                experiment,
                command=said,
                out=flags.out,
                deals=flags.deals,
                precision=flags.precision,
                budget=flags.budget,
                seed=flags.seed,
                threads=flags.threads,
                executor=executor,
                resume=flags.resume,
                extend=flags.extend,
                tables=flags.tables,
                progress=watcher,
            )
    except KeyboardInterrupt:
        click.echo("Stopped by Ctrl-C before any deals were counted.", err=True)
        raise click.exceptions.Exit(130) from None
    _give_out(outcome, flags)


class Watcher:
    """The running figures on a bar; call it as `run_experiment` calls its `progress`."""

    def __init__(self, experiment: Experiment, setup: Setup, flags: Flags) -> None:
        from pontoon_sim.cli.progress import Bar, Course

        self.bar = Bar(Course())
        self.precision = flags.precision or experiment.precision
        self.budget = flags.budget
        self.confidence = experiment.confidence
        self.chips = experiment.kind == "bank value"
        self.difference = any(reference is not None for reference in setup.references)
        self.began = time.monotonic()

    def __call__(self, point: CoursePoint, planned: int) -> None:
        if self.bar.shown:
            self.bar.advance(round(1000 * self.share(point, planned)), 1000, self.words(point))

    def share(self, point: CoursePoint, planned: int) -> float:
        """How much of the run is done: by deals, time or precision, whichever ends it first."""
        from pontoon_sim.statistics.intervals import anytime_half_width

        shares = [point.deals / planned]
        if self.budget is not None:
            shares.append((time.monotonic() - self.began) / self.budget)
        worst = max(point.ses, default=0.0)
        if self.precision is not None and worst > 0 and point.tables > 1:
            half = anytime_half_width(worst, point.tables, self.confidence)
            shares.append((self.precision / half) ** 2)
        return min(max(shares), 1.0)

    def words(self, point: CoursePoint) -> str:
        """The figure of the largest error: of all those asked for it is known last."""
        known = [(se, i) for i, se in enumerate(point.ses) if se == se]
        if not known:
            return ""
        se, i = max(known)
        factor, unit = (1, "chips") if self.chips else (100, "%")
        what = "difference" if self.difference else "bank" if self.chips else "banker's edge"
        more = f" (least sure of {len(known)})" if len(known) > 1 else ""
        return f"{what} {factor * point.values[i]:+.3f} {unit}, SE {factor * se:.3f}{more}"


def _plan(experiment: Experiment, setup: Setup, flags: Flags) -> None:
    from pontoon_sim.cli.progress import say_when_compiling
    from pontoon_sim.experiments.forecast import forecast
    from pontoon_sim.experiments.work import changed

    if flags.goes_on or flags.tables is not None or flags.out is not None:
        raise PontoonError("--plan plays a pilot and keeps nothing: leave out --out and its flags")
    if flags.dask is not None:
        raise PontoonError("--plan plays its pilot on this machine: leave out --dask")
    if flags.budget is not None:
        raise PontoonError("--plan says how long a run takes: leave out --budget")
    say_when_compiling([seat for arm in setup.arms for seat in arm.seats])
    asked = changed(experiment, flags.deals, flags.precision, flags.seed)
    found = forecast(asked, threads=flags.threads)
    wanted = asked.precision
    if flags.json_path is not None:
        write_json(
            flags.json_path,
            {
                "schema": 1,
                "deals": found.deals,
                "seconds": found.seconds,
                "anytime_half_width": found.half_width,
                "precision": wanted,
            },
        )
    if flags.json_path != "-":
        click.echo(forecast_words(experiment, setup, found, wanted))


def forecast_words(experiment: Experiment, setup: Setup, found: Any, wanted: float | None) -> str:
    """A forecast as a sentence or two."""
    unit = "tenures" if experiment.kind == "bank value" else "deals"
    games = f" of each of the {len(setup.arms)} arms" if len(setup.arms) > 1 else ""
    compared = any(reference is not None for reference in setup.references)
    figures = "every difference" if compared else "every figure" if games else "the figure"
    if experiment.kind == "bank value":
        half = f"{found.half_width:.3g} chips"
    else:
        half = f"{100 * (found.half_width if wanted is None else wanted):.3g} % of the stakes"
    takes = f"{found.deals:,} {unit}{games} take about {_time(found.seconds)} here"
    if wanted is None:
        return f"{takes}; {figures} will be known to about +-{half}."
    return f"To know {figures} to +-{half}, about {takes}."


def _time(seconds: float) -> str:
    for limit, size, name in ((100, 1, "s"), (6000, 60, "min"), (1e6, 3600, "h")):
        if seconds < limit:
            return f"{max(seconds / size, 1):.0f} {name}"
    return f"{seconds / 86400:.0f} days"


def _give_out(outcome: Outcome, flags: Flags) -> None:
    from rich.console import Console

    from pontoon_sim.report.experiments import print_outcome, result_form

    if flags.json_path is not None:
        write_json(flags.json_path, result_form(outcome))
    if flags.json_path != "-":
        print_outcome(Console(highlight=False), outcome)
        for path in (flags.json_path, flags.out):
            if path is not None:
                click.echo(f"Written: {path}")
    if outcome.stopped == "interrupted":
        kept = (
            "what was played is kept. To go on:\n"
            f"  pontoon run --resume --out {shlex.quote(flags.out)}"
            if flags.out is not None
            else "nothing is kept without --out DIR."
        )
        click.echo(f"Stopped by Ctrl-C; {kept}", err=True)
        raise click.exceptions.Exit(130)


# --- experiments from flags -----------------------------------------------------------------------

_LINE_UP = ("players", "banker", "rules", "of")


def base_of(
    rules: str | None,
    sets: Iterable[str],
    seats: int | None,
    players: str | None,
    banker: str | None,
    **others: Any,
) -> dict[str, Any]:
    """What the flags of a line-up say, as an experiment file would."""
    said = {
        "rules": rules,
        "seats": seats,
        "players": players,
        "banker": banker,
        "set": dict(assignment(text) for text in sets),
        **others,
    }
    return {key: value for key, value in said.items() if value not in (None, {}, [])}


def arm_of(text: str) -> dict[str, Any]:
    """An arm from `NAME: key=value key=value`.

    >>> arm_of("late: players=stick16 stick_min=16")
    {'name': 'late', 'players': 'stick16', 'set': {'stick_min': 16}}
    >>> arm_of("stick16")
    {'name': 'stick16', 'players': 'stick16'}
    >>> arm_of("mix(stick15:1,stick16:1)")["players"]
    'mix(stick15:1,stick16:1)'
    >>> arm_of("of='position 0'")
    {'name': "of='position 0'", 'of': 'position 0'}
    """
    at = _colon(text)
    name, colon, rest = (text, "", "") if at < 0 else (text[:at], ":", text[at + 1 :])
    if not colon or "=" in name:
        name, rest = text, text
        if "=" not in text:
            return {"name": Path(text).stem, "players": text.strip()}
    arm: dict[str, Any] = {"name": name.strip()}
    for word in re.findall(r"""(?:"[^"]*"|'[^']*'|[^\s"'])+""", rest):
        key, value = assigned("--arm", text, word)
        if key in Rules.model_fields and key != "seats":
            arm.setdefault("set", {})[key] = value
        else:
            arm[key] = value
    return arm


def _colon(text: str) -> int:
    """Place of the colon after an arm's name, which is none within brackets; -1 without one."""
    depth = 0
    for place, letter in enumerate(text):
        depth += (letter == "(") - (letter == ")")
        if letter == ":" and depth == 0:
            return place
    return -1


def assigned(flag: str, text: str, word: str) -> tuple[str, Any]:
    """`key=value` with the value as a whole number, true, false or text."""
    key, sign, value = word.partition("=")
    value = value.strip("\"'")
    if not sign or not key or not value:
        raise PontoonError(
            f"{flag} {text}: '{word}' is not key=value; the arm's name ends in a colon, as in"
            " 'late: stick_min=17'"
        )
    return key, value if key in _LINE_UP else plain(value)


def plain(word: str) -> bool | int | str:
    """A word as a setting's value.

    >>> plain("true"), plain("16"), plain("every_deal")
    (True, 16, 'every_deal')
    """
    if word.lower() in ("true", "false"):
        return word.lower() == "true"
    return int(word) if re.fullmatch(r"-?\d+", word, re.A) else word


def over_of(text: str) -> dict[str, Any]:
    """What to go over, from `WHAT=VALUE,VALUE`, or `WHAT=2:8` for whole numbers.

    >>> over_of("banker=draw_below_15,draw_below_16")
    {'what': 'banker', 'values': ['draw_below_15', 'draw_below_16']}
    >>> over_of("seats=2:4")
    {'what': 'seats', 'values': [2, 3, 4]}
    """
    from pontoon_sim.base.namelists import split_list

    what, sign, rest = text.partition("=")
    what = what.strip()
    if not sign or not what or not rest.strip():
        raise PontoonError(f"--over {text}: write what and its values, such as seats=2,4,6")
    dash = re.fullmatch(r"\s*(\d{1,6})-(\d{1,6})\s*", rest, re.A)
    if dash is not None:
        raise PontoonError(f"--over {text}: write a range as {what}={dash[1]}:{dash[2]}")
    span = re.fullmatch(r"\s*(\d{1,6}):(\d{1,6})\s*", rest, re.A)
    if span is not None:
        low, high = int(span[1]), int(span[2])
        if not low < high < low + 1000:
            raise PontoonError(f"--over {text}: the second number must be larger")
        return {"what": what, "values": list(range(low, high + 1))}
    words = split_list(rest, "--over")
    if "" in words:
        raise PontoonError(f"--over {text}: a value is missing between two commas")
    return {"what": what, "values": [w if what in _LINE_UP else plain(w) for w in words]}
