"""How many of something, in words."""

IN_WORDS = (
    "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen",
    "fourteen", "fifteen", "sixteen", "seventeen", "eighteen", "nineteen", "twenty",
)  # fmt: skip
"""The counts that people say in words, from none on."""


def in_words(count: int) -> str:
    """A count in words, as far as people say it in words.

    >>> in_words(9), in_words(40)
    ('nine', '40')
    """
    return IN_WORDS[count] if 0 <= count < len(IN_WORDS) else str(count)


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "turn"), counted(0, "turn"), counted(1200, "entry", "entries")
    ('1 turn', '0 turns', '1,200 entries')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def turns_run(last: int) -> str:
    """Which turns there are, up to the last one, for who named another.

    >>> turns_run(12), turns_run(1), turns_run(0)
    ('Turns run from 1 to 12.', 'There is turn 1 and no other.', 'No turn has been played yet.')
    """
    if last > 1:
        return f"Turns run from 1 to {last}."
    return "There is turn 1 and no other." if last else "No turn has been played yet."
