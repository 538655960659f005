"""What pydantic finds wrong with a key of an experiment, as one plain sentence."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, get_args

from pydantic import BaseModel, ValidationError

from pontoon_sim.base.errors import nearest
from pontoon_sim.experiments.written import section_word, shown


def sentence(error: ValidationError, said: Mapping[str, Any], model: type[BaseModel]) -> str:
    """The fault that helps most, with the key and its section.

    Parameters
    ----------
    error : ValidationError
    said : mapping
        What was read.
    model : type
        Of the whole file.
    """
    faults = error.errors()
    # A misspelt key is also a missing one: the unknown word is what helps.
    fault = next((one for one in faults if one["type"] == "extra_forbidden"), faults[0])
    loc = fault["loc"]
    if not loc:
        return str(fault["ctx"]["error"])
    where, holder, rest = "", model, loc
    inner = _section_of(model, str(loc[0]))
    if inner is not None and len(loc) > 2 and isinstance(loc[1], int):
        part = said[str(loc[0])][loc[1]]
        where = f"{section_word(str(loc[0]), loc[1], part.get('name'))}: "
        holder, rest = inner, loc[2:]
    elif inner is not None and fault["type"] != "too_short":
        return f"{loc[0]} is written in sections of its own: one [[{loc[0]}]] for each"
    key = str(rest[0])
    if fault["type"] == "extra_forbidden":
        if holder is not model and key in model.model_fields:
            return (
                f"{where}'{key}' belongs to the whole experiment:"
                " write it above the first [section]"
            )
        known = f": known here are {', '.join(holder.model_fields)}"
        return f"{where}unknown key '{key}'{nearest(key, holder.model_fields) or known}"
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
