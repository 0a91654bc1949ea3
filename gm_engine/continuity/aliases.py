"""Names: a given name beside the one told before, with by-names, titles and short forms."""

from collections.abc import Iterator
from dataclasses import replace

from gm_engine.continuity.change import judge
from gm_engine.continuity.compare import Likeness, plain, shares_line
from gm_engine.continuity.overlay import Finding, Known
from gm_engine.continuity.topic import alternatives
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule


def compare_name(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """A given name beside the one told before: another clashes, unless the person is known by both. ``same``: short forms."""
    entity = known.lore.entity(claim.subject)
    called = [plain(name) for name in (entity.name, *entity.aliases, *sorted(entity.secret_aliases))] if entity else []
    called += [plain(fact.value.text) for fact in known.topic(claim.subject, "alias") if fact.polarity]
    person = entity is None or entity.kind == "character"
    mine = plain(claim.value.text)
    for fact in alternatives(claim, rule, known):
        finding = judge(claim, fact, rule, known, _likeness(claim, fact, rule, person=person))
        if finding is None:
            continue
        if finding.outcome == "conflict" and any(_within(mine, name, rule) for name in called):
            finding = replace(finding, outcome="near", why="they are known by both names")
        elif finding.outcome == "conflict" and _within(mine, plain(fact.value.text), rule):
            finding = replace(finding, outcome="same", why="a short form of the name")
        yield finding


def _likeness(claim: Claim, fact: Fact, rule: Rule, *, person: bool) -> Likeness | None:
    """Two names of one thing differ where neither is within the other; those of a person by the given name, not the surname."""
    one, two = plain(claim.value.text), plain(fact.value.text)
    if _within(one, two, rule) or _within(two, one, rule):
        return "same"
    if not person:
        return "apart"
    ones, twos = ([word for word in words.split() if word not in rule.when.get("titles", ())] for words in (one, two))
    if len(ones) >= 2 and len(twos) >= 2 and ones[-1] == twos[-1] and not set(ones[:-1]) & set(twos[:-1]):
        return "unlike" if _within(ones[0], twos[0], rule) or 1 in (len(ones[0]), len(twos[0])) else "apart"
    return None


def _within(one: str, two: str, rule: Rule) -> bool:
    """True when every word of one name stands in the other, by itself or by a short form."""
    ones, twos, same = one.split(), two.split(), rule.when.get("same", ())
    return bool(ones and twos) and all(any(word == other or shares_line(word, other, same) for other in twos) for word in ones)
