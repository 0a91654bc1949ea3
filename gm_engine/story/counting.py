"""How many of something, in words."""


def counted(number: int, one: str, many: str = "") -> str:
    """A number with its noun.

    >>> counted(1, "turn"), counted(0, "turn"), counted(1200, "entry", "entries")
    ('1 turn', '0 turns', '1,200 entries')
    """
    return f"{number:,} {one if number == 1 else many or one + 's'}"
