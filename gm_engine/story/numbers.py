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


def hours_in_words(minutes: int) -> str:
    """A stretch of time as people say it, as close as it is counted: two miles on foot are forty minutes, and no half hour.

    >>> hours_in_words(4), hours_in_words(31), hours_in_words(40), hours_in_words(95)
    ('four minutes', 'half an hour', 'forty minutes', 'an hour and a half')
    >>> hours_in_words(600), hours_in_words(4320), hours_in_words(2460)
    ('ten hours', 'three days', 'a day and a half')
    """
    if minutes < 25:
        return f"{in_words(minutes)} minute{'' if minutes == 1 else 's'}"
    if minutes >= 30 * 60:
        days, half = divmod(round(minutes / (DAY // 2)), 2)
        if days == 1:
            return "a day and a half" if half else "a day"
        return f"{in_words(days)}{' and a half' if half else ''} days"
    fives = 5 * round(minutes / 5)
    if fives < 60:
        return "half an hour" if fives == 30 else f"{below_a_hundred(fives)} minutes"
    hours, half = divmod(round(minutes / 30), 2)
    if hours == 1:
        return "an hour and a half" if half else "an hour"
    return f"{below_a_hundred(hours)} and a half hours" if half else f"{below_a_hundred(hours)} hours"
