"""The cast: a campaign's people, places and things, and those that the game master has brought in since."""

from gm_engine.story.newcomer import Newcomer
from gm_engine.story.pack import Faction, Item, Location, Pack, Person
from gm_engine.story.travel import Exit

A_WALK = 5
"""Minutes from a place to one that was said to lie in it or beside it, where nobody said how far."""


def joined(pack: Pack, newcomer: Newcomer) -> Pack:
    """The campaign with a newcomer among its people, places, things or groups; one who is there already is left as they are.

    A place gets a way to wherever it is said to lie.
    """
    id, name = newcomer.id, newcomer.name or "somebody"
    there = pack.locations.get(newcomer.place)
    if id in pack.locations and there is not None and newcomer.place != id and not _joined(pack, id, newcomer.place):
        here = pack.locations[id]
        exits = (*here.exits, Exit(to=newcomer.place, minutes=A_WALK))
        place = here.model_copy(update={"within": here.within if here.exits else there.within, "exits": exits})
        return pack.model_copy(update={"locations": {**pack.locations, id: place}})
    if any(id in section for section in (pack.characters, pack.npcs, pack.locations, pack.items, pack.factions)):
        return pack
    if newcomer.kind == "character":
        person = Person(name=name, summary=newcomer.summary, role=newcomer.role, pronouns=newcomer.pronouns, at=newcomer.place)
        return pack.model_copy(update={"npcs": dict(sorted({**pack.npcs, id: person}.items()))})
    if newcomer.kind == "place":
        exits = (Exit(to=newcomer.place, minutes=A_WALK),) if newcomer.place in pack.locations else ()
        within = pack.locations[newcomer.place].within if newcomer.place in pack.locations else ""
        place = Location(name=name, summary=newcomer.summary, within=within, exits=exits)
        return pack.model_copy(update={"locations": dict(sorted({**pack.locations, id: place}.items()))})
    if newcomer.kind == "item":
        thing = Item(name=name, summary=newcomer.summary, at="" if newcomer.holder else newcomer.place)
        return pack.model_copy(update={"items": dict(sorted({**pack.items, id: thing}.items()))})
    group = Faction(name=name, summary=newcomer.summary)
    return pack.model_copy(update={"factions": dict(sorted({**pack.factions, id: group}.items()))})


def _joined(pack: Pack, one: str, other: str) -> bool:
    """True where a way leads from one place to the other, or back."""
    return any(way.to == b for a, b in ((one, other), (other, one)) for way in pack.locations[a].exits)


def parted(pack: Pack, id: str) -> Pack:
    """The campaign without a newcomer, who is known to be somebody else of it."""
    return pack.model_copy(
        update={
            "npcs": {key: one for key, one in pack.npcs.items() if key != id},
            "locations": {key: one for key, one in pack.locations.items() if key != id},
            "items": {key: one for key, one in pack.items.items() if key != id},
            "factions": {key: one for key, one in pack.factions.items() if key != id},
        }
    )
