"""A damaged journal: which turns are hurt, and what of it can be saved.

An entry whose words are damaged is still in the chain by their hashes: the words are given up, as if they had been taken out, and
the story stands. An entry that is itself damaged, or missing, ends its branch at the last whole turn before it.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache
from json import loads
from typing import Any, get_args

from gm_engine.journal.branch import MAIN, BranchPoint, Lane
from gm_engine.journal.chain import DIGEST, ROOT, Sealed, digest
from gm_engine.journal.redactable_words import exchange
from gm_engine.journal.row import Change, KeptCompletion, Row
from gm_engine.story.counting import counted
from gm_engine.story.event import Event

Found = tuple[int, Row | None]
"""An entry's number, and its row; None where that cannot be read."""


@dataclass(frozen=True, slots=True)
class Damage:
    """What is wrong with a journal of ``entries`` entries, of which ``saved`` can be.

    ``worded`` are the turns that lose words and stand all the same. ``hurt`` are the turns with a damaged entry, ``ends`` the branches
    that end earlier: the last turn that can be saved (-1: none), and the last there was (None: nobody knows).
    """

    entries: int
    saved: int
    worded: tuple[int, ...] = ()
    hurt: tuple[int, ...] = ()
    ends: Mapping[str, tuple[int, int | None]] = field(default_factory=dict)

    @property
    def is_whole(self) -> bool:
        """True where nothing is damaged."""
        return not (self.worded or self.hurt or self.ends or self.saved != self.entries)

    def __str__(self) -> str:
        said = []
        if self.hurt:
            said.append(f"{_turns(self.hurt)} {'is' if len(self.hurt) == 1 else 'are'} damaged")
        if self.worded:
            said.append(f"words of {_turns(self.worded)} are damaged, and can only be left out")
        for branch, (last, was) in self.ends.items():
            of = f" of {was}" if was is not None else ""
            upto = f"can be saved up to turn {last}{of}" if last >= 0 else "is lost"
            said.append(f'the branch "{branch}" {upto}')
        return "; ".join(said) or (
            f"{counted(self.entries - self.saved, 'entry', 'entries')} cannot be saved" if not self.is_whole else "whole"
        )


def _turns(turns: Sequence[int]) -> str:
    shown = ", ".join(map(str, turns[:12])) + (f" and {len(turns) - 12} more" if len(turns) > 12 else "")
    return f"turn {shown}" if len(turns) == 1 else f"turns {shown}"


