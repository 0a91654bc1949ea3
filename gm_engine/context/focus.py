"""What this moment is about: who is here, who is spoken of, what is near, which words fell."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

from gm_engine.context.tied import Near, ties_around
from gm_engine.memory import Memory
from gm_engine.memory.index_words import stems
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.intent import Intent
from gm_engine.story.pack import IMPORTED, Authored
from gm_engine.story.travel import OPPOSITE, Exit

TELLING = 0.35
"""A word of the player's that tells less than this, of 1, falls too often to point to anything."""
FAR = 2
"""Places more ways off than this are not near."""


@dataclass(frozen=True)
class Focus:
    """``said`` are the player's words. ``near`` maps places to how many ways off they are (this place: 0), ``topics`` entities to
    strengths from 0 to 1.

    ``tied`` are those whom the campaign ties to somebody here or spoken of: kin, employers, their factions. ``close`` is how
    near everybody is to those by the lore and by common records. ``telling`` are the player's words that say something,
    ``dwelt_on`` the other words that the table's attention is on, ``interests`` what the player asks about in every session. ``ties``
    are the lore's: whom and what they make near to those present and spoken of.
    """

    minute: int
    here: str
    pc: str
    said: str = ""
    spoken: tuple[str, ...] = ()
    present: tuple[str, ...] = ()
    near: dict[str, int] = field(default_factory=dict)
    tied: tuple[str, ...] = ()
    topics: dict[str, float] = field(default_factory=dict)
    terms: Counter[str] = field(default_factory=Counter)
    drawn_on: tuple[str, ...] = ()
    close: dict[str, float] = field(default_factory=dict)
    telling: frozenset[str] = frozenset()
    dwelt_on: dict[str, float] = field(default_factory=dict)
    interests: dict[str, float] = field(default_factory=dict)
    ties: dict[str, Near] = field(default_factory=dict)

    @cached_property
    def kin(self) -> frozenset[str]:
        """``tied``, to be looked up."""
        return frozenset(self.tied)

    @cached_property
    def around(self) -> frozenset[str]:
        """Those present and those spoken of."""
        return frozenset((*self.present, *self.spoken))

    @property
    def watched(self) -> tuple[str, ...]:
        """Everybody and everything whose records are looked through, each once, without the player's character."""
        strong = (id for id, strength in self.topics.items() if strength >= 0.3)
        return tuple(id for id in dict.fromkeys((*self.spoken, *self.present, self.here, *strong)) if id and id != self.pc)


def focus_on(said: str, intents: Sequence[Intent], beats: Sequence[Beat], state: StoryState, memory: Memory) -> Focus:
    """What the player's words, what they attempt and what is to be told concern."""
    terms = stems(said)
    named = [id for id in memory.names.named(said) if not state.table.hears or by_name(id, said, state)]
    meant = (id for intent in intents for id in (intent.target, intent.topic, intent.place, intent.item))
    told_of = (id for beat in beats for id in (beat.actor, beat.target, beat.topic, beat.place))
    spoken = dict.fromkeys(id for id in (*named, *meant, *told_of) if id and id != state.pc)
    attention = memory.attention()
    present = state.present()
    topics = {id: strength for id, strength in attention.names.items() if not state.table.hears or in_cast(id, state)}
    around = tuple(dict.fromkeys((*(id for id in spoken if id not in state.pack.secrets), *present)))
    return Focus(
        minute=state.minute,
        here=state.here,
        pc=state.pc,
        said=said,
        spoken=tuple(id for id in spoken if id not in state.pack.secrets),
        present=present,
        near=near(state),
        tied=tied(around, state, memory),
        topics=_strongest(topics, tagged(terms, state)),
        terms=terms,
        drawn_on=tuple(dict.fromkeys(id for beat in beats for id in beat.elements)),
        close=_close(around, present, state, memory),
        telling=frozenset(term for term in terms if memory.telling(term) >= TELLING),
        dwelt_on={term: strength for term, strength in attention.words().items() if term not in terms},
        interests=memory.interested(),
        ties=ties_around(around, state) if memory.weights.tied else {},
    )


