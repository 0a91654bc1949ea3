"""What a comparer reads and gives: the lore with what this turn has added to it so far, and what a rule makes of a claim beside a fact."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Literal

from gm_engine.lore import LoreGraph
from gm_engine.state import StoryState
from gm_engine.story.claim import Claim, Fact, FactStatus, Value
from gm_engine.story.provenance import Provenance
from gm_engine.story.relation import Mutability, Relation
from gm_engine.story.rule import Rule
from gm_engine.story.validity import ValidityInterval

Outcome = Literal["same", "finer", "change", "earlier", "near", "conflict"]


class Known:
    """The lore with this turn's new and changed facts laid over it. Reading it never changes the state."""

    def __init__(self, state: StoryState, turn: int) -> None:
        self.state = state
        self.turn = turn
        self.added: dict[str, Fact] = {}

    @property
    def lore(self) -> LoreGraph:
        """The lore as it was before this turn's claims."""
        return self.state.lore

    def hold(self, fact: Fact) -> None:
        """Lays a new or changed fact over the lore."""
        self.added[fact.id] = fact

    def fact(self, id: str) -> Fact | None:
        """The fact of that id, as it now stands."""
        return self.added.get(id) or self.lore.fact(id)

    def topic(self, subject: str, relation: str, status: FactStatus | None = "open") -> tuple[Fact, ...]:
        """The facts of a topic, the oldest first."""
        if status == "open" or status == "mystery":
            held = self.lore.standing(subject, relation, status)
        else:
            held = self.lore.topic(subject, relation)
        return self._over(held, lambda fact: fact.relation == relation and fact.subject == subject, status)

    def naming(self, relation: str, entity: str) -> tuple[Fact, ...]:
        """The open facts whose value names an entity by a relation."""
        return self._over(
            self.lore.naming(relation, entity), lambda fact: fact.relation == relation and fact.value.entity == entity, "open"
        )

    def of_relation(self, relation: str) -> tuple[Fact, ...]:
        """The open facts of a relation, whoever they are about."""
        return self._over(self.lore.facts(None, relation), lambda fact: fact.relation == relation, "open")

    def _over(self, held: Iterable[Fact], wanted: Callable[[Fact], bool], status: str | None) -> tuple[Fact, ...]:
        ids = dict.fromkeys([*(fact.id for fact in held), *(id for id, fact in self.added.items() if wanted(fact))])
        facts = (self.fact(id) for id in ids)
        return tuple(fact for fact in facts if fact is not None and wanted(fact) and (status is None or fact.status == status))

    def relation(self, id: str) -> Relation:
        """The declared relation, or a cautious stand-in for one that nobody declared."""
        return self.lore.relation(id) or Relation(id=id, says=id, kind="event_outcome", value="text", exclusive=False)

    def name(self, id: str | None) -> str:
        """What somebody or something is called."""
        if id is None:
            return "somebody"
        entity = self.lore.entity(id)
        return entity.name if entity else id.replace("_", " ")

    def same(self, one: str | None, other: str | None) -> bool:
        """True when two ids mean one person or thing: the same id, or joined by ``same_as``."""
        return one is not None and (one == other or other in self.others(one))

    def others(self, id: str) -> tuple[str, ...]:
        """The ids that are known to be the same person or thing under another name."""
        named = [fact.value.entity for fact in self.topic(id, "same_as") if fact.polarity]
        naming = [fact.subject for fact in self.naming("same_as", id) if fact.polarity]
        return tuple(dict.fromkeys(other for other in (*named, *naming) if other and other != id))


@dataclass(frozen=True)
class Finding:
    """``same``: told again. ``finer``: more precise. ``change``: the fact ends where the claim begins. ``earlier``: what
    the claim says ended where the fact begins. ``near``: a look-alike, and why. ``conflict``: they cannot both be true.

    ``certainty`` is in per cent; ``rule`` is the rule that found it.
    """

    outcome: Outcome
    fact: Fact
    why: str
    rule: Rule
    certainty: int = 100


Comparer = Callable[[Claim, Rule, Known], Iterator[Finding]]
"""Looks at a claim by one rule and yields what it finds; it reads, and never raises for what prose may say."""


def span(telling: Claim | Fact, mutability: Mutability) -> ValidityInterval:
    """When a telling holds. What may change holds, at the earliest, from when it was told, unless its words say since when."""
    valid = telling.validity
    if mutability == "immutable" or valid.since is not None:
        return valid
    told = told_at(telling)
    return valid if valid.until is not None and valid.until <= told else ValidityInterval(since=told, until=valid.until)


def tells_change(claim: Claim) -> bool:
    """True when the words tell of a change, or of a moment since when it holds that is not the moment of telling."""
    since = claim.validity.since
    return claim.change or (since is not None and since != claim.provenance.minute)


def is_over(claim: Claim) -> bool:
    """True for what is told as past: "used to be", "once was"."""
    until = claim.validity.until
    return claim.validity.since is None and until is not None and until <= claim.provenance.minute


def is_momentary(claim: Claim) -> bool:
    """True for what is told of one moment only: that somebody acts before our eyes, and so lives."""
    since, until = claim.validity.since, claim.validity.until
    return since is not None and until is not None and until - since <= 1


def quote_of(telling: Claim | Fact) -> str:
    """The sentence of the first telling."""
    return telling.provenance.quote if isinstance(telling, Claim) else telling.told_by[0].quote


def told_at(telling: Claim | Fact) -> int:
    """The story minute of the first telling."""
    return telling.provenance.minute if isinstance(telling, Claim) else telling.told_by[0].minute


def engine_fact(known: Known, subject: str, relation: str, value: Value, words: str) -> Fact:
    """What the engine's own record says now, as a fact with a sentence for its quote."""
    telling = Provenance(source="engine", turn=known.turn, voice="engine", quote=words, span=(0, len(words)), minute=known.state.minute)
    return Fact(id=f"engine.{subject}.{relation}", subject=subject, relation=relation, value=value, told_by=(telling,), confidence=100)
