"""What it takes to have told turns noted: how many questions, and about how many tokens, before the first of them is asked."""

from collections.abc import Iterable
from typing import NamedTuple

from gm_engine.play import looking_up
from gm_engine.play.note import ANSWER, FORM, SYSTEM
from gm_engine.tokens import count

BESIDE = 60
"""Tokens of what stands around a reply in a question: the time, the names on record, what is owed."""
SAID, LEAST_SAID = 1.3, 60
"""Tokens of an answer for each of the reply, and for one that has nothing to tell."""
PASSAGE, CLASHES = 30, 60
"""Tokens of a passage about which something is looked up, and of the answer of a check."""
CHECKED = 1 / 2
"""The share of notes whose reader would look something up, of which something is found."""


class NotePrice(NamedTuple):
    """So many ``questions``, and about so many tokens ``read`` and ``written`` in all."""

    questions: int
    read: int
    written: int


def note_price(told: Iterable[tuple[str, str, bool]], room: int) -> NotePrice:
    """The price of a story's notes. ``told`` are its replies in order, each with what the player had said, and whether it is to be
    noted; ``room`` are the tokens of earlier story that lie beside a reply.

    >>> note_price([("He waits.", "", True), ("He goes.", "I wait.", False)], 480).questions
    1
    """
    fixed = count(SYSTEM) + count(FORM) + BESIDE
    check = count(looking_up.SYSTEM) + count(looking_up.FORM) + looking_up.MOST * (looking_up.ROOM_OF_EACH + PASSAGE)
    questions = read = written = before = 0
    for text, said, wanted in told:
        size = count(text)
        if wanted:
            questions += 1
            read += fixed + min(room, before) + size + count(said)
            written += min(ANSWER, LEAST_SAID + round(size * SAID))
            if before:
                read, written = read + round(check * CHECKED), written + round(CLASHES * CHECKED)
        before += size
    return NotePrice(questions, read, written)
