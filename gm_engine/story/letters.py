"""Letters as they may stand in a story: no control characters that a terminal would obey, and no halves of letters."""

import re

OBEYED = dict.fromkeys(
    [*range(9), 11, 12, 13, *range(14, 32), *range(127, 160), 0x2028, 0x2029, *range(0x202A, 0x202F), *range(0x2066, 0x206A)]
)
"""Everything but line feeds and tabs that moves a cursor, colours a screen, rings a bell or turns the direction of writing."""
HALF = re.compile("[\ud800-\udfff]")


def plain(text: str) -> str:
    r"""The text without what is no letter; halves of letters are joined, or shown as unreadable.

    >>> plain("\x1b[31mred\x07 \ud83d\ude00 \ud83d!") == "[31mred \N{GRINNING FACE} \N{REPLACEMENT CHARACTER}!"
    True
    """
    return text if text.isprintable() else whole(text).translate(OBEYED)


def whole(text: str) -> str:
    r"""The text with halves of letters joined, or shown as unreadable: such a half can be neither written nor kept.

    >>> whole("caf\udce9"), whole("\ud83d\ude00")
    ('caf�', '😀')
    """
    if text.isprintable() or not HALF.search(text):
        return text
    return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")


def in_marks(text: str) -> str:
    """Words in quotation marks: in others than those that they hold themselves. A mark that is opened or closed in another sentence
    is left out.

    >>> in_marks("He waits."), in_marks('"Come in," he says.'), in_marks('"Come in."'), in_marks('"Come in. ')
    ('"He waits."', '“"Come in," he says.”', '"Come in."', '"Come in."')
    """
    text = text.strip()
    if text.count('"') == 1 and (text[0] == '"' or text[-1] == '"'):
        text = text.strip('" ')
    whole = len(text) > 1 and text[0] == text[-1] == '"' and '"' not in text[1:-1]
    return text if whole else f"“{text}”" if '"' in text else f'"{text}"'
