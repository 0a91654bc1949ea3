"""Quoted speech: where it stands in a block, and which quotation marks only set off a word."""

from dataclasses import dataclass
from typing import Literal

PieceKind = Literal["narration", "speech"]
CLOSING = {'"': '"', "“": "”", "«": "»", "„": "”", "”": "”"}
MARKS = frozenset('"“”«»„')


@dataclass(frozen=True)
class Piece:
    """A stretch ``[start, end)`` of a block's text: told by the narrator, or said aloud (marks left out).

    ``run_on`` is true for speech that its paragraph leaves open.
    """

    kind: PieceKind
    start: int
    end: int
    run_on: bool = False


def pieces(text: str) -> list[Piece]:
    """The block cut at its quotations.

    >>> [(piece.kind, text[piece.start:piece.end]) for text in ['"Sit," he says.'] for piece in pieces(text)]
    [('speech', 'Sit,'), ('narration', ' he says.')]
    """
    found: list[Piece] = []
    told = 0
    i = 0
    while i < len(text):
        if text[i] not in CLOSING or (text[i] == '"' and i and text[i - 1].isdigit()):
            i += 1
            continue
        end = text.find(CLOSING[text[i]], i + 1)
        run_on = end < 0
        end = len(text) if run_on else end
        if _spoken(text, i, end, run_on):
            if text[told:i].strip():
                found.append(Piece("narration", told, i))
            found.append(Piece("speech", i + 1, end, run_on))
            told = end + 1
        i = end + 1
    if text[told:].strip():
        found.append(Piece("narration", told, len(text)))
    return found


def _spoken(text: str, start: int, end: int, run_on: bool) -> bool:
    """True for speech; false for a word in quotation marks ("the so-called "Deacon" smiled")."""
    inner = text[start + 1 : end].strip()
    if not inner:
        return False
    if run_on:
        return inner[0].isupper() and (start == 0 or text[:start].rstrip()[-1:] in (",", ":", ".", "!", "?", "—", ""))
    if inner[-1] in ",.!?—–-…":
        return True
    before = text[:start].rstrip()
    if inner[-1].isalnum() and before.endswith((",", ":")) and len(inner.split()) > 2:
        return True
    return len(inner.split()) > 4 and inner[0].isupper()
