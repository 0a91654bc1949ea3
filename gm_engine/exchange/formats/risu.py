"""RisuAI's lorebooks, with their folders."""

from collections.abc import Mapping
from functools import partial
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import Put, id_of, own_paths, put_back, settled, stem, told_apart, unheld
from gm_engine.exchange.formats.brought import Brought, Fate, Loss, Written
from gm_engine.exchange.formats.decorators import decorated, dressed, joined, parted
from gm_engine.exchange.formats.foreign_json import canonical_json
from gm_engine.exchange.formats.key_patterns import as_words, in_words, is_pattern
from gm_engine.exchange.formats.patient_fields import Fields, as_read, objects, twice
from gm_engine.story.lorebook import Lorebook, LorebookEntry

SOURCE = "risu"
FRESH: Mapping[str, Any] = {
    "key": "", "secondkey": "", "insertorder": 100, "comment": "", "content": "", "mode": "normal", "alwaysActive": False,
    "selective": False,
}  # fmt: skip
BOOK_FRESH: Mapping[str, Any] = {"type": "risu", "ver": 1, "data": []}


def _joined(words: tuple[str, ...]) -> str:
    return ", ".join(word if any(map(is_real, words)) else in_words(word) or "" for word in words)


def is_real(word: str) -> bool:
    """True for a pattern that is more than the letters of a word."""
    return is_pattern(word) and in_words(word) is None


ENTRY: tuple[Put, ...] = (
    Put("key", "keys", lambda entry: _joined(entry.keys)),
    Put("useRegex", "keys", lambda entry: any(map(is_real, entry.keys))),
    Put("secondkey", "also", lambda entry: _joined(entry.also)),
    Put("selective", "selective also", lambda entry: entry.selective and bool(entry.also)),
    Put("comment", "title"),
    Put("content", "text decorators", lambda entry: joined(entry.decorators, entry.text)),
    Put("alwaysActive", "constant"),
    Put("mode", "constant", lambda entry: "constant" if entry.constant else "normal"),
    Put("insertorder", "order"),
    Put("activationPercent", "chance"),
    Put("extentions.risu_case_sensitive", "case_sensitive", lambda entry: bool(entry.case_sensitive)),
)
SHARED = frozenset({"id", "loreCache", *(put.path for put in ENTRY if put.path != "mode")})
FATES: tuple[Fate, ...] = (
    Fate("type, ver", "carried"),
    Fate("data.key, data.secondkey, data.selective, data.useRegex", "kept", "Keys that are no patterns are found inside of words too."),
    Fate("data.comment, data.insertorder, data.alwaysActive, data.activationPercent", "kept"),
    Fate("data.content", "kept", "Decorators at its top are parted from it, as in a character's book."),
    Fate("data.extentions.risu_case_sensitive", "kept"),
    Fate("data.id", "changed", "It is the entry's id."),
    Fate(
        "data.mode",
        "changed",
        "`constant` is always on; `multiple` and `child` are carried; a `folder` is no entry, and stays in its place.",
    ),
    Fate("data.folder, data.bookVersion, data.loreCache", "carried"),
)


def is_risu(value: Any) -> bool:
    """True for a lorebook of RisuAI."""
    return isinstance(value, dict) and value.get("type") == "risu" and isinstance(value.get("data"), list)


def read_risu(value: Any, file: str) -> Brought:
    """The book. Raises TranscriptError where it has no list of entries."""
    if not is_risu(value):
        raise TranscriptError(file, "it is no lorebook of RisuAI.", 'It should say "type": "risu" and have "data", a list.', "no-lorebook")
    losses = twice(value)
    book = _read(value, stem(file), losses)
    return Brought("a lorebook (RisuAI)", books=(book,), losses=tuple(losses))


def write_risu(book: Lorebook) -> Written:
    """The file of the book; what RisuAI says by decorators is said by them."""
    mine = book.source == SOURCE
    wanted = settled(book, ("recursive",))
    head = book.raw if mine else as_read(BOOK_FRESH)
    rows = []
    for place, entry in enumerate(wanted.entries):
        raw = entry.raw if mine and entry.raw else as_read(FRESH)
        reads = partial(_entry, key=str(place), path="", losses=[])
        second = bool(entry.also) and entry.logic in ("not_any", "not_all")
        bare = reads(put_back(entry.changed(decorators=(), also=() if second else entry.also), raw, reads, ENTRY))
        rows.append(put_back(entry.changed(decorators=dressed(entry, bare), also=bare.also), raw, reads, ENTRY))
    made = {**head, "data": _laid(head["data"], rows)}
    return Written(canonical_json(made), unheld(wanted, _read(made, book.name, []), book.source))


def _laid(places: list[Any], rows: list[dict[str, Any]]) -> list[Any]:
    """The entries where they stood between the folders; those that are new at the end."""
    left = iter(rows)
    laid = [folder if folder is not None else next(left, None) for folder in places]
    return [*(row for row in laid if row is not None), *left]


def _read(value: Mapping[str, Any], name: str, losses: list[Loss]) -> Lorebook:
    entries, places = [], []
    for key, row in objects(value["data"], "data", losses):
        folder = row.get("mode") == "folder"
        places.append(row if folder else None)
        if not folder:
            entries.append(_entry(row, key, f"data.{key}", losses))
    head = {**as_read({**value, "data": []}), "data": places}
    own = (*own_paths(head, {"type", "ver", "data"}, {}), *(f"data.{at}" for at, folder in enumerate(places) if folder))
    return Lorebook(
        id=id_of(name),
        name=name,
        source=SOURCE,
        entries=told_apart(entries),
        whole_words=False,
        matching="spaceless",
        with_names=False,
        raw=head,
        own=own,
    )


def _entry(raw: dict[str, Any], key: str, path: str, losses: list[Loss]) -> LorebookEntry:
    fields = Fields(raw, path, losses)
    decorators, text = parted(fields.text("content"))
    patterns = fields.yes("useRegex")
    keys, also = fields.words("key"), fields.words("secondkey")
    mode = fields.text("mode", "normal")
    own = own_paths(raw, SHARED, {"mode": "normal"})
    return decorated(
        LorebookEntry(
            id=fields.text("id") or key,
            title=fields.text("comment"),
            text=text,
            decorators=decorators,
            keys=keys if patterns else tuple(map(as_words, keys)),
            also=also if patterns else tuple(map(as_words, also)),
            selective=fields.yes("selective"),
            constant=fields.yes("alwaysActive") or mode == "constant",
            order=fields.number("insertorder", 100),
            chance=fields.number("activationPercent", 100, 0, 100),
            case_sensitive=fields.inner("extentions").maybe_yes("risu_case_sensitive"),
            raw=raw,
            own=tuple(found for found in own if (found, mode) != ("mode", "constant")),
        )
    )
