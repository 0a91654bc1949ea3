"""The book that a character card carries (version 2 and 3), and the same alone in a file (``lorebook_v3``)."""

from collections.abc import Mapping
from functools import partial
from typing import Any, cast

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import Put, id_of, own_paths, put_back, settled, stem, told_apart, unheld
from gm_engine.exchange.formats.brought import Brought, Fate, Loss, Written
from gm_engine.exchange.formats.decorators import decorated, joined, parted
from gm_engine.exchange.formats.foreign_json import canonical_json
from gm_engine.exchange.formats.key_patterns import is_pattern, listed, pattern_of
from gm_engine.exchange.formats.patient_fields import Fields, as_read, objects, twice, under
from gm_engine.story.lorebook import ROLES, Logic, Lorebook, LorebookEntry, Position, Role, Scanned, Trigger

SOURCE = "character_book"
STANDALONE = "lorebook_v3"
POSITIONS: tuple[Position, ...] = (
    "before", "after", "note_top", "note_bottom", "depth", "examples_top", "examples_bottom", "outlet",
)  # fmt: skip
LOGICS: tuple[Logic, ...] = ("any", "not_all", "not_any", "all")
TRIGGERS: tuple[Trigger, ...] = ("normal", "continue", "impersonate", "swipe", "regenerate", "quiet")
SCANS: Mapping[str, Scanned] = {
    "match_persona_description": "persona", "match_character_description": "description",
    "match_character_personality": "personality", "match_character_depth_prompt": "depth_prompt",
    "match_scenario": "scenario", "match_creator_notes": "creator_notes",
}  # fmt: skip
SIGNS = frozenset({"selectiveLogic", "exclude_recursion", "useProbability"})
"""What SillyTavern leaves in each entry's extensions. It says ``use_regex`` of all of them, and reads only ``/…/`` as patterns."""
EXTENSIONS: Mapping[str, Any] = {
    "position": 0, "exclude_recursion": False, "prevent_recursion": False, "delay_until_recursion": 0, "display_index": 0,
    "probability": 100, "useProbability": True, "depth": 4, "selectiveLogic": 0, "outlet_name": "", "group": "", "group_override": False,
    "group_weight": 100, "scan_depth": None, "match_whole_words": None, "use_group_scoring": None, "case_sensitive": None,
    "automation_id": "", "role": 0, "vectorized": False, "sticky": None, "cooldown": None, "delay": None,
    **dict.fromkeys(SCANS, False), "triggers": [], "ignore_budget": False,
}  # fmt: skip
"""The extensions of an entry that nobody has changed, as SillyTavern writes them."""


def _scans(place: Scanned, entry: LorebookEntry) -> bool:
    return place in entry.scans


