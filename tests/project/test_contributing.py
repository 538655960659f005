"""docs/contributing.md names files and names that there are, and the picture of the layers is that
of the imports."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAGE = (ROOT / "docs" / "contributing.md").read_text("utf-8")
TASKS = re.split(r"^### ", PAGE.partition("## Ten tasks")[2].partition("\n## ")[0], flags=re.M)[1:]


def test_ten_tasks():
    assert len(TASKS) == 10


@pytest.mark.parametrize("task", TASKS, ids=lambda task: task.partition("\n")[0])
def test_files_and_names_of_a_task_exist(task):
    paths = re.findall(r"`((?:pontoon_sim|tests|docs|strategies)/[\w/.]*)`", task)
    assert paths
    for path in paths:
        assert (ROOT / path).exists(), path
    text = "".join(
        file.read_text("utf-8")
        for path in paths
        for file in ([ROOT / path] if (ROOT / path).is_file() else (ROOT / path).glob("*.py"))
    )
    for name in re.findall(r"`([A-Z][A-Z_]+)`", task):
        assert name in text, name


def test_every_room_stands_in_the_table():
    rooms = {path.parent.name for path in (ROOT / "pontoon_sim").glob("*/__init__.py")}
    rooms |= {path.stem for path in (ROOT / "pontoon_sim").glob("*.py")} - {"__init__"}
    table = PAGE.partition("| room |")[2].partition("\n\n")[0]
    assert rooms <= set(re.findall(r"`(\w+)`", table))


def test_the_picture_of_the_layers_is_current():
    spec = importlib.util.spec_from_file_location("layers", ROOT / "docs" / "layers.py")
    assert spec is not None and spec.loader is not None
    layers = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(layers)
    assert layers.PICTURE.read_text("utf-8") == layers.draw(), "run 'make layers'"
