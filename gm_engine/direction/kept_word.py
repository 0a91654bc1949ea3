"""A promise that is kept in deed: the thing is given, the drink is stood, the sum is paid, the place or the person is come back to."""

from gm_engine import wordnet
from gm_engine.direction.amounts import sums
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import lemma
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.changes import move_attitude
from gm_engine.rules.owing import pay
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.trade import service_of
from gm_engine.stemming import stem
from gm_engine.story.consequence import Consequence
from gm_engine.story.event import ConsequencePaid
from gm_engine.story.intent import Intent

OBJECTS = frozenset(("the", "a", "an", "my", "his", "her", "your", "our", "their", "its", "it", "him", "them", "some", "this", "that"))
"""Words by which the object of a verb begins."""
FRIENDLY = 2
"""From here on a word that is kept makes nobody think the better of one."""


def keep_in_deed(book: Notebook) -> None:
    """Marks as kept what this turn did of what the player's character has promised: the oldest such promise, and its creditor knows it."""
    state = book.state
    paid = {event.consequence.id for event in book.happened if isinstance(event, ConsequencePaid)}
    mine = [owed for owed in state.owed() if owed.kind == "promise" and owed.debtor == state.pc and owed.turn < book.turn]
    for owed in mine:
        if owed.id in paid or not _done(book, owed):
            continue
        book.happen(pay(owed, state, "kept"))
        if owed.creditor in state.pack.npcs and state.attitude(owed.creditor) < FRIENDLY:
            book.happen(move_attitude(state, owed.creditor, 1, f"kept:{owed.id}"))
        if owed.creditor in book.present():
            book.add("promise", target=owed.creditor, slots={"verb": "keep", "about": owed.text})
        return


def _done(book: Notebook, owed: Consequence) -> bool:
    words = frozenset(stem(token) for token in tokens_of(owed.text))
    return _given(book, owed, words) or _paid(book, owed) or _stood(book, owed, words) or _come(book, owed, words)


def _given(book: Notebook, owed: Consequence, words: frozenset[str]) -> bool:
    """True where a thing that was promised is now in the hands of whom it was promised to."""
    got = [change for change in book.changes("item") if change.key == owed.creditor and int(change.new or 0) > int(change.old or 0)]
    return any(_head(book.name(change.detail)) in words for change in got)


def _paid(book: Notebook, owed: Consequence) -> bool:
    """True where the sum that was promised has come to them."""
    promised = max(sums(owed.text, book.state.pack.currency), default=0)
    paid = sum(int(change.new or 0) - int(change.old or 0) for change in book.changes("money") if change.key == owed.creditor)
    return 0 < promised <= paid


def _stood(book: Notebook, owed: Consequence, words: frozenset[str]) -> bool:
    """True where something was paid for to them that is had on the spot: a drink, a bed."""
    bought = any(change.cause.startswith("bought:") for change in book.changes("money"))
    for intent in book.intents if bought else ():
        service = service_of(rulebook_of(book.state.pack), intent.item) if intent.verb == "buy" else None
        if service and owed.creditor in book.present() and _for(book, intent, owed.creditor):
            return bool({stem(intent.item), *(stem(word) for word in service.words)} & words)
    return False


def _for(book: Notebook, intent: Intent, who: str) -> bool:
    """True where an act is done for somebody: they are its target, or its words name them."""
    names = {stem(token) for token in tokens_of(book.name(who)) if len(token) > 2}
    return intent.target == who or bool(names & {stem(token) for token in tokens_of(intent.words)})


def _come(book: Notebook, owed: Consequence, words: frozenset[str]) -> bool:
    """True where somebody promised to come, and has: to the place that was named, else to whom it was promised."""
    state = book.state
    tokens = [lemma(token) for token in tokens_of(owed.text)]
    going = next((token for token in tokens if wordnet.verb_classes(token)[:1] in (("motion",), ("social",))), "")
    if not book.moved or not going or "motion" not in wordnet.verb_classes(going):
        return False
    behind = next(iter(tokens[tokens.index(going) + 1 :]), "")
    if behind in OBJECTS:  # to bring the wagon is more than to come
        return False
    places = [id for id, place in state.pack.locations.items() if _head(place.name) in words]
    return state.here in places if places else owed.creditor in book.present()


def _head(name: str) -> str:
    """The stem of the word that a name is about: its last."""
    tokens = [token for token in tokens_of(name) if token[:1].isalpha()]
    return stem(tokens[-1]) if tokens else ""
