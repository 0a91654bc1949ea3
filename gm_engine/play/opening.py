"""How a campaign begins: the pack is put on record, its people are introduced, its canon becomes lore, the first scene opens."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from gm_engine import continuity, direction, rules
from gm_engine.context.lorebook_who import book_of, names
from gm_engine.extraction.reading import Reading, Telling
from gm_engine.play.loop import establish
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim
from gm_engine.story.condition import Effect
from gm_engine.story.entity import Entity, EntityKind
from gm_engine.story.event import Event
from gm_engine.story.macros import filled
from gm_engine.story.pack import BROUGHT, Authored, AuthoredOpening, Pack
from gm_engine.story.relation import Relation
from gm_engine.story.scene import Scene
from gm_engine.story.text_fields import prose_of
from gm_engine.story.validity import ValidityInterval


@dataclass(frozen=True)
class Opening:
    """What a campaign is opened with, all of it recorded: see ``StoryOpened``."""

    campaign: str
    pack: Pack
    seed: int
    gm: str
    relations: tuple[Relation, ...]
    versions: Mapping[str, str] = field(default_factory=dict)
    templates: Mapping[str, str] = field(default_factory=dict)
    weights: Mapping[str, Any] = field(default_factory=dict)
    simulation: bool = False
    start: str = ""
    """The name of the pack's opening; its first, where none is named."""


def open_story(opening: Opening, state: StoryState, tools: Tools) -> Iterator[Event]:
    """The events of turn 0, in order."""
    pack = opening.pack
    yield happened.StoryOpened(
        campaign=opening.campaign,
        title=pack.title,
        seed=opening.seed,
        gm=opening.gm,
        versions=dict(opening.versions),
        templates=dict(opening.templates),
        weights=dict(opening.weights),
        simulation=opening.simulation,
        opening=opening.start,
    )
    yield happened.PackOpened(pack=pack)
    for relation in opening.relations:
        yield happened.RelationDeclared(relation=relation)
    for rule in tools.rules:
        yield happened.RuleDeclared(rule=rule)
    yield from introduced(opening, state, tools)
    begun = pack.opening(opening.start)
    if begun:
        yield from set_out(begun, state)
    yield from open_session(state, 1)
    here, minute = state.here, state.minute
    if begun and begun.reads:
        yield from direction.first_scene(begun.reads, state)
    else:
        start = Scene(id="s1", title=state.name(here), place=here, present=state.present(here), opened=minute, set_at=minute, session=1)
        yield happened.SceneOpened(scene=start)
    if not state.visits.get(here, 0):
        yield happened.StateChanged(what="visit", key=here, old=0, new=1, cause="start")
    yield happened.TurnClosed(digest=state.digest)


def introduced(opening: Opening, state: StoryState, tools: Tools) -> Iterator[Event]:
    """Everybody and everything of the pack, and what its pages, lore and lorebooks say of them."""
    for entity in (*cast_of(opening.pack), *topics_of(opening.pack)):
        yield happened.EntityIntroduced(entity=entity)
    if claims := continuity.canon(opening.pack, opening.relations):
        yield from establish(claims, state, tools, 0)
    if opening.pack.lore:
        yield from read_lore(state, tools)
    if pages := brought_pages(state):
        yield from read_brought(pages, state, tools)


def set_out(begun: AuthoredOpening, state: StoryState) -> Iterator[Event]:
    """Its hour and place, who else is there, and what has come about; its scene waits for the first turn."""
    at = begun.at or state.here
    effects = (
        Effect(verb="advance", amount=begun.minute(state.pack.calendar)),
        *((Effect(verb="go", target=at),) if at else ()),
        *(Effect(verb="move", target=who, value=at) for who in begun.present),
        *begun.effects,
        *((Effect(verb="goto", target=begun.scene),) if begun.scene else ()),
    )
    for effect in effects:
        yield from rules.apply_effect(effect, state, "opening")


def cast_of(pack: Pack) -> Iterator[Entity]:
    """Everybody and everything of a pack that can be spoken of, section by section, by id."""
    sections: tuple[tuple[EntityKind, Mapping[str, Authored]], ...] = (
        ("character", pack.characters),
        ("character", pack.npcs),
        ("place", pack.locations),
        ("faction", pack.factions),
        ("item", pack.items),
    )
    for kind, section in sections:
        for id in sorted(section):
            authored = section[id]
            pronouns = getattr(authored, "pronouns", "they" if kind == "faction" else "it")
            yield Entity(
                id=id, kind=kind, name=authored.name, aliases=authored.aliases, secret_aliases=authored.secret_aliases, pronouns=pronouns
            )


def topics_of(pack: Pack) -> Iterator[Entity]:
    """What the lore that is open to the table tells of where nobody says what that is, under the names that its first entry has for it."""
    sections = (pack.characters, pack.npcs, pack.locations, pack.factions, pack.items)
    taken = {id for section in sections for id in section}
    for _, entry in sorted(pack.lore.items()):
        if entry.topic and entry.topic not in taken and entry.visibility == "table":
            taken.add(entry.topic)
            name, *aliases = entry.keys or (entry.topic.replace("_", " "),)
            yield Entity(id=entry.topic, kind="concept", name=name, aliases=tuple(aliases))


