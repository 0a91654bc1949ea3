"""Names of people, beasts, ships and towns: true names, only names, the name in the book."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.scope import Found, Scope

if TYPE_CHECKING:
    from spacy.tokens import Token


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of it."""
    yield from ()
