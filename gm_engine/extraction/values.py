"""Numbers, money, lengths, dates and colours, from words to whole numbers."""

import re
from collections.abc import Sequence
from datetime import date, timedelta

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.story.claim import Value

FIGURE = re.compile(r"\$?(\d{1,3}(?:,\d{3}){1,4}|\d{1,15})(?:\.(\d+))?$")
YEAR = re.compile(r"1[0-9]{3}$|20[0-9]{2}$")


def number(words: Sequence[str], lexicon: Lexicon) -> int | None:
    """The whole number that words or figures spell; None when they spell none.

    >>> lexicon = Lexicon({"number_words": {"two": 2, "forty": 40, "three": 3}, "number_scales": {"score": 20, "hundred": 100}})
    >>> number(["forty", "-", "three"], lexicon), number(["two", "score"], lexicon), number(["1,200"], lexicon)
    (43, 40, 1200)
    """
    digits, scales = lexicon.map("number_words"), lexicon.map("number_scales")
    total, part, seen, half = 0, 0, False, False
    for word in words:
        for bit in word.lower().replace("-", " ").split():
            if bit in ("a", "an", "and", "of", "the", "some", "about", "nearly"):
                continue
            if bit == "half":
                half = True
            elif bit in scales or bit.rstrip("s") in scales:
                size = scales.get(bit, scales.get(bit.rstrip("s"), 1))
                part = (part or 1) * size
                seen = True
                if size >= 1000:
                    total, part = total + part, 0
            elif bit in digits:
                part, seen = part + digits[bit], True
            elif figure := FIGURE.match(bit):
                part, seen = part + int(figure.group(1).replace(",", "")), True
            else:
                return None
    if not seen:
        return None
    return (total + part) // 2 if half and (total + part) % 2 == 0 else total + part


def year(word: str) -> int | None:
    """A year in figures, between 1000 and 2099."""
    return int(word) if YEAR.match(word) else None


def year_value(number_: int, approximate: bool = False) -> Value:
    """A year as an interval of ordinals.

    >>> year_value(1859).low == date(1859, 1, 1).toordinal()
    True
    """
    return Value(
        kind="date", text=str(number_), low=date(number_, 1, 1).toordinal(), high=date(number_, 12, 31).toordinal(), approximate=approximate
    )


def day_value(year_: int, month: int, day: int | None) -> Value | None:
    """A day, or a whole month where ``day`` is None; None for a day that no calendar has."""
    try:
        first = date(year_, month, day or 1)
    except ValueError:
        return None
    last = first if day else (date(year_ + month // 12, month % 12 + 1, 1) - timedelta(days=1))
    text = f"{first:%B} {first.day}, {year_}" if day else f"{first:%B} {year_}"
    return Value(kind="date", text=text, low=first.toordinal(), high=last.toordinal())


def whole(amount: int, unit: str | None, text: str, approximate: bool = False, entity: str | None = None) -> Value:
    """A number with its unit."""
    return Value(kind="number", text=text, low=amount, high=amount, unit=unit, approximate=approximate, entity=entity)


def colour(words: Sequence[str], lexicon: Lexicon) -> str | None:
    """The colour among the words, in one spelling (gray is grey); None when there is none.

    >>> colour(["Gray"], Lexicon({"colours": ["grey"], "colour_spelling": {"gray": "grey"}}))
    'grey'
    """
    for word in words:
        bare = lexicon.map("colour_spelling").get(word.lower(), word.lower())
        if bare in lexicon.all("colours"):
            return str(bare)
    return None


def ordinal(word: str, lexicon: Lexicon) -> int | None:
    """The day of a month: third, 3rd, 3.

    >>> lexicon = Lexicon({"ordinals": {"third": 3}})
    >>> ordinal("third", lexicon), ordinal("12th", lexicon), ordinal("1881", lexicon)
    (3, 12, None)
    """
    lower = word.lower()
    if lower in lexicon.map("ordinals"):
        return int(lexicon.map("ordinals")[lower])
    digits = re.match(r"(\d{1,2})(?:st|nd|rd|th)?$", lower)
    return int(digits.group(1)) if digits and 1 <= int(digits.group(1)) <= 31 else None
