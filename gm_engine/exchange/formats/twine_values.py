"""What a Twine story counts and remembers while it is followed: the values of its expressions, worked out as its format would.

What cannot be worked out is UNKNOWN, and whatever is made of it is UNKNOWN too. Chance gives its first outcome, and says so in ``drawn``.
"""

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gm_engine.exchange.formats.twine_expression import Node, Unreadable, parsed

UNKNOWN = object()
LARGEST = 10**15
LONGEST_TEXT = 10_000
"""Letters of a value, with those of all that lie in it."""
LONG_SINCE = 10**9
"""How many thousandths of a second a passage of Harlowe has been read, as far as it asks: what comes after a while has come."""
MOST_ITEMS = 500
"""Items of a value, with those of all that lie in it."""
DEEPEST = 20
"""So deep may the items of a value lie in each other."""
MOST_VALUES = 1_000
"""Values that a story remembers at one moment."""
PROGRAMS = frozenset({"setup", "config", "engine", "now", "random", "browser", "window", "document", "trail", "story", "Date", "Math"})
"""What belongs to the program, and is no value of the story's."""
MOST_STEPS = 5_000
"""Steps of one expression."""
MOST_STEPS_EVER = 2_000_000
"""Steps of all expressions of a story, as often as they are worked out; from there on none is."""
LETTERS_A_STEP = 50
"""A long text, or one that is looked through, counts as steps."""


class Pairs(NamedTuple):
    """A table of names and values, in the order of its names."""

    items: tuple[tuple[str, Any], ...] = ()

    def __getitem__(self, key: Any) -> Any:
        return dict(self.items).get(key)


@dataclass
class Spent:
    """How many steps were taken so far to work out a story."""

    steps: int = 0


@dataclass
class Memory:
    """What is remembered at one moment. ``visits`` counts passages; ``here`` and ``before`` are the names of this one and the
    last. ``bare``: values have names without a sign before them. ``spent`` is the whole story's."""

    values: dict[str, Any] = field(default_factory=dict)
    visits: Mapping[str, int] = field(default_factory=dict)
    here: str = ""
    before: str = ""
    tags: tuple[str, ...] = ()
    harlowe: bool = False
    bare: bool = False
    drawn: set[str] = field(default_factory=set)
    spent: Spent = field(default_factory=Spent)

    def worked(self, source: str) -> Any:
        """The value of the last of the expressions in a text; UNKNOWN for what cannot be read or worked out.

        >>> Memory({"$coins": 3}).worked("$coins gte 2 and not $lamp")
        True
        """
        return self.each(source)[-1]

    def remember(self, name: str, value: Any) -> None:
        """Sets a value; a new one only where there is room for it."""
        if name in self.values or len(self.values) < MOST_VALUES:
            self.values[name] = value

    def visited(self, name: str) -> Any:
        """How often a passage was come to, as far as that is counted."""
        return self.visits.get(name, UNKNOWN if len(self.visits) >= MOST_VALUES else 0)

    def each(self, source: str) -> list[Any]:
        """The values of the expressions in a text, one after the other; one UNKNOWN where it cannot be read."""
        try:
            return _Work(self, source).several(parsed(source.strip(), self.harlowe)) or [UNKNOWN]
        except Unreadable:
            return [UNKNOWN]


def shown(value: Any, harlowe: bool = False) -> str:
    """A value as a passage prints it.

    >>> shown(True), shown(2.0), shown(("a", "b"))
    ('true', '2', 'a, b')
    """
    if value is UNKNOWN or value is None or isinstance(value, Pairs):
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < LARGEST else f"{value:.6g}"
    if isinstance(value, tuple):
        return ("," if harlowe else ", ").join(shown(item, harlowe) for item in value)
    return str(value)


def holds(value: Any) -> bool | None:
    """Whether a condition with this value holds; None where that is not known."""
    if value is UNKNOWN:
        return None
    return True if isinstance(value, (tuple, Pairs)) else bool(value)


