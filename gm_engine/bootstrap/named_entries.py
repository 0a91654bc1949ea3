"""Whom and what notes are about: the reader's names, and keys that name somebody or something whom the text tells of."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import NamedTuple, Protocol

from gm_engine import wordnet
from gm_engine.extraction.names import snake
from gm_engine.extraction.reading import Reading, Telling
from gm_engine.story.entity import Entity, EntityKind
from gm_engine.story.text_fields import FACTIONS, PERSONS, PLACES, fields_in, pronouns_in, prose_of, said_of

WORD = re.compile(r"[^\W\d_][\w'’-]*")
LONGEST = 5
"""Words of a key that may be a name."""
MOST = 100
"""Keys of one note that may be names, the first of them: nobody is called by so many."""
OPENS = re.compile(r"(?:^|[.!?…:\n\"“*])\W*$")
"""What stands before a word that has its capital from its place."""
RUN = re.compile(r"[A-ZÀ-ÖØ-Þ][\w'’-]*(?: [A-ZÀ-ÖØ-Þ][\w'’-]*)*")
ARTICLES = frozenset({"a", "an", "the"})
MARKED = "“”\"'‘’*_.,;:()[] "


class Reads(Protocol):
    """What is asked of a reader of English."""

    def read_many(self, tellings: Iterable[Telling]) -> Iterator[Reading]:
        """What many texts say, their names learnt from all of them first."""

    def kind_said(self, text: str, names: Iterable[str], opens: bool = False) -> EntityKind | None:
        """What a text says that those of the names are."""

    def kind_named(self, name: str) -> EntityKind | None:
        """What a name says itself that it is the name of."""

    def knowing(self, entities: Iterable[Entity]) -> "Reads":
        """Another reader, which knows just these."""


class Note(NamedTuple):
    """A note: the names that it is found by (its keys), its text, the kind of what it tells of, where its author says so, and what it is
    called, which may be a name and may be a memo of its author. ``setting``: it tells where it plays, and the places that it names are
    the world's."""

    names: tuple[str, ...]
    text: str
    kind: EntityKind | None = None
    memo: str = ""
    setting: bool = False


class Named(NamedTuple):
    """Who and what there is, by id, for each note the ids of whom it is about, and whether it is one to whoever tells the story."""

    entities: dict[str, Entity]
    about: tuple[tuple[str, ...], ...]
    bids: tuple[bool, ...] = ()


def named_in(notes: Sequence[Note], reader: Reads, known: Iterable[Entity] = ()) -> Named:
    """The people, places and things that notes tell of. ``known`` are there already, and are in no need of signs."""
    tellings = [Telling(prose_of(note.text), number, "author") for number, note in enumerate(notes, 1)]
    census: dict[str, Entity] = {}
    setting: dict[str, Entity] = {}
    bids: list[bool] = []
    for note, reading in zip(notes, reader.read_many(tellings), strict=True):
        bids.append(reading.bids)
        named = {entity.id: entity for entity in reading.entities if entity.of is None}
        census |= named
        if note.setting:
            setting |= {id: census[id] for id in reading.mentions if id in census and _is_place(census[id], note.text, reader)}
    entities = {entity.id: entity for entity in known}
    ids = {_key(name): entity.id for entity in entities.values() for name in (entity.name, *entity.aliases)}
    signs = {_key(name): entity for entity in census.values() for name in (*entity.aliases, entity.name)}
    found: list[tuple[Sequence[str], Note, str]] = []
    own: dict[int, str] = {}
    inside = _inside(notes)
    for number, note in enumerate(notes):
        names = tuple(dict.fromkeys(_names(note, inside)))
        id = ""
        for name in names:
            kin = [other for other in names if _shares(name, other)]
            id = next((ids[_key(other)] for other in (name, *kin) if _key(other) in ids), "")
            if not id and (made := _made(note, kin, signs, reader)):
                id = made.id
                entities.setdefault(id, made)
                ids.setdefault(_key(made.name), id)
            if id:
                for other in (name, *kin):
                    ids.setdefault(_key(other), id)
                found.append((names, note, id))
                own[number] = id
                break
    for entity in (*setting.values(), *_by_their_names(census.values(), reader)):
        if not any(_key(name) in ids for name in (entity.name, *entity.aliases)):
            kind: EntityKind = "place" if entity.id in setting else entity.kind
            entities[entity.id] = entity.changed(kind=kind, introduced=0)
            ids |= {_key(name): entity.id for name in (entity.name, *entity.aliases)}
    others = {name for name, entity in signs.items() if entity.kind in ("character", "place")}
    about = (_about(note, ids, own.get(number, "")) for number, note in enumerate(notes))
    return Named(_called(entities, found, others), tuple(about), tuple(bids))


