"""Twine 2's HTML: a published story, or an archive of several, in ``tw-storydata`` elements."""

import re
from typing import Any

from gm_engine.errors import TranscriptError
from gm_engine.exchange.formats.book_terms import stem
from gm_engine.exchange.formats.brought import Brought, Fate, Loss
from gm_engine.exchange.formats.foreign_json import decoded
from gm_engine.exchange.formats.html_page import Page
from gm_engine.exchange.formats.twine_story import PASSAGE_FATES, Passage, TwineStory, brought_of
from gm_engine.story.letters import plain

STORY = re.compile(rb"<tw-storydata[\s>]", re.IGNORECASE)
KNOWN = frozenset({"name", "startnode", "format", "hidden", "options"})
MOST_PASSAGES = 20_000
FATES: tuple[Fate, ...] = (
    *PASSAGE_FATES,
    Fate("tw-storydata.name", "kept", "The name of the opening; an archive has one for each story."),
    Fate("tw-storydata.startnode, pid", "kept", "The scene of the opening."),
    Fate("tw-storydata.format", "changed", "It says how macros are read."),
    Fate("tw-storydata.ifid, tw-storydata.format-version, tw-storydata.zoom, tw-storydata.tags", "lost"),
    Fate("tw-storydata.creator, tw-storydata.creator-version, tw-tag, style, script", "lost"),
)


def is_twine(data: bytes) -> bool:
    """True for a page that holds the data of a Twine 2 story."""
    return STORY.search(data) is not None


def read_twine(data: bytes, file: str) -> Brought:
    """The scenes of the stories of a page. Raises TranscriptError where there are none."""
    page = _Page()
    page.feed(decoded(data, file))
    page.close()
    if sum(len(story["passages"]) for story in page.stories) > MOST_PASSAGES:
        raise TranscriptError(file, f"it has more than {MOST_PASSAGES:,} passages.", "Take its parts one by one.", "too-large")
    losses: list[Loss] = page.losses
    stories = [_story(found, file) for found in page.stories]
    kind = "a story (Twine)" if len(stories) < 2 else f"{len(stories)} stories (Twine)"
    return brought_of(stories, kind, file, losses)


def _story(found: dict[str, Any], file: str) -> TwineStory:
    given: dict[str, str] = found["given"]
    names = {pid: passage.name for pid, passage in found["passages"]}
    start = given.get("startnode", "")
    more = {f"tw-storydata.{key}": value for key, value in given.items() if key not in KNOWN and value}
    passages = tuple(passage for _, passage in found["passages"])
    return TwineStory(
        " ".join(given.get("name", "").split()) or stem(file), passages, names.get(start, start), given.get("format", ""), more
    )


class _Page(Page):
    """Collects the stories of a page. What stands outside of them (the story format's own program) is passed over."""

    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.stories: list[dict[str, Any]] = []
        self.losses: list[Loss] = []
        self.inside = False
        self.passage: dict[str, str] | None = None
        self.aside = ""
        self.text: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {key: plain(value or "") for key, value in attrs}
        if tag == "tw-storydata":
            self._end_passage()
            self.inside = True
            self.stories.append({"given": given, "passages": []})
        elif not self.inside:
            return
        elif tag == "tw-passagedata":
            self._end_passage()
            self.passage, self.text = given, []
        elif self.passage is not None:
            self.text.append(self.get_starttag_text() or "")
        elif tag in ("script", "style"):
            self.aside, self.text = tag, []
        elif tag == "tw-tag":
            self.losses.append(Loss(f"tw-tag.{given.get('name', '')}", given.get("color", ""), "It is for the editor."))

    def handle_endtag(self, tag: str) -> None:
        if tag in ("tw-passagedata", "tw-storydata"):
            self._end_passage()
            self.inside = self.inside and tag != "tw-storydata"
        elif self.passage is not None:
            self.text.append(f"</{tag}>")
        elif tag == self.aside:
            if text := "".join(self.text).strip():
                self.losses.append(Loss(tag, plain(text), "Neither scripts nor styles are taken over."))
            self.aside = ""

    def handle_data(self, data: str) -> None:
        if self.passage is not None or self.aside:
            self.text.append(data)

    def _end_passage(self) -> None:
        if self.passage is None:
            return
        given, self.passage = self.passage, None
        more = {key: value for key, value in given.items() if key not in ("pid", "name", "tags") and value}
        name = given.get("name", "").strip() or "Untitled"
        passage = Passage(name, plain("".join(self.text)).strip(), tuple(given.get("tags", "").split()), more)
        self.stories[-1]["passages"].append((given.get("pid", ""), passage))
