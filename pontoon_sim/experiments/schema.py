"""The JSON Schema of experiment files, by which editors complete and check them.

`python -m pontoon_sim.experiments.schema` (`make schema`) writes it beside the shipped experiments.
"""

from __future__ import annotations

import json
from typing import Any

from pontoon_sim.base.files import shipped_folder, write_text
from pontoon_sim.experiments.checks import KINDS, SOME_KNOW
from pontoon_sim.experiments.model import Experiment
from pontoon_sim.game.rules import Rules


def schema_text() -> str:
    """The schema as JSON."""
    schema = _plain(Experiment.model_json_schema())
    schema["$schema"] = "http://json-schema.org/draft-07/schema#"
    schema["title"] = "An experiment of pontoon_sim"
    schema["description"] = "See docs/experiments.md."
    parts = schema["definitions"] = schema.pop("$defs")
    settings = {name: _setting(field) for name, field in _settings().items()}
    for holder in (schema, parts["ArmFile"], parts["VariantFile"]):
        of_set = holder["properties"]["set"]
        of_set["properties"], of_set["additionalProperties"] = settings, False
    schema["allOf"] = [_of_kind(kind) for kind in KINDS]
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def _of_kind(kind: str) -> dict[str, Any]:
    """What holds for a kind of experiment: keys that mean nothing to it, sections that it needs."""
    properties: dict[str, Any] = {key: False for key in SOME_KNOW if key not in KINDS[kind]}
    needed = {"compare": ["arm"], "ladder": ["variant"], "sweep": ["over"]}.get(kind, [])
    for key in needed:
        properties[key] = {"minItems": 1 if key == "over" else 2}
    if "over" in KINDS[kind]:
        properties.setdefault("over", {})["maxItems"] = 2 if kind == "sweep" else 1
    then: dict[str, Any] = {"properties": properties}
    if needed:
        then["required"] = needed
    return {
        "if": {"properties": {"kind": {"const": kind}}, "required": ["kind"]},
        "then": then,
    }


def _settings() -> dict[str, Any]:
    found: dict[str, Any] = _plain(Rules.model_json_schema())["properties"]
    return found


def _setting(field: dict[str, Any]) -> dict[str, Any]:
    """A setting of the rules, its rule number in the text that editors show."""
    told = f"{field['description']} ({field.pop('rule')})"
    return {**field, "description": told}


def _plain(part: Any) -> Any:
    """A schema without titles made from names and without nulls, which TOML has not; with whole
    numbers that may be written 2e6 and shares that may be written "0.1%"."""
    if isinstance(part, list):
        return [_plain(one) for one in part]
    if not isinstance(part, dict):
        return part
    told = {key: _plain(one) for key, one in part.items() if not _is_noise(key, one)}
    choices = [one for one in told.get("anyOf", []) if one != {"type": "null"}]
    if len(choices) == 1:
        del told["anyOf"]
        told |= choices[0]
    if told.get("type") == "integer" and "enum" not in told:
        told |= {"type": "number", "multipleOf": 1}
    if "exclusiveMaximum" in told:
        bounds = {key: told.pop(key) for key in ("type", "exclusiveMinimum", "exclusiveMaximum")}
        told["anyOf"] = [bounds, {"type": "string", "pattern": "^\\s*\\d+(\\.\\d*)?\\s*%\\s*$"}]
    if "$ref" in told:
        told["$ref"] = told["$ref"].replace("$defs", "definitions")
    return told


def _is_noise(key: str, value: Any) -> bool:
    return (key == "title" and isinstance(value, str)) or (key == "default" and value in (None, []))


if __name__ == "__main__":
    write_text(shipped_folder("experiments") / "schema.json", schema_text())
