"""Whom a pronoun means: the one spoken of lately that fits it best, by recency, subject, gender, number and who is present."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gm_engine.extraction.names import NameBook
from gm_engine.extraction.props import Props
from gm_engine.story.entity import Entity

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

SUBJECTS = frozenset({"nsubj", "nsubjpass"})
WINDOW = 4
GUESSED, GUESS_WINDOW = 45, 6
"""How sure a pronoun is of whom it most likely means, where nothing decides, and how many sentences back that may be."""


@dataclass(frozen=True)
class Ref:
    """Somebody or something meant, and how sure that is, in per cent."""

    id: str
    sure: int = 92


@dataclass(frozen=True)
class Mention:
    """Where somebody or something was spoken of; ``id`` is empty for a noun that nobody knows, which ``genders`` may take up."""

    at: int
    sentence: int
    id: str
    weight: int
    genders: frozenset[str] = frozenset()


@dataclass(kw_only=True)
class Antecedents:
    """Who and what a pronoun may take up. ``you`` is whom the narrator addresses."""

    book: NameBook
    present: Sequence[str] = ()
    recent: Sequence[str] = ()
    you: str | None = None
    speakers: dict[int, str | None] = field(default_factory=dict)
    hearers: dict[int, str | None] = field(default_factory=dict)
    props: Props | None = None
    _seen: list[Mention] = field(default_factory=list)
    _bound: dict[int, Ref | None] = field(default_factory=dict)
    _guesses: dict[int, Ref] = field(default_factory=dict)

    def meant(self, token: "Token") -> Ref | None:
        """What the token means, as decided before; None for what nobody can tell."""
        if token.i in self._bound:
            return self._bound[token.i]
        return None

    def gender(self, id_: str) -> str:
        """he, she, it or they; empty for a character of whom nobody has said."""
        entity = self._entity(id_)
        if entity is None:
            return ""
        return "" if entity.kind == "character" and entity.pronouns not in ("he", "she") else entity.pronouns

    def kind(self, id_: str) -> str:
        """The kind of an entity, named or not; empty for an unknown one."""
        entity = self._entity(id_)
        return entity.kind if entity is not None else "character" if id_ == self.you else ""

    def _pronoun(self, token: "Token", sentence: int, gender: str, speech: int | None) -> Ref | None:
        found = self._told_by_pronoun(token, sentence, gender, speech)
        if found is None and speech is None and (guess := self._guess(token, sentence, gender)):
            self._guesses[token.i] = Ref(guess, GUESSED)
        return found

    def _guess(self, token: "Token", sentence: int, gender: str) -> str:
        """Whom a pronoun means most likely: the best of those who have been named; empty where nobody fits."""
        barred = self._barred(token)
        scores: dict[str, int] = {}
        for mention in self._seen:
            near = mention.at < token.i and sentence - mention.sentence <= GUESS_WINDOW
            if near and mention.id and mention.id not in barred and self._agrees(mention.id, gender):
                score = mention.weight + 40 - 14 * (sentence - mention.sentence) + (4 if self.gender(mention.id) == gender else 0)
                scores[mention.id] = max(scores.get(mention.id, 0), score)
        if not scores:
            scores = {id_: rank for rank, id_ in enumerate(self.recent) if id_ not in barred and self._agrees(id_, gender)}
        return min(scores, key=lambda id_: (-scores[id_], id_), default="")

    def _told_by_pronoun(self, token: "Token", sentence: int, gender: str, speech: int | None) -> Ref | None:
        scores: dict[str, int] = {}
        barred = self._barred(token)
        if speech is not None:
            barred |= {id_ for id_ in (self.speakers.get(speech), self.hearers.get(speech)) if id_}
        for mention in self._seen:
            if mention.at >= token.i or sentence - mention.sentence > WINDOW or mention.id in barred:
                continue
            if not (self._agrees(mention.id, gender) if mention.id else gender in mention.genders):
                continue
            scores[mention.id] = max(scores.get(mention.id, 0), mention.weight + 40 - 14 * (sentence - mention.sentence))
        if not scores:
            for rank, id_ in enumerate(reversed(self.recent)):
                if self._agrees(id_, gender) and id_ not in barred:
                    scores[id_] = max(scores.get(id_, 0), 24 - 6 * rank)
        if not scores and gender != "it":
            scores = {id_: 10 for id_ in self.present if self._agrees(id_, gender) and id_ not in barred and id_ != self.you}
            if len(scores) != 1:
                return None
        if not scores:
            return None
        for id_ in scores:
            if not id_:
                continue
            scores[id_] += 6 if id_ in self.present else 0
            scores[id_] += 4 if self.gender(id_) == gender else 0
            if (
                gender == "it"
                and token.dep_ == "dobj"
                and self.kind(id_) == "item"
                and token.head.lemma_ in self.book.lexicon.all("handled")
            ):
                scores[id_] += 12
        order = sorted(scores, key=lambda id_: (-scores[id_], id_))
        lead = scores[order[0]] - (scores[order[1]] if len(order) > 1 else 0)
        if (len(order) > 1 and lead < 8) or not order[0]:
            return None
        sure = 84 if len(order) == 1 else 78 if lead >= 16 or (token.dep_ == "poss" and order[0] in self._doers(token)) else 68
        return Ref(order[0], sure - (12 if gender == "it" else 0))

    def _agrees(self, id_: str, gender: str) -> bool:
        if id_ == self.you or not id_:
            return False
        entity, kind = self._entity(id_), self.kind(id_)
        if gender == "it":
            several = entity is not None and entity.of is not None and entity.pronouns == "they"
            it = kind == "character" and entity is not None and entity.pronouns == "it"
            return (kind in ("place", "item", "faction") and not several) or it
        if kind == "item":
            return entity is not None and entity.pronouns == gender
        return kind == "character" and self.gender(id_) in (gender, "")

    def _entity(self, id_: str) -> Entity | None:
        return self.book.entities.get(id_) or (self.props.entity(id_) if self.props is not None else None)

    def _doers(self, pronoun: "Token") -> set[str]:
        """Who does what the pronoun's clause tells: in "Kip draws his pistol" it is most likely Kip's."""
        verb = pronoun.head.head
        found = {ref.id for child in verb.children if child.dep_ == "nsubj" and (ref := self.meant(child)) is not None}
        return found if pronoun.head.dep_ == "dobj" else set()

    def _barred(self, token: "Token") -> set[str]:
        """Those whom the pronoun cannot mean: in "he hit him" the two are two."""
        barred: set[str] = set()
        if token.dep_ in ("dobj", "pobj", "dative", "nsubj", "nsubjpass") and not token.lower_.endswith("self"):
            verb = token.head
            steps = 0
            while verb.pos_ not in ("VERB", "AUX") and verb.head != verb and steps < 6:
                verb, steps = verb.head, steps + 1
            for child in verb.children:
                if child.dep_ in SUBJECTS and child.i != token.i:
                    ref = self.meant(child)
                    if ref:
                        barred.add(ref.id)
        return barred