def _kept(value: Any) -> Any:
    """The value, as far as it is small enough to be kept."""
    if isinstance(value, bool) or value is None or value is UNKNOWN:
        return value
    if isinstance(value, (int, float)):
        if not -LARGEST < value < LARGEST:
            return UNKNOWN
        return int(value) if isinstance(value, float) and value.is_integer() else value
    if isinstance(value, str):
        return value if len(value) <= LONGEST_TEXT else UNKNOWN
    items = value.items if isinstance(value, Pairs) else value
    return value if UNKNOWN not in items and _is_small(value) else UNKNOWN


def _is_small(value: tuple[Any, ...]) -> bool:
    """True for a list or a table that has, with all that lies in it, no more items, letters and levels than are kept."""
    items = letters = 0
    level: list[Any] = [value]
    for _ in range(DEEPEST):
        inside: list[Any] = []
        for one in level:
            if isinstance(one, Pairs):
                items += len(one.items)
                letters += sum(len(name) for name, _ in one.items[:MOST_ITEMS])
                inside += [item for _, item in one.items[:MOST_ITEMS]]
            elif isinstance(one, tuple):
                items += len(one)
                inside += one[:MOST_ITEMS]
            elif isinstance(one, str):
                letters += len(one)
            if items > MOST_ITEMS or letters > LONGEST_TEXT:
                return False
        if not inside:
            return True
        level = inside
    return False


def _numeric(value: Any) -> bool:
    return isinstance(value, (int, float))


