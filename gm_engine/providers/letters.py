"""Letters as they may stand in a story: no control characters that a terminal would obey, and no halves of letters."""

import re

OBEYED = dict.fromkeys(
    [*range(9), 11, 12, 13, *range(14, 32), *range(127, 160), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
"""Everything but line feeds and tabs that moves a cursor, colours a screen, rings a bell or turns the direction of writing."""
HALF = re.compile("[\ud800-\udfff]")
FIRST_HALF = re.compile("[\ud800-\udbff]$")


def plain(text: str) -> str:
    r"""The text without what is no letter; halves of letters are joined, or shown as unreadable.

    >>> plain("\x1b[31mred\x07 \ud83d\ude00 \ud83d!") == "[31mred \N{GRINNING FACE} \N{REPLACEMENT CHARACTER}!"
    True
    """
    if HALF.search(text):
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text.translate(OBEYED)


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
