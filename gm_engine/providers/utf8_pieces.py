"""Takes letters as they come in pieces."""

import re

from gm_engine.story.letters import plain

FIRST_HALF = re.compile("[\ud800-\udbff]$")


class Letters:
    """Takes a text in pieces and gives them plain, even where a letter is split between two."""

    def __init__(self) -> None:
        self._half = ""

    def add(self, piece: str) -> str:
        """The piece, but for a half of a letter at its end."""
        text, self._half = self._half + piece, ""
        if FIRST_HALF.search(text):
            text, self._half = text[:-1], text[-1]
        return plain(text)

    def end(self) -> str:
        """The half that nothing followed."""
        half, self._half = self._half, ""
        return plain(half)
