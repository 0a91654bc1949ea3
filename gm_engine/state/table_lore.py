"""What the table knows of the lore: who was met or named, what was told of them, and by-names that are no secret.

Every road by which somebody outside the engine looks at the lore is made from this one value: lists, pages, ties, graphs, what the memory
brings up, why something was in a prompt. What is not in it is not there: asked for, it answers as a name that nobody bears.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import NamedTuple

from gm_engine.state.seen import as_seen, entries_seen, facts_seen, hidden
from gm_engine.state.story_state import StoryState
from gm_engine.state.view import holds
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.context_element import ContextElement
from gm_engine.story.entity import Entity
from gm_engine.story.name_table import Name, NamesInText, unarticled, written_so
from gm_engine.story.pack import BROUGHT, IMPORTED, LoreEntry
from gm_engine.story.provenance import Provenance

WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*|[.!?…:]|[\"“”\n]")
SHORTEST = 3
"""So many letters has a part of somebody's name at least that stands for the whole of it."""
PLACED = re.compile(r"[.:/ ,]+")


class Called(NamedTuple):
    """How somebody or something is called: ``sure`` where the words name it wherever they stand, else only within a sentence."""

    id: str
    words: tuple[str, ...]
    sure: bool


class Naming:
    """What everything is called, found in texts that were told. A letter that is large in a name is large where it is meant."""

    def __init__(self, called: Iterable[Called]) -> None:
        self._names: NamesInText[Called] = NamesInText()
        for one in called:
            self._names.learn(one.words, one)

    @lru_cache(maxsize=4096)  # noqa: B019 - a naming lives as long as its shelf below
    def found(self, text: str, *, surely: bool) -> frozenset[frozenset[str]]:
        """For each name in the text the ids that bear it; ``surely``: without what may be a common word at the head of a sentence."""
        words = [_bare(word) for word in WORD.findall(text)]

        def meant(name: Name[Called], at: int) -> list[Called]:
            return [one for one in name.bearers if written_so(one.words, words[at : at + len(one.words)])]

        bearers = (
            frozenset(one.id for one in borne if one.sure or not (surely and (at == 0 or not words[at - 1][:1].isalnum())))
            for at, _, borne in self._names.standing(words, meant)
        )
        return frozenset(filter(None, bearers))


def _bare(word: str) -> str:
    return word[:-2] if word[-2:] in ("'s", "’s") else word


def _words(name: str) -> tuple[str, ...]:
    return unarticled([_bare(word) for word in WORD.findall(name) if word[:1].isalnum()])


Names = tuple[str, str, str, tuple[str, ...]]
"""An entity as it is called: id, kind, name, open by-names."""


@lru_cache(maxsize=32)
def _naming(names: tuple[Names, ...], secrets: tuple[str, ...], titles: tuple[str, ...] = ()) -> Naming:
    """Whole names; by-names that are names; the parts of people's names that are nobody else's, and no ``titles``; and by-names that are
    still secret, in any letters, whose id is empty."""
    parts: dict[str, set[str]] = {}
    for id, kind, name, aliases in names:
        for one in (name, *aliases) if kind == "character" else ():
            for word in _words(one):
                parts.setdefault(word, set()).add(id)
    called: list[Called] = []
    for id, kind, name, aliases in names:
        called += [Called(id, words, True) for words in (_words(name),) if words]
        called += [Called(id, words, len(words) > 1) for alias in aliases if any(map(str.istitle, words := _words(alias)))]
        own = [word for word in _words(name) if word.lower() not in titles] if kind == "character" else []
        called += [Called(id, (word,), False) for word in own if word.istitle() and len(word) >= SHORTEST and parts[word] == {id}]
    called += [Called("", words, True) for alias in secrets if (words := tuple(word.lower() for word in _words(alias)))]
    return Naming(called)


