"""Scars, patches, tattoos and false limbs, and on which side of somebody a sentence tells them to be."""

from collections.abc import Iterator
from dataclasses import dataclass

from gm_engine.continuity.second.candidate import Ground
from gm_engine.continuity.second.sentence import Sentence
from gm_engine.continuity.second.vocabulary import lists, wordlist

KEY = "marks"
_LISTS = lists("looks")
KINDS: dict[str, str] = {word: kind for kind, words in _LISTS["marks"].items() for word in words}
"""What a word for a mark tells of: "burn" and "puckered" of a scar."""
PARTS: dict[str, str] = {word: part for part, words in _LISTS["sided"].items() for word in words}
MORE = wordlist("looks", "more")
NEAR, NEXT = 7, 3
"""So many words from a part stands its mark, and from "left" the part."""


@dataclass(frozen=True)
class Mark:
    """A mark of a ``kind`` on the ``side`` of a ``part``. ``whose`` are those whose it may be, ``sure`` if the sentence says so."""

    kind: str
    part: str
    side: str
    whose: frozenset[str]
    sure: bool


def marks_of(sentence: Sentence, ground: Ground) -> tuple[Mark, ...]:
    """Every mark that a sentence tells to be on one side; worked out once and kept on it."""
    if KEY not in sentence.kept:
        one_sided = not MORE & set(sentence.words) and not {"left", "right"} <= set(sentence.words)
        sentence.kept[KEY] = tuple(_marks(sentence, ground)) if one_sided else ()
    kept: tuple[Mark, ...] = sentence.kept[KEY]
    return kept


def _marks(sentence: Sentence, ground: Ground) -> Iterator[Mark]:
    for at, word in enumerate(sentence.words):
        if word not in ("left", "right"):
            continue
        for step in range(at + 1, min(at + 1 + NEXT, len(sentence.words))):
            part = PARTS.get(sentence.lems[step]) or PARTS.get(sentence.words[step])
            if part:
                near = {*sentence.words[max(0, at - NEAR) : step + NEAR], *sentence.lems[max(0, at - NEAR) : step + NEAR]}
                kinds = sorted({KINDS[found] for found in near & set(KINDS)})
                whose, sure = _whose(sentence, step, ground)
                yield from (Mark(kind, part, word, whose, sure) for kind in kinds)
                break


def _whose(sentence: Sentence, at: int, ground: Ground) -> tuple[frozenset[str], bool]:
    """Who has the part at this word: its owner, else those that the sentence or the one before it tells of."""
    owner = next((mention.owner for mention in sentence.mentions if mention.at == at), "")
    if owner:
        return frozenset([owner]), True
    for told in (sentence, sentence.before):
        people = {m.id for m in told.mentions if m.id and (m.id == "you" or ground.kind(m.id) == "character")} if told else set()
        if people:
            return frozenset(people), False
    return frozenset(), False
