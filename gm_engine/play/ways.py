"""The ways that lie open, as they are numbered at the table, and the number that takes one."""

import re
from collections.abc import Sequence
from textwrap import wrap

from gm_engine.direction.options import NUMBER, numbered_way, open_ways
from gm_engine.errors import UnknownName
from gm_engine.rules.choice import standing
from gm_engine.state import StoryState
from gm_engine.story.counting import counted

SENTENCE_END = re.compile(r"[.?!][\"”]?\s+|\n")


def ways_open(state: StoryState) -> tuple[str, ...]:
    """What can be chosen here and now, in the campaign's words, as it is numbered."""
    return open_ways(state)


def by_number(said: str, ways: Sequence[str]) -> str:
    """The words of the way whose number was typed; any other line as it was. Raises UnknownName for a number that no way has.

    >>> by_number("2", ["pay", "ride on"]), by_number("I pay 2 dollars.", ["pay", "ride on"]), by_number("2", [])
    ('ride on', 'I pay 2 dollars.', '2')
    """
    typed = NUMBER.fullmatch(said)
    if not typed or not ways:
        return said
    way = numbered_way(said, ways)
    if not way:
        last = f"1 to {len(ways)}" if len(ways) > 1 else "1"
        what = f"there is no way {int(typed[1])}: {counted(len(ways), 'way lies', 'ways lie')} open."
        raise UnknownName("", what, f"Type {last}, or say it your own way.", slug="no-such-way")
    return way


def numbered(ways: Sequence[str], width: int, margin: int = 4) -> list[str]:
    """The ways as a column, wrapped by words.

    >>> print("\\n".join(numbered(["tell Ben what you saw", "say nothing"], 24)))
        1  tell Ben what you
           saw
        2  say nothing
    """
    figures = len(str(len(ways)))
    lines: list[str] = []
    for number, text in enumerate(ways, 1):
        lead = f"{'':{margin}}{number:>{figures}}  "
        lines += wrap(text, max(width, len(lead) + 12), initial_indent=lead, subsequent_indent=" " * len(lead))
    return lines


def without_ways(told: str, state: StoryState) -> str:
    """What was told, without the sentence that only lists ways that lie open: for whoever shows them as a column."""
    for made in standing(state):
        told = _without(told, [option.text for option in made.options])
    return told


def _without(told: str, ways: Sequence[str]) -> str:
    """The words without the sentence in which these ways stand in a row.

    >>> _without("He waits. It is up to you. You could pay, or ride on.", ["pay", "ride on."])
    'He waits. It is up to you.'
    >>> _without("You could pay.", ["pay", "ride on"])
    'You could pay.'
    """
    if len(ways) < 2:
        return told
    row = r",\s+(?:or\s+)?".join(r"\s+".join(map(re.escape, way.strip().rstrip(".").split())) for way in ways)
    found = re.search(rf"{row}[.?!]?", told)
    if found is None:
        return told
    start = max((sign.end() for sign in SENTENCE_END.finditer(told[: found.start()])), default=0)
    return told[:start].rstrip() + told[found.end() :]
