"""A snapshot of the state, so that opening a long story need not read all of it. It may be deleted at any time."""

import json
from dataclasses import fields
from functools import cache
from hashlib import blake2b
from typing import Any, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter

from gm_engine.lore import LoreGraph
from gm_engine.lore.snapshot import read_lore, write_lore
from gm_engine.state import GistBook, StoryState
from gm_engine.story.register import Register

SNAPSHOT = "state/5"


@cache
def adapters() -> dict[str, TypeAdapter[Any]]:
    """A reader and writer for each field of the state but the lore and the gists."""
    hints = get_type_hints(StoryState)
    shapes: dict[str, TypeAdapter[Any]] = {}
    for field in fields(StoryState):
        hint = hints[field.name]
        if get_origin(hint) is Register:
            table: Any = dict.__class_getitem__((str, get_args(hint)[0]))
            shapes[field.name] = TypeAdapter(table)
        elif hint not in (LoreGraph, GistBook):
            shapes[field.name] = TypeAdapter(hint)
    return shapes


def write_snapshot(state: StoryState) -> str:
    """The state as JSON, behind a line with its checksum."""
    written: dict[str, Any] = {}
    for name, shape in adapters().items():
        value = getattr(state, name)
        written[name] = shape.dump_python(dict(value.items()) if isinstance(value, Register) else value, mode="json", by_alias=True)
    written["lore"] = write_lore(state.lore)
    written["gists"] = state.gists.written()
    text = json.dumps(written, ensure_ascii=False, separators=(",", ":"))
    return f"{_sum(text)}\n{text}"


def _sum(text: str) -> str:
    return "b2:" + blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def read_snapshot(text: str) -> StoryState:
    """The state that was written; equal to the fold of the same events. Raises ``ValueError`` for one that is damaged."""
    mark, _, text = text.partition("\n")
    if mark != _sum(text):
        raise ValueError("the snapshot is not what was written")
    try:
        written = json.loads(text)
        return _state_of(written)
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"the snapshot cannot be read: {error}") from error


def _state_of(written: dict[str, Any]) -> StoryState:
    state = StoryState()
    for name, shape in adapters().items():
        value = shape.validate_python(written[name])
        if isinstance(getattr(state, name), Register):
            register = getattr(state, name)
            for key, record in value.items():
                register[key] = record
        else:
            setattr(state, name, value)
    state.lore = read_lore(written["lore"])
    state.gists = GistBook.read(written["gists"])
    return state
