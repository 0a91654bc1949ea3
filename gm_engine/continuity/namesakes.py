"""Two given names for one person, known by surname and trade: "the vet, Ana Rao", and later "the vet, Ina Rao"."""

from collections.abc import Iterator

from gm_engine.continuity.compare import plain, shares_line
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.known import Known, is_over
from gm_engine.story.claim import Claim
from gm_engine.story.rule import Rule


def compare_namesakes(claim: Claim, rule: Rule, known: Known) -> Iterator[Finding]:
    """Findings for two people of one surname and one trade with two given names, where nothing says that they are two.

    ``kin`` are words that make two of them where they stand in the sentence; ``besides`` those of another post.
    """
    quote = set(plain(claim.provenance.quote).split())
    mine = _parts(claim.subject, known, rule)
    trade = plain(claim.value.text).split()[-1:]
    if not claim.polarity or claim.change or mine is None or quote & set(rule.when.get("kin", ())) or is_over(claim):
        return
    for fact in known.of_relation(claim.relation):
        theirs = _parts(fact.subject, known, rule) if fact.subject != claim.subject and fact.polarity else None
        if theirs is None or theirs[1] != mine[1] or plain(fact.value.text).split()[-1:] != trade:
            continue
        if _short_of(mine[0], theirs[0], rule) or known.same(fact.subject, claim.subject):
            continue
        words = set(plain(claim.value.text).split()) | set(plain(fact.value.text).split())
        apart = words & set(rule.when.get("besides", ())) or claim.provenance.turn == fact.told_by[0].turn
        place = (claim.value.entity or claim.value.unit) and (fact.value.entity or fact.value.unit)
        if apart or _joined(claim.subject, fact.subject, known) or (place and _where(claim) != _where(fact)):
            yield Finding("near", fact, "they may be two", rule)
        else:
            trade_name = trade[0] if trade else "one"
            yield Finding("conflict", fact, f"the {trade_name} {mine[1].capitalize()} has two given names", rule, 75)


def _where(telling: object) -> str:
    value = getattr(telling, "value", None)
    return (value.entity or value.unit or "") if value is not None else ""


def _parts(person: str, known: Known, rule: Rule) -> tuple[str, str] | None:
    """Given name and surname; None where the person has but one of them."""
    words = [word for word in plain(known.name(person)).split() if word not in rule.when.get("titles", ())]
    return (words[0], words[-1]) if len(words) >= 2 and len(words[0]) > 1 else None


def _short_of(one: str, two: str, rule: Rule) -> bool:
    return one == two or one.startswith(two) or two.startswith(one) or shares_line(one, two, rule.when.get("same", ()))


def _joined(one: str, two: str, known: Known) -> bool:
    """True where a bond of kin between the two has been told."""
    bonds = ("sibling", "spouse", "father", "mother", "child", "cousin", "uncle", "nephew", "grandparent", "grandchild", "unrelated")
    return any(fact.value.entity == two for bond in bonds for fact in known.topic(one, bond, None)) or any(
        fact.value.entity == one for bond in bonds for fact in known.topic(two, bond, None)
    )
