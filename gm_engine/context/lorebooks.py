"""Which entries of the lorebooks act in a turn: the scan of World Info, with what other formats ask for, as one pure function.

It reads no state and throws no dice of its own: what was said, what is timed, the roll and the count of tokens are handed in. What users
of the original call a bug is not done here: see ``docs/context.md``.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass

from gm_engine.context.lorebook_around import Around
from gm_engine.context.lorebook_keys import Part
from gm_engine.context.lorebook_looking import Looking, Stage, idle
from gm_engine.context.lorebook_rules import FURTHEST, Rule, ruled
from gm_engine.context.lorebook_timed import Timings
from gm_engine.story.activation import Acted, Activation, By, Idle, Kept, Placed, Timed
from gm_engine.story.lorebook import Lorebook
from gm_engine.story.macros import Filled, filled, first

SHARE = 25
"""Per cent of the prompt for books that name no budget: they have it together."""
Roll = Callable[[str, int], int]
"""A number from 1 to so many, for somebody named."""


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

    >>> from gm_engine.context.lorebook_around import Line
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
        self.timings = Timings(timed, {rule.name: rule for rule in self.rules}, around.messages)
        self.looking = Looking(around, self.timings)
        self.at = {rule.name: at for at, rule in enumerate(self.rules)}
        shared = _Pool(max(1, (room * SHARE + 50) // 100))
        self.pools = {book.id: _pool(book, room) or shared for book in self.books}
        self.active: dict[str, _Active] = {}
        self.idle: dict[str, Idle] = {}
        self.barred: dict[str, None] = {}
        self.failed: set[str] = set()
        self.loops = 0

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
            stage = "recursion" if spoken or (stage == "wider" and self.looking.told) else self._wider()
            if not stage and levels:
                stage, level = "recursion", levels.pop(0)
            self.looking.told += [self._spoken(active) for active in spoken]
        for rule in self.rules:
            if rule.name not in self.active:
                self._shut_out(rule)
        return self._result()

    # What comes in.

    def _new(self, stage: Stage, level: int) -> list[_Active]:
        """Those that come in now: first those that stay from before, then in the order of the list."""
        new = [made for rule in self.rules if self._may(rule, stage, level) and (made := self._brought(rule, stage))]
        return sorted(new, key=lambda made: (made.rule.name not in self.timings.sticky, self.at[made.rule.name]))

    def _may(self, rule: Rule, stage: Stage, level: int) -> bool:
        """False for what is in, or is kept out whatever is said; where it would have come in, that is told."""
        entry, sticky = rule.entry, rule.name in self.timings.sticky
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
        if rule.name in self.timings.cooling and rule.name not in self.timings.sticky:
            return "cooldown", self.timings.pause_left(rule)
        if "dont_activate_after_match" in rule.flags and self.timings.matched_before(rule):
            return "once", 0
        if around.replies < rule.after:
            return "too early", rule.after - around.replies
        if rule.every > 0 and around.replies % rule.every:
            return "not this turn", rule.every - around.replies % rule.every
        return None

    def _shut_out(self, rule: Rule) -> None:
        """An entry that did not act, kept out of the whole turn where its author's rules say so, though none of its keys was said: what may
        not stand beside it was said, another of its group acts, or it acts by what others say alone. One that never acts is always out."""
        entry, name = rule.entry, rule.name
        others = next((other for other, made in self.active.items() if not set(entry.groups).isdisjoint(made.rule.entry.groups)), "")
        if others or entry.chance <= 0 or "dont_activate" in rule.flags:
            self.barred[f"{rule.book.id}_{entry.id}"] = None
        if name in self.idle:
            return
        if against := self.looking.unwanted(rule):
            self.idle[name] = idle(rule, against[0], key=against[1])
        elif entry.recursion_level:
            key, part = self.looking.first_of(entry.keys, rule, "first")
            if part is not None and part.where != "entry":
                self.idle[name] = idle(rule, "recursion", key=key)

    def _brought(self, rule: Rule, stage: Stage, *, quietly: bool = False) -> _Active | None:
        """The entry with what brings it in; None where nothing does."""
        entry = rule.entry
        if "activate" in rule.flags:
            return _Active(rule, "activate")
        if "dont_activate" in rule.flags:
            return None
        if "keep_activate_after_match" in rule.flags and self.timings.matched_before(rule):
            return _Active(rule, "matched before")
        if entry.constant:
            made = _Active(rule, "constant")
        elif rule.name in self.timings.sticky:
            return _Active(rule, "sticky")
        else:
            key, part = self.looking.first_of(entry.keys, rule, stage)
            if part is None:
                return None
            made = _Active(rule, "key", key, part)
        if against := self.looking.against(rule, stage):
            if not quietly:
                self._leave(made, against[0], key=against[1])
            return None
        return made

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

        stays = {name: [made for made in rivals if made.rule.name in self.timings.sticky] for name, rivals in groups.items()}
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
        scores = [self.looking.score(made.rule, stage) for made in group]
        return [made for made, score in zip(group, scores, strict=True) if score == max(scores) or not made.rule.scored]

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
            if chance >= 100 or made.rule.name in self.timings.sticky:
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
            and self.looking.reached(book) <= most
        ]
        for book in wanting:
            self.looking.go_further(book, [rule for rule in self.rules if rule.book is book and rule.name not in self.active], most)
        return "wider" if wanting else ""

    # What is told of it.

    def _filled(self, rule: Rule) -> Filled:
        count = 0

        def choose(sides: int) -> int:
            nonlocal count
            count += 1
            return self.roll(f"{rule.name}/macro/{count}", sides)

        return filled(rule.entry.text, self.around.who(rule.book).name, self.around.user, choose, clock=self.around.clock)

    def _spoken(self, made: _Active) -> Part:
        rule = made.rule
        text = made.text.text
        if "hidden_key" in rule.entry.text:
            text = filled(
                rule.entry.text, self.around.who(rule.book).name, self.around.user, first, scanned=True, clock=self.around.clock
            ).text
        return Part(text, "entry", 0, rule.name)

    def _leave(self, made: _Active, why: Kept, *, key: str = "", other: str = "", number: int = 0, most: int = 0) -> None:
        self.idle[made.rule.name] = idle(made.rule, why, key=key or made.key, other=other, number=number, most=most)

    def _result(self) -> Activation:
        order = sorted(self.active.values(), key=lambda made: -made.rule.entry.order)[::-1]
        for made in self.active.values():
            self.timings.acted(made.rule)
        return Activation(
            turn=self.around.turn,
            acted=tuple(self._acted(made, at) for at, made in enumerate(order)),
            idle=(*(self.idle[name] for name in sorted(self.idle, key=self.at.__getitem__)), *self.looking.faults),
            barred=tuple(sorted(self.barred)),
            timed=self.timings.kept(),
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
            text="" if made.text.text == entry.text else made.text.text, left_out=made.text.left_out,
        )  # fmt: skip


def _sorted(books: Sequence[Lorebook], around: Around) -> list[Rule]:
    """All entries in the order in which they are looked at: books of somebody first, then by their order, the highest first."""
    rules = [ruled(book, entry, place) for book in books for place, entry in enumerate(book.entries) if entry.enabled]
    at = {book.id: place for place, book in enumerate(books)}
    shown = (one for one in rules if one.name not in around.hidden)
    return sorted(shown, key=lambda one: (not one.book.of, -one.entry.order, at[one.book.id], one.place))


def _pool(book: Lorebook, room: int) -> _Pool | None:
    """A book's own budget; None where it names none (or none to speak of)."""
    limits = [limit for limit in (book.budget, (room * (book.budget_share or 0) + 50) // 100) if limit and limit > 0]
    return _Pool(min(limits)) if limits else None


def _yields(other: Rule, made: Rule) -> bool:
    """Whether one entry makes room for another: it says that it goes first, or their formats say which is kept longest."""
    said = other.entry.priority is not None or made.entry.priority is not None
    return other.rank < made.rank and (said or other.rank[0] < made.rank[0])
