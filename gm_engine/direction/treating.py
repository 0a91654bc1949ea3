"""Treating: what is bought for somebody else, and *one* of what is had here."""

from gm_engine.direction.attempts import Attempt
from gm_engine.direction.frames import EVERYBODY
from gm_engine.direction.naming import names_of
from gm_engine.direction.words_typed import tokens_of, unowned
from gm_engine.rules.hiring import days_of
from gm_engine.rules.rulebook import Rulebook, rulebook_of
from gm_engine.rules.trade import LONG_SERVICE, TREAT, served_at
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent

ONE_MORE = frozenset(("one", "another", "same", "again", "round"))
OTHERS = frozenset(("whoever", "anybody", "anyone", "somebody", "someone", "stranger", "him", "her", "them", "house", *EVERYBODY))
STANDING = frozenset(("stand", "treat", "spot"))
FROM = frozenset(("from", "off", "of", "at"))


def treated(intent: Intent, state: StoryState) -> Intent:
    """A purchase with what *one* means, and with the mode of a treat where it is bought for somebody else; any other intent as it is."""
    if intent.verb != "buy" or days_of(intent.mode):
        return intent
    tokens, book = tokens_of(intent.words), rulebook_of(state.pack)
    if not intent.item and ONE_MORE & set(tokens):
        intent = intent.model_copy(update={"item": had_here(state, book), "amount": max(1, intent.amount)})
    named = next((one for one in names_of(state).mentions(tokens) if one.kind == "person" and one.id != state.pc), None)
    seller = named is not None and bool(FROM & set(tokens[max(0, named.start - 1) : named.start]))
    whom = named.id if named is not None and not seller else ""
    if intent.item not in book.services or not (whom or (named is None and OTHERS & {unowned(token) for token in tokens[1:]})):
        return intent
    if not whom and {"him", "her", "them"} & set(tokens) and len(state.present()) == 1:
        whom = state.present()[0]
    return intent.model_copy(update={"mode": TREAT, "target": whom})


def stood(attempt: Attempt, act: Intent, state: StoryState) -> Intent | None:
    """A drink or a meal that is stood to somebody: *I stand Luz a drink*, *I treat him to supper*; None for any other act."""
    book = rulebook_of(state.pack)
    nouns = [attempt.sentence[one].lemma for one in attempt.places if attempt.sentence[one].tag.startswith("NN")]
    served = next((name for noun in nouns for name, one in book.services.items() if noun == name or noun in one.words), "")
    if attempt.negated or attempt.verb not in STANDING or not served:
        return None
    return treated(Intent(verb="buy", words=act.words, told=act.told, item=served, target=act.target, amount=1), state)


def had_here(state: StoryState, book: Rulebook) -> str:
    """What is served at this place, the cheapest first: what *one* means there; empty where nothing is."""
    had = [
        (service.price, name)
        for name, service in sorted(book.services.items())
        if service.minutes < LONG_SERVICE and (not (houses := served_at(state, service)) or state.here in houses)
    ]
    return min(had)[1] if had else ""
