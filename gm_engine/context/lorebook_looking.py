"""Where the keys of a lorebook's entries stand: in what was said, as far back as each entry looks, and in what other entries say."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import Literal

from gm_engine.context.lorebook_around import Around, latest, part_of
from gm_engine.context.lorebook_keys import Heap, Part, Trouble, found
from gm_engine.context.lorebook_rules import FURTHEST, SCAN_DEPTH, Rule
from gm_engine.context.lorebook_timed import Timings
from gm_engine.story.activation import Idle, Kept
from gm_engine.story.lorebook import Lorebook
from gm_engine.story.macros import filled, first

Stage = Literal["first", "recursion", "wider", ""]


class Looking:
    """What one turn's scan looks through. ``told`` is what entries say that act, ``faults`` are the keys that cannot be looked for."""

    def __init__(self, around: Around, timings: Timings) -> None:
        self._around, self._timings = around, timings
        self.told: list[Part] = []
        self.faults: list[Idle] = []
        self._wider: dict[str, int] = defaultdict(int)
        self._heaps: dict[object, Heap] = {}

    def against(self, rule: Rule, stage: Stage) -> tuple[Kept, str] | None:
        """What keeps out an entry whose key was found, with the key that does; None where nothing does."""
        entry = rule.entry
        if not entry.constant and entry.selective and entry.also and not self._by_logic(rule, stage):
            return "other keys", ""
        if any(self.first_of(keys, rule, stage)[1] is None for keys in rule.more_keys):
            return "other keys", ""
        return self._excluded(rule, stage)

    def unwanted(self, rule: Rule) -> tuple[Kept, str] | None:
        """The same of an entry that none of its keys brought: whether anything is there that may not be."""
        entry = rule.entry
        negative = not entry.constant and entry.selective and entry.also and entry.logic in ("not_any", "not_all")
        return ("other keys", "") if negative and not self._by_logic(rule, "first") else self._excluded(rule, "first")

    def _excluded(self, rule: Rule, stage: Stage) -> tuple[Kept, str] | None:
        for keys in rule.not_keys:
            key, part = self.first_of(keys, rule, stage)
            if part is not None:
                return "excluded", key
        if any(all(self._seen(key, rule, stage) for key in keys) for keys in rule.not_all_keys):
            return "excluded", ""
        return None

    def _by_logic(self, rule: Rule, stage: Stage) -> bool:
        """Whether the secondary keys are as the entry wants them."""
        hits = [self._seen(key, rule, stage) is not None for key in rule.entry.also]
        logic = rule.entry.logic
        return any(hits) if logic == "any" else all(hits) if logic == "all" else not all(hits) if logic == "not_all" else not any(hits)

    def first_of(self, keys: Sequence[str], rule: Rule, stage: Stage) -> tuple[str, Part | None]:
        """The first of the keys that stands somewhere, and where; None where none does."""
        return next(((key, part) for key in keys if (part := self._seen(key, rule, stage))), ("", None))

    def _seen(self, key: str, rule: Rule, stage: Stage) -> Part | None:
        """Where a key stands in what is looked through for an entry. One that cannot be looked for stands nowhere, and that is told."""
        heap, how = self._heap(rule, stage), rule.how
        if not heap.parts or self._timings.untried(rule, key):
            return None
        wanted = filled(key, self._around.who(rule.book).name, self._around.user, first, {}).text if "{{" in key else key
        try:
            return found(wanted, how, heap)
        except Trouble as trouble:
            self._timings.try_no_more(rule, key)
            self.faults.append(idle(rule, "slow" if trouble.slow else "unreadable", key=key))
            return None

    def _heap(self, rule: Rule, stage: Stage) -> Heap:
        """What is looked through for an entry, made once for all that look through the same."""
        entry, book = rule.entry, rule.book
        depth = min(FURTHEST, rule.depth + (self._wider[book.id] if entry.scan_depth is None else 0))
        told = len(self.told) if rule.recursive and stage != "wider" else 0
        key = (depth, entry.scan_letters, book.with_names, entry.scans, book.of if entry.scans else "", told)
        if key not in self._heaps:
            self._heaps[key] = self._heaped(rule, depth, told)
        return self._heaps[key]

    def _heaped(self, rule: Rule, depth: int, told: int) -> Heap:
        entry, book, lines = rule.entry, rule.book, self._around.lines
        besides = [Part(text, where) for where in entry.scans if (text := self._around.who(book).sources.get(where, ""))]
        if entry.scan_letters is not None:
            lately = latest(lines, max(0, entry.scan_letters), named=book.with_names)
            return Heap([*lately, *besides, *self.told[:told]])
        if depth <= 0:
            return Heap(())
        return Heap([*(part_of(line, named=book.with_names) for line in lines[:depth]), *besides, *self.told[:told]])

    def score(self, rule: Rule, stage: Stage) -> int:
        """How many of an entry's keys were found; secondary keys count where they are wanted."""
        entry = rule.entry
        if not entry.keys:
            return 0
        score = sum(self._seen(key, rule, stage) is not None for key in entry.keys)
        others = sum(self._seen(key, rule, stage) is not None for key in entry.also)
        if entry.logic == "any" or (entry.logic == "all" and others == len(entry.also)):
            score += others
        return score

    def reached(self, book: Lorebook) -> int:
        """How many messages are looked through by now."""
        return (SCAN_DEPTH if book.scan_depth is None else book.scan_depth) + self._wider[book.id]

    def go_further(self, book: Lorebook, rules: Iterable[Rule], most: int) -> None:
        """Look further back for a book, by a message or more: up to one that may bring something new for these entries, or to the end."""
        keys = [(key, rule) for rule in rules for key in _all_keys(rule)]
        self._wider[book.id] += 1
        while self.reached(book) <= most and not self._news(self.reached(book), keys):
            self._wider[book.id] += 1

    def _news(self, depth: int, keys: Sequence[tuple[str, Rule]]) -> bool:
        """Whether any key may be found for the message at this depth: where none can, it need not be looked at with all that is newer."""
        line = self._around.lines[depth - 1 : depth]
        heap = Heap(part_of(one, named=True) for one in line)
        return any("/" in key or "{{" in key or rule.how.matching == "pattern" or found(key, rule.how, heap) for key, rule in keys)


def _all_keys(made: Rule) -> tuple[str, ...]:
    """Every key that can have to do with whether an entry acts."""
    return (*made.entry.keys, *made.entry.also, *(key for keys in (*made.more_keys, *made.not_keys, *made.not_all_keys) for key in keys))


def idle(rule: Rule, why: Kept, *, key: str = "", other: str = "", number: int = 0, most: int = 0) -> Idle:
    """That an entry had a reason to act, and why it did not."""
    return Idle(book=rule.book.id, entry=rule.entry.id, why=why, key=key, other=other, number=number, most=most)
