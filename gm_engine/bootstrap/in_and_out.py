"""In: transcripts and journals taken in."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import NamedTuple

from gm_engine.authoring import read_rules
from gm_engine.bootstrap.games import as_recorded, opening_of, tools_of
from gm_engine.bootstrap.gms import make_provider
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.exchange.plain_transcript import first_line, read_transcript
from gm_engine.extraction.foreign import is_foreign
from gm_engine.extraction.reading import Telling
from gm_engine.journal import Journal, Ledger
from gm_engine.journal.lines import is_journal, read_lines
from gm_engine.play.game import Game
from gm_engine.play.ingest import ingest, minutes_of, open_import, outline, pack_of, tellings
from gm_engine.play.snapshot import seldom_disturbed
from gm_engine.providers.recorded import RecordedGM
from gm_engine.storage import Store
from gm_engine.story.counting import counted
from gm_engine.story.event import Event
from gm_engine.story.pack import Pack
from gm_engine.story.transcript_line import TranscriptLine

LINES_AT_A_TIME = 200
NAMES = 10
"""Learning the names is about so many per cent of the work."""


class Imported(NamedTuple):
    """What came of an import, in words, and what a person should know of how the file was read (whole sentences)."""

    found: str
    remarks: tuple[str, ...] = ()


def import_lines(
    journal: Journal, lines: Sequence[TranscriptLine], on_line: Callable[[int, int], None] | None = None, given: Settings | None = None,
    pack: Pack | None = None,
) -> Game:  # fmt: skip
    """A transcript as a campaign: names are learnt from the whole text first, then every line is read in order.

    It is written in one go at the end: whoever is stopped on the way, however it is, leaves nothing behind. ``pack`` is what the
    story lives in, with people and lore of its own; the smallest that will do, unless it is given.
    """
    pack = as_recorded(pack) if pack else pack_of(journal.name, lines)
    game, beginning = unbegun(journal, pack, given)
    tools = game.tools

    def story() -> Iterator[Event]:
        yield from beginning
        readings, minutes = tools.reader.read_many(_watched(tellings(lines, pack), len(lines), on_line)), minutes_of(lines, pack.calendar)
        shape = outline(lines, minutes)
        for first in range(0, len(lines), LINES_AT_A_TIME):
            last = first + LINES_AT_A_TIME
            yield from ingest(lines[first:last], minutes[first:last], readings, shape, game.state, tools)
            if on_line:
                on_line(NAMES + (100 - NAMES) * min(last, len(lines)) // len(lines), 100)

    with seldom_disturbed():
        game.take_in(story())
    game.learn(on_text=on_line)
    return game


def unbegun(journal: Journal, pack: Pack, given: Settings | None = None) -> tuple[Game, Iterator[Event]]:
    """A game for an imported story, and the events that it opens with."""
    provider = make_provider("embedded", pack) if pack.x else RecordedGM({})
    opening = opening_of(journal.name, pack, provider, seed=1)
    tools = tools_of(opening, provider, read_rules(), given)
    opening = replace(opening, versions={**opening.versions, "reader": tools.reader.version})
    game = Game(journal, tools)
    return game, open_import(opening, game.state, tools)


def _watched(tellings: Iterator[Telling], total: int, on_line: Callable[[int, int], None] | None) -> Iterator[Telling]:
    """The same tellings, with their share of the bar shown as their names are learnt."""
    for count, telling in enumerate(tellings):
        if on_line and count % LINES_AT_A_TIME == 0:
            on_line(NAMES * count // total, 100)
        yield telling


def import_file(
    store: Store, file: Path, name: str, on_line: Callable[[int, int], None] | None = None, given: Settings | None = None
) -> Imported:
    """Import one transcript or journal as the campaign ``name``. Nothing is left behind where it fails."""
    first = first_line(file)
    journal = store.create(name)
    try:
        if is_journal(first):
            return import_journal(journal, file, str(file))
        read = read_transcript(file)
        told = remarks_on(import_lines(journal, read.lines, on_line, given), read.lines)
        return Imported(told.found, (*read.remarks, *told.remarks))
    finally:
        journal.close()


def import_journal(journal: Ledger, file: Path | bytes, where: str) -> Imported:
    """A journal that was exported, taken in whole. ``where`` is what the file is called."""
    with TextIOWrapper(BytesIO(file), encoding="utf-8") if isinstance(file, bytes) else file.open(encoding="utf-8") as lines:
        read_lines(lines, journal, where)
    return Imported("the whole journal was taken in")


def remarks_on(game: Game, lines: Sequence[TranscriptLine]) -> Imported:
    """What came of a story that was taken in."""
    facts, conflicts = len(game.state.lore.facts(status=None)), len(game.state.conflicts)
    found = f"{counted(len(lines), 'turn')}, {counted(facts, 'fact')}, {counted(conflicts, 'conflict')}"
    foreign = sum(is_foreign(line.text) for line in lines)
    other = f"{counted(foreign, 'turn is', 'turns are')} not in English: nothing was read out of them." if foreign else ""
    return Imported(found, (*([other] if other else []), *game.new_remarks()))
