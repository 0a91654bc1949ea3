"""What the formats of lorebooks share: ids, what is one format's own, how a changed field goes back, and what a format cannot hold."""

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from copy import deepcopy
from hashlib import sha256
from typing import Any, NamedTuple, TypeVar

from gm_engine.exchange.formats.brought import Loss
from gm_engine.exchange.formats.plain_ids import FreeIds
from gm_engine.story.lorebook import Lorebook, LorebookEntry

Of = TypeVar("Of", LorebookEntry, Lorebook)
NAMES = {
    "world_info": "SillyTavern's World Info", "character_book": "a character's book", "lorebook_v3": "a lorebook of version 3",
    "novelai": "NovelAI",
    "ai_dungeon": "AI Dungeon", "ai_dungeon_list": "an old list of AI Dungeon", "agnai": "Agnai",
    "risu": "RisuAI", "kobold_world_info": "KoboldAI",
}  # fmt: skip
HANGS_ON: Mapping[str, Callable[[LorebookEntry], bool]] = {
    "logic": lambda entry: bool(entry.also), "selective": lambda entry: bool(entry.also),
    "depth": lambda entry: entry.position == "depth", "role": lambda entry: entry.position == "depth",
    "outlet": lambda entry: entry.position == "outlet",
    "group_wins": lambda entry: bool(entry.groups), "group_weight": lambda entry: bool(entry.groups),
    "group_scoring": lambda entry: bool(entry.groups), "for_others": lambda entry: bool(entry.for_names or entry.for_tags),
}  # fmt: skip
"""Fields that say nothing unless another does."""
OF_THE_BOOK = ("case_sensitive", "whole_words", "group_scoring", "scan_depth")
"""What an entry leaves to its book where it says None."""
UNTOLD = frozenset({"id", "source", "of", "entries", "raw", "own", "bids"})
"""No words of the author: an id is the format's own, ``of`` and what was read in an entry ours, and no loss."""


class Put(NamedTuple):
    """Where a field goes in a file: the ``path`` in the object, the shared ``fields`` (blanks between) that it tells of, and its value."""

    path: str
    fields: str
    value: Callable[[Any], Any] | None = None


def id_of(name: str, otherwise: str = "book") -> str:
    """An id for a name.

    >>> id_of("The Salt Fork (2)"), id_of("***")
    ('the_salt_fork_2', 'book')
    """
    return "_".join("".join(letter if letter.isalnum() else " " for letter in name.casefold()).split()) or otherwise


def uuid_of(*parts: str) -> str:
    """An id in the form that some formats demand, out of the parts.

    >>> uuid_of("salt fork", "sal")
    'b8f1926d-815f-5323-a741-794ca07e12c0'
    """
    told = sha256("\n".join(parts).encode()).hexdigest()
    variant = "89ab"[int(told[16], 16) % 4]
    return f"{told[:8]}-{told[8:12]}-5{told[13:16]}-{variant}{told[17:20]}-{told[20:32]}"


def stem(file: str) -> str:
    """A file's name without its folder and its ending.

    >>> stem("worlds/Salt Fork.json")
    'Salt Fork'
    """
    name = file.replace("\\", "/").rsplit("/", 1)[-1]
    return name.rsplit(".", 1)[0] or name


def told_apart(entries: Iterable[LorebookEntry]) -> tuple[LorebookEntry, ...]:
    """The entries, each with an id that no other has: the second of an id becomes ``ID_2``."""
    made, ids = list[LorebookEntry](), FreeIds()
    for entry in entries:
        id = ids.take(entry.id)
        made.append(entry if id == entry.id else entry.changed(id=id))
    return tuple(made)


def own_paths(raw: Mapping[str, Any], shared: Collection[str], usual: Mapping[str, Any], prefix: str = "") -> tuple[str, ...]:
    """The paths of what only this format can say, and says: nothing ``shared``, nothing empty, nothing that is as ``usual``. An object
    of which a part is shared is looked into."""
    found: list[str] = []
    for key, value in raw.items():
        path = prefix + key
        if path in shared or value in (None, "", [], {}) or (path in usual and usual[path] == value):
            continue
        if isinstance(value, dict) and any(other.startswith(path + ".") for other in (*shared, *usual)):
            found += own_paths(value, shared, usual, path + ".")
        else:
            found.append(path)
    return tuple(found)


