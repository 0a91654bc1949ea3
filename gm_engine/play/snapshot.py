"""A snapshot of the state, so that opening a long story need not read all of it. It may be deleted at any time."""

import json
from dataclasses import fields
from functools import cache
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
    """The state as JSON."""
    written: dict[str, Any] = {}
    for name, shape in adapters().items():
        value = getattr(state, name)
        written[name] = shape.dump_python(dict(value.items()) if isinstance(value, Register) else value, mode="json", by_alias=True)
    written["lore"] = write_lore(state.lore)
    written["gists"] = state.gists.written()
    return json.dumps(written, ensure_ascii=False, separators=(",", ":"))


def read_snapshot(text: str) -> StoryState:
    """The state that was written; equal to the fold of the same events."""
    written = json.loads(text)
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
