"""The rules in use: each with its comparer, found by the relation that it looks at."""

from collections.abc import Iterable, Iterator

from gm_engine.continuity.finding import Comparer
from gm_engine.continuity.infer import consequences
from gm_engine.continuity.known import Known
from gm_engine.continuity.topic import compare_topic
from gm_engine.errors import PackError
from gm_engine.story.claim import Claim
from gm_engine.story.rule import Rule

COMPARERS: dict[str, Comparer] = {
    "topic": compare_topic,
}
"""Every comparer that a rule of ``continuity.yaml`` may name."""

INFER = "infer"


class RuleBook:
    """Rules by relation, in the order in which they were declared; a rule of the same id replaces the earlier."""

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_relation: dict[str, list[tuple[Rule, Comparer]]] = {}
        self._inferring: list[Rule] = []
        for rule in {rule.id: rule for rule in rules}.values():
            if rule.compare == INFER:
                self._inferring.append(rule)
                continue
            if rule.compare not in COMPARERS:
                names = ", ".join(sorted([*COMPARERS, INFER]))
                raise PackError(rule.where, f'rule "{rule.id}" compares by "{rule.compare}"', f"Use one of {names}.", slug="unknown-comparer")
            for relation in rule.relations:
                self._by_relation.setdefault(relation, []).append((rule, COMPARERS[rule.compare]))

    def of(self, relation: str) -> Iterator[tuple[Rule, Comparer]]:
        """The rules that look at a relation."""
        yield from self._by_relation.get(relation, self._by_relation.get("*", ()))

    def consequences(self, claim: Claim, known: Known) -> Iterator[Claim]:
        """What follows from a claim."""
        yield from consequences(claim, self._inferring, known)
