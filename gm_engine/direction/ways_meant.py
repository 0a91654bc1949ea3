"""Ways meant: an offered way that is taken in words which are not its own.

What a player says is laid beside each way that is open: the words that the way, what comes of it and why it mattered share with it,
rare ones before common ones, a synonym for less than the word. One way that stands out is taken; where two come close, or one is only
likely, the player is asked back, and nothing happens until then. Where vectors are at hand, how near the whole of what was said lies to
a way's text counts beside the words.
"""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from functools import lru_cache
from math import log, sqrt
from typing import NamedTuple

from gm_engine import wordnet
from gm_engine.direction.attempts import attempts_of
from gm_engine.direction.naming import tokens_of, unowned
from gm_engine.direction.options import SMALL
from gm_engine.direction.saying import asks
from gm_engine.rules.choice import standing
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.stemming import stem
from gm_engine.story.decision import Decision
from gm_engine.story.intent import ABOUT_THE_GAME, READY, Intent
from gm_engine.story.pack import Pack
from gm_engine.story.parsed import Parsed, Sentence

Alike = Callable[[str, Sequence[str]], Sequence[float]]
"""How near a text lies to each of others by its meaning, from -1 to 1."""

SURE, FAR = 0.6, 1.8
"""From this likeness on a way is taken, where it is so many times that of the next."""
LIKELY = 0.25
"""From this likeness on the player is asked back."""
BY_WORDS = 0.2
"""What the likeness of words counts beside that of meaning."""
MEANT, AHEAD = 0.45, 0.2
"""From this sum of both on a way is taken, where it is so far ahead of the next."""
MAYBE = 0.35
"""From this sum of both on the player is asked back."""
PLAINLY = 0.6
"""From this sum on a way is taken by words that are another act, too."""
RESULT, BECAUSE, NAME = 0.4, 0.2, 0.5
"""What a word of a way's result, of its reason and of its id counts beside one of the way itself."""
SYNONYM, NEAR, SHARED = 0.7, 0.35, 2
"""What a synonym counts, and a word with so many synonyms in common."""
OF_SOME, OF_ALL = 0.3, 0.05
"""What a word counts that several of the ways hold, and one that all of them hold."""
OF_ITS_OWN = 2
"""So many words of a way's own must be said where the words are plainly another act, too."""
FEWEST = 30
"""So many ways a campaign is reckoned to offer at least, so that words tell something in a small one."""
SHORT = 4
"""Words that everything said is reckoned to have besides its own."""
SAID = ("tell", "ask", "persuade")
GRAVE = ("shoot", "strike", "draw", "threaten")
SPEAKS_OF = frozenset(("ask", "tell", "say", "let", "make", "one", "would", "could", "should", "can", "no", "not", "all", "what", "who"))
ASKING = ("ask", "demand", "speak", "make", "question", "press")
"""The verbs of ways by which somebody is brought to speak."""
REFUSING = frozenset(("not", "no", "leave", "let", "stay", "keep", "refuse", *wordnet.synonyms("refuse", "v")))
"""The words of ways by which nothing is done, or what was offered is not taken."""
THOUGHT = frozenset(("be", "understand", "know", "think", "mean", "believe", "remember", "want", "like"))
"""Verbs of what is so or thought: to deny them refuses nothing."""
FEW = 2
"""So many words must mean a way, unless little else was said."""
DECLINED = 0.3
"""What it counts that the player refuses, for the one way by which something is refused."""
BEARING_WORDS = "up down out off over under in on back away along across around round through behind before after again still"
BEARINGS = frozenset(BEARING_WORDS.split())
"""Words that go with any verb."""
POS: tuple[wordnet.Pos, ...] = ("n", "v", "a")
ENDINGS = (("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"))


class Meant(NamedTuple):
    """The option of a decision that is meant, and, where that is not sure, the ``question`` to ask back: about it ``alone``, or two."""

    decision: str
    option: str
    question: str = ""
    alone: bool = False


