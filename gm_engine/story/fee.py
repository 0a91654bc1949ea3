"""What vectors have cost that somebody else made."""

from typing import NamedTuple


class Fee(NamedTuple):
    """How many ``texts`` were read for them, of how many ``tokens``, at what ``cost`` in millionths of a dollar.

    >>> Fee(1, 20, 3) + Fee(2, 30, 4)
    Fee(texts=3, tokens=50, cost=7)
    """

    texts: int = 0
    tokens: int = 0
    cost: int = 0

    def __add__(self, other: object) -> "Fee":
        if not isinstance(other, Fee):
            return NotImplemented
        return Fee(self.texts + other.texts, self.tokens + other.tokens, self.cost + other.cost)


NOTHING = Fee()
