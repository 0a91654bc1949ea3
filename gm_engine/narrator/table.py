"""What the narrator can see: the prompt's cards for the place, the people, the moment, and what was said lately."""

import re
from dataclasses import dataclass, field

from gm_engine.narrator.line_grammar import Name
from gm_engine.narrator.morphology import sentences
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Statement, Value
from gm_engine.story.context_element import ContextElement
from gm_engine.story.prompt import Prompt


@dataclass
class Card:
    """One person, place or the moment, as the prompt gives it."""

    id: str
    statements: tuple[Statement, ...] = ()
    text: str = ""

    def value(self, relation: str) -> Value | None:
        """The first value of a relation."""
        return next((said.value for said in self.statements if said.relation == relation and said.polarity), None)

    def all(self, relation: str) -> list[Value]:
        """Every value of a relation."""
        return [said.value for said in self.statements if said.relation == relation and said.polarity]

    def word(self, relation: str) -> str:
        """The first value of a relation, in words."""
        found = self.value(relation)
        return found.text if found else ""

    @property
    def blank(self) -> bool:
        """True where nothing is told of what it is and what one notices there, and it has at most a name that anything may have."""
        name = self.word("name")
        return not (self.value("kind") or self.value("sense")) and (not name or name.rpartition(" ")[2][:1].isupper())

    @property
    def name(self) -> Name:
        """How it may be called."""
        aliases = tuple(value.text for value in self.all("alias"))
        return Name(self.id, self.word("name") or self.id.replace("_", " "), aliases, self.word("pronouns") or "it")


@dataclass
class Table:
    """The prompt, read once."""

    place: Card = field(default_factory=lambda: Card(""))
    people: dict[str, Card] = field(default_factory=dict)
    now: Card = field(default_factory=lambda: Card(""))
    elements: dict[str, ContextElement] = field(default_factory=dict)
    beats: tuple[Beat, ...] = ()
    recent: list[str] = field(default_factory=list)
    veils: frozenset[str] = frozenset()
    said: str = ""

    @property
    def part(self) -> str:
        """The part of the day."""
        return self.now.word("part_of_day")


def read_prompt(prompt: Prompt) -> Table:
    """The table as the prompt shows it."""
    table = Table()
    beats: list[Beat] = []
    veils: set[str] = set()
    for section in prompt.sections:
        beats.extend(section.beats)
        if section.name == "said":
            table.said = section.text
        for element in section.elements:
            table.elements[element.id] = element
            _place(table, element)
            veils.update(said.value.text for said in element.statements if said.relation in ("line", "veil"))
        if section.name.startswith("history") and section.role == "assistant":
            table.recent.extend(sentences(section.text or " ".join(element.text for element in section.elements)))
    table.beats = tuple(beats)
    table.veils = frozenset(word for veil in veils for word in re.findall(r"[a-z]+", veil.lower()))
    return table


def _place(table: Table, element: ContextElement) -> None:
    card = Card(element.id.partition(":")[2] or element.id, element.statements, element.text)
    if element.kind == "place" and (not table.place.id or element.place == card.id):
        table.place = card
    elif element.kind == "person":
        table.people[card.id] = card
    elif element.kind == "variable" and element.id == "now":
        table.now = card
