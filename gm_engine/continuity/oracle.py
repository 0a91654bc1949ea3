"""The oracle's answers, as what they say."""

import re
from collections.abc import Iterable

from gm_engine.story.event import DiceRolled, Event

THERE = re.compile(r"(is|are|was|were) there (.+?)\??", re.IGNORECASE | re.DOTALL)
SOME = re.compile(r"^(an?|any|some)\s+", re.IGNORECASE)


def answered(question: str, *, yes: bool) -> str:
    """What an answer to a question says, as a sentence; empty for a question that is put in another way.

    >>> answered("Is there a back door?", yes=True), answered("is there a back door", yes=False), answered("Who knows?", yes=True)
    ('There is a back door.', 'There is no back door.', '')
    """
    found = THERE.fullmatch(question.strip())
    if found is None:
        return ""
    verb, what = found[1].lower(), found[2].strip()
    if yes:
        return f"There {verb} {re.sub('^any ', '', what)}."
    return f"There {verb} no {SOME.sub('', what)}."


def oracle_says(question: str, events: Iterable[Event]) -> str:
    """What the dice of these events answered to the question, as a sentence; empty where they answered nothing that can be said so."""
    bands = [event.roll.band for event in events if isinstance(event, DiceRolled) and event.roll.skill == "oracle"]
    return answered(question, yes=bands[0].startswith("yes")) if bands and bands[0] else ""
