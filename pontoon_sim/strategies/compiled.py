"""Function strategies as machine code: the one file of this package that imports numba.

A function is compiled as numba infers it, which shows what it returns (a decimal number would
otherwise be cut to a whole one without a word), with arrays and divisions checked; then a guard
around it for the fixed signature that the kernel calls, whole number of view. What would raise in
Python answers `layout.FAILED`, which is never legal: it ends the run instead of reading whatever
lies behind an array. Measured, the guard costs nothing. Every fault becomes one sentence.
"""

from __future__ import annotations

import ast
import contextlib
import inspect
import re
import textwrap
import warnings
from functools import lru_cache
from pathlib import Path
from typing import Any

import numba
import numpy as np
import numpy.typing as npt
from numba import cfunc, from_dtype, njit, types
from numba.core.errors import NumbaError, UnsupportedBytecodeError
from numba.extending import register_jitable

from pontoon_sim.base import compiled_cache
from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.base.files import write_text
from pontoon_sim.game.rules import Rules
from pontoon_sim.kernel import layout
from pontoon_sim.kernel.calls import PLAIN
from pontoon_sim.strategies.function import is_helper
from pontoon_sim.strategies.lowering import lowered_table
from pontoon_sim.strategies.model import Forget, Step, Strategy, Toss, Tree
from pontoon_sim.strategies.view import Answer

__all__ = ["PLAIN", "address_of", "call_compiled"]

_settings: Any = numba.config
_VIEW = from_dtype(layout.VIEW)
_SIGNATURE = types.int64(_VIEW)

_NOT_KNOWN = (UnsupportedBytecodeError, NotImplementedError, TypeError, ValueError)

#: Compiled functions by the Python function they come from. An address is only good while the
#: object behind it lives, so they stay here for the life of the process.
_compiled: dict[Answer, Any] = {}
_numbers: dict[Answer, int] = {}
_helpers: set[Any] = set()
_blends: dict[tuple[str, str, Rules], npt.NDArray[np.void]] = {}
_tables: dict[tuple[str, Rules], npt.NDArray[np.void]] = {}


def address_of(strategy: Strategy, decision: str) -> int:
    """Address of a strategy's compiled function, as `layout.SEAT.address` holds it; that of all
    blends for a blend.

    With NUMBA_DISABLE_JIT=1 it is a small positive number, the function's key in `PLAIN`.

    Raises
    ------
    PontoonError
        The function cannot be compiled, or may return something other than a whole number.
    """
    function = strategy.functions[decision]
    if _settings.DISABLE_JIT:
        if function not in _numbers:
            _numbers[function] = len(_numbers) + 1
            PLAIN[_numbers[function]] = function
        return _numbers[function]
    if strategy.blend is not None:
        return int(_blend_answer().address)
    if function not in _compiled:
        _compiled[function] = _compile(strategy, decision, function)
    return int(_compiled[function].address)


def call_compiled(
    strategy: Strategy, decision: str, views: npt.NDArray[np.void], rules: Rules
) -> npt.NDArray[np.int64]:
    """Answers of the compiled function, called as the kernel calls it.

    Parameters
    ----------
    views : ndarray of layout.VIEW, shape (n,), contiguous
    rules : Rules
        Those of the views; only a blend of tables is compiled for them.

    Returns
    -------
    ndarray of int64, shape (n,)
    """
    compiled_cache.prepare()
    from pontoon_sim.kernel.answer import ask_all  # after the cache is set

    address, answers = address_of(strategy, decision), np.empty(len(views), np.int64)
    views["_nodes"] = nodes_of(strategy, decision, rules)
    ask_all(np.int64(address), views.view(np.recarray), answers)
    views["_nodes"] = 0
    return answers


@lru_cache(maxsize=1)
def _blend_answer() -> Any:
    compiled_cache.prepare()
    from pontoon_sim.kernel.answer import blend_answer  # after the cache is set

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as in `_compile`
        return cfunc(_SIGNATURE, cache=True, error_model="numpy")(blend_answer)


