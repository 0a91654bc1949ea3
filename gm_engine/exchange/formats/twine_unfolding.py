"""A Twine story unfolded: each passage becomes a scene for every state of the story's memory in which it is told, or leads on, differently.

A campaign's scenes remember nothing but where they lead. What a story has set on the way therefore stands in which of a passage's scenes
one comes to. Only what may still be asked for from there on tells two of them apart.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from gm_engine.exchange.formats.brought import Loss
from gm_engine.exchange.formats.kept_states import TOO_MANY, KeptStates, Seen
from gm_engine.exchange.formats.plain_ids import FreeIds, free_id, plain_id
from gm_engine.exchange.formats.twine_reach import BEFORE, VISITS, matters_in
from gm_engine.exchange.formats.twine_told import NO_PASSAGE, SOME, Moment, Passages, Teller
from gm_engine.exchange.formats.twine_tree import Part
from gm_engine.exchange.formats.twine_values import Memory, Pairs
from gm_engine.story.condition import Effect
from gm_engine.story.letters import plain
from gm_engine.story.pack import AuthoredScene, Choice

MOST_SHOWN = 4
"""Links that show more words and are followed one after the other, without leaving the passage."""
UNREACHED = "No way that is followed here leads to it; it is kept as it is at the beginning."
OUTSIDE = "It leads out of the story; the way is left out."
TOO_DEEP = "It is not followed behind so many others."


THE_END = "Here the story ends."
"""What is told where a story leads to a passage that holds nothing."""
WORD = re.compile(r"[\"“«'(]*[^\W\d_]+(?:['’-][^\W\d_]+)*[\"”»'),.;:!?…]*")
MIXED = re.compile(r"[a-z][A-Z]")


class Unfolded(NamedTuple):
    """The scenes of a story, the id of its first, and what was lost."""

    scenes: dict[str, AuthoredScene]
    first: str
    losses: tuple[Loss, ...]


class _Place(NamedTuple):
    """Where scenes are told apart by memory: a passage, and the links that were followed in it."""

    name: str
    shown: tuple[tuple[int, str], ...] = ()


@dataclass
class _Waiting:
    """A scene that is still to be told."""

    place: _Place
    id: str
    moment: Moment


def titled(name: str) -> str:
    """The name of a passage as a title; empty where it is none but a sign for its author. A number behind it is the author's, too.

    >>> titled("The docks"), titled("Border crossing 2"), titled("ConfrontAlexandra1."), titled("loc-police-station"), titled("room_3")
    ('The docks', 'Border crossing', '', '', '')
    """
    words = name.split()
    while len(words) > 1 and not any(letter.isalpha() for letter in words[-1]):
        words.pop()
    if not all(WORD.fullmatch(word) and not MIXED.search(word) for word in words) or (len(words) == 1 and "-" in words[0]):
        return ""
    return " ".join(words)


def led_on(scenes: Mapping[str, AuthoredScene]) -> dict[str, AuthoredScene]:
    """The scenes; one that goes on to another by itself is told together with it."""
    found: dict[str, AuthoredScene] = {}
    for id, scene in scenes.items():
        told, seen = [scene], {id}
        while not told[-1].choices and told[-1].goto and told[-1].goto not in seen:
            seen.add(told[-1].goto)
            told.append(scenes[told[-1].goto])
        last = told[-1]
        beat = "\n\n".join(filter(None, (one.beat for one in told)))
        found[id] = scene.changed(beat=beat, choices=last.choices, goto="", ends=not last.choices) if len(told) > 1 else scene
    return found


def unfold(story: Passages, begun: tuple[Part, ...], first: str, taken: Mapping[str, object]) -> Unfolded:
    """The scenes of a story from its first passage on; ``begun`` is what is done before it, ``taken`` the ids that are not free."""
    return _Unfolding(story, taken).all(begun, first)


class _Unfolding:
    def __init__(self, story: Passages, taken: Mapping[str, object]) -> None:
        self.story, self.teller = story, Teller(story)
        self.matters = matters_in(story.trees, story.made)
        self.kept = KeptStates[_Place]()
        self.named = FreeIds(taken)
        self.waiting: list[_Waiting] = []
        self.scenes: dict[str, AuthoredScene] = {}
        self.losses: dict[str, Loss] = {}
        self.alike: dict[tuple[str, str, Any], tuple[str, str, Any]] = {}

    def all(self, begun: tuple[Part, ...], first: str) -> Unfolded:
        values = {"s": Pairs()} if self.story.dialect == "snowman" else {}
        bare = self.story.dialect in ("chapbook", "snowman")
        memory = Memory(values, bare=bare, harlowe=self.story.dialect == "harlowe", visits=dict.fromkeys(self.story.counted, 0))
        start = self.teller.begin(begun, memory)
        opening = self._entered(first, start)
        self._follow()
        for name in self.story.trees:
            if name not in self.teller.told:
                self.losses[name] = Loss(f"passages.{name}", name, UNREACHED)
                self._entered(name, start)
                self._follow()
        return Unfolded(led_on(self.scenes), opening, (*self.teller.losses.values(), *self.losses.values()))

    def _follow(self) -> None:
        while self.waiting:
            one = self.waiting.pop(0)
            self.kept.tired = self.teller.tired
            self.scenes[one.id] = self._scene(one)

    # --- which scene

    def _seen(self, name: str, memory: Memory) -> Seen:
        """What of a memory matters to whoever comes to a passage."""
        matters = self.matters[name]
        found: list[tuple[str, str, Any]] = [
            (VISITS + one, "visits", count) for one, count in memory.visits.items() if VISITS + one in matters
        ]
        if BEFORE in matters:
            found.append((BEFORE, "before", memory.here))
        found += [(one, type(value).__name__, value) for one, value in memory.values.items() if one[0] != "_" and one in matters]
        self.teller.parts += (len(found) + len(memory.values)) // SOME
        self.kept.tired = self.teller.tired
        found.sort(key=lambda one: one[0])
        return tuple([self.alike.setdefault(one, one) for one in found])

    def _entered(self, name: str, memory: Memory) -> str:
        """The id of the scene of whoever comes to a passage with a memory."""
        place = _Place(name)
        if self.teller.exhausted and (id := self._any(name)):
            return id
        seen = self._seen(name, memory)
        found = self.kept.find(place, seen)
        if found is None:
            return self._new(place, seen, self.teller.come_to(name, memory))
        if not found.exact:
            self.losses.setdefault(f"{name}.states", Loss(f"passages.{name}.states", len(self.kept.of[place]), TOO_MANY))
        return found.id

    def _any(self, name: str) -> str:
        """The id of the first scene of a passage, which stands for all of its states; empty where it has none."""
        place = _Place(name)
        if id := self.kept.first(place):
            self.losses.setdefault(f"{name}.states", Loss(f"passages.{name}.states", len(self.kept.of[place]), TOO_MANY))
        return id

    def _new(self, place: _Place, seen: Seen, moment: Moment) -> str:
        id = self.named.take(plain_id(place.name, "passage"))
        self.kept.put(place, seen, id)
        self.waiting.append(_Waiting(place, id, moment))
        return id

    # --- what a scene holds

    def _scene(self, one: _Waiting) -> AuthoredScene:
        moment = one.moment
        choices: dict[str, Choice] = {}
        offered: set[tuple[str, str]] = set()
        for offer in moment.offers:
            before = replace(moment, memory=moment.memory)
            known = self._any(offer.target) if self.teller.exhausted and offer.target else ""
            if self.teller.exhausted and not offer.target and len(moment.offers) > 1:
                self.teller.lost(moment.here, "link", offer.shown, TOO_DEEP)
                continue
            led = offer.target if known else self.teller.take(before, offer)
            if known:
                target = known
            elif isinstance(led, str):
                if (name := self.teller.known(led)) not in self.story.trees:
                    self.teller.lost(moment.here, "link", led, NO_PASSAGE if "://" not in led else OUTSIDE)
                    continue
                target = self._entered(name, before.memory)
            else:
                target = self._shown(one, offer.way.number, offer.shown, led, len(moment.offers) == 1)
            if not target or (offer.shown, target) in offered:
                continue
            offered.add((offer.shown, target))
            id = free_id(plain_id(offer.shown, "on"), choices)
            choices[id] = Choice(id=id, text=offer.shown, effects=(Effect(verb="goto", target=target),))
        then = self._then(moment, bool(choices))
        title = titled(plain(one.place.name))
        return AuthoredScene(
            id=one.id,
            title=title,
            beat=moment.text or title or ("" if choices or then else THE_END),
            once=False,
            choices=tuple(choices.values()),
            goto="" if choices else then,
            ends=not choices and not then,
        )

    def _shown(self, one: _Waiting, number: int, words: str, led: Moment, only: bool) -> str:
        """The id of the scene in which a link has shown what it has; empty where too many are followed."""
        shown = (*sorted({*one.place.shown} - {(number, words)}), (number, words))
        if not only and len(shown) > (1 if self.kept.full else MOST_SHOWN):
            self.teller.lost(led.here, "link", words, TOO_DEEP)
            return ""
        values = led.memory.values
        seen = tuple((name, type(values[name]).__name__, values[name]) for name in sorted(values) if not name.startswith("_"))
        place, seen = _Place(one.place.name, shown), seen + self._seen(one.place.name, led.memory)
        found = self.kept.find(place, seen)
        return found.id if found else self._new(place, seen, led)

    def _then(self, moment: Moment, chosen: bool) -> str:
        """The scene that a passage goes on to by itself."""
        if not moment.then:
            return ""
        if moment.then not in self.story.trees:
            self.teller.lost(moment.here, "goto", moment.then, NO_PASSAGE)
            return ""
        if chosen:
            self.teller.lost(moment.here, "goto", moment.then, "It would go on by itself; here one of the links is chosen.")
            return ""
        return self._entered(moment.then, moment.memory)
