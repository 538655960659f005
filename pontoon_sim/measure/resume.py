"""Going on with a run that was stopped: its result file is read back and the rest is played.

Tables are played in order and merged as integers, so a run in two parts gives the same tallies as
a run in one.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pontoon_sim import BEHAVIOUR
from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import read_bytes
from pontoon_sim.engine.tallies import Tallies
from pontoon_sim.game.rules import Rules
from pontoon_sim.results.result import SCHEMA, Result, checksum
from pontoon_sim.strategies.model import Seat


def begun_from(
    path: str | Path,
    rules: Rules,
    seats: Sequence[Seat],
    seed: int,
    deals_per_table: int,
) -> Result:
    """The first part of a run from its result file, ready for `simulate(..., begun=...)`.

    Raises
    ------
    PontoonError
        The file cannot be read, is no result, or belongs to another run: one sentence.
    """
    form = _read(Path(path))
    place = f"result file '{path}'"
    part = Result(
        rules=rules,
        seats=tuple(seats),
        seed=seed,
        deals_per_table=deals_per_table,
        tallies=Tallies(),
    )
    mine = part.inputs()
    for name, value in mine.items():
        if form.get(name) != value:
            raise PontoonError(
                f"{place} is of another run: its {name} {_differ(form.get(name), value)};"
                " go on with the same rules, players, seed and deals per table"
            )
    if form.get("checksum") != checksum(mine, form["tallies"]):
        raise PontoonError(
            f"{place} is damaged (its checksum does not fit its tallies): play from the start"
        )
    tallies, seconds = Tallies.from_dict(form["tallies"]), form["seconds"]
    if not isinstance(seconds, int | float):
        raise PontoonError(f"{place} is damaged: its seconds are no number")
    if tallies.deals != tallies.tables * deals_per_table:
        raise PontoonError(f"{place} is of a finished run: its last table cannot be played on")
    return Result(
        rules=rules,
        seats=tuple(seats),
        seed=seed,
        deals_per_table=deals_per_table,
        tallies=tallies,
        seconds=seconds,
    )


def _read(path: Path) -> dict[str, Any]:
    if path.is_dir():
        raise PontoonError(
            f"'{path}' is a folder: 'pontoon run --resume --out {path}' goes on with a run's folder"
        )
    content = read_bytes(path, "result")
    try:
        form = json.loads(content)
    except ValueError:
        raise PontoonError(f"result file '{path}' is not JSON") from None
    if not isinstance(form, dict) or "tallies" not in form:
        raise PontoonError(f"result file '{path}' is not the result of 'pontoon simulate'")
    if form.get("schema") != SCHEMA or form.get("behaviour") != BEHAVIOUR:
        raise PontoonError(
            f"result file '{path}' was written by another version of this program, whose deals may"
            " differ: play from the start"
        )
    return form


def _differ(there: Any, here: Any) -> str:
    if isinstance(there, int) and isinstance(here, int):
        return f"is {there} there and {here} here"
    if isinstance(there, dict) and isinstance(here, dict):
        changed = [name for name in here if there.get(name) != here[name]]
        return f"differ in {', '.join(changed)}"
    return "differ"
