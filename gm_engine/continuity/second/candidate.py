"""What a nominator is given beside two sentences, and what it gives: a candidate, one way in which the later may contradict the earlier."""

from collections.abc import Callable
from dataclasses import dataclass

from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.words import STOPL
from gm_engine.story.conflict import ConflictClass

COMMON = 0.3
"""What sharing a common word counts for, beside a word of content as rare."""


@dataclass(frozen=True)
class Ground:
    """What is known beside the sentences: ``rarity`` of a lemma in the story, and ``kind_of`` an id (character, place, item …)."""

    rarity: Callable[[str], float]
    kind_of: Callable[[str], str]

    def rare(self, lemma: str) -> float:
        """How much it says that two sentences share a word."""
        return self.rarity(lemma) * (COMMON if lemma in STOPL else 1.0)

    def kind(self, id: str) -> str:
        """character, place, item, faction or concept; empty for an unknown id."""
        return self.kind_of(id) if id else ""

    def overlap(self, one: Sentence, other: Sentence, *without: str) -> float:
        """How much two sentences have in common, by the words that say something."""
        return sum(self.rare(lemma) for lemma in sorted((one.lemmas & other.lemmas) - STOPL - set(without)))


@dataclass(frozen=True)
class Candidate:
    """One way in which a sentence may contradict an earlier one. ``type`` is ``family:sub:tier``: how often it is right was measured for
    each; ``klass`` the class of conflict; ``why`` one clause for the report; ``anchor`` whom or what it is about, by id or lemma.
    """

    type: str
    klass: ConflictClass
    why: str = ""
    anchor: str = ""
