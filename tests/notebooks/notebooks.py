"""The notebooks, executed: by the tests with few deals, and anew by `make notebooks`.

`python tests/notebooks/notebooks.py [NAME ...]` runs each from top to bottom and stores it with
what it shows; look at the difference, and at the pictures, before it is committed. Notebooks are
written in Jupyter like any others; the one thing asked of them is a cell with the tag `parameters`
that sets DEALS.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path
from typing import Any

import nbformat
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "notebooks"
BOOKS = sorted(FOLDER.glob("*.ipynb"))

_DEALS = re.compile(r"^DEALS = [\d_]+$", re.M)


def read(path: Path) -> Any:
    """A notebook, checked against the format."""
    book = nbformat.read(path, as_version=4)
    nbformat.validate(book)
    return book


def lower(book: Any, deals: int) -> None:
    """Set DEALS in the cell that is there for it."""
    (cell,) = [cell for cell in book.cells if "parameters" in cell.metadata.get("tags", ())]
    cell.source, times = _DEALS.subn(f"DEALS = {deals:_}", cell.source)
    assert times == 1, "the parameters cell has one line DEALS = ..."


class ThisPython(AsyncKernelManager):
    """Kernels of the Python that runs this, whatever kernel a person has installed."""

    def format_kernel_cmd(self, extra_arguments: list[str] | None = None) -> list[str]:
        """The command that starts the kernel."""
        return [sys.executable, *super().format_kernel_cmd(extra_arguments)[1:]]


def execute(book: Any) -> None:
    """Run all cells with this Python and this checkout; an error in any of them is raised."""
    path = os.pathsep.join(filter(None, (str(ROOT), os.environ.get("PYTHONPATH"))))
    client = NotebookClient(
        book,
        kernel_manager_class=ThisPython,
        extra_arguments=["--log-level=ERROR"],
        timeout=600,
        record_timing=False,
        resources={"metadata": {"path": str(FOLDER)}},
    )
    client.execute(env={**os.environ, "PYTHONPATH": path})


def tidy(book: Any) -> None:
    """Leave out what differs from machine to machine and tells a reader nothing."""
    book.metadata = {
        "kernelspec": {"display_name": "Python 3", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }


def rewrite(paths: list[Path]) -> None:
    """Execute notebooks and store them with their outputs."""
    for path in paths:
        print(path.name, flush=True)
        book = read(path)
        execute(book)
        tidy(book)
        nbformat.write(book, path)


if __name__ == "__main__":
    rewrite([FOLDER / f"{Path(name).stem}.ipynb" for name in sys.argv[1:]] or BOOKS)