def read_lore(state: StoryState, tools: Tools) -> Iterator[Event]:
    """What the pack's lore texts say: canon that the table may know becomes facts, with the sentence kept. Pages that somebody brought
    were not written to be read so: "you" in them is whoever reads them.
    """
    tools.reader.know(state.lore.entities())
    notes = BROUGHT in state.pack.x
    count = 0
    for id in sorted(state.pack.lore):
        entry = state.pack.lore[id]
        if entry.canon != "canon" or entry.visibility != "table" or book_of(id, state):
            continue
        reading = tools.reader.read(
            entry.text, turn=0, voice="author", source="pack", first=count, calendar=state.pack.calendar, notes=notes,
            you=None if notes else state.pc, recent=entry.about[:1] if notes else (),
        )  # fmt: skip
        count += len(reading.claims)
        if notes:
            reading = of_its_page(reading, state)
        for entity in reading.entities:
            yield happened.EntityIntroduced(entity=entity)
        tools.reader.know(reading.entities)
        kept = tuple(
            claim.model_copy(
                update={
                    "id": f"0.{id}.{n}",
                    "provenance": claim.provenance.model_copy(update={"where": f"lore.{id}"}),
                    "confidence": claim.confidence * entry.confidence // 100,
                    "validity": held(claim, entry.validity(state.pack.calendar)),
                }
            )
            for n, claim in enumerate(reading.claims, 1)
        )
        yield from establish(kept, state, tools, 0)


def of_its_page(reading: Reading, state: StoryState) -> Reading:
    """What a page says that holds beyond it: "the wand" of another page is another wand, so of what has neither a name nor an owner
    nothing is kept."""
    new = {entity.id: entity for entity in reading.entities}

    def lasts(id: str) -> bool:
        entity = new.get(id) or state.lore.entity(id)
        return entity is not None and (entity.of is None or (entity.of != "" and lasts(entity.of)))

    told = tuple(claim for claim in reading.claims if lasts(claim.subject) and (not claim.value.entity or lasts(claim.value.entity)))
    return replace(reading, claims=told, entities=tuple(entity for entity in reading.entities if lasts(entity.id)))


class Page(NamedTuple):
    """A text that another program's file brought: its address, and whom it is about."""

    where: str
    text: str
    about: tuple[str, ...]
    validity: ValidityInterval = ValidityInterval()


def brought_pages(state: StoryState) -> tuple[Page, ...]:
    """The entries of the pack's lorebooks and the descriptions of people who came by a card, as far as the table may know them."""
    pack = state.pack
    people = (
        Page(f"npcs.{id}", one.description, (id,))
        for id, one in sorted(pack.npcs.items())
        if one.by_card and one.description and one.visibility == "table"
    )
    entries = (
        Page(f"lore.{id}", filled(entry.text, *names(state, book)).text, entry.about, entry.validity(pack.calendar))
        for id, entry in sorted(pack.lore.items())
        if entry.canon == "canon" and entry.visibility == "table" and (book := book_of(id, state))
    )
    return (*people, *entries)


def read_brought(pages: Sequence[Page], state: StoryState, tools: Tools) -> Iterator[Event]:
    """What pages of other programs say, their names learnt from all of them first; whom a page is about is whom it begins with."""
    tools.reader.know(state.lore.entities())
    tellings = [
        Telling(
            prose_of(page.text),
            0,
            "author",
            source="pack",
            recent=page.about[:1],
            you=state.pc,
            calendar=state.pack.calendar,
            notes=page.where.startswith("lore."),
        )
        for page in pages
    ]
    for page, whole in zip(pages, tools.reader.read_many(tellings), strict=True):
        reading = of_its_page(whole, state)
        for entity in reading.entities:
            yield happened.EntityIntroduced(entity=entity)
        tools.reader.know(reading.entities)
        kept = tuple(
            claim.model_copy(
                update={
                    "id": f"0.{page.where}.{n}",
                    "provenance": claim.provenance.model_copy(update={"where": page.where}),
                    "validity": held(claim, page.validity),
                }
            )
            for n, claim in enumerate(reading.claims, 1)
        )
        yield from establish(kept, state, tools, 0)


def held(claim: Claim, entry: ValidityInterval) -> ValidityInterval:
    """When a claim of an entry holds: as its own words say, else as the entry does. The present of its words is the entry's."""
    said = claim.validity
    since = entry.since if said.since is None or (said.since == claim.provenance.minute and entry != ValidityInterval()) else said.since
    until = entry.until if said.until is None else said.until
    return ValidityInterval(since=since, until=until if since is None or until is None else max(since, until))


def open_session(state: StoryState, number: int) -> Iterator[Event]:
    """An evening's play begins: the chips are dealt anew."""
    yield happened.SessionOpened(turn=state.turn, number=number, minute=state.minute)
    yield happened.StateChanged(
        turn=state.turn,
        what="chips",
        key=state.pc,
        old=state.chips.get(state.pc),
        new=rules.rulebook_of(state.pack).chips.start,
        cause="session",
    )
