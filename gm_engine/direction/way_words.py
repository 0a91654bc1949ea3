"""The words by which an open way is known, what each tells of it, and how alike two words are."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from math import log, sqrt

from gm_engine import wordnet
from gm_engine.direction.options import SMALL
from gm_engine.direction.words_typed import tokens_of, unowned
from gm_engine.stemming import stem
from gm_engine.story.decision import Decision
from gm_engine.story.made_once import MadeOnce
from gm_engine.story.pack import Pack

RESULT, BECAUSE, NAME = 0.4, 0.2, 0.5
"""What a word of a way's result, of its reason and of its id counts beside one of the way itself."""
SYNONYM, NEAR, SHARED = 0.7, 0.35, 2
"""What a synonym counts, and a word with so many synonyms in common."""
OF_SOME, OF_ALL = 0.3, 0.05
"""What a word counts that several of the ways hold, and one that all of them hold."""
FEWEST = 30
"""So many ways a campaign is reckoned to offer at least, so that words tell something in a small one."""
SHORT = 4
"""Words that everything said is reckoned to have besides its own."""
SPEAKS_OF = frozenset(("ask", "tell", "say", "let", "make", "one", "would", "could", "should", "can", "no", "not", "all", "what", "who"))
BEARING_WORDS = "up down out off over under in on back away along across around round through behind before after again still"
BEARINGS = frozenset(BEARING_WORDS.split())
"""Words that go with any verb."""
POS: tuple[wordnet.Pos, ...] = ("n", "v", "a")
ENDINGS = (("ies", "y"), ("es", ""), ("s", ""), ("ied", "y"), ("ed", ""), ("ed", "e"), ("ing", ""), ("ing", "e"))


def telling(text: str) -> list[str]:
    """The words of a text that tell something."""
    tokens = (unowned(token) for token in tokens_of(text) if token[:1].isalpha())
    return [token for token in tokens if token not in SMALL and token not in SPEAKS_OF and token not in BEARINGS and len(token) > 1]


def bag_of(made: Decision, option: str, text: str, pack: Pack) -> Mapping[str, float]:
    """The words by which a way is known, and what each counts: its own, and those that its campaign has for what comes of it."""
    scene = pack.scene(made.id)
    choice = next((one for one in scene.choices if one.id == option), None) if scene else None
    parts = [(text, 1.0), (option.replace("_", " "), NAME)]
    parts += [(choice.result, RESULT), (choice.because, BECAUSE)] if choice else []
    found: dict[str, float] = {}
    for words, weight in parts:
        for word in telling(words):
            found[word] = max(found.get(word, 0.0), weight)
    return found


def _counted(pack: Pack) -> Mapping[str, float]:
    texts = [f"{choice.text} {choice.result}" for scene in pack.scenes.values() for choice in scene.choices]
    held = [{stem(word) for word in telling(text)} for text in texts]
    times: dict[str, int] = {}
    for one in (word for words in held for word in sorted(words)):
        times[one] = times.get(one, 0) + 1
    of = max(FEWEST, len(texts))
    return {one: log(1 + of / (1 + count)) for one, count in times.items()} | {"": log(1 + of)}


rarity: MadeOnce[Pack, Mapping[str, float]] = MadeOnce(_counted)
"""How much each stem tells among all ways of the campaign: the rarer, the more."""


def likeness(words: Iterable[str], bag: Mapping[str, float], holding: Mapping[str, int], ways: int, rare: Mapping[str, float]) -> float:
    """How like words are to a way, among so many ``ways`` of which ``holding`` says how many hold a stem."""
    said = list(words)
    return sum(_closest(word, bag, holding, ways, rare) for word in said) / sqrt(SHORT + len(said))


def _closest(word: str, bag: Mapping[str, float], holding: Mapping[str, int], ways: int, rare: Mapping[str, float]) -> float:
    """What a word that was said counts for a way: by the closest of the way's words."""
    best = 0.0
    for own, weight in bag.items():
        if near := alike(word, own):
            times = holding[stem(own)]
            part = 1.0 if times == 1 else OF_SOME if times < ways else OF_ALL
            best = max(best, near * weight * part * rare.get(stem(own), rare[""]))
    return best


@lru_cache(maxsize=65_536)
def alike(one: str, other: str) -> float:
    """How alike two words are, from 0 to 1.

    >>> alike("rubbing", "rub"), alike("job", "task"), alike("saint", "mule")
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
