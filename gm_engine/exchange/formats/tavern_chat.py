"""SillyTavern's chats: a line of JSON for each message, and before them, in most files, one about the chat."""

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from dataclasses import replace
from typing import Any, NamedTuple

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import own_paths, stem
from gm_engine.exchange.formats.brought import Brought, Chat, Fate, Loss, Message, Written
from gm_engine.exchange.formats.chat_terms import (
    ANYBODY,
    ENDLESS_MACRO,
    UNKNOWN_MACRO,
    Role,
    Seats,
    evenings,
    only_there,
    same_name,
    sent,
    uuid_of_words,
)
from gm_engine.exchange.formats.foreign_json import decoded, read_json
from gm_engine.exchange.formats.patient_fields import Fields, as_read, twice
from gm_engine.exchange.formats.tavern_record import FIRST, HEADER, THEN, read_record, record_of, row_of, with_header
from gm_engine.story.bare_words import bare, pictures_in
from gm_engine.story.counting import counted
from gm_engine.story.letters import plain, whole
from gm_engine.story.macros import filled
from gm_engine.story.transcript_line import TranscriptLine

SOURCE = "tavern_chat"
OURS = "gm_engine"
"""Under this name in ``extra`` stands what a message is to us."""
NOBODY = ("unused", "")
"""What the header of a newer file has in the place of names."""
NO_STORY = ("comment", "help", "welcome", "empty", "generic", "macros", "formatting", "hotkeys", "slash_commands", "assistant_note",
            "assistant_message", "version")  # fmt: skip
"""The types of lines that the program says itself, and of notes to oneself."""
USUAL = {"is_system": False, "extra.type": "", "extra.swipeable": True, "chat_metadata.tainted": False}
HEADER_SHARED = frozenset({
    "user_name", "character_name", "create_date", "chat_metadata.integrity", "chat_metadata.main_chat", "chat_metadata.world_info",
    "chat_metadata.note_prompt", "chat_metadata.tainted",
})  # fmt: skip
LINE = frozenset({
    "name", "is_user", "is_system", "send_date", "mes", "swipes", "swipe_id", "swipe_info", "gen_started", "gen_finished", "extra.type",
    "extra.memory", "extra.gm_engine", "extra.swipeable", "extra.isSmallSys", "extra.bookmark_link", "extra.branches", "extra.gen_id",
    "extra.token_count", "extra.api", "extra.model",
})  # fmt: skip
"""What other formats have a place for, or need none."""

FATES: tuple[Fate, ...] = (
    Fate("mes", "kept", "Macros are filled in; a sentence with one that is not known here is lost, and so is how the words were set."),
    Fate("name, is_user", "kept", "The user is the player; what a character tells is the GM's word, and its name stands beside it."),
    Fate("send_date", "kept", "In every form that there was. It is no time of the story, and parts the evenings."),
    Fate("is_system", "changed", "Hidden lines are told; comments, tool calls and what the program says are carried."),
    Fate("swipes, swipe_id", "kept", "What was not chosen is on record as another telling of the turn."),
    Fate("swipe_info, gen_started, gen_finished, force_avatar, original_avatar, title", "carried"),
    Fate("extra.memory", "kept", "The last one is the story so far."),
    Fate("extra.type, extra.isSmallSys", "kept", "A narrator's line is the GM's."),
    Fate("extra.bookmark_link, extra.branches", "changed", "Branches are found by what they share."),
    Fate(
        "extra.api, extra.model, extra.gen_id, extra.bias, extra.token_count, extra.reasoning, extra.reasoning_duration, "
        "extra.tool_invocations, extra.display_text, extra.media, extra.files, extra.swipeable", "carried",
    ),
    Fate("chat_metadata.main_chat", "kept", "A branch of the same campaign, where the chat that it left comes with it."),
    Fate("chat_metadata.world_info", "kept", "The name of the lorebook that goes with the chat."),
    Fate("chat_metadata.note_prompt", "kept"),
    Fate("chat_metadata.note_interval, chat_metadata.note_depth, chat_metadata.note_position, chat_metadata.note_role", "carried"),
    Fate(
        "chat_metadata.integrity, chat_metadata.tainted, chat_metadata.scenario, chat_metadata.persona, chat_metadata.variables, "
        "chat_metadata.timedWorldInfo", "carried",
    ),
    Fate("user_name, character_name", "kept", "Where they are names, and not `unused`."),
    Fate("create_date", "carried"),
)  # fmt: skip


