"""Words without the marks in which other programs set them: Markdown's emphasis, headings and fences, HTML's tags and entities."""

import re
from bisect import bisect_right
from html import unescape
from typing import NamedTuple

MARKED = re.compile(r"[*_~`<&#|>\\\[=-]")
"""What a text has in it that has marks."""
ESCAPED = re.compile(r"\\([*_~`|#>\[\]()!\\-])")
FENCE = re.compile(r"[ \t]*(?P<mark>```|~~~)(?P<info>[^\n`]*)")
INLINE_FENCE = re.compile(r"```(.+?)```", re.DOTALL)
CODE = re.compile(r"(`{1,2})(?!`)([^`\n]+)\1(?!`)")
PICTURE = re.compile(r" ?!\[([^\]\n]{0,500})\]\(([^()\s]{0,2000})[^()\n]{0,500}\)|<img\b[^<>]{0,4000}>", re.IGNORECASE)
LINK = re.compile(r"(?<!!)\[([^\[\]\n]{1,500})\]\((?:https?:|mailto:|/|#|\.)[^()\s]{0,2000}[^()\n]{0,500}\)")
COMMENT, UNSEEN = re.compile(r"<!--"), re.compile(r"<(style|script)\b[^<>]{0,2000}>", re.IGNORECASE)
APART = (
    "address|article|blockquote|br|center|dd|details|div|dl|dt|figure|footer|form|h[1-6]|header|hr|li|main|ol|p|pre|section|summary|table|"
    "tr|ul"
)
BESIDE = (
    "a|abbr|acronym|audio|b|bdi|bdo|big|button|caption|cite|code|col|colgroup|del|em|embed|figcaption|font|i|iframe|input|ins|kbd|label|"
    "link|mark|meta|nav|object|q|rp|rt|ruby|s|samp|small|source|span|strike|strong|sub|sup|tbody|td|tfoot|th|thead|time|tt|u|var|video|wbr"
)
OTHER_LINE = re.compile(rf"</?(?:{APART})(?:\s[^<>]{{0,4000}})?/?>[ \t]*", re.IGNORECASE)
TAG = re.compile(rf"</?(?:{BESIDE})(?:\s[^<>]{{0,4000}})?/?>", re.IGNORECASE)
HEADING = re.compile(r"^[ \t]{0,3}(?:#{1,6}|-#)[ \t]+(?=\S)", re.MULTILINE)
RULE = re.compile(r"^[ \t]*(?:(?:\*[ \t]*){3,}|(?:_[ \t]*){3,}|(?:-[ \t]*){3,}|={3,})$\n?", re.MULTILINE)
QUOTED = re.compile(r"^[ \t]*(?:>{1,3})[ \t]?(?=\S|$)", re.MULTILINE)
PAIRS = ("~~", "||")
"""Marks that stand before and behind what is struck out, or hidden until somebody looks."""
GAPS = re.compile(r"\n{3,}")
KEPT = 0xF0000
"""From here on letters stand that were written behind a backslash, until all marks are off."""


class _Mark(NamedTuple):
    opened: re.Pattern[str]
    closed: re.Pattern[str]


EMPHASES = (
    _Mark(re.compile(r"(?<![\w*])\*{1,3}(?=[^\s*])"), re.compile(r"(?<=[^\s*])\*{1,3}(?![\w*])")),
    _Mark(re.compile(r"(?<![\w_])_{1,3}(?=[^\s_])"), re.compile(r"(?<=[^\s_])_{1,3}(?![\w_])")),
)
"""How emphasis is opened and closed. Within a word, and between spaces, a mark is none."""


