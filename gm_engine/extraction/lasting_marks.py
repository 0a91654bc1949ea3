"""The words that tell one thing from another of its kind: "the grey mule", "the warden's lantern", "the deed to the Lazy K"."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.names import snake
from gm_engine.extraction.sorts import Sorts
from gm_engine.extraction.values import colour

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

SIZES = (frozenset({"big", "great", "large"}), frozenset({"small", "little"}), frozenset({"old"}), frozenset({"young", "new"}))
"""Words of size and age, that anybody may say of the same thing or leave out; of two that are opposites only one is said."""
OPPOSED = ((0, 1), (2, 3))
NAMING = ("to", "of", "for", "from", "in", "at")


def sharp(marks: frozenset[str]) -> frozenset[str]:
    """The marks without those of size and age.

    >>> sorted(sharp(frozenset({"old", "brass"})))
    ['brass']
    """
    return marks.difference(*SIZES)


def alike(one: frozenset[str], other: frozenset[str], *, people: bool = False) -> bool:
    """True where the marks may be those of one thing: the one says no more than the other. Of ``people`` size and age tell as well.

    >>> alike(frozenset({"grey"}), frozenset()), alike(frozenset({"grey"}), frozenset({"brown"}))
    (True, False)
    >>> alike(frozenset({"grey", "old"}), frozenset({"big"})), alike(frozenset({"little"}), frozenset({"big"}))
    (True, False)
    """
    if people:
        return one <= other or other <= one
    for first, second in OPPOSED:
        if (one & SIZES[first] and other & SIZES[second]) or (one & SIZES[second] and other & SIZES[first]):
            return False
    mine, theirs = (frozenset(word for mark in sharp(marks) for word in mark.split("_")) for marks in (one, other))
    return mine <= theirs or theirs <= mine


class Marks:
    """Finds the marks of a noun."""

    def __init__(self, lexicon: Lexicon, sorts: Sorts) -> None:
        self._lexicon = lexicon
        self._sorts = sorts

    def plain(self, word: str) -> str:
        """The word in one spelling: gray is grey."""
        return str(self._lexicon.map("colour_spelling").get(word, word))

    def before(self, noun: "Token", words: "list[Token]", names: Mapping[int, str] | None = None) -> frozenset[str]:
        """The marks among the words before a noun; a name among them (``names``: the ids by place) marks by its id."""
        return frozenset(
            (names or {}).get(word.i, "").removeprefix("the_") or self.plain(word.lower_)
            for word in words
            if word.i < noun.i and self._tells(word, names or {})
        )

    def whose(self, word: "Token") -> str:
        """The mark of what belongs to somebody of whom no more is known: "warden's"; empty where that may be anybody."""
        if word.pos_ not in ("NOUN", "PROPN") or not word.text.isalpha():
            return ""
        return "" if any(child.lower_ in ("a", "an", "some", "no", "any", "every", "each") for child in word.lefts) else f"{word.lower_}'s"

    def leads(self, mark: str) -> bool:
        """True for a mark that stands before the noun when the thing is called by it."""
        return mark.endswith("'s") or mark in self._lexicon.all("makes") or mark in self._lexicon.all("coats")

    def after(self, noun: "Token", place: str | None) -> tuple[str, ...] | None:
        """The one word that tells after "of" or "at"; None where what follows is too long to tell anything by."""
        for child in noun.rights:
            if child.dep_ != "prep" or place is not None:
                continue
            inner = next((deep for deep in child.children if deep.dep_ == "pobj"), None)
            if child.lower_ in NAMING and inner is not None and self._is_name(inner):
                return (snake(" ".join([*(word.text for word in inner.lefts if word.dep_ == "compound"), inner.text])),)
            if child.lower_ in ("of", "from"):
                if child.lower_ == "from" and inner is not None and self._drawn_from(inner):
                    continue
                if inner is None or inner.pos_ not in ("NOUN", "PROPN") or inner.tag_ == "NNS":
                    return None
                return (inner.lemma_.lower(),)
        return (place.removeprefix("the_"),) if place else ()

    def _is_name(self, word: "Token") -> bool:
        """True for a name that nobody knows, "the deed to the Lazy K"; not for a day of the year."""
        dates = self._lexicon.all("months") | self._lexicon.all("ordinals")
        return word.tag_ == "NNP" and word.text[:1].isupper() and word.lower_ not in dates and not word.lower_.endswith("day")

    def _drawn_from(self, place: "Token") -> bool:
        """True for "the key from your pocket", which tells where it is at the moment, and not which key."""
        return any(child.dep_ == "poss" for child in place.lefts) or place.lemma_.lower() in self._lexicon.all("pockets")

    def _tells(self, word: "Token", names: Mapping[int, str]) -> bool:
        """True for a word that tells one thing from another of its kind: a colour, what it is made of or for, a place of its own."""
        if word.i in names:
            return True
        if word.dep_ in ("compound", "nmod"):
            return word.text.isalpha() or "-" in word.text
        if self._sorts.tells_people_apart(word) and self._sorts.unnamed(word.head):
            return True
        if word.dep_ != "amod":
            return False
        lower = word.lower_
        if lower in self._lexicon.all("materials") or lower in self._lexicon.all("coats") or colour([lower], self._lexicon) is not None:
            return True
        return ("-" in lower and lower[-1] not in "gy") or (word.text[:1].isupper() and word.i != word.sent.start)
