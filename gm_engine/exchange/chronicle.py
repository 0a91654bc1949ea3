"""A story as it was told, turn by turn: what every transcript on a page is written from."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from gm_engine.continuity.report_known import quote_known
from gm_engine.state import StoryState, fold
from gm_engine.state.table_lore import TableLore
from gm_engine.story import event as happened
from gm_engine.story.conflict import Conflict
from gm_engine.story.event import Event
from gm_engine.story.noun import as_shown
from gm_engine.story.roll import Roll


@dataclass(frozen=True)
class Mark:
    """A conflict at the turn that brought it. ``settled`` is what it came to, if it did."""

    id: str
    severity: str
    kind: str
    old_turn: int
    old: str
    new: str
    simulated: bool
    settled: str = ""


@dataclass(frozen=True)
class Dice:
    """A roll that the table saw, in words: whose, for what, how it fell, how it came out, and why the target was so."""

    who: str
    what: str
    fell: str
    band: str
    because: str


@dataclass
class TurnTold:
    """One turn. ``place`` and ``time`` are those at which it began, ``ended`` is the place at its end. ``simulated``
    are the injected sentences, as (start, end, what); ``given_by`` provider, script or import.
    """

    number: int
    session: int
    place: str
    time: str
    said: str = ""
    speaker: str = ""
    reply: str = ""
    given_by: str = ""
    ended: str = ""
    redacted: bool = False
    dice: list[Dice] = field(default_factory=list)
    simulated: tuple[tuple[int, int, str], ...] = ()
    conflicts: list[Mark] = field(default_factory=list)


@dataclass
class Chronicle:
    """The whole of it. ``state`` is the story's state at the end, for pages that add to the tale."""

    campaign: str
    title: str
    summary: str
    hero: str
    turns: list[TurnTold]
    state: StoryState

    def as_json(self) -> dict[str, Any]:
        """Title and turns as plain data."""
        return {
            "campaign": self.campaign,
            "title": self.title,
            "turns": [
                {
                    "turn": turn.number,
                    "session": turn.session,
                    "place": turn.place,
                    "time": turn.time,
                    "said": turn.said,
                    "speaker": turn.speaker,
                    "reply": turn.reply,
                    "given_by": turn.given_by,
                    "redacted": turn.redacted,
                    "dice": [vars(dice) for dice in turn.dice],
                    "simulated": [list(span) for span in turn.simulated],
                    "conflicts": [vars(mark) for mark in turn.conflicts],
                }
                for turn in self.turns
            ],
        }


def chronicle(events: Iterable[Event], *, since: int = 1, until: int = 0) -> Chronicle:
    """The turns from ``since`` to ``until`` (0: the last), told from the record alone.

    Words that were taken out stay out, and so do rolls that the table did not see.
    """
    state = StoryState()
    turns: list[TurnTold] = []
    now: TurnTold | None = None
    found: list[tuple[TurnTold, Conflict]] = []
    for event in events:
        place, time = state.here, state.minute
        fold(state, event)
        if isinstance(event, happened.TextRedacted):
            for turn in turns:
                turn.redacted = turn.redacted or turn.number == event.redacted
        if event.turn == 0 or (now is None and not isinstance(event, happened.PlayerSpoke | happened.CompletionReceived)):
            continue
        if now is None:
            now = TurnTold(event.turn, state.session, _upper(state.name(place)) if place else "", state.pack.calendar.say(time))
            turns.append(now)
        _take(now, event, state)
        if isinstance(event, happened.ConflictFound):
            found.append((now, event.conflict))
        if isinstance(event, happened.TurnClosed):
            now.ended, now = _upper(state.name(state.here)) if state.here else "", None
    table = TableLore(state)
    for turn, conflict in found:
        turn.conflicts.append(_mark(state.conflicts.get(conflict.id, conflict), table))
    shown = [turn for turn in turns if turn.number >= since and (not until or turn.number <= until)]
    return Chronicle(state.campaign, state.title, state.pack.summary, state.name(state.pc) if state.pc else "", shown, state)


def _upper(words: str) -> str:
    return words[:1].upper() + words[1:]


def _take(turn: TurnTold, event: Event, state: StoryState) -> None:
    if isinstance(event, happened.PlayerSpoke):
        turn.said, turn.speaker = event.said, event.speaker
        turn.redacted = turn.redacted or not event.said.strip()
    elif isinstance(event, happened.DiceRolled) and event.roll.visible:
        turn.dice.append(dice_of(event.roll, state))
    elif isinstance(event, happened.CompletionReceived):
        turn.reply, turn.given_by, turn.simulated = event.completion.text, event.completion.given_by, event.completion.sims
        turn.speaker = turn.speaker or event.speaker
        turn.redacted = turn.redacted or not event.completion.text.strip()


def dice_of(roll: Roll, state: StoryState) -> Dice:
    """A roll in words.

    >>> from gm_engine.story.roll import DrawKey
    >>> roll = Roll(id="r1", expression="2d6", faces=(3, 4), total=7, why="speed", key=DrawKey(seed=1, turn=1))
    >>> dice_of(roll, StoryState()).fell
    '3 + 4 = 7'
    """
    if roll.why in ("hit place", "damage"):
        return Dice("", roll.why, roll.skill if roll.why == "hit place" else str(roll.total), "", roll.expression)
    faces = " + ".join(str(face) for face in roll.faces)
    fell = (
        f"{roll.total} against {roll.target}"
        if roll.target is not None
        else faces
        if faces == str(roll.total)
        else f"{faces} = {roll.total}"
    )
    because = ", ".join(f"{mod.why} {mod.value:+d}" for mod in roll.modifiers)
    return Dice(state.name(roll.actor) if roll.actor else "", roll.skill or roll.why or roll.expression, fell, roll.band, because)


def _mark(conflict: Conflict, table: TableLore) -> Mark:
    return Mark(
        id=conflict.id,
        severity=conflict.severity,
        kind=conflict.kind.replace("_", " "),
        old_turn=conflict.established.turn,
        old=as_shown(quote_known(conflict.established, table)),
        new=as_shown(conflict.incoming.quote),
        simulated=conflict.sim != "none",
        settled=conflict.settlement.resolution if conflict.settlement else "",
    )
