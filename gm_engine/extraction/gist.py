"""The gists of a passage: every sentence that the narrator tells as so, in brief."""

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.extraction.modality import MoodReader
from gm_engine.extraction.pipeline import Passage
from gm_engine.extraction.pronouns import Ref
from gm_engine.story.gist import Gist
from gm_engine.story.provenance import Source

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span, Token

CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM", "ADV"})
SAYING = "said"
"""The class of verbs that only tell who speaks: of "she says" nothing is kept."""
LONGEST = 400
"""Letters: a longer sentence tells too much at once to be laid beside another."""
CAN = frozenset({"can", "ca", "could"})


class GistReader:
    """Makes the gists of one passage. ``meant`` says whom or what a word means; ``you`` is whom the narrator addresses; ``about`` says whom
    a sentence, by its first and last word and its number, goes on about."""

    def __init__(
        self, passage: Passage, meant: Mapping[int, Ref], lexicon: Lexicon, moods: MoodReader, *, turn: int, minute: int,
        source: Source, you: str | None, about: Callable[[int, int, int], str],
    ) -> None:  # fmt: skip
        self._passage = passage
        self._meant = meant
        self._moods = moods
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
        lemmas = {self._word(token) for token in sentence if (token.pos_ in CONTENT and not token.is_stop) or self._proper(token)}
        if lemmas <= self._saying:
            return None
        gist = Gist(
            turn=self._turn, n=number, span=(start, end), quote=passage.text[start:end], minute=self._minute, source=self._source,
            ids=tuple(dict.fromkeys(self._meant[token.i].id for token in sentence if token.i in self._meant)),
            lemmas=tuple(sorted(lemmas)), about=self._about(sentence.start, sentence.end - 1, number),
            unknown=any(token.tag_ in ("PRP", "PRP$") and token.i not in self._meant for token in sentence),
            supposed=self._supposed(sentence), recalled=recalled,
        )  # fmt: skip
        return gist if gist.keys(self._you) else None

    def _word(self, token: "Token") -> str:
        """A word's base form; of a name its last word as it is written, for the parser sees another in its place."""
        if token.pos_ == "PROPN" or self._proper(token):
            written = self._passage.text[self._passage.starts[token.i] : self._passage.ends[token.i]].replace("*", " ").split()
            return (written[-1] if written else token.text).lower()
        return token.lemma_.lower()

    def _proper(self, token: "Token") -> bool:
        """True for a name of its own, in whose place the parser saw another word."""
        match = self._passage.names.get(token.i)
        return match is not None and match.proper

    def _supposed(self, sentence: "Span") -> bool:
        """True where no clause of a sentence is told as so; what somebody can do is told as so."""
        verbs = [token for token in sentence if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass", "amod")]
        return bool(verbs) and not any(self._told_as_so(verb) for verb in verbs)

    def _told_as_so(self, verb: "Token") -> bool:
        mood = self._moods.clause(verb)
        able = any(child.lower_ in CAN for child in verb.children)
        return not mood.compared and (mood.modality == "asserted" or (able and mood.modality in ("hypothetical", "plan")))
