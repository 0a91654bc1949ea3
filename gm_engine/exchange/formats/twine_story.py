"""A Twine story, whichever file it came in: its passages become scenes, its links the choices that lead on."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.brought import Brought, Fate, Loss
from gm_engine.exchange.formats.plain_ids import free_id, plain_id
from gm_engine.exchange.formats.twine_markup import dialect_of, read_passage
from gm_engine.story.condition import Effect
from gm_engine.story.letters import plain
from gm_engine.story.pack import AuthoredOpening, AuthoredScene, Choice

START = "Start"
SPECIAL = frozenset({
    "StoryInit", "StoryCaption", "StoryMenu", "StoryBanner", "StorySubtitle", "StoryAuthor", "StoryInterface", "StoryShare",
    "StorySettings",
    "StoryIncludes", "StoryDisplayTitle", "StoryLoadingScreen", "PassageHeader", "PassageFooter", "PassageReady", "PassageDone",
    "MenuOptions", "MenuShare", "MenuStory", "ClickableWords", "StoryMetadata",
})  # fmt: skip
"""Passages that a story format shows beside the story, or runs."""
SPECIAL_TAGS = frozenset({"script", "stylesheet", "widget", "init", "startup", "header", "footer", "debug-startup",
    "debug-header", "debug-footer",
                          "twine.private", "twine.image", "annotation"})  # fmt: skip
DEAD = "No passage is called so; the way is left out."
PASSAGE_FATES: tuple[Fate, ...] = (
    Fate("name", "kept", "A passage is a scene, and its name the scene's title."),
    Fate("links", "kept", "Each is a choice that leads to the scene; one that leads nowhere is lost."),
    Fate("text", "changed", "The words stay; bold, slanted and the like go."),
    Fate("macros", "lost", "A macro that is a link of plain words is a choice; of all others the words inside of them stay."),
    Fate("variables", "lost", "Nothing is counted or remembered; the text keeps the name."),
    Fate("comments, pictures, scripts, styles", "lost"),
    Fate("tags, position, size, metadata", "lost"),
    Fate("special passages", "lost", "Such as `StoryInit` or `PassageHeader`; a passage tagged `script`, `stylesheet` or `widget`."),
)


@dataclass(frozen=True)
class Passage:
    """A passage as its file had it. ``more`` is what else was said of it: where it lies in the editor."""

    name: str
    text: str
    tags: tuple[str, ...] = ()
    more: Mapping[str, Any] = field(default_factory=dict)


@dataclass(frozen=True)
class TwineStory:
    """A story's passages. ``start`` names the first of them; ``more`` is what else its file says of the story."""

    title: str
    passages: tuple[Passage, ...]
    start: str = ""
    format: str = ""
    more: Mapping[str, Any] = field(default_factory=dict)


def brought_of(stories: Iterable[TwineStory], kind: str, file: str, losses: Iterable[Loss] = ()) -> Brought:
    """The scenes of one story, or of several in one file. Raises TranscriptError where there are none."""
    scenes: dict[str, AuthoredScene] = {}
    openings: list[AuthoredOpening] = []
    lost: list[Loss] = list(losses)
    remarks: list[str] = []
    for story in stories:
        _Story(story, scenes, openings, lost, remarks).read()
    if not scenes:
        what = "the story has no passage that could be told."
        raise TranscriptError(file, what, "A passage begins with a line such as  :: Name  and has its text below.", "no-passages")
    return Brought(kind, scenes=tuple(scenes.values()), openings=tuple(openings), losses=tuple(lost), remarks=tuple(remarks))


