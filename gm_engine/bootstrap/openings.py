"""In which of its ways a campaign begins: the one that is asked for, the first, or the next in turn."""

import re

from gm_engine.authoring.margin_note import nearest
from gm_engine.errors import UnknownName
from gm_engine.storage import Store
from gm_engine.story.pack import Pack


def opening_named(pack: Pack, name: str) -> str:
    """The opening asked for, else the pack's first; empty for a pack that has none. Raises UnknownName."""
    found = pack.opening(name)
    if name and found is None:
        known = [one.name for one in pack.openings]
        then = f"It has: {', '.join(known)}." if known else "It begins in one way only: leave the opening out."
        near = nearest(name, known)
        raise UnknownName("", f'{pack.title} has no opening "{name}".', f"Nearest: {near}. {then}" if near else then, "unknown-opening")
    return found.name if found else ""


def next_opening(store: Store, pack: Pack) -> str:
    """The opening that comes next in turn: each campaign of the pack that is saved under its own name has used one up."""
    own = re.compile(rf"{re.escape(pack.id)}(?:-\d+)?")
    begun = sum(bool(own.fullmatch(name)) for name in store.names())
    return pack.openings[begun % len(pack.openings)].name if pack.openings else ""