def _made(note: Note, names: Sequence[str], signs: dict[str, Entity], reader: Reads) -> Entity | None:
    """Whom or what a note is about, by the names that are one another's parts; None where nothing says what that is."""
    seen = next((signs[_key(name)] for name in names if _key(name) in signs), None)
    kind = note.kind or _kind_of(note, names, reader) or ("place" if seen and _is_place(seen, "", reader) else None)
    if kind is None:
        return None
    longest = max(names, key=lambda name: len(WORD.findall(name)))
    whole = seen.name if seen and not note.kind and len(WORD.findall(seen.name)) >= len(WORD.findall(longest)) else longest
    pronouns = pronouns_in(fields_in(note.text)) if kind == "character" else ""
    return Entity(id=snake(whole), kind=kind, name=whole, pronouns=pronouns or _pronouns(kind, seen))


def _kind_of(note: Note, names: Sequence[str], reader: Reads) -> EntityKind | None:
    """What the note's fields say that it tells of, then its sentences, then the name itself."""
    fields = {field.name: field.value for field in fields_in(note.text)}
    told = wordnet.called_so((WORD.findall(fields.get("kind", "")) or [""])[-1].casefold())
    if told:
        return told
    own: tuple[tuple[EntityKind, Collection[str]], ...] = (("character", PERSONS), ("place", PLACES), ("faction", FACTIONS))
    if telling := next((kind for kind, names in own if any(name in fields for name in names)), None):
        return telling
    beside = (reader.kind_said(value.partition(",")[0], (), True) for value in said_of(note.text, names))
    if said := next((kind for kind in beside if kind), None) or reader.kind_said(prose_of(note.text), names, True):
        return said
    with_article = [f"the {name}" for name in names if re.search(rf"\b[Tt]he {re.escape(name)}(?!\w)", note.text)]
    return next((kind for name in with_article if (kind := reader.kind_named(name))), None)


def _is_place(entity: Entity, text: str, reader: Reads) -> bool:
    """True for what the text says is a place; where it does not say, for what the reader takes for one, unless its name says otherwise."""
    if entity.kind not in ("place", "item"):
        return False
    said = reader.kind_said(prose_of(text), (re.sub(r"^the ", "", entity.name, flags=re.IGNORECASE),))
    return said == "place" or (not said and entity.kind == "place" and reader.kind_named(entity.name) in (None, "place"))


def _by_their_names(census: Iterable[Entity], reader: Reads) -> Iterator[Entity]:
    """What the texts name and the reader takes for a thing, where the name says itself that it is a place or a group: a guild."""
    for entity in census:
        kind = reader.kind_named(entity.name) if entity.kind == "item" else None
        if kind in ("place", "faction"):
            yield entity.changed(kind=kind, pronouns=_pronouns(kind, None))


def _key(name: str) -> str:
    """A name as it is compared: in small letters, without its article."""
    return re.sub(r"^(?:the|a|an) ", "", name.strip().casefold())


def _shares(name: str, other: str) -> bool:
    """True where one name is made of words of the other: Tobin and Tobin Varn."""
    one, two = ({word.casefold() for word in WORD.findall(words)} - {"the"} for words in (name, other))
    return bool(one and two) and (one <= two or two <= one)


def _about(note: Note, ids: dict[str, str], own: str) -> tuple[str, ...]:
    """Whom a note is about: whom it is called after, then who is named by its other keys."""
    return tuple(dict.fromkeys((*([own] if own else ()), *(ids[_key(name)] for name in note.names if _key(name) in ids))))


