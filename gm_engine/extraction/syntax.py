"""A parsed text as plain objects: spaCy makes a token anew each time it is asked for one, and these are asked for many times."""

from collections.abc import Iterator
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from spacy.tokens import Doc as ParsedDoc
    from spacy.vocab import Vocab


class _Form(NamedTuple):
    """What is the same of a word wherever it stands."""

    text: str
    lower: str
    stop: bool
    punct: bool
    alpha: bool
    space: bool
    number: bool


class Token:
    """A word of a parsed text, with spaCy's own names for what it is and what hangs on it."""

    __slots__ = (
        "_conjuncts", "_form", "_subtree", "children", "dep_", "doc", "head", "i", "is_sent_start", "lefts",
        "lemma_", "lower_", "pos_", "rights", "sent", "tag_", "text",
    )  # fmt: skip

    doc: "Doc"
    sent: "Span"
    head: "Token"

    def __init__(self, i: int, form: _Form, lemma: str, pos: str, tag: str, dep: str) -> None:
        self.i = i
        self._form = form
        self.text = form.text
        self.lower_ = form.lower
        self.lemma_ = lemma
        self.pos_ = pos
        self.tag_ = tag
        self.dep_ = dep
        self.lefts: tuple[Token, ...] = ()
        self.rights: tuple[Token, ...] = ()
        self.children: tuple[Token, ...] = ()
        self.is_sent_start = False
        self._subtree: tuple[Token, ...] | None = None
        self._conjuncts: tuple[Token, ...] | None = None

    def __repr__(self) -> str:
        return self.text

    @property
    def is_stop(self) -> bool:
        """True for one of the commonest words."""
        return self._form.stop

    @property
    def is_punct(self) -> bool:
        """True for a mark."""
        return self._form.punct

    @property
    def is_alpha(self) -> bool:
        """True for a word of letters alone."""
        return self._form.alpha

    @property
    def is_space(self) -> bool:
        """True for white space."""
        return self._form.space

    @property
    def like_num(self) -> bool:
        """True for a number in figures or in letters."""
        return self._form.number

    @property
    def subtree(self) -> "tuple[Token, ...]":
        """The word with everything that hangs on it, in the order of the text."""
        if self._subtree is None:
            found: list[Token] = []
            for child in self.lefts:
                found += child.subtree
            found.append(self)
            for child in self.rights:
                found += child.subtree
            self._subtree = tuple(found)
        return self._subtree

    @property
    def left_edge(self) -> "Token":
        """The first word of the subtree."""
        return min(self.subtree, key=_place)

    @property
    def right_edge(self) -> "Token":
        """The last word of the subtree."""
        return max(self.subtree, key=_place)

    @property
    def ancestors(self) -> "Iterator[Token]":
        """What the word hangs on, and what that hangs on."""
        at = self
        while at.head is not at:
            at = at.head
            yield at

    def is_ancestor(self, other: "Token") -> bool:
        """True where the other word hangs on this one."""
        return any(above is self for above in other.ancestors)

    @property
    def conjuncts(self) -> "tuple[Token, ...]":
        """The words that are joined to this one by "and"."""
        if self._conjuncts is None:
            start = self
            while start.head is not start and start.dep_ == "conj":
                start = start.head
            joined = [start]
            for word in joined:
                joined += [child for child in word.rights if child.dep_ == "conj"]
            self._conjuncts = tuple(word for word in joined if word is not self)
        return self._conjuncts

    def nbor(self, by: int = 1) -> "Token":
        """The word so many places on; IndexError where the text ends before."""
        if self.i + by < 0:
            raise IndexError(f"no word stands {by} from word {self.i}")
        return self.doc[self.i + by]


def _place(token: Token) -> int:
    return token.i


class Span(tuple[Token, ...]):
    """A sentence."""

    start: int
    end: int

    @cached_property
    def root(self) -> Token:
        """The word on which all others hang."""
        return next((token for token in self if token.head is token), self[0])


class Doc(tuple[Token, ...]):
    """A parsed text: its words, and its sentences."""

    sents: tuple[Span, ...]


_forms: dict[int, _Form] = {}
"""Words met before, by spaCy's number for them; they are in its own store for as long."""


def _form(vocab: "Vocab", orth: int) -> _Form:
    word = vocab[orth]
    form = _Form(word.orth_, word.lower_, word.is_stop, word.is_punct, word.is_alpha, word.is_space, word.like_num)
    _forms[orth] = form
    return form


def plain(parsed: "ParsedDoc") -> Doc:
    """The same text as plain objects; what is changed in the parsed one afterwards is not seen."""
    vocab, forms = parsed.vocab, _forms
    strings = vocab.strings
    rows = parsed.to_array(["ORTH", "LEMMA", "POS", "TAG", "DEP", "HEAD", "SENT_START"]).astype("int64").tolist()
    names = {number: strings[number & 0xFFFFFFFFFFFFFFFF] for number in {number for row in rows for number in row[1:5]}}
    tokens = []
    for i, (orth, lemma, pos, tag, dep, _, _) in enumerate(rows):
        orth &= 0xFFFFFFFFFFFFFFFF
        form = forms.get(orth) or _form(vocab, orth)
        tokens.append(Token(i, form, names[lemma], names[pos], names[tag], names[dep]))
    doc = Doc(tokens)
    _hang(doc, [row[5] for row in rows])
    starts = [i for i, row in enumerate(rows) if i == 0 or row[6] == 1]
    doc.sents = tuple(_sentence(tokens[start:end], start) for start, end in pairwise([*starts, len(tokens)]))
    return doc


def _hang(doc: Doc, heads: list[int]) -> None:
    """Hangs each word on its head, given how far that is."""
    lefts: dict[int, list[Token]] = {}
    rights: dict[int, list[Token]] = {}
    for i, token in enumerate(doc):
        by = heads[i]
        token.doc = doc
        token.head = doc[i + by]
        if by > 0:
            lefts.setdefault(i + by, []).append(token)
        elif by < 0:
            rights.setdefault(i + by, []).append(token)
    for i, words in lefts.items():
        doc[i].lefts = doc[i].children = tuple(words)
    for i, words in rights.items():
        doc[i].rights = tuple(words)
        doc[i].children = doc[i].lefts + doc[i].rights


def _sentence(tokens: list[Token], start: int) -> Span:
    sentence = Span(tokens)
    sentence.start, sentence.end = start, start + len(tokens)
    tokens[0].is_sent_start = True
    for token in tokens:
        token.sent = sentence
    return sentence
