"""What front-ends put into messages by themselves, by the openings in ``data/front_ends.yaml``; and what stands behind a line."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Literal, get_args

from gm_engine.authoring import read_data
from gm_engine.story.letters import plain

Becomes = Literal["task", "system", "mark", "nudge", "opening", "wrapped"]
LOOKED_AT = 700
"""Letters of a message that say whether it is anybody's line; what comes after them is not looked at."""
QUERY = re.compile(r"<user_query>(.*?)</user_query>", re.DOTALL)
ANYTHING = r"[^\n]{0,80}?"
ALIKE = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"'})
LONGEST_MARK = 300
"""Letters of the longest mark; what only begins like one and goes on is somebody's words."""


@cache
def openings() -> dict[Becomes, tuple[re.Pattern[str], ...]]:
    """The openings of all front-ends, by what becomes of them."""
    found: dict[Becomes, list[re.Pattern[str]]] = {kind: [] for kind in get_args(Becomes)}
    for rows in read_data("front_ends").values():
        for row in rows:
            parts = (r"\s+".join(map(re.escape, part.split(" "))) for part in row["begins"].split("{}"))
            found[row["becomes"]].append(re.compile(rf"\s*{ANYTHING.join(parts)}", re.IGNORECASE))
    return {kind: tuple(patterns) for kind, patterns in found.items()}


def _is(kind: Becomes, text: str) -> bool:
    begins = text[:LOOKED_AT].translate(ALIKE)
    return any(pattern.match(begins) for pattern in openings()[kind])


def is_task(said: str) -> bool:
    """True for what a front-end asks for itself.

    >>> is_task("### Task: Generate a title."), is_task("I ask Rosa for a title of the conversation.")
    (True, False)
    """
    return _is("task", said) and not _is("wrapped", said)


def orders(note: str) -> bool:
    """True for a system message that asks for something of the front-end's own."""
    return _is("system", note)


def nudges(note: str) -> bool:
    """True for a system message that says who of a group is to speak."""
    return _is("nudge", note)


def says_nothing(text: str) -> bool:
    """True for a mark of a new chat."""
    return len(text) <= LONGEST_MARK and _is("mark", text)


def opens(text: str) -> bool:
    """True for what stands in the player's place where a conversation begins, and is nobody's words."""
    return says_nothing(text) or (len(text) <= LONGEST_MARK and _is("opening", text))


def unwrapped(said: str) -> tuple[str, str]:
    """The player's own words, and the pages that a front-end has put before them; what is not wrapped stays as it is.

    >>> unwrapped("### Task:\\nRespond to the user query using the provided context.\\n<context>A page.</context>\\n\\nI look.")
    ('I look.', '<context>A page.</context>')
    """
    if not _is("wrapped", said) or "<context>" not in said:
        return said, ""
    before, closing, after = said.rpartition("</context>")
    query = QUERY.search(after) or QUERY.search(said)
    words = (query[1] if query else after).strip()
    pages = f"<context>{before.partition('<context>')[2]}{closing}" if closing else ""
    return (words, pages) if words else (said, "")


@dataclass
class Behind:
    """What stood behind the player's line in the last request of a campaign: system messages of the front-end.

    Some stand there with every line (instructions after the history, a note at depth 0) and belong to the turn. Others stand there
    once: by them a front-end asks for something of its own, and the line above is only the end of what it shows. No words tell one from
    the other, but that the former come again does, and that what is asked for aside is not streamed.
    """

    line: str = ""
    texts: Sequence[str] = ()
    turn: bool = field(default=True)

    def is_turn(self, line: str, texts: Sequence[str], *, streamed: bool, begun: bool, note: str) -> bool:
        """Whether a line with these ``texts`` behind it is a turn. ``note`` is what went along with the last turn, ``begun`` whether
        there is one; the same request again is taken as it was."""
        if (line, tuple(texts)) == (self.line, tuple(self.texts)):
            return self.turn
        known = all(text in self.texts or plain(text).strip() in note for text in texts)
        self.line, self.texts, self.turn = line, tuple(texts), known or streamed or not begun
        return self.turn
