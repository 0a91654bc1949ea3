"""The annals: what is on record, by turn, and how the turns fall into scenes, chapters and sessions. Only ids are kept here."""

from bisect import bisect_left, bisect_right, insort
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, cast

from gm_engine.story import event as happened
from gm_engine.story.claim import Fact
from gm_engine.story.consequence import Consequence
from gm_engine.story.event import Event
from gm_engine.story.pack import Pack
from gm_engine.story.relation import TOLD
from gm_engine.story.scene import Scene
from gm_engine.story.story_point import StoryPoint

if TYPE_CHECKING:
    from gm_engine.state.story_state import StoryState

Level = Literal["scene", "chapter", "session", "campaign"]
SUMMED = ("scene", "chapter", "session", "campaign")
LONG, SHORT = 16, 6
"""Turns after which the next scene begins a chapter: at once, or where it is another day."""
DAY = 1440
MOST_TOUCHED = 1000
"""When nobody asks for so long, all older summaries count as changed."""


@dataclass(frozen=True)
class Stretch:
    """Turns that belong together, ``first`` to ``last``; ``scene`` is the one that they begin in."""

    level: Level
    first: int
    last: int
    scene: Scene | None = field(default=None, compare=False)

    @property
    def id(self) -> str:
        """``LEVEL:FIRST-LAST``, as context elements are called.

        >>> Stretch("chapter", 5, 21).id
        'chapter:5-21'
        """
        return f"{self.level}:{self.first}-{self.last}"


