"""The ways that lie open, as they are numbered at the table, and the number that takes one."""

import re
from collections.abc import Sequence
from textwrap import wrap

from gm_engine.direction.notebook import by_passages
from gm_engine.direction.options import NUMBER, numbered_way, open_ways
from gm_engine.errors import UnknownName
from gm_engine.rules.choice import standing
from gm_engine.state import StoryState
from gm_engine.story.counting import counted

AT_THE_END = {"take the last turn back": "/undo", "begin anew": "/anew"}
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


def after_the_end(state: StoryState) -> dict[str, str]:
    """What can be done with a story that has ended, in words as they are numbered, and the command that does it; nothing while it goes on,
    or where there is no way back.
    """
    return dict(AT_THE_END) if state.ended and state.turn else {}


def said_at_the_end(said: str, state: StoryState) -> str:
    """The command of what can be done with a story that has ended, by its number or its words; any other line as it was."""
    then = after_the_end(state)
    return then.get(numbered_way(said, (*then,)) or said.casefold(), said)


def where_it_stands(state: StoryState) -> str:
    """The passage at which a story of passages stands; empty in every other story."""
    scene = state.pack.scenes.get(state.scene.authored) if by_passages(state) else None
    return scene.beat if scene else ""


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
