"""How a report was made: everything that is needed to get the same numbers again."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from rich.console import Console
from rich.text import Text

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.base.namelists import names_of
from pontoon_sim.base.toml import toml_value
from pontoon_sim.game.rules import Rules
from pontoon_sim.report.words import interval_word
from pontoon_sim.runs.checkpoint import ENDINGS

if TYPE_CHECKING:
    from pontoon_sim.experiments.outcome import Outcome
    from pontoon_sim.leagues.standings import Standings
    from pontoon_sim.results.result import Result
    from pontoon_sim.strategies.model import Seat

MOST_RANGES = 6
"""Ranges of tables that are named one by one."""


def print_provenance(console: Console, lines: Sequence[str], command: str) -> None:
    """Print how a report was made, and the command that makes it again."""
    console.print()
    console.print(Text("How this was made", style="bold"))
    for line in lines:
        console.print(Text(line))
    console.print(Text("The same again:"))
    # a command is to be copied as it is, so nothing may break it but the terminal itself
    console.print(Text(f"  {command}"), soft_wrap=True)


def game_made(result: Result) -> list[str]:
    """How one game was made."""
    level = f"the {interval_word(result.confidence, anytime=True)}"
    return [
        *rules_lines([result.rules]),
        strategies_line(result.seats),
        f"Seed {result.seed}; {result.tallies.tables:,} independent tables of"
        f" {result.deals_per_table:,} deals; errors are over tables.",
        versions_line(result.deals, f"{result.deals:,} deals", result.seconds),
        *ending_lines(result.stopped, result.precision, result.anytime_half_width, level),
    ]


def outcome_made(outcome: Outcome) -> list[str]:
    """How an experiment was made."""
    arms, comparison = outcome.setup.arms, outcome.comparison
    lines = [
        *rules_lines([arm.rules for arm in arms]),
        strategies_line(seat for arm in arms for seat in arm.seats),
    ]
    if comparison is None:
        value = outcome.banks[0]
        tenures = sum(bank.moments.tables for bank in outcome.banks)
        seconds = sum(bank.seconds for bank in outcome.banks)
        return [
            *lines,
            f"Seed {value.seed}; {value.moments.tables:,} tenures of each game.",
            *_part_lines(outcome),
            versions_line(tenures, f"{tenures:,} tenures", seconds),
            *ending_lines(value.stopped, None, None, ""),
        ]
    packs = ""
    if len(arms) > 1 and comparison.trial.paired:
        packs = " Every arm played the same packs."
    elif len(arms) > 1:
        packs = " Arm i (from 0) has the seed plus i: packs of its own."
    deals = comparison.deals * len(arms)
    level = f"the widest {interval_word(comparison.confidence, anytime=True)}"
    of_each = f" ({comparison.deals:,} of each arm)" if len(arms) > 1 else ""
    return [
        *lines,
        f"Seed {comparison.trial.seed}; {comparison.sums.tables:,} independent tables of"
        f" {comparison.trial.deals_per_table:,} deals; errors are over tables.{packs}",
        *_part_lines(outcome),
        versions_line(deals, f"{deals:,} deals{of_each}", comparison.seconds),
        *ending_lines(comparison.stopped, comparison.precision, comparison.half_width, level),
    ]


def league_made(standings: Standings) -> list[str]:
    """How a league was made, and what to judge it by."""
    league, terms = standings.league, standings.league.terms
    copies = league.seating.copies
    if league.regulars:
        seated = "Each bot plays alone against the same regulars, from every seat."
    else:
        again = f"{copies} times over (there are fewer bots than seats)"
        often = "once" if copies == 1 else again
        seated = f"In every round each bot sits in every seat {often}, in random line-ups."
    level, unit = "every anytime-valid interval", " of the least stake a deal"
    return [
        *rules_lines([league.rules]),
        strategies_line(bot.seat for bot in (*league.bots, *league.regulars)),
        f"{seated} All tables of a round play the same packs.",
        f"Seed {terms.seed}; {league.rounds:,} independent rounds of {league.seating.tables}"
        f" tables of {terms.deals_per_table:,} deals; errors are over rounds, simultaneous"
        f" intervals {'anytime-valid' if league.watched else 'by single-step max-t'}.",
        versions_line(league.deals, f"{league.deals:,} deals", league.seconds),
        *ending_lines(league.stopped, terms.precision, league.anytime_half_width, level, unit),
    ]


# --- the lines ------------------------------------------------------------------------------------


def versions_line(count: int, played: str, seconds: float) -> str:
    """By which version, how much was played, and how long it took."""
    rate = f" ({count / seconds:,.0f} a second)" if seconds else ""
    return f"pontoon_sim {__version__}, behaviour {BEHAVIOUR}; {played} in {seconds:,.1f} s{rate}."


def strategies_line(seats: Iterable[Seat]) -> str:
    """Every strategy once, with the hash of its file."""
    hashes = {
        strategy.name: strategy.content_hash[:8]
        for seat in seats
        for strategy in (seat.player, seat.banker)
    }
    return "Strategies: " + ", ".join(f"{name} (file {digest})" for name, digest in hashes.items())


def rules_lines(rules: Sequence[Rules]) -> list[str]:
    """What all arms have in common of the rules, and what sets them apart."""
    every = [one.changed for one in rules]
    shared = {
        key: value
        for key, value in every[0].items()
        if all(key in one and one[key] == value for one in every)
    }
    settings = ", ".join(f"{name} = {toml_value(value)}" for name, value in shared.items())
    lines = [f"Rules: standard, {f'but {settings}' if settings else 'nothing changed'}."]
    keys = dict.fromkeys(key for one in every for key in one if key not in shared)
    apart = [
        f"{key} = {' or '.join(dict.fromkeys(toml_value(one.model_dump()[key]) for one in rules))}"
        for key in keys
    ]
    if apart:
        lines.append(f"Between arms: {'; '.join(apart)}.")
    limits = dict.fromkeys(f"{one.stake_min} to {one.stake_max}" for one in rules)
    return [*lines, f"Stakes: {' or '.join(limits)} chips."]


def ending_lines(
    stopped: str, precision: float | None, half_width: float | None, level: str, unit: str = ""
) -> list[str]:
    """Why the run ended, where that is not because it was done; `half_width` is that of `level`,
    the widest of the anytime-valid intervals."""
    if stopped not in ENDINGS:
        return [f"Play ended before it was done, at a table after these: {stopped}."]
    if precision is None:
        return {
            "interrupted": ["Stopped by hand before it was done: the intervals are anytime-valid."],
            "budget": ["Stopped when its time was up."],
        }.get(stopped, [])
    known = half_width is not None and math.isfinite(half_width)
    reached = f"+-{100 * (half_width or 0):.3g} %" if known else "not known yet"
    wanted = f"+-{100 * precision:g} %{unit}"
    if stopped == "precise":
        return [f"Stopped when {level} had narrowed to {reached} ({wanted} was asked for)."]
    return [f"The precision of {wanted} was not reached: {level} is {reached}."]


def _part_lines(outcome: Outcome) -> list[str]:
    """Which tables these are, where they are not all from the first one on."""
    ranges = outcome.part
    if not ranges and outcome.comparison is not None:
        ranges = outcome.comparison.ranges
        if len(ranges) <= 1 and all(first == 0 for first, _ in ranges):
            return []
    if not ranges:
        return []
    names = [f"{first}:{last}" for first, last in ranges]
    if len(names) > MOST_RANGES:
        names = [*names[:MOST_RANGES], f"{len(names) - MOST_RANGES} ranges more"]
    return [f"Tables {names_of(names)} of the run, of which they are only a part."]
