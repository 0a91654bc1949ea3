"""A story to be looked at and not to be changed: what plug-ins are shown of it. Nothing that is hidden from the table is in it."""

from gm_engine.state.story_state import StoryState
from gm_engine.story.claim import Fact
from gm_engine.story.conflict import Conflict
from gm_engine.story.entity import Entity
from gm_engine.story.turn import Turn

NO_TURN = Turn(number=0, scene="")


class StoryView:
    """A story as it stands, in frozen values."""

    def __init__(self, state: StoryState) -> None:
        self.__state = state

    @property
    def title(self) -> str:
        """The campaign's title."""
        return self.__state.title

    @property
    def turn(self) -> Turn:
        """The turn that is being played, as far as it has come; number 0 before the first."""
        return self.__state.shown(self.__state.turns.last() or NO_TURN)

    @property
    def minute(self) -> int:
        """Story time, in minutes since the campaign's first moment."""
        return self.__state.minute

    @property
    def when(self) -> str:
        """The same in words."""
        return self.__state.say_time()

    @property
    def year(self) -> int:
        """The story's year."""
        return self.__state.pack.calendar.moment(self.__state.minute).year

    @property
    def pc(self) -> str:
        """The id of the player's character."""
        return self.__state.pc

    @property
    def here(self) -> str:
        """The id of the place where that character is."""
        return self.__state.here

    @property
    def present(self) -> tuple[str, ...]:
        """The ids of who else is there."""
        return tuple(self.__state.present())

    def turns(self, since: int = 1) -> tuple[Turn, ...]:
        """The turns so far, from ``since`` on."""
        return tuple(self.__state.shown(turn) for turn in self.__state.turns.values() if turn.number >= since)

    def said(self, number: int) -> Turn | None:
        """The turn of that number."""
        turn: Turn | None = self.__state.turns.get(str(number))
        return turn and self.__state.shown(turn)

    def name(self, id: str) -> str:
        """What an id is called."""
        return self.__state.name(id)

    def entity(self, id: str) -> Entity | None:
        """The person, place or thing of that id."""
        return self.__state.lore.entity(id)

    def named(self, words: str) -> tuple[Entity, ...]:
        """Whom or what these words name."""
        return self.__state.lore.named(words)

    def facts(self, subject: str | None = None, relation: str | None = None) -> tuple[Fact, ...]:
        """What the lore holds for true of somebody, by that relation, or of all; only what the table may know."""
        return tuple(fact for fact in self.__state.lore.facts(subject, relation) if fact.audience == "table")

    def fact(self, id: str) -> Fact | None:
        """The fact of that id, unless it is hidden from the table."""
        fact = self.__state.lore.fact(id)
        return fact if fact and fact.audience == "table" else None

    def conflicts(self) -> tuple[Conflict, ...]:
        """The conflicts that were found so far."""
        return tuple(self.__state.conflicts.values())
