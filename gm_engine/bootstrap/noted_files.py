"""Transcripts that a language model is to note: what that takes, and what came of it."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from gm_engine.bootstrap.chat_import import not_chosen
from gm_engine.bootstrap.gms import closing_of, endpoint_of, make_provider
from gm_engine.bootstrap.hearers import itself
from gm_engine.bootstrap.in_and_out import Imported
from gm_engine.bootstrap.noted_import import Beside, OnLine, import_noted, lines_on_record, rules_for_notes
from gm_engine.bootstrap.reader_faults import as_fault_of
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.errors import GameError, TranscriptError
from gm_engine.exchange.formats.brought import Chat
from gm_engine.exchange.formats.chat_terms import ANYBODY, Seats
from gm_engine.exchange.known_formats import Given, format_of
from gm_engine.exchange.plain_transcript import Transcript, bytes_of, first_line, transcript_of
from gm_engine.journal.lines import is_journal
from gm_engine.play.ingest import pack_of
from gm_engine.play.note_price import NotePrice, note_price
from gm_engine.play.renote import notes_of
from gm_engine.play.scribe import Scribe
from gm_engine.providers.provider import Advisor
from gm_engine.providers.rate_limits import money
from gm_engine.state import rebuild
from gm_engine.state.story_state import NOBODY
from gm_engine.storage import Store
from gm_engine.story import event as happened
from gm_engine.story.counting import counted
from gm_engine.story.event import Event
from gm_engine.story.transcript_line import TranscriptLine


class NotedFile(NamedTuple):
    """A transcript that a model is to note: what it is saved as, how many of its ``lines`` are on record, what the others cost, and what
    was told ``beside`` them and not chosen."""

    name: str
    lines: tuple[TranscriptLine, ...]
    beside: Beside
    remarks: tuple[str, ...]
    on_record: int
    price: NotePrice


def file_to_note(store: Store, file: Path, name: str, given: Settings | None = None, seats: Seats = ANYBODY) -> NotedFile | None:
    """What is to be done with a transcript. Where one was begun from the same lines, as ``name`` or ``name-2`` …, it is gone on with.
    ``seats`` say who is who in a chat.

    None where the file is a journal that was exported. Raises TranscriptError where it is no transcript.
    """
    if is_journal(first_line(file)):
        return None
    with as_fault_of(str(file)):
        (lines, remarks), beside = _told_in(file, seats)
    saved = {one for one in store.names() if one == name or (one.startswith(f"{name}-") and one.removeprefix(f"{name}-").isdigit())}
    begun = ((one, _on_record(store, one, lines)) for one in sorted(saved, key=lambda one: (len(one), one)))
    found = next(((one, many) for one, many in begun if many is not None), None)
    called, on_record = found or (store.free_name(name), 0)
    return NotedFile(called, lines, beside, remarks, on_record, _price(lines, on_record, rules_for_notes(given).room))


def _told_in(file: Path, seats: Seats) -> tuple[Transcript, Beside]:
    """The lines of a transcript, or of another program's chat, with what was not chosen; of several chats in one file, those of the
    first."""
    data = bytes_of(file)
    given = Given(str(file), data, seats)
    found = format_of(given)
    if found is None:
        return transcript_of(data, file), {}
    brought = found.reads(given)
    if not brought.chats:
        then = "Leave out --model: it needs none."
        raise TranscriptError(str(file), f"it is {brought.kind}, and tells nothing that could be noted.", then, "nothing-to-note")
    chat = brought.chats[0]
    remarks = list(brought.remarks)
    if len(brought.chats) > 1:
        remarks.append("Only the first chat of the file is noted.")
    if chat.parent:
        remarks.append(f"It is a branch of {chat.parent!r}; noted by a model, it is a campaign of its own.")
    if brought.cards or brought.books:
        remarks.append("The cards and lorebooks of the file are left out.")
    return Transcript(tuple(message.line for message in chat.told), tuple(remarks)), dict(_beside(chat))


def _beside(chat: Chat) -> Iterator[tuple[int, tuple[Event, ...]]]:
    for message in chat.told:
        if others := tuple(not_chosen(message)):
            yield message.line.turn, others


def _on_record(store: Store, name: str, lines: Sequence[TranscriptLine]) -> int | None:
    journal = store.open(name, readonly=True)
    try:
        if any(isinstance(entry.event, happened.StoryOpened) and entry.event.origin != "import" for entry in journal.turn(0)):
            return None
        return lines_on_record(rebuild(entry.event for entry in journal.entries()), lines)
    finally:
        journal.close()


def _price(lines: Sequence[TranscriptLine], on_record: int, room: int) -> NotePrice:
    told: list[tuple[str, str, bool]] = []
    said: list[str] = []
    for n, line in enumerate(lines):
        if line.role == "player":
            said.append(line.text)
            continue
        told.append((line.text, "\n".join(said), n >= on_record))
        said.clear()
    return note_price(told, room)


def import_noted_file(
    store: Store, file: NotedFile, gm: str, model: str, on_line: OnLine = None, given: Settings | None = None
) -> Imported:
    """Import a transcript, or the rest of it, noted by the language model of this GM. What is on record stays where it fails."""
    journal = store.open(file.name) if file.name in store.names() else store.create(file.name)
    try:
        provider = make_provider(gm, pack_of(file.name, file.lines), model=model, journal=journal, given=itself(given))
        try:
            scribe = Scribe(provider, journal)
            game = import_noted(journal, file.lines, scribe, on_line, given, file.beside)
        finally:
            for close in closing_of(provider):
                close()
        notes = notes_of(journal.entries())
        facts, conflicts = len(game.state.lore.facts(status=None)), len(game.state.conflicts)
        found = (
            f"{counted(len(file.lines), 'turn')}, {len(notes.noted)} of {counted(len(notes.told), 'reply', 'replies')} noted, "
            f"{counted(facts, 'fact')}, {counted(conflicts, 'conflict')}"
        )
        return Imported(found, (*file.remarks, *game.new_remarks(), *(f"Not noted: {why}" for why in scribe.failures)))
    finally:
        journal.close()


def must_note(given: Settings, gm: str, model: str) -> None:
    """Raises GameError where this GM is not to be had, or cannot be asked anything."""
    provider = make_provider(gm, NOBODY, model=model, given=itself(given))
    for close in closing_of(provider):
        close()
    if not isinstance(provider, Advisor):
        then = "Name a language model: --model MODEL, or an endpoint of settings.toml: --provider NAME."
        raise GameError(provider.name, "this game master cannot be asked what a text says.", then, "no-second-reader")


def price_text(prices: Sequence[NotePrice], given: Settings, gm: str, model: str) -> str:
    """What notes take, in a sentence: questions, tokens, and money where a price is known."""
    questions, read, written = (sum(column) for column in zip(*prices, strict=True))
    endpoint = endpoint_of(gm, given, model)
    price = f"about {money(endpoint.dollars(read, written))}" if endpoint and endpoint.price else "no price is known"
    who = (endpoint.model if endpoint else "") or gm
    asked = counted(questions, "question")
    return f"{asked} to {who}: about {_round(read):,} tokens read and {_round(written):,} written; {price}."


def _round(tokens: int) -> int:
    """An estimate with two figures.

    >>> _round(13_812), _round(640)
    (14000, 640)
    """
    places = len(str(tokens)) - 2
    return round(tokens, -places) if places > 0 else tokens
