"""How every journal works, wherever its rows are kept: appending, going back, branching, redacting, checking."""

import re
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import replace
from itertools import chain as joined
from itertools import count

from gm_engine.errors import ChainBroken, JournalError, UnknownName
from gm_engine.journal.branch import MAIN, BranchPoint, Lane, Stretch, shared_upto, way_to
from gm_engine.journal.chain import ROOT, Salter, canonical, digest, salts, seal
from gm_engine.journal.journal import Entry
from gm_engine.journal.redaction import Erasure, strings_in
from gm_engine.journal.row import RESTORE, Change, KeptCompletion, Row, broken, check, entry_of
from gm_engine.story.completion import Completion
from gm_engine.story.event import Event, TextRedacted
from gm_engine.story.fee import Fee

SPOKEN = {"player_spoke": "said", "completion_received": "text", "conflict_settled": "because"}
"""Where new words come to the table. A prompt only repeats them, among much that is not the turn's own."""
DRAFT, LOST = "draft:", "lost:"
"""What stands before a prompt's hash where a draft is kept, and no answer."""
PROMPT_HASH = re.compile(r'"(?:prompt|question)_hash":"(b2:[0-9a-f]{32})"')
SPARED = ("state_changed", "text_redacted")
"""Events whose texts are labels that the state is folded from, or reasons. They stay, unless a sentence of the turn stands in them."""


