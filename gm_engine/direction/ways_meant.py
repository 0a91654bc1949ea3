"""Ways meant: an offered way that is taken in words which are not its own.

Each part of a line (a thing done, a thing said aloud) is laid beside each way that is open: the words that the way, what comes of it and
why it mattered share with it, rare ones before common ones, a synonym for less than the word; whether its verb is the way's own, and done
to the same thing. A way of speech is taken by words, any other by what is done; where only talk comes near that, where two ways come close,
or one is only likely, the player is asked back, and nothing happens until then. Where vectors are at hand, how near the whole of what was
said lies to a way's text counts beside the words.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from gm_engine import wordnet
from gm_engine.direction.line_parts import ACT, ALOUD, ASKED, REST, SAID, Part, parts_of
from gm_engine.direction.saying import asks
from gm_engine.direction.way_words import SPEAKS_OF, SYNONYM, alike, bag_of, likeness, rarity, telling
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.choice import standing
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.stemming import stem
from gm_engine.story.decision import Decision
from gm_engine.story.intent import READY, Intent
from gm_engine.story.parsed import Parsed, Sentence

Alike = Callable[[str, Sequence[str]], Sequence[float]]
"""How near a text lies to each of others by its meaning, from -1 to 1."""

SURE, FAR = 0.3, 1.6
"""From this likeness on a way is taken whose verb or words were plainly said, where it is so many times that of the next."""
APART = 2.0
"""So many times the likeness of the next a way has that is taken by words that are about it, though not by its verb."""
LIKELY = 0.25
"""From this likeness on the player is asked back."""
ABOUT, FEW = 0.8, 8
"""From this likeness on what was said is about a way, where it was said in so few words or shares more than one."""
TOLD_OF = 0.36
"""From this likeness on, times the part of all words that are about it, a way is taken by words that are about it."""
DENSE, SPARSE = 0.3, 0.2
"""So much of all that was said must be a way's words for it to be taken by its meaning, or asked about."""
BY_WORDS = 0.2
"""What the likeness of words counts beside that of meaning."""
MEANT, AHEAD = 0.45, 0.2
"""From this sum of both on a way is taken, where it is so far ahead of the next."""
CLOSE = 0.5
"""From this meaning on no word needs to be shared."""
MAYBE = 0.35
"""From this sum of both on the player is asked back."""
BESIDE = 0.4
"""What the likeness of a line's other parts counts beside that of the nearest."""
DONE = 0.5
"""What it counts that a way's own verb is done."""
DECLINED = 0.3
"""What it counts that the player refuses, for the one way by which something is refused."""
HALF = 0.5
"""So much of the words of a part, or of a way, is the most of it."""
TWO = 2
LEAST = 0.01
LOOSELY = ("tell", "ask", "persuade", "free", "look", "check")
"""Acts that are often only what was made of words which mean a way."""
GRAVE = ("shoot", "strike", "draw", "threaten")
ASKING = ("ask", "demand", "speak", "make", "question", "press")
"""The verbs of ways by which somebody is brought to speak."""
BY_SPEECH = frozenset(("offer", "let", "have", "make", "wish", "trade"))
"""The verbs of ways that are gone by words, though they tell of no speech: what is offered, allowed, or brought about by others."""
REFUSING = frozenset(("not", "no", "leave", "let", "stay", "keep", "refuse", *wordnet.synonyms("refuse", "v")))
"""The words of ways by which nothing is done, or what was offered is not taken."""
THOUGHT = frozenset(("be", "understand", "know", "think", "mean", "believe", "remember", "want", "like"))
"""Verbs of what is so or thought: to deny them refuses nothing."""
NAYS = ("no", "not", "nobody", "never")
LIGHT = frozenset(("take", "have", "give", "make", "do", "get"))
"""Verbs that leave it to a noun to say what is done."""
BEFORE_A_VERB = ("and", "to")


class Meant(NamedTuple):
    """The option of a decision that is meant, and, where that is not sure, the ``question`` to ask back: about it ``alone``, or two.
    ``parts`` are those of the line that mean it.
    """

    decision: str
    option: str
    question: str = ""
    alone: bool = False
    parts: tuple[Part, ...] = ()


