"""Experiments from files and mappings, with every fault as one plain sentence.

Reading an experiment never runs code: strategies are loaded in `setup.py`. No numba and no numpy
here, so that experiments are listed at once.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from pontoon_sim.base.errors import PontoonError, nearest
from pontoon_sim.base.files import lies_there, shipped_folder
from pontoon_sim.base.namelists import split_list, with_parts
from pontoon_sim.base.toml import read_toml
from pontoon_sim.experiments.checks import faults_of
from pontoon_sim.experiments.model import Experiment
from pontoon_sim.experiments.wording import Wording, shown
from pontoon_sim.game.rules import PRESETS, Rules


def experiment_of(
    content: Mapping[str, Any],
    place: str = "experiment",
    folder: Path | None = None,
    name: str = "",
    wording: Wording = Wording(),  # noqa: B008 (immutable)
) -> Experiment:
    """Build an `Experiment`; a fault becomes one sentence that begins with `place`.

    Parameters
    ----------
    content : mapping
        As a TOML file has it.
    place : str
        As faults name it.
    folder : Path, optional
        Where paths of rules and strategies are seen from; they are made absolute. Default: here.
    name : str
        A short name, such as the file's.
    wording : Wording
        Whether faults speak of keys or of flags.
    """
    content = _with_paths(content, folder or Path())
    try:
        experiment = Experiment.model_validate(content)
    except ValidationError as error:
        raise PontoonError(f"{place}: {sentence(error, content, wording)}") from None
    for fault in faults_of(experiment, wording):
        raise PontoonError(f"{place}: {fault}")
    experiment._place, experiment._name = place, name
    return experiment


def read_experiment(path: str | Path) -> Experiment:
    """The experiment of a file.

    Raises
    ------
    PontoonError
        One sentence that names the file and the key.
    """
    path = Path(path)
    content = read_toml(path, "experiment")
    place = f"experiment file '{path}'"
    if not content:
        raise PontoonError(f"{place} is empty: see docs/experiments.md for how to write one")
    return experiment_of(content, place, path.resolve().parent, path.stem)


def load_experiment(name: str | Path) -> Experiment:
    """The experiment of a shipped name or of a file's path.

    Raises
    ------
    PontoonError
        No such name or file, or a fault in it.
    """
    files = shipped_experiments()
    if str(name) in files:
        return read_experiment(files[str(name)])
    if Path(name).suffix == ".toml" or "/" in str(name) or lies_there(name):
        return read_experiment(name)
    raise PontoonError(
        f"unknown experiment '{name}'"
        + (nearest(str(name), files) or f": take one of {', '.join(files)}, or a file's path")
    )


def shipped_experiments() -> dict[str, Path]:
    """Names of the shipped experiments and their files, in order of name."""
    return {path.stem: path for path in sorted(shipped_folder("experiments").glob("*.toml"))}


def shipped_questions() -> dict[str, str]:
    """What each shipped experiment asks, by name."""
    return {name: read_experiment(path).question for name, path in shipped_experiments().items()}


def python_files(experiment: Experiment) -> list[str]:
    """Python files that loading an experiment's strategies runs, shipped ones left out."""
    content = experiment.content()
    files: dict[str, None] = {}

    def note(part: str) -> str:
        if Path(part).suffix == ".py":
            files[part] = None
        return part

    for section in (content, *content.get("arm", ()), *content.get("variant", ())):
        named = [section.get(key) for key in ("players", "banker")]
        for over in section.get("over", ()):
            named += over["values"] if over["what"] in ("players", "banker") else ()
        for names in filter(None, named):
            for word in split_list(str(names), "players"):
                with_parts(word, note)
    return list(files)


