"""Noted by a model: a transcript taken in line by line, each noted and on record before the next; what was broken off goes on.

A saved story is noted the same way where it has no notes yet, or where some of them failed.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import repeat
from types import MappingProxyType
from typing import NamedTuple

from gm_engine.authoring import read_rules
from gm_engine.bootstrap.games import opening_of, resume_game, tools_of
from gm_engine.bootstrap.hearing_settings import heard_at
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.bootstrap.table_settings import FOR_MODELS
from gm_engine.extraction.reading import Reading
from gm_engine.journal import Journal
from gm_engine.play.game import Game
from gm_engine.play.ingest import ingest, minutes_of, open_import, outline, pack_of
from gm_engine.play.note_price import NotePrice, note_price
from gm_engine.play.renote import Notes, note_again, notes_of
from gm_engine.play.scribe import Scribe
from gm_engine.providers.recorded import RecordedGM
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.event import Event
from gm_engine.story.table_rules import TableRules
from gm_engine.story.transcript_line import TranscriptLine

OnLine = Callable[[int, int], None] | None
"""Hears how many lines are done, and of how many."""


class Renoted(NamedTuple):
    """What came of noting a saved story: turns that have a note now and had none, those that still have none, new facts, conflicts."""

    turns: int
    noted: int
    unnoted: int
    facts: int
    conflicts: int


ROOM = 1500
"""Tokens of earlier story beside a reply of an imported story: nobody waits for it, and a short story fits whole."""


Beside = Mapping[int, Sequence[Event]]
"""By turn, what was told in its place and not chosen."""


def import_noted(
    journal: Journal, lines: Sequence[TranscriptLine], scribe: Scribe, on_line: OnLine = None, given: Settings | None = None,
    beside: Beside = MappingProxyType({}),
) -> Game:  # fmt: skip
    """A transcript as a campaign whose replies are noted by a model, in order. Each line is on record before the next is asked about.

    A journal that holds the first of these lines goes on behind them. Raises ProviderError where nobody is there to answer; what is
    on record then stays. What was told ``beside`` a line goes on record before it, and nobody is asked about it.
    """
    minutes = minutes_of(lines, pack_of(journal.name, lines).calendar)
    shape = outline(lines, minutes)
    game = _begun(journal, lines, given) if journal.head is None else resume_game(journal, given=given)
    for at in range(lines_on_record(game.state, lines) or 0, len(lines)):
        if on_line:
            on_line(at, len(lines))
        here = slice(at, at + 1)
        for event in beside.get(lines[at].turn, ())[journal.attempts() :]:
            journal.aside(event.turn, (event,))
        game.take_in(ingest(lines[here], minutes[here], repeat(Reading()), shape, game.state, game.tools, scribe.ask))
    if on_line:
        on_line(len(lines), len(lines))
    game.learn(on_text=on_line)
    return game


def _begun(journal: Journal, lines: Sequence[TranscriptLine], given: Settings | None) -> Game:
    provider = RecordedGM({})
    opening = opening_of(journal.name, pack_of(journal.name, lines), provider, seed=1)
    tools = tools_of(opening, provider, read_rules(), given)
    opening = replace(opening, versions={**opening.versions, "reader": tools.reader.version})
    game = Game(journal, tools)

    def story() -> Iterator[Event]:
        yield from open_import(opening, game.state, tools)
        yield happened.TableRulesChosen(rules=rules_for_notes(given))

    game.take_in(story())
    return game


def rules_for_notes(given: Settings | None) -> TableRules:
    """The rules of a table at which nobody plays: what is told is noted, with the room that the settings give, else with plenty."""
    laid = heard_at(given.table or FOR_MODELS, given.hearing) if given else FOR_MODELS
    room = given.hearing.room if given else None
    return TableRules(hears=("note",), room=room or ROOM, sure=laid.sure)


def lines_on_record(state: StoryState, lines: Sequence[TranscriptLine]) -> int | None:
    """How many of these lines a story holds that was begun from them, to be noted; None where it is another story."""
    turns = tuple(state.turns.values())
    if "note" not in state.table.hears or len(turns) > len(lines):
        return None
    same = (
        (turn.number, turn.said or turn.reply, turn.speaker, turn.time) == (line.turn, line.text, line.speaker, line.time)
        for turn, line in zip(turns, lines, strict=False)
    )
    return len(turns) if all(same) else None


def price_of_notes(game: Game, notes: Notes, rules: TableRules) -> NotePrice:
    """What it takes to note the turns of a saved story that lack a note."""
    lacking = set(notes.lacking)
    told = ((turn.reply, turn.said, turn.number in lacking) for turn in game.state.turns.values() if turn.reply)
    return note_price(told, rules.room)


def renote(game: Game, notes: Notes, scribe: Scribe, rules: TableRules, on_turn: OnLine = None) -> Renoted:
    """Have every turn noted that lacks a note, in order, each on record before the next is asked about."""
    facts = conflicts = 0
    for n, turn in enumerate(notes.lacking):
        if on_turn:
            on_turn(n, len(notes.lacking))
        told = tuple(entry.event for entry in game.journal.turn(turn))
        events = game.take_in(note_again(told, game.state, game.tools, scribe.ask, rules))
        facts += sum(isinstance(event, happened.FactEstablished) for event in events)
        conflicts += sum(isinstance(event, happened.ConflictFound) for event in events)
    left = len(notes_of(game.journal.entries()).lacking)
    return Renoted(len(notes.told), len(notes.lacking) - left, left, facts, conflicts)
