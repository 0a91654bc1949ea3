"""Who is meant: names first, then what a noun or a pronoun takes up of what has been spoken of."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from gm_engine import wordnet
from gm_engine.extraction.names import TELLING, Match
from gm_engine.extraction.pronouns import SUBJECTS, WINDOW, Antecedents, Mention, Ref

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

MASCULINE = frozenset({"he", "him", "his", "himself"})
FEMININE = frozenset({"she", "her", "hers", "herself"})
BEING = frozenset({"is", "was", "'s", "are", "were", "’s"})
CALLING = frozenset({"call", "name", "christen"})
NEUTER = frozenset({"it", "its", "itself"})
FIRST = frozenset({"i", "me", "my", "mine", "myself"})
SECOND = frozenset({"you", "your", "yours", "yourself"})
RELATIVE = frozenset({"who", "whom", "which", "that", "whose"})
OWNED, ALONE = 65, 84
"""How sure it must be whose a thing is, to know the thing by it; how sure a pronoun is that one alone can be meant by."""
BACK, ASIDE = 2, 10
"""How many sentences back somebody was spoken of at most, for a sentence that speaks of nobody to go on about him, and the weight of
those in somebody's words and of owners, about whom no sentence goes on."""
UNNAMED = 72
"""How sure it is that "the boy" is the boy of before."""
WEIGHTS = {"dobj": 20, "attr": 20, "appos": 20, "pobj": 12}


