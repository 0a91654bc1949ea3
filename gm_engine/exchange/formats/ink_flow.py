"""A compiled Ink story as it runs from one choice to the next: what it tells, what it offers, and what it counts and remembers by then.

Variables, visits, tunnels, functions and threads are followed as Ink does. Chance gives its first outcome. What is not done here (lists,
what the game would do) is UNKNOWN; what hangs on it is not told, its choices are offered, and each such place is a Loss.
"""

import re
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from gm_engine.exchange.formats.brought import Loss
from gm_engine.exchange.formats.ink_boxes import ONE, TWO, UNKNOWN, Box, Named, Spot, Target, shown, small, spot_at, worked, worked_alone

MOST_STEPS = 20_000
"""Steps from one choice to the next: a story that takes more goes round in a circle."""
MOST_WORK = 1_000_000
"""Steps, again and again, until a story has unfolded far enough."""
MOST_WORK_EVER = 3_000_000
"""Steps until no state of a story is looked at any more."""
FEWER_STEPS = 1_000
"""Steps from one choice to the next when it has."""
COPY = 100
"""Steps that it takes to look aside at what may be told, or to run beside."""
LONGEST_TOLD = 300_000
"""Letters that are told from one choice to the next."""
MOST_LETTERS = 10_000_000
"""Letters that are told of a story, as often as it is."""
MOST_VALUES = 2_000
"""Variables that are remembered, and as many of one part of the story."""
DEEPEST = 50
NOT_KNOWN = "It cannot be worked out here: it is told as if it did not hold, and the choices in it are offered."
NO_VALUE = "What it is cannot be worked out here; nothing is told in its place."
CHANCE = "Nothing is drawn here: the first that could come is told each time."
CIRCLE = "It goes round in a circle; it is left here."
TOO_LONG = "More is told than is followed here; the rest is left out."
TOO_MANY_VALUES = "There are too many variables; it is not followed here."
TAGS = "Tags are for the game that plays the story."
COUNTED = frozenset({"choiceCnt", "turn", "visit", "turns", "readc", "seq", "rnd", "srnd"})
GLUE = "\x01"


Temps = tuple[tuple[str, Any], ...]


class Call(NamedTuple):
    """What is gone back to after a tunnel or a function: where, and what was remembered there for a while."""

    back: Spot | None
    temps: Temps


class Way(NamedTuple):
    """A choice: its words, and where it leads, with what is to be gone back to after it."""

    text: str
    to: Spot
    calls: tuple[Call, ...]
    temps: Temps
    once: bool
    path: str
    made: Box


@dataclass
class Memory:
    """What a story remembers between its choices: its variables, and how often its parts were come to."""

    values: dict[str, Any] = field(default_factory=dict)
    visits: dict[str, int] = field(default_factory=dict)
    turns: int = 0

    def copied(self) -> "Memory":
        """Another one that holds the same."""
        return Memory(dict(self.values), dict(self.visits), self.turns)


@dataclass
class Passage:
    """What was told from a place to the next choices, and what is remembered then."""

    text: list[str] = field(default_factory=list)
    ways: list[Way] = field(default_factory=list)
    losses: dict[str, Loss] = field(default_factory=dict)
    memory: Memory = field(default_factory=Memory)


@dataclass
class Spent:
    """How many steps were taken, and letters told, so far: of a whole story, and from one choice to the next."""

    steps: int = 0
    letters: int = 0
    steps_here: int = 0
    letters_here: int = 0

    @property
    def tired(self) -> bool:
        """True where so much was done that each place is told once more at most."""
        return self.steps > MOST_WORK or self.letters > MOST_LETTERS // 4

    @property
    def exhausted(self) -> bool:
        """True where so much was done that no state is told apart from another any more."""
        return self.steps > MOST_WORK_EVER


def run(root: Box, start: Spot, calls: tuple[Call, ...], temps: Temps, memory: Memory, spent: Spent) -> Passage:
    """What is told from ``start`` on; ``memory`` is left as it was. What it took is counted in ``spent``."""
    passage = Passage(memory=memory.copied())
    spent.steps_here = spent.letters_here = 0
    _Run(root, passage, spent).go(start, list(calls), dict(temps))
    return passage


def begun(root: Box) -> Memory:
    """What is remembered at the story's beginning."""
    declared = root.named.get("global decl")
    passage = Passage()
    if declared is not None:
        _Run(root, passage, Spent(), globally=True).go(Spot(declared, 0), [], {})
    return Memory(passage.memory.values)


