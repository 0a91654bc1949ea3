"""The model's attribute ruler, remembered: most of its rules look at one word, its tag and its place in the sentence."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, cast

if TYPE_CHECKING:
    from spacy.tokens import Doc

LOOKED_AT = frozenset({"LOWER", "TAG", "DEP", "IS_SPACE"})
"""What a rule for one word may look at, so that the same word in the same place is given the same."""

Word = tuple[int, int, int]
"""A word in lower case, its tag and its dependency, as numbers of the vocabulary."""


class Given(NamedTuple):
    """What the ruler makes of a word."""

    pos: int
    morph: Any
    lemma: int
    rules: tuple[int, ...]


class Match(NamedTuple):
    """A rule's number, the words that it matches, and the one that it gives something."""

    number: int
    start: int
    end: int
    place: int


class QuickRuler:
    """Gives words what the model's own attribute ruler gives them, and asks each word in each place only once.

    Rules of several words are matched every time. Where a rule for one word looks at more than ``LOOKED_AT``, everything is left to
    the ruler itself.
    """

    def __init__(self, ruler: Any) -> None:
        from spacy.matcher import Matcher

        self._ruler = ruler
        self._one, self._several = Matcher(ruler.vocab, validate=False), Matcher(ruler.vocab, validate=False)
        self._known: dict[Word, Given] = {}
        self.quick = True
        for number, rule in enumerate(ruler.patterns):
            for pattern in rule["patterns"]:
                (self._one if len(pattern) == 1 else self._several).add(str(number), [pattern])
                self.quick &= len(pattern) > 1 or set(pattern[0]) <= LOOKED_AT
                self.quick &= not set(rule["attrs"]) & {"TAG", "DEP"} or "IS_SPACE" in pattern[0]

    def __call__(self, doc: "Doc") -> "Doc":
        """The same text, its words with their part of speech, form and, where a rule tells it, lemma."""
        tokens = list(doc)
        if not self.quick or any(token.is_space for token in tokens):
            return cast("Doc", self._ruler(doc))
        words = [(token.lower, token.tag, token.dep) for token in tokens]
        known = self._known
        self._learn(doc.vocab, dict.fromkeys(word for word in words if word not in known))
        for token, word in zip(tokens, words, strict=True):
            token.pos, token.morph, token.lemma, _ = known[word]
        if further := list(self._matches(self._several, doc)):
            met = {match.place for match in further}
            further += [Match(number, at, at + 1, at) for at in met for number in known[words[at]].rules]
            self._give(doc, further)
        return doc

    def _learn(self, vocab: Any, words: Iterable[Word]) -> None:
        """Asks the ruler for words that it has not met, all of them in one made-up text."""
        from spacy.tokens import Doc

        words = tuple(words)
        if not words:
            return
        text, tags, deps = ([vocab.strings[word[part]] for word in words] for part in range(3))
        doc = Doc(vocab, words=text, tags=tags, deps=deps, heads=list(range(len(words))))
        matches = list(self._matches(self._one, doc))
        self._give(doc, matches)
        rules: list[list[int]] = [[] for _ in words]
        for match in matches:
            rules[match.place].append(match.number)
        for token, word, numbers in zip(doc, words, rules, strict=True):
            self._known[word] = Given(token.pos, token.morph, token.lemma, tuple(numbers))

    def _matches(self, matcher: Any, doc: "Doc") -> Iterator[Match]:
        """The rules that match, with where, and to which word each gives something."""
        for key, start, end in matcher(doc, allow_missing=True):
            number = int(doc.vocab.strings[key])
            index = self._ruler.indices[number]
            yield Match(number, start, end, (start if index >= 0 else end) + index)

    def _give(self, doc: "Doc", matches: Iterable[Match]) -> None:
        """What these rules give to their words; a later rule has the last word."""
        label = doc.vocab.strings.add("ruler")
        self._ruler.set_annotations(doc, [(match.number, label, match.start, match.end) for match in sorted(matches)])
