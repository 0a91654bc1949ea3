"""Dates in prose: "the fourth of March, 1798", "July 4, 1868", "14 March 2291", "the ninth of Frostmoon", "half past nine"."""

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.values import number, ordinal

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span, Token

YEAR = re.compile(r"[12]\d{3}$")
SHORT_YEAR = re.compile(r"\d{3}$")
CLOCK = re.compile(r"(\d{1,2})[:.](\d\d)(?:\s*[ap]\.?m\.?)?$", re.IGNORECASE)
FIGURE = re.compile(r"(\d{1,2})(st|nd|rd|th)?$")
TENS = frozenset({"twenty", "thirty"})
YEAR_WORDS = frozenset({"in", "year", "since", "of", "by", "until", "till", "from", "back"})
ENDS = frozenset({",", ".", ";", ":", "—", "–", ")", "and", "when", "while", "as", "with", "by", "the"})


@dataclass(frozen=True)
class Dated:
    """A date where it stands: tokens ``first`` to ``last``. ``text`` says it in one form: ``9:30``, ``4 July 1868``, ``winter 1869``."""

    first: int
    last: int
    text: str
    rough: bool = False


@dataclass
class _Parts:
    at: int
    clock: str = ""
    day: str = ""
    month: str = ""
    season: str = ""
    year: str = ""

    def text(self) -> str:
        return " ".join(part for part in (self.clock, self.day, self.month, self.season, self.year) if part)


def dates(sentence: "Span", words: Lexicon) -> list[Dated]:
    """The dates that a sentence tells, in their order, none within another. A weekday alone is none: it comes every week."""
    tokens = list(sentence)
    found: list[Dated] = []
    at = 0
    while at < len(tokens):
        parts = _at(tokens, at, words)
        if parts is None:
            at += 1
            continue
        before = [token.lower_ for token in tokens[max(0, at - 2) : at]]
        rough = any(word in words.all("approximate") for word in before if word not in ("the", "most", "over", "under", "near"))
        found.append(Dated(tokens[at].i, tokens[parts.at - 1].i, parts.text(), rough))
        at = parts.at
    return found


def _at(tokens: "list[Token]", at: int, words: Lexicon) -> _Parts | None:
    """The date that begins at a token."""
    for read in (_day_of_month, _month_first, _season, _clock, _bare_day):
        if (parts := read(tokens, at, words)) is not None:
            return parts
    return _bare_year(tokens, at)


def _day(tokens: "list[Token]", at: int, words: Lexicon) -> tuple[str, int] | None:
    """A day's number and where the words after it begin: "fourth", "twenty-first", "4th", "14"."""
    if at >= len(tokens):
        return None
    lower = tokens[at].lower_
    if lower in TENS and at + 2 < len(tokens) and tokens[at + 1].text == "-":
        ones = ordinal(tokens[at + 2].text, words)
        if ones is not None and ones < 10:
            return str((20 if lower == "twenty" else 30) + ones), at + 3
    found = ordinal(lower, words)
    return (str(found), at + 1) if found else None


def _month(tokens: "list[Token]", at: int, words: Lexicon) -> str:
    """A month's name in one form; one that no calendar of ours has is any capitalised word. Empty where there is none."""
    if at >= len(tokens):
        return ""
    token = tokens[at]
    known = words.map("months").get(token.lower_.rstrip("."))
    if known is not None and token.text[:1].isupper():
        return next(name for name, month in words.map("months").items() if month == known).capitalize()
    return ""


def _year(tokens: "list[Token]", at: int) -> tuple[str, int]:
    """The year that follows, with or without a comma; empty where none does."""
    while at < len(tokens) and tokens[at].lower_ in (",", "of", "in", "the", "year"):
        at += 1
    if at < len(tokens) and YEAR.match(tokens[at].text) and not _counts(tokens, at):
        return tokens[at].text, at + 1
    return "", at


def _counts(tokens: "list[Token]", at: int) -> bool:
    """True for a figure that counts what follows: "1200 head"."""
    return at + 1 < len(tokens) and tokens[at].dep_ == "nummod" and tokens[at].head.i > tokens[at].i and tokens[at].head.pos_ == "NOUN"


def _with_year(parts: _Parts, tokens: "list[Token]") -> _Parts:
    year, after = _year(tokens, parts.at)
    return _Parts(after, parts.clock, parts.day, parts.month, parts.season, year) if year else parts


