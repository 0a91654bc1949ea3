"""A change of everything ("I leave for Mexico") waits until the player has said yes: what is one, and what settles it."""

import re
from collections.abc import Sequence

from gm_engine.direction.grammar import QUOTED, SPOKEN
from gm_engine.direction.naming import names_of
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.journey import leg_minutes
from gm_engine.rules.map import route
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.intent import ASKED_BACK, Intent

ASKS = "asks_first"
"""The flag that is set where the table wants to be asked."""
CHANGE = "change"
"""What the change that waits is kept under."""
WORD = re.compile(r"[\w']+")
REACH = 4
"""So many words behind "leave for" the place is looked for."""


def turning(said: str, intents: tuple[Intent, ...], state: StoryState) -> bool:
    """Whether what is said would change everything, at a table that wants to be asked first."""
    if not state.flags.get(ASKS) or said.lstrip().startswith("/") or any(intent.verb in SPOKEN for intent in intents):
        return False
    rules = rulebook_of(state.pack).turning
    for intent in intents:
        if intent.verb in ("wait", "sleep") and intent.amount >= rules.wait:
            return True
        if intent.verb == "travel" and intent.place and _takes(intent, state) >= rules.journey:
            return True
    named = {mention.id for mention in names_of(state).mentions(tokens_of(said))}
    return _parts(QUOTED.sub(" ", said), state, any(intent.verb == "travel" and intent.place in named for intent in intents))


def _takes(intent: Intent, state: StoryState) -> int:
    mode = intent.mode or "foot"
    return sum(leg_minutes(state, way, mode) for way in route(state, state.here, intent.place, mode))


def _parts(said: str, state: StoryState, on_the_map: bool) -> bool:
    """Whether the words leave for good, or for somewhere else than where they are known to lead: a place ``on_the_map``."""
    rules = rulebook_of(state.pack).turning
    words = WORD.findall(said)
    line = f" {' '.join(words).lower()} "
    if any(f" {phrase} " in line for phrase in rules.parting):
        return True
    for phrase in rules.leaving:
        before, found, after = line.partition(f" {phrase} ")
        if not found:
            continue
        at = len(before.split()) + len(phrase.split())
        behind = words[at : at + REACH]
        if any(f" {where} " in f" {after}" for where in rules.beyond):
            return True
        if not on_the_map and any(word[:1].isupper() for word in behind) and not _known(" ".join(behind), state):
            return True
    return False


def _known(words: str, state: StoryState) -> bool:
    """Whether the words name anything of this story."""
    return bool(names_of(state).mentions(tokens_of(words)))


def answered(said: str, state: StoryState) -> str:
    """``yes`` or ``no`` where that is what is said to a change that waits; empty for anything else."""
    rules = rulebook_of(state.pack).turning
    words = " ".join(WORD.findall(said.lower()))
    for answer, phrases in (("no", rules.no), ("yes", rules.yes)):
        if any(words == phrase or words.startswith(f"{phrase} ") for phrase in phrases):
            return answer
    return ""


def question(said: str, state: StoryState) -> Beat:
    """What the GM asks before it is done."""
    words = " ".join(said.split()).strip("\"'“” ")
    return Beat(kind="scene", text=rulebook_of(state.pack).turning.question.replace("{words}", words))


def stays(state: StoryState) -> Beat:
    """What is told where it is not done."""
    return Beat(kind="scene", text=rulebook_of(state.pack).turning.stays)


def asked_about(intents: Sequence[Intent], state: StoryState) -> str:
    """The words of the one way that was asked about: a yes takes it. Empty where none was, or which of two."""
    asked = next((intent for intent in intents if intent.mode == ASKED_BACK and intent.option), None)
    made = state.decisions.get(asked.topic) if asked else None
    return next((option.text for option in made.options if asked and option.id == asked.option), "") if made else ""
