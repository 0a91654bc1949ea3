"""A judge of pairs: can two sentences of one story both be true? A small model that this project has schooled (``scripts/train_judge``).

It runs on what ``gm_engine.meaning`` runs on and brings its own file. Each pair is judged by itself, so that a verdict never depends on
what else was judged. Everything works without it: ``missing`` says what is not there.
"""

import hashlib
import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from math import exp, log1p
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from gm_engine import meaning
from gm_engine.stemming import stem
from gm_engine.story.conflict import ConflictClass
from gm_engine.story.gist import Common
from gm_engine.story.number_words import NUMBERS

FOLDER = Path(__file__).resolve().parent / "data" / "judge"
MODEL, CARD = FOLDER / "model.onnx", FOLDER / "card.json"
MOST_TOKENS = 128
"""More of a pair is not read."""
START, END = 101, 102
"""The vocabulary's numbers for the beginning of what is read and for the end of a passage."""
SPECIAL, BESIDE, SAME, OTHER, NUMBER_SAME, NUMBER_OTHER = range(6)
"""What a token is marked as: one that is no word; a word of a sentence that stands before; one that stands in the other passage too, in
whatever form; one that does not; a number that does; a number that does not."""
VAGUE = frozenset(("a", "an", "the", "another", "half", "few", "several", "couple", "both", "score", "pair"))
"""Words that are numbers only in company."""


@dataclass(frozen=True)
class Passages:
    """Two sentences of a story, each with the one that was told right before it, where there is one."""

    earlier: str
    later: str
    before_earlier: str = ""
    before_later: str = ""


class Encoded(NamedTuple):
    """What the model reads, token by token: its number in the vocabulary, on which side it stands, how it is marked."""

    ids: tuple[int, ...]
    segments: tuple[int, ...]
    marks: tuple[int, ...]


class Score(NamedTuple):
    """What the model says of a pair: how likely a clash (the higher, the likelier) and, were it one, of which of the twelve classes."""

    logit: float
    classes: tuple[float, ...]


class _Token(NamedTuple):
    """A token with the word it is part of, in the form in which words are compared; empty where it is none."""

    id: int
    word: str
    number: bool


def missing() -> str:
    """What is not installed of what is needed; empty where all is there."""
    return meaning.missing() or next((path.name for path in (MODEL, CARD) if not path.is_file()), "")


@cache
def mark() -> str:
    """Which model judges: scores of another mark are not to be compared with these. Empty where none is there."""
    return "" if missing() else f"judge {hashlib.sha256(MODEL.read_bytes()).hexdigest()[:12]}"


@lru_cache(maxsize=4096)
def score(passages: Passages) -> Score:
    """What the model says of a pair; ``missing`` must be empty. What was judged lately is not judged again: a draft is first looked
    through, and then a part of the story.
    """
    encoded = encode(passages)
    given = {name: np.array([numbers], dtype=np.int64) for name, numbers in encoded._asdict().items()}
    logit, classes = meaning.session(MODEL).run(None, given)
    return Score(round(float(logit[0]), 4), tuple(round(float(value), 4) for value in classes[0]))


def chance(score: Score, common: Common) -> float:
    """How likely a pair is a clash, from 0 to 1, among all that are laid beside each other in a story."""
    weights = card()["calibration"]
    parts = {"logit": score.logit, "ids": log1p(common.ids), "words": log1p(common.words), "turns": log1p(common.turns)}
    total: float = weights["bias"] + sum(weights[name] * value for name, value in parts.items())
    return 1 / (1 + exp(-max(-60.0, min(60.0, total))))


def kind(score: Score) -> ConflictClass:
    """The class that a clash would be of."""
    classes: list[ConflictClass] = card()["classes"]
    return classes[max(range(len(classes)), key=lambda at: score.classes[at])]


@cache
def card() -> dict[str, Any]:
    """What the model is: the data and seeds it was made of, its figures, its classes in order, its calibration."""
    read: dict[str, Any] = json.loads(CARD.read_text(encoding="utf-8"))
    return read


def encode(passages: Passages) -> Encoded:
    """What the model reads of a pair. Where that is too long, what stands before is cut first, from its beginning."""
    earlier, later = _cut(_tokens(passages.earlier), _tokens(passages.later))
    room = MOST_TOKENS - 3 - len(earlier) - len(later)
    told, telling = _tokens(passages.before_earlier), _tokens(passages.before_later)
    half = min(len(telling), max(room // 2, room - len(told)))
    before_earlier, before_later = _last(told, room - half), _last(telling, half)
    first = [SPECIAL, *(BESIDE for _ in before_earlier), *_marks(earlier, later), SPECIAL]
    second = [*(BESIDE for _ in before_later), *_marks(later, earlier), SPECIAL]
    ids = (START, *_ids(before_earlier), *_ids(earlier), END, *_ids(before_later), *_ids(later), END)
    return Encoded(ids, (0,) * len(first) + (1,) * len(second), (*first, *second))


def _cut(earlier: Sequence[_Token], later: Sequence[_Token]) -> tuple[Sequence[_Token], Sequence[_Token]]:
    """Two passages that are not too long together; neither loses anything to one that takes more than half."""
    room = MOST_TOKENS - 3
    first = earlier[: max(room // 2, room - len(later))]
    return first, later[: room - len(first)]


def _last(tokens: Sequence[_Token], most: int) -> Sequence[_Token]:
    return tokens[max(0, len(tokens) - most) :]


def _ids(tokens: Iterable[_Token]) -> Iterable[int]:
    return (token.id for token in tokens)


def _marks(tokens: Iterable[_Token], others: Iterable[_Token]) -> Iterable[int]:
    there = {token.word for token in others if token.word}
    for token in tokens:
        if token.number:
            yield NUMBER_SAME if token.word in there else NUMBER_OTHER
        elif token.word:
            yield SAME if token.word in there else OTHER
        else:
            yield SPECIAL


@lru_cache(maxsize=4096)
def _tokens(text: str) -> tuple[_Token, ...]:
    """A text's tokens; each one of a word knows the whole of it."""
    coded = meaning.tokenizer().encode(text, add_special_tokens=False)
    ends: dict[int, tuple[int, int]] = {}
    for at, (start, end) in zip(coded.word_ids, coded.offsets, strict=True):
        ends[at] = (ends[at][0] if at in ends else start, end)
    words = {at: _form(text[start:end].lower()) for at, (start, end) in ends.items()}
    return tuple(_Token(id, *words[at]) for id, at in zip(coded.ids, coded.word_ids, strict=True))


def _form(word: str) -> tuple[str, bool]:
    """A word as words are compared, and whether it is a number.

    >>> _form("riding"), _form("eleven"), _form("11"), _form(",")
    (('ride', False), ('11', True), ('11', True), ('', False))
    """
    if word in NUMBERS and word not in VAGUE:
        return str(NUMBERS[word]), True
    if word[0].isdigit():
        return word, True
    return (stem(word), False) if word[0].isalpha() else ("", False)
