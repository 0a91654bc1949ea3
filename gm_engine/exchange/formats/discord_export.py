"""Discord's channels as DiscordChatExporter writes them: as JSON, as a table, and as a log with a stamp and a name over each text."""

import csv
import io
import re
from collections.abc import Iterator
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import stem
from gm_engine.exchange.formats.brought import Brought, Fate, Loss
from gm_engine.exchange.formats.chat_terms import ANYBODY, Seats, is_gm_name, sent
from gm_engine.exchange.formats.foreign_json import decoded
from gm_engine.exchange.formats.patient_fields import Fields, as_read, twice
from gm_engine.exchange.formats.table_talk import Line, talk
from gm_engine.exchange.formats.told_text import objects_in
from gm_engine.story.letters import plain

KIND = "a channel (Discord)"
LOG = "a log with names and times"
SAID = ("Default", "Reply", "0", "19", "")
"""Types of messages that somebody wrote."""
COLUMNS = ("AuthorID", "Author", "Date", "Content")
STAMPED = re.compile(r"^\[([^\]\n]{8,40})\] ([^\n]{1,80}?)[ \t]*$", re.MULTILINE)
RULE = re.compile(r"\n-{10,}\s*$")
SPOKEN = re.compile(r":(\s|$)")
"""What stands behind a name in a text with ``Name:`` lines."""
LEAST = 2
HANDLE = re.compile(r"#\d{4}$")

FATES: tuple[Fate, ...] = (
    Fate("messages.content", "kept"),
    Fate("messages.author", "kept", "The nickname before the name; whose role or name says GM or DM is the GM, else whoever wrote most."),
    Fate("messages.timestamp", "changed", "It parts the evenings, and is no time of the story."),
    Fate("messages.type", "changed", "Joining, pinning, calls and the like are no part of the story."),
    Fate("messages.attachments, messages.embeds, messages.reactions, messages.stickers, messages.mentions", "lost"),
    Fate("messages.reference", "lost", "Whom a line answers."),
    Fate("guild, channel", "changed", "The channel's name is the chat's."),
)

TABLE_FATES: tuple[Fate, ...] = (
    Fate("Content", "kept"),
    Fate("Author", "kept", "Whose name says GM or DM is the GM, else whoever wrote most."),
    Fate("Date", "changed", "It parts the evenings, and is no time of the story."),
    Fate("AuthorID, Attachments, Reactions", "lost"),
)
LOG_FATES: tuple[Fate, ...] = (
    Fate("name, text", "kept", "Logs of Foundry, and of Discord in plain text: a stamp in brackets and a name stand over each text."),
    Fate("stamp", "changed", "It parts the evenings, and is no time of the story."),
)


def is_discord_export(value: Any) -> bool:
    """True for a channel that was exported as JSON.

    >>> is_discord_export({"guild": {}, "channel": {}, "messages": []}), is_discord_export({"messages": []})
    (True, False)
    """
    return isinstance(value, dict) and isinstance(value.get("messages"), list) and isinstance(value.get("channel"), dict)


def read_discord_export(value: Any, file: str, seats: Seats = ANYBODY) -> Brought:
    """The chat of a channel. Raises TranscriptError for what is none, or says nothing."""
    if not is_discord_export(value):
        raise TranscriptError(file, "it is no channel of Discord.", "Export the channel as JSON.", "no-chat")
    losses = twice(value)
    raw = as_read(value)
    lines = [_line(row, f"messages.{number}", losses) for number, row in enumerate(raw["messages"])]
    name = Fields(raw["channel"], "channel", losses).text("name") or plain(stem(file))
    return talk(KIND, name, lines, file, seats, losses)


def _line(row: Any, path: str, losses: list[Loss]) -> Line:
    fields = Fields(row, path, losses)
    author = fields.inner("author")
    name = author.text("nickname") or author.text("name")
    gm = any(is_gm_name(Fields(role, "", []).text("name")) for role in objects_in(author.value.get("roles")))
    held = ((key, fields.value.get(key)) for key in ("attachments", "embeds"))
    losses += [Loss(f"{path}.{key}", value, "Pictures and files are not taken over.") for key, value in held if value]
    aside = fields.text("type") not in SAID
    return Line(name, fields.text("content"), sent(fields.value.get("timestamp")), gm=gm, bot=author.yes("isBot"), aside=aside, raw=row)


def is_discord_table(data: bytes) -> bool:
    """True for a channel that was exported as a table.

    >>> is_discord_table(b"AuthorID,Author,Date,Content,Attachments,Reactions")
    True
    """
    first = data[:200].removeprefix(b"\xef\xbb\xbf").split(b"\n", 1)[0].replace(b'"', b"").decode("utf-8", "replace")
    return tuple(first.strip().split(",")[:4]) == COLUMNS


def read_discord_table(data: bytes, file: str, seats: Seats = ANYBODY) -> Brought:
    """The chat of a channel that was exported as a table."""
    text = decoded(data, file)
    try:
        rows = list(csv.DictReader(io.StringIO(text)))
    except csv.Error as error:
        raise TranscriptError(file, f"its table cannot be read: {error}.", "Export the channel again, as JSON.", "no-chat") from None
    losses = [
        Loss(f"{number}.Attachments", row["Attachments"], "Pictures and files are not taken over.")
        for number, row in enumerate(rows, 2)
        if row.get("Attachments")
    ]
    lines = [Line(HANDLE.sub("", row.get("Author") or ""), plain(row.get("Content") or ""), sent(row.get("Date"))) for row in rows]
    return talk(KIND, plain(stem(file)), lines, file, seats, losses)


def is_stamped_log(text: str) -> bool:
    """True for a text in which a stamp in brackets and a name stand over what somebody wrote, again and again.

    >>> is_stamped_log("[9/28/2024, 1:02:03 PM] Ann\\nI wait.\\n---------------\\n[9/28/2024, 1:03:00 PM] GM\\nRain.")
    True
    """
    found = [match for match in STAMPED.finditer(text) if sent(match[1])]
    return len(found) >= LEAST and not any(SPOKEN.search(match[2]) for match in found)


def read_stamped_log(data: bytes, file: str, seats: Seats = ANYBODY) -> Brought:
    """The chat of a log as Foundry and Discord's exporter write it in plain text."""
    return talk(LOG, plain(stem(file)), list(_stamped(decoded(data, file).replace("\r\n", "\n"))), file, seats)


def _stamped(text: str) -> Iterator[Line]:
    starts = [match for match in STAMPED.finditer(text) if sent(match[1])]
    ends = [match.start() for match in starts[1:]] + [len(text)]
    for match, end in zip(starts, ends, strict=True):
        words = RULE.sub("", text[match.end() : end].rstrip()).strip()
        yield Line(HANDLE.sub("", match[2].strip()), plain(words), sent(match[1]))
