"""How likely it is that a sentence contradicts an earlier one: the ways in which it may, each with how often it was right, and cues.

``data/second/weights.json`` is made by ``scripts/fit_second_look`` from labelled texts: for each type of candidate the true and the false
ones, and the weights of a logistic model over the best types and general cues. A type's precision is smoothed towards that of its
family (an m-estimate: Cestnik 1990), so that a type seen twice is not believed blindly.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from math import exp, log, log10

from gm_engine.continuity.second.candidate import Candidate, Ground
from gm_engine.continuity.second.cues import CUES, cues
from gm_engine.continuity.second.guards import heeded
from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.ways import asked
from gm_engine.shipped import shipped
from gm_engine.story.conflict import ConflictClass

PRIOR, STRENGTH = 0.1, 3.0
"""A type that was never seen is right so often; so many imagined cases stand behind the precision of its family."""
FEATURES = (
    "one", "best", "second", "types", "overlap", "shared", "gap",
    *(f"{side}.{name}" for side in ("earlier", "later") for name in CUES), "recalled", "length", "heard",
)  # fmt: skip
Counts = Mapping[str, Sequence[float]]


@dataclass(frozen=True)
class Weighed:
    """What came of laying two sentences side by side: how likely they contradict each other (``chance``, 0 to 1), and how."""

    chance: float
    candidates: tuple[Candidate, ...]

    @property
    def best(self) -> Candidate:
        """The candidate that is right most often."""
        return self.candidates[0]

    @property
    def kind(self) -> ConflictClass:
        """The class of conflict."""
        return self.best.klass


@dataclass(frozen=True)
class Weights:
    """What was learnt: true and false candidates by type and by each family of types, and a weight for each feature."""

    types: Counts
    features: tuple[float, ...]

    def precision(self, type: str) -> float:
        """How often a type of candidate is right, as far as was seen."""
        found = PRIOR
        for level in levels(type):
            right, wrong = self.types.get(level, (0.0, 0.0))
            found = (right + STRENGTH * found) / (right + wrong + STRENGTH)
        return found


def levels(type: str) -> tuple[str, ...]:
    """A type and the families above it, the widest first.

    >>> levels("kin:none:spouse")
    ('kin', 'kin:none', 'kin:none:spouse')
    """
    parts = type.split(":")
    return tuple(":".join(parts[:end]) for end in range(1, len(parts) + 1))


def candidates(earlier: Sentence, later: Sentence, ground: Ground) -> tuple[Candidate, ...]:
    """Every way in which the later sentence may contradict the earlier one, one candidate of each type."""
    found: dict[str, Candidate] = {}
    for nominate in asked(earlier, later, ground):
        for candidate in nominate(earlier, later, ground):
            found.setdefault(candidate.type, candidate)
    return tuple(heeded(found.values(), earlier, later))


def weigh(earlier: Sentence, later: Sentence, ground: Ground, heard: int) -> Weighed | None:
    """How likely the two contradict each other; None where nothing speaks for it. ``heard`` is how many sentences were told before."""
    found = candidates(earlier, later, ground)
    if not found:
        return None
    learnt = weights()
    ranked = tuple(sorted(found, key=lambda candidate: (-learnt.precision(candidate.type), candidate.type)))
    return Weighed(chance(learnt.features, features(ranked, surroundings(earlier, later, ground, heard), learnt)), ranked)


def chance(weights: Sequence[float], values: Iterable[float]) -> float:
    """The logistic model's probability."""
    return 1 / (1 + exp(-sum(weight * value for weight, value in zip(weights, values, strict=True))))


def features(found: Iterable[Candidate], around: Sequence[float], learnt: Weights) -> tuple[float, ...]:
    """The values of ``FEATURES`` for the candidates found between two sentences and what is ``around`` them (``surroundings``)."""
    precisions = sorted((learnt.precision(candidate.type) for candidate in found), reverse=True)
    odds = [log(precision / (1 - precision)) for precision in precisions]
    return (1.0, odds[0], odds[1] if len(odds) > 1 else -3.0, min(4, len(odds)) / 4, *around)


def surroundings(earlier: Sentence, later: Sentence, ground: Ground, heard: int) -> tuple[float, ...]:
    """What speaks for or against a clash of two sentences whatever it is about, in the order of ``FEATURES``."""
    return (
        min(20.0, ground.overlap(earlier, later)) / 10,
        min(3, len((earlier.ids & later.ids) - {"you"})) / 3,
        min(40, later.turn - earlier.turn) / 40,
        *cues(earlier),
        *cues(later),
        float(earlier.recalled or later.recalled),
        min(60, len(earlier.words) + len(later.words)) / 60,
        log10(1 + heard),
    )


@cache
def weights() -> Weights:
    """The shipped weights."""
    told = json.loads((shipped("data") / "second" / "weights.json").read_text(encoding="utf-8"))
    return Weights(told["types"], tuple(told["features"][name] for name in FEATURES))
