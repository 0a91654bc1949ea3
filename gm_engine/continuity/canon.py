"""What the author says: claims from a campaign's own pages."""

import re
from collections.abc import Callable, Iterable
from datetime import date

from gm_engine.story.claim import Claim, Value
from gm_engine.story.pack import Authored, Item, Location, LoreEntry, Pack, Person
from gm_engine.story.provenance import Provenance
from gm_engine.story.relation import Relation
from gm_engine.story.travel import OPPOSITE

LINKED = "linked"
"""The relation of two whose pages link to each other: it joins them, and says no more."""
NUMBER = re.compile(r"(\d[\d,]*)(?:\s*(?:-|–|to)\s*(\d[\d,]*))?\s*(.*)")
ISO = re.compile(r"(-?\d{1,4})(?:-(\d{1,2})(?:-(\d{1,2}))?)?")
NOTHING = ("no", "none", "nothing", "not")
"""Words by which an author says that somebody is not able to: ``reads: no``."""
ABOUT = re.compile(r"^(?:about|some|around|nearly|roughly|c\.)\s+", re.IGNORECASE)


def canon(pack: Pack, relations: Iterable[Relation]) -> tuple[Claim, ...]:
    """What a campaign's pages state of its people, places, factions and things, as an author's claims (``0.1``, ``0.2`` …).

    Read are traits, facts, roles, ties, births, homes, ways and belongings; free texts are the reader's work.
    A claim's ``where`` is its page: ``npcs.thorne``. What the table may not see has the audience ``gm``.
    """
    writer = _Writer(pack, {relation.id: relation for relation in relations})
    for section, entries in (("characters", pack.characters), ("npcs", pack.npcs)):
        for id, person in sorted(entries.items()):
            writer.person(f"{section}.{id}", id, person)
    for id, place in sorted(pack.locations.items()):
        writer.place(f"locations.{id}", id, place)
    for id, faction in sorted(pack.factions.items()):
        writer.authored(f"factions.{id}", id, faction)
        for member in faction.members:
            writer.entity(f"factions.{id}", member, "member_of", id, faction.visibility)
    for id, item in sorted(pack.items.items()):
        writer.item(f"items.{id}", id, item)
    for id, entry in sorted(pack.lore.items()):
        writer.links(f"lore.{id}", entry)
        writer.facts(f"lore.{id}", entry)
    return tuple(writer.claims)


