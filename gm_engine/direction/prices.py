"""Prices: what a thing or a service costs, where that is asked of somebody who would know."""

from gm_engine import wordnet
from gm_engine.direction.act_sorts import singular
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import Question
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.rules.trade import price_of, served_at
from gm_engine.stemming import stem
from gm_engine.story.numbers import sum_in_words

COSTING = frozenset(map(stem, ("cost", "price", "charge", "fare", "fee", *wordnet.synonyms("price", "n"))))
"""Words by which one asks what must be paid."""


def price_told(book: Notebook, question: Question) -> str:
    """What something costs, in words; empty where no price is asked, or none is known."""
    tokens = tokens_of(question.words)
    much = question.kind == "how_many" and "much" in tokens
    if not (much or {stem(token) for token in tokens} & COSTING) or question.kind not in ("how_many", "what", "how", ""):
        return ""
    state, rules = book.state, rulebook_of(book.state.pack)
    said = {singular(token) for token in tokens}
    for name, service in sorted(rules.services.items()):
        if said & {name, *service.words} and service.price and not _else_named(question, {name, *service.words}):
            houses = [house for house in served_at(state, service) if house in state.pack.locations]
            named = next((unit.id for unit in question.units if unit.id in houses), "")
            where = f", at {book.name(named or houses[0])}" if houses and (named or book.at not in houses) else ""
            return _sentence(f"{_sum(book, service.price)}{where}")
    for item in (unit.id for unit in question.units if unit.id in state.pack.items):
        if price := price_of(state, rules.prices, item):
            return _sentence(_sum(book, price))
    goods = next((name for name in sorted(rules.prices) if set(name.split("_")) <= {*tokens, *said}), "")
    return _sentence(_sum(book, rules.prices[goods])) if goods and rules.prices[goods] else ""


def _else_named(question: Question, words: set[str]) -> bool:
    """True where something else is named that the price would be of: the fare to the moon is not the fare to the next town."""
    stems = {stem(word) for word in words} | COSTING
    others = (unit for unit in question.units if not unit.id and not unit.act and not unit.stems & stems)
    return any(not any(wordnet.category(one) == "time" for one in unit.stems) for unit in others)


def _sum(book: Notebook, cents: int) -> str:
    return sum_in_words(book.state.pack.currency.say(cents))


def _sentence(text: str) -> str:
    return f"{text[:1].upper()}{text[1:]}."
