"""What prompting needs to know of a story and of what was chosen for it, without entering their rooms."""

from typing import Protocol

from gm_engine.story.activation import Activation
from gm_engine.story.context_element import ContextElement
from gm_engine.story.entity import Entity
from gm_engine.story.pack import Pack
from gm_engine.story.prompt import PromptSection
from gm_engine.story.table_rules import TableRules
from gm_engine.story.turn import Turn


class Who(Protocol):
    """Knows entities by id."""

    def entity(self, id: str) -> Entity | None: ...


class Turns(Protocol):
    """Knows turns by number."""

    def get(self, key: str) -> Turn | None: ...


class Story(Protocol):
    """A story as far as a prompt needs it; ``state.StoryState`` fits."""

    @property
    def pack(self) -> Pack: ...
    @property
    def lore(self) -> Who: ...
    @property
    def turns(self) -> Turns: ...
    @property
    def pc(self) -> str: ...
    @property
    def note(self) -> str: ...
    @property
    def table(self) -> TableRules: ...
    @property
    def acted(self) -> Activation: ...


class Chosen(Protocol):
    """What was chosen for a prompt, by section; ``context.Fitted`` fits."""

    def section(self, name: str) -> tuple[ContextElement, ...]: ...
    @property
    def window(self) -> "Stands | None": ...


class Stands(Protocol):
    """What stands from the last prompt; ``context.Window`` fits."""

    @property
    def kept(self) -> tuple[PromptSection, ...]: ...


def name_of(id: str, story: Story) -> str:
    """What the table calls somebody or something; the player's character is ``the player's character``."""
    if id and id == story.pc:
        return "the player's character"
    if entity := story.lore.entity(id):
        return entity.name
    pack = story.pack
    known = pack.person(id) or pack.locations.get(id) or pack.items.get(id) or pack.factions.get(id)
    return known.name if known else id.replace("_", " ")
