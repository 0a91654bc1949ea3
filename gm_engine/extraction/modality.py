"""How real it is told: asserted, denied, rumoured, planned, supposed, dreamt, asked or merely compared."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gm_engine.extraction.governing import SUBJECTS, frame
from gm_engine.extraction.lexicon import Lexicon
from gm_engine.story.claim import Modality

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

When = Literal["now", "before", "past"]
GOVERNED = frozenset({"advcl", "ccomp", "xcomp", "parataxis", "pcomp", "acl", "relcl", "csubj", "csubjpass"})


@dataclass(frozen=True)
class Mood:
    """How a clause is told. ``compared`` clauses say nothing; ``teller`` is the token of the one who reports it.

    ``when`` is *before* for what is over ("used to be"), *past* for a simple past.
    """

    modality: Modality = "asserted"
    polarity: bool = True
    when: When = "now"
    compared: bool = False
    teller: "Token | None" = None
    written: bool = False
    changed: bool = False


def clause_of(token: "Token") -> "Token":
    """The verb that governs a token (a finite clause's head, or the sentence's root)."""
    at = token
    while at.pos_ not in ("VERB", "AUX") and at.head != at:
        at = at.head
    return at


def _ability(verb: "Token") -> bool:
    """True for "can swim", "could not swim", "will never walk again": it tells what somebody is able to do."""
    helpers = {child.lower_ for child in verb.children}
    return bool(helpers & {"can", "ca", "could"}) or (bool(helpers & {"will", "wo", "'ll"}) and bool(helpers & {"never", "not", "n't"}))


def _set_apart(clause: "Token", head: "Token") -> bool:
    """True where a semicolon stands between: "She is mute; she has said nothing since." tells two things."""
    return any(token.text == ";" for token in clause.doc[min(clause.i, head.i) : max(clause.i, head.i)])


def _about_to(verb: "Token") -> bool:
    """True for "is about to die", not for "laughs about the winter"."""
    return verb.head.lower_ == "about" and verb.dep_ == "xcomp" and verb.i > verb.head.i


class MoodReader:
    """Reads how real a clause is told to be, given how its sentence stands."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = lexicon

    def clause(self, token: "Token", base: Modality = "asserted", able: bool = False) -> Mood:
        """The mood of the clause in which a token stands, given its sentence's own."""
        modality, polarity, teller, written = base, True, None, False
        changed = False
        verb = clause_of(token)
        compared = self._compared(token, verb)
        when = self._when(verb)
        at = verb
        inner = token == verb  # "his gray eyes never waver": what a noun takes for granted is not denied with the verb
        while True:
            if any(child.dep_ == "neg" or child.lower_ == "never" for child in at.children) and inner:
                polarity = not polarity
            if (
                any(
                    child.lower_ in ("longer", "more")
                    and child.dep_ == "advmod"
                    and any(inner.lower_ == "no" and not (inner.i and inner.doc[inner.i - 1].text == ",") for inner in child.children)
                    for child in at.children
                )
                and inner  # "forty years ago, no more" takes nothing back
            ):
                polarity, changed = not polarity, True
            if inner and any(
                child.dep_ == "advmod" and child.lower_ in ("nearly", "almost", "hardly", "scarcely") and child.i < at.i
                for child in at.children
            ):
                modality = "hypothetical" if modality == "asserted" else modality
            if inner and any(self._none(child) for child in at.children):
                polarity = not polarity
            if (
                at == verb
                and modality == "asserted"
                and any(word.lower_ in ("hardly", "scarcely") and word.head.like_num for word in verb.subtree)
            ):
                modality = "hypothetical"
            if _about_to(at) and modality == "asserted":
                modality = "plan"
            assumed = at == verb and token != verb and token.dep_ in ("appos", "amod", "compound")
            found = None if assumed or (able and at == verb and _ability(at)) else self._own(at)
            if found and modality == "asserted":
                modality = found
            if at.head == at:
                break
            head = at.head
            if _set_apart(at, head):
                break
            if at.dep_ == "pcomp" or (at.dep_ in GOVERNED and head.pos_ in ("VERB", "AUX", "NOUN", "PROPN", "ADJ")):
                framed = frame(at, head, self._words)
                if framed.modality and modality == "asserted":
                    modality, teller, written = framed.modality, framed.teller, framed.written
            if at.dep_ == "advcl" and any(child.dep_ == "mark" and child.lower_ in ("as", "though") for child in at.children):
                marks = {child.lower_ for child in at.children if child.dep_ in ("mark", "advmod")}
                compared = compared or {"as", "if"} <= marks or {"as", "though"} <= marks
            inner = False
            at = head
        return Mood(modality, polarity, when, compared, teller, written, changed)

    def _none(self, child: "Token") -> bool:
        """True for a subject that denies: "neither Kip nor …", "nobody"."""
        if child.dep_ not in ("nsubj", "nsubjpass"):
            return False
        return child.lower_ in ("nobody", "none", "neither") or any(word.lower_ == "neither" for word in child.children)

    def _own(self, verb: "Token") -> Modality | None:
        """What a verb's own helpers say of it: modal verbs, "going to", "if"."""
        words = self._words
        for child in verb.children:
            if child.dep_ == "aux":
                if child.lower_ in words.all("modals.plan"):
                    return "plan"
                if child.lower_ in words.all("modals.hypothetical") and not (child.lower_ == "'d" and verb.tag_ == "VBN"):
                    return "hypothetical"
                if child.lemma_ == "could" and verb.lemma_ not in words.all("skills"):
                    return "hypothetical"
            if child.dep_ == "mark" and child.lower_ in words.all("conditions"):
                return "hypothetical"
            if child.dep_ == "advcl" and any(inner.dep_ == "mark" and inner.lower_ in ("if", "unless") for inner in child.children):
                return "hypothetical"
            if child.dep_ == "advmod" and child.lower_ in ("perhaps", "maybe", "possibly", "probably", "likely"):
                return "hypothetical"
        helped = any(child.dep_ in (*SUBJECTS, "aux", "auxpass") for child in verb.children)
        if verb.tag_ == "VB" and verb.dep_ == "ROOT" and not helped:
            return "plan"  # "Go and find him.": what somebody is bidden is not done yet
        ahead = verb.head.lemma_ == "go" and verb.head.tag_ == "VBG"
        due = verb.head.lemma_ == "be" and verb.head.tag_ in ("VBZ", "VBP")  # "is to marry"; who "was to marry" may have done so
        if verb.dep_ == "xcomp" and (ahead or due) and any(child.lower_ == "to" for child in verb.lefts):
            return "plan"
        return None

    def _compared(self, token: "Token", verb: "Token") -> bool:
        """True inside a comparison: "like a dead man", "as blue as"."""
        at = token
        while at != verb:
            head = at.head
            if (
                at.dep_ == "pobj"
                and head.lower_ in ("like", "unlike", "as")
                and head.head.lemma_ not in ("know", "serve", "work", "hire", "act")
            ):
                return True
            if at.dep_ == "prep" and at.lower_ == "like":
                return True
            if head == at:
                break
            at = head
        return any(child.dep_ == "mark" and child.lower_ == "like" for child in verb.children)

    def _when(self, verb: "Token") -> When:
        words = self._words
        if any(token.lower_ == "ago" or (token.lower_ == "those" and token.head.lemma_ == "day") for token in verb.sent):
            return "before"
        if any(child.lower_ in words.all("past_words") and child.dep_ == "advmod" for child in verb.children):
            return "before"
        helpers = [child for child in verb.children if child.dep_ in ("aux", "auxpass")]
        if verb.lemma_ == "use" or (verb.dep_ == "xcomp" and verb.head.lemma_ == "use" and verb.head.tag_ in ("VBD", "VBN")):
            return "before"
        if any(helper.lower_ in ("had", "'d") for helper in helpers):
            return "before"
        if any(helper.tag_ == "VBD" for helper in helpers) or verb.tag_ == "VBD":
            return "past"
        return "now"
