"""NovelAI's lorebooks, versions 1 to 6, in files of their own and inside of scenarios and stories."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import Put, id_of, own_paths, put_back, settled, stem, told_apart, unheld, uuid_of
from gm_engine.exchange.formats.brought import Brought, Fate, Loss, Written
from gm_engine.exchange.formats.foreign_json import canonical_json
from gm_engine.exchange.formats.patient_fields import Fields, as_read, objects, twice
from gm_engine.story.lorebook import Lorebook, LorebookEntry

SOURCE = "novelai"
CONTEXT: Mapping[str, Any] = {
    "prefix": "", "suffix": "\n", "tokenBudget": 1, "reservedTokens": 0, "budgetPriority": 400, "trimDirection": "trimBottom",
    "insertionType": "newline", "maximumTrimType": "sentence", "insertionPosition": -1,
}  # fmt: skip
FRESH: Mapping[str, Any] = {
    "text": "", "contextConfig": CONTEXT, "lastUpdatedAt": 0, "displayName": "", "id": "", "keys": [], "searchRange": 1000,
    "enabled": True, "forceActivation": False, "keyRelative": False, "nonStoryActivatable": False, "category": "", "loreBiasGroups": [],
    "advancedConditions": [],
}  # fmt: skip
BOOK_FRESH: Mapping[str, Any] = {"lorebookVersion": 6, "entries": [], "settings": {"orderByKeyLocations": False}, "categories": []}
WHOLE_CONTEXT = (1, 2048)
"""What stands for all of the context, or for the most that there was, as a budget of tokens."""
ENTRY: tuple[Put, ...] = (
    Put("text", "text"),
    Put("displayName", "title"),
    Put("keys", "keys"),
    Put("enabled", "enabled"),
    Put("forceActivation", "constant"),
    Put("nonStoryActivatable", "not_by_recursion", lambda entry: not entry.not_by_recursion),
    Put("searchRange", "scan_letters", lambda entry: 1000 if entry.scan_letters is None else entry.scan_letters),
    Put("contextConfig.budgetPriority", "order priority", lambda entry: entry.order if entry.priority is None else entry.priority),
)
SHARED = frozenset({"id", "lastUpdatedAt", *(put.path for put in ENTRY)})
USUAL = {
    **{key: value for key, value in FRESH.items() if key != "contextConfig"},
    **{f"contextConfig.{key}": value for key, value in CONTEXT.items()},
    "hidden": False,
}
FATES: tuple[Fate, ...] = (
    Fate("entries.text, entries.displayName, entries.keys, entries.enabled, entries.forceActivation", "kept"),
    Fate("entries.id", "changed", "It is the entry's id."),
    Fate("entries.searchRange", "kept", "In characters of the latest story."),
    Fate("entries.nonStoryActivatable", "kept", "Without it, what other entries say is not looked through for this one."),
    Fate("entries.contextConfig.budgetPriority", "kept", "It is both what is kept longest and the order."),
    Fate(", ".join(f"entries.contextConfig.{key}" for key in CONTEXT if key != "budgetPriority"), "carried"),
    Fate("entries.keyRelative, entries.loreBiasGroups, entries.advancedConditions, entries.hidden, entries.lastUpdatedAt", "carried"),
    Fate("entries.category, categories", "carried", "Entries of a category that is off are off."),
    Fate("settings.orderByKeyLocations, lorebookVersion", "carried"),
)


def is_novelai_lorebook(value: Any) -> bool:
    """True for a lorebook in a file of its own."""
    return isinstance(value, dict) and "lorebookVersion" in value


def read_novelai(value: Any, file: str) -> Brought:
    """The lorebook of a file. Raises TranscriptError where it has no entries."""
    book, losses = read_lorebook_object(value, file)
    return Brought("a lorebook (NovelAI)", books=(book,), losses=losses)


def write_novelai(book: Lorebook) -> Written:
    """The file of a lorebook."""
    made, losses = lorebook_object_of(book)
    return Written(canonical_json(made), losses)


def read_lorebook_object(value: Any, file: str) -> tuple[Lorebook, tuple[Loss, ...]]:
    """The lorebook that stands under ``lorebook`` in a scenario, or under ``content.lorebook`` in a story, and what could not be taken
    over. Raises TranscriptError where it has no entries."""
    if not isinstance(value, dict) or not isinstance(value.get("entries", []), (list, dict)):
        what = "its lorebook has no list of entries."
        raise TranscriptError(file, what, 'A lorebook is an object with "lorebookVersion" and "entries".', "no-lorebook")
    losses = twice(value)
    book = _read(value, stem(file), losses)
    return book, tuple(losses)


def lorebook_object_of(book: Lorebook) -> tuple[dict[str, Any], tuple[Loss, ...]]:
    """The lorebook as a scenario or a story has it, and what it cannot hold."""
    mine = book.source == SOURCE
    wanted = settled(book, ("recursive",))
    head = book.raw if mine else as_read(BOOK_FRESH)
    off = _off(head)
    rows = []
    for entry in wanted.entries:
        raw = entry.raw if mine and entry.raw else {**FRESH, "contextConfig": dict(CONTEXT), "id": uuid_of(book.id, entry.id)}
        rows.append(put_back(entry, raw, partial(_entry, key=entry.id, path="", off=off, losses=[]), ENTRY))
    kept = isinstance(head.get("entries"), dict)
    made = {**head, "entries": dict(zip((entry.id for entry in wanted.entries), rows, strict=True)) if kept else rows}
    return made, unheld(wanted, _read(made, book.name, []), book.source)


def _read(value: dict[str, Any], name: str, losses: list[Loss]) -> Lorebook:
    held = value.get("entries") or []
    off = _off(value)
    entries = [_entry(row, key, f"entries.{key}", off, losses) for key, row in objects(held, "entries", losses)]
    head = as_read({**value, "entries": {} if isinstance(held, dict) else []})
    own = own_paths(head, {"entries", "lorebookVersion"}, {"settings.orderByKeyLocations": False})
    return Lorebook(id=id_of(name), name=name, source=SOURCE, matching="words", entries=told_apart(entries), raw=head, own=own)


def _off(value: Mapping[str, Any]) -> frozenset[str]:
    """The ids of the categories that are off."""
    rows = [Fields(row, "", []) for _, row in objects(value.get("categories"), "", [])]
    return frozenset(fields.text("id") for fields in rows if not fields.yes("enabled", True)) - {""}


def _entry(raw: dict[str, Any], key: str, path: str, off: frozenset[str], losses: list[Loss]) -> LorebookEntry:
    fields = Fields(raw, path, losses)
    priority = fields.inner("contextConfig").maybe_number("budgetPriority")
    own = [found for found in own_paths(raw, SHARED, USUAL) if not _usual(raw, found)]
    return LorebookEntry(
        id=fields.text("id") or key,
        title=fields.text("displayName"),
        text=fields.text("text"),
        keys=fields.words("keys"),
        constant=fields.yes("forceActivation"),
        enabled=fields.yes("enabled", True) and fields.text("category") not in off,
        order=100 if priority is None else priority,
        priority=priority,
        not_by_recursion=not fields.yes("nonStoryActivatable"),
        scan_letters=fields.number("searchRange", 1000, 0),
        raw=raw,
        own=tuple(own),
    )


def _usual(raw: Mapping[str, Any], path: str) -> bool:
    """True for a budget of all there is, and for biases of no phrase."""
    if path == "contextConfig.tokenBudget":
        return raw["contextConfig"]["tokenBudget"] in WHOLE_CONTEXT
    groups = raw[path] if path == "loreBiasGroups" else None
    return isinstance(groups, list) and not any(isinstance(group, dict) and group.get("phrases") for group in groups)
