"""What every noun of the story has in common: it is frozen, closed to unknown fields, and equal by content."""

from functools import cache
from typing import Annotated, Any, Self, TypeVar

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

    @classmethod
    def trusted(cls, **fields: Any) -> Self:
        """The noun with these fields, which are not looked at: for values of the program's own, where thousands are made a second.

        >>> from gm_engine.story.claim import Value
        >>> Value.trusted(kind="text", text="gray") == Value(kind="text", text="gray")
        True
        """
        return _noun(cls, {**_blank(cls), **fields})

    def changed(self, **fields: Any) -> Self:
        """This noun with other values in some of its fields, which are not looked at.

        >>> from gm_engine.story.claim import Value
        >>> Value(kind="text", text="gray").changed(text="grey").text
        'grey'
        """
        return _noun(type(self), {**self.__dict__, **fields})


Kind = TypeVar("Kind", bound=Noun)
_UNKEPT: set[str] = set()


@cache
def _blank(kind: type[Noun]) -> dict[str, Any]:
    """Every field in its order, each at its default; those that have none at None."""
    return {
        name: None if field.is_required() else field.get_default(call_default_factory=True) for name, field in kind.model_fields.items()
    }


def _noun(kind: type[Kind], values: dict[str, Any]) -> Kind:
    made = object.__new__(kind)
    put = object.__setattr__
    put(made, "__dict__", values)
    put(made, "__pydantic_fields_set__", _UNKEPT)
    put(made, "__pydantic_extra__", None)
    put(made, "__pydantic_private__", None)
    return made
