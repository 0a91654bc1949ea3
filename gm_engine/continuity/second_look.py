"""The second look: each new sentence beside the earlier ones that speak of the same, for what no rule reads.

What it finds is a conflict like any other: it has both quotes, is raised once, and can be settled in every way.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from gm_engine.continuity.compare import first_int
from gm_engine.continuity.known import Known
from gm_engine.continuity.rules import SECOND_LOOK
from gm_engine.continuity.second import Weigh, Weighed
from gm_engine.continuity.settle import REPLACES
from gm_engine.continuity.weigh import severity
from gm_engine.state import StoryState
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.conflict import Conflict, ConflictClass
from gm_engine.story.gist import Gist
from gm_engine.story.provenance import Provenance
from gm_engine.story.relation import TOLD
from gm_engine.story.rule import Rule
from gm_engine.story.verdict import Verdict

LEAST, MOST = 80, 24
"""How sure it must be, in per cent, and how many earlier sentences each new one is laid beside, where the rule does not say."""
SLIPS = ("keep", "lie", "rumour", "dream", "mystery")
"""Resolutions after which nothing is measured by the new telling."""

Sentence = tuple[int, tuple[int, int]]


def second_look(gists: Iterable[Gist], state: StoryState, verdict: Verdict, *, turn: int, rules: Iterable[Rule], weigh: Weigh) -> Verdict:
    """What is to be added to the verdict on a text: the conflicts of its sentences with earlier ones, with the claims and facts
    that these need. ``gists`` are the text's own, which the state has not heard yet; ``weigh`` lays two of them beside each other. The
    state is only read.

    A sentence raises one conflict at most, and so does a pair of turns: the surest.
    """
    rule = next((rule for rule in reversed(tuple(rules)) if rule.compare == SECOND_LOOK), None)
    pairs = sorted(_pairs(gists, state, rule, weigh), key=_Pair.order) if rule else []
    if not rule or not pairs:
        return Verdict()
    desk = _Desk(state, verdict, turn, rule)
    for pair in pairs:
        desk.take(pair)
    return Verdict(claims=tuple(desk.claims), facts=tuple(desk.facts.values()), conflicts=tuple(desk.conflicts))


@dataclass(frozen=True)
class _Pair:
    """Two sentences that may not stand together."""

    earlier: Gist
    later: Gist
    weighed: Weighed

    def order(self) -> tuple[object, ...]:
        """The surest first, then as they were told."""
        return (-self.weighed.sure, self.later.place, self.earlier.place)


def _pairs(gists: Iterable[Gist], state: StoryState, rule: Rule, weigh: Weigh) -> Iterator[_Pair]:
    least, most = first_int(rule.when.get("least", ()), LEAST), first_int(rule.when.get("most", ()), MOST)

    def kind_of(id: str) -> str:
        entity = state.lore.entity(id)
        return entity.kind if entity else ""

    for later in gists:
        for earlier in state.gists.beside(later, state.pc, most):
            weighed = weigh(earlier, later, state.gists.rarity, kind_of)
            if weighed is not None and weighed.sure >= least:
                yield _Pair(earlier, later, weighed)


class _Desk:
    """One second look under way."""

    def __init__(self, state: StoryState, verdict: Verdict, turn: int, rule: Rule) -> None:
        self.known = Known(state, turn)
        self.rule = rule
        self.turn = turn
        self.claims: list[Claim] = []
        self.facts: dict[str, Fact] = {}
        self.conflicts: list[Conflict] = []
        self.numbers = {*state.conflicts, *(conflict.id for conflict in verdict.conflicts)}
        self.joined: set[frozenset[Sentence]] = set()
        self.turns: set[tuple[int, int, ConflictClass | None]] = set()
        self.raised: set[tuple[Sentence, ConflictClass]] = set()
        self.put_away: set[Sentence] = set()
        self.used: set[Sentence] = set()
        for conflict in {held.id: held for held in (*state.conflicts.values(), *verdict.conflicts)}.values():
            self._heed(conflict)

    def _heed(self, conflict: Conflict) -> None:
        """Notes what a conflict has raised already, and what its settlement has put away."""
        old, new = _sentence(conflict.established), _sentence(conflict.incoming)
        resolution = conflict.settlement.resolution if conflict.settlement else None
        self.joined.add(frozenset((old, new)))
        for one, other in ((old, new), (new, old)):
            self.turns.add((one[0], other[0], conflict.kind))
        self.raised.add((old, conflict.kind))
        if resolution in REPLACES:
            self.put_away.add(old)
        else:
            self.raised.add((new, conflict.kind))
        if resolution in SLIPS:
            self.put_away.add(new)
        if resolution == "mystery":
            self.put_away.add(old)

    def take(self, pair: _Pair) -> None:
        """Raises a conflict over two sentences, unless one was raised before that comes to the same."""
        earlier, later, weighed = pair.earlier, pair.later, pair.weighed
        old, new = (earlier.turn, earlier.span), (later.turn, later.span)
        known = (
            old in self.put_away
            or new in self.used
            or frozenset((old, new)) in self.joined
            or (earlier.turn, later.turn, weighed.kind) in self.turns
            or (earlier.turn, later.turn, None) in self.turns
            or (old, weighed.kind) in self.raised
            or (new, weighed.kind) in self.raised
        )
        if not known:
            self._raise(pair)
            self.used.add(new)
            self.turns.add((earlier.turn, later.turn, None))

    def _raise(self, pair: _Pair) -> None:
        weighed, rule = pair.weighed, self.rule
        fact, claim = self._fact(pair.earlier, weighed), told(pair.later, weighed)
        number = 1
        while f"{self.turn}.{number}" in self.numbers:
            number += 1
        conflict = Conflict(
            id=f"{self.turn}.{number}",
            kind=weighed.kind,
            subject=claim.subject,
            relation=TOLD,
            fact=fact.id,
            claim=claim.id,
            established=pair.earlier.provenance,
            established_value=fact.value,
            incoming=claim.provenance,
            incoming_value=claim.value,
            rule=rule.id,
            why=f"{rule.says}: {weighed.why}",
            severity=severity(claim, fact, rule, self.known.relation(TOLD), claim.confidence),
            confidence=claim.confidence,
            sim=claim.sim,
        )
        self.numbers.add(conflict.id)
        self.claims.append(claim)
        self.conflicts.append(conflict)
        self._heed(conflict)

    def _fact(self, gist: Gist, weighed: Weighed) -> Fact:
        """The earlier sentence as a fact: the one that the lore holds already, or a new one."""
        claim = told(gist, weighed)
        held = self.known.fact(f"f{claim.id}")
        if held is not None:
            return held
        fact = Fact(
            id=f"f{claim.id}",
            **claim.model_dump(include={"subject", "relation", "importance", "confidence", "sim"}),
            value=claim.value,
            told_by=(claim.provenance,),
        )
        self.known.hold(fact)
        self.facts[fact.id] = fact
        return fact


def told(gist: Gist, weighed: Weighed) -> Claim:
    """A sentence as a claim of its own: that it was told of somebody or something."""
    return Claim(
        id=f"{gist.turn}.s{gist.n}.{weighed.subject}",
        subject=weighed.subject,
        relation=TOLD,
        value=Value(kind="text", text=gist.quote),
        provenance=gist.provenance,
        confidence=weighed.sure,
        sim=gist.sim,
    )


def _sentence(telling: Provenance) -> Sentence:
    return (telling.turn, telling.span)