class Way(NamedTuple):
    """An open way: its words that tell something, its verbs, and what can be said of it as a whole."""

    made: Decision
    option: str
    text: str
    own: tuple[str, ...]
    verbs: tuple[str, ...]
    bag: Mapping[str, float]

    @property
    def asks(self) -> bool:
        """True for a way by which something is asked of somebody."""
        return self.verbs[0] in ASKING or self.verbs[0] in wordnet.synonyms("ask", "v")

    @property
    def refuses(self) -> bool:
        """True for a way by which something is refused, or left as it is."""
        return self._denies(f"{self.option.replace('_', ' ')} {self.text}")

    @property
    def speaks(self) -> bool:
        """True for a way by which something is only said."""
        return len(self.verbs) == 1 and wordnet.verb_class(self.verbs[0]) == "communication"

    @property
    def by_words(self) -> bool:
        """True for a way that is gone by speaking."""
        first = self.verbs[0]
        return first in BY_SPEECH or wordnet.verb_class(first) == "communication" or self._denies(self.text)

    def _denies(self, words: str) -> bool:
        """True where the words refuse; what is left *with* somebody is handed over."""
        handed = self.verbs[0] == "leave" and "with" in tokens_of(self.text)
        return not handed and bool(REFUSING & set(tokens_of(words.casefold())))


class Found(NamedTuple):
    """How a part of a line fits a way: by how many of the way's own words, whether by its verb, and by a thing to which it is done."""

    part: Part
    like: float
    own: float
    verb: bool
    thing: bool
    most: bool
    kin: bool
    able: bool
    dense: float

    @property
    def touches(self) -> bool:
        """True for words, and for an act by the way's own verb or on its own thing: what only stands beside them is another act."""
        return self.verb or self.thing or self.part.kind != ACT

    @property
    def fits(self) -> bool:
        """True where more than a word in passing is shared; of an act its verb, or the thing to which it is done."""
        return self.touches and ((self.verb and self.own > 0 and (self.thing or self.most)) or (self.own >= TWO and self.most))

    @property
    def by_kind(self) -> bool:
        """True where such a part goes such a way: talk one of speech, a deed any other, or one whose words it plainly is."""
        return self.able or (self.fits and self.part.kind not in ALOUD)

    @property
    def nearly(self) -> bool:
        """True where a thing of the way's, or most of what was said, is the same, and what is done with it is something else."""
        return self.own > 0 and self.most and (self.thing or self.kin) and (self.part.mine or self.part.kind not in (SAID, REST))


def way_meant(
    said: str, intents: Sequence[Intent], state: StoryState, near: Alike | None = None, parsed: Parsed | None = None
) -> Meant | None:
    """The open way that is likely meant; None where none is, where somebody is asked or threatened, or another road is taken.

    ``intents`` are what the words are otherwise read as; ``near`` says how near texts lie by their meaning, where that is known. Where
    much else is done besides, or all of it is an act that a rule knows, nobody is asked back: it is done.
    """
    if any(intent.verb in GRAVE or intent.mode == READY for intent in intents):
        return None
    ways = _ways(state)
    if len(ways) < TWO:
        return None
    parts = parts_of(parsed) if parsed else (Part(ASKED if _asked(said, intents) else ACT, said, objects=tuple(telling(said))),)
    found = _weighed(said, parts, ways, state, near, parsed)
    if _elsewhere(said, found.way.text, intents, state) or not found.fits:
        return None
    verdict = _by_meaning(found) if near else _by_words(found)
    if verdict.sure:
        return Meant(found.way.made.id, found.way.option, parts=verdict.parts)
    others = [part for part in parts if part.kind in (ACT, ASKED) and part not in verdict.parts]
    if not verdict.likely or len(others) >= TWO or (intents and not found.plainly and all(map(_known, intents))):
        return None
    turning, one, other = rulebook_of(state.pack).turning, _bare(found.way.text), _bare(found.other.text)
    question = (turning.this if verdict.alone else turning.which).replace("{one}", one).replace("{other}", other)
    return Meant(found.way.made.id, found.way.option, question, verdict.alone, verdict.parts)


class Weighed(NamedTuple):
    """The way that comes nearest, with the next: how alike they are; how the line's parts fit it; how many of so many words are about it;
    how near it lies in ``meaning``, and which part does. ``refused`` is true where it refuses what the player does."""

    way: Way
    other: Way
    best: float
    next_best: float
    fits: tuple[Found, ...]
    hits: int
    words: int
    refused: bool
    meaning: float
    nearest: tuple[Found, ...]
    called: frozenset[str]

    @property
    def by_name(self) -> bool:
        """True where the one thing done is what the way is called and tells of, and to nobody: *I pay the fine* for a way ``pay``."""
        done = [one.part for one in self.fits if one.part.kind == ACT]
        named = len(done) == 1 == len(self.fits) and done[0].verbs[:1] == self.way.verbs[:1] == (self.way.option,)
        return named and self.other.option != self.way.option and not self.called & set(done[0].objects)

    @property
    def apart(self) -> float:
        """How many times the likeness of the next it has."""
        return self.best / max(self.next_best, LEAST)

    @property
    def dense(self) -> float:
        """How much of what was said is about it."""
        return self.hits / max(1, self.words)

    @property
    def plainly(self) -> tuple[Found, ...]:
        """The parts that are plainly this way."""
        return tuple(one for one in self.fits if one.fits)

    @property
    def parts(self) -> tuple[Found, ...]:
        """The parts that are this way, or likely are."""
        few = self.hits >= TWO or (self.words <= FEW and any(one.verb for one in self.fits))
        about = self.best >= ABOUT and self.apart >= APART and self.dense >= SPARSE and few
        return self.plainly or tuple(one for one in self.fits if one.nearly or (about and one.like > 0) or one.like * one.dense >= TOLD_OF)


