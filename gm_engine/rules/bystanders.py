"""Bystanders: somebody of the scenery with whom the player's character deals is part of the world from then on."""

import re
from collections.abc import Iterator

from gm_engine.rules.changes import change
from gm_engine.rules.ruling import Ruling
from gm_engine.story.entity import Entity
from gm_engine.story.event import EntityIntroduced, Event, NewcomerJoined
from gm_engine.story.newcomer import Newcomer
from gm_engine.story.pack import Pronouns

CAME_FORWARD = "came forward"
"""The cause of having met somebody of whom there is nothing to introduce but what they are called."""
SEXES: dict[str, Pronouns] = {
    "women": "she", "woman": "she", "lady": "she", "girl": "she", "men": "he", "man": "he", "gentleman": "he", "boy": "he",
}  # fmt: skip
"""Words that say of somebody whether *he* or *she* is said of them."""
SAID_OF: dict[str, Pronouns] = {"he": "he", "him": "he", "his": "he", "she": "she", "her": "she", "hers": "she"}


def come_forward(ruling: Ruling) -> Iterator[Event]:
    """Whoever is called so in the act comes in here, by that name, and has been met."""
    state, intent = ruling.state, ruling.intent
    if not intent.called or intent.target in state.pack.npcs:
        return
    met = f"at {state.name(state.here)}" if state.here else "on the way"
    came = Newcomer(
        id=intent.target, kind="character", name=intent.called, place=state.here, turn=state.turn,
        pronouns=pronouns_of(intent.called, intent.words), summary=f"Somebody met {met}.",
    )  # fmt: skip
    yield NewcomerJoined(turn=state.turn, newcomer=came)
    yield EntityIntroduced(turn=state.turn, entity=Entity(id=came.id, kind="character", name=came.name, introduced=state.turn))
    yield change(state, "met", came.id, 1, 0, CAME_FORWARD)


def pronouns_of(called: str, said: str) -> Pronouns:
    """What is said of somebody, by what they are called, else by how the player goes on about them.

    >>> pronouns_of("the small girl", ""), pronouns_of("the card player", "tease the card player about his hand")
    ('she', 'he')
    >>> pronouns_of("the herder", "greet the herder")
    'they'
    """
    behind = said.lower().partition(called.lower().split()[-1])[2]
    words = re.findall(r"[a-z]+", behind)
    told: Pronouns = next((SAID_OF[word] for word in words if word in SAID_OF), "they")
    return SEXES.get(called.split()[-1], told)
