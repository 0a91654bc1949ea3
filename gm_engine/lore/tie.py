"""A tie: what joins two, of what kind, since when and until when, and the telling that it comes from."""

from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from gm_engine.lore.records import ALWAYS, Bond, speaker_of
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.provenance import Provenance
from gm_engine.story.relation import Relation
from gm_engine.story.validity import ValidityInterval

TieKind = Literal[
    "identity", "kinship", "ownership", "membership", "debt", "deed", "acquaintance", "told", "event", "place", "other",
]  # fmt: skip
STEP = 10
"""What a step costs that counts whole."""
COST: dict[TieKind, int] = {
    "identity": 2, "kinship": 10, "ownership": 12, "debt": 12, "membership": 13, "deed": 14, "acquaintance": 16, "told": 18,
    "event": 20, "place": 20, "other": 18,
}  # fmt: skip
"""How far each kind of tie keeps two apart: kin are nearer than two who were seen in one place."""
FEW = 2
"""So many at one event are tied by it; each further one makes the tie looser."""
EACH_MORE = 3
MOST_HEADS = 12
"""What more than so many took part in ties none of them to another."""

OF_RELATION: dict[str, TieKind] = {
    "same_as": "identity",
    "spouse": "kinship", "father": "kinship", "mother": "kinship", "child": "kinship", "sibling": "kinship", "cousin": "kinship",
    "uncle": "kinship", "nephew": "kinship", "grandparent": "kinship", "grandchild": "kinship", "widow_of": "kinship",
    "kin_to": "kinship", "has_kin": "kinship",
    "owner": "ownership", "held_by": "ownership", "has": "ownership",
    "member_of": "membership", "works_for": "membership", "role": "membership",
    "debt": "debt",
    "killed_by": "deed", "made_by": "deed", "outcome": "deed", "named_for": "deed",
    "met": "acquaintance", "knows": "acquaintance", "attitude": "acquaintance",
    "told": "other", "noted": "other",
    "at": "place", "within": "place", "lives_at": "place", "comes_from": "place", "buried_at": "place",
}  # fmt: skip
"""The kind of tie that an open fact of each relation is."""
NO_TIE = frozenset({"unrelated", "bearing", "distance", "terrain", "stays", "seen", "been", "price", "sole"})
"""Relations that may name another entity and join nobody to it: the map has ways of its own, and a passing sight is none."""
OF_CLASS: dict[str, TieKind] = {
    "kinship_role": "membership", "possession": "ownership", "whereabouts": "place", "geography": "place", "knowledge": "acquaintance",
    "event_outcome": "deed", "life_death": "deed",
}  # fmt: skip
"""The same for relations that a campaign declares itself, by their class."""

TOLD_TO, SPOKE_OF, TOGETHER, WAS_AT = "told_to", "spoke_of", "together", "was_at"
LAST_ONLY = frozenset({TOLD_TO, SPOKE_OF, TOGETHER, WAS_AT})
"""Ties of what happens again and again: of each, the last is kept."""
OWED = {"promise": "promise", "debt": "owing", "threat": "threat", "consequence": "outstanding"}
"""What is owed, by its kind: the relation of its tie. A ``debt`` is a fact's."""


@dataclass(frozen=True, slots=True)
class Tie:
    """``one`` and ``other`` are entity ids, in the order of the relation: the father of ``one`` is ``other``.

    ``record`` is the node of the record that it comes from, ``telling`` the words; ``text`` is what the record itself says besides
    (a sum, a title). ``about`` is of whom somebody told. ``heads`` are how many took part. ``over``: it holds no longer.
    """

    kind: TieKind
    relation: str
    one: str
    other: str
    record: str
    turn: int = 0
    text: str = ""
    about: str = ""
    heads: int = FEW
    validity: ValidityInterval = ALWAYS
    audience: str = "table"
    over: bool = False
    telling: Provenance | None = None

    @property
    def slot(self) -> str:
        """What it takes the place of between the same two: nothing but itself, where a record joins them for as long as it holds; else
        the one before it of its like, so that two who talk every day are not joined a thousand times."""
        if self.relation in LAST_ONLY:
            return f"{self.relation} {self.one if self.kind == 'told' else ''}".rstrip()
        return f"past {self.relation} {self.one}" if self.over and self.record.startswith("fact ") else self.record

    @property
    def rank(self) -> tuple[int, int, str]:
        """Of several for one slot, the highest is kept, in whatever order they came."""
        return (self.validity.until or 0, self.turn, self.record)

    @property
    def mark(self) -> tuple[str, str]:
        """What tells it from every other tie of the same two."""
        return (self.record, self.slot)

    @property
    def quote(self) -> str:
        """The words that it comes from; empty where there are none."""
        return self.telling.quote if self.telling else ""

    @property
    def cost(self) -> int:
        """How far it keeps the two apart, in tenths of a step."""
        return COST[self.kind] + EACH_MORE * max(0, self.heads - FEW)

    def stands_at(self, minute: int) -> bool:
        """True while it holds."""
        return not self.over and self.validity.holds_at(minute)


