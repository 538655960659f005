"""A tuning run as text and JSON. No play here."""

from __future__ import annotations

import io
from dataclasses import dataclass
from typing import Any

from rich.console import Console
from rich.text import Text

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.report.provenance import print_provenance
from pontoon_sim.report.table import Table, print_tables, table_of_words
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
    course : Table
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
    course: Table
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
    table = table_of_words(
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
    names = list(search.distributions)
    places = {
        name: max(len(str(end)) for end in (one.low, one.high, search.start[name]))
        for name, one in search.distributions.items()
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
    table = table_of_words(
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


def _values(told: Telling) -> Table:
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
    return table_of_words(
        "Value on fresh packs",
        (f"{game.role} {game.start.name}", "value", "SE", "from", "to"),
        lines,
        f"The first three: {unit}. + is to the {game.role}'s good, shoot bets included.\n"
        f"The gain is paired: both played the same {final.deals:,} deals, none of which was used in"
        f" the search.\nfrom, to: {confidence_word(CONFIDENCE)} interval, over tables.",
    )


def _changes(told: Telling, most: int | None) -> Table:
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
    return table_of_words(
        f"What changed: {len(changes)}",
        ("where", "from", "to", "alone", "SE", "last", "SE"),
        lines,
        note,
        keys=3,
    )


def print_report(console: Console, told: Telling, rows: int | None = None) -> None:
    """Print the report; at most `rows` changes."""
    console.print(Text(answer(told), style="bold"))
    print_tables(console, [_values(told), _changes(told, rows), told.course])
    how = (
        f"{told.how}Seeds follow from --seed {told.game.seed}; search and final measure have packs"
        f" of their own. pontoon_sim {__version__}, behaviour {BEHAVIOUR}."
    )
    print_provenance(console, [how], told.command)


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