class _Work:
    """One expression, worked out."""

    def __init__(self, memory: Memory, source: str) -> None:
        self.memory, self.source = memory, source
        self.it: Any = UNKNOWN
        self.steps = 0

    def several(self, nodes: tuple[Node, ...]) -> list[Any]:
        found: list[Any] = []
        for node in nodes:
            if node[0] == "spread":
                inside = self.value(node[1])
                found += inside if isinstance(inside, tuple) and not isinstance(inside, Pairs) else [UNKNOWN]
            else:
                found.append(self.value(node))
        return found

    def value(self, node: Node) -> Any:
        self.steps += 1
        self.memory.spent.steps += 1
        if self.steps > MOST_STEPS or self.memory.spent.steps > MOST_STEPS_EVER:
            return UNKNOWN
        if node[0] in ("it", "spread"):
            return self.it if node[0] == "it" else UNKNOWN
        made: Callable[[Node], Any] = getattr(self, f"_{node[0]}")
        found = made(node)
        if isinstance(found, (str, tuple)):
            self.costs(found)
        return _kept(found)

    def costs(self, *values: Any) -> None:
        """Counts what it takes to look through long values as steps."""
        sizes = [len(one.items if isinstance(one, Pairs) else one) for one in values if isinstance(one, (str, tuple))]
        more = sum(sizes) // LETTERS_A_STEP
        if len(sizes) == 2 and isinstance(values[0], tuple) and isinstance(values[1], tuple):
            more += sizes[0] * sizes[1] // LETTERS_A_STEP
        self.steps += more
        self.memory.spent.steps += more

    def _value(self, node: Node) -> Any:
        return node[1]

    def _name(self, node: Node) -> Any:
        name = node[1]
        if name in self.memory.values:
            return self.memory.values[name]
        if self.memory.harlowe and name in ("visits", "visit"):
            return self.memory.visited(self.memory.here)
        if self.memory.harlowe and name == "time":
            return LONG_SINCE
        if name[0] in "$_" or (self.memory.bare and name not in PROGRAMS):
            return UNKNOWN if len(self.memory.values) >= MOST_VALUES else 0 if self.memory.harlowe else None
        return UNKNOWN

    def _list(self, node: Node) -> Any:
        return tuple(self.several(node[1]))

    def _map(self, node: Node) -> Any:
        return Pairs(tuple(sorted((key, self.value(item)) for key, item in dict(node[1]).items())))

    def _not(self, node: Node) -> Any:
        found = holds(self.value(node[1]))
        return UNKNOWN if found is None else not found

    def _minus(self, node: Node) -> Any:
        found = self.value(node[1])
        return -found if _numeric(found) else UNKNOWN

    def _and(self, node: Node) -> Any:
        one, other = holds(self.value(node[1])), holds(self.value(node[2]))
        return False if one is False or other is False else UNKNOWN if None in (one, other) else True

    def _or(self, node: Node) -> Any:
        one, value = self.value(node[1]), self.value(node[2])
        if not self.memory.harlowe:
            first = holds(one)
            return UNKNOWN if first is None else one if first else value
        compared = node[1]
        while compared[0] == "or":
            compared = compared[2] if compared[2][0] == "two" else compared[1]
        if not isinstance(value, bool) and value is not UNKNOWN and compared[0] == "two":
            value = _two(compared[1], self.value(compared[2]), value)
        first, other = holds(one), holds(value)
        return True if first or other else UNKNOWN if None in (first, other) else False

    def _choice(self, node: Node) -> Any:
        found = holds(self.value(node[1]))
        return UNKNOWN if found is None else self.value(node[2] if found else node[3])

    def _two(self, node: Node) -> Any:
        one = self.value(node[2])
        self.it = one if node[1] in ("==", "!=", "<", ">", "<=", ">=") else self.it
        other = self.value(node[3])
        self.costs(one, other)
        return _two(node[1], one, other)

    def _part(self, node: Node) -> Any:
        if node[1] == ("name", "passage"):
            asked = {"visits": self.memory.visited(self.memory.here), "name": self.memory.here}
            return asked.get(node[2][1], UNKNOWN)
        whole, key = self.value(node[1]), self.value(node[2])
        if whole is UNKNOWN or key is UNKNOWN:
            return UNKNOWN
        if isinstance(whole, Pairs):
            return whole[shown(key)]
        if isinstance(whole, (tuple, str)):
            if key in ("length", "size"):
                return len(whole)
            if isinstance(key, int) and not isinstance(key, bool):
                place = key - (key > 0) if self.memory.harlowe else key
                return whole[place] if -len(whole) <= place < len(whole) and (place >= 0 or self.memory.harlowe) else None
        return UNKNOWN

    def _set(self, node: Node) -> Any:
        before = self.value(node[1])
        self.it = before
        made = self.value(node[3])
        if node[2] != "=":
            made = _two(node[2][0], before, made)
        made = _kept(made)
        self.put(node[1], made)
        return made if node[1][0] != "name" or node[1][1] in self.memory.values else UNKNOWN

    def put(self, where: Node, made: Any) -> None:
        """Writes a value where a name, or a part of one, says."""
        if where[0] == "name":
            self.memory.remember(where[1], made)
        elif where[0] == "part" and where[1][0] in ("name", "part"):
            whole, key = self.value(where[1]), self.value(where[2])
            if made is UNKNOWN or key is UNKNOWN:
                whole = UNKNOWN
            elif isinstance(whole, Pairs):
                whole = Pairs(tuple(sorted({**dict(whole.items), shown(key): made}.items())))
            elif isinstance(whole, tuple) and isinstance(key, int):
                place = key - (key > 0) if self.memory.harlowe else key
                items = list(whole)
                if 0 <= place < len(items):
                    items[place] = made
                elif place == len(items):
                    items.append(made)
                whole = tuple(items) if 0 <= place <= len(whole) else UNKNOWN
            else:
                whole = UNKNOWN
            self.put(where[1], _kept(whole))

    # --- what can be called

    def _call(self, node: Node) -> Any:
        name, given = node[1], self.several(node[2])
        if name in ("visited", "hasVisited", "history", "lastVisited", "visits"):
            return self.past(name, given)
        if name in ("either", "random", "randomFloat", "shuffled", "dm-names"):
            self.memory.drawn.add(self.source)
        if name == "either":
            flat = [item for one in given for item in (one if isinstance(one, tuple) and not self.memory.harlowe else (one,))]
            return flat[0] if flat else UNKNOWN
        if name == "passage":
            return self.memory.here if not given else UNKNOWN
        if name == "previous":
            return self.memory.before
        if name == "tags" and not given:
            return self.memory.tags
        if name in ("dm", "datamap"):
            pairs = [(shown(key), item) for key, item in zip(given[::2], given[1::2], strict=False)]
            return Pairs(tuple(sorted(dict(pairs).items())))
        if name == "cond":
            for asked, item in zip(given[:-1:2], given[1::2], strict=False):
                if (found := holds(asked)) is not False:
                    return item if found else UNKNOWN
            return given[-1] if given else UNKNOWN
        if UNKNOWN in given or name not in FUNCTIONS:
            return UNKNOWN
        return _tried(FUNCTIONS[name], given)

    def past(self, name: str, given: list[Any]) -> Any:
        """How often passages were come to."""
        if name == "history" and not given:
            return tuple(sorted(one for one, count in self.memory.visits.items() if count))
        if UNKNOWN in given or name in ("lastVisited", "history"):
            return UNKNOWN
        names = [item for one in given for item in (one if isinstance(one, tuple) else (one,))] or [self.memory.here]
        counts = [self.memory.visited(shown(one)) for one in names]
        if UNKNOWN in counts:
            return UNKNOWN
        return all(counts) if name == "hasVisited" else min(counts)

    def _method(self, node: Node) -> Any:
        if node[1] == ("name", "Math"):
            given = self.several(node[3])
            if node[2] == "random":
                self.memory.drawn.add(self.source)
                return 0
            return _tried(FUNCTIONS[node[2]], given) if node[2] in MATH and UNKNOWN not in given else UNKNOWN
        whole, name, given = self.value(node[1]), node[2], self.several(node[3])
        if whole is UNKNOWN or UNKNOWN in given:
            if name in CHANGED and node[1][0] in ("name", "part"):
                self.put(node[1], UNKNOWN)
            return UNKNOWN
        if isinstance(whole, tuple) and not isinstance(whole, Pairs):
            if name in ("random", "either"):
                self.memory.drawn.add(self.source)
                return whole[0] if whole else None
            if name in CHANGED:
                after, answer = CHANGED[name](whole, given)
                self.put(node[1], _kept(after))
                return answer
        if isinstance(whole, (tuple, str)) and name in ASKED:
            return _tried(ASKED[name], [whole, *given])
        return UNKNOWN