class _Story:
    def __init__(
        self, story: TwineStory, scenes: dict[str, AuthoredScene], openings: list[AuthoredOpening], losses: list[Loss], remarks: list[str]
    ) -> None:
        self.story, self.scenes, self.openings, self.losses, self.remarks = story, scenes, openings, losses, remarks
        self.dialect = dialect_of(story.format)

    def read(self) -> None:
        """Makes the story's scenes, and an opening for its first."""
        told = self._told_apart()
        ids: dict[str, str] = {}
        for passage in told:
            taken = {*self.scenes, *ids.values()}
            ids[passage.name] = free_id(plain_id(passage.name, "passage"), taken)
        for passage in told:
            self.scenes[ids[passage.name]] = self._scene(passage, ids)
        self._asides(told)
        first = next((name for name in (self.story.start, START) if name in ids), next(iter(ids), ""))
        if self.story.start and self.story.start not in ids:
            self.losses.append(Loss("start", self.story.start, f"No passage is called so; the story begins with {first!r}."))
        if first:
            title = self.story.title or first
            names = [opening.name for opening in self.openings]
            self.openings.append(AuthoredOpening(name=_free_name(title, names), reads=ids[first]))

    def _told_apart(self) -> list[Passage]:
        """The passages that are told, each name once: the last of a name counts."""
        found: dict[str, Passage] = {}
        for passage in self.story.passages:
            hidden = passage.name in SPECIAL or any(tag.casefold() in SPECIAL_TAGS for tag in passage.tags)
            if hidden:
                if passage.text.strip() or passage.tags:
                    self.losses.append(Loss(f"passages.{passage.name}", passage.text, "The story format runs it; nothing does so here."))
                continue
            if passage.name in found:
                self.losses.append(
                    Loss(f"passages.{passage.name}", found[passage.name].text, "It stands there twice; the last one counts.")
                )
            found[passage.name] = passage
        return list(found.values())

    def _scene(self, passage: Passage, ids: Mapping[str, str]) -> AuthoredScene:
        path = f"passages.{passage.name}"
        told = read_passage(passage.text, path, self.dialect)
        self.losses += told.losses
        choices: dict[str, Choice] = {}
        for link in told.links:
            target = ids.get(link.target)
            if target is None:
                self.losses.append(Loss(f"{path}.link", link.target, _dead(link.target)))
                continue
            id = free_id(plain_id(link.shown, "on"), choices)
            choices[id] = Choice(id=id, text=link.shown, effects=(Effect(verb="goto", target=target),))
        then = ids.get(told.then, "")
        if told.then and not then:
            self.losses.append(Loss(f"{path}.goto", told.then, DEAD))
        elif then and choices:
            self.losses.append(Loss(f"{path}.goto", told.then, "It would go on by itself; here one of the links is chosen."))
        title = " ".join(plain(passage.name).split())
        return AuthoredScene(
            id=ids[passage.name],
            title=title,
            beat=told.text or title,
            once=False,
            choices=tuple(choices.values()),
            goto="" if choices else then,
            ends=not choices and not then,
        )

    def _asides(self, told: Iterable[Passage]) -> None:
        """What was said of passages and of the story that nothing here asks for."""
        tagged = {passage.name: list(passage.tags) for passage in told if passage.tags}
        if tagged:
            self.losses.append(Loss("passages.tags", tagged, "Scenes have no tags."))
        for name in sorted({key for passage in told for key in passage.more}):
            held = {passage.name: passage.more[name] for passage in told if name in passage.more}
            self.losses.append(
                Loss(f"passages.{name}", held, "It says how the passage lies in the editor, or is for a program of its own.")
            )
        if self.story.format:
            self.remarks.append(
                f"The story was written for {self.story.format}: what that program would do besides telling is not done here."
            )
        for name, value in self.story.more.items():
            self.losses.append(Loss(name, value, "It is for the editor or the story format."))


def _dead(target: str) -> str:
    outside = re.match(r"[a-z][a-z0-9+.-]*://", target, re.IGNORECASE)
    return "It leads out of the story; the way is left out." if outside else DEAD


def _free_name(name: str, taken: Iterable[str]) -> str:
    names = set(taken)
    return name if name not in names else next(f"{name} ({n})" for n in range(2, len(names) + 3) if f"{name} ({n})" not in names)
