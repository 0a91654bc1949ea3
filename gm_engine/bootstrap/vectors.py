"""What gives vectors here: a model on this machine, or one behind the endpoint that the settings name."""

from pathlib import Path

from gm_engine import meaning
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.memory.meanings import Meanings
from gm_engine.providers.endpoint import Endpoint
from gm_engine.providers.provider import Provider


def meanings_for(
    given: Settings | None, provider: Provider | None = None, spent: int = 0, *, cassette: Path | None = None, live: bool = True
) -> Meanings | None:
    """What gives vectors here; None where nothing does, and words do all.

    ``provider`` is the GM, and ``spent`` what the campaign has cost before, in millionths of a dollar: memory and GM share one limit.
    Vectors of an endpoint are put on the ``cassette``, or taken from it; where this is not ``live``, no endpoint is asked.
    """
    if given is None or not given.memory.endpoint:
        mark = meaning.mark()
        return Meanings(mark, meaning.embed) if mark else None
    from gm_engine.providers.embeddings import Embeddings
    from gm_engine.providers.rate_limits import Purse
    from gm_engine.providers.taped_vectors import TapedVectors

    endpoint, wanted = embedding_endpoint(given), given.memory
    purse = getattr(getattr(provider, "provider", provider), "purse", None)
    beside = purse if isinstance(purse, Purse) else Purse(endpoint, spent)
    model = Embeddings(endpoint, dimensions=wanted.dimensions, purse=beside)
    embed = TapedVectors(cassette, model.mark, model.embed if live else None).embed if cassette or not live else model.embed
    return Meanings(model.mark, embed, remote=True, spent=model.spent)


def tried(given: Settings) -> int:
    """How many numbers the vectors of ``[memory]`` have, found out by asking for one. Raises ProviderError where there is none."""
    from gm_engine.providers.embeddings import Embeddings

    [vector] = Embeddings(embedding_endpoint(given), dimensions=given.memory.dimensions).embed(["The lamp burns low."])
    return len(vector)


def embedding_endpoint(given: Settings) -> Endpoint:
    """The endpoint of ``[memory]``, as its embeddings are asked for."""
    wanted = given.memory
    endpoint = given.providers.get(wanted.endpoint, Endpoint())
    price = wanted.price or ((given.prices or {}).get(wanted.model, (0.0,)))[0]
    waits = {"first_word": wanted.wait, "patience": min(wanted.wait, endpoint.patience)}
    return endpoint.model_copy(update={"model": wanted.model, "price": (price, 0.0) if price else (), **waits})
