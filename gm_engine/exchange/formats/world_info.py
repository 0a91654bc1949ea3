"""SillyTavern's World Info: an object of entries by number, in a file of its own."""

from collections.abc import Mapping
from functools import partial
from typing import Any, cast

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import Put, id_of, own_paths, put_back, settled, stem, told_apart, unheld
from gm_engine.exchange.formats.brought import Brought, Fate, Loss, Written
from gm_engine.exchange.formats.character_book import LOGICS, POSITIONS, TRIGGERS, character_book_of, read_character_book
from gm_engine.exchange.formats.decorators import joined, parted
from gm_engine.exchange.formats.foreign_json import canonical_json
from gm_engine.exchange.formats.key_patterns import listed
from gm_engine.exchange.formats.patient_fields import Fields, as_read, objects, twice
from gm_engine.story.lorebook import ROLES, Logic, Lorebook, LorebookEntry, Position, Role, Scanned, Trigger

SOURCE = "world_info"
SCANS: Mapping[str, Scanned] = {
    "matchPersonaDescription": "persona", "matchCharacterDescription": "description", "matchCharacterPersonality": "personality",
    "matchCharacterDepthPrompt": "depth_prompt", "matchScenario": "scenario", "matchCreatorNotes": "creator_notes",
}  # fmt: skip
FRESH: Mapping[str, Any] = {
    "key": [], "keysecondary": [], "comment": "", "content": "", "constant": False, "vectorized": False, "selective": True,
    "selectiveLogic": 0, "addMemo": True, "order": 100, "position": 0, "disable": False, "ignoreBudget": False,
    "excludeRecursion": False, "preventRecursion": False, **dict.fromkeys(SCANS, False), "delayUntilRecursion": 0, "probability": 100,
    "useProbability": True, "depth": 4, "outletName": "", "group": "", "groupOverride": False, "groupWeight": 100, "scanDepth": None,
    "caseSensitive": None, "matchWholeWords": None, "useGroupScoring": None, "automationId": "", "role": 0, "sticky": None,
    "cooldown": None, "delay": None, "characterFilter": {"isExclude": False, "names": [], "tags": []}, "triggers": [],
}  # fmt: skip
"""An entry that nobody has changed: every field, since not every version fills in those that are missing."""


def _scans(place: Scanned, entry: LorebookEntry) -> bool:
    return place in entry.scans


ENTRY: tuple[Put, ...] = (
    Put("key", "keys"),
    Put("keysecondary", "also"),
    Put("comment", "title"),
    Put("content", "text decorators", lambda entry: joined(entry.decorators, entry.text)),
    Put("constant", "constant"),
    Put("vectorized", "by_meaning"),
    Put("selective", "selective"),
    Put("selectiveLogic", "logic", lambda entry: LOGICS.index(entry.logic)),
    Put("order", "order"),
    Put("position", "position", lambda entry: POSITIONS.index(entry.position)),
    Put("disable", "enabled", lambda entry: not entry.enabled),
    Put("ignoreBudget", "beyond_budget"),
    Put("excludeRecursion", "not_by_recursion"),
    Put("preventRecursion", "ends_recursion"),
    Put("delayUntilRecursion", "recursion_level"),
    Put("probability", "chance"),
    Put("useProbability", "chance", lambda _: True),
    Put("depth", "depth"),
    Put("outletName", "outlet"),
    Put("group", "groups", lambda entry: ",".join(entry.groups)),
    Put("groupOverride", "group_wins"),
    Put("groupWeight", "group_weight"),
    Put("scanDepth", "scan_depth"),
    Put("caseSensitive", "case_sensitive"),
    Put("matchWholeWords", "whole_words"),
    Put("useGroupScoring", "group_scoring"),
    Put("role", "role", lambda entry: ROLES.index(entry.role)),
    Put("sticky", "sticky", lambda entry: entry.sticky or None),
    Put("cooldown", "cooldown", lambda entry: entry.cooldown or None),
    Put("delay", "delay", lambda entry: entry.delay or None),
    *(Put(key, "scans", partial(_scans, place)) for key, place in SCANS.items()),
    Put("characterFilter.isExclude", "for_others"),
    Put("characterFilter.names", "for_names"),
    Put("characterFilter.tags", "for_tags"),
    Put("triggers", "triggers"),
)
BOOK = (Put("name", "name"),)
SHARED = frozenset({"uid", "displayIndex", "addMemo", *(put.path for put in ENTRY)})
OF_THE_PROGRAM = ("case_sensitive", "whole_words", "group_scoring", "scan_depth", "recursive")
"""What the program sets for all books, and a book of another format may set for itself."""
FATES: tuple[Fate, ...] = (
    Fate("name", "kept", "Without one, the file's name is the book's."),
    Fate("extensions", "carried"),
    Fate("originalData", "carried", "It is written anew with what was changed."),
    Fate("entries.uid", "changed", "It is the entry's id."),
    Fate(", ".join(f"entries.{path}" for path in ("key", "keysecondary", "comment", "constant", "selective", "selectiveLogic")), "kept"),
    Fate("entries.content", "kept", "Decorators at its top are parted from it; `@@activate` and `@@dont_activate` do what they say."),
    Fate(", ".join(f"entries.{path}" for path in ("vectorized", "order", "position", "disable", "ignoreBudget", "depth", "role")), "kept"),
    Fate(", ".join(f"entries.{path}" for path in ("outletName", "excludeRecursion", "preventRecursion", "delayUntilRecursion")), "kept"),
    Fate(", ".join(f"entries.{path}" for path in ("probability", "useProbability", "sticky", "cooldown", "delay", "triggers")), "kept"),
    Fate(", ".join(f"entries.{path}" for path in ("group", "groupOverride", "groupWeight", "useGroupScoring")), "kept"),
    Fate(", ".join(f"entries.{path}" for path in ("scanDepth", "caseSensitive", "matchWholeWords", *SCANS)), "kept"),
    Fate("entries.characterFilter", "kept"),
    Fate("entries.addMemo, entries.displayIndex, entries.automationId, entries.extensions", "carried"),
)


