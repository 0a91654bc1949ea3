"""AI Dungeon's story cards, and the lists of world info that it had before them."""

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

CARDS = "ai_dungeon"
LIST = "ai_dungeon_list"
FRESH: Mapping[str, Mapping[str, Any]] = {
    CARDS: {"keys": "", "value": "", "type": "custom", "title": "", "description": "", "useForCharacterCreation": False},
    LIST: {"keys": "", "entry": ""},
}


def _keys(entry: LorebookEntry) -> str:
    return ",".join(word for word in map(in_words, entry.keys) if word is not None)


ENTRY: Mapping[str, tuple[Put, ...]] = {
    CARDS: (Put("keys", "keys", _keys), Put("value", "text"), Put("title", "title")),
    LIST: (Put("keys", "keys", _keys), Put("entry", "text")),
}
USUAL = {"type": "custom", "useForCharacterCreation": False, "hidden": False}
FATES: tuple[Fate, ...] = (
    Fate("keys", "kept", "Each with the blanks around it, found inside of words too."),
    Fate("value, title", "kept"),
    Fate("entry", "kept", "The text, in old lists."),
    Fate("id", "changed", "It is the entry's id."),
    Fate("type, description, useForCharacterCreation, updatedAt, hidden", "carried"),
)


def is_story_cards(value: Any) -> bool:
    """True for a list of story cards."""
    return _first(value, "value") is not None and isinstance(_first(value, "value").get("useForCharacterCreation"), bool)


def is_ai_dungeon_list(value: Any) -> bool:
    """True for an old list of world info."""
    return _first(value, "entry") is not None


def read_ai_dungeon(value: Any, file: str) -> Brought:
    """The book of story cards or of an old list, told apart by whether its texts are called ``value`` or ``entry``.

    Raises TranscriptError for what is no list.
    """
    names = {name for row in value if isinstance(row, dict) for name in row} if isinstance(value, list) else set()
    book, losses = read_cards(value, file, LIST if "entry" in names and "value" not in names else CARDS)
    return Brought("story cards (AI Dungeon)" if book.source == CARDS else "world info (AI Dungeon)", books=(book,), losses=losses)


def write_story_cards(book: Lorebook) -> Written:
    """The file of story cards."""
    rows, losses = cards_of(book, CARDS)
    return Written(canonical_json(rows), losses)


def write_ai_dungeon_list(book: Lorebook) -> Written:
    """The file of an old list of world info."""
    rows, losses = cards_of(book, LIST)
    return Written(canonical_json(rows), losses)


def read_cards(value: Any, file: str, source: str) -> tuple[Lorebook, tuple[Loss, ...]]:
    """The book of a list that stands in a file or inside of an adventure, and what could not be taken over; ``source`` is ``CARDS`` or
    ``LIST``. Raises TranscriptError for what is no list."""
    if not isinstance(value, list):
        raise TranscriptError(file, "it is no list of cards.", "Story cards are a list of objects.", "no-lorebook")
    losses = twice(value)
    book = _read(value, stem(file), source, losses)
    return book, tuple(losses)


def cards_of(book: Lorebook, source: str) -> tuple[list[dict[str, Any]], tuple[Loss, ...]]:
    """The list as a file or an adventure has it, and what it cannot hold."""
    rows = []
    for place, entry in enumerate(book.entries):
        raw = entry.raw if book.source == source and entry.raw else dict(FRESH[source])
        rows.append(put_back(entry, raw, partial(_entry, key=str(place), path="", source=source, losses=[]), ENTRY[source]))
    return rows, unheld(book, _read(rows, book.name, source, []), book.source)


def _first(value: Any, name: str) -> Any:
    """The first object of a list, where it has keys in one text and a text under that name."""
    first = value[0] if isinstance(value, list) and value else None
    return first if isinstance(first, dict) and isinstance(first.get("keys"), str) and isinstance(first.get(name), str) else None


def _read(value: list[Any], name: str, source: str, losses: list[Loss]) -> Lorebook:
    entries = [_entry(row, key, key, source, losses) for key, row in objects(value, "", losses)]
    return Lorebook(
        id=id_of(name), name=name, source=source, entries=told_apart(entries), recursive=False, whole_words=False, matching="letters"
    )


def _entry(raw: dict[str, Any], key: str, path: str, source: str, losses: list[Loss]) -> LorebookEntry:
    fields = Fields(raw, path, losses)
    puts = ENTRY[source]
    keys = listed(fields.text("keys"), bare=False) if isinstance(raw.get("keys"), str) else fields.words("keys")
    return LorebookEntry(
        id=fields.text("id") or key,
        title=fields.text("title") if source == CARDS else "",
        text=fields.text("value" if source == CARDS else "entry"),
        keys=tuple(as_words(word) for word in keys),
        raw=raw,
        own=own_paths(raw, {"id", *(put.path for put in puts)}, USUAL),
    )
