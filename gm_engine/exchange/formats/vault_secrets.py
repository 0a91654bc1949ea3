"""What of a vault is for the GM alone: by the words of a name, in a line of text, and among a page's properties."""

import re
from bisect import bisect_right
from collections.abc import Mapping
from typing import Any, NamedTuple

SECRET = frozenset({"gm", "dm", "secret", "secrets", "spoiler", "spoilers", "keeper"})
"""What a folder, a tag, a property, a field, a heading, a callout, or a column of a table names is for the GM alone, where one word of the
name is one of these."""
ONLY = frozenset({"is", "only"})
"""Words that may stand beside those in the name of a property that is true of a whole page."""
SAID_OF_THE_PAGE = frozenset({"true", "yes", "false", "no", ""})
BRACKETED = re.compile(r"[\[(]([^\W_][^\[\]():|\n]{0,40})::")
BEGINS = re.compile(r"[.!?…][\"”’)*_~]*[ \t]+")
LEADS = re.compile(r"[ \t]*(?:(?:[-*+]|\d+[.)])[ \t]+)?[*_~]{0,3}([^\W_][^:*_~\n.!?]{0,40})[*_~]{0,3}:(?!:)[*_~]{0,3}[ \t]*(\S.*)")
LONGEST_LEAD = 3
"""Words of the longest name before a single colon: more are a sentence that goes on."""
MARKS = " \t*_~-+,"


class Told(NamedTuple):
    """What of a line or of properties the table may know, and what is the GM's: each with its name."""

    shown: str
    hidden: tuple[tuple[str, str], ...] = ()


def is_secret(words: str) -> bool:
    """True where one of the words marks what is for the GM alone.

    >>> is_secret("GM notes"), is_secret("Secretary")
    (True, False)
    """
    return not SECRET.isdisjoint(re.findall(r"[a-z]+", words.casefold()))


def is_of_the_page(name: str, value: Any) -> bool:
    """True for a property that says of its whole page whether it is for the GM alone, and nothing besides.

    >>> is_of_the_page("gm", True), is_of_the_page("dm-only", "yes"), is_of_the_page("secret", "She lies."), is_of_the_page("sour", True)
    (True, True, False, False)
    """
    words = re.findall(r"[a-z]+", name.casefold())
    return is_secret(name) and SECRET.union(ONLY).issuperset(words) and str(value or "").casefold() in SAID_OF_THE_PAGE


def without_secrets(line: str) -> Told:
    """A line of text without its fields that are for the GM alone.

    >>> without_secrets("She smiles. (secret:: she has (they say) a knife) GM notes:: a spy")
    Told(shown='She smiles.', hidden=(('secret', 'she has (they say) a knife'), ('GM notes', 'a spy')))
    """
    kept, hidden, done = list[str](), list[tuple[str, str]](), 0
    for found in BRACKETED.finditer(line):
        if found.start() >= done and is_secret(found[1]):
            end = _shut(line, found.end(), found[0][0])
            hidden.append((found[1].strip(MARKS), line[found.end() : end].strip()))
            kept.append(line[done : found.start()])
            done = end + 1
    shown = "".join((*kept, line[done:]))
    begins = [0, *(found.end() for found in BEGINS.finditer(shown))]
    behind = 0
    for found in re.finditer("::", shown):
        start = max(behind, begins[bisect_right(begins, found.start()) - 1])
        if is_secret(shown[start : found.start()]):
            hidden.append((shown[start : found.start()].strip(MARKS), shown[found.end() :].strip(MARKS)))
            shown = shown[:start]
            break
        behind = found.end()
    if (lead := LEADS.fullmatch(shown)) and is_secret(lead[1]) and len(lead[1].split()) <= LONGEST_LEAD:
        hidden.append((lead[1].strip(), lead[2].strip()))
        shown = ""
    return Told(shown.rstrip() if shown.strip(MARKS) else "", tuple(hidden)) if hidden else Told(line)


def _shut(line: str, at: int, opened: str) -> int:
    """Where what stands in brackets ends: with the bracket that shuts them, else with the line."""
    shuts, depth = {"[": "]", "(": ")"}[opened], 1
    for place in range(at, len(line)):
        depth += (line[place] == opened) - (line[place] == shuts)
        if not depth:
            return place
    return len(line)


def parted_properties(matter: Mapping[str, Any]) -> tuple[dict[str, Any], tuple[str, ...]]:
    """A page's properties that the table may know, and what the others say.

    >>> parted_properties({"mood": "sour", "gm": True, "gm_notes": ["a spy", "armed"], "home": {"dm": "Rye", "town": "Oakford"}})
    ({'mood': 'sour', 'gm': True, 'home': {'town': 'Oakford'}}, ('gm notes: a spy; armed', 'dm: Rye'))
    """
    shown: dict[str, Any] = {}
    hidden: list[str] = []
    for name, value in matter.items():
        if is_of_the_page(name, value) or not is_secret(name):
            shown[name], more = _parted(value)
            hidden += more
        elif words := in_words(value):
            hidden.append(f"{' '.join(re.split('[ _-]+', name))}: {words}")
    return shown, tuple(hidden)


def in_words(value: Any) -> str:
    """What a property says, on one line."""
    if isinstance(value, dict):
        return ", ".join(f"{name}: {in_words(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return "; ".join(filter(None, map(in_words, value)))
    return "" if value is None else " ".join(str(value).split()) if not isinstance(value, bool) else "yes" if value else "no"


def _parted(value: Any) -> tuple[Any, tuple[str, ...]]:
    """A property's value without what properties within it have for the GM alone, and what these say."""
    if isinstance(value, dict):
        return parted_properties({str(name): inner for name, inner in value.items()})
    if isinstance(value, list):
        rows = [_parted(one) for one in value]
        return [shown for shown, _ in rows], tuple(words for _, more in rows for words in more)
    return value, ()