def _with_paths(content: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """The same content, with every path of a rules or strategy file made absolute."""

    def names(key: str, value: Any) -> Any:
        if not isinstance(value, str):
            return value
        if key == "rules":
            return _absolute(value, folder)
        words = split_list(value, key, folder)
        return ",".join(with_parts(word, lambda part: _absolute(part, folder)) for word in words)

    def section(part: Any) -> Any:
        if not isinstance(part, Mapping):
            return part
        named = ("players", "banker", "rules")
        changed = {key: names(key, part[key]) for key in named if key in part}
        if part.get("what") in named and isinstance(part.get("values"), list):
            changed["values"] = [names(part["what"], value) for value in part["values"]]
        return {**part, **changed}

    top: dict[str, Any] = section(content)
    for key in ("arm", "variant", "over"):
        if isinstance(top.get(key), list):
            top[key] = [section(part) for part in top[key]]
    return top


def _absolute(word: str, folder: Path) -> str:
    if word in PRESETS or not (Path(word).suffix in (".toml", ".py") or "/" in word):
        return word
    return str((folder / Path(word).expanduser()).resolve())


# --- what pydantic finds, as sentences ------------------------------------------------------------


def sentence(error: ValidationError, content: Mapping[str, Any], wording: Wording) -> str:
    """The fault that helps most, with the key and its section.

    Parameters
    ----------
    error : ValidationError
        Of an `Experiment`.
    content : mapping
        What was read.
    wording : Wording
    """
    faults = error.errors()
    # A misspelt key is also a missing one: the unknown word is what helps.
    fault = next((fault for fault in faults if fault["type"] == "extra_forbidden"), faults[0])
    loc, model = fault["loc"], Experiment
    holder: type[BaseModel] = model
    where, rest = "", loc
    inner = _section_of(model, str(loc[0]))
    if inner is not None and len(loc) > 2 and isinstance(loc[1], int):
        part = content[str(loc[0])][loc[1]]
        where = f"{wording.section(str(loc[0]), loc[1], part.get('name'))}: "
        holder, rest = inner, loc[2:]
    elif inner is not None and fault["type"] != "too_short":
        return f"{loc[0]} is written in sections of its own: one [[{loc[0]}]] for each"
    key = str(rest[0])
    if fault["type"] == "extra_forbidden":
        if holder is not model and key in model.model_fields:
            remedy = (
                f"write {wording.key(key)} by itself"
                if wording.flags
                else "write it above the first [section]"
            )
            return f"{where}'{key}' belongs to the whole experiment: {remedy}"
        if key in Rules.model_fields and "set" in holder.model_fields:  # flags take it as it is
            place = "below [set]" if holder is model else f"set = {{ {key} = ... }}"
            return f"{where}'{key}' is a setting of the rules: write {place}"
        known = [*holder.model_fields, *(Rules.model_fields if wording.flags else ())]
        listed = ", ".join(name for name in holder.model_fields if name != "set")
        rest_of_them = f": take {listed}, or any setting of the rules ('pontoon rules' lists them)"
        return f"{where}unknown key '{key}'{nearest(key, known) or rest_of_them}"
    field = holder.model_fields[key]
    if fault["type"] == "missing":
        return f"{where}'{key}' is missing: {field.description}"
    name = f"set.{rest[1]}" if key == "set" and len(rest) > 1 else key
    return f"{where}{name} = {shown(fault['input'])} is not possible: {_remedy(fault, field)}"


def _section_of(model: type[BaseModel], key: str) -> type[BaseModel] | None:
    """The model of one `[[key]]` section, where the key is such."""
    field = model.model_fields.get(key)
    for inner in get_args(field.annotation) if field else ():
        if isinstance(inner, type) and issubclass(inner, BaseModel):
            return inner
    return None


def _remedy(fault: Any, field: Any) -> str:
    kind, context = fault["type"], fault.get("ctx", {})
    if kind == "value_error":
        return str(context["error"])
    if kind == "literal_error":
        kinds = get_args(field.annotation)
        return f"take one of {', '.join(kinds)}{nearest(str(fault['input']), kinds)}"
    if "ge" in context:
        return f"take at least {context['ge']}"
    if "le" in context:
        return f"take at most {context['le']:,}"
    wants = {
        "too_short": "name two values or more",
        "bool_type": "write true or false",
        "string_too_short": "write something between the quotes",
        "string_type": "write text in quotes",
        "dict_type": "write a section",
        "list_type": "write a list, such as [15, 16]",
    }
    if isinstance(fault["loc"][-1], str) and fault["loc"][-1] in ("bool", "int", "str"):
        return "write true, false, a whole number or text in quotes"
    return wants.get(kind, str(field.description))
