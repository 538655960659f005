"""A tuning run as text, JSON and a plot of its course. No play here."""

from __future__ import annotations

import io
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from matplotlib.axes import Axes
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.ticker import EngFormatter
from rich.console import Console
from rich.text import Text

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.files import write_bytes
from pontoon_sim.plots import BANK, INK
from pontoon_sim.report.tables import Noted, noted
from pontoon_sim.report.words import confidence_word, digits, fixed, row_of
from pontoon_sim.stats import CONFIDENCE, Estimate
from pontoon_sim.tuning.final import Final
from pontoon_sim.tuning.provenance import others, tuned_name
from pontoon_sim.tuning.rounds import Tuning

ROWS = 20
"""Changes shown on the terminal."""


def _scaled(figure: Estimate, scale: float) -> tuple[str, str, str]:
    value, _, low, high = row_of(figure, scale)
    return value, low, high


def answer(tuning: Tuning, final: Final) -> str:
    """What came of it, in one sentence."""
    game = tuning.game
    scale, unit = game.objective.shown(game.rules.stake_min)
    gain, low, high = _scaled(final.whole.gain, scale)
    places = digits(None if final.whole.gain.se is None else scale * final.whole.gain.se)
    before, after = (
        fixed(scale * figure.value, places, signed=game.objective.name != "ruin")
        for figure in (final.whole.before, final.whole.after)
    )
    return (
        f"{game.start.name} goes from {before} to {after}: a gain of {gain} ({confidence_word(CONFIDENCE)}"
        f" interval {low} to {high}; {unit}), with {others(game)}, on {final.deals:,} fresh deals."
    )


def tables(tuning: Tuning, final: Final, rows: int | None = None) -> list[Noted]:
    """The tables behind the answer."""
    return [_values(tuning, final), _changes(tuning, final, rows), _rounds(tuning)]


def _values(tuning: Tuning, final: Final) -> Noted:
    game = tuning.game
    scale, unit = game.objective.shown(game.rules.stake_min)
    signed = game.objective.name != "ruin"
    lines = [
        [f"{name}: {unit}", *row_of(figure, scale, signed)]
        for name, figure in (("before", final.whole.before), ("after", final.whole.after))
    ]
    lines.append([f"gain: {unit}", *row_of(final.whole.gain, scale)])
    lines += [
        [f"{name}: net, % of the initial stakes", *row_of(figure, 100)]
        for name, figure in zip(("before", "after"), final.net, strict=True)
    ]
    return noted(
        "Value on fresh packs",
        (f"{game.role} {game.start.name}", "value", "SE", "from", "to"),
        lines,
        f"+ is to the {game.role}'s good, shoot bets included. The gain is paired: both played the"
        f" same {final.deals:,} deals, none of which was used in the search.\n"
        f"from, to: {confidence_word(CONFIDENCE)} interval, over tables.",
    )


def _changes(tuning: Tuning, final: Final, most: int | None) -> Noted:
    game = tuning.game
    scale, unit = game.objective.shown(game.rules.stake_min)
    shown = final.changes[:most]
    lines = []
    for one in shown:
        alone, alone_se, _, _ = row_of(one.alone, scale)
        last, last_se, _, _ = row_of(one.last, scale)
        lines.append([one.what, one.before, one.after, alone, alone_se, last, last_se])
    note = (
        f"{unit}. alone: the first strategy with this change only; last: what the final strategy"
        " would lose without it."
    )
    if len(shown) < len(final.changes):
        note += f" {len(final.changes) - len(shown)} more in the report."
    return noted(
        f"What changed: {len(final.changes)} answers",
        ("where", "from", "to", "alone", "SE", "last", "SE"),
        lines,
        note,
        words=3,
    )


def _rounds(tuning: Tuning) -> Noted:
    game = tuning.game
    scale, unit = game.objective.shown(game.rules.stake_min)
    lines = []
    for number, one in enumerate(tuning.course.rounds, 1):
        gain = Estimate(**one.gain)
        value, se, _, _ = row_of(gain, scale)
        still = "-" if game.objective.name == "ruin" else fixed(scale * one.undecided, 2)
        lines.append(
            [
                f"{number}",
                f"{one.pooled:,}",
                f"{one.tested}",
                f"{len(one.changes)}",
                value,
                se,
                still,
            ]
        )
    return noted(
        "Rounds",
        ("round", "deals tried", "answers", "changed", "gain so far", "SE", "left at most"),
        lines,
        f"gain so far: over the start, paired, on packs of their own ({unit}). left at most: what"
        " single changes might still gain, the sum of upper 95 % limits. A round without a change"
        " adds its deals to the next. A change needs to be better by Holm's test; the chance that"
        f" any of all rounds is taken for better and is not is at most {100 * tuning.error:g} %.",
    )


