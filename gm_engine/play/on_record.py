"""A story on record: what happens is folded and written in one go, or it never happened; it is opened from its journal, and closed."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from typing import Self

from gm_engine.errors import JournalError
from gm_engine.journal import Journal
from gm_engine.memory.memory import Memory
from gm_engine.play.alone import Alone
from gm_engine.play.chair import OnEvent
from gm_engine.play.snapshot import SNAPSHOT, read_kept, undisturbed, write_snapshot
from gm_engine.play.told import Told
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.event import Event

SNAPSHOT_EVERY, SNAPSHOT_SHARE = 25, 20
"""A snapshot is kept after so many turns, and in a long story only when it has grown by a twentieth: a turn costs the same."""
FOLDED_SOON = 200
"""A story is closed without a new snapshot where less than this part of it would have to be folded when it is opened."""


class OnRecord(Told):
    """A story that changes only by events in its journal. Whatever fails on the way leaves no trace: the state is folded anew."""

    def __init__(self, journal: Journal, tools: Tools) -> None:
        super().__init__(journal, tools)
        self.closing: list[Callable[[], None]] = []
        """Called when the game is closed: they let go of what was opened for it alone."""
        self._since_snapshot = 0
        self._holding = False
        self._held: list[Event] = []
        """What is decided again where the story goes back: it is written with the turn that is told there, or never was."""
        self._alone = Alone()
        self.mended = ""
        """What was found damaged when the game was opened, and made anew; empty where all was sound."""
        self.tokens = 0
        """Prompt tokens sent since the game was opened."""
        self.closed = False
        self.adrift = False
        """True where the journal could not be read when the story had to be folded anew: it is tried again before anything is played."""

    def take_in(self, events: Iterable[Event]) -> tuple[Event, ...]:
        """Put an imported story on record, or what was told or left behind elsewhere: all of it in one go. The events as they are kept."""
        return self._keep(events)

    def resume(self) -> None:
        """Fold the journal anew, from the newest snapshot on; from the beginning, where that is damaged: ``mended`` then says so."""
        self.adrift = True
        with undisturbed():
            damaged = self._fold_anew()
        self.adrift = False
        self.tools.reader.forget()
        self.tools.plug_ins.silenced.clear()
        self._held.clear()
        if damaged:
            self.mended = "A snapshot of this campaign was damaged. It was made anew from the journal; nothing is lost."
            self._since_snapshot = 1
            with suppress(JournalError):
                self._snapshot()

    def _fold_anew(self) -> bool:
        """True where the newest snapshot was damaged."""
        memory: Memory | None = None
        self.state, after = StoryState(), 0
        kept = self.journal.snapshot()
        damaged = False
        if kept and kept[1] == SNAPSHOT:
            try:
                self.state, memory = read_kept(kept[2])
                after = kept[0]
            except ValueError:
                damaged = True
        labels = self.labels()
        for entry in self.journal.entries(after=after):
            self.state.branch = labels.get(entry.branch, "")
            fold(self.state, entry.event)
            if memory is not None:
                memory.apply(entry.event)
        self.state.branch = labels.get(self.journal.branch, "")
        meanings, weights = self.tools.memory.meanings, self.tools.memory.weights
        if memory is not None:
            memory.weights = weights
        self.tools.memory = memory or Memory.of(self.state, weights)
        if meanings:
            self.tools.memory.meanings = meanings.anew(self.journal.vectors(meanings.mark))
        return damaged

    def close(self) -> None:
        """Keep a snapshot and let go of the journal, and of whatever was opened for it alone. To close twice does no harm."""
        if self.closed:
            return
        if not self.adrift and self._since_snapshot > len(self.state.turns) // FOLDED_SOON:
            self._snapshot()
        self.closed = True
        self.journal.close()
        for let_go in self.closing:
            let_go()

    def __enter__(self) -> Self:
        """The game itself: closed when the block is left."""
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def holding(self) -> Iterator[list[Event]]:
        """Within this, what is kept is folded, and written only with what is kept after it: all of it in one go."""
        self._holding = True
        try:
            yield self._held
        except BaseException:
            self.resume()
            raise
        finally:
            self._holding = False

    @contextmanager
    def or_as_it_was(self) -> Iterator[None]:
        """The story goes back to be told otherwise; where that fails, it has never gone."""
        try:
            with self.journal.moving():
                yield
        except BaseException:
            self.resume()
            raise

    def _keep(self, events: Iterable[Event], on_event: OnEvent = None) -> tuple[Event, ...]:
        """Fold events as they come, then write them in one go. Whatever is raised on the way leaves no trace."""
        happening: list[Event] = []
        if self.adrift:
            self.resume()
            raise JournalError(self.journal.name, "the journal could not be read, and can be now", "Try again.", "gone-on")
        with self._alone.changing(self.journal.name, self.closed):
            try:
                for event in self._folded(events):
                    happening.append(event)
                    if on_event:
                        on_event(event)
                if self._holding:
                    self._held += happening
                    return tuple(happening)
                self.journal.append([*self._held, *happening])
                self._held.clear()
            except BaseException:
                self.resume()
                raise
        self._since_snapshot += sum(isinstance(event, happened.TurnClosed) for event in happening)
        if self._since_snapshot >= max(SNAPSHOT_EVERY, len(self.state.turns) // SNAPSHOT_SHARE):
            self._snapshot()
        return tuple(happening)

    def _folded(self, events: Iterable[Event]) -> Iterator[Event]:
        for event in events:
            fold(self.state, event)
            self.tools.memory.apply(event)
            if isinstance(event, happened.PromptAssembled):
                self.tokens += event.tokens
            yield event

    def _snapshot(self) -> None:
        head = self.journal.head
        if head and self._since_snapshot:
            self.journal.keep_snapshot(head.number, head.hash, SNAPSHOT, write_snapshot(self.state, self.tools.memory))
            self._since_snapshot = 0