def at(raw: Any, path: str) -> Any:
    """What stands under a path; a key may have dots of its own."""
    if isinstance(raw, list):
        head, _, rest = path.partition(".")
        return (at(raw[int(head)], rest) if rest else raw[int(head)]) if head.isdecimal() and int(head) < len(raw) else None
    if not isinstance(raw, dict):
        return None
    if path in raw:
        return raw[path]
    for cut in (place for place, letter in enumerate(path) if letter == "."):
        if path[:cut] in raw:
            return at(raw[path[:cut]], path[cut + 1 :])
    return None


def put_back(wanted: Of, raw: dict[str, Any], reads: Callable[[dict[str, Any]], Of], puts: Sequence[Put]) -> dict[str, Any]:
    """The object of a file that says what is wanted. What it says already is left as it was written, to the letter."""
    made, was = deepcopy(raw), reads(raw)
    for put in puts:
        names = put.fields.split()
        if any(getattr(was, name) != getattr(wanted, name) for name in names):
            value = put.value(wanted) if put.value else getattr(wanted, names[0])
            _set(made, put.path, list(value) if isinstance(value, tuple) else value)
    return made


def settled(book: Lorebook, names: Collection[str]) -> Lorebook:
    """The book with what it says for all of its entries said by each of them, for a format whose books say no such thing."""
    usual = Lorebook(id="usual")
    told = {name: getattr(book, name) for name in names if getattr(book, name) != getattr(usual, name)}
    shy = told.pop("recursive", None) is False
    entries = []
    for entry in book.entries:
        more: dict[str, Any] = {name: value for name, value in told.items() if getattr(entry, name) is None}
        entries.append(entry.changed(**more, **({"not_by_recursion": True} if shy else {})))
    back = {name: getattr(usual, name) for name in (*told, *(["recursive"] if shy else []))}
    return book.changed(entries=tuple(entries), **back)


def unheld(wanted: Lorebook, written: Lorebook, source: str) -> tuple[Loss, ...]:
    """What a format cannot hold: everything that reads otherwise after it was written, and what was another format's own."""
    return tuple(_unheld(wanted, written, source))


def _unheld(wanted: Lorebook, written: Lorebook, source: str) -> Iterator[Loss]:
    kind = _begins(NAMES[written.source])
    only = f"Only {NAMES.get(source, source)} has it."
    for name in Lorebook.model_fields:
        value, now = getattr(wanted, name), getattr(written, name)
        if name not in UNTOLD and value not in (None, "", (), now):
            yield Loss(name, value, f"{kind} looks for keys in a way of its own." if name == "matching" else _why(kind, now))
    if source != written.source:
        yield from (Loss(path, at(wanted.raw, path), only) for path in wanted.own)
    for entry, again in zip(wanted.entries, written.entries, strict=True):
        for name in LorebookEntry.model_fields:
            value, now = getattr(entry, name), getattr(again, name)
            if now is None and name in OF_THE_BOOK:
                now = getattr(written, name)
            if name == "decorators" and set(value) <= set(now):
                continue
            if name in UNTOLD or value in (None, "", (), now) or not HANGS_ON.get(name, _always)(entry):
                continue
            yield Loss(f"entries.{entry.id}.{name}", value, _why(kind, now))
        if source != written.source:
            where = f"entries.{entry.id}."
            yield from (Loss(where + path, at(entry.raw, path), only) for path in entry.own)


def _always(_: LorebookEntry) -> bool:
    return True


def _begins(kind: str) -> str:
    """The name of a format where a sentence begins with it."""
    return kind[:1].upper() + kind[1:]


def _why(kind: str, now: Any) -> str:
    return f"{kind} has no place for it." if now in (None, "", ()) else f"{kind} has {now!r} instead."


def _set(raw: dict[str, Any], path: str, value: Any) -> None:
    *way, last = path.split(".")
    for step in way:
        if not isinstance(raw.get(step), dict):
            raw[step] = {}
        raw = raw[step]
    raw[last] = value
