"""What vectors have cost that somebody else made."""

from typing import NamedTuple


class Bill(NamedTuple):
    """How many ``texts`` were read for them, of how many ``tokens``, at what ``cost`` in millionths of a dollar.

    >>> Bill(1, 20, 3) + Bill(2, 30, 4)
    Bill(texts=3, tokens=50, cost=7)
    """

    texts: int = 0
    tokens: int = 0
    cost: int = 0

    def __add__(self, other: object) -> "Bill":
        if not isinstance(other, Bill):
            return NotImplemented
        return Bill(self.texts + other.texts, self.tokens + other.tokens, self.cost + other.cost)


NOTHING = Bill()
