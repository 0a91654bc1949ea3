"""A text as it is read: Markdown taken off, in blocks, with every letter's place in the original kept, and the papers in it told apart:
a letter from its greeting to its farewell, what stands in italics after a word for something written."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Literal

BlockKind = Literal["prose", "option", "heading", "quoted", "apart"]

OPTION = re.compile(r"\s*(?:\*\*)?\(?\d{1,2}[.)]\s+")
BULLET = re.compile(r"\s*[-+*•–]\s+(?=\S)")
HEADING = re.compile(r"\s*#{1,6}\s+")
QUOTED = re.compile(r"\s*>\s?")
FENCE = re.compile(r"\s*(?:```|~~~)")
RULE = re.compile(r"\s*(?:[-*_=]\s*){3,}$")
LINK = re.compile(r"!?\[([^\]\n]{0,200})\]\([^)\n]{0,400}\)")
TAG = re.compile(r"</?[A-Za-z][^<>\n]{0,200}>")
HIDDEN = tuple(
    (re.compile(opening, re.IGNORECASE), re.compile(closing, re.IGNORECASE))
    for opening, closing in (("<!--", "-->"), (r"<script\b", "</script>"), (r"<style\b", "</style>"))
)
"""Between what and what a page shows nothing, over as many lines as it takes."""
NOTHING = "\u200b"
MARKS = re.compile(r"\*{1,3}|`+|(?<!\w)_{1,3}|_{1,3}(?!\w)|~~|\|\|")
OTHER = re.compile(
    r"[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff\u2190-\u2bff\ud800-\udfff\U0001f000-\U0001faff]"
)
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


@dataclass
class Block:
    """A paragraph, list item or heading. ``places[i]`` is where letter ``i`` of ``text`` stands in the original.

    ``bold`` holds the (start, end) of what was set in bold, in ``text``; ``slanted`` of what was set in italics.
    """

    kind: BlockKind
    text: str = ""
    places: list[int] = field(default_factory=list)
    bold: list[tuple[int, int]] = field(default_factory=list)
    slanted: list[tuple[int, int]] = field(default_factory=list)


def blocks(text: str) -> list[Block]:
    """The blocks of a text, in order. Lines of one paragraph are joined; tables, code and rules are left out.

    >>> [(block.kind, block.text) for block in blocks("**Ada** waits\\nhere.\\n\\n1. Run")]
    [('prose', 'Ada waits here.'), ('option', 'Run')]
    """
    found: list[Block] = []
    open_kind: BlockKind | None = None
    fenced = False
    at = 0
    for line in _shown(text).splitlines(keepends=True):
        start, at = at, at + len(line)
        bare = line.rstrip()
        if FENCE.match(bare):
            fenced, open_kind = not fenced, None
            continue
        if fenced or not bare.strip() or RULE.match(bare) or bare.lstrip().startswith("|"):
            open_kind = None
            continue
        kind, skip = _kind(bare)
        joins = kind == open_kind and kind in ("prose", "quoted") and skip == 0
        if not joins:
            found.append(Block("prose" if kind == "prose" else kind))
        _append(found[-1], bare, skip, start)
        open_kind = kind if kind in ("prose", "quoted", "option") else None
    return [block for block in written(found) if block.text.strip()]


def written(found: list[Block]) -> list[Block]:
    """The blocks with what is quoted from papers as ``quoted``: letters, and what stands in italics after a word for a paper."""
    letters = in_letters(found)
    parted: list[Block] = []
    for number, block in enumerate(found):
        if number in letters:
            block.kind = "quoted"
        at = 0
        for start, end in in_italics(block) if block.kind == "prose" else ():
            parted += [_part(block, "prose", at, start), _part(block, "quoted", start, end)]
            at = end
        parted.append(_part(block, block.kind, at, len(block.text)) if at else block)
    return parted


def _part(block: Block, kind: BlockKind, start: int, end: int) -> Block:
    bold = [(max(one, start) - start, min(two, end) - start) for one, two in block.bold if one < end and two > start]
    return Block(kind, block.text[start:end], block.places[start:end], bold)


def _shown(text: str) -> str:
    """The text with as many letters that say nothing for what is hidden: every other letter and every line keeps its place."""
    for opening, closing in HIDDEN:
        parts, at = list[str](), 0
        while (start := opening.search(text, at)) and (end := closing.search(text, start.end())):
            parts += [text[at : start.start()], *("\n" if letter == "\n" else NOTHING for letter in text[start.start() : end.end()])]
            at = end.end()
        text = "".join(parts) + text[at:]
    return text


def _kind(line: str) -> tuple[BlockKind, int]:
    if mark := OPTION.match(line):
        return "option", mark.end()
    if mark := HEADING.match(line):
        return "heading", mark.end()
    if mark := QUOTED.match(line):
        return "quoted", mark.end()
    if mark := BULLET.match(line):
        return "prose", mark.end()
    return "prose", 0


def _append(block: Block, line: str, skip: int, start: int) -> None:
    """Adds a line's letters without its marks; white space shrinks to one blank."""
    rest = line[skip:]
    if not block.text and " ".join(rest.split()) == rest and not any(marks.search(line) for marks in (LINK, TAG, OTHER, MARKS)):
        block.text = rest
        block.places = list(range(start + skip, start + len(line)))
        return
    keep = [True] * len(line)
    keep[:skip] = [False] * skip
    for link in LINK.finditer(line):
        inside = range(link.start(1), link.end(1))
        for i in range(link.start(), link.end()):
            keep[i] = keep[i] and i in inside
    for pattern in (TAG, OTHER):
        for mark in pattern.finditer(line):
            keep[mark.start() : mark.end()] = [False] * (mark.end() - mark.start())
    edges: set[int] = set()
    slants: set[int] = set()
    for mark in MARKS.finditer(line, skip):
        keep[mark.start() : mark.end()] = [False] * (mark.end() - mark.start())
        if mark.group() in ("**", "***", "__"):
            edges.add(mark.start())
        elif mark.group() in ("*", "_"):
            slants.add(mark.start())
    letters: list[str] = [block.text]
    size = len(block.text)
    bold_from: int | None = None
    slanted_from: int | None = None
    blank = size == 0 or block.text.endswith(" ")
    if not blank:
        letters.append(" ")
        block.places.append(max(start - 1, block.places[-1] + 1))
        size, blank = size + 1, True
    for i, letter in enumerate(line):
        if i in edges:
            if bold_from is None:
                bold_from = size
            else:
                block.bold.append((bold_from, size))
                bold_from = None
        if i in slants:
            if slanted_from is None:
                slanted_from = size
            else:
                block.slanted.append((slanted_from, size))
                slanted_from = None
        if not keep[i] or (letter.isspace() and blank):
            continue
        blank = letter.isspace()
        letters.append(" " if blank else letter)
        block.places.append(start + i)
        size += 1
    block.text = "".join(letters)


def in_letters(blocks: Sequence[Block]) -> set[int]:
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


def in_italics(block: Block) -> Iterator[tuple[int, int]]:
    """The (start, end) of what a block quotes from a paper in italics: whole words after a word for something written."""
    for start, end in block.slanted:
        inner = block.text[start:end].strip()
        if len(inner.split()) >= WORDS and inner[:1].isupper() and WRITING.search(block.text[max(0, start - NEAR) : start]):
            yield start, end
