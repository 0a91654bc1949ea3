"""What of a Twine story's memory matters where: which values may still be asked for from a passage on, and whose visits are counted."""

import re
from collections.abc import Iterator, Mapping

from gm_engine.exchange.formats.twine_expression import Node, Unreadable, names_in, parsed
from gm_engine.exchange.formats.twine_told import VARIABLE
from gm_engine.exchange.formats.twine_tree import BACK, Arms, Asked, Call, Do, Go, Include, Loop, Part, Print, Way, Words, inside
from gm_engine.exchange.formats.twine_values import MOST_VALUES

VISITS = "visits:"
"""Before the name of a passage: how often it was come to."""
BEFORE = "before"
"""The passage that was come from."""
MOST_COUNTED = 10
PAST = re.compile(r"\b(?:visited|hasVisited|visits?|history)\b")
TEXTS = re.compile(r""""([^"]*)"|'([^']*)'""")
NAMES = re.compile(r"[$_]?[A-Za-z_]\w*")
TargetNames = tuple[set[str], bool]


class Matters:
    """Names of what may still be asked for: a number with a bit for each, and which bit is whose."""

    def __init__(self, bits: int, places: Mapping[str, int]) -> None:
        self.bits, self.places = bits, places

    def __contains__(self, name: str) -> bool:
        place = self.places.get(name)
        return place is not None and bool(self.bits >> place & 1)


def counted_in(trees: Mapping[str, tuple[Part, ...]]) -> dict[str, int]:
    """The passages whose visits the story asks for, each with the number up to which they are counted."""
    found: set[str] = set()
    most = 1
    for name, parts in trees.items():
        for source in sources_in(parts):
            if PAST.search(source):
                texts = [one or other for one, other in TEXTS.findall(source)]
                found |= {text for text in texts if text in trees} or {name}
                found |= {name} if re.search(r"\bvisits?\b|visited\(\s*\)", source) else set()
                most = max([most, *(int(number) for number in re.findall(r"\b\d{1,4}\b", source))])
    return {name: min(most + 1, MOST_COUNTED) for name in sorted(found)[:MOST_VALUES]}


def matters_in(trees: Mapping[str, tuple[Part, ...]], made: Mapping[str, tuple[Part, ...]]) -> dict[str, "Matters"]:
    """For each passage what may still be asked for by whoever comes to it: names of values, visits, where one came from."""
    counted = {f"{VISITS}{one}" for one in counted_in(trees)}
    anywhere = {name for parts in (*trees.values(), *made.values()) for source in sources_in(parts) for name in read_in(source)}
    by_macros = {name for parts in made.values() for source in sources_in(parts) for name in read_in(source)}
    asks: dict[str, set[str]] = {}
    settles: dict[str, set[str]] = {}
    leads: dict[str, set[str] | None] = {}
    for name, parts in trees.items():
        asks[name], settles[name] = _first_asked(parts)
        sources = list(sources_in(parts))
        if any(PAST.search(source) for source in sources):
            asks[name] |= counted
        if any(BACK in source for source in sources):
            asks[name].add(BEFORE)
        if any(isinstance(part, Call) and part.name in made for part in _deep(parts)):
            asks[name] |= by_macros
        targets, asked = targets_in(parts)
        leads[name] = None if asked else {one for one in targets if one in trees}
    come_from: dict[str, set[str]] = {}
    for name, others in leads.items():
        for one in others or ():
            come_from.setdefault(one, set()).add(name)
    for name in [one for one in trees if BEFORE in asks[one]]:
        if (to := leads[name]) is not None:
            leads[name] = to | come_from.get(name, set())
    return _spread(asks, settles, leads, anywhere | counted)


