"""Papers in the prose: a letter from its greeting to its farewell, and what stands in italics after a word for something written."""

import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gm_engine.extraction.page import Block

CALLED = (
    r"(?:[A-Z][\w'’.-]*|and|&|old|sweet|sisters?|brothers?|mother|father|friends?|sir|sirs|madam|uncle|aunt|son|daughter|cousin|child|wife|"
    r"husband|lady|lord|colleagues?)"
)
GREETING = re.compile(rf"(?:My )?(?:[Dd]ear(?:est)?|[Bb]eloved|[Hh]onou?red|[Ee]steemed)(?: {CALLED}){{1,5}}\s*(?:[,:—]|$)")
FAREWELL = re.compile(
    r"(?:yours?\b|ever yours?|sincerely|respectfully|faithfully|affectionately|signed\b|in haste|p\. ?s\.|"
    r"with (?:love|respect|regards|all my))",
    re.IGNORECASE,
)
SHORT = 90
"""Letters of a farewell at the most: a longer paragraph tells something."""
LONGEST = 12
"""Paragraphs of a letter at the most."""
WRITING = re.compile(
    r"\b(?:letters?|notes?|telegrams?|cable|posters?|placard|notices?|ledger|diary|journal|pages?|inscription|headstone|tombstone|gravestone|"
    r"epitaph|headline|newspaper|dodger|handbill|broadside|dispatch|message|log|logbook|entry|scroll|plaque|label|manifest|register|parchment|"
    r"postcard|envelope|signboard|caption|scrawled|printed|chalked|carved|engraved|written)\b",
    re.IGNORECASE,
)
NEAR = 120
"""Letters before what is set in italics in which a word for something written must stand."""
WORDS = 3
"""Words in italics from which on they tell something: fewer only stress, or name a ship."""


def in_letters(blocks: "Sequence[Block]") -> set[int]:
    """The numbers of the blocks of a letter: the one that greets, and all up to the farewell where there is one."""
    found: set[int] = set()
    for number, block in enumerate(blocks):
        if block.kind != "prose" or number in found or not GREETING.match(block.text):
            continue
        found.add(number)
        for last in range(number + 1, min(number + LONGEST, len(blocks))):
            if len(blocks[last].text) <= SHORT and FAREWELL.match(blocks[last].text):
                found |= set(range(number, last + 1))
                break
    return found


def in_italics(block: "Block") -> Iterator[tuple[int, int]]:
    """The (start, end) of what a block quotes from a paper in italics: whole words after a word for something written."""
    for start, end in block.slanted:
        inner = block.text[start:end].strip()
        if len(inner.split()) >= WORDS and inner[:1].isupper() and WRITING.search(block.text[max(0, start - NEAR) : start]):
            yield start, end
