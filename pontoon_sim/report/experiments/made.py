"""How a report was made: everything that is needed to get the same numbers again."""

from __future__ import annotations

import math
from collections.abc import Sequence

from pontoon_sim import BEHAVIOUR, __version__
from pontoon_sim.base.namelists import names_of
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.game.rules import Rules, toml_value
from pontoon_sim.report.words import interval_word
from pontoon_sim.results.comparison import Comparison
from pontoon_sim.strategies.model import Seat

MOST_RANGES = 6
"""Ranges of tables that are named one by one."""


def how_made(outcome: Outcome) -> list[str]:
    """Everything that is needed to get the same numbers again, but for the command."""
    arms = outcome.setup.arms
    lines = [*_rules_lines([arm.rules for arm in arms], [arm.name for arm in arms])]
    lines.append(
        "Strategies: " + ", ".join(_strategies([seat for arm in arms for seat in arm.seats]))
    )
    if outcome.comparison is None:
        value = outcome.banks[0]
        tenures = sum(one.moments.tables for one in outcome.banks)
        seconds = sum(one.seconds for one in outcome.banks)
        lines.append(f"Seed {value.seed}; {value.moments.tables:,} tenures of each game.")
        lines += _part(outcome)
        return [*lines, _versions(f"{tenures:,} tenures", seconds)]
    comparison = outcome.comparison
    packs = (
        ""
        if len(arms) == 1
        else (
            " Every arm played the same packs."
            if comparison.trial.paired
            else " Arm i (from 0) has the seed plus i: packs of its own."
        )
    )
    lines.append(
        f"Seed {comparison.trial.seed}; {comparison.sums.tables:,} independent tables of"
        f" {comparison.trial.deals_per_table:,} deals; errors are over tables.{packs}"
    )
    lines += _part(outcome)
    deals = comparison.deals * len(arms)
    of_each = f" ({comparison.deals:,} of each arm)" if len(arms) > 1 else ""
    lines.append(_versions(f"{deals:,} deals{of_each}", comparison.seconds))
    return [*lines, *_ended(comparison)]


def _part(outcome: Outcome) -> list[str]:
    """Which tables these are, where they are not all from the first one on."""
    ranges = outcome.part
    if not ranges and outcome.comparison is not None:
        ranges = outcome.comparison.ranges
        if len(ranges) <= 1 and all(first == 0 for first, _ in ranges):
            return []
    if not ranges:
        return []
    told = [f"{first}:{last}" for first, last in ranges]
    more = f" and {len(told) - MOST_RANGES} ranges more" if len(told) > MOST_RANGES else ""
    words = ", ".join(told[:MOST_RANGES]) + more if more else names_of(told)
    return [f"Tables {words} of the run, of which they are only a part."]


def _versions(played: str, seconds: float) -> str:
    return f"pontoon_sim {__version__}, behaviour {BEHAVIOUR}; {played} in {seconds:,.1f} s."


def _ended(comparison: Comparison) -> list[str]:
    """Why the run ended, where that is not because it was done."""
    half = comparison.half_width
    got = f"+-{100 * half:.3g} %" if math.isfinite(half) else "not known yet"
    level = interval_word(comparison.confidence, True)
    if comparison.precision is not None:
        wanted = f"+-{100 * comparison.precision:g} %"
        if comparison.stopped == "precise":
            return [
                f"Stopped when the widest {level} had narrowed to {got} ({wanted} was asked for)."
            ]
        return [f"The precision of {wanted} was not reached: the widest {level} is {got}."]
    if comparison.stopped == "interrupted":
        return ["Stopped by hand before it was done, so the intervals are anytime-valid ones."]
    return ["Stopped when its time was up."] if comparison.stopped == "budget" else []


def _rules_lines(rules: Sequence[Rules], names: Sequence[str]) -> list[str]:
    """What all arms have in common of the rules, and what sets them apart."""
    every = [one.changed for one in rules]
    shared = {
        key: value
        for key, value in every[0].items()
        if all(key in one and one[key] == value for one in every)
    }
    lines = [f"Rules: standard{_settings(shared, ', but ', ', nothing changed')}."]
    apart = [{key: value for key, value in one.items() if key not in shared} for one in every]
    keys = list(dict.fromkeys(key for one in apart for key in one))
    told = [
        f"{key} = {' or '.join(dict.fromkeys(toml_value(one.model_dump()[key]) for one in rules))}"
        for key in keys
    ]
    if told:
        lines.append(f"Between arms: {'; '.join(told)}.")
    limits = dict.fromkeys(f"{one.stake_min} to {one.stake_max}" for one in rules)
    return [*lines, f"Stakes: {' or '.join(limits)} chips."]


def _settings(changed: dict[str, object], lead: str, none: str) -> str:
    if not changed:
        return none
    return lead + ", ".join(f"{name} = {toml_value(value)}" for name, value in changed.items())


def _strategies(seats: Sequence[Seat]) -> list[str]:
    """Every strategy once, with the hash of its file."""
    found = {
        f"{one.name} (file {one.content_hash[:8]})"
        for seat in seats
        for one in (seat.player, seat.banker)
    }
    return sorted(found)