ENTRY: tuple[Put, ...] = (
    Put("keys", "keys"),
    Put("use_regex", "keys constant", lambda entry: any(map(is_pattern, entry.keys)) and not entry.constant),
    Put("secondary_keys", "also"),
    Put("comment", "title"),
    Put("name", "title"),
    Put("content", "text decorators", lambda entry: joined(entry.decorators, entry.text)),
    Put("enabled", "enabled"),
    Put("constant", "constant"),
    Put("selective", "selective"),
    Put("insertion_order", "order"),
    Put("priority", "priority"),
    Put("case_sensitive", "case_sensitive"),
    Put("position", "position", lambda entry: "before_char" if entry.position == "before" else "after_char"),
    Put("extensions.position", "position", lambda entry: POSITIONS.index(entry.position)),
    Put("extensions.case_sensitive", "case_sensitive"),
    Put("extensions.exclude_recursion", "not_by_recursion"),
    Put("extensions.prevent_recursion", "ends_recursion"),
    Put("extensions.delay_until_recursion", "recursion_level"),
    Put("extensions.probability", "chance"),
    Put("extensions.useProbability", "chance", lambda _: True),
    Put("extensions.depth", "depth"),
    Put("extensions.selectiveLogic", "logic", lambda entry: LOGICS.index(entry.logic)),
    Put("extensions.outlet_name", "outlet"),
    Put("extensions.group", "groups", lambda entry: ",".join(entry.groups)),
    Put("extensions.group_override", "group_wins"),
    Put("extensions.group_weight", "group_weight"),
    Put("extensions.scan_depth", "scan_depth"),
    Put("extensions.match_whole_words", "whole_words"),
    Put("extensions.use_group_scoring", "group_scoring"),
    Put("extensions.role", "role", lambda entry: ROLES.index(entry.role)),
    Put("extensions.vectorized", "by_meaning"),
    Put("extensions.sticky", "sticky", lambda entry: entry.sticky or None),
    Put("extensions.cooldown", "cooldown", lambda entry: entry.cooldown or None),
    Put("extensions.delay", "delay", lambda entry: entry.delay or None),
    *(Put(f"extensions.{key}", "scans", partial(_scans, place)) for key, place in SCANS.items()),
    Put("extensions.triggers", "triggers"),
    Put("extensions.ignore_budget", "beyond_budget"),
)
BOOK: tuple[Put, ...] = (
    Put("name", "name"),
    Put("description", "description"),
    Put("scan_depth", "scan_depth"),
    Put("token_budget", "budget"),
    Put("recursive_scanning", "recursive"),
)
SHARED = frozenset({"id", "extensions.display_index", *(put.path for put in ENTRY)})
FRESH: Mapping[str, Any] = {
    "keys": [], "secondary_keys": [], "comment": "", "name": "", "content": "", "constant": False, "selective": True,
    "insertion_order": 100, "enabled": True, "position": "before_char", "use_regex": False,
}  # fmt: skip
"""An entry that nobody has changed."""
FATES: tuple[Fate, ...] = (
    Fate("name, description", "kept"),
    Fate("scan_depth, token_budget, recursive_scanning", "kept"),
    Fate("entries.keys, entries.secondary_keys, entries.selective, entries.constant, entries.enabled", "kept"),
    Fate("entries.use_regex", "kept", "Keys are patterns, secondary keys and `constant` are passed over; not where SillyTavern wrote it."),
    Fate("entries.content", "kept", "Decorators at its top are parted from it."),
    Fate("entries.insertion_order, entries.priority, entries.case_sensitive", "kept"),
    Fate("entries.name, entries.comment", "kept", "The name is the title, else the comment; a comment beside a name is carried."),
    Fate("entries.id", "changed", "It is the entry's id; two of the same are told apart."),
    Fate("entries.position", "kept", "`extensions.position` counts before it."),
    Fate(
        ", ".join(f"entries.extensions.{key}" for key in EXTENSIONS if key not in ("display_index", "automation_id")),
        "kept",
    ),
    Fate("entries.extensions.display_index, entries.extensions.automation_id", "carried"),
    Fate("extensions, entries.extensions", "carried", "Others' keys."),
    Fate("@@depth, @@role, @@position, @@end", "kept", "The positions `personality` and `scenario` are carried."),
    Fate("@@scan_depth, @@probability, @@priority, @@match_full_word, @@match_partial_word", "kept"),
    Fate("@@recursive, @@unrecursive, @@no_recursive_search", "kept"),
    Fate(
        "@@additional_keys, @@exclude_keys, @@exclude_keys_all",
        "kept",
        "As secondary keys where there are none; a second list of keys is carried.",
    ),
    Fate(
        "@@activate, @@dont_activate, @@activate_only_after, @@activate_only_every, @@keep_activate_after_match, "
        "@@dont_activate_after_match, @@is_greeting, @@ignore_on_max_context",
        "kept",
    ),
    Fate(
        "@@instruct_depth, @@reverse_depth, @@reverse_instruct_depth, @@instruct_scan_depth, @@is_user_icon, @@disable_ui_prompt, "
        "@@inject_lore, @@inject_at, @@inject_replace, @@inject_prepend",
        "carried",
    ),
)


def is_character_book(value: Any) -> bool:
    """True for a book without its card: a list of entries whose keys are lists."""
    entries = value.get("entries") if isinstance(value, dict) else None
    if not isinstance(entries, list) or value.keys() & {"kind", "lorebookVersion"}:
        return False
    return any(isinstance(entry, dict) and isinstance(entry.get("keys"), list) for entry in entries)


