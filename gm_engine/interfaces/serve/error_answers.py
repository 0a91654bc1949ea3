"""What goes wrong, as an answer: the same where, what, then and slug as in the terminal, with a fitting status. Never a traceback."""

import re
from pathlib import PurePath
from typing import Any

from gm_engine.errors import OTHERWISE, BudgetTooSmall, CampaignBusy, GameError, ProviderError, UnknownName
from gm_engine.interfaces.serve.server_limits import Crowded, Elsewhere

STATUS = {
    "crowded": 429, "too-many-requests": 429, "too-large": 413, "no-entry": 401, "wrong-door": 403, "not-found": 404, "not-allowed": 405,
    "bad-request": 400, "fault": 500, "reader-fault": 500, "name-taken": 409, "branch-exists": 409, "story-ended": 409, "cannot-undo": 409,
    "nothing-to-undo": 409, "long-history": 409, "no-such-turn": 404, "no-such-telling": 404, "no-such-session": 404, "unknown-turn": 404,
    "disk-full": 507,
    "wrong-type": 415, "no-second-reader": 409, "read-only": 503, "no-credit": 402, "endpoint-busy": 503, "prompt-too-long": 422,
    "stopped": 409, "too-slow": 408, "unknown-format": 415, "too-many-files": 413, "would-lose": 422,
    "no-answer": 503, "server-busy": 503, "worker-gone": 503, "gone-on": 409, "damaged-journal": 500, "chain-broken": 500,
}  # fmt: skip
"""By slug; where none is named, the kind of error says."""
KINDS: tuple[tuple[type[GameError], int], ...] = (
    (Crowded, 429),
    (Elsewhere, 421),
    (CampaignBusy, 423),
    (UnknownName, 404),
    (ProviderError, 502),
    (BudgetTooSmall, 422),
)
OWNER = "X-GM-Owner"
"""The header in which a worker names the one that plays a campaign."""
TYPES = {401: "authentication_error", 403: "permission_error", 404: "invalid_request_error", 429: "rate_limit_error"}


def status_of(error: GameError) -> int:
    """The HTTP status of an error."""
    return STATUS.get(error.slug) or next((status for kind, status in KINDS if isinstance(error, kind)), 400)


def headers_of(error: GameError) -> dict[str, str]:
    """What goes with it: when to try again; or which worker to ask."""
    if isinstance(error, Elsewhere):
        return {OWNER: str(error.owner)}
    again = isinstance(error, CampaignBusy) or error.slug in ("no-answer", "server-busy", "worker-gone")
    after = error.after if isinstance(error, Crowded) else 5 if again else 0
    return {"Retry-After": str(after)} if after else {}


def place_of(error: GameError) -> str:
    """Where it went wrong; of a file of this machine its name and not its folder, for who asks may sit elsewhere."""
    place = PurePath(error.where)
    return place.name if place.is_absolute() else error.where


ROUTES = (
    (re.compile(re.escape(OTHERWISE)), "Ask again; GET /healthz says whether this server itself is up."),
    (re.compile(r"See: gm list\b"), "GET /api/campaigns lists them"),
    (re.compile(r"gm lore NAME lists (?:everybody|them)|All of them: gm lore NAME"), "All of them: GET /api/campaigns/NAME/lore"),
    (re.compile(r"Begin one: gm play \w+"), "Begin one: POST /api/campaigns"),
    (re.compile(r"Say it again: gm play NAME --again"), "Send it again"),
    (re.compile(r"gm (?:settle \S+|/settle) (\S+) (\w+)(?: --\w+ \S+)*"), r'POST .../conflicts/\1 with the resolution "\2"'),
)
"""What the terminal says to type, and what there is to ask over HTTP."""
TYPED = re.compile(r"\bgm [a-z]|(?<![\w-])--[a-z]|\(at the table:")
"""Words that only the terminal understands."""
SENTENCE = re.compile(r"(?<=[.!?])\s+")


def advice_of(error: GameError) -> str:
    """What to do next, as whoever asks over HTTP can do it: a sentence that only the terminal understands is left out.

    >>> advice_of(GameError("", "no.", "There are 3. See: gm list", "x"))
    'There are 3. GET /api/campaigns lists them'
    >>> advice_of(GameError("", "no.", "Write: gm split NAME WHO. Name another.", "x"))
    'Name another.'
    """
    words = error.then
    for typed, route in ROUTES:
        words = typed.sub(route, words)
    said = [sentence for sentence in SENTENCE.split(words) if not TYPED.search(sentence)]
    return " ".join(said) if said or not words else "GET /openapi.json has what can be asked."


def told(error: GameError) -> dict[str, Any]:
    """An error of the REST API."""
    return {"error": {"where": place_of(error), "what": error.what, "then": advice_of(error), "slug": error.slug}}


def told_openai(error: GameError) -> dict[str, Any]:
    """The same as OpenAI's clients expect it."""
    status = status_of(error)
    kind = TYPES.get(status) or ("server_error" if status >= 500 else "invalid_request_error")
    where = f"{place}: " if (place := place_of(error)) else ""
    message = " ".join(part for part in (f"{where}{error.what}", advice_of(error)) if part)
    return {"error": {"message": message, "type": kind, "param": None, "code": error.slug}}


def mended(error: Exception) -> GameError:
    """Any error as one that a person can read; of one that nobody foresaw, its kind and no more."""
    if isinstance(error, GameError):
        return error
    if isinstance(error, RecursionError):
        return GameError("", "the input is nested too deeply.", "Make it flatter.", "too-deep")
    if isinstance(error, UnicodeError):
        return GameError("", "there are signs in it that are no letters.", "Send whole characters, in UTF-8.", "bad-request")
    if isinstance(error, MemoryError):
        return GameError("", "there is not enough memory for this.", "Send less at once.", "too-large")
    then = "What was saved is safe. Please report it; the server's own screen says where it happened if it runs with GM_DEBUG=1."
    return GameError("", f"a fault of the program itself: {type(error).__name__}.", then, "fault")


def answer_for(error: GameError, path: str) -> dict[str, Any]:
    """An error's body by the door that was knocked at."""
    return told_openai(error) if path.startswith("/v1/") else told(error)
