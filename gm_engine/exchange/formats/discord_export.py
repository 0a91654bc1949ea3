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
from gm_engine.exchange.formats.table_marks import NO_NAMES, Names, is_rolled, told_at_the_table
from gm_engine.exchange.formats.table_talk import Line, talk
from gm_engine.exchange.formats.told_text import objects_in
from gm_engine.story.letters import plain

KIND = "a channel (Discord)"
FOUNDRY_LOG = "a log (Foundry)"
LOG = "a log with stamps"
SAID = ("Default", "Reply", "0", "19", "")
"""Types of messages that somebody wrote."""
COLUMNS = ("AuthorID", "Author", "Date", "Content")
STAMPED = re.compile(r"^\[([^\]\n]{8,40})\] ([^\n]{1,80}?)[ \t]*$", re.MULTILINE)
RULE = re.compile(r"\n-{10,}\s*$")
RULED, PINNED = re.compile(r"^-{20,}[ \t]*\n\[", re.MULTILINE), re.compile(r" \(pinned\)$")
SPOKEN = re.compile(r":(\s|$)")
"""What stands behind a name in a text with ``Name:`` lines."""
LEAST = 2
HANDLE = re.compile(r"#\d{4}$")
NO_HANDLE = ("0000", "0")
"""What a bot has in the place of a number that posts under a name that somebody gives it."""
HEAD = re.compile(r"\A\s*={10,}\s*\n(.*?)\n={10,}[ \t]*$", re.MULTILINE | re.DOTALL)
FOOT = re.compile(r"\n={10,}\s*\n[^\n]*\n={10,}\s*\Z")
CHANNEL = re.compile(r"^Channel: *(?:.* / )?(.+?) *$", re.MULTILINE)
HELD = re.compile(r"^\{(Attachments|Embed|Stickers|Reactions)\}[ \t]*$", re.MULTILINE)

FATES: tuple[Fate, ...] = (
    Fate(
        "messages.content",
        "kept",
        "Its words, and names for mentions; how they were set is lost. What is said out of character or to a "
        "program, and pictures of a server, are lost.",
    ),
    Fate(
        "messages.author",
        "kept",
        "The nickname before the name; whose role or name says GM or DM is the GM, else whoever wrote most. An "
        "account is nobody in the story; a bot that posts under a name that it is given is a character.",
    ),
    Fate("messages.timestamp", "changed", "It parts the evenings, and is no time of the story."),
    Fate("messages.type", "changed", "Joining, pinning, calls and the like are no part of the story."),
    Fate("messages.attachments, messages.embeds, messages.reactions, messages.stickers", "lost"),
    Fate("messages.mentions", "changed", "They say whose names the numbers in the words stand for."),
    Fate("messages.reference", "lost", "Whom a line answers."),
    Fate("guild, channel", "changed", "The channel's name is the chat's."),
)

