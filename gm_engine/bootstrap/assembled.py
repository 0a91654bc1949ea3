"""A campaign assembled from what other programs brought: cards become its people, lorebooks its lore, a chat its story so far."""

import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from gm_engine.authoring import read_relations
from gm_engine.authoring.pack_reading import UNDATED
from gm_engine.bootstrap.named_entries import Named, Note, Reads, named_in
from gm_engine.bootstrap.offered_ways import with_ways_offered
from gm_engine.bootstrap.opening_scene import shown_in
from gm_engine.bootstrap.standing_places import begins_at, goes_on_at, played_at, standing_in
from gm_engine.direction.answer_pieces import matter_asked
from gm_engine.exchange.formats.brought import Brought, Card, Chat, Loss
from gm_engine.exchange.formats.card import HELD
from gm_engine.exchange.formats.chat_terms import ENDLESS_MACRO, UNKNOWN_MACRO
from gm_engine.exchange.formats.foreign_json import canonical_json
from gm_engine.exchange.formats.plain_ids import plain_id
from gm_engine.exchange.formats.scene_pack import pack_scenes
from gm_engine.exchange.formats.told_text import UNFILLED
from gm_engine.extraction.names import snake
from gm_engine.extraction.reading import Telling
from gm_engine.play.ingest import YOU, pack_of
from gm_engine.story.bare_words import bare, pictures_in
from gm_engine.story.book_lore import lore_of, owner_of
from gm_engine.story.calendar import Calendar
from gm_engine.story.counting import counted
from gm_engine.story.entity import Entity, EntityKind
from gm_engine.story.interview import exchanges_in, talk_in
from gm_engine.story.letters import plain
from gm_engine.story.lorebook import Lorebook, LorebookEntry
from gm_engine.story.macros import filled, names_of, untold
from gm_engine.story.pack import (
    AS_TOLD,
    AT_THE_TABLE,
    BROUGHT,
    CARD,
    UNNAMED,
    AuthoredOpening,
    AuthoredScene,
    Faction,
    Item,
    Location,
    LoreEntry,
    Pack,
    Person,
    Slot,
    Start,
)
from gm_engine.story.text_fields import facts_in, fields_in, pronouns_in, prose_of, told_first
from gm_engine.story.transcript_line import TranscriptLine

TYPES: Mapping[str, EntityKind] = {"character": "character", "location": "place", "faction": "faction"}
"""What AI Dungeon's story cards say of what they tell of, where that is somebody or something."""
NOTE = "authors_note"
"""The id of a chat's note to whoever tells it."""
SAYINGS = 8
"""Lines of a card's examples that a person is given to say."""
SENTENCE = re.compile(r"(?<=[.!?…])[\"”’')\]]*\s")
OPENING_CLOCK: Mapping[str, str] = Calendar(start=UNDATED).clock(0)
"""What time it is as a world without dates begins."""
LATELY = 10
"""So many last lines of a chat say who is there."""
SUMMED_UP = 240
"""Letters of the longest summary."""


@dataclass(frozen=True)
class World:
    """Who and what there is in a campaign, by section, and how it can begin."""

    title: str
    hero: str = UNNAMED
    summary: str = ""
    people: Mapping[str, Person] = field(default_factory=dict)
    places: Mapping[str, Location] = field(default_factory=dict)
    factions: Mapping[str, Faction] = field(default_factory=dict)
    items: Mapping[str, Item] = field(default_factory=dict)
    books: Mapping[str, Lorebook] = field(default_factory=dict)
    lore: Mapping[str, LoreEntry] = field(default_factory=dict)
    scenes: Mapping[str, AuthoredScene] = field(default_factory=dict)
    openings: tuple[AuthoredOpening, ...] = ()
    start: str = ""
    """The place in which it begins; empty where the world has none."""
    played_at: str = ""
    """The place that the first card's texts name; empty where they name none."""
    x: Mapping[str, Any] = field(default_factory=dict)
    remarks: tuple[str, ...] = ()
    """What a person should know of how the files were put together, in whole sentences."""


