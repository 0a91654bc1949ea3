"""What somebody has told the player's character: what they said last, and of whom and what they were asked."""

import re

from gm_engine.direction.answer_pieces import Piece, pieces_of
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import Question
from gm_engine.story.event import StateChanged
from gm_engine.story.pack import Person

MOST_LOOKED_BACK = 60
"""After so many turns nobody says any more that they have told it already."""


def note_told(book: Notebook, npc: str, piece: Piece) -> None:
    """Keeps in mind that somebody has said this to the player's character."""
    book.change("used", f"told:{npc}:{piece.id}", book.turn, cause="said")
    if piece.sort == "own":
        book.change("used", piece.id, book.turn, cause="said")
    if piece.id.startswith("rumour:") and not book.state.rumours.get(piece.id.partition(":")[2], 0):
        book.change("rumour", piece.id.partition(":")[2], 1, 0, cause="asked")


def told_at(book: Notebook, npc: str, piece: str) -> int:
    """The turn at which somebody said a piece; 0 where they have not, or so long ago that nobody would remark on it."""
    turn = int(book.state.used.get(f"told:{npc}:{piece}", 0)) or (int(book.state.used.get(piece, 0)) if piece.startswith("says:") else 0)
    return turn if turn and book.turn - turn <= MOST_LOOKED_BACK else 0


def told_now(book: Notebook, npc: str) -> frozenset[str]:
    """What somebody has said already in this very turn."""
    keys = (event.key for event in book.events if isinstance(event, StateChanged) and event.what == "used")
    return frozenset(key.removeprefix(f"told:{npc}:") for key in keys if key.startswith(f"told:{npc}:"))


def last_told(book: Notebook, npc: str) -> Piece | None:
    """What somebody said last."""
    told = [(told_at(book, npc, piece.id), piece) for piece in pieces_of(book.state, npc)]
    latest = max((turn for turn, _ in told), default=0)
    return next((piece for turn, piece in told if turn == latest), None) if latest else None


def remember_topic(book: Notebook, npc: str, question: Question) -> None:
    """Keeps in mind of whom or what somebody was asked, and how."""
    if question.topic:
        book.change("used", f"topic:{npc}:{question.topic}", book.turn, cause="asked")
    if question.kind not in ("more", "same", ""):
        book.change("used", f"asked:{npc}:{question.kind}", book.turn, cause="asked")


def last_topic(book: Notebook, npc: str) -> str:
    """Of whom or what somebody was asked last."""
    return _latest(book, f"topic:{npc}:")


def last_kind(book: Notebook, npc: str) -> str:
    """What kind of question was put to somebody last."""
    return _latest(book, f"asked:{npc}:")


def _latest(book: Notebook, prefix: str) -> str:
    found = [(int(turn), key.removeprefix(prefix)) for key, turn in book.state.used.items() if key.startswith(prefix)]
    return max(found)[1] if found else ""


def in_own_mouth(text: str, person: Person) -> str:
    """What everybody says, as the one says it whom it names; empty where it has them as others do, and would have to be put anew.

    >>> in_own_mouth("Three are left: Ann Lee, Ben Oakes, and you.", Person(name="Ben Oakes"))
    'Three are left: Ann Lee, me, and you.'
    >>> in_own_mouth("Ben Oakes rode there.", Person(name="Ben Oakes")), in_own_mouth("The forge is old.", Person(name="Ben Oakes"))
    ('', 'The forge is old.')
    """
    for name in sorted((person.name, *person.aliases), key=len, reverse=True):
        text = re.sub(rf"(?<=[,:;] )(?:and )?{re.escape(name)}(?=[,.;])", "me", text)
    called = {word for one in (person.name, *person.aliases) for word in re.findall(r"[^\W\d_]+", one) if word[:1].isupper()}
    return "" if called & set(re.findall(r"[^\W\d_]+", text)) else text
