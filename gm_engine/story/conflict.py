"""Two tellings that cannot both be true. A conflict is a value: a person, or a stated policy, decides."""

from typing import Literal

from gm_engine.story.claim import Simulation, Value
from gm_engine.story.noun import Noun, Words
from gm_engine.story.provenance import Provenance

ConflictClass = Literal[
    "numeric_date", "life_death", "whereabouts", "possession", "kinship_role", "physical_trait",
    "name_identity", "event_outcome", "knowledge", "geography", "ability", "quantity_state",
]  # fmt: skip
Severity = Literal["minor", "major", "critical"]
SEVERITIES: tuple[Severity, ...] = ("minor", "major", "critical")
"""The mildest first."""
Resolution = Literal[
    "keep", "accept", "changed", "lie", "rumour", "different", "precise", "dream", "retcon", "mystery", "not_a_conflict",
]  # fmt: skip


KEYS: dict[str, Resolution] = {
    "k": "keep", "a": "accept", "c": "changed", "l": "lie", "r": "rumour", "d": "different", "p": "precise", "s": "dream",
    "t": "retcon", "m": "mystery", "n": "not_a_conflict",
}  # fmt: skip
"""The one key that is enough for each resolution: *s* is for what was only slept, *t* for what was true all the time."""


def resolution_of(typed: str) -> Resolution | None:
    """The resolution that a word or its one key means; None for any other word.

    >>> resolution_of("k"), resolution_of("keep"), resolution_of("quarrel")
    ('keep', 'keep', None)
    """
    return KEYS.get(typed) or next((resolution for resolution in KEYS.values() if resolution == typed), None)


class Settlement(Noun):
    """How a conflict was settled. ``since`` is a story minute for ``changed``; ``by`` is who told the lie;
    ``turn`` is where a retcon begins."""

    resolution: Resolution
    because: Words = ""
    since: int | None = None
    by: str | None = None
    turn: int | None = None


class Conflict(Noun):
    """``established`` and ``incoming`` are the two tellings, each with its quote; ``id`` is ``TURN.N``.

    ``fact`` is the id of the established fact and ``claim`` that of the incoming claim. ``confidence`` is in per cent.
    """

    id: str
    kind: ConflictClass
    subject: str
    relation: str
    fact: str
    claim: str
    established: Provenance
    established_value: Value
    incoming: Provenance
    incoming_value: Value
    rule: str
    why: Words
    severity: Severity = "major"
    confidence: int = 80
    sim: Simulation = "none"
    settlement: Settlement | None = None

    @property
    def status(self) -> Literal["open", "settled"]:
        """Open until somebody settles it."""
        return "open" if self.settlement is None else "settled"
