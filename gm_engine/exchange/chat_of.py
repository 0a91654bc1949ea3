"""A chat made of a campaign: what the player said and what the GM told, turn by turn, with what was told otherwise."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from gm_engine.exchange.chronicle import chronicle
from gm_engine.exchange.formats.brought import Chat, Message
from gm_engine.story import event as happened
from gm_engine.story.event import Event
from gm_engine.story.pack import BROUGHT
from gm_engine.story.transcript_line import TranscriptLine, place_noted

SOURCE = "journal"
Others = Mapping[int, Sequence[Event]]
"""By turn, the words that were told in its place and do not stand."""


def chat_of(events: Iterable[Event], others: Others | None = None, *, name: str = "", parent: str = "") -> Chat:
    """The chat of one branch. It holds what was said and told at the table, and nothing that only the GM knows.

    ``others`` become alternatives. ``parent`` names the chat of the branch that this one leaves.
    """
    told = list(events)
    words = [event for event in told if isinstance(event, happened.PlayerSpoke | happened.CompletionReceived)]
    times = {event.turn: event.time for event in words}
    by_npc = {event.turn for event in words if isinstance(event, happened.CompletionReceived) and _is_npc(event)}
    story = chronicle(told)
    hero = story.hero if story.hero.casefold() != "you" else ""
    clock = "story" if story.state.pack.calendar.dated else "wall"
    messages: list[Message] = []
    for turn in story.turns:
        came: dict[str, Any] = {"turn": turn.number, "session": turn.session, "time": times.get(turn.number, ""), "clock": clock}
        instead = (others or {}).get(turn.number, ())
        if turn.said:
            line = TranscriptLine(text=turn.said, role="player", speaker=turn.speaker or hero, **came)
            messages.append(_with(line, () if turn.reply else _lines(instead)))
        if turn.reply:
            role = "npc" if turn.number in by_npc else "gm"
            line = TranscriptLine(text=turn.reply, role=role, speaker="" if turn.said else turn.speaker, **came)
            messages.append(_with(line, _replies(instead, turn.said)))
    tellers = {message.line.speaker for message in messages if message.line.role == "gm" and message.line.speaker}
    pack = story.state.pack
    memory, note = (pack.lore.get(id) if BROUGHT in pack.x else None for id in ("memory", "authors_note"))
    players = (message.line.speaker for message in messages if message.line.role == "player" and message.line.speaker)
    return Chat(
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


def _is_npc(event: happened.CompletionReceived) -> bool:
    return event.completion.given_by == "import" and event.completion.model == "npc"


Other = tuple[str, int | None]
"""The words of another telling, and its place among all, where it came with one."""


def _lines(instead: Iterable[Event]) -> list[Other]:
    return [(event.said, event.attempt) for event in instead if isinstance(event, happened.PlayerSpoke) and event.origin == "import"]


def _replies(instead: Iterable[Event], said: str) -> list[Other]:
    """The replies to the same line: those to another are no alternative to this one."""
    found: list[Other] = []
    now = said
    for event in instead:
        if isinstance(event, happened.PlayerSpoke):
            now = event.said
        elif isinstance(event, happened.CompletionReceived) and now == said:
            found.append((event.completion.text, place_noted(event.completion.notes)))
    return found


def _with(line: TranscriptLine, others: Iterable[Other]) -> Message:
    """The message with its alternatives: those that came with a place at their places, those of a retry before what stands now."""
    kept = [(text, place) for text, place in others if text.strip() and text != line.text]
    placed = sorted((place, text) for text, place in kept if place is not None)
    retried = [text for text, place in kept if place is None]
    chosen = sum(place == at for at, (place, _) in enumerate(placed)) if placed else len(retried)
    return Message(line, (*(text for _, text in placed), *retried), chosen)
