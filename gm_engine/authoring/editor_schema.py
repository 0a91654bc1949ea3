"""The JSON Schema of a campaign, for editors that complete keys and mark mistakes."""

from typing import Any

from gm_engine.authoring.schema import HEAD, ORDER, SECTIONS
from gm_engine.authoring.value_shapes import Many, Schema, Text


def authored_schema() -> Schema:
    """The JSON Schema of a ``campaign.yaml``, for editors: shorthands included. References are not checked by it."""
    properties: dict[str, Any] = {key: HEAD[key].schema() for key in HEAD}
    defs: dict[str, Any] = {}
    for name, section in SECTIONS.items():
        one = {"$ref": f"#/$defs/{name}"}
        defs[name] = section.record.schema()
        properties[name] = {"anyOf": [{"type": "object", "additionalProperties": one}, {"type": "array", "items": one}]}
    properties["words"] = {"type": "object", "additionalProperties": Many(Text()).schema()}
    properties["rulebook"] = {"type": "object"}
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "A campaign of gm_engine",
        "type": "object",
        "properties": {key: properties[key] for key in ORDER},
        "required": ["format", "id", "title", "calendar", "start"],
        "additionalProperties": False,
        "$defs": defs,
    }
