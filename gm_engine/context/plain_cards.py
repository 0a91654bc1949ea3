"""Cards in whole sentences, for a language model: who is here first and by name, then the hour, the place, each person.

Only who is present stands under *here and now*; who is only spoken of stands with what is known.
"""

from collections.abc import Iterator

from gm_engine.context.focus import Focus, in_cast, ways
from gm_engine.context.in_sentences import described, sentence, with_article
from gm_engine.context.perceived import (
    ATTITUDES,
    HURT,
    is_known_of,
    name_of,
    now_element,
    number,
    page_of,
    place_card,
    visible_aliases,
    words,
)
from gm_engine.context.told_records import doubted, ended, upper, when
from gm_engine.state import StoryState
from gm_engine.state.view import holds
from gm_engine.story.claim import Statement
from gm_engine.story.context_element import ContextElement
from gm_engine.story.counting import counted
from gm_engine.story.listing import listed
from gm_engine.story.pack import IMPORTED, Location, Person
from gm_engine.story.travel import Exit, minutes_for

WHO = "who:"
"""What the card of somebody is called who is spoken of and is not here, before their id."""
FEW = 3
"""A company of so many is shown whole; of a larger one those who are spoken to."""
STRONG, MOST_TOPICS = 0.3, 3
"""From this strength on something is a topic of the talk, and so many are named."""
SEEN_ONCE = frozenset({"born"})
"""What a page says twice over: the age is told."""


def plain_cards(focus: Focus, state: StoryState) -> tuple[ContextElement, ...]:
    """Who is here, the hour, the place, the hero, everybody present; whoever is spoken of and not here, apart."""
    away = [id for id in focus.spoken if id not in focus.present and id != state.pc]
    near = {state.pc, *(focus.present if len(focus.present) <= FEW else (id for id in focus.present if id in focus.spoken))}
    found = (
        here_card(focus, state) if state.pack.id != IMPORTED else talk_card(focus, state),
        now_card(state) if state.pack.id != IMPORTED else None,
        place_now(state),
        *(person_now(id, state, whole=id in near) for id in dict.fromkeys((state.pc, *focus.present)) if id),
        *(who(id, state) for id in away),
    )
    return tuple(card for card in found if card and not state.marks.unsent(card.id))


def here_card(focus: Focus, state: StoryState) -> ContextElement | None:
    """Who is here, and the scene that the talk holds on to; None for a story without places."""
    scene = state.scene
    if not scene.title and not state.here:
        return None
    hero = name_of(state.pc, state) if state.pc else "The player's character"
    others = [_called(id, state) for id in sorted(focus.present, key=lambda id: id not in focus.spoken)]
    along = [name_of(id, state) for id in state.companions()]
    company = f"{hero} is here with {listed(others)}" if others else f"{hero} is here alone, as far as anybody has said"
    travels = f" {listed(along)} {'travels' if len(along) == 1 else 'travel'} along." if along else ""
    place = f" The place is {name_of(state.here, state)}." if state.here else ""
    title = scene.title if scene.title.lower() != name_of(state.here, state).lower() else ""
    since = f" The scene{f' ({title})' if title else ''} has gone on since turn {scene.turn}." if 0 < scene.turn < state.turn else ""
    named = _topics(focus, state)
    talk = f" The talk has been of {listed(named)}." if named else ""
    return ContextElement(
        id="anchor",
        kind="variable",
        text=f"{company}.{place}{travels}{since}{talk}",
        source="state",
        place=state.here,
        minute=state.minute,
        importance=5,
        pinned=True,
    )


def _topics(focus: Focus, state: StoryState) -> list[str]:
    topics = [id for id, strength in focus.topics.items() if strength >= STRONG and id not in (state.pc, state.here, *focus.present)]
    return [name_of(id, state) for id in topics if in_cast(id, state)][:MOST_TOPICS]


def talk_card(focus: Focus, state: StoryState) -> ContextElement:
    """What is known of here and now in a story that was brought in as a transcript: nobody keeps places, hours or purses in it."""
    named = _topics(focus, state)
    talk = f" The talk has been of {listed(named)}." if named else ""
    text = f"Who is here, where and when, is as it was told last.{talk}"
    return ContextElement(id="anchor", kind="variable", text=text, source="state", minute=state.minute, importance=5, pinned=True)


def _called(id: str, state: StoryState) -> str:
    person = state.pack.person(id)
    return f"{name_of(id, state)} ({person.role})" if person and person.role else name_of(id, state)


