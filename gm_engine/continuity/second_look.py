"""The second look: each new sentence beside the earlier ones that speak of the same, for what no rule reads.

What it finds is a conflict like any other: it has both quotes, is raised once, and can be settled in every way.
"""

from collections.abc import Callable, Iterable, Iterator, Set
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from gm_engine.continuity.compare import first_int
from gm_engine.continuity.known import Known
from gm_engine.continuity.rules import SECOND_LOOK
from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.sentence import Sentence, sentence_of
from gm_engine.continuity.settle import REPLACES
from gm_engine.continuity.weigh import severity
from gm_engine.state import StoryState
from gm_engine.state.gist_book import follows
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.conflict import Conflict, ConflictClass
from gm_engine.story.gist import Gist
from gm_engine.story.provenance import Provenance
from gm_engine.story.relation import TOLD
from gm_engine.story.rule import Rule
from gm_engine.story.verdict import Verdict

if TYPE_CHECKING:
    from gm_engine.continuity.second.weigh import Weighed

Weigh = Callable[[Sentence, Sentence, Ground, int], "Weighed | None"]
"""Lays a later sentence beside an earlier one, given what is known beside them and how many were heard before; None where nothing
speaks for a clash."""
LEAST, MOST = 80, 24
"""How sure it must be, in per cent, and how many earlier sentences each new one is laid beside, where the rule does not say."""
SUREST = 97
"""No reading is surer, in per cent."""
SENTENCE, KINDS, TOLD_OF = "sentence", "kinds", "told of"
"""Under which names a gist keeps itself unpacked, what kinds of people and things it was unpacked for, and who and what these are."""
SLIPS = ("keep", "lie", "rumour", "dream", "mystery")
"""Resolutions after which nothing is measured by the new telling."""

Where = tuple[int, tuple[int, int]]
"""A sentence by its turn and its place in the text."""


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
    desk = _Desk(state, verdict, turn, rule, {gist.turn for pair in pairs for gist in (pair.earlier, pair.later)})
    for pair in pairs:
        desk.take(pair)
    return Verdict(claims=tuple(desk.claims), facts=tuple(desk.facts.values()), conflicts=tuple(desk.conflicts))


@dataclass(frozen=True)
class _Pair:
    """Two sentences that may not stand together."""

    earlier: Gist
    later: Gist
    sure: int
    kind: ConflictClass
    why: str
    subject: str

    def order(self) -> tuple[object, ...]:
        """The surest first, then as they were told."""
        return (-self.sure, self.later.place, self.earlier.place)


def _pairs(gists: Iterable[Gist], state: StoryState, rule: Rule, weigh: Weigh) -> Iterator[_Pair]:
    least, most = first_int(rule.when.get("least", ()), LEAST), first_int(rule.when.get("most", ()), MOST)

    for one in beside(gists, state, most):
        weighed = weigh(*one.sentences, one.ground, one.heard)
        if weighed is not None and (sure := int(100 * weighed.chance)) >= least:
            subject = weighed.best.anchor or _shared(one.earlier, one.later, state.pc)
            yield _Pair(one.earlier, one.later, min(sure, SUREST), weighed.kind, _named(weighed.best.why, one, state), subject)


@dataclass(frozen=True)
class Beside:
    """A new gist and an earlier one that speaks of the same, unpacked, with what is known beside them; ``heard`` were told before."""

    earlier: Gist
    later: Gist
    sentences: tuple[Sentence, Sentence]
    ground: Ground
    heard: int


def beside(gists: Iterable[Gist], state: StoryState, most: int = MOST) -> Iterator[Beside]:
    """Each new gist with the ``most`` earlier ones that are nearest to it. The state has not heard the new ones yet."""

    def kind_of(id: str) -> str:
        entity = state.lore.entity(id)
        return entity.kind if entity else ""

    ground = Ground(state.gists.rarity, cache(kind_of))
    earliest: dict[tuple[int, int], Sentence] = {}
    last: Gist | None = None
    for later in gists:
        before, last = last if last is not None and follows(later, last) else None, later
        told: Sentence | None = None
        for earlier in state.gists.beside(later, state.pc, most):
            told = told or _unpacked(later, before, ground)
            if earlier.place not in earliest:
                earliest[earlier.place] = _unpacked(earlier, state.gists.before(earlier), ground)
            yield Beside(earlier, later, (earliest[earlier.place], told), ground, state.gists.heard)


def _named(why: str, one: Beside, state: StoryState) -> str:
    """The reason with names for ids."""
    for id in sorted(one.earlier.ids | one.later.ids, key=lambda id: (-len(id), id)):
        entity = state.lore.entity(id)
        if entity is not None and "_" in id:
            why = why.replace(id, entity.name)
    return why


def _unpacked(gist: Gist, before: Gist | None, ground: Ground) -> Sentence:
    """The gist as the scales want it, with the sentence before it; worked out once, and again where somebody in it is now known to be
    of another kind, so that it does not matter when it was first looked at.
    """
    kinds = _kinds(gist, ground) + (_kinds(before, ground) if before else ())
    if gist.kept.get(KINDS) != kinds:
        gist.kept[KINDS] = kinds
        gist.kept[SENTENCE] = sentence_of(gist, sentence_of(before) if before else None)
    sentence: Sentence = gist.kept[SENTENCE]
    return sentence