class Ledger(ABC):
    """A ``Journal`` over rows. Who inherits says how rows are read and how a change is written."""

    def __init__(self, name: str, salter: Salter) -> None:
        self.name = name
        self._salter = salter
        self._branches: dict[str, BranchPoint] = {MAIN: BranchPoint(MAIN)}
        self._lanes: dict[int, Lane] = {}
        self._current = MAIN
        self._last_number = 0
        self._head: Row | None = None
        self._unwritten = False
        """True where the head has moved, or may yet, and that is written with the next entries."""

    @abstractmethod
    def commit(self, change: Change) -> None:
        """Write all of a change, or nothing of it."""

    @abstractmethod
    def reload(self) -> None:
        """Know what is written, and nothing else."""

    @abstractmethod
    def fees(self) -> dict[str, Fee]:
        """What vectors have cost in all, by the model that made them."""

    def now(self) -> str:
        """What is written beside a new entry as its time, where there is a clock."""
        return ""

    @abstractmethod
    def rows(self, stretch: Stretch, after: int = 0) -> Iterator[Row]:
        """The rows of a stretch in order, those up to the number ``after`` left out."""

    @abstractmethod
    def turn_rows(self, stretch: Stretch, turn: int) -> Sequence[Row]:
        """The rows of a stretch that belong to a turn."""

    @abstractmethod
    def last_in_turn(self, stretch: Stretch, turn: int) -> int:
        """The number of the last row of a stretch whose turn is ``turn`` or earlier; 0 where there is none."""

    @abstractmethod
    def row(self, number: int) -> Row:
        """One row."""

    @abstractmethod
    def following(self, number: int) -> Sequence[Row]:
        """The rows, on any branch, that come right after the row of that number (0: the first ones)."""

    @abstractmethod
    def every_row(self) -> Iterator[Row]:
        """All rows of all branches, by number."""

    @abstractmethod
    def every_completion(self) -> Iterator[KeptCompletion]:
        """All kept completions, by prompt hash and attempt."""

    @property
    def branch(self) -> str:
        """The current branch."""
        return self._current

    @property
    def head(self) -> Entry | None:
        """The current branch's last entry."""
        return None if self._head is None else entry_of(self._head)

    @property
    def size(self) -> int:
        """How many entries there are, on all branches together."""
        return self._last_number

    def branches(self) -> tuple[BranchPoint, ...]:
        """Every branch, in the order in which they were made."""
        return tuple(self._branches.values())

    def entries(self, *, after: int = 0) -> Iterator[Entry]:
        """The entries from the root along the current branch to its head, those up to ``after`` left out."""
        for stretch in self._way():
            if stretch.upto > after:
                yield from map(entry_of, self.rows(stretch, after))

    def elsewhere(self) -> Iterator[Entry]:
        """The entries that do not lead to the current head: those of other branches, and what was undone or told otherwise."""
        way = {stretch.lane: stretch.upto for stretch in self._way()}
        yield from (entry_of(row) for row in self.every_row() if row.number > way.get(row.lane, 0))

    def way(self, branch: str) -> tuple[Stretch, ...]:
        """The stretches that lead from the root along a branch to its head."""
        return self.way_behind(self._branches[branch].head)

    def way_behind(self, number: int) -> tuple[Stretch, ...]:
        """The stretches that lead from the root to an entry."""
        return way_to(self.row(number).lane, number, self._lanes) if number else ()

    def spoken(self, stretch: Stretch, after: int = 0) -> Iterator[Entry]:
        """The entries of a stretch in which the player or the GM speaks, those up to the number ``after`` left out."""
        yield from (entry_of(row) for row in self.rows(stretch, after) if row.kind in ("player_spoke", "completion_received"))

    @property
    def written(self) -> str:
        """When the last entry was written, by the clock of the machine; empty where there is none, or no entry yet."""
        return self._head.written if self._head else ""

    def turn(self, number: int) -> tuple[Entry, ...]:
        """The entries of one turn on the current branch."""
        return tuple(entry_of(row) for row in self._turn_rows(number))

    def append(self, events: Sequence[Event]) -> tuple[Entry, ...]:
        """The entries that the events have become: all of them, or none."""
        if not events:
            return ()
        rows, lane = self._rows_for(events, self._head)
        point = self._branches[self._current]._replace(head=rows[-1].number)
        change = Change(rows, lanes=(lane,), branches=(point,))
        if self._unwritten:
            change = replace(change, branches=tuple((self._branches | {point.name: point}).values()), current=self._current)
        self._carry_out(change, head=rows[-1])
        self._unwritten = False
        return tuple(
            Entry(row.number, row.branch, row.parent, row.hash, row.turn, event, salts(row.sealed))
            for row, event in zip(rows, events, strict=True)
        )

    def aside(self, turn: int, events: Sequence[Event]) -> None:
        """Put on record what was told in the place of a turn and does not stand. The head stays where it is."""
        number = self._end_of(turn - 1)
        rows, lane = self._rows_for(events, self.row(number))
        self._carry_out(Change(rows, lanes=(lane,)), head=self._head)

    def all_of_it(self) -> Change:
        """Everything that it holds, to ``restore`` another journal with. What has no time of writing yet gets none."""
        return Change(self.every_row(), lanes=self._lanes.values(), branches=self.branches(), current=self._current,
                      completions=self.every_completion())  # fmt: skip

    def _rows_for(self, events: Sequence[Event], head: Row | None) -> tuple[list[Row], Lane]:
        """The rows that would continue an entry, in its lane while that has no other future, else in a new one."""
        after, parent, lane = (head.number, head.hash, self._lanes[head.lane]) if head else (0, ROOT, None)
        if lane is None or lane.tip != after:
            lane = Lane(len(self._lanes) + 1, parent=lane.number if lane else 0, after=after)
        rows, written = [], self.now()
        for number, event in enumerate(events, self._last_number + 1):
            sealed = seal(event, self._salter)
            name = digest(parent, sealed.form)
            rows.append(Row(number, lane.number, self._current, after, parent, name, event.turn, event.kind, sealed, written=written))
            after, parent = number, name
        return rows, lane._replace(tip=after)

    def attempts(self) -> int:
        """How often the turn after the head has been played already, whatever was put on record between the two turns."""
        head = self._head
        if head is None:
            return len(self.following(0))
        first = head
        while first.kind != "turn_closed" and first.after and (before := self.row(first.after)).turn == head.turn:
            first = before
        found, waiting = 0, [first.number]
        while waiting:
            for row in self.following(waiting.pop()):
                if row.turn > head.turn:
                    found += 1
                else:
                    waiting.append(row.number)
        return found

    def fork(self, name: str, turn: int, *, reseed: bool = False, go: bool = False) -> None:
        """Make a branch that leaves the current one after ``turn``. Stays on the current one, unless it is to ``go`` there at once."""
        self._may_be_called(name)
        at = self._end_of(turn)
        label = name if reseed else self._branches[self._current].label
        point = BranchPoint(name, self._current, at, turn, at, label, reseed)
        self._go(Change(branches=(point,), current=name if go else None))

    def take_up(self, number: int, branch: str = "") -> None:
        """Go on behind an entry that no branch leads to: along a new branch, or with the current one's head."""
        row = self.row(number)
        if not branch:
            self._go(Change(branches=(self._branches[self._current]._replace(head=number),)), head=row)
            return
        self._may_be_called(branch)
        at = shared_upto(self._way(), self.way_behind(number))
        point = BranchPoint(branch, self._current, at, row.turn - 1, number, self._branches[self._current].label)
        self._go(Change(branches=(point,), current=branch), head=row)

    def _may_be_called(self, branch: str) -> None:
        if branch in self._branches:
            raise JournalError(self.name, f'there is a branch "{branch}" already', "Give the new one another name.", "branch-exists")
        if not branch.strip() or not branch.isprintable() or branch.startswith("-"):
            raise JournalError(
                self.name, f"{branch!r} cannot be a branch's name", "Use letters, digits, - or _, and no - first.", "bad-name"
            )

    def switch(self, name: str) -> None:
        """Make another branch the current one."""
        if name not in self._branches:
            there = ", ".join(self._branches)
            raise UnknownName(self.name, f'no branch is called "{name}"', f"There are: {there}.", "unknown-branch")
        self._go(Change(current=name))

    def undo(self, turns: int = 1) -> int:
        """The turn that is the last one now. The head moves back to its end; nothing is deleted."""
        head = self._head
        if turns < 1 or head is None:
            raise JournalError(
                self.name, "there is nothing to undo", "Undo at least one turn, of a story that has begun.", "nothing-to-undo"
            )
        row = head
        for done in range(turns):
            number = self._last_upto(row.turn - 1)
            if not number:
                there = "1 turn has" if done == 1 else f"{done} turns have"
                then = "Undo fewer, or begin anew."
                raise JournalError(self.name, f"{turns} turns cannot be undone: only {there} been played", then, "nothing-to-undo")
            row = self.row(number)
        point = self._branches[self._current]._replace(head=row.number)
        self._go(Change(branches=(point,)), head=row)
        return row.turn

    def redact(self, turn: int, reason: str) -> int:
        """How many texts were taken out. Hashes, dice and numbers stay; ``text_redacted`` says that it was done."""
        rows = self._every_attempt_at(turn)
        if not rows:
            last = self._head.turn if self._head else 0
            raise JournalError(
                f"{self.name}, turn {turn}", "there is no such turn to redact", f"Name a turn from 1 to {last}.", "unknown-turn"
            )
        numbers = {row.number for row in rows}
        erasure = Erasure((text for row in rows for text in spoken(row)), turn=turn, authored=self._authored())
        asked = {form for row in rows for form in PROMPT_HASH.findall(row.sealed.form)}
        reworded, count = [], 0
        behind = set(numbers)
        for row in self.every_row():
            after = row.after in behind
            if after:
                behind.add(row.number)
            whole = row.number in numbers and row.kind not in SPARED
            if whole:
                erasure.learn(row.sealed)
            names = tuple(row.sealed.texts) if whole else erasure.within(row.sealed, after=after) if row.turn else ()
            gone = {name for name in names if row.sealed.texts[name] is not None}
            if gone:
                texts = {name: None if name in gone else kept for name, kept in row.sealed.texts.items()}
                reworded.append(replace(row, sealed=row.sealed._replace(texts=texts)))
                count += len(gone)
        asked |= {form for row in reworded if row.kind == "model_asked" for form in PROMPT_HASH.findall(row.sealed.form)}
        forgotten = [
            kept
            for kept in self.every_completion()
            if kept.prompt_hash.removeprefix(DRAFT) in asked or any(map(erasure.touches, strings_in(completion_text(kept))))
        ]
        now = self._head.turn if self._head else 0
        new, lane = self._rows_for([TextRedacted(turn=now, redacted=turn, reason=reason)], self._head)
        point = self._branches[self._current]._replace(head=new[-1].number)
        self._carry_out(Change(rows=new, lanes=(lane,), branches=(point,), reworded=reworded, forgotten=forgotten, forget_snapshots=True))
        return count

    def _authored(self) -> str:
        """The campaign's own text, which is nobody's at the table."""
        return next((row.sealed.form for row in self.every_row() if row.kind == "pack_opened"), "").replace("\\n", " ")

    def _every_attempt_at(self, turn: int) -> tuple[Row, ...]:
        """The rows of a turn in this place of the story: as it stands, as it was retried, as it was undone."""
        if turn < 1:
            return ()
        before = self._last_upto(turn - 1)
        found: list[Row] = []
        waiting = [before]
        while waiting:
            for row in self.following(waiting.pop()):
                if row.turn == turn:
                    found.append(row)
                    waiting.append(row.number)
        return tuple(found)

    def keep_completion(self, prompt_hash: str, attempt: int, completion: Completion) -> None:
        """Keep an answer before its turn is whole: it has been paid for. A draft of it is then no longer kept."""
        text = canonical(completion.model_dump(mode="json"))
        drafts = [KeptCompletion(DRAFT + prompt_hash, attempt, "")] if self.kept_completion(DRAFT + prompt_hash, attempt) else []
        self.commit(Change(completions=(KeptCompletion(prompt_hash, attempt, text),), forgotten=drafts))

    @abstractmethod
    def kept_completion(self, prompt_hash: str, attempt: int) -> Completion | None:
        """The answer kept for that prompt and attempt."""

    def keep_draft(self, prompt_hash: str, attempt: int, text: str) -> None:
        """Keep what had arrived of an answer before it broke off, in the place of any earlier draft. It is never part of the story."""
        older = [kept for kept in self._drafts() if (kept.prompt_hash, kept.attempt) != (DRAFT + prompt_hash, attempt)]
        form = canonical(Completion(text=text, model="").model_dump(mode="json"))
        self.commit(Change(completions=(KeptCompletion(DRAFT + prompt_hash, attempt, form),), forgotten=older))

    def keep_spent(self, prompt_hash: str, spent: Completion) -> None:
        """Keep the tokens and the money of an answer that no entry will ever hold; its words are not kept."""
        earlier = next(n for n in count() if self.kept_completion(LOST + prompt_hash, n) is None)
        plain = Completion(text="", model=spent.model, usage=spent.usage, cost=spent.cost)
        self.commit(Change(completions=(KeptCompletion(LOST + prompt_hash, earlier, canonical(plain.model_dump(mode="json"))),)))

    def draft(self) -> str:
        """The draft that is kept; empty where there is none."""
        return next((completion_text(kept) for kept in self._drafts()), "")

    def _drafts(self) -> list[KeptCompletion]:
        return [kept for kept in self.every_completion() if kept.prompt_hash.startswith(DRAFT)]

    @property
    def salter(self) -> Salter:
        """What its salts come from."""
        return self._salter

    def restore(self, change: Change) -> None:
        """Fill an empty journal with everything that an export holds, its lanes, branches and completions too."""
        self._carry_out(change)

    @contextmanager
    def moving(self) -> Iterator[None]:
        """Within this, where the head goes is written with the entries that are appended there, or at the end, where none are; if it
        raises before, it never went."""
        was = self._branches.copy(), self._current, self._head
        self._unwritten = True
        try:
            yield
            if self._unwritten:
                self.commit(Change(branches=tuple(self._branches.values()), current=self._current))
        except BaseException:
            if self._unwritten:
                self._branches, self._current, self._head = was
            raise
        finally:
            self._unwritten = False

    def _go(self, change: Change, head: Row | None = None) -> None:
        if self._unwritten:
            self._know(change, head)
        else:
            self._carry_out(change, head)

    def _carry_out(self, change: Change, head: Row | None = None) -> None:
        """Write a change, then know of it (``head`` spares a look-up). Whatever interrupts us, we then know what was written."""
        try:
            self.commit(change)
            self._know(change, head)
        except BaseException:
            with suppress(JournalError):
                self.reload()
            raise

    def _know(self, change: Change, head: Row | None) -> None:
        self._lanes |= {lane.number: lane for lane in change.lanes}
        self._branches |= {point.name: point for point in change.branches}
        self._current = change.current or self._current
        self._last_number = max((lane.tip for lane in self._lanes.values()), default=0)
        number = self._branches[self._current].head
        self._head = head or (self.row(number) if number else None)

    def verify(self) -> None:
        """Recompute every hash of every branch. ``ChainBroken`` says which entry, and both hashes."""
        hashes = {0: ROOT}
        for row in self.every_row():
            if row.after not in hashes or hashes[row.after] != row.parent:
                raise broken(self.name, row, "its parent's hash", row.parent, hashes.get(row.after, "missing"))
            check(self.name, row)
            hashes[row.number] = row.hash
        for point in self._branches.values():
            for number in (point.at, point.head):
                if number not in hashes:
                    raise ChainBroken(self.name, f'branch "{point.name}" points to entry {number}, which is missing', RESTORE)

    def _way(self) -> tuple[Stretch, ...]:
        return way_to(self._head.lane, self._head.number, self._lanes) if self._head else ()

    def _turn_rows(self, turn: int) -> Iterator[Row]:
        last = self._head.turn if self._head else -1
        return joined.from_iterable(self.turn_rows(stretch, turn) for stretch in self._way() if turn <= last)

    def _last_upto(self, turn: int) -> int:
        last = self._head.turn if self._head else 0
        return max((self.last_in_turn(stretch, min(turn, last)) for stretch in self._way()), default=0)

    def _end_of(self, turn: int) -> int:
        number = self._last_upto(turn)
        if self._head is None or not number or self._head.turn < turn:
            last = self._head.turn if self._head else 0
            raise JournalError(
                f"{self.name}, turn {turn}", "the story has no such turn", f"It has turns 0 to {last} on this branch.", "unknown-turn"
            )
        return number


def spoken(row: Row) -> Iterator[str]:
    """What an entry's event brought to the table in somebody's own words."""
    key = SPOKEN.get(row.kind)
    if key is not None:
        for name, kept in row.sealed.texts.items():
            if kept is not None and f'"{key}":"{name}"' in row.sealed.form:
                yield kept[1]


def completion_text(kept: KeptCompletion) -> str:
    """What a kept completion says."""
    return Completion.model_validate_json(kept.text).text
