"""A turn as it was played."""

from dataclasses import dataclass, replace

from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.conflict import Conflict
from gm_engine.story.counting import counted
from gm_engine.story.event import Event
from gm_engine.story.prompt import Prompt
from gm_engine.story.turn import Turn


@dataclass(frozen=True, repr=False)
class Played:
    """A turn as it was played, with its events in order; ``remarks`` is what whoever plays should know, said once."""

    turn: Turn
    events: tuple[Event, ...]
    remarks: tuple[str, ...] = ()

    def __repr__(self) -> str:
        return f"<Played: turn {self.turn.number}, {counted(len(self.conflicts), 'conflict')}>"

    def with_remarks(self, remarks: tuple[str, ...]) -> "Played":
        """The same with these remarks first."""
        return replace(self, remarks=(*remarks, *self.remarks))

    @property
    def prompt(self) -> Prompt | None:
        """The prompt that was sent."""
        return next((event.prompt for event in self.events if isinstance(event, happened.PromptAssembled)), None)

    @property
    def completion(self) -> Completion | None:
        """What came back."""
        return next((event.completion for event in self.events if isinstance(event, happened.CompletionReceived)), None)

    @property
    def conflicts(self) -> tuple[Conflict, ...]:
        """The conflicts that the turn brought."""
        return tuple(event.conflict for event in self.events if isinstance(event, happened.ConflictFound))
