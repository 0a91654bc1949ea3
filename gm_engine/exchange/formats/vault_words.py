"""The words of a vault's text, without its marks."""

import re
from html import unescape

from gm_engine.exchange.formats.vault_pages import LINK

MARKS = tuple(
    re.compile(mark)
    for mark in (
        r"\*\*(.+?)\*\*", r"==(.+?)==", r"~~(.+?)~~", r"(?<![\w*])\*(?=\S)([^*\n]+?)\*(?![\w*])", r"(?<!\w)_(?=\S)([^_\n]+?)_(?!\w)",
        r"`([^`\n]+)`",
    )
)  # fmt: skip
BLOCK_ID = re.compile(r"(?:^|[ \t])\^[\w-]+$", re.MULTILINE)
ESCAPED = re.compile(r"\\([!-/:-@\[-`{-~])")
ITEM = re.compile(r"(?:[-*+]|\d{1,3}[.)])(?: \[[ xX]\])?(?: |$)")
ONLY_A_LINK = re.compile(rf"[ \t]*(?:[-*+]|\d{{1,3}}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?[*_]*(?:{LINK.pattern})[*_]*[.,]?[ \t]*")
"""An item of a list that leads somewhere and says nothing else."""
ITEMS = re.compile(r"</li>\s*<li[^<>\n]*>", re.IGNORECASE)
BREAK = re.compile(r"<br\s*/?>", re.IGNORECASE)
HTML = re.compile(r"</?[A-Za-z][^<>\n]*>")


def plain_words(text: str) -> str:
    """A text without marks, block ids and HTML; what is listed in it as sentences.

    >>> plain_words("**Rye** is ==dear==. ^rye\\n- Salt, too")
    'Rye is dear.\\nSalt, too.'
    """
    text = without_html(BLOCK_ID.sub("", text))
    for mark in MARKS:
        text = mark.sub(r"\1", text)
    lines = [_told_as_item(" ".join(line.split())) for line in ESCAPED.sub(r"\1", text).split("\n")]
    return re.sub(r"\n{3,}", "\n\n", "\n".join(lines)).strip()


def lists_links(source: str) -> bool:
    """True for a text that is a list of links alone."""
    return all(ONLY_A_LINK.fullmatch(line) for line in source.split("\n") if line.strip())


def shown_of(found: "re.Match[str]") -> str:
    """What is shown of a link."""
    if not found[2]:
        return found[4] or ""
    target, parted, shown = found[2].partition("|")
    name, _, place = target.partition("#")
    return (shown.strip() if parted else "") or name.rsplit("/", 1)[-1].strip().removesuffix(".md") or place.lstrip("^#").strip()


def without_html(text: str) -> str:
    """The text without tags of HTML; what they part stays apart.

    >>> without_html("<ul><li>Rye</li><li>Salt &amp; sand</li></ul><br>Dry.")
    'Rye, Salt & sand\\nDry.'
    """
    return unescape(HTML.sub("", BREAK.sub("\n", ITEMS.sub(", ", text))))


def _told_as_item(line: str) -> str:
    """A line; what is listed in it as a sentence of its own.

    >>> _told_as_item("- [x] The mill burned"), _told_as_item("2. Rain?"), _told_as_item("Rain")
    ('The mill burned.', 'Rain?', 'Rain')
    """
    found = ITEM.match(line)
    words = line[found.end() :] if found else line
    return f"{words}." if found and words and (words[-1].isalnum() or words[-1] in ')]’"”') else words