def naming_of(state: StoryState, titles: tuple[str, ...]) -> Naming:
    """What everybody and everything is called openly. Of ``titles`` none stands for whoever bears it: not every *Old* is Old Tom."""
    seen = (as_seen(one, state) for one in state.lore.entities())
    return _naming(tuple((one.id, one.kind, one.name, one.aliases) for one in seen), (), titles)


class TableLore:
    """What the table knows now; with ``gm_notes`` all that there is, for whoever runs the game."""

    def __init__(self, state: StoryState, *, gm_notes: bool = False) -> None:
        self._state, self.gm_notes = state, gm_notes
        entities = state.lore.entities()
        seen = [as_seen(one, state) for one in entities]
        borne = (pair for one in entities for pair in one.secret_aliases.items())
        self._secret = frozenset(name for name, hides in borne if state.secret(hides) != "revealed")
        self._naming = _naming(tuple((one.id, one.kind, one.name, one.aliases) for one in seen), tuple(sorted(self._secret)))
        authored, self.open = _authored(state), state.pack.id == IMPORTED or BROUGHT in state.pack.x
        known = {one.id for one in entities if gm_notes or not hidden(one.id, state)}
        if not (gm_notes or self.open):
            known = set(self._all_known(entities, authored))
        theirs = {one.id for one in entities if one.of in authored - known}  # "Mara Voss's husband", who has no other name
        self._known = frozenset(known - theirs)
        kept = {id for id, secret in state.pack.secrets.items() if state.secret(id) != "revealed"}
        self._closed = frozenset() if gm_notes else frozenset((authored | theirs) - self._known | kept)

    def _all_known(self, entities: Iterable[Entity], authored: set[str]) -> Iterator[str]:
        state = self._state
        named = {id for text in told(state) for bearers in self._naming.found(text, surely=True) for id in bearers}
        known = {state.pc, *state.companions(), *state.carried(state.pc), *state.visits, *(id for id in state.met if state.met[id])}
        known |= {*_around(state), *named}
        for entity in entities:
            if (entity.id in known or (entity.introduced and entity.id not in authored)) and not hidden(entity.id, state):
                yield entity.id

    def knows(self, id: str) -> bool:
        """True for somebody or something that was met, visited, carried or named."""
        return id not in self._closed

    def opens(self, *texts: str) -> bool:
        """True for words that name nobody whom the table does not know, and give no by-name away that is secret."""
        named = (bearers for text in texts for bearers in self._naming.found(text, surely=False))
        return self.gm_notes or all("" not in bearers and not bearers <= self._closed for bearers in named)

    def entities(self) -> tuple[Entity, ...]:
        """Whom and what the table knows, as it knows them."""
        found = (one for one in self._state.lore.entities() if one.id in self._known)
        return tuple(found if self.gm_notes else (as_seen(one, self._state) for one in found))

    def heard_of(self) -> tuple[Entity, ...]:
        """Who was met or named, and what, at the table: a list of these gives nothing away.

        The lore of a world that was brought in is open, so that whoever asks for somebody by name may look them up
        (``entities``). That the file tells of them does not mean that the story has.
        """
        if self.gm_notes or not self.open:
            return self.entities()
        heard = set(self._all_known(self._state.lore.entities(), _authored(self._state)))
        return tuple(one for one in self.entities() if one.id in heard)

    def facts(self, facts: Iterable[Fact], also: Iterable[str] = ()) -> tuple[Fact, ...]:
        """Those of the facts that the table knows, each with the tellings of it that the table knows; and those of the ids ``also``."""
        facts, kept = tuple(facts), frozenset(also)
        if self.gm_notes:
            return facts
        table = {fact.id for fact in facts_seen(facts, self._state)} | kept
        return tuple(
            fact.changed(told_by=tuple(map(self.telling, fact.told_by)))
            for fact in facts
            if fact.id in table and self.knows(fact.subject) and self.knows(fact.value.entity or "") and self.opens(fact.value.text)
        )

    def claims(self, claims: Iterable[Claim]) -> tuple[Claim, ...]:
        """Those of the claims that the table knows."""
        return tuple(
            claim.changed(provenance=self.telling(claim.provenance))
            for claim in claims
            if self.gm_notes
            or (
                claim.audience == "table"
                and all(self.knows(id or "") for id in (claim.subject, claim.holder, claim.value.entity))
                and self.opens(claim.value.text)
            )
        )

    def telling(self, telling: Provenance) -> Provenance:
        """A telling without words, and without a place in the campaign's files, that name somebody whom the table does not know."""
        if self.gm_notes:
            return telling
        words = {} if telling.turn or self.opens(telling.quote) else {"quote": "", "span": (0, 0)}
        where = {} if self.places(telling.where or "") else {"where": None}
        return telling.changed(**words, **where)

    def elements(self, elements: Iterable[ContextElement]) -> tuple[ContextElement, ...]:
        """Those of the elements that the table knows, each without whom it does not know. Whole turns were told as they stand."""
        if self.gm_notes:
            return tuple(elements)
        return tuple(
            one.changed(
                about=tuple(filter(self.knows, one.about)),
                tied=tuple(by for by in one.tied if self.opens(by.text)),
                source=one.source if self.places(one.source) else "",
                place=one.place if self.knows(one.place) else "",
                holder=one.holder if self.knows(one.holder or "") else None,
                statements=(),
            )
            for one in elements
            if one.audience == "table" and self.places(one.id) and (one.kind == "turn" or self.opens(one.text, one.lasting, one.live))
        )

    def places(self, where: str) -> bool:
        """True for an address in the record or in the campaign's files that names nobody whom the table does not know, and no secret."""
        return self.gm_notes or (not self._closed.intersection(PLACED.split(where)) and self.opens(where))

    def entries(self, about: str) -> tuple[LoreEntry, ...]:
        """What the campaign's own pages tell the table about somebody or something."""
        if self.gm_notes:
            return tuple(entry for _, entry in sorted(self._state.pack.lore.items()) if about in entry.about)
        return tuple(
            entry.model_copy(
                update={
                    "about": tuple(filter(self.knows, entry.about)),
                    "keys": tuple(filter(self.opens, entry.keys)),
                    "keys_all": tuple(filter(self.opens, entry.keys_all)),
                }
            )
            for entry in entries_seen(about, self._state)
            if self.opens(entry.text)
        )


