"""Belongings: what somebody has on them, in words."""

from gm_engine.rules.object_phrases import DEFINITE, INDEFINITE
from gm_engine.state import StoryState

DETERMINERS = frozenset((*DEFINITE, *INDEFINITE))


def with_article(noun: str) -> str:
    """A thing as one of its kind.

    >>> with_article("bottle"), with_article("ounce of gold")
    ('a bottle', 'an ounce of gold')
    """
    return f"{'an' if noun[:1].lower() in 'aeiou' else 'a'} {noun}"


def in_hand(state: StoryState, item: str, count: int) -> str:
    """A thing that is carried, by its name, with how many there are."""
    name = state.name(item) if item in state.pack.items else item.replace("_", " ")
    if count == 1:
        return name if not name[:1].islower() or name.endswith("s") or name.split()[0] in DETERMINERS else with_article(name)
    plain = item.replace("_", " ")
    return f"{count} {plain if plain.endswith('s') else plain + 's'}"