def in_cast(id: str, state: StoryState) -> bool:
    """True for who and what the campaign holds, newcomers too; not for what was read in its lore and is nothing but a name."""
    pack = state.pack
    if pack.id == IMPORTED:
        return state.lore.entity(id) is not None
    return any(id in section for section in (pack.characters, pack.npcs, pack.locations, pack.items, pack.factions, pack.secrets))


def by_name(id: str, said: str, state: StoryState) -> bool:
    """True where a line names somebody: one who is nothing but a name is named as names are written ("Anybody" is not "anybody")."""
    entity = state.lore.entity(id)
    names = (entity.name, *entity.aliases) if entity else ()
    return in_cast(id, state) or any(word in said for name in names for word in name.split() if word[:1].isupper())


def _close(around: Sequence[str], present: Sequence[str], state: StoryState, memory: Memory) -> dict[str, float]:
    """Who is close to those spoken of (the most), those present, and this place."""
    seeds = dict.fromkeys((state.here,), 0.3) | dict.fromkeys(present, 0.5) | dict.fromkeys(around, 0.5)
    seeds |= {id: 1.0 for id in around if id not in present}
    return memory.close({id: weight for id, weight in seeds.items() if id}, state.lore.ties, without=state.pc)


def tied(around: Sequence[str], state: StoryState, memory: Memory) -> tuple[str, ...]:
    """Whom the campaign ties to these: by ``ties`` of either side, by a faction; not themselves, nor the player's character."""
    found: dict[str, None] = {}
    for id in around:
        person = state.pack.person(id)
        if person:
            named = (other for story in person.stories for other in memory.names.named(story))
            found |= dict.fromkeys((*(other for _, other in person.bonds), *named, *state.factions_of(id)))
    for people in (state.pack.characters, state.pack.npcs):
        found |= {id: None for id in people if any(other in around for _, other in people[id].bonds)}
    return tuple(id for id in found if id not in around and id != state.pc)


TAGGED = 0.5
"""How strongly a word makes a topic of those who have it for a tag."""


def tagged(terms: Counter[str], state: StoryState) -> dict[str, float]:
    """The entities one of whose tags fell as a word: *lawmen* brings up everybody whose tag is ``lawman``."""
    pack = state.pack
    sections: tuple[Mapping[str, Authored], ...] = (pack.npcs, pack.locations, pack.factions, pack.items)
    return {
        id: TAGGED
        for section in sections
        for id, entity in section.items()
        if entity.visibility == "table" and any(_fell(tag, terms) for tag in entity.tags)
    }


def _fell(tag: str, terms: Counter[str]) -> bool:
    wanted = stems(tag.replace("_", " ")).keys()
    return bool(wanted) and wanted <= terms.keys()


def _strongest(one: dict[str, float], other: dict[str, float]) -> dict[str, float]:
    return one | {id: max(strength, one.get(id, 0.0)) for id, strength in other.items()}


def ways(place: str, state: StoryState) -> tuple[Exit, ...]:
    """Every way out of a place, those from the other side too, by where they lead."""
    location = state.pack.locations.get(place)
    found = {way.to: way for way in location.exits} if location else {}
    for other, beyond in state.pack.locations.items():
        back = next((way for way in beyond.exits if way.to == place and not way.oneway), None)
        if back and other not in found:
            found[other] = back.model_copy(update={"to": other, "dir": OPPOSITE.get(back.dir or ""), "label": ""})
    return tuple(found[to] for to in sorted(found))


def near(state: StoryState) -> dict[str, int]:
    """Places by how many ways off they are, as far as ``FAR``; what contains this place is one way off."""
    reached = {state.here: 0}
    edge = [state.here]
    for hops in range(1, FAR + 1):
        beyond = sorted({to for place in edge for to in _beside(place, state)} - reached.keys())
        reached.update(dict.fromkeys(beyond, hops))
        edge = beyond
    return reached


def _beside(place: str, state: StoryState) -> tuple[str, ...]:
    location = state.pack.locations.get(place)
    within = (location.within,) if location and location.within else ()
    return (*(way.to for way in ways(place, state)), *within)
