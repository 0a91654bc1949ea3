"""Noting again: what was told before there were notes, or where a note failed, is noted by a language model, turn by turn, in order.

Each turn is seen as it was told: what was known by then, who was there, what the rules had put on record. The engine's own numbers are
those of today, and are left alone.
"""

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import NamedTuple

from gm_engine.journal import Entry
from gm_engine.play.asking import Ask
from gm_engine.play.ingest import said_before
from gm_engine.play.note_rows import SOMEBODY
from gm_engine.play.noter import Noter, is_note
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.event import Event
from gm_engine.story.register import Register
from gm_engine.story.table_rules import TableRules
from gm_engine.story.turn import Turn

OF_A_TURN = "note:"
"""What stands before the turns (``5-5``) that a later note is about, as before those of a chapter that was worded."""


class Notes(NamedTuple):
    """Which turns were told, and which of them have a note."""

    told: tuple[int, ...]
    noted: frozenset[int]

    @property
    def lacking(self) -> tuple[int, ...]:
        """The turns that were told and have no note, in order."""
        return tuple(turn for turn in self.told if turn not in self.noted)


def notes_of(entries: Iterable[Entry]) -> Notes:
    """What a story's record says of its notes. A note of a draft that was sent back is none; nor is an answer that is no
    note, unless words were taken out of it."""
    told: dict[int, None] = {}
    noted: set[int] = set()
    for entry in entries:
        event = entry.event
        if isinstance(event, happened.DraftReceived):
            noted.discard(event.turn)
        elif isinstance(event, happened.CompletionReceived) and event.completion.text.strip():
            told[event.turn] = None
        elif isinstance(event, happened.ModelAsked) and event.purpose == "note" and (entry.redacted or is_note(event.completion.text)):
            noted.add(int(event.about.removeprefix(OF_A_TURN).partition("-")[0]) if event.about else event.turn)
    return Notes(tuple(told), frozenset(noted))


def note_again(told: tuple[Event, ...], state: StoryState, tools: Tools, ask: Ask, rules: TableRules) -> Iterator[Event]:
    """What a model notes of a turn of which ``told`` is on record, by these rules. It goes on record now, behind all that there is."""
    reply = next(event for event in told if isinstance(event, happened.CompletionReceived))
    turn: Turn = state.turns[str(reply.turn)]
    then = as_of(turn, state, rules)
    text, imported = reply.completion.text, reply.completion.given_by == "import"
    said = turn.said or (said_before(turn.number, state) if imported else "")
    speaker = (reply.speaker or SOMEBODY) if imported and reply.completion.model == "npc" else ""
    booked = tuple(event for event in told if not isinstance(event, happened.DraftReceived | happened.ModelAsked))
    noter = Noter(ask, then, tools, late=True)
    for event in noter.question(text, booked, said, speaker):
        yield event.model_copy(update={"turn": state.turn, "about": f"{OF_A_TURN}{turn.number}-{turn.number}"})
    for event in noter.records(text, booked, said, "import" if imported else "extracted", speaker):
        yield event.model_copy(update={"turn": state.turn})
        then.pack = state.pack


def as_of(turn: Turn, state: StoryState, rules: TableRules) -> StoryState:
    """A view of the state for a turn that was told: its number, time, place and company; the registers are those of today."""
    places: Register[str] = Register()
    for id, place in state.places.items():
        places[id] = place
    for id in state.pack.npcs:
        if id in turn.present:
            places[id] = turn.place
        elif state.where(id) == turn.place:
            places[id] = ""
    places[state.pc] = turn.place
    scene = state.scenes.get(turn.scene, state.scene)
    return replace(state, turn=turn.number, minute=turn.minute, scene=scene, places=places, table=rules)
