"""Numbers in words, as people write them."""

import re

NUMBERS = {
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10,
    "eleven": 11, "twelve": 12, "thirteen": 13, "fourteen": 14, "fifteen": 15, "sixteen": 16, "seventeen": 17, "eighteen": 18, "nineteen":
    19, "twenty": 20, "thirty": 30, "forty": 40, "fifty": 50, "sixty": 60, "seventy": 70, "eighty": 80, "ninety": 90, "hundred": 100,
    "dozen": 12, "couple": 2, "few": 3, "several": 4, "half": 0, "the": 1, "another": 1, "both": 2, "pair": 2, "score": 20, "thousand":
    1000,
}  # fmt: skip
ARTICLES = ("the", "a", "an")
GROUPS = ("hundred", "thousand", "dozen", "couple", "pair", "score", "few", "several", "half")
"""Words that an article before them makes a number of."""


def number(words: str) -> int | None:
    """A count in figures or words.

    >>> number("twenty-five"), number("a couple of"), number("two hundred"), number("1,200"), number("the eleven"), number("blue")
    (25, 2, 200, 1200, 11, None)
    """
    plain = words.strip().lower().replace(",", "")
    if re.fullmatch(r"\d{1,9}(\.\d+)?", plain):
        return int(float(plain))
    parts = [part for part in re.split(r"[\s-]+", plain) if part not in ("of", "and", "")]
    if not parts or any(part not in NUMBERS for part in parts):
        return None
    if len(parts) > 1 and parts[0] in ARTICLES and parts[1] not in GROUPS:
        parts = parts[1:]
    total = 0
    for part in parts:
        value = NUMBERS[part]
        total = max(1, total) * value if value in (12, 20, 100, 1000) and total and part in ("hundred", "thousand", "dozen", "score") else (
            value if part in ("couple", "few", "several", "dozen", "pair", "another") and total <= 1 else total + value
        )  # fmt: skip
    return total
