"""Cards: what can be perceived here and now, of the place, of each person present, of the hero; in prose and as statements."""

from collections.abc import Iterable, Iterator

from gm_engine.context.focus import Focus, ways
from gm_engine.state import StoryState
from gm_engine.state.view import holds
from gm_engine.story.claim import Statement, Value
from gm_engine.story.context_element import ContextElement
from gm_engine.story.listing import listed
from gm_engine.story.pack import Location, Person
from gm_engine.story.travel import Exit, minutes_for

ATTITUDES = {
    -3: "would see {} dead", -2: "is an enemy of {}", -1: "does not care for {}", 0: "has no opinion of {}",
    1: "is well disposed to {}", 2: "is a friend of {}", 3: "would stand by {} whatever came",
}  # fmt: skip
UNSAID = frozenset({"at", "attitude", "wants", "money", "loaded", "name", "alias", "role", "sense", "knows", "condition"})
"""Relations that a card tells in its own way, or not at all."""
MOST_CANON, MOST_LEARNT = 12, 6
"""So many facts from before play, and so many that play told, stand on a card."""
HURT = ("unhurt", "scratched or lightly hurt", "hurt", "badly hurt", "out of the fight")


def words(subject: str, relation: str, text: str) -> Statement:
    """A statement whose value is words."""
    return Statement.trusted(subject=subject, relation=relation, value=Value.trusted(kind="text", text=text))


def number(subject: str, relation: str, low: int, unit: str | None = None) -> Statement:
    """A statement whose value is a whole number."""
    value = Value.trusted(kind="number", text=str(low), low=low, high=low, unit=unit)
    return Statement.trusted(subject=subject, relation=relation, value=value)


def name_of(id: str, state: StoryState) -> str:
    """What the table calls somebody or something."""
    entity = state.lore.entity(id)
    if entity:
        return entity.name
    known = state.pack.person(id) or state.pack.locations.get(id) or state.pack.items.get(id) or state.pack.factions.get(id)
    return known.name if known else id.replace("_", " ")


def place_card(state: StoryState) -> ContextElement | None:
    """The place where the player's character is; None for a story without places."""
    id = state.here
    location = state.pack.locations.get(id)
    entity = state.lore.entity(id)
    if location is None and entity is None:
        return None
    location = location or Location(name=name_of(id, state))
    visits = int(state.visits.get(id, 0))
    exits = [way for way in ways(id, state) if holds(way.when, state) and is_known_of(way.to, state)]
    statements = [words(id, "name", location.name)]
    if location.kind:
        statements.append(words(id, "kind", location.kind))
    statements += [words(id, "sense", sense) for sense in location.senses]
    statements += [_exit(id, way, state) for way in exits]
    statements.append(number(id, "visits", visits))
    if location.within:
        statements.append(
            Statement(
                subject=id, relation="within", value=Value(kind="entity", text=name_of(location.within, state), entity=location.within)
            )
        )
    canon, learnt = _known(id, state, told={statement.relation for statement in statements})
    statements += [*canon, *learnt]
    lasting = _place_prose(location, exits, canon, state)
    live = [*map(_tell, learnt), "First visit." if visits <= 1 else f"{name_of(state.pc, state)} has been here before."]
    return ContextElement(
        id=f"place:{id}",
        kind="place",
        text=" ".join((lasting, *live)),
        lasting=lasting,
        live=" ".join((f"PLACE: {location.name}.", *live)),
        source="pack" if id in state.pack.locations else "lore",
        about=(id,),
        place=id,
        minute=state.minute,
        importance=5,
        pinned=True,
        statements=tuple(statements),
    )


def is_known_of(place: str, state: StoryState) -> bool:
    """A hidden place is no way out until it has been visited."""
    location = state.pack.locations.get(place)
    return location is None or location.visibility == "table" or bool(state.visits.get(place))


def _exit(id: str, way: Exit, state: StoryState) -> Statement:
    label = way.label or name_of(way.to, state)
    value = Value(kind="entity", text=label, entity=way.to, unit=way.dir, low=minutes_for(way, "foot") if way.told else None)
    return Statement(subject=id, relation="exit", value=value)


def _place_prose(location: Location, exits: list[Exit], known: list[Statement], state: StoryState) -> str:
    """What seldom changes of a place."""
    within = f", in {name_of(location.within, state)}" if location.within else ""
    parts = [f"PLACE: {location.name}{within}{f' ({location.kind})' if location.kind else ''}."]
    parts += [f"{text.strip().rstrip('.')}." for text in (location.summary, location.description) if text]
    if location.senses:
        parts.append(f"Here one notices {listed(location.senses)}.")
    parts += [_tell(statement) for statement in known]
    if exits:
        parts.append(f"Ways out: {'; '.join(_way(way, state) for way in exits)}.")
    return " ".join(parts)


