"""Foundry's chat messages: a list of them as JSON, or one on each line, as a world keeps them."""

from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import stem
from gm_engine.exchange.formats.brought import Brought, Fate, Loss
from gm_engine.exchange.formats.chat_terms import ANYBODY, Seats, sent
from gm_engine.exchange.formats.foreign_json import decoded, read_json
from gm_engine.exchange.formats.patient_fields import Fields, as_read, twice
from gm_engine.exchange.formats.table_talk import Line, talk, words_of
from gm_engine.exchange.formats.told_text import objects_in
from gm_engine.story.letters import plain

KIND = "a chat (Foundry)"
WHISPER, ROLL = "4", "5"

FATES: tuple[Fate, ...] = (
    Fate("content", "kept", "The words; how they were set is lost."),
    Fate("speaker", "kept", "Its alias is the name. Who is called Gamemaster, GM or DM is the GM, else whoever wrote most."),
    Fate("timestamp", "changed", "It parts the evenings, and is no time of the story. Messages are put in its order."),
    Fate("type, style, whisper, blind, rolls, roll", "changed", "Dice and whispers are no part of the story."),
    Fate("flavor", "lost"),
    Fate("user, author, sound, emote, flags", "lost"),
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
    lines = [_line(row, id, losses) for id, row in kept.items()]
    if all(line.time for line in lines):
        lines.sort(key=lambda line: line.time)
    return talk(KIND, plain(stem(file)), lines, file, seats, losses)


def _line(row: dict[str, Any], path: str, losses: list[Loss]) -> Line:
    fields = Fields(row, path, losses)
    kind = fields.text("type") if fields.text("type").isdecimal() else fields.text("style")
    rolled = kind == ROLL or bool(fields.value.get("roll")) or bool(fields.value.get("rolls"))
    whispered = kind == WHISPER or bool(fields.value.get("whisper")) or fields.yes("blind")
    if flavor := fields.text("flavor"):
        losses.append(Loss(f"{path}.flavor", flavor, "What stands over a roll or a message is not taken over."))
    return Line(
        fields.inner("speaker").text("alias"),
        words_of(fields.text("content")),
        sent(fields.value.get("timestamp")),
        aside=rolled or whispered,
        hidden=whispered,
        raw=row,
    )
