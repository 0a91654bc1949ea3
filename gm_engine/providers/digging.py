"""Digs JSON out of what a model says around it."""

import json
from typing import Any

WORTH_TRYING = 64
"""So many places where JSON may begin are tried."""


def json_in(text: str) -> str:
    """The largest JSON object or list in a text, as it stands there; empty where there is none.

    >>> json_in('Sure! [1] Here:\\n```json\\n{"claims": [{"quote": "a } b"}]}\\n``` Anything else?')
    '{"claims": [{"quote": "a } b"}]}'
    >>> json_in("He has {no} idea.")
    ''
    """
    decoder = json.JSONDecoder()
    best, at = "", 0
    for _ in range(WORTH_TRYING):
        at = next((n for n in range(at, len(text)) if text[n] in "{["), len(text))
        if at == len(text):
            break
        try:
            _, end = decoder.raw_decode(text, at)
        except (ValueError, RecursionError):
            at += 1
            continue
        best = max(best, text[at:end], key=len)
        at = end
    return best


def strict(schema: Any) -> bool:
    """True where a schema is so closed that a server can hold a model to the letter: every property required, no others allowed."""
    if isinstance(schema, list):
        return all(strict(item) for item in schema)
    if not isinstance(schema, dict):
        return True
    if schema.get("type") == "object" or "properties" in schema:
        names = sorted(schema.get("properties", {}))
        if schema.get("additionalProperties") is not False or sorted(schema.get("required", [])) != names:
            return False
    return all(strict(value) for value in schema.values())
