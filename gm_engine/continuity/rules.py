"""The rules in use: each with its comparer, found by the relation that it looks at."""

from collections.abc import Iterable, Iterator

from gm_engine.continuity.chronology import compare_age, compare_dated
from gm_engine.continuity.counters import compare_counter
from gm_engine.continuity.finding import Comparer
from gm_engine.continuity.holding import compare_holding
from gm_engine.continuity.identity import compare_name
from gm_engine.continuity.infer import consequences
from gm_engine.continuity.kinship import compare_kin, compare_lacked_kin, compare_office
from gm_engine.continuity.known import Known
from gm_engine.continuity.life import compare_life
from gm_engine.continuity.presence import compare_presence
from gm_engine.continuity.secrets import compare_secret
from gm_engine.continuity.sides import compare_side
from gm_engine.continuity.spatial import compare_way_round, compare_whereabouts, compare_within
from gm_engine.continuity.topic import compare_topic
from gm_engine.errors import PackError
from gm_engine.story.claim import Claim
from gm_engine.story.rule import Rule

COMPARERS: dict[str, Comparer] = {
    "age": compare_age,
    "counter": compare_counter,
    "dated": compare_dated,
    "holding": compare_holding,
    "kin": compare_kin,
    "lacked_kin": compare_lacked_kin,
    "way_round": compare_way_round,
    "life": compare_life,
    "name": compare_name,
    "office": compare_office,
    "presence": compare_presence,
    "secret": compare_secret,
    "side": compare_side,
    "topic": compare_topic,
    "whereabouts": compare_whereabouts,
    "within": compare_within,
}
"""Every comparer that a rule of ``continuity.yaml`` may name, but two: ``infer`` draws conclusions and compares nothing, ``judge``
compares whole sentences and no claims."""

INFER = "infer"
JUDGE = "judge"
JUDGES = frozenset({JUDGE, "second_look"})
"""By what whole sentences are judged; the second is how a story that began before has it."""
ANY, OTHERS = "any", "others"


class RuleBook:
    """Rules by relation, by id within it; a rule of the same id replaces the earlier.

    ``any`` among a rule's relations means every relation, ``others`` those that no other rule names.
    """

    def __init__(self, rules: Iterable[Rule]) -> None:
        self._by_relation: dict[str, list[tuple[Rule, Comparer]]] = {}
        self._inferring: list[Rule] = []
        by_id = {rule.id: rule for rule in rules}
        for id in sorted(by_id):
            rule = by_id[id]
            if rule.compare == INFER:
                self._inferring.append(rule)
                continue
            if rule.compare in JUDGES:
                continue
            if rule.compare not in COMPARERS:
                names = ", ".join(sorted([*COMPARERS, INFER, JUDGE]))
                wrong = f'rule "{rule.id}" compares by "{rule.compare}"'
                raise PackError(rule.where, wrong, f"Use one of {names}.", slug="unknown-comparer")
            for relation in rule.relations:
                self._by_relation.setdefault(relation, []).append((rule, COMPARERS[rule.compare]))

    def of(self, relation: str) -> Iterator[tuple[Rule, Comparer]]:
        """The rules that look at a relation, each with its comparer."""
        yield from self._by_relation.get(relation, self._by_relation.get(OTHERS, ()))
        yield from self._by_relation.get(ANY, ())

    def consequences(self, claim: Claim, known: Known) -> Iterator[Claim]:
        """What follows from a claim."""
        yield from consequences(claim, self._inferring, known)
