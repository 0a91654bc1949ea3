"""Ingest: somebody else's transcript, read as live turns are: claims, lore, conflicts, memory."""

from collections.abc import Iterable, Iterator, Sequence
from datetime import datetime

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
        budget=tools.budget,
        origin="import",
    )
    yield happened.PackOpened(pack=opening.pack)
    for relation in opening.relations:
        yield happened.RelationDeclared(relation=relation)
    for rule in tools.rules:
        yield happened.RuleDeclared(rule=rule)
    yield happened.EntityIntroduced(entity=Entity(id=YOU, kind="character", name="you", pronouns="they"))
    for entity in opening.entities:
        yield happened.EntityIntroduced(entity=entity)
    yield happened.SessionOpened(number=1)
    yield happened.SceneOpened(scene=Scene(id="s1", title=opening.pack.title, place=""))
    yield happened.TurnClosed(digest=state.digest)


def ingest(lines: Iterable[TranscriptLine], state: StoryState, tools: Tools) -> Iterator[Event]:
    """Every line as a turn of its own number, sessions opened where they change."""
    for line in lines:
        if line.session != state.session:
            yield happened.SessionOpened(turn=state.turn, number=line.session, minute=state.minute)
        yield from ingest_line(line, state, tools)


def ingest_line(line: TranscriptLine, state: StoryState, tools: Tools) -> Iterator[Event]:
    """One line, as a turn."""
    turn = line.turn
    if line.role == "player":
        yield happened.PlayerSpoke(turn=turn, said=line.text, speaker=line.speaker, time=line.time, origin="import")
    else:
        completion = Completion(text=line.text, model=line.role, given_by="import")
        yield happened.CompletionReceived(turn=turn, completion=completion, speaker=line.speaker, time=line.time)
    moment = when(line.time)
    minute = max(state.minute, state.pack.calendar.minute_of(moment)) if moment else state.minute + A_LINE
    yield happened.StateChanged(turn=turn, what="time", old=state.minute, new=minute, cause="line")
    tools.reader.know(state.lore.entities())
    reading = tools.reader.read(
        line.text,
        turn=turn,
        voice=VOICES[line.role],
        source="import",
        speaker=line.speaker or None,
        minute=minute,
        you=state.pc,
        calendar=state.pack.calendar,
    )
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
