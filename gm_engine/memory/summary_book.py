"""The summary book: the story so far, as a prompt takes it in. Pages are kept until one of their records changes."""

from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from gm_engine.memory.annals import Annals, Level, Stretch
from gm_engine.memory.chapters import Summary, summarise
from gm_engine.memory.worded import as_worded
from gm_engine.tokens import STANDARD, count

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

    def so_far(self, state: "StoryState", before: int, room: int, encoding: str = STANDARD) -> tuple[Summary, ...]:
        """What came of all turns before turn ``before``, the oldest first, without a gap, in at most ``room`` tokens.

        What lies far back is told in few words, the last evening's chapters and the last scenes each by itself. Where there is
        not room for every line, those that count most stay, wherever they are; of such that count alike, the newest. A chapter is told
        in a model's words, where it has found some that stand, and where there is room for all.
        """
        pages = [page for stretch in self.plan(before) if (page := self.page(stretch, state))]
        worded = [as_worded(page, state) for page in pages] if state.worded else pages
        if worded != pages and sum(map(partial(_price, encoding=encoding), worded)) <= room:
            return tuple(worded)
        lines = sorted((line.rank, -line.turns[-1], at, n) for at, page in enumerate(pages) for n, line in enumerate(page.lines))
        kept: dict[int, set[int]] = {}
        for _, _, at, n in lines:
            page = pages[at]
            price = count(f" {page.lines[n].text}", encoding) + (0 if at in kept else _header(page, encoding))
            if price <= room:
                kept.setdefault(at, set()).add(n)
                room -= price
        return tuple(pages[at].only(kept[at]) for at in sorted(kept))

    def plan(self, before: int) -> tuple[Stretch, ...]:
        """The turns before turn ``before``, cut into what is summed up by itself; no turn is left out, and none is in two of them."""
        annals, last = self.annals, before - 1
        begun = [first for _, first in annals.sessions() if first <= last]
        if last < 1:
            return ()
        nights = [(one, after - 1) for one, after in pairwise((1, *begun[1:], last + 1))]
        *over, tonight = nights
        found: list[Stretch] = []
        if len(over) > SESSIONS:
            found.append(Stretch("campaign", 1, over[-SESSIONS - 1][1]))
        found += [Stretch("session", *night) for night in over[-SESSIONS:]]
        *chapters, running = annals.cut("chapter", *tonight)
        scenes = annals.cut("scene", running.first, running.last)
        found += self._older("session", chapters, CHAPTERS)
        found += chapters[-CHAPTERS:]
        found += self._older("chapter", list(scenes), SCENES)
        found += scenes[-SCENES:]
        return tuple(found)

    def over(self, before: int) -> tuple[Stretch, ...]:
        """The sessions and chapters that are over, of those that each stand by themselves for the turns before turn ``before``."""
        starts = {first for _, first in self.annals.sessions()}
        whole = {("session", stretch.first, stretch.last) for stretch in self.plan(before) if {stretch.first, stretch.last + 1} <= starts}
        whole |= {("chapter", stretch.first, stretch.last) for stretch in self.annals.chapters()}
        return tuple(stretch for stretch in self.plan(before) if (stretch.level, stretch.first, stretch.last) in whole)

    def _older(self, level: Level, stretches: list[Stretch], shown: int) -> list[Stretch]:
        """All but the last few in one."""
        if len(stretches) <= shown:
            return []
        made = self.annals.stretch(f"{level}:{stretches[0].first}-{stretches[-shown - 1].last}")
        return [made] if made else []

    def _tear_out(self) -> None:
        if self._changed != self.annals.changed:
            self._pages.clear()
            self._changed = self.annals.changed
        for turn in dict.fromkeys(self.annals.touched):
            for stretch in [stretch for stretch in self._pages if stretch.first <= turn <= stretch.last]:
                del self._pages[stretch]
        self.annals.touched.clear()


def _header(page: Summary, encoding: str) -> int:
    """Tokens of what stands before a page."""
    return count(f"- {page.title}, September 30:\n", encoding)


def _price(page: Summary, encoding: str) -> int:
    """Tokens of a whole page."""
    return _header(page, encoding) + sum(count(f" {line.text}", encoding) for line in page.lines)