def is_world_info(value: Any) -> bool:
    """True for an object of entries, or a list of them, whose keys stand under ``key``."""
    entries = value.get("entries") if isinstance(value, dict) else None
    rows = list(entries.values()) if isinstance(entries, dict) else entries if isinstance(entries, list) else []
    return any(isinstance(row, dict) and isinstance(row.get("key"), (list, str)) for row in rows) or entries == {}


def read_world_info(value: Any, file: str) -> Brought:
    """The book. Raises TranscriptError where there are no entries."""
    entries = value.get("entries") if isinstance(value, dict) else None
    if not isinstance(entries, (dict, list)):
        raise TranscriptError(file, "it has no entries.", 'World Info is an object with "entries", an object of objects.', "no-lorebook")
    losses = twice(value)
    book = _read(value, stem(file), losses)
    return Brought("World Info (SillyTavern)", books=(book,), losses=tuple(losses))


def write_world_info(book: Lorebook) -> Written:
    """The file of the book, every field of each entry told."""
    mine = book.source == SOURCE
    wanted = settled(book, OF_THE_PROGRAM)
    head = put_back(wanted, book.raw if mine else {"entries": {}}, partial(_book, otherwise=book.name if mine else "", losses=[]), BOOK)
    rows = []
    for entry, uid in zip(wanted.entries, _uids(wanted), strict=True):
        raw = entry.raw if mine and entry.raw else {**FRESH, "uid": int(uid), "displayIndex": int(uid)}
        rows.append((uid, put_back(entry, raw, partial(_entry, key=uid, path="", losses=[]), ENTRY)))
    made = {**head, "entries": [row for _, row in rows] if isinstance(head.get("entries"), list) else dict(rows)}
    if "originalData" in made and any(_moved(entry) for entry in wanted.entries):
        made["originalData"] = _original(made["originalData"], wanted)
    again = _read(made, book.name, [])
    in_order = {entry.id: entry for entry in again.entries}
    again = again.changed(entries=tuple(in_order[uid] for uid, _ in rows) if isinstance(made["entries"], dict) else again.entries)
    return Written(canonical_json(made), unheld(wanted, again, book.source))


def _read(value: Mapping[str, Any], name: str, losses: list[Loss]) -> Lorebook:
    held = value["entries"]
    rows = objects(held, "entries", losses)
    entries = []
    for key, row in sorted(rows, key=_place) if isinstance(held, dict) else rows:
        entry = _entry(row, key, f"entries.{key}", losses)
        uid = "" if isinstance(held, dict) else Fields(row, f"entries.{key}", losses).text("uid")
        entries.append(entry.changed(id=uid) if uid else entry)
    head = as_read({**value, "entries": type(held)()})
    return _book(head, name, losses).changed(entries=told_apart(entries))


