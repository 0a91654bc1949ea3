"""What the engine says: claims from what the rules made happen, and the oracle's answers as sentences."""

import re
from collections.abc import Iterable, Iterator

from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim, Value
from gm_engine.story.event import DiceRolled, Event
from gm_engine.story.provenance import Provenance
from gm_engine.story.validity import ValidityInterval
from gm_engine.story.work import Work

THERE = re.compile(r"(is|are|was|were) there (.+?)\??", re.IGNORECASE | re.DOTALL)
SOME = re.compile(r"^(an?|any|some)\s+", re.IGNORECASE)


def engine_claims(events: Iterable[Event], state: StoryState, *, turn: int) -> tuple[Claim, ...]:
    """What the rules made happen, as the engine's claims (``TURN.e1`` …): deaths and recoveries,
    wounds with their place, moves of NPCs, things that changed hands, what was made, altered or taught."""
    claims: list[Claim] = []
    for event in events:
        if isinstance(event, happened.StateChanged | happened.WorkDone):
            stated = _worked(event.work, state) if isinstance(event, happened.WorkDone) else _stated(event, state)
            for subject, relation, value, polarity, words in stated:
                telling = Provenance(source="engine", turn=turn, voice="engine", quote=words, span=(0, len(words)), minute=state.minute)
                claims.append(
                    Claim(
                        id=f"{turn}.e{len(claims) + 1}",
                        subject=subject,
                        relation=relation,
                        value=value,
                        polarity=polarity,
                        change=True,
                        validity=ValidityInterval(since=state.minute),
                        provenance=telling,
                        importance=5 if relation == "condition" else 3,
                        confidence=100,
                    )
                )
    return tuple(claims)


def _worked(work: Work, state: StoryState) -> Iterator[tuple[str, str, Value, bool, str]]:
    """What is so by a work: what was made is told of the thing, all else of its place."""
    words = f"{work.text[:1].upper()}{work.text[1:]}"
    if work.kind == "made" and work.undone is None:
        yield work.item, "quality", Value(kind="text", text=work.text.rstrip(".")), True, f"{state.name(work.item)}: {words}"
    elif work.stands and work.text and work.found is None and work.place:
        yield work.place, "quality", Value(kind="text", text=work.text), True, words


def _stated(event: happened.StateChanged, state: StoryState) -> Iterator[tuple[str, str, Value, bool, str]]:
    name = state.name(event.key)
    if event.what == "condition":
        condition = str(event.new or "alive")
        yield event.key, "condition", Value(kind="enum", text=condition), True, f"{name} is {condition}."
    elif event.what == "wound" and event.new:
        place = event.detail.split(";")[0].strip()
        relation = place.replace(" ", "_")
        if place.split()[:1] in (["left"], ["right"]):
            yield event.key, relation, Value(kind="enum", text="wounded"), True, f"{name} is hit in the {place}."
    elif event.what == "place" and event.key in state.pack.npcs and event.new:
        there = Value(kind="entity", text=state.name(str(event.new)), entity=str(event.new))
        yield event.key, "at", there, True, f"{name} is at {there.text}."
    elif event.what == "item" and event.detail in state.pack.items:
        thing = Value(kind="entity", text=state.name(event.detail), entity=event.detail)
        held = bool(event.new)
        yield event.key, "has", thing, held, f"{name} {'has' if held else 'no longer has'} {thing.text}."


def answered(question: str, *, yes: bool) -> str:
    """What an answer to a question says, as a sentence; empty for a question that is put in another way.

    >>> answered("Is there a back door?", yes=True), answered("is there a back door", yes=False), answered("Who knows?", yes=True)
    ('There is a back door.', 'There is no back door.', '')
    """
    found = THERE.fullmatch(question.strip())
    if found is None:
        return ""
    verb, what = found[1].lower(), found[2].strip()
    if yes:
        return f"There {verb} {re.sub('^any ', '', what)}."
    return f"There {verb} no {SOME.sub('', what)}."


def oracle_says(question: str, events: Iterable[Event]) -> str:
    """What the dice of these events answered to the question, as a sentence; empty where they answered nothing that can be said so."""
    bands = [event.roll.band for event in events if isinstance(event, DiceRolled) and event.roll.skill == "oracle"]
    return answered(question, yes=bands[0].startswith("yes")) if bands and bands[0] else ""