def _day_of_month(tokens: "list[Token]", at: int, words: Lexicon) -> _Parts | None:
    """ "the fourth of March", "14 March", "the ninth of Frostmoon"."""
    day = _day(tokens, at, words)
    if day is None:
        return None
    number_, after = day
    of = after < len(tokens) and tokens[after].lower_ == "of"
    month = _month(tokens, after + of, words)
    if not month and of and after + 1 < len(tokens):
        name = tokens[after + 1]
        if name.text[:1].isupper() and name.text.isalpha() and not name.text.isupper() and name.pos_ in ("PROPN", "NOUN", "ADJ"):
            month = name.text
    return _with_year(_Parts(after + of + 1, day=number_, month=month), tokens) if month else None


def _month_first(tokens: "list[Token]", at: int, words: Lexicon) -> _Parts | None:
    """ "July 4, 1868", "July the fourth", "March 1798", "June of 1871"."""
    month = _month(tokens, at, words)
    if not month or (tokens[at].lower_ in ("may", "march") and tokens[at].pos_ in ("VERB", "AUX")):
        return None
    after = at + 1 + (at + 1 < len(tokens) and tokens[at + 1].lower_ == "the")
    day = _day(tokens, after, words)
    parts = _Parts(day[1], day=day[0], month=month) if day else _Parts(at + 1, month=month)
    dated = _with_year(parts, tokens)
    before = tokens[at - 1].lower_ if at else ""
    if not dated.day and not dated.year and before not in ("in", "of", "since", "until", "till", "that", "last", "late", "early"):
        return None
    return dated


def _season(tokens: "list[Token]", at: int, words: Lexicon) -> _Parts | None:
    """ "the winter of 1869", "high summer", "deep winter": a season told as the time of something."""
    lower = tokens[at].lower_
    table = words.map("dated_seasons")
    if lower not in table or tokens[at].pos_ not in ("NOUN", "PROPN"):
        return None
    before = [token.lower_ for token in tokens[max(0, at - 4) : at]]
    parts = _with_year(_Parts(at + 1, season=str(table[lower])), tokens)
    told = (
        parts.year
        or (before and before[-1] in ("deep", "high", "mid", "full"))
        or before[-4:-1] == ["the", "dead"]
        or before[-3:] == ["the", "dead", "of"]
    )
    return parts if told and (tokens[at].dep_ not in ("compound", "amod", "nmod")) else None


def _clock(tokens: "list[Token]", at: int, words: Lexicon) -> _Parts | None:
    """ "half past nine", "ten past four", "a quarter to six", "2:20", "nine o'clock"."""
    texts = [token.lower_ for token in tokens[at : at + 4]]
    if figure := CLOCK.match(texts[0]):
        return _Parts(at + 1, clock=f"{int(figure[1])}:{figure[2]}")
    if (
        len(texts) >= 3
        and texts[1] in ("past", "to", "after")
        and at
        and tokens[at - 1].lower_
        in ("at", "reads", "says", "strikes", "is", "was", "a", "until", "by", "almost", "nearly", "about", "just")
    ):
        minutes = {"half": 30, "quarter": 15}.get(texts[0]) or number([texts[0]], words)
        hour = number([texts[2]], words)
        if minutes and hour and minutes < 60 and hour <= 12:
            total = hour * 60 + (minutes if texts[1] != "to" else -minutes)
            return _Parts(at + 3, clock=f"{total // 60 or 12}:{total % 60:02d}")
    if len(texts) >= 2 and texts[1] in ("o'clock", "o’clock"):
        hour = number([texts[0]], words)
        return _Parts(at + 2, clock=f"{hour}:00") if hour and hour <= 24 else None
    return None


def _bare_day(tokens: "list[Token]", at: int, words: Lexicon) -> _Parts | None:
    """ "on the seventh": nothing follows that is the seventh of its kind."""
    if at < 2 or tokens[at - 1].lower_ != "the" or tokens[at - 2].lower_ not in ("on", "by"):
        return None
    day = _day(tokens, at, words)
    if day is None or (day[1] < len(tokens) and tokens[day[1]].lower_ not in ENDS):
        return None
    return _Parts(day[1], day=f"{day[0]}th")


def _bare_year(tokens: "list[Token]", at: int) -> _Parts | None:
    text, before = tokens[at].text, tokens[at - 1].lower_ if at else ""
    if (
        YEAR.match(text)
        and not _counts(tokens, at)
        and (before in YEAR_WORDS or before in (",", ":", "(", "—", "was", "is", "about", "around", "in"))
    ):
        return _Parts(at + 1, year=text)
    closed = at + 1 >= len(tokens) or tokens[at + 1].lower_ in ENDS
    return _Parts(at + 1, year=text) if SHORT_YEAR.match(text) and before in ("in", "year") and closed else None
