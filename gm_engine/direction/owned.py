"""Owned: whether somebody has the beast that they call their own."""

import re

from gm_engine.direction.act_sorts import singular
from gm_engine.rules.things import OWN_BEAST
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent
from gm_engine.wordnet import category

OWN = re.compile(r"\bmy((?: [a-z]+){1,3})", re.I)
DONE_WITH = ("use", "free", "check")
"""Acts that no rule holds against what is carried."""


def with_what_is_there(intent: Intent, state: StoryState) -> Intent:
    """The intent; where it is done with a beast of one's own that nobody has, a use of it, which the rules refuse."""
    if intent.verb not in DONE_WITH or intent.item or intent.target:
        return intent
    beast = next((noun for match in OWN.finditer(intent.words) if (noun := beast_in(match[1]))), "")
    if not beast or has_beast(beast, state):
        return intent
    return Intent(verb="use", words=intent.words, item=beast, mode=OWN_BEAST)


def beast_in(words: str) -> str:
    """The animal that a few words after *my* name; empty where they name something else.

    >>> beast_in("old gray mare"), beast_in("horse blanket"), beast_in("hat")
    ('mare', '', '')
    """
    last = ""
    for word in words.lower().split():
        kind = category(singular(word))
        if kind and kind != "animal" and last:
            return ""
        last = singular(word) if kind == "animal" else last
    return last


def has_beast(beast: str, state: StoryState) -> bool:
    """True where an animal is carried along (ridden, led), is being taught, was told of, or belongs to the character as written."""
    person = state.person(state.pc)
    written = f"{person.summary} {person.drive}".lower() if person else ""
    counted = any(item.name.lower().split()[-1:] == [beast] for item in state.pack.items.values())
    if beast in written.split() and not counted:
        return True
    names = [state.name(item) if item in state.pack.items else item.replace("_", " ") for item in state.carried(state.pc)]
    led = {name.lower().split()[-1] for name in names if name.split()}
    if any(category(singular(word)) == "animal" for word in led):
        return True
    told = {work.thing.lower().split()[-1] for work in state.works.values() if work.thing.split()}
    told |= {entity.name.lower().split()[-1] for entity in state.lore.entities() if entity.introduced and entity.name.split()}
    return beast in told