@lru_cache(maxsize=1)
def _agent_answer() -> Any:
    compiled_cache.prepare()
    from pontoon_sim.kernel.agent import agent_answer  # after the cache is set

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # as in `_compile`
        return cfunc(_SIGNATURE, cache=True, error_model="numpy")(agent_answer)


def agent_address() -> int:
    """Address of the function by which a seat answers that is played from outside."""
    return int(_agent_answer().address)


def nodes_of(strategy: Strategy, decision: str, rules: Rules) -> int:
    """Address of the nodes by which `blend_answer` answers as a blend does under the rules, 0 where
    a strategy is none. They stay for good, and with them the tables and functions in them."""
    if strategy.blend is None or _settings.DISABLE_JIT:
        return 0
    key = (strategy.content_hash, decision, rules)
    if key not in _blends:
        nodes: list[tuple[int, int, int, int]] = []
        _grow(nodes, strategy.blend.trees[decision], decision, rules)
        _blends[key] = np.array(nodes, layout.BRANCH)
    return int(_blends[key].ctypes.data)


def _grow(nodes: list[tuple[int, int, int, int]], tree: Tree, decision: str, rules: Rules) -> int:
    """Append a tree to the nodes; the place of its root."""

    def grown(branch: Tree) -> int:
        return _grow(nodes, branch, decision, rules)

    place = len(nodes)
    nodes.append((layout.NODE_RANDOM, 0, 0, 0))
    if isinstance(tree, Toss):
        yes, no = grown(tree.yes), grown(tree.no)
        nodes[place] = (layout.NODE_TOSS, tree.limit, yes, no)
    elif isinstance(tree, Step):
        nodes[place] = (layout.NODE_STEP, tree.answer, tree.cards, grown(tree.no))
    elif isinstance(tree, Forget):
        nodes[place] = (layout.NODE_FORGET, 0, grown(tree.part), 0)
    elif tree is not None and tree.form == "function" and tree.decides(decision):
        nodes[place] = (layout.NODE_FUNCTION, 0, address_of(tree, decision), 0)
    elif tree is not None:
        key = (tree.content_hash, rules)
        if key not in _tables:
            _tables[key] = lowered_table(tree.table, rules)
        nodes[place] = (layout.NODE_TABLE, 0, int(_tables[key].ctypes.data), 0)
    return place


def _compile(strategy: Strategy, decision: str, function: Answer) -> Any:
    place = f"strategy file '{strategy.path}': `{decision}`"
    _refuse_raising(function, place)
    _register_helpers(function)
    with compiled_cache.folder_for(strategy.content_hash) as folder, warnings.catch_warnings():
        # A cache that cannot be written is numba's to warn of and nobody's to mind.
        warnings.simplefilter("ignore")
        try:
            inferred = njit(error_model="python", boundscheck=True, cache=True)(function)
            inferred.compile((_VIEW,))
            _refuse_other_than_whole(inferred.nopython_signatures[0].return_type, place)
            guarded = _guarded(folder, decision, inferred)
            is_kept = Path(guarded.__code__.co_filename).exists()
            whole = cfunc(_SIGNATURE, cache=is_kept, error_model="numpy")(guarded)
        except PontoonError:
            raise
        except KeyError as error:
            raise PontoonError(f"{place} {_no_field(error, function)}") from None
        except (NumbaError, *_NOT_KNOWN) as error:
            raise PontoonError(f"{place} {_message(error, function)}") from None
    return whole


_GUARD = """def guarded(view):
    try:
        return function(view)
    except Exception:
        return failed
"""


def _guarded(folder: Path, decision: str, function: Any) -> Any:
    """The guard around a compiled function, as Python.

    It calls the function by a global name, and stands in a file: numba keeps the machine code of
    neither a closure around a function nor of what has no file. The file is one for each module
    that the function may come from, whose name is part of what is kept.
    """
    file = folder / f"guard_{decision}_{function.py_func.__module__}.py"
    if not file.exists() or file.read_bytes() != _GUARD.encode():
        with contextlib.suppress(PontoonError):  # where there is no room it is not kept
            write_text(file, _GUARD)
    names: dict[str, Any] = {"function": function, "failed": layout.FAILED, "__name__": __name__}
    exec(compile(_GUARD, str(file), "exec"), names)
    return names["guarded"]


