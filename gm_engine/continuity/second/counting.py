"""How many of a thing a sentence tells: "six horses", "down to two rounds", "not a pane is left", "a crew of nine"; shots and scores."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from gm_engine.continuity.second.dating import MONTHS, WEEKDAYS
from gm_engine.continuity.second.measures import UNITS, Numeral, numerals
from gm_engine.continuity.second.sentence import Mention, Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S

_LISTS = lists("measures")
_GROUPS: dict[str, str] = {word: group for group in _LISTS["synonymous"] for word in _LISTS["kinds"][group]}
_MONEY: dict[str, int] = _LISTS["money"]
CONSUMED, UNMEASURED = frozenset[str](_LISTS["consumables"]), frozenset[str](_LISTS["unmeasured"])
"""What is used up; nouns that are counted by the way."""
_STANDING, _SHOTS, _SCORING = (frozenset[str](_LISTS[name]) for name in ("standing", "shots", "scoring"))
_COMPANIES = frozenset[str](_LISTS["companies"])
_DEFINITE = S("the those these his her your their its both")
_MORE = S("another more other extra further next first new")


@dataclass(frozen=True)
class Count:
    """So many of a thing: the noun's base form ("money" in cents; "?" if it is not told), its mention if there is one, and how the
    number stands: "def", "all", "left", "more", "per", "there", "group", "none".
    """

    noun: str
    low: float
    high: float
    mention: Mention | None
    flags: frozenset[str]

    @property
    def group(self) -> str:
        """The nouns that count the same things."""
        return _GROUPS.get(self.noun, self.noun)


def counts(sent: Sentence) -> tuple[Count, ...]:
    """The counts of a sentence; kept on the sentence."""
    if "counts" not in sent.kept:
        by_at = {mention.at: mention for mention in sent.mentions}
        told = (_count(sent, by_at, number) for number in numerals(sent) if not number.ordinal)
        sent.kept["counts"] = (*(count for count in told if count), *_nones(sent))
    found: tuple[Count, ...] = sent.kept["counts"]
    return found


def _count(sent: Sentence, by_at: dict[int, Mention], number: Numeral) -> Count | None:
    words, at, end, low, high = sent.words, number.at, number.end, number.low, number.high
    if words[at].startswith("$") or words[max(0, at - 1) : at] == ("$",):
        return Count("money", low * 100, high * 100, None, _flags(words, at, end))
    if (
        words[end : end + 1] == ("to",)
        and words[end + 1 : end + 2] in (("a",), ("each",), ("the",))
        and sent.pos[end + 2 : end + 3] == ("NOUN",)
    ):
        return Count(f"per {sent.lems[end + 2]}", low, high, None, frozenset({"per"}))
    noun = _noun(sent, end)
    if noun is None:
        return _of_a_company(sent, by_at, number)
    lemma = sent.lems[noun]
    if lemma in UNITS or lemma in MONTHS or words[noun] in WEEKDAYS or "." in words[noun]:
        return None
    if lemma in UNMEASURED or (high <= 1 and "only" not in words[max(0, at - 3) : at]):
        return None
    worth = _MONEY.get(lemma)
    return Count("money" if worth else lemma, low * (worth or 1), high * (worth or 1), by_at.get(noun), _flags(words, at, noun + 1))


def _of_a_company(sent: Sentence, by_at: dict[int, Mention], number: Numeral) -> Count | None:
    """ "the five of you", "a crew of nine", "only three left": a number without a noun after it."""
    words, at, end = sent.words, number.at, number.end
    before, after = words[max(0, at - 3) : at], words[end : end + 3]
    flags = _flags(words, at, end)
    if after[:1] == ("of",) and after[1:2] in (("you",), ("us",), ("them",)):
        whole = S("the all") & set(before[-1:]) or "left" in after
        return Count(f"of {after[1]}", number.low, number.high, None, flags | {"group"}) if whole else None
    if before[-1:] == ("of",) and at >= 2 and sent.lems[at - 2] in _COMPANIES:
        return Count(sent.lems[at - 2], number.low, number.high, by_at.get(at - 2), flags | {"def"})
    if after[:1] in (("left",), ("remain",), ("strong",), ("remaining",)) or before[-1:] in (("comes",), ("only",)):
        return Count("?", number.low, number.high, None, flags)
    return None


def _noun(sent: Sentence, end: int) -> int | None:
    """The place of the noun that is counted."""
    for at in range(end, min(end + 4, len(sent.words))):
        if sent.pos[at] in ("NOUN", "PROPN") and sent.lems[at] not in ("dozen", "score"):
            while at + 1 < len(sent.words) and sent.pos[at + 1] == "NOUN" and sent.deps[at] == "compound":
                at += 1
            return at
        describes = sent.pos[at] in ("ADJ", "VERB", "ADV") or sent.words[at] in "-,"
        if not describes or sent.words[at] in S("more left other"):
            return None
    return None


def _flags(words: tuple[str, ...], at: int, end: int) -> frozenset[str]:
    """How a number stands between its words."""
    before, after, told = words[max(0, at - 3) : at], words[end : end + 4], set()
    if (before and before[-1] in _DEFINITE) or (before[-2:-1] == ("the",) and before[-1] != "of"):
        told.add("def")
    if S("all whole exactly every") & set(before) or "total" in words or {"none", "missing"} <= set(words):
        told.add("all")
    if S("left remaining remain remained") & set(after) or S("last only remaining just") & set(before):
        told.add("left")
    if before[-2:] == ("down", "to") or after[1:3] == ("no", "more"):
        told.add("left")
    if _MORE & set(words[max(0, at - 2) : end + 1]):
        told.add("more")
    if after[:2] in (("to", "a"), ("to", "the"), ("to", "each")) or after[:1] in (("per",), ("apiece",), ("each",)):
        told.add("per")
    if _STANDING & set(words[max(0, at - 4) : end + 2]):
        told.add("there")
    return frozenset(told)


def _nones(sent: Sentence) -> Iterator[Count]:
    """ "not a pane is left", "no candles", "without a cartridge": counts of nought."""
    for mention in sent.mentions:
        at, lemma = mention.at, mention.lemma
        before = sent.words[max(0, at - 3) : at]
        none = mention.det == "no" or before[-2:] in (("not", "a"), ("not", "one"), ("without", "a"), ("nary", "a"), ("never", "a"))
        none = none or before[-3:-1] == ("not", "one")
        counted = mention.plural or lemma in CONSUMED or "left" in sent.words
        if none and counted and sent.pos[at] == "NOUN" and lemma not in UNMEASURED and lemma not in UNITS:
            flag = "left" if "left" in sent.words[at : at + 4] else "none"
            yield Count("money" if lemma in _MONEY else lemma, 0, 0, mention, frozenset({flag}))


def shots(sent: Sentence) -> float:
    """How many shots a sentence fires at least: "you fire three times", "five shots"."""
    words, most = sent.words, 0.0
    for number in numerals(sent):
        if number.ordinal or number.end >= len(words):
            continue
        several = words[number.end] == "times" and _SHOTS & set(sent.lems[max(0, number.at - 6) :])
        rounds = sent.lems[number.end] in S("shot round bullet cartridge") and "left" not in words[number.end : number.end + 4]
        if several or rounds:
            most = max(most, number.low)
    return most


def scores(sent: Sentence) -> tuple[tuple[float, float], ...]:
    """ "58 to 31": the scores of a sentence that tells of a game or a vote, the higher number first."""
    if not _SCORING & set(sent.lems):
        return ()
    found = numerals(sent)
    return tuple(
        (max(one.value, two.value), min(one.value, two.value))
        for one, two in pairwise(found)
        if two.at == one.end + 1 and sent.words[one.end] in ("to", "-", "–", "against") and not one.ordinal
    )
