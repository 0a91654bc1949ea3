"""What the opening of a story shows: where it has the player's character, and who acts there."""

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from gm_engine.bootstrap.named_entries import Reads
from gm_engine.extraction.reading import Telling
from gm_engine.play.ingest import YOU
from gm_engine.story.claim import Claim
from gm_engine.story.entity import Entity
from gm_engine.story.pack import UNNAMED, Location, Person
from gm_engine.story.text_fields import prose_of


class Shown(NamedTuple):
    """Where the player's character is (``at``, an id; empty where no name is told), who acts there by id, and the people and places that
    nothing else told of."""

    at: str = ""
    acting: tuple[str, ...] = ()
    people: Mapping[str, Person] = {}
    places: Mapping[str, Location] = {}


def shown_in(
    texts: Sequence[str], people: Mapping[str, Person], places: Mapping[str, Location], reader: Reads, hero: str, taken: Iterable[str] = ()
) -> Shown:
    """What texts show, the last of them latest. ``taken`` are ids that are somebody's or something's already."""
    known = {id: place for id, place in places.items() if place.visibility == "table"}
    you = Entity(id=YOU, kind="character", name="you" if hero == UNNAMED else hero, pronouns="they")
    entities = [Entity(id=id, kind="character", name=one.name, aliases=one.aliases, pronouns=one.pronouns) for id, one in people.items()]
    entities += [Entity(id=id, kind="place", name=one.name, aliases=one.aliases) for id, one in known.items()]
    closed = {YOU, *people, *places, *taken}
    at = ""
    acting: dict[str, None] = {}
    new_people: dict[str, Person] = {}
    new_places: dict[str, Location] = {}
    tellings = [Telling(prose_of(text), number, "narrator", you=YOU) for number, text in enumerate(texts, 1)]
    for reading in reader.knowing([you, *entities]).read_many(tellings):
        found = {entity.id: entity for entity in reading.entities if entity.of is None and entity.id not in closed}
        for claim in reading.claims:
            id = claim.value.entity or ""
            if claim.subject == YOU and claim.relation == "at" and claim.polarity and claim.validity.until is None:
                if id in found and found[id].kind == "place":
                    new_places.setdefault(id, Location(name=found[id].name, aliases=found[id].aliases))
                at = id if id in known or id in new_places else at
            elif _acts(claim) and (claim.subject in people or _is_new(found.get(claim.subject))):
                acting[claim.subject] = None
                if claim.subject not in people:
                    one = found[claim.subject]
                    pronouns = one.pronouns if one.pronouns in ("he", "she", "they", "it") else "they"
                    new_people.setdefault(claim.subject, Person(name=one.name, aliases=one.aliases, pronouns=pronouns))
    return Shown(at, tuple(acting), new_people, new_places)


def _acts(claim: Claim) -> bool:
    """True for a sign of life: somebody does something before our eyes."""
    return claim.relation == "condition" and claim.value.text == "alive" and claim.validity.until is not None and claim.polarity


def _is_new(entity: Entity | None) -> bool:
    return entity is not None and entity.kind == "character" and all(word[:1].isupper() for word in entity.name.split())
