"""Ingest: somebody else's transcript, read as live turns are: claims, lore, conflicts, memory."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from types import MappingProxyType
from typing import Literal, NamedTuple

from gm_engine.extraction.reading import Reading, Telling
from gm_engine.memory.highlights import highlights, scenes
from gm_engine.play.asking import Ask
from gm_engine.play.loop import establish
from gm_engine.play.note_rows import SOMEBODY
from gm_engine.play.noter import Noter
from gm_engine.play.opening import Opening, introduced
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.calendar import Calendar
from gm_engine.story.completion import Completion
from gm_engine.story.event import Event
from gm_engine.story.pack import IMPORTED, Pack, Person, Start
from gm_engine.story.provenance import Voice
from gm_engine.story.scene import Scene
from gm_engine.story.story_point import StoryPoint
from gm_engine.story.table_rules import TableRules
from gm_engine.story.transcript_line import PLAYER_NAMES, TranscriptLine, moment_of, place_note

YOU = "you"
A_LINE = 10
"""Story minutes that a line takes where the transcript gives no time: they put it in order, and are never shown."""
PAUSE = 120
"""Story minutes between two lines after which another scene begins."""
VOICES: dict[str, Voice] = {"gm": "narrator", "player": "player", "npc": "character"}


def pack_of(name: str, lines: Sequence[TranscriptLine]) -> Pack:
    """The smallest pack that an imported story can live in: somebody called you, and the first date of the story that a line gives, if
    any."""
    first = next((moment for line in lines if (moment := story_time(line))), None)
    start = first.strftime("%Y-%m-%d %H:%M") if first else ""
    return Pack(
        id=IMPORTED,
        title=name,
        calendar=Calendar(start=start),
        rules="bare",
        rulebook={"chips": {"start": 0, "spend": []}},
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
    yield from introduced(opening, state, tools)
    if opening.pack.npcs or opening.pack.lore:
        tools.reader.know(state.lore.entities())
    yield happened.SessionOpened(number=1)
    yield happened.SceneOpened(scene=Scene(id="s1", title=opening.pack.title, place=""))
    yield happened.TurnClosed(digest=state.digest)


def tellings(lines: Sequence[TranscriptLine], pack: Pack, start: int = 0) -> Iterator[Telling]:
    """What the reader needs to know of each line. Where nobody knows the date, it is given no calendar to reckon with."""
    for line, minute in zip(lines, minutes_of(lines, pack.calendar, start), strict=True):
        yield Telling(
            line.text,
            line.turn,
            VOICES[line.role],
            minute,
            speaker_of(line, pack),
            source="import",
            you=pack.start.pc,
            calendar=pack.calendar if pack.calendar.dated else None,
        )


def speaker_of(line: TranscriptLine, pack: Pack) -> str | None:
    """Who speaks: a name, the id of the player's own character, or None where nobody is named."""
    name = line.speaker.casefold()
    if line.role == "player" and (name in PLAYER_NAMES or (pc_of(pack) and name == pc_of(pack).casefold())):
        return pack.start.pc
    return line.speaker or None


def pc_of(pack: Pack) -> str:
    """What the player's own character is called; empty where there is none."""
    pc = pack.characters.get(pack.start.pc)
    return pc.name if pc else ""


def story_time(line: TranscriptLine) -> datetime | None:
    """When it is in the story as a line is told; None where it does not say. The time of the clock on the wall is no time of the story."""
    return moment_of(line.time) if line.clock == "story" else None


