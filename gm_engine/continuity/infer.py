"""What follows from a claim: the other side of a relation, and the small inferences of ``continuity.yaml``."""

from collections.abc import Iterable, Iterator

from gm_engine.continuity.compare import plain
from gm_engine.continuity.overlay import Known
from gm_engine.story.claim import Claim, Value
from gm_engine.story.rule import Rule
from gm_engine.story.travel import OPPOSITE


def consequences(claim: Claim, rules: Iterable[Rule], known: Known) -> Iterator[Claim]:
    """The claims that follow from an asserted one, each with the same sentence for its evidence.

    A rule's ``then`` holds lines ``RELATION [= VALUE] -> [value.]RELATION = VALUE``: ``buried_at -> condition = dead``,
    ``married = widowed -> ...``; ``value.`` puts the conclusion on the entity that the value names.
    """
    if claim.modality != "asserted" or not claim.polarity:
        return
    relation = known.relation(claim.relation)
    other = claim.value.entity
    back = relation.id if relation.symmetric else relation.inverse
    if back and other and other != claim.subject:
        yield claim.model_copy(
            update={"subject": other, "relation": back, "value": Value(kind="entity", text=known.name(claim.subject), entity=claim.subject)}
        )
    if other and other != claim.subject and claim.relation in ("bearing", "distance"):
        text = OPPOSITE.get(claim.value.text, "") if claim.relation == "bearing" else claim.value.text
        if text:
            turned = claim.value.model_copy(update={"text": text, "entity": claim.subject})
            yield claim.model_copy(update={"subject": other, "value": turned})
    for rule in rules:
        for line in rule.when.get("then", ()):
            yield from _apply(claim, line)


def _apply(claim: Claim, line: str) -> Iterator[Claim]:
    given, _, result = line.partition("->")
    when, _, value = given.partition("=")
    if when.strip() != claim.relation or (value.strip() and plain(claim.value.text) != plain(value)):
        return
    about, _, says = result.partition("=")
    subject, relation = claim.subject, about.strip()
    if relation.startswith("value."):
        if not claim.value.entity:
            return
        subject, relation = claim.value.entity, relation.removeprefix("value.")
    told = says.strip()
    polarity = not told.startswith("not ")
    yield claim.model_copy(
        update={
            "subject": subject,
            "relation": relation,
            "value": Value(kind="enum", text=told.removeprefix("not ")),
            "polarity": polarity,
            "confidence": claim.confidence * 9 // 10,
        }
    )
