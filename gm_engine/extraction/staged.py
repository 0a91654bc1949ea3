"""Deaths on a stage: somebody dies, and the house applauds."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span

DEATHS = frozenset({"die", "perish", "expire", "kill", "stab", "slay", "shoot", "poison", "strangle", "dead", "death", "lifeless"})
PRAISE = frozenset({"applaud", "applause", "encore", "ovation", "bravo", "footlights"})
FALLING = frozenset({"fall", "drop", "close", "descend", "ring", "come", "call"})
REACH = 2
"""How many sentences after a death the applause may come."""


def staged_deaths(sentences: "Sequence[Span]") -> frozenset[int]:
    """The numbers of the sentences that tell of a death with applause or a falling curtain in them or soon after."""
    found = set()
    for number, sentence in enumerate(sentences):
        if any(token.lemma_.lower() in DEATHS for token in sentence) and any(
            _praised(near) for near in sentences[number : number + REACH + 1]
        ):
            found.add(number)
    return frozenset(found)


def _praised(sentence: "Span") -> bool:
    words = {token.lemma_.lower() for token in sentence} | {token.lower_ for token in sentence}
    return bool(words & PRAISE) or ("curtain" in words and bool(words & FALLING))
