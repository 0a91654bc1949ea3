"""The chain: each entry's hash covers its event and the hash of the entry before.

An event is hashed in canonical JSON (sorted keys, no spaces, UTF-8) in which every text stands by its own salted hash.
So a text can be taken out later, and the chain still holds. This *sealed form* is also what is kept: it needs no
knowledge of today's nouns to be checked.
"""

import json
import re
from collections.abc import Callable, Iterable, Mapping
from hashlib import blake2b
from typing import Any, NamedTuple

from gm_engine.errors import JournalError
from gm_engine.journal.redactable_words import exchange
from gm_engine.story.event import Event

ROOT = ""
"""What stands for the parent of a journal's first entry."""

Salter = Callable[[], str]
Texts = Mapping[str, tuple[str, str] | None]
"""A text's hash: its salt and the text itself; None once it has been redacted."""

DIGEST = re.compile(r'"(b2:[0-9a-f]{32})"')


class Sealed(NamedTuple):
    """An event as it is hashed and kept: ``form`` holds no words, ``texts`` holds them."""

    form: str
    texts: Texts


def canonical(value: Any) -> str:
    """The one way of writing a JSON value."""
    return json.dumps(value, sort_keys=True, ensure_ascii=False, separators=(",", ":"), allow_nan=False)


def digest(*parts: str) -> str:
    """``b2:`` and the BLAKE2b-128 of the parts, joined by line feeds.

    >>> digest("", '{"kind":"turn_closed"}')
    'b2:a036fa5c3630bb10b0a24f8d21afbc89'
    """
    return "b2:" + blake2b("\n".join(parts).encode(), digest_size=16).hexdigest()


def seal(event: Event, salter: Salter) -> Sealed:
    """The event with each of its texts under a salt of its own."""
    texts: dict[str, tuple[str, str] | None] = {}

    def stand_in(text: str) -> str:
        salt = salter()
        name = digest(salt, text)
        texts[name] = (salt, text)
        return name

    try:
        form = event.model_dump(mode="json")
        exchange(type(event), form, stand_in)
        return Sealed(canonical(form), texts)
    except (UnicodeEncodeError, ValueError) as error:
        where = f"turn {event.turn}: {event.kind}"
        raise JournalError(where, f"this cannot be written down: {error}", "Take out what is no text or whole number.") from error


def unseal(sealed: Sealed) -> str:
    """The event in JSON with its words put back. A redacted text is an empty one."""
    texts = sealed.texts
    if not texts:
        return sealed.form

    def words(found: re.Match[str]) -> str:
        name = found[1]
        if name not in texts:
            return found[0]
        kept = texts[name]
        return '""' if kept is None else json.dumps(kept[1], ensure_ascii=False)

    return DIGEST.sub(words, sealed.form)


def salts(sealed: Sealed) -> tuple[str, ...]:
    """One salt for each text, in the order in which canonical JSON shows them; a redacted text's is its ``b2:`` hash."""
    found = []
    for name in DIGEST.findall(sealed.form):
        if name in sealed.texts:
            kept = sealed.texts[name]
            found.append(name if kept is None else kept[0])
    return tuple(found)


def entry_hash(parent: str, event: Event, salts: Iterable[str]) -> str:
    """The hash that an entry with this event has after ``parent``: for checking a record by hand.

    Needs as many salts as the event has texts. Redacted texts can only be checked from the journal itself.
    """
    grains = iter(salts)

    def grain() -> str:
        for salt in grains:
            return salt
        raise ValueError("there are fewer salts than texts")

    return digest(parent, seal(event, grain).form)


def plain_digest(event: Event) -> str:
    """The event's digest without salts: two fresh runs of one story are compared by it."""
    return digest(canonical(event.model_dump(mode="json")))
