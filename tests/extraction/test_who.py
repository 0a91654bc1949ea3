"""Who and which thing is meant: the same one in two texts, by any words; and two that are two."""

from functools import cache
from pathlib import Path

import pytest

from gm_engine.authoring import read_data, read_patterns, read_relations
from gm_engine.extraction.reader import Reader
from gm_engine.extraction.reading import Reading, Telling

LINES = [
    tuple(part.strip() for part in line.split("|"))
    for name in ("who.txt", "which.txt")
    for line in (Path(__file__).parent / name).read_text(encoding="utf-8").splitlines()
    if line.strip() and not line.startswith("#")
]


@cache
def readings() -> dict[tuple[str, str], tuple[Reading, ...]]:
    stories = [
        [Telling(text.replace("[", "").replace("]", ""), turn, "narrator", you="you") for turn, text in ((1, first), (3, second))]
        for _, first, second in LINES
    ]
    reader = Reader(read_relations(), read_data("extraction"), read_patterns())
    return {(first, second): told for (_, first, second), told in zip(LINES, reader.read_stories(stories), strict=True)}


def meant(text: str, reading: Reading) -> str | None:
    start = text.find("[")
    return next((word.id for word in reading.meant if word.start <= start < word.end), None)


@pytest.mark.parametrize(
    ("answer", "first", "second"), [line for line in LINES if line[0] not in ("missed", "merged")], ids=lambda part: part[:40]
)
def test_who_is_meant(answer: str, first: str, second: str) -> None:
    one, other = (meant(text, reading) for text, reading in zip((first, second), readings()[first, second], strict=True))
    if answer == "same":
        assert one is not None
        assert one == other
    elif answer == "nobody":
        assert one is None
    else:
        assert one is None or one != other