def way_meant(
    said: str, intents: Sequence[Intent], state: StoryState, near: Alike | None = None, parsed: Parsed | None = None
) -> Meant | None:
    """The open way that is likely meant; None where none is, where somebody is asked or threatened, or another road is taken.

    ``intents`` are what the words are otherwise read as; ``near`` says how near texts lie by their meaning, where that is known. Where
    they are ``parsed``, a question takes a way only beside what is done or said, and a verb that is denied is not what is done.
    """
    open_ways = [(made, option.id, option.text) for made in standing(state) for option in made.options]
    if len(open_ways) < 2 or any(intent.verb in GRAVE or intent.mode == READY for intent in intents):
        return None
    plain = any(_plain(intent) for intent in intents)
    rare = _rarity(state.pack)
    bags = [_bag(made, option, text, None if plain else state.pack) for made, option, text in open_ways]
    holding = Counter(held for bag in bags for held in {stem(word) for word in bag})
    called = {word for id in (state.pc, *state.present()) for name in _called(id, state) for word in _words(name)}
    words = [word for word in dict.fromkeys(_words(said)) if word not in called]
    if not words:
        return None
    done = [word for word in dict.fromkeys(_words(_done(parsed))) if word not in called] if parsed else words
    company = _company(parsed) if parsed else []
    fitting = [(words if _questions(text) else done) + company for _, _, text in open_ways]
    likeness = [
        sum(_closest(word, bag, holding, len(bags), rare) for word in own) / sqrt(SHORT + len(own))
        for bag, own in zip(bags, fitting, strict=True)
    ]
    no = [_refuses(f"{option} {text}") for _, option, text in open_ways]
    denied = parsed is not None and no.count(True) == 1 and _declines(parsed)
    if denied:
        likeness = [one + DECLINED if denies else one for one, denies in zip(likeness, no, strict=True)]
    if near is not None:
        meaning = near(said, [text for _, _, text in open_ways])
        likeness = [BY_WORDS * one + other for one, other in zip(likeness, meaning, strict=True)]
    first, second = sorted(range(len(bags)), key=lambda at: (-likeness[at], at))[:2]
    made, option, text = open_ways[first]
    if near is None and not (denied and no[first]) and not any(_alike(word, own) for word in fitting[first] for own in _words(text)):
        return None
    asking = _only_asks(said, intents, parsed) and not _questions(text)
    few = plain and near is None and not _of_its_own(fitting[first], bags[first])
    if asking or few or _elsewhere(said, text, intents, state):
        return None
    best, next_best = likeness[first], likeness[second]
    if near is None:
        sure, likely = best >= SURE and best >= FAR * next_best, best >= LIKELY
    else:
        sure, likely = best >= (PLAINLY if plain else MEANT) and best - next_best >= AHEAD, best >= MAYBE
    if near is None and parsed is not None and not (denied and no[first]) and not _done_so(parsed, bags[first], text):
        return None
    hits = {word for word in fitting[first] if any(_alike(word, own) for own in bags[first])}
    beside = len(hits) < FEW and len(fitting[first]) > FEW * len(hits) + 1
    if near is None and not (denied and no[first]) and beside and not (parsed and (parsed.quotes or _central(hits, parsed))):
        return None
    if sure:
        return Meant(made.id, option)
    if not likely or (plain and (near is not None or best < SURE)):
        return None
    turning, other = rulebook_of(state.pack).turning, open_ways[second][2]
    alone = next_best <= 0
    asked = turning.this if alone else turning.which
    return Meant(made.id, option, asked.replace("{one}", _bare(text)).replace("{other}", _bare(other)), alone)


def _only_asks(said: str, intents: Sequence[Intent], parsed: Parsed | None) -> bool:
    """True where nothing is done or said, and something is asked."""
    if parsed is None:
        ends = said.rstrip().rstrip("\"”' ").endswith("?")
        return ends or bool(intents and all(intent.verb == "ask" and intent.words[:1] not in '"“' for intent in intents))
    told = [intent for intent in intents if not (intent.verb == "ask" and intent.manner != "request") and intent.mode not in ABOUT_THE_GAME]
    return not told and not _stated(parsed)


