"""The house as a whole: no rings, few loose modules, nothing too long, and rooms that say what they
are for."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp
import pytest

ROOT = Path(__file__).parents[2]
PACKAGE = ROOT / "pontoon_sim"
FILES = sorted(PACKAGE.rglob("*.py"))
ROOMS = sorted(path.parent for path in PACKAGE.glob("*/__init__.py"))

MOST_LOOSE = 3
MOST_PARAMETERS = 8
MORE_PARAMETERS = {"play_hand", "play_turn", "play_deal"}
"""Of the kernel: numba leaves a branch out only where an argument of its own is None."""

MOST_LINES = 80
MORE_LINES = {"play_hand"}
MOST_LINES_OF_A_FILE = 500


def importing() -> dict[str, set[str]]:
    """What each module imports, in functions and for types too."""
    graph = grimp.build_graph("pontoon_sim", exclude_type_checking_imports=False, cache_dir=None)
    return {module: graph.find_modules_directly_imported_by(module) for module in graph.modules}


def test_no_import_rings():
    try:
        tuple(TopologicalSorter(importing()).static_order())
    except CycleError as ring:
        pytest.fail(" -> ".join(ring.args[1]))


def test_few_modules_lie_loose():
    loose = {path.name for path in PACKAGE.glob("*.py")} - {"__init__.py"}
    assert len(loose) <= MOST_LOOSE, loose


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_every_room_says_what_lives_there_and_what_may_not(room):
    said = ast.get_docstring(ast.parse((room / "__init__.py").read_text("utf-8"))) or ""
    said = " ".join(said.split())
    assert said.count(".") + said.count(";") >= 2, said
    assert any(word in said.lower() for word in ("no ", "not", "nothing", "only", "never")), said


@cache
def functions() -> list[tuple[str, ast.FunctionDef | ast.AsyncFunctionDef]]:
    """Every function of the package, with its file."""
    return [
        (f"{path.relative_to(PACKAGE)}: {node.name}", node)
        for path in FILES
        for node in ast.walk(ast.parse(path.read_text("utf-8")))
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
    ]


def parameters(node: ast.FunctionDef | ast.AsyncFunctionDef) -> Iterator[str]:
    """Names of what a caller passes."""
    given = node.args
    names = [arg.arg for arg in (*given.posonlyargs, *given.args)]
    yield from names[1:] if names[:1] in (["self"], ["cls"]) else names
    yield from (arg.arg for arg in given.kwonlyargs)
    yield from (arg.arg for arg in (given.vararg, given.kwarg) if arg is not None)


def is_command(place: str, node: ast.FunctionDef | ast.AsyncFunctionDef) -> bool:
    """Whether click calls it with the flags of a command."""
    return place.startswith("cli/") and bool(node.decorator_list)


def test_no_function_has_too_many_parameters():
    many = [
        (place, len(names))
        for place, node in functions()
        if len(names := list(parameters(node))) > MOST_PARAMETERS
        and not is_command(place, node)
        and not (place.startswith("kernel/") and node.name in MORE_PARAMETERS)
    ]
    assert many == []


def test_no_function_is_too_long():
    long = [
        (place, lines)
        for place, node in functions()
        if (lines := (node.end_lineno or 0) - node.lineno + 1) > MOST_LINES
        and node.name not in MORE_LINES
        and not is_command(place, node)
    ]
    assert long == []


def test_no_file_is_too_long():
    lines = {path: len(path.read_text("utf-8").splitlines()) for path in FILES}
    assert [path for path, count in lines.items() if count > MOST_LINES_OF_A_FILE] == []
