"""What is told as if it were so, over several sentences, and is not: what was slept through, and deaths on a stage.

A sleep needs no word of dreams: what is told between "you sleep" and "you wake" may be dreamt. On a stage somebody dies, and the
house applauds.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span, Token

LONGEST = 15
"""How many sentences one sleep may take; what is told over more is a night in which things happen."""
SLEEPING = frozenset({"sleep", "doze", "slumber", "drowse"})
GOING_OFF = frozenset({"drift", "nod", "drop", "doze"})
COMING = frozenset({"come", "take", "claim", "find", "overtake", "overcome"})
YOU = frozenset({"you", "i", "we", "me", "us"})


def slept_through(sentences: "Sequence[Span]", wakings: frozenset[str]) -> frozenset[int]:
    """The numbers of the sentences between falling asleep and waking; none where nobody is told to wake."""
    found: set[int] = set()
    since: int | None = None
    for number, sentence in enumerate(sentences):
        if since is not None and any(token.lemma_ in wakings for token in sentence) and any(token.lower_ in YOU for token in sentence):
            found |= set(range(since + 1, number)) if number - since <= LONGEST else set()
            since = None
        elif any(_falls_asleep(token) for token in sentence):
            since = number
    return frozenset(found)


def _falls_asleep(verb: "Token") -> bool:
    """True for "you sleep badly", "you drift off", "you fall asleep", "sleep comes"; false for "you do not sleep"."""
    if verb.pos_ != "VERB" or any(child.dep_ == "neg" for child in verb.children):
        return False
    subjects = {child.lower_ for child in verb.children if child.dep_ == "nsubj"}
    if "sleep" in subjects:
        return verb.lemma_ in COMING
    if not subjects & YOU or any(child.lower_ in ("can", "could", "would", "should", "must", "may") for child in verb.children):
        return False
    off = {child.lower_ for child in verb.children}
    return verb.lemma_ in SLEEPING or (verb.lemma_ in GOING_OFF and "off" in off) or (verb.lemma_ == "fall" and "asleep" in off)


DEATHS = frozenset({"die", "perish", "expire", "kill", "stab", "slay", "shoot", "poison", "strangle", "dead", "death", "lifeless"})
PRAISE = frozenset({"applaud", "applause", "encore", "ovation", "bravo", "footlights"})
FALLING = frozenset({"fall", "drop", "close", "descend", "ring", "come", "call"})
REACH = 2
"""How many sentences after a death the applause may come."""


def staged_deaths(sentences: "Sequence[Span]") -> frozenset[int]:
    """The numbers of the sentences that tell of a death with applause or a falling curtain in them or soon after."""
    found = set()
    for number, sentence in enumerate(sentences):
        if any(token.lemma_.lower() in DEATHS for token in sentence) and any(
            _praised(near) for near in sentences[number : number + REACH + 1]
        ):
            found.add(number)
    return frozenset(found)


def _praised(sentence: "Span") -> bool:
    words = {token.lemma_.lower() for token in sentence} | {token.lower_ for token in sentence}
    return bool(words & PRAISE) or ("curtain" in words and bool(words & FALLING))
