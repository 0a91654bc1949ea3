"""Which entries of the lorebooks act in a turn: the scan of World Info, with what other formats ask for, as one pure function.

It reads no state and throws no dice of its own: what was said, what is timed, the roll and the count of tokens are handed in. What users
of the original call a bug is not done here: see ``docs/context.md``.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, NamedTuple

from gm_engine.context.lorebook_keys import Heap, Part, Trouble, found
from gm_engine.context.lorebook_rules import FURTHEST, SCAN_DEPTH, Rule, ruled
from gm_engine.context.lorebook_text import Filled, filled, first
from gm_engine.story.activation import Acted, Activation, By, Idle, Kept, Placed, Timed
from gm_engine.story.lorebook import Lorebook, Scanned, Trigger

SHARE = 25
"""Per cent of the prompt for books that name no budget: they have it together."""
Roll = Callable[[str, int], int]
"""A number from 1 to so many, for somebody named."""
Stage = Literal["first", "recursion", "wider", ""]
ONCE = frozenset({"keep_activate_after_match", "dont_activate_after_match"})
"""Decorators for which it counts whether the entry acted before."""


class Line(NamedTuple):
    """A message: who said it (empty: nobody in particular), what, whether it was ``said`` by the player, a ``reply``, the ``opening``."""

    name: str
    text: str
    where: str
    turn: int


class Char(NamedTuple):
    """Somebody who is ``{{char}}`` in a book, and the texts about them that can be looked through."""

    name: str = ""
    sources: Mapping[Scanned, str] = {}


NOBODY = Char()


@dataclass(frozen=True)
class Around:
    """What a turn's lorebooks are looked at with. ``lines`` are the messages, the newest first (as many as are looked through),
    ``messages`` and ``replies`` how many there were in all. ``names`` and ``tags`` are of whoever is present; ``greeting`` is which
    beginning was chosen (None: nobody can say). ``hidden`` are the entries (``BOOK/ENTRY``) that the table may not know."""

    lines: Sequence[Line] = ()
    messages: int = 0
    replies: int = 0
    user: str = ""
    char: Char = NOBODY
    chars: Mapping[str, Char] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    triggers: frozenset[Trigger] = frozenset({"normal"})
    greeting: int | None = None
    hidden: frozenset[str] = frozenset()
    turn: int = 0

    def who(self, book: Lorebook) -> Char:
        """Who is ``{{char}}`` in a book."""
        return self.chars.get(book.of, self.char)


def activate(
    books: Iterable[Lorebook],
    around: Around,
    timed: Iterable[Timed] = (),
    *,
    roll: Roll = lambda _, sides: sides,
    tokens: Callable[[str], int] = len,
    room: int = 8192,
) -> Activation:
    """What of the books acts now, in the order in which it is told; what had a reason to and did not; what is timed from now on.

    ``timed`` is what was so before this turn; ``tokens`` counts a text and ``room`` is the whole prompt's.

    >>> from gm_engine.story.lorebook import Lorebook, LorebookEntry
    >>> book = Lorebook(id="b", entries=(LorebookEntry(id="storm", text="It took the ferry.", keys=("storm",)),))
    >>> found = activate([book], Around(lines=(Line("Bo", "The storm?", "said", 4),), messages=1))
    >>> [(acted.entry, acted.key, acted.turn) for acted in found.acted]
    [('storm', 'storm', 4)]
    """
    return _Scan(books, around, timed, roll, tokens, room).whole()


NO_TEXT = Filled("")


@dataclass
class _Active:
    """An entry that acts, as far as that is known."""

    rule: Rule
    by: By
    key: str = ""
    part: Part | None = None
    text: Filled = NO_TEXT
    tokens: int = 0


@dataclass
class _Pool:
    """Tokens that the entries of a book, or of all that name no budget, have together."""

    most: int
    used: int = 0


class _Scan:
    """The state of one turn's scan."""

    def __init__(
        self, books: Iterable[Lorebook], around: Around, timed: Iterable[Timed], roll: Roll, tokens: Callable[[str], int], room: int
    ) -> None:
        self.around, self.roll, self.tokens = around, roll, tokens
        self.books = tuple(books)
        self.rules = _sorted(self.books, around)
        self.at = {rule.name: at for at, rule in enumerate(self.rules)}
        shared = _Pool(max(1, (room * SHARE + 50) // 100))
        self.pools = {book.id: _pool(book, room) or shared for book in self.books}
        self.active: dict[str, _Active] = {}
        self.idle: dict[str, Idle] = {}
        self.faults: list[Idle] = []
        self.barred: dict[str, None] = {}
        self.failed: set[str] = set()
        self.told: list[Part] = []
        self.wider = dict.fromkeys((book.id for book in self.books), 0)
        self.heaps: dict[object, Heap] = {}
        self.loops = 0
        self.timed = {one.name: one for one in timed}
        self.untried = any(one.effect == "untried" for one in self.timed.values())
        self.sticky, self.cooling = set[str](), set[str]()
        self._check_timed()

    def whole(self) -> Activation:
        """The scan, from its first look at what was said until nothing is left to look for."""
        levels = sorted({rule.entry.recursion_level for rule in self.rules if rule.entry.recursion_level > 0})
        level = levels.pop(0) if levels else 0
        stage: Stage = "first"
        while stage:
            self.loops += 1
            new = self._new(stage, level)
            kept = self._within_budget(self._lucky(self._one_of_each_group(new, stage)))
            spoken = [active for active in kept if active.rule.speaks_on]
            stage = "recursion" if spoken or (stage == "wider" and self.told) else self._wider()
            if not stage and levels:
                stage, level = "recursion", levels.pop(0)
            self.told += [self._spoken(active) for active in spoken]
        return self._result()

    # What is timed.

    def _check_timed(self) -> None:
        """What of the past still holds: what is over is dropped, and the end of a stay begins a pause."""
        for effect, held in (("sticky", self.sticky), ("cooldown", self.cooling)):
            for one in [one for one in self.timed.values() if one.effect == effect]:
                known = self.at.get(f"{one.book}/{one.entry}")
                rule = self.rules[known] if known is not None else None
                over = self.around.messages >= one.end
                if self.around.messages <= one.start and not one.protected:
                    del self.timed[one.name]
                elif rule is None or rule.mark != one.mark:
                    if over:
                        del self.timed[one.name]
                elif over:
                    del self.timed[one.name]
                    if effect == "sticky" and rule.entry.cooldown:
                        self._time("cooldown", rule, rule.entry.cooldown, protected=True)
                elif not (rule.entry.sticky if effect == "sticky" else rule.entry.cooldown):
                    del self.timed[one.name]
                else:
                    held.add(rule.name)

    def _time(self, effect: Literal["sticky", "cooldown"], rule: Rule, messages: int, *, protected: bool = False) -> None:
        now = self.around.messages
        made = Timed(
            effect=effect, book=rule.book.id, entry=rule.entry.id, start=now, end=now + messages, protected=protected, mark=rule.mark
        )
        if protected or made.name not in self.timed:
            self.timed[made.name] = made

    def _matched_before(self, rule: Rule) -> bool:
        before = self.timed.get(f"matched/{rule.name}")
        return before is not None and before.start < self.around.messages

    # What comes in.

    def _new(self, stage: Stage, level: int) -> list[_Active]:
        """Those that come in now: first those that stay from before, then in the order of the list."""
        new = [made for rule in self.rules if self._may(rule, stage, level) and (made := self._brought(rule, stage))]
        return sorted(new, key=lambda made: (made.rule.name not in self.sticky, self.at[made.rule.name]))

    def _may(self, rule: Rule, stage: Stage, level: int) -> bool:
        """False for what is in, or is kept out whatever is said; where it would have come in, that is told."""
        entry, sticky = rule.entry, rule.name in self.sticky
        if rule.name in self.active or rule.name in self.failed:
            return False
        steps = rule.book.recursion_steps
        if steps and self.loops > steps:
            return False
        if barred := self._barred(rule):
            self.barred[f"{rule.book.id}_{rule.entry.id}"] = None
            if rule.name not in self.idle and (made := self._brought(rule, stage, quietly=True)):
                self._leave(made, barred[0], number=barred[1])
            return False
        if sticky:
            return True
        if entry.recursion_level and (stage != "recursion" or entry.recursion_level > level):
            return False
        return not (stage == "recursion" and (entry.not_by_recursion or not rule.recursive))

    def _barred(self, rule: Rule) -> tuple[Kept, int] | None:
        """Why an entry is kept out, whatever is said; with what that counts."""
        entry, around, now = rule.entry, self.around, self.around.messages
        if entry.triggers and around.triggers.isdisjoint(entry.triggers):
            return "trigger", 0
        for wanted, there in ((entry.for_names, around.names), (entry.for_tags, around.tags)):
            if wanted and there.isdisjoint(map(str.casefold, wanted)) != entry.for_others:
                return "person", 0
        if rule.greeting is not None and around.greeting is not None and rule.greeting != around.greeting:
            return "greeting", rule.greeting
        if now < entry.delay:
            return "delay", entry.delay - now
        if rule.name in self.cooling and rule.name not in self.sticky:
            return "cooldown", self.timed[f"cooldown/{rule.name}"].end - now
        if "dont_activate_after_match" in rule.flags and self._matched_before(rule):
            return "once", 0
        if around.replies < rule.after:
            return "too early", rule.after - around.replies
        if rule.every > 0 and around.replies % rule.every:
            return "not this turn", rule.every - around.replies % rule.every
        return None

    def _brought(self, rule: Rule, stage: Stage, *, quietly: bool = False) -> _Active | None:
        """The entry with what brings it in; None where nothing does."""
        entry = rule.entry
        if "activate" in rule.flags:
            return _Active(rule, "activate")
        if "dont_activate" in rule.flags:
            self.barred[f"{rule.book.id}_{rule.entry.id}"] = None
            return None
        if "keep_activate_after_match" in rule.flags and self._matched_before(rule):
            return _Active(rule, "matched before")
        if entry.constant:
            made = _Active(rule, "constant")
        elif rule.name in self.sticky:
            return _Active(rule, "sticky")
        else:
            key, part = self._first_of(entry.keys, rule, stage)
            if part is None:
                return None
            made = _Active(rule, "key", key, part)
        if against := self._against(rule, stage):
            if not quietly:
                self._leave(made, against[0], key=against[1])
            return None
        return made

    def _against(self, rule: Rule, stage: Stage) -> tuple[Kept, str] | None:
        """What keeps out an entry whose key was found, with the key that does; None where nothing does."""
        entry = rule.entry
        if not entry.constant and entry.selective and entry.also and not self._by_logic(rule, stage):
            return "other keys", ""
        if any(self._first_of(keys, rule, stage)[1] is None for keys in rule.more_keys):
            return "other keys", ""
        for keys in rule.not_keys:
            key, part = self._first_of(keys, rule, stage)
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

    def _first_of(self, keys: Sequence[str], rule: Rule, stage: Stage) -> tuple[str, Part | None]:
        return next(((key, part) for key in keys if (part := self._seen(key, rule, stage))), ("", None))

    def _seen(self, key: str, rule: Rule, stage: Stage) -> Part | None:
        """Where a key stands in what is looked through for an entry. One that cannot be looked for stands nowhere, and that is told."""
        heap, how = self._heap(rule, stage), rule.how
        if not heap.parts or (self.untried and f"untried/{rule.name}/{key}" in self.timed):
            return None
        wanted = filled(key, self.around.who(rule.book).name, self.around.user, first, {}).text if "{{" in key else key
        try:
            return found(wanted, how, heap)
        except Trouble as trouble:
            untried = Timed(effect="untried", book=rule.book.id, entry=rule.entry.id, start=self.around.messages, key=key)
            self.timed[untried.name], self.untried = untried, True
            self.faults.append(_idle(rule, "slow" if trouble.slow else "unreadable", key=key))
            return None

    def _heap(self, rule: Rule, stage: Stage) -> Heap:
        """What is looked through for an entry, made once for all that look through the same."""
        entry, book = rule.entry, rule.book
        depth = min(FURTHEST, rule.depth + (self.wider[book.id] if entry.scan_depth is None else 0))
        told = len(self.told) if rule.recursive and stage != "wider" else 0
        key = (depth, entry.scan_letters, book.with_names, entry.scans, book.of if entry.scans else "", told)
        if key not in self.heaps:
            self.heaps[key] = self._heaped(rule, depth, told)
        return self.heaps[key]

    def _heaped(self, rule: Rule, depth: int, told: int) -> Heap:
        entry, book, lines = rule.entry, rule.book, self.around.lines
        besides = [Part(text, where) for where in entry.scans if (text := self.around.who(book).sources.get(where, ""))]
        if entry.scan_letters is not None:
            latest = _latest(lines, max(0, entry.scan_letters), named=book.with_names)
            return Heap([*latest, *besides, *self.told[:told]])
        if depth <= 0:
            return Heap(())
        return Heap([*(_part(line, named=book.with_names) for line in lines[:depth]), *besides, *self.told[:told]])

    # Of those that come in, who stays.

    def _one_of_each_group(self, new: list[_Active], stage: Stage) -> list[_Active]:
        """Of each group one: who stays from before, who has most keys, who is to win, or whoever the dice name."""
        kept = {made.rule.name: made for made in new}
        groups: dict[str, list[_Active]] = {}
        for made in new:
            for group in made.rule.entry.groups:
                groups.setdefault(group, []).append(made)

        def only(winners: Sequence[_Active], rivals: Iterable[_Active], other: str = "") -> None:
            stay = {made.rule.name for made in winners}
            for made in rivals:
                if made.rule.name in kept and made.rule.name not in stay:
                    del kept[made.rule.name]
                    self._leave(made, "group", other=other or min(stay, default=""))

        stays = {name: [made for made in rivals if made.rule.name in self.sticky] for name, rivals in groups.items()}
        for name, rivals in groups.items():
            only(stays[name] or self._most_keys(rivals, stage), rivals)
        for name, rivals in groups.items():
            left = [made for made in rivals if made.rule.name in kept]
            if stays[name] or not left:
                continue
            before = next((other for other, made in self.active.items() if name in made.rule.entry.groups), "")
            if before:
                only((), left, before)
            elif len(left) > 1:
                only((self._winner(name, left),), left)
        return [made for made in new if made.rule.name in kept]

    def _most_keys(self, group: list[_Active], stage: Stage) -> list[_Active]:
        """The group without those that have fewer keys than another, where that counts."""
        if not any(made.rule.scored for made in group):
            return group
        scores = [self._score(made.rule, stage) for made in group]
        return [made for made, score in zip(group, scores, strict=True) if score == max(scores) or not made.rule.scored]

    def _score(self, rule: Rule, stage: Stage) -> int:
        """How many of an entry's keys were found; secondary keys count where they are wanted."""
        entry = rule.entry
        if not entry.keys:
            return 0
        score = sum(self._seen(key, rule, stage) is not None for key in entry.keys)
        others = sum(self._seen(key, rule, stage) is not None for key in entry.also)
        if entry.logic == "any" or (entry.logic == "all" and others == len(entry.also)):
            score += others
        return score

    def _winner(self, name: str, group: list[_Active]) -> _Active:
        if wins := [made for made in group if made.rule.entry.group_wins]:
            return max(wins, key=lambda made: (made.rule.entry.order, -group.index(made)))
        weights = [max(0, made.rule.entry.group_weight) for made in group]
        if not sum(weights):
            return group[0]
        left = self.roll(f"group/{name}/{self.loops}", sum(weights))
        for made, weight in zip(group, weights, strict=True):
            left -= weight
            if left <= 0:
                return made
        return group[-1]

    def _lucky(self, new: list[_Active]) -> Iterator[_Active]:
        """Those that the dice let in. Who stays from before does not throw again, and who failed once is out for the turn."""
        for made in new:
            chance = made.rule.entry.chance
            if chance >= 100 or made.rule.name in self.sticky:
                yield made
                continue
            rolled = self.roll(f"{made.rule.name}/chance", 100)
            if rolled <= chance:
                yield made
            else:
                self.failed.add(made.rule.name)
                self._leave(made, "chance", number=rolled, most=chance)

    def _within_budget(self, new: Iterable[_Active]) -> list[_Active]:
        """Those for which their budget has room. What is too large is left out alone, and what comes behind it may still fit."""
        kept = list[_Active]()
        for made in new:
            made.text = self._filled(made.rule)
            made.tokens = self.tokens(f"{made.text.text}\n") if made.text.text else 0
            pool = self.pools[made.rule.book.id]
            gone = [] if made.rule.entry.beyond_budget else self._making_room(made, pool)
            if gone is None:
                self._leave(made, "budget", number=made.tokens, most=pool.most)
                continue
            for other in gone:
                pool.used -= other.tokens
                del self.active[other.rule.name]
                self.failed.add(other.rule.name)
                self._leave(other, "budget", other=made.rule.name, number=other.tokens, most=pool.most)
            pool.used += made.tokens
            self.active[made.rule.name] = made
            self.idle.pop(made.rule.name, None)
            kept.append(made)
        return [made for made in kept if made.rule.name in self.active]

    def _making_room(self, made: _Active, pool: _Pool) -> list[_Active] | None:
        """Whom an entry drives out to have room: the least of those that matter less; None where that is not enough."""
        gone = list[_Active]()
        more = pool.used + made.tokens - pool.most
        if more < 0:
            return gone
        for other in sorted(self.active.values(), key=lambda other: (other.rule.rank, -self.at[other.rule.name])):
            if self.pools[other.rule.book.id] is not pool or other.rule.entry.beyond_budget or not _yields(other.rule, made.rule):
                continue
            gone.append(other)
            more -= other.tokens
            if more < 0:
                return gone
        return None

    def _wider(self) -> Stage:
        """Books that want more entries than they have look further back by a message, as long as there are any."""
        most = min(self.around.messages, FURTHEST)
        wanting = [
            book
            for book in self.books
            if book.min_entries
            and not book.recursion_steps
            and sum(made.rule.book.id == book.id for made in self.active.values()) < book.min_entries
            and self._reached(book) <= most
        ]
        for book in wanting:
            keys = [(key, made) for made in self.rules if made.book is book and made.name not in self.active for key in _all_keys(made)]
            self.wider[book.id] += 1
            while self._reached(book) <= most and not self._news(self._reached(book), keys):
                self.wider[book.id] += 1
        return "wider" if wanting else ""

    def _reached(self, book: Lorebook) -> int:
        """How many messages are looked through by now."""
        return (SCAN_DEPTH if book.scan_depth is None else book.scan_depth) + self.wider[book.id]

    def _news(self, depth: int, keys: Sequence[tuple[str, Rule]]) -> bool:
        """Whether any key may be found for the message at this depth: where none can, it need not be looked at with all that is newer."""
        line = self.around.lines[depth - 1 : depth]
        heap = Heap(_part(one, named=True) for one in line)
        return any("/" in key or "{{" in key or rule.how.matching == "pattern" or found(key, rule.how, heap) for key, rule in keys)

    # What is told of it.

    def _filled(self, rule: Rule) -> Filled:
        count = 0

        def choose(sides: int) -> int:
            nonlocal count
            count += 1
            return self.roll(f"{rule.name}/macro/{count}", sides)

        return filled(rule.entry.text, self.around.who(rule.book).name, self.around.user, choose)

    def _spoken(self, made: _Active) -> Part:
        rule = made.rule
        text = made.text.text
        if "hidden_key" in rule.entry.text:
            text = filled(rule.entry.text, self.around.who(rule.book).name, self.around.user, first, scanned=True).text
        return Part(text, "entry", 0, rule.name)

    def _leave(self, made: _Active, why: Kept, *, key: str = "", other: str = "", number: int = 0, most: int = 0) -> None:
        self.idle[made.rule.name] = _idle(made.rule, why, key=key or made.key, other=other, number=number, most=most)

    def _result(self) -> Activation:
        order = sorted(self.active.values(), key=lambda made: -made.rule.entry.order)[::-1]
        for made in self.active.values():
            if made.rule.entry.sticky:
                self._time("sticky", made.rule, made.rule.entry.sticky)
            if made.rule.entry.cooldown:
                self._time("cooldown", made.rule, made.rule.entry.cooldown)
            if ONCE & made.rule.flags:
                once = Timed(effect="matched", book=made.rule.book.id, entry=made.rule.entry.id, start=self.around.messages)
                self.timed.setdefault(once.name, once)
        return Activation(
            turn=self.around.turn,
            acted=tuple(self._acted(made, at) for at, made in enumerate(order)),
            idle=(*(self.idle[name] for name in sorted(self.idle, key=self.at.__getitem__)), *self.faults),
            barred=tuple(sorted(self.barred)),
            timed=tuple(self.timed[name] for name in sorted(self.timed)),
            messages=self.around.messages,
            replies=self.around.replies,
        )

    def _acted(self, made: _Active, at: int) -> Acted:
        rule, entry, part = made.rule, made.rule.entry, made.part or Part("", "")
        depth = entry.depth if rule.from_top is None else max(0, self.around.messages - rule.from_top)
        placed = Placed(
            position=entry.position,
            depth=depth if entry.position == "depth" else 0,
            role=entry.role if entry.position == "depth" else "system",
            at=at,
            first_out="ignore_on_max_context" in rule.flags,
        )
        return Acted(
            book=rule.book.id, entry=entry.id, by=made.by, key=made.key, where=part.where, turn=part.turn, via=part.via, placed=placed,
            outlet=entry.outlet if entry.position == "outlet" else "", tokens=made.tokens,
            text="" if made.text.text == entry.text else made.text.text, left_out=made.text.unknown,
        )  # fmt: skip


def _sorted(books: Sequence[Lorebook], around: Around) -> list[Rule]:
    """All entries in the order in which they are looked at: books of somebody first, then by their order, the highest first."""
    rules = [ruled(book, entry, place) for book in books for place, entry in enumerate(book.entries) if entry.enabled]
    at = {book.id: place for place, book in enumerate(books)}
    shown = (one for one in rules if one.name not in around.hidden)
    return sorted(shown, key=lambda one: (not one.book.of, -one.entry.order, at[one.book.id], one.place))


def _all_keys(made: Rule) -> tuple[str, ...]:
    """Every key that can have to do with whether an entry acts."""
    return (*made.entry.keys, *made.entry.also, *(key for keys in (*made.more_keys, *made.not_keys, *made.not_all_keys) for key in keys))


def _pool(book: Lorebook, room: int) -> _Pool | None:
    """A book's own budget; None where it names none (or none to speak of)."""
    limits = [limit for limit in (book.budget, (room * (book.budget_share or 0) + 50) // 100) if limit and limit > 0]
    return _Pool(min(limits)) if limits else None


def _yields(other: Rule, made: Rule) -> bool:
    """Whether one entry makes room for another: it says that it goes first, or their formats say which is kept longest."""
    said = other.entry.priority is not None or made.entry.priority is not None
    return other.rank < made.rank and (said or other.rank[0] < made.rank[0])


def _idle(rule: Rule, why: Kept, *, key: str = "", other: str = "", number: int = 0, most: int = 0) -> Idle:
    return Idle(book=rule.book.id, entry=rule.entry.id, why=why, key=key, other=other, number=number, most=most)


def _part(line: Line, *, named: bool) -> Part:
    return Part(f"{line.name}: {line.text}" if named and line.name else line.text, line.where, line.turn)


def _latest(lines: Sequence[Line], letters: int, *, named: bool) -> list[Part]:
    """The messages in which the last so many letters of the story lie, the newest first, the oldest of them cut to what lies in."""
    parts, left = list[Part](), letters
    for line in lines:
        if left <= 0:
            break
        part = _part(line, named=named)
        parts.append(part._replace(text=part.text[-left:]))
        left -= len(part.text) + 1
    return parts
