"""What a language model is left free to tell: beats by which the rules only own that they do not understand, or do not know, go.

Somebody is said not to know of a thing only where the state itself holds it and they cannot have learnt it: never of what was told at
this table in their presence, and never where nothing is known of it at all. What is told then is heard, and holds.
"""

from collections.abc import Sequence

from gm_engine.context.focus import focus_on
from gm_engine.context.npc_knowledge import TOLD_WORDS, asked_of, knows
from gm_engine.context.perceived import every_name
from gm_engine.context.told_records import AS_TOLD, doubted
from gm_engine.memory import Memory
from gm_engine.memory.index_words import stems
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.intent import Intent

SHARE = 3
"""One part in so many of the line's words must have fallen in a turn, for it to have spoken of the same."""
LOOKED_BACK = 200
"""So many turns are gone through for what was told in somebody's presence."""
DONE = frozenset({"trade", "arrive", "decision", "promise", "gunfight", "rest"})
"""Beats of what the player's words did, which are then no words about what was before."""


def left_free(said: str, intents: Sequence[Intent], beats: Sequence[Beat], state: StoryState, memory: Memory) -> tuple[Beat, ...]:
    """The beats that stand, for a language model in the chair."""
    kept = (_standing(beat, said, intents, beats, state, memory) for beat in beats)
    return tuple(beat for beat in kept if beat is not None)


def _standing(beat: Beat, said: str, intents: Sequence[Intent], beats: Sequence[Beat], state: StoryState, memory: Memory) -> Beat | None:
    if beat.kind == "ignorance":
        return _unheard(beat, said, intents, beats, state, memory)
    if beat.kind == "refusal":
        return _unwilling(beat, said, intents, state, memory)
    if beat.kind == "premise" and not beat.slots.keys() & {"what_was_told", "heard"} and any(other.kind in DONE for other in beats):
        return None
    if beat.kind == "statement" and beat.sim == "none" and beat.slots.get("said") and beat.slots.get("telling") != "aside":
        return None
    if beat.kind == "answer" and not beat.text and not beat.slots.get("happened"):
        return _known(beat, said, state, memory)
    if beat.kind == "callback":
        return _called_back(beat, state)
    if beat.kind == "rumour" and beat.text:
        return beat.model_copy(update={"elements": ()})
    if beat.kind == "ambience" and any(other.kind == "arrive" for other in beats):
        return beat.model_copy(update={"slots": beat.slots | {"arrived": "yes"}})
    stated = beat.statement if beat.sim == "none" and beat.kind in ("statement", "meet") else None
    if stated is not None and doubted(stated.subject, stated.relation, state):
        return None if beat.kind == "statement" else beat.model_copy(update={"statement": None})
    return beat


def _known(beat: Beat, said: str, state: StoryState, memory: Memory) -> Beat | None:
    """What somebody can tell from the campaign's own lore of what is asked; where they are to be found stands on a card."""
    if not beat.target:
        return beat
    lore = [state.pack.lore.get(id.partition(":")[2]) for id in beat.elements if id.startswith("lore:")]
    fits = not lore or any(entry is not None and beat.topic in entry.about for entry in lore)
    return beat if beat.elements and fits and not told_in_presence(beat.target, said, state, memory) else None


def _called_back(beat: Beat, state: StoryState) -> Beat:
    """What comes back from before, in the words of its record; remembered by somebody who is here, or by nobody in particular."""
    kind, _, rest = next(iter(beat.elements), "").partition(":")
    make = AS_TOLD.get(kind)
    record = make(rest, state) if make else None
    target = beat.target if beat.target in state.present() else ""
    return beat.model_copy(update={"target": target, "slots": beat.slots | ({"record": record.text} if record else {})})


def _unheard(beat: Beat, said: str, intents: Sequence[Intent], beats: Sequence[Beat], state: StoryState, memory: Memory) -> Beat | None:
    """Who is asked of what happened where they were not, or of a secret that they do not share; else nothing."""
    if told_in_presence(beat.target, said, state, memory):
        return None
    asked = asked_of(focus_on(said, intents, beats, state, memory), state, memory)
    unheard = next((event for event in asked if knows(beat.target, event, state).how == "has not heard yet"), None)
    if unheard is not None:
        return beat.model_copy(update={"slots": beat.slots | {"unheard": unheard.text.strip().rstrip(".")}})
    topic = next((intent.topic for intent in intents if intent.target == beat.target and intent.topic in state.pack.secrets), "")
    return beat if topic and beat.target not in state.pack.secrets[topic].known_by and state.secret(topic) != "revealed" else None


def _unwilling(beat: Beat, said: str, intents: Sequence[Intent], state: StoryState, memory: Memory) -> Beat | None:
    """Who keeps a secret, or would not be persuaded, will not tell; where nothing is known that they could keep, they may."""
    if told_in_presence(beat.target, said, state, memory):
        skill = {"skill": "persuade"}
        return beat.model_copy(update={"kind": "check", "slots": skill}) if beat.band else None
    return beat if beat.band or any(_keeps(beat.target, intent, state) for intent in intents if intent.target == beat.target) else None


def _keeps(who: str, intent: Intent, state: StoryState) -> bool:
    secrets = state.pack.secrets
    person = state.pack.person(who)
    known = {id for id in secrets if who in secrets[id].known_by or (person and id in person.knows)}
    return any(id == intent.topic or intent.topic in secrets[id].about for id in known if intent.topic and state.secret(id) != "revealed")


def told_in_presence(who: str, said: str, state: StoryState, memory: Memory) -> bool:
    """True where an earlier turn, in which they were there, spoke of what the player's words are about."""
    own = {stem for name in every_name(who, state) for stem in stems(name)}
    asked = stems(said).keys() - own
    if not asked:
        return False
    for number in range(state.turn - 1, max(0, state.turn - LOOKED_BACK), -1):
        turn = state.turns.get(str(number))
        if turn is None or who not in turn.present:
            continue
        shared = asked & memory.terms(f"turn:{number}").keys()
        if len(shared) >= min(TOLD_WORDS, len(asked)) and len(shared) * SHARE >= len(asked):
            return True
    return False
