"""What all questions to a second reader have in common: story text goes as data, and an answer is rows of plain values or nothing."""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from gm_engine.story.completion import Completion
from gm_engine.story.question import Question

LEAST_WORDS = 3
"""Words of a quote: what is shorter may stand anywhere, unless it is a whole sentence."""
SIGNS = str.maketrans(dict.fromkeys("’‘ʼ", "'") | dict.fromkeys("“”„", '"') | dict.fromkeys("–—‑−", "-") | dict.fromkeys("\u00a0\n", " "))
"""Signs that models set otherwise when they quote, each by one that stands for it: nothing changes its place."""


@dataclass(frozen=True)
class Asked:
    """An answer, and the hash of the question under which it is on record; and that ``question``, where it was put in other words."""

    question_hash: str
    completion: Completion
    question: Question | None = None


Ask = Callable[[Question], Asked | None]
"""Asks a model; None where none is asked. Where a model was asked and failed, its answer has no text, and a note says why."""


def form(rows: str, most: int, **properties: Mapping[str, Any]) -> str:
    """The JSON schema of an answer: an object with one list, of objects with just these properties, all of them required."""
    row = {"type": "object", "properties": properties, "required": list(properties), "additionalProperties": False}
    schema = {
        "type": "object", "properties": {rows: {"type": "array", "items": row, "maxItems": most}}, "required": [rows],
        "additionalProperties": False,
    }  # fmt: skip
    return json.dumps(schema, sort_keys=True)


def rows(answer: str, name: str, most: int) -> Iterator[Mapping[str, Any]]:
    """The rows of an answer, ``most`` of them at most. Whatever else it may be, it holds none.

    >>> list(rows('{"claims": [{"quote": "He waits."}, 7]}', "claims", 9)), list(rows("no", "claims", 9))
    ([{'quote': 'He waits.'}], [])
    """
    try:
        told = json.loads(answer)
    except (ValueError, RecursionError):
        return
    found = told.get(name) if isinstance(told, dict) else told
    if isinstance(found, list):
        yield from (row for row in found[:most] if isinstance(row, dict))


def words(row: Mapping[str, Any], key: str, most: int) -> str:
    """A row's words in one line; empty where they are none, too long, or no text that can be written down."""
    told = row.get(key)
    if not isinstance(told, str) or len(told) > most:
        return ""
    line = " ".join(told.split())
    return line if line.isprintable() else ""


def verbatim(row: Mapping[str, Any], key: str) -> str:
    """What a row quotes, byte for byte; empty where it quotes nothing."""
    told = row.get(key)
    return told if isinstance(told, str) and told.strip() else ""


def as_written(text: str) -> str:
    """A text with plain quotation marks, dashes and blanks, letter by letter in the same places.

    >>> as_written("“She’s gone” – and\\nnobody asks.")
    '"She\\'s gone" - and nobody asks.'
    """
    return text.translate(SIGNS)
