"""New things: what nobody had written, and is part of the world from the moment at which it is told of."""

import re
from collections.abc import Iterator
from itertools import chain, count

from gm_engine.rules.changes import move_items
from gm_engine.rules.object_phrases import bare, definite, slug
from gm_engine.state.story_state import StoryState
from gm_engine.story.entity import Entity
from gm_engine.story.event import EntityIntroduced, Event, NewcomerJoined
from gm_engine.story.newcomer import Newcomer


def come_in(state: StoryState, about: str, holder: str = "", summary: str = "", known_as: str = "") -> Iterator[Event]:
    """A thing that nobody had written is part of the world from now on, by the name that it was told by; it lies here, or is held.

    ``known_as`` is its id where it has been introduced.
    """
    name, id = definite(about), known_as or free_id(state, slug(about))
    came = Newcomer(
        id=id, kind="item", name=name, summary=summary, pronouns="it", place="" if holder else state.here, holder=holder, turn=state.turn
    )
    yield NewcomerJoined(turn=state.turn, newcomer=came)
    called = re.sub(r"^(?:an?|some|the) ", "", bare(about))
    if not known_as:
        yield EntityIntroduced(turn=state.turn, entity=Entity(id=id, kind="item", name=name, aliases=(called,), introduced=state.turn))
    if holder:
        yield from move_items(state, holder, id, 1, f"came:{id}")


def free_id(state: StoryState, id: str) -> str:
    """The id, with a number where it is taken."""
    wanted = chain((id,), (f"{id}_{n}" for n in count(2)))
    return next(one for one in wanted if state.lore.known_as(one) is None and one not in state.pack.items and one not in state.pack.npcs)
