"""Whether a front-end's words are those on record: programs add names and markdown, turn quotes and dashes, lose an unfinished sentence."""

import re
import unicodedata
from collections.abc import Container
from dataclasses import dataclass
from functools import lru_cache

from gm_engine.play.first_page import HEAD

FOOTNOTE = re.compile(r"\s*\n\s*-{3,}\s*\n\s*\W*▲ Conflict \d.*\Z", re.DOTALL)
"""What is put behind a reply where conflict notes are switched on: it comes back with the history, and is nobody's words."""
NAMED = re.compile(r"\A\s*[^\W\d_][\w .'’-]{0,40}:\s+")
MARKS = re.compile(r"[*_~`#>]+|<[^<>\n]{1,80}>")
ALIKE = str.maketrans({"“": '"', "”": '"', "„": '"', "‘": "'", "’": "'", "–": "-", "—": "-"})
ENDED = re.compile(r"[.!?][\"')\]]*\Z")
LAST_END = re.compile(r"\A.*[.!?][\"')\]]*(?=\s)", re.DOTALL)


@dataclass(frozen=True)
class Exchange:
    """A turn as it is recorded, or as a front-end has it (``turn`` 0). Empty words were taken out of the record."""

    said: str
    reply: str
    turn: int = 0


@lru_cache(maxsize=8192)
def plain(text: str) -> str:
    """Words as two programs can agree on them: without markdown, kinds of quotes and dashes, capitals and white space.

    >>> plain("*You  look.* — “Well?”") == plain('you look. - "Well?"')
    True
    """
    text = unicodedata.normalize("NFKC", bare(text)).translate(ALIKE)
    return " ".join(MARKS.sub("", text).casefold().split())


def bare(reply: str) -> str:
    r"""A reply without what is put around it on its way to a front-end: the first page, notes of conflicts.

    >>> bare("Red Mesa\n\n⁂\n\nYou look around.")
    'You look around.'
    """
    return FOOTNOTE.sub("", HEAD.sub("", reply).lstrip("\n") if "⁂" in reply else reply)


def unnamed(text: str) -> str:
    """Words without the name that a front-end puts before them.

    >>> unnamed("Cal: I look around."), unnamed("I look: nothing.")
    ('I look around.', 'nothing.')
    """
    return NAMED.sub("", text, count=1)


@lru_cache(maxsize=65_536)
def same(recorded: str, sent: str, *, reply: bool = False) -> bool:
    """Whether a front-end's words are those on record; a reply may have lost its unfinished last sentence.

    >>> same("You look. A ma", "You look.", reply=True), same("I wait.", "Cal: I wait."), same("I wait.", "I walk.")
    (True, True, False)
    """
    if not recorded.strip():
        return True
    was, now = plain(recorded), plain(sent)
    if now == was or plain(unnamed(sent)) == was:
        return True
    if reply and not ENDED.search(was) and (whole := LAST_END.search(was)):
        return whole[0].rstrip() in (now, plain(unnamed(sent)))
    return False


def leads(recorded: str, sent: str, known: Container[str]) -> bool:
    r"""Whether a front-end's reply is the recorded one with another of the ``known`` behind it: where it clipped the line between them.

    >>> leads("You look.", "You look.\n\nA dog barks.", {"a dog barks."}), leads("You look.", "You look. A dog barks.", set())
    (True, False)
    """
    was, now = plain(recorded), plain(sent)
    return bool(was) and now.startswith(f"{was} ") and now[len(was) + 1 :] in known


def follows(recorded: str, sent: str, known: Container[str]) -> bool:
    r"""Whether a front-end's line is the recorded one with another of the ``known`` before it: where it clipped the reply between them.

    >>> follows("I wait.", "I look.\n\nI wait.", {"i look."}), follows("I wait.", "I look. I wait.", set())
    (True, False)
    """
    was, now = plain(recorded), plain(sent)
    return bool(was) and now.endswith(f" {was}") and now[: -len(was) - 1] in known
