"""What a file is that is no transcript, told from its first bytes and its ending."""

import re
from typing import NamedTuple

MAGIC: tuple[tuple[bytes, str], ...] = (
    (b"%PDF", "a PDF"),
    (b"PK\x03\x04", "a zipped file (so are .docx, .odt and .epub)"),
    (b"\x1f\x8b", "a compressed file"),
    (b"\x89PNG", "a picture"),
    (b"\xff\xd8\xff", "a picture"),
    (b"GIF8", "a picture"),
    (b"SQLite format 3", "a database"),
    (b"{\\rtf", "a word processor's file (RTF)"),
    (b"\xff\xfe", "text in UTF-16"),
    (b"\xfe\xff", "text in UTF-16"),
)
PAGE = re.compile(rb"\s*(?:<!--.*?-->\s*)?<(?:!doctype|html|head|body|\?xml)\b", re.IGNORECASE | re.DOTALL)
HEADER = re.compile(r"\"?[\w .#-]{1,40}\"?(?:(?P<mark>[,;\t])\"?[\w .#-]{0,40}\"?)+")
ROWS = 3
"""Rows that must have as many fields as the first, before a text is taken for a table."""


class Instead(NamedTuple):
    """What the file is, and what its owner should do."""

    what: str
    then: str


def not_a_transcript(head: bytes, suffix: str) -> Instead | None:
    """What the file is instead of a transcript; None for what may be one.

    >>> not_a_transcript(b"<!DOCTYPE html><p>Hi", "").what
    'a web page'
    >>> not_a_transcript(b"GM: It rains.", ".txt")
    """
    for magic, what in MAGIC:
        if head.startswith(magic):
            return Instead(what, "Save its words as plain text (.txt, UTF-8) and import that.")
    if b"\x00" in head:
        return Instead("binary data", "A transcript is plain text (.txt, .md) or a JSON object a line (.jsonl).")
    if PAGE.match(head) or suffix in (".html", ".htm"):
        return Instead("a web page", "Copy its words into a .txt file and import that.")
    if suffix in (".csv", ".tsv") or (suffix not in (".md", ".jsonl", ".json") and _tabular(head)):
        return Instead("a table (CSV)", 'Write each row as a line of JSON: {"role": "gm", "speaker": "…", "text": "…"}')
    return None


def _tabular(head: bytes) -> bool:
    """True for a header of short fields and rows that have as many marks."""
    lines = [line for line in head.decode("utf-8", "replace").splitlines()[:-1] if line.strip()][: ROWS + 1]
    header = HEADER.fullmatch(lines[0]) if len(lines) > ROWS else None
    if header is None:
        return False
    mark = header["mark"]
    fields = lines[0].count(mark)
    return f"{mark} " not in lines[0] and all(line.count(mark) >= fields for line in lines[1:])