def _tried(made: Callable[..., Any], given: list[Any]) -> Any:
    try:
        return made(*given)
    except (TypeError, ValueError, ArithmeticError, LookupError, AttributeError):
        return UNKNOWN


def _two(sign: str, one: Any, other: Any) -> Any:
    if one is UNKNOWN or other is UNKNOWN:
        return UNKNOWN
    return _tried(SIGNS[sign], [one, other])


def _added(one: Any, other: Any) -> Any:
    if isinstance(one, str) or isinstance(other, str):
        return shown(one) + shown(other)
    if isinstance(one, Pairs) and isinstance(other, Pairs):
        return Pairs(tuple(sorted({**dict(one.items), **dict(other.items)}.items())))
    return one + other


def _less(one: Any, other: Any) -> Any:
    if isinstance(one, str) and isinstance(other, str):
        return one.replace(other, "")
    if isinstance(one, tuple) and isinstance(other, tuple):
        return tuple(item for item in one if item not in other)
    return one - other


def _same(one: Any, other: Any) -> bool:
    return bool(one == other) and (isinstance(one, bool) == isinstance(other, bool) or {one, other} <= {0, 1})


def _times(one: Any, other: Any) -> Any:
    return one * other if _numeric(one) and _numeric(other) else UNKNOWN


def _power(one: Any, other: Any) -> Any:
    if not _numeric(one) or not _numeric(other) or abs(other) >= 50 or abs(one) >= 1000:
        return UNKNOWN
    made = one**other
    return UNKNOWN if isinstance(made, complex) else made


def _rest(one: Any, other: Any) -> Any:
    return math.fmod(one, other) if other else UNKNOWN


def _ordered(item: Any) -> tuple[str, str]:
    """By what it is told as, and where two are told alike, by their kinds."""
    return str(item), type(item).__name__


def _flat(items: tuple[Any, ...]) -> list[Any]:
    return [item for one in items for item in (one if isinstance(one, tuple) else (one,))]


def _within(whole: Any, item: Any) -> bool:
    if isinstance(whole, Pairs):
        return any(key == item for key, _ in whole.items)
    return item in whole


def _at_least(one: Any, other: Any) -> Any:
    return (one or 0) >= (other or 0) if not isinstance(one, str) and not isinstance(other, str) else one >= other


