"""Lengths of time as a sentence tells them, and what they are the lengths of."""

from dataclasses import dataclass

from gm_engine.continuity.second.dating import WEEKDAYS
from gm_engine.continuity.second.happenings import Happening, happenings
from gm_engine.continuity.second.measures import UNITS, numerals
from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.vocabulary import lists
from gm_engine.continuity.second.words import S

_LISTS = lists("measures")
_AGO, _SHORT_UNITS = frozenset[str](_LISTS["ago"]), frozenset[str](_LISTS["short_units"])
"""Words after a length of time that was; units of which one alone is no measure ("a night")."""


@dataclass(frozen=True)
class Span:
    """A length of time in days, told by the word ``at``; ``mode`` is how ("ago", "for", "in", "every"), ``of`` what it is the length of."""

    at: int
    low: float
    high: float
    mode: str
    of: tuple[Happening, ...]


def spans(sent: Sentence) -> tuple[Span, ...]:
    """The lengths of time of a sentence; kept on the sentence."""
    if "spans" not in sent.kept:
        sent.kept["spans"] = tuple(span for at in range(len(sent.words)) if (span := _span(sent, at)))
    found: tuple[Span, ...] = sent.kept["spans"]
    return found


def _span(sent: Sentence, at: int) -> Span | None:
    unit = UNITS.get(sent.lems[at])
    if not unit or sent.pos[at] not in ("NOUN", "PROPN") or sent.words[at] in WEEKDAYS:
        return None
    length = _length(sent, at, unit)
    if length is None:
        return None
    start, low, high = length
    if sent.words[at + 1 : at + 4] == ("and", "a", "half"):
        low, high = low + unit / 2, high + unit / 2
    mode = _mode(sent.words, start, at)
    return Span(at, low, high, mode, happenings(sent, at)) if mode else None


def _length(sent: Sentence, at: int, unit: float) -> tuple[int, float, float] | None:
    """Where a length of time begins, and its least and greatest days."""
    words, lemma = sent.words, sent.lems[at]
    stops = S(", . of and the")
    number = next(
        (n for n in numerals(sent) if n.end <= at <= n.end + 2 and not n.ordinal and not stops & set(words[n.end : at])),
        None,
    )
    if number and lemma in WEEKDAYS:
        return number.at, (number.low - 1) * 7, (number.high + 1) * 7
    if number:
        half = 0.0 if number.rough else 0.5
        one_night = number.value == 1 and lemma in _SHORT_UNITS and unit >= 1 and unit <= 7
        return None if one_night else (number.at, (number.low - half) * unit, (number.high + half) * unit)
    if "half" in words[max(0, at - 2) : at]:
        return max(0, at - 2), unit * 0.4, unit * 0.6
    if at and words[at - 1] in S("a an full whole") and lemma not in _SHORT_UNITS:
        return at - 1, unit * 0.8, unit * 1.3
    return None


def _mode(words: tuple[str, ...], start: int, at: int) -> str:
    """How a length of time is told; empty for an age and for what is still to come."""
    after, before = words[at + 1 : at + 3], words[max(0, start - 2) : start]
    to_come = after[:1] == ("left",) or after == ("from", "now") or S("next another within") & set(before)
    if to_come or after[:1] in (("old",), ("-",)) or after == ("of", "age"):
        return ""
    if _AGO & set(after[:1]) or before[-1:] == ("since",):
        return "ago"
    if S("every once each per") & set(before) or {"once", "every"} <= set(words):
        return "every"
    return "in" if before[-1:] == ("in",) else "for"
