"""An entry with its decorators taken at their word: which fields they change, and what they ask for besides."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from hashlib import blake2b
from typing import Any

from gm_engine.context.lorebook_keys import How
from gm_engine.story.lorebook import Lorebook, LorebookEntry

SCAN_DEPTH = 2
"""Messages that are looked through where neither the entry nor its book says how many."""
FURTHEST = 1000
"""No scan goes further back."""
PLACES = {"before_desc": "before", "after_desc": "after", "personality": "after", "scenario": "after"}
FLAGS = frozenset({
    "activate", "dont_activate", "keep_activate_after_match", "dont_activate_after_match", "ignore_on_max_context", "recursive",
    "unrecursive", "no_recursive_search", "match_full_word", "match_partial_word", "end",
})  # fmt: skip
NUMBERS = frozenset({
    "activate_only_after", "activate_only_every", "depth", "reverse_depth", "scan_depth", "is_greeting", "probability", "priority",
})  # fmt: skip
LISTS = frozenset({"additional_keys", "exclude_keys", "exclude_keys_all"})
KNOWN = frozenset({*FLAGS, *NUMBERS, *LISTS, "role", "position"})
"""The decorators that do something here."""


@dataclass(frozen=True)
class Rule:
    """An entry as it acts: its decorators in its fields, what its book says in what it leaves open."""

    book: Lorebook
    entry: LorebookEntry
    place: int
    flags: frozenset[str] = frozenset()
    after: int = 0
    every: int = 0
    greeting: int | None = None
    from_top: int | None = None
    more_keys: tuple[tuple[str, ...], ...] = ()
    not_keys: tuple[tuple[str, ...], ...] = ()
    not_all_keys: tuple[tuple[str, ...], ...] = ()
    name: str = field(default="")

    @cached_property
    def recursive(self) -> bool:
        """Whether what others say can bring it in, and what it says others."""
        return ("recursive" in self.flags) or self.book.recursive is not False

    @property
    def speaks_on(self) -> bool:
        """Whether what it says is looked through for keys."""
        return self.recursive and (not self.entry.ends_recursion or "recursive" in self.flags)

    @cached_property
    def depth(self) -> int:
        """How many messages are looked through for it."""
        own = self.entry.scan_depth
        return own if own is not None else self.book.scan_depth if self.book.scan_depth is not None else SCAN_DEPTH

    @property
    def whole(self) -> bool:
        """Whether a word must stand by itself."""
        return self.book.whole_words if self.entry.whole_words is None else self.entry.whole_words

    @cached_property
    def how(self) -> How:
        """How its keys are looked for."""
        entry, book = self.entry, self.book
        case = book.case_sensitive if entry.case_sensitive is None else entry.case_sensitive
        return How(entry.matching or book.matching, case, self.whole)

    @property
    def scored(self) -> bool:
        """Whether in a group it must have as many keys as any."""
        own = self.entry.group_scoring
        return self.book.group_scoring if own is None else own

    @property
    def rank(self) -> tuple[int, int]:
        """What is kept longest under a budget has the highest."""
        entry = self.entry
        return (int("ignore_on_max_context" not in self.flags), entry.order if entry.priority is None else entry.priority)

    @cached_property
    def mark(self) -> str:
        """A digest of the entry, so that what it was before it was changed is not taken for it."""
        told = self.entry.model_dump_json(exclude={"raw"})
        return blake2b(told.encode("utf-8", "surrogatepass"), digest_size=6).hexdigest()


def ruled(book: Lorebook, entry: LorebookEntry, place: int) -> Rule:
    """The entry with its decorators acted on.

    >>> from gm_engine.story.lorebook import Lorebook, LorebookEntry
    >>> entry = LorebookEntry(id="a", decorators=(("depth", "2"), ("role", "user"), ("instruct_depth", "9"), ("@scan_depth", "7")))
    >>> found = ruled(Lorebook(id="b"), entry, 0)
    >>> (found.entry.position, found.entry.depth, found.entry.role, found.depth)
    ('depth', 2, 'user', 7)
    """
    said = _said(entry)
    flags = frozenset(said) & FLAGS
    changes: dict[str, Any] = {}
    number = {name: int(float(said[name][0])) for name in NUMBERS if name in said}
    if "depth" in number or "reverse_depth" in number or "end" in flags:
        changes |= {"position": "depth", "depth": max(0, number.get("depth", 0))}
    if "position" in said:
        changes |= {"position": PLACES[said["position"][0]]}
    if "role" in said:
        changes["role"] = said["role"][0]
    changes |= {field: number[name] for name, field in (("scan_depth", "scan_depth"), ("priority", "priority")) if name in number}
    if "probability" in number:
        changes["chance"] = number["probability"]
    if {"match_full_word", "match_partial_word"} & flags:
        changes["whole_words"] = "match_full_word" in flags
    if "no_recursive_search" in flags:
        changes["not_by_recursion"] = True
    if "unrecursive" in flags:
        changes["ends_recursion"] = True
    counted_down = "reverse_depth" in number and not {"position", "depth"} & said.keys()
    return Rule(
        book=book, entry=entry.changed(**changes) if changes else entry, place=place, flags=flags,
        after=number.get("activate_only_after", 0), every=number.get("activate_only_every", 0), greeting=number.get("is_greeting"),
        from_top=number["reverse_depth"] if counted_down else None,
        more_keys=_lists(said, "additional_keys"), not_keys=_lists(said, "exclude_keys"), not_all_keys=_lists(said, "exclude_keys_all"),
        name=f"{book.id}/{entry.id}",
    )  # fmt: skip


def _lists(said: dict[str, list[str]], name: str) -> tuple[tuple[str, ...], ...]:
    split = (tuple(key.strip() for key in value.split(",") if key.strip()) for value in said.get(name, ()))
    return tuple(keys for keys in split if keys)


def _said(entry: LorebookEntry) -> dict[str, list[str]]:
    """What its decorators say, by their names: the first of each, but for lists of keys, and one with an ``@`` before it only where what
    it stands behind is not known here."""
    said: dict[str, list[str]] = {}
    for name, value in _chosen(entry):
        if name in LISTS or name not in said:
            said.setdefault(name, []).append(value)
    return said


def _chosen(entry: LorebookEntry) -> Iterator[tuple[str, str]]:
    taken = True
    for name, value in entry.decorators:
        bare, value = name.lstrip("@"), value.strip()
        if name.startswith("@") and taken:
            continue
        taken = bare in KNOWN and _sound(bare, value)
        if taken:
            yield bare, value


def _sound(name: str, value: str) -> bool:
    """True for a value that a decorator can have."""
    if name in NUMBERS:
        whole, _, rest = value.partition(".")
        return whole.removeprefix("-").isascii() and whole.removeprefix("-").isdigit() and len(whole) < 10 and rest.strip("0") == ""
    if name == "role":
        return value in ("system", "user", "assistant")
    if name == "position":
        return value in PLACES
    return bool(value) if name in LISTS else value.casefold() != "false"
