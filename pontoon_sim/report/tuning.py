"""A tuning run as text, JSON and a plot of its course. No play here."""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter
from rich.console import Console
from rich.text import Text

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.base.files import write_bytes
from pontoon_sim.report.plots import BANK, INK
from pontoon_sim.report.tables import Noted, noted
from pontoon_sim.report.words import confidence_word, digits, fixed, row_of
from pontoon_sim.statistics.estimates import CONFIDENCE, Estimate
from pontoon_sim.tuning.final import Final
from pontoon_sim.tuning.game import Game
from pontoon_sim.tuning.provenance import others
from pontoon_sim.tuning.rounds import Tuning
from pontoon_sim.tuning.search import BLOCK_DEALS, BLOCKS, Search

ROWS = 20
"""Changes shown on the terminal."""


@dataclass(frozen=True)
class Telling:
    """A finished run, ready to be told.

    Attributes
    ----------
    course : Noted
        The table of its rounds or trials.
    points : list of (int, Estimate)
        Deals played in the search, and the gain over the start then.
    how : str
        How much was played, in a sentence.
    payload : dict
        What its JSON has beside the result.
    """

    game: Game
    final: Final
    course: Noted
    points: list[tuple[int, Estimate]]
    how: str
    payload: dict[str, Any]
    command: str


def of_rounds(tuning: Tuning, final: Final, command: str) -> Telling:
    """The telling of a table improved by play."""
    game, course = tuning.game, tuning.course
    scale, unit = game.objective.shown(game.rules.stake_min)
    lines, points, deals = [], [], 0
    for number, one in enumerate(course.rounds, 1):
        gain = Estimate(**one.gain)
        value, se, _, _ = row_of(gain, scale)
        left = "-" if game.objective.name == "ruin" else fixed(scale * one.undecided, 2)
        lines.append(
            [
                str(number),
                f"{one.pooled:,}",
                str(one.tested),
                str(len(one.changes)),
                value,
                se,
                left,
            ]
        )
        deals += one.deals
        points.append((deals, gain))
    table = noted(
        "Rounds",
        ("round", "deals tried", "answers", "changed", "gain so far", "SE", "left at most"),
        lines,
        f"gain so far: over the start, paired, on packs of their own ({unit}). left at most: what"
        " single changes might still gain, the sum of upper 95 % limits. A round without a change"
        " adds its deals to the next. A change needs to be better by Holm's test; the chance that"
        f" any of all rounds is taken for better and is not is at most {100 * tuning.error:g} %.",
    )
    seconds = sum(one.seconds for one in course.rounds)
    how = (
        f"{course.deals:,} deals explored in {len(course.rounds)} rounds and {seconds:.0f} s: each"
        " played again with every other answer to every decision. "
    )
    payload = {"family_error": tuning.error, "rounds": course.as_dict()["rounds"]}
    return Telling(game, final, table, points, how, payload, command)


def of_search(search: Search, final: Final, command: str) -> Telling:
    """The telling of a search of parameters."""
    game, course = search.game, search.course
    scale, unit = game.objective.shown(game.rules.stake_min)
    names = list(search.spread)
    places = {
        name: max(len(str(end)) for end in (one.low, one.high, search.start[name]))
        for name, one in search.spread.items()
    }
    lines, points, deals = [], [], 0
    best = Estimate(0.0, 0.0, 0.0, 0.0)
    for number, one in enumerate(course.trials, 1):
        gain = Estimate(**one.gain)
        deals += 0 if one.again else one.blocks
        best = gain if one.best else best
        points.append((deals * BLOCK_DEALS, best))
        if not one.again:
            value, se, _, _ = row_of(gain, scale)
            mark = "refused" if one.refused else "best" if one.best else ""
            values = " ".join(f"{one.values[name]:{wide}}" for name, wide in places.items())
            lines.append([values, str(number), str(one.blocks), value, se, mark])
    table = noted(
        "Candidates",
        ("values", "trial", "blocks", "gain", "SE", ""),
        lines,
        f"values: of {', '.join(names)}. gain: over the start, paired, on the same packs ({unit})."
        f" blocks: of {BLOCK_DEALS:,} deals; few where it was dropped, far below the best so far,"
        " many where it led narrowly.",
    )
    tried = sum(not one.again and not one.refused for one in course.trials)
    dropped = sum(0 < one.blocks < BLOCKS and not one.again for one in course.trials)
    refused = sum(bool(one.refused) and not one.again for one in course.trials)
    how = (
        f"{tried} candidates, {dropped} of them dropped early, played {course.deals:,} deals in"
        f" {sum(one.seconds for one in course.trials):.0f} s, all on the same packs. "
    )
    if refused:
        how += f"The values of {refused} made no strategy that keeps the rules. "
    payload = {"best": search.best, "trials": course.as_dict()["trials"]}
    return Telling(game, final, table, points, how, payload, command)


