"""A Twine story, whichever file it came in: its passages become scenes, its links the choices that lead on."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.brought import Brought, Fate, Loss
from gm_engine.exchange.formats.twine_macros import dialect_of, dialect_seen
from gm_engine.exchange.formats.twine_markup import read_markup
from gm_engine.exchange.formats.twine_reach import counted_in
from gm_engine.exchange.formats.twine_told import VARIABLE, Passages, worded
from gm_engine.exchange.formats.twine_tree import Lost, Made, Part, Words
from gm_engine.exchange.formats.twine_unfolding import unfold
from gm_engine.story.pack import AuthoredOpening, AuthoredScene

START = "Start"
SPECIAL = frozenset({
    "StoryInit", "StoryCaption", "StoryMenu", "StoryBanner", "StorySubtitle", "StoryAuthor", "StoryInterface", "StoryShare",
    "StorySettings",
    "StoryIncludes", "StoryDisplayTitle", "StoryLoadingScreen", "PassageReady", "PassageDone",
    "MenuOptions", "MenuShare", "MenuStory", "ClickableWords", "StoryMetadata",
})  # fmt: skip
"""Passages that a story format shows beside the story, or runs."""
SPECIAL_TAGS = frozenset({"script", "stylesheet", "widget", "init", "startup", "debug-startup",
    "debug-header", "debug-footer",
                          "twine.private", "twine.image", "annotation"})  # fmt: skip
BEGINNING_TAGS = frozenset({"init", "startup"})
"""What is tagged so is done before the story begins."""
HEADERS, FOOTERS = ("PassageHeader", "header"), ("PassageFooter", "footer")
"""The name and the tag of passages that stand above, and below, every other."""
NO_PROSE = "It stands around every passage, and is no prose alone: it asks, prints or leads on."
PASSAGE_FATES: tuple[Fate, ...] = (
    Fate("name", "kept", "A passage is a scene; its name is the scene's title, where it is words and no sign for its author."),
    Fate("links", "kept", "Each is a choice that leads to the scene; one that leads nowhere is lost."),
    Fate("text", "changed", "The words stay; bold, slanted and the like go."),
    Fate(
        "variables, conditions, loops, visits",
        "kept",
        "A passage is told, and its links offered, as what was set on the way has it: it is a scene for each state in which it is told "
        "differently. Where these are too many, the nearest is told.",
    ),
    Fate(
        "macros",
        "changed",
        "What sets, asks, prints, includes and leads on is followed, in SugarCube, Harlowe and Chapbook, and the author's own widgets; "
        "of all others the words inside of them stay.",
    ),
    Fate("links that show more words", "changed", "Each is a choice, and the words are told when it is taken; it is offered once."),
    Fate("random values, fields to fill in", "changed", "The first that could come is taken each time."),
    Fate("scripts, Snowman's programs", "lost"),
    Fate("comments, pictures, styles", "lost"),
    Fate("tags, position, size, metadata", "lost"),
    Fate("StoryInit", "kept", "What it sets is set before the first passage; so with a passage tagged `init` or `startup`."),
    Fate(
        "PassageHeader, PassageFooter",
        "changed",
        "Prose that stands around every passage is told with each, a passage tagged `header` or `footer` as well; one with macros is lost.",
    ),
    Fate("special passages", "lost", "Such as `StoryCaption`; a passage tagged `script` or `stylesheet`."),
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
        self.dialect = dialect_of(story.format) or dialect_seen(passage.text for passage in story.passages)

    def read(self) -> None:
        """Makes the story's scenes, and an opening for its first."""
        told = self._told_apart()
        if not told:
            return
        names = {passage.name for passage in told}
        first = next((name for name in (self.story.start, START) if name in names), told[0].name)
        if self.story.start and self.story.start not in names:
            self.losses.append(Loss("start", self.story.start, f"No passage is called so; the story begins with {first!r}."))
        trees = {passage.name: read_markup(passage.text, self.dialect) for passage in told}
        head, foot = self._around(HEADERS), self._around(FOOTERS)
        passages = Passages(trees, self._made(), self.dialect, counted_in(trees), self._tags(), head, foot)
        unfolded = unfold(passages, self._begun(), first, self.scenes)
        self.scenes |= unfolded.scenes
        self.losses += unfolded.losses
        self._asides(told)
        title = self.story.title or first
        self.openings.append(AuthoredOpening(name=_free_name(title, [opening.name for opening in self.openings]), reads=unfolded.first))

    def _begun(self) -> tuple[Part, ...]:
        """What is done before the story begins."""
        return tuple(
            part
            for passage in self.story.passages
            if passage.name == "StoryInit" or not {tag.casefold() for tag in passage.tags}.isdisjoint(BEGINNING_TAGS)
            for part in read_markup(passage.text, self.dialect)
        )

    def _made(self) -> dict[str, tuple[Part, ...]]:
        """The macros that the story's author has made."""
        widgets = [passage for passage in self.story.passages if "widget" in {tag.casefold() for tag in passage.tags}]
        parts = [part for passage in widgets for part in read_markup(passage.text, self.dialect)]
        return {part.name: part.body for part in parts if isinstance(part, Made)}

    def _around(self, kind: tuple[str, str]) -> str:
        """What stands above, or below, every passage, as far as it is prose; the rest is told as lost."""
        found: list[str] = []
        for passage in self.story.passages:
            if not _stands_around(passage, kind):
                continue
            parts = read_markup(passage.text, self.dialect)
            said = [part.text for part in parts if isinstance(part, Words)]
            if all(isinstance(part, (Words, Lost)) for part in parts) and not any(map(VARIABLE.search, said)):
                found.append(worded(said, self.dialect))
                lost = (part for part in parts if isinstance(part, Lost))
                self.losses += [Loss(f"passages.{passage.name}.{part.what}", part.value, part.why) for part in lost]
            elif passage.text.strip():
                self.losses.append(Loss(f"passages.{passage.name}", passage.text, NO_PROSE))
        return "\n\n".join(filter(None, found))

    def _tags(self) -> dict[str, tuple[str, ...]]:
        return {passage.name: passage.tags for passage in self.story.passages}

    def _told_apart(self) -> list[Passage]:
        """The passages that are told, each name once: the last of a name counts."""
        found: dict[str, Passage] = {}
        for passage in self.story.passages:
            tags = {tag.casefold() for tag in passage.tags}
            if any(_stands_around(passage, kind) for kind in (HEADERS, FOOTERS)):
                continue
            if passage.name in SPECIAL or not tags.isdisjoint(SPECIAL_TAGS):
                followed = passage.name == "StoryInit" or not tags.isdisjoint({*BEGINNING_TAGS, "widget"})
                if not followed and (passage.text.strip() or passage.tags):
                    self.losses.append(Loss(f"passages.{passage.name}", passage.text, "The story format runs it; nothing does so here."))
                continue
            if passage.name in found:
                self.losses.append(
                    Loss(f"passages.{passage.name}", found[passage.name].text, "It stands there twice; the last one counts.")
                )
            found[passage.name] = passage
        return list(found.values())

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
                f"The story was written for {self.story.format}: what it counts and asks is followed, its programs are not run."
            )
        for name, value in self.story.more.items():
            self.losses.append(Loss(name, value, "It is for the editor or the story format."))


def _stands_around(passage: Passage, kind: tuple[str, str]) -> bool:
    """True for a passage of that name, or with that tag."""
    return passage.name == kind[0] or kind[1] in {tag.casefold() for tag in passage.tags}


def _free_name(name: str, taken: Iterable[str]) -> str:
    names = set(taken)
    return name if name not in names else next(f"{name} ({n})" for n in range(2, len(names) + 3) if f"{name} ({n})" not in names)
