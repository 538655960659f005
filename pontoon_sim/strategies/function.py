"""The function form: decorators for a strategy's Python file, and loading such a file.

Loading runs the file, so it is done only for shipped files and for files named by path. The
functions are then usable in plain Python; `compiled.py` turns them into machine code when a run
needs it. No numba here: `@helper` only remembers the function.
"""

from __future__ import annotations

import ast
import hashlib
import importlib.util
import inspect
import os
import random
import sys
import tokenize
import traceback
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from pathlib import Path
from types import CodeType, ModuleType
from typing import Any, TypeVar, overload

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.strategies.model import DECISIONS_OF, NEEDED, ROLES, Facts, Role, Strategy
from pontoon_sim.strategies.parameters import (
    Declared,
    Parameter,
    with_defaults,
    with_values,
)
from pontoon_sim.strategies.view import Answer

F = TypeVar("F", bound=Callable[..., Any])

_MARK = "__pontoon_strategy__"
_HELPER = "__pontoon_helper__"
_KEPT = "__pontoon_parameters__"
_DECLARED = ("uses_seen", "uses_order", "sizes_stakes", "deterministic", "own_cards_only")


@overload
def player_strategy(function: F) -> F: ...
@overload
def player_strategy(**facts: bool) -> Callable[[F], F]: ...
def player_strategy(function: Any = None, **facts: bool) -> Any:
    """Mark a function as one decision of a player: `turn`, `stake`, `shoot` or `bid`.

    Bare, or with facts that hold for the whole strategy: `uses_seen=True`, `uses_order=True`,
    `sizes_stakes=True`, `own_cards_only=True`, `deterministic=False`.
    """
    return _mark("player", function, facts)


@overload
def banker_strategy(function: F) -> F: ...
@overload
def banker_strategy(**facts: bool) -> Callable[[F], F]: ...
def banker_strategy(function: Any = None, **facts: bool) -> Any:
    """Mark a function as one decision of a banker: `draw`, `kitty`, `top_up`, `ask`, `double`.

    Takes the same facts as `player_strategy`.
    """
    return _mark("banker", function, facts)


def helper(function: F) -> F:
    """Mark a function that strategies of the same file call.

    In plain Python it stays what it is; when the strategy is compiled, so is the helper.
    """
    if not inspect.isfunction(function):
        raise PontoonError(f"@helper stands before {function!r}, which is no function")
    setattr(function, _HELPER, True)
    return function


def is_helper(thing: object) -> bool:
    """Whether a function was marked with `@helper`."""
    return getattr(thing, _HELPER, False) is True


def _mark(role: Role, function: Any, facts: dict[str, bool]) -> Any:
    for key, value in facts.items():
        if key not in _DECLARED:
            raise PontoonError(
                f"@{role}_strategy: unknown fact '{key}'"
                f"{nearest(key, _DECLARED) or ', take one of ' + ', '.join(_DECLARED)}"
            )
        if not isinstance(value, bool):
            raise PontoonError(f"@{role}_strategy: {key} = {value!r}: write True or False")

    def mark(target: F) -> F:
        if not inspect.isfunction(target):
            raise PontoonError(f"@{role}_strategy stands before {target!r}, which is no function")
        setattr(target, _MARK, (role, dict(facts)))
        return target

    return mark if function is None else mark(function)


def load_functions(
    path: Path, content_hash: str, values: Mapping[str, int] | None = None
) -> dict[Role, Strategy]:
    """Run a Python file and collect its strategies, by role; `values` of its parameters instead of
    what it says.

    Raises
    ------
    PontoonError
        One sentence that names the file, and the line where there is one.
    """
    place = f"strategy file '{path}'"
    module = _module(path, content_hash, place, values or {})
    parameters = _parameters(module, values or {}, place)
    summary, prose = _prose(module.__doc__)
    strategies: dict[Role, Strategy] = {}
    for role in ROLES:
        functions, declared = _decisions(module, role, place)
        if not functions:
            continue
        if NEEDED[role] not in functions:
            raise PontoonError(
                f"{place} has no function '{NEEDED[role]}' marked @{role}_strategy,"
                f" without which it cannot play as {role}"
            )
        _refuse_undeclared(functions, role, declared, place)
        for fact in ("uses_seen", "uses_order"):
            if declared.get("own_cards_only") and declared.get(fact):
                raise PontoonError(
                    f"{place} declares own_cards_only and {fact}, which contradict each other:"
                    " leave out the one that is not so"
                )
        facts = Facts(summary=summary, **prose, **declared)  # type: ignore[arg-type]
        strategies[role] = Strategy(
            path.stem,
            role,
            "function",
            facts,
            path,
            content_hash,
            functions,
            parameters=parameters,
        )
    if not strategies:
        raise PontoonError(
            f"{place} holds no strategy: mark its functions with @player_strategy or"
            " @banker_strategy"
        )
    return strategies