def _way(way: Exit, state: StoryState) -> str:
    far = f"{way.tenths / 10:g} miles" if way.tenths is not None else f"{minutes_for(way)} min on foot" if way.told else ""
    how = ", ".join(part for part in (way.dir, far) if part)
    return f"{way.label or name_of(way.to, state)}{f' ({how})' if how else ''}"


def every_name(id: str, state: StoryState) -> tuple[str, ...]:
    """The name and the by-names of somebody or something; none where nobody knows it."""
    entity = state.lore.entity(id)
    return (entity.name, *entity.aliases) if entity else ()


def page_of(id: str, state: StoryState) -> Person | None:
    """The page of a person; of one whom play brought in, as it was put right by hand: their name, and what was first said of them."""
    person, came = state.pack.person(id), state.newcomers.get(id)
    if person is None or came is None or not state.marks:
        return person
    said = (fact for fact in state.lore.facts(id, status=None) if fact.value.text == came.summary)
    untold = any(state.marks.unsent(f"fact:{fact.id}") for fact in said)
    return person.model_copy(update={"name": name_of(id, state), "summary": "" if untold else person.summary})


def person_card(id: str, state: StoryState) -> ContextElement | None:
    """What this table may know of a person, and what they want; None for nobody and for one still hidden."""
    person = page_of(id, state)
    entity = state.lore.entity(id)
    if (person is None and entity is None) or (person and person.visibility == "gm" and not state.met.get(id)):
        return None
    person = person or Person(name=name_of(id, state), pronouns=_pronouns(entity.pronouns if entity else "they"))
    aliases = visible_aliases(id, person, state)
    met, attitude = int(state.met.get(id, 0)), state.attitude(id)
    statements = [words(id, "name", person.name), *(words(id, "alias", alias) for alias in aliases), words(id, "pronouns", person.pronouns)]
    if person.role:
        statements.append(words(id, "role", person.role))
    canon, learnt = _known(id, state)
    told = {statement.relation for statement in (*canon, *learnt)}
    canon += [
        Statement(subject=id, relation=relation, value=Value(kind="enum", text=text))
        for relation, text in sorted(person.traits.items())
        if relation not in told and not state.lore.topic(id, relation)
    ]
    statements += [*canon, *learnt]
    statements += [words(id, "voice", voice) for voice in person.voice]
    if id != state.pc:
        statements.append(number(id, "attitude", attitude))
    if person.wants:
        statements.append(words(id, "wants", person.wants))
    statements.append(number(id, "met", met))
    if state.condition(id) != "alive":
        statements.append(words(id, "condition", state.condition(id)))
    lasting = _person_prose(id, person, aliases, canon, state)
    live = " ".join((*map(_tell, learnt), *_person_now(id, person, met, state)))
    return ContextElement(
        id=f"person:{id}",
        kind="person",
        text=f"{lasting} {live}".strip(),
        lasting=lasting,
        live=f"{_label(id, state)}: {person.name}. {live}".strip(),
        source="pack" if state.pack.person(id) else "lore",
        about=(id,),
        place=state.where(id),
        minute=state.minute,
        importance=5,
        pinned=id == state.pc,
        statements=tuple(statements),
    )


def _pronouns(word: str) -> str:
    return word if word in ("he", "she", "they", "it") else "they"


def visible_aliases(id: str, person: Person, state: StoryState) -> tuple[str, ...]:
    """Open by-names, and the secret ones that are out."""
    entity = state.lore.entity(id)
    out = [alias for alias, secret in sorted(person.secret_aliases.items()) if state.secret(secret) == "revealed"]
    hidden = {alias.lower() for alias in person.secret_aliases} - {alias.lower() for alias in out}
    known = (*person.aliases, *(entity.aliases if entity else ()), *out)
    return tuple(alias for alias in dict.fromkeys(known) if alias.lower() not in hidden and alias != person.name)


def _known(id: str, state: StoryState, told: set[str] | None = None) -> tuple[list[Statement], list[Statement]]:
    """What the lore holds of somebody or something now, as the table may know it: what was so before play, and what play told.

    The most important come first.
    """
    facts = [fact for fact in state.lore.facts(subject=id, at=state.minute) if not fact.taken_out and not state.shut_out(fact)]
    heard = [fact for fact in facts if fact.audience == "table" and fact.relation not in UNSAID and fact.relation not in (told or set())]
    ranked = sorted(heard, key=lambda fact: (-fact.importance, fact.relation, fact.id))
    canon = [fact.statement for fact in ranked if not fact.told_by[0].turn]
    return canon[:MOST_CANON], [fact.statement for fact in ranked if fact.told_by[0].turn][:MOST_LEARNT]


def _label(id: str, state: StoryState) -> str:
    return "PLAYER CHARACTER" if id == state.pc else "PERSON"