def _inside(notes: Iterable[Note]) -> frozenset[str]:
    """What has capitals in the midst of the notes' sentences, in small letters: every run of such words, and its parts."""
    found: set[str] = set()
    for note in notes:
        for run in RUN.finditer(note.text):
            words = run[0].split(" ")
            opens = bool(OPENS.search(note.text[max(0, run.start() - 8) : run.start()]))
            for first in range(opens, len(words)):
                found |= {" ".join(words[first:last]).casefold() for last in range(first + 1, min(len(words), first + LONGEST) + 1)}
    return frozenset(found)


def _names(note: Note, inside: frozenset[str]) -> Iterator[str]:
    """What a note is called by that may be a name, as its text writes it: with capitals that it has not from its place alone. What it is
    called itself is one where its words stand as a name in a text or are a key; a key that is written as a name, and stands first, is one
    though its text goes without it.
    """
    told = [field.value for field in fields_in(note.text) if field.name == "name"]
    keys = {key.strip().casefold() for key in note.names}
    first = next((key.strip() for key in note.names if key.strip()), "")
    low = note.text.lower()
    for words in (*told, note.memo, *note.names[:MOST]):
        name = words.strip()
        if not 0 < len(WORD.findall(name)) <= LONGEST or name.strip(MARKED) != name:
            continue
        pattern = rf"(?<!\w){re.escape(name)}(?!\w)"
        there = re.finditer(pattern, note.text, re.IGNORECASE) if name.lower() in low else ()
        found = [one[0] for one in there if _is_name(one[0])]
        written = Counter(found if _is_name(name) or name.casefold() in inside else [])
        if written:
            short = written.most_common(1)[0][0]
            yield _whole(short, note.text)
            if _is_name(name) or name.casefold() in inside:
                yield short
        elif _is_name(name) and (name == first or words in told or name.casefold() in keys | inside or (note.kind and name == note.memo)):
            yield name


def _whole(name: str, text: str) -> str:
    """The name as the text has it where it never stands there alone: Tobin Varn, of whom Tobin is a part."""
    found: Counter[str] = Counter()
    for run in RUN.finditer(text):
        words = run[0].split(" ")
        if (words[0].casefold() in ARTICLES or OPENS.search(text[max(0, run.start() - 8) : run.start()])) and words[0] not in name.split():
            words = words[1:]
        if re.search(rf"(?<!\w){re.escape(name)}(?!\w)", " ".join(words)):
            found[" ".join(words)] += 1
    longer = [run for run, _ in found.most_common() if run != name and len(run.split()) <= LONGEST]
    return longer[0] if longer and name not in found else name


def _is_name(words: str) -> bool:
    """True for words that are written like a name: the first and the last have capitals."""
    found = WORD.findall(words)
    return bool(found) and found[0][0].isupper() and found[-1][0].isupper() and not (words.isupper() and len(words) > 3)


def _pronouns(kind: EntityKind, seen: Entity | None) -> str:
    return seen.pronouns if seen else "they" if kind in ("character", "faction") else "it"


def _called(entities: dict[str, Entity], found: Sequence[tuple[Sequence[str], Note, str]], others: Collection[str]) -> dict[str, Entity]:
    """The entities with their other names: keys of their notes that are written like names and are nobody else's. ``others`` are names
    that the texts give to somebody or some place: of these only one that is part of the entity's own name is another name for it.
    """
    claimed: dict[str, dict[str, None]] = {}
    written: dict[str, str] = {}
    for names, note, id in found:
        fields = [field.value for field in fields_in(note.text) if field.name == "aliases"]
        also = [one.strip(MARKED) for words in fields for one in re.split("[,;/]", words)]
        for name in (*names, *filter(_is_name, also)):
            claimed.setdefault(_key(name), {})[id] = None
            written.setdefault(_key(name), name)
    own = {_key(name) for entity in entities.values() for name in (entity.name, *entity.aliases)}
    for name, bearers in claimed.items():
        id = next(iter(bearers))
        if len(bearers) == 1 and name not in own and (name not in others or _shares(name, entities[id].name)):
            entities[id] = entities[id].changed(aliases=(*entities[id].aliases, written[name]))
    return entities
