"""Ingest: somebody else's transcript, read as live turns are: claims, lore, conflicts, memory."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

from gm_engine.extraction.reader import Reading, Telling
from gm_engine.play.loop import establish
from gm_engine.play.opening import Opening
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.calendar import Calendar
from gm_engine.story.completion import Completion
from gm_engine.story.entity import Entity
from gm_engine.story.event import Event
from gm_engine.story.pack import Pack, Person, Start
from gm_engine.story.provenance import Voice
from gm_engine.story.scene import Scene
from gm_engine.story.transcript import TranscriptLine

YOU = "you"
A_LINE = 10
"""Story minutes that a line takes where the transcript gives no times."""
VOICES: dict[str, Voice] = {"gm": "narrator", "player": "player", "npc": "character"}


def pack_of(name: str, lines: Sequence[TranscriptLine]) -> Pack:
    """The smallest pack that an imported story can live in: somebody called you, and the first line's date."""
    moments = [moment for line in lines if (moment := when(line.time))]
    start = (moments[0] if moments else datetime(1880, 1, 1, 8)).strftime("%Y-%m-%d %H:%M")
    return Pack(
        id="imported",
        title=name,
        calendar=Calendar(start=start),
        start=Start(at="", pc=YOU),
        characters={YOU: Person(name="you", pronouns="they")},
    )


def open_import(opening: Opening, state: StoryState, tools: Tools) -> Iterator[Event]:
    """Turn 0 of an imported story."""
    yield happened.StoryOpened(
        campaign=opening.campaign,
        title=opening.pack.title,
        seed=opening.seed,
        gm=opening.gm,
        versions=dict(opening.versions),
        templates=dict(opening.templates),
        weights=dict(opening.weights),
        origin="import",
    )
    yield happened.PackOpened(pack=opening.pack)
    for relation in opening.relations:
        yield happened.RelationDeclared(relation=relation)
    for rule in tools.rules:
        yield happened.RuleDeclared(rule=rule)
    yield happened.EntityIntroduced(entity=Entity(id=YOU, kind="character", name="you", pronouns="they"))
    yield happened.SessionOpened(number=1)
    yield happened.SceneOpened(scene=Scene(id="s1", title=opening.pack.title, place=""))
    yield happened.TurnClosed(digest=state.digest)


def tellings(lines: Iterable[TranscriptLine], pack: Pack) -> Iterator[Telling]:
    """What the reader needs to know of each line."""
    minute = 0
    for line in lines:
        minute = minute_of(line, minute, pack.calendar)
        yield Telling(
            line.text,
            line.turn,
            VOICES[line.role],
            minute,
            line.speaker or None,
            source="import",
            you=pack.start.pc,
            calendar=pack.calendar,
        )


def minute_of(line: TranscriptLine, before: int, calendar: Calendar) -> int:
    """The story minute of a line: its own time, never before the line before it; else a little later than that."""
    moment = when(line.time)
    return max(before, calendar.minute_of(moment)) if moment else before + A_LINE


def ingest(lines: Iterable[TranscriptLine], readings: Iterable[Reading], state: StoryState, tools: Tools) -> Iterator[Event]:
    """Every line as a turn of its own number, with what was read in it; sessions opened where they change."""
    for line, reading in zip(lines, readings, strict=False):
        if line.session != state.session:
            yield happened.SessionOpened(turn=state.turn, number=line.session, minute=state.minute)
        yield from ingest_line(line, reading, state, tools)


def ingest_line(line: TranscriptLine, reading: Reading, state: StoryState, tools: Tools) -> Iterator[Event]:
    """One line, as a turn."""
    turn = line.turn
    if line.role == "player":
        yield happened.PlayerSpoke(turn=turn, said=line.text, speaker=line.speaker, time=line.time, origin="import")
    else:
        completion = Completion(text=line.text, model=line.role, given_by="import")
        yield happened.CompletionReceived(turn=turn, completion=completion, speaker=line.speaker, time=line.time)
    minute = minute_of(line, state.minute, state.pack.calendar)
    yield happened.StateChanged(turn=turn, what="time", old=state.minute, new=minute, cause="line")
    for entity in reading.entities:
        yield happened.EntityIntroduced(turn=turn, entity=entity)
    yield from establish(reading.claims, state, tools, turn)
    yield happened.TurnClosed(turn=turn, digest=state.digest)


def when(time: str) -> datetime | None:
    """The moment of a line's ``time``, the zone left out; None where it has none that can be read.

    >>> when("2023-05-08T13:56").year
    2023
    """
    try:
        return datetime.fromisoformat(time).replace(tzinfo=None) if time else None
    except ValueError:
        return None