def _authored(state: StoryState) -> set[str]:
    """Whom and what the campaign's author wrote down: their names give something away, the others only stood in open texts."""
    pack = state.pack
    return {id for section in (pack.characters, pack.npcs, pack.locations, pack.factions, pack.items) for id in section}


def told(state: StoryState) -> Iterator[str]:
    """Every text that the table was shown: the opening, the replies, imported lines, what is owed, what was found out and talked of."""
    pack, marks = state.pack, state.marks
    yield from (pack.title, pack.summary)
    yield pack.opens_with(state.opening)
    for turn in state.turns.values():
        yield turn.reply
        if turn.given_by == "import":
            yield from (turn.said, turn.speaker)
    yield from (pack.secrets[id].truth for id in pack.secrets if state.secret(id) == "revealed")
    yield from (key.partition("/")[2] for key in state.clues.keys())  # noqa: SIM118 - a register's keys are its own
    yield from (pack.rumours[id].text for id in state.rumours if id in pack.rumours)
    yield from (owed.text for owed in state.owed() if owed.audience == "table")
    yield from (point.title for point in state.story_points.values() if not marks.forgets(f"story_point:{point.id}"))


def _around(state: StoryState) -> Iterator[str]:
    """Where one is and was, what contains these places, and where the open ways from there lead, as the map shows them."""
    places = state.pack.locations
    been = {state.here, *state.visits}
    yield from been
    for id in been:
        within = places[id].within if id in places else ""
        while within in places:
            yield within
            within = places[within].within
    for id, place in places.items():
        for way in place.exits:
            ends = {id, way.to}
            if ends & been and (id in been or not way.oneway) and holds(way.when, state):
                yield from (end for end in ends if end in places and places[end].visibility == "table")