def _kinds(gist: Gist, ground: Ground) -> tuple[str, ...]:
    told: tuple[str, ...] | None = gist.kept.get(TOLD_OF)
    if told is None:
        told = gist.kept[TOLD_OF] = tuple(dict.fromkeys(id for one in gist.mentions for id in (one.id, one.owner) if id))
    return tuple(map(ground.kind_of, told))


def _shared(earlier: Gist, later: Gist, you: str) -> str:
    """Somebody or something that both speak of: by id, else by a word."""
    keys = set(earlier.keys(you))
    return next(key for key in later.keys(you) if key in keys)


class _Desk:
    """One second look under way, at sentences of ``turns``: only conflicts that join sentences of these bear on it."""

    def __init__(self, state: StoryState, verdict: Verdict, turn: int, rule: Rule, turns: Set[int]) -> None:
        self.known = Known(state, turn)
        self.rule = rule
        self.turn = turn
        self.claims: list[Claim] = []
        self.facts: dict[str, Fact] = {}
        self.conflicts: list[Conflict] = []
        self.numbers = {conflict.id for conflict in verdict.conflicts}
        self.joined: set[frozenset[Where]] = set()
        self.turns: set[tuple[int, int, ConflictClass | None]] = set()
        self.raised: set[tuple[Where, ConflictClass]] = set()
        self.put_away: set[Where] = set()
        self.used: set[Where] = set()
        for conflict in {held.id: held for held in (*state.conflicts.values(), *verdict.conflicts)}.values():
            if conflict.established.turn in turns or conflict.incoming.turn in turns:
                self._heed(conflict)
        self.joined |= let_pass(verdict, self.known)

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
        earlier, later, kind = pair.earlier, pair.later, pair.kind
        old, new = (earlier.turn, earlier.span), (later.turn, later.span)
        known = (
            old in self.put_away
            or new in self.used
            or frozenset((old, new)) in self.joined
            or (earlier.turn, later.turn, kind) in self.turns
            or (earlier.turn, later.turn, None) in self.turns
            or (old, kind) in self.raised
            or (new, kind) in self.raised
        )
        if not known:
            self._raise(pair)
            self.used.add(new)
            self.turns.add((earlier.turn, later.turn, None))

    def _raise(self, pair: _Pair) -> None:
        rule = self.rule
        fact, claim = self._fact(pair), told(pair.later, pair)
        number = 1
        while (id := f"{self.turn}.{number}") in self.numbers or id in self.known.state.conflicts:
            number += 1
        conflict = Conflict(
            id=id,
            kind=pair.kind,
            subject=claim.subject,
            relation=TOLD,
            fact=fact.id,
            claim=claim.id,
            established=pair.earlier.provenance,
            established_value=fact.value,
            incoming=claim.provenance,
            incoming_value=claim.value,
            rule=rule.id,
            why=f"{rule.says}: {pair.why}",
            severity=severity(claim, fact, rule, self.known.relation(TOLD), claim.confidence),
            confidence=claim.confidence,
            sim=claim.sim,
        )
        self.numbers.add(conflict.id)
        self.claims.append(claim)
        self.conflicts.append(conflict)
        self._heed(conflict)

    def _fact(self, pair: _Pair) -> Fact:
        """The earlier sentence as a fact: the one that the lore holds already, or a new one."""
        claim = told(pair.earlier, pair)
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


def let_pass(verdict: Verdict, known: Known) -> set[frozenset[Where]]:
    """The pairs of sentences that a rule has compared and let pass: a look-alike, or a change that was told."""
    facts, claims = {fact.id: fact for fact in verdict.facts}, {claim.id: claim for claim in verdict.claims}

    def fact_of(id: str) -> Fact | None:
        return facts.get(id) or known.fact(id)

    found: set[frozenset[Where]] = set()
    for near in verdict.near:
        fact, claim = fact_of(near.fact), claims.get(near.claim)
        if fact is not None and claim is not None:
            found |= {frozenset((_sentence(telling), _sentence(claim.provenance))) for telling in fact.told_by}
    for fact in verdict.facts:
        before = fact_of(fact.supersedes) if fact.supersedes else None
        if before is not None:
            found |= {frozenset((_sentence(one), _sentence(other))) for one in before.told_by for other in fact.told_by}
    return found


def told(gist: Gist, pair: _Pair) -> Claim:
    """One of the two sentences as a claim of its own: that it was told of somebody or something."""
    return Claim(
        id=f"{gist.turn}.s{gist.n}.{pair.subject}",
        subject=pair.subject,
        relation=TOLD,
        value=Value(kind="text", text=gist.quote),
        provenance=gist.provenance,
        confidence=pair.sure,
        sim=gist.sim,
    )


def _sentence(telling: Provenance) -> Where:
    return (telling.turn, telling.span)