def is_lorebook_v3(value: Any) -> bool:
    """True for a book of version 3 in a file of its own."""
    return isinstance(value, dict) and value.get("spec") == STANDALONE


def read_character_book(value: Any, file: str) -> tuple[Lorebook, tuple[Loss, ...]]:
    """The book that stands under ``character_book`` in a card. Raises TranscriptError where it is no object or has no entries."""
    book, losses = _read(value, file, SOURCE)
    return book, (*twice(value), *losses)


def character_book_of(book: Lorebook, decorators: bool = True) -> tuple[dict[str, Any], tuple[Loss, ...]]:
    """The book as a card carries it, and what it cannot hold. Cards of version 2 have it without ``decorators``."""
    return _written(book, SOURCE, decorators)


def read_book_file(value: Any, file: str) -> Brought:
    """A book without its card."""
    book, losses = read_character_book(value, file)
    return Brought("a character's book", books=(book,), losses=losses)


def write_book_file(book: Lorebook) -> Written:
    """The file of a book without its card."""
    made, losses = _written(book, SOURCE)
    return Written(canonical_json(made), losses)


def read_lorebook_v3(value: Any, file: str) -> Brought:
    """A lorebook of version 3 in a file of its own. Raises TranscriptError for what is none."""
    if not is_lorebook_v3(value):
        raise TranscriptError(
            file, "it is no lorebook of version 3.", 'It should say "spec": "lorebook_v3" and have "data".', "no-lorebook"
        )
    book, losses = _read(value.get("data"), file, STANDALONE)
    raw = {**as_read({key: inner for key, inner in value.items() if key != "data"}), "data": book.raw}
    inside = under("data", losses)
    beside = tuple(key for key in raw if key not in ("spec", "data"))
    own = (*beside, *(f"data.{path}" for path in book.own))
    return Brought("a lorebook (version 3)", books=(book.changed(raw=raw, own=own),), losses=(*twice(value), *inside))


def write_lorebook_v3(book: Lorebook) -> Written:
    """The file of a lorebook of version 3."""
    made, losses = _written(book, STANDALONE)
    beside = book.raw if book.source == STANDALONE else {}
    return Written(canonical_json({"spec": STANDALONE, **beside, "data": made}), losses)


def _read(value: Any, file: str, source: str) -> tuple[Lorebook, tuple[Loss, ...]]:
    if not isinstance(value, dict) or not isinstance(value.get("entries", []), (list, dict)):
        what = "its book has no list of entries."
        raise TranscriptError(file, what, 'A book is an object with "entries", a list of objects.', "no-lorebook")
    losses: list[Loss] = []
    held = value.get("entries") or []
    entries = [_entry(row, key, f"entries.{key}", losses) for key, row in objects(held, "entries", losses)]
    head = {key: inner for key, inner in value.items() if key != "entries"}
    if "entries" in value:
        head["entries"] = {} if isinstance(held, dict) else []
    book = _book(as_read(head), stem(file), source, losses)
    return book.changed(entries=told_apart(entries)), tuple(losses)


def _book(raw: dict[str, Any], otherwise: str, source: str, losses: list[Loss]) -> Lorebook:
    fields = Fields(raw, "", losses)
    name = fields.text("name")
    return Lorebook(
        id=id_of(name or otherwise),
        name=name,
        source=source,
        description=fields.text("description"),
        scan_depth=fields.maybe_number("scan_depth", 0),
        budget=fields.maybe_number("token_budget", 0),
        recursive=fields.maybe_yes("recursive_scanning"),
        raw=raw,
        own=own_paths(raw, {"entries", *(put.path for put in BOOK)}, {}),
    )


