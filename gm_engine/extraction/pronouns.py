"""Whom a pronoun means: the one spoken of lately that fits it best, by recency, subject, gender, number and who is present."""

from collections import Counter
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
KNOWN, BEAST = 20, 28
"""What it counts for that somebody is known to be a he or a she, and against a beast or a vessel where a person fits."""
VOTES = 2
"""So many pronouns must agree on what somebody is, to know it for good; a word like "Mrs." or "brother" is enough alone."""
TOLD_BY = 78
"""How sure a pronoun must be of somebody to tell what he or she is, in per cent."""
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
    """Who and what a pronoun may take up. ``you`` is whom the narrator addresses. In ``notes`` one that several fit means nobody."""

    book: NameBook
    present: Sequence[str] = ()
    recent: Sequence[str] = ()
    you: str | None = None
    speakers: dict[int, str | None] = field(default_factory=dict)
    hearers: dict[int, str | None] = field(default_factory=dict)
    props: Props | None = None
    notes: bool = False
    _seen: list[Mention] = field(default_factory=list)
    _bound: dict[int, Ref | None] = field(default_factory=dict)
    _guesses: dict[int, Ref] = field(default_factory=dict)
    _genders_told: dict[str, str] = field(default_factory=dict)
    _votes: Counter[tuple[str, str]] = field(default_factory=Counter)

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
        if entity.kind == "character" and entity.pronouns not in ("he", "she"):
            return self._genders_told.get(id_, "")
        return entity.pronouns

    def told_genders(self) -> dict[str, str]:
        """Who of those of whom nobody had said it is surely a he or a she by this text."""
        found = {id_: gender for (id_, gender), votes in sorted(self._votes.items()) if votes >= VOTES}
        return {
            id_: gender
            for id_, gender in found.items()
            if not any(votes and id_ == other and gender != another for (other, another), votes in self._votes.items())
        }

    def _tell_gender(self, id_: str, gender: str, votes: int = 1) -> None:
        """Remembers that somebody of whom it was not known is a he or a she."""
        entity = self._entity(id_)
        if entity is not None and entity.kind == "character" and entity.pronouns not in ("he", "she") and id_ != self.you:
            self._genders_told.setdefault(id_, gender)
            self._votes[id_, gender] += votes

    def kind(self, id_: str) -> str:
        """The kind of an entity, named or not; empty for an unknown one."""
        entity = self._entity(id_)
        return entity.kind if entity is not None else "character" if id_ == self.you else ""

    def _pronoun(self, token: "Token", sentence: int, gender: str, speech: int | None) -> Ref | None:
        found = self._told_by_pronoun(token, sentence, gender, speech)
        if found is not None and found.sure >= TOLD_BY and gender != "it" and speech is None:
            self._tell_gender(found.id, gender)
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
                score = mention.weight + 40 - 14 * (sentence - mention.sentence) + self._fitting(mention.id, gender)
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
        if not scores or self.notes:
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
            scores[id_] += self._fitting(id_, gender)
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
        if self.notes and len(order) > 1 and not (token.dep_ == "poss" and order[0] in self._subjects_before(token)):
            return None
        sure = 84 if len(order) == 1 else 78 if lead >= 16 or (token.dep_ == "poss" and order[0] in self._doers(token)) else 68
        return Ref(order[0], sure - (12 if gender == "it" else 0))

    def _fitting(self, id_: str, gender: str) -> int:
        """What speaks for somebody or something that a pronoun agrees with."""
        if gender == "it" or self.kind(id_) == "character":
            return KNOWN if self.gender(id_) == gender else 0
        return KNOWN - BEAST

    def _is_kin(self, lemma: str) -> bool:
        words = self.book.lexicon
        own = lemma.removeprefix("step").removeprefix("god").removesuffix("-in-law")
        return any(own in words.all(table) for table in ("kin", "distant_kin", "kin_groups")) or own in ("widow", "widower")

    def _gender_in_words(self, token: "Token", id_: str, title: str) -> None:
        """Learns what somebody is who has just been named, by the words beside the name: "Mrs.", "her brother", "is a widow"."""
        words, verb, entity = self.book.lexicon, token.head, self._entity(id_)
        called = [name.split()[0].lower().rstrip(".") for name in (entity.name, *entity.aliases) if " " in name] if entity else []
        beside = [child.lemma_.lower() for child in token.children if child.dep_ in ("appos", "compound", "nmod")]
        beside += _set_beside(token)
        if token.dep_ == "appos" and verb.i < token.i:
            beside.append(verb.lemma_.lower())
        if token.dep_ in SUBJECTS and verb.lemma_ == "be":
            beside += [child.lemma_.lower() for child in verb.children if child.dep_ == "attr"]
        for gender in ("he", "she"):
            if any(word in words.all(f"titles.{gender}") for word in (title, *called)) or any(
                self._gendered(word) == gender for word in beside
            ):
                self._tell_gender(id_, gender, VOTES)

    def _gendered(self, lemma: str) -> str:
        """he or she, for a noun that tells; else empty."""
        own = lemma.removeprefix("step").removeprefix("god").removesuffix("-in-law")
        he, she = (own in self.book.lexicon.all(f"gender_nouns.{gender}") for gender in ("he", "she"))
        return "he" if he and not she else "she" if she and not he else ""

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

    def _subjects_before(self, pronoun: "Token") -> set[str]:
        """Who is told of in the clause in which a pronoun says whose something is: "Kip met his brother"."""
        verb = pronoun.head
        while verb.pos_ not in ("VERB", "AUX") and verb.head != verb:
            verb = verb.head
        told = (child for child in verb.children if child.dep_ in SUBJECTS and child.i < pronoun.i and child.pos_ != "PRON")
        return {ref.id for child in told if (ref := self.meant(child)) is not None}

    def _barred(self, token: "Token") -> set[str]:
        """Those whom the pronoun cannot mean: in "he hit him" the two are two."""
        barred = self._told_of_them(token)
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

    def _told_of_them(self, token: "Token") -> set[str]:
        """Those of whom the pronoun's own phrase is told: in "Gage is her uncle" and "Gage, her uncle", she is not Gage.

        Nor are they those whose words somebody tells: in "Gage, he says, was hanged", he is not Gage.
        """
        noun, verb = token.head, token.head.head
        told: list[Token] = []
        if token.dep_ == "poss" and self._is_kin(noun.lemma_.lower()):
            if noun.dep_ in ("attr", "oprd"):
                told = [child for child in verb.children if child.dep_ in SUBJECTS]
            elif noun.dep_ == "appos":
                told = [verb]
            elif token.i > 1 and token.nbor(-1).text == "," and noun.i + 1 < len(noun.doc) and noun.nbor().text == ",":
                told = [token.nbor(-2)]
            told += [child for child in noun.children if child.dep_ == "appos"]
        elif token.dep_ == "nsubj" and noun.lemma_ in self.book.lexicon.all("said"):
            clauses = [child for child in noun.children if child.dep_ == "ccomp"]
            clauses += [verb] if noun.dep_ in ("parataxis", "ccomp") and verb.i != noun.i else []
            told = [child for clause in clauses if clause.i > noun.i for child in clause.children if child.dep_ in SUBJECTS]
            told = [child for child in told if child.i < token.i]
        return {ref.id for child in told if (ref := self.meant(child)) is not None and child.pos_ != "PRON"}


def _set_beside(token: "Token") -> list[str]:
    """The noun that stands beside a name between commas, however the parser sees it: "Wade, her old uncle, …"."""
    doc, at = token.doc, token.i + 1
    if at + 2 >= len(doc) or doc[at].text != "," or doc[at + 1].tag_ not in ("DT", "PRP$"):
        return []
    end = next((i for i in range(at + 2, min(at + 6, len(doc))) if doc[i].tag_ not in ("JJ", "NN")), at + 2)
    return [doc[end - 1].lemma_.lower()] if doc[end - 1].tag_ == "NN" and doc[end].text in (",", ".", ";") else []