def world_of(title: str, brought: Sequence[Brought], reader: Reads, hero: str = UNNAMED, clock: Mapping[str, str] = OPENING_CLOCK) -> World:
    """The world that cards, lorebooks and notes make together. The reader says whom their texts name; ``clock`` is what
    time it is where their texts ask for it."""
    brought_cards = [card for one in brought for card in one.cards]
    cards = told_once(brought_cards)
    people = dict(_people(cards, hero, clock))
    ids = list(people)
    loose_books = [book for one in brought for book in one.books]
    own_books = [card.book.changed(of=id) for id, card in zip(ids, cards, strict=True) if card.book is not None]
    loose_books, twice = _without_twins(loose_books, own_books)
    books = _told_apart([*loose_books, *own_books])
    told_of, loose, said = _told_of(brought, people)
    pages = _card_pages(people, cards, hero, clock)
    named = _named(books, loose, pages, {**told_of, "character": {**told_of["character"], **people}}, reader, hero, clock)
    lore: dict[str, LoreEntry] = {}
    of_books = len(_entries(books))
    bidding = _bidding(loose, named.bids[of_books:], reader)
    for entry, about in zip(loose, named.about[of_books:], strict=False):
        who = entry.about or about
        if entry.topic:
            who = tuple(dict.fromkeys((*(about[:1] or (entry.topic,)), *entry.about)))
        lore[_free(entry.id, lore)] = entry.changed(about=who, topic="" if about else entry.topic, bids=entry.id in bidding)
    bids = iter(named.bids)
    books = [book.changed(entries=tuple(entry.changed(bids=next(bids)) for entry in book.entries)) for book in books]
    told = {id(entry): about for entry, about in zip(_entries(books), named.about, strict=False)}
    there = {*people, *(id for section in told_of.values() for id in section)}
    everybody = {**people, **told_of["character"], **_section(named, "character", Person, there)}
    for book in books:
        lore |= lore_of(book, lambda entry: told[id(entry)], owner_of(book, everybody), hero, clock)
    told_by = next((card for card in cards if card.scenario.strip()), Card(""))
    first = next(iter(people.values()), None)
    told_in = pack_scenes(brought)
    places = {**told_of["place"], **_section(named, "place", Location, there)}
    start = said or begins_at(list(pages.values()), lore, places)
    everybody |= standing_in(everybody, people, pages, lore, places, reader, start)
    return World(
        title=title,
        hero=hero,
        summary=_filled(
            told_by.scenario, first.name if first else title, hero, clock, CardTexts(told_by, hero, clock).but(told_by.scenario)
        ),
        people=everybody,
        places=places,
        factions={**told_of["faction"], **_section(named, "faction", Faction, there)},
        items={**told_of["item"], **_section(named, "item", Item, there)},
        books={book.id: book for book in books},
        lore=lore,
        start=start,
        played_at=next((played_at(texts, places) for texts in pages.values()), ""),
        scenes=with_ways_offered(told_in.scenes),
        openings=(*_openings(cards, people, hero, clock), *told_in.openings),
        remarks=(*_came_again(brought_cards, cards), *_namesakes(people, cards), *twice),
    )


def title_of(brought: Iterable[Brought]) -> str:
    """What a story of passages calls itself, where it is the only one; empty for all else."""
    names = [opening.name for one in brought if one.scenes for opening in one.openings]
    return names[0] if len(names) == 1 else ""


