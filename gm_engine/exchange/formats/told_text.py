"""Stories that are one flowing text in pieces: prompts, what a model went on with, and the player's lines, which begin with ``>``."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from gm_engine.exchange.formats.brought import Chat, Loss, Message
from gm_engine.exchange.formats.chat_terms import Role
from gm_engine.story.transcript_line import TranscriptLine

ENDED = re.compile(r"[.!?…:;\"”’')*\]]\s*$|\n\s*$")
"""How a piece ends, unless the next one goes on with its sentence."""
DONE = re.compile(r"\A\s*> ?(.*?)\s*\Z", re.DOTALL)
INSTRUCTED = re.compile(r"\A\s*\{\{\[INPUT\]\}\}\s*(.*?)\s*(?:\{\{\[OUTPUT\]\}\}\s*)?\Z", re.DOTALL)
TOLD = re.compile(r"\{\{\[OUTPUT\]\}\}")


class Piece(NamedTuple):
    """A part of the text as its file has it, whose it is (None: as its signs say), and others that were not chosen."""

    text: str
    role: Role | None = None
    others: tuple[str, ...] = ()


def messages_of(pieces: Iterable[Piece]) -> Iterator[Message]:
    """The text in turns. A piece that goes on in the middle of a sentence is one with the piece before it; blank ones are left out."""
    turn = 0
    for role, parts in _together(pieces):
        text = "".join(part.text for part in parts)
        words = _words(text, role)
        others = []
        for at, part in enumerate(parts):
            before = "".join(earlier.text for earlier in parts[:at])
            others += [_words(before + other, role) for other in part.others]
        if words:
            turn += 1
            line = TranscriptLine(turn=turn, text=words, role=role, clock="wall")
            yield Message(line, tuple(other for other in others if other and other != words), 0)


def _together(pieces: Iterable[Piece]) -> Iterator[tuple[Role, list[Piece]]]:
    now: list[Piece] = []
    whose: Role = "gm"
    for piece in pieces:
        role = piece.role or _role(piece.text)
        goes_on = now and role == whose == "gm" and not ENDED.search(now[-1].text) and not piece.text.startswith("\n")
        if now and not goes_on:
            yield whose, now
            now = []
        now, whose = [*now, piece], role
    if now:
        yield whose, now


def _role(text: str) -> Role:
    return "player" if DONE.match(text) or INSTRUCTED.match(text) else "gm"


def _words(text: str, role: Role) -> str:
    if role == "player" and (found := INSTRUCTED.match(text) or DONE.match(text)):
        return found[1].strip()
    return TOLD.sub("", text).strip()


def pieces_of(messages: Sequence[Message]) -> Iterator[Piece]:
    """The pieces that say what these messages say."""
    for at, message in enumerate(messages):
        begin = "\n\n" if at else ""
        mark, role = (">" if message.line.role == "player" else ""), message.line.role
        others = tuple(begin + other for other in message.alternatives) if role != "player" else ()
        yield Piece(f"{begin}{mark and '> '}{message.line.text}", role, others)


def same_text(one: Sequence[Message], other: Sequence[Message]) -> bool:
    """True where both say the same."""
    return [_said(message) for message in one] == [_said(message) for message in other]


def _said(message: Message) -> tuple[str, bool, tuple[str, ...]]:
    return message.line.text, message.line.role == "player", message.alternatives


def untold(chat: Chat, kind: str, alternatives: bool = True) -> Iterator[Loss]:
    """What of a chat's lines a text cannot say. ``alternatives``: the format holds tellings that were not chosen."""
    names = list(dict.fromkeys(message.line.speaker for message in chat.told if message.line.speaker))
    if names:
        yield Loss("messages.line.speaker", names, f"{kind} has a text, and nobody's name beside it.")
    if time := next((message.line.time for message in chat.told if message.line.time), ""):
        yield Loss("messages.line.time", time, f"{kind} does not say when a line was written.")
    if any(message.line.session != 1 for message in chat.told):
        yield Loss("messages.line.session", max(message.line.session for message in chat.told), f"{kind} has no evenings.")
    for number, message in enumerate(chat.told):
        if message.alternatives and (not alternatives or message.line.role == "player"):
            yield Loss(f"messages.{number}.alternatives", list(message.alternatives), f"{kind} has no place for it.")


def objects_in(value: Any) -> list[dict[str, Any]]:
    """The objects of a list; nothing else of it."""
    return [row for row in value if isinstance(row, dict)] if isinstance(value, list) else []
