"""Where a world of other programs begins, and where its people stand: as their texts say."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence

from gm_engine.bootstrap.named_entries import Reads
from gm_engine.extraction.reading import Telling
from gm_engine.story.entity import Entity
from gm_engine.story.pack import Location, LoreEntry, Person
from gm_engine.story.text_fields import fields_in, prose_of

WORD = re.compile(r"\w+")
STANDING = ("at", "lives_at", "role")
"""Relations that say where somebody is found: the innkeeper of Oakford is in Oakford."""


def begins_at(pages: Sequence[Sequence[str]], lore: Mapping[str, LoreEntry], places: Mapping[str, Location]) -> str:
    """The place where it begins, of those that the table knows: the first that the texts of the first card name, in their order (where it
    plays, what is said first, who they are); else the one that an entry is about which is always there, or that it names; else the first
    of all. Empty where there is none.
    """
    known, named = _known(places), _Named(places)
    texts = [text for page in pages[:1] for text in page]
    always = [entry for entry in lore.values() if entry.pinned and entry.visibility == "table"]
    told = (
        *(named.first(text) for text in texts),
        *(next((id for id in entry.about[:1] if id in known), "") for entry in always),
        *(named.first(entry.text) for entry in always),
        *known,
    )
    return next(filter(None, told), "")


def played_at(texts: Iterable[str], places: Mapping[str, Location]) -> str:
    """The place that the texts of a card name first, in their order; empty where they name none."""
    named = _Named(places)
    return next(filter(None, (named.first(text) for text in texts)), "")


def goes_on_at(lines: Iterable[str], at: str, places: Mapping[str, Location]) -> str:
    """The place where a chat goes on: ``at``, where its card plays, while its last line that names a place names that one. Empty where
    it has come to speak of others: nobody knows where it is then.
    """
    each = {id: _Named({id: place}) for id, place in places.items()}
    last: set[str] = set()
    for line in lines:
        last = {id for id, named in each.items() if named.first(line)} or last
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
    known, named = _known(places), _Named(places)
    found = {id: played_at(pages[id], places) or start for id in carded}
    notes: dict[str, list[str]] = {}
    for entry in lore.values():
        for id in entry.about[:1] if entry.canon == "canon" and entry.visibility == "table" else ():
            if id in people and id not in found:
                notes.setdefault(id, []).append(entry.text)
    told = [(id, text) for id, texts in notes.items() for text in texts]
    for id, text in told:
        field = next((field.value for field in fields_in(text) if field.name in ("at", "lives_at")), "")
        if at := named.first(field):
            found.setdefault(id, at)
    for id, at in _read(told, people, known, named, reader):
        found.setdefault(id, at)
    return {id: people[id].changed(at=at) for id, at in found.items() if at and not people[id].at}


def _read(
    told: Iterable[tuple[str, str]], people: Mapping[str, Person], known: Mapping[str, Location], names: "_Named", reader: Reads
) -> Iterator[tuple[str, str]]:
    """Where the reader takes those to be whom the texts are about, of which each names a place."""
    named = [(id, text) for id, text in told if names.first(text)]
    if not named:
        return
    entities = [Entity(id=id, kind="character", name=one.name, aliases=one.aliases, pronouns=one.pronouns) for id, one in people.items()]
    entities += [Entity(id=id, kind="place", name=one.name, aliases=one.aliases) for id, one in known.items()]
    tellings = [Telling(prose_of(text), number, "author", recent=(id,)) for number, (id, text) in enumerate(named, 1)]
    for (id, _), reading in zip(named, reader.knowing(entities).read_many(tellings), strict=True):
        for claim in reading.claims:
            at = claim.value.entity if claim.value.entity in known else names.first(claim.value.text)
            still = claim.polarity and claim.validity.until is None
            if at and claim.subject == id and claim.relation in STANDING and still:
                yield id, at


def _known(places: Mapping[str, Location]) -> dict[str, Location]:
    return {id: place for id, place in places.items() if place.visibility == "table"}


class _Named:
    """The names of the places that the table knows, found by the word that each begins with: a text is gone through once, however many
    there are."""

    def __init__(self, places: Mapping[str, Location]) -> None:
        self._bearers: dict[str, tuple[int, str]] = {}
        self._spans: dict[str, set[tuple[int, int]]] = {}
        for id, place in _known(places).items():
            for name in (place.name, *place.aliases):
                bare = _bare(name)
                if word := WORD.search(bare):
                    self._bearers[bare] = min((-len(name), id), self._bearers.get(bare, (0, "")))
                    self._spans.setdefault(word[0], set()).add((word.start(), len(bare)))

    def first(self, text: str) -> str:
        """The place whose name stands first in a text; of two that begin there, the one of the longer name."""
        for word in WORD.finditer(text):
            if found := min(self._at(word, text), default=None):
                return found[2]
        return ""

    def _at(self, word: "re.Match[str]", text: str) -> Iterator[tuple[int, int, str]]:
        for before, length in self._spans.get(word[0], ()):
            start = word.start() - before
            bearer = self._bearers.get(text[start : start + length]) if start >= 0 else None
            if bearer and not (WORD.fullmatch(text[max(0, start - 1) : start]) or WORD.match(text, start + length)):
                yield start, *bearer


def _bare(name: str) -> str:
    """A name without the article before it, which a text may leave out or begin with a capital."""
    return re.sub(r"^(?:the|a|an)\s+", "", name.strip(), flags=re.IGNORECASE)
