"""Whom a pronoun means among several who have been named, and what a text tells of somebody being a he or a she."""

import re
from pathlib import Path

import pytest

from gm_engine.authoring import read_data, read_patterns, read_relations
from gm_engine.extraction.reader import Reader
from gm_engine.extraction.reading import Reading

LINES = [
    tuple(part.strip() for part in line.split("|"))
    for line in (Path(__file__).parent / "pronouns.txt").read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith("#")
]


@pytest.fixture(scope="module")
def reader() -> Reader:
    return Reader(read_relations(), read_data("extraction"), read_patterns())


def meant(text: str, reading: Reading) -> list[str | None]:
    places = [found.start() - 2 * number for number, found in enumerate(re.finditer(r"\[", text))]
    return [next((word.id for word in reading.meant if word.start <= at < word.end), None) for at in places]


@pytest.mark.parametrize(("answer", "text"), LINES, ids=lambda part: part[:50])
def test_whom_a_pronoun_means(answer: str, text: str, reader: Reader) -> None:
    one, other = meant(text, reader.read(text.replace("[", "").replace("]", ""), turn=1, voice="narrator", you="you"))
    assert (one is not None and one == other) is (answer == "same")


def test_what_somebody_is_by_one_text_is_known_in_the_next(reader: Reader) -> None:
    first = reader.read("Mrs. Fairlie is Garrick Stowe's sister. He owes her money.", turn=1, voice="narrator", you="you")
    assert {entity.id: entity.pronouns for entity in first.entities}["mrs_fairlie"] == "she"
    told = reader.read("Garrick Stowe rides in. He ties his mule, and he whistles.", turn=1, voice="narrator", you="you")
    assert {entity.id: entity.pronouns for entity in told.entities}["garrick_stowe"] == "he"