@dataclass(kw_only=True)
class Salience(Antecedents):
    """Who has been spoken of, in the order of the text."""

    names: Mapping[int, Match]
    roles: Mapping[str, str] = field(default_factory=dict)
    _by_sentence: dict[int, list[Mention]] = field(default_factory=dict)

    def spoken_of(self) -> tuple[str, ...]:
        """Every entity mentioned, in the order of the first mention."""
        return tuple(dict.fromkeys(mention.id for mention in sorted(self._seen, key=lambda m: (m.at, m.id)) if mention.id))

    def bind(self, token: "Token", sentence: int, speech: int | None) -> None:
        """Decides what a token means and remembers it. ``speech`` numbers the quotation it stands in."""
        ref = self._decide(token, sentence, speech)
        if token.pos_ in ("PRON", "DET") or token.i in self.names or ref is not None:
            self._bound[token.i] = ref
        if ref is not None and token.i in self.names:
            self._gender_in_words(token, ref.id, self.names[token.i].title)
        if ref is not None:
            weight = 30 if token.dep_ in SUBJECTS or token.dep_ == "ROOT" else WEIGHTS.get(token.dep_, 16)
            if (
                weight < 30
                and self.kind(ref.id) == "place"
                and not any(m.sentence == sentence and m.id and self.kind(m.id) != "character" for m in self._seen[-6:])
            ):
                weight += 8  # of two places in a sentence, the first is in mind
            if token.dep_ in SUBJECTS and token.head.dep_ == "conj":
                weight += 9  # of two who act in one sentence, the later is in mind
            if token.dep_ == "poss":
                weight = 14 if token.pos_ == "PRON" else 10
            if speech is not None:
                weight //= 3
            self._seen.append(Mention(token.i, sentence, ref.id, weight))
        elif token.pos_ in ("NOUN", "PROPN") and token.dep_ in ("nsubj", "nsubjpass", "dobj", "attr", "ROOT", "agent") and speech is None:
            weight = 30 if token.dep_ in SUBJECTS or token.dep_ == "ROOT" else 18
            self._seen.append(Mention(token.i, sentence, "", weight, self._genders(token)))

    def _barred(self, token: "Token") -> set[str]:
        """Nor can a subject be whom its own clause goes on to name: in "He stood at Lund's grave" he is not Lund (Chomsky 1981,
        principle C)."""
        barred = super()._barred(token)
        if token.dep_ in SUBJECTS:
            after = (word for word in token.head.subtree if word.i > token.i and word.i in self.names)
            barred |= {self.names[word.i].ids[0] for word in after if len(self.names[word.i].ids) == 1}
        return barred

    def decided(self) -> list[tuple[int, Ref]]:
        """Every token that means somebody or something, by its place, in the order of the text."""
        return [(at, ref) for at, ref in sorted(self._bound.items()) if ref is not None]

    def guessed(self) -> dict[int, Ref]:
        """Every token that means somebody or something, and of the pronouns that nothing decides whom they most likely mean."""
        return {**self._guesses, **dict(self.decided())}

    def lately(self, at: int) -> Ref | None:
        """The one person of the sentence before, for words that tell of nobody: "White suit, left sleeve pinned up." """
        before = [mention for mention in self._seen if mention.at < at and mention.id and mention.id != self.you]
        people = [mention for mention in before if self.kind(mention.id) == "character"]
        if not people:
            return None
        last = max(mention.sentence for mention in people)
        ids = {mention.id for mention in people if mention.sentence == last}
        return Ref(ids.pop(), 72) if len(ids) == 1 else None

    def about(self, first: int, last: int, number: int) -> str:
        """Whom a sentence (words ``first`` to ``last``) goes on about, where it speaks of nobody itself; else empty.

        It may be asked once every word is bound.
        """
        if any(at in self._guesses for at in range(first, last + 1)) or self._people(number)[1]:
            return ""
        for before in range(number - 1, number - BACK - 1, -1):
            ids, several = self._people(before)
            if several:
                return ids.pop() if len(ids) == 1 else ""
        return ""

    def _people(self, number: int) -> tuple[set[str], bool]:
        """Who is plainly spoken of in a sentence, nobody where one of them is unknown; and whether anybody is."""
        if not self._by_sentence:
            for mention in self._seen:
                self._by_sentence.setdefault(mention.sentence, []).append(mention)
        told = self._by_sentence.get(number, [])
        people = [mention for mention in told if mention.id and self.kind(mention.id) == "character"]
        unknown = any(mention.genders & {"he", "she"} for mention in told)
        plain = {mention.id for mention in people if mention.weight > ASIDE and mention.id != self.you and not unknown}
        return plain, unknown or bool(people)

    def _decide(self, token: "Token", sentence: int, speech: int | None) -> Ref | None:
        match = self.names.get(token.i)
        if match is not None:
            before = token.doc[token.i - 1] if token.i else None
            if before is not None and before.lower_ in ("another", "different", "first", "second", "other"):
                return None
            if before is not None and match.proper and match.words == 1 and self._longer_name(before, token):
                return None
            return self._named(match)
        lower = token.lower_
        if lower in SECOND:
            return self._second(speech)
        if lower in FIRST:
            return self._first(speech)
        if lower in MASCULINE:
            return self._pronoun(token, sentence, "he", speech)
        if lower in FEMININE:
            return self._pronoun(token, sentence, "she", speech)
        if lower in NEUTER and token.dep_ in ("nsubj", "nsubjpass", "poss", "dobj", "dative", "pobj"):
            return self._pronoun(token, sentence, "it", speech)
        words = self.book.lexicon
        made = token.text[:1].isupper() and (
            lower in words.all("makes") or (token.i == token.sent.start and (lower in words.all("goods") or lower in words.all("animals")))
        )
        if (made or token.pos_ == "NOUN" or (token.pos_ == "PROPN" and token.text.islower())) and token.dep_ not in ("compound", "nmod"):
            return self._noun(token, sentence, speech)
        return None

    def _noun(self, noun: "Token", sentence: int, speech: int | None) -> Ref | None:
        """Whom or what a common noun means: the one it is said of, the one of that trade, one that has no name."""
        owner = self._owner(noun)
        if noun.dep_ == "appos":
            named = self._bound.get(noun.head.i) if noun.head.i in self.names else None
            if named is not None and self.kind(named.id) == "character" and self.props is not None:
                self.props.call(noun, owner.id if owner is not None else None, named.id)
            return None
        if noun.dep_ == "attr" and (told := self._told_to_be(noun)) is not None and self.props is not None:
            self.props.call(noun, owner.id if owner is not None else None, told.id)
            return None
        if (beast := self._called(noun, owner.id if owner is not None else None)) is not None:
            return beast
        apart = any(word.lower_ in ("another", "different", "other", "second") for word in noun.lefts)
        if not apart and (child := next(self._names_given(noun), None)) is not None:
            named = self._named(self.names[child.i])
            former = any(word.lower_ in self.book.lexicon.all("former") for word in noun.lefts)
            if named is not None and self.props is not None and self.kind(named.id) == "character" and not former:
                self.props.call(noun, owner.id if owner is not None else None, named.id)
            return named
        return self._role(noun) or self._prop(noun, owner) or self._somebody(noun, sentence, speech) or self._unnamed(noun, sentence)

    def _told_to_be(self, noun: "Token") -> Ref | None:
        """Somebody with a name who is told to be what a noun says: "Wade is the ferryman", "Wade is her uncle"."""
        verb = noun.head
        if verb.lower_ not in BEING or any(child.dep_ in ("neg", "aux", "mark") or child.text == "?" for child in verb.children):
            return None
        subject = next((child for child in verb.children if child.dep_ == "nsubj" and child.i in self.names), None)
        named = self._bound.get(subject.i) if subject is not None else None
        told = [child.lower_ for child in noun.lefts if child.dep_ in ("det", "poss")]
        return named if named is not None and told and told[0] not in ("a", "an", "no") and self.kind(named.id) == "character" else None

    def _called(self, noun: "Token", owner: str | None) -> Ref | None:
        """The beast or vessel that is told with its name, "a dog called Button"; one known by another name is still the same."""
        if self.props is None or not self.props.kindred.takes_name(noun.lemma_.lower()):
            return None
        name = next(self._names_given(noun), None)
        named = self._named(self.names[name.i]) if name is not None else None
        if named is None:
            return None
        before = self.props.known_as(noun, owner)
        if before is not None and before != named.id:
            return Ref(before, 76)
        self.props.call(noun, owner, named.id)
        return named

    def _names_given(self, noun: "Token") -> "Iterator[Token]":
        """The names that a noun is told with: "the vet, Rao", "a dog called Button", "a clerk by the name of Roth"."""
        for child in noun.rights:
            told = [child] if child.dep_ == "appos" and child.i - noun.i <= 3 else []
            if child.dep_ == "acl" and child.lemma_ in CALLING:
                told = list(child.children)
            elif child.lower_ == "by" and [deep.lower_ for deep in child.children] == ["name"]:
                told = [last for deep in child.subtree if deep.lower_ == "of" for last in deep.children]
            yield from (name for name in told if name.i in self.names)

    def _owner(self, noun: "Token") -> Ref | None:
        whose = next((child for child in noun.lefts if child.dep_ == "poss"), None)
        owner = self.meant(whose) if whose is not None else None
        return owner if owner is not None and owner.sure >= OWNED else None

    def _somebody(self, noun: "Token", sentence: int, speech: int | None) -> Ref | None:
        """ "the man", where one man alone can be meant."""
        lower = noun.lower_
        if self.props is None or lower not in self.book.lexicon.all("anybody") or not self.props.sorts.pointed(noun):
            return None
        if any(child.dep_ not in ("det", "case", "punct") for child in noun.children):
            return None
        gender = self.props.sorts.pronouns(lower)
        found = self._pronoun(noun, sentence, gender, speech) if gender != "they" else None
        if found is None or found.sure < ALONE or found.id not in self.book.entities or self.book.entities[found.id].of is not None:
            return None
        return Ref(found.id, 66)

    def _unnamed(self, noun: "Token", sentence: int) -> Ref | None:
        """ "The boy", "the old man", where nobody with a name who has been spoken of can be meant."""
        if self.props is None or (kind := self.props.sorts.unnamed(noun)) is None:
            return None
        gender = self.props.sorts.pronouns(noun.lemma_.lower())
        genders = ("he", "she") if gender == "they" else (gender,)
        for mention in self._seen:
            lately = mention.at < noun.i and sentence - mention.sentence <= WINDOW
            if lately and mention.id in self.book.entities and any(self._agrees(mention.id, one) for one in genders):
                return None
        found = self.props.meant(noun, None, kind=kind)
        return Ref(found[0], min(found[1], UNNAMED)) if found else None

    def _role(self, noun: "Token") -> Ref | None:
        """The one person of that office or trade: "the assayer"."""
        id_ = self.roles.get(noun.lower_)
        told = [child.lower_ for child in noun.children if child.dep_ in ("det", "amod", "compound", "poss", "prep", "relcl", "appos")]
        same = "same" in told and told[0] in ("the", "that", "this")
        if id_ and not self._of_these_notes(id_):
            return None
        return Ref(id_, 78) if id_ and (told in (["the"], ["that"], ["this"]) or same) else None

    def _prop(self, noun: "Token", owner: Ref | None) -> Ref | None:
        if self.props is None:
            return None
        named = self._of_that_kind(noun)
        if named is not None:
            return named
        told = (deep for child in noun.rights if child.dep_ in ("prep", "dative") and child.lower_ in TELLING for deep in child.children)
        place = next((ref.id for deep in told if deep.i in self.names and (ref := self._named(self.names[deep.i])) is not None), None)
        names = {
            child.i: ref.id
            for child in noun.lefts
            if child.i in self.names
            and (ref := self._named(self.names[child.i])) is not None
            and (child.dep_ != "poss" or self.kind(ref.id) == "place")
        }
        if owner is not None and self.kind(owner.id) == "place":
            owner = None
        found = self.props.meant(noun, owner.id if owner is not None else None, place, names)
        return Ref(found[0], min(found[1], owner.sure if owner is not None else 100)) if found else None

    def _of_that_kind(self, noun: "Token") -> Ref | None:
        """ "the mine", where one mine of the story has a name."""
        ids = self.book.heads.get(noun.lower_, ())
        told = [
            child.lower_
            for child in noun.children
            if child.dep_ in ("det", "amod", "compound", "nmod", "poss", "prep", "relcl", "nummod", "appos")
        ]
        if len(ids) == 1 and not self._of_these_notes(ids[0]):
            return None
        return Ref(ids[0], 68) if len(ids) == 1 and told in (["the"], ["that"], ["this"]) and noun.tag_ == "NN" else None

    def _of_these_notes(self, id_: str) -> bool:
        """True for whom or what a page may mean by a trade or a kind alone: one that it is about, or has spoken of. "The staff" of another
        page is another staff."""
        return not self.notes or id_ in self.recent or any(mention.id == id_ for mention in self._seen)

    def _longer_name(self, before: "Token", token: "Token") -> bool:
        """True where a word before a name makes it another's: Hollis before a Calder whom we know as Josiah."""
        if wordnet.categories(before.lower_) and any(token.lower_ in self.book.lexicon.all(f"given.{gender}") for gender in ("he", "she")):
            return False  # "Sorrel Jenny"
        joined = before.head == token and before.dep_ in ("compound", "nmod") and before.tag_ in ("NNP", "NNPS")
        return joined and before.text[:1].isupper() and before.i not in self.names

    def _named(self, match: Match) -> Ref | None:
        if len(match.ids) == 1:
            return Ref(match.ids[0])
        here = [id_ for id_ in match.ids if id_ in self.present]
        if len(here) == 1:
            return Ref(here[0], 65)
        for mention in reversed(self._seen):
            if mention.id in match.ids:
                return Ref(mention.id, 65)
        return None

    def _second(self, speech: int | None) -> Ref | None:
        if speech is None:
            return Ref(self.you, 95) if self.you else None
        hearer = self.hearers.get(speech)
        return Ref(hearer, 60) if hearer else None

    def _first(self, speech: int | None) -> Ref | None:
        speaker = self.speakers.get(-1 if speech is None else speech)
        return Ref(speaker, 85) if speaker else None

    def _genders(self, noun: "Token") -> frozenset[str]:
        """The pronouns by which an unnamed noun, or a name that nobody knows, may be taken up again."""
        words, lemma = self.book.lexicon, noun.lemma_.lower()
        if noun.pos_ == "PROPN":
            return frozenset({"he", "she", "it"})
        if noun.tag_ == "NNS":
            return frozenset()
        if lemma in words.all("forces") or lemma in words.all("events") or lemma in words.all("goods") or lemma in words.all("sites"):
            return frozenset({"it"})
        he, she = lemma in words.all("gender_nouns.he"), lemma in words.all("gender_nouns.she")
        if he or she:
            return frozenset({"he"} if he and not she else {"she"} if she and not he else {"he", "she"})
        if (
            lemma in words.all("roles")
            or lemma in words.all("kin")
            or lemma in ("person", "stranger", "rider", "child", "baby", "friend", "cousin", "somebody")
        ):
            return frozenset({"he", "she"})
        acts = noun.dep_ in SUBJECTS and (noun.head.lemma_ in words.all("acts") or noun.head.lemma_ in words.all("stay_verbs"))
        return frozenset({"he", "she", "it"} if acts else {"it"})
