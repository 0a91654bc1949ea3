"""From a rough claim to a claim: its mood, holder, time, exact quote and how sure it is."""

from collections import Counter
from collections.abc import Mapping
from typing import TYPE_CHECKING, Literal

from gm_engine.extraction.afterlife import acts_alive, no_sign_of_life
from gm_engine.extraction.modality import Mood
from gm_engine.extraction.pronouns import Ref
from gm_engine.extraction.reading import Telling
from gm_engine.extraction.scope import Found, Scope, enum
from gm_engine.extraction.sentence import Sentence
from gm_engine.extraction.values import year
from gm_engine.story.claim import Claim, Modality, Value
from gm_engine.story.provenance import Provenance, Voice
from gm_engine.story.relation import Relation
from gm_engine.story.validity import ValidityInterval

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span, Token

AFTER_DEATH = "after the death told"
"""What marks a sign of life that follows, in one text, on the death told before it: an act of now, of somebody who is named."""
OPENING = 5
LATER = frozenset({"later", "afterwards", "afterward"})
SURE_OF_LIFE = 70
"""How sure it must be, in per cent, who acts, before it is taken for a sign of life."""

NAMED = 85
"""How sure it must be of somebody who is told to be dead in the same text."""

BY_PRONOUN = 50
"""How sure at most, in per cent, it is who died in "He dies.": too little to hold against what that person does later."""

Tense = Literal["present", "past"]