class _Writer:
    def __init__(self, pack: Pack, relations: dict[str, Relation]) -> None:
        self.pack = pack
        self.relations = relations
        self.claims: list[Claim] = []

    def add(self, where: str, subject: str, relation: str, value: Value, audience: str, quote: str = "", polarity: bool = True) -> None:
        words = quote or f"{self.name(subject)}: {relation.replace('_', ' ')} {value.text}."
        telling = Provenance(source="pack", turn=0, voice="author", quote=words, span=(0, len(words)), where=where)
        known = self.relations.get(relation)
        self.claims.append(
            Claim(
                id=f"0.{len(self.claims) + 1}",
                subject=subject,
                relation=relation,
                value=value,
                polarity=polarity,
                provenance=telling,
                audience=audience,
                importance=known.importance if known else 3,
                confidence=100,
            )
        )

    def entity(self, where: str, subject: str, relation: str, other: str, visibility: str) -> None:
        self.add(where, subject, relation, Value(kind="entity", text=self.name(other), entity=other), visibility)

    def links(self, where: str, entry: LoreEntry) -> None:
        """Whom a note ties to whom it is about, with the sentence; what the table may not know of either stays the GM's."""
        subject = self.find(entry.about[0]) if entry.about else None
        for other, sentence in sorted(entry.links.items()):
            linked = self.find(other)
            if subject and linked and other != entry.about[0]:
                hidden = "gm" in (entry.visibility, subject.visibility, linked.visibility)
                value = Value(kind="entity", text=linked.name, entity=other)
                self.add(where, entry.about[0], LINKED, value, "gm" if hidden else "table", sentence)

    def facts(self, where: str, entry: LoreEntry) -> None:
        """What a note states of whom it is about, beside its sentences."""
        subject = self.find(entry.about[0]) if entry.about and entry.canon == "canon" else None
        if subject:
            for relation, words in sorted(entry.facts.items()):
                self.words(where, entry.about[0], relation, words, "gm" if "gm" in (entry.visibility, subject.visibility) else "table")

    def name(self, id: str) -> str:
        found = self.find(id)
        return found.name if found else id.replace("_", " ")

    def find(self, id: str) -> Authored | None:
        pack = self.pack
        return pack.person(id) or pack.locations.get(id) or pack.factions.get(id) or pack.items.get(id)

    def authored(self, where: str, id: str, page: Authored) -> None:
        for relation, words in sorted(page.facts.items()):
            self.words(where, id, relation, words, page.visibility)

    def words(self, where: str, id: str, relation: str, words: str, audience: str) -> None:
        """A fact as its author wrote it; what cannot be read as its relation's value is kept as words."""
        known = self.relations.get(relation)
        denied = known is not None and known.kind == "ability" and words.strip().lower() in NOTHING
        value = read_value("yes" if denied else words, known.value if known else "text", self.find)
        shown = self.name(value.entity) if value.entity else words
        self.add(where, id, relation, value, audience, f"{self.name(id)}: {relation.replace('_', ' ')} {shown}.", polarity=not denied)

    def person(self, where: str, id: str, person: Person) -> None:
        self.authored(where, id, person)
        for relation, words in sorted(person.traits.items()):
            self.words(where, id, relation, words, person.visibility)
        if person.name[:1].isupper():
            self.add(where, id, "name", Value(kind="text", text=person.name), person.visibility, f"{person.name} is the name.")
        if person.role:
            self.words(where, id, "role", person.role, person.visibility)
        if person.born:
            self.words(where, id, "born", person.born, person.visibility)
        for relation, other in person.bonds:
            if self.find(other):
                self.entity(where, id, relation, other, person.visibility)
        if person.at and not person.schedule and id != self.pack.start.pc:
            self.entity(where, id, "at", person.at, "gm")
        if person.faction and id not in (self.pack.factions[person.faction].members if person.faction in self.pack.factions else ()):
            self.entity(where, id, "member_of", person.faction, person.visibility)
        for item in sorted(person.items):
            if item in self.pack.items and person.items[item]:
                self.entity(where, id, "has", item, person.visibility)

    def place(self, where: str, id: str, place: Location) -> None:
        self.authored(where, id, place)
        if place.within:
            self.entity(where, id, "within", place.within, place.visibility)
        for way in place.exits:
            if way.dir:
                bearing = OPPOSITE[way.dir]  # a way out to the north leads to a place that has this one to its south
                quote = f"{self.name(id)}: {bearing} of {self.name(way.to)}."
                self.add(where, id, "bearing", Value(kind="enum", text=bearing, entity=way.to), place.visibility, quote)
            if way.tenths:
                yards = way.tenths * 176
                text = f"{way.tenths / 10:g} miles"
                self.add(
                    where,
                    id,
                    "distance",
                    Value(kind="number", text=text, entity=way.to, low=yards, high=yards, unit="yard"),
                    place.visibility,
                    f"{self.name(id)}: {text} from {self.name(way.to)}.",
                )

    def item(self, where: str, id: str, item: Item) -> None:
        self.authored(where, id, item)
        if item.owner:
            self.entity(where, id, "owner", item.owner, item.visibility)
        if item.at:
            self.entity(where, id, "at", item.at, "gm")
        if item.price:
            value = Value(kind="number", text=f"{item.price} cents", low=item.price, high=item.price, unit="cent")
            self.add(where, id, "price", value, item.visibility)


def read_value(words: str, kind: str, find: Callable[[str], object]) -> Value:
    """A value as an author writes it, of the kind that its relation wants; words where it cannot be read so.

    >>> read_value("about 40 head", "number", dict().get).low
    40
    >>> read_value("1850", "date", dict().get).high - read_value("1850", "date", dict().get).low
    364
    """
    plain = words.strip()
    about = bool(ABOUT.match(plain))
    if kind == "number" and (found := NUMBER.match(ABOUT.sub("", plain))):
        low = int(found[1].replace(",", ""))
        high = int(found[2].replace(",", "")) if found[2] else low
        return Value(kind="number", text=plain, low=low, high=max(low, high), unit=found[3].strip() or None, approximate=about)
    if kind == "date" and (span := read_date(ABOUT.sub("", plain))):
        return Value(kind="date", text=plain, low=span[0], high=span[1], approximate=about)
    if kind == "entity" and find(plain) is not None:
        return Value(kind="entity", text=plain, entity=plain)
    return Value(kind="enum" if kind == "enum" else "text", text=plain.lower() if kind == "enum" else plain)


def read_date(words: str) -> tuple[int, int] | None:
    """The first and last day (proleptic Gregorian ordinals) of a year, a month or a day written ``1850``, ``1850-06``, ``1850-06-03``."""
    found = ISO.fullmatch(words.strip())
    if not found or int(found[1]) < 1:
        return None
    year, month, day = int(found[1]), int(found[2] or 0), int(found[3] or 0)
    try:
        first = date(year, month or 1, day or 1)
        if day:
            return first.toordinal(), first.toordinal()
        after = date(year + (month or 12) // 12, (month or 12) % 12 + 1, 1) if year < 9999 else date.max
    except ValueError:
        return None
    return first.toordinal(), after.toordinal() - 1