def _entry(raw: dict[str, Any], key: str, path: str, losses: list[Loss]) -> LorebookEntry:
    fields = Fields(raw, path, losses)
    more = fields.inner("extensions")
    decorators, text = parted(fields.text("content"))
    name, comment = fields.text("name"), fields.text("comment")
    own = own_paths(raw, SHARED, {f"extensions.{name}": usual for name, usual in EXTENSIONS.items()})
    if name and comment and name != comment:
        own = (*own, "comment")
    outer = fields.one_of("position", ("before_char", "after_char"), "before_char")
    case = more.maybe_yes("case_sensitive")
    case = fields.maybe_yes("case_sensitive") if case is None else case
    keys, also, constant = fields.words("keys"), fields.words("secondary_keys"), fields.yes("constant")
    if fields.yes("use_regex") and not more.value.keys() >= SIGNS:
        keys = tuple(pattern_of(key, "" if case else "i") for key in keys)
        own = (*own, *(["secondary_keys"] if also else []), *(["constant"] if constant else []))
        also, constant = (), False
    said = fields.text("id")
    return decorated(
        LorebookEntry(
            id=said or key,
            title=name or comment,
            text=text,
            decorators=decorators,
            keys=keys,
            also=also,
            logic=cast(Logic, more.one_of("selectiveLogic", LOGICS, "any")),
            selective=fields.yes("selective"),
            constant=constant,
            enabled=fields.yes("enabled", True),
            order=fields.number("insertion_order", 100),
            priority=fields.maybe_number("priority"),
            position=cast(Position, more.one_of("position", POSITIONS, "before" if outer == "before_char" else "after")),
            depth=more.number("depth", 4, 0),
            role=cast(Role, more.one_of("role", ROLES, "system")),
            outlet=more.text("outlet_name"),
            case_sensitive=case,
            whole_words=more.maybe_yes("match_whole_words"),
            scan_depth=more.maybe_number("scan_depth", 0),
            scans=tuple(place for key, place in SCANS.items() if more.yes(key)),
            not_by_recursion=more.yes("exclude_recursion"),
            ends_recursion=more.yes("prevent_recursion"),
            recursion_level=more.number("delay_until_recursion", 0, 0),
            chance=more.number("probability", 100, 0, 100) if more.yes("useProbability", True) else 100,
            groups=listed(more.text("group")),
            group_wins=more.yes("group_override"),
            group_weight=more.number("group_weight", 100, 0),
            group_scoring=more.maybe_yes("use_group_scoring"),
            sticky=more.number("sticky", 0, 0),
            cooldown=more.number("cooldown", 0, 0),
            delay=more.number("delay", 0, 0),
            beyond_budget=more.yes("ignore_budget"),
            by_meaning=more.yes("vectorized"),
            triggers=cast(tuple[Trigger, ...], more.some_of("triggers", TRIGGERS)),
            raw=raw,
            own=own,
        )
    )


def _written(book: Lorebook, source: str, decorators: bool = True) -> tuple[dict[str, Any], tuple[Loss, ...]]:
    mine = book.source in (SOURCE, STANDALONE)
    wanted = settled(book, ("case_sensitive", "whole_words", "group_scoring"))
    raw_head = book.raw.get("data", {}) if book.source == STANDALONE else book.raw if mine else {"entries": []}
    head = put_back(wanted, raw_head, partial(_book, otherwise=book.name, source=source, losses=[]), BOOK)
    rows = []
    for place, entry in enumerate(wanted.entries):
        raw = entry.raw if mine and entry.raw else {**FRESH, "extensions": dict(EXTENSIONS), "id": place}
        reads = partial(_entry, key=str(place), path="", losses=[])
        if not decorators and entry.decorators:
            entry = entry.changed(decorators=())
            raw = put_back(entry, raw, reads, ENTRY)
        rows.append(put_back(entry, raw, reads, ENTRY))
    kept = isinstance(head.get("entries"), dict)
    made = {**head, "entries": {str(at): row for at, row in enumerate(rows)} if kept else rows}
    again = _read(made, book.name, source)[0]
    beside = book.raw if book.source == STANDALONE != source else {}
    more = tuple(Loss(key, inner, "It stood beside the book.") for key, inner in beside.items() if key not in ("spec", "data"))
    return made, (*more, *unheld(wanted, again, source if mine else book.source))