class Verdict(NamedTuple):
    """Whether a way is ``sure`` or ``likely``, alone, and by which parts of the line."""

    sure: bool
    likely: bool
    alone: bool
    parts: tuple[Part, ...]


def _weighed(
    said: str, parts: Sequence[Part], ways: Sequence[Way], state: StoryState, near: Alike | None, parsed: Parsed | None
) -> Weighed:
    """The two ways that come nearest."""
    called = frozenset(word for id in (state.pc, *state.present()) for name in _called(id, state) for word in telling(name))
    rare, holding = rarity(state.pack), Counter(held for way in ways for held in {stem(word) for word in way.bag})
    company = _company(parsed) if parsed else []
    fits: list[list[Found]] = []
    for way in ways:
        found = [_fit(part, way, called, holding, len(ways), rare, company) for part in parts if part.kind != ASKED or way.asks]
        fits.append(sorted(found, key=lambda one: -one.like))
    like = [sum(one.like * (BESIDE if at else 1.0) for at, one in enumerate(found)) for found in fits]
    denied = parsed is not None and [way.refuses for way in ways].count(True) == 1 and _declines(parsed)
    if denied:
        like = [one + DECLINED if way.refuses else one for one, way in zip(like, ways, strict=True)]
    meanings = tuple(near(said, [way.text for way in ways])) if near else (0.0,) * len(ways)
    if near:
        like = [BY_WORDS * one + other for one, other in zip(like, meanings, strict=True)]
    first, second = sorted(range(len(ways)), key=lambda at: (-like[at], at))[:2]
    way, words = ways[first], [word for word in dict.fromkeys(telling(said)) if word not in called]
    hits = sum(any(alike(word, one) >= SYNONYM for one in way.bag) for word in words)
    refused = denied and way.refuses and len(words) <= (TWO * FEW if hits else FEW)
    nearest = tuple(fits[first])
    if near and len(nearest) > 1:
        nearest = (max(nearest, key=lambda one: near(one.part.text, [way.text])[0]),)
    return Weighed(
        way, ways[second], like[first], like[second], tuple(fits[first]), hits, len(words), refused, meanings[first], nearest, called
    )  # fmt: skip


def _by_words(found: Weighed) -> Verdict:
    """What the words alone tell."""
    parts = found.parts
    if not parts and not found.refused:
        return Verdict(sure=False, likely=False, alone=False, parts=())
    plainly = bool(found.plainly or found.refused)
    able = any(one.by_kind for one in parts) or (found.refused and found.hits > 0)
    tells = any(one.by_kind and one.touches and one.own and one.like * one.dense >= TOLD_OF for one in parts)
    tells = tells or (found.hits >= TWO and found.best * found.dense >= TOLD_OF and any(one.touches for one in parts))
    sure = able and ((plainly and found.best >= SURE and found.apart >= FAR) or (tells and found.apart >= APART))
    sure = sure or found.by_name
    return Verdict(sure, sure or plainly or found.best >= LIKELY, found.apart >= FAR, tuple(one.part for one in parts))


def _by_meaning(found: Weighed) -> Verdict:
    """What words and meaning tell together."""
    parts = found.parts or (() if found.refused else found.nearest)
    able = any(one.by_kind for one in parts) or (found.refused and found.hits > 0)
    held = bool(found.plainly or found.refused or found.dense >= DENSE) or found.meaning >= CLOSE
    ahead = found.best - found.next_best >= AHEAD
    likely = found.best >= MAYBE and (found.hits > 0 or found.meaning >= MEANT)
    sure = found.by_name or (able and held and found.best >= MEANT and ahead)
    return Verdict(sure, likely, ahead, tuple(one.part for one in parts))


def _ways(state: StoryState) -> list[Way]:
    """The ways that are open."""
    found = []
    for made in standing(state):
        for option in made.options:
            tokens = tokens_of(option.text)
            if not tokens:  # its words were redacted
                continue
            behind = [word for at, word in enumerate(tokens) if at and tokens[at - 1] in BEFORE_A_VERB and wordnet.verb_class(word)]
            verbs = (*tokens[:1], *behind)
            own = tuple(word for word in dict.fromkeys(telling(option.text)) if word not in verbs)
            bag = bag_of(made, option.id, option.text, state.pack)
            found.append(Way(made, option.id, option.text, own, verbs, bag))
    return found


