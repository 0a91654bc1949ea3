"""Reading: a player's free English, as intents. Nothing that is typed is ever a dead end."""

import re
from collections.abc import Sequence

from gm_engine.direction.attempts import attempts_of
from gm_engine.direction.grammar import Reader, unread
from gm_engine.direction.line_left import without
from gm_engine.direction.meta import META_TURNS, META_VIEWS, command, read_choice, read_question, read_roll
from gm_engine.direction.naming import names_of
from gm_engine.direction.notebook import by_passages
from gm_engine.direction.options import open_ways
from gm_engine.direction.owned import with_what_is_there
from gm_engine.direction.parsed_acts import heard
from gm_engine.direction.stakes import stakes
from gm_engine.direction.way_words import alike, telling
from gm_engine.direction.ways_meant import Alike, Meant, way_meant
from gm_engine.direction.words_typed import tokens_of, untitled
from gm_engine.rules.choice import standing
from gm_engine.rules.rulebook import Rulebook, rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import ASKED_BACK, AT_THE_TABLE, UNHEARD, Intent
from gm_engine.story.listing import either
from gm_engine.story.parsed import Parsed

__all__ = ["META_TURNS", "META_VIEWS", "read"]

MOST_WORDS = 4000
SEEN_THERE = ("", "options", "ways", "people", "place")
"""What can be asked about in a story of passages: what lies open, and who and where one is."""


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
        if not meant.question:
            intents = _taken(meant, said, state, reader, intents, parsed)
        elif not asked_before(meant.question, state):
            one = {"topic": meant.decision, "option": meant.option} if meant.alone else {}
            return (Intent(verb="look", words=said, mode=ASKED_BACK, about=meant.question, **one),)
    if strays(intents, state):
        return (Intent(verb="look", words=said, mode=UNHEARD, about=no_way(said, state)),)
    if (intents or parsed) and all(_unheard(intent) for intent in intents):
        return (Intent(verb="look", words=said, mode=UNHEARD, about=not_followed(said, state, near)),)
    held = (with_what_is_there(intent, state) for intent in intents)
    return tuple(intent.model_copy(update={"stakes": intent.stakes or stakes(intent, state)}) for intent in held)


def _taken(meant: Meant, said: str, state: StoryState, reader: Reader, intents: list[Intent], parsed: Parsed | None) -> list[Intent]:
    """The way that is taken, and what the line holds besides: the parts of it that do not mean the way, where it is parsed."""
    taken = Intent(verb="decide", words=said, option=meant.option, target=meant.decision, about=said.strip().rstrip(".!"))
    kept = [intent for intent in intents if reader.besides(taken, intent)]
    if parsed is None:
        return [taken, *kept]
    left = without(parsed, meant.parts)
    if not left.sentences or not any(attempts_of(sentence, frozenset()) for sentence in left.sentences):
        return [taken, *kept]
    rest = heard(left, " ".join(sentence.text() for sentence in left.sentences), state, reader)
    done = [intent for intent in rest if not _unheard(intent) and intent.verb not in ("decide", "tell")]
    return [taken, *(intent for intent in kept if intent not in done), *done]


def strays(intents: Sequence[Intent], state: StoryState) -> bool:
    """True where nobody but the story's own passages could answer, ways lie open, and none is taken: neither is one looked at anew."""
    if not by_passages(state) or state.pack.npcs or not standing(state):
        return False
    return not any(intent.verb == "decide" or anew(intent) for intent in intents)


def anew(intent: Intent) -> bool:
    """True for a look at where one is, or at what could be done."""
    return intent.verb == "look" and not (intent.target or intent.topic or intent.item or intent.about) and intent.mode in SEEN_THERE


def no_way(said: str, state: StoryState) -> str:
    """What is said to words that take none of a passage's ways, with those that lie open."""
    rules = rulebook_of(state.pack).turning
    told = rules.no_more if said.rstrip().endswith("?") else rules.no_way
    ways = either(open_ways(state))
    return told.replace("{ways}.", ways if ways.endswith(("!", "?", "…")) else f"{ways}.").replace("{ways}", ways)


def asked_before(question: str, state: StoryState) -> bool:
    """True where the table asked this at the last turn: what is said then is no answer to it, and is heard as what it is."""
    last = state.turns.last()
    return last is not None and question in " ".join(last.reply.split())


def _unheard(intent: Intent) -> bool:
    """True where nothing was made of the words: a look for want of an act, or a hand laid on nothing that is known."""
    grasps = intent.verb in ("take", "use") and not (intent.mode or intent.item or intent.target or intent.place or intent.topic)
    return grasps or (unread(intent) and not intent.topic)


def not_followed(said: str, state: StoryState, near: Alike | None = None) -> str:
    """What is said where the words were not followed, with the two things that could be done which come nearest to them."""
    ways_open = [option.text.strip().rstrip(".") for made in standing(state) for option in made.options]
    people = [f"speak with {state.name(id)}" for id in sorted(state.present(), key=lambda id: (-state.attitude(id), id))]
    could = [*ways_open[:1], *people, *ways_open[1:], "look about", "search the place"]
    if len(ways_open) > 1 and not state.here:
        could = ways_open
    words = telling(said)
    like = [sum(max((alike(word, one) for one in telling(act)), default=0.0) for word in words) for act in could]
    if near:
        like = [one + other for one, other in zip(like, near(said, could), strict=True)]
    one, other = sorted(range(len(could)), key=lambda at: (-like[at], at))[:2]
    return rulebook_of(state.pack).turning.unheard.replace("{one}", could[one]).replace("{other}", could[other])


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
