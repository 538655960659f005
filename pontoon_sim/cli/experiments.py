"""Arms, games and values to go over, as flags say them: what `compare`, `sweep`, `simulate` and
`bank` make experiments of."""

from __future__ import annotations

import re
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import click

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.cli.options import Command, Count, lineup_options, rules_options
from pontoon_sim.game.rules import Rules, assignment


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
    return int(word) if re.fullmatch(r"-?\d{1,30}", word, re.A) else word


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
