"""Ink, as its compiler writes it: what is told up to the next choices is a scene, and each choice leads to one."""

import re
from typing import Any, NamedTuple

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import stem
from gm_engine.exchange.formats.brought import Brought, Fate, Loss
from gm_engine.exchange.formats.ink_boxes import LONGEST_PATH, Box, Spot
from gm_engine.exchange.formats.ink_flow import Memory, Passage, Spent, Way, arrived, begun, glued, run, taken
from gm_engine.exchange.formats.ink_reach import Reach
from gm_engine.exchange.formats.kept_states import MOST_COMPARED, TOO_MANY, KeptStates, Seen
from gm_engine.exchange.formats.patient_fields import twice
from gm_engine.exchange.formats.plain_ids import FreeIds, free_id, plain_id
from gm_engine.story.condition import Effect
from gm_engine.story.letters import plain
from gm_engine.story.pack import AuthoredOpening, AuthoredScene, Choice

OLDEST = 19
MOST_SCENES = 5_000
DEEPEST = 200
MOST_FALLS = 50
TAG = re.compile(r"</?[A-Za-z][^<>\n]*>")
"""What the game that plays a story shows words by: bold, in colour, with a picture."""
FATES: tuple[Fate, ...] = (
    Fate("root, containers, named content, text, glue", "kept", "What is told up to the next choices is one scene."),
    Fate("choices, diverts, tunnels, threads, functions", "kept", "A choice leads to the scene that it opens."),
    Fate("variables, conditions, sequences, cycles, read counts, once-only choices, turns", "kept",
         "A scene for each state in which it is told, or leads on, differently. Where these are too many, the nearest is told."),
    Fate("invisible default choices", "kept", "Followed where nothing else is offered."),
    Fate("shuffles, random numbers", "changed", "The first that could come is told each time."),
    Fate("how many turns ago something was, variables handed over by reference within a function", "lost"),
    Fate("HTML's and rich text's tags in the words", "changed", "The words stay."),
    Fate("tags, external functions, lists", "lost", "A condition on one is taken not to hold; the choices under it are offered."),
    Fate("inkVersion, listDefs", "lost"),
)  # fmt: skip


def is_ink(value: Any) -> bool:
    """True for a compiled story."""
    return isinstance(value, dict) and "inkVersion" in value and isinstance(value.get("root"), list)


def read_ink(value: Any, file: str) -> Brought:
    """The scenes of a story. Raises TranscriptError for one that is too old, too deep, or tells nothing."""
    version = value.get("inkVersion") if isinstance(value, dict) else None
    if not is_ink(value) or not isinstance(version, int) or isinstance(version, bool) or version < OLDEST:
        what = f"it is no Ink story that can be read: its inkVersion is {version!r}."
        raise TranscriptError(file, what, f"Compile it with an Ink of this time (inkVersion {OLDEST} or later).", "no-passages")
    if _is_too_deep(value["root"]):
        raise TranscriptError(file, "its parts lie too deep in each other.", "Compile it again.", "bad-json")
    losses = twice(value)
    if value.get("listDefs"):
        losses.append(
            Loss(
                "listDefs",
                dict(value["listDefs"]) if isinstance(value["listDefs"], dict) else value["listDefs"],
                "There are no lists here.",
            )
        )
    return _Story(Box(value["root"], None, "", None), file, losses).read()


def _is_too_deep(value: list[Any]) -> bool:
    """True where lists lie too deep in each other, or the names on the way to one are too long together."""
    level: list[tuple[Any, int]] = [(value, 0)]
    for _ in range(DEEPEST + 1):
        inner = [(item, letters + 1) for part, letters in level if isinstance(part, list) for item in part]
        inner += [(item, letters + len(name)) for one, letters in inner if isinstance(one, dict) for name, item in one.items()]
        level = [(item, letters) for item, letters in inner if isinstance(item, list)]
        if not level or any(letters > LONGEST_PATH for _, letters in level):
            return bool(level)
    return True


class _Place(NamedTuple):
    """Where scenes are told apart by memory: a place of the story, and where it goes back to."""

    path: str
    back: tuple[str, ...]


class _Waiting(NamedTuple):
    """A scene that is still to be told."""

    id: str
    title: str
    spot: Spot
    way: Way | None
    memory: Memory


