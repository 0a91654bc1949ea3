"""Where a world of other programs begins, and where its people stand: as their texts say."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gm_engine.bootstrap.named_entries import Reads
from gm_engine.extraction.reading import Telling
from gm_engine.story.entity import Entity
from gm_engine.story.pack import Location, LoreEntry, Person
from gm_engine.story.text_fields import fields_in, prose_of

STANDING = ("at", "lives_at", "role")
"""Relations that say where somebody is found: the innkeeper of Oakford is in Oakford."""


def begins_at(pages: Sequence[Sequence[str]], lore: Mapping[str, LoreEntry], places: Mapping[str, Location]) -> str:
    """The place where it begins, of those that the table knows: the first that the texts of the first card name, in their order (where it
    plays, what is said first, who they are); else the one that an entry is about which is always there, or that it names; else the first
    of all. Empty where there is none.
    """
    known = _known(places)
    texts = [text for page in pages[:1] for text in page]
    always = [entry for entry in lore.values() if entry.pinned and entry.visibility == "table"]
    told = (
        *(_first_named(text, known) for text in texts),
        *(next((id for id in entry.about[:1] if id in known), "") for entry in always),
        *(_first_named(entry.text, known) for entry in always),
        *known,
    )
    return next(filter(None, told), "")


def played_at(texts: Iterable[str], places: Mapping[str, Location]) -> str:
    """The place that the texts of a card name first, in their order; empty where they name none."""
    known = _known(places)
    return next(filter(None, (_first_named(text, known) for text in texts)), "")


def goes_on_at(lines: Iterable[str], at: str, places: Mapping[str, Location]) -> str:
    """The place where a chat goes on: ``at``, where its card plays, while its last line that names a place names that one. Empty where
    it has come to speak of others: nobody knows where it is then.
    """
    known = _known(places)
    last: set[str] = set()
    for line in lines:
        last = {id for id, place in known.items() if _first_named(line, {id: place})} or last
    return at if not last or at in last else ""


def standing_in(
    people: Mapping[str, Person],
    carded: Mapping[str, Person],
    pages: Mapping[str, Sequence[str]],
    lore: Mapping[str, LoreEntry],
    places: Mapping[str, Location],
    reader: Reads,
    start: str,
) -> dict[str, Person]:
    """Those who are found in a place. Whoever has a card is where its texts play, else where it begins; others are where a field
    of an entry about them says, or a sentence of it by which the reader knows where somebody is or lives."""
    known = _known(places)
    found = {id: played_at(pages[id], places) or start for id in carded}
    notes: dict[str, list[str]] = {}
    for entry in lore.values():
        for id in entry.about[:1] if entry.canon == "canon" and entry.visibility == "table" else ():
            if id in people and id not in found:
                notes.setdefault(id, []).append(entry.text)
    told = [(id, text) for id, texts in notes.items() for text in texts]
    for id, text in told:
        field = next((field.value for field in fields_in(text) if field.name in ("at", "lives_at")), "")
        if at := _first_named(field, known):
            found.setdefault(id, at)
    for id, at in _read(told, people, known, reader):
        found.setdefault(id, at)
    return {id: people[id].changed(at=at) for id, at in found.items() if at and not people[id].at}


def _read(
    told: Iterable[tuple[str, str]], people: Mapping[str, Person], known: Mapping[str, Location], reader: Reads
) -> Iterator[tuple[str, str]]:
    """Where the reader takes those to be whom the texts are about, of which each names a place."""
    named = [(id, text) for id, text in told if _first_named(text, known)]
    if not named:
        return
    entities = [Entity(id=id, kind="character", name=one.name, aliases=one.aliases, pronouns=one.pronouns) for id, one in people.items()]
    entities += [Entity(id=id, kind="place", name=one.name, aliases=one.aliases) for id, one in known.items()]
    tellings = [Telling(prose_of(text), number, "author", recent=(id,)) for number, (id, text) in enumerate(named, 1)]
    for (id, _), reading in zip(named, reader.knowing(entities).read_many(tellings), strict=True):
        for claim in reading.claims:
            at = claim.value.entity if claim.value.entity in known else _first_named(claim.value.text, known)
            still = claim.polarity and claim.validity.until is None
            if at and claim.subject == id and claim.relation in STANDING and still:
                yield id, at


def _known(places: Mapping[str, Location]) -> dict[str, Location]:
    return {id: place for id, place in places.items() if place.visibility == "table"}


def _first_named(text: str, places: Mapping[str, Location]) -> str:
    """The place whose name stands first in a text; of two that begin there, the one of the longer name."""
    found = [
        (at.start(), -len(name), id)
        for id, place in places.items()
        for name in (place.name, *place.aliases)
        if name.strip() and (at := re.search(rf"(?<!\w){re.escape(_bare(name))}(?!\w)", text))
    ]
    return min(found)[2] if found else ""


def _bare(name: str) -> str:
    """A name without the article before it, which a text may leave out or begin with a capital."""
    return re.sub(r"^(?:the|a|an)\s+", "", name.strip(), flags=re.IGNORECASE)
