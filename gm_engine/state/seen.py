"""What the table may see of who and what there is: hidden ones are left out, and secret by-names until their secret is out."""

from collections.abc import Container, Iterable

from gm_engine.state.story_state import StoryState
from gm_engine.story.claim import Fact
from gm_engine.story.entity import Entity
from gm_engine.story.name_table import NameIndex
from gm_engine.story.pack import LoreEntry


def hidden(id: str, state: StoryState) -> bool:
    """True for what the campaign keeps for the GM, as long as it was neither met, nor visited, nor carried, nor told of in play."""
    pack = state.pack
    sections = (pack.characters, pack.npcs, pack.locations, pack.factions, pack.items)
    page = next((section[id] for section in sections if id in section), None)
    if page is None or page.visibility != "gm":
        return False
    if state.met.get(id) or state.visits.get(id) or state.has(state.pc, id):
        return False
    told = (fact for fact in state.lore.facts(id, status=None) if fact.audience == "table")
    return not any(telling.turn for fact in told for telling in fact.told_by)


def secret_names(state: StoryState) -> frozenset[str]:
    """The by-names that are still secret, in small letters: whoever is called by one is, for the table, nobody whom it knows."""
    borne = (pair for one in state.lore.entities() for pair in one.secret_aliases.items())
    return frozenset(name.casefold() for name, hides in borne if state.secret(hides) != "revealed")


def known_by(name: str, state: StoryState, *, part: bool = False) -> tuple[Entity, ...]:
    """Whom or what the table knows by a name, or by a ``part`` of one."""
    named = state.lore.named_in_part(name) if part else state.lore.named(name)
    maybe = {one.id: one for one in named if not hidden(one.id, state)}
    index = NameIndex()
    for one in maybe.values():
        index.add(as_seen(one, state))
    return tuple(maybe[id] for id in (index.find_part(name) if part else index.find(name)))


def as_seen(entity: Entity, state: StoryState) -> Entity:
    """The entity as the table knows it: a by-name that a secret hides is one like any other once that is out, and until then none."""
    secret = {alias.casefold() for alias in entity.secret_aliases}
    known = [alias for alias, hides in sorted(entity.secret_aliases.items()) if state.secret(hides) == "revealed"]
    aliases = tuple(dict.fromkeys((*(alias for alias in entity.aliases if alias.casefold() not in secret), *known)))
    return entity.model_copy(update={"aliases": aliases, "secret_aliases": {}})


def facts_seen(facts: Iterable[Fact], state: StoryState) -> tuple[Fact, ...]:
    """Those of the facts that the table may know: what joins somebody to one who is hidden is not."""
    return tuple(fact for fact in facts if fact.audience == "table" and not hidden(fact.value.entity or "", state))


def entries_seen(about: str, state: StoryState) -> tuple[LoreEntry, ...]:
    """What the campaign's own pages tell the table about somebody or something, their keys without names that are still secret."""
    unseen = {one.id for one in state.lore.entities() if hidden(one.id, state)}
    secret = {name.casefold() for one in state.lore.entities() for name in _secret_names(one, state, unseen)}

    def open_words(words: Iterable[str]) -> tuple[str, ...]:
        return tuple(word for word in words if word.casefold() not in secret)

    return tuple(
        entry.model_copy(
            update={
                "about": tuple(id for id in entry.about if id not in unseen),
                "keys": open_words(entry.keys),
                "keys_all": open_words(entry.keys_all),
            }
        )
        for _, entry in sorted(state.pack.lore.items())
        if about in entry.about and entry.visibility == "table"
    )


def _secret_names(entity: Entity, state: StoryState, unseen: Container[str]) -> set[str]:
    """What somebody is called and the table does not know."""
    if entity.id in unseen:
        return {entity.name, *entity.aliases, *entity.secret_aliases}
    return {name for name, hides in entity.secret_aliases.items() if state.secret(hides) != "revealed"}
