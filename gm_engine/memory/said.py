"""All that was said, turn by turn, in sessions."""

from bisect import insort
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass

from gm_engine.memory.index_words import stems
from gm_engine.memory.turn_index import TurnIndex

ASKS = 1
"""The mark of a turn that only asks."""


@dataclass(frozen=True)
class Told:
    """One turn's words. ``speaker`` is who spoke, where a transcript names one; ``time`` the real time it gives."""

    number: int
    session: int = 1
    said: str = ""
    reply: str = ""
    speaker: str = ""
    time: str = ""

    @property
    def words(self) -> str:
        """Everything that was said in it, and by whom."""
        return "\n".join(part for part in (self.speaker, self.said, self.reply) if part)


class Talk:
    """Turns by number. A turn may be told again (its other half comes, or it is taken out); no other is touched by it."""

    def __init__(self) -> None:
        self.turns = TurnIndex()
        self._told: dict[int, Told] = {}
        self._tellings: list[int] = []
        self._order: list[int] = []
        self._sessions: dict[int, list[int]] = {}

    def tell(self, told: Told) -> None:
        """Takes a turn in, in place of what was told of it before."""
        if told.number not in self._told:
            insort(self._order, told.number)
            insort(self._sessions.setdefault(told.session, []), told.number)
        self._told[told.number] = told
        self._tellings.append(told.number)
        words = told.words
        asks = ASKS if bool(told.said) != bool(told.reply) and words.rstrip().endswith("?") else 0
        self.turns.put(told.number, stems(words), session=told.session, speaker=told.speaker, words=len(words.split()), marks=asks)

    def forget(self, number: int) -> None:
        """Takes a turn's words out; that there was a turn stays known."""
        if told := self._told.get(number):
            self._told[number] = Told(number, told.session)
            self._tellings.append(number)
            self.turns.put(number, Counter(), session=told.session)

    def told(self, turn: int) -> Told | None:
        """The words of a turn."""
        return self._told.get(turn)

    def __len__(self) -> int:
        return len(self._order)

    def tellings(self, after: int = 0) -> list[int]:
        """The turns in the order in which they were told, or told anew, the first ``after`` left out."""
        return self._tellings[after:]

    def all(self) -> Iterator[Told]:
        """Every turn, the oldest first."""
        return (self._told[number] for number in self._order)

    def last(self, most: int) -> tuple[Told, ...]:
        """The last turns, the oldest first."""
        return tuple(self._told[number] for number in self._order[-most:])

    def session(self, number: int) -> tuple[int, ...]:
        """The numbers of one session's turns, in order."""
        return tuple(self._sessions.get(number, ()))
