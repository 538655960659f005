"""The folder of a tuning run: a checkpoint after every round, the strategy so far, the report.

Each file is written whole or not at all, so that a run that is killed goes on from its last round.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

from pontoon_sim.base.files import check_outputs, write_text
from pontoon_sim.runs.checkpoint import NAME, begin_folder, read_form, refusing_damage, write_form

REPORT, RESULT, CURVE = "report.txt", "result.json", "curve.png"
KIND = "rounds of tuning"


class Folder:
    """A folder with one run in it.

    Parameters
    ----------
    path : str or Path
    inputs : dict
        All that the run follows from, see `Game.inputs`.

    Raises
    ------
    PontoonError
        From every method, in one sentence.
    """

    def __init__(self, path: str | Path, inputs: dict[str, Any]) -> None:
        self.path, self._inputs = Path(path), inputs

    def begin(self) -> None:
        """Make the folder, in which nothing of value may lie."""
        begin_folder(self.path)
        check_outputs(self.path / name for name in (NAME, REPORT, RESULT, CURVE))

    def go_on(self, start: Callable[[dict[str, Any]], None]) -> None:
        """Hand the state that an earlier part of the same run has left to `start`."""
        place = f"'{self.path}' is of another run"
        form = read_form(self.path, KIND, self._inputs, place)
        with refusing_damage(self.path):
            start(form["state"])

    def keep(self, state: dict[str, Any]) -> None:
        """Write how far the run has come."""
        write_form(self.path, KIND, self._inputs, {"state": state})

    def write(self, name: str, text: str) -> None:
        """Write a file of the run."""
        write_text(self.path / name, text, follow=False)
