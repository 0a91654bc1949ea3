"""Two sentences that may not stand together, and whether that is a new matter: then it is raised, like any other conflict."""

from collections.abc import Iterable, Set
from dataclasses import dataclass
from zlib import crc32

from gm_engine.continuity.overlay import Known
from gm_engine.continuity.raising import Docket, heard_at_the_table
from gm_engine.continuity.settle import REPLACES
from gm_engine.state import StoryState
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.conflict import Conflict, ConflictClass
from gm_engine.story.gist import Gist
from gm_engine.story.provenance import Provenance
from gm_engine.story.relation import TOLD
from gm_engine.story.rule import Rule
from gm_engine.story.verdict import Verdict

SLIPS = ("keep", "lie", "rumour", "dream", "mystery")
"""Resolutions after which nothing is measured by the new telling."""
BY_THE_LOOK, BY_A_MODEL = "s", "m"
"""What stands before a sentence's number in the id of the claim that is made of it."""

SECOND_READER = Rule(
    id="second-reader", says="a second reader finds that both cannot be true", kind="event_outcome", compare="second_reader",
    both_true="Both are true if the model misread one of them: it was asked, and that they clash is its opinion.",
)  # fmt: skip
"""The rule of what a model finds: it is asked, and no data declares it."""

Where = tuple[int, tuple[int, int]]
"""A sentence by its turn and its place in the text."""


@dataclass(frozen=True)
class Pair:
    """A later sentence that may not stand beside what was told ``earlier``: a sentence, or a fact of the lore.

    ``sure`` is in per cent; ``reader`` names the model that found it, where one did.
    """

    earlier: Gist | Fact
    later: Gist
    sure: int
    kind: ConflictClass
    why: str
    subject: str
    reader: str = ""

    @property
    def old(self) -> Provenance:
        """The earlier telling."""
        return self.earlier.provenance if isinstance(self.earlier, Gist) else heard_at_the_table(self.earlier.told_by)

    def order(self) -> tuple[object, ...]:
        """The surest first, then as they were told."""
        at = self.earlier.place if isinstance(self.earlier, Gist) else (self.old.turn, -1)
        return (-self.sure, self.later.place, at, self.old.quote)


def raised(pairs: Iterable[Pair], state: StoryState, verdict: Verdict, turn: int, rule: Rule) -> Verdict:
    """What is to be added to the verdict on a text: a conflict for each pair that is a new matter, with the claims and facts that
    these need. The surest come first; a sentence raises one conflict at most, and so does a pair of turns.
    """
    found = sorted(pairs, key=Pair.order)
    if not found:
        return Verdict()
    docket = Docket(state, turn, verdict.conflicts)
    heeded = _Heeded(docket, verdict, {number for pair in found for number in (pair.old.turn, pair.later.turn)})
    claims: list[Claim] = []
    facts: dict[str, Fact] = {}
    for pair in found:
        if heeded.is_known(pair):
            continue
        fact, claim = _fact_of(pair, docket.known), told(pair.later, pair, by=pair.reader)
        if docket.known.fact(fact.id) is None:
            docket.known.hold(fact)
            facts[fact.id] = fact
        claims.append(claim)
        said = rule.model_copy(update={"kind": pair.kind})
        conflict = docket.enter(claim, fact, said, f"{rule.says}: {pair.why}", claim.confidence, "major" if pair.reader else None)
        heeded.take(conflict, pair)
    return Verdict(claims=tuple(claims), facts=tuple(facts.values()), conflicts=tuple(docket.conflicts))


class _Heeded:
    """What has been raised, settled or let pass between sentences of ``turns``: only conflicts that join these bear on it."""

    def __init__(self, docket: Docket, verdict: Verdict, turns: Set[int]) -> None:
        self.joined = let_pass(verdict, docket.known)
        self.turns: set[tuple[int, int, ConflictClass | None]] = set()
        self.raised: set[tuple[Where, ConflictClass]] = set()
        self.put_away: set[Where] = set()
        self.used: set[Where] = set()
        for conflict in docket.all:
            if conflict.established.turn in turns or conflict.incoming.turn in turns:
                self._heed(conflict)

    def _heed(self, conflict: Conflict) -> None:
        """Notes what a conflict has raised already, and what its settlement has put away."""
        old, new = _sentence(conflict.established), _sentence(conflict.incoming)
        resolution = conflict.settlement.resolution if conflict.settlement else None
        self.joined.add(frozenset((old, new)))
        self.turns |= {(old[0], new[0], conflict.kind), (new[0], old[0], conflict.kind)}
        self.raised.add((old, conflict.kind))
        if resolution in REPLACES:
            self.put_away.add(old)
        else:
            self.raised.add((new, conflict.kind))
        if resolution in SLIPS:
            self.put_away.add(new)
        if resolution == "mystery":
            self.put_away.add(old)

    def is_known(self, pair: Pair) -> bool:
        """True where what was raised before comes to the same."""
        old, new, kind = _sentence(pair.old), (pair.later.turn, pair.later.span), pair.kind
        between = {(old[0], new[0], kind), (old[0], new[0], None)} & self.turns
        told_before = {(old, kind), (new, kind)} & self.raised
        return bool(old in self.put_away or new in self.used or frozenset((old, new)) in self.joined or between or told_before)

    def take(self, conflict: Conflict, pair: Pair) -> None:
        """Heeds a new conflict, and that its sentence and its pair of turns have one."""
        self._heed(conflict)
        self.used.add((pair.later.turn, pair.later.span))
        self.turns.add((pair.old.turn, pair.later.turn, None))


def _fact_of(pair: Pair, known: Known) -> Fact:
    """The earlier sentence as a fact: the one that the lore holds already, or a new one."""
    if isinstance(pair.earlier, Fact):
        return pair.earlier
    claim = told(pair.earlier, pair)
    return known.fact(f"f{claim.id}") or Fact(
        id=f"f{claim.id}",
        **claim.model_dump(include={"subject", "relation", "importance", "confidence", "sim"}),
        value=claim.value,
        told_by=(claim.provenance,),
    )


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


def told(gist: Gist, pair: Pair, *, by: str = "") -> Claim:
    """One of the two sentences as a claim of its own: that it was told of somebody or something."""
    telling = gist.provenance
    return Claim(
        id=f"{gist.turn}.{BY_A_MODEL if by else BY_THE_LOOK}{gist.n}.{pair.subject}",
        subject=pair.subject,
        relation=TOLD,
        value=Value(kind="text", text=gist.quote),
        provenance=telling.model_copy(update={"reader": by}) if by else telling,
        confidence=pair.sure,
        sim=gist.sim,
    )


def _sentence(telling: Provenance) -> Where:
    """Where a telling stands. What an author or the engine says stands in no turn's text: its words are its place."""
    apart = telling.voice in ("author", "engine", "oracle")
    return (telling.turn, (-1, crc32(telling.quote.encode())) if apart else telling.span)
