"""What is known by the hash of its content: prompts and questions, under which answers are kept."""

import json
from collections.abc import Mapping
from functools import cached_property
from hashlib import blake2b
from typing import Any, Self

from gm_engine.story.noun import Noun


class Hashed(Noun):
    """A noun with a hash; a copy of it has one of its own."""

    @property
    def hashed(self) -> Any:
        """What counts in the hash, as a JSON value."""
        return self.model_dump(mode="json")

    @cached_property
    def hash(self) -> str:
        """``b2:`` and the BLAKE2b-128 of the content in canonical JSON."""
        form = json.dumps(self.hashed, sort_keys=True, ensure_ascii=False, separators=(",", ":"))
        return "b2:" + blake2b(form.encode(), digest_size=16).hexdigest()

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """A copy with other parts, and with a hash of its own."""
        copied = super().model_copy(update=update, deep=deep)
        copied.__dict__.pop("hash", None)
        return copied
