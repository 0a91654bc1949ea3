"""Who sits in the GM's chair: the built-in GMs, and those that installed packages bring."""

from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from importlib.metadata import EntryPoint
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from gm_engine.authoring import read_words
from gm_engine.bootstrap.hearers import hearer_for, hearing_endpoint
from gm_engine.bootstrap.installed_plug_ins import package_of, points
from gm_engine.bootstrap.settings_file import Settings
from gm_engine.errors import OTHERWISE, GameError, ProviderError, UnknownName
from gm_engine.journal import Journal, Ledger
from gm_engine.journal.unused import unused
from gm_engine.narrator import EmbeddedGM
from gm_engine.play.plug_ins import BROKEN
from gm_engine.providers.cassette import read_cassette, taped
from gm_engine.providers.endpoint import Endpoint
from gm_engine.providers.provider import Provider
from gm_engine.providers.recorded import RecordedGM
from gm_engine.providers.tools_in_words import Schemas
from gm_engine.story import event as happened
from gm_engine.story.completion import Completion
from gm_engine.story.letters import plain
from gm_engine.story.pack import Pack
from gm_engine.story.plug_in import miscalled
from gm_engine.story.prompt import Prompt
from gm_engine.story.question import Question
from gm_engine.story.table_rules import OF_HEARING

if TYPE_CHECKING:
    from gm_engine.providers.hearer import Hearer

GMS = ("embedded", "openai", "recorded")
PROVIDERS = "gm_engine.providers"


def make_provider(
    gm: str, pack: Pack, *, model: str = "", journal: Journal | None = None, given: Settings | None = None, schemas: Schemas | None = None,
    cassette: Path | None = None,
) -> Provider:  # fmt: skip
    """The GM of that name: a built-in one, an endpoint of the settings, else one that an installed package brings.

    A package does so by an entry point under ``gm_engine.providers``, which is called with ``pack`` and ``model``, and gives a
    Provider. ``given`` are the settings of this machine, ``schemas`` the JSON schemas of the tools that a model may call (the
    engine's own where none are given).
    Where there is a ``cassette``, answers are written to it, or told from it (``recorded``). Raises UnknownName with the nearest name.
    """
    made = _provider(gm, pack, model, journal, given, schemas, cassette)
    return taped(made, cassette) if cassette and gm != "recorded" else made


def _provider(
    gm: str, pack: Pack, model: str, journal: Journal | None, given: Settings | None, schemas: Schemas | None, cassette: Path | None
) -> Provider:
    if gm == "embedded":
        return EmbeddedGM(narrator_words(pack))
    if endpoint := endpoint_of(gm, given, model):
        from gm_engine.play.granting import schemas as of_the_engine
        from gm_engine.providers.openai import OpenAIGM

        if not endpoint.model:
            named = f", or write model under [providers.{gm}] in settings.toml" if gm != "openai" else ""
            raise GameError("", "a language model must be named.", f"Name it: --gm {gm} --model MODEL{named}", "no-model")
        if endpoint.dollars_a_campaign and not endpoint.price:
            where = f"providers.{gm}" if gm != "openai" else "providers.openai"
            what = f"dollars_a_campaign cannot be kept: no price is known for {endpoint.model}."
            raise GameError(where, what, f"Write under [{where}]: price = [2.50, 10.00] (dollars for a million tokens).", "no-price")
        heard_at = hearing_endpoint(given, endpoint) if given else endpoint
        limited = endpoint.dollars_a_campaign or (heard_at and heard_at.dollars_a_campaign)
        made = OpenAIGM(endpoint=endpoint, schemas=schemas or of_the_engine(), spent=spent(journal) if limited else 0)
        made.hearer = hearer_for(given, endpoint, made.purse)
        return made
    if gm == "recorded":
        return RecordedGM(recordings(journal) | (read_cassette(cassette) if cassette else {}))
    brought: dict[str, EntryPoint] = {}
    for point in points(PROVIDERS):
        if point.name == gm and gm in brought:
            what = f'two packages bring a GM "{gm}": {package_of(brought[gm])} and {package_of(point)}.'
            raise GameError(point.value, what, "Uninstall one of them, or name another GM: --gm embedded", "broken-plug-in")
        brought[point.name] = point
    if gm in brought:
        return _brought(brought[gm], pack, model, hearer_for(given))
    names = sorted({*GMS, *brought, *(given.providers if given else ())})
    near = get_close_matches(gm, names, 1)
    then = f"{f'Did you mean {near[0]}? ' if near else ''}There are: {', '.join(names)}."
    raise UnknownName("", f'there is no GM called "{gm}".', then, slug="unknown-gm")


def _brought(point: EntryPoint, pack: Pack, model: str, hearer: "Hearer | None" = None) -> Provider:
    """The GM of an installed package; ``hearer`` is asked what the hearing asks. Raises GameError with its name and the package
    where it is none, or cannot be made."""
    try:
        made = point.load()(pack=pack, model=model)
        wrong = lacking(made) or (f"it calls itself {made.name!r}" if made.name != point.name else "")
    except GameError:
        raise
    except BROKEN as error:  # a stranger's package may raise anything
        wrong = " ".join(plain(f"{type(error).__name__}: {error}").split())
    if wrong:
        what = f'the GM "{point.name}" of the package {package_of(point)} could not be made: {wrong}.'
        raise GameError(point.value, what, "Mend the package, or name another GM: --gm embedded", "broken-plug-in")
    complete = made.complete

    def answering(prompt: Prompt, on_text: Callable[[str], None] | None = None) -> Completion:
        try:
            answer: Completion = complete(prompt, on_text)
            return answer
        except GameError:
            raise
        except BROKEN as error:
            why = " ".join(plain(f"{type(error).__name__}: {error}").split())
            what = f'the GM "{point.name}" of the package {package_of(point)} failed: {why}.'
            raise ProviderError("", what, f"Nothing was written and your words are kept. {OTHERWISE}", "broken-plug-in") from error

    with suppress(AttributeError):  # one that lets nothing be set fails as it fails
        made.complete = answering
        if hearer is not None:
            _heard_by(made, hearer)
    return cast("Provider", made)