def pack_of_chat(name: str, lines: Sequence[TranscriptLine], world: World, reader: Reads, chat: Chat | None = None) -> Pack:
    """The pack that a chat lives in: the smallest for its lines, with the world's people and lore."""
    pack = pack_of(name, lines)
    lore = dict(world.lore)
    for id, text in (("memory", chat.memory), (NOTE, chat.note)) if chat else ():
        if text.strip():
            id = _free(id, lore)
            words = _filled(text, chat.gm if chat else "", world.hero, {})
            lore[id] = LoreEntry(id=id, text=words, importance=5, pinned=True, bids=id.startswith(NOTE))
    lately = [line.text for line in lines[-LATELY:] if line.role == "gm"]
    sections = (world.people, world.places, world.factions, world.items, world.lore)
    shown = shown_in(lately, world.people, world.places, reader, world.hero, (id for section in sections for id in section))
    places, people = {**world.places, **shown.places}, {**world.people, **shown.people}
    at = shown.at or goes_on_at((line.text for line in lines), world.played_at, places)
    # those whose cards came with it are with the player: what is told of them elsewhere stands against nothing
    with_you = {"at": at, "schedule": (Slot(hour=0, at=at),) if at else ()}
    there = [
        id
        for id, one in people.items()
        if one.by_card or id in shown.acting or (at in ("", shown.at) and not one.at and _named_lately(one, lines))
    ]
    with_them = () if at else (YOU, *there)
    hero = pack.characters[YOU] if world.hero == UNNAMED else Person(name=world.hero, pronouns="they")
    return pack.changed(
        start=Start(at=at, pc=YOU),
        characters={YOU: hero},
        npcs={id: person.changed(**with_you) if id in there and (at or person.by_card) else person for id, person in people.items()},
        locations=places,
        factions=dict(world.factions),
        items=dict(world.items),
        lore=lore,
        books=dict(world.books),
        summary=world.summary,
        openings=(AuthoredOpening(name=AS_TOLD, present=with_them),) if with_them else (),
        x={**world.x, **(_at_the_table(chat) if chat and chat.accounts else {})},
    )


def _named_lately(person: Person, lines: Sequence[TranscriptLine]) -> bool:
    """True for somebody whom the last lines of a chat name: they may be spoken to where nobody knows where that is."""
    names = "|".join(re.escape(name) for name in (person.name, *person.aliases) if name.strip())
    return any(re.search(rf"(?<!\w)(?:{names})(?!\w)", f"{line.speaker}: {line.text}") for line in lines[-LATELY:])


def _at_the_table(chat: Chat) -> dict[str, Any]:
    wrote: dict[str, dict[str, None]] = {}
    for message in chat.told:
        if message.line.speaker in chat.accounts:
            wrote.setdefault(message.line.role, {})[message.line.speaker] = None
    return {AT_THE_TABLE: {role: list(names) for role, names in sorted(wrote.items())}}


# --- people


def told_once(cards: Iterable[Card]) -> list[Card]:
    """The cards, one that came several times once: in the form of the latest version, at its first place.

    >>> told_once([Card(name="Mara"), Card(name="Sal"), Card(name="Mara", source="chara_card_v3")])[0].source
    'chara_card_v3'
    """
    found: dict[object, Card] = {}
    for card in cards:
        content = card_content(card)
        earlier = found.get(content)
        if earlier is None or card.source > earlier.source:
            found[content] = card
    return list(found.values())


def card_content(card: Card) -> object:
    """What makes two cards the same, in whatever form they came."""
    book = [(entry.title, entry.text, entry.keys, entry.enabled) for entry in card.book.entries] if card.book else []
    return (*(getattr(card, held.name) for held in HELD), tuple(book))


def _came_again(came: Sequence[Card], cards: Sequence[Card]) -> Iterator[str]:
    many = Counter(map(card_content, came))
    for card in cards:
        if many[card_content(card)] > 1:
            yield f"The card of {called_by(card)} came {counted(many[card_content(card)], 'time')}, and is one person."


