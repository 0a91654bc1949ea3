"""Other tellings taken up: what was told in the place of a turn, and did not stand, is gone on with.

What was retried or undone is a whole turn on record, and a pointer moves there. What another program's chat brought is words alone: they
are read as any imported line is, and become the turn.
"""

from collections.abc import Iterator, Sequence
from textwrap import indent, shorten
from typing import Any, Literal, NamedTuple

from gm_engine.errors import GameError
from gm_engine.journal import Ledger
from gm_engine.journal.other_tellings import other_tellings
from gm_engine.play.chair import Chair
from gm_engine.play.decided import decide_again, decided_beyond
from gm_engine.play.game import AFTER_A_TURN, Game
from gm_engine.play.ingest import VOICES, ingest, outline, speaker_of, told_otherwise, you_of
from gm_engine.story import event as happened
from gm_engine.story.counting import turns_run
from gm_engine.story.event import Event
from gm_engine.story.other_telling import OtherTelling, in_order
from gm_engine.story.transcript_line import TranscriptLine


class Told(NamedTuple):
    """One of several tellings of a turn: ``number`` counts from 1, ``other`` is None for the one that stands."""

    turn: int
    number: int
    said: str
    reply: str
    speaker: str
    other: OtherTelling | None

    @property
    def id(self) -> str:
        """What it is called: its turn, and its number."""
        return f"{self.turn}.{self.number}"


def tellings_of(game: Game, turn: int | None = None) -> tuple[Told, ...]:
    """All tellings of each turn of the current branch (of one, where it is named) that was told more than once, in order."""
    if turn is not None and not 1 <= turn <= game.state.turn:
        raise GameError(game.journal.name, f"there is no turn {turn}.", turns_run(game.state.turn), "no-such-turn")
    if not isinstance(game.journal, Ledger):
        return ()
    found: list[Told] = []
    for number, others in other_tellings(game.journal, game.journal.branch).items():
        stands = game.state.turns.get(str(number))
        if stands is None or turn not in (None, number):
            continue
        order = in_order(stands.said, stands.reply, others)
        if len(order) > 1:
            for at, one in enumerate(order, 1):
                words = one or stands
                found.append(Told(number, at, words.said, words.reply, words.speaker, one))
    return tuple(found)


def telling_called(game: Game, id: str) -> tuple[Told, Sequence[Told]]:
    """The telling of that id, ``TURN.NUMBER``, and all tellings of its turn. Raises GameError where there is none, or it stands."""
    turn, _, number = id.strip().partition(".")
    there = tellings_of(game, int(turn)) if turn.isdecimal() and len(turn) < 10 else ()
    found = next((one for one in there if one.id == f"{turn}.{number}"), None)
    name = game.journal.name
    if found is None:
        known = f"Turn {turn} has: {', '.join(one.id for one in there)}." if there else "Name one as it is listed, such as 5.2."
        raise GameError(name, f'there is no telling "{id}".', known, "no-such-telling")
    if found.other is None:
        raise GameError(name, f"{found.id} is how turn {found.turn} stands.", "Name one of the others.", "no-such-telling")
    return found, there


def take_up(game: Game, id: str, branch: str = "") -> tuple[str, ...]:
    """Go on from another telling of a turn: along a new branch, which may leave at any turn; without one in the place of the last turn,
    as a retry does. What was decided about the turns before holds on; the remarks say what does not."""
    told, there = telling_called(game, id)
    assert told.other is not None
    if not branch and told.turn != game.state.turn:
        what = f"turn {told.turn} is not the last one, and what came after it would be gone."
        raise GameError(game.journal.name, what, "Go on from it along a branch of its own.", "not-the-last")
    stood = [entry.event for entry in game.journal.turn(told.turn)]
    minute = game.state.turns[str(told.turn)].minute
    since = decided_beyond(game, game.journal.branch, told.turn - 1, told.other.end)
    with game.or_as_it_was():
        if told.other.end:
            game.journal.take_up(told.other.end, branch)
            game.resume()
            left = decide_again(game, since)
            game.take_in(())
        else:
            if branch:
                game.branch(branch, turn=told.turn - 1)
            else:
                game.undo()
            left = decide_again(game, since)
            game.take_in(_line_taken_up(game, told.other, minute))
    if branch and not told.other.end:
        _beside(game, told, there, stood)
    game.learn(AFTER_A_TURN)
    return left.remarks


def _line_taken_up(game: Game, other: OtherTelling, minute: int) -> Iterator[Event]:
    """A line of a chat that was taken in, as the turn: at the time of the one that stood there."""
    state, tools = game.state, game.tools
    line = _line(other.events[0], other.turn, state.session)
    tools.reader.follow(state.lore)
    you = you_of(line, state.pack) and state.pc
    reading = tools.reader.read(
        line.text, turn=line.turn, voice=VOICES[line.role], source="import", minute=minute, speaker=speaker_of(line, state.pack),
        place=state.here, present=state.present(), you=you,
        calendar=state.pack.calendar if state.pack.calendar.dated else None,
    )  # fmt: skip
    chair = Chair(tools.provider, game.journal, state.attempt, state.table, reply=None, on_text=None, on_event=None)
    yield from ingest((line,), (minute,), (reading,), outline((line,), (minute,)), state, tools, chair.ask)


def _beside(game: Game, told: Told, there: Sequence[Told], stood: Sequence[Event]) -> None:
    """The tellings that the new branch has beside the one that was taken up, each with its place, the one that stood before among them."""
    words = [event for event in stood if isinstance(event, happened.PlayerSpoke | happened.CompletionReceived)]
    for place, one in enumerate(there):
        events = one.other.events if one.other else tuple(words)
        if one.id != told.id and len(events) == 1:
            line = _line(events[0], told.turn, game.state.session)
            game.journal.aside(told.turn, (told_otherwise(line, line.text, place),))


def _line(event: Event, turn: int, session: int) -> TranscriptLine:
    assert isinstance(event, happened.PlayerSpoke | happened.CompletionReceived)
    if isinstance(event, happened.PlayerSpoke):
        return TranscriptLine(turn=turn, text=event.said, role="player", speaker=event.speaker, time=event.time, session=session)
    role: Literal["gm", "npc"] = "npc" if event.completion.model == "npc" else "gm"
    return TranscriptLine(turn=turn, text=event.completion.text, role=role, speaker=event.speaker, time=event.time, session=session)


def tellings_text(tellings: Sequence[Told], *, whole: bool = False) -> str:
    """The tellings in lines, the one that stands with a star; each in one line, unless its ``whole`` words are wanted."""
    rows = []
    for one in tellings:
        words = "\n".join(filter(None, (one.said and f"> {one.said}", one.reply)))
        named = f"{one.speaker}: {words}" if one.speaker else words
        told = indent(named, " " * 10).lstrip() if whole else shorten(" ".join(named.split()), 70, placeholder="…")
        rows.append(f"{one.id:<8}{' ' if one.other else '*'} {told}")
    return "\n".join(rows)


def tellings_json(game: Game, turn: int | None = None) -> dict[str, Any]:
    """The same as plain data, with campaign and branch."""
    rows = [
        {"turn": one.turn, "telling": one.id, "said": one.said, "reply": one.reply, "speaker": one.speaker, "stands": one.other is None}
        for one in tellings_of(game, turn)
    ]
    return {"campaign": game.journal.name, "branch": game.journal.branch, "tellings": rows}
