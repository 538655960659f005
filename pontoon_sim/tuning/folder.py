"""The folder of a tuning run: its state after every round, the strategy so far, the report.

Each file is written whole or not at all, so that a run that is killed goes on from its last round.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import check_outputs, write_text

STATE, REPORT, RESULT, CURVE = "state.json", "report.txt", "result.json", "curve.png"
SCHEMA = 1


class Folder:
    """A folder with one run in it.

    Parameters
    ----------
    path : str or Path
        Made where it is missing.

    Raises
    ------
    PontoonError
        It cannot be made or written to.
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        if self.path.is_dir() and not (self.path / STATE).exists() and any(self.path.iterdir()):
            raise PontoonError(
                f"--out {path}: the folder is not empty and holds no tuning run: name a new one"
            )
        try:
            self.path.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise PontoonError(f"--out {path}: cannot be made: {error.strerror}") from None
        check_outputs(self.path / name for name in (STATE, REPORT, RESULT, CURVE))

    def begun(self, inputs: dict[str, Any]) -> dict[str, Any] | None:
        """The state that an earlier part of the same run has left, or None.

        Raises
        ------
        PontoonError
            Another run's state lies here.
        """
        file = self.path / STATE
        if not file.exists():
            return None
        try:
            form = json.loads(file.read_bytes())
            there = form["inputs"]
        except (OSError, ValueError, KeyError, TypeError):
            raise PontoonError(
                f"'{file}' is no state of a tuning run: take another folder for --out"
            ) from None
        here = json.loads(json.dumps(inputs))
        if form.get("schema") != SCHEMA or there != here:
            unlike = [
                key for key in here if not isinstance(there, dict) or there.get(key) != here[key]
            ]
            raise PontoonError(
                f"'{file}' is of another run (its {', '.join(unlike) or 'form'} differ): take"
                " another folder for --out, or the same strategy, game and seed to go on with it"
            )
        state: dict[str, Any] = form["state"]
        return state

    def keep(self, inputs: dict[str, Any], state: dict[str, Any]) -> None:
        """Write the state of the run so far."""
        form = {"schema": SCHEMA, "inputs": inputs, "state": state}
        write_text(self.path / STATE, json.dumps(form) + "\n")

    def write(self, name: str, text: str) -> Path:
        """Write a file of the run."""
        write_text(self.path / name, text)
        return self.path / name

    def read(self, state: dict[str, Any], make: Callable[[dict[str, Any]], Any]) -> Any:
        """What `make` makes of a state.

        Raises
        ------
        PontoonError
            The state is damaged.
        """
        try:
            return make(state)
        except (KeyError, TypeError, ValueError, IndexError):
            raise PontoonError(
                f"'{self.path / STATE}' is damaged: take another folder for --out"
            ) from None