def _namesakes(people: Mapping[str, Person], cards: Sequence[Card]) -> Iterator[str]:
    """That several cards have one name, which the ids tell apart."""
    named: dict[str, list[str]] = {}
    for id, card in zip(people, cards, strict=True):
        named.setdefault(called_by(card).casefold(), []).append(id)
    for ids in named.values():
        if len(ids) > 1:
            yield f"{counted(len(ids), 'card')} of different content are called {people[ids[0]].name}: {', '.join(ids)}."


def called_by(card: Card) -> str:
    """What the person of a card is called."""
    return (card.nickname or card.name).strip() or "Somebody"


def _people(cards: Iterable[Card], hero: str, clock: Mapping[str, str]) -> Iterator[tuple[str, Person]]:
    taken: dict[str, None] = {YOU: None}
    for card in cards:
        id = _free(snake(card.nickname or card.name), taken)
        taken[id] = None
        yield id, person_of(card, hero, clock)


def person_of(card: Card, hero: str = UNNAMED, clock: Mapping[str, str] = OPENING_CLOCK) -> Person:
    """A card as one of the campaign's people, with the names where its macros stand.

    >>> person_of(Card(name="Mara Voss", description="{{char}} keeps the mill. She owes {{user}}."), "Sam").description
    'Mara Voss keeps the mill. She owes Sam.'
    """
    name, texts = called_by(card), CardTexts(card, hero, clock)

    def told(text: str) -> str:
        return _filled(text, name, hero, clock, texts.but(text))

    description = told(card.description)
    prose = talk_in(description, frozenset({name, card.name.strip()}), hero).prose
    talk = list(_said(f"{description}\n{told(card.examples)}", name, hero))[:SAYINGS]
    given = {"personality": told(card.personality), "creator_notes": card.creator_notes, CARD: canonical_json(card.raw).decode()}
    return Person(
        name=name,
        aliases=(card.name.strip(),) if card.nickname and card.name.strip() not in ("", name) else (),
        pronouns=pronouns_in(fields_in(description)) or _pronouns(prose_of(description)),
        summary=_first_sentence(told_first(prose)),
        description=description,
        facts=facts_in(description),
        tags=tuple(dict.fromkeys(filter(None, (_tag(names_of(tag, name, hero)) for tag in card.tags)))),
        voice=(told(card.personality),) if card.personality.strip() else (),
        says=tuple(line for asked, line in talk if not asked),
        answers={asked: next(line for one, line in talk if one == asked) for asked, _ in talk if asked},
        x={key: value for key, value in given.items() if value},
    )


def _tag(words: str) -> str:
    """A tag as it was written, where a campaign can have it; else as an id; empty for one of which nothing is left.

    >>> _tag("Old Timer"), _tag("Sci/Fi"), _tag("♥")
    ('Old Timer', 'sci_fi', '')
    """
    return words if re.fullmatch(r"[a-z][a-z0-9_]*", "_".join(words.lower().replace("-", " ").split())) else plain_id(words, "")


def _pronouns(text: str) -> Any:
    """The pronoun that a description uses most, where it uses one."""
    words = re.findall(r"[a-z]+", text.casefold())
    he, she = (sum(word in forms for word in words) for forms in (("he", "him", "his"), ("she", "her", "hers")))
    return "they" if he == she else "he" if he > she else "she"


def _first_sentence(text: str) -> str:
    first = SENTENCE.split(text.strip().partition("\n")[0], 1)[0].strip()
    return first if len(first) <= SUMMED_UP else f"{first[: SUMMED_UP - 1].rstrip()}…"


def _said(examples: str, name: str, hero: str) -> Iterator[tuple[str, str]]:
    """What somebody says in the examples of their talk, each with what they were asked right before it, where they were: a question, or
    a word that bids them tell."""
    for one in exchanges_in(examples, (name,), hero):
        bid = matter_asked(one.asked) != one.asked
        yield (one.asked if one.asked.endswith("?") or bid else ""), one.said


