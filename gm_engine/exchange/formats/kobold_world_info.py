"""World info of KoboldAI and Kobold Lite: lists in files of their own, and as their saves hold them."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import Put, id_of, own_paths, put_back, stem, told_apart, unheld
from gm_engine.exchange.formats.brought import Brought, Fate, Loss, Written
from gm_engine.exchange.formats.foreign_json import canonical_json
from gm_engine.exchange.formats.key_patterns import as_words, in_words, listed
from gm_engine.exchange.formats.patient_fields import Fields, objects, twice
from gm_engine.story.lorebook import Lorebook, LorebookEntry

SOURCE = "kobold_world_info"
RENAMED = {"key": "keys", "content": "entry"}
"""What a save calls the keys and the text, and what a list calls them."""
FRESH: Mapping[bool, Mapping[str, Any]] = {
    False: {"keys": "", "keysecondary": "", "entry": "", "comment": "", "folder": None, "selective": False, "constant": False},
    True: {
        "key": "", "keysecondary": "", "keyanti": "", "content": "", "comment": "", "folder": None, "selective": False, "constant": False,
        "probability": 100, "wigroup": "", "widisabled": False,
    },
}  # fmt: skip
"""An entry that nobody has changed, in a list and in a save."""


def _written(words: tuple[str, ...]) -> str:
    return ",".join(word for word in map(in_words, words) if word is not None)


def _second(entry: LorebookEntry) -> str:
    return "" if entry.logic == "not_any" else _written(entry.also)


BOTH: tuple[Put, ...] = (
    Put("comment", "title"),
    Put("selective", "selective also", lambda entry: entry.selective and bool(entry.also) and entry.logic != "not_any"),
    Put("constant", "constant"),
)
ENTRY: Mapping[bool, tuple[Put, ...]] = {
    False: (
        Put("keys", "keys", lambda entry: _written(entry.keys)),
        Put("entry", "text"),
        Put("keysecondary", "also logic", _second),
        *BOTH,
    ),
    True: (
        Put("key", "keys", lambda entry: _written(entry.keys)),
        Put("content", "text"),
        Put("keysecondary", "also logic", _second),
        Put("keyanti", "also logic", lambda entry: _written(entry.also) if entry.logic == "not_any" and entry.selective else ""),
        Put("probability", "chance"),
        Put("widisabled", "enabled", lambda entry: not entry.enabled),
        *BOTH,
    ),
}
FATES: tuple[Fate, ...] = (
    Fate("keys, key", "kept", "Found inside of words too."),
    Fate("entry, content, comment, constant, widisabled, probability", "kept"),
    Fate("keysecondary, selective", "kept"),
    Fate("keyanti", "kept", "As secondary keys of which none may be there, where there are no others; else it is carried."),
    Fate("folder, wigroup", "carried"),
)


def is_kobold_list(value: Any) -> bool:
    """True for a list of world info that has more than keys and texts: a list of these alone is AI Dungeon's."""
    rows = [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
    named = [
        row for row in rows if isinstance(row.get("keys", row.get("key")), str) and isinstance(row.get("entry", row.get("content")), str)
    ]
    return bool(named) and any(row.keys() & {"keysecondary", "comment", "folder", "selective", "constant", "content"} for row in named)


def read_kobold_world_info(value: Any, file: str) -> Brought:
    """The book of a list. Raises TranscriptError for what is none."""
    book, losses = read_world_info_rows(value, file)
    return Brought("world info (KoboldAI)", books=(book,), losses=losses)


def write_kobold_world_info(book: Lorebook) -> Written:
    """The list that KoboldAI imports."""
    rows, losses = world_info_rows_of(book, save=False)
    return Written(canonical_json(rows), losses)


def read_world_info_rows(value: Any, file: str) -> tuple[Lorebook, tuple[Loss, ...]]:
    """The book of the ``worldinfo`` of a save, or of a list in a file, and what could not be taken over. Raises TranscriptError for what
    is no list."""
    if not isinstance(value, list):
        raise TranscriptError(file, "it is no list of world info.", "World info is a list of objects.", "no-lorebook")
    losses = twice(value)
    book = _read(value, stem(file), losses)
    return book, tuple(losses)


def world_info_rows_of(book: Lorebook, save: bool = True) -> tuple[list[dict[str, Any]], tuple[Loss, ...]]:
    """The rows of the ``worldinfo`` of a save, or of a list in a file, and what they cannot hold."""
    rows = []
    names = {there: here for here, there in RENAMED.items()} if save else RENAMED
    for place, entry in enumerate(book.entries):
        raw = dict(FRESH[save])
        if book.source == SOURCE and entry.raw:
            raw = {names.get(key, key): value for key, value in entry.raw.items()}
        rows.append(put_back(entry, raw, partial(_entry, key=str(place), path="", losses=[]), ENTRY[save]))
    return rows, unheld(book, _read(rows, book.name, []), book.source)


def _read(value: list[Any], name: str, losses: list[Loss]) -> Lorebook:
    entries = [_entry(row, key, key, losses) for key, row in objects(value, "", losses)]
    return Lorebook(
        id=id_of(name), name=name, source=SOURCE, entries=told_apart(entries), recursive=False, whole_words=False, matching="letters"
    )


def _entry(raw: dict[str, Any], key: str, path: str, losses: list[Loss]) -> LorebookEntry:
    fields = Fields(raw, path, losses)
    save = not raw.keys() & set(RENAMED.values())
    also, selective = tuple(map(as_words, listed(fields.text("keysecondary")))), fields.yes("selective")
    never = tuple(map(as_words, listed(fields.text("keyanti")))) if save and not also else ()
    keys = fields.words("key" if save else "keys")
    return LorebookEntry(
        id=key,
        title=fields.text("comment"),
        text=fields.text("content" if save else "entry"),
        keys=tuple(map(as_words, keys)),
        also=never or also,
        logic="not_any" if never else "any",
        selective=bool(never) or selective,
        constant=fields.yes("constant"),
        enabled=not (save and fields.yes("widisabled")),
        chance=fields.number("probability", 100, 0, 100) if save else 100,
        raw=raw,
        own=own_paths(raw, {put.path for put in ENTRY[save]} - (set() if never or not also else {"keyanti"}), FRESH[save]),
    )
