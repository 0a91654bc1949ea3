"""What every noun of the story has in common: it is frozen, closed to unknown fields, and equal by content."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict


class Redactable:
    """Marks a field whose strings are somebody's words: the journal hashes them apart, so that they can be taken out."""


Words = Annotated[str, Redactable()]
"""Free text. An id, a slug or a number's unit is a plain ``str``; everything that a person reads is ``Words``."""


TAKEN_OUT = "(taken out)"


def as_shown(words: str) -> str:
    """Words in one line, or in their place that they were taken out of the record.

    >>> as_shown("He  paid."), as_shown("")
    ('He paid.', '(taken out)')
    """
    return " ".join(words.split()) or TAKEN_OUT


class Noun(BaseModel):
    """A frozen value. Two nouns with the same content are the same noun."""

    model_config = ConfigDict(frozen=True, extra="forbid")
