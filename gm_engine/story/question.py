"""A question to a language model beside the telling: what does this text claim, do these two clash, how would you word this."""

import json
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal, Self

from gm_engine.story.noun import Noun, Words


class Question(Noun):
    """``form`` is the JSON schema of the answer, as JSON; empty where words are wanted. ``most`` are the tokens of an answer at most."""

    purpose: Literal["claims", "conflicts", "summary", "recap", "card", "probe"]
    system: Words
    user: Words
    form: str = ""
    most: int = 800

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with other parts, and with a hash of its own."""
        copied = super().model_copy(update=update, deep=deep)
        copied.__dict__.pop("hash", None)
        return copied

    @cached_property
    def hash(self) -> str:
        """``b2:`` and the BLAKE2b-128 of all that is asked: an answer is kept under it."""
        form = json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return "b2:" + blake2b(form.encode(), digest_size=16).hexdigest()
