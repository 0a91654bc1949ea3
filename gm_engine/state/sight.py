"""What of the lore's ties the table may see: nothing that is hidden, and no way through what joins nobody."""

from collections.abc import Iterable
from functools import cache

from gm_engine.lore.web import Sight
from gm_engine.state.seen import hidden
from gm_engine.state.story_state import StoryState


def table_sight(state: StoryState, *, past: bool = False, without: Iterable[str] = ()) -> Sight:
    """What the table may see now; with ``past``, what was so before, too.

    No way goes on through those ``without``, nor through things of which there is more than one: two who each have a rifle are not
    tied by it.
    """
    barred, items = frozenset(without), state.pack.items
    return Sight(
        state.minute,
        past=past,
        shown=cache(lambda id: not hidden(id, state)),
        passed=lambda id: id not in barred and (id not in items or items[id].unique or bool(items[id].owner)),
    )


def say_pronoun(id: str, state: StoryState) -> str:
    """he, she, it or they."""
    entity = state.lore.entity(id)
    return entity.pronouns if entity else "it"
