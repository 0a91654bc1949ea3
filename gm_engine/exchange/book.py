"""A story as a book: a chapter for each evening, its scenes, and at the end who and what there was."""

from collections.abc import Iterator
from typing import NamedTuple

from gm_engine.exchange.chronicle import Chronicle, Dice, Mark, TurnTold
from gm_engine.exchange.gazetteer import NamePage, name_pages
from gm_engine.exchange.gm_notes import notes_of
from gm_engine.exchange.prep import Heading
from gm_engine.story.counting import counted
from gm_engine.story.pack import IMPORTED


class BookTurn(NamedTuple):
    """One turn. ``notes`` is what stands in its note: the date where it has moved, dice, conflicts, what was put in on purpose."""

    number: int
    said: str
    speaker: str
    paragraphs: tuple[str, ...]
    notes: tuple[str, ...]
    gone: bool


class BookScene(NamedTuple):
    """What happened at one place. ``place`` is empty where nobody knows it."""

    place: str
    turns: tuple[BookTurn, ...]


class Chapter(NamedTuple):
    """One evening. ``when`` is its dates in words, where there are any."""

    session: int
    title: str
    when: str
    scenes: tuple[BookScene, ...]


class Book(NamedTuple):
    """The whole of it. ``secret`` is what only the GM knows, where that was asked for; ``at`` the id of the place where it ends for now."""

    campaign: str
    title: str
    summary: str
    hero: str
    when: str
    opening: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    names: tuple[NamePage, ...]
    secret: tuple[Heading, ...]
    at: str = ""

    @property
    def length(self) -> str:
        """How long it is, in words."""
        turns = sum(len(scene.turns) for chapter in self.chapters for scene in chapter.scenes)
        return f"{counted(len(self.chapters), 'evening')}, {counted(turns, 'turn')}"


def book_of(told: Chronicle, *, gm_notes: bool = False) -> Book:
    """The book, as the table knows the story; ``gm_notes`` adds the GM's notes behind it."""
    state = told.state
    sessions: dict[int, list[TurnTold]] = {}
    for turn in told.turns:
        sessions.setdefault(turn.session, []).append(turn)
    dated = state.pack.calendar.kept
    return Book(
        told.campaign,
        told.title,
        told.summary,
        told.hero if state.pack.id != IMPORTED else "",
        _span(told.turns, dated=dated),
        _paragraphs(state.pack.opens_with(state.opening)),
        tuple(
            Chapter(session, f"Evening {session}", _span(turns, dated=dated), tuple(_scenes(turns, dated=dated)))
            for session, turns in sessions.items()
        ),
        name_pages(state),
        notes_of(state) if gm_notes else (),
        state.here,
    )


def _paragraphs(text: str) -> tuple[str, ...]:
    return tuple(line.strip() for line in text.splitlines() if line.strip())


def _day(time: str) -> str:
    """The date out of a moment in words, whose last part is the hour."""
    return time.rpartition(", ")[0] or time


def _span(turns: list[TurnTold], *, dated: bool) -> str:
    if not turns or not dated:
        return ""
    first, last = _day(turns[0].time), _day(turns[-1].time)
    return first if first == last else f"{first}, to {last}"


def _scenes(turns: list[TurnTold], *, dated: bool) -> Iterator[BookScene]:
    place, time, done = "", "", list[BookTurn]()
    for turn in turns:
        reached = turn.ended or turn.place  # a turn that goes somewhere tells of the place that it comes to
        if done and reached and reached != place:
            yield BookScene(place, tuple(done))
            done = []
        place = reached or place
        moved = turn.time if dated and turn.time != time else ""
        time = turn.time
        given = "This reply was given by the script." if turn.given_by == "script" else ""
        notes = [
            f"{moved[:1].upper()}{moved[1:]}." if moved else "",
            *map(_dice, turn.dice),
            *(f"Simulated: {kind.replace(':', ': ').replace('_', ' ')}." for kind in dict.fromkeys(kind for _, _, kind in turn.simulated)),
            given,
            *map(_conflict, turn.conflicts),
        ]
        gone = turn.redacted
        done.append(BookTurn(turn.number, turn.said, turn.speaker, _paragraphs(turn.reply), tuple(filter(None, notes)), gone))
    if done:
        yield BookScene(place, tuple(done))


def _dice(dice: Dice) -> str:
    who = f"{dice.who}, " if dice.who else ""
    because = f" ({dice.because})" if dice.because else ""
    band = f", {dice.band}" if dice.band else ""
    return f"{who}{dice.what}: {dice.fell}{because}{band}."


def _conflict(mark: Mark) -> str:
    old = f"turn {mark.old_turn}" if mark.old_turn else "what was so before play"
    settled = f" Settled: {mark.settled.replace('_', ' ')}." if mark.settled else ""
    end = "" if mark.old[-1:] in (".", "!", "?", "…") else "."
    kind = f"{mark.severity}, {mark.kind}{', simulated' if mark.simulated else ''}"
    return f"Conflict {mark.id} ({kind}): “{mark.new}” stands against {old}: “{mark.old}”{end}{settled}"
