"""What is told besides the beats: the place, its people, the weather and the light, until the reply has a body."""

import re
from collections.abc import Iterator

from gm_engine.narrator.labels import Saying, Sentence
from gm_engine.narrator.likeness import plain
from gm_engine.narrator.line_grammar import Name, Scope, awake
from gm_engine.narrator.morphology import words_in
from gm_engine.narrator.realise import Teller, card_flags
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Statement, Value
from gm_engine.story.numbers import hours_in_words

ORDERS = (
    ("sense", "business", "weather", "life", "light", "standing"),
    ("life", "business", "sense", "light", "weather", "standing"),
    ("weather", "sense", "business", "life", "standing", "light"),
    ("sense", "life", "business", "weather", "light", "bearing"),
    ("business", "light", "sense", "life", "weather", "standing"),
    ("light", "life", "sense", "business", "bearing", "weather"),
    ("life", "sense", "weather", "business", "light", "standing"),
)
JOINED = ("life", "weather", "light", "business")
SKY = ("weather", "light")
"""Kinds of which a reply has one: told together, they contradict each other sooner or later."""
OVERCAST = frozenset(("weather:cloud", "weather:rain", "weather:storm", "weather:snow"))
SPARE = ("life", "sense", "business", "life", "standing", "life", "bearing", "weather", "light", "life", "life")
"""What is told where a reply is still short."""
LAST = ("life", "weather", "life")
"""What is told again rather than leave a reply with hardly a word: the least of evils."""
SAFE = (
    "A ",
    "An ",
    "The ",
    "There ",
    "It ",
    "Somebody ",
    "Out ",
    "Over ",
    "Through ",
    "In ",
    "Past ",
    "Across ",
    "From ",
    "Nobody ",
    "Every ",
)
SHORT = 11


class Setting:
    """Says small true things about where the story is, each once."""

    def __init__(self, teller: Teller, beat: Beat | None) -> None:
        self.teller = teller
        self.scope = teller.scope(beat) if beat else teller.base
        self.present = [id for id in (beat.slots.get("present", "") if beat else "").split(",") if id in teller.table.people]
        self.scope.flags.add("company" if self.present else "alone")
        if self.scope.flags & OVERCAST:
            self.scope.flags.add("overcast")
        self.told_senses = 0
        self.told_people = 0
        self.telling = teller.scenery
        self.begun = self.needed = False

    def fill(self, words: int, first: tuple[str, ...] = (), *, needed: bool = False) -> list[Sentence]:
        """Sentences of about ``words`` words in all, as far as the place gives them, ``first`` kinds before others; at least one where
        they are ``needed``, since nothing else is told.
        """
        self.needed = needed
        told = list(self._shots(words)) if "fight" in self.scope.flags else []
        key = self.teller.deck.key
        order = ORDERS[(key.turn * 3 + key.seed + key.attempt) % len(ORDERS)]
        if first:
            self.scope.flags.add("arriving")
        kinds = ["fighting" for _ in told]
        wanted = (*first, *(kind for kind in order if kind not in first))
        passes = ((wanted, self.teller.scenery), (SPARE, self.teller.news), (LAST, self._again))
        for kind, telling in ((kind, telling) for some, telling in passes for kind in some):
            if sum(words_in(sentence.text) for sentence in told) >= words:
                break
            self.telling = telling
            sentence = None if kind in SKY and set(kinds) & set(SKY) else self.one(kind)
            if sentence is None:
                continue
            if told and kind in JOINED and kinds[-1] in JOINED and self._joins(told[-1], sentence):
                told[-1] = run_on(told[-1], sentence, self.teller.deck.pick("join", (", and", ";")))
            else:
                told.append(sentence)
            kinds.append(kind)
            self.begun = True
        return told or list(self._in_any_room())

    def _in_any_room(self) -> Iterator[Sentence]:
        """A line of any room's, where nothing else is told, nobody has said what the place is, and what there was to say is told."""
        if self.needed and "unshown" in self.scope.flags:
            self.scope.flags.discard("unshown")
            self.scope.flags.update(("inside", "settled"))
            found = (self.teller.say(kind, self.scope) for kind in LAST)
            yield from [sentence for sentence in found if sentence is not None][:1]

    def _again(self, name: str, scope: Scope) -> Sentence | None:
        """A line that may have been heard before, though not in this reply; none where the place gives nothing, and something is told."""
        if not self.needed and not self.teller.table.place.value("sense"):
            return None
        earlier = set(self.teller.told)
        sentence = self.teller.say(name, scope)
        return None if sentence is None or sentence.text in earlier else sentence

    def _shots(self, words: int) -> Iterator[Sentence]:
        told = 0
        while told < words and (sentence := self.teller.news("fighting", self.scope)):
            told += words_in(sentence.text)
            yield sentence

    def _joins(self, before: Sentence, after: Sentence) -> bool:
        short = words_in(before.text) <= SHORT and words_in(after.text) <= SHORT
        return short and after.text.startswith(SAFE) and before.text.endswith(".") and not any(mark in before.text for mark in ";:")

    def one(self, kind: str) -> Sentence | None:
        """One sentence of a kind, or nothing."""
        if kind == "sense":
            return self._sense()
        if kind in ("business", "standing"):
            return self._person(kind)
        if kind == "bearing":
            return self._bearing()
        if kind == "life" and "unshown" in self.scope.flags and (self.begun or not self.needed):
            return None  # what goes on there depends on what it is, and nobody has said
        if kind == "light" and "same" in self.scope.flags and self.teller.deck.key.turn % 4:
            return None
        return self.telling(kind, self.scope)

    def _sense(self) -> Sentence | None:
        teller, place = self.teller, self.teller.table.place
        senses = place.all("sense")
        if not senses or self.told_senses >= 2:
            return None
        heard = " ".join(teller.heard) + " " + " ".join(plain(told) for told in teller.told)
        fresh = [value.text for value in senses if plain(value.text) not in heard]
        if "new" not in self.scope.flags:
            fresh = [sense for sense in fresh if awake(f"{place.id} {sense}", teller.deck.key)]
        if not fresh:
            return None
        self.told_senses += 1
        order = teller.deck.order(f"sense {place.id}", range(len(fresh)), len(fresh))
        chosen, second = fresh[order[0]], fresh[order[1]] if len(fresh) > 1 else ""
        scope = Scope(words={"sense": chosen}).joined(self.scope)
        scope.flags = self.scope.flags | sense_flags(chosen)
        if not teller.deck.key.turn % 3 and self.begun:
            scope.flags.add("bare")
        if second and "," not in chosen + second and "sight" in scope.flags and "sight" in sense_flags(second) and teller.deck.key.turn % 2:
            scope.words["sense2"] = second
            scope.flags.add("pair")
        said = teller.say("sense", scope)
        if said is None:
            return None
        stated = [text for text in (chosen, second) if text and text.lower() in said.text.lower()]
        return Sentence(said.text, tuple(self._claim(text) for text in stated))

    def _claim(self, sense: str) -> Saying:
        return Saying(Statement(subject=self.teller.table.place.id, relation="sense", value=Value(kind="text", text=sense)))

    def _person(self, kind: str) -> Sentence | None:
        if self.told_people >= len(self.present) or self.told_people >= 2:
            return None
        teller = self.teller
        at = (teller.deck.key.turn + self.told_people) % len(self.present)
        id = self.present[at]
        self.told_people += 1
        card = teller.table.people[id]
        scope = Scope(names={"actor": card.name}, flags=card_flags(card, "actor")).joined(self.scope)
        if role := card.value("role"):
            scope.words["role"], scope.values["role"] = role.text, role
        if wants := card.value("wants"):
            scope.words["wants"] = wants.text
        return self.telling(kind, scope)

    def _bearing(self) -> Sentence | None:
        teller, place = self.teller, self.teller.table.place
        ways = [value for value in place.all("exit") if value.entity]
        if not ways:
            return None
        way = ways[teller.deck.order(f"way {place.id}", range(len(ways)), len(ways))[0]]
        minutes = way.low or 0
        if not minutes or not ("new" in self.scope.flags or awake(f"{place.id} {way.entity}", teller.deck.key)):
            return None
        name = Name(str(way.entity), way.text or str(way.entity).replace("_", " "))
        scope = Scope(names={"way": name}, words={"walk": hours_in_words(minutes)}, flags=set())
        scope.flags.add("near" if minutes <= 3 else "walk" if minutes <= 20 else "far")
        if way.unit:
            scope.words["bearing"] = way.unit
            scope.flags.add(f"bearing:{way.unit}")
        return self.telling("bearing", scope.joined(self.scope))


