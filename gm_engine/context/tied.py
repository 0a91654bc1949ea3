"""Who is tied to those present and spoken of: how near, and by which ties, each in a sentence."""

from collections.abc import Iterable
from typing import NamedTuple

from gm_engine.lore.tie import STEP, Tie
from gm_engine.lore.web import Way
from gm_engine.state import StoryState
from gm_engine.state.sight import record_of, say, table_sight
from gm_engine.story.tied_by import TiedBy

FARTHEST = 4 * STEP
"""Farther than this nobody is near: two steps among kin or partners are, two through a crowd are not."""
MOST = 48
"""Of those who are near, so many of the nearest are thought of."""


class Near(NamedTuple):
    """``near`` is 1 for one whole step, half of it for two; ``by`` the ties on the way, those next to whoever is here first."""

    near: float
    by: tuple[TiedBy, ...]


def ties_around(around: Iterable[str], state: StoryState) -> dict[str, Near]:
    """Everybody and everything that is tied to ``around`` by what the table may know, the nearest first.

    The player's character ties everybody to everybody, so no way leads to them or through them.
    """
    sources = {id for id in around if id and id != state.pc}
    found = state.lore.web.reach(sources, FARTHEST, table_sight(state, without=(state.pc,), prompt=True), MOST)
    return {id: Near(min(1.0, STEP / way.cost), _said(way, state)) for id, way in found.items() if id != state.pc}


def _said(way: Way, state: StoryState) -> tuple[TiedBy, ...]:
    return tuple(_tied_by(tie, toward, state) for tie, toward in zip(way.ties, way.nodes[1:], strict=True))


def _tied_by(tie: Tie, toward: str, state: StoryState) -> TiedBy:
    return TiedBy.trusted(id=record_of(tie), text=say(tie, state, toward), turns=(tie.turn,) if tie.turn else ())