def taken(root: Box, way: Way, memory: Memory) -> tuple[Spot, Memory]:
    """The place where a choice first tells something, and what is remembered there."""
    memory = memory.copied()
    memory.turns += 1
    return arrived(root, way.to, way.made, memory), memory


def arrived(root: Box, spot: Spot, before: Box | None, memory: Memory) -> Spot:
    """The place where something is told first, of one that only leads there; what is passed on the way counts as visited."""
    _come(memory, spot, before)
    for _ in range(DEEPEST):
        item = spot.box.items[spot.at] if spot.at < len(spot.box.items) else None
        if isinstance(item, Box):
            _visit(memory, item, True)
            spot = Spot(item, 0)
        elif isinstance(item, dict) and item.keys() == {"->"} and (found := spot_at(root, spot.box, str(item["->"]))):
            _come(memory, found, spot.box)
            spot = found
        else:
            break
    return spot


def _visit(memory: Memory, box: Box, at_start: bool) -> None:
    if box.flags & 1 and (at_start or not box.flags & 4):
        memory.visits[box.path] = memory.visits.get(box.path, 0) + 1


def _come(memory: Memory, spot: Spot, before: Box | None) -> None:
    """Counts the parts that are entered by going to a place."""
    open_ones: set[int] = set()
    while before is not None:
        open_ones.add(id(before))
        before = before.parent
    box: Box | None = spot.box
    at_start = spot.at == 0
    while box is not None and (id(box) not in open_ones or box.flags & 4):
        _visit(memory, box, at_start)
        at_start = at_start and box.at == 0
        box = box.parent


class _Mark(NamedTuple):
    """Where something was called: how much was said before a function, and whether a value was being worked out."""

    said: int | None = None
    thinking: bool = False


