"""What was told between two tellings: a thing that came back, a way that was made, money that was come by."""

import itertools
import re
from collections.abc import Iterator, Sequence

from gm_engine.continuity.known import Known
from gm_engine.story.claim import Claim, Fact

SENTENCE = re.compile(r"[^.!?\n]+[.!?]*")
WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)?")
DENIED = frozenset({"no", "not", "never", "nobody", "without", "nothing", "none", "nor", "neither", "hardly", "unable"})
REACH = 3
"""How many words before a word may deny it."""


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
        said, reply = str(turn.said), str(turn.reply)
        text = f"{said}\n{reply}"
        if number == start:
            text = text.partition(opening)[2]
        if number == end:
            text = text.partition(closing)[0] if closing in text else text
        yield text


def stirred(sentence: Sequence[str], stems: Sequence[str]) -> str:
    """The word of a sentence that begins with one of the stems and is not denied; empty where there is none.

    >>> stirred(["he", "returns", "it"], ["return"]), stirred(["never", "to", "return"], ["return"])
    ('returns', '')
    """
    for at, word in enumerate(sentence):
        if any(_is(word, stem, sentence[at + 1 :]) for stem in stems):
            if word == "back" and sentence[at + 1 : at + 2] in (
                ["inside"],
                ["into"],
                ["in"],
                ["under"],
                ["at"],
                ["of"],
                ["room"],
                ["door"],
                ["yard"],
            ):
                continue
            if not DENIED & set(sentence[max(0, at - REACH) : at]):
                return word
    return ""


def _is(word: str, stem: str, after: Sequence[str]) -> bool:
    """True where a word is what a stem asks for: "return", "find!" (the whole word), "dig+up" (and that word soon after)."""
    if stem.endswith("^"):
        return False
    if stem.endswith("!"):
        return word == stem[:-1]
    first, plus, second = stem.partition("+")
    return word.startswith(first) and (not plus or second in after[:5])


def undone(fact: Fact, claim: Claim, known: Known, stems: Sequence[str], about: Sequence[str], *, own: bool = True) -> str:
    """The word that tells of a change back, in a sentence that names what it is about, or in the one after it; else empty.

    A stem with "!" is the whole word; one with "^" is a whole word right after what it is about ("Hayes came").
    An empty ``about`` asks for the word alone.
    """
    before = True
    for sentence in sentences_between(fact, claim, known, own=own):
        here = not about or any(word in sentence or f"{word}s" in sentence for word in about)
        if (here or before) and (word := stirred(sentence, stems) or _did(sentence, stems, about)):
            return word
        before = here
    return ""


def _did(sentence: Sequence[str], stems: Sequence[str], about: Sequence[str]) -> str:
    """The word right after one of those that it is about, where a stem asks for that ("came^")."""
    asked = {stem[:-1] for stem in stems if stem.endswith("^")}
    return next((word for who, word in itertools.pairwise(sentence) if word in asked and who in about), "")
