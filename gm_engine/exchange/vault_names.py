"""What the notes of a vault are called: as they may be called on every machine, and no two alike."""

import re
from unicodedata import normalize

from gm_engine.story.letters import plain

FORBIDDEN = re.compile(r'[\\/:*?"<>|#^\[\]\x00-\x1f\x7f]+')
"""What no file may have in its name on some machine, and what ends a link."""
RESERVED = re.compile(r"(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])( *\..*)?", re.IGNORECASE)
LONGEST = 100
"""Bytes of the longest name: with its folders and an ending it still fits everywhere."""


def file_name(words: str) -> str:
    """The words as a file may be called; empty where nothing of them is left.

    >>> file_name('Who: "Old/Tom"?'), file_name("con"), file_name("..."), file_name("St. John.")
    ('Who Old Tom', '_con', '', 'St. John')
    """
    text = " ".join(FORBIDDEN.sub(" ", normalize("NFC", plain(words)).replace("%%", " ")).split())
    text = "".join(letter for letter in text if letter.isprintable())
    text = text.encode()[:LONGEST].decode(errors="ignore").strip(" .")
    return f"_{text}" if RESERVED.fullmatch(text) else text


class VaultNames:
    """The names that are taken. Two that differ in capitals alone are one: some machines could not tell them apart."""

    def __init__(self) -> None:
        self._taken: set[str] = set()

    def take(self, words: str, other: str) -> str:
        """A free name made of the words, with ``other`` in brackets where they are taken, and then with a number."""
        plain_name = file_name(words) or file_name(other) or "Unnamed"
        number, name = 1, plain_name
        while self._key(name) in self._taken:
            name = f"{plain_name} ({file_name(other) or 'other'}{f' {number}' if number > 1 else ''})"
            number += 1
        self._taken.add(self._key(name))
        return name

    @staticmethod
    def _key(name: str) -> str:
        return normalize("NFKC", normalize("NFKC", name).casefold())
