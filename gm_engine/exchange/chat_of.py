"""A chat made of a campaign: what the player said and what the GM told, turn by turn, with what was told otherwise."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gm_engine.exchange.chronicle import chronicle
from gm_engine.exchange.formats.brought import Chat, Message
from gm_engine.exchange.formats.tavern_chat import as_came
from gm_engine.story import event as happened
from gm_engine.story.event import Event
from gm_engine.story.other_telling import OtherTelling, in_order
from gm_engine.story.pack import BROUGHT
from gm_engine.story.transcript_line import TranscriptLine

SOURCE = "journal"
Others = Mapping[int, Sequence[OtherTelling]]
"""By turn, what was told in its place and does not stand."""


def chat_of(events: Iterable[Event], others: Others | None = None, *, name: str = "", parent: str = "") -> Chat:
    """The chat of one branch: what was read before the first line (a card's greeting), then what was said and told at the table, and
    nothing that only the GM knows.

    ``others`` become alternatives. ``parent`` names the chat of the branch that this one leaves.
    """
    told = list(events)
    words = [event for event in told if isinstance(event, happened.PlayerSpoke | happened.CompletionReceived)]
    times = {event.turn: event.time for event in words}
    records = {event.turn: event.line for event in told if isinstance(event, happened.LineBrought)}
    by_npc = {event.turn for event in words if isinstance(event, happened.CompletionReceived) and _is_npc(event)}
    story = chronicle(told)
    hero = story.hero if story.hero.casefold() != "you" else ""
    clock = "story" if story.state.pack.calendar.dated else "wall"
    messages: list[Message] = []
    if opens := story.state.pack.opens_with(story.state.opening).strip():
        messages.append(Message(TranscriptLine(turn=0, role="gm", text=opens, clock=clock)))
    for turn in story.turns:
        came: dict[str, Any] = {"turn": turn.number, "session": turn.session, "time": times.get(turn.number, ""), "clock": clock}
        instead = (others or {}).get(turn.number, ())
        if turn.said:
            line = TranscriptLine(text=turn.said, role="player", speaker=turn.speaker or ("" if turn.number in records else hero), **came)
            own = () if turn.reply else [one for one in instead if one.imported and not one.reply]
            messages.append(_with(line, [one.said if one else None for one in in_order(turn.said, "", own)]))
        if turn.reply:
            role = "npc" if turn.number in by_npc else "gm"
            line = TranscriptLine(text=turn.reply, role=role, speaker="" if turn.said else turn.speaker, **came)
            # those to another line are no alternative to this one
            own = [one for one in instead if one.reply and one.said == turn.said]
            messages.append(_with(line, [one.reply if one else None for one in in_order(turn.said, turn.reply, own)]))
    tellers = {message.line.speaker for message in messages if message.line.role == "gm" and message.line.speaker}
    pack = story.state.pack
    memory, note = (pack.lore.get(id) if BROUGHT in pack.x else None for id in ("memory", "authors_note"))
    players = (message.line.speaker for message in messages if message.line.role == "player" and message.line.speaker)
    chat = Chat(
        name=name or story.title or story.campaign,
        messages=tuple(messages),
        player=hero or next(players, ""),
        gm=tellers.pop() if len(tellers) == 1 else "",
        parent=parent,
        memory=memory.text if memory else story.summary,
        note=note.text if note else "",
        books=tuple(book.name for book in pack.books.values() if BROUGHT in pack.x and book.name and not book.of),
        source=SOURCE,
    )
    return as_came(chat, records) if records else chat


def _is_npc(event: happened.CompletionReceived) -> bool:
    return event.completion.given_by == "import" and event.completion.model == "npc"


def _with(line: TranscriptLine, tellings: Sequence[str | None]) -> Message:
    """The message with its alternatives; None is the place of its own words among them."""
    return Message(line, tuple(text for text in tellings if text is not None), tellings.index(None))