def _refuse_raising(function: Answer, place: str) -> None:
    """A strategy answers, it never raises: better told before play than in it."""
    lines, first = inspect.getsourcelines(function)
    for node in ast.walk(ast.parse(textwrap.dedent("".join(lines)))):
        if isinstance(node, ast.Raise | ast.Assert):
            raise PontoonError(
                f"{place} may raise in line {first + node.lineno - 1}: a strategy answers and never"
                " raises; return an action there"
            )


def _register_helpers(function: Answer) -> None:
    for thing in list(inspect.unwrap(function).__globals__.values()):
        if is_helper(thing) and thing not in _helpers:
            register_jitable(thing)
            _helpers.add(thing)


def _refuse_other_than_whole(returned: Any, place: str) -> None:
    if isinstance(returned, (types.Integer, types.Boolean)):
        return
    if isinstance(returned, types.NoneType):
        raise PontoonError(f"{place} returns nothing: end it with `return` and a whole number")
    if isinstance(returned, types.Optional):
        raise PontoonError(
            f"{place} returns nothing (None) on some way through it: end every branch with `return`"
            " and a whole number"
        )
    if isinstance(returned, types.Float):
        raise PontoonError(
            f"{place} may return a decimal number ({returned}): return a whole number, with // for"
            " a division or int() around the result"
        )
    raise PontoonError(f"{place} may return {returned}: return a whole number")


def _no_field(error: KeyError, function: Answer) -> str:
    """Numba tells of a field that a record does not have by a bare KeyError."""
    word = str(error.args[0]) if error.args else "?"
    source = Path(function.__code__.co_filename).read_text("utf-8").splitlines()
    numbers = [n for n, line in enumerate(source, 1) if re.search(rf"\.{re.escape(word)}\b", line)]
    first = function.__code__.co_firstlineno
    inside = [number for number in numbers if number >= first] or numbers
    at = f" (line {inside[0]})" if inside else ""
    known = [name for name in layout.VIEW.names or () if not name.startswith("_")]
    remedy = nearest(word, known) or " (docs/strategies.md lists them)"
    return f"cannot be compiled{at}: '{word}' is no field of a view{remedy}"


def _message(error: Exception, function: Answer) -> str:
    """A numba error as the rest of a sentence that names the line."""
    text = re.sub(r"\x1b\[[0-9;]*m", "", str(error))
    lines = [int(number) for number in re.findall(r'File "[^"]*", line (\d+)', text)]
    first = inspect.unwrap(function).__code__.co_firstlineno
    inside = [number for number in lines if number >= first] or lines
    at = f" (line {inside[-1]})" if inside else ""
    if match := re.search(r"Untyped global name '(\w+)'", text):
        return (
            f"cannot be compiled{at}: it calls '{match[1]}', which is neither a number nor a"
            " function marked @helper"
        )
    if match := re.search(r"name '(\w+)' is not defined|NameError: .*'(\w+)'", text):
        return f"cannot be compiled{at}: the name '{match[1] or match[2]}' is not defined"
    if re.search(r"Can(?:'|no)t unify return type", text):
        kinds = re.search(r"types? from the following types?: ([^\n]+)", text)
        which = f" ({kinds[1].strip()})" if kinds else ""
        return (
            f"returns different kinds of things{which}: end every branch with `return` and a whole"
            " number"
        )
    return f"cannot be compiled{at}: {_gist(text)}"


def _gist(text: str) -> str:
    """The line of a numba error that says what is wrong."""
    skip = ("Failed in", "During:", "File ", "There are", "- ", "<source", ">>>", "def ", "^")
    for line in text.splitlines():
        line = line.strip()
        if line and not line.startswith(skip):
            line = re.sub(r" found for signature:?$", " for these things", line)
            return re.sub(r"\(<class '[^>]*'>\)", "", line).rstrip(".:") + (
                ": use plain arithmetic, `if`, loops and the view's fields only"
            )
    return "numba does not know something in it: use plain arithmetic, `if` and loops only"
