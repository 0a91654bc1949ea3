"""What words mean, from tables derived from WordNet 3.1 (``data/WORDNET.md``): categories, synonyms, opposites, what is called so.

All take lemmas in small letters and give nothing for a word that the tables do not know. Each is read when first asked.
"""

import gzip
from functools import cache, lru_cache
from typing import Literal, cast

from gm_engine.shipped import shipped

Pos = Literal["n", "v", "a"]
Kind = Literal["character", "place", "faction", "item", ""]
NOTHING = ("", "", "")
KINDS: dict[str, Kind] = {
    "person": "character", "animal": "character", "place": "place", "structure": "place", "group": "faction", "artifact": "item",
    "plant": "item", "food": "item", "substance": "item", "possession": "item",
}  # fmt: skip
"""What of a story a word of such a category names."""


def category(noun: str) -> str:
    """What a noun most often means: person, animal, plant, body, artifact, structure (what is built and has a place), place
    (land and water), food, substance, group, event, act, time, speech, thought, feeling, quality, state, amount, possession,
    phenomenon, process, shape, relation, motive or thing; empty for an unknown word.

    >>> category("blacksmith"), category("mare"), category("barn"), category("river"), category("carbine"), category("xyzzy")
    ('person', 'animal', 'structure', 'place', 'artifact', '')
    """
    kinds = categories(noun)
    return kinds[0] if kinds else ""


def categories(noun: str) -> tuple[str, ...]:
    """All that a noun often means, the commonest first.

    >>> categories("bank")
    ('place', 'group')
    """
    return tuple(_entry("n", noun)[0].split())


def is_a(noun: str, *kinds: str) -> bool:
    """True where one of the kinds is what the noun most often means.

    >>> is_a("miner", "person", "animal"), is_a("shovel", "person", "animal")
    (True, False)
    """
    return category(noun) in kinds


def called_so(noun: str) -> Kind:
    """What somebody or something is of whom it is said that they are such a one, by what stands above the noun's meanings: a character,
    a place, a faction (people who belong together), an item; empty for what is none of these, and for an unknown word. A noun for people
    and for where they meet, as village and school are, is a place.

    >>> [called_so(noun) for noun in ("smuggler", "mare", "guild", "village", "lighthouse", "brig", "festival")]
    ['character', 'character', 'faction', 'place', 'place', 'item', '']
    """
    return _kinds().get(noun, ("", False))[0]


def may_be_several(noun: str) -> bool:
    """True for a noun one of whose meanings is several together.

    >>> may_be_several("order"), may_be_several("network"), may_be_several("festival")
    (True, True, False)
    """
    return _kinds().get(noun, ("", False))[1]


def kind_of_noun(noun: str, *, sure: bool = False) -> Kind:
    """What of a story the noun names, by the commonest of its meanings that names anything: somebody (a beast too), a place, a group or a
    thing. Empty for a word that names none of these; with ``sure``, for one that has other meanings besides, too.

    >>> kind_of_noun("smuggler"), kind_of_noun("quarter"), kind_of_noun("crew"), kind_of_noun("sword"), kind_of_noun("history")
    ('character', 'place', 'faction', 'item', '')
    >>> kind_of_noun("district", sure=True), kind_of_noun("quarter", sure=True)
    ('place', '')
    """
    kinds = categories(noun)
    found: tuple[Kind, ...] = tuple(dict.fromkeys(KINDS.get(kind, "") for kind in kinds))
    if sure:
        return found[0] if len(found) == 1 else ""
    return called_so(noun) or next((kind for kind in found if kind), "")


def verb_class(verb: str) -> str:
    """What a verb is most often about: motion, communication, possession, perception, change, contact, creation, consumption,
    cognition, emotion, body, social, competition, stative or weather; empty for an unknown one.

    >>> verb_class("ride"), verb_class("shout"), verb_class("own"), verb_class("melt")
    ('motion', 'communication', 'possession', 'change')
    """
    kinds = _entry("v", verb)[0].split()
    return kinds[0] if kinds else ""


def verb_classes(verb: str) -> tuple[str, ...]:
    """All that a verb is often about, the commonest first."""
    return tuple(_entry("v", verb)[0].split())


def synonyms(word: str, pos: Pos) -> tuple[str, ...]:
    """The words that share one of the first two meanings of both, in the order of the alphabet.

    >>> synonyms("huge", "a"), "begin" in synonyms("start", "v")
    (('immense', 'vast'), True)
    """
    return tuple(_entry(pos, word)[1].split())


def opposites(word: str, pos: Pos, *, near: bool = False) -> tuple[str, ...]:
    """The opposites of an adjective or verb; with ``near`` those of the words like it, too, and their like, which is looser.

    >>> opposites("lock", "v"), opposites("empty", "a"), "empty" in opposites("brimful", "a", near=True)
    (('unlock',), ('full',), True)
    """
    direct, _, others = _entry(pos, word)[2].partition("|")
    return (*direct.split(), *others.split()) if near else tuple(direct.split())


def opposed(one: str, other: str, pos: Pos, *, near: bool = False) -> bool:
    """True where one word is among the opposites of the other, whichever way.

    >>> opposed("full", "empty", "a"), opposed("brimful", "empty", "a"), opposed("brimful", "empty", "a", near=True)
    (True, False, True)
    """
    return other in opposites(one, pos, near=near) or one in opposites(other, pos, near=near)


@lru_cache(maxsize=8192)
def _entry(pos: Pos, word: str) -> tuple[str, str, str]:
    """A word's categories, synonyms and opposites, as the table has them."""
    table, key = _table(), f"{pos} {word}\t".encode()
    low, high = 0, len(table)
    while low < high:  # a search by halves over the text itself: to cut it into lines would cost more than all that is asked of it
        start = table.rfind(b"\n", low, (low + high) // 2) + 1 or low
        end = table.find(b"\n", start)
        line = table[start:end]
        if line.startswith(key):
            kinds, alike, against = line[len(key) :].decode().split("\t")
            return kinds, alike, against
        if line < key:
            low = end + 1
        else:
            high = start
    return NOTHING


@cache
def _kinds() -> dict[str, tuple[Kind, bool]]:
    """By noun what is called so, and whether it may be several."""
    lines = gzip.decompress((shipped("data") / "wordnet_kinds.tsv.gz").read_bytes()).decode("ascii").splitlines()
    return {word: (cast(Kind, kind), bool(several)) for word, kind, several in (line.split("\t") for line in lines)}


@cache
def _table() -> bytes:
    """The table's lines, in the order of their bytes."""
    return gzip.decompress((shipped("data") / "wordnet.tsv.gz").read_bytes())
