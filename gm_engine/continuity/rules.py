"""The rules in use: each with its comparer, found by the relation that it looks at."""

from collections.abc import Iterable, Iterator

from gm_engine.continuity.aliases import compare_name
from gm_engine.continuity.chronology import compare_age, compare_dated
from gm_engine.continuity.infer import consequences
from gm_engine.continuity.kinship import compare_kin, compare_lacked_kin, compare_office
from gm_engine.continuity.overlay import Comparer, Known
from gm_engine.continuity.possession import compare_counter, compare_holding
from gm_engine.continuity.record import compare_life, compare_secret
from gm_engine.continuity.spatial import compare_whereabouts, compare_within
from gm_engine.continuity.topic import compare_side, compare_topic
from gm_engine.errors import PackError
from gm_engine.story.claim import Claim
from gm_engine.story.rule import Rule

COMPARERS: dict[str, Comparer] = {
    "topic": compare_topic,
    "side": compare_side,
    "life": compare_life,
    "age": compare_age,
    "dated": compare_dated,
    "whereabouts": compare_whereabouts,
    "within": compare_within,
    "holding": compare_holding,
    "counter": compare_counter,
    "kin": compare_kin,
    "lacked_kin": compare_lacked_kin,
    "office": compare_office,
    "name": compare_name,
    "secret": compare_secret,
}
"""Every comparer that a rule of ``continuity.yaml`` may name, but two: ``infer`` draws conclusions and compares nothing, ``judge``
compares whole sentences and no claims."""

INFER = "infer"
JUDGE = "judge"
JUDGES = frozenset({JUDGE, "second_look"})
"""By what whole sentences are judged; the second is how a story that began before has it."""
ANY, OTHERS = "any", "others"


def refuse_unknown(rules: Iterable[Rule]) -> None:
    """Raises ``PackError`` for a rule, as its author wrote it, by a comparer that does not exist."""
    for rule in rules:
        if rule.compare not in (*COMPARERS, INFER, *JUDGES):
            names = ", ".join(sorted([*COMPARERS, INFER, JUDGE]))
            wrong = f'rule "{rule.id}" compares by "{rule.compare}"'
            raise PackError(rule.where, wrong, f"Use one of {names}.", slug="unknown-comparer")


class RuleBook:
    """Rules by relation, by id within it; a rule of the same id replaces the earlier. One by a comparer that is gone is left aside:
    a story that began before may have it.

    ``any`` among a rule's relations means every relation, ``others`` those that no other rule names.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        by_id = {rule.id: rule for rule in rules}
        ordered = [by_id[id] for id in sorted(by_id)]
        self._inferring = [rule for rule in ordered if rule.compare == INFER]
        self._by_relation: dict[str, list[tuple[Rule, Comparer]]] = {}
        for rule in ordered:
            for relation in rule.relations if rule.compare in COMPARERS else ():
                self._by_relation.setdefault(relation, []).append((rule, COMPARERS[rule.compare]))

    def of(self, relation: str) -> Iterator[tuple[Rule, Comparer]]:
        """The rules that look at a relation, each with its comparer."""
        yield from self._by_relation.get(relation, self._by_relation.get(OTHERS, ()))
        yield from self._by_relation.get(ANY, ())

    def consequences(self, claim: Claim, known: Known) -> Iterator[Claim]:
        """What follows from a claim."""
        yield from consequences(claim, self._inferring, known)
