"""Whom and what notes are about: the reader's names, and titles that name somebody or something whom the text tells of."""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from gm_engine import wordnet
from gm_engine.extraction.names import snake
from gm_engine.extraction.reading import Reading, Telling
from gm_engine.story.entity import Entity, EntityKind

ReadMany = Callable[[Iterable[Telling]], Iterator[Reading]]
KINDS: dict[str, EntityKind] = {"person": "character", "animal": "character", "place": "place", "structure": "place"}
"""What somebody or something is, by what the word means that says so."""
WORD = re.compile(r"[^\W\d_][\w'’-]*")
LONGEST = 5
"""Words of a title that may be a name."""
OPENS = re.compile(r"(?:^|[.!?…:\n\"“*])\W*$")
"""What stands before a word that has its capital from its place."""
ARTICLES = frozenset({"a", "an", "the", "one"})
RUN = re.compile(r"[A-ZÀ-ÖØ-Þ][\w'’-]*(?: [A-ZÀ-ÖØ-Þ][\w'’-]*)*")
AFTER = 4
"""Words after a name among which an article must stand where its sentence says what it names: "Oakford is by now a town"."""
MANY = 12
"""Words of a first sentence among which the one is looked for that says what somebody or something is."""
BEING = frozenset({"is", "was", "are", "were"})
ENDS = frozenset({"of", "in", "at", "who", "which", "that", "where", "with", "from", "on", "near", "by", "to", "and", "for", "under"})


class Note(NamedTuple):
    """A note: what it is called by (the title, then the keys), its text, and the kind of what it tells of, where its author says so."""

    names: tuple[str, ...]
    text: str
    kind: EntityKind | None = None


class Named(NamedTuple):
    """Who and what there is, by id, and for each note the ids of whom it is about."""

    entities: dict[str, Entity]
    about: tuple[tuple[str, ...], ...]


def named_in(notes: Sequence[Note], read: ReadMany, known: Iterable[Entity] = ()) -> Named:
    """The people, places and things that notes tell of. ``known`` are there already, and are in no need of signs."""
    tellings = [Telling(note.text, number, "author") for number, note in enumerate(notes, 1)]
    census = {entity.id: entity for reading in read(tellings) for entity in reading.entities if entity.of is None}
    entities = {entity.id: entity for entity in known}
    ids = {name.casefold(): entity.id for entity in entities.values() for name in (entity.name, *entity.aliases)}
    signs = {name.casefold(): entity for entity in census.values() for name in (*entity.aliases, entity.name)}
    found: list[tuple[Note, str]] = []
    inside = _inside(notes)
    for note in notes:
        name = next((one for one in _names(note, inside) if one.casefold() in ids or one.casefold() in signs), "")
        name = name or next(iter(_names(note, inside)), "")
        if not name:
            continue
        id = ids.get(name.casefold(), "")
        if not id:
            seen = signs.get(name.casefold())
            kind = note.kind or _kind_in(note, name)
            if kind is None:
                continue
            whole = seen.name if seen and not note.kind else name
            id = snake(whole)
            entities.setdefault(id, Entity(id=id, kind=kind, name=whole, pronouns=_pronouns(kind, seen)))
            ids[name.casefold()] = ids[whole.casefold()] = id
        found.append((note, id))
    return Named(_called(entities, found, inside), tuple(_about(note, ids, dict(found_of(found, note))) for note in notes))


def found_of(found: Sequence[tuple[Note, str]], note: Note) -> dict[str, None]:
    """The ids that a note was found to tell of."""
    return {id: None for one, id in found if one is note}


def _about(note: Note, ids: dict[str, str], own: dict[str, None]) -> tuple[str, ...]:
    """Whom a note is about: whom it is called after, then who is named by its other keys."""
    return tuple(dict.fromkeys((*own, *(ids[name.casefold()] for name in note.names if name.casefold() in ids))))


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
    """What a note is called by that may be a name, as its text writes it: with capitals that it has not from its place alone."""
    for name in note.names:
        words = WORD.findall(name)
        if not 0 < len(words) <= LONGEST:
            continue
        pattern = rf"(?<!\w){re.escape(name.strip())}(?!\w)"
        found = [one[0] for one in re.finditer(pattern, note.text, re.IGNORECASE) if _is_name(one[0])]
        written = Counter(found if _is_name(name.strip()) or name.strip().casefold() in inside else [])
        if written:
            yield written.most_common(1)[0][0]
        elif _is_name(name.strip()) and name.strip() == note.names[0].strip():
            yield name.strip()


def _is_name(words: str) -> bool:
    """True for words that are written like a name: the first and the last have capitals."""
    found = WORD.findall(words)
    return bool(found) and found[0][0].isupper() and found[-1][0].isupper() and not (words.isupper() and len(words) > 3)


def _kind_in(note: Note, name: str) -> EntityKind | None:
    """What the first sentence of the text says that it is: "Oakford is a market town", "Mara, the miller", "The innkeeper of Oakford"."""
    text = note.text.strip()
    at = text.find(name)
    named = 0 <= at < len(text) // 2
    first = re.split(r"(?<=[.!?\n])\s", text[at + len(name) :] if named else text)[0]
    words = [word.lower() for word in re.findall(r"[^\W\d_][\w'’-]*|[^\w\s]", first)][:MANY]
    article = next((place for place, word in enumerate(words[: AFTER + 1]) if word in ARTICLES), None)
    before = words[:article] if article is not None else []
    if named and (article is None or not (before in ([","], [":"], ["("]) or (BEING & set(before) and before[-1] not in ENDS))):
        return None
    if not named and before:
        return None
    phrase = words[0 if article is None else article :]
    end = next((place for place, word in enumerate(phrase) if place and (word in ENDS or not word[0].isalpha())), len(phrase))
    head = phrase[end - 1] if phrase else ""
    found = _kind_of(head)
    # a noun of another kind before the last one is no part of its name: "A keeper walks home."
    return found if all(_kind_of(word) in (None, found) for word in phrase[1 : end - 1]) and not ARTICLES & set(phrase[1:end]) else None


def _kind_of(noun: str) -> EntityKind | None:
    return next((KINDS[kind] for kind in wordnet.categories(noun) if kind in KINDS), None)


def _pronouns(kind: EntityKind, seen: Entity | None) -> str:
    return seen.pronouns if seen else "they" if kind in ("character", "faction") else "it"


def _called(entities: dict[str, Entity], found: Sequence[tuple[Note, str]], inside: frozenset[str]) -> dict[str, Entity]:
    """The entities with their other names: keys of their notes that are written like names and are nobody else's."""
    claimed: dict[str, dict[str, None]] = {}
    written: dict[str, str] = {}
    for note, id in found:
        for name in _names(note, inside):
            claimed.setdefault(name.casefold(), {})[id] = None
            written.setdefault(name.casefold(), name)
    own = {name.casefold() for entity in entities.values() for name in (entity.name, *entity.aliases)}
    for name, bearers in claimed.items():
        if len(bearers) == 1 and name not in own:
            id = next(iter(bearers))
            entities[id] = entities[id].changed(aliases=(*entities[id].aliases, written[name]))
    return entities
