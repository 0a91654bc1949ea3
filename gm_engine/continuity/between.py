"""The words of a telling, as rules look for words in it."""

from gm_engine.continuity.compare import WORD
from gm_engine.story.claim import Claim, Fact


def own_words(telling: Claim | Fact) -> frozenset[str]:
    """The words of the sentence itself, in lower case; of a fact, of its first telling."""
    quote = telling.provenance.quote if isinstance(telling, Claim) else telling.told_by[0].quote
    return frozenset(WORD.findall(quote.casefold()))