SMELLS = re.compile(r"^(?:(?:an?|the|some) )?(?:[\w-]+ )?(?:smells?|reek|scent|taste) of\b")
SOUNDS = re.compile(
    r"^(?:an?|the) (?:[\w-]+ )?(?:sounds?|hum|rattle|wind|talk of|tick|fiddle)\b|^talk of\b"
    r"|\b(?:squealing|creaking|creaks|complains|muttering|rattling|bawling|singing|that stops when)\b"
)
FELT = re.compile(r"\bsmells of\b|^(?:an?|the) (?:draft|quiet|chill|silence)\b")
"""Whole words, where they say what the thing is: a window is no wind."""
TWO_THINGS = re.compile(r"\band (?:an?|the|some|one|two|three|half)\b")


def sense_flags(sense: str) -> set[str]:
    """Whether a sense is seen, heard, smelt or merely there, and whether it is one thing.

    >>> sorted(sense_flags("a smell of lye")), sorted(sense_flags("hoof parings"))
    (['single', 'smell'], ['sight'])
    >>> sorted(sense_flags("a cell window the size of a hymnbook")), sorted(sense_flags("a rail to lean on and a drop of forty feet"))
    (['sight', 'single'], ['sight'])
    """
    kind = "felt" if FELT.search(sense) else "smell" if SMELLS.search(sense) else "sound" if SOUNDS.search(sense) else "sight"
    alone = sense.startswith(("a ", "an ", "the ")) and not (kind == "sight" and TWO_THINGS.search(sense))
    return {kind, "single"} if alone else {kind}


def run_on(before: Sentence, after: Sentence, by: str) -> Sentence:
    """Two short sentences as one."""
    text = f"{before.text[:-1]}{by} {after.text[0].lower()}{after.text[1:]}"
    return Sentence(text, before.sayings + after.sayings)
