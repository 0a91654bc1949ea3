"""The gists of a passage: every sentence that the narrator tells as so, in brief."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from gm_engine.extraction.clauses import Clauses
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.mentions import Mentioner
from gm_engine.extraction.modality import MoodReader
from gm_engine.extraction.pipeline import Passage
from gm_engine.extraction.pronouns import Ref
from gm_engine.story.gist import Gist, Word, pack
from gm_engine.story.provenance import Source

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span

CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM", "ADV"})
SAYING = "said"
"""The class of verbs that only tell who speaks: of "she says" nothing is kept."""
LONGEST = 400
"""Letters: a longer sentence tells too much at once to be laid beside another."""


class GistReader:
    """Makes the gists of one passage. ``meant`` says whom or what a word means; ``you`` is whom the narrator addresses; ``about`` says whom
    a sentence, by its first and last word and its number, goes on about."""

    def __init__(
        self, passage: Passage, meant: Mapping[int, Ref], lexicon: Lexicon, moods: MoodReader, *, turn: int, minute: int,
        source: Source, you: str | None, about: Callable[[int, int, int], str],
    ) -> None:  # fmt: skip
        self._passage = passage
        self._moods = moods
        self._mentioner = Mentioner(passage, meant, lexicon)
        self._saying = lexicon.all(SAYING)
        self._turn = turn
        self._minute = minute
        self._source = source
        self._you = you
        self._about = about

    def read(self, told: "Iterable[tuple[int, Span, bool]]") -> tuple[Gist, ...]:
        """The gists of sentences, each given with its number and whether it tells of what was.

        A sentence has none that only tells who speaks, or with nothing in it that a later one could share.
        """
        gists = (self._gist(number, sentence, recalled) for number, sentence, recalled in told)
        return tuple(gist for gist in gists if gist is not None)

    def _gist(self, number: int, sentence: "Span", recalled: bool) -> Gist | None:
        passage = self._passage
        start, end = passage.starts[sentence.start], passage.ends[sentence.end - 1]
        if end - start > LONGEST:
            return None
        word, proper = self._mentioner.word, self._mentioner.proper
        lemmas = {word(token) for token in sentence if (token.pos_ in CONTENT and not token.is_stop) or proper(token)}
        if lemmas <= self._saying:
            return None
        places, mentions = self._mentioner.of(sentence, about := self._about(sentence.start, sentence.end - 1, number))
        gist = Gist(
            turn=self._turn, n=number, span=(start, end), quote=passage.text[start:end], minute=self._minute, source=self._source,
            mentions=mentions, clauses=Clauses(places, mentions, word, self._moods).of(sentence), recalled=recalled, about=about,
            lemmas=tuple(sorted(lemmas)), parsed=self._parsed(sentence),
        )  # fmt: skip
        return gist if gist.keys(self._you) else None

    def _parsed(self, sentence: "Span") -> str:
        passage, first, last = self._passage, sentence.start, sentence.end - 1
        begin = passage.starts[first]
        return pack(
            Word(
                start=passage.starts[token.i] - begin,
                end=passage.ends[token.i] - begin,
                lemma=self._mentioner.word(token).replace(" ", "_"),
                pos=token.pos_,
                dep=token.dep_,
                head=min(max(token.head.i, first), last) - first,
            )
            for token in sentence
        )