class _Run:
    def __init__(self, root: Box, passage: Passage, spent: Spent, globally: bool = False, depth: int = 0) -> None:
        self.root, self.passage, self.memory = root, passage, passage.memory
        self.spent, self.globally, self.depth = spent, globally, depth
        self.stack: list[Any] = []
        self.strings: list[list[str]] = []
        self.calls: list[Call] = []
        self.marks: list[_Mark] = []
        self.temps: dict[str, Any] = {}
        self.spot: Spot | None = None
        self.thinking = False
        self.stopped = self.ended = False
        self.thread = False
        self.here = ""
        self.box = root

    def go(self, start: Spot, calls: list[Call], temps: dict[str, Any]) -> None:
        """Runs until the story waits for a choice, or ends."""
        self.spot, self.calls, self.temps, self.stopped = start, calls, temps, False
        self.marks = [_Mark()] * len(calls)
        while self.spot is not None and not self.stopped:
            self.took(1)
            if self.spent.steps_here > (FEWER_STEPS if self.spent.tired else MOST_STEPS):
                self.lost(CIRCLE, None)
                return
            box, at = self.spot
            if at >= len(box.items):
                self.spot = Spot(box.parent, box.at + 1) if box.parent is not None and box.at is not None else None
                if self.spot is None and self.calls:
                    if self.marks[-1].said is not None:
                        self.stack.append("")
                    self.back()
                continue
            item = box.items[at]
            if isinstance(item, Box):
                _visit(self.memory, item, True)
                self.spot = Spot(item, 0)
                continue
            self.here = f"{box.path}.{at}".lstrip(".")
            self.box = box
            self.spot = Spot(box, at + 1)
            self.take(item)

    def back(self) -> None:
        """Goes back to where a tunnel or a function was called."""
        call, mark = self.calls.pop(), self.marks.pop()
        if mark.said is not None:
            told = self.strings[-1] if self.strings else self.passage.text
            if mark.said <= len(told):
                told[mark.said :] = ["".join(told[mark.said :]).strip()]
        self.thinking = mark.thinking
        self.spot, self.temps = call.back, dict(call.temps)

    def lost(self, why: str, value: Any) -> None:
        self.passage.losses.setdefault(self.here, Loss(self.here, value, why))

    def took(self, steps: int) -> None:
        self.spent.steps += steps
        self.spent.steps_here += steps

    def say(self, text: str) -> None:
        self.spent.letters += len(text)
        self.spent.letters_here += len(text)
        if self.spent.letters_here > LONGEST_TOLD or self.spent.letters > MOST_LETTERS:
            self.lost(TOO_LONG, None)
            return
        (self.strings[-1] if self.strings else self.passage.text).append(text)

    def pop(self) -> Any:
        return self.stack.pop() if self.stack else UNKNOWN

    def value(self, name: str) -> Any:
        """What a variable holds."""
        if name in self.temps:
            held = self.temps[name]
            return self.memory.values.get(held.name, UNKNOWN) if isinstance(held, Named) else held
        return self.memory.values.get(name, UNKNOWN)

    def take(self, item: Any) -> None:
        """Does what one item asks for."""
        if isinstance(item, str):
            self.word(item)
        elif isinstance(item, (bool, int, float)):
            self.stack.append(small(item))
        elif isinstance(item, dict):
            self.thing(item)

    def word(self, word: str) -> None:
        """Text, or a command."""
        if word.startswith("^"):
            if self.thinking:
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
            self.stack.append(glued(self.strings.pop()) if self.strings else "")
            self.thinking = True
        elif word == "out":
            value = self.pop()
            if value is UNKNOWN:
                self.lost(NO_VALUE, None)
            self.say(shown(value))
        elif word == "pop":
            self.pop()
        elif word == "du":
            self.stack.append(self.stack[-1] if self.stack else UNKNOWN)
        elif word in ("->->", "~ret"):
            over = self.pop() if word == "->->" else None
            if self.calls:
                self.back()
            else:
                self.spot = None
            if isinstance(over, Target) and (spot := spot_at(self.root, self.root, over.path)):
                self.move(spot)
        elif word in ("done", "end"):
            self.stopped, self.ended = True, word == "end"
        elif word == "<>":
            self.say(GLUE)
        elif word == "thread":
            self.thread = True
        elif word == "#":
            self.strings.append([])
        elif word == "/#":
            self.lost(TAGS, "".join(self.strings.pop()).strip() if self.strings else "")
        elif word == "void":
            self.stack.append("")
        elif word in COUNTED:
            self.counted(word)
        elif word in TWO:
            other, one = self.pop(), self.pop()
            self.stack.append(worked(word, one, other))
        elif word in ONE:
            self.stack.append(worked_alone(word, self.pop()))
        elif word not in ("nop", "G<", "G>"):
            self.lost("What it does is not done here.", word)

    def counted(self, word: str) -> None:
        """How often something was come to, and what is drawn."""
        if word == "choiceCnt":
            self.stack.append(len(self.passage.ways))
        elif word == "turn":
            self.stack.append(self.memory.turns)
        elif word == "visit":
            self.stack.append(max(self.memory.visits.get(self.box.path, 0) - 1, 0))
        elif word in ("turns", "readc"):
            asked = self.pop()
            spot = spot_at(self.root, self.root, asked.path) if isinstance(asked, Target) else None
            count = self.memory.visits.get(spot.box.path, 0) if spot else 0
            self.stack.append(count if word == "readc" else UNKNOWN if count else -1)
        elif word == "seq":
            many, count = self.pop(), self.pop()
            whole = isinstance(many, int) and isinstance(count, int) and many > 0
            self.stack.append(count % many if whole else 0)
            self.lost(CHANCE, None)
        elif word == "rnd":
            most, least = self.pop(), self.pop()
            self.stack.append(least if isinstance(most, (int, float)) else UNKNOWN)
            self.lost(CHANCE, None)
        else:
            self.pop()
            self.stack.append("")

    def thing(self, item: dict[str, Any]) -> None:
        """A divert, a choice, a variable."""
        if "*" in item:
            self.choice(item)
        elif "^->" in item:
            self.stack.append(Target(str(item["^->"])))
        elif "^var" in item:
            name = str(item["^var"])
            held = self.temps.get(name)
            self.stack.append(held if isinstance(held, Named) else Named(name))
            if name in self.temps and not isinstance(held, Named):
                self.lost("What is handed over to be changed is not followed here.", name)
        elif "VAR?" in item:
            self.stack.append(self.value(str(item["VAR?"])))
        elif "CNT?" in item:
            spot = spot_at(self.root, self.box, str(item["CNT?"]))
            self.stack.append(self.memory.visits.get(spot.box.path, 0) if spot else 0)
        elif "VAR=" in item or "temp=" in item:
            self.put(item)
        elif "#" in item:
            self.lost(TAGS, item["#"])
        elif "x()" in item:
            self.outside(item)
        elif any(way in item for way in ("->", "f()", "->t->")):
            self.divert(item)
        else:
            self.stack.append(UNKNOWN)

    def put(self, item: dict[str, Any]) -> None:
        """Sets a variable."""
        value = self.pop()
        name = str(item.get("VAR=", item.get("temp=")))
        held = self.temps.get(name)
        where = self.temps
        if isinstance(held, Named) and item.get("re"):
            where, name = self.memory.values, held.name
        elif "VAR=" in item or self.globally:
            where = self.memory.values
        if name in where or len(where) < MOST_VALUES:
            where[name] = value
        else:
            self.lost(TOO_MANY_VALUES, name)

    def outside(self, item: dict[str, Any]) -> None:
        """What the game would do; where the story has a part of that name, that is done."""
        args = item.get("exArgs")
        inside = self.root.named.get(str(item["x()"]))
        if inside is not None:
            self.call(Spot(inside, 0), function=True)
            return
        for _ in range(min(args, DEEPEST) if isinstance(args, int) else 0):
            self.pop()
        self.stack.append(UNKNOWN)
        self.lost("The game that plays the story would do it.", item["x()"])

    def call(self, spot: Spot, function: bool) -> None:
        if len(self.calls) >= DEEPEST:
            self.lost(CIRCLE, spot.path)
            self.stopped = True
            return
        self.calls.append(Call(self.spot, tuple(self.temps.items())))
        told = self.strings[-1] if self.strings else self.passage.text
        self.marks.append(_Mark(len(told) if function else None, self.thinking))
        self.temps, self.thinking = {}, False
        self.move(spot)

    def move(self, spot: Spot) -> None:
        _come(self.memory, spot, self.box)
        self.spot = spot

    def divert(self, item: dict[str, Any]) -> None:
        way = next(way for way in ("->", "f()", "->t->") if way in item)
        path = str(item[way])
        if item.get("var"):
            value = self.value(path)
            path = value.path if isinstance(value, Target) else ""
        spot = spot_at(self.root, self.root if item.get("var") else self.box, path) if path else None
        if item.get("c"):
            asked = self.pop()
            if asked is UNKNOWN:
                self.lost(NOT_KNOWN, path)
                if spot is not None:
                    self.offered_in(spot)
                return
            if not asked:
                return
        if spot is None:
            self.lost("It leads nowhere.", item[way])
            self.stopped = True
        elif self.thread:
            self.thread = False
            if self.depth >= DEEPEST:
                self.lost(CIRCLE, spot.path)
                self.stopped = True
                return
            self.took(COPY)
            other = _Run(self.root, self.passage, self.spent, depth=self.depth + 1)
            _come(self.memory, spot, self.box)
            other.go(spot, list(self.calls), dict(self.temps))
            if other.ended:
                self.stopped = self.ended = True
        elif way == "->":
            self.move(spot)
        else:
            self.call(spot, way == "f()")

    def offered_in(self, spot: Spot) -> None:
        """The choices of a part of which nobody knows whether it is told: they are offered all the same."""
        if not spot.box.offers or self.depth >= DEEPEST:
            return
        self.took(COPY)
        passage = Passage(losses=self.passage.losses, memory=self.memory.copied())
        other = _Run(self.root, passage, self.spent, depth=self.depth + 1)
        other.go(spot, list(self.calls), dict(self.temps))
        self.passage.ways += [way for way in passage.ways if way.path.startswith(spot.box.path)]

    def choice(self, item: dict[str, Any]) -> None:
        flags = item.get("flg")
        flags = flags if isinstance(flags, int) else 0
        holds = self.pop() if flags & 1 else True
        only = self.pop() if flags & 4 else ""
        start = self.pop() if flags & 2 else ""
        spot = spot_at(self.root, self.box, str(item["*"]))
        if spot is None:
            self.lost("It leads nowhere.", item["*"])
            return
        if flags & 16 and self.memory.visits.get(spot.box.path, 0):
            return
        if holds is UNKNOWN:
            self.lost("Whether it is offered cannot be worked out here; it always is.", item["*"])
        elif not holds:
            return
        text = "" if flags & 8 else " ".join("".join(shown(part) for part in (start, only) if part is not UNKNOWN).split())
        temps = tuple((name, value) for name, value in sorted(self.temps.items()) if not name.startswith("$"))
        calls = tuple(Call(call.back, tuple(one for one in sorted(call.temps) if not one[0].startswith("$"))) for call in self.calls)
        self.passage.ways.append(Way(text, spot, calls, temps, bool(flags & 16), self.here, self.box))


def glued(said: list[str]) -> str:
    """What was said, its glue done: no line ends beside it."""
    return re.sub(rf"(?<!\s)\s*{GLUE}[\s{GLUE}]*", lambda found: " " if " " in found[0] else "", "".join(said))