def _openings(cards: Sequence[Card], people: Mapping[str, Person], hero: str, clock: Mapping[str, str]) -> Iterator[AuthoredOpening]:
    """The first card's greetings, each as a way in which the story can begin."""
    for card, (id, person) in zip(cards[:1], people.items(), strict=False):
        greetings = [text for text in (card.greeting, *card.greetings) if text.strip()]
        texts = CardTexts(card, hero, clock)
        for number, text in enumerate(greetings, 1):
            name = "greeting" if number == 1 else f"greeting_{number}"
            yield AuthoredOpening(name=name, present=(id,), text=_filled(text, person.name, hero, clock, texts.but(text)))


# --- books and lore


def _bidding(loose: Sequence[LoreEntry], bids: Sequence[bool], reader: Reads) -> frozenset[str]:
    """The ids of the notes in which a sentence is an order to whoever tells the story. ``bids`` says it of those that were read for whom
    they are about; what stands below the headings of a page is read here."""
    below = [entry for entry in loose if entry.topic and entry.id != entry.topic]
    tellings = [Telling(prose_of(entry.text), number, "author") for number, entry in enumerate(below, 1)]
    read = zip(below, (reading.bids for reading in reader.read_many(tellings)), strict=True)
    found = {entry.id for entry, bidding in zip(loose, bids, strict=False) if bidding}
    return frozenset(found | {entry.id for entry, bidding in read if bidding})


def _told_apart(books: Iterable[Lorebook]) -> list[Lorebook]:
    """The books with ids of which none begins another: an entry's id tells its book."""
    found: list[Lorebook] = []
    for book in books:
        taken = {one.id for one in found}
        id = book.id
        if any(f"{one}_".startswith(f"{id}_") or f"{id}_".startswith(f"{one}_") for one in taken):
            base = id.replace("_", "")
            id = next(one for one in (base, *(f"{base}{n}" for n in range(2, len(taken) + 3))) if all(
                not f"{one}_".startswith(f"{other}_") and not f"{other}_".startswith(f"{one}_") for other in taken
            ))  # fmt: skip
        found.append(book.changed(id=id))
    return found


def _without_twins(loose: Iterable[Lorebook], owned: Iterable[Lorebook]) -> tuple[list[Lorebook], tuple[str, ...]]:
    """The books that no card brought, without the entries that stand in an earlier one or in a card's book as well; a remark for each."""
    there = {_entry_content(entry): book for book in reversed(list(owned)) for entry in book.entries}
    found, remarks = [], []
    for book in loose:
        left = []
        twins: dict[str, int] = {}
        for entry in book.entries:
            twin = there.get(_entry_content(entry))
            if twin is None:
                left.append(entry)
            else:
                twins[twin.name or twin.id] = twins.get(twin.name or twin.id, 0) + 1
        there = {**{_entry_content(entry): book for entry in reversed(left)}, **there}
        if twins:
            where = " and ".join(f"{count:,} in {name}" for name, count in twins.items())
            remarks.append(f"Entries of {book.name or book.id} stand elsewhere as well, and are taken in once: {where}.")
        if left or not book.entries:
            found.append(book.changed(entries=tuple(left)) if twins else book)
    return found, tuple(remarks)


def _entry_content(entry: LorebookEntry) -> object:
    """What makes two entries the same, whatever they are called and in whatever form they came."""
    return entry.text.strip(), frozenset(entry.keys), frozenset(entry.also), entry.constant, entry.enabled, entry.chance, entry.decorators


def _card_pages(people: Mapping[str, Person], cards: Iterable[Card], hero: str, clock: Mapping[str, str]) -> dict[str, tuple[str, ...]]:
    """By person of a card the texts that tell where they are: where it plays, what is said first, then who they are."""
    pages = {}
    for (id, person), card in zip(people.items(), cards, strict=True):
        pages[id] = tuple(_filled(text, person.name, hero, clock) for text in (card.scenario, card.greeting, card.description))
    return pages


