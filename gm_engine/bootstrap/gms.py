"""Who sits in the GM's chair: the built-in GMs, and those that installed packages bring."""

from difflib import get_close_matches
from importlib.metadata import entry_points

from gm_engine.authoring import read_words
from gm_engine.errors import GameError, UnknownName
from gm_engine.journal import Journal
from gm_engine.narrator import EmbeddedGM
from gm_engine.providers.provider import Provider
from gm_engine.providers.recorded import RecordedGM
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.pack import Pack

GMS = ("embedded", "openai", "recorded")
PROVIDERS = "gm_engine.providers"


def make_provider(gm: str, pack: Pack, *, model: str = "", journal: Journal | None = None) -> Provider:
    """The GM of that name: a built-in one, else one that an installed package brings under the entry points ``gm_engine.providers``.

    Such an entry point is called with ``pack`` and ``model``, and gives a Provider. Raises UnknownName with the nearest name.
    """
    if gm == "embedded":
        return EmbeddedGM(narrator_words(pack))
    if gm == "openai":
        from gm_engine.providers.openai import OpenAIGM

        if not model:
            raise GameError("", "a language model must be named.", "Name it: --gm openai --model MODEL", "no-model")
        return OpenAIGM(model)
    if gm == "recorded":
        return RecordedGM(recordings(journal))
    brought = {point.name: point for point in entry_points(group=PROVIDERS)}
    if gm in brought:
        made: Provider = brought[gm].load()(pack=pack, model=model)
        return made
    names = sorted({*GMS, *brought})
    near = get_close_matches(gm, names, 1)
    then = f"{f'Did you mean {near[0]}? ' if near else ''}There are: {', '.join(names)}."
    raise UnknownName("", f'there is no GM called "{gm}".', then, slug="unknown-gm")


def narrator_words(pack: Pack) -> dict[str, tuple[str, ...]]:
    """The narrator's word lists, with the pack's own in their place."""
    return {**read_words(), **pack.words}


def recordings(journal: Journal | None) -> dict[tuple[str, int], Completion]:
    """The answers on record along a journal's branch, by the hash of their prompt and the number of the attempt."""
    found: dict[tuple[str, int], Completion] = {}
    attempt = 0
    for entry in journal.entries() if journal else ():
        if isinstance(entry.event, happened.PlayerSpoke):
            attempt = entry.event.attempt
        elif isinstance(entry.event, happened.CompletionReceived) and entry.event.prompt_hash:
            found[entry.event.prompt_hash, attempt] = entry.event.completion
    return found
