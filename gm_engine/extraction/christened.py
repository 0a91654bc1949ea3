"""Beasts and vessels that are told with their name: "your sorrel mare, Ginger", "a mule called Deacon", "the launch named the Marie"."""

from collections.abc import Sequence

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.story.entity import EntityKind

CALLED = frozenset({"called", "named", "christened"})
PAUSES = frozenset({",", ".", ";", ":", "!", "?", "—", "–", ")"})
BEFORE = frozenset({"the", "your", "his", "her", "their", "my", "our", "its", "a", "an", "this", "that"})
AGO = 5
"""So many words before a beast's name what it is may begin."""


def christened(words: Sequence[str], at: int, size: int, lexicon: Lexicon) -> tuple[EntityKind, str] | None:
    """What the name from ``at`` on is told of, and by which pronoun that goes; None where it is neither a beast's nor a vessel's.

    >>> words = Lexicon({"animals": ["mare"], "beasts": {"she": ["mare"]}})
    >>> christened(["your", "mare", ",", "Ginger", ",", "bites"], 3, 1, words)
    ('character', 'she')
    """
    if size > 2 or at < 2 or not all(word[1:].islower() for word in words[at : at + size]):
        return None
    start = at - 1 if words[at - 1].lower() == "the" else at
    before, after = words[start - 1].lower(), words[at + size] if at + size < len(words) else "."
    if before == "," and after in PAUSES and start == at:
        near = words[max(0, start - 1 - AGO) : start - 1]
        noun = near[-1].lower() if near and any(word.lower() in BEFORE for word in near) else ""
    elif before in CALLED and start > 1:
        noun = words[start - 2].lower()
    else:
        return None
    if _beast(noun, lexicon):
        return "character", next((g for g in ("he", "she") if noun in lexicon.all(f"beasts.{g}")), "they")
    return ("item", "it") if _vessel(noun, lexicon) else None


def _beast(noun: str, lexicon: Lexicon) -> bool:
    return noun in lexicon.all("animals") or noun in lexicon.all("kindred.dog") or noun in lexicon.all("kindred.horse")


def _vessel(noun: str, lexicon: Lexicon) -> bool:
    return any(noun == table or noun in lexicon.all(f"kindred.{table}") for table in ("boat", "ship", "vessel"))