def _done_so(parsed: Parsed, bag: Mapping[str, float], text: str) -> bool:
    """True unless something else is plainly done: by no verb that a way knows, and with nothing that it names but as a part of a thing.
    Words that are said may mean any way.
    """
    if parsed.quotes:
        return True
    acts = [one for sentence in parsed.sentences for one in attempts_of(sentence, frozenset())]
    if not acts or any(wordnet.verb_class(one.verb) in ("communication", "stative", "") for one in acts):
        return True
    own = _words(text)
    for sentence in parsed.sentences:
        for word in sentence:
            part = word.dep == "compound" or (word.dep == "pobj" and sentence[word.head].lemma == "of")
            known = bag if word.tag.startswith("VB") else () if part else own
            if any(_alike(word.text.casefold(), one) for one in known):
                return True
    return False


def _central(words: Collection[str], parsed: Parsed) -> bool:
    """True where one of the words is what is done, or what it is done to, and none that only goes with it."""
    for sentence in _sentences(parsed):
        main = {sentence.root, *(at for at, word in enumerate(sentence) if word.dep == "conj" and word.head == sentence.root)}
        main = {at for at in main if sentence[at].lemma not in THOUGHT}
        below = {at for at, word in enumerate(sentence) if word.head in main and word.dep in ("prep", "dative", "xcomp")}
        for at, word in enumerate(sentence):
            object_of_it = word.head in main | below and word.dep in ("dobj", "pobj", "nsubj", "xcomp")
            if word.text.casefold() in words and (at in main or object_of_it):
                return True
    return False


def _questions(text: str) -> bool:
    """True for a way by which something is asked of somebody."""
    first = next(iter(text.casefold().split()), "")
    return first in ASKING or first in wordnet.synonyms("ask", "v")


def _refuses(text: str) -> bool:
    """True for a way by which something is refused, or left as it is."""
    return bool(REFUSING & set(tokens_of(text.replace("_", " ").casefold())))


def _declines(parsed: Parsed) -> bool:
    """True for words that refuse: what the player does, or what is done, is denied, put off, or let be."""
    for sentence in _sentences(parsed):
        root = sentence.root
        mine = sentence.child(root, "nsubj")
        if sentence[root].lemma in THOUGHT:
            continue
        of_me = mine < 0 or sentence[mine].text.casefold() in ("i", "we", "nobody", "that", "it", "this")
        if of_me and (sentence.child(root, "neg") >= 0 or sentence[root].lemma in REFUSING) and not asks(sentence):
            return True
        if sentence[0].text.casefold() in ("no", "not", "nobody", "never"):
            return True
    return False


def _company(parsed: Parsed) -> list[str]:
    """Whether something is done by oneself or with others, as a way would say it."""
    said = {word.text.casefold() for sentence in _sentences(parsed) for word in sentence}
    return (["alone"] if "myself" in said else []) + (["together"] if said & {"us", "our", "ourselves", "both", "we"} else [])


def _stated(parsed: Parsed) -> bool:
    """True where a sentence of the line asks nothing, and tells of no asking."""
    told = (sentence for sentence in _sentences(parsed) if any(word.tag[:2] in ("VB", "NN") for word in sentence))
    return any(not asks(sentence) and sentence[sentence.root].lemma != "ask" for sentence in told)


def _done(parsed: Parsed) -> str:
    """The words of a line without the verbs that are denied."""
    return " ".join(
        word.text
        for sentence in _sentences(parsed)
        for at, word in enumerate(sentence)
        if not (word.tag.startswith("VB") and sentence.child(at, "neg") >= 0)
    )


def _sentences(parsed: Parsed) -> Iterator[Sentence]:
    """A line's own sentences, and those of its quotes."""
    yield from parsed.sentences
    for quote in parsed.quotes:
        yield from quote.sentences


def _elsewhere(said: str, text: str, intents: Sequence[Intent], state: StoryState) -> bool:
    """True where one goes to a place that is named, and the way's own words do not name it."""
    gone_to = [intent.place for intent in intents if intent.verb == "travel" and intent.place]
    return any(_names(place, said, state) and not _names(place, text, state) for place in gone_to)


