"""What OpenAI's endpoint refuses of a request's tools and forms, in its words: other servers that validate do the same."""

import re
from collections.abc import Iterator
from typing import Any

from jsonschema import Draft202012Validator, SchemaError

NAME = re.compile(r"[a-zA-Z0-9_-]{1,64}")
LONGEST_DESCRIPTION, MOST_TOOLS, MOST_STOPS = 1024, 128, 4


def invalid(body: dict[str, Any]) -> str:
    """Why a request is refused with 400; empty where it is valid."""
    return next(_faults(body), "")


def _faults(body: dict[str, Any]) -> Iterator[str]:
    if "tools" in body:
        yield from _tools(body["tools"])
    choice = body.get("tool_choice")
    if choice is not None:
        there = [tool["function"]["name"] for tool in body.get("tools", ())]
        if not there:
            yield "'tool_choice' is only allowed when 'tools' are specified."
        if isinstance(choice, dict) and choice["function"]["name"] not in there:
            yield f"Tool choice '{choice['function']['name']}' not found in 'tools' parameter."
    form = body.get("response_format")
    if form is not None and form.get("type") == "json_schema":
        held = form.get("json_schema", {})
        if not NAME.fullmatch(str(held.get("name", ""))):
            yield f"Invalid 'response_format.json_schema.name': {held.get('name')!r}."
        yield from _schema(held.get("schema"), f"response_format '{held.get('name')}'", strict=bool(held.get("strict")))
    if isinstance(stop := body.get("stop"), list) and len(stop) > MOST_STOPS:
        yield f"Invalid 'stop': array too long. Expected an array with maximum length {MOST_STOPS}."


def _tools(tools: Any) -> Iterator[str]:
    if not isinstance(tools, list) or not 0 < len(tools) <= MOST_TOOLS:
        yield "Invalid 'tools': expected an array of 1 to 128 tools."
        return
    for n, tool in enumerate(tools):
        function = tool.get("function")
        if tool.get("type") != "function" or not isinstance(function, dict):
            yield f"Missing required parameter: 'tools[{n}].function'."
            return
        name = function.get("name")
        if not isinstance(name, str) or not NAME.fullmatch(name):
            yield f"Invalid 'tools[{n}].function.name': {name!r}."
        if unknown := sorted(set(function) - {"name", "description", "parameters", "strict"}):
            yield f"Unknown parameter: 'tools[{n}].function.{unknown[0]}'."
        if not isinstance(function.get("description", ""), str) or len(function.get("description", "")) > LONGEST_DESCRIPTION:
            yield f"Invalid 'tools[{n}].function.description'."
        yield from _schema(function.get("parameters"), f"function '{name}'", strict=bool(function.get("strict")))


def _schema(schema: Any, what: str, *, strict: bool) -> Iterator[str]:
    """A schema must be one, of an object that names its properties; keys that no schema knows are no schema's."""
    if not isinstance(schema, dict) or schema.get("type") != "object":
        kind = schema.get("type") if isinstance(schema, dict) else schema
        yield f"Invalid schema for {what}: schema must be a JSON Schema of 'type: \"object\"', got 'type: \"{kind}\"'."
        return
    try:
        Draft202012Validator.check_schema(schema)
    except SchemaError as error:
        yield f"Invalid schema for {what}: {error.message}"
        return
    for path, part in _parts(schema, ()):
        yield from (f"Invalid schema for {what}: In context={path}, {fault}." for fault in _part(part, strict=strict))


def _part(part: dict[str, Any], *, strict: bool) -> Iterator[str]:
    if unknown := sorted(key for key in part if key not in KEYS):
        yield f"'{unknown[0]}' is not permitted"
    if part.get("type") == "object":
        if not isinstance(part.get("properties"), dict):
            yield "object schema missing properties"
        elif missing := sorted(set(part.get("required", ())) - set(part["properties"])):
            yield f"'required' names '{missing[0]}', which is no property"
        elif strict and part.get("additionalProperties") is not False:
            yield "'additionalProperties' is required to be supplied and to be false"
        elif strict and set(part.get("required", ())) != set(part["properties"]):
            yield "'required' is required to be supplied and to be an array including every key in properties"
    if part.get("type") == "array" and "items" not in part:
        yield "array schema missing items"


KEYS = frozenset(Draft202012Validator.META_SCHEMA["properties"]) | {
    "$defs", "$ref", "properties", "required", "items", "additionalProperties", "type", "enum", "const", "anyOf", "allOf", "oneOf", "not",
    "title", "description", "default", "examples", "format", "pattern", "minLength", "maxLength", "minimum", "maximum",
    "exclusiveMinimum", "exclusiveMaximum", "multipleOf", "minItems", "maxItems", "uniqueItems", "prefixItems",
}  # fmt: skip


def _parts(schema: dict[str, Any], path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], dict[str, Any]]]:
    """A schema and all schemas inside of it, with where they stand."""
    yield path, schema
    for key in ("properties", "$defs"):
        for name, part in (schema.get(key) or {}).items():
            yield from _parts(part, (*path, key, name))
    for key in ("anyOf", "allOf", "oneOf", "prefixItems"):
        for n, part in enumerate(schema.get(key) or ()):
            yield from _parts(part, (*path, key, str(n)))
    for key in ("items", "additionalProperties", "not"):
        if isinstance(schema.get(key), dict):
            yield from _parts(schema[key], (*path, key))