def _above(one: Any, other: Any) -> Any:
    return (one or 0) > (other or 0) if not isinstance(one, str) and not isinstance(other, str) else one > other


SIGNS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": _added, "-": _less, "*": _times, "**": _power, "%": _rest, "/": lambda a, b: a / b if b else UNKNOWN,
    "==": _same, "!=": lambda a, b: not _same(a, b), ">": _above, ">=": _at_least, "<": lambda a, b: _above(b, a),
    "<=": lambda a, b: _at_least(b, a), "contains": _within, "in": lambda a, b: _within(b, a), "lacks": lambda a, b: not _within(a, b),
    "not in": lambda a, b: not _within(b, a),
}  # fmt: skip
FUNCTIONS: Mapping[str, Callable[..., Any]] = {
    "floor": math.floor, "ceil": math.ceil, "abs": abs, "min": min, "max": max, "round": lambda n, *_: math.floor(n + 0.5),
    "trunc": math.trunc,
 "sqrt": math.sqrt, "random": lambda *bounds: 0 if len(bounds) == 1 else min(bounds), "clamp": lambda n, a, b: max(a, min(n, b)),
    "a": lambda *items: tuple(items), "array": lambda *items: tuple(items),
    "ds": lambda *items: tuple(sorted(dict.fromkeys(items), key=_ordered)),
    "str": lambda *items: "".join(shown(item) for item in items), "string": lambda *items: "".join(shown(item) for item in items),
    "text": lambda *items: "".join(shown(item) for item in items), "num": float, "number": float, "Number": float, "String": shown,
    "parseInt": lambda n, *_: int(float(n)), "parseFloat": float, "uppercase": str.upper, "lowercase": str.lower,
    "upperfirst": lambda text: text[:1].upper() + text[1:], "count": lambda whole, *items: sum(whole.count(item) for item in items),
    "joined": lambda by, *items: by.join(shown(item) for item in items), "reversed": lambda *items: tuple(reversed(items)),
    "range": lambda a, b: tuple(range(min(a, b), min(max(a, b), min(a, b) + MOST_ITEMS) + 1)),
}  # fmt: skip
MATH = frozenset({"floor", "ceil", "abs", "min", "max", "round", "trunc", "sqrt", "clamp"})
ASKED: Mapping[str, Callable[..., Any]] = {
    "includes": lambda whole, item: item in whole, "includesAny": lambda whole, *items: any(item in whole for item in items),
    "includesAll": lambda whole, *items: all(item in whole for item in items), "contains": lambda whole, item: item in whole,
    "indexOf": lambda whole, item: whole.index(item) if item in whole else -1, "count": lambda whole, item: whole.count(item),
    "toUpperCase": str.upper, "toLowerCase": str.lower, "toUpperFirst": lambda text: text[:1].upper() + text[1:], "trim": str.strip,
    "join": lambda whole, by=",": by.join(shown(item) for item in whole), "first": lambda whole: whole[0] if whole else None,
    "last": lambda whole: whole[-1] if whole else None, "toString": shown, "slice": lambda whole, a=0, b=None: whole[a:b],
    "startsWith": str.startswith,
    "concat": lambda whole, *more: whole + (tuple(_flat(more)) if isinstance(whole, tuple) else "".join(more)),
}  # fmt: skip
CHANGED: Mapping[str, Callable[[tuple[Any, ...], list[Any]], tuple[Any, Any]]] = {
    "push": lambda whole, given: (whole + tuple(given), len(whole) + len(given)),
    "pushUnique": lambda whole, given: (whole + tuple(item for item in given if item not in whole), len(whole)),
    "unshift": lambda whole, given: (tuple(given) + whole, len(whole) + len(given)),
    "pop": lambda whole, _: (whole[:-1], whole[-1] if whole else None),
    "shift": lambda whole, _: (whole[1:], whole[0] if whole else None),
    "delete": lambda whole, given: (tuple(item for item in whole if item not in given), None),
    "deleteAt": lambda whole, given: (tuple(item for place, item in enumerate(whole) if place not in given), None),
}
