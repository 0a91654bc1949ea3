"""The lore as plain data, so that opening a long story need not fold all of it again."""

from typing import Any

from pydantic import TypeAdapter

from gm_engine.lore.graph import LoreGraph
from gm_engine.lore.records import ALWAYS, Bond
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.entity import Entity
from gm_engine.story.event import ClaimHeard, EntityIntroduced, Event, FactEstablished, RelationDeclared, RuleDeclared
from gm_engine.story.relation import Relation
from gm_engine.story.rule import Rule
from gm_engine.story.validity import ValidityInterval

RELATIONS = TypeAdapter(list[Relation])
RULES = TypeAdapter(list[Rule])
ENTITIES = TypeAdapter(list[Entity])
FACTS = TypeAdapter(list[Fact])
CLAIMS = TypeAdapter(list[Claim])


def write_lore(lore: LoreGraph) -> dict[str, Any]:
    """What the lore holds, for JSON: every noun in the order in which it came, and every record with its edges."""
    nouns = lore.nouns()
    return {
        "digest": lore.digest,
        "relations": RELATIONS.dump_python(list(nouns.relations), mode="json"),
        "rules": RULES.dump_python(list(nouns.rules), mode="json"),
        "entities": ENTITIES.dump_python(list(nouns.entities), mode="json"),
        "facts": FACTS.dump_python(list(nouns.facts), mode="json"),
        "claims": CLAIMS.dump_python(list(nouns.claims), mode="json"),
        "records": [
            [
                bond.node,
                bond.kind,
                bond.label,
                [[relation, other] for relation, others in bond.edges for other in others],
                bond.span.since,
                bond.span.until,
            ]
            for bond in lore.bonds()
        ],
    }


def read_lore(written: dict[str, Any]) -> LoreGraph:
    """The lore that was written: it answers every question as the fold of the same events does."""
    lore = LoreGraph()
    events: list[Event] = [RelationDeclared.trusted(relation=relation) for relation in RELATIONS.validate_python(written["relations"])]
    events += [RuleDeclared.trusted(rule=rule) for rule in RULES.validate_python(written["rules"])]
    events += [EntityIntroduced.trusted(entity=entity) for entity in ENTITIES.validate_python(written["entities"])]
    events += [FactEstablished.trusted(fact=fact) for fact in FACTS.validate_python(written["facts"])]
    events += [ClaimHeard.trusted(claim=claim) for claim in CLAIMS.validate_python(written["claims"])]
    for event in events:
        lore.take(event)
    lore.weighed(written["digest"])
    for node, kind, label, edges, since, until in written["records"]:
        span = ALWAYS if since is until is None else ValidityInterval(since=since, until=until)
        lore.join(Bond(node, kind, label, tuple((relation, (other,)) for relation, other in edges), span))
    return lore
