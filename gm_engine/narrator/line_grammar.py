"""The grammar: lists of lines with slots and alternatives, and the deck that deals them out so that little comes twice.

A line of a list reads ``(conditions) text``. In the text, ``[a|b]`` is one or the other (and may be nested), ``<slot>``
a word of the scope or, if it has none of that name, a line of the list of that name. The head's words are: a flag that
must hold (``night``), one that must not (``-night``), one of several (``kind:saloon/cantina``), ``=actor.at:place`` for what
the line claims, and ``~blood`` for what it shows, so that a table's veils can keep it out.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from math import gcd

from gm_engine.chance import draw
from gm_engine.narrator.morphology import a_or_an, agree, capital, is_several, possessive, pronoun
from gm_engine.story.claim import Value
from gm_engine.story.roll import DrawKey

HEAD = re.compile(r"^\(([^()]*)\)\s+(.*)$", re.S)
INNER = re.compile(r"\[([^\[\]]*)\]")
SLOT = re.compile(r"<([\w.:]+)>")
STRIDE = 3
ROUND, AWAKE = 30, 6
"""Of how many turns a line may be told in how many."""
TELLING = ("verb:", "skill:", "act:")


@dataclass(frozen=True)
class Mark:
    """What a line claims, by slots: ``subject`` and ``value`` name slots of the scope."""

    subject: str
    relation: str
    value: str
    negative: bool = False


@dataclass(frozen=True)
class Line:
    """One line of a list."""

    text: str
    needs: tuple[frozenset[str], ...] = ()
    bars: frozenset[str] = frozenset()
    marks: tuple[Mark, ...] = ()
    shows: frozenset[str] = frozenset()

    @cached_property
    def slots(self) -> tuple[str, ...]:
        """The names of its slots, forms taken off."""
        return tuple(re.split(r"[.:]", slot)[0] for slot in SLOT.findall(self.text))


@lru_cache(maxsize=8192)
def parse(written: str) -> Line:
    """A line as data.

    >>> parse("(night -inside =pc.at:place) You stand in <place>.").marks
    (Mark(subject='pc', relation='at', value='place', negative=False),)
    """
    match = HEAD.match(written)
    if not match:
        return Line(written)
    needs, bars, marks, shows = [], set(), [], set()
    for word in match.group(1).split():
        if word[0] == "=":
            subject, _, rest = word[1:].partition(".")
            relation, _, value = rest.partition(":")
            marks.append(Mark(subject, relation, value.lstrip("!") or relation, value.startswith("!")))
        elif word[0] == "-":
            bars.add(word[1:])
        elif word[0] == "~":
            shows.add(word[1:])
        else:
            family, colon, options = word.rpartition(":")
            needs.append(frozenset(f"{family}{colon}{option}" for option in options.split("/")))
    return Line(match.group(2), tuple(needs), frozenset(bars), tuple(marks), frozenset(shows))


@dataclass(frozen=True)
class Name:
    """How somebody or something may be called."""

    id: str
    name: str
    aliases: tuple[str, ...] = ()
    pronouns: str = "it"

    @property
    def calls(self) -> tuple[str, ...]:
        """Every way to call them, the full name first."""
        return tuple(dict.fromkeys((self.name, *self.aliases)))

    @property
    def many(self) -> bool:
        """True for a thing or a place that is spoken of as several: *the doctor's rooms*, *the Socorro stock pens*."""
        return self.pronouns in ("it", "they") and is_several(self.name)


@dataclass
class Scope:
    """What a line may speak of: names, words, values for its claims, and the flags that hold."""

    names: dict[str, Name] = field(default_factory=dict)
    words: dict[str, str] = field(default_factory=dict)
    values: dict[str, Value] = field(default_factory=dict)
    flags: set[str] = field(default_factory=set)

    def value(self, slot: str) -> Value | None:
        """The value that a slot stands for in a claim."""
        if slot in self.values:
            return self.values[slot]
        if slot in self.names:
            return Value(kind="entity", text=self.names[slot].name, entity=self.names[slot].id)
        if slot in self.words:
            return Value(kind="text", text=self.words[slot])
        return None

    def joined(self, other: "Scope") -> "Scope":
        """Both, this one's own words first."""
        return Scope(other.names | self.names, other.words | self.words, other.values | self.values, other.flags | self.flags)


@lru_cache(maxsize=32_768)
def shuffled(seed: int, branch: str, name: str, size: int) -> tuple[int, ...]:
    """A story's own order of a list: the same in every turn, so that a turn's number deals from it without repeats."""
    key = DrawKey(seed=seed, branch=f"{branch}/{name}", turn=0)
    return tuple(sorted(range(size), key=lambda item: (draw(key, "words", item, 2**32), item)))


@lru_cache(maxsize=8192)
def literals(written: str) -> tuple[str, ...]:
    """The runs of three words and more that a line says whatever fills it.

    >>> literals("(west) <someone> and <someone_else> are having words over <matter>.")
    ('are having words over',)
    """
    text = parse(written).text
    while INNER.search(text):
        text = INNER.sub("<>", text)
    runs = [" ".join(re.findall(r"[a-z0-9]+", run.lower())) for run in re.split(r"<[^>]*>", text)]
    return tuple(run for run in runs if run.count(" ") >= 2)


