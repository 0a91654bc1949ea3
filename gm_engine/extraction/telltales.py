"""What the words around a name tell of its bearer: somebody who does and owns, or a place that one goes to and lives in."""

from collections.abc import Sequence

from gm_engine import wordnet
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.vocabulary import Vocabulary

HELPERS = frozenset({"would", "could", "will", "can", "did", "does", "must", "might", "may", "had", "has", "should"})
BEING = frozenset({"is", "was"})
LEADS = frozenset({"from", "to", "for", "of", "out", "toward", "towards", "via"})
BEFORE = 5
"""Words before a name that tell of a way to it."""
OWN = frozenset({"his", "her", "he", "she", "himself", "herself"})


class Telltales:
    """Weighs one sight of a name by its neighbours."""

    def __init__(self, lexicon: Lexicon, vocabulary: Vocabulary) -> None:
        self._lexicon = lexicon
        self._vocabulary = vocabulary
        self._between = lexicon.all("telling.before_verbs")
        self._doing, self._to_people = lexicon.all("deeds"), lexicon.all("deeds_to_people")
        self._given_to, self._lying, self._away = lexicon.all("given_to"), lexicon.all("lying"), lexicon.all("away")
        self._plain_verbs = self._given_to | lexicon.all("people_objects") | lexicon.all("journeys")
        self._people = frozenset().union(
            *(lexicon.all(name) for name in ("roles", "kin", "distant_kin", "gender_nouns.he", "gender_nouns.she", "anybody"))
        )

    def is_somebody(self, word: str) -> bool:
        """True for a word for people: smith, nephew, girl."""
        return word in self._people or wordnet.category(word) == "person"

    def person(self, words: Sequence[str], at: int, size: int) -> int:
        """How many of its neighbours make it somebody."""
        before = words[at - 1].lower() if at else ""
        after = [word.lower() for word in words[at + size : at + size + 7]] + [""] * 7
        return self._does(after) + self._done_to(words, at, before, after)

    def _does(self, after: Sequence[str]) -> int:
        i = 0
        while i < 2 and (after[i] in self._between or after[i].endswith("ly")):
            i += 1
        if after[i] in HELPERS:
            i += 1
            while i < 4 and (after[i] in self._between or after[i].endswith("ly")):
                i += 1
            form = after[i]
            lemma = form if wordnet.verb_class(form) else self._vocabulary.verb(form)
            return int(self._deed(lemma))
        if after[i] in BEING:
            told = after[i + 1 : i + 4]
            if any(self.is_somebody(word) for word in told[:3]) and not any(
                wordnet.category(word) in ("place", "structure") for word in told
            ):
                return 2
            return int(told[0].endswith("ing") and self._deed(self._stem(told[0])))
        lemma = self._vocabulary.verb(after[i])
        if lemma in self._lexicon.all("parts") and not after[i + 1].isalpha():
            return 0  # "Hazel eyes, black hair."
        return int(self._deed(lemma) and lemma not in self._lying)

    def _stem(self, word: str) -> str:
        stem = word[:-3]
        return next((form for form in (stem, stem + "e", stem[:-1]) if wordnet.verb_class(form)), "")

    def _deed(self, lemma: str) -> bool:
        return bool(lemma) and (lemma in self._lexicon.all("acts") or wordnet.verb_class(lemma) in self._doing)

    def _done_to(self, words: Sequence[str], at: int, before: str, after: Sequence[str]) -> int:
        if before in ("with", "but", "than", "unlike") and at > 1:
            return 1
        if after[0] == "and" and after[1] in OWN:
            return 1
        if (
            after[0] == "the"
            and self.is_somebody(after[1])
            and (after[2] in BEING or after[2] in (",", ".") or self._vocabulary.verb(after[2]))
        ):
            return 2
        verb = self._base(before)
        if wordnet.verb_class(verb) in self._to_people or verb in self._lexicon.all("people_objects"):
            return 1
        if before == "to" and any(self._base(word.lower()) in self._given_to for word in words[max(0, at - BEFORE) : at - 1]):
            return 2
        if (
            before in ("call", "calls", "called")
            and at > 1
            and words[at - 2].lower() in ("they", "you", "folks", "people", "everyone", "we", "men", "all")
        ):
            return 2
        return 0

    def _base(self, form: str) -> str:
        """The base form of what may be a verb."""
        lemma = self._vocabulary.verb(form)
        return lemma or (form if form in self._plain_verbs or (wordnet.verb_class(form) and not wordnet.category(form)) else "")

    def place(self, words: Sequence[str], at: int, size: int) -> int:
        """How many of its neighbours make it a place."""
        before = words[at - 1].lower() if at else ""
        two = words[at - 2].lower() if at > 1 else ""
        after = [word.lower() for word in words[at + size : at + size + 7]] + [""] * 7
        if after[0] in ("'s", "’s"):
            return 2 * (after[1] in self._lexicon.all("parts_of_towns"))
        return self._gone_to(words, at, before, two) + self._lies(after)

    def _gone_to(self, words: Sequence[str], at: int, before: str, two: str) -> int:
        if before in ("in", "into", "near", "outside"):
            return 2
        if before == "at":
            return 0 if self._vocabulary.verb(two) or two in ("up", "over", "back", "down", "look", "stare", "glance", "out", "are") else 2
        if before == "of":
            if (
                wordnet.category(two) in ("place", "structure")
                or two in ("people", "folk", "population", "men")
                or two in self._lexicon.all("roles")
            ):
                return 1
            return 2 if two in ("out", "north", "south", "east", "west", "town", "village", "city", "streets") else 0
        if before in LEADS:
            ways = [word.lower() for word in words[max(0, at - BEFORE) : at - 1]]
            gone = any(self._goes(word) or word in self._lexicon.all("ways") for word in ways)
            given = any(self._base(word) in self._given_to for word in ways)
            return int(gone and not given)
        if before == "," and at > 2 and two[:1].isalpha() and words[at - 2][:1].isupper():
            return 2 * (words[at - 3].lower() in ("of", "in", "at", "from", "near", "to"))
        return int(before in ("reach", "reaches", "reached"))

    def _goes(self, word: str) -> bool:
        lemma = self._base(word)
        return lemma in self._lexicon.all("journeys")

    def _lies(self, after: Sequence[str]) -> int:
        lemma = self._vocabulary.verb(after[0])
        if (
            lemma in self._lying
            and after[1] in self._lexicon.all("lying_where")
            and (lemma not in ("stand", "sit", "rise") or self._away & set(after[1:5]))
        ):
            return 1 + bool(self._away & set(after[1:5]))
        if (
            after[0] in BEING
            and any(wordnet.category(word) in ("place", "structure") for word in after[2:5])
            and after[1] in ("a", "an", "the", "only")
        ):
            return 2
        return 2 if after[0] in BEING and self._away & set(after[1:5]) else 0