def answer(told: Telling) -> str:
    """What came of it, in one sentence."""
    game, final = told.game, told.final
    scale, unit = game.objective.shown(game.rules.stake_min)
    gain, _, low, high = row_of(final.whole.gain, scale)
    places = digits(None if final.whole.gain.se is None else scale * final.whole.gain.se)
    before, after = (
        fixed(scale * figure.value, places, signed=game.objective.name != "ruin")
        for figure in (final.whole.before, final.whole.after)
    )
    return (
        f"{game.start.name} goes from {before} to {after}: a gain of {gain}"
        f" ({confidence_word(CONFIDENCE)} interval {low} to {high}; {unit}), with {others(game)},"
        f" on {final.deals:,} fresh deals."
    )


def _values(told: Telling) -> Noted:
    game, final = told.game, told.final
    scale, unit = game.objective.shown(game.rules.stake_min)
    signed = game.objective.name != "ruin"
    lines = [
        [name, *row_of(figure, scale, signed)]
        for name, figure in (("before", final.whole.before), ("after", final.whole.after))
    ]
    lines.append(["gain", *row_of(final.whole.gain, scale)])
    lines += [
        [f"{name}: net, % of initial stakes", *row_of(figure, 100)]
        for name, figure in zip(("before", "after"), final.net, strict=True)
    ]
    return noted(
        "Value on fresh packs",
        (f"{game.role} {game.start.name}", "value", "SE", "from", "to"),
        lines,
        f"The first three: {unit}. + is to the {game.role}'s good, shoot bets included.\n"
        f"The gain is paired: both played the same {final.deals:,} deals, none of which was used in"
        f" the search.\nfrom, to: {confidence_word(CONFIDENCE)} interval, over tables.",
    )


def _changes(told: Telling, most: int | None) -> Noted:
    game, changes = told.game, told.final.changes
    scale, unit = game.objective.shown(game.rules.stake_min)
    lines = []
    for one in changes[:most]:
        alone, alone_se, _, _ = row_of(one.alone, scale)
        last, last_se, _, _ = row_of(one.last, scale)
        lines.append([one.what, one.before, one.after, alone, alone_se, last, last_se])
    note = (
        f"{unit}. alone: the first strategy with this change only; last: what the final strategy"
        " would lose without it."
    )
    if len(lines) < len(changes):
        note += f" {len(changes) - len(lines)} more in the report."
    return noted(
        f"What changed: {len(changes)}",
        ("where", "from", "to", "alone", "SE", "last", "SE"),
        lines,
        note,
        words=3,
    )


def print_report(console: Console, told: Telling, rows: int | None = None) -> None:
    """Print the report; at most `rows` changes."""
    console.print(Text(answer(told), style="bold"))
    for table, note in (_values(told), _changes(told, rows), told.course):
        console.print()
        console.print(table)
        console.print(Text(note, style="dim"))
    how = (
        f"{told.how}Seeds follow from --seed {told.game.seed}; search and final measure have packs"
        f" of their own. pontoon_sim {__version__}, behaviour {BEHAVIOUR}."
    )
    console.print()
    console.print(Text("How this was made", style="bold"))
    console.print(Text(how))
    console.print(Text("The same again:"))
    console.print(Text(f"  {told.command}"), soft_wrap=True)


def report_text(told: Telling) -> str:
    """The whole report as plain text."""
    page = io.StringIO()
    print_report(Console(file=page, width=100, color_system=None), told)
    return page.getvalue()


def payload(told: Telling) -> dict[str, Any]:
    """The run as JSON."""
    game, final = told.game, told.final
    scale, unit = game.objective.shown(game.rules.stake_min)
    return {
        "schema": 1,
        "command": told.command,
        "inputs": game.inputs(),
        "strategy": game.tuned_name,
        "unit": unit,
        "times": scale,
        "fresh_deals": final.deals,
        "before": final.whole.before.as_dict(),
        "after": final.whole.after.as_dict(),
        "gain": final.whole.gain.as_dict(),
        "net_per_initial": [figure.as_dict() for figure in final.net],
        "changes": [one.as_dict() for one in final.changes],
        **told.payload,
    }


def learning_curve(
    ax: Axes, points: Sequence[tuple[int, Estimate]], scale: float, unit: str
) -> Axes:
    """Gain over the start by deals played in the search, with its interval."""
    deals = [0, *(n for n, _ in points)]
    gains = [0.0, *(scale * gain.value for _, gain in points)]
    halves = [0.0, *(scale * gain.half_width for _, gain in points)]
    low = [g - h for g, h in zip(gains, halves, strict=True)]
    high = [g + h for g, h in zip(gains, halves, strict=True)]
    ax.fill_between(deals, low, high, color=BANK, alpha=0.2, step="post")
    ax.step(deals, gains, where="post", color=BANK, lw=1.4)
    ax.plot(deals[1:], gains[1:], ".", color=BANK, ms=5)
    ax.axhline(0, color=INK, lw=0.8)
    ax.set_xlabel("deals of the search")
    ax.set_ylabel(f"gain over the start\n{unit}")
    ax.xaxis.set_major_formatter(EngFormatter())
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def write_curve(path: str | Path, told: Telling) -> None:
    """Draw the run's learning curve into a PNG file."""
    game = told.game
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    ax = learning_curve(figure.subplots(), told.points, *game.objective.shown(game.rules.stake_min))
    ax.set_title(answer(told).partition(":")[0], fontsize=11)
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110)
    write_bytes(path, content.getvalue())
