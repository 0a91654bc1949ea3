"""Short stories imported together in memory: one reader, one parse for all of them, no journal."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from functools import cache
from typing import TypeVar

from gm_engine.authoring import read_rules
from gm_engine.bootstrap.games import opening_of, tools_of
from gm_engine.continuity.judged import Beside, beside
from gm_engine.continuity.report import Matter, report_of
from gm_engine.play.ingest import ingest, minutes_of, open_import, outline, pack_of, tellings
from gm_engine.play.opening import Opening
from gm_engine.play.tools import Tools
from gm_engine.providers.recorded import RecordedGM
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.pack import Pack
from gm_engine.story.transcript_line import TranscriptLine

T = TypeVar("T")
WAITING = "I look around and wait."


@cache
def _at_hand() -> tuple[Tools, Opening]:
    """Tools and an opening that every story may use: nothing of them changes as it is read."""
    provider = RecordedGM({})
    opening = opening_of("told", pack_of("told", ()), provider, seed=1)
    return tools_of(opening, provider, read_rules()), opening


def two_tellings(a: str, b: str) -> tuple[TranscriptLine, ...]:
    """What the GM told in turn 1 and in turn 3; the player waits between them."""
    return (
        TranscriptLine(turn=1, role="gm", text=a),
        TranscriptLine(turn=2, role="player", text=WAITING),
        TranscriptLine(turn=3, role="gm", text=b),
    )


def import_all(stories: Iterable[Sequence[TranscriptLine]]) -> Iterator[StoryState]:
    """The state that an import of each story leaves, in their order."""
    tools, opening = _at_hand()
    kept = [(lines, pack_of("told", lines)) for lines in stories]
    readings = tools.reader.read_stories([list(tellings(lines, pack)) for lines, pack in kept])
    for (lines, pack), read in zip(kept, readings, strict=True):
        state = _opened(opening, tools, pack)
        minutes = minutes_of(lines, pack.calendar)
        for event in ingest(lines, minutes, read, outline(lines, minutes), state, tools):
            fold(state, event)
        yield state


def _opened(opening: Opening, tools: Tools, pack: Pack) -> StoryState:
    state = StoryState()
    for event in open_import(replace(opening, pack=pack), state, tools):
        fold(state, event)
    return state


def beside_each_other(stories: Iterable[Sequence[TranscriptLine]], take: Callable[[Beside], Iterable[T]]) -> Iterator[list[T]]:
    """What ``take`` gives for all that the judge is shown, for each story in their order."""
    tools, opening = _at_hand()
    kept = [(lines, pack_of("told", lines)) for lines in stories]
    readings = tools.reader.read_stories([list(tellings(lines, pack)) for lines, pack in kept])
    for (lines, pack), read in zip(kept, readings, strict=True):
        state = _opened(opening, tools, pack)
        found: list[T] = []
        for line, reading in zip(lines, read, strict=True):
            for entity in reading.entities:
                fold(state, happened.EntityIntroduced(turn=line.turn, entity=entity))
            found += [given for one in beside(reading.gists, state) for given in take(one)]
            if reading.gists:
                fold(state, happened.GistsHeard(turn=line.turn, gists=reading.gists))
        yield found


def found_in(stories: Iterable[Sequence[TranscriptLine]]) -> Iterator[tuple[Matter, ...]]:
    """The open conflicts of each story, as the report shows them."""
    for state in import_all(stories):
        yield report_of(state, show="open").conflicts
