"""Understanding: what a player's line is read as where no language model hears it, and what a replay takes it for."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from gm_engine import direction
from gm_engine.direction.meta import command
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.event import Event
from gm_engine.story.intent import NOT_DONE, Intent


@dataclass(frozen=True)
class Understood:
    """What a line was read as, by which ``ear`` (none for a typed command), and, where it is on record, whether the table ``asked``
    before a change of everything.
    """

    intents: tuple[Intent, ...]
    ear: str = ""
    asked: bool | None = None


def understood(line: str, state: StoryState, tools: Tools) -> Understood:
    """What today's ear and grammar make of a line, its mistyped words put right; the first intent says which."""
    if command(line) or not line.strip():
        return Understood(direction.read(line, state))
    plain = direction.mended(line, state, tools.ear.knows)
    words = direction.called_out(plain.words, state, lambda said: tools.parse(said, state))
    intents = direction.read(words, state, tools.parse(words, state), tools.near)
    if intents and plain.note and intents[0].mode not in NOT_DONE:
        intents = (intents[0].model_copy(update={"read_as": " ".join(filter(None, (plain.note, intents[0].read_as)))}), *intents[1:])
    return Understood(intents, tools.heard_by)


def as_heard(spoke: happened.PlayerSpoke, events: Sequence[Event]) -> Callable[[str, StoryState, Tools], Understood]:
    """Understands a line as it is on record, for what another ear heard is an input; a typed command is read again."""
    asked = not spoke.intents and any(
        isinstance(event, happened.StateChanged) and event.what == "pending" and event.cause == "asked" for event in events
    )

    def recorded(line: str, state: StoryState, tools: Tools) -> Understood:
        return understood(line, state, tools) if command(line) else Understood(spoke.intents, spoke.ear, asked)

    return recorded