def _module(path: Path, content_hash: str, place: str, values: Mapping[str, int]) -> ModuleType:
    """The file as a module of its own, run once for each path and content (the values of its
    parameters included)."""
    key = hashlib.sha256(f"{path.resolve()}\0{content_hash}".encode()).hexdigest()[:16]
    # The name must be the same in every process: numba's cache holds it.
    name = f"pontoon_sim_strategy_{key}"
    if name in sys.modules:
        return sys.modules[name]
    spec = importlib.util.spec_from_file_location(name, path)
    if spec is None or spec.loader is None:
        raise PontoonError(f"{place} cannot be read as Python: name a file that ends in .py")
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    folder = os.getcwd()
    try:
        # Not through the loader: Python's own cache of bytecode goes by the file's time and size,
        # and would miss a quick edit.
        with tokenize.open(path) as file:
            tree = ast.parse(file.read(), str(path))
        exec(compile(with_defaults(tree, values), str(path), "exec"), module.__dict__)
    except BaseException as error:
        del sys.modules[name]
        if isinstance(error, SystemExit):
            raise PontoonError(
                f"{place} ends the program when it is loaded (sys.exit): take that out"
            ) from None
        if isinstance(error, KeyboardInterrupt):
            raise
        raise PontoonError(f"{place}{_at(error, path)}: {_message(error)}") from None
    finally:
        os.chdir(folder)  # where other files are looked for, whatever this one did
    return module


def _parameters(module: ModuleType, values: Mapping[str, int], place: str) -> dict[str, Parameter]:
    """The parameters of a file; plain numbers stand in their places from now on."""
    declared: dict[str, Parameter] = getattr(module, _KEPT, {})
    if not declared:
        declared = {n: t.parameter for n, t in vars(module).items() if isinstance(t, Declared)}
        declared = with_values(declared, values, place)
        for name, number in declared.items():
            setattr(module, name, number.value)
        setattr(module, _KEPT, declared)
    return declared


def _at(error: BaseException, path: Path) -> str:
    """`, line 12` where the error has a line of this file."""
    if isinstance(error, SyntaxError) and error.lineno:
        return f", line {error.lineno}"
    lines = [
        frame.lineno
        for frame in traceback.extract_tb(error.__traceback__)
        if frame.filename == str(path)
    ]
    return f", line {lines[-1]}" if lines else ""


def _message(error: BaseException) -> str:
    if isinstance(error, PontoonError):
        return str(error)
    unreadable = ("null bytes", "missing encoding declaration")
    if isinstance(error, UnicodeDecodeError) or any(word in str(error) for word in unreadable):
        return "is not a text file (UTF-8)"
    if isinstance(error, SyntaxError):
        return f"is not valid Python ({error.msg})"
    return f"loading it raised {type(error).__name__}: {error}"


def _decisions(
    module: ModuleType, role: Role, place: str
) -> tuple[dict[str, Answer], dict[str, bool]]:
    functions: dict[str, Answer] = {}
    declared: dict[str, bool] = {}
    for name, thing in vars(module).items():
        mark = getattr(thing, _MARK, None)
        if mark is None or mark[0] != role:
            continue
        if name not in DECISIONS_OF[role]:
            known = DECISIONS_OF[role]
            hint = nearest(name, known) or f": name it after its decision, {', '.join(known)}"
            raise PontoonError(f"{place}: '{name}' is no decision of a {role}{hint}")
        parameters = list(inspect.signature(thing).parameters.values())
        if len(parameters) != 1 or parameters[0].kind.name not in (
            "POSITIONAL_ONLY",
            "POSITIONAL_OR_KEYWORD",
        ):
            raise PontoonError(
                f"{place}: `{name}` takes {len(parameters)} parameters:"
                " a decision takes exactly one, the view"
            )
        functions[name] = thing
        for key, value in mark[1].items():
            if declared.setdefault(key, value) != value:
                raise PontoonError(
                    f"{place}: {key} is declared both True and False: a fact holds for the whole"
                    " strategy, so say it once"
                )
    return functions, declared


_FILLED_IF_DECLARED = {
    "uses_seen": ("seen",),
    "uses_order": ("coming", "fresh", "hand_cards"),
}


