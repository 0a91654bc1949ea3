"""Words that several ways of contradicting look at, and WordNet as they ask it. General English only."""

from functools import cache, lru_cache

from gm_engine import wordnet
from gm_engine.continuity.second.vocabulary import lists


@cache
def listed(words: str) -> frozenset[str]:
    """The words of a short list.

    >>> sorted(listed("left right"))
    ['left', 'right']
    """
    return frozenset(words.split())


S = listed
"""``listed``, short since it stands before many a list."""

_LISTS = lists("words")
STOPL, BODY, KILL, COLOURS = (frozenset[str](_LISTS[name]) for name in ("common", "body", "kill", "colours"))
"""Words too common to tie two sentences together, parts of the body, verbs of killing, and colours."""
COLGROUP: dict[str, str] = _LISTS["shades"]
"""A colour and the one that it is told for: "ginger" and "red"."""
WEEKDAYS = S("monday tuesday wednesday thursday friday saturday sunday")
MONTHS = S("january february march april june july august september october november december")
"""The months but May, which is more often a verb or a name."""
SIDES = S("left right")
_EXCLUSIVE: tuple[tuple[str, frozenset[str], float], ...] = (
    ("colour", COLOURS, 1.0),
    ("side", SIDES, 1.0),
    ("dir", frozenset(_LISTS["directions"]), 1.0),
    ("kin", frozenset(_LISTS["kin"]), 0.6),
)
"""Lists of which one thing has one word only."""
_LARGE, _SMALL = frozenset[str](_LISTS["large"]), frozenset[str](_LISTS["small"])


@lru_cache(maxsize=8192)
def cat(noun: str) -> str:
    """What a noun most often means (``extraction.wordnet.category``): person, animal, place, structure, artifact …

    >>> cat("miner"), cat("")
    ('person', '')
    """
    return wordnet.category(noun)


@lru_cache(maxsize=8192)
def alike(one: str, other: str) -> bool:
    """Whether two words are the same or can mean the same.

    >>> alike("begin", "start"), alike("begin", "end")
    (True, False)
    """
    return one == other or any(other in wordnet.synonyms(one, pos) for pos in ("v", "n", "a"))


@lru_cache(maxsize=8192)
def anti(one: str, other: str) -> tuple[float, str]:
    """How opposite two words for one thing are, 0 to 1, and in what: "colour", "side", "size", "dir", "kin", or "anto" for others.

    >>> anti("left", "right"), anti("ginger", "red"), anti("huge", "tiny")
    ((1.0, 'side'), (0.0, ''), (0.8, 'size'))
    """
    one, other = COLGROUP.get(one, one), COLGROUP.get(other, other)
    if one == other:
        return 0.0, ""
    if (one in _LARGE and other in _SMALL) or (one in _SMALL and other in _LARGE):
        return 0.8, "size"
    for name, words, sure in _EXCLUSIVE:
        if one in words and other in words:
            return sure, name
    if any(wordnet.opposed(one, other, pos) for pos in ("a", "v")):
        return 1.0, "anto"
    return (0.6 if wordnet.opposed(one, other, "a", near=True) else 0.0), "anto"
