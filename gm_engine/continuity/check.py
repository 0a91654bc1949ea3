"""The check: claims against what is known. Gives a verdict, and changes nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from gm_engine.continuity.by_hand import is_told_again, put_away_by_hand
from gm_engine.continuity.change import is_final
from gm_engine.continuity.compare import plain
from gm_engine.continuity.finding import Finding
from gm_engine.continuity.between import in_two_years, year_of
from gm_engine.continuity.known import Known, is_momentary, is_over, span
from gm_engine.continuity.rules import RuleBook
from gm_engine.continuity.settle import raised_before
from gm_engine.continuity.weigh import severity
from gm_engine.continuity.wording import say_why
from gm_engine.state import StoryState
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.conflict import Conflict
from gm_engine.story.provenance import Provenance
from gm_engine.story.rule import Rule
from gm_engine.story.verdict import NearMiss, Verdict

TELLINGS = 12
"""How many tellings a fact keeps: the first, and the latest; every claim stays in the journal."""

SURE = 50
"""A claim of less confidence, in per cent, is heard and makes no fact."""


def check(claims: Iterable[Claim], state: StoryState, *, turn: int, rules: Iterable[Rule]) -> Verdict:
    """What a turn's claims make of the lore: facts new or changed, conflicts, and look-alikes with the reason for each.

    Claims are taken in their order, and each sees what the ones before it established. The state is only read.
    """
    claims = tuple(claims)
    desk = _Desk(state, turn, RuleBook(rules))
    for claim in claims:
        desk.take(claim)
    return Verdict(claims=claims, facts=tuple(desk.changed.values()), conflicts=tuple(desk.conflicts), near=tuple(desk.near))


def raise_all(found: Iterable[tuple[Claim, Finding]], state: StoryState, verdict: Verdict, *, turn: int) -> Verdict:
    """What is to be added to a verdict: a conflict for each finding that is a new matter, with its claim. The state is only read."""
    desk = _Desk(state, turn, RuleBook(()))
    desk.conflicts = list(verdict.conflicts)
    claims = []
    for claim, finding in found:
        before = len(desk.conflicts)
        desk._raise(claim, finding)
        claims += [claim] * (len(desk.conflicts) - before)
    return Verdict(claims=tuple(claims), conflicts=tuple(desk.conflicts[len(verdict.conflicts) :]))


class _Desk:
    """One check under way."""

    def __init__(self, state: StoryState, turn: int, rules: RuleBook) -> None:
        self.known = Known(state, turn)
        self.rules = rules
        self.turn = turn
        self.changed: dict[str, Fact] = {}
        self.conflicts: list[Conflict] = []
        self.near: list[NearMiss] = []

    def take(self, claim: Claim) -> None:
        """Weighs a claim, and what follows from it where it stands."""
        if self._weigh(claim, derived=False):
            for told in self.rules.consequences(claim, self.known):
                self._weigh(told, derived=True)

    def _weigh(self, claim: Claim, *, derived: bool) -> bool:
        """True where the claim stands as a fact."""
        id = f"f{claim.id}.{claim.subject}.{claim.relation}" if derived else f"f{claim.id}"
        if (held := self.known.fact(id)) and held.told_by[0] == claim.provenance:
            return True
        if not not_a_fact(claim) and (kept := self.known.topic(claim.subject, claim.relation, "mystery")):
            self.near.append(NearMiss(fact=kept[0].id, claim=claim.id, why="this is left open on purpose"))
            return False
        findings = list(self._findings(claim))
        clashes = [finding for finding in findings if finding.outcome == "conflict"]
        put_away = put_away_by_hand(claim, self.known.state)
        if kept_out := not_a_fact(claim) or (put_away if put_away and is_told_again(claim, self.known.state) else ""):
            self._note(claim, [finding for finding in clashes if not heeds_talk(finding)], kept_out)
            clashes = [finding for finding in clashes if heeds_talk(finding)]
        self._note(claim, [finding for finding in findings if finding.outcome == "near"])
        if clashes:
            self._raise(claim, max(clashes, key=lambda finding: finding.certainty))
        elif put_away and not kept_out:
            self._note(claim, findings, put_away)
        elif not kept_out and not is_momentary(claim):
            self._establish(claim, findings, id)
        return not clashes and not kept_out and not put_away

    def _findings(self, claim: Claim) -> Iterator[Finding]:
        for rule, compare in self.rules.of(claim.relation):
            for finding in compare(claim, rule, self.known):
                clash = finding.outcome == "conflict"
                if clash and of_the_rules_alone(claim, finding.fact):
                    same = (finding.fact.subject, finding.fact.relation) == (claim.subject, claim.relation)
                    yield replace(finding, outcome="change" if same else "near", why="the rules have both, one after the other")
                    continue
                if clash and in_one_sentence(claim, finding.fact):
                    yield replace(finding, outcome="near", why="one sentence tells both")
                    continue
                if clash and self._of_two_years(claim, finding.fact):
                    yield replace(finding, outcome="near", why="they tell of two years")
                    continue
                excused = excuse(claim, rule) if clash else ""
                yield replace(finding, outcome="near", why=f'the sentence speaks of "{excused}"') if excused else finding

    def _of_two_years(self, claim: Claim, fact: Fact) -> bool:
        """True where each sentence tells of its own year, and what they tell may have changed between: nothing comes back that was lost."""
        one, other = fact.told_by[0].quote, claim.provenance.quote
        relation = self.known.relation(claim.relation)
        if relation.mutability == "immutable" or relation.value == "date" or not in_two_years(one, other):
            return False
        return relation.mutability != "monotone" or year_of(other) < year_of(one)

    def _note(self, claim: Claim, findings: Iterable[Finding], why: str = "") -> None:
        self.near += [NearMiss(fact=finding.fact.id, claim=claim.id, why=why or finding.why) for finding in findings]

    def _raise(self, claim: Claim, finding: Finding) -> None:
        fact, rule = finding.fact, finding.rule
        before = raised_before(claim.statement, fact, (*self.known.state.conflicts.values(), *self.conflicts))
        if before:
            self._note(claim, [finding], f"the same matter as {before.id}, {before.status}")
            return
        telling = heard_at_the_table(fact.told_by)
        if twin := self._twin(rule.kind, telling, claim.provenance):
            self._note(claim, [finding], f"{twin.id} joins the same two sentences")
            return
        confidence = min(claim.confidence, fact.confidence) * finding.certainty // 100
        taken = len(self.conflicts) + 1
        while f"{self.turn}.{taken}" in self.known.state.conflicts or any(one.id == f"{self.turn}.{taken}" for one in self.conflicts):
            taken += 1
        self.conflicts.append(
            Conflict(
                id=f"{self.turn}.{taken}",
                kind=rule.kind,
                subject=claim.subject,
                relation=claim.relation,
                fact=fact.id,
                claim=claim.id,
                established=telling,
                established_value=fact.value,
                incoming=claim.provenance,
                incoming_value=claim.value,
                rule=rule.id,
                why=say_why(claim, fact, finding.why, rule, self.known.name),
                severity=severity(claim, fact, rule, self.known.relation(claim.relation), confidence),
                confidence=confidence,
                sim=claim.sim,
            )
        )

    def _twin(self, kind: str, one: Provenance, two: Provenance) -> Conflict | None:
        """The conflict of this turn that joins the same two sentences in the same class: one quarrel is reported once."""
        places = {_place(one), _place(two)}
        return next(
            (other for other in self.conflicts if other.kind == kind and {_place(other.established), _place(other.incoming)} == places),
            None,
        )

    def _establish(self, claim: Claim, findings: list[Finding], id: str) -> None:
        for finding in findings:
            if finding.outcome in ("same", "finer"):
                self._tell_again(claim, finding)
                return
        ends = [finding.fact for finding in findings if finding.outcome == "change"]
        begins = [finding.fact for finding in findings if finding.outcome == "earlier"]
        since = span(claim, "stateful").since
        for fact in ends:
            closed = fact.validity.closed_at(claim.provenance.minute if since is None else since)
            self._hold(fact.model_copy(update={"validity": closed, "status": "superseded"}))
        validity = claim.validity
        if begins:
            started = min(fact.validity.since if fact.validity.since is not None else fact.told_by[0].minute for fact in begins)
            validity = validity.closed_at(started)
        self._hold(
            Fact(
                id=id,
                **claim.statement.model_dump(include={"subject", "relation", "polarity"}),
                value=claim.value,
                audience=claim.audience,
                validity=validity.model_copy(update={"since": since}) if ends else validity,
                told_by=(claim.provenance,),
                status="superseded" if begins or is_over(claim) else "open",
                supersedes=ends[-1].id if ends else None,
                importance=claim.importance,
                confidence=claim.confidence,
                sim=claim.sim,
            )
        )

    def _tell_again(self, claim: Claim, finding: Finding) -> None:
        fact = finding.fact
        told_by = heard_again(fact.told_by, claim.provenance)
        changes: dict[str, object] = {"told_by": told_by}
        if finding.outcome == "finer":
            changes["value"] = claim.value
        if claim.audience == "table" and f"fact:{fact.id}" not in self.known.state.marks.hidden:
            changes["audience"] = "table"
        again = fact.model_copy(update=changes)
        if again != fact:
            self._hold(again)

    def _hold(self, fact: Fact) -> None:
        self.known.hold(fact)
        self.changed[fact.id] = fact


def of_the_rules_alone(claim: Claim, fact: Fact) -> bool:
    """True for what the rules made happen beside what they, or the author, had before: bookkeeping, of which nobody is accused."""
    own = claim.provenance.source == "engine" and claim.provenance.voice == "engine"
    return own and all(telling.source in ("engine", "pack") and telling.voice in ("engine", "author") for telling in fact.told_by)


def in_one_sentence(claim: Claim, fact: Fact) -> bool:
    """True where one sentence tells both: "huge and gaunt" is what it says."""
    one, other = claim.provenance, fact.told_by[0]
    return (one.turn, one.span, one.quote) == (other.turn, other.span, other.quote) and one.span != (0, 0)


def _place(telling: Provenance) -> tuple[object, ...]:
    """Where a telling stands: its turn and the sentence."""
    return (telling.voice, telling.turn, telling.span, telling.quote)


def heard_at_the_table(told_by: tuple[Provenance, ...]) -> Provenance:
    """The telling to show: the first that was heard in play, else the first there is."""
    return next((telling for telling in told_by if telling.turn), told_by[0])


def heard_again(told_by: tuple[Provenance, ...], telling: Provenance) -> tuple[Provenance, ...]:
    """The tellings with one more: nothing new where it is among them; the first and the latest where there are too many."""
    if telling in told_by:
        return told_by
    told = (*told_by, telling)
    return told if len(told) <= TELLINGS else (told[0], *told[len(told) - TELLINGS + 1 :])


def not_a_fact(claim: Claim) -> str:
    """Why a claim makes no fact; empty where it may."""
    telling = claim.provenance
    if claim.modality != "asserted":
        return NOT_SO[claim.modality]
    if claim.holder is not None:
        return "it is what somebody believes, not what is so"
    if telling.voice in ("character", "document"):
        return "a character or a paper says so, and may be wrong"
    if telling.voice == "player" and telling.source not in ("chip", "ruling"):
        return "a player's words make no fact without a chip"
    return "" if claim.confidence >= SURE else "the words are not plain enough"


def excuse(claim: Claim, rule: Rule) -> str:
    """The word in the claim's own sentence by which a rule lets it pass (``unless``: ghosts, namesakes, photographs); else empty."""
    if is_final(claim, {plain(word) for word in rule.when.get("final", ())}):
        return ""
    words = set(plain(claim.provenance.quote).split())
    return next((word for word in rule.when.get("unless", ()) if word in words), "")


def heeds_talk(finding: Finding) -> bool:
    """True for a rule that holds for talk as well (``talk`` among its settings): nobody may say what nobody can know."""
    return "talk" in finding.rule.when


NOT_SO = {
    "speech": "a character says so, and may lie",
    "rumour": "it is only talk",
    "plan": "it is planned, not done",
    "hypothetical": "it is supposed, not told as so",
    "dream": "it is dreamt",
    "quoted": "it is quoted",
    "sarcasm": "it is meant otherwise than said",
    "question": "it is asked, not told",
}
