"""What an endpoint can do with a model, as far as it has been found out: each refusal is a step down, remembered."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Lock
from typing import Any, Literal

from gm_engine.providers.messages import plain_roles

Form = Literal["schema", "json", "tool", "text"]
"""How an answer is held to a form: by its schema, to JSON, as the arguments of a call, or by words alone."""
LOWER: dict[Form, Form] = {"schema": "json", "json": "tool", "tool": "text"}
CALLED = re.compile(r"\btools?\b|tool_choice|function.call", re.IGNORECASE)
NAMED = (
    ("form", re.compile(r"response_format|json_schema|json_object|structured output|json mode|guided|grammar", re.IGNORECASE)),
    ("call", CALLED),
    ("tools", CALLED),
    ("counts", re.compile(r"stream_options|include_usage", re.IGNORECASE)),
    ("limit", re.compile(r"max_(?:completion_)?tokens", re.IGNORECASE)),
    ("taste", re.compile(r"temperature|top_p|sampling", re.IGNORECASE)),
    ("wishes", re.compile(r"penalt|\bstop\b|\bseed\b", re.IGNORECASE)),
    ("stream", re.compile(r"\bstream(?:ing)?\b", re.IGNORECASE)),
)
ROLES = re.compile(
    r"\broles?\b.{0,40}\b(?:alternate|order)|system (?:role|message)|(?:last|first|expected) role|role.{0,12}system", re.IGNORECASE
)
TASTE = ("temperature", "top_p")
WISHES = ("presence_penalty", "frequency_penalty", "seed", "stop")
LACKS = re.compile(r"support|requires?\b|unknown|unrecognized|unexpected|not allowed|not enabled|invalid|extra", re.IGNORECASE)
PLAIN_REFUSAL = (400, 422)
NAMED_REFUSAL = (404, 405, 500, 501)
TOO_LONG = re.compile(
    r"context.{0,12}(?:length|size|window)|maximum context|too many tokens|prompt is too long|exceeds? the.{0,20}context", re.I
)


@dataclass(frozen=True)
class Abilities:
    """What requests may hold. ``limit`` is the name by which tokens are limited (empty: not at all), ``taste`` temperature and top_p,
    ``wishes`` what else a front-end may ask for: where words end, a seed, penalties.

    ``roles``: there may be system messages, and any role after any other. ``unopened``: its text begins with thoughts that end with
    ``</think>``. ``thinks``: it needs room for thoughts.
    """

    tools: bool = True
    form: Form = "schema"
    stream: bool = True
    roles: bool = True
    counts: bool = True
    taste: bool = True
    wishes: bool = True
    limit: str = "max_tokens"
    unopened: bool = False
    thinks: bool = False

    def without(self, what: str) -> "Abilities":
        """One step down."""
        if what == "form":
            lower = LOWER.get(self.form, "text")
            return replace(self, form=lower if self.tools or lower != "tool" else "text")
        if what == "call":
            return replace(self, form="text")
        if what == "limit":
            return replace(self, limit="max_completion_tokens" if self.limit == "max_tokens" else "")
        changes: dict[str, Any] = {what: False}
        if what == "tools" and self.form == "tool":
            changes["form"] = "text"
        return replace(self, **changes)


def uses(body: Mapping[str, Any]) -> tuple[str, ...]:
    """Which abilities a request needs. ``call`` is a call that the model is held to: it may call where it must not be made to."""
    asked = {
        "form": "response_format" in body,
        "call": "tool_choice" in body,
        "tools": "tools" in body and "tool_choice" not in body,
        "counts": "stream_options" in body,
        "taste": any(name in body for name in TASTE),
        "wishes": any(name in body for name in WISHES),
        "limit": "max_tokens" in body or "max_completion_tokens" in body,
        "stream": bool(body.get("stream")),
        "roles": plain_roles(body.get("messages", [])) != body.get("messages", []),
    }
    return tuple(name for name, wanted in asked.items() if wanted)


def step_down(abilities: Abilities, body: Mapping[str, Any], status: int, message: str) -> Abilities | None:
    """What to try next where an endpoint refused a request for what it holds; None where that cannot be the reason."""
    if status not in (*PLAIN_REFUSAL, *NAMED_REFUSAL) or TOO_LONG.search(message):
        return None
    held = uses(body)
    if "roles" in held and ROLES.search(message):
        return abilities.without("roles")
    if LACKS.search(message) or status in PLAIN_REFUSAL:
        for name, pattern in NAMED:
            if name in held and pattern.search(message):
                return abilities.without(name)
    return abilities.without(held[0]) if held and status in PLAIN_REFUSAL else None


_known: dict[tuple[str, str], Abilities] = {}
_lock = Lock()


def remembered(address: str, model: str) -> Abilities:
    """What was found out of an endpoint and a model since the program was started."""
    with _lock:
        return _known.get((address, model), Abilities())


def remember(address: str, model: str, abilities: Abilities) -> None:
    """Keep what was found out, for all who ask the same endpoint."""
    with _lock:
        _known[address, model] = abilities
