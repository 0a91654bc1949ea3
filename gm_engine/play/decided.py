"""What was decided at the table, and is decided again where the story is told otherwise from an earlier turn on.

A decision is a conflict that was settled or opened again, and an edit by hand. Of each matter the last word counts.
"""

from collections.abc import Iterable, Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass, replace
from typing import Protocol

from gm_engine.continuity.settle import matter
from gm_engine.errors import GameError
from gm_engine.journal import Entry, Journal
from gm_engine.journal.branch import shared_upto
from gm_engine.play.by_hand import ByHand
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.conflict import Conflict, Settlement
from gm_engine.story.edit import Edit
from gm_engine.story.event import Event
from gm_engine.story.marks import half_of

Matter = tuple[object, ...]


class Table(Protocol):
    """A game, as far as deciding again goes."""

    journal: Journal
    state: StoryState

    @property
    def by_hand(self) -> ByHand:
        """Its edits by hand."""

    def settle(self, id: str, settlement: Settlement) -> Conflict:
        """Settles a conflict."""

    def reopen(self, id: str) -> Conflict:
        """Opens a settled one."""

    def holding(self) -> AbstractContextManager[list[Event]]:
        """Within this, nothing is written yet."""


@dataclass(frozen=True)
class Decision:
    """The last word on a matter: ``about`` a conflict, settled so (None: open), or an edit that stands, or was taken back.

    ``number`` is that of its entry: of two words the later one holds.
    """

    number: int
    about: Conflict | Edit
    settlement: Settlement | None = None
    stands: bool = True

    @property
    def matter(self) -> Matter:
        """What it is about, however its record is called on another branch."""
        return conflict_matter(self.about) if isinstance(self.about, Conflict) else edit_matter(self.about)

    @property
    def words(self) -> str:
        """The decision in words."""
        if isinstance(self.about, Edit):
            return f"{self.about.id} ({self.about.act})" if self.stands else f"{self.about.id} (taken back)"
        return f"conflict {self.about.id} ({self.settlement.resolution if self.settlement else 'opened again'})"


@dataclass(frozen=True)
class Decided:
    """What was decided after what two ways of the story share: the entries up to ``after``, the turns up to ``turn``."""

    decisions: tuple[Decision, ...] = ()
    after: int = 0
    turn: int = 0

    def without(self, settled: Iterable[Decision]) -> "Decided":
        """What is left."""
        gone = {one.number for one in settled}
        return replace(self, decisions=tuple(one for one in self.decisions if one.number not in gone))

    @property
    def remarks(self) -> tuple[str, ...]:
        """That these decisions hold no more, in a whole sentence; nothing where there are none. What was only opened again, or taken
        back, needs no word: it does not stand here either."""
        lost = [one.words for one in self.decisions if one.stands and (isinstance(one.about, Edit) or one.settlement)]
        return (f"Decided about what is told otherwise now, and no longer in force: {', '.join(lost)}.",) if lost else ()


def decided(entries: Iterable[Entry], state: StoryState, after: int, turn: int) -> Decided:
    """What was decided in these entries, all beyond ``after``. ``state`` is the story behind the last of them."""
    last: dict[Matter, Decision] = {}
    for one in _decisions(entries, state):
        last.pop(one.matter, None)
        last[one.matter] = one
    return Decided(tuple(last.values()), after, turn)


def _decisions(entries: Iterable[Entry], state: StoryState) -> Iterator[Decision]:
    """Every decision, in order. What came of an edit is part of it, and what a turn brought is part of that turn."""
    told = False
    waiting: list[Entry] = []
    for entry in entries:
        event = entry.event
        told = not isinstance(event, happened.TurnClosed) and (told or isinstance(event, happened.SPOKEN))
        if told or isinstance(event, happened.TurnClosed):
            yield from _settlements(waiting, state)
            waiting = []
        elif isinstance(event, happened.MemoryEdited):
            yield from _settlements(waiting[: len(waiting) - event.edit.changes], state)
            waiting = []
            edit = state.edits.get(event.edit.takes_back, event.edit)
            yield Decision(entry.number, edit, stands=event.edit.act != "undo")
        else:
            waiting.append(entry)
    yield from _settlements(waiting, state)