def _guns_loaded(state: StoryState, who: str) -> dict[str, int]:
    """How many cartridges are in each gun that somebody carries: it is full until it was first fired."""
    weapons = state.pack.rulebook.get("weapons", {})
    found = {}
    for item in state.carried(who):
        entry = state.pack.items.get(item)
        row = weapons.get(entry.weapon if entry else item, {})
        if chambers := int(row.get("chambers", 0)) if isinstance(row, dict) else 0:
            found[item] = int(state.ammo.get(f"{who}/{item}", chambers))
    return found


def now_card(state: StoryState) -> ContextElement:
    """The hour, and how the player's character stands: money, wounds, cartridges in the gun, what is carried."""
    pc, pack = state.pc, state.pack
    hero, boxes = name_of(pc, state), state.boxes(pc)
    purse = f"has {pack.currency.figure(state.purse(pc))} and " if state.counts_money() else ""
    parts = [f"It is {state.say_time()}.", f"{hero} {purse}is {HURT[min(boxes, 4)]}."]
    wounds = [wound.place for wound in state.wounds.get(pc, ()) if wound.heals > state.minute]
    if wounds:
        parts.append(f"Wounded in the {listed(dict.fromkeys(wounds))}.")
    loaded = _guns_loaded(state, pc)
    parts += [f"There {'is' if count == 1 else 'are'} {count} in the {_bare(name_of(gun, state))}." for gun, count in loaded.items()]
    carried = [f"{name_of(item, state)}{f' ({count})' if count > 1 else ''}" for item, count in state.carried(pc).items()]
    carry = "have" if (one := pack.person(pc)) and one.pronouns == "they" else "has"
    if carried:
        parts.append(f"{upper(person.pronouns) if (person := pack.person(pc)) else upper(hero)} {carry} {listed(carried)}.")
    statements = (
        words(pc, "time", state.say_time()),
        number(pc, "minute", state.minute),
        number(pc, "money", state.purse(pc), "cents"),
        number(pc, "wounds", boxes, "boxes"),
        *(number(pc, "loaded", count, gun) for gun, count in loaded.items()),
    )
    return now_element(" ".join(parts), statements, state)


def _bare(name: str) -> str:
    return name.removeprefix("a ").removeprefix("an ").removeprefix("the ")


def place_now(state: StoryState) -> ContextElement | None:
    """The place: what lasts of it, and, in the turn of the arrival, whether the player's character has been here before."""
    plain = place_card(state)
    if plain is None:
        return None
    id = state.here
    location = state.pack.locations.get(id) or Location(name=name_of(id, state))
    exits = tuple(way for way in ways(id, state) if holds(way.when, state) and is_known_of(way.to, state))
    lasting = " ".join(_place(location, exits, state))
    live = _visit(id, state)
    return plain.changed(text=f"{lasting} {live}".strip(), lasting=lasting, live=live)


def _place(location: Location, exits: tuple[Exit, ...], state: StoryState) -> Iterator[str]:
    within = f", in {name_of(location.within, state)}" if location.within else ""
    kind = f", {with_article(location.kind)}" if location.kind and location.kind not in location.name.lower() else ""
    yield f"{upper(location.name)}{kind}{within}."
    yield from (ended(text) for text in (location.summary, location.description) if text)
    if location.senses:
        yield f"There one notices {listed(location.senses)}."
    yield from (sentence(upper(location.name), relation, text) for relation, text in sorted(location.facts.items()))
    if exits:
        yield f"From there one comes to {listed(_way(way, state) for way in exits)}."


def _way(way: Exit, state: StoryState) -> str:
    on_foot = f"{counted(minutes_for(way), 'minute')} on foot" if way.told else ""
    far = f"{way.tenths / 10:g} miles" if way.tenths is not None else on_foot
    how = ", ".join(part for part in (way.dir, far) if part)
    return f"{way.label or name_of(way.to, state)}{f' ({how})' if how else ''}"


def _visit(id: str, state: StoryState) -> str:
    """Words for the turn of an arrival; empty while the player's character stays."""
    earlier = [turn for turn in state.recent_turns(2) if turn.number < state.turn]
    if earlier and earlier[-1].place == id:
        return ""
    hero = name_of(state.pc, state)
    if int(state.visits.get(id, 0)) <= 1:
        return f"This is the first visit of {hero} to {name_of(id, state)}."
    last = next((turn for turn in state.turns.newest() if turn.number < state.turn and turn.place == id), None)
    return f"{hero} was last at {name_of(id, state)} in {when(last.number, last.minute, state)}." if last else ""


