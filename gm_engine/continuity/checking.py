"""The check: claims against what is known. Gives a verdict, and changes nothing."""

from collections.abc import Iterable, Iterator
from dataclasses import replace

from gm_engine.continuity.admission import excuse, is_told_again, not_a_fact, of_the_rules_alone, put_away_by_hand
from gm_engine.continuity.conflict_words import say_why
from gm_engine.continuity.overlay import Finding, is_momentary, is_over, span
from gm_engine.continuity.raising import Docket, heard_at_the_table
from gm_engine.continuity.rules import RuleBook
from gm_engine.continuity.settle import raised_before
from gm_engine.state import StoryState
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.conflict import Conflict
from gm_engine.story.provenance import Provenance
from gm_engine.story.rule import Rule
from gm_engine.story.verdict import NearMiss, Verdict

TELLINGS = 12
"""How many tellings a fact keeps: the first, and the latest; every claim stays in the journal."""


def check(claims: Iterable[Claim], state: StoryState, *, turn: int, rules: Iterable[Rule]) -> Verdict:
    """What a turn's claims make of the lore: facts new or changed, conflicts, and look-alikes with the reason for each.

    Claims are taken in their order, and each sees what the ones before it established. The state is only read.
    """
    claims = tuple(claims)
    desk = _Desk(Docket(state, turn), RuleBook(rules))
    for claim in claims:
        desk.take(claim)
    return Verdict(claims=claims, facts=tuple(desk.changed.values()), conflicts=tuple(desk.docket.conflicts), near=tuple(desk.near))


def raise_all(found: Iterable[tuple[Claim, Finding]], state: StoryState, verdict: Verdict, *, turn: int) -> Verdict:
    """What is to be added to a verdict: a conflict for each finding that is a new matter, with its claim. The state is only read."""
    desk = _Desk(Docket(state, turn, verdict.conflicts), RuleBook(()))
    claims = [claim for claim, finding in found if desk.accuse(claim, finding)]
    return Verdict(claims=tuple(claims), conflicts=tuple(desk.docket.conflicts))


class _Desk:
    """One check under way."""

    def __init__(self, docket: Docket, rules: RuleBook) -> None:
        self.docket, self.rules = docket, rules
        self.known = docket.known
        self.changed: dict[str, Fact] = {}
        self.near: list[NearMiss] = []

    def take(self, claim: Claim) -> None:
        """Weighs a claim, and what follows from it where it stands."""
        if self._weigh(claim, f"f{claim.id}"):
            for told in self.rules.consequences(claim, self.known):
                self._weigh(told, f"f{told.id}.{told.subject}.{told.relation}")

    def _weigh(self, claim: Claim, id: str) -> bool:
        """True where the claim stands as a fact of that id."""
        if (held := self.known.fact(id)) and held.told_by[0] == claim.provenance:
            return True
        if not not_a_fact(claim) and (kept := self.known.topic(claim.subject, claim.relation, "mystery")):
            self.near.append(NearMiss(fact=kept[0].id, claim=claim.id, why="this is left open on purpose"))
            return False
        findings = list(self._findings(claim))
        clashes = [finding for finding in findings if finding.outcome == "conflict"]
        put_away = put_away_by_hand(claim, self.known.state)
        if kept_out := not_a_fact(claim) or (put_away if put_away and is_told_again(claim, self.known.state) else ""):
            self._note(claim, [finding for finding in clashes if not _heeds_talk(finding)], kept_out)
            clashes = [finding for finding in clashes if _heeds_talk(finding)]
        self._note(claim, [finding for finding in findings if finding.outcome == "near"])
        if clashes:
            self.accuse(claim, max(clashes, key=lambda finding: finding.certainty))
        elif put_away and not kept_out:
            self._note(claim, findings, put_away)
        elif not kept_out and not is_momentary(claim):
            self._establish(claim, findings, id)
        return not clashes and not kept_out and not put_away

    def _findings(self, claim: Claim) -> Iterator[Finding]:
        for rule, compare in self.rules.of(claim.relation):
            for finding in compare(claim, rule, self.known):
                if finding.outcome != "conflict":
                    yield finding
                elif of_the_rules_alone(claim, finding.fact):
                    same = (finding.fact.subject, finding.fact.relation) == (claim.subject, claim.relation)
                    yield replace(finding, outcome="change" if same else "near", why="the rules have both, one after the other")
                elif excused := excuse(claim, finding.fact, rule, self.known):
                    yield replace(finding, outcome="near", why=excused)
                else:
                    yield finding

    def _note(self, claim: Claim, findings: Iterable[Finding], why: str = "") -> None:
        self.near += [NearMiss(fact=finding.fact.id, claim=claim.id, why=why or finding.why) for finding in findings]

    def accuse(self, claim: Claim, finding: Finding) -> Conflict | None:
        """The conflict that a finding comes to; None where the matter was raised before: then it is noted as a look-alike."""
        fact, rule = finding.fact, finding.rule
        if before := raised_before(claim.statement, fact, self.docket.all):
            self._note(claim, [finding], f"the same matter as {before.id}, {before.status}")
            return None
        confidence = min(claim.confidence, fact.confidence) * finding.certainty // 100
        if twin := self._twin(claim, finding):
            self._note(claim, [finding], f"{twin.id} joins the same two sentences")
            return None
        return self.docket.enter(claim, fact, rule, say_why(claim, fact, finding.why, rule, self.known.name), confidence)

    def _twin(self, claim: Claim, finding: Finding) -> Conflict | None:
        """The conflict of this text that joins the same two sentences in the same class: one quarrel is reported once."""
        places = {_place(heard_at_the_table(finding.fact.told_by)), _place(claim.provenance)}
        others = (other for other in self.docket.of_this_text if other.kind == finding.rule.kind)
        return next((other for other in others if {_place(other.established), _place(other.incoming)} == places), None)

    def _establish(self, claim: Claim, findings: list[Finding], id: str) -> None:
        if again := next((finding for finding in findings if finding.outcome in ("same", "finer")), None):
            self._tell_again(claim, again)
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
        changes: dict[str, object] = {"told_by": _heard_again(fact.told_by, claim.provenance)}
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


def _place(telling: Provenance) -> tuple[object, ...]:
    """Where a telling stands: its turn and the sentence."""
    return (telling.voice, telling.turn, telling.span, telling.quote)


def _heard_again(told_by: tuple[Provenance, ...], telling: Provenance) -> tuple[Provenance, ...]:
    """The tellings with one more: nothing new where it is among them; the first and the latest where there are too many."""
    if telling in told_by:
        return told_by
    told = (*told_by, telling)
    return told if len(told) <= TELLINGS else (told[0], *told[len(told) - TELLINGS + 1 :])


def _heeds_talk(finding: Finding) -> bool:
    """True for a rule that holds for talk as well (``talk`` among its settings): nobody may say what nobody can know."""
    return "talk" in finding.rule.when
