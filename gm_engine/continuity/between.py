"""The words of a telling, as rules look for words in it."""

from gm_engine.continuity.compare import WORD
from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim, Fact


def own_words(telling: Claim | Fact) -> frozenset[str]:
    """The words of the sentence itself, in lower case; of a fact, of its first telling."""
    quote = telling.provenance.quote if isinstance(telling, Claim) else telling.told_by[0].quote
    return frozenset(WORD.findall(quote.casefold()))


def words_between(claim: Claim, fact: Fact, known: Known) -> tuple[str, ...]:
    """The words said, by anybody, after the fact was last told and up to the end of the claim's sentence, in lower case and their order."""
    told, telling = fact.told_by[-1], claim.provenance
    parts: list[str] = []
    for number in range(told.turn, telling.turn + 1):
        turn = known.state.turns.get(str(number))
        if turn is None:
            continue
        start = told.span[1] if number == told.turn else 0
        end = telling.span[1] if number == telling.turn else len(turn.reply)
        parts += [turn.said if number != told.turn else "", turn.reply[start:end]]
    return tuple(WORD.findall(" ".join(parts).casefold()))