def person_now(id: str, state: StoryState, *, whole: bool) -> ContextElement | None:
    """Somebody who is here, or the player's character: what seldom changes of them, and how they are and stand just now.

    ``whole`` for those of whom it is told in any case.
    """
    person = _person(id, state)
    if person is None:
        return None
    lasting = portrait(id, person, state)
    live = " ".join(_just_now(id, person, state))
    return ContextElement(
        id=f"person:{id}",
        kind="person",
        text=f"{lasting} {live}".strip(),
        lasting=lasting,
        live=live,
        source="pack",
        about=(id,),
        place=state.where(id),
        minute=state.minute,
        importance=5,
        pinned=whole,
        statements=_stated(id, person, state),
    )


def who(id: str, state: StoryState) -> ContextElement | None:
    """Somebody who is spoken of and is not here, as the table knows them; None for nobody and for one still hidden."""
    person = _person(id, state)
    if person is None:
        return None
    found = state.pack.locations.get(person.at)
    where = f" Mostly to be found at {found.name}." if found and found.visibility == "table" else ""
    text, statements = portrait(id, person, state) + where, _stated(id, person, state)
    return ContextElement(id=f"{WHO}{id}", kind="lore", text=text, source="pack", about=(id,), importance=4, statements=statements)


def _person(id: str, state: StoryState) -> Person | None:
    person = page_of(id, state)
    hidden = person is not None and person.visibility == "gm" and not state.met.get(id)
    nobody = state.pack.id == IMPORTED and id == state.pc
    return None if hidden or nobody else person


def _stated(id: str, person: Person, state: StoryState) -> tuple[Statement, ...]:
    found = [words(id, "name", person.name), words(id, "pronouns", person.pronouns), *(words(id, "voice", voice) for voice in person.voice)]
    return (*found, number(id, "attitude", state.attitude(id))) if id != state.pc else tuple(found)


def portrait(id: str, person: Person, state: StoryState) -> str:
    """What seldom changes of somebody, as their page has it; what play has told otherwise, or an open conflict doubts, is left out."""
    aliases = visible_aliases(id, person, state)
    called = f", also called {listed(aliases)}" if aliases else ""
    trade = f", {person.role}" if person.role else ""
    part = ", the player's character" if id == state.pc else ""
    known_by = "" if person.role or not person.summary else f": {ended(person.summary)[:-1]}"
    parts = [f"{upper(person.name)} ({person.pronouns}){part}{trade}{called}{known_by}."]
    parts += [upper(ended(text)) for text in ("" if known_by else person.summary, person.description if id != state.pc else "") if text]
    page = {**dict(sorted(person.traits.items())), **dict(sorted(person.facts.items()))}
    known = [(relation, text) for relation, text in page.items() if relation not in SEEN_ONCE and not _otherwise(id, relation, state)]
    kin = [(relation, name_of(other, state)) for relation, other in person.bonds if not _otherwise(id, relation, state)]
    known = [(relation, name_of(text, state) if text in state.pack.npcs else text) for relation, text in known]
    if told := described((*known, *kin), person.pronouns):
        parts.append(told)
    if factions := [name_of(faction, state) for faction in state.factions_of(id)]:
        parts.append(f"One of {listed(factions)}.")
    if person.stories:
        parts.append(f"Before the story began: {'; '.join(tie.strip().rstrip('.') for tie in person.stories)}.")
    if person.voice:
        parts.append(f"How {person.name.split()[0]} talks: {'; '.join(person.voice)}.")
    if id == state.pc and person.drive:
        parts.append(f"The aim: {person.drive.rstrip('.')}.")
    return " ".join(parts)


def _otherwise(id: str, relation: str, state: StoryState) -> bool:
    """True where play has told something else of it since, or where an open conflict is about it."""
    held = state.lore.topic(id, relation)
    paged = [fact for fact in held if not fact.told_by[0].turn]
    changed = bool(paged) and not any(fact.status == "open" and fact.validity.holds_at(state.minute) for fact in paged)
    hidden = any(f"fact:{fact.id}" in state.marks.hidden for fact in paged)
    return changed or hidden or doubted(id, relation, state)


def _just_now(id: str, person: Person, state: StoryState) -> Iterator[str]:
    name = person.name
    if state.condition(id) != "alive":
        yield f"{name} is {state.condition(id)}."
    if id == state.pc:
        return
    wounds = [wound.place for wound in state.wounds.get(id, ()) if wound.heals > state.minute]
    if wounds:
        yield f"{name} is wounded in the {listed(dict.fromkeys(wounds))}."
    stands = ATTITUDES[max(-3, min(3, state.attitude(id)))].format(name_of(state.pc, state))
    wants = f" and wants {person.wants.removeprefix('wants ').rstrip('.')}" if person.wants else ""
    yield f"{name} {stands}{wants}."
    if not state.met.get(id, 0):
        yield "They have not met before."
