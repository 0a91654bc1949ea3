"""Fits elements into a token budget: strictly, by shares, and so that the order in which they arrive never shows."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import lru_cache

from gm_engine.context.plain_cards import WHO
from gm_engine.context.record_lines import LOREBOOK
from gm_engine.context.repeats import Repeats
from gm_engine.context.salience import BY_HAND
from gm_engine.context.shorten import forms
from gm_engine.context.value import best_forms
from gm_engine.context.window import CARD, Window
from gm_engine.errors import BudgetTooSmall
from gm_engine.memory.index_words import stems
from gm_engine.story.activation import Placed
from gm_engine.story.budget import CONVERSATION, KNOWLEDGE, Budget
from gm_engine.story.context_element import ContextElement, LeftOut
from gm_engine.tokens import STANDARD, count

SECTIONS = ("standing", "history", "known", "lorebook", "memory", "scene")
SCENE = frozenset({"place", "person", "variable"})
TALK = frozenset({"said", "reply"})
ORDER = {
    "variable": 0, "place": 1, "person": 2, "lore": 3, "fact": 4, "relation": 5, "summary": 6, "scene": 7, "story_point": 8,
    "decision": 8, "consequence": 8, "clue": 8, "turn": 8, "rumour": 9, "conflict": 10,
}  # fmt: skip
OVER, BEYOND = "over budget", "beyond its share, and not worth what others left"
AT_ONCE = frozenset({"lore", "decision", "story_point", "clue", "consequence"})
HERE = frozenset({"same place", "people here", "open"})
"""What concerns this place, these people or what is owed is put where it stays as soon as it is told."""
LASTING = frozenset({"lore", "decision", "story_point", "clue", "consequence", "fact"})
"""Records that stay as they are: told a second time running, they are put where they stay."""


@dataclass(frozen=True)
class Fitted:
    """What goes into the prompt, by section (``SECTIONS``), and what was left out and why.

    ``tokens`` is what the chosen elements cost as they will stand. ``window`` is what stands before them from the last prompt.
    """

    chosen: Mapping[str, tuple[ContextElement, ...]] = field(default_factory=dict)
    left_out: tuple[LeftOut, ...] = ()
    tokens: int = 0
    window: Window | None = None

    @property
    def crowded(self) -> bool:
        """True where something worth sending found no room while the conversation had more than its share."""
        return bool(self.window and self.window.spare > 0 and any(left.why == OVER for left in self.left_out))

    def section(self, name: str) -> tuple[ContextElement, ...]:
        """The elements of one section, in the order in which they are told."""
        return self.chosen.get(name, ())

    @property
    def elements(self) -> tuple[ContextElement, ...]:
        """Everything that was chosen, section by section."""
        return tuple(element for name in SECTIONS for element in self.section(name))


def section_of(element: ContextElement) -> str:
    """The section in which an element is told, unless it is put where it stays."""
    if element.slot is not None:
        return LOREBOOK
    if element.id.startswith(CARD):
        return "known"
    if element.source == "chapters":
        return "standing"
    if element.source in TALK and element.kind == "turn":
        return "history"
    return "scene" if element.kind in SCENE else "memory"


def cost(element: ContextElement, encoding: str = STANDARD) -> int:
    """What an element costs where it stands: a half turn its words, any other its line with the line break."""
    if section_of(element) == "history":
        return count(element.text, encoding)
    if element.slot is not None:
        return count(f"{element.text}\n\n", encoding)
    return _line_cost(element.text, section_of(element) == "scene", encoding)


@lru_cache(maxsize=16_384)
def _line_cost(text: str, bare: bool, encoding: str) -> int:
    line = " ".join(text.split())
    return count(f"{line}\n" if bare else f"- {line}\n", encoding)


def fit(
    elements: Iterable[ContextElement],
    budget: Budget,
    *,
    fixed: Mapping[str, int] | None = None,
    said: str = "",
    floor: int = 0,
    window: Window | None = None,
) -> Fitted:
    """The elements that go into ``budget``, each with its tokens.

    ``fixed`` is what the prompt's own words cost, by section, and ``window`` what stands from the last prompt: it is paid
    for, and not told again. Pinned elements come first: where they do not fit, even in their smallest forms,
    ``BudgetTooSmall`` says so. What knowledge leaves the conversation may use, and the other way round.
    """
    fitting = _Fitting(budget, dict(fixed or {}), said, floor, window)
    best: dict[str, ContextElement] = {}
    for element in sorted(elements, key=lambda element: (not element.pinned, -element.score, element.id, element.text)):
        if not fitting.stands(element):
            best.setdefault(element.id, element)
    ranked = sorted(best.values(), key=lambda element: (-element.score, element.id, element.text))
    pinned, talk, rest = list[ContextElement](), list[ContextElement](), list[ContextElement]()
    for element in ranked:
        (pinned if element.pinned else talk if section_of(element) == "history" else rest).append(element)
    fitting.take_pinned(pinned)
    for_talk, for_knowledge = fitting.shares()
    older = fitting.take_talk(_exchanges(talk), for_talk)
    over = fitting.take_knowledge(rest, for_knowledge)
    fitting.leave(fitting.take_talk(older, fitting.free))
    fitting.leave(fitting.take_knowledge(fitting.worth_more(over), fitting.free))
    return fitting.result()


def _exchanges(talk: Iterable[ContextElement]) -> list[tuple[ContextElement, ...]]:
    """Half turns by the turn they belong to, the newest first; the player's half before the GM's."""
    by_turn: dict[int, list[ContextElement]] = {}
    for half in talk:
        by_turn.setdefault(half.turns[0], []).append(half)
    return [tuple(sorted(by_turn[turn], key=lambda half: half.source != "said")) for turn in sorted(by_turn, reverse=True)]


class _Fitting:
    """The state of one fitting: what is chosen, what is left of the room."""

    def __init__(self, budget: Budget, fixed: dict[str, int], said: str, floor: int, window: Window | None) -> None:
        self.budget = budget
        self.fixed = fixed
        self.floor = floor
        self.window = window
        self.held = window.held if window else {}
        self.told = frozenset(text for id, text in self.held.items() if id.startswith(WHO))
        for section in window.kept if window else ():
            fixed[section.name] = fixed.get(section.name, 0) + section.tokens
        self.encoding = budget.encoding
        self.terms = stems(said)
        self.free = budget.room - sum(fixed.values())
        self.lasting: set[str] = set()
        self.chosen: list[ContextElement] = []
        self.left: list[LeftOut] = []
        self.repeats = Repeats()

    def stands(self, element: ContextElement) -> bool:
        """True where the element stands in the prompt already, word for word."""
        told = self.held.get(element.id)
        return told is not None and (told == element.text or section_of(element) == "history")

    def halves(self, element: ContextElement) -> tuple[ContextElement, ...]:
        """A card as it will stand: what lasts of it where it stays, unless it stands there, and what is so now."""
        if not element.lasting and not element.live:
            return (element,)
        if self.window is None or not element.lasting or element.form != "whole":
            return (element.changed(lasting="", live=""),)
        now = (element.changed(text=element.live, lasting="", live=""),) if element.live else ()
        card = f"{CARD}{element.id}"
        if self.held.get(card) == element.lasting or any(text.startswith(element.lasting) for text in self.told):
            return now
        kept = element.changed(id=card, kind="lore", text=element.lasting, source="card", statements=(), lasting="", live="")
        return (*now, kept)

    def shapes(self, element: ContextElement) -> list[ContextElement]:
        """The element's forms with their prices, each cheaper than the one before: of a card that stands, the whole costs the least."""
        found: list[ContextElement] = []
        # What acts stands as its author wrote it, or not at all.
        for form in map(self.priced, (element,) if element.slot else forms(element, self.terms)):
            if not found or form.tokens < found[-1].tokens:
                found.append(form)
        return found

    def priced(self, element: ContextElement) -> ContextElement:
        return element.changed(tokens=self.price(element))

    def price(self, element: ContextElement) -> int:
        if not element.lasting and not element.live:
            return cost(element, self.encoding)
        return sum(cost(half, self.encoding) for half in self.halves(element))

    def put(self, *elements: ContextElement) -> None:
        for element in elements:
            self.repeats.tell(element)
            for half in self.halves(element):
                tokens = cost(half, self.encoding)
                told = half if half.tokens == tokens else half.changed(tokens=tokens)
                self.chosen.append(told)
                self.free -= told.tokens
                if self.lasts(told):
                    self.lasting.add(told.id)

    def lasts(self, told: ContextElement) -> bool:
        """True for a record that is put where it stays: it concerns what is here or owed, or is told a second time running."""
        if self.window is None or told.kind not in LASTING or told.form != "whole" or told.source == LOREBOOK:
            return False
        at_once = told.kind in AT_ONCE and not HERE.isdisjoint(told.reasons)
        return at_once or self.window.before.get(told.id) == told.text

    def take_pinned(self, pinned: list[ContextElement]) -> None:
        """The pinned elements, whole if they can be; else the least of them in smaller forms, until they fit.

        What was pinned by hand, and what acts of the lorebooks, goes in as far as the budget goes: where even the smallest forms are too
        long, the least of it stays out, of the lorebooks first.
        """
        shapes = [self.shapes(element) for element in pinned]
        optional = [shape for shape in shapes if BY_HAND in shape[0].reasons]
        optional += sorted((shape for shape in shapes if shape[0].slot and shape not in optional), key=_first_out, reverse=True)
        while optional and sum(shape[-1].tokens for shape in shapes) > self.free:
            least = optional.pop()
            shapes.remove(least)
            self.leave([least[0].changed(lasting="", live="")])
        for shape in reversed(shapes):
            while len(shape) > 1 and sum(other[0].tokens for other in shapes) > self.free:
                shape.pop(0)
        needed = sum(shape[0].tokens for shape in shapes)
        if needed > self.free:
            raise self.too_small([shape[0] for shape in shapes], needed)
        self.put(*(shape[0] for shape in shapes))

    def too_small(self, pinned: list[ContextElement], needed: int) -> BudgetTooSmall:
        by_section = dict(self.fixed)
        for element in pinned:
            by_section[section_of(element)] = by_section.get(section_of(element), 0) + element.tokens
        largest = sorted(by_section.items(), key=lambda item: (-item[1], item[0]))[:2]
        total = sum(self.fixed.values()) + needed
        then = f"{self.budget.to_hold(total)}, or unpin a section."
        line, rest = by_section.get("said", 0), total - by_section.get("said", 0)
        if line > rest and rest < self.budget.room:
            then = f"Say it in fewer words: {self.budget.room - rest:,} tokens are left for them. Else: {then}"
        return BudgetTooSmall(
            "prompts/gm.md",
            f"the pinned sections need {total:,} tokens and the budget leaves {self.budget.room:,}.",
            f"Largest: {', '.join(f'{name} {tokens:,}' for name, tokens in largest)}. {then}",
        )

    def shares(self) -> tuple[int, int]:
        """Tokens for the conversation and for knowledge, of what is free: what was taken already counts against each share."""
        talk, knowledge = self.budget.shares.get(CONVERSATION, 0), self.budget.shares.get(KNOWLEDGE, 0)
        for_talk = self.free * talk // (talk + knowledge) if talk + knowledge else 0
        if self.window is None:
            return for_talk, self.free - for_talk
        taken = sum(element.tokens for element in self.chosen if section_of(element) in ("memory", "scene", LOREBOOK))
        return self.free if self.window.kept else for_talk, max(0, self.budget.share(KNOWLEDGE) - taken)

    def take_talk(self, exchanges: list[tuple[ContextElement, ...]], most: int) -> list[tuple[ContextElement, ...]]:
        """The newest exchanges within ``most`` tokens, without a gap; the very newest in a smaller form rather than not at all.

        Gives back those that did not fit.
        """
        left = min(most, self.free)
        for at, exchange in enumerate(exchanges):
            halves = [self.priced(half) for half in exchange]
            newest = at == 0 and not any(section_of(element) == "history" for element in self.chosen)
            if newest and sum(half.tokens for half in halves) > left:
                left = self.free
                said = self.smallest_that_fits(halves[0], left // len(halves))
                halves = [said, *(self.smallest_that_fits(half, left - said.tokens) for half in halves[1:])]
            price = sum(half.tokens for half in halves)
            if price > left:
                return exchanges[at:]
            self.put(*halves)
            left -= price
        return []

    def smallest_that_fits(self, element: ContextElement, most: int) -> ContextElement:
        shapes = self.shapes(element)
        return next((shape for shape in shapes if shape.tokens <= most), shapes[-1])

    def take_knowledge(self, ranked: list[ContextElement], most: int) -> list[ContextElement]:
        """What says most for ``most`` tokens, each in the form that is worth its price. Gives back those over the budget."""
        left = min(most, self.free)
        news: list[ContextElement] = []
        for element in ranked:
            if element.score < self.floor:
                self.leave([(element,)], "below the floor")
            elif (twin := self.repeats.told(element)) and twin != element.id:
                self.leave([(element,)], f"told already by {twin}")
            else:
                news.append(element)
                self.repeats.tell(element)
        shapes = {element.id: self.shapes(element) for element in news}
        chosen = best_forms(shapes, left)
        self.put(*(chosen[element.id] for element in news if element.id in chosen))
        return [element for element in news if element.id not in chosen]

    def worth_more(self, over: list[ContextElement]) -> list[ContextElement]:
        """Those of the elements over their share that are worth what others leave: nothing is sent because there was room."""
        least = self.floor * self.budget.beyond // 100 if self.window else self.floor
        self.leave([(element,) for element in over if element.score < least], BEYOND)
        return [element for element in over if element.score >= least]

    def leave(self, elements: Iterable[ContextElement | tuple[ContextElement, ...]], why: str = OVER) -> None:
        for element in (part for group in elements for part in (group if isinstance(group, tuple) else (group,))):
            tokens = self.price(element)
            self.left.append(LeftOut.trusted(id=element.id, kind=element.kind, tokens=tokens, score=element.score, why=why))

    def result(self) -> Fitted:
        by_section: dict[str, list[ContextElement]] = {name: [] for name in SECTIONS}
        for element in self.chosen:
            by_section["known" if element.id in self.lasting else section_of(element)].append(element)
        return Fitted(
            chosen={name: tuple(sorted(found, key=_order)) for name, found in by_section.items()},
            left_out=tuple(sorted(self.left, key=lambda left: (-left.score, left.id))),
            tokens=sum(element.tokens for element in self.chosen),
            window=self.window,
        )


def _first_out(shape: list[ContextElement]) -> tuple[bool, int]:
    """What acts of the lorebooks, by what is the first to go: what says so of itself, then what its book puts furthest from the end."""
    slot = shape[0].slot or Placed()
    return (not slot.first_out, slot.at)


def _order(element: ContextElement) -> tuple[int, int, int, int, str]:
    """How elements are told: standing things first, then what happened in the order in which it did."""
    if element.slot is not None:
        return (0, element.slot.at, 0, 0, element.id)
    if section_of(element) == "history":
        return (0, element.turns[0], int(element.source != "said"), 0, element.id)
    turn = element.turns[0] if element.turns else 0
    return (ORDER.get(element.kind, 8), -1 if element.minute is None else element.minute, turn, 0, element.id)
