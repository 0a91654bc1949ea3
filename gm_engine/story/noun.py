"""What every noun of the story has in common: it is frozen, closed to unknown fields, and equal by content."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict


class Redactable:
    """Marks a field whose strings are somebody's words: the journal hashes them apart, so that they can be taken out."""


Words = Annotated[str, Redactable()]
"""Free text. An id, a slug or a number's unit is a plain ``str``; everything that a person reads is ``Words``."""


class Noun(BaseModel):
    """A frozen value. Two nouns with the same content are the same noun."""

    model_config = ConfigDict(frozen=True, extra="forbid")
