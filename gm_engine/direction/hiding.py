"""Hiding: cover is taken from shots; where nobody shoots, one keeps out of sight, which is a matter of stealth where somebody is by."""

import re

from gm_engine.direction import amounts
from gm_engine.rules.object_phrases import yours
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.weapons import HOSTILE
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent, Stakes

OUT_OF_SIGHT = "lie_low"
STEALTH = "stealth"
UNTIL = re.compile(r"\b(?:until|till?)\b", re.I)


def out_of_sight(intent: Intent, state: StoryState) -> Intent:
    """The intent; where it takes cover and there is no fight and no enemy by, an act of keeping out of sight for as long as is said."""
    here = state.present()
    fight = any(state.readiness.get(f"{who}/fight", 0) or state.attitude(who) <= HOSTILE for who in here)
    if intent.verb != "cover" or fight or not intent.words:
        return intent
    book = rulebook_of(state.pack)
    minutes = amounts.lasting(intent.words, state.minute, state.pack.calendar)
    minutes = minutes or (book.takes("wait") if UNTIL.search(intent.words) else 0)
    skill = STEALTH if here and STEALTH in book.skills else ""
    entry = book.skills[skill] if skill else None
    stakes = Stakes(skill=skill, success=entry.success, failure=entry.failure) if entry else None
    told = intent.told or f"you {yours(intent.words)}"
    return Intent(verb="free", mode=OUT_OF_SIGHT, words=intent.words, told=told, skill=skill, stakes=stakes, amount=minutes)
