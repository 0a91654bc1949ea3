"""How a definite event came out: verdicts, dams that held or burst, attempts that failed or worked."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from gm_engine.extraction.scope import Found, Scope

if TYPE_CHECKING:
    from spacy.tokens import Token


def read(token: "Token", scope: Scope) -> Iterator[Found]:
    """What a token says of it."""
    yield from ()
