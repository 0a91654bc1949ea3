"""A journal: one campaign's entries, in a tree whose branches are pointers. Nothing that is in it is ever changed but by redaction."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import Protocol

from gm_engine.journal.branch import BranchPoint, Stretch
from gm_engine.story.completion import Completion
from gm_engine.story.event import Event
from gm_engine.story.fee import NOTHING, Fee


@dataclass(frozen=True, slots=True)
class Entry:
    """An event, written down. ``number`` counts from 1 over all branches; ``parent`` is the hash of the entry before.

    ``branch`` is the one it was written on. ``salts`` has one for each of the event's texts; where a text was redacted
    the event shows an empty one, and the salt is the text's hash (``b2:…``).
    """

    number: int
    branch: str
    parent: str
    hash: str
    turn: int
    event: Event
    salts: tuple[str, ...] = ()

    @property
    def redacted(self) -> bool:
        """True when words were taken out of it."""
        return any(salt.startswith("b2:") for salt in self.salts)


class Journal(Protocol):
    """What every journal does, in memory or in a database."""

    name: str

    @property
    def branch(self) -> str:
        """The current branch; ``main`` first."""
        ...

    @property
    def head(self) -> Entry | None:
        """The current branch's last entry."""
        ...

    def append(self, events: Sequence[Event]) -> tuple[Entry, ...]:
        """The entries that the events have become: all of them, or none. The current branch's head moves to the last."""
        ...

    def aside(self, turn: int, events: Sequence[Event]) -> None:
        """Put on record what was told in the place of a turn and does not stand, as a retry leaves it. The head stays where it is."""
        ...

    def entries(self, *, after: int = 0) -> Iterator[Entry]:
        """The entries from the root along the current branch to its head, those up to the number ``after`` left out."""
        ...

    def elsewhere(self) -> Iterator[Entry]:
        """The entries that do not lead to the current head: those of other branches, and what was undone or told otherwise."""
        ...

    def way(self, branch: str) -> tuple[Stretch, ...]:
        """The stretches that lead from the root along a branch, which need not be the current one, to its head."""
        ...

    def way_behind(self, number: int) -> tuple[Stretch, ...]:
        """The stretches that lead from the root to an entry, whatever branch leads there."""
        ...

    def spoken(self, stretch: Stretch, after: int = 0) -> Iterator[Entry]:
        """The entries of a stretch in which the player or the GM speaks, those up to the number ``after`` left out."""
        ...

    @property
    def written(self) -> str:
        """When the last entry was written, by the clock of the machine; empty where there is none, or no entry yet."""
        ...

    def turn(self, number: int) -> tuple[Entry, ...]:
        """The entries of one turn on the current branch."""
        ...

    def attempts(self) -> int:
        """How often the turn after the head has been played from here already: the number of the next attempt at it."""
        ...

    def branches(self) -> tuple[BranchPoint, ...]:
        """Every branch, in the order in which they were made."""
        ...

    def fork(self, name: str, turn: int, *, reseed: bool = False, go: bool = False) -> None:
        """Make a branch that leaves the current one after ``turn``. With ``reseed`` its dice fall otherwise from there on; with ``go``
        it is the current one at once, in the same step."""
        ...

    def switch(self, name: str) -> None:
        """Make another branch the current one."""
        ...

    def take_up(self, number: int, branch: str = "") -> None:
        """Go on behind an entry that no branch leads to, such as one that was undone: along a new branch, or with the current one's
        head."""
        ...

    def undo(self, turns: int = 1) -> int:
        """The turn that is the last one now. The head moves back to its end; nothing is deleted."""
        ...

    def moving(self) -> AbstractContextManager[None]:
        """Within this, where the head goes (``fork``, ``switch``, ``undo``, ``take_up``) is written with the entries that are appended
        there; at the end, where none are.

        If it raises before, or the program dies, the head never went.
        """
        ...

    def redact(self, turn: int, reason: str) -> int:
        """How many texts were taken out: all of the turn's, at every attempt, and every other that carries a sentence of them."""
        ...

    def verify(self) -> None:
        """Recompute every hash of every branch. ``ChainBroken`` says which entry, and both hashes."""
        ...

    def keep_completion(self, prompt_hash: str, attempt: int, completion: Completion) -> None:
        """Keep an answer before its turn is whole: it has been paid for."""
        ...

    def kept_completion(self, prompt_hash: str, attempt: int) -> Completion | None:
        """The answer kept for that prompt and attempt."""
        ...

    def keep_draft(self, prompt_hash: str, attempt: int, text: str) -> None:
        """Keep what had arrived of an answer before it broke off, in the place of any earlier draft. It is never part of the story."""
        ...

    def keep_spent(self, prompt_hash: str, spent: Completion) -> None:
        """Keep the tokens and the money of an answer that no entry will ever hold; its words are not kept."""
        ...

    def draft(self) -> str:
        """The draft that is kept, until its prompt is answered; empty where there is none."""
        ...

    def snapshot(self) -> tuple[int, str, str] | None:
        """The newest snapshot on the current branch at or before its head: an entry's number, a version and the text."""
        ...

    def keep_snapshot(self, entry_number: int, entry_hash: str, version: str, text: str) -> None:
        """Keep the story's state after an entry, so that opening need not read all of it. Only the newest few stay."""
        ...

    def vectors(self, mark: str) -> dict[str, bytes]:
        """The vectors of texts that were kept of the model ``mark``, by the texts' keys."""
        ...

    def keep_vectors(self, mark: str, vectors: Mapping[str, bytes], fee: Fee = NOTHING) -> None:
        """Keep vectors, so that no text need be read twice. They may be deleted at any time; a redaction takes all of them along.

        ``fee`` is what they cost, where they were made elsewhere: it is added up, and stays.
        """
        ...

    def fees(self) -> dict[str, Fee]:
        """What vectors have cost in all, by the model that made them."""
        ...

    def close(self) -> None:
        """Let go of the campaign. Closing twice does nothing."""
        ...