class _Names(NamedTuple):
    """Who is called what in a chat."""

    player: str
    gm: str
    seats: Seats


def is_tavern_chat(first: Any) -> bool:
    """True where what the first line says is the header of a chat, or a message.

    >>> is_tavern_chat({"user_name": "unused", "character_name": "unused", "chat_metadata": {}})
    True
    >>> is_tavern_chat({"name": "Sal", "is_user": False, "mes": "Hm."}), is_tavern_chat({"text": "Rain."})
    (True, False)
    """
    return isinstance(first, dict) and (_is_header(first) or _is_message(first))


def read_tavern_chat(data: bytes, file: str, seats: Seats = ANYBODY) -> Brought:
    """The chat of a file. Raises TranscriptError for a file that is none, and for a line within it that is broken."""
    losses: list[Loss] = []
    rows = [as_read(row) for row in _rows(decoded(data, file), file, losses)]
    header = rows.pop(0) if rows and _is_header(rows[0]) else None
    if not any("mes" in row for row in rows) or (header is None and not any(map(_is_message, rows))):
        raise TranscriptError(file, "there is no message in it.", "Export the chat again where it comes from.", "no-chat")
    about = Fields(header, "", losses)
    metadata = about.inner("chat_metadata")
    names = _names(rows, about, seats)
    messages = _with_records(tuple(_messages(rows, names, losses, 1 if header is None else 2)), header)
    chat = Chat(
        name=plain(stem(file)),
        messages=messages,
        player=names.player,
        gm=names.gm,
        parent=metadata.text("main_chat"),
        memory=_memory(rows),
        note=metadata.text("note_prompt"),
        books=tuple(filter(None, [metadata.text("world_info")])),
        source=SOURCE,
        raw={} if header is None else {"header": header},
        own=tuple(f"header.{path}" for path in own_paths(header or {}, HEADER_SHARED, USUAL)),
    )
    return Brought("a chat (SillyTavern)", chats=(chat,), losses=tuple(losses), remarks=tuple(_remarks(chat)))


def write_tavern_chat(chat: Chat) -> Written:
    """The chat's file. What it says already is left as it was written; a chat of our own gets a header with an ``integrity`` that is made
    of its words."""
    losses = list(only_there(chat, SOURCE))
    mine = chat.source == SOURCE
    names = _Names(chat.player, chat.gm, ANYBODY)
    rows = [_put_back(message, names) if mine and (message.raw or message.aside) else _fresh(message, chat) for message in chat.messages]
    if chat.memory != _memory(rows) and rows:
        last = rows[-1]
        last["extra"] = {**(last["extra"] if isinstance(last.get("extra"), dict) else {}), "memory": chat.memory}
    elif chat.memory and not rows:
        losses.append(Loss("memory", chat.memory, "It stands beside a message, and there is none."))
    header = _header(chat, rows)
    if len(chat.books) > 1:
        losses.append(Loss("books", list(chat.books[1:]), "A chat has one lorebook of its own."))
    story = (message.line.time for message in chat.messages if message.line.clock == "story" and message.line.time)
    if not mine and (time := next(story, "")):
        losses.append(Loss("messages.line.time", time, "A message has the time at which it was written, and none of the story."))
    return Written("\n".join(_one_line(row) for row in ([] if header is None else [header]) + rows).encode(), tuple(losses))


