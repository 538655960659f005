"""docs/strategies.md: its tables are those of the code, and its examples work."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

import pytest

from pontoon_sim.kernel import layout
from pontoon_sim.strategies import View, load, load_file, names
from pontoon_sim.strategies import check as check_module
from pontoon_sim.strategies import table as table_module
from pontoon_sim.strategies import view as view_module
from pontoon_sim.strategies.check import check
from pontoon_sim.strategies.model import DECISIONS_OF
from pontoon_sim.strategies.tablewords import MONEY_KEYS
from pontoon_sim.strategies.view import view_reference

DOC = Path(__file__).parents[2] / "docs" / "strategies.md"
TEXT = DOC.read_text("utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", TEXT, re.S)


def test_the_view_fields_are_up_to_date() -> None:
    told = TEXT.split("<!-- view fields -->\n")[1].split("\n<!-- end")[0]
    assert told == view_reference(), "put the output of the command in the document there"


def test_every_decision_is_told() -> None:
    for role, decisions in DECISIONS_OF.items():
        for decision in decisions:
            assert f"| `{decision}` | {role} |" in TEXT
    assert sorted(sum(DECISIONS_OF.values(), ())) == sorted(layout.DECISIONS)


@pytest.mark.parametrize("number", range(len(blocks("toml"))))
def test_the_tables_load(tmp_path: Path, number: int) -> None:
    path = tmp_path / "mine.toml"
    path.write_text(blocks("toml")[number])
    assert check(load(path), views=200) == []


def test_the_tables_say_every_key_of_money() -> None:
    text = "\n".join(blocks("toml"))
    for key in ("bid", "kitty", "top_up", "ask", "double"):
        assert re.search(rf"^{key} = ", text, re.M)
    for key in MONEY_KEYS:
        assert f"| `{key}" in TEXT or key == "shoot"


def test_the_document_names_what_is_shipped_for_money() -> None:
    for name in names():
        if name.startswith(("shoot_", "kitty_", "never_", "bank_", "doubler")):
            assert f"`{name}`" in TEXT


def test_the_function_keeps_the_contract(tmp_path: Path) -> None:
    path = tmp_path / "mine.py"
    path.write_text(blocks("python")[0])
    (strategy,) = load_file(path).values()
    assert check(strategy, views=200) == []


def test_the_examples_run() -> None:
    assert doctest.testfile(str(DOC), module_relative=False).failed == 0
    assert doctest.testmod(view_module).failed == 0
    assert doctest.testmod(check_module).failed == 0
    assert doctest.testmod(table_module).failed == 0


def test_the_view_has_the_fields_of_the_record() -> None:
    names = tuple(name for name in layout.VIEW.names or () if not name.startswith("_"))
    assert View.__slots__ == names
    assert tuple(View().content()) == names
    assert all(len(getattr(View(), name)) == size for name, size, _ in layout.VIEW_ARRAYS)
