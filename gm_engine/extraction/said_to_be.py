"""What a text says that somebody or something is: "The Eel Court is a band of smugglers" tells of a faction."""

import re
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from gm_engine import wordnet
from gm_engine.extraction.pipeline import Pipeline
from gm_engine.extraction.sorts import Sorts
from gm_engine.story.entity import EntityKind
from gm_engine.story.sentences import spans_of_sentences

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Doc, Token

STAND_IN = "Arden"
"""The word that the parser sees for a name, whatever its own words mean."""
LONGEST = 60
"""Words of a sentence that are looked at."""
MOST = 12
"""Sentences of a text in which it is looked for."""
BEING = frozenset({"be", "become", "remain"})
ARTICLES = frozenset({"a", "an", "the", "one"})
THE = re.compile(r"\bthe\s+$", re.IGNORECASE)
MARK = re.compile(r"\s*[:—–-]\s+")
"""Between a name and what it says of it, where there is no verb."""


class SaidToBe:
    """Finds by the grammar of a text what it says somebody or something is; ``sorts`` knows the words of which WordNet says nothing."""

    def __init__(self, pipeline: Pipeline, sorts: Sorts) -> None:
        self._pipeline = pipeline
        self._sorts = sorts

    def kind(self, text: str, names: Iterable[str], *, opens: bool = False) -> EntityKind | None:
        """The kind of whom one of the names means: where it is the subject of "is a …", or has a noun beside it ("Mara, the miller,",
        "the goddess Vessa", "Vessa: a goddess"). With ``opens`` the text is about them, and may begin with the bare noun: "A band of
        smugglers who …". None where the text does not say.
        """
        called = tuple(name for name in names if name.strip())
        for number, (start, end) in enumerate(spans_of_sentences(text)[:MOST]):
            sentence = text[start:end]
            for name in called:
                if found := self._in(sentence, name):
                    return found
            if opens and not number and not any(_found(name, sentence) for name in called) and (found := self._opening(sentence)):
                return found
        return None

    def kind_named(self, name: str) -> EntityKind | None:
        """The kind that a name with an article says itself, by its chief word: the Lantern Guild, the Order of the Rose. Without one it
        may be somebody's: Orrin Slate.
        """
        article, *words = self._pipeline.split(name) or [""]
        end = next((at for at, word in enumerate(words) if word.lower() in ("of", "in", "at", "on", "under")), len(words))
        if article.lower() != "the" or len(words) < 2 or not end or not words[0][:1].isupper() or not words[end - 1][:1].isupper():
            return None
        said = wordnet.called_so(words[end - 1].lower())
        return said if said else None

    def _in(self, sentence: str, name: str) -> EntityKind | None:
        at = _found(name, sentence)
        if at is None:
            return None
        before, after = THE.sub("", sentence[: at.start()]), sentence[at.end() :]
        if (mark := MARK.match(after)) and not before.strip():
            return self._opening(after[mark.end() :])
        doc = self._parsed(f"{before}{STAND_IN}{after}")
        for token in doc:
            if token.text == STAND_IN:
                return next((kind for noun in _said_of(token) if (kind := self._kind(noun))), None)
        return None

    def _opening(self, sentence: str) -> EntityKind | None:
        """The kind of the noun that a sentence without a verb begins with."""
        doc = self._parsed(sentence)
        root = next((token for token in doc if token.head is token), None)
        if root is None or root.pos_ not in ("NOUN", "PROPN") or root.text[:1].isupper() != (root.i == 0):
            return None
        begins = root.left_edge.i == 0 and all(child.lower_ in ARTICLES or child.dep_ != "det" for child in root.lefts)
        return self._kind(root) if begins and not any(child.dep_ in ("nsubj", "nsubjpass") for child in root.children) else None

    def _parsed(self, sentence: str) -> "Doc":
        words = self._pipeline.split(sentence)[:LONGEST]
        return self._pipeline.parse_words(words, [True] * len(words))

    def _kind(self, noun: "Token") -> EntityKind | None:
        """The kind of what is called by a noun: what consists of people is a faction, where the noun may mean several."""
        said = wordnet.called_so(noun.lemma_.lower())
        if said:
            return said
        if wordnet.may_be_several(noun.lemma_.lower()) and any(self._people(each) for each in _of(noun)):
            return "faction"
        return None if wordnet.categories(noun.lemma_.lower()) else self._sorts.kind(noun.lemma_.lower())

    def _people(self, noun: "Token") -> bool:
        return noun.tag_ in ("NNS", "NNPS") and wordnet.called_so(noun.lemma_.lower()) in ("character", "faction")


def _found(name: str, sentence: str) -> "re.Match[str] | None":
    return re.search(rf"(?<!\w){re.escape(name.strip())}(?!\w)", sentence)


def _said_of(name: "Token") -> "Iterator[Token]":
    """The nouns that are said of a name: behind "is", beside it, and before it."""
    yield from (child for child in name.rights if child.dep_ == "appos" and child.pos_ == "NOUN")
    if name.dep_ == "appos" and name.head.pos_ == "NOUN":
        yield name.head
    words, at = name.doc, name.i
    if at + 2 < len(words) and words[at + 1].text == "," and words[at + 2].head.pos_ == "NOUN":
        article = words[at + 2].lower_
        if article in ("a", "an") or (at == 0 and article in ARTICLES):
            yield words[at + 2].head
    before = words[at - 1] if at else None
    if before is not None and before.tag_ == "NN" and any(child.lower_ == "the" for child in before.lefts):
        yield before
    if name.dep_ in ("nsubj", "nsubjpass") and name.head.lemma_ in BEING and all(child.dep_ != "neg" for child in name.head.children):
        for child in name.head.rights:
            if child.dep_ == "attr":
                yield from (child,) if child.pos_ == "NOUN" else _of(child)
            elif child.dep_ == "prep" and any(inner.dep_ == "pcomp" for inner in child.rights):
                # "by now a town" looks like "by a town" to the parser
                yield from (inner for inner in child.rights if inner.dep_ == "pobj")


def _of(noun: "Token") -> "Iterator[Token]":
    """The nouns of which something consists: "an order of monks and knights"."""
    for link in noun.rights:
        if link.dep_ == "prep" and link.lower_ == "of":
            for each in link.rights:
                if each.dep_ == "pobj":
                    yield from (each, *each.conjuncts)
