"""The files of a report: text, page, numbers and pictures, each whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path

from pontoon_sim.base.errors import PontoonError
from pontoon_sim.base.files import write_bytes, write_text
from pontoon_sim.experiments.outcome import Outcome
from pontoon_sim.report.experiments.contents import contents_of
from pontoon_sim.report.experiments.markdown import markdown
from pontoon_sim.report.experiments.page import page
from pontoon_sim.report.experiments.results import csv_text, parquet_bytes, result_form
from pontoon_sim.report.plots.style import png


def write_report(outcome: Outcome, folder: str | Path) -> list[Path]:
    """Write every file of the report into a folder, which is made where it is not there.

    Files of an earlier report of the same names are replaced.

    Returns
    -------
    list of Path
        What was written, the page first.

    Raises
    ------
    PontoonError
        One sentence that names the file that cannot be written.
    """
    # all of it is made before any of it is written, so a fault leaves an earlier report alone
    contents = contents_of(outcome)
    target = Path(folder)
    texts = {
        target / "report.html": page(contents),
        target / "report.md": markdown(contents),
        target / "result.json": json.dumps(result_form(outcome), indent=2) + "\n",
        target / "results.csv": csv_text(outcome),
    }
    pictures = {
        target / "plots" / f"{shown.name}.png": png(shown.figure) for shown in contents.pictures
    }
    parquet = parquet_bytes(outcome)
    if parquet is not None:
        pictures[target / "results.parquet"] = parquet
    try:
        (target / "plots").mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise PontoonError(f"'{target}' cannot be written: {error.strerror}") from None
    for path, text in texts.items():
        write_text(path, text)
    for path, content in pictures.items():
        write_bytes(path, content)
    return [*texts, *pictures]