def _rows(text: str, file: str, losses: list[Loss]) -> Iterator[dict[str, Any]]:
    """The objects of the lines. Where the last line was cut off, that is told."""
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if line.strip()]
    for place, (number, line) in enumerate(lines, 1):
        try:
            row = read_json(line, f"{file}:{number}")
        except TranscriptError as error:
            if place == len(lines) > 1 and error.slug == "bad-json":
                losses.append(Loss(f"line {number}", plain(line), "It is broken JSON: the file was cut off here."))
                return
            raise
        if isinstance(row, dict):
            losses += twice(row, f"line {number}")
            yield row
        else:
            losses.append(Loss(f"line {number}", as_read(row), "It should be an object."))


def _is_header(row: Mapping[str, Any]) -> bool:
    return "mes" not in row and ("chat_metadata" in row or "user_name" in row)


def _is_message(row: Mapping[str, Any]) -> bool:
    return "mes" in row and ("is_user" in row or "name" in row)


def _names(rows: Sequence[Mapping[str, Any]], about: Fields, seats: Seats) -> _Names:
    """The names of the header, else those of the lines. Of several characters in a group none is the GM's name."""
    told = [Fields(row, "", []) for row in rows]
    users = [fields.text("name") for fields in told if fields.yes("is_user") and fields.text("name")]
    others = Counter(fields.text("name") for fields in told if not fields.yes("is_user") and not fields.yes("is_system"))
    player, gm = about.text("user_name"), about.text("character_name")
    player = seats.player or (player if player not in NOBODY else users[0] if users else "")
    return _Names(player, seats.gm or (gm if gm not in NOBODY else next(iter(others)) if len(others) == 1 else ""), seats)


def _messages(rows: Sequence[dict[str, Any]], names: _Names, losses: list[Loss], first: int) -> Iterator[Message]:
    turn = 0
    told = [_message(row, names, f"line {number}", losses) for number, row in enumerate(rows, first)]
    sessions = list(evenings(message.line.time for message in told))
    for message, session, row in zip(told, sessions, rows, strict=True):
        turn += not message.aside
        ours = Fields(row, "", []).inner("extra").inner(OURS)
        line = message.line.changed(turn=turn, session=ours.number("session", session, 1))
        yield replace(message, line=line)


def _with_records(messages: Sequence[Message], header: dict[str, Any] | None) -> tuple[Message, ...]:
    """The messages, those of the story with a record of how the file had them and what of it is no story, the first with its header too."""
    made = list(messages)
    told = [at for at, message in enumerate(messages) if not message.aside]
    for place, at in enumerate(told):
        message, end = messages[at], (*told[place + 1 :], len(messages))[0]
        first = [one.raw for one in messages[:at]] if place == 0 else []
        record = record_of(message.raw, message.line.text, tellings_of(message), first, [one.raw for one in messages[at + 1 : end]])
        record = record if place else with_header(record, header)
        made[at] = replace(message, line=message.line.changed(brought=record))
    return tuple(made)


def tellings_of(message: Message) -> list[str]:
    """All tellings of a message, each once, the chosen one in its place."""
    told = list(message.alternatives)
    told.insert(message.chosen, message.line.text)
    return list(dict.fromkeys(told))


def _others_told(message: Message) -> list[str | None]:
    """The tellings that were not chosen, each once, with None in the place of the one that was."""
    return [None if one == message.line.text else one for one in tellings_of(message)]


