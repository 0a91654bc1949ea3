"""What each verb of a sentence says: of whom, of what, when, and whether it is so."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from gm_engine.extraction.modality import MoodReader
from gm_engine.story.claim import Modality
from gm_engine.story.gist import Clause, Mention, Tense

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Span, Token

VERBAL = frozenset({"VERB", "AUX"})
NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
SUBJECTS = frozenset({"nsubj", "nsubjpass", "csubj"})
BARE = frozenset({"NOUN", "PROPN", "ADJ", "NUM", "PRON"})
"""What a sentence without a verb may be about."""
SHOWING = frozenset({"see", "watch", "hear", "find", "let", "make", "help", "leave", "keep", "send", "feel"})
"""Verbs whose object does what follows: "you see him draw"."""
DENYING = frozenset({"not", "n't", "never", "no", "nobody", "none", "nothing", "neither", "nor", "without", "hardly", "scarcely"})
NOBODY = frozenset({"nobody", "nothing", "none", "no-one", "neither"})
SELDOM = frozenset({"never", "hardly", "scarcely"})
WILL = frozenset({"will", "wo", "'ll", "shall"})
MIGHT = frozenset({"would", "might", "may", "could", "should", "must", "can", "ca"})
CAN = frozenset({"can", "ca", "could"})
BEING = frozenset({"is", "was", "are", "were", "be"})
JOINING = frozenset({"when", "since", "until", "till", "before", "after", "while", "once", "where", "if", "as"})
DEEPEST = 4
"""Over how many verbs a subject is looked for."""


@dataclass
class _Said:
    """A clause in the making."""

    roles: dict[str, list[int]] = field(default_factory=dict)
    adj: list[str] = field(default_factory=list)
    advs: list[str] = field(default_factory=list)
    particle: str = ""
    neg: bool = False

    def put(self, role: str, places: Iterable[int]) -> None:
        for place in places:
            self.roles.setdefault(role, []).append(place)


class Clauses:
    """Reads the clauses of one sentence. ``places`` say which mention a word is; ``word`` gives a word's base form,
    ``moods`` tells how real a clause is.
    """

    def __init__(self, places: Mapping[int, int], mentions: tuple[Mention, ...], word: "Callable[[Token], str]", moods: MoodReader) -> None:
        self._places = places
        self._mentions = mentions
        self._word = word
        self._moods = moods
        self._first = 0
        self._subjects: dict[int, tuple[list[Token], bool]] = {}

    def of(self, sentence: "Span") -> tuple[Clause, ...]:
        """A clause for each verb, in their order; one for a sentence that has none."""
        self._first = sentence.start
        found: list[Clause] = []
        for token in sentence:
            participle = token.dep_ == "amod" and token.tag_ in ("VBN", "VBG")
            if token.pos_ in VERBAL and token.dep_ not in ("aux", "auxpass") and not participle:
                found.append(self._clause(token))
            elif token.dep_ == "ROOT" and token.pos_ in BARE:
                found.append(self._bare(token))
        return tuple(found)

    def _mentioned(self, tokens: "Iterable[Token]") -> list[int]:
        return [self._places[token.i] for token in tokens if token.i in self._places]

    def _bare(self, noun: "Token") -> Clause:
        """A sentence without a verb: "Rain on the roof." """
        said = _Said()
        said.put("attr", self._mentioned([noun]))
        for child in noun.children:
            said.neg = said.neg or child.lower_ in DENYING
            if child.dep_ == "prep":
                said.put(f"p:{child.lower_}", self._mentioned(inner for inner in child.children if inner.dep_ == "pobj"))
        if noun.pos_ == "ADJ":
            said.adj.append(self._word(noun))
        return Clause(verb="", at=noun.i - self._first, roles=_roles(said), adj=tuple(said.adj), neg=said.neg, dep="ROOT")

    def _clause(self, verb: "Token") -> Clause:
        children = list(verb.children)
        subjects, passive = self._said_of(verb)
        said = _Said()
        said.put("obj" if passive else "subj", self._mentioned(subjects))
        if verb.dep_ == "relcl" and _lacks_object(children):
            said.put("obj", self._mentioned([verb.head]))
        for child in children:
            self._take(child, said)
        if any(self._mentions[place].det == "no" or self._mentions[place].lemma in NOBODY for row in said.roles.values() for place in row):
            said.neg = not said.neg
        gov, govneg = self._governed(verb)
        return Clause(
            verb=self._word(verb),
            at=verb.i - self._first,
            roles=_roles(said),
            adj=tuple(said.adj),
            neg=said.neg,
            tense=tense(verb, children),
            particle=said.particle,
            mood=self._mood(verb, children),
            passive=passive,
            advs=tuple(said.advs),
            dep=verb.dep_,
            gov=gov,
            govneg=govneg,
            able=any(child.lower_ in CAN for child in children),
            mark=next((child.lower_ for child in children if child.i < verb.i and child.lower_ in JOINING), ""),
        )

    def _take(self, child: "Token", said: _Said) -> None:
        """What a word that belongs to the verb adds to its clause."""
        dep = child.dep_
        if dep == "dobj":
            said.put("obj", self._mentioned(_joined(child)))
        elif dep == "dative":
            said.put("dat", self._mentioned([child] if child.i in self._places else child.children))
        elif dep in ("attr", "oprd"):
            said.put("attr", self._mentioned(_joined(child)))
            if dep == "oprd" and child.pos_ in ("ADJ", "VERB"):
                said.adj.append(self._word(child))
        elif dep == "acomp":
            said.adj += [self._word(child), *(self._word(other) for other in child.conjuncts if other.i > child.i)]
            for inner in child.children:
                said.neg = said.neg or inner.dep_ == "neg"
                if inner.dep_ == "prep":
                    said.put(f"p:{inner.lower_}", self._mentioned(noun for noun in inner.children if noun.dep_ == "pobj"))
        elif dep == "prt":
            said.particle = child.lower_
        elif dep == "agent":
            said.put("subj", self._mentioned(child.children))
        elif dep == "prep":
            for inner in child.children:
                nouns = _joined(inner) if inner.dep_ == "pobj" else [noun for noun in inner.children if noun.dep_ == "pobj"]
                if inner.dep_ in ("pobj", "prep"):
                    said.put(f"p:{child.lower_}", self._mentioned(nouns))
        elif dep in ("advmod", "npadvmod"):
            said.advs.append(child.lower_)
            said.put("npadv", self._mentioned([child]))
            said.neg = said.neg or child.lower_ in SELDOM
        said.neg = said.neg or dep == "neg"

    def _said_of(self, verb: "Token", depth: int = 0) -> "tuple[list[Token], bool]":
        """Of whom or what a verb is said, and whether that is what it is done to."""
        known = self._subjects.get(verb.i)
        if known is None:
            self._subjects[verb.i] = ([], False)
            known = self._subjects[verb.i] = self._look(verb, depth)
        return known

    def _look(self, verb: "Token", depth: int) -> "tuple[list[Token], bool]":
        found: list[Token] = []
        passive, helped = False, False
        for child in verb.children:
            if child.dep_ in SUBJECTS:
                found += _joined(child)
            passive = passive or child.dep_ in ("nsubjpass", "auxpass")
            helped = helped or child.dep_ in ("aux", "auxpass")
        if found or depth >= DEEPEST:
            return found, passive
        head = verb.head
        if verb.dep_ in ("conj", "xcomp", "advcl") and (head.pos_ in VERBAL or head.pos_ == "ADJ"):
            shown = [child for child in head.children if child.dep_ == "dobj"] if verb.dep_ == "xcomp" else []
            if shown and head.lemma_ in SHOWING:
                return shown, passive
            found, suffered = self._said_of(head, depth + 1)
            return found, passive or (verb.dep_ == "conj" and suffered and verb.tag_ == "VBN" and not helped)
        return ([head], verb.tag_ == "VBN") if verb.dep_ == "acl" else ([], passive)

    def _mood(self, verb: "Token", children: "list[Token]") -> "Modality | Literal['compared']":
        """How a clause is told within its sentence; what somebody can do is told as so."""
        mood = self._moods.clause(verb)
        if mood.compared:
            return "compared"
        able = mood.modality in ("hypothetical", "plan") and any(child.lower_ in CAN for child in children)
        return "asserted" if able and not _on_condition(children) else mood.modality

    def _governed(self, verb: "Token") -> tuple[str, bool]:
        """The word that governs a verb ("*refuses* to ride", "the *chance* to ride"), and whether that is denied."""
        head = verb.head
        if verb.dep_ not in ("xcomp", "ccomp", "acl") or not (head.pos_ in VERBAL or head.pos_ in ("ADJ", "NOUN")):
            return "", False
        above = [head] if head.pos_ in VERBAL else [head, head.head]
        denied = any(child.dep_ == "neg" or child.lower_ in ("never", "hardly", "no") for word in above for child in word.children)
        return self._word(head), denied


def _on_condition(children: "list[Token]") -> bool:
    """True for a clause with an "if" of its own."""
    marks = [mark for child in children for mark in (child.children if child.dep_ == "advcl" else (child,))]
    return any(mark.dep_ == "mark" and mark.lower_ in ("if", "unless") for mark in marks)


def _roles(said: _Said) -> tuple[tuple[str, tuple[int, ...]], ...]:
    return tuple((role, tuple(places)) for role, places in said.roles.items())


def _joined(token: "Token") -> "list[Token]":
    """A noun with those joined to it by "and"."""
    return [token, *(other for other in token.conjuncts if other.i > token.i and other.pos_ in NOMINAL)]


def _lacks_object(children: "list[Token]") -> bool:
    """True for "the gun *he carries*": the noun is what the clause's verb is done to."""
    own = any(child.dep_ == "nsubj" and child.lower_ not in ("who", "that", "which") for child in children)
    return own and not any(child.dep_ == "dobj" for child in children)


def tense(verb: "Token", children: "list[Token]") -> Tense:
    """A verb's tense, or the form in which it stands."""
    helpers = [child for child in children if child.dep_ in ("aux", "auxpass")]
    words, tag = {helper.lower_ for helper in helpers}, verb.tag_
    if words & WILL:
        return "future"
    if words & MIGHT or any(helper.tag_ == "MD" for helper in helpers):
        return "modal"
    if words & {"had", "'d"} and tag in ("VBN", "VBG"):
        return "pluperfect"
    passive = any(helper.dep_ == "auxpass" for helper in helpers)
    if tag == "VBN" and not words & BEING and (words & {"has", "have", "'ve"} or ("'s" in words and not passive)):
        return "perfect"
    if "to" in words:
        return "inf"
    if tag == "VBD" or any(helper.tag_ == "VBD" for helper in helpers):
        return "past"
    return {"VBG": "ing", "VBN": "vbn", "VB": "inf"}.get(tag, "present") if not helpers else "present"  # type: ignore[return-value]
