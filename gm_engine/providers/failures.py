"""What went wrong with a call, in words that say what to set."""

import ssl
from collections.abc import Callable
from contextlib import suppress
from difflib import get_close_matches
from functools import cache
from importlib import import_module
from typing import Any, NamedTuple

from gm_engine.providers.abilities import TOO_LONG
from gm_engine.providers.endpoint import KEY_ENV, Endpoint, shown_address
from gm_engine.providers.hidden_keys import scrubbed
from gm_engine.providers.waiting import may_pass
from gm_engine.story.letters import plain

KEPT = "Nothing was written and your words are kept."
QUOTED = 160
"""So much of what a server said is repeated."""
SHOWN = 240
"""So much of a draft is repeated in a message."""
SPENT = ("insufficient_quota", "billing", "insufficient credits", "payment required")


class Failure(NamedTuple):
    """What happened, what to set, and the slug."""

    what: str
    then: str
    slug: str = "provider-silent"


@cache
def errors() -> tuple[type[Exception], ...]:
    """Everything that a call may raise. Old clients let the errors of the library beneath them through."""
    import openai

    return (openai.OpenAIError, OSError, ValueError, *(library.HTTPError for library in _libraries()))


@cache
def trusted() -> ssl.SSLContext:
    """The certificates that are trusted, read once: that takes longer than a call to a server nearby."""
    made: ssl.SSLContext = _libraries()[0].create_ssl_context()
    return made


def _libraries() -> list[Any]:
    """The library beneath the official client: new clients have another one than old clients had."""
    found = []
    for name in ("httpx2", "httpx"):
        with suppress(ImportError):
            found.append(import_module(name))
    return found


def status_of(error: Exception) -> int:
    """The HTTP status that an error came with; 0 where it came with none."""
    status = getattr(error, "status_code", 0)
    return status if isinstance(status, int) else 0


def spent_out(error: Exception) -> bool:
    """True where an account has no credit left: to wait does not help."""
    said = f"{getattr(error, 'code', '')} {error}".lower()
    return status_of(error) == 402 or (status_of(error) == 429 and any(word in said for word in SPENT))


def explained(error: Exception, endpoint: Endpoint, model: str, key: str, models: Callable[[], list[str]]) -> Failure:
    """What to tell the player of an error. ``models`` lists those that the endpoint has; it is asked only where that helps."""
    import openai

    quoted = said(error, key)
    status = status_of(error)
    variable = endpoint.key_env or KEY_ENV
    base = "OPENAI_BASE_URL" if endpoint.name == "openai" else f"base_url under [providers.{endpoint.name}]"
    if 300 <= status < 400 and isinstance(error, openai.APIStatusError):
        way = shown_address(error.response.headers.get("location", ""))[:QUOTED]
        then = f"Nothing was sent there. If you trust it, set {base} to where it should go."
        return Failure(f'sends on to "{way}", and that is not followed.', then, "sent-elsewhere")
    if status == 401:
        return Failure(f"refused the key: {quoted}", f"Set {variable} to a key that this endpoint takes.", "key-refused")
    if status == 403:
        then = f"Set {variable} to a key that may use this model, or name another one: --model MODEL."
        return Failure(f"refused the key: {quoted}", then, "key-refused")
    if status == 404:
        return Failure(f"is not there: {quoted}", f"{_nearest(model, models)}Does {base} end where it should (/v1)?", "no-such-model")
    if spent_out(error):
        return Failure(f"has no credit left: {quoted}", "Fill up the account, or name another endpoint: --provider NAME.", "no-credit")
    if status and TOO_LONG.search(str(error)):
        then = "Lower total under [budget] in settings.toml (or --budget lean), or raise the server's context length."
        return Failure(f"cannot hold the prompt: {quoted}", then, "prompt-too-long")
    if isinstance(error, openai.APITimeoutError):
        return Failure(f"did not answer within {endpoint.first_word:g} seconds.", "Is the endpoint busy? first_word sets how long to wait.")
    if isinstance(error, openai.APIConnectionError):
        why = said(error.__cause__, key) if error.__cause__ else ""
        return Failure(f"cannot be reached{f': {why}' if why else ''}.", f"Does the server run? Set {base} to its address.", "unreachable")
    if status == 429:
        return Failure(f"is asked too much: {quoted}", "Wait a little, or lower requests_a_minute.", "endpoint-busy")
    if 400 <= status < 500 and not may_pass(status):
        then = f"To wait will not help. Name another model: --model MODEL. Is {base} a chat endpoint?"
        return Failure(f"does not take the request: {quoted}", then)
    if status or isinstance(error, openai.APIError):
        return Failure(f"failed: {quoted}", "Wait a little.")
    return Failure(f"cannot be understood: {quoted}", f"Is {base} a chat endpoint?", "not-understood")


def _nearest(model: str, models: Callable[[], list[str]]) -> str:
    """The models that the endpoint has, the nearest first; nothing where it does not say."""
    there = models()
    shown = ", ".join(get_close_matches(model, there, 3, 0.5) or there[:5])
    return f"Name one that it has: --model {shown}. " if shown else ""


def said(error: BaseException, key: str) -> str:
    """What an endpoint said, in one line, not too long, and without a key."""
    words, body = str(error), getattr(error, "body", None)
    more = next((body[name] for name in ("message", "detail") if body.get(name)), "") if isinstance(body, dict) else body
    if isinstance(more, str) and more not in words:
        words = f"{words} - {more}"
    return scrubbed(plain(" ".join(words.split())), key)[:QUOTED]


def broken(heard: str, how: str) -> Failure:
    """A stream that came to no end: ``how``, and what had arrived, quoted from its end."""
    shown = heard if len(heard) <= SHOWN else f"… {heard[-SHOWN:].partition(' ')[2]}"
    return Failure(f'{how} after "{shown}".', "What had arrived is kept as a draft. Is the connection good?", "broken-stream")
