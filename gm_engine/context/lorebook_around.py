"""What a turn's lorebooks are looked at with: what was said, by whom, who is there; and what of it is looked through."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from gm_engine.context.lorebook_keys import Part
from gm_engine.story.lorebook import Lorebook, Scanned, Trigger


class Line(NamedTuple):
    """A message: who said it (empty: nobody in particular), what, whether it was ``said`` by the player, a ``reply``, the ``opening``."""

    name: str
    text: str
    where: str
    turn: int


class Char(NamedTuple):
    """Somebody who is ``{{char}}`` in a book, and the texts about them that can be looked through."""

    name: str = ""
    sources: Mapping[Scanned, str] = {}


NOBODY = Char()


@dataclass(frozen=True)
class Around:
    """What a turn's lorebooks are looked at with. ``lines`` are the messages, the newest first (as many as are looked through),
    ``messages`` and ``replies`` how many there were in all. ``names`` and ``tags`` are of whoever is present; ``greeting`` is which
    beginning was chosen (None: nobody can say). ``hidden`` are the entries (``BOOK/ENTRY``) that the table may not know, ``clock``
    is what time it is, where that can be told."""

    lines: Sequence[Line] = ()
    messages: int = 0
    replies: int = 0
    user: str = ""
    char: Char = NOBODY
    chars: Mapping[str, Char] = field(default_factory=dict)
    names: frozenset[str] = frozenset()
    tags: frozenset[str] = frozenset()
    triggers: frozenset[Trigger] = frozenset({"normal"})
    greeting: int | None = None
    hidden: frozenset[str] = frozenset()
    clock: Mapping[str, str] = field(default_factory=dict)
    turn: int = 0

    def who(self, book: Lorebook) -> Char:
        """Who is ``{{char}}`` in a book."""
        return self.chars.get(book.of, self.char)


def part_of(line: Line, *, named: bool) -> Part:
    """A message as it is looked through; ``named``: with the name of who said it."""
    return Part(f"{line.name}: {line.text}" if named and line.name else line.text, line.where, line.turn)


def latest(lines: Sequence[Line], letters: int, *, named: bool) -> list[Part]:
    """The messages in which the last so many letters of the story lie, the newest first, the oldest of them cut to what lies in."""
    parts, left = list[Part](), letters
    for line in lines:
        if left <= 0:
            break
        part = part_of(line, named=named)
        parts.append(part._replace(text=part.text[-left:]))
        left -= len(part.text) + 1
    return parts
