"""What an edit by hand changed, as it was before."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from gm_engine.play import merging as people
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.claim import Fact
from gm_engine.story.edit import Edit
from gm_engine.story.event import Event
from gm_engine.story.noun import Noun

NOTED: dict[type, Callable[[Any], tuple[str, Noun]]] = {
    happened.FactEstablished: lambda event: (f"fact:{event.fact.id}", event.fact),
    happened.EntityIntroduced: lambda event: (f"entity:{event.entity.id}", event.entity),
    happened.ConsequenceDue: lambda event: (f"consequence:{event.consequence.id}", event.consequence),
    happened.ConsequencePaid: lambda event: (f"consequence:{event.consequence.id}", event.consequence),
    happened.StoryPointReached: lambda event: (f"story_point:{event.story_point.id}", event.story_point),
    happened.DecisionOffered: lambda event: (f"decision:{event.decision.id}", event.decision),
    happened.DecisionTaken: lambda event: (f"decision:{event.decision.id}", event.decision),
    happened.ClaimHeard: lambda event: (f"claim:{event.claim.id}", event.claim),
    happened.ConflictFound: lambda event: (f"conflict:{event.conflict.id}", event.conflict),
}
"""What each event puts on record under which id."""


def as_before(edit: Edit, entries: Sequence[Event], state: StoryState) -> Iterator[Event]:
    """The events that put back what an edit changed; what was told of it since stays. ``entries`` are all events of the story so far."""
    at = next(n for n, event in enumerate(entries) if isinstance(event, happened.MemoryEdited) and event.edit.id == edit.id)
    changes = entries[at - edit.changes : at]
    before: dict[str, Event] = {}
    wanted = {NOTED[type(event)](event)[0] for event in changes if type(event) in NOTED}
    for event in entries[: at - edit.changes]:
        if type(event) in NOTED and (id := NOTED[type(event)](event)[0]) in wanted:
            before[id] = event
    turn, done = state.turn, set[str]()
    for event in reversed(changes):
        if isinstance(event, happened.ConflictSettled):
            yield happened.ConflictSettled(turn=turn, conflict=event.conflict, settlement=None)
        elif isinstance(event, happened.StateChanged) and people.stands(event, state):
            yield event.model_copy(update={"turn": turn, "old": event.new, "new": event.old, "cause": "taken back"})
        elif type(event) in NOTED:
            id, after = NOTED[type(event)](event)
            if id in done:
                continue
            done.add(id)
            old = before.get(id)
            now = _current(id, state)
            if old is None and isinstance(now, Fact):
                yield happened.FactEstablished(turn=turn, fact=now.model_copy(update={"status": "retired"}))
            elif old is not None and now is not None:
                yield _restored(old, NOTED[type(old)](old)[1], after, now, turn)


def _current(id: str, state: StoryState) -> Noun | None:
    kind, _, rest = id.partition(":")
    match kind:
        case "fact":
            return state.lore.fact(rest)
        case "entity":
            return state.lore.known_as(rest)
        case "claim":
            return state.lore.claim(rest)
        case "consequence":
            found: Noun | None = state.consequences.get(rest)
        case "story_point":
            found = state.story_points.get(rest)
        case "decision":
            found = state.decisions.get(rest)
        case _:
            found = state.conflicts.get(rest)
    return found


def _restored(event: Event, before: Noun, after: Noun, now: Noun, turn: int) -> Event:
    """The event that puts a noun back as it was, in those of its fields that the edit changed and nobody has changed since."""
    names = type(before).model_fields
    back = {name: getattr(before, name) for name in names if getattr(before, name) != getattr(after, name) == getattr(now, name)}
    field = next(name for name in type(event).model_fields if name not in ("turn", "kind"))
    return event.model_copy(update={"turn": turn, field: now.model_copy(update=back)})
