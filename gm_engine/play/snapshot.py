"""A snapshot of the state, so that opening a long story need not read all of it. It may be deleted at any time."""

import gc
import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import fields
from functools import cache
from hashlib import blake2b
from typing import Any, get_args, get_origin, get_type_hints

from pydantic import TypeAdapter
from pydantic_core import from_json

from gm_engine.lore import LoreGraph
from gm_engine.lore.written_lore import read_lore, write_lore
from gm_engine.memory import Memory
from gm_engine.memory.keeping import read_memory, write_memory
from gm_engine.state import GistBook, StoryState
from gm_engine.state.fold import mark
from gm_engine.story.register import Register

SNAPSHOT = "state/18"
SELDOM = (10_000, 10, 10)
"""So many new objects, and so many rounds, until the collector looks for what can be let go."""


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


def write_snapshot(state: StoryState, memory: Memory | None = None) -> str:
    """The state as JSON, and the memory of it where it is given, behind a line with their checksum."""
    written: dict[str, Any] = {}
    for name, shape in adapters().items():
        value = getattr(state, name)
        written[name] = shape.dump_python(dict(value.items()) if isinstance(value, Register) else value, mode="json", by_alias=True)
    written["digests"] = {name: table.digest for name in adapters() if isinstance(table := getattr(state, name), Register)}
    written["lore"] = write_lore(state.lore)
    written["gists"] = state.gists.written()
    if memory is not None:
        written["memory"] = write_memory(memory)
    text = json.dumps(written, ensure_ascii=False, separators=(",", ":"))
    return f"{_sum(text)}\n{text}"


def _sum(text: str) -> str:
    return "b2:" + blake2b(text.encode("utf-8", "surrogatepass"), digest_size=16).hexdigest()


def read_snapshot(text: str) -> StoryState:
    """The state that was written; equal to the fold of the same events. Raises ``ValueError`` for one that is damaged."""
    return _read(text)[0]


def read_kept(text: str) -> tuple[StoryState, Memory | None]:
    """The state and its memory; None for a memory that is not there, or that other code wrote: it is to be built anew.

    Raises ``ValueError`` for a snapshot that is damaged.
    """
    state, memory = _read(text)
    return state, read_memory(memory)


def _read(text: str) -> tuple[StoryState, str]:
    mark, _, text = text.partition("\n")
    if mark != _sum(text):
        raise ValueError("the snapshot is not what was written")
    try:
        written = from_json(text)
        return _state(written), written.get("memory", "")
    except (LookupError, TypeError, AttributeError) as error:
        raise ValueError(f"the snapshot cannot be read: {error}") from error


@contextmanager
def undisturbed() -> Iterator[None]:
    """Without the garbage collector: nothing is let go of while a story is opened, and looking for it takes longer than the reading."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


@contextmanager
def seldom_disturbed() -> Iterator[None]:
    """With the garbage collector called seldom: what stands already is not gone through again and again while a transcript is read."""
    before = gc.get_threshold()
    gc.freeze()
    gc.set_threshold(*SELDOM)
    try:
        yield
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()


def _state(written: dict[str, Any]) -> StoryState:
    state = StoryState()
    for name, shape in adapters().items():
        value = shape.validate_python(written[name])
        if isinstance(getattr(state, name), Register):
            register = getattr(state, name)
            for key, record in value.items():
                register[key] = record
            register.weighed(written["digests"][name])
        else:
            setattr(state, name, value)
    state.lore = read_lore(written["lore"])
    state.gists = GistBook.read(written["gists"])
    mark(state)
    return state