def _entries(books: Iterable[Lorebook]) -> list[LorebookEntry]:
    return [entry for book in books for entry in book.entries]


def _told_of(brought: Iterable[Brought], people: dict[str, Person]) -> tuple[dict[EntityKind, dict[str, Any]], list[LoreEntry], str]:
    """Whom and what the files themselves say there is, by kind, their notes, and where it begins. An id that is taken gets a number, and
    the notes follow it; whoever is there already under the same name, as the same kind, is the same, and has in ``people`` what is said
    there, too."""
    there: dict[str, tuple[EntityKind, str]] = {YOU: ("character", ""), **{id: ("character", one.name) for id, one in people.items()}}
    found: dict[EntityKind, dict[str, Any]] = {"character": {}, "place": {}, "faction": {}, "item": {}}
    notes: list[LoreEntry] = []
    start = ""
    ties = {relation.id for relation in read_relations() if relation.value == "entity"}
    for one in brought:
        sections: tuple[tuple[EntityKind, Mapping[str, Any]], ...] = (
            ("character", one.people), ("place", one.places), ("faction", one.factions), ("item", one.items)
        )  # fmt: skip
        ids: dict[str, str] = {}
        for kind, section in sections:
            for id, each in section.items():
                ids[id] = id if there.get(id) == (kind, each.name) else _free(id, there)
                there[ids[id]] = (kind, each.name)
        for topic in dict.fromkeys(entry.topic for entry in one.lore if entry.topic):
            ids[topic] = _free(topic, there)
            there[ids[topic]] = ("concept", topic)
        named = {id: each.name for _, section in sections for id, each in section.items()}
        for kind, section in sections:
            for id, each in section.items():
                # an entity stands in a relation to another by its id, and in any other property by its name
                told = each.changed(
                    facts={key: ids.get(value, value) if key in ties else named.get(value, value) for key, value in each.facts.items()}
                )
                if isinstance(told, Person) and told.at:
                    # where somebody is to be found as a rule: what is told of them elsewhere stands against nothing
                    at = ids.get(told.at, "")
                    told = told.changed(at=at, schedule=(Slot(hour=0, at=at),) if at else ())
                into = people if ids[id] in people else found[kind]
                into[ids[id]] = _with_more(into[ids[id]], told) if ids[id] in into else told
        for entry in one.lore:
            about, links = (ids.get(id, id) for id in entry.about), {ids.get(id, id): text for id, text in entry.links.items()}
            notes.append(entry.changed(about=tuple(about), links=links, topic=ids.get(entry.topic, "")))
        start = start or ids.get(one.start, "")
    return found, notes, start


def _with_more(one: Any, other: Any) -> Any:
    """Somebody or something, with what another file says besides. Of two, one of them for the GM alone, the table has what it may know."""
    if (one.visibility == "gm") != (other.visibility == "gm"):
        return other if one.visibility == "gm" else one
    aliases = tuple(dict.fromkeys((*one.aliases, *other.aliases)))
    tags = tuple(dict.fromkeys((*one.tags, *other.tags)))
    more = {"at": one.at or other.at, "schedule": one.schedule or other.schedule} if isinstance(one, Person) else {}
    return one.changed(aliases=aliases, tags=tags, facts={**other.facts, **one.facts}, summary=one.summary or other.summary, **more)