def _place(row: tuple[str, Any]) -> tuple[bool, int]:
    """Numbers by size, then everything else as it stands: so the program itself goes through them."""
    number = row[0].isascii() and row[0].isdecimal() and len(row[0]) < 10
    return (not number, int(row[0]) if number else 0)


def _book(raw: dict[str, Any], otherwise: str, losses: list[Loss]) -> Lorebook:
    name = Fields(raw, "", losses).text("name") or otherwise
    own = own_paths(raw, {"entries", "name", "originalData"}, {})
    return Lorebook(id=id_of(name), name=name, source=SOURCE, raw=raw, own=own)


def _entry(raw: dict[str, Any], key: str, path: str, losses: list[Loss]) -> LorebookEntry:
    fields = Fields(raw, path, losses)
    meant = fields.inner("characterFilter")
    decorators, text = parted(fields.text("content"))
    return LorebookEntry(
        id=key,
        title=fields.text("comment"),
        text=text,
        decorators=decorators,
        keys=fields.words("key"),
        also=fields.words("keysecondary"),
        logic=cast(Logic, fields.one_of("selectiveLogic", LOGICS, "any")),
        selective=fields.yes("selective", True),
        constant=fields.yes("constant"),
        enabled=not fields.yes("disable"),
        order=fields.number("order", 100),
        position=cast(Position, fields.one_of("position", POSITIONS, "before")),
        depth=fields.number("depth", 4, 0),
        role=cast(Role, fields.one_of("role", ROLES, "system")),
        outlet=fields.text("outletName"),
        case_sensitive=fields.maybe_yes("caseSensitive"),
        whole_words=fields.maybe_yes("matchWholeWords"),
        scan_depth=fields.maybe_number("scanDepth", 0),
        scans=tuple(place for name, place in SCANS.items() if fields.yes(name)),
        not_by_recursion=fields.yes("excludeRecursion"),
        ends_recursion=fields.yes("preventRecursion"),
        recursion_level=fields.number("delayUntilRecursion", 0, 0),
        chance=fields.number("probability", 100, 0, 100) if fields.yes("useProbability", True) else 100,
        groups=listed(fields.text("group")),
        group_wins=fields.yes("groupOverride"),
        group_weight=fields.number("groupWeight", 100, 0),
        group_scoring=fields.maybe_yes("useGroupScoring"),
        sticky=fields.number("sticky", 0, 0),
        cooldown=fields.number("cooldown", 0, 0),
        delay=fields.number("delay", 0, 0),
        beyond_budget=fields.yes("ignoreBudget"),
        by_meaning=fields.yes("vectorized"),
        for_names=meant.words("names"),
        for_tags=meant.words("tags"),
        for_others=meant.yes("isExclude"),
        triggers=cast(tuple[Trigger, ...], fields.some_of("triggers", TRIGGERS)),
        raw=raw,
        own=own_paths(raw, SHARED, FRESH),
    )


def _uids(book: Lorebook) -> list[str]:
    """The number of each entry in the file: its id where that is one; all are numbered anew where their order would be lost."""
    ids = [entry.id for entry in book.entries]
    if book.source == SOURCE and all(entry.raw for entry in book.entries) and isinstance(book.raw.get("entries"), dict):
        return ids
    numbers = [int(name) for name in ids if name.isascii() and name.isdecimal() and str(int(name)) == name and len(name) < 10]
    keeps = len(numbers) == len(ids) and numbers == sorted(set(numbers))
    return ids if keeps else [str(place) for place in range(len(ids))]


def _moved(entry: LorebookEntry) -> bool:
    """True for an entry that says something else than its file did."""
    was = _entry(entry.raw, entry.id, "", [])
    return was.changed(id="", own=()) != entry.changed(id="", own=())


def _original(value: Any, wanted: Lorebook) -> Any:
    """The card's book that this one was made of, with what was changed: it is what the program gives back to a card."""
    try:
        book, _ = read_character_book(value, wanted.name)
    except TranscriptError:
        return value
    known = {entry.id: entry for entry in book.entries}
    entries = tuple(entry.changed(raw=known[entry.id].raw if entry.id in known else {}) for entry in wanted.entries)
    return character_book_of(book.changed(entries=entries))[0]
