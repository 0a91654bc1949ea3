"""What may change, and what a difference therefore means."""

from gm_engine.continuity.between import long_gone, told_between
from gm_engine.continuity.compare import Likeness, liken, plain
from gm_engine.continuity.overlay import Finding, Known, Outcome, is_momentary, is_over, quote_of, span, tells_change
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.rule import Rule


def judge(claim: Claim, fact: Fact, rule: Rule, known: Known, likeness: Likeness | None = None) -> Finding | None:
    """What a claim beside a fact of the same topic comes to; None where neither says anything of the other."""
    if likeness is None:
        likeness = liken(claim.value, fact.value, rule.when)
    relation = known.relation(claim.relation)
    clash = clashes(claim, fact, likeness, exclusive=relation.exclusive or "key" in rule.when)
    if clash is None:
        return None
    ours, theirs = span(claim, relation.mutability), span(fact, relation.mutability)
    if not clash:
        if not ours.overlaps(theirs) and ours.until is not None:
            return None
        finer = likeness == "finer" and claim.polarity
        return Finding("finer" if finer else "same", fact, "told again" if not finer else "more precise", rule)
    if not ours.overlaps(theirs):
        return Finding("near", fact, "they speak of other times", rule)
    if is_over(claim) and relation.mutability != "immutable":
        return Finding("near", fact, "it is told as over", rule)
    finding = _apart(claim, fact, rule, known)
    if finding.outcome == "conflict" and (word := _told_since(claim, fact, rule, known)):
        return Finding("change", fact, f'a change is told between: "{word}"', rule)
    return finding


def _told_since(claim: Claim, fact: Fact, rule: Rule, known: Known) -> str:
    """The word of the rule's ``between`` by which a change is told after the fact: beside the thing's own name, or in the same reply."""
    one_reply = claim.provenance.turn == fact.told_by[-1].turn
    about = () if one_reply else (known.name(claim.subject).casefold().rpartition(" ")[2],)
    own = claim.change or is_momentary(claim)
    return told_between(fact, claim, known, rule.when.get("between", ()), about, own=own)


def clashes(claim: Claim, fact: Fact, likeness: Likeness, *, exclusive: bool) -> bool | None:
    """True: both cannot hold. False: they say the same. None: neither."""
    agree = likeness in ("same", "finer", "coarser")
    if claim.polarity and fact.polarity:
        return False if agree else (True if likeness == "apart" and exclusive else None)
    if not claim.polarity and not fact.polarity:
        return False if likeness == "same" else None
    denied, told = (fact, claim) if claim.polarity else (claim, fact)
    # "Not brown" clashes with "chestnut"; "not chestnut" leaves "brown" standing.
    covers = likeness == "same" or likeness == ("finer" if told is claim else "coarser")
    return True if covers and denied is not told else None


def _apart(claim: Claim, fact: Fact, rule: Rule, known: Known) -> Finding:
    relation = known.relation(claim.relation)

    def found(outcome: Outcome, why: str, certainty: int = 100) -> Finding:
        return Finding(outcome, fact, why, rule, certainty)

    if licensed(claim, rule):
        return found("change", f"a change is told: {claim.value.text}")
    if relation.mutability == "immutable":
        return found("conflict", "this never changes")
    started = (claim.validity.since if claim.validity.since is not None else claim.provenance.minute) - _start(fact)
    if relation.mutability == "monotone":
        return _monotone(claim, fact, rule, started)
    if relation.mutability == "growing":
        if claim.polarity != fact.polarity and (claim.change or (claim.polarity and not is_momentary(claim) and tells_change(claim))):
            return found("change", "it was learned or lost since")
        learned = claim.polarity and not fact.polarity
        if turned := turns(claim, rule, "turns" if learned else "ends"):
            return found("change", f'the sentence tells of a change: "{turned}"')
        if learned and (long_gone(claim.provenance.quote) or (relation.id in rule.when.get("fluid", ()) and claim.value.unit != "long")):
            return found("change", "there was time to learn it")
        return found("conflict", "it may grow, and does not go back", 85)
    if started < 0:
        return found("earlier", "it was so earlier in the story")
    if tells_change(claim):
        return found("change", "a change is told")
    if turned := turns(claim, rule):
        return found("change", f'the sentence tells of a change: "{turned}"')
    if relation.id in rule.when.get("lasting", ()):
        return found("conflict", "no change is told between", 80)
    if relation.id not in rule.when.get("fluid", ()) and claim.provenance.turn == fact.told_by[-1].turn and started == 0:
        return found("conflict", "one turn tells it in two ways", 70)
    return found("change", "it may change, and the later telling holds")


def _monotone(claim: Claim, fact: Fact, rule: Rule, started: int) -> Finding:
    over, now = is_final(fact, rule), is_final(claim, rule)
    if over and not now:
        if started < 0:
            return Finding("earlier", fact, "it was so before", rule)
        if is_momentary(claim) and claim.provenance.turn == fact.told_by[0].turn:
            return _in_one_reply(claim, fact, rule)
        return Finding("conflict", fact, "nothing tells of a way back, a dream, a ghost or a namesake", rule)
    if now and not over and started < 0:
        return Finding("conflict", fact, f"they were told to be {fact.value.text} after this", rule, 80)
    if over and now:
        return Finding("near", fact, "both tell of an end, in other words", rule)
    return Finding("change", fact, "it has come to that since", rule)


def _in_one_reply(claim: Claim, fact: Fact, rule: Rule) -> Finding:
    """A sign of life in the reply that tells the death: a clash where it is told after it, as done since, and no word tells of a waking."""
    since = claim.value.unit and claim.provenance.span[0] >= fact.told_by[0].span[1]
    if not since or fact.told_by[0].source != claim.provenance.source:
        return Finding("near", fact, "both are told in one breath", rule)
    words = set(plain(claim.provenance.quote).split())
    if woken := next((word for word in rule.when.get("wakes", ()) if word in words), ""):
        return Finding("near", fact, f'it may be that they were not dead: "{woken}"', rule)
    return Finding("conflict", fact, "the same reply tells the death before it", rule, 85)


def is_final(telling: Claim | Fact, rule: Rule) -> bool:
    """True when a telling's value is one from which nothing goes back, by the rule's ``final``."""
    return telling.polarity and plain(telling.value.text) in {plain(word) for word in rule.when.get("final", ())}


def licensed(claim: Claim, rule: Rule) -> bool:
    """True when the incoming value is one that the rule names as a licence ("revived", "ghost", "false")."""
    words = set(plain(claim.value.text).split())
    return any(set(plain(licence).split()) <= words for licence in rule.when.get("licence", ()))


def turns(telling: Claim | Fact, rule: Rule, setting: str = "turns") -> str:
    """The word in a telling's own sentence that tells of a change ("now", "bought"), by a setting of the rule; else empty."""
    words = set(plain(quote_of(telling)).split())
    return next((word for word in rule.when.get(setting, ()) if word in words), "")


def _start(fact: Fact) -> int:
    return fact.validity.since if fact.validity.since is not None else fact.told_by[0].minute
