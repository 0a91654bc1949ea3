"""Beats: what this turn's telling should do."""

from gm_engine.direction.deeds import tell_deeds
from gm_engine.direction.notebook import Notebook, Plan
from gm_engine.direction.people import meet_people
from gm_engine.direction.scenes import open_scenes, take_decisions
from gm_engine.direction.world import call_back, hear_rumour, pace, pay_due, tell_clocks, tell_finds, weather
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.event import Event
from gm_engine.story.intent import Intent
from gm_engine.story.roll import DrawKey


def plan(intents: tuple[Intent, ...], happened: tuple[Event, ...], state: StoryState, draw: DrawKey) -> Plan:
    """What to tell of this turn, and what comes of it besides what the rules said.

    ``happened`` are this turn's events so far, already folded into ``state``. The plan names ids and carries authored
    words that the table may hear now: never a truth that is still hidden.
    """
    book = Notebook(intents, happened, state, draw)
    tell_deeds(book)
    take_decisions(book)
    tell_finds(book)
    meet_people(book)
    open_scenes(book)
    tell_clocks(book)
    pay_due(book)
    hear_rumour(book)
    call_back(book)
    pace(book)
    book.beats = ordered(book.beats)
    book.add("ambience", place=state.here, slots={"weather": weather(state), "present": ",".join(book.present())})
    return book.plan


ORDER = ("impossible", "journey", "arrive")


def ordered(beats: list[Beat]) -> list[Beat]:
    """The beats as they are told: what was tried, the way, the arrival, the rest, and last what is open."""
    return sorted(beats, key=lambda beat: (beat.kind == "choice", ORDER.index(beat.kind) if beat.kind in ORDER else len(ORDER)))
