"""The summary book: the story so far, as a prompt takes it in. Pages are kept until one of their records changes."""

from typing import TYPE_CHECKING

from gm_engine.memory.annals import Annals, Stretch
from gm_engine.memory.chapters import Summary, summarise

if TYPE_CHECKING:
    from gm_engine.state.story_state import StoryState

SCENES, CHAPTERS, SESSIONS = 3, 3, 2
"""How many of the last scenes of the running chapter, chapters of the running session, and sessions are told each by itself."""
MOST_PAGES = 256


class SummaryBook:
    """Reads the annals; what it keeps may be thrown away at any time, for it is always made of the records."""

    def __init__(self, annals: Annals) -> None:
        self.annals = annals
        self._changed = annals.changed
        self._pages: dict[Stretch, Summary | None] = {}

    def page(self, stretch: Stretch, state: "StoryState") -> Summary | None:
        """The summary of a stretch; None where nothing came of it."""
        self._tear_out()
        if stretch not in self._pages:
            if len(self._pages) >= MOST_PAGES:
                self._pages.clear()
            self._pages[stretch] = summarise(stretch, self.annals, state)
        return self._pages[stretch]

    def so_far(self, state: "StoryState") -> tuple[Summary, ...]:
        """The story so far, the oldest first, without a gap: what lies far back in few words, the last evening's chapters each by itself.

        Nothing of the scene that is being played is in it, so that it changes only where a scene ends.
        """
        return tuple(page for stretch in self._plan() if (page := self.page(stretch, state)))

    def _plan(self) -> tuple[Stretch, ...]:
        annals = self.annals
        number, begun = annals.session()
        over = [session for session in annals.sessions() if session.last < begun]
        found: list[Stretch] = []
        if len(over) > SESSIONS:
            before = over[: len(over) - SESSIONS]
            found.append(Stretch(f"campaign:{before[0].first}-{before[-1].last}", "campaign", before[0].first, before[-1].last))
        found += over[-SESSIONS:]
        tonight = [chapter for chapter in annals.chapters(CHAPTERS + 1) if chapter.last >= begun]
        if len(tonight) > CHAPTERS:
            first = tonight[-CHAPTERS].first
            found.append(Stretch(f"session:{number}", "session", begun, first - 1))
        found += [_since(chapter, begun) for chapter in tonight[-CHAPTERS:]]
        found += [_since(scene, begun) for scene in annals.scenes(max(begun, annals.running()))[-SCENES:]]
        return tuple(found)

    def _tear_out(self) -> None:
        if self._changed != self.annals.changed:
            self._pages.clear()
            self._changed = self.annals.changed
        for turn in dict.fromkeys(self.annals.touched):
            for stretch in [stretch for stretch in self._pages if stretch.first <= turn <= stretch.last]:
                del self._pages[stretch]
        self.annals.touched.clear()


def _since(stretch: Stretch, first: int) -> Stretch:
    """A stretch as far as it lies in the session that began with turn ``first``."""
    if stretch.first >= first:
        return stretch
    return Stretch(stretch.id, stretch.level, first, stretch.last, stretch.scene)
