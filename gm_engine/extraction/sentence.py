"""A sentence of prose, analysed once: its parse, who is meant in it, how it and each of its clauses is told. Everything that is made of
it (claims, gists, signs of life) reads this one value."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TYPE_CHECKING

from gm_engine.extraction.coreference import Salience
from gm_engine.extraction.mending import FINITE
from gm_engine.extraction.modality import Mood, MoodReader
from gm_engine.extraction.page import BlockKind
from gm_engine.extraction.pipeline import Passage
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.speakers import Speaker
from gm_engine.extraction.speech import PieceKind
from gm_engine.extraction.standing import Standing, Standings
from gm_engine.story.claim import Modality

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span, Token

CONTENT = frozenset({"NOUN", "PROPN", "VERB", "ADJ", "NUM", "ADV"})
CAN = frozenset({"can", "ca", "could"})
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj", "csubjpass", "expl"})
UNREAD = ("heading", "apart")
"""Blocks of which nothing is made."""


@dataclass(frozen=True, eq=False)
class Sentence:
    """``number`` counts the sentences of the text; ``span`` and ``quote`` are its letters there, ``words`` its parse.

    ``modality`` is how it is told as a whole, by its own words and by where it stands. ``meant`` says whom or what a word means, by its
    place; ``about`` whom the sentence goes on about, where it speaks of nobody. ``speaker`` says it, where it is said aloud.
    """

    number: int
    words: "Span"
    span: tuple[int, int]
    quote: str
    block: BlockKind
    kind: PieceKind
    modality: Modality
    standing: Standing
    speaker: Speaker | None
    meant: Mapping[int, Ref]
    about: str
    lemmas: frozenset[str]
    moods: MoodReader
    _clauses: "dict[tuple[int, bool], Mood]" = field(default_factory=dict)

    @property
    def told_as_so(self) -> bool:
        """True where the narration tells it as so; single clauses may yet be told otherwise."""
        return self.modality == "asserted" and self.kind == "narration"

    def mood(self, token: "Token", able: bool = False) -> Mood:
        """How the clause is told in which a word stands. ``able`` asks for an ability, so that "can" supposes nothing."""
        key = (token.i, able)
        if key not in self._clauses:
            mood, standing = self.moods.clause(token, self.modality, able), self.standing
            if mood.teller is None and standing.teller is not None and mood.modality == "speech":
                mood = replace(mood, teller=standing.teller, written=standing.written)
            self._clauses[key] = replace(mood, when="before") if standing.recalled else mood
        return self._clauses[key]

    @cached_property
    def supposed(self) -> bool:
        """True where no clause is told as so; what somebody can do is told as so."""
        verbs = [token for token in self.words if token.pos_ in ("VERB", "AUX") and token.dep_ not in ("aux", "auxpass", "amod")]
        return bool(verbs) and not any(self._told_as_so(verb) for verb in verbs)

    def _told_as_so(self, verb: "Token") -> bool:
        mood = self.mood(verb)
        able = any(child.lower_ in CAN for child in verb.children)
        return not mood.compared and (mood.modality == "asserted" or (able and mood.modality in ("hypothetical", "plan")))

    @cached_property
    def whole(self) -> bool:
        """True where something is said of somebody or something, by a verb that has a subject. What stands in a list, in a table or behind
        a label mostly is not: "Speed: 30 ft.; Armor: 15"."""
        return any(_finite(verb) and any(child.dep_ in SUBJECTS for child in verb.children) for verb in self.words)

    @property
    def ids(self) -> tuple[str, ...]:
        """Who and what is meant in it, in the order of the words."""
        return tuple(dict.fromkeys(self.meant[token.i].id for token in self.words if token.i in self.meant))

    @property
    def unknown(self) -> bool:
        """True where a pronoun means nobody known."""
        return any(token.tag_ in ("PRP", "PRP$") and token.i not in self.meant for token in self.words)


def _finite(verb: "Token") -> bool:
    """True for a verb that is in a tense, by itself or by its helpers."""
    helped = any(child.dep_ in ("aux", "auxpass") and child.tag_ in FINITE for child in verb.children)
    return verb.pos_ in ("VERB", "AUX") and (verb.tag_ in FINITE or helped)


def sentences_of(
    passage: Passage, salience: Salience, said_by: Mapping[int, Speaker], standings: Standings, moods: MoodReader
) -> Iterator[Sentence]:
    """The sentences of a passage in which every word is bound, but for headings and what is not the teller's own."""
    meant = salience.guessed()
    spans = passage.doc.sents
    for number, (words, standing) in enumerate(zip(spans, standings.of(spans), strict=True)):
        piece = passage.piece[words.start]
        block, kind, _ = passage.pieces[piece]
        if block in UNREAD:
            continue
        start, end = passage.starts[words.start], passage.ends[words[-1].i]
        speaker = said_by.get(piece) if kind == "speech" else None
        yield Sentence(
            number=number, words=words, span=(start, end), quote=passage.text[start:end], block=block, kind=kind,
            modality=_as_a_whole(standing.modality, block, kind, speaker), standing=standing, speaker=speaker, meant=meant,
            about=salience.about(words.start, words.end - 1, number), lemmas=frozenset(_lemmas(words, passage)), moods=moods,
        )  # fmt: skip


def _as_a_whole(own: Modality, block: BlockKind, kind: PieceKind, speaker: Speaker | None) -> Modality:
    """How a sentence is told by where it stands: in an option, on paper, in somebody's words."""
    if block == "option":
        return "hypothetical"
    if block == "quoted" or (speaker is not None and speaker.written):
        return "quoted"
    return "speech" if kind == "speech" and own == "asserted" else own


def _lemmas(words: "Span", passage: Passage) -> Iterator[str]:
    """The base forms of its words of content; of a name its last word as it is written, for the parser sees another in its place."""
    for token in words:
        match = passage.names.get(token.i)
        proper = match is not None and match.proper
        if proper or (token.pos_ == "PROPN" and not token.is_stop):
            written = passage.text[passage.starts[token.i] : passage.ends[token.i]].replace("*", " ").split()
            yield (written[-1] if written else token.text).lower()
        elif token.pos_ in CONTENT and not token.is_stop:
            yield token.lemma_.lower()
