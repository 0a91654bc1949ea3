"""In which order the judge of pairs learns what: the lessons of a round, in batches."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from random import Random
from typing import NamedTuple, TypeVar

from gm_engine.judging import Encoded, Passages, encode
from training.lessons import Lesson, Story, Told
from training.network import Batch, filled
from training.renaming import Names

T = TypeVar("T")
ROWS = 32
"""Pairs of a batch."""
BESIDE, NEAR, HARD, OTHERS = 2, 2, 4, 2
"""How many pairs that are none are learnt with each clash of a story: others of its own later sentence, look-alikes, such as the network
took for a clash, any."""
WITHOUT = 20
"""How many of any kind, and how many that the network took for a clash, are learnt of a story without one."""
LOOSE = 8.0
"""By so many tokens lengths may differ in a batch: its pairs are to be others in each round."""
BARE = 0.4
"""With so many clashes the sentences before are left out: the sentences themselves are to be looked at."""
RENAMED = 0.5
"""So many lessons are told with other names."""
NONE = Names(())


@dataclass(frozen=True)
class Matter:
    """All that may be learnt: short pairs, the entries of long-winded hands (two or four pairs each), transcripts."""

    pairs: tuple[Lesson, ...] = ()
    entries: tuple[tuple[Lesson, ...], ...] = ()
    stories: tuple[Story, ...] = ()
    share: float = 0.1
    """How much of the entries a round takes."""
    names: Names = NONE
    hardest: Mapping[str, tuple[Told, ...]] = field(default_factory=dict)
    """For each story the pairs that are none and were taken for a clash; before any is known all stand for them."""


class _Row(NamedTuple):
    encoded: Encoded
    clash: bool
    kind: int
    rank: int


@cache
def _read(passages: Passages) -> Encoded:
    return encode(passages)


def batches(matter: Matter, seed: int) -> Iterator[Batch]:
    """A round's batches: every clash of the stories with such as are none, every short pair, a share of the entries."""
    drawn = Random(seed)
    told = [[row] for story in matter.stories for row in _told(story, matter, drawn)]
    pairs = [[_row(lesson, 0) for lesson in _renamed([lesson], matter, drawn)] for lesson in matter.pairs]
    taken = drawn.sample(matter.entries, round(len(matter.entries) * matter.share))
    entries = [[_row(lesson, number) for lesson in _renamed(entry, matter, drawn)] for number, entry in enumerate(taken)]
    found = [batch for units in (told, pairs, entries) for batch in _batched(units, drawn)]
    drawn.shuffle(found)
    yield from found


def count(matter: Matter) -> int:
    """How many batches a round has."""
    return sum(1 for _ in batches(matter, 0))


def _row(lesson: Lesson, rank: int) -> _Row:
    return _Row(_read(lesson.passages), lesson.clash, lesson.kind if lesson.clash else -1, rank)


def _bare(lesson: Lesson) -> Lesson:
    """A lesson without the sentences that stand before."""
    return lesson._replace(passages=Passages(lesson.passages.earlier, lesson.passages.later))


def _renamed(lessons: Sequence[Lesson], matter: Matter, drawn: Random) -> list[Lesson]:
    """Lessons of one matter, as they are or with other names in all of them."""
    if not matter.names.words or drawn.random() >= RENAMED:
        return list(lessons)
    changed = matter.names.changed([lesson.passages for lesson in lessons], drawn)
    return [lesson._replace(passages=passages) for lesson, passages in zip(lessons, changed, strict=True)]


def _told(story: Story, matter: Matter, drawn: Random) -> Iterator[_Row]:
    """Each clash of a story with such pairs as are none; of a story without a clash such pairs alone."""
    none = [told for told in story.told if told.verdict == "none"]
    hard = matter.hardest.get(story.name, none)
    for number, lesson in enumerate(story.clashes):
        brought = [told for told in story.told if told.label == number]
        beside = [told for told in none if any(told.later == one.later for one in brought)]
        chosen = [*_some(beside, BESIDE, drawn), *_some(hard, HARD, drawn), *_some(none, OTHERS, drawn)]
        clash = Lesson(drawn.choice(brought).passages, True, lesson.kind) if brought and drawn.random() < 0.8 else lesson
        lessons = [clash, *(Lesson(told.passages, False) for told in dict.fromkeys(chosen)), *_some(story.near, NEAR, drawn)]
        bare = drawn.random() < BARE
        yield from (_row(_bare(one) if bare else one, 0) for one in _renamed(lessons, matter, drawn))
    if not story.clashes:
        chosen = [*_some(none, WITHOUT, drawn), *_some(hard, WITHOUT, drawn)]
        yield from (_row(lesson, 0) for lesson in (*(Lesson(told.passages, False) for told in chosen), *story.near))


def _some(of: Sequence[T], most: int, drawn: Random) -> list[T]:
    return drawn.sample(of, min(most, len(of)))


def _batched(units: Iterable[Sequence[_Row]], drawn: Random) -> Iterator[Batch]:
    """Rows of nearly one length together; those of a unit side by side."""
    ordered = sorted(units, key=lambda unit: max(len(row.encoded.ids) for row in unit) + drawn.random() * LOOSE)
    flat = [row for unit in ordered for row in unit]
    for start in range(0, len(flat), ROWS):
        rows = flat[start : start + ROWS]
        weights = [1.0] * len(rows) + [0.0] * (ROWS - len(rows))
        rows += [rows[-1]] * (ROWS - len(rows))
        yield filled(
            [row.encoded for row in rows], [row.clash for row in rows], [row.kind for row in rows], [row.rank for row in rows], weights
        )
