"""A compiled Ink story as it runs from one place to the next choices, with every variable as it is at the beginning.

What is counted, remembered or asked for on the way is not kept from one scene to the next; each place where it would be is a Loss.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gm_engine.exchange.formats.brought import Loss

MOST_STEPS = 20_000
"""Steps from one choice to the next: a story that takes more goes round in a circle."""
DEEPEST = 50
UNKNOWN = object()
AS_AT_FIRST = "It is told as it is at the beginning of the story."
NOT_KEPT = "What is counted or remembered there is not kept here."
NUMBERS: Mapping[str, Callable[[Any, Any], Any]] = {
    "+": lambda a, b: a + b, "-": lambda a, b: a - b, "*": lambda a, b: a * b, "==": lambda a, b: a == b, "!=": lambda a, b: a != b,
    ">": lambda a, b: a > b, "<": lambda a, b: a < b, ">=": lambda a, b: a >= b, "<=": lambda a, b: a <= b,
    "&&": lambda a, b: bool(a) and bool(b), "||": lambda a, b: bool(a) or bool(b), "MIN": min, "MAX": max,
    "/": lambda a, b: UNKNOWN if not b else a / b if isinstance(a, float) or isinstance(b, float) else int(a / b),
    "%": lambda a, b: a % b if b else UNKNOWN,
}  # fmt: skip
TWO = frozenset({*NUMBERS, "POW", "L^", "?", "!?", "has", "hasnt"})
ONE = frozenset(
    {"_", "!", "FLOOR", "CEILING", "INT", "FLOAT", "LIST_MIN", "LIST_MAX", "LIST_ALL", "LIST_COUNT", "LIST_VALUE", "LIST_INVERT"}
)


class Target(NamedTuple):
    """A place to go to, as a value."""

    path: str


class Box:
    """A container: its items in order, and those of its parts that have names."""

    def __init__(self, value: list[Any], parent: "Box | None", key: str, at: int | None) -> None:
        self.parent, self.at = parent, at
        self.path: str = key if parent is None or not parent.path else f"{parent.path}.{key}"
        last = value[-1] if value and (value[-1] is None or isinstance(value[-1], dict)) else None
        more = last if isinstance(last, dict) else {}
        plain = value[:-1] if value and (value[-1] is None or isinstance(value[-1], dict)) else value
        self.name = more.get("#n") if isinstance(more.get("#n"), str) else ""
        self.items = [Box(item, self, str(place), place) if isinstance(item, list) else item for place, item in enumerate(plain)]
        self.named = {item.name: item for item in self.items if isinstance(item, Box) and item.name}
        for name, item in more.items():
            if isinstance(item, list) and not name.startswith("#"):
                self.named[name] = Box(item, self, name, None)


class Spot(NamedTuple):
    """The place before an item."""

    box: Box
    at: int

    @property
    def path(self) -> str:
        """Where it stands."""
        return f"{self.box.path}.{self.at}".lstrip(".") if self.at else self.box.path


class Way(NamedTuple):
    """A choice: its words, and where it leads, with what is to be gone back to after it."""

    text: str
    to: Spot
    back: tuple[Spot, ...]
    once: bool
    path: str


@dataclass
class Passage:
    """What was told from a place to the next choices."""

    text: list[str] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    losses: dict[str, Loss] = field(default_factory=dict)


def spot_at(root: Box, here: Box, path: str) -> Spot | None:
    """The place that a path means, said at a place in ``here``; None where there is none such."""
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


def settled(root: Box, spot: Spot) -> Spot:
    """The place where something is told first, of one that only leads there."""
    for _ in range(DEEPEST):
        item = spot.box.items[spot.at] if spot.at < len(spot.box.items) else None
        if isinstance(item, Box):
            spot = Spot(item, 0)
        elif isinstance(item, dict) and item.keys() == {"->"} and (found := spot_at(root, spot.box, str(item["->"]))):
            spot = found
        else:
            break
    return spot


def run(root: Box, start: Spot, back: tuple[Spot, ...], given: Mapping[str, Any]) -> Passage:
    """What is told from ``start`` on."""
    passage = Passage()
    _Run(root, passage, dict(given)).go(start, list(back))
    return passage


def first_values(root: Box) -> dict[str, Any]:
    """What the story's variables are at its beginning."""
    declared = root.named.get("global decl")
    run = _Run(root, Passage(), {})
    if declared is not None:
        run.go(Spot(declared, 0), [])
    return run.values


