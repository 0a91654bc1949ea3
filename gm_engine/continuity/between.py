"""The words of a telling, as rules look for words in it."""

from gm_engine.continuity.compare import WORD
from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim, Fact


def own_words(telling: Claim | Fact) -> frozenset[str]:
    """The words of the sentence itself, in lower case; of a fact, of its first telling."""
    quote = telling.provenance.quote if isinstance(telling, Claim) else telling.told_by[0].quote
    return frozenset(WORD.findall(quote.casefold()))


def own_text(claim: Claim, fact: Fact, known: Known, *, itself: bool = True) -> tuple[str, ...]:
    """The words of the claim's own turn up to its sentence (``itself``: and with it), but none before the fact's telling."""
    told, telling = fact.told_by[-1], claim.provenance
    turn = known.state.turns.get(str(telling.turn))
    if turn is None:
        return tuple(WORD.findall(telling.quote.casefold())) if itself else ()
    start = told.span[1] if told.turn == telling.turn else 0
    return tuple(WORD.findall(str(turn.reply)[start : telling.span[1] if itself else telling.span[0]].casefold()))