def as_came(chat: Chat, records: Mapping[int, str]) -> Chat:
    """A chat of a campaign, with what its file had of each message by the ``records`` of their turns; what was played since stands behind
    it. A chat without a record of the first line gets one of our own."""
    found = {turn: read_record(record) for turn, record in records.items() if record}
    header = next((found[turn][HEADER] for turn in sorted(found, reverse=True) if HEADER in found[turn]), None)
    if header is None and chat.messages and chat.messages[0].line.turn not in found:
        header = {**_names_alone(chat), "chat_metadata": {}}
    about = Fields(header, "", [])
    rows: list[tuple[Message, dict[str, Any]]] = []
    for message in chat.messages:
        record = found.get(message.line.turn, {})
        rows += [(message, row) for row in record.get(FIRST, ())]
        rows.append((message, row_of(record, message.line.text, tellings_of(message))))
        rows += [(message, row) for row in record.get(THEN, ())]
    names = _names([row for _, row in rows if row], about, ANYBODY)
    metadata = about.inner("chat_metadata")
    messages = []
    for number, (message, row) in enumerate(rows, 1):
        read = _message(row, names, f"line {number}", []) if row else None
        if read is not None and read.aside:
            messages.append(replace(read, line=read.line.changed(turn=message.line.turn, session=message.line.session)))
        else:
            messages.append(replace(message, hidden=read.hidden, raw=row, own=read.own) if read else message)
    return replace(
        chat,
        messages=tuple(messages),
        player=names.player or chat.player,
        gm=names.gm,
        parent=metadata.text("main_chat") or chat.parent,
        memory=_memory([row for _, row in rows]),
        note=metadata.text("note_prompt"),
        books=tuple(filter(None, [metadata.text("world_info")])),
        source=SOURCE,
        raw={} if header is None else {"header": header},
        own=tuple(f"header.{path}" for path in own_paths(header or {}, HEADER_SHARED, USUAL)),
    )


def _message(raw: dict[str, Any], names: _Names, path: str, losses: list[Loss]) -> Message:
    """A message, without its place in the chat."""
    fields = Fields(raw, path, losses)
    extra = fields.inner("extra")
    speaker, user, hidden = " ".join(fields.text("name").split()), fields.yes("is_user"), fields.yes("is_system")
    kind = extra.text("type")
    role: Role = "player" if user else "gm" if kind == "narrator" or extra.inner(OURS).text("role") != "npc" else "npc"
    role = role if kind == "narrator" else names.seats.role(speaker, role)
    char = names.gm if user else speaker
    text = _told(fields.text("mes"), char, names.player, f"{path}.mes", losses)
    others, chosen = _others(fields, char, names.player, text)
    aside = not text.strip() or (hidden and (kind in NO_STORY or bool(extra.value.get("tool_invocations"))))
    line = TranscriptLine(
        turn=0,
        text=text,
        role=role,
        speaker="" if kind == "narrator" or (role == "gm" and same_name(speaker, "GM")) else speaker,
        time=sent(raw.get("send_date")),
        clock="wall",
    )
    if raw.get("send_date") not in (None, "") and not line.time:
        losses.append(Loss(f"{path}.send_date", raw["send_date"], "It is no date in any known form."))
    return Message(line, others, chosen, hidden, aside, raw, own_paths(raw, LINE, USUAL))


def _others(fields: Fields, char: str, user: str, text: str) -> tuple[tuple[str, ...], int]:
    """The tellings that were not chosen, and where the chosen one stands among them."""
    value = fields.value.get("swipes")
    if not isinstance(value, list):
        fields.words("swipes")
        return (), 0
    told: list[str | None] = []
    for place, swipe in enumerate(value):
        words = Fields({"swipes": {str(place): swipe}}, fields.path, fields.losses).inner("swipes").text(str(place))
        told.append(_told(words, char, user, fields.path, []) if words.strip() else None)
    chosen = fields.maybe_number("swipe_id", 0)
    if chosen is None or chosen >= len(told):
        chosen = told.index(text) if text in told else len(told)
    others = tuple(words for place, words in enumerate(told) if place != chosen and words is not None)
    return others, sum(words is not None for words in told[:chosen])


def _told(text: str, char: str, user: str, path: str, losses: list[Loss]) -> str:
    """The words of a message: its macros filled in, as far as they are known, and how the words were set left out."""
    told = filled(text, char or "{{char}}", user or "{{user}}", outlets={})
    losses += [Loss(path, macro, UNKNOWN_MACRO) for macro in told.unknown]
    losses += [Loss(path, macro, ENDLESS_MACRO) for macro in told.endless]
    losses += [Loss(path, picture, "A campaign's record is words, and keeps no pictures.") for picture in pictures_in(text)]
    return bare(told.text)


