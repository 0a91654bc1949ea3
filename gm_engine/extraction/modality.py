"""How real it is told: asserted, denied, rumoured, planned, supposed, dreamt, asked or merely compared."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.story.claim import Modality

if TYPE_CHECKING:
    from spacy.tokens import Span, Token

When = Literal["now", "before", "past"]
NEVER = frozenset({"never", "no", "none", "neither", "nor", "nobody", "nothing", "without", "hardly", "scarcely", "barely"})


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


def _about_to(verb: "Token") -> bool:
    """True for "is about to die"."""
    return verb.head.lower_ == "about" and verb.i > verb.head.i


class MoodReader:
    """Reads moods, one sentence after another; a dream spreads until somebody wakes."""

    def __init__(self, lexicon: Lexicon) -> None:
        self._words = lexicon

    def sentence(self, sentence: "Span", dreaming: bool) -> tuple[Modality, bool]:
        """The sentence's own mood, and whether a dream goes on after it."""
        words = self._words
        if dreaming and any(token.lemma_ in ("wake", "awake", "awaken") for token in sentence):
            return "asserted", False
        for token in sentence:
            if token.lower_ in words.all("dream_nouns") and token.dep_ == "pobj" and token.head.lower_ in ("in", "through", "throughout"):
                return "dream", True
        if dreaming:
            return "dream", True
        if any(token.text == "?" for token in sentence[-2:]):
            return "question", False
        if sentence[0].lower_ in ("suppose", "supposing", "imagine", "assume", "assuming"):
            return "hypothetical", False
        if sentence[0].lower_ == "oh" and any(token.lower_ in ("sure", "course", "certainly", "naturally") for token in sentence[:6]):
            return "sarcasm", False
        if (
            sentence[0].lower_ in ("lies", "nonsense", "rubbish", "untrue", "false")
            and len(sentence) > 2
            and sentence[1].text in (",", ":", "—")
        ):
            return "rumour", False
        if any(token.lower_ == "according" for token in sentence):
            return "speech", False
        if self._rumour(sentence):
            return "rumour", False
        return "asserted", False

    def _rumour(self, sentence: "Span") -> bool:
        words = self._words
        for token in sentence:
            if (token.lower_ in words.all("rumour_words") and token.dep_ not in ("dobj", "pobj")) or token.lower_ in (
                "supposedly",
                "reportedly",
            ):
                return True
            if token.pos_ in ("VERB", "AUX") and token.lemma_ in words.all("rumour_verbs"):
                for child in token.children:
                    if child.dep_ in ("nsubj", "nsubjpass") and child.lower_ in words.all("rumour_subjects"):
                        named = any(other.dep_ in ("ccomp",) for other in token.children)
                        loose = child.lower_ in (
                            "word",
                            "legend",
                            "rumor",
                            "rumour",
                            "gossip",
                            "story",
                            "tradition",
                            "hearsay",
                            "talk",
                            "tale",
                        )
                        if (named and token.lemma_ not in ("be", "have", "call", "hold")) or (
                            loose and token.lemma_ in ("be", "have", "say", "go", "hold", "tell")
                        ):
                            return True
                told = {child.dep_ for child in token.children}
                if (
                    token.lemma_ in ("say", "rumor", "rumour", "believe", "think", "repute")
                    and "auxpass" in told
                    and told & {"xcomp", "ccomp"}
                ):
                    return True
        return False

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
                    child.lower_ in ("longer", "more") and child.dep_ == "advmod" and any(inner.lower_ == "no" for inner in child.children)
                    for child in at.children
                )
                and inner
            ):
                polarity, changed = not polarity, True
            if inner and any(child.dep_ == "advmod" and child.lower_ in ("nearly", "almost") and child.i < at.i for child in at.children):
                modality = "hypothetical" if modality == "asserted" else modality
            if inner and any(self._none(child) for child in at.children):
                polarity = not polarity
            if _about_to(at) and modality == "asserted":
                modality = "plan"
            assumed = at == verb and token != verb and token.dep_ in ("appos", "amod", "compound")
            found = (
                None
                if assumed or (able and at == verb and any(child.lower_ in ("can", "ca", "could") for child in at.children))
                else self._own(at)
            )
            if found and modality == "asserted":
                modality = found
            if at.head == at:
                break
            head = at.head
            if at.dep_ in ("ccomp", "xcomp", "parataxis", "pcomp", "acl", "csubj") and head.pos_ in ("VERB", "AUX", "NOUN", "ADJ"):
                framed, who, paper = self._frame(at, head)
                if framed and modality == "asserted":
                    modality, teller, written = framed, who, paper
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
        if (
            verb.dep_ == "xcomp"
            and verb.head.lemma_ == "go"
            and verb.head.tag_ == "VBG"
            and any(child.lower_ == "to" for child in verb.lefts)
        ):
            return "plan"
        return None

    def _frame(self, clause: "Token", head: "Token") -> "tuple[Modality | None, Token | None, bool]":
        """What a governing verb makes of its complement: "hopes that", "says that", "tries to"."""
        words = self._words
        lemma = head.lemma_
        subject = next((child for child in head.children if child.dep_ in ("nsubj", "nsubjpass")), None)
        if clause.dep_ == "acl" and head.pos_ == "NOUN":
            loose = lemma in words.all("rumour_words") or lemma in (
                "story",
                "tale",
                "claim",
                "chance",
                "hope",
                "plan",
                "promise",
                "threat",
                "fear",
                "belief",
                "idea",
                "order",
                "offer",
                "wish",
                "talk",
            )
            if loose:
                return ("rumour" if lemma in ("rumor", "rumour", "story", "tale", "gossip", "talk") else "hypothetical"), None, False
            infinitive = any(child.lower_ == "to" and child.dep_ == "aux" for child in clause.children)
            return ("hypothetical" if infinitive else None), None, False
        if clause.dep_ in ("ccomp", "parataxis", "csubj"):
            if lemma in words.all("factive"):
                negated = any(child.dep_ == "neg" for child in head.children)
                wondering = any(child.dep_ == "mark" and child.lower_ in ("if", "whether") for child in clause.children)
                return ("hypothetical" if negated or wondering else None), None, False
            if lemma in words.all("frames.dream"):
                return "dream", None, False
            if subject is None and head.dep_ == "ROOT" and lemma in words.all("frames.hypothetical"):
                return "hypothetical", None, False
            if lemma in words.all("said") or lemma in words.all("reports"):
                if subject is not None and subject.lower_ in words.all("documents"):
                    return "quoted", subject, True
                return "speech", subject, False
            if lemma in words.all("reads_verbs") and subject is not None and subject.lemma_ in words.all("documents"):
                return "quoted", subject, True
            for kind in ("plan", "hypothetical"):
                if lemma in words.all(f"frames.{kind}"):
                    return ("plan" if kind == "plan" else "hypothetical"), None, False
            if lemma == "be" and clause.dep_ == "ccomp":
                return None, None, False
            return None, None, False
        if clause.dep_ == "xcomp":
            if lemma in words.all("frames.plan"):
                return "plan", None, False
            if lemma in words.all("frames.hypothetical"):
                return "hypothetical", None, False
            if lemma in ("say", "rumor", "rumour", "believe", "think", "repute"):
                return "rumour", None, False
            if lemma == "go" and head.tag_ == "VBG":
                return "plan", None, False
        return None, None, False

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