def _spread(
    asks: Mapping[str, set[str]], settles: Mapping[str, set[str]], leads: Mapping[str, set[str] | None], everything: set[str]
) -> dict[str, "Matters"]:
    """What each passage asks for, with what those ask for that it leads to and that it does not settle itself: as numbers, a bit for each
    name, which are handed back along the ways until nothing changes."""
    names = sorted({*everything, *(one for found in asks.values() for one in found)})
    bits = {one: 1 << number for number, one in enumerate(names)}
    whole, before = sum(bits[one] for one in everything), bits.get(BEFORE, 0)
    found = {name: sum(bits[one] for one in asked) for name, asked in asks.items()}
    kept = {name: ~(sum(bits[one] for one in settled if one in bits) | before) for name, settled in settles.items()}
    for name, to in leads.items():
        found[name] |= whole & (kept[name] | before) if to is None else 0
    order = _last_first(leads)
    changed = True
    while changed:
        changed = False
        for name in order:
            more = found[name]
            for one in leads[name] or ():
                more |= found[one] & kept[name]
            changed = changed or more != found[name]
            found[name] = more
    places = {one: number for number, one in enumerate(names)}
    return {name: Matters(number, places) for name, number in found.items()}


def _last_first(leads: Mapping[str, set[str] | None]) -> list[str]:
    """The passages, each behind those that it leads to, as far as they do not lead in a circle."""
    found: list[str] = []
    seen: set[str] = set()
    for first in leads:
        if first in seen:
            continue
        seen.add(first)
        work = [(first, iter(sorted(leads[first] or ())))]
        while work:
            name, rest = work[-1]
            for one in rest:
                if one not in seen:
                    seen.add(one)
                    work.append((one, iter(sorted(leads[one] or ()))))
                    break
            else:
                found.append(name)
                work.pop()
    return found


def targets_in(parts: tuple[Part, ...]) -> TargetNames:
    """The passages that parts lead to or tell, and whether there are others that only play says."""
    found: set[str] = set()
    asked = False
    for part in _deep(parts):
        if isinstance(part, (Way, Go, Include)) and part.target:
            if part.asked:
                asked = asked or part.target != BACK
                found |= {one or other for one, other in TEXTS.findall(part.target)}
            else:
                found |= {part.target, " ".join(part.target.split())}
    return found, asked


def sources_in(parts: tuple[Part, ...]) -> Iterator[str]:
    """Every expression in parts, and every variable in their words."""
    for part in _deep(parts):
        yield from _sources(part)


def read_in(source: str) -> set[str]:
    """The names of the values that an expression asks for, or that it sets."""
    found: set[str] = set()
    for harlowe in (False, True):
        try:
            for node in parsed(source.strip(), harlowe):
                found |= names_in(node)
            return found
        except Unreadable:
            continue
    return set(NAMES.findall(source))


def _sources(part: Part) -> Iterator[str]:
    if isinstance(part, Words):
        yield from VARIABLE.findall(part.text)
    elif isinstance(part, (Do, Print)):
        yield part.source
    elif isinstance(part, Asked):
        yield part.condition
    elif isinstance(part, Arms):
        yield from (condition for condition, _ in part.arms if condition)
    elif isinstance(part, (Way, Go, Include)) and part.asked:
        yield part.target
    elif isinstance(part, Loop):
        yield from (one for one in (part.first, part.condition, part.then, part.over) if one)
    elif isinstance(part, Call):
        yield part.given
    if isinstance(part, Way) and part.sets:
        yield part.sets


def _deep(parts: tuple[Part, ...]) -> Iterator[Part]:
    waiting = list(reversed(parts))
    while waiting:
        part = waiting.pop()
        yield part
        for body in inside(part):
            waiting += reversed(body)


def _first_asked(parts: tuple[Part, ...]) -> tuple[set[str], set[str]]:
    """What parts ask for before they have set it themselves, and what they set in any case."""
    asks: set[str] = set()
    sets: set[str] = set()
    for part in parts:
        if isinstance(part, Do):
            done = _plain_sets(part.source)
            if done is not None:
                for name, read in done:
                    asks |= read - sets
                    sets.add(name)
                continue
        for one in _deep((part,)):
            for source in _sources(one):
                asks |= read_in(source) - sets
    return asks, sets


def _plain_sets(source: str) -> list[tuple[str, set[str]]] | None:
    """What an expression sets, each with what is asked for to do so; None where it does anything else."""
    for harlowe in (False, True):
        try:
            nodes: tuple[Node, ...] = parsed(source.strip(), harlowe)
        except Unreadable:
            continue
        found: list[tuple[str, set[str]]] = []
        for node in nodes:
            if node[0] != "set" or node[1][0] != "name":
                return None
            read = names_in(node[3])
            found.append((node[1][1], {*read, node[1][1]} if "it" in read or node[2] != "=" else read))
        return found
    return None
