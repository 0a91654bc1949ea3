"""The first page: what whoever sits down to play reads before the first line."""

import re

from pydantic import computed_field

from gm_engine.direction.options import open_ways
from gm_engine.state import StoryState
from gm_engine.state.table_lore import TableLore
from gm_engine.story.noun import Noun

HEAD_ENDS = "\n\n⁂\n\n"
"""What stands between the first page and the first reply, where both come in one."""
HEAD = re.compile(r"\A[^⁂]{1,8000}\n\s*⁂\s*\n")
"""The first page before a reply: it comes back with a front-end's history, and is nobody's words."""


class FirstPage(Noun):
    """``premise`` is what the story is about, ``text`` how this opening begins; ``you`` and ``about_you`` are whom one plays. Any of them
    may be empty. ``ways`` are what can be chosen already; the number of one takes it."""

    title: str
    premise: str
    text: str
    you: str
    about_you: str
    place: str
    when: str
    ways: tuple[str, ...] = ()

    @computed_field  # type: ignore[prop-decorator]
    @property
    def words(self) -> str:
        """All of it to be read, in paragraphs."""
        who = f"You are {self.you}.{f' {self.about_you}' if self.about_you else ''}" if self.you else ""
        where = ", ".join(part for part in (f"{self.place[:1].upper()}{self.place[1:]}", self.when) if part)
        ways = "\n".join(f"{number}. {way}" for number, way in enumerate(self.ways, 1))
        return "\n\n".join(part for part in (self.title, self.premise, self.text, who, f"{where}." if where else "", ways) if part)


def first_page(state: StoryState) -> FirstPage:
    """The first page of a story as it begins; what it says of where and when is of now."""
    pack, table = state.pack, TableLore(state)
    person = state.person(state.pc)
    about = person.summary or person.role if person else ""
    return FirstPage(
        title=state.title,
        premise=" ".join(pack.summary.split()),
        text=pack.opens_with(state.opening).strip(),
        you=person.name if person else "",
        about_you=" ".join(about.split()) if table.opens(about) else "",
        place=state.name(state.here) if state.here else "",
        when=state.say_time() if pack.calendar.kept else "",
        ways=open_ways(state) if not state.turn else (),
    )
