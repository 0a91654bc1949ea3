"""The nearest: which sentences of all that was told lie closest to a new text, so that the two can be laid side by side.

Closeness is the overlap of rare stems; the sentence before counts for a part, since "he" and "it" mean what it names. The closest of all
pairs come first, whichever new sentence they belong to. Bringing up is cheap: whether two sentences agree is for whoever reads them.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log, sqrt
from typing import NamedTuple, TypeVar

from gm_engine.memory.cutting import DANGLES
from gm_engine.memory.index_words import stems
from gm_engine.memory.said import Talk, Told
from gm_engine.story.sentences import spans_of_sentences

Lines = TypeVar("Lines")
BEFORE = 0.5
"""How much the stems of the sentence before count."""
BY_THE_WAY = 0.25
"""How much the stems of a new sentence count beside the words that somebody asks for."""
MOST_SOUGHT = 24
"""So many lines are brought up for one question at most."""
TOLD_ALREADY = 0.6
"""How much of its worth a stem keeps for the lines that come after one which has it."""
LEVEL = 8
"""Stems that every sentence is reckoned to have besides its own, so that a short one is not close by its shortness."""
MOST_TURNS = 48
"""So many earlier turns are looked at sentence by sentence, those that answer the text best."""


class Passage(NamedTuple):
    """A sentence of what was told: its turn, its number and its place in the turn's text."""

    turn: int
    n: int
    span: tuple[int, int]
    text: str


@lru_cache(maxsize=8192)
def passages(turn: int, text: str) -> tuple[Passage, ...]:
    """The sentences of a turn's text.

    >>> [(one.n, one.text) for one in passages(3, "He waits. Rain falls.")]
    [(1, 'He waits.'), (2, 'Rain falls.')]
    """
    return tuple(Passage(turn, n, span, text[span[0] : span[1]]) for n, span in enumerate(spans_of_sentences(text), 1))


@lru_cache(maxsize=16_384)
def _weights(text: str, before: str) -> Mapping[str, float]:
    return {**dict.fromkeys(stems(before), BEFORE), **dict.fromkeys(stems(text), 1.0)}


def weights_of(text: str, before: str = "", more: str = "") -> Mapping[str, float]:
    """How much each stem of a sentence counts: those of the sentence ``before`` it for a part, what was noted of it like its own."""
    return {**_weights(text, before), **dict.fromkeys(stems(more), 1.0)} if more else _weights(text, before)


def _rows(told: Sequence[Passage]) -> list[tuple[Passage, Mapping[str, float]]]:
    return [(one, _weights(one.text, told[at - 1].text if at else "")) for at, one in enumerate(told)]


def nearest(
    text: str, talk: Talk, before: int, price: Callable[[Passage], int], room: int, *, whole: bool = True, lead: bool = True
) -> tuple[Passage, ...]:  # fmt: skip
    """The earlier sentences that lie closest to ``text``, in the order in which they were told, as many as ``room`` holds.

    Only turns before the one numbered ``before`` are looked at. One that leans on the sentence before it ("He waits.") comes with that,
    its ``lead``. Where all fits, everything comes, unless the ``whole`` is not wanted.
    """
    earlier = [told for told in talk.all() if told.number < before and told.reply]
    everything = (one for told in earlier for one in passages(told.number, told.reply))
    if whole and (short := _within(everything, price, room)) is not None:
        return short
    by_turn = {told.number: told for told in earlier}
    chosen: dict[tuple[int, int], Passage] = {}
    left = room
    for passage in _ranked(text, talk, by_turn):
        row = passages(passage.turn, by_turn[passage.turn].reply)
        leans = lead and DANGLES.match(passage.text) is not None
        wanted = [one for one in row[max(0, passage.n - 1 - leans) : passage.n] if (one.turn, one.n) not in chosen]
        cost = sum(map(price, wanted))
        if cost <= left:
            left -= cost
            chosen.update({(one.turn, one.n): one for one in wanted})
    return tuple(chosen[key] for key in sorted(chosen))


def _within(told: Iterable[Passage], price: Callable[[Passage], int], room: int) -> tuple[Passage, ...] | None:
    """All of it, where there is room for all."""
    found: list[Passage] = []
    for one in told:
        room -= price(one)
        if room < 0:
            return None
        found.append(one)
    return tuple(found)


def _rarity(times: int, of: int) -> float:
    """How much a stem tells that stands in so many of so many sentences: the inverse document frequency."""
    return log(1 + (of - times + 0.5) / (times + 0.5))


def sought(words: str, new: str, candidates: Sequence[tuple[Lines, Mapping[str, float]]]) -> Iterator[Lines]:
    """Those of the candidates in which what is looked for may be told, the closest first, and few of them.

    ``words`` is what somebody asks for, ``new`` the sentence that made them ask, which counts for a part. Each candidate comes with the
    weights of its stems. What one line tells counts for less in the next, so that not all of them tell the same.
    """
    wanted = {**dict.fromkeys(stems(new), BY_THE_WAY), **dict.fromkeys(stems(words), 1.0)}
    held = Counter(stem for _, weights in candidates for stem in weights)
    worth = {stem: _rarity(held[stem], len(candidates)) * weight for stem, weight in wanted.items() if stem in held}
    left = {at: weights for at, (_, weights) in enumerate(candidates) if not worth.keys().isdisjoint(weights)}
    for _ in range(min(MOST_SOUGHT, len(left))):
        best = max(left, key=lambda at: (round(_shared(worth, left[at]) / sqrt(LEVEL + len(left[at])), 9), -at))
        yield candidates[best][0]
        for stem in worth.keys() & left.pop(best).keys():
            worth[stem] *= TOLD_ALREADY


def _shared(worth: Mapping[str, float], weights: Mapping[str, float]) -> float:
    return sum(value * weights[stem] for stem, value in worth.items() if stem in weights)


def _ranked(text: str, talk: Talk, earlier: Mapping[int, Told]) -> Iterator[Passage]:
    """The earlier sentences by how close each lies to one of the text, the closest first."""
    index = talk.turns
    values = index.bm25(stems(text))
    order = sorted(zip(index.numbers.tolist(), values.tolist(), strict=True), key=lambda pair: (-pair[1], -pair[0]))
    turns = [number for number, value in order if value > 0 and number in earlier][:MOST_TURNS]
    rows = [row for number in sorted(turns) for row in _rows(passages(number, earlier[number].reply))]
    held = Counter(stem for one, _ in rows for stem in stems(one.text))
    best: dict[Passage, float] = {}
    for _, new in _rows(passages(0, text)):
        worth = {stem: _rarity(held[stem], len(rows)) * weight for stem, weight in new.items() if stem in held}
        for one, old in rows:
            best[one] = max(best.get(one, 0.0), _shared(worth, old) / sqrt(LEVEL + len(old)))
    yield from sorted((one for one in best if best[one] > 0), key=lambda one: (-round(best[one], 9), -one.turn, one.n))