def awake(line: str, key: DrawKey) -> bool:
    """True in the few turns of each thirty in which a line may be told: whatever was told is then silent for a good while.

    >>> key = DrawKey(seed=1, turn=0)
    >>> sum(awake("It rains.", key.model_copy(update={"turn": turn})) for turn in range(60))
    12
    """
    since = draw(DrawKey(seed=key.seed, branch=f"{key.branch}/{line}", turn=0), "words", 0, ROUND)
    return (key.turn + since) % ROUND < AWAKE


class Deck:
    """Deals from lists. Each story shuffles every list once; the turn says where in it to begin."""

    def __init__(self, key: DrawKey) -> None:
        self.key = key
        self.dealt: Counter[str] = Counter()

    def order(self, name: str, eligible: Sequence[int], size: int) -> list[int]:
        """The eligible items, in the order in which to try them."""
        if not eligible:
            return []
        allowed = set(eligible)
        ranked = [item for item in shuffled(self.key.seed, self.key.branch, name, size) if item in allowed]
        stride = STRIDE
        while gcd(stride, len(ranked)) > 1:
            stride += 1
        start = (self.key.turn * stride + self.dealt[name] + self.key.attempt * 7) % len(ranked)
        self.dealt[name] += 1
        return ranked[start:] + ranked[:start]

    def pick(self, name: str, items: Sequence[str]) -> str:
        """One of the items."""
        return items[self.order(name, range(len(items)), len(items))[0]]


class Mentions:
    """How somebody was last called in this reply, so that the next mention varies."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.last: dict[str, str] = {}

    def call(self, name: Name) -> str:
        """A name, an alias or a title; never the same twice running where there is another."""
        ranked = self.deck.order(f"call {name.id}", range(len(name.calls)), len(name.calls))
        chosen = next((name.calls[place] for place in ranked if name.calls[place] != self.last.get(name.id)), name.name)
        self.last[name.id] = chosen
        return chosen


class Grammar:
    """Word lists that speak."""

    def __init__(self, lists: Mapping[str, Iterable[str]]) -> None:
        self.lists: dict[str, tuple[str, ...]] = {name: tuple(lines) for name, lines in lists.items()}
        self.free = {name for name, lines in self.lists.items() if any("<" not in line and line[:1] != "(" for line in lines)}

    def eligible(self, name: str, scope: Scope, veils: frozenset[str] = frozenset()) -> list[int]:
        """The places of the lines of a list that can be said in this scope."""
        return [place for place, written in enumerate(self.lists.get(name, ())) if self._fits(parse(written), scope, veils)]

    def _fits(self, line: Line, scope: Scope, veils: frozenset[str]) -> bool:
        if line.bars & scope.flags or line.shows & veils or not all(need & scope.flags for need in line.needs):
            return False
        return all(slot in scope.names or slot in scope.words or self._speaks(slot, scope, veils) for slot in line.slots)

    def _speaks(self, name: str, scope: Scope, veils: frozenset[str]) -> bool:
        return name in self.free or (name in self.lists and bool(self.eligible(name, scope, veils)))

    def fitting(self, name: str, scope: Scope, veils: frozenset[str] = frozenset()) -> list[int]:
        """The eligible lines; only those that name what is done, or the skill it takes, where there are such lines."""
        places = self.eligible(name, scope, veils)
        lines = self.lists.get(name, ())
        near = [place for place in places if any(flag.startswith(TELLING) for need in parse(lines[place]).needs for flag in need)]
        return near or places

    def expand(self, text: str, scope: Scope, deck: Deck, mentions: Mentions) -> str:
        """The text with every alternative chosen and every slot filled."""
        while match := INNER.search(text):
            options = match.group(1).split("|")
            text = text[: match.start()] + deck.pick(f"[{match.group(1)}]", options) + text[match.end() :]
        return SLOT.sub(lambda slot: self._fill(slot.group(1), scope, deck, mentions), text)

    def _fill(self, slot: str, scope: Scope, deck: Deck, mentions: Mentions) -> str:
        head, _, form = slot.partition(".")
        head, _, verb = head.partition(":")
        if head in scope.names:
            return named(scope.names[head], form, verb, mentions)
        if head in scope.words:
            return shaped(scope.words[head], form)
        places = self.eligible(head, scope)
        if not places:
            return ""
        lines = self.lists[head]
        line = parse(lines[deck.order(head, places, len(lines))[0]])
        return shaped(self.expand(line.text, scope, deck, mentions), form)


def named(name: Name, form: str, verb: str, mentions: Mentions) -> str:
    """A name in one of its forms: ``he him his theirs self`` are pronouns, ``name`` the full name, ``s`` the owner,
    a verb the verb that agrees with the pronoun, ``:verb`` the verb that agrees with the name."""
    if verb.startswith(":"):
        return agree(verb[1:], "you") if name.pronouns == "you" or name.many else verb[1:]
    if verb:
        return agree(verb, name.pronouns)
    if form.lower() in ("he", "him", "his", "theirs", "self"):
        word = pronoun(name.pronouns, form.lower())
        return capital(word) if form[0].isupper() else word
    if form == "name":
        mentions.last[name.id] = name.name
        return name.name
    called = mentions.call(name)
    if form == "s":
        return "your" if called == "you" else possessive(called)
    return called


def shaped(text: str, form: str) -> str:
    """A word in one of its forms: ``a`` with its article, ``s`` as an owner, ``cap`` with a capital."""
    if form == "a":
        return a_or_an(text)
    if form == "s":
        return possessive(text)
    return capital(text) if form == "cap" else text