def _settlements(entries: Iterable[Entry], state: StoryState) -> Iterator[Decision]:
    for entry in entries:
        event = entry.event
        if isinstance(event, happened.ConflictSettled) and (conflict := state.conflicts.get(event.conflict)):
            yield Decision(entry.number, conflict, event.settlement)


def conflict_matter(conflict: Conflict) -> Matter:
    """What makes two conflicts the same on two ways of one story: what they are over, and both sentences."""
    return (*matter(conflict), conflict.established.quote, conflict.incoming.quote)


def edit_matter(edit: Edit) -> Matter:
    """What makes two edits the same on two ways of one story: what was done, in which words, with which sentences."""
    tellings = tuple((telling.turn, half_of(telling), telling.span) for telling in edit.tellings)
    return (edit.act, edit.into if edit.act == "merge" else "", edit.words, edit.before, tellings)


def conflict_here(conflict: Conflict, state: StoryState) -> Conflict | None:
    """The same conflict as it stands on another way of the story; None where it is not on record there."""
    wanted = conflict_matter(conflict)
    same = [one for one in state.conflicts.values() if conflict_matter(one) == wanted]
    return next((one for one in same if one.id == conflict.id), same[-1] if same else None)


def edit_here(edit: Edit, state: StoryState) -> Edit | None:
    """The same edit as it stands on another way of the story; None where it does not."""
    wanted = edit_matter(edit)
    return next((one for one in reversed(state.marks.standing) if edit_matter(one) == wanted), None)


def decided_beyond(table: Table, branch: str, turn: int, entry: int = 0) -> Decided:
    """What was decided on the present branch, beyond what it shares with ``branch`` as that stands after ``turn``; with an ``entry`` that
    no branch leads to, beyond what it shares with the way there."""
    journal = table.journal
    ends = [one.number for one in journal.turn(turn)][-1:]
    if entry or branch != journal.branch:
        ends.append(shared_upto(journal.way(journal.branch), journal.way_behind(entry) if entry else journal.way(branch)))
    after = min(ends, default=0)
    beyond = list(journal.entries(after=after))
    last = beyond[0].turn - isinstance(beyond[0].event, happened.SPOKEN) if beyond else turn
    return decided(beyond, table.state, after, min(turn, last))


def decide_again(table: Table, since: Decided) -> Decided:
    """Decide again what was decided elsewhere of what is on record here, too; what is left over. It is written with the next turn.

    What was decided here later than there holds.
    """
    own = {one.matter: one for one in decided(table.journal.entries(after=since.after), table.state, since.after, since.turn).decisions}
    renamed: dict[str, str] = {}
    done: list[Decision] = []
    with table.holding() as held:
        for one in since.decisions:
            later, before = own.get(one.matter), len(held)
            try:
                if (later and later.number > one.number) or _decide(table, one, since.turn, renamed):
                    done.append(one)
            except GameError:
                if len(held) != before:
                    raise
    return since.without(done)


def _decide(table: Table, one: Decision, turn: int, renamed: dict[str, str]) -> bool:
    """True where a decision holds now. ``renamed`` are the records that edits have put on record under another id here."""
    if isinstance(one.about, Edit):
        standing = edit_here(one.about, table.state)
        if not one.stands:
            if standing:
                table.by_hand.undo(standing.id, one.about.by)
            return True
        again = standing or table.by_hand.again(one.about, turn, renamed)
        renamed |= dict(zip(one.about.made, again.made, strict=False))
        return True
    found = conflict_here(one.about, table.state)
    if found is None or (one.settlement and (one.settlement.turn or 0) > table.state.turn):
        return False
    if found.settlement != one.settlement:
        if found.settlement is not None:
            table.reopen(found.id)
        if one.settlement is not None:
            table.settle(found.id, one.settlement)
    return True
