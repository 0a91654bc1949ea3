"""Numbers as people say them: counts, stretches of time, miles."""

import re

from gm_engine.story.counting import IN_WORDS, in_words

TENS = ("", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety")
DAY = 24 * 60


def sum_in_words(said: str) -> str:
    """A sum of money as prose has it: small numbers in words.

    >>> sum_in_words("12 cents"), sum_in_words("2 dollars and 50 cents"), sum_in_words("6,850 dollars")
    ('twelve cents', 'two dollars and fifty cents', '6,850 dollars')
    """
    return re.sub(r"(?<![\d.,])\d{1,2}(?![\d.,])", lambda figure: below_a_hundred(int(figure[0])), said)


def below_a_hundred(count: int) -> str:
    """A number below a hundred in words.

    >>> below_a_hundred(7), below_a_hundred(25), below_a_hundred(50)
    ('seven', 'twenty-five', 'fifty')
    """
    if count < len(IN_WORDS):
        return IN_WORDS[count]
    tens, ones = divmod(count, 10)
    return TENS[tens] + (f"-{IN_WORDS[ones]}" if ones else "")


def miles_in_words(tenths: int) -> str:
    """A way's length as people say it, and ``about`` where they round it.

    >>> miles_in_words(60), miles_in_words(125), miles_in_words(114), miles_in_words(5), miles_in_words(10)
    ('six miles', 'twelve and a half miles', 'about eleven miles', 'half a mile', 'one mile')
    """
    whole, rest = divmod(tenths, 10)
    if rest == 5:
        return f"{in_words(whole)} and a half miles" if whole else "half a mile"
    nearest = whole + (rest > 5)
    said = f"{in_words(nearest)} mile{'' if nearest == 1 else 's'}" if nearest else "a few hundred yards"
    return f"about {said}" if rest and nearest else said


def walk_in_words(minutes: int) -> str:
    """How long a way takes, as close as it is counted: two miles on foot are forty minutes, and no half hour.

    >>> walk_in_words(4), walk_in_words(30), walk_in_words(40), walk_in_words(95)
    ('four minutes', 'half an hour', 'forty minutes', 'an hour and a half')
    """
    fives = 5 * round(minutes / 5)
    return f"{below_a_hundred(fives)} minutes" if 25 <= fives < 60 and fives != 30 else hours_in_words(minutes)


def hours_in_words(minutes: int) -> str:
    """A stretch of time as people say it.

    >>> hours_in_words(4), hours_in_words(35), hours_in_words(95), hours_in_words(600), hours_in_words(4320), hours_in_words(2460)
    ('four minutes', 'half an hour', 'an hour and a half', 'ten hours', 'three days', 'a day and a half')
    """
    if minutes < 25:
        return f"{in_words(minutes)} minute{'' if minutes == 1 else 's'}"
    if minutes >= 30 * 60:
        days, half = divmod(round(minutes / (DAY // 2)), 2)
        if days == 1:
            return "a day and a half" if half else "a day"
        return f"{in_words(days)}{' and a half' if half else ''} days"
    halves = max(1, round(minutes / 30))
    hours, half = divmod(halves, 2)
    if not hours:
        return "half an hour"
    if hours == 1:
        return "an hour and a half" if half else "an hour"
    return f"{below_a_hundred(hours)} and a half hours" if half else f"{below_a_hundred(hours)} hours"
