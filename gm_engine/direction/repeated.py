"""What somebody would repeat of what was said to them: the thing that it was about."""

from gm_engine import wordnet
from gm_engine.direction.act_sorts import singular
from gm_engine.direction.answer_pieces import NAMED, rarities
from gm_engine.direction.notebook import Notebook
from gm_engine.direction.player_question import EMPTY, Question
from gm_engine.direction.words_typed import typed_tokens
from gm_engine.stemming import stem

THINGS = ("person", "animal", "artifact", "place", "structure", "event", "substance", "food", "group", "plant", "body", "possession")
"""What can be repeated of what was said: something, and not how it was."""


def thing_said(book: Notebook, question: Question) -> str:
    """The thing among what was said that somebody would repeat: who is named, else the rarest thing; empty where there is none."""
    if question.topic and question.topic not in book.state.pack.secrets:
        return book.state.name(question.topic)
    rarity = rarities(book.state.pack)
    found: list[tuple[float, int, str]] = []
    typed = typed_tokens(question.words)
    for at, token in enumerate(typed):
        word = token.lower()
        proper = at > 0 and token[:1].isupper() and typed[at - 1] not in ".?!"
        led = at > 0 and typed[at - 1].lower() in BEFORE
        named = wordnet.category(singular(word)) in THINGS and (led or not wordnet.verb_class(word))
        if word.partition("'")[0] in EMPTY or not (proper or named):
            continue
        said_of = any(one.lower() in IS or one.lower().endswith(("'m", "'re")) for one in typed[max(0, at - 3) : at])
        weight = NAMED if proper else rarity.get(stem(word), rarity[""])
        found.append((weight / 2 if said_of else weight, -at, _phrase(typed, at)))
    return max(found)[2] if found else ""


BEFORE = frozenset(("the", "a", "an", "my", "your", "his", "her", "their", "our", "this", "that", "some", "no", "two", "three"))
YOURS = {"my": "your", "your": "my", "our": "your"}


IS = frozenset(("am", "are", "is", "was", "were", "be", "been"))
"""What stands behind these is said of somebody, and is not what the talk is about."""


def _phrase(typed: list[str], at: int) -> str:
    """A word with what stands before it: *the mule*, *your horse*, *the wrong name*."""
    first = at
    while (
        first and first > at - 3 and typed[first - 1].isalpha() and typed[first - 1].islower() and wordnet.synonyms(typed[first - 1], "a")
    ):
        first -= 1
    before = typed[first - 1].lower() if first else ""
    if before in BEFORE:
        return " ".join((YOURS.get(before, before), *typed[first : at + 1]))
    return typed[at]