def _refuse_undeclared(
    functions: Mapping[str, Answer], role: Role, declared: Mapping[str, bool], place: str
) -> None:
    """Refuse what would play wrongly without a word: a field that stays empty unless it is
    declared, a source of chance of its own, which no seed repeats, and writing to the view, which
    the next people at the table would be shown."""
    for name, function in functions.items():
        for code, scope in _codes(function, set()):
            if written := _written(code):
                raise PontoonError(
                    f"{place}: `{name}` writes to {written}: a view is there to be read, so write"
                    " only to an array that the same function makes, such as np.zeros(5)"
                )
            for fact, fields in _FILLED_IF_DECLARED.items():
                for field in fields:
                    if field in code.co_names and not declared.get(fact):
                        raise PontoonError(
                            f"{place}: `{name}` reads view.{field}, which stays empty unless it is"
                            f" declared: write @{role}_strategy({fact}=True)"
                        )
            for word in code.co_names:
                if _is_chance(word, code, scope):
                    raise PontoonError(
                        f"{place}: `{name}` uses {word}, so that no seed gives the same game twice:"
                        " take view.chance"
                    )


_MAKERS = {"array", "copy", "empty", "full", "ones", "zeros"}
_CHANGERS = {"fill", "itemset", "partition", "put", "resize", "sort"}


def _written(code: CodeType) -> str:
    """What a function writes to that it has not made itself, as it stands there; else nothing."""
    file = Path(code.co_filename)
    tree = ast.parse(file.read_bytes() if file.is_file() else "")
    bodies = [
        node
        for node in ast.walk(tree)
        if isinstance(node, ast.FunctionDef)
        and node.name == code.co_name
        and code.co_firstlineno in (node.lineno, *(d.lineno for d in node.decorator_list))
    ]
    made: dict[str, bool] = {}  # by name: whether it is always an array of the function's own
    targets: list[ast.expr] = []
    for node in chain.from_iterable(map(ast.walk, bodies)):
        if isinstance(node, ast.Assign | ast.AugAssign | ast.AnnAssign):
            given = node.targets if isinstance(node, ast.Assign) else [node.target]
            call = getattr(node.value, "func", None)
            own = isinstance(call, ast.Attribute) and call.attr in _MAKERS
            for target in given:
                if isinstance(target, ast.Name) and not isinstance(node, ast.AugAssign):
                    made[target.id] = own and made.get(target.id, True)
                targets += target.elts if isinstance(target, ast.Tuple | ast.List) else [target]
        elif isinstance(node, ast.Attribute) and node.attr in _CHANGERS:
            targets.append(ast.Subscript(node.value, ast.Constant(0), ast.Store()))
    for target in targets:
        if isinstance(target, ast.Attribute):
            return ast.unparse(target)
        if isinstance(target, ast.Subscript):
            whole = target.value
            if not (isinstance(whole, ast.Name) and made.get(whole.id)):
                return ast.unparse(whole)
    return ""


def _codes(function: Any, met: set[int]) -> Iterator[tuple[CodeType, Mapping[str, Any]]]:
    """The code of a function, of functions in it, and of the helpers that it calls."""
    if id(function) in met:
        return
    met.add(id(function))
    waiting = [function.__code__]
    while waiting:
        code = waiting.pop()
        yield code, function.__globals__
        waiting += [part for part in code.co_consts if isinstance(part, CodeType)]
        for word in code.co_names:
            if is_helper(called := function.__globals__.get(word)):
                yield from _codes(called, met)


def _is_chance(word: str, code: CodeType, scope: Mapping[str, Any]) -> bool:
    """Whether a name is Python's or numpy's random numbers."""
    thing = scope.get(word)
    if thing is random or isinstance(getattr(thing, "__self__", None), random.Random):
        return True
    numpies = [
        name for name in code.co_names if getattr(scope.get(name), "__name__", "") == "numpy"
    ]
    return word == "random" and bool(numpies)


def _prose(doc: str | None) -> tuple[str, dict[str, str]]:
    """Summary and the labelled paragraphs (`Why:`, `Weakness:`, `Source:`) of a docstring."""
    labelled = {"why": "", "weakness": "", "source": ""}
    paragraphs = inspect.cleandoc(doc or "").split("\n\n")
    for paragraph in paragraphs:
        text = " ".join(paragraph.split())
        label, colon, rest = text.partition(":")
        if colon and label.lower() in labelled:
            labelled[label.lower()] = rest.strip()
    return " ".join(paragraphs[0].split()), labelled
