"""The claims that the narrator's own sentences state, with their places: they go with its words, so that nobody has to read these back."""

from dataclasses import dataclass, field

from gm_engine.narrator.line_grammar import Line, Scope
from gm_engine.story.claim import Claim, Modality, Simulation, Statement
from gm_engine.story.provenance import Provenance


@dataclass(frozen=True)
class Saying:
    """One statement, and how it is said: asserted, rumoured, spoken by ``holder`` …"""

    statement: Statement
    modality: Modality = "asserted"
    holder: str | None = None


@dataclass(frozen=True)
class Sentence:
    """A finished sentence (or an authored passage) with what it states.

    ``authored`` is the piece of it that the pack wrote; ``sim`` marks an injected one (``fault:CLASS``, ``decoy:CLASS``).
    """

    text: str
    sayings: tuple[Saying, ...] = ()
    authored: str = ""
    sim: str = ""


@dataclass
class Passage:
    """Sentences that belong together. Scenery (not ``keep``) goes first where room is short, then an ``aside``.

    A ``fresh`` one begins a paragraph.
    """

    sentences: list[Sentence] = field(default_factory=list)
    keep: bool = True
    fresh: bool = False
    aside: bool = False


def sayings_of(line: Line, scope: Scope) -> tuple[Saying, ...]:
    """What a line of the grammar states in this scope."""
    found = []
    for mark in line.marks:
        subject = scope.names.get(mark.subject)
        value = scope.value(mark.value)
        if subject and value:
            found.append(Saying(Statement(subject=subject.id, relation=mark.relation, value=value, polarity=not mark.negative)))
    return tuple(found)


def claims_in(placed: list[tuple[int, Sentence]], turn: int, minute: int) -> tuple[Claim, ...]:
    """The claims of sentences that begin where ``placed`` says."""
    claims: list[Claim] = []
    for start, sentence in placed:
        sim: Simulation = "fault" if sentence.sim.startswith("fault") else "decoy" if sentence.sim else "none"
        for saying in sentence.sayings:
            spoken = saying.holder is not None
            provenance = Provenance(
                source="extracted",
                turn=turn,
                voice="character" if spoken else "narrator",
                quote=sentence.text,
                span=(start, start + len(sentence.text)),
                speaker=saying.holder,
                minute=minute,
            )
            claims.append(
                Claim(
                    id=f"{turn}.{len(claims) + 1}",
                    modality=saying.modality,
                    holder=saying.holder,
                    provenance=provenance,
                    sim=sim,
                    **saying.statement.model_dump(),
                )
            )
    return tuple(claims)
