"""Turns from plain text: at ``Name:`` lines where people are named, else paragraph by paragraph; long ones cut at sentence ends."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from gm_engine.story.counting import counted
from gm_engine.story.transcript_line import GM_NAMES, PLAYER_NAMES, TranscriptLine

LONG, PIECE = 4_000, 2_000
"""Letters above which a turn is cut, and letters of the longest piece."""
SHARE = 8
"""Speakers' lines must be at least one in so many paragraphs: a novel has a few lines with a colon, and no speakers."""
SHOWN = 6
STAMP = r"(?:\[?(?P<time>\d{4}-\d\d-\d\d[ T]\d{1,2}:\d\d(?::\d\d)?)\]?[ ,-]*|[\[(]\d{1,2}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?[\])] *)?"
MARK = r"(?:\*\*|__|\*)?"
NAME = r"(?P<name>[A-Z][\w.'’-]*(?: [\w.'’-]+){0,3})(?: \([^)\n]{1,20}\))?"
SPEAKER = re.compile(rf"^[ \t]*(?:[-*>] )?{STAMP}{MARK}{NAME}{MARK}:{MARK}(?=\s|$)", re.MULTILINE)
SMALL = {"the", "of", "de", "la", "von", "van", "and"}
HEADINGS = {
    "note", "notes", "warning", "chapter", "scene", "session", "date", "time", "setting", "location", "part", "act", "summary", "title",
    "author", "example", "recap", "http", "https", "ps", "nb", "re", "subject", "from", "to", "where", "when", "who", "what", "why", "how",
    "today", "this", "that", "these", "here",
}  # fmt: skip
BLANK, GAP = re.compile(r"\s+"), re.compile(r"\n[ \t]*\n")
SENTENCE_END = re.compile(r"(?<=[.!?…])[\"”’')\]]*\s+")


class Prose(NamedTuple):
    """The turns, the numbers of lines on which somebody is named and says nothing, and how it was read."""

    lines: tuple[TranscriptLine, ...]
    empty: tuple[int, ...]
    remarks: tuple[str, ...]


class _Piece(NamedTuple):
    line: int
    speaker: str
    text: str
    time: str = ""


def prose_turns(text: str) -> Prose:
    """The turns of a plain text.

    >>> [(line.role, line.speaker, line.text) for line in prose_turns("GM: It rains.\\nMARA: I wait.").lines]
    [('gm', '', 'It rains.'), ('npc', 'Mara', 'I wait.')]
    """
    starts = _starts(text)
    pieces = list(_spoken(text, starts) if starts else _paragraphs(text, 0, len(text)))
    empty = tuple(piece.line for piece in pieces if piece.speaker and not piece.text)
    lines: list[TranscriptLine] = []
    long = parts = 0
    for piece in pieces:
        cut = list(_cut(piece.text)) if piece.text else []
        long += len(cut) > 1
        parts += len(cut) if len(cut) > 1 else 0
        lines += [_turn(len(lines) + n, piece, words) for n, words in enumerate(cut, 1)]
    remarks = [_how(lines)] if lines else []
    if long:
        were = "paragraph or speech was" if long == 1 else "paragraphs or speeches were"
        remarks.append(f"{long} long {were} cut at sentence ends, into {parts} turns.")
    return Prose(tuple(lines), empty, tuple(remarks))


def _how(lines: list[TranscriptLine]) -> str:
    names = list(dict.fromkeys(line.speaker or "GM" for line in lines if line.speaker or line.role == "gm"))
    if names == ["GM"] and not any(line.speaker for line in lines):
        return "No speaker is named: each paragraph is a turn, told by the GM."
    more = f" and {counted(len(names) - SHOWN, 'more')}" if len(names) > SHOWN else ""
    return f"Speakers: {', '.join(names[:SHOWN])}{more}."


def _starts(text: str) -> list[re.Match[str]]:
    """Where speakers are named, if the text is a transcript: two or more, and not too few for its length."""
    found = [match for match in SPEAKER.finditer(text) if _may_speak(match["name"])]
    paragraphs = sum(GAP.search(blank[0]) is not None for blank in BLANK.finditer(text.rstrip())) + 1
    if len(found) < 2 or len(found) * SHARE < paragraphs:
        return []
    times = Counter(match["name"].casefold() for match in found)
    few = len(found) < SHARE
    known = GM_NAMES | PLAYER_NAMES
    said = [match for match in found if few or times[match["name"].casefold()] > 1 or match["name"].casefold() in known or _marked(match)]
    return said if len(said) >= 2 else []


def _marked(match: re.Match[str]) -> bool:
    """True where the name is set in bold or capitals, or stands behind a time."""
    return match["name"].isupper() or "**" in match[0] or "__" in match[0] or bool(match["time"])


def _may_speak(name: str) -> bool:
    words = name.split()
    if words[0].casefold().strip(".") in HEADINGS:
        return False
    return all(word[0].isupper() or word[0].isdigit() or word in SMALL for word in words) or name.casefold() in GM_NAMES


def _spoken(text: str, starts: list[re.Match[str]]) -> Iterator[_Piece]:
    yield from _paragraphs(text, 0, starts[0].start())
    ends = [match.start() for match in starts[1:]] + [len(text)]
    line, counted_to = 1, 0
    cased = {name: _cased(name, text) for name in dict.fromkeys(match["name"] for match in starts)}
    for match, end in zip(starts, ends, strict=True):
        line += text.count("\n", counted_to, match.start())
        counted_to = match.start()
        yield _Piece(line, cased[match["name"]], text[match.end() : end].strip(), (match["time"] or "").replace(" ", "T"))


def _paragraphs(text: str, start: int, end: int) -> Iterator[_Piece]:
    for paragraph in GAP.split(text[start:end]):
        if paragraph.strip():
            yield _Piece(0, "", paragraph.strip())


def _cased(name: str, text: str) -> str:
    """A name in capitals as it would be written in a sentence; initials (TJ) stay as they are."""
    if not name.isupper() or name.casefold() in GM_NAMES:
        return name
    written = re.sub(r"[^\W\d_]+", lambda word: word[0][0] + word[0][1:].lower(), name)
    return written if len(name) > 3 or re.search(rf"\b{re.escape(written)}\b", text) else name


def _cut(text: str) -> Iterator[str]:
    """A turn's text whole, or in pieces that end with a paragraph or a sentence where there is one."""
    begin = 0
    while len(text) - begin > LONG:
        piece = text[begin : begin + PIECE]
        paragraph = piece.rfind("\n\n", PIECE // 4)
        ends = [match.end() for match in SENTENCE_END.finditer(piece)]
        blank = max(piece.rfind(" "), piece.rfind("\n"))
        at = paragraph if paragraph > 0 else ends[-1] if ends and ends[-1] > PIECE // 4 else blank if blank > 0 else PIECE
        yield piece[:at].strip()
        begin += at
        while begin < len(text) and text[begin].isspace():
            begin += 1
    yield text[begin:].strip()


def _turn(number: int, piece: _Piece, words: str) -> TranscriptLine:
    name = piece.speaker.casefold()
    role = "gm" if not name or name in GM_NAMES else "player" if name in PLAYER_NAMES else "npc"
    return TranscriptLine(turn=number, text=words, role=role, speaker=piece.speaker if role != "gm" else "", time=piece.time)