def how_made(tuning: Tuning, command: str) -> list[str]:
    """What is needed to get the same again."""
    game, course = tuning.game, tuning.course
    seconds = sum(one.seconds for one in course.rounds)
    return [
        f"{course.deals:,} deals explored in {len(course.rounds)} rounds and {seconds:.0f} s: each"
        " played again with every other answer to every decision. Seeds follow from --seed"
        f" {game.seed}; exploring, checking, the curve and the final measure have packs of their"
        f" own. pontoon_sim {__version__}, behaviour {BEHAVIOUR}.",
        "The same again:",
        f"  {command}",
    ]


def print_report(
    console: Console, tuning: Tuning, final: Final, command: str, rows: int | None = None
) -> None:
    """Print the report; at most `rows` changes."""
    console.print(Text(answer(tuning, final), style="bold"))
    for table, note in tables(tuning, final, rows):
        console.print()
        console.print(table)
        console.print(Text(note, style="dim"))
    console.print()
    console.print(Text("How this was made", style="bold"))
    for line in how_made(tuning, command):
        console.print(Text(line), soft_wrap=line.startswith("  "))


def report_text(tuning: Tuning, final: Final, command: str) -> str:
    """The whole report as plain text."""
    page = io.StringIO()
    print_report(Console(file=page, width=100, color_system=None), tuning, final, command)
    return page.getvalue()


def payload(tuning: Tuning, final: Final, command: str) -> dict[str, Any]:
    """The run as JSON."""
    game = tuning.game
    scale, unit = game.objective.shown(game.rules.stake_min)
    return {
        "schema": 1,
        "command": command,
        "inputs": game.inputs(),
        "strategy": tuned_name(game),
        "unit": unit,
        "times": scale,
        "fresh_deals": final.deals,
        "before": final.whole.before.as_dict(),
        "after": final.whole.after.as_dict(),
        "gain": final.whole.gain.as_dict(),
        "net_per_initial": [figure.as_dict() for figure in final.net],
        "changes": [one.as_dict() for one in final.changes],
        "family_error": tuning.error,
        "rounds": tuning.course.as_dict()["rounds"],
    }


def learning_curve(
    ax: Axes, points: Sequence[tuple[int, Estimate]], scale: float, unit: str
) -> Axes:
    """Gain over the start by deals explored, with its interval."""
    deals = [0, *(n for n, _ in points)]
    gains = [0.0, *(scale * gain.value for _, gain in points)]
    halves = [0.0, *(scale * gain.half_width for _, gain in points)]
    low = [g - h for g, h in zip(gains, halves, strict=True)]
    high = [g + h for g, h in zip(gains, halves, strict=True)]
    ax.fill_between(deals, low, high, color=BANK, alpha=0.2, step="post")
    ax.step(deals, gains, where="post", color=BANK, lw=1.4)
    ax.plot(deals[1:], gains[1:], ".", color=BANK, ms=5)
    ax.axhline(0, color=INK, lw=0.8)
    ax.set_xlabel("deals explored")
    ax.set_ylabel(f"gain over the start\n{unit}")
    ax.xaxis.set_major_formatter(EngFormatter())
    ax.spines[["top", "right"]].set_visible(False)
    return ax


def write_curve(path: str | Path, tuning: Tuning, title: str) -> None:
    """Draw the run's learning curve into a PNG file."""
    game = tuning.game
    points, deals = [], 0
    for one in tuning.course.rounds:
        deals += one.deals
        points.append((deals, Estimate(**one.gain)))
    figure = Figure(figsize=(8, 4.5), layout="constrained")
    FigureCanvasAgg(figure)
    ax = learning_curve(figure.subplots(), points, *game.objective.shown(game.rules.stake_min))
    ax.set_title(title, fontsize=11)
    content = io.BytesIO()
    figure.savefig(content, format="png", dpi=110)
    write_bytes(path, content.getvalue())