def _named(
    books: Sequence[Lorebook],
    loose: Sequence[LoreEntry],
    pages: Mapping[str, Sequence[str]],
    there: Mapping[EntityKind, Mapping[str, Any]],
    reader: Reads,
    hero: str,
    clock: Mapping[str, str],
) -> Named:
    people = there["character"]
    known = [
        Entity(id=id, kind=kind, name=one.name, aliases=one.aliases, **({"pronouns": one.pronouns} if kind == "character" else {}))
        for kind, section in there.items()
        for id, one in section.items()
    ]
    notes = []
    for book in books:
        char = people[book.of].name if book.of in people else "the narrator"
        for entry in book.entries:
            kind = TYPES.get(str(entry.raw.get("type", "")).casefold())
            if not entry.may_act:
                notes.append(Note((), ""))
                continue
            keys = tuple(names_of(key, char, hero) for key in entry.keys)
            notes.append(Note(keys, _filled(entry.text, char, hero, clock), kind, names_of(entry.title, char, hero), entry.constant))
    # nobody steps onto the table out of a note that is for the GM alone
    # what a page is about that does not say so, its beginning may: what stands below its headings tells of something within it
    told = [entry.text if entry.id == entry.topic or not entry.topic else "" for entry in loose]
    notes += [Note(entry.keys, text) if entry.visibility == "table" else Note((), "") for entry, text in zip(loose, told, strict=True)]
    notes += [Note((), text, setting=True) for texts in pages.values() for text in texts]
    return named_in(notes, reader, known)


def _section(named: Named, kind: EntityKind, noun: Any, there: Collection[str]) -> dict[str, Any]:
    found = {}
    for id, entity in named.entities.items():
        if entity.kind == kind and id not in there:
            more = {"pronouns": entity.pronouns} if noun is Person and entity.pronouns in ("he", "she", "they", "it") else {}
            found[id] = noun(name=entity.name, aliases=entity.aliases, **more)
    return found


def _filled(text: str, char: str, user: str, clock: Mapping[str, str], texts: Mapping[str, str] | None = None) -> str:
    return bare(plain(filled(text, char, user, clock=clock, texts=texts).text))


class CardTexts:
    """What a card's macros for its own texts stand for, filled in once for all that ask for them."""

    def __init__(self, card: Card, user: str, clock: Mapping[str, str]) -> None:
        self._texts = {"description": card.description, "personality": card.personality, "scenario": card.scenario}
        # what they ask for themselves is left out of them: each would stand in the others for ever
        self._filled = {name: filled(text, called_by(card), user, clock=clock).text for name, text in self._texts.items()}

    def but(self, asking: str) -> dict[str, str]:
        """The texts that another may ask for: a text does not stand in itself."""
        return {name: text for name, text in self._filled.items() if self._texts[name] != asking}


def untold_macros(cards: Iterable[Card], books: Iterable[Lorebook], clock: Mapping[str, str]) -> Iterator[Loss]:
    """The macros that nobody here knows, where each stands: the sentence that needs it is left out."""
    for card in cards:
        spoken = {"description": card.description, "personality": card.personality, "scenario": card.scenario, "first_mes": card.greeting,
                  "mes_example": card.examples} | {f"alternate_greetings.{n}": text for n, text in enumerate(card.greetings)}  # fmt: skip
        texts = CardTexts(card, "", clock)
        for path, text in spoken.items():
            yield from _untold(path, text, clock, texts.but(text))
    for book in books:
        for entry in book.entries:
            if entry.enabled:
                yield from _untold(f"entries.{entry.id}", entry.text, clock, {})


def _untold(path: str, text: str, clock: Mapping[str, str], texts: Mapping[str, str]) -> Iterator[Loss]:
    left_out = untold(text, clock, texts)
    for macro in left_out.unknown:
        yield Loss(path, macro, UNFILLED if macro.startswith("$") else UNKNOWN_MACRO)
    yield from (Loss(path, macro, ENDLESS_MACRO) for macro in left_out.endless)
    for picture in pictures_in(text):
        yield Loss(path, picture, "A campaign's record is words, and keeps no pictures.")


def _free(id: str, taken: Mapping[str, Any]) -> str:
    return next(one for one in (id, *(f"{id}_{n}" for n in range(2, len(taken) + 3))) if one not in taken)


def with_files(world: World, files: Sequence[Mapping[str, str]]) -> World:
    """The world with the files on record that it was made of."""
    return replace(world, x={**world.x, BROUGHT: [dict(file) for file in files]})
