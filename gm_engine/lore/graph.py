"""The lore graph: entities, facts and records as nodes; what joins them as edges."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

import networkx as nx

from gm_engine.lore.records import ALWAYS, EDGES, NOWHERE, Bond, Setting, bonds
from gm_engine.lore.tie import Tie, tie_of_fact, ties_of_bond, ties_of_claim
from gm_engine.lore.web import Web
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim, Fact, FactStatus
from gm_engine.story.entity import Entity
from gm_engine.story.event import Event
from gm_engine.story.marks import Marks
from gm_engine.story.name_table import NameIndex
from gm_engine.story.register import Register
from gm_engine.story.relation import TOLD, Relation
from gm_engine.story.rule import Rule

STANDING = ("open", "mystery")


class LoreGraph:
    """A fold over events; taking one in costs the same however much is known.

    Entities are nodes by their own id; every record is a node whose id says its kind (``fact f3.1``, ``turn 12``,
    ``scene s2``, ``decision d4.1``). Facts are found by subject, relation, both, or the entity that they name.
    """

    def __init__(self) -> None:
        self._graph: nx.MultiDiGraph[str] | None = None
        self._bonds: dict[str, Bond] = {}
        self._entities: Register[Entity] = Register()
        self._facts: Register[Fact] = Register()
        self._claims: dict[str, Claim] = {}
        self._relations: dict[str, Relation] = {}
        self._rules: dict[str, Rule] = {}
        self._order: dict[str, int] = {}
        self._by_subject: dict[str, list[str]] = {}
        self._by_topic: dict[tuple[str, str], list[str]] = {}
        self._standing: dict[tuple[str, str], set[str]] = {}
        self._by_relation: dict[str, list[str]] = {}
        self._naming: dict[tuple[str, str], list[str]] = {}
        self._heard: dict[str, list[str]] = {}
        self._records: dict[str, list[str]] = {}
        self._arrivals: dict[str, int] = {}
        self._ties: dict[str, dict[str, int]] = {}
        self._web: Web | None = Web()
        self._names = NameIndex()
        self._introduced: list[str] = []
        self._marks = Marks()
        self._reshaped = 0

    @property
    def reshaped(self) -> int:
        """How often somebody was merged, forgotten or brought back by hand: whoever has learnt names must learn them anew."""
        return self._reshaped

    def mark(self, marks: Marks) -> None:
        """Takes in what all edits by hand come to: who is spoken of no more, and who stands for them."""
        before, self._marks = self._marks.gone, marks
        self._reshaped += before != marks.gone
        if before != marks.gone:
            self._web = None
        for id in sorted(before.keys() ^ marks.gone.keys()):
            if entity := self._entities.get(id):
                (self._names.drop if id in marks.gone else self._names.add)(entity)

    def apply(self, event: Event, setting: Setting = NOWHERE) -> None:
        """Takes in one event, in its ``setting``; what does not concern the lore changes nothing."""
        self.take(event)
        for bond in bonds(event, setting):
            self.join(bond)

    def take(self, event: Event) -> None:
        """Takes in the noun that an event brings, without its record in the graph."""
        if isinstance(event, happened.EntityIntroduced):
            self._introduce(event.entity)
        elif isinstance(event, happened.FactEstablished):
            self._hold(event.fact)
        elif isinstance(event, happened.ClaimHeard):
            self._hear(event.claim)
        elif isinstance(event, happened.RelationDeclared):
            self._relations[event.relation.id] = event.relation
        elif isinstance(event, happened.RuleDeclared):
            self._rules[event.rule.id] = event.rule

    def _introduce(self, entity: Entity) -> None:
        if known := self._entities.get(entity.id):
            self._names.drop(known)
        self._entities[entity.id] = entity
        self._introduced.append(entity.id)
        if entity.id not in self._marks.gone:
            self._names.add(entity)
        if self._graph is not None:
            self._graph.add_node(entity.id, kind=entity.kind, label=entity.name)

    def _hear(self, claim: Claim) -> None:
        known = self._claims.get(claim.id)
        self._claims[claim.id] = claim
        if known is not None and known != claim:
            self._web = None
        if known is not None and known.subject != claim.subject:
            self._heard[known.subject].remove(claim.id)
            known = None
        if known is None:
            self._heard.setdefault(claim.subject, []).append(claim.id)

    def _hold(self, fact: Fact) -> None:
        known = before = self._facts.get(fact.id)
        if known is not None and known.value.text and not fact.value.text:
            fact = fact.model_copy(update={"value": known.value})  # its words were taken out of a later telling, not of the first
        if known is not None and known.topic != fact.topic:
            self._leave(known)
            known = None
        if known is None:
            self._order.setdefault(fact.id, len(self._order))
            self._by_subject.setdefault(fact.subject, []).append(fact.id)
            self._by_topic.setdefault(fact.topic, []).append(fact.id)
            self._by_relation.setdefault(fact.relation, []).append(fact.id)
        for named in _named(fact):
            if known is None or named not in _named(known):
                self._naming.setdefault((fact.relation, named), []).append(fact.id)
        if known is not None and known.status in STANDING:
            self._standing[known.topic].discard(known.id)
        if fact.status in STANDING:
            self._standing.setdefault(fact.topic, set()).add(fact.id)
        if known is not None and known.status == "open":
            self._tie(known, -1)
        if fact.status == "open":
            self._tie(fact, 1)
        self._facts[fact.id] = fact
        self._weave(before, fact)

    def _weave(self, known: Fact | None, fact: Fact) -> None:
        """Keeps the web in step with a fact: what it tied before is loosened, what it ties now is tied."""
        if self._web is None:
            return
        was = tie_of_fact(known, self._relations.get(known.relation)) if known else None
        now = tie_of_fact(fact, self._relations.get(fact.relation))
        if was and self._web.drop(self._as_now(was)) and was.over:
            ids = self._by_topic.get((was.one, was.relation), ())
            older = (tie_of_fact(self._facts[id], self._relations.get(was.relation)) for id in ids if id != fact.id)
            self._weave_in(tie for tie in older if tie and tie.over and tie.other == was.other)
        if now:
            self._weave_in((now,))

    @property
    def web(self) -> Web:
        """Who is tied to whom: kept up with each event. It is woven anew only after somebody put right by hand who is who."""
        if self._web is None:
            self._web = Web()
            facts = (tie_of_fact(fact, self._relations.get(fact.relation)) for fact in self._facts.values())
            self._weave_in(tie for tie in facts if tie)
            self._weave_in(tie for bond in self._bonds.values() for tie in self._ties_of(bond))
        return self._web

    def _weave_in(self, ties: Iterable[Tie]) -> None:
        """Puts ties into the web, each between those who stand for its ends now."""
        if self._web is not None:
            for tie in map(self._as_now, ties):
                if tie.one != tie.other:
                    self._web.put(tie)

    def _as_now(self, tie: Tie) -> Tie:
        """The tie between those who stand for its ends, since others were merged into them."""
        if not self._marks.gone:
            return tie
        stands = self._marks.stands_for
        return replace(tie, one=stands(tie.one), other=stands(tie.other), about=stands(tie.about))

    def _leave(self, fact: Fact) -> None:
        """Takes a fact out of where it was found: it is another's from now on."""
        self._by_subject[fact.subject].remove(fact.id)
        self._by_topic[fact.topic].remove(fact.id)
        self._by_relation[fact.relation].remove(fact.id)
        for named in _named(fact):
            self._naming[fact.relation, named].remove(fact.id)
        if fact.status in STANDING:
            self._standing[fact.topic].discard(fact.id)
        if fact.status == "open":
            self._tie(fact, -1)

    def _tie(self, fact: Fact, by: int) -> None:
        """Counts how many open facts join two entities, so that nearness forgets what no longer holds."""
        for named in _named(fact) if fact.polarity else ():
            for one, other in ((fact.subject, named), (named, fact.subject)):
                ties = self._ties.setdefault(one, {})
                ties[other] = ties.get(other, 0) + by
                if ties[other] <= 0:
                    del ties[other]

    def join(self, bond: Bond) -> None:
        """Takes in a record and its edges; the same record again gets a new label and what edges it lacks, and is of whom it now says."""
        known = self._bonds.get(bond.node)
        if known is not None:
            known = self._loosened(known, bond)
        had = set(known.edges) if known else set()
        new = tuple(
            edge for edge in dict.fromkeys((relation, (other,)) for relation, others in bond.edges for other in others) if edge not in had
        )
        self._arrivals.setdefault(bond.node, len(self._arrivals))
        over = known is not None and None not in (known.span.until, bond.span.until)
        span = known.span if known and (over or bond.span == ALWAYS) else bond.span
        whole = self._bonds[bond.node] = Bond(bond.node, bond.kind, bond.label, (*(known.edges if known else ()), *new), span)
        self._weave_in(self._ties_of(whole))
        for relation, others in new:
            if relation in EDGES:
                self._records.setdefault(others[0], []).append(bond.node)
        if self._graph is not None:
            _draw(self._graph, Bond(bond.node, bond.kind, bond.label, new))

    def _loosened(self, known: Bond, bond: Bond) -> Bond:
        """A record without the edges to those whom its new telling leaves out."""
        told = {relation for relation, _ in bond.edges if relation in (*EDGES, "paid_in")}
        now = {(relation, other) for relation, others in bond.edges for other in others}
        stale = [
            (relation, other) for relation, others in known.edges for other in others if relation in told and (relation, other) not in now
        ]
        if not stale:
            return known
        self._web = None
        for relation, other in stale:
            if relation in EDGES:
                self._records[other].remove(known.node)
            if self._graph is not None:
                self._graph.remove_edge(known.node, other, key=relation)
        edges = tuple((relation, (other,)) for relation, others in known.edges for other in others if (relation, other) not in stale)
        return Bond(known.node, known.kind, known.label, edges, known.span)

    def _ties_of(self, bond: Bond) -> tuple[Tie, ...]:
        """What a record ties, but for a fact, which is a tie itself."""
        if bond.kind != "claim":
            return ties_of_bond(bond)
        claim = self._claims.get(bond.node.removeprefix("claim "))
        hearers = tuple(id for relation, others in bond.edges if relation == "heard_by" for id in others)
        return ties_of_claim(claim, hearers) if claim else ()

    @property
    def graph(self) -> "nx.MultiDiGraph[str]":
        """Entities and records as nodes, how each record hangs on others as edges: drawn when it is first asked for, and kept up from
        then on. What joins two entities by itself is a tie: see ``web``."""
        if self._graph is None:
            self._graph = nx.MultiDiGraph()
            for entity in self._entities.values():
                self._graph.add_node(entity.id, kind=entity.kind, label=entity.name)
            for bond in self._bonds.values():
                _draw(self._graph, bond)
        return self._graph

    @property
    def digest(self) -> str:
        """The digest of the entities and facts that it holds; free words are left out."""
        return f"{self._entities.digest}:{self._facts.digest}"

    def weighed(self, digest: str) -> None:
        """Takes the digest that was written beside these nouns for theirs."""
        entities, _, facts = digest.partition(":")
        self._entities.weighed(entities)
        self._facts.weighed(facts)

    def entity(self, id: str) -> Entity | None:
        """The entity of that id, or the one that stands for it since they were merged."""
        found: Entity | None = self._entities.get(self._marks.stands_for(id))
        return found

    def known_as(self, id: str) -> Entity | None:
        """The entity that was introduced under that very id, whoever stands for it now."""
        found: Entity | None = self._entities.get(id)
        return found

    def entities(self) -> tuple[Entity, ...]:
        """Every entity that is spoken of, by id: not one that was merged into another or forgotten."""
        return tuple(self._entities[id] for id in sorted(self._entities) if id not in self._marks.gone)

    @property
    def introductions(self) -> int:
        """How often somebody or something was introduced, anew or with other names."""
        return len(self._introduced)

    def introduced(self, after: int) -> tuple[Entity, ...]:
        """Everybody and everything introduced after the first so many times, as they are now, by id."""
        return tuple(self._entities[id] for id in sorted(set(self._introduced[after:])) if id not in self._marks.gone)

    def named(self, words: str) -> tuple[Entity, ...]:
        """The entities that a name or alias means (case, articles and a possessive aside), by id."""
        return tuple(self._entities[id] for id in self._names.find(words))

    def named_in_part(self, words: str) -> tuple[Entity, ...]:
        """The entities of whose name or alias the words are a part ("Silas" of "Silas Hobb"), by id."""
        return tuple(self._entities[id] for id in self._names.find_part(words))

    def relation(self, id: str) -> Relation | None:
        """The declared relation of that id."""
        return self._relations.get(id)

    def relations(self) -> tuple[Relation, ...]:
        """Every declared relation, by id."""
        return tuple(self._relations[id] for id in sorted(self._relations))

    def rules(self) -> tuple[Rule, ...]:
        """Every declared rule of continuity, by id."""
        return tuple(self._rules[id] for id in sorted(self._rules))

    def claim(self, id: str) -> Claim | None:
        """The claim of that id, as it was heard."""
        return self._claims.get(id)

    def heard(self, subject: str) -> tuple[Claim, ...]:
        """Every claim about a subject, whoever made it and however real, the oldest first."""
        return tuple(self._claims[id] for id in self._heard.get(subject, ()))

    def fact(self, id: str) -> Fact | None:
        """The fact of that id."""
        found: Fact | None = self._facts.get(id)
        return found

    def topic(self, subject: str, relation: str) -> tuple[Fact, ...]:
        """Every fact of one topic, whatever its status, the oldest first."""
        return tuple(self._facts[id] for id in self._by_topic.get((subject, relation), ()))

    def standing(self, subject: str, relation: str, status: FactStatus = "open") -> tuple[Fact, ...]:
        """The open facts of one topic (or those left a mystery), the oldest first; its history costs nothing."""
        ids = sorted(self._standing.get((subject, relation), ()), key=self._order.__getitem__)
        return tuple(self._facts[id] for id in ids if self._facts[id].status == status)

    def naming(self, relation: str, entity: str) -> tuple[Fact, ...]:
        """Every fact whose value names the entity by that relation: who is married to her, what he owns."""
        ids = sorted(set(self._naming.get((relation, entity), ())), key=self._order.__getitem__)
        return tuple(self._facts[id] for id in ids if entity in _named(self._facts[id]))

    def facts(
        self, subject: str | None = None, relation: str | None = None, at: int | None = None, status: str | None = "open"
    ) -> tuple[Fact, ...]:
        """Facts of a subject, of a relation, at a story minute, of a status (None: any), the oldest first.

        Whole sentences (``told``) only where they are asked for.
        """
        return tuple(
            fact
            for fact in self._choose(subject, relation)
            if (relation is not None or fact.relation != TOLD)
            and (status is None or fact.status == status)
            and (at is None or fact.validity.holds_at(at))
        )

    def _choose(self, subject: str | None, relation: str | None) -> Iterator[Fact]:
        ids: Iterable[str]
        if subject is not None and relation is not None:
            ids = self._by_topic.get((subject, relation), ())
        elif subject is not None:
            ids = self._by_subject.get(subject, ())
        elif relation is not None:
            ids = self._by_relation.get(relation, ())
        else:
            ids = self._facts
        return (self._facts[id] for id in ids)

    def nouns(self) -> "Nouns":
        """Everything that the lore was told, each kind in the order in which it came."""
        return Nouns(
            tuple(self._relations.values()),
            tuple(self._rules.values()),
            tuple(self._entities.values()),
            tuple(self._facts.values()),
            tuple(self._claims.values()),
        )

    def records(self, entity: str) -> tuple[str, ...]:
        """The nodes of every record that an entity takes part in, that happened at it, or that is about it, the oldest first."""
        return tuple(sorted(set(self._records.get(entity, ())), key=self._arrivals.__getitem__))

    def bonds(self) -> Iterator[Bond]:
        """Every record with its edges, in the order in which they came."""
        yield from self._bonds.values()

    def ties(self, entity: str) -> Mapping[str, int]:
        """With whom and what an entity is joined by open facts, and by how many."""
        return self._ties.get(entity, {})


@dataclass(frozen=True)
class Nouns:
    """Everything that the lore was told, each kind in the order in which it came."""

    relations: tuple[Relation, ...]
    rules: tuple[Rule, ...]
    entities: tuple[Entity, ...]
    facts: tuple[Fact, ...]
    claims: tuple[Claim, ...]


def _draw(graph: "nx.MultiDiGraph[str]", bond: Bond) -> None:
    graph.add_node(bond.node, kind=bond.kind, label=bond.label)
    for relation, others in bond.edges:
        for other in others:
            graph.add_edge(bond.node, other, key=relation, relation=relation)


def _named(fact: Fact) -> tuple[str, ...]:
    return (fact.value.entity,) if fact.value.entity else ()
