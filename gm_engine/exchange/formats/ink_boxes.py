"""What a compiled Ink story is made of: containers, the places in them, and the values that it works with."""

import math
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

UNKNOWN = object()
LARGEST = 10**18
LONGEST_TEXT = 10_000
"""Letters of a text that is put together of others."""
LONGEST_PATH = 2_000
"""Letters of the path of a place."""
NUMBERS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    ">": lambda a, b: a > b, "<": lambda a, b: a < b, ">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b,
    "&&": lambda a, b: bool(a) and bool(b), "||": lambda a, b: bool(a) or bool(b), "MIN": min, "MAX": max,
    "/": lambda a, b: UNKNOWN if not b else a / b if isinstance(a, float) or isinstance(b, float) else int(a / b),
    "%": lambda a, b: a % b if b else UNKNOWN,
}  # fmt: skip
ALONE: Mapping[str, Callable[[Any], Any]] = {
    "_": lambda a: -a, "INT": int, "FLOAT": float, "FLOOR": lambda a: a // 1, "CEILING": lambda a: -(-a // 1),
}  # fmt: skip
TWO = frozenset({*NUMBERS, "POW", "L^", "?", "!?", "has", "hasnt"})
ONE = frozenset(
    {"_", "!", "FLOOR", "CEILING", "INT", "FLOAT", "LIST_MIN", "LIST_MAX", "LIST_ALL", "LIST_COUNT", "LIST_VALUE", "LIST_INVERT"}
)


class Named(NamedTuple):
    """A variable that is handed over to be changed."""

    name: str


class Target(NamedTuple):
    """A place to go to, as a value."""

    path: str


class Box:
    """A container: its items in order, and those of its parts that have names. ``flags`` say how visits are counted: 1 that they are,
    4 that only those count that come to its beginning. ``offers``: there are choices in it."""

    def __init__(self, value: list[Any], parent: "Box | None", key: str, at: int | None) -> None:
        self.parent, self.at = parent, at
        self.path: str = key if parent is None or not parent.path else f"{parent.path}.{key}"
        self.depth: int = 0 if parent is None else parent.depth + 1
        last = value[-1] if value and (value[-1] is None or isinstance(value[-1], dict)) else None
        more = last if isinstance(last, dict) else {}
        plain = value[:-1] if value and (value[-1] is None or isinstance(value[-1], dict)) else value
        named = more.get("#n")
        self.name: str = named if isinstance(named, str) else ""
        flags = more.get("#f")
        self.flags: int = flags if isinstance(flags, int) else 0
        self.spots: dict[str, Spot | None] = {}
        self.items: list[Any] = [Box(item, self, str(place), place) if isinstance(item, list) else item for place, item in enumerate(plain)]
        self.named = {item.name: item for item in self.items if isinstance(item, Box) and item.name}
        for name, item in more.items():
            if isinstance(item, list) and not name.startswith("#"):
                self.named[name] = Box(item, self, name, None)
        self.offers: bool = any(item.offers if isinstance(item, Box) else isinstance(item, dict) and "*" in item for item in self.items)


class Spot(NamedTuple):
    """The place before an item."""

    box: Box
    at: int

    @property
    def path(self) -> str:
        """Where it stands."""
        return f"{self.box.path}.{self.at}".lstrip(".") if self.at else self.box.path


def spot_at(root: Box, here: Box, path: str) -> Spot | None:
    """The place that a path means, said at a place in ``here``; None where there is none such."""
    said_at = here if path.startswith(".") else root
    if len(path) > LONGEST_PATH:
        return None
    if path not in said_at.spots:
        said_at.spots[path] = _spot_at(root, here, path)
    return said_at.spots[path]


def _spot_at(root: Box, here: Box, path: str) -> Spot | None:
    steps = path.split(".")
    box = root
    if path.startswith("."):
        steps, box = steps[2:] if steps[1:2] == ["^"] else steps[1:], here
    for number, step in enumerate(steps):
        found: Any = None
        if step == "^":
            found = box.parent
        elif step.isdecimal() and len(step) < 9:
            found = box.items[int(step)] if int(step) < len(box.items) else None
            if not isinstance(found, Box):
                return Spot(box, int(step)) if number == len(steps) - 1 and int(step) <= len(box.items) else None
        else:
            found = box.named.get(step)
        if not isinstance(found, Box):
            return None
        box = found
    return Spot(box, 0)


def shown(value: Any) -> str:
    """A value as it is told."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 10**15 else f"{value:.7g}"
    return "" if isinstance(value, (Target, Named)) or value is UNKNOWN else str(value)


def worked(word: str, one: Any, other: Any) -> Any:
    """What a command makes of two values."""
    if one is UNKNOWN or other is UNKNOWN or word not in NUMBERS:
        return UNKNOWN
    texts = [value for value in (one, other) if isinstance(value, str)]
    if texts and (word in "*%" or (word == "+" and sum(map(len, texts)) > LONGEST_TEXT)):
        return UNKNOWN
    try:
        return small(NUMBERS[word](one, other))
    except (TypeError, ValueError, ArithmeticError):
        return UNKNOWN


def small(value: Any) -> Any:
    """The value; UNKNOWN for a number that is too large to be counted with."""
    if isinstance(value, float):
        return value if math.isfinite(value) else UNKNOWN
    return UNKNOWN if isinstance(value, int) and abs(value) > LARGEST else value


def worked_alone(word: str, value: Any) -> Any:
    """What a command makes of one value."""
    if word == "!":
        return UNKNOWN if value is UNKNOWN else not value
    if not isinstance(value, (int, float)):
        return UNKNOWN
    made = ALONE.get(word)
    return small(made(value)) if made and small(value) is not UNKNOWN else UNKNOWN
