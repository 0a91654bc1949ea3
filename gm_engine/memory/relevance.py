"""How well each turn answers a question: by its own words, by the talk around it, by the stretch of story it lies in, and more."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from gm_engine.memory.index_words import stems
from gm_engine.memory.meanings import SOUND, UNKNOWN, Meanings
from gm_engine.memory.said import ASKS, Talk
from gm_engine.memory.turn_index import Places, Row, TurnIndex

OWN, TALK, STRETCH, SPEAKER, QUESTION = 2.0, 3.0, 0.5, 0.5, -0.2
"""What a turn gains by its own words, by the talk around it, by the stretch of story that it lies in, where the question names
who speaks, and where it only asks."""
MEANING, LIKE, BESIDE, BEST = 0.75, 0.75, 0.4, 3
"""What it gains by what it means, by how like it is to the best so many turns, and by what the turn beside it means."""
TALE, QUERY = 1 / 3, 1 / 2
"""Meaning does not count where no turn holds more than so much of the question (it tells a tale), and fully from so much on."""
LEAST = 0.001
"""Less of the talk around it, or of its stretch, is no ground to recall a turn."""
NEAR, FAR = 100, 520
"""Words as far as which the talk around a turn, and its stretch of the story, reach (some 150 and 800 tokens)."""


@dataclass(frozen=True)
class Relevance:
    """The parts of every turn's score in thousandths, by name; ``numbers`` are the turns that the rows stand for, in order.

    ``grounds`` marks the turns that are worth recalling at all; ``strength`` is how well the best turn answers by its own words.
    """

    numbers: Places
    parts: dict[str, NDArray[np.int64]]
    grounds: NDArray[np.bool_]
    strength: float = 0.0

    @property
    def scores(self) -> NDArray[np.int64]:
        """The sums of the parts; 0 for a turn that there are no grounds to recall."""
        total = np.sum([*self.parts.values(), np.zeros(len(self.numbers), dtype=np.int64)], axis=0)
        scores: NDArray[np.int64] = np.where(self.grounds, np.maximum(0, total), 0)
        return scores

    def best(self, most: int | None = None) -> list[tuple[int, int]]:
        """Turns with their scores, the best first; the older first of two that are alike."""
        scores = self.scores
        hits = np.flatnonzero(scores)
        if most and len(hits) > most:
            hits = hits[scores[hits] >= np.partition(scores[hits], -most)[-most]]
        order = hits[np.argsort(-scores[hits], kind="stable")][:most]
        return list(zip(self.numbers[order].tolist(), scores[order].tolist(), strict=True))

    def reasons(self, turn: int) -> dict[str, int]:
        """The parts of one turn's score."""
        at = int(np.searchsorted(self.numbers, turn))
        return {name: int(row[at]) for name, row in self.parts.items() if row[at]}


def relevance(talk: Talk, query: str, meanings: Meanings | None = None) -> Relevance:
    """How well each turn answers ``query``; by what it means, too, where ``meanings`` are given.

    The more of the question the best turn holds, the more single turns count; where no turn holds much of it (a question that
    tells a tale), the stretch of the story in which most of it is told.
    """
    index, terms = talk.turns, stems(query)
    cosines = meanings.cosines(talk, query) if meanings else np.full(len(talk), UNKNOWN)
    grounds = cosines >= SOUND
    parts: dict[str, Row] = {}
    sure = 1.0
    own = index.bm25(terms)
    best = float(own.max()) if len(own) else 0.0
    if best:
        share = min(1.0, best / index.most(terms))
        held, sure = share**2, min(1.0, max(0.0, (share - TALE) / (QUERY - TALE)))
        around, stretch = _shares(index.around((own / best) ** 2, NEAR)), _shares(index.around((own / best) ** 3, FAR))
        grounds |= (own > 0) | (around >= LEAST) | (stretch >= LEAST)
        parts |= {
            "own words": OWN * held * own / best,
            "talk around": TALK * held * around,
            "stretch of story": STRETCH * stretch,
            "speaker": SPEAKER * held * index.spoken_by(terms),
            "only asks": QUESTION * held * index.marked(ASKS),
        }
    if meanings and sure and (cosines >= SOUND).any():
        parts["meaning"] = MEANING * sure * _between(cosines)
        parts["meaning beside"] = BESIDE * sure * index.beside(_between(cosines))
        so_far = _relevance(index, {**parts, "meaning": 2 * parts["meaning"]}, grounds, best).best(BEST)
        parts["like the best"] = LIKE * sure * _between(meanings.cosines(talk, query, [turn for turn, _ in so_far]))
    return _relevance(index, parts, grounds, best)


def _relevance(index: TurnIndex, parts: dict[str, Row], grounds: NDArray[np.bool_], strength: float) -> Relevance:
    return Relevance(index.numbers, {name: np.rint(1000 * row).astype(np.int64) for name, row in parts.items()}, grounds, strength)


def _between(cosines: Row) -> Row:
    """Cosines from 0 for the farthest turn to 1 for the nearest, and 0 where nothing is known."""
    known = cosines > UNKNOWN
    least, most = cosines[known].min(), cosines[known].max()
    between: Row = np.where(known, (cosines - least) / max(1e-9, most - least), 0.0)
    return between


def _shares(values: Row) -> Row:
    """Values as shares of the highest."""
    shares: Row = values / values.max()
    return shares
