"""Who says what a text means: a model on this machine, or one behind an endpoint that ``[memory]`` of ``settings.toml`` names."""

from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import TYPE_CHECKING, Any

from pydantic import Field, ValidationError

from gm_engine import meaning
from gm_engine.errors import GameError
from gm_engine.memory.meanings import Meanings
from gm_engine.providers.endpoint import Endpoint
from gm_engine.providers.provider import Provider
from gm_engine.story.noun import Noun

if TYPE_CHECKING:
    from gm_engine.bootstrap.settings_file import Settings

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


def meanings_for(
    given: "Settings | None", provider: Provider | None = None, spent: int = 0, *, cassette: Path | None = None, live: bool = True
) -> Meanings | None:
    """What gives vectors here; None where nothing does, and words do all.

    ``provider`` is the GM, and ``spent`` what the campaign has cost before, in millionths of a dollar: memory and GM share one limit.
    Vectors of an endpoint are put on the ``cassette``, or taken from it; where this is not ``live``, no endpoint is asked.
    """
    if given is None or not given.memory.endpoint:
        mark = meaning.mark()
        return Meanings(mark, meaning.embed) if mark else None
    from gm_engine.providers.embeddings import Embeddings
    from gm_engine.providers.limits import Purse
    from gm_engine.providers.taped_vectors import TapedVectors

    endpoint, wanted = embedding_endpoint(given), given.memory
    purse = getattr(getattr(provider, "provider", provider), "purse", None)
    beside = purse if isinstance(purse, Purse) else Purse(endpoint, spent)
    model = Embeddings(endpoint, dimensions=wanted.dimensions, purse=beside)
    embed = TapedVectors(cassette, model.mark, model.embed if live else None).embed if cassette or not live else model.embed
    return Meanings(model.mark, embed, remote=True, spent=model.spent)


def tried(given: "Settings") -> int:
    """How many numbers the vectors of ``[memory]`` have, found out by asking for one. Raises ProviderError where there is none."""
    from gm_engine.providers.embeddings import Embeddings

    [vector] = Embeddings(embedding_endpoint(given), dimensions=given.memory.dimensions).embed(["The lamp burns low."])
    return len(vector)


def embedding_endpoint(given: "Settings") -> Endpoint:
    """The endpoint of ``[memory]``, as its embeddings are asked for."""
    wanted = given.memory
    endpoint = given.providers.get(wanted.endpoint, Endpoint())
    price = wanted.price or ((given.prices or {}).get(wanted.model, (0.0,)))[0]
    waits = {"first_word": wanted.wait, "patience": min(wanted.wait, endpoint.patience)}
    return endpoint.model_copy(update={"model": wanted.model, "price": (price, 0.0) if price else (), **waits})
