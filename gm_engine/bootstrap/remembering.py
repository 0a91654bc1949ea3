"""Who says what a text means: a model on this machine, or one behind an endpoint that ``[memory]`` of ``settings.toml`` names."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from pydantic import Field, ValidationError

from gm_engine.errors import GameError
from gm_engine.providers.endpoint import Endpoint
from gm_engine.story.noun import Noun

EXAMPLE = 'Write under [memory]: endpoint = "desk" (a table [providers.desk]), model = "MODEL".'


class Remembering(Noun):
    """``[memory]``: the name of an ``endpoint`` and its ``model`` for embeddings (both empty: the model on this machine, if there is one).

    ``dimensions`` is how many numbers a vector is to have (0: as many as the model gives), ``price`` is dollars for a million
    tokens, ``wait`` seconds for an answer at most: then words do.
    """

    endpoint: str = ""
    model: str = ""
    dimensions: int = Field(0, ge=0, le=8192)
    price: float = Field(0.0, ge=0)
    wait: float = Field(15.0, gt=0, le=300)


def read_remembering(written: Mapping[str, Any], providers: Mapping[str, Endpoint], file: Path) -> Remembering:
    """``[memory]`` of ``settings.toml``. Raises GameError for what cannot be."""
    table, where = written.get("memory", {}), f"{file}: memory"
    if not isinstance(table, dict):
        raise GameError(where, "memory is no table.", EXAMPLE, "bad-settings")
    for key in table:
        if key not in Remembering.model_fields:
            near = get_close_matches(key, Remembering.model_fields, 1)
            there = f"{f'Did you mean {near[0]}? ' if near else ''}There are: {', '.join(Remembering.model_fields)}."
            raise GameError(where, f'there is no setting "{key}".', there, "bad-settings")
    try:
        found = Remembering.model_validate(table)
    except ValidationError as error:
        wrong = error.errors(include_input=False, include_url=False)[0]
        raise GameError(where, f"{wrong['loc'][0]}: {wrong['msg']}.", "Mend it; docs/memory.md shows an example.", "bad-settings") from None
    if found.endpoint and found.endpoint != "openai" and found.endpoint not in providers:
        there = ", ".join(["openai", *(name for name in providers if name != "openai")])
        then = f"Write a table [providers.{found.endpoint}], or name one that there is: {there}."
        raise GameError(where, f'there is no endpoint "{found.endpoint}".', then, "bad-settings")
    if bool(found.endpoint) != bool(found.model):
        raise GameError(where, f"{'model' if found.endpoint else 'endpoint'} is not named.", EXAMPLE, "bad-settings")
    return found
