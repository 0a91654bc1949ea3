"""Moments: which day, which hours and until when a sentence speaks of, from its own words."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.values import ordinal

DAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
UNTIL = frozenset({"until", "till", "before"})
SAME = frozenset({"same", "meanwhile", "tonight"})


@dataclass(frozen=True)
class Moment:
    """When a sentence speaks of. ``day``: ``d4`` for a Friday, ``6.4`` for the fourth of June; ``low`` and ``high``: minutes of
    that day, past midnight counted on; ``flags``: same, other, week, still;
    ``term``: until when (``d6``, ``t1800``, ``n11`` days, ``e`` with words).
    """

    day: str = ""
    low: int | None = None
    high: int | None = None
    flags: frozenset[str] = frozenset()
    term: str = ""

    def written(self, mode: str) -> str:
        """The moment as a claim carries it, with how somebody is there (``mode``)."""
        low, high = ("" if self.low is None else str(self.low)), ("" if self.high is None else str(self.high))
        return "|".join([mode, self.day, low, high, " ".join(sorted(self.flags)), self.term])

    @property
    def told(self) -> bool:
        """True where anything is told of the time."""
        return bool(self.day or self.low is not None or self.flags or self.term)


def moment_of(words: Sequence[str], lexicon: Lexicon) -> Moment:
    """The moment that a sentence's words (in lower case) tell.

    >>> telling = {"day_parts": {"noon": [720, 740]}}
    >>> lexicon = Lexicon({"number_words": {"nine": 9}, "months": {"june": 6}, "ordinals": {"fourth": 4}, "telling": telling})
    >>> moment_of("at noon that friday he was here".split(), lexicon).written("at")
    'at|d4|720|740|same|'
    >>> moment_of("on the fourth of that june you meet him".split(), lexicon).day
    '6.4'
    """
    found = Moment()
    flags: set[str] = set()
    skip = -1
    months, parts, numbers = lexicon.map("months"), lexicon.map("telling.day_parts"), lexicon.map("number_words")
    spans, others = lexicon.all("telling.spans"), lexicon.all("telling.other_times")
    for at, word in enumerate(words):
        if at <= skip:
            continue
        if word in UNTIL:
            term = _term(words, at + 1, lexicon)
            if term:
                found = replace(found, term=term)
                skip = at + 4
                continue
        bare = word.removesuffix("'s")
        before = words[at - 1] if at else ""
        if bare in DAYS and before not in ("since", "by", "last", "next", "from"):
            found = replace(found, day=f"d{DAYS.index(bare)}")
            flags |= {"same"} if before in ("that", "same") else set()
        elif word in months and (day := _day(words, at, lexicon)):
            found = replace(found, day=f"{months[word]}.{day}")
        elif bare in parts and before not in ("since", "every", "each", "last", "one", "next"):
            low, high = parts[bare]
            found = replace(found, low=low, high=high) if found.low is None else _with_part(found, low, high)
            flags |= {"same"} if before in ("that", "same", "this") or word == "tonight" or (before == "same") else set()
        elif word == "light" and before == "first":
            found = replace(found, low=300, high=420)
        elif (word in numbers or word.isdigit()) and (hour := _hour(words, at, lexicon)) is not None:
            found = _with_hour(found, hour, words)
        if word in ("same", "meanwhile"):
            flags.add("same")
        if word in ("still", "yet"):
            flags.add("still")
        if word in spans and before in ("this", "all", "that", "whole", "the"):
            flags.add("week" if before != "the" else "span")
        if word in others and before != "since":
            near = word == "later" and before in lexicon.all("telling.soon")
            flags.add("same" if near else "other")
    if "n" not in found.term and (days := _days(words, lexicon)):
        found = replace(found, term=found.term or f"n{days}")
    if "same" in flags and "next" not in words and "last" not in words and "ago" not in words:
        flags.discard("other")
    return replace(found, flags=frozenset(flags))


def _term(words: Sequence[str], at: int, lexicon: Lexicon) -> str:
    for word in words[at : at + 4]:
        bare = word.removesuffix("'s")
        if bare in DAYS:
            return f"d{DAYS.index(bare)}"
        if bare in ("dawn", "sunrise", "daybreak", "morning", "sunup", "light"):
            return "t1800"
        if bare in ("midnight",):
            return "t1440"
        if bare in lexicon.all("waited_for"):
            return f"e{bare}"
    return ""


def _day(words: Sequence[str], at: int, lexicon: Lexicon) -> int | None:
    for near in (*range(at - 3, at), at + 1):
        if 0 <= near < len(words) and (day := ordinal(words[near], lexicon)) is not None:
            return day
    return None


def _hour(words: Sequence[str], at: int, lexicon: Lexicon) -> int | None:
    """The hour that a number tells: "at nine", "nine o'clock", "past twelve", "two in the morning"."""
    value = lexicon.map("number_words").get(words[at])
    if value is None and words[at].isdigit() and len(words[at]) < 5:
        value = int(words[at])
    if value is None or not 1 <= value <= 12:
        return None
    before, after = words[at - 1] if at else "", words[at + 1] if at + 1 < len(words) else ""
    clock = after in ("o'clock", "am", "pm") or (
        after in ("in", "that", "at") and words[at + 2 : at + 3] in (["the"], ["same"], ["morning"], ["night"], ["afternoon"], ["evening"])
    )
    stop = after in ("", ",", ".", ";") or after in ("that", "with", "sharp", "and", "on", "the")
    return int(value) if clock or (before in ("at", "past", "from", "by") and stop) else None


def _with_hour(found: Moment, hour: int, words: Sequence[str]) -> Moment:
    minutes = hour % 12 * 60
    if "morning" in words or "am" in words:
        return replace(found, low=minutes, high=minutes + 59) if hour > 4 else replace(found, low=minutes + 1440, high=minutes + 1499)
    night = any(word in words for word in ("night", "tonight", "midnight"))
    if night and (hour <= 5 or hour == 12):
        return replace(found, low=minutes + 1440, high=minutes + 1499)
    if night or any(word in words for word in ("evening", "afternoon", "pm", "dusk")):
        return replace(found, low=minutes + 720, high=minutes + 779)
    return found


def _with_part(found: Moment, low: int, high: int) -> Moment:
    """An hour told already keeps; of two parts of a day the narrower."""
    assert found.low is not None
    assert found.high is not None
    return replace(found, low=low, high=high) if high - low < found.high - found.low else found


def _days(words: Sequence[str], lexicon: Lexicon) -> int | None:
    """The days that a way takes: "eleven days", "a three-day ride", "two days out"."""
    for at, word in enumerate(words):
        spelled = word.split("-")[0] if "-day" in word else words[at - 2] if word == "day" and at > 1 and words[at - 1] == "-" else ""
        if value := lexicon.map("number_words").get(spelled):
            return int(value)
        if word in ("days", "days'", "day's") and at:
            value = lexicon.map("number_words").get(words[at - 1]) or (int(words[at - 1]) if words[at - 1].isdigit() else None)
            after = words[at + 1] if at + 1 < len(words) else ""
            if value and value > 1 and after not in ("later", "ago", "before", "after", "earlier", "since"):
                return int(value)
        if word in ("weeks", "weeks'") and at:
            value = lexicon.map("number_words").get(words[at - 1])
            if value and words[at + 1 : at + 2] not in (["later"], ["ago"], ["before"], ["after"]):
                return int(value) * 7
    return None