def _fit(
    part: Part, way: Way, called: frozenset[str], holding: Mapping[str, int], ways: int, rare: Mapping[str, float], company: list[str]
) -> Found:
    light = _acts_named(part)
    named = [word for word in dict.fromkeys(telling(part.text)) if word not in light]
    words = [word for word in named if word not in called] + company
    things = [word for word in way.own if word not in called] or list(way.own)
    own = sum(any(alike(word, one) >= SYNONYM for word in (words if one not in called else named)) for one in things)
    verb = any(alike(one, other) >= SYNONYM for one in part.verbs for other in way.verbs if other not in SPEAKS_OF)
    thing = any(alike(one, other) >= SYNONYM for one in part.objects if one not in light for other in things)
    like = likeness(words, way.bag, holding, ways, rare) + (DONE if verb and own else 0.0)
    most = own >= HALF * len(things) or own >= HALF * len(words)
    kinds = {one for verb_ in part.verbs[:1] for one in wordnet.verb_classes(verb_)[:2]}
    against = any(wordnet.opposed(one, way.verbs[0], "v") for one in part.verbs[:1])
    kin = bool(kinds & set(wordnet.verb_classes(way.verbs[0])[:2])) and not against
    pledged = verb and part.pledged
    able = way.by_words or pledged if part.kind in ALOUD else not way.speaks
    hits = [word for word in words if any(alike(word, one) >= SYNONYM for one in way.bag)]
    dense = len(hits) / len(words) if len(hits) >= TWO else 0.0
    return Found(part, like, own, verb, thing, most, kin, able, dense)


def _acts_named(part: Part) -> frozenset[str]:
    """The objects that only name what is done, with a verb that says nothing of its own: *take a look*, *have a word*."""
    return frozenset(one for one in part.objects if part.verbs[:1] and part.verbs[0] in LIGHT and "act" in wordnet.categories(one)[:2])


def _asked(said: str, intents: Sequence[Intent]) -> bool:
    """True where a line that was not parsed only asks."""
    ends = said.rstrip().rstrip("\"”' ").endswith("?")
    return ends or bool(intents and all(intent.verb == "ask" and intent.words[:1] not in '"“' for intent in intents))


def _declines(parsed: Parsed) -> bool:
    """True for words that refuse: what the player does, or what is done, is denied, put off, or let be."""
    for sentence in _sentences(parsed):
        root = sentence.root
        mine = sentence.child(root, "nsubj")
        if sentence[0].text.casefold() in NAYS and sentence[0].dep != "det":
            return True
        if sentence[root].lemma in THOUGHT or asks(sentence):
            continue
        of_me = mine >= 0 and sentence[mine].text.casefold() in ("i", "we", "nobody", "that", "it", "this")
        if (of_me and sentence.child(root, "neg") >= 0) or ((of_me or mine < 0) and sentence[root].lemma in REFUSING):
            return True
    return False


def _company(parsed: Parsed) -> list[str]:
    """Whether something is done by oneself or with others, as a way would say it."""
    said = [word.text.casefold() for sentence in _sentences(parsed) for word in sentence]
    pairs = {f"{one} {other}" for one, other in pairwise(said)}
    alone = "myself" in said or "my own" in pairs
    together = bool({"us", "our", "ourselves", "both", "we"} & set(said) or {"with me", "with you"} & pairs)
    return ["alone"] * alone + ["together"] * together


def _sentences(parsed: Parsed) -> Iterable[Sentence]:
    """A line's own sentences, and those of its quotes."""
    yield from parsed.sentences
    for quote in parsed.quotes:
        yield from quote.sentences


def _elsewhere(said: str, text: str, intents: Sequence[Intent], state: StoryState) -> bool:
    """True where one goes to a place that is named, and the way's own words do not name it."""
    gone_to = [intent.place for intent in intents if intent.verb == "travel" and intent.place]
    return any(_names(place, said, state) and not _names(place, text, state) for place in gone_to)


def _known(intent: Intent) -> bool:
    """True for an act that a rule knows, with its person, place, thing or sum, and for a look at one's own things: nothing about it needs
    to be asked.
    """
    if intent.verb == "look":
        return bool(intent.mode)
    return intent.verb not in LOOSELY and not intent.read_as and bool(intent.target or intent.place or intent.item or intent.amount)


def _bare(text: str) -> str:
    return text.strip().rstrip(".!")


def _names(place: str, text: str, state: StoryState) -> bool:
    """True where a way's words name the place."""
    return any(name.casefold().removeprefix("the ") in text.casefold() for name in _called(place, state))


def _called(id: str, state: StoryState) -> tuple[str, ...]:
    """What somebody or something is called."""
    entity = state.lore.entity(id)
    return (entity.name, *entity.aliases) if entity else (state.name(id),)