def kind_of(relation: str, declared: Relation | None) -> TieKind | None:
    """The kind of tie that a fact of a relation is; None where it joins nobody.

    >>> kind_of("sibling", None), kind_of("bearing", None)
    ('kinship', None)
    """
    if relation in NO_TIE:
        return None
    return OF_RELATION.get(relation) or (OF_CLASS.get(declared.kind) if declared else None) or "other"


def tie_of_fact(fact: Fact, declared: Relation | None) -> Tie | None:
    """The tie that a fact is: an open one, or one that held until something changed; None for a fact that joins nobody."""
    other = fact.value.entity
    if not other or other == fact.subject or not fact.polarity or fact.taken_out:
        return None
    over = fact.status == "superseded" and fact.validity.until is not None and not fact.validity.empty
    kind = kind_of(fact.relation, declared)
    if kind is None or not (fact.status == "open" or over):
        return None
    telling = fact.told_by[0] if fact.told_by else None
    return Tie(
        kind,
        fact.relation,
        fact.subject,
        other,
        f"fact {fact.id}",
        turn=telling.turn if telling else 0,
        text=fact.value.text,
        validity=fact.validity,
        audience=fact.audience,
        over=over,
        telling=telling,
    )


def ties_of_claim(claim: Claim, hearers: tuple[str, ...]) -> tuple[Tie, ...]:
    """Who told whom: the speaker and each who heard it, and the speaker and whom it is about."""
    speaker = speaker_of(claim)
    if not speaker:
        return ()
    record, turn = f"claim {claim.id}", claim.provenance.turn
    since = ValidityInterval(since=claim.provenance.minute)
    told = (
        Tie(
            "told",
            TOLD_TO,
            speaker,
            hearer,
            record,
            turn,
            about=claim.subject,
            validity=since,
            audience=claim.audience,
            telling=claim.provenance,
        )
        for hearer in dict.fromkeys(hearers)
        if hearer != speaker
    )
    named = dict.fromkeys(id for id in (claim.subject, claim.value.entity) if id and id != speaker)
    spoke = (
        Tie("told", SPOKE_OF, speaker, id, record, turn, validity=since, audience=claim.audience, telling=claim.provenance) for id in named
    )
    return (*told, *spoke)


def ties_of_bond(bond: Bond) -> tuple[Tie, ...]:
    """What a record ties: who owes whom; who was at one event together, and where."""
    ends: dict[str, list[str]] = {}
    for relation, others in bond.edges:
        ends.setdefault(relation, []).extend(others)
    turn = next((int(node.removeprefix("turn ")) for node in ends.get("told_in", ())), 0)
    if bond.kind in OWED:
        return _owed(bond, ends, turn)
    if bond.kind not in ("story_point", "decision", "scene"):
        return ()
    people, places = sorted(set(ends.get("participants", ()))), ends.get("happened_at", ())
    there = [
        Tie("place", WAS_AT, one, place, bond.node, turn, bond.label, validity=bond.span)
        for place in places
        for one in people
        if one != place
    ]
    if bond.kind == "scene":
        return tuple(there)
    heads = len(people)
    pairs = combinations(people, 2) if heads <= MOST_HEADS else ()
    return (
        *(Tie("event", TOGETHER, one, other, bond.node, turn, bond.label, heads=heads, validity=bond.span) for one, other in pairs),
        *there,
    )


def _owed(bond: Bond, ends: dict[str, list[str]], turn: int) -> tuple[Tie, ...]:
    if "owes" not in ends or "owed_to" not in ends or ends["owes"][0] == ends["owed_to"][0]:
        return ()
    paid = "paid_in" in ends
    audience = "gm" if bond.kind == "consequence" and not paid else "table"
    return (
        Tie(
            "debt",
            OWED[bond.kind],
            ends["owes"][0],
            ends["owed_to"][0],
            bond.node,
            turn,
            text=bond.label,
            validity=bond.span,
            audience=audience,
            over=paid,
        ),
    )