def _person_prose(id: str, person: Person, aliases: tuple[str, ...], known: list[Statement], state: StoryState) -> str:
    """What seldom changes of a person."""
    by_names = f", also called {listed(aliases)}" if aliases else ""
    role = f", {person.role}" if person.role else ""
    parts = [f"{_label(id, state)}: {person.name}{by_names}{role} ({person.pronouns})."]
    if person.summary:
        parts.append(person.summary.strip().rstrip(".") + ".")
    parts += [_tell(statement) for statement in known]
    if person.stories:
        parts.append(" ".join(f"{_upper(tie.rstrip('.'))}." for tie in person.stories))
    if person.voice:
        parts.append(f"Voice: {'; '.join(person.voice)}.")
    if id == state.pc and person.drive:
        parts.append(f"Drive: {person.drive.rstrip('.')}.")
    return " ".join(parts)


def _person_now(id: str, person: Person, met: int, state: StoryState) -> Iterator[str]:
    """How a person is, and stands to the hero, just now."""
    if state.condition(id) != "alive":
        yield f"Is {state.condition(id)}."
    elif state.boxes(id):
        wounds = [wound for wound in state.wounds.get(id, ()) if wound.heals > state.minute]
        yield f"Wounded: {listed([wound.place for wound in wounds])}."
    if id == state.pc:
        return
    yield _upper(ATTITUDES[max(-3, min(3, state.attitude(id)))].format(name_of(state.pc, state))) + "."
    if person.wants:
        yield f"Wants {person.wants.removeprefix('wants ').rstrip('.')}."
    yield "They have met." if met else "They have not met before."


def _upper(text: str) -> str:
    return text[:1].upper() + text[1:]


def _tell(statement: Statement) -> str:
    """A bare statement in a few words."""
    relation = _upper(statement.relation.replace("_", " "))
    return f"{relation}: {'' if statement.polarity else 'not '}{statement.value.text.rstrip('.')}."


def now_card(state: StoryState) -> ContextElement:
    """The hour, and how the player's character stands: money, wounds, cartridges in the gun."""
    pc, calendar = state.pc, state.pack.calendar
    boxes = state.boxes(pc)
    statements = [
        words(pc, "time", state.say_time()),
        words(pc, "part_of_day", calendar.part_of_day(state.minute)),
        number(pc, "minute", state.minute),
        number(pc, "money", state.purse(pc), "cents"),
        number(pc, "wounds", boxes, "boxes"),
    ]
    loaded = {key.partition("/")[2]: int(count) for key, count in sorted(state.ammo.items()) if key.partition("/")[0] == pc}
    statements += [number(pc, "loaded", count, weapon) for weapon, count in loaded.items()]
    carried = [f"{name_of(item, state)}{f' ({count})' if count > 1 else ''}" for item, count in state.carried(pc).items()]
    purse = f"has {state.pack.currency.figure(state.purse(pc))}, and " if state.counts_money() else ""
    asked = (
        state.pack.scenes[state.scene.authored].checks
        if state.scene.authored in state.pack.scenes and state.scene.place == state.here
        else ()
    )
    along = [name_of(id, state) for id in state.companions()]
    statements += [words(pc, "asked", skill) for skill in asked]
    parts = [f"NOW: {_upper(state.say_time())}.", f"{name_of(pc, state)} {purse}is {HURT[min(boxes, 4)]}."]
    parts += [f"Cartridges in the {name_of(weapon, state)}: {count}." for weapon, count in loaded.items()]
    if carried:
        parts.append(f"Carries {listed(carried)}.")
    if along:
        parts.append(f"{listed(along)} {'travels' if len(along) == 1 else 'travel'} along.")
    if asked:
        parts.append(f"This scene may come down to {listed([skill.replace('_', ' ') for skill in asked])}.")
    return now_element(" ".join(parts), statements, state)


def now_element(text: str, statements: Iterable[Statement], state: StoryState) -> ContextElement:
    """The card of the hour and of the player's character, told in ``text``; it is in every prompt."""
    return ContextElement(
        id="now", kind="variable", text=text, source="state", about=(state.pc,) if state.pc else (), place=state.here, minute=state.minute,
        importance=5, pinned=True, statements=tuple(statements),
    )  # fmt: skip


def cards(focus: Focus, state: StoryState) -> tuple[ContextElement, ...]:
    """The place, the hour, the hero, everybody present, and everybody spoken of."""
    people = dict.fromkeys((state.pc, *focus.present, *(id for id in focus.spoken if _is_person(id, state))))
    found = (now_card(state), place_card(state), *(person_card(id, state) for id in people if id))
    return tuple(card for card in found if card and not state.marks.unsent(card.id))


def _is_person(id: str, state: StoryState) -> bool:
    entity = state.lore.entity(id)
    return state.pack.person(id) is not None or (entity is not None and entity.kind == "character")