class Dresser:
    """Collects a text's claims in their order, each once."""

    def __init__(self, relations: Mapping[str, Relation], scope: Scope, telling: Telling, reader: str) -> None:
        self._relations = relations
        self._scope = scope
        self._telling = telling
        self._voice = telling.voice
        self._reader = reader
        self._tense = _tense_of(scope)
        self._claims: list[Claim] = []
        self._seen: set[tuple[object, ...]] = set()
        self._alive: set[str] = set()
        self._dead: set[str] = set()

    def claims(self) -> tuple[Claim, ...]:
        """All that was taken."""
        return tuple(self._claims)

    def take(self, found: Found, sentence: Sentence) -> None:
        """Adds a claim, unless the text has made it before, it is told only for comparison, or the campaign knows no such relation."""
        mood, speaker, relation = sentence.mood(found.at, found.able), sentence.speaker, self._relations.get(found.relation)
        if relation is None or mood.compared or not (found.polarity or mood.polarity):
            return
        modality: Modality = mood.modality
        if found.momentary and (mood.when == "before" or not mood.polarity or (mood.when == "past" and self._tense == "present")):
            return
        voice, holder = self._voice, self._telling.speaker if self._voice in ("player", "character") else None
        sure = found.subject.sure * found.sure // 100
        if self._voice == "character" and modality == "asserted":
            modality = "speech"
        if self._voice == "document" and modality == "asserted":
            modality = "quoted"
        if speaker is not None and speaker.written:
            voice, holder = "document", None
        elif speaker is not None:
            voice, holder = "character", speaker.ref.id if speaker.ref else None
            sure = sure * (speaker.ref.sure if speaker.ref else 60) // 100
        elif mood.written:
            voice, holder = "document", None
        elif modality == "speech" and mood.teller is not None:
            teller = self._scope.who(mood.teller)
            voice, holder = "character", teller.id if teller else None
        polarity = mood.polarity == found.polarity
        value = _kinded(found.value, relation)
        if polarity and _tells_death(relation.id, value) and self._unnamed(found.subject, sentence.words):
            sure = min(sure, BY_PRONOUN)
        self._add(
            found.subject.id,
            relation,
            value,
            polarity,
            modality,
            holder,
            voice,
            self._span(found, relation, mood),
            sentence,
            sure,
            found.importance,
            found.change or mood.changed,
        )

    def living(self, sentence: Sentence) -> None:
        """Adds that those who act before our eyes are alive: once for each of them. A sentence with a year in it tells of another time."""
        scope, words = self._scope, sentence.words
        if not sentence.told_as_so or sentence.standing.recalled or self._voice != "narrator" or any(year(token.text) for token in words):
            return
        for token in words:
            mistaken = token.tag_ == "NNS" and token.dep_ == "ROOT" and token.i and token.i - 1 in scope.passage.names
            moves = (
                mistaken and token.i + 1 < words.end and token.doc[token.i + 1].pos_ in ("ADP", "ADV")
            )  # "John shoulders through the doors"
            if not (moves or (acts_alive(token, scope.lexicon) and (token.pos_ == "VERB" or mistaken))):
                continue
            mood = sentence.mood(token)
            joined = token.dep_ == "conj" and token.tag_ == "VBD" and not any(child.dep_ == "nsubj" for child in token.children)
            if joined and sentence.mood(token.head).when == "before":
                continue
            seen = sentence.mood(token.head).when if token.tag_ == "VB" else mood.when  # "she saw him argue" is told of then
            past = "past" in (mood.when, seen) and self._tense == "present"
            if mood.modality != "asserted" or not mood.polarity or mood.compared or mood.when == "before" or past:
                continue
            if token.dep_ in ("relcl", "acl") and mood.when != "now":
                continue
            if no_sign_of_life(token, scope.subject_tokens(token), scope.lexicon):
                continue
            named = scope.who(token.doc[token.i - 1]) if mistaken else None
            for subject in [named] if named else scope.subjects(token):
                if subject.sure < SURE_OF_LIFE or (subject.sure < 90 and len(words) < 5):
                    continue
                if self._somebody_else(token):
                    continue
                if scope.kind(subject) != "character" or subject.id == scope.you:
                    continue
                after = subject.id in self._dead and subject.sure >= NAMED and _goes_on(token, words)
                if subject.id not in self._alive or after:
                    self._alive.add(subject.id)
                    self._signs_of_life(subject, sentence, AFTER_DEATH if after else None)

    def _signs_of_life(self, subject: Ref, sentence: Sentence, mark: str | None) -> None:
        """Adds that somebody lives while a sentence lasts."""
        relation, minute = self._relations.get("condition"), self._scope.minute
        if relation is not None:
            now = ValidityInterval(since=minute, until=minute + 1)
            value, sure = enum("alive").model_copy(update={"unit": mark}), subject.sure * 70 // 100
            self._add(subject.id, relation, value, True, "asserted", None, self._voice, now, sentence, sure, 1)

    def _somebody_else(self, verb: "Token") -> bool:
        """True for a pronoun: whom it takes up is never so sure that the dead rise by it."""
        names = self._scope.passage.names
        if verb.dep_ == "relcl" and verb.head.pos_ == "NOUN" and verb.head.i not in names:
            return True  # "she was the one person there who wept"
        return any(word.pos_ == "PRON" and word.i not in names for word in self._scope.subject_tokens(verb))

    def _unnamed(self, subject: Ref, sentence: "Span") -> bool:
        """True where a sentence speaks of somebody by a pronoun alone."""
        told = (self._scope.who(token) for token in sentence if token.pos_ in ("NOUN", "PROPN"))
        return not any(ref.id == subject.id for ref in told if ref is not None)

    def _add(
        self, subject: str, relation: Relation, value: Value, polarity: bool, modality: Modality, holder: str | None, voice: Voice,
        validity: ValidityInterval, sentence: Sentence, sure: int, importance: int | None, change: bool = False,
    ) -> None:  # fmt: skip
        if polarity and modality == "asserted" and voice == "narrator" and _tells_death(relation.id, value):
            self._dead.add(subject)
        key = (subject, relation.id, value, polarity, modality, holder)
        if key in self._seen:
            return
        self._seen.add(key)
        telling = self._telling
        provenance = Provenance(
            source=telling.source, turn=telling.turn, voice=voice, quote=sentence.quote, span=sentence.span,
            speaker=holder, minute=self._scope.minute, reader=self._reader,
        )  # fmt: skip
        self._claims.append(
            Claim(
                id=f"{telling.turn}.{telling.first + len(self._claims)}", subject=subject, relation=relation.id, value=value,
                polarity=polarity, change=change, modality=modality, holder=holder, validity=validity, provenance=provenance,
                importance=relation.importance if importance is None else importance, confidence=max(5, min(sure, 97)),
            )
        )  # fmt: skip

    def _span(self, found: Found, relation: Relation, mood: Mood) -> ValidityInterval:
        """When it holds: a state from now on, what is over until now, what never changes for ever."""
        minute = self._scope.minute
        if found.momentary:
            return ValidityInterval(since=minute, until=minute + 1)
        if relation.mutability not in ("stateful", "monotone"):
            return ValidityInterval()
        before = mood.when == "before" or (mood.when == "past" and self._tense == "present" and relation.mutability == "stateful")
        if found.over or (before and not found.lasting):
            return ValidityInterval(until=minute)
        return ValidityInterval(since=minute)


def _tense_of(scope: Scope) -> Tense:
    """Whether the narrator tells in the past: then a simple past is the story's now."""
    passage = scope.passage
    tags = Counter(token.tag_ for token in passage.doc if passage.pieces[passage.piece[token.i]][1] == "narration")
    return "past" if tags["VBD"] > tags["VBZ"] + tags["VBP"] else "present"


def _tells_death(relation: str, value: Value) -> bool:
    return relation in ("killed_by", "buried_at") or (relation == "condition" and value.text == "dead")


def _goes_on(verb: "Token", sentence: "Span") -> bool:
    """True for an act of now, or of "an hour later"; what the dead did before is told in the past, too."""
    return verb.tag_ in ("VBZ", "VBP") or any(token.lower_ in LATER for token in sentence[:OPENING])


def _kinded(value: Value, relation: Relation) -> Value:
    """The value in the kind that its relation asks for, where only the kind of words differs."""
    if value.kind in ("enum", "text") and relation.value in ("enum", "text") and value.kind != relation.value:
        return value.model_copy(update={"kind": relation.value})
    return value
