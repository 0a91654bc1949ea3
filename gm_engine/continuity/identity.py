"""Names: who is called what, and who is whom."""

from collections.abc import Iterator

from gm_engine.continuity.compare import plain, shares_line
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known
from gm_engine.continuity.topic import compare_topic
from gm_engine.story.claim import Claim
from gm_engine.story.rule import Rule


def compare_name(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """A given name beside the one told before: another clashes, unless the person is known by both. ``same``: short forms."""
    entity = known.lore.entity(claim.subject)
    called = [plain(name) for name in (entity.name, *entity.aliases, *sorted(entity.secret_aliases))] if entity else []
    called += [plain(fact.value.text) for fact in known.topic(claim.subject, "alias") if fact.polarity]
    for finding in compare_topic(claim, rule, known):
        if finding.outcome == "conflict" and any(_within(plain(claim.value.text), name, rule) for name in called):
            yield Finding("near", finding.fact, "they are known by both names", rule)
        elif finding.outcome == "conflict" and _within(plain(claim.value.text), plain(finding.fact.value.text), rule):
            yield Finding("same", finding.fact, "a short form of the name", rule)
        else:
            yield finding


def _within(one: str, two: str, rule: Rule) -> bool:
    """True when every word of one name stands in the other, by itself or by a short form."""
    ones, twos = one.split(), two.split()
    same = rule.when.get("same", ())
    return bool(ones and twos) and all(any(word == other or shares_line(word, other, same) for other in twos) for word in ones)