class Rescue:
    """Goes through the entries in order of their numbers and keeps what is whole, numbered anew."""

    def __init__(self, entries: Iterable[Found], points: Sequence[BranchPoint], lanes: Mapping[int, Lane], current: str) -> None:
        self.rows: list[Row] = []
        self._new: dict[int, int] = {0: 0}
        self._lanes: dict[int, Lane] = {}
        self._old_lanes = lanes
        self._worded: set[int] = set()
        self._hurt: set[int] = set()
        self._last_turn = 0
        self._seen: dict[int, Row] = {}
        total = 0
        for number, row in entries:
            total += 1
            self._take(number, row)
        self._points, self._current = self._branches(points), current
        self.damage = Damage(total, len(self.rows), tuple(sorted(self._worded)), tuple(sorted(self._hurt)), self._ends(points))

    def change(self, completions: Iterable[KeptCompletion] = ()) -> Change:
        """All that can be saved, to be written into an empty journal."""
        points = self._points or [BranchPoint(MAIN, head=len(self.rows))]
        names = {point.name for point in points}
        current = self._current if self._current in names else points[0].name
        return Change(rows=self.rows, lanes=tuple(self._lanes.values()), branches=points, current=current, completions=completions)

    def _take(self, number: int, row: Row | None) -> None:
        if row is not None:
            self._seen[number] = row
        if row is None or not _is_sound(row):
            self._hurt.add(row.turn if row else self._last_turn)
            return
        self._last_turn = row.turn
        after = self._new.get(row.after)
        if after is None or row.parent != (self.rows[after - 1].hash if after else ROOT):
            return
        sealed, lost = _sound_words(row)
        if lost:
            self._worded.add(row.turn)
        new = len(self.rows) + 1
        self.rows.append(replace(row, number=new, after=after, lane=self._lane(new, after), sealed=sealed))
        self._new[number] = new

    def _lane(self, number: int, after: int) -> int:
        lane = self.rows[after - 1].lane if after else 0
        if lane and self._lanes[lane].tip == after:
            self._lanes[lane] = self._lanes[lane]._replace(tip=number)
            return lane
        new = len(self._lanes) + 1
        self._lanes[new] = Lane(new, lane, after, number)
        return new

    def _branches(self, points: Sequence[BranchPoint]) -> list[BranchPoint]:
        found = []
        for point in points:
            head = self._whole(point.head)
            if head:
                at = min(self._new.get(point.at, head), head)
                found.append(point._replace(head=head, at=at, turn=min(point.turn, self.rows[head - 1].turn)))
        if not found and (head := self._end(len(self.rows))):
            found.append(BranchPoint(MAIN, head=head))
        return found

    def _whole(self, number: int) -> int:
        """The new number of an old head, or of the end of the last whole turn before it that is left."""
        if number in self._new:
            return self._new[number]
        while number not in self._new:
            number = self._before(number)
        return self._end(self._new[number])

    def _before(self, number: int) -> int:
        """The entry before an old one, which may be unreadable: then its lane says which."""
        if (known := self._seen.get(number)) is not None:
            return min(known.after, number - 1)
        lane = next((row.lane for row in self._seen.values() if row.after == number), 0)
        lane = lane or next((lane.number for lane in self._old_lanes.values() if lane.tip == number), 0)
        if not lane and number - 1 in self._seen:
            return number - 1
        first = self._old_lanes[lane].after if lane in self._old_lanes else 0
        return max((row.number for row in self._seen.values() if row.lane == lane and row.number < number), default=min(first, number - 1))

    def _end(self, number: int) -> int:
        while number and not (self.rows[number - 1].kind == "turn_closed" or self.rows[number - 1].turn == 0):
            number = self.rows[number - 1].after
        return number

    def _ends(self, points: Sequence[BranchPoint]) -> dict[str, tuple[int, int | None]]:
        saved = {point.name: point.head for point in self._points}
        ends: dict[str, tuple[int, int | None]] = {}
        for point in points:
            if point.head and point.head not in self._new:
                head, was = saved.get(point.name, 0), self._seen.get(point.head)
                ends[point.name] = (self.rows[head - 1].turn if head else -1, was.turn if was else None)
        return ends


def _is_sound(row: Row) -> bool:
    """True where an entry's form is what was hashed, and its turn and kind are what the form says."""
    if digest(row.parent, row.sealed.form) != row.hash:
        return False
    form = loads(row.sealed.form)
    return (form.get("turn"), form.get("kind")) == (row.turn, row.kind)


def _sound_words(row: Row) -> tuple[Sealed, bool]:
    """The entry with those of its words that are whole, and whether some are not."""
    names = _names(row)
    texts = row.sealed.texts
    if set(texts) == names and all(kept is None or digest(*kept) == name for name, kept in texts.items()):
        return row.sealed, False
    whole = {digest(*kept): kept for kept in texts.values() if kept is not None}
    return Sealed(row.sealed.form, {name: whole.get(name) for name in sorted(names)}), any(
        name not in whole and (name not in texts or texts[name] is not None) for name in names
    )


def _names(row: Row) -> set[str]:
    """The hashes that stand for words in an entry's form."""
    found: set[str] = set()

    def note(name: str) -> str:
        if DIGEST.fullmatch(f'"{name}"'):
            found.add(name)
        return name

    kind = _kinds().get(row.kind)
    if kind is not None:
        exchange(kind, loads(row.sealed.form), note)
    return found | {name for name in row.sealed.texts if name in row.sealed.form}


@cache
def _kinds() -> dict[str, Any]:
    return {kind.model_fields["kind"].default: kind for kind in get_args(get_args(Event)[0])}
