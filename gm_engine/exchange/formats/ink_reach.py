"""What of an Ink story's memory matters where: which variables and visits may still be asked for by whoever comes to a place."""

import re
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from gm_engine.exchange.formats.ink_boxes import Box, Spot, spot_at

MOST_COUNTED = 10
MOST_FACTS = 2_000
"""So many variables and visits are told apart; of more some matter together."""


class _Counted(NamedTuple):
    """How far visits are counted: up to a number, and from there in circles of so many where it goes round."""

    most: int
    round: int = 0


class Reach:
    """Says for each place of a story what is asked for from there on."""

    def __init__(self, root: Box) -> None:
        self.root = root
        self.facts: dict[str, int] = {}
        self.counted: dict[str, _Counted] = {}
        self.places: dict[tuple[int, int], int] = {}
        self.spots: list[Spot] = []
        self.held = list(_held_targets(root))
        self.held_asked = 0
        self._collect()
        self.asked = self._spread()
        self.at: dict[int, list[str]] = {}

    def values_at(self, spot: Spot) -> list[str]:
        """The variables that matter at a place, as ``VAR name``, and the visits, as ``CNT path``."""
        asked = self.asked.get(self.places.get((id(spot.box), spot.at), -1), 0)
        if asked not in self.at:
            self.at[asked] = sorted(fact for fact, number in self.facts.items() if asked >> number & 1)
        return self.at[asked]

    def count(self, path: str, visits: int) -> int:
        """The visits of a part, as far as they make a difference."""
        kept = self.counted.get(path, _Counted(MOST_COUNTED))
        if kept.round and visits > kept.most:
            return (visits - 1) % kept.round + 1
        return min(visits, kept.most)

    # --- the places, and what each asks for

    def _collect(self) -> None:
        waiting = [self.root]
        while waiting:
            box = waiting.pop()
            for at in range(len(box.items) + 1):
                self.places[id(box), at] = len(self.spots)
                self.spots.append(Spot(box, at))
            waiting += [item for item in box.items if isinstance(item, Box)]
            waiting += box.named.values()

    def _fact(self, fact: str) -> int:
        return 1 << self.facts.setdefault(fact, len(self.facts) % MOST_FACTS)

    def _counts(self, box: Box, most: int, circle: int = 0) -> int:
        before = self.counted.get(box.path)
        if before is None:
            self.counted[box.path] = _Counted(most, circle)
        elif before != (most, circle):
            self.counted[box.path] = _Counted(max(before.most, most), 0 if before.round != circle else circle)
        return self._fact(f"CNT {box.path}")

    def _asks(self, spot: Spot) -> int:
        box, at = spot
        item = box.items[at] if at < len(box.items) else None
        if isinstance(item, dict):
            if "VAR?" in item:
                return self._fact(f"VAR {item['VAR?']}")
            if "^var" in item:
                return self._fact(f"VAR {item['^var']}")
            found = 0
            if item.get("var"):
                found |= self._fact(f"VAR {item.get('->', item.get('->t->', item.get('f()')))}")
            flags = item.get("flg")
            if "*" in item and isinstance(flags, int) and flags & 16 and (to := spot_at(self.root, box, str(item["*"]))):
                found |= self._counts(to.box, 1)
            if "CNT?" in item and (to := spot_at(self.root, box, str(item["CNT?"]))):
                found |= self._counts(to.box, MOST_COUNTED)
            return found
        if item == "visit":
            many, how = (box.items[at + 1], box.items[at + 2]) if at + 2 < len(box.items) else (0, "")
            if isinstance(many, int) and 0 < many < 1000:
                return self._counts(box, many + 1 if how == "MIN" else many, 0 if how == "MIN" else many)
            return self._counts(box, MOST_COUNTED)
        if item in ("readc", "turns"):
            if not self.held_asked:
                for to in self.held:
                    self.held_asked |= self._counts(to.box, MOST_COUNTED)
            return self.held_asked
        return self._fact("TURN") if item == "turn" else 0

    def _leads(self, spot: Spot) -> Iterator[Spot | None]:
        """The places that one leads to; None for all of those that the story keeps as values."""
        box, at = spot
        if at >= len(box.items):
            if box.parent is not None and box.at is not None:
                yield Spot(box.parent, box.at + 1)
            return
        item = box.items[at]
        if isinstance(item, Box):
            yield Spot(item, 0)
            return
        if not isinstance(item, dict):
            if item not in ("done", "end", "->->", "~ret"):
                yield Spot(box, at + 1)
            elif item == "->->":
                yield None
            return
        ways = [way for way in ("->", "f()", "->t->", "*") if way in item]
        if "x()" in item and str(item["x()"]) in self.root.named:
            yield Spot(self.root.named[str(item["x()"])], 0)
        if item.get("var"):
            yield None
        elif ways and (to := spot_at(self.root, box, str(item[ways[0]]))):
            yield to
        threaded = at > 0 and box.items[at - 1] == "thread"
        if ways != ["->"] or item.get("c") or threaded:
            yield Spot(box, at + 1)

    def _spread(self) -> dict[int, int]:
        """What is asked for from each place on: the parts that lead to each other in circles ask for the same."""
        leads = [list(self._numbered(self._leads(spot))) for spot in self.spots]
        leads.append(list(self._numbered(self.held)))
        own = [*(self._asks(spot) for spot in self.spots), 0]
        found: dict[int, int] = {}
        numbers: dict[int, int] = {}
        low: dict[int, int] = {}
        stack: list[int] = []
        standing: set[int] = set()
        for first in range(len(leads)):
            if first in numbers:
                continue
            work = [(first, iter(leads[first]))]
            numbers[first] = low[first] = len(numbers)
            stack.append(first)
            standing.add(first)
            while work:
                here, rest = work[-1]
                for to in rest:
                    if to not in numbers:
                        numbers[to] = low[to] = len(numbers)
                        stack.append(to)
                        standing.add(to)
                        work.append((to, iter(leads[to])))
                        break
                    if to in standing:
                        low[here] = min(low[here], numbers[to])
                else:
                    work.pop()
                    if work:
                        low[work[-1][0]] = min(low[work[-1][0]], low[here])
                    if low[here] == numbers[here]:
                        self._close(here, stack, standing, leads, own, found)
        return found

    def _numbered(self, spots: Iterable[Spot | None]) -> Iterator[int]:
        """The numbers of places; one behind the last stands for all that the story keeps as values."""
        for to in spots:
            place = len(self.spots) if to is None else self.places.get((id(to.box), to.at), -1)
            if place >= 0:
                yield place

    @staticmethod
    def _close(here: int, stack: list[int], standing: set[int], leads: list[list[int]], own: list[int], found: dict[int, int]) -> None:
        """A circle of places, of which everything that they lead to is known."""
        members: list[int] = []
        while not members or members[-1] != here:
            members.append(stack.pop())
            standing.discard(members[-1])
        asked = 0
        for one in members:
            asked |= own[one]
            for to in leads[one]:
                asked |= found.get(to, 0)
        for one in members:
            found[one] = asked


def _held_targets(root: Box) -> Iterator[Spot]:
    """The places that the story keeps as values; where a choice goes back to within itself is none of them."""
    seen: set[str] = set()
    waiting: list[Any] = [root]
    while waiting:
        box = waiting.pop()
        for item in box.items:
            if isinstance(item, dict) and "^->" in item:
                path = str(item["^->"])
                if path not in seen and not re.search(r"\.\$r\d*$", path) and (to := spot_at(root, root, path)):
                    seen.add(path)
                    yield to
        waiting += [item for item in box.items if isinstance(item, Box)]
        waiting += box.named.values()