def minutes_of(lines: Sequence[TranscriptLine], calendar: Calendar, start: int = 0) -> tuple[int, ...]:
    """The story minute of each line: its own time, never before that of a line before it.

    Lines without a time lie between those that have one and move none of them: before the first they share its minute,
    after that they follow by ``A_LINE`` or as closely as the next time allows. ``start`` is where a story without times goes on from.
    """
    known = [calendar.minute_of(moment) if (moment := story_time(line)) else None for line in lines]
    found: list[int] = []
    at = 0
    while at < len(known):
        minute = known[at]
        end = next((later for later in range(at, len(known)) if known[later] is not None), len(known))
        if minute is not None:
            found.append(max(minute, found[-1] if found else minute))
            at += 1
            continue
        then = known[end] if end < len(known) else None
        if then is not None and at == 0:
            found += [then] * end
        else:
            found += _between(found[-1] if found else start, then, end - at)
        at = end
    return tuple(found)


def _between(before: int, then: int | None, count: int) -> list[int]:
    """The minutes of ``count`` lines without a time after ``before``, none of them later than ``then``."""
    room = A_LINE * (count + 1) if then is None or then < before else then - before
    return [before + min(A_LINE * n, room * n // (count + 1)) for n in range(1, count + 1)]


class Said(NamedTuple):
    """A sentence that stands for its scene, as it was said; ``lasting`` where it tells of what cannot be undone."""

    text: str
    lasting: bool


class Outline(NamedTuple):
    """Where an imported story's scenes begin (by the numbers of their first turns), and which sentences stand for them, by turn."""

    begins: frozenset[int] = frozenset()
    told: Mapping[int, tuple[Said, ...]] = MappingProxyType({})


def outline(lines: Sequence[TranscriptLine], minutes: Sequence[int]) -> Outline:
    """The outline of a transcript, made of nothing but its own sentences: a new scene with each session, after a pause, where the talk
    turns."""
    texts = [line.text for line in lines]
    breaks = [
        at
        for at, ((before, line), (then, now)) in enumerate(zip(pairwise(lines), pairwise(minutes), strict=True), 1)
        if line.session != before.session or now - then >= PAUSE
    ]
    starts = scenes(texts, breaks)
    told: dict[int, tuple[Said, ...]] = {}
    for start, end in zip(starts, [*starts[1:], len(texts)], strict=True):
        for found in highlights(texts[start:end]):
            line = lines[start + found.at]
            told[line.turn] = (*told.get(line.turn, ()), Said(_as_said(line, found.text), found.lasting))
    return Outline(frozenset(lines[start].turn for start in starts[1:]), told)


def _as_said(line: TranscriptLine, sentence: str) -> str:
    return f"{line.speaker}: {sentence}" if line.speaker and line.role != "gm" else sentence


def ingest(
    lines: Iterable[TranscriptLine], minutes: Iterable[int], readings: Iterable[Reading], outline: Outline, state: StoryState,
    tools: Tools, ask: Ask | None = None,
) -> Iterator[Event]:  # fmt: skip
    """Every line as a turn of its own number, with what was read in it; sessions and scenes opened where they change.

    Where the table's rules have what is told noted, ``ask`` asks a model about it, and nothing is read by rule. A sentence that
    stands for its scene goes on record behind its turn, as a story point.
    """
    for line, minute, reading in zip(lines, minutes, readings, strict=False):
        if line.session != state.session:
            yield happened.SessionOpened(turn=state.turn, number=line.session, minute=state.minute)
        if line.turn in outline.begins:
            id = f"s{len(state.scenes) + 1}"
            now = {"opened": minute, "set_at": minute, "session": state.session, "turn": line.turn}
            yield happened.SceneOpened(turn=state.turn, scene=Scene(id=id, title=state.title, place="", **now))
        yield from ingest_line(line, minute, reading, state, tools, ask)
        for number, said in enumerate(outline.told.get(line.turn, ()), 1):
            yield happened.StoryPointReached(turn=line.turn, story_point=_point(f"p{line.turn}.{number}", said, state, tools))


def _point(id: str, said: Said, state: StoryState, tools: Tools) -> StoryPoint:
    return StoryPoint(
        id=id,
        kind="action",
        title=said.text,
        significance="major" if said.lasting else "minor",
        turn=state.turn,
        scene=state.scene.id,
        minute=state.minute,
        participants=tools.memory.names.named(said.text),
    )


def ingest_line(
    line: TranscriptLine, minute: int, reading: Reading, state: StoryState, tools: Tools, ask: Ask | None = None,
    table: TableRules | None = None,
) -> Iterator[Event]:  # fmt: skip
    """One line, as a turn. From here on ``table`` holds, where it is given."""
    turn = line.turn
    if line.role == "player":
        yield happened.PlayerSpoke(turn=turn, said=line.text, speaker=line.speaker, time=line.time, origin="import")
    else:
        completion = Completion(text=line.text, model=line.role, given_by="import")
        yield happened.CompletionReceived(turn=turn, completion=completion, speaker=line.speaker, time=line.time)
    if line.brought:
        yield happened.LineBrought(turn=turn, line=line.brought)
    yield happened.StateChanged(turn=turn, what="time", old=state.minute, new=minute, cause="line")
    if table is not None and table != state.table:
        yield happened.TableRulesChosen(turn=turn, rules=table)
    noter = Noter(ask, state, tools)
    if "note" not in state.table.hears:
        yield from _read(reading, state, tools)
    elif line.role != "player":
        said, speaker = said_before(turn, state), (line.speaker or SOMEBODY) if line.role == "npc" else ""
        yield from noter.question(line.text, said=said, speaker=speaker)
        yield from noter.records(line.text, (), said, "import", speaker)
        if not noter.noted(line.text) and state.pack.id != IMPORTED:
            yield from _read(reading, state, tools)
    yield happened.TurnClosed(turn=turn, digest=state.digest)


def told_otherwise(line: TranscriptLine, text: str, place: int) -> Event:
    """Another telling of a line, that was not chosen: which of all of them it was, the chosen one among them, counts from 0."""
    if line.role == "player":
        return happened.PlayerSpoke(turn=line.turn, said=text, speaker=line.speaker, time=line.time, origin="import", attempt=place)
    completion = Completion(text=text, model=line.role, given_by="import", notes=(place_note(place),))
    return happened.CompletionReceived(turn=line.turn, completion=completion, speaker=line.speaker, time=line.time)


def _read(reading: Reading, state: StoryState, tools: Tools) -> Iterator[Event]:
    for entity in reading.entities:
        yield happened.EntityIntroduced(turn=state.turn, entity=entity)
    yield from establish(reading.claims, state, tools, state.turn, reading.gists)


def said_before(number: int, state: StoryState) -> str:
    """What the player has said since the last reply before a turn, each in the words of whoever is named."""
    found: list[str] = []
    for turn in state.turns.newest():
        if turn.number >= number:
            continue
        if turn.reply or not turn.said:
            break
        named = turn.speaker and turn.speaker.casefold() not in PLAYER_NAMES
        found.append(f"{turn.speaker}: {turn.said}" if named else turn.said)
    return "\n".join(reversed(found))


def from_elsewhere(
    text: str, role: Literal["gm", "player", "npc"], speaker: str, state: StoryState, tools: Tools, ask: Ask | None = None
) -> Iterator[Event]:
    """Something that was told elsewhere, as a turn of a story in play, here and now: nobody answers it, no time passes, no dice fall.

    ``ask`` asks whoever hears at this table what it establishes.
    """
    line = TranscriptLine(turn=state.turn + 1, text=text, role=role, speaker=speaker, session=state.session)
    tools.reader.follow(state.lore)
    reading = tools.reader.read(
        text, turn=line.turn, voice=VOICES[role], source="import", minute=state.minute, speaker=speaker_of(line, state.pack),
        place=state.here, present=state.present(), you=state.pc, calendar=state.pack.calendar if state.pack.calendar.dated else None,
    )  # fmt: skip
    yield from ingest_line(line, state.minute, reading, state, tools, ask, tools.table)
