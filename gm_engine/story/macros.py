"""Macros in a lorebook's texts: filled in where they are known here, taken out where they are not."""

import re
from collections.abc import Callable, Mapping
from typing import NamedTuple

MACRO = re.compile(r"\{\{([^{}]*)\}\}|<(char|bot|user)>", re.IGNORECASE)
UNSEEN = ("//", "comment:", "hidden_key:", "original", "trim", "newline", "noop")
CHOICES = re.compile(r"(random|pick)\s*:{1,2}(.*)", re.IGNORECASE | re.DOTALL)
DIE = re.compile(r"roll[\s:]+(?:1?d)?(\d+)", re.IGNORECASE)
OUTLET = re.compile(r"outlet::(.+)", re.IGNORECASE | re.DOTALL)
DEEPEST = 5
NARRATOR = "the narrator"
"""Who ``{{char}}`` is where there is nobody else."""


class Filled(NamedTuple):
    """A text whose macros are filled in, and those that are not known here and were taken out."""

    text: str
    unknown: tuple[str, ...] = ()


def first(_: int) -> int:
    """Chooses the first where nothing is thrown."""
    return 1


def filled(
    text: str,
    char: str,
    user: str,
    choose: Callable[[int], int] = first,
    outlets: Mapping[str, str] | None = None,
    *,
    scanned: bool = False,
) -> Filled:
    """A text with the names and choices in it. ``outlets`` are the texts by the names of their outlets; without them ``{{outlet::…}}``
    stays. ``scanned``: as it is looked through for keys, its hidden keys with it.

    >>> filled("{{Char}} likes <USER>.{{// a remark}}", "Ana", "Bo").text
    'Ana likes Bo.'
    >>> filled("It is {{random:hot,cold}} at {{time}}.", "Ana", "Bo")
    Filled(text='It is hot at .', unknown=('{{time}}',))
    """
    if "{{" not in text and "<" not in text:
        return Filled(text)
    unknown: dict[str, None] = {}

    def put(found: re.Match[str]) -> str:
        inside = (found[1] if found[1] is not None else found[2]).strip()
        name = inside.casefold()
        if name in ("char", "bot"):
            return char
        if name == "user":
            return user
        if name.startswith(UNSEEN):
            return inside.partition(":")[2].strip() if scanned and name.startswith("hidden_key:") else ""
        if choices := CHOICES.fullmatch(inside):
            given = re.split(r"::" if "::" in choices[2] else r"(?<!\\),", choices[2])
            return given[choose(len(given)) - 1].replace("\\,", ",").strip()
        if die := DIE.fullmatch(inside):
            return str(choose(max(1, int(die[1][:9]))))
        if outlet := OUTLET.fullmatch(inside):
            return found[0] if outlets is None else outlets.get(outlet[1].strip(), "")
        unknown[found[0]] = None
        return ""

    for _ in range(DEEPEST):
        after = MACRO.sub(put, text)
        if after == text:
            break
        text = after
    return Filled(text.strip(), tuple(unknown))


def with_names(text: str, char: str, user: str) -> str:
    """A text with the two names in it, and everything else as it stands.

    >>> with_names("{{char}} meets <USER> at {{time}}", "Ana", "Bo")
    'Ana meets Bo at {{time}}'
    """
    names = {"char": char, "bot": char, "user": user}
    return MACRO.sub(lambda found: names.get((found[1] or found[2] or "").strip().casefold(), found[0]), text)


def outlets_in(text: str) -> tuple[str, ...]:
    """The outlets that a text asks for."""
    return tuple(found[1].strip() for macro in MACRO.finditer(text) if macro[1] and (found := OUTLET.fullmatch(macro[1].strip())))
