"""Agnai's memory books."""

import re
from collections.abc import Mapping
from functools import partial
from typing import Any, cast

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import Put, id_of, own_paths, put_back, stem, told_apart, unheld
from gm_engine.exchange.formats.brought import Brought, Fate, Loss, Written
from gm_engine.exchange.formats.character_book import LOGICS
from gm_engine.exchange.formats.foreign_json import canonical_json
from gm_engine.exchange.formats.key_patterns import as_words, in_words
from gm_engine.exchange.formats.patient_fields import Fields, as_read, objects, twice
from gm_engine.story.lorebook import Logic, Lorebook, LorebookEntry

SOURCE = "agnai"
FRESH: Mapping[str, Any] = {"name": "", "entry": "", "keywords": [], "priority": 100, "weight": 0, "enabled": True}
BOOK_FRESH: Mapping[str, Any] = {"kind": "memory", "_id": "", "name": "", "description": "", "userId": "", "entries": []}
WILD = re.compile(r"/\\b((?:\w|\s|\\w\*?)+)\\b/iu")
"""The pattern that a keyword with ``*`` and ``?`` stands for."""


def _pattern(word: str) -> str:
    r"""The key that a keyword is: ``*`` are letters of a word, ``?`` is one of them; of other signs, the program sees none.

    >>> _pattern("sal"), _pattern("drag*")
    ('sal', '/\\bdrag\\w*\\b/iu')
    """
    if not re.search(r"[*?]", word):
        return as_words(word)
    bare = re.sub(r"[^\w\s*?]", "", word)
    return "/\\b" + bare.replace("*", "\\w*").replace("?", "\\w") + "\\b/iu"


def _keyword(key: str) -> str | None:
    r"""The keyword that a key is; None for a pattern of another kind.

    >>> _keyword("sal"), _keyword("/\\bdrag\\w*\\b/iu"), _keyword("/s.l/")
    ('sal', 'drag*', None)
    """
    wild = WILD.fullmatch(key)
    return wild[1].replace("\\w*", "*").replace("\\w", "?") if wild else in_words(key)


def _keywords(keys: tuple[str, ...]) -> list[str]:
    return [word for word in map(_keyword, keys) if word is not None]


ENTRY: tuple[Put, ...] = (
    Put("name", "title"),
    Put("entry", "text"),
    Put("keywords", "keys", lambda entry: _keywords(entry.keys)),
    Put("secondaryKeys", "also", lambda entry: _keywords(entry.also)),
    Put("selective", "selective"),
    Put("selectiveLogic", "logic", lambda entry: LOGICS.index(entry.logic)),
    Put("constant", "constant"),
    Put("enabled", "enabled"),
    Put("weight", "order"),
    Put("priority", "priority"),
    Put("position", "position", lambda entry: "before_char" if entry.position == "before" else "after_char"),
    Put("probability", "chance"),
    Put("useProbability", "chance", lambda _: True),
    Put("excludeRecursion", "not_by_recursion"),
)
BOOK: tuple[Put, ...] = (
    Put("name", "name"),
    Put("description", "description"),
    Put("scanDepth", "scan_depth"),
    Put("tokenBudget", "budget"),
    Put("recursiveScanning", "recursive"),
)
SHARED = frozenset({"id", *(put.path for put in ENTRY)})
FATES: tuple[Fate, ...] = (
    Fate("name, description, scanDepth, tokenBudget, recursiveScanning", "kept"),
    Fate("kind, _id, userId, extensions", "carried"),
    Fate("entries.name, entries.entry, entries.enabled, entries.priority", "kept"),
    Fate("entries.keywords", "kept", "`*` and `?` become patterns, and are written as they were."),
    Fate("entries.weight", "kept", "It is the order."),
    Fate("entries.id", "changed", "It is the entry's id."),
    Fate(
        "entries.secondaryKeys, entries.selective, entries.selectiveLogic, entries.constant",
        "changed",
        "Agnai passes over them; here they count.",
    ),
    Fate(
        "entries.position, entries.probability, entries.useProbability, entries.excludeRecursion",
        "changed",
        "Agnai passes over them; here they count.",
    ),
    Fate("entries.comment", "carried"),
)


def is_agnai(value: Any) -> bool:
    """True for a memory book."""
    return isinstance(value, dict) and value.get("kind") == "memory" and isinstance(value.get("entries"), (list, dict))


def read_agnai(value: Any, file: str) -> Brought:
    """The memory book. Raises TranscriptError where it has no entries."""
    if not is_agnai(value):
        raise TranscriptError(file, "it is no memory book.", 'It should say "kind": "memory" and have "entries".', "no-lorebook")
    losses = twice(value)
    book = _read(value, stem(file), losses)
    return Brought("a memory book (Agnai)", books=(book,), losses=tuple(losses))


def write_agnai(book: Lorebook) -> Written:
    """The file of a memory book."""
    mine = book.source == SOURCE
    otherwise = book.name if mine else ""
    head = put_back(book, book.raw if mine else as_read(BOOK_FRESH), partial(_book, otherwise=otherwise, losses=[]), BOOK)
    rows = []
    for place, entry in enumerate(book.entries):
        raw = entry.raw if mine and entry.raw else as_read(FRESH)
        rows.append(put_back(entry, raw, partial(_entry, key=str(place), path="", losses=[]), ENTRY))
    made = {**head, "entries": {str(at): row for at, row in enumerate(rows)} if isinstance(head.get("entries"), dict) else rows}
    return Written(canonical_json(made), unheld(book, _read(made, book.name, []), book.source))


def _read(value: Mapping[str, Any], name: str, losses: list[Loss]) -> Lorebook:
    held = value["entries"]
    entries = [_entry(row, key, f"entries.{key}", losses) for key, row in objects(held, "entries", losses)]
    head = as_read({**value, "entries": {} if isinstance(held, dict) else []})
    return _book(head, name, losses).changed(entries=told_apart(entries))


def _book(raw: dict[str, Any], otherwise: str, losses: list[Loss]) -> Lorebook:
    fields = Fields(raw, "", losses)
    name = fields.text("name") or otherwise
    return Lorebook(
        id=id_of(name),
        name=name,
        source=SOURCE,
        matching="wildcards",
        description=fields.text("description"),
        scan_depth=fields.maybe_number("scanDepth", 0),
        budget=fields.maybe_number("tokenBudget", 0),
        recursive=fields.maybe_yes("recursiveScanning"),
        raw=raw,
        own=own_paths(raw, {"kind", "_id", "userId", "entries", *(put.path for put in BOOK)}, {}),
    )


def _entry(raw: dict[str, Any], key: str, path: str, losses: list[Loss]) -> LorebookEntry:
    fields = Fields(raw, path, losses)
    place = fields.one_of("position", ("before_char", "after_char"), "before_char")
    return LorebookEntry(
        id=fields.text("id") or key,
        title=fields.text("name"),
        text=fields.text("entry"),
        keys=tuple(map(_pattern, fields.words("keywords"))),
        also=tuple(map(_pattern, fields.words("secondaryKeys"))),
        logic=cast(Logic, fields.one_of("selectiveLogic", LOGICS, "any")),
        selective=fields.yes("selective"),
        constant=fields.yes("constant"),
        enabled=fields.yes("enabled", True),
        order=fields.number("weight", 0),
        priority=fields.maybe_number("priority"),
        position="before" if place == "before_char" else "after",
        chance=fields.number("probability", 100, 0, 100) if fields.yes("useProbability", True) else 100,
        not_by_recursion=fields.yes("excludeRecursion"),
        raw=raw,
        own=own_paths(raw, SHARED, {}),
    )