class _Story:
    def __init__(self, root: Box, file: str, losses: list[Loss]) -> None:
        self.root, self.file, self.losses = root, file, losses
        self.reach = Reach(root)
        self.kept = KeptStates[_Place]()
        self.first: dict[str, _Place] = {}
        self.taken = FreeIds()
        self.waiting: list[_Waiting] = []
        self.told: dict[str, Loss] = {}
        self.spent = Spent()
        self.alike: dict[tuple[str, str, Any], tuple[str, str, Any]] = {}

    def read(self) -> Brought:
        """Follows the story from its beginning until nothing new is found."""
        title = stem(self.file).removesuffix(".ink")
        memory = begun(self.root)
        first = self._id(arrived(self.root, Spot(self.root, 0), None, memory), None, memory, title)
        scenes: dict[str, AuthoredScene] = {}
        while self.waiting:
            one = self.waiting.pop(0)
            calls, temps = (one.way.calls, one.way.temps) if one.way else ((), ())
            self.kept.tired = self.spent.tired
            passage = run(self.root, one.spot, calls, temps, one.memory, self.spent)
            self._fall_through(passage)
            self.told |= {path: loss for path, loss in passage.losses.items() if path not in self.told}
            scenes[one.id] = self._scene(one, passage)
        self.losses += self.told.values()
        if not any(scene.choices or scene.beat != scene.title for scene in scenes.values()):
            raise TranscriptError(self.file, "the story tells nothing.", "Compile it again.", "no-passages")
        opening = AuthoredOpening(name=title, reads=first)
        return Brought("a story (Ink)", scenes=tuple(scenes.values()), openings=(opening,), losses=tuple(self.losses))

    def _seen(self, spot: Spot, way: Way | None, memory: Memory) -> Seen:
        """What of a memory matters to whoever comes to a place."""
        calls = way.calls if way else ()
        facts = self.reach.values_at(spot)
        if backs := [call.back for call in calls if call.back]:
            facts = sorted({*facts, *(fact for back in backs for fact in self.reach.values_at(back))})
        found: list[tuple[str, str, Any]] = []
        for fact in facts:
            kind, _, name = fact.partition(" ")
            if kind == "CNT":
                if name in memory.visits:
                    found.append((fact, "visits", self.reach.count(name, memory.visits[name])))
            elif kind == "TURN":
                found.append((fact, "visits", memory.turns))
            elif name in memory.values:
                value = memory.values[name]
                found.append((fact, type(value).__name__, value))
        temps = (*(way.temps if way else ()), *(one for call in calls for one in call.temps))
        found += [(f"temp {number} {name}", type(value).__name__, value) for number, (name, value) in enumerate(temps)]
        return tuple([self.alike.setdefault(one, one) for one in found])

    def _id(self, spot: Spot, way: Way | None, memory: Memory, title: str) -> str:
        """The id of the scene that begins at a place; a new one waits to be read."""
        place = _Place(spot.path, tuple(call.back.path if call.back else "" for call in way.calls) if way else ())
        if self.kept.full:
            place = self.first.setdefault(spot.path, place)
        self.first.setdefault(spot.path, place)
        if self.spent.exhausted and (id := self.kept.first(place)):
            self._lost_states(spot, place)
            return id
        seen = self._seen(spot, way, memory)
        self.spent.steps += len(seen) + len(memory.values) + len(memory.visits)
        self.kept.tired = self.spent.tired
        if found := self.kept.find(place, seen):
            if not found.exact:
                self._lost_states(spot, place)
                self.spent.steps += len(seen) * MOST_COMPARED // 2
            return found.id
        if self.kept.count >= MOST_SCENES:
            what = f"it unfolds to more than {MOST_SCENES:,} scenes."
            raise TranscriptError(self.file, what, "Take its parts one by one.", "too-large")
        named = re.sub(r"(^|\.)\d+(?=\.|$)", "", spot.path) or "start"
        id = self.taken.take(plain_id(named, "scene"))
        self.kept.put(place, seen, id)
        self.waiting.append(_Waiting(id, title, spot, way, memory))
        return id

    def _lost_states(self, spot: Spot, place: _Place) -> None:
        self.told.setdefault(f"{spot.path}.states", Loss(f"{spot.path}.states", len(self.kept.of[place]), TOO_MANY))

    def _fall_through(self, passage: Passage) -> None:
        """Follows what is chosen by itself where nothing is offered."""
        for _ in range(MOST_FALLS):
            if not passage.ways or any(way.text for way in passage.ways):
                break
            way = passage.ways[0]
            spot, memory = taken(self.root, way, passage.memory)
            more = run(self.root, spot, way.calls, way.temps, memory, self.spent)
            passage.text += more.text
            passage.losses.update({path: loss for path, loss in more.losses.items() if path not in passage.losses})
            passage.ways, passage.memory = more.ways, more.memory
        else:
            passage.ways = []

    def _scene(self, one: _Waiting, passage: Passage) -> AuthoredScene:
        choices: dict[str, Choice] = {}
        offered: set[tuple[str, str]] = set()
        for way in passage.ways:
            if not way.text:
                continue
            text = " ".join(plain(TAG.sub("", way.text)).split()) or way.to.path
            # Where it leads does not hang on what is remembered, and once no state counts any more nothing need be copied.
            spot, memory = taken(self.root, way, Memory() if self.spent.exhausted else passage.memory)
            if self.spent.exhausted and spot.path not in self.first:
                spot, memory = taken(self.root, way, passage.memory)
            target = self._id(spot, way, memory, text)
            if (text, target) in offered:
                continue
            offered.add((text, target))
            name = free_id(plain_id(text, "on"), choices)
            choices[name] = Choice(id=name, text=text, effects=(Effect(verb="goto", target=target),))
        lines = [" ".join(line.split()) for line in plain(TAG.sub("", glued(passage.text))).split("\n")]
        beat = "\n".join(line for line in lines if line)
        title = plain(one.title)
        return AuthoredScene(id=one.id, title=title, beat=beat or title, once=False, choices=tuple(choices.values()), ends=not choices)