def _of_its_own(words: Sequence[str], bag: Mapping[str, float]) -> bool:
    """True where enough of a way's own words were said to mean it beside a plain act."""
    return sum(any(_alike(word, own) for own in bag) for word in words) >= OF_ITS_OWN


def _plain(intent: Intent) -> bool:
    """True for words that are plainly another act, with its person, place, thing or time: a way is then meant by its own words alone."""
    return intent.verb not in SAID and not intent.read_as and bool(intent.target or intent.place or intent.item or intent.amount)


def _bare(text: str) -> str:
    return text.strip().rstrip(".!")


def _names(place: str, text: str, state: StoryState) -> bool:
    """True where a way's words name the place."""
    return any(name.casefold().removeprefix("the ") in text.casefold() for name in _called(place, state))


def _called(id: str, state: StoryState) -> tuple[str, ...]:
    """What somebody or something is called."""
    entity = state.lore.entity(id)
    return (entity.name, *entity.aliases) if entity else (state.name(id),)


def _bag(made: Decision, option: str, text: str, pack: Pack | None) -> Mapping[str, float]:
    """The words by which a way is known, and what each counts: its own, and those that its campaign has for what comes of it."""
    scene = pack.scene(made.id) if pack else None
    choice = next((one for one in scene.choices if one.id == option), None) if scene else None
    parts = [(text, 1.0), (option.replace("_", " "), NAME)]
    parts += [(choice.result, RESULT), (choice.because, BECAUSE)] if choice else []
    found: dict[str, float] = {}
    for words, weight in parts:
        for word in _words(words):
            found[word] = max(found.get(word, 0.0), weight)
    return found


def _rarity(pack: Pack) -> Mapping[str, float]:
    """How much each stem tells among all ways of the campaign: the rarer, the more."""
    texts = [f"{choice.text} {choice.result}" for scene in pack.scenes.values() for choice in scene.choices]
    held = Counter(one for text in texts for one in {stem(word) for word in _words(text)})
    of = max(FEWEST, len(texts))
    return {one: log(1 + of / (1 + times)) for one, times in held.items()} | {"": log(1 + of)}


def _closest(word: str, bag: Mapping[str, float], holding: Mapping[str, int], ways: int, rare: Mapping[str, float]) -> float:
    """What a word that was said counts for a way: by the closest of the way's words."""
    best = 0.0
    for own, weight in bag.items():
        if alike := _alike(word, own):
            times = holding[stem(own)]
            part = 1.0 if times == 1 else OF_SOME if times < ways else OF_ALL
            best = max(best, alike * weight * part * rare.get(stem(own), rare[""]))
    return best


@lru_cache(maxsize=65_536)
def _alike(one: str, other: str) -> float:
    """How alike two words are, from 0 to 1.

    >>> _alike("rubbing", "rub"), _alike("job", "task"), _alike("saint", "mule")
    (1.0, 0.7, 0.0)
    """
    mine, theirs = stem(one), stem(other)
    if mine == theirs:
        return 1.0
    if theirs in _synonyms(one) or mine in _synonyms(other):
        return SYNONYM
    return NEAR if len(_synonyms(one) & _synonyms(other)) >= SHARED else 0.0


@lru_cache(maxsize=16_384)
def _synonyms(word: str) -> frozenset[str]:
    lemmas = {word, *(word[: -len(end)] + instead for end, instead in ENDINGS if word.endswith(end) and len(word) > len(end) + 1)}
    return frozenset(stem(one) for lemma in sorted(lemmas) for pos in POS for one in wordnet.synonyms(lemma, pos))


def _words(text: str) -> list[str]:
    """The words of a text that tell something."""
    tokens = (unowned(token) for token in tokens_of(text) if token[:1].isalpha())
    return [token for token in tokens if token not in SMALL and token not in SPEAKS_OF and token not in BEARINGS and len(token) > 1]
