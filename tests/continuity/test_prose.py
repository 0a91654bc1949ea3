"""From prose to a verdict: what a GM tells in two turns, read and checked as in play."""

from dataclasses import dataclass
from functools import cache

import pytest

from gm_engine.authoring.data_files import read_data, read_patterns, read_relations
from gm_engine.continuity import check
from gm_engine.extraction.reader import Reader
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.conflict import Conflict
from gm_engine.story.entity import Entity
from gm_engine.story.event import Event
from tests.continuity.county import HERE, relations, rules

PEOPLE = {
    "he": "Orrin Teague, Silas Brandt, Mr. Fenwick, Josiah Pell, Amos Reddy, Clement Ware, Walter Stoll, Jasper Hale, Bram Tolliver"
    ", Tom Sayer, Will Sayer",
    "she": "Harriet Dunn, Delia Crane, Ruth Abel, Nora Finch, Nora Stoll, Ada Pruitt, Lucinda Ames",
}
PLACES = ("Fort Garnet", "Cold Spring", "Blue Lantern Saloon", "the mission", "the corral")


def cast() -> list[Entity]:
    """Everybody and every place that the sentences speak of."""
    people = [(name, pronouns) for pronouns, names in PEOPLE.items() for name in names.split(", ")]
    found = [Entity(id=_id(name), kind="character", name=name, pronouns=pronouns) for name, pronouns in people]
    return found + [Entity(id=_id(name), kind="place", name=name) for name in PLACES]


def _id(name: str) -> str:
    return name.lower().replace(".", "").replace(" ", "_")


@dataclass(frozen=True)
class Prose:
    """Two turns of prose."""

    verdict: str
    kind: str
    first: str
    second: str


def prose() -> list[Prose]:
    lines = [line for line in (HERE / "prose.txt").read_text(encoding="utf-8").splitlines() if line and not line.startswith("#")]
    return [Prose(*(part.strip() for part in line.split("|"))) for line in lines]


@cache
def reader() -> Reader:
    return Reader(read_relations(), read_data("extraction"), read_patterns())


def conflicts(*turns: str) -> list[Conflict]:
    """What is found in a story told in these turns, ten minutes apart."""
    state = StoryState()
    for relation in relations().values():
        fold(state, happened.RelationDeclared(relation=relation))
    for entity in cast():
        fold(state, happened.EntityIntroduced(entity=entity))
    book = reader()
    for number, text in enumerate(turns, 1):
        minute = number * 10
        fold(state, happened.StateChanged(turn=number, what="time", new=minute))
        book.know(state.lore.entities())
        reading = book.read(text, turn=number, voice="narrator", minute=minute, you="you")
        events: list[Event] = [happened.EntityIntroduced(turn=number, entity=entity) for entity in reading.entities]
        events += [happened.ClaimHeard(turn=number, claim=claim) for claim in reading.claims]
        for event in events:
            fold(state, event)
        verdict = check(reading.claims, state, turn=number, rules=rules())
        for fact in verdict.facts:
            fold(state, happened.FactEstablished(turn=number, fact=fact))
        for conflict in verdict.conflicts:
            fold(state, happened.ConflictFound(turn=number, conflict=conflict))
    return list(state.conflicts.values())


@pytest.mark.parametrize("pair", [pair for pair in prose() if pair.verdict == "clash"], ids=lambda pair: pair.second)
def test_a_contradiction_in_prose_is_found_with_both_quotes(pair: Prose) -> None:
    found = conflicts(pair.first, pair.second)
    assert pair.kind in {conflict.kind for conflict in found}
    for conflict in found:
        assert conflict.established.quote in pair.first
        assert conflict.incoming.quote in pair.second


@pytest.mark.parametrize("pair", [pair for pair in prose() if pair.verdict == "clean"], ids=lambda pair: pair.second)
def test_a_look_alike_in_prose_is_left_alone(pair: Prose) -> None:
    assert [conflict.why for conflict in conflicts(pair.first, pair.second)] == []