class Annals:
    """A fold over events, rebuilt from a state to the same answers. What it is fed costs the same however long the story is."""

    def __init__(self) -> None:
        self.pack: Pack | None = None
        self.changed = 0
        """Counts what may have changed the words of older summaries: a name, or words that were taken out."""
        self.touched: list[int] = []
        """The turns whose records changed since somebody last asked, for whoever keeps what was made of them."""
        self._turns: list[int] = []
        self._by_turn: dict[int, dict[str, None]] = {}
        self._turn_of: dict[str, int] = {}
        self._scenes: list[Scene] = []
        self._scene_turns: list[int] = []
        self._chapters: list[int] = []
        self._begun: Scene | None = None
        self._sessions: list[tuple[int, int]] = []
        self._silent = False
        """True while nobody has spoken in the newest session."""
        self._names: dict[str, str] = {}
        self._where: dict[str, tuple[int, str]] = {}
        self._at: dict[tuple[int, str], dict[str, None]] = {}
        self._pledges: dict[tuple[str, ...], list[str]] = {}

    @classmethod
    def of(cls, state: "StoryState") -> "Annals":
        """The annals of everything that ``state`` holds."""
        annals = cls()
        annals.pack = state.pack
        annals._names = {entity.id: entity.name for entity in state.lore.entities()}
        for scene in state.scenes.values():
            annals._open_scene(scene)
        for turn in state.turns.values():
            annals._open_session(max(1, turn.session), turn.number)
        spoken = len(annals._sessions)
        annals._open_session(max(1, state.session), state.turn + 1)
        annals._silent = len(annals._sessions) > spoken
        for point in state.story_points.values():
            annals._note_point(point)
        for decision in state.decisions.values():
            annals._note(f"decision:{decision.id}", decision.turn)
        for owed in state.consequences.values():
            annals._note_owed(owed)
        for fact in state.lore.facts(status=None):
            annals._note_fact(fact)
        annals.touched = []
        return annals

    def apply(self, event: Event) -> None:
        """Takes in one event; what the annals do not tell of changes nothing."""
        match event:
            case happened.PackOpened():
                self.pack = event.pack
            case happened.SessionOpened():
                self._open_session(max(1, event.number), event.turn + 1)
                self._silent = True
            case happened.PlayerSpoke() | happened.CompletionReceived():
                self._speak(event.turn)
            case happened.SceneOpened():
                self._open_scene(event.scene)
            case happened.EntityIntroduced():
                known = self._names.get(event.entity.id)
                self.changed += known is not None and known != event.entity.name
                self._names[event.entity.id] = event.entity.name
            case happened.StoryPointReached():
                self._note_point(event.story_point)
            case happened.DecisionOffered() | happened.DecisionTaken():
                self._note(f"decision:{event.decision.id}", event.decision.turn)
            case happened.ConsequenceDue() | happened.ConsequencePaid():
                self._note_owed(event.consequence)
            case happened.FactEstablished():
                self._note_fact(event.fact)
            case happened.TextRedacted() | happened.MemoryEdited():
                self.changed += 1
            case _:
                pass

    # --- what it is asked

    def records(self, first: int, last: int) -> Iterator[str]:
        """The ids of what is on record of those turns, both included; ``paid:ID`` for what was paid in them."""
        for turn in self._turns[bisect_left(self._turns, first) : bisect_right(self._turns, last)]:
            yield from sorted(self._by_turn[turn])

    def stretch(self, id: str) -> Stretch | None:
        """The stretch of that id; None where it names none."""
        level, _, turns = id.partition(":")
        first, _, last = turns.partition("-")
        if level not in SUMMED or not (first.isdigit() and last.isdigit()):
            return None
        return self._stretch(cast(Level, level), int(first), int(last))

    def chapters(self) -> tuple[Stretch, ...]:
        """Every chapter that is over, the oldest first."""
        return tuple(self._stretch("chapter", first, after - 1) for first, after in pairwise(self._chapters))

    def sessions(self) -> tuple[tuple[int, int], ...]:
        """The number of each session and its first turn, the oldest first."""
        return tuple(self._sessions)

    def cut(self, level: Level, first: int, last: int) -> tuple[Stretch, ...]:
        """Those turns, both included, cut where a chapter (or a scene) begins."""
        starts = self._chapters if level == "chapter" else self._scene_turns
        inside = starts[bisect_right(starts, first) : bisect_right(starts, last)]
        return tuple(self._stretch(level, one, after - 1) for one, after in pairwise((first, *inside, last + 1)))

    def running(self) -> int:
        """The turn with which the chapter that is being played began."""
        return self._chapters[-1] if self._chapters else 1

    def where(self, id: str) -> tuple[int, str]:
        """The session and the place of a story point."""
        return self._where.get(id, (1, ""))

    def at(self, session: int, place: str) -> tuple[str, ...]:
        """The ids of the story points of one place and evening, in the order in which they came."""
        return tuple(self._at.get((session, place), ()))

    def same_pledges(self, owed: Consequence) -> tuple[str, ...]:
        """The ids of everything that was promised, owed or threatened in the same words between the same people, the oldest first."""
        return tuple(self._pledges.get(_pledge(owed), ()))

    def _stretch(self, level: Level, first: int, last: int) -> Stretch:
        at = bisect_right(self._scene_turns, first) - 1
        return Stretch(level, first, last, self._scenes[at] if level in ("scene", "chapter") and at >= 0 else None)

    # --- what it is fed

    def _open_session(self, number: int, first: int) -> None:
        if not self._sessions or number != self._sessions[-1][0]:
            self._sessions.append((number, first))

    def _speak(self, turn: int) -> None:
        """A session begins with the first turn in which somebody speaks: an imported one may have a number of its own."""
        if self._silent and self._sessions:
            self._sessions[-1] = (self._sessions[-1][0], turn)
        self._silent = False

    def _open_scene(self, scene: Scene) -> None:
        turn = max(1, scene.turn)
        if self._begun is None or self._begins_chapter(self._begun, scene):
            self._begun = scene
            self._chapters.append(turn)
        if self._scene_turns and self._scene_turns[-1] >= turn:
            self._scenes[-1] = scene
            return
        self._scenes.append(scene)
        self._scene_turns.append(turn)

    def _begins_chapter(self, begun: Scene, scene: Scene) -> bool:
        """An authored chapter begins where its scene says so; any other where the evening, the day or enough turns have passed."""
        if max(1, scene.turn) <= max(1, begun.turn):
            return False
        authored = self.pack.scene(scene.authored) if self.pack else None
        if authored and authored.chapter:
            return True
        turns = scene.turn - begun.turn
        return scene.session != begun.session or turns >= LONG or (turns >= SHORT and scene.opened // DAY != begun.opened // DAY)

    def _note_point(self, point: StoryPoint) -> None:
        id = f"story_point:{point.id}"
        self._note(id, point.turn)
        starts = [first for _, first in self._sessions]
        here = (self._sessions[max(0, bisect_right(starts, point.turn) - 1)][0] if starts else 1, point.place)
        if (old := self._where.get(id)) is not None and old != here:
            del self._at[old][id]
        self._where[id] = here
        self._at.setdefault(here, {})[id] = None

    def _note_owed(self, owed: Consequence) -> None:
        self._note(f"consequence:{owed.id}", owed.turn)
        same = self._pledges.setdefault(_pledge(owed), [])
        if owed.id not in same:
            same.append(owed.id)
        if owed.paid is not None:
            self._note(f"paid:{owed.id}", owed.paid)

    def _note_fact(self, fact: Fact) -> None:
        if fact.relation != TOLD and fact.told_by[0].turn:
            self._note(f"fact:{fact.id}", fact.told_by[0].turn)

    def _note(self, id: str, turn: int) -> None:
        if (old := self._turn_of.get(id)) is not None and old != turn:
            del self._by_turn[old][id]
            self._touch(old)
        if turn not in self._by_turn:
            insort(self._turns, turn)
            self._by_turn[turn] = {}
        self._by_turn[turn][id] = None
        self._turn_of[id] = turn
        self._touch(turn)

    def _touch(self, turn: int) -> None:
        self.touched.append(turn)
        if len(self.touched) > MOST_TOUCHED:
            self.touched.clear()
            self.changed += 1


def _pledge(owed: Consequence) -> tuple[str, ...]:
    return (owed.kind, owed.debtor, owed.creditor, str(owed.amount), " ".join(owed.text.split()).casefold())
