"""What there is to eat or drink, where that is asked: what the house serves, else what a larder holds, drawn once and so from then on."""

from gm_engine.direction.act_sorts import singular
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import Question, lemma
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.trade import served_at
from gm_engine.stemming import stem
from gm_engine.wordnet import categories, verb_class

ANYTHING = frozenset(("anything", "something", "what"))
BUT = frozenset(("besides", "but", "except", "beside"))
EATEN = frozenset(("food", "plant"))


def to_eat(book: Notebook, question: Question) -> str:
    """What is to be had, where it is asked whether there is anything to eat or drink; empty for any other question."""
    tokens = [token for token in tokens_of(question.words) if token[:1].isalpha()]
    at = next((n for n, token in enumerate(tokens) if token == "to" and n), -1)
    verb = lemma(tokens[at + 1]) if 0 <= at < len(tokens) - 1 else ""
    if not ANYTHING & set(tokens[:at]) or verb_class(verb) != "consumption" or "there" not in tokens[:at]:
        return ""
    cut = next((n for n, token in enumerate(tokens) if token in BUT or (token == "than" and tokens[n - 1] == "other")), len(tokens))
    without = {stem(token) for token in tokens[cut:]}
    state, rules = book.state, rulebook_of(book.state.pack)
    currency = state.pack.currency
    for name, service in rules.services.items():
        served = {word for phrase in (name, *service.words) for word in tokens_of(phrase)}
        fits = any(EATEN & set(categories(singular(word))[:1]) for word in served) and (verb != "drink") == (name != "drink")
        if fits and service.price and book.present() and state.here in served_at(state, service):
            return f"Yes. There is a {name} to be had, for {currency.figure(service.price)}."
    larder = [name for name in sorted(rules.prices) if EATEN & set(categories(singular(name))[:1]) and stem(name) not in without]
    if not larder:
        return ""
    key = f"larder:{book.at}"
    number = int(state.used.get(key, 0))
    if not number or number > len(larder):
        number = book.draws.pick(range(1, len(larder) + 1))
        book.change("used", key, number, cause="seen")
    found = f"There is {larder[number - 1].replace('_', ' ')}."
    if not state.used.get(key, 0):
        book.decided.append(found)
    return f"Yes. {found}"