def bare(text: str, *, quotes: bool = True) -> str:
    r"""The words of a text, without its marks. ``quotes``: a ``>`` before a line marks a quotation, and goes too.

    >>> bare("*He nods.* **Rain** &amp; wind.<br>2 * 3, snake_case."), bare("# Night\n---\n`Now`, ~~then~~ \\*never\\*.")
    ('He nods. Rain & wind.\n2 * 3, snake_case.', 'Night\nNow, then *never*.')
    """
    if not MARKED.search(text):
        return text.strip()
    text = ESCAPED.sub(lambda found: chr(KEPT + ord(found[1])), text)
    text = INLINE_FENCE.sub(r"\1", _unfenced(text)) if "`" in text or "~~~" in text else text
    text = _without(_without(text, COMMENT, "-->"), UNSEEN, "</{}>")
    text = LINK.sub(r"\1", PICTURE.sub("", text))
    text = _lines(TAG.sub("", OTHER_LINE.sub("\n", text))) if "<" in text else text
    text = unescape(text).replace("\xa0", " ") if "&" in text and ";" in text else text
    text = QUOTED.sub("", text) if quotes else text
    text = HEADING.sub("", RULE.sub("", text))
    text = _acted(CODE.sub(r"\2", text))
    for pair in PAIRS:
        *parts, last = text.split(pair)
        text = "".join(parts) + (pair if len(parts) % 2 else "") + last
    for mark in EMPHASES:
        first = mark.opened.search(text)
        if first and mark.closed.search(text, first.end()):
            text = mark.closed.sub("", mark.opened.sub("", text))
    return GAPS.sub("\n\n", _unescaped(text)).strip()


def pictures_in(text: str) -> tuple[str, ...]:
    """The pictures that a text asks for, as they are written."""
    return tuple(found[0].strip() for found in PICTURE.finditer(text))


def _without(text: str, begins: re.Pattern[str], ends: str) -> str:
    """A text without the parts that begin and end so; one that does not end stays."""
    parts, done, low = list[str](), 0, ""
    for found in begins.finditer(text):
        if found.start() < done:
            continue
        low = low or text.lower()
        end = ends.format(*(group.lower() for group in found.groups()))
        at = low.find(end, found.end()) if len(low) == len(text) else -1
        if at < 0:
            break
        parts.append(text[done : found.start()])
        done = at + len(end)
    return "".join((*parts, text[done:]))


def without_notes(text: str, pairs: str = "[]", *, gap: bool = False) -> str:
    """A text without what stands in brackets of these pairs; one that is not shut stays. ``gap``: what is blank before them goes too.

    >>> without_notes("Sal [a smith] waits {Age: 40} here [", "[]{}"), without_notes("Sal [a smith] waits.", gap=True)
    ('Sal  waits  here [', 'Sal waits.')
    """
    shuts = dict(zip(pairs[::2], pairs[1::2], strict=True))
    last = {opened: text.rfind(shut) for opened, shut in shuts.items()}
    parts, done = list[str](), 0
    for found in re.finditer("|".join(map(re.escape, shuts)), text):
        if done <= found.start() < last[found[0]]:
            before = text[done : found.start()]
            parts.append(before.rstrip() if gap else before)
            done = text.index(shuts[found[0]], found.end()) + 1
    return "".join((*parts, text[done:]))


def _unfenced(text: str) -> str:
    """A text without the lines that fence something in; a fence that is never shut stays."""
    lines = text.split("\n")
    opens = [FENCE.fullmatch(line) for line in lines]
    shuts: dict[str, list[int]] = {}
    for at, found in enumerate(opens):
        if found and not found["info"].strip(" \t"):
            shuts.setdefault(found["mark"], []).append(at)
    told, at = list[str](), 0
    while at < len(lines):
        found = opens[at]
        ends = shuts.get(found["mark"], []) if found else []
        behind = bisect_right(ends, at)
        if behind == len(ends):
            told.append(lines[at])
            at += 1
        else:
            told += [*lines[at + 1 : ends[behind]], ""]
            at = ends[behind] + 1
    return "\n".join(told)


def _lines(text: str) -> str:
    return "\n".join(line.strip(" \t") for line in text.split("\n"))


def _acted(text: str) -> str:
    """Without the marks around a whole line that stand apart from its words: ``* smiles *``."""
    if "* " not in text:
        return text
    lines = text.split("\n")
    for at, line in enumerate(lines):
        words = line.strip()
        if words.startswith("* ") and words.endswith(" *") and words.count("*") == 2:
            lines[at] = words[1:-1].strip()
    return "\n".join(lines)


def _unescaped(text: str) -> str:
    return text if text.isascii() else text.translate({KEPT + ord(letter): letter for letter in r"*_~`|#>[]()!\-"})