def _memory(rows: Sequence[Mapping[str, Any]]) -> str:
    """The last summary that stands beside a message."""
    found = (Fields(row, "", []).inner("extra").text("memory") for row in reversed(rows))
    return next((memory for memory in found if memory), "")


def _remarks(chat: Chat) -> Iterator[str]:
    hidden = sum(message.hidden and not message.aside for message in chat.messages)
    if hidden:
        yield f"{counted(hidden, 'message was', 'messages were')} hidden from the model there; here they are told like any other."
    aside = len(chat.messages) - len(chat.told)
    if aside:
        what = "line is no part of the story (comments, tool calls, no words)"
        yield f"{counted(aside, what, what.replace('line is', 'lines are'))}."


def _put_back(message: Message, names: _Names) -> dict[str, Any]:
    """The line as it was written, but for what has changed since."""
    raw = deepcopy(dict(message.raw))
    was, now = _message(raw, names, "", []), message.line
    others_changed = _others_told(was) != _others_told(message)
    if was.line.text != now.text:
        raw["mes"] = now.text
    if isinstance(raw.get("swipes"), list) or others_changed:
        if others_changed:
            _swipe(raw, message)
        elif was.line.text != now.text and isinstance(raw.get("swipe_id"), int) and 0 <= raw["swipe_id"] < len(raw["swipes"]):
            raw["swipes"][raw["swipe_id"]] = now.text
    if was.line.speaker != now.speaker:
        raw["name"] = now.speaker
    if (was.line.role == "player") != (now.role == "player"):
        raw["is_user"] = now.role == "player"
    if was.line.time != now.time:
        raw["send_date"] = now.time
    if was.hidden != message.hidden:
        raw["is_system"] = message.hidden
    return raw


def _swipe(row: dict[str, Any], message: Message) -> None:
    told = list(message.alternatives)
    told.insert(message.chosen, message.line.text)
    row |= {"swipe_id": message.chosen, "swipes": told}
    row.pop("swipe_info", None)


def _fresh(message: Message, chat: Chat) -> dict[str, Any]:
    """A line for a message that came from elsewhere."""
    line, player = message.line, message.line.role == "player"
    ours: dict[str, Any] = {"turn": line.turn, "session": line.session} | ({"role": "npc"} if line.role == "npc" else {})
    row: dict[str, Any] = {
        "name": line.speaker or (chat.player or "You" if player else chat.gm or "GM"),
        "is_user": player,
        "is_system": message.hidden,
        "send_date": line.time if line.clock == "wall" else "",
        "mes": line.text,
        "extra": {OURS: ours},
    }
    if message.alternatives:
        _swipe(row, message)
    return row


def _header(chat: Chat, rows: Sequence[dict[str, Any]]) -> dict[str, Any] | None:
    """The first line; None where the chat came without one and says nothing that would stand there."""
    was = chat.raw.get("header") if chat.source == SOURCE else None
    mine = isinstance(was, dict)
    said = (chat.parent, chat.note, chat.books[:1])
    if chat.source == SOURCE and not mine and said == ("", "", ()):
        return None
    blank = _names_alone(chat)
    header: dict[str, Any] = deepcopy(was) if isinstance(was, dict) else blank
    about = Fields(header, "", [])
    metadata = about.inner("chat_metadata")
    if mine and said == (metadata.text("main_chat"), metadata.text("note_prompt"), tuple(filter(None, [metadata.text("world_info")]))):
        return header
    new = dict(metadata.value)
    if not mine:
        new["integrity"] = uuid_of_words("\n".join(map(_one_line, rows)))
    tells = {"main_chat": chat.parent, "note_prompt": chat.note, "world_info": chat.books[0] if chat.books else ""}
    new |= {key: value for key, value in tells.items() if metadata.text(key) != value}
    header["chat_metadata"] = new
    return header


def _names_alone(chat: Chat) -> dict[str, Any]:
    return {"user_name": chat.player or "You", "character_name": chat.gm or "GM"}


def _one_line(row: Mapping[str, Any]) -> str:
    return whole(json.dumps(row, ensure_ascii=False, separators=(",", ":"), allow_nan=False))
