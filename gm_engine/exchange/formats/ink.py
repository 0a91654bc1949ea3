"""Ink, as its compiler writes it: what is told up to the next choices is a scene, and each choice leads to one."""

import re
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import stem
from gm_engine.exchange.formats.brought import Brought, Fate, Loss
from gm_engine.exchange.formats.ink_flow import Box, Passage, Spot, first_values, run, settled
from gm_engine.exchange.formats.patient_fields import twice
from gm_engine.exchange.formats.plain_ids import free_id, plain_id
from gm_engine.story.condition import Effect
from gm_engine.story.letters import plain
from gm_engine.story.pack import AuthoredOpening, AuthoredScene, Choice

OLDEST = 19
MOST_SCENES = 5_000
DEEPEST = 200
AGAIN = "It is offered once; here it is offered each time."
FATES: tuple[Fate, ...] = (
    Fate("root, containers, named content, text, glue", "kept", "What is told up to the next choices is one scene."),
    Fate("choices, diverts, tunnels, threads, functions", "kept", "A choice leads to the scene that it opens."),
    Fate("once-only choices", "changed", "One that can be come back to is offered again."),
    Fate("invisible default choices", "changed", "Followed where nothing else is offered; else lost."),
    Fate("variables, conditions, sequences, read counts, turns", "changed", "As at the beginning; conditional choices are offered."),
    Fate("tags, external functions, lists, random numbers", "lost"),
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
    if _depth(value["root"]) > DEEPEST:
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


def _depth(value: list[Any]) -> int:
    """How deep the lists lie in each other."""
    depth, level = 0, [value]
    while level and depth <= DEEPEST:
        depth += 1
        inner: list[Any] = [item for part in level for item in part]
        inner += [item for one in inner if isinstance(one, dict) for item in one.values()]
        level = [item for item in inner if isinstance(item, list)]
    return depth


class _Story:
    def __init__(self, root: Box, file: str, losses: list[Loss]) -> None:
        self.root, self.file, self.losses = root, file, losses
        self.values = first_values(root)
        self.ids: dict[tuple[str, tuple[str, ...]], str] = {}
        self.waiting: list[tuple[str, str, Spot, tuple[Spot, ...]]] = []
        self.told: dict[str, Loss] = {}

    def read(self) -> Brought:
        """Follows the story from its beginning until nothing new is found."""
        title = stem(self.file)
        first = self._id(Spot(self.root, 0), (), title)
        scenes: dict[str, AuthoredScene] = {}
        once: list[tuple[str, str, str, str]] = []
        while self.waiting:
            id, name, spot, back = self.waiting.pop(0)
            passage = run(self.root, spot, back, self.values)
            self._fall_through(passage)
            self.told |= {path: loss for path, loss in passage.losses.items() if path not in self.told}
            scenes[id] = self._scene(id, name, passage, once)
        self.losses += self.told.values()
        leads = {id: {effect.target for choice in scene.choices for effect in choice.effects} for id, scene in scenes.items()}
        self.losses += [
            Loss(path, text, AGAIN)
            for path, text in dict.fromkeys((path, text) for id, to, path, text in once if _comes_back(leads, to, id))
        ]
        if not any(scene.choices or scene.beat != scene.title for scene in scenes.values()):
            raise TranscriptError(self.file, "the story tells nothing.", "Compile it again.", "no-passages")
        opening = AuthoredOpening(name=title, reads=first)
        return Brought("a story (Ink)", scenes=tuple(scenes.values()), openings=(opening,), losses=tuple(self.losses))

    def _id(self, spot: Spot, back: tuple[Spot, ...], title: str) -> str:
        """The id of the scene that begins at a place; a new one waits to be read."""
        spot = settled(self.root, spot)
        key = (spot.path, tuple(one.path for one in back))
        if key not in self.ids:
            if len(self.ids) >= MOST_SCENES:
                what = f"it unfolds to more than {MOST_SCENES:,} scenes."
                raise TranscriptError(self.file, what, "Take its parts one by one.", "too-large")
            named = re.sub(r"(^|\.)\d+(?=\.|$)", "", spot.path) or "start"
            self.ids[key] = free_id(plain_id(named, "scene"), set(self.ids.values()))
            self.waiting.append((self.ids[key], title, spot, back))
        return self.ids[key]

    def _fall_through(self, passage: Passage) -> None:
        """Follows what is chosen by itself where nothing is offered."""
        seen: set[str] = set()
        while passage.ways and not any(way.text for way in passage.ways):
            way = passage.ways[0]
            if way.path in seen:
                break
            seen.add(way.path)
            more = run(self.root, way.to, way.back, self.values)
            passage.text += more.text
            passage.losses.update({path: loss for path, loss in more.losses.items() if path not in passage.losses})
            passage.ways = more.ways
        for way in passage.ways:
            if not way.text:
                loss = Loss(way.path, way.to.path, "It is taken when nothing else is left; here all else stays offered.")
                passage.losses.setdefault(way.path, loss)

    def _scene(self, id: str, title: str, passage: Passage, once: list[tuple[str, str, str, str]]) -> AuthoredScene:
        choices: dict[str, Choice] = {}
        for way in passage.ways:
            if not way.text:
                continue
            text = plain(way.text)
            target = self._id(way.to, way.back, text)
            name = free_id(plain_id(text, "on"), choices)
            choices[name] = Choice(id=name, text=text, effects=(Effect(verb="goto", target=target),))
            if way.once:
                once.append((id, target, way.path, text))
        lines = [" ".join(line.split()) for line in plain("".join(passage.text)).split("\n")]
        beat = "\n".join(line for line in lines if line)
        title = plain(title)
        return AuthoredScene(id=id, title=title, beat=beat or title, once=False, choices=tuple(choices.values()), ends=not choices)


def _comes_back(leads: dict[str, set[str]], start: str, to: str) -> bool:
    """True where choices lead from one scene to the other."""
    seen, waiting = {start}, [start]
    while waiting:
        here = waiting.pop()
        if here == to:
            return True
        new = leads.get(here, set()) - seen
        seen |= new
        waiting += sorted(new)
    return False
