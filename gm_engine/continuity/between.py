"""What lies between two tellings: the sentences told since with their words, and the years that they put between."""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from gm_engine.continuity.overlay import Known
from gm_engine.story.claim import Claim, Fact

SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
DENIED = frozenset({"no", "not", "never", "nobody", "without", "nothing", "none", "nor", "neither", "hardly", "unable"})
REACH = 3
"""How many words before a word may deny it."""
YEAR = r"(1[0-9]{3}|20[0-9]{2})"
DATED = rf"(?:in|during|by|of|around) (?:the )?(?:\w+ ){{0,3}}{YEAR}"
OPENS = re.compile(rf"^\W*(?:\w+ ){{0,2}}{DATED}\b", re.IGNORECASE)
CLOSES = re.compile(rf"\b{DATED}\W*$", re.IGNORECASE)
ANY_YEAR = re.compile(rf"\b{YEAR}\b")
SEASON = r"(?:spring|summer|autumn|fall|winter)"
LONG = rf"(?:months?|seasons?|{SEASON}s?|years?)"
GONE = re.compile(
    rf"\b{LONG} (?:later|on|after|passed?|gone|go by|went by)\b|\bafter (?:\w+ ){{0,2}}{LONG}\b"
    rf"|\bby (?:the )?(?:next )?(?:{SEASON}|end of the (?:year|season|{SEASON}))\b(?! of)|\bthe next (?:{SEASON}|year)\b",
    re.IGNORECASE,
)


def sentences_between(fact: Fact, claim: Claim, known: Known, *, own: bool = True) -> Iterator[list[str]]:
    """The words, in lower case, of each sentence after the fact's telling, up to and with (``own``) the claim's sentence."""
    first, last = fact.told_by[-1], claim.provenance
    for text in _texts(first.turn, first.quote, last.turn, last.quote, known):
        for sentence in SENTENCE.findall(text):
            yield WORD.findall(sentence.casefold())
    if own:
        yield WORD.findall(last.quote.casefold())


def _texts(start: int, opening: str, end: int, closing: str, known: Known) -> Iterator[str]:
    for number in range(start, end + 1):
        turn = known.state.turns.get(str(number))
        if turn is None:
            continue
        text = f"{turn.said}\n{turn.reply}"
        if number == start:
            text = text.partition(opening)[2]
        if number == end:
            text = text.partition(closing)[0] if closing in text else text
        yield text


def told_between(fact: Fact, claim: Claim, known: Known, stems: Sequence[str], about: Sequence[str], *, own: bool = True) -> str:
    """The word that begins with one of the stems, in a sentence that names what it is about or in the one after it; else empty.

    An empty ``about`` asks for the word alone; ``own`` heeds the claim's own sentence, too.
    """
    before = True
    for sentence in sentences_between(fact, claim, known, own=own) if stems else ():
        here = not about or any(word in sentence or f"{word}s" in sentence for word in about)
        if (here or before) and (word := stirred(sentence, stems)):
            return word
        before = here
    return ""


def stirred(sentence: Sequence[str], stems: Sequence[str]) -> str:
    """The word of a sentence that begins with one of the stems ("find!": that is the word) and is not denied; empty where there is none.

    >>> stirred(["he", "returns", "it"], ["return"]), stirred(["never", "to", "return"], ["return"])
    ('returns', '')
    """
    for at, word in enumerate(sentence):
        asked = any(word == stem[:-1] if stem.endswith("!") else word.startswith(stem) for stem in stems)
        if asked and not DENIED & set(sentence[max(0, at - REACH) : at]):
            return word
    return ""


@lru_cache(maxsize=4096)
def year_of(words: str) -> int:
    """The year that a sentence opens or closes with, where it is the only one in it; else 0.

    >>> year_of("In 1860 Tam owned the saloon."), year_of("The saloon, built in 1860, is Tam's."), year_of("Tam owned it in 1860.")
    (1860, 0, 1860)
    """
    found = OPENS.search(words) or CLOSES.search(words)
    return int(found[1]) if found and len(ANY_YEAR.findall(words)) == 1 else 0


def in_two_years(one: str, other: str) -> bool:
    """True for two sentences of which each tells of a year, and not of the same."""
    first = year_of(one)
    return bool(first) and year_of(other) not in (0, first)


@lru_cache(maxsize=4096)
def long_gone(words: str) -> bool:
    """True where a sentence says that months or years have gone by: there was time to learn a thing.

    >>> long_gone("By spring she can read."), long_gone("By the spring of the well she reads.")
    (True, False)
    """
    return bool(GONE.search(words))