def _heard_by(made: Any, hearer: "Hearer") -> None:
    """Let ``hearer`` answer the questions of hearing that a GM would be asked; any others are the GM's, where it answers any."""
    others = getattr(made, "ask", None)

    def ask(question: Question) -> Completion:
        if question.purpose in OF_HEARING:
            return hearer.ask(question)
        if others is None:
            raise ProviderError("", f'the GM "{made.name}" answers no questions.', "Name another GM, or write under [table]: reads = []")
        answer: Completion = others(question)
        return answer

    made.hearer, made.ask = hearer, ask


def fit_to_tell(provider: object) -> Provider:
    """The provider itself. Raises GameError where something that a GM must have is missing, and says what."""
    if isinstance(provider, type):
        raise GameError(
            "provider", f"{provider.__name__} is a class, and a GM is wanted.", f"Write: provider={provider.__name__}()", "no-gm"
        )
    if lacks := lacking(provider):
        what = f"{type(provider).__name__} is no GM: {lacks}."
        raise GameError("provider", what, "What a provider must have: gm_engine.Provider, and docs/library.md", "no-gm")
    return cast("Provider", provider)


def lacking(provider: object) -> str:
    """What a GM must have and this one has not, in a few words; empty where it has everything."""
    kinds = {"name": str, "version": str, "repeatable": bool}
    lacks = [f"{part} ({kind.__name__})" for part, kind in kinds.items() if not isinstance(getattr(provider, part, None), kind)]
    lacks += [f"{part} (not empty)" for part in ("name", "version") if getattr(provider, part, None) == ""]
    lacks += [] if callable(getattr(provider, "complete", None)) else ["complete(prompt, on_text=None)"]
    return f"it lacks {', '.join(lacks)}" if lacks else miscalled(provider)


def closing_of(provider: Provider | None) -> tuple[Callable[[], None], ...]:
    """What must be called when a GM that was made here is no longer needed: its own ``close``, where it has one."""
    close = getattr(provider, "close", None)
    return (close,) if callable(close) else ()


def endpoint_of(gm: str, given: Settings | None = None, model: str = "") -> Endpoint | None:
    """The endpoint behind a GM's name, with its model and price; None where there is none behind it.

    >>> endpoint_of("embedded"), endpoint_of("openai", model="m").model
    (None, 'm')
    """
    written = given.providers if given else {}
    if gm in ("embedded", "recorded") or (gm != "openai" and gm not in written):
        return None
    endpoint = written.get(gm, Endpoint())
    model = model or endpoint.model
    price = endpoint.price or ((given.prices or {}).get(model, ()) if given else ())
    return endpoint.model_copy(update={"model": model, "price": tuple(price)})


def who_tells(given: Settings, gm: str = "", model: str = "", provider: str = "") -> tuple[str, str]:
    """The GM and the model that are meant: by the options ``--gm``, ``--model`` and ``--provider``, else by the settings.

    Raises GameError where two GMs are named.
    """
    gm = named_gm(gm, provider) or given.gm
    named = given.providers.get(gm)
    return gm, model or (named.model if named else "") or given.model


def who_notes(given: Settings, gm: str = "", model: str = "", provider: str = "") -> tuple[str, str]:
    """The GM and the model that are to note what was told: as ``who_tells`` has them, and OpenAI's where only a model is named."""
    gm, model = who_tells(given, gm, model, provider)
    return "openai" if gm == "embedded" and model else gm, model


def named_gm(gm: str, provider: str) -> str:
    """The GM that ``--gm`` and ``--provider`` name together; empty where neither does. Raises GameError where they name two."""
    if provider and gm not in ("", "openai", provider):
        raise GameError("--provider", f'"{provider}" is named, and --gm {gm} too.', "Leave out one of the two.", "bad-usage")
    return provider or gm


def spent(journal: Journal | None) -> int:
    """What a story's answers have cost on all its branches, in millionths of a dollar, drafts, questions and vectors included."""
    if journal is None:
        return 0
    entries = (*journal.entries(), *journal.elsewhere())
    told = sum(entry.event.completion.cost for entry in entries if isinstance(entry.event, happened.ANSWERED))
    return (
        told
        + sum(fee.cost for fee in journal.fees().values())
        + (sum(one.cost for one in unused(journal)) if isinstance(journal, Ledger) else 0)
    )


def narrator_words(pack: Pack) -> dict[str, tuple[str, ...]]:
    """The narrator's word lists: those of the pack's genre, with its own in their place."""
    return {**read_words(pack.stock), **pack.words}


def recordings(journal: Journal | None) -> dict[tuple[str, int], Completion]:
    """The answers on record along a journal's branch: by the hash of their prompt and the number of the attempt, those to questions
    by the question's hash and 0."""
    found: dict[tuple[str, int], Completion] = {}
    attempt = 0
    for entry in journal.entries() if journal else ():
        event = entry.event
        if isinstance(event, happened.PlayerSpoke):
            attempt = event.attempt
        elif isinstance(event, happened.ModelAsked):
            found[event.question_hash, 0] = event.completion
        elif isinstance(event, happened.CompletionReceived | happened.DraftReceived) and event.prompt_hash:
            found[event.prompt_hash, attempt] = event.completion
    return found
