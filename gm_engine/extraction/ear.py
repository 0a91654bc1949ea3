"""The ear: a player's line, parsed. What stands in quotation marks is parsed apart from what is told of it."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from gm_engine.extraction.pipeline import Pipeline
from gm_engine.extraction.syntax import Doc, Span, Token
from gm_engine.story.parsed import Parsed, Quote, Sentence, Word

if TYPE_CHECKING:
    from spacy.tokens import Token as RawToken

QUOTED = re.compile(r'"([^"]*)"|“([^”]*)”')
SAID = "\ue000"
"""The sign that stands for quoted words in a line."""
STAND_IN = "this"
"""What the parser sees there: it may be what is said, and says nothing itself."""
LONGEST_NAME = 7
MOST_LETTERS = 4000
ENDS = ".!?…"


class Ear:
    """Parses what a player types. The same words and names give the same parse."""

    def __init__(self) -> None:
        self._pipeline = Pipeline()

    @cached_property
    def version(self) -> str:
        """Which ear with which model: a replay by another one takes what was heard from the record."""
        return f"ear-3/{self._pipeline.nlp.meta['version']}"

    def knows(self, word: str) -> bool:
        """True for a word of English, in small letters."""
        return self._pipeline.vocabulary.holds(word) or self._pipeline.nlp.vocab[word].is_stop

    def parse(self, line: str, names: Mapping[str, bool]) -> Parsed:
        """The line's sentences and its quotes. ``names`` are the story's proper names in small letters, true for somebody's: each is one
        word to the parser, and whoever is called by it is somebody whom it has met.
        """
        quotes: list[str] = []
        masked = "".join(self._masked(line[:MOST_LETTERS].replace(SAID, ""), quotes))
        frame = tuple(self._sentences(masked, names))
        return Parsed(frame, tuple(Quote(quote, tuple(self._sentences(quote, names))) for quote in quotes))

    def _masked(self, line: str, quotes: list[str]) -> Iterator[str]:
        """The line with a word for each quote: one of its own sentence, unless something is told of who says it."""
        at = 0
        for match in QUOTED.finditer(line):
            said = (match[1] or match[2] or "").strip()
            yield line[at : match.start()]
            at = match.end()
            if not re.search(r"\w", said):
                continue
            quotes.append(said)
            after = line[at:].lstrip()
            yield f"{SAID} "
            goes_on = after[:1].islower() or after[:1] == "," or (after[:2] in ("I ", "I'", "I’") and not said.endswith("."))
            if goes_on:
                yield "" if after[:1] == "," or said[-1] not in ENDS + "," else ","
            elif after[:1] not in ENDS or not after:
                yield said[-1] if said[-1] in ENDS else "."
        yield line[at:]

    def _sentences(self, text: str, names: Mapping[str, bool]) -> Iterator[Sentence]:
        words = self._words(text, names)
        number = 0
        for found in self._parsed(words).sents if words else ():
            told = []
            for word in self._ordered(found, words):
                number += word.text == SAID
                told.append(word._replace(quote=number) if word.text == SAID else word)
            yield Sentence(told)

    def _ordered(self, found: Span, words: list[tuple[str, str, str]]) -> Sentence:
        """The sentence; one that opens with a bare verb is parsed as if it said who acts, where only so that verb is its root."""
        own = [words[token.i] for token in found]
        first = found[0]
        opens = first.is_alpha and self._pipeline.vocabulary.is_verb(first.lower_) and not (len(own) > 1 and own[1][0] == ",")
        if opens and not (found.root is first and first.tag_ in ("VB", "VBD")):
            again = self._parsed([("I", "I", " "), (own[0][0], own[0][1].lower(), own[0][2]), *own[1:]])
            verb = again[1]
            if len(again.sents) == 1 and again.sents[0].root is verb and verb.tag_ in ("VBP", "VBD", "VB"):
                return self._plain(tuple(again)[1:], own, 1)
        return self._plain(tuple(found), own, found.start)

    def _words(self, text: str, names: Mapping[str, bool]) -> list[tuple[str, str, str]]:
        """The text's words: each as it was typed, as the parser sees it, and the blank behind it."""
        tokens = [token for token, _ in self._pipeline.tokens(text) if not token.is_space]
        found: list[tuple[str, str, str]] = []
        at = 0
        while at < len(tokens):
            size, seen = self._name(tokens, at, names)
            last = tokens[at + size - 1]
            blank = " " if last.whitespace_ or (at + size < len(tokens) and tokens[at + size].idx > last.idx + len(last)) else ""
            whole = "".join(token.text_with_ws for token in tokens[at : at + size]).strip()
            found.append((whole, seen, blank))
            at += size
        return found

    def _name(self, tokens: "Sequence[RawToken]", at: int, names: Mapping[str, bool]) -> tuple[int, str]:
        """How many words from here are a name, and the word that the parser sees for them."""
        for size in range(min(LONGEST_NAME, len(tokens) - at), 0, -1):
            whole = "".join(token.text_with_ws for token in tokens[at : at + size]).strip()
            known = names.get(whole.lower().replace("’", "'"))
            common = size == 1 and whole.islower() and (tokens[at].is_stop or self._pipeline.vocabulary.is_verb(whole))
            if known is not None and not common:
                return size, "John" if known else tokens[at + size - 1].text.capitalize()
        said = STAND_IN.capitalize() if at == 0 or tokens[at - 1].text in ENDS else STAND_IN
        return 1, said if tokens[at].text == SAID else tokens[at].text

    def _parsed(self, words: Sequence[tuple[str, str, str]]) -> Doc:
        return self._pipeline.parse_words([seen for _, seen, _ in words], [bool(blank) for _, _, blank in words])

    def _plain(self, tokens: Sequence[Token], own: Sequence[tuple[str, str, str]], first: int) -> Sentence:
        """The tokens as words of a sentence that begins at token ``first``; what hangs outside of it is its root. A past that is also the
        base form of another verb is that one where something is done to a thing: *I lay the cards down*.
        """
        told = []
        for at, (token, (text, _, blank)) in enumerate(zip(tokens, own, strict=True)):
            head = token.head.i - first
            bare = token.tag_ == "VBD" and any(child.dep_ == "dobj" for child in token.rights)
            lemma = token.lower_ if bare and self._pipeline.vocabulary.is_verb(token.lower_) else token.lemma_.lower()
            told.append(Word(text, blank, lemma, token.tag_, token.dep_, head if 0 <= head < len(own) else at))
        return Sentence(told)
