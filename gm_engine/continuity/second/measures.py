"""Numbers as a sentence tells them: in words, in figures, roughly, at least, at most."""

import re
from dataclasses import dataclass

from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S

_LISTS = lists("measures")
UNITS: dict[str, float] = _LISTS["units"]
"""Words for lengths of time, each in days; 0 for one of no known length."""
NUMS: dict[str, int] = {word: number for number, word in enumerate(_LISTS["numbers"])}
TENS: dict[str, int] = {word: 10 * number for number, word in enumerate(_LISTS["tens"], 2)}
ORDINALS = {word: number for number, word in enumerate(_LISTS["ordinals"], 1)} | {
    f"{word[:-1]}ieth": number for word, number in TENS.items()
}
_APPROX, _AT_LEAST, _AT_MOST = (frozenset[str](_LISTS[name]) for name in ("approx", "atleast", "atmost"))
_BIG = {"hundred": 100, "thousand": 1000, "million": 1_000_000, "dozen": 12, "score": 20}
_MULTIPLIED = S("hundred thousand million dozen")
_ROUND = S("dozen couple score thousand million")
_FIRST = frozenset((*NUMS, *TENS, *ORDINALS, *_BIG, "half", "a"))
"""Words of letters only that a number may begin with."""
_FIGURES = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?$")
_NTH = re.compile(r"(\d{1,2})(?:st|nd|rd|th)$")


@dataclass(frozen=True)
class Numeral:
    """A number: words ``at`` to ``end`` (past the last), between ``low`` and ``high``. ``rough``: not told exactly."""

    at: int
    end: int
    value: float
    low: float
    high: float
    ordinal: bool = False
    digits: bool = False
    rough: bool = False


@dataclass(frozen=True)
class _Read:
    """A number before it is known how exactly it is meant."""

    value: float
    end: int
    ordinal: bool = False
    digits: bool = False


def numerals(sent: Sentence) -> tuple[Numeral, ...]:
    """The numbers of a sentence in their order; kept on the sentence."""
    if "numerals" not in sent.kept:
        sent.kept["numerals"] = tuple(_numerals(sent.words))
    found: tuple[Numeral, ...] = sent.kept["numerals"]
    return found


def _numerals(words: tuple[str, ...]) -> list[Numeral]:
    found: list[Numeral] = []
    at = 0
    while at < len(words):
        if words[at].isalpha() and words[at] not in _FIRST:
            at += 1
            continue
        read = _number(words, at)
        if read is not None:
            found.append(_bounded(words, at, read))
        at = read.end if read else at + 1
    return found


def _number(words: tuple[str, ...], at: int) -> _Read | None:
    """The number that starts at a word."""
    word, following = words[at], words[at + 1 : at + 2]
    if figures := _FIGURES.match(word):
        value = float(figures[0].lstrip("$").replace(",", ""))
        if following and following[0] in S("st nd rd th"):
            return _Read(value, at + 2, ordinal=True, digits=True)
        if following and following[0] in _MULTIPLIED:
            return _Read(value * _BIG[following[0]], at + 2)
        return _Read(value, at + 1, digits=True)
    if nth := _NTH.match(word):
        return _Read(float(nth[1]), at + 1, ordinal=True, digits=True)
    if word in ORDINALS and (word != "second" or following == ("of",)):
        return _Read(float(ORDINALS[word]), at + 1, ordinal=True)
    if "-" in word:
        head, _, tail = word.partition("-")
        return _tens(head, tail, at + 1)
    return _vague(words, at) or _cardinal(words, at)


def _vague(words: tuple[str, ...], at: int) -> _Read | None:
    """ "half a dozen", "a hundred and ten", "a couple of"."""
    word, following = words[at], words[at + 1 : at + 3]
    if word == "half" and following == ("a", "dozen"):
        return _Read(6.0, at + 3)
    if word == "a" and following[:1] == ("couple",):
        return _Read(2.0, at + 3 if following[1:] == ("of",) else at + 2)
    if word == "a" and following and following[0] in _BIG:
        return _rest(words, at + 2, float(_BIG[following[0]]))
    return None


def _cardinal(words: tuple[str, ...], at: int) -> _Read | None:
    """ "twenty", "twenty - five", "two hundred and six", "thousand"."""
    word, end = words[at], at + 1
    if word in _BIG and word != "score":
        return _rest(words, end, float(_BIG[word]))
    value = NUMS.get(word, TENS.get(word))
    if value is None:
        return None
    if end + 1 < len(words) and words[end] == "-" and (read := _tens(word, words[end + 1], end + 2)):
        if read.ordinal:
            return read
        value, end = int(read.value), read.end
    if end < len(words) and words[end] in _BIG:
        return _rest(words, end + 1, float(value * _BIG[words[end]]))
    return _Read(float(value), end)


def _tens(head: str, tail: str, end: int) -> _Read | None:
    if head in TENS and NUMS.get(tail, 99) < 10:
        return _Read(float(TENS[head] + NUMS[tail]), end)
    if head in TENS and ORDINALS.get(tail, 99) < 10:
        return _Read(float(TENS[head] + ORDINALS[tail]), end, ordinal=True)
    return None


def _rest(words: tuple[str, ...], at: int, value: float) -> _Read:
    """What follows "two hundred": "and twelve", "thousand"."""
    if at < len(words) and words[at] in S("hundred thousand"):
        return _rest(words, at + 1, value * _BIG[words[at]])
    step = at + 1 if at < len(words) and words[at] == "and" else at
    if step < len(words) and value % 100 == 0 and words[step] != "half":
        more = _number(words, step)
        if more and not more.digits and more.value < value:
            return _Read(value + more.value, more.end, ordinal=more.ordinal)
    return _Read(value, at)


def _bounded(words: tuple[str, ...], at: int, read: _Read) -> Numeral:
    """The number with what the words beside it make of it: "some forty", "more than ten", "six or seven"."""
    value, end = read.value, read.end
    two, near, after = words[max(0, at - 2) : at], set(words[max(0, at - 2) : at]), words[end : end + 3]
    low = high = value
    rough = bool(near & _APPROX) or words[end - 1] in _ROUND or "odd" in after[:2] or after[:2] == ("or", "so")
    if rough:
        low, high = value * 0.8, value * 1.25
    if near & _AT_LEAST or two == ("more", "than") or after[:2] in (("or", "more"), ("at", "least")):
        low, high, rough = value, value * 1.6, True
    elif near & _AT_MOST or two in (("less", "than"), ("fewer", "than")):
        low, high, rough = value * 0.6, value, True
    elif len(after) > 1 and after[0] in ("or", "to") and (more := _number(words, end + 1)) and value < more.value < value * 2:
        high, rough = more.value, True
    return Numeral(at, end, value, low, high, read.ordinal, read.digits, rough)
