"""One saying: several things said to the same hearer in one breath are answered once, by what weighs most among them."""

from gm_engine.direction.claims_made import rank_of
from gm_engine.direction.speech_acts import WEIGHTY
from gm_engine.story.intent import Intent


def answered_once(intents: list[Intent]) -> list[Intent]:
    """The intents of a line, where of what is only told to somebody the weightiest is left; how the rest was said is told with it.

    >>> line = [Intent(verb="tell", target="a", manner="claim", told="you lean in"), Intent(verb="tell", target="a", manner="confession")]
    >>> [(one.manner, one.told) for one in answered_once(line)]
    [('confession', 'you lean in')]
    """
    best: dict[str, int] = {}
    told: dict[str, str] = {}
    for at, intent in enumerate(intents):
        if not _is_said(intent):
            continue
        told[intent.target] = told.get(intent.target, "") or intent.told
        if intent.target not in best or _weighs(intent) < _weighs(intents[best[intent.target]]):
            best[intent.target] = at
    asked = {intent.target for intent in intents if intent.verb in ("ask", "persuade", "promise", "threaten", "accuse")}
    spoken = any(intent.speech for intent in intents)
    kept = []
    for at, intent in enumerate(intents):
        if spoken and _is_empty(intent):  # the words themselves stand in quotation marks
            continue
        if not _is_said(intent):
            kept.append(intent)
        elif best[intent.target] == at and (intent.target not in asked or intent.about or intent.manner):
            kept.append(intent.model_copy(update={"told": told[intent.target]}))
    return kept


def _is_said(intent: Intent) -> bool:
    """True for what is told somebody, and touches on no thing or matter that the rules deal with."""
    return (
        intent.verb == "tell"
        and bool(intent.target)
        and not intent.item
        and (not intent.topic or intent.manner in (*WEIGHTY, "claim", "news"))
    )


def _is_empty(intent: Intent) -> bool:
    """True for saying of which nothing is told but how it is done."""
    said = intent.speech or intent.manner or intent.topic or intent.item
    return intent.verb == "tell" and not said and (not intent.target or not intent.about)


def _weighs(intent: Intent) -> tuple[int, bool]:
    return (rank_of(intent), not intent.about)
