"""All that was said, turn by turn, in sessions and in passages: what is asked for seldom stands in one turn alone."""

from bisect import bisect_left, insort
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass

from gm_engine.memory.lexical import Lexicon
from gm_engine.memory.words import plain, stems

PASSAGE = 150
"""Words after which a passage is full and the next turn begins a new one."""


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
        self.turns = Lexicon[int]()
        self.passages = Lexicon[int]()
        self._told: dict[int, Told] = {}
        self._order: list[int] = []
        self._sessions: dict[int, list[int]] = {}
        self._in_passage: dict[int, list[int]] = {}
        self._passage_of: dict[int, int] = {}
        self._sizes: dict[int, int] = {}
        self._passages: dict[int, list[int]] = {}

    def tell(self, told: Told) -> None:
        """Takes a turn in, in place of what was told of it before."""
        if told.number not in self._told:
            insort(self._order, told.number)
            insort(self._sessions.setdefault(told.session, []), told.number)
            self._join_passage(told)
        self._told[told.number] = told
        self._sizes[told.number] = len(plain(told.words))
        self.turns.put(told.number, stems(told.words))
        self._put_passage(self._passage_of[told.number])

    def forget(self, number: int) -> None:
        """Takes a turn's words out; that there was a turn stays known."""
        if told := self._told.get(number):
            self._told[number] = Told(number, told.session)
            self._sizes[number] = 0
            self.turns.drop(number)
            self._put_passage(self._passage_of[number])

    def _join_passage(self, told: Told) -> None:
        """A turn joins its session's open passage, which is known by its first turn, or opens the next."""
        passages = self._passages.setdefault(told.session, [])
        if not passages or sum(self._sizes[number] for number in self._in_passage[passages[-1]]) >= PASSAGE:
            insort(passages, told.number)
            self._in_passage[told.number] = []
        last = passages[-1]
        self._in_passage[last].append(told.number)
        self._passage_of[told.number] = last
        self._sizes[told.number] = 0

    def _put_passage(self, first: int) -> None:
        terms: Counter[str] = Counter()
        for number in self._in_passage[first]:
            terms.update(self.turns.terms(number))
        self.passages.put(first, terms)

    def told(self, turn: int) -> Told | None:
        """The words of a turn."""
        return self._told.get(turn)

    def __len__(self) -> int:
        return len(self._order)

    def last(self, most: int) -> tuple[Told, ...]:
        """The last turns, the oldest first."""
        return tuple(self._told[number] for number in self._order[-most:])

    def session(self, number: int) -> tuple[int, ...]:
        """The numbers of one session's turns, in order."""
        return tuple(self._sessions.get(number, ()))

    def beside(self, turn: int) -> tuple[int, ...]:
        """The turns before and after one, in its session."""
        return _beside(self._sessions[self._told[turn].session], turn)

    def passages_beside(self, first: int) -> tuple[int, ...]:
        """The passages before and after one, in its session."""
        return _beside(self._passages[self._told[first].session], first)

    def passage_of(self, turn: int) -> int:
        """The first turn of the passage in which a turn lies: the passage's own number."""
        return self._passage_of[turn]

    def in_passage(self, first: int) -> tuple[int, ...]:
        """The turns of a passage, in order."""
        return tuple(self._in_passage.get(first, ()))

    def turn_scores(self, terms: Mapping[str, int]) -> dict[int, float]:
        """How well each turn answers ``terms``; only turns that share a stem are in it."""
        return self.turns.scores(terms)

    def passage_scores(self, terms: Mapping[str, int]) -> dict[int, float]:
        """How well each passage answers ``terms``; only passages that share a stem are in it."""
        return self.passages.scores(terms)


def _beside(order: list[int], number: int) -> tuple[int, ...]:
    at = bisect_left(order, number)
    return (*order[max(0, at - 1) : at], *order[at + 1 : at + 2])
