"""A text written as talk: questions of whoever plays with the answers of whoever's card it is, each line under its speaker's name, as
cards and lorebooks tell of somebody. The text stays as it is; this reads what is asked and answered in it, and what is neither.
"""

import re
from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from gm_engine.story.bare_words import bare
from gm_engine.story.macros import NARRATOR

START = re.compile(r"[ \t]*<START>[ \t]*", re.IGNORECASE)
"""The line that begins an example of talk."""
LABELLED = re.compile(r"[ \t]*(?:\*\*|__)?(?P<who>[^\s:*_<\[(\"“][^:\n]{0,59}?)(?:\*\*|__)?[ \t]*:(?:\*\*|__)?(?P<words>.*)", re.DOTALL)
ASKER = frozenset({"{{user}}", "<user>", "user", "you"})
"""What whoever plays is called besides their name."""
ANSWERER = frozenset({"{{char}}", "<bot>", "<char>", NARRATOR})
"""What whoever answers is called where the text has no name."""
BLOCK = "["
"""What begins with this is a list or a note, and nothing that anybody says."""
MOST_OF_A_LABEL = 3
"""Words of the longest label of a field, which ends what somebody says."""
QUOTED = "\"“”'* "


class Exchange(NamedTuple):
    """What somebody (``who``, as the text has it) says, and what was ``asked`` right before; empty where nothing was."""

    who: str
    asked: str
    said: str


class Talk(NamedTuple):
    """A text taken apart: its own prose, and what is asked and answered in it."""

    prose: str
    exchanges: tuple[Exchange, ...] = ()

    @property
    def told(self) -> str:
        """All of it as prose: no speakers, no questions, no marks."""
        return "\n".join(filter(None, (bare(self.prose), *(one.said for one in self.exchanges))))


def exchanges_in(text: str, people: Collection[str], hero: str) -> tuple[Exchange, ...]:
    """Every line of talk in a text, in whatever form the rest of it is. ``people`` are the names of those who may answer.

    >>> exchanges_in('Sam: "Who are you?"\\nMara: *She nods.* "The miller."\\nMara: Sit.', ("Mara",), "Sam")
    (Exchange(who='Mara', asked='Who are you?', said='She nods. "The miller."'), Exchange(who='Mara', asked='', said='Sit.'))
    """
    return _read(text, frozenset(name.casefold() for name in people if name), hero.casefold())[1]


@lru_cache(maxsize=1024)
def talk_in(text: str, people: frozenset[str], hero: str) -> Talk:
    """A text taken apart, where it is talk: a question of whoever plays is answered in it, or ``<START>`` says so. Any other text is all
    prose, with a name before a colon left in it: that may be a field.

    >>> talk_in('Sam: "Where is it?"\\nMara: *She points.* "Behind the mill."\\n[Genre: fantasy]', frozenset({"mara"}), "Sam")
    Talk(prose='[Genre: fantasy]', exchanges=(Exchange(who='Mara', asked='Where is it?', said='She points. "Behind the mill."'),))
    >>> talk_in("Mara: the miller. She is old.", frozenset({"mara"}), "Sam").prose
    'Mara: the miller. She is old.'
    """
    if ":" not in text:
        return Talk(text)
    prose, exchanges, begun = _read(text, frozenset(name.casefold() for name in people if name), hero.casefold())
    return Talk(prose, exchanges) if exchanges and (begun or any(one.asked for one in exchanges)) else Talk(text)


def _read(text: str, people: frozenset[str], hero: str) -> tuple[str, tuple[Exchange, ...], bool]:
    """The prose of a text, its talk, and whether a line of it says that there is some."""
    asker = ASKER | ({hero} if hero else frozenset())
    prose: list[str] = []
    found: list[Exchange] = []
    asked, into, begun = "", prose, False

    def shut() -> None:
        if into is not prose and into:
            said = bare("\n".join(into)).strip()
            if said:
                found.append(Exchange(who, asked, said))

    who = ""
    for line in text.splitlines():
        if START.fullmatch(line):
            shut()
            begun, asked, into = True, "", prose
            continue
        label = LABELLED.fullmatch(line)
        name = label["who"].strip().casefold() if label else ""
        if label and name in asker and name not in people:
            shut()
            asked, into = bare(label["words"]).strip().strip(QUOTED), prose
        elif label and (name in people or name in ANSWERER):
            if into is not prose:
                shut()
                asked = ""
            who, into = label["who"].strip(), [label["words"].strip()]
        elif into is not prose and not line.lstrip().startswith(BLOCK) and not (label and len(name.split()) <= MOST_OF_A_LABEL):
            into.append(line)
        else:
            shut()
            if into is not prose:
                asked, into = "", prose
            prose.append(line)
    shut()
    return "\n".join(prose).strip(), tuple(found), begun
