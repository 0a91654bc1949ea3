"""Foundry's chat messages: a list of them as JSON, or one on each line, as a world keeps them."""

import re
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import stem
from gm_engine.exchange.formats.brought import Brought, Fate, Loss
from gm_engine.exchange.formats.chat_terms import ANYBODY, Seats, is_gm_name, sent
from gm_engine.exchange.formats.foreign_json import decoded, read_json
from gm_engine.exchange.formats.patient_fields import Fields, as_read, twice
from gm_engine.exchange.formats.table_marks import is_rolled, told_at_the_table
from gm_engine.exchange.formats.table_talk import Line, talk, words_of
from gm_engine.exchange.formats.told_text import objects_in
from gm_engine.story.letters import plain

KIND = "a chat (Foundry)"
OTHER, OUT_OF_CHARACTER, WHISPER, ROLL = "0", "1", "4", "5"
CARD = re.compile(r"<button\b|\bclass=[\"'][^\"'<>]*\b(?:chat-card|dice-roll)\b", re.IGNORECASE)
"""What no person types: buttons to press, and cards of what somebody can do."""
SET = re.compile(r"<[A-Za-z]")
LINKED = re.compile(r"@\w{1,30}\[[^\[\]\n]{0,300}\](?:\{([^{}\n]{0,300})\})?")
THROWN = re.compile(r"\[\[[^\[\]\n]{1,300}\]\](?:\{[^{}\n]{0,300}\})?")

FATES: tuple[Fate, ...] = (
    Fate(
        "content",
        "kept",
        "The words; how they were set is lost. What a program sets is no part of the story: cards with buttons, "
        "and pages of the type `OTHER`.",
    ),
    Fate(
        "speaker",
        "kept",
        "Its alias is the name: a character's where it names an actor, else that of somebody at the table. Who is called "
        "Gamemaster, GM or DM is the GM, else whoever wrote most; whom the GM speaks as is a character of the GM's.",
    ),
    Fate("user, author", "changed", "They tell whose hand wrote it: which characters are the GM's."),
    Fate("timestamp", "changed", "It parts the evenings, and is no time of the story. Messages are put in its order."),
    Fate("type, style, whisper, blind, rolls, roll", "changed", "Dice and whispers are no part of the story."),
    Fate("flavor", "lost"),
    Fate("sound, emote, flags", "lost"),
)


def is_foundry_message(value: Any) -> bool:
    """True for one message.

    >>> is_foundry_message({"_id": "a", "content": "Rain.", "speaker": {"alias": "Ann"}, "timestamp": 1}), is_foundry_message({})
    (True, False)
    """
    return isinstance(value, dict) and "content" in value and isinstance(value.get("speaker"), dict) and "timestamp" in value


def is_foundry_log(value: Any) -> bool:
    """True for a list of messages, or the first of several lines."""
    return is_foundry_message(value[0] if isinstance(value, list) and value else value)


def read_foundry_log(data: bytes, file: str, seats: Seats = ANYBODY) -> Brought:
    """The chat of a file. What was deleted in a world is left out. Raises TranscriptError for what is none."""
    text = decoded(data, file)
    if text.lstrip().startswith("["):
        rows = read_json(text, file)
    else:
        rows = [read_json(line, f"{file}:{number}") for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    losses = twice(rows)
    kept: dict[str, Any] = {}
    for number, row in enumerate(objects_in(as_read(rows))):
        id = str(row.get("_id") or number)
        kept.pop(id, None)
        if not row.get("$$deleted"):
            kept[id] = row
    if not any(map(is_foundry_message, kept.values())):
        raise TranscriptError(file, "it is no chat of Foundry.", "Export the chat log again.", "no-chat")
    in_character = {_hand(row) for row in kept.values() if _speaks_as_somebody(row)}
    lines = [_line(row, id, losses, in_character) for id, row in kept.items()]
    if all(line.time for line in lines):
        lines.sort(key=lambda line: line.time)
    return talk(KIND, plain(stem(file)), lines, file, seats, losses)


def _hand(row: dict[str, Any]) -> str:
    """Whose hand wrote a message: the number of a user."""
    for key in ("author", "user"):
        value = row.get(key)
        value = value.get("_id") if isinstance(value, dict) else value
        if isinstance(value, str) and value:
            return value
    return ""


def _speaks_as_somebody(row: dict[str, Any]) -> bool:
    speaker = row.get("speaker")
    return isinstance(speaker, dict) and bool(speaker.get("actor") or speaker.get("token"))


def _line(row: dict[str, Any], path: str, losses: list[Loss], in_character: set[str]) -> Line:
    """A message. Who speaks in character elsewhere, and here under the own name, out of character, is no part of the story."""
    fields = Fields(row, path, losses)
    kind = fields.text("type") if fields.text("type").isdecimal() else fields.text("style")
    content, hand, character = fields.text("content"), _hand(row), _speaks_as_somebody(row)
    name = fields.inner("speaker").text("alias")
    rolled = kind == ROLL or bool(fields.value.get("roll")) or bool(fields.value.get("rolls")) or CARD.search(content) is not None
    whispered = kind == WHISPER or bool(fields.value.get("whisper")) or fields.yes("blind")
    words = words_of(LINKED.sub(lambda found: found[1] or "", content))
    lost = [Loss(f"{path}.content", thrown, "Dice that are thrown in the middle of a text.") for thrown in THROWN.findall(words)]
    words = told_at_the_table(THROWN.sub("", words), f"{path}.content", lost)
    beside = kind == OUT_OF_CHARACTER and not character and hand in in_character and not is_gm_name(name)
    made = kind == OTHER and SET.search(content) is not None  # nobody types it: what a program tells of rests, wounds and awards
    aside = rolled or whispered or beside or made or is_rolled(words)
    if flavor := fields.text("flavor"):
        lost.append(Loss(f"{path}.flavor", flavor, "What stands over a message is not taken over."))
    losses += [] if aside or not words else lost
    return Line(
        name, words, sent(fields.value.get("timestamp")), aside=aside, hidden=whispered, raw=row,
        who="character" if character else "account" if hand else "", hand=hand,
    )  # fmt: skip