TABLE_FATES: tuple[Fate, ...] = (
    Fate("Content", "kept", "As that of Discord's channel; the table does not say whose the numbers of mentions are."),
    Fate("Author", "kept", "Whose name says GM or DM is the GM, else whoever wrote most. A name with `#0000` is a character's."),
    Fate("Date", "changed", "It parts the evenings, and is no time of the story."),
    Fate("AuthorID, Attachments, Reactions", "lost"),
)
LOG_FATES: tuple[Fate, ...] = (
    Fate(
        "name, text",
        "kept",
        "Logs of Foundry, and of Discord in plain text: a stamp in brackets and a name stand over each text. They do "
        "not say who is a player and who a character, nor what was whispered.",
    ),
    Fate("rolls", "changed", "A formula, and what came of it, is no part of the story."),
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
    names, masks = _names(raw), _masks(raw["messages"])
    lines = [_line(row, f"messages.{number}", losses, names, masks) for number, row in enumerate(raw["messages"])]
    name = Fields(raw["channel"], "channel", losses).text("name") or plain(stem(file))
    return talk(KIND, name, lines, file, seats, losses)


def _names(raw: dict[str, Any]) -> Names:
    """What the numbers in the messages stand for, as far as the file itself says."""
    people: dict[str, str] = {}
    roles: dict[str, str] = {}
    for row in objects_in(raw["messages"]):
        for one in (row.get("author"), *objects_in(row.get("mentions"))):
            fields = Fields(one if isinstance(one, dict) else {}, "", [])
            if (id := fields.text("id")) and not fields.yes("isBot"):
                people.setdefault(id, fields.text("nickname") or fields.text("name"))
            for role in objects_in(fields.value.get("roles")):
                told = Fields(role, "", [])
                roles.setdefault(told.text("id"), told.text("name"))
    channel = Fields(raw["channel"], "", [])
    return Names(people, roles, {channel.text("id"): channel.text("name")})


def _masks(rows: Any) -> set[str]:
    """The numbers of the bots that post under several names: those are characters."""
    called: dict[str, set[str]] = {}
    for row in objects_in(rows):
        author = Fields(row, "", []).inner("author")
        if author.yes("isBot"):
            called.setdefault(author.text("id"), set()).add(author.text("nickname") or author.text("name"))
    return {id for id, names in called.items() if id and len(names) > 1}


def _line(row: Any, path: str, losses: list[Loss], names: Names, masks: set[str]) -> Line:
    fields = Fields(row, path, losses)
    author = fields.inner("author")
    name = author.text("nickname") or author.text("name")
    gm = any(is_gm_name(Fields(role, "", []).text("name")) for role in objects_in(author.value.get("roles")))
    held = ((key, fields.value.get(key)) for key in ("attachments", "embeds"))
    losses += [Loss(f"{path}.{key}", value, "Pictures and files are not taken over.") for key, value in held if value]
    bot = author.yes("isBot")
    mask = bot and (author.text("discriminator") in NO_HANDLE or author.text("id") in masks)
    aside = fields.text("type") not in SAID or is_rolled(fields.text("content"))
    lost: list[Loss] = []
    text = told_at_the_table(fields.text("content"), f"{path}.content", lost, names)
    losses += [] if aside or (bot and not mask) else lost
    return Line(
        name, text, sent(fields.value.get("timestamp")), gm=gm, bot=bot and not mask, aside=aside, raw=row,
        who="character" if mask else "account",
    )  # fmt: skip


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
    lines = [
        _written(row.get("Author") or "", row.get("Content") or "", sent(row.get("Date")), f"{number}.Content", losses)
        for number, row in enumerate(rows, 2)
    ]
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
    text = decoded(data, file).replace("\r\n", "\n")
    losses: list[Loss] = []
    head = HEAD.match(text)
    if head and (channel := CHANNEL.search(head[1])):
        rows = _stamped(FOOT.sub("", text[head.end() :]))
        lines = [_written(name, _held(words, at, losses), time, f"messages.{at}", losses) for at, (name, words, time) in enumerate(rows)]
        return talk(KIND, plain(channel[1]), lines, file, seats, losses)
    kind = FOUNDRY_LOG if RULED.search(text) else LOG
    lines = []
    for at, (name, words, time) in enumerate(_stamped(text)):
        rolled = is_rolled(words)
        told = told_at_the_table(words, f"messages.{at}", [] if rolled else losses)
        account = kind == FOUNDRY_LOG and is_gm_name(name)
        lines.append(Line(HANDLE.sub("", name), told, time, aside=rolled, who="account" if account else ""))
    return talk(kind, plain(stem(file)), lines, file, seats, losses)


def _written(name: str, words: str, time: str, path: str, losses: list[Loss]) -> Line:
    """A message of Discord whose author is told by a name alone: behind a name that was put on stands no number but zeros."""
    rolled, lost = is_rolled(words), list[Loss]()
    told = told_at_the_table(plain(words), path, lost, NO_NAMES)
    losses += [] if rolled else lost
    return Line(HANDLE.sub("", name), told, time, aside=rolled, who="character" if name.endswith("#0000") else "account")


def _held(words: str, at: int, losses: list[Loss]) -> str:
    """What a message says, without what is listed below it."""
    told, *rest = HELD.split(words)
    for kind, held in zip(rest[::2], rest[1::2], strict=False):
        if kind != "Reactions":
            losses.append(Loss(f"messages.{at}.{kind.lower()}", held.strip(), "Pictures and files are not taken over."))
    return told


def _stamped(text: str) -> Iterator[tuple[str, str, str]]:
    """The name, the words and the time of each message."""
    starts = [match for match in STAMPED.finditer(text) if sent(match[1])]
    ends = [match.start() for match in starts[1:]] + [len(text)]
    for match, end in zip(starts, ends, strict=True):
        yield PINNED.sub("", match[2].strip()), RULE.sub("", text[match.end() : end].rstrip()).strip(), sent(match[1])
