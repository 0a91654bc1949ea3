"""Reading: a player's free English, as intents. Nothing that is typed is ever a dead end."""

import re

from gm_engine.direction.grammar import Reader, unread
from gm_engine.direction.hearing import heard
from gm_engine.direction.meta import META_TURNS, META_VIEWS, command, read_choice, read_question, read_roll
from gm_engine.direction.naming import names_of, tokens_of, untitled
from gm_engine.direction.owned import with_what_is_there
from gm_engine.direction.stakes import stakes
from gm_engine.direction.ways_meant import Alike, way_meant
from gm_engine.rules.choice import standing
from gm_engine.rules.rulebook import Rulebook, rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import ASKED_BACK, AT_THE_TABLE, UNHEARD, Intent
from gm_engine.story.parsed import Parsed

__all__ = ["META_TURNS", "META_VIEWS", "read"]

MOST_WORDS = 4000


def read(said: str, state: StoryState, parsed: Parsed | None = None, near: Alike | None = None) -> tuple[Intent, ...]:
    """What the player's words attempt, in order. Never raises; empty for empty words and for the play room's own commands.

    Where the line is ``parsed``, its syntax says what is done, and an act that no rule knows is a free act. Else several things may be
    said at once where they are parted at ``;``, *and then*, a new sentence, or *and* before another verb, and words that no verb fits
    are read as a check of the skill that fits best; ``read_as`` says so.
    """
    said = untitled(said[:MOST_WORDS]).strip()
    if not re.search(r"\w", said):
        return ()
    book = rulebook_of(state.pack)
    typed = command(said)
    if typed:
        return _command(*typed, said, state, book)
    reader = Reader(state, book)
    intents = list(heard(parsed, said, state, reader) if parsed else reader.line(said))
    if not any(intent.verb == "decide" for intent in intents) and (meant := way_meant(said, intents, state, near, parsed)):
        if meant.question:
            one = {"topic": meant.decision, "option": meant.option} if meant.alone else {}
            return (Intent(verb="look", words=said, mode=ASKED_BACK, about=meant.question, **one),)
        taken = Intent(verb="decide", words=said, option=meant.option, target=meant.decision, about=said.strip().rstrip(".!"))
        intents = [taken, *(intent for intent in intents if reader.besides(taken, intent))]
    if (intents or parsed) and all(_unheard(intent) for intent in intents):
        return (Intent(verb="look", words=said, mode=UNHEARD, about=not_followed(state)),)
    held = (with_what_is_there(intent, state) for intent in intents)
    return tuple(intent.model_copy(update={"stakes": intent.stakes or stakes(intent, state)}) for intent in held)


def _unheard(intent: Intent) -> bool:
    """True where nothing was made of the words: a look for want of an act, or a hand laid on nothing that is known."""
    grasps = intent.verb in ("take", "use") and not (intent.mode or intent.item or intent.target or intent.place or intent.topic)
    return grasps or (unread(intent) and not intent.topic)


def not_followed(state: StoryState) -> str:
    """What is said where the words were not followed, with two things that could be done."""
    ways_open = [option.text.strip().rstrip(".") for made in standing(state) for option in made.options]
    people = [f"speak with {state.name(id)}" for id in sorted(state.present(), key=lambda id: (-state.attitude(id), id))]
    could = [*ways_open[:1], *people, "look about", "search the place"][:2]
    return rulebook_of(state.pack).turning.unheard.replace("{one}", could[0]).replace("{other}", could[1])


def _command(name: str, rest: str, said: str, state: StoryState, book: Rulebook) -> tuple[Intent, ...]:
    if name not in META_TURNS:
        return ()
    match name:
        case "roll" | "check":
            intent = read_roll(rest, book)
            return (intent.model_copy(update={"stakes": stakes(intent, state), "mode": AT_THE_TABLE}),)
        case "ask" | "oracle":
            intent = read_question(rest)
            meant = names_of(state).mentions(tokens_of(intent.about))
            who = next((mention.id for mention in meant if mention.kind == "person"), "")
            place = next((mention.id for mention in meant if mention.kind == "place"), "")
            return (intent.model_copy(update={"target": who, "place": place}),)
        case "spark":
            return (Intent(verb="spark", words=said, about=rest, mode=AT_THE_TABLE),)
        case "decide":
            return (read_choice(rest),)
        case "note":
            return (Intent(verb="note", words=said, about=rest, mode=AT_THE_TABLE),)
        case "declare" | "chip":
            return (Intent(verb="declare", words=said, about=rest),)
        case "reload":
            return (Intent(verb="reload", words=said),)
        case _:
            return read(f"{name} {rest}", state) or (Intent(verb="look", words=said),)
