"""What is known of somebody or something: each attribute with its history and its tellings."""

from collections.abc import Collection
from dataclasses import dataclass

from gm_engine.lore.graph import LoreGraph
from gm_engine.story.claim import TOLD, Claim, Fact


@dataclass(frozen=True)
class Attribute:
    """One relation of a subject. ``facts`` are its history, the oldest first; ``talk`` are the claims that made no fact."""

    relation: str
    says: str
    facts: tuple[Fact, ...]
    talk: tuple[Claim, ...] = ()

    @property
    def now(self) -> tuple[Fact, ...]:
        """The facts that stand."""
        return tuple(fact for fact in self.facts if fact.status == "open")


def known(lore: LoreGraph, entity: str, audience: str = "gm", also: Collection[str] = ()) -> tuple[Attribute, ...]:
    """Everything that is known of an entity, by relation: what stands, what stood before, what was only said.

    ``audience`` ``table`` leaves out what the table may not know, but for the facts whose ids are among ``also``.
    """
    facts: dict[str, list[Fact]] = {}
    talk: dict[str, list[Claim]] = {}
    told: set[tuple[str, int, str, tuple[int, int]]] = set()
    sentences = (fact for fact in lore.facts(entity, TOLD, status=None) if fact.sentence)
    for fact in (*lore.facts(entity, status=None), *sentences):
        if audience == "gm" or fact.audience == "table" or fact.id in also:
            facts.setdefault(fact.relation, []).append(fact)
            told |= {(fact.relation, telling.turn, telling.quote, telling.span) for telling in fact.told_by}
    for claim in lore.heard(entity):
        telling = claim.provenance
        if claim.modality != "asserted" or telling.voice in ("character", "document", "player"):
            open_to_all = audience == "gm" or claim.audience == "table"
            if open_to_all and (claim.relation, telling.turn, telling.quote, telling.span) not in told:
                talk.setdefault(claim.relation, []).append(claim)
    return tuple(
        Attribute(relation, _says(lore, relation), tuple(facts.get(relation, ())), tuple(talk.get(relation, ())))
        for relation in sorted({*facts, *talk})
    )


def _says(lore: LoreGraph, relation: str) -> str:
    declared = lore.relation(relation)
    return declared.says if declared else relation.replace("_", " ")
