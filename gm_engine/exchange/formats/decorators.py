"""Lines before an entry's text that say how it is used: ``@@depth 4``, as cards of version 3, RisuAI and SillyTavern have them."""

from collections.abc import Iterable
from typing import Any

from gm_engine.exchange.formats.key_patterns import listed
from gm_engine.story.lorebook import ROLES, LorebookEntry

MARK = "@@"
NUMBERS = ("depth", "scan_depth", "probability", "priority")
PLACES = {"before_desc": "before", "after_desc": "after"}
PLAIN: dict[str, dict[str, Any]] = {
    "end": {"position": "depth", "depth": 0},
    "match_full_word": {"whole_words": True},
    "match_partial_word": {"whole_words": False},
    "unrecursive": {"ends_recursion": True},
    "recursive": {"ends_recursion": False},
    "no_recursive_search": {"not_by_recursion": True},
}
"""What those do that stand without a value."""
SECOND = {"additional_keys": "any", "exclude_keys": "not_any", "exclude_keys_all": "not_all"}
"""Those that bring keys, and by which logic they count beside the first ones."""
Decorators = tuple[tuple[str, str], ...]


def parted(content: str) -> tuple[Decorators, str]:
    """The decorators at the top of a content, and the text after them.

    >>> parted("@@depth 4\\n@@@end\\n\\nSal is grey.")
    ((('depth', '4'), ('@end', '')), 'Sal is grey.')
    """
    lines = content.split("\n")
    count = next((at for at, line in enumerate(lines) if line.strip() and not line.startswith(MARK)), len(lines))
    found = [line.removeprefix(MARK).partition(" ") for line in lines[:count] if line.startswith(MARK)]
    if not found:
        return (), content
    return tuple((name.strip(), value.strip()) for name, _, value in found), "\n".join(lines[count:])


def joined(decorators: Iterable[tuple[str, str]], text: str) -> str:
    """The content that the decorators and the text stand in.

    >>> joined([("depth", "4")], "Sal is grey.")
    '@@depth 4\\nSal is grey.'
    """
    return "\n".join([*(f"{MARK}{name} {value}".rstrip() for name, value in decorators), text])


def decorated(entry: LorebookEntry) -> LorebookEntry:
    """The entry with what its decorators do, as far as an entry has a field for it. The first of a name counts; where one is not known
    or means nothing, the fallback under it does. Keys that they bring take the place of secondary keys, if there are none yet.

    >>> decorated(LorebookEntry(id="sal", decorators=(("tints", "grey"), ("@depth", "2"), ("role", "user")))).depth
    2
    """
    seen: set[str] = set()
    known = True
    for name, value in entry.decorators:
        bare = name.removeprefix("@")
        if bare != name and known:
            continue
        done = {} if bare in seen else _done(entry, bare, value)
        known = bool(done) or bare in CARRIED
        seen |= {bare} if known else set()
        entry = entry.changed(**done)
    return entry


def dressed(entry: LorebookEntry, bare: LorebookEntry) -> Decorators:
    """The decorators of the entry, and those that make of the bare one what it is.

    >>> dressed(LorebookEntry(id="sal", position="depth", depth=2), LorebookEntry(id="sal"))
    (('depth', '2'),)
    """
    choices: list[tuple[str, str, dict[str, Any]]] = [
        ("position", "before_desc", {"position": "before"}),
        ("position", "after_desc", {"position": "after"}),
        ("depth", str(entry.depth), {"position": "depth", "depth": entry.depth}),
        *([("role", entry.role, {"role": entry.role})] if entry.position == "depth" else []),
        ("scan_depth", str(entry.scan_depth), {"scan_depth": entry.scan_depth}),
        ("priority", str(entry.priority), {"priority": entry.priority}),
        *((name, ",".join(entry.also), {"also": entry.also, "logic": logic}) for name, logic in SECOND.items()),
        *((name, "", done) for name, done in PLAIN.items() if name not in ("end", "recursive")),
    ]
    wanted = list(entry.decorators)
    for name, value, done in choices:
        meant = all(getattr(entry, field) == told and told not in (None, ()) for field, told in done.items())
        if meant and any(getattr(bare, field) != told for field, told in done.items()) and (name, value) not in wanted:
            wanted.append((name, value))
    return tuple(wanted)


CARRIED = frozenset({
    "activate", "dont_activate", "activate_only_after", "activate_only_every", "keep_activate_after_match", "dont_activate_after_match",
    "ignore_on_max_context", "is_greeting",
})  # fmt: skip
"""Known, though no field of an entry has it: whoever looks for entries looks at these decorators themselves."""


def _done(entry: LorebookEntry, name: str, value: str) -> dict[str, Any]:
    """The fields that a decorator fills; nothing for one that is not known, or whose value is none."""
    if name in PLAIN:
        return PLAIN[name]
    if name in NUMBERS and value.lstrip("-").isdecimal() and len(value) < 10:
        number = int(value)
        if name == "depth":
            return {"position": "depth", "depth": max(0, number)}
        if name == "probability":
            return {"chance": max(0, min(100, number))}
        return {name: number if name == "priority" else max(0, number)}
    if name == "position" and value in PLACES:
        return {"position": PLACES[value]}
    if name == "role" and value in ROLES:
        return {"role": value}
    if name in SECOND and not entry.also and listed(value):
        return {"also": listed(value), "logic": SECOND[name], "selective": True}
    return {}