class _Run:
    def __init__(self, root: Box, passage: Passage, values: dict[str, Any]) -> None:
        self.root, self.passage, self.values = root, passage, values
        self.stack: list[Any] = []
        self.thinking = False
        self.strings: list[list[str]] = []
        self.back: list[Spot] = []
        self.spot: Spot | None = None
        self.stopped = False
        self.thread = False
        self.steps = 0

    def go(self, start: Spot, back: list[Spot]) -> None:
        """Runs until the story waits for a choice, or ends."""
        self.spot, self.back, self.stopped = start, back, False
        while self.spot is not None and not self.stopped:
            self.steps += 1
            if self.steps > MOST_STEPS:
                self.lost("It goes round in a circle; it is left here.", None)
                return
            box, at = self.spot
            if at >= len(box.items):
                self.spot = Spot(box.parent, box.at + 1) if box.parent is not None and box.at is not None else None
                if self.spot is None and self.back:
                    self.spot = self.back.pop()
                continue
            item = box.items[at]
            if isinstance(item, Box):
                self.spot = Spot(item, 0)
                continue
            self.here = f"{box.path}.{at}".lstrip(".")
            self.box = box
            self.spot = Spot(box, at + 1)
            self.take(item)

    def lost(self, why: str, value: Any) -> None:
        self.passage.losses.setdefault(self.here, Loss(self.here, value, why))

    def say(self, text: str) -> None:
        (self.strings[-1] if self.strings else self.passage.text).append(text)

    def pop(self) -> Any:
        return self.stack.pop() if self.stack else UNKNOWN

    def take(self, item: Any) -> None:
        """Does what one item asks for."""
        if isinstance(item, str):
            self.word(item)
        elif isinstance(item, (bool, int, float)):
            self.stack.append(item)
        elif isinstance(item, dict):
            self.thing(item)

    def word(self, word: str) -> None:
        """A text, or a command."""
        if word.startswith("^"):
            if self.thinking and not self.strings:
                self.stack.append(word[1:])
            else:
                self.say(word[1:])
        elif word == "\n":
            self.say("\n")
        elif word in ("ev", "/ev"):
            self.thinking = word == "ev"
        elif word == "str":
            self.strings.append([])
            self.thinking = False
        elif word == "/str":
            self.stack.append("".join(self.strings.pop()) if self.strings else "")
            self.thinking = True
        elif word == "out":
            value = self.pop()
            if value is UNKNOWN or not isinstance(value, str):
                self.lost(AS_AT_FIRST, None if value is UNKNOWN else _shown(value))
            self.say("" if value is UNKNOWN or isinstance(value, Target) else _shown(value))
        elif word == "pop":
            self.pop()
        elif word == "du":
            self.stack.append(self.stack[-1] if self.stack else UNKNOWN)
        elif word in ("->->", "~ret"):
            if word == "->->" and self.stack and isinstance(self.stack[-1], Target):
                if self.back:
                    self.back.pop()
                self.spot = spot_at(self.root, self.root, self.pop().path)
            else:
                self.spot = self.back.pop() if self.back else None
        elif word in ("done", "end"):
            self.stopped = True
        elif word in ("choiceCnt", "turn", "visit"):
            self.stack.append(len(self.passage.ways) if word == "choiceCnt" else 0)
        elif word in ("turns", "readc"):
            self.pop()
            self.stack.append(-1 if word == "turns" else 0)
        elif word == "seq":
            self.pop()
            self.pop()
            self.stack.append(0)
        elif word == "rnd":
            self.stack[-2:] = [UNKNOWN]
        elif word == "thread":
            self.thread = True
        elif word == "#":
            self.strings.append([])
        elif word == "/#":
            self.lost("Tags are for the game that plays the story.", "".join(self.strings.pop()).strip() if self.strings else "")
        elif word in TWO:
            other, one = self.pop(), self.pop()
            self.stack.append(_worked(word, one, other))
        elif word in ONE:
            self.stack.append(_worked_alone(word, self.pop()))
        elif word == "void":
            self.stack.append("")
        elif word not in ("<>", "nop", "G<", "G>"):
            self.lost("What it does is not done here.", word)

    def thing(self, item: dict[str, Any]) -> None:
        """A divert, a choice, a variable."""
        if "*" in item:
            self.choice(item)
        elif "^->" in item:
            self.stack.append(Target(str(item["^->"])))
        elif "VAR?" in item or "CNT?" in item:
            self.stack.append(self.values.get(str(item["VAR?"]), UNKNOWN) if "VAR?" in item else 0)
        elif "VAR=" in item or "temp=" in item:
            name = str(item.get("VAR=", item.get("temp=")))
            self.values[name] = self.pop()
            if "VAR=" in item and item.get("re"):
                self.lost(NOT_KEPT, name)
        elif "#" in item:
            self.lost("Tags are for the game that plays the story.", item["#"])
        elif "x()" in item:
            args = item.get("exArgs")
            for _ in range(min(args, DEEPEST) if isinstance(args, int) else 0):
                self.pop()
            self.stack.append(UNKNOWN)
            self.lost("The game that plays the story would do it.", item["x()"])
        elif any(way in item for way in ("->", "f()", "->t->")):
            self.divert(item)
        else:
            self.stack.append(UNKNOWN)

    def divert(self, item: dict[str, Any]) -> None:
        way = next(way for way in ("->", "f()", "->t->") if way in item)
        path = str(item[way])
        if item.get("var"):
            value = self.values.get(path)
            path = value.path if isinstance(value, Target) else ""
        spot = spot_at(self.root, self.box, path) if path else None
        if item.get("c"):
            asked = self.pop()
            self.lost(AS_AT_FIRST, path)
            if asked is UNKNOWN or not asked:
                if spot is not None:
                    self.offered_in(spot)
                return
        if spot is None:
            self.lost("It leads nowhere.", item[way])
            self.stopped = True
        elif self.thread:
            self.thread = False
            other = self.beside()
            other.go(spot, list(self.back))
        else:
            if way != "->":
                if len(self.back) >= DEEPEST:
                    self.lost("It goes round in a circle; it is left here.", path)
                    self.stopped = True
                    return
                if self.spot is not None:
                    self.back.append(self.spot)
            self.spot = spot

    def beside(self) -> "_Run":
        """Another run that tells into the same passage."""
        other = _Run(self.root, self.passage, dict(self.values))
        other.steps, self.steps = self.steps + 100, self.steps + 100
        return other

    def offered_in(self, spot: Spot) -> None:
        """The choices of a part that is not told at the beginning: they are offered all the same."""
        if not _offers(spot.box, 0):
            return
        other = self.beside()
        other.passage = Passage(losses=self.passage.losses)
        other.go(spot, list(self.back))
        self.passage.ways += [way for way in other.passage.ways if way.path.startswith(spot.box.path)]

    def choice(self, item: dict[str, Any]) -> None:
        flags = item.get("flg")
        flags = flags if isinstance(flags, int) else 0
        if flags & 1:
            self.pop()
            self.lost("Whether it is offered hangs on what came before; here it always is.", item["*"])
        only = self.pop() if flags & 4 else ""
        start = self.pop() if flags & 2 else ""
        spot = spot_at(self.root, self.box, str(item["*"]))
        if spot is None:
            self.lost("It leads nowhere.", item["*"])
            return
        text = "" if flags & 8 else " ".join("".join(_shown(part) for part in (start, only) if part is not UNKNOWN).split())
        self.passage.ways.append(Way(text, spot, tuple(self.back), bool(flags & 16), self.here))


def _offers(box: Box, depth: int) -> bool:
    """True for a part that has choices in it."""
    if depth > DEEPEST:
        return False
    return any(_offers(item, depth + 1) if isinstance(item, Box) else isinstance(item, dict) and "*" in item for item in box.items)


def _shown(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if isinstance(value, Target) or value is UNKNOWN else str(value)


def _worked(word: str, one: Any, other: Any) -> Any:
    if one is UNKNOWN or other is UNKNOWN or word not in NUMBERS:
        return UNKNOWN
    try:
        made = NUMBERS[word](one, other)
    except (TypeError, ValueError, OverflowError, MemoryError):
        return UNKNOWN
    return UNKNOWN if isinstance(made, int) and abs(made) > 10**18 else made


def _worked_alone(word: str, value: Any) -> Any:
    if word == "!":
        return UNKNOWN if value is UNKNOWN else not value
    return -value if word == "_" and isinstance(value, (int, float)) else UNKNOWN
