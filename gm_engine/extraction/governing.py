"""What governs a clause: "swears that …", "the belief that …", "is sure that …", and what that makes of it."""

from typing import TYPE_CHECKING, NamedTuple

from gm_engine.extraction.lexicon import Lexicon
from gm_engine.story.claim import Modality

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

SUBJECTS = ("nsubj", "nsubjpass")
FINITE = ("ccomp", "parataxis", "csubj", "csubjpass")
DENYING = frozenset({"no", "nothing", "nobody", "none", "neither", "little", "few"})
ADDRESSED = frozenset({"you", "we", "one"})


class Frame(NamedTuple):
    """What a governing word makes of its clause (``modality`` None: nothing); ``teller`` is whose word it is."""

    modality: Modality | None = None
    teller: "Token | None" = None
    written: bool = False


PLAIN = Frame()
SUPPOSED = Frame("hypothetical")


def frame(clause: "Token", head: "Token", words: Lexicon) -> Frame:
    """What the word ``head`` makes of the clause that hangs on it."""
    if clause.dep_ == "xcomp":
        return _infinitive(clause, head, words)
    if clause.dep_ == "pcomp":
        return _behind(head, words)
    if clause.dep_ == "advcl":
        return Frame("plan") if _purpose(clause, words) else _loosely(clause, head, words)
    if clause.dep_ == "csubj" and head.lemma_ == "be" and clause.tag_ in ("VBG", "VB") and not _that(clause):
        return SUPPOSED if any(child.dep_ == "attr" for child in head.children) else PLAIN
    if head.lemma_.lower() in words.all("frames.dream") and _that(clause):
        return Frame("dream")
    if head.pos_ in ("NOUN", "PROPN"):
        return _content(clause, head, words)
    if clause.dep_ in ("acl", "relcl"):
        return PLAIN
    if head.pos_ == "ADJ":
        return _stance(head, head.head, words)
    if head.lemma_ == "be":
        return _equation(clause, head, words)
    stance = next((child for child in head.children if child.dep_ in ("acomp", "oprd") and child.i < clause.i), None)
    if stance is not None and _that(clause) and head.lemma_ in ("seem", "feel", "become", "look", "get", "grow", "stay", "remain"):
        return SUPPOSED if head.lemma_ in ("seem", "look") else _stance(stance, head, words)
    return _said(clause, head, words)


def _that(clause: "Token") -> bool:
    """True for a clause that opens with "that", "whether" or "if"."""
    return any(child.dep_ == "mark" and child.lower_ in ("that", "whether", "if") for child in clause.children)


def _subject(head: "Token") -> "Token | None":
    return next((child for child in head.children if child.dep_ in SUBJECTS), None)


def _denied(head: "Token") -> bool:
    """True for "does not say", "nothing proves", "there is no proof"."""
    if any(child.dep_ == "neg" or child.lower_ in ("never", "hardly", "scarcely") for child in head.children):
        return True
    subject = _subject(head)
    return subject is not None and (subject.lower_ in DENYING or any(child.lower_ in DENYING for child in subject.lefts))


def _loosely(clause: "Token", head: "Token", words: Lexicon) -> Frame:
    """ "She gave her word that …": a clause that the parser has hung on the verb."""
    if not _that(clause) or clause.i < head.i or any(child.lower_ in ("so", "such", "now", "given", "in") for child in head.children):
        return PLAIN
    noun = next((child for child in head.children if child.dep_ == "dobj" and child.pos_ == "NOUN"), None)
    if noun is not None and (found := _content(clause, noun, words)).modality:
        return found
    known = head.lemma_ in words.all("said") or head.lemma_ in words.all("reports")
    return _said(clause, head, words) if known else PLAIN


def _infinitive(clause: "Token", head: "Token", words: Lexicon) -> Frame:
    lemma = head.lemma_
    if head.pos_ == "ADJ":
        return SUPPOSED if lemma.lower() in words.all("adjectives_of_aim") else PLAIN
    if clause.tag_ == "VB" and lemma in words.all("sending"):
        return Frame("plan")
    if lemma in words.all("frames.plan") or (lemma == "go" and head.tag_ == "VBG"):
        return Frame("plan")
    if lemma in words.all("frames.hypothetical"):
        return SUPPOSED
    if lemma in ("say", "rumor", "rumour", "believe", "think", "repute"):
        return Frame("rumour")
    if lemma == "dream":
        return Frame("dream")
    return PLAIN


def _purpose(clause: "Token", words: Lexicon) -> bool:
    """True for what somebody does a thing for ("he came to kill him"), not for what came of it ("came to find him dead")."""
    to = next((child for child in clause.lefts if child.dep_ == "aux" and child.lower_ == "to"), None)
    if to is None or any(child.dep_ == "aux" and child.lower_ == "have" for child in clause.lefts):
        return False
    return not (clause.lemma_ in words.all("come_upon") or (to.i and clause.doc[to.i - 1].lower_ in ("only", "never", ",")))


def _behind(preposition: "Token", words: Lexicon) -> Frame:
    """A gerund behind a preposition: "after killing him" tells it as so, "tasked with killing him", "fond of killing him" do not."""
    head = preposition.head
    if preposition.lower_ in ("without", "of", "about", "against", "from", "to", "toward", "towards", "into", "at"):
        return PLAIN if head.lemma_.lower() in words.all("deeds_done") else SUPPOSED
    if preposition.lower_ in ("with", "on", "for") and head.lemma_.lower() in words.some(("sending", "content.plan", "adjectives_of_aim")):
        return Frame("plan")
    return PLAIN


def _content(clause: "Token", noun: "Token", words: Lexicon) -> Frame:
    """The belief that it is so; a plan to have it so."""
    lemma = noun.lemma_.lower()
    if (
        clause.dep_ == "relcl"
        and lemma in words.all("dream_nouns")
        and any(word.dep_ == "pobj" for word in clause.subtree if word.tag_ in ("WDT", "WP"))
    ):
        return Frame("dream")
    if clause.dep_ == "relcl" and not _own_subject(clause, noun, words):
        return PLAIN
    if (
        noun.tag_ in ("NN", "NNP")
        and noun.dep_ in ("dobj", "ROOT")
        and _that(clause)
        and (lemma in words.all("said") or lemma in words.all("reports"))
    ):
        return Frame("speech")
    if lemma in words.all("content.fact"):
        doubtful = any(child.lower_ in ("no", "any", "little", "without") for child in noun.lefts) and lemma != "doubt"
        return SUPPOSED if doubtful or _denied(noun.head) else PLAIN
    if lemma in words.all("content.rumour"):
        return Frame("rumour")
    if lemma in words.all("content.speech"):
        teller = next((child for child in noun.lefts if child.dep_ == "poss"), None)
        return Frame("speech", teller)
    if lemma in words.all("content.plan"):
        return Frame("plan")
    if lemma in words.all("content.hypothetical"):
        return SUPPOSED
    if clause.dep_ == "relcl" or _that(clause):
        verb = noun.head.head if noun.dep_ == "pobj" else noun.head
        return _said(clause, verb, words) if verb.pos_ == "VERB" else PLAIN
    infinitive = any(child.lower_ == "to" and child.dep_ == "aux" for child in clause.children)
    return SUPPOSED if infinitive and clause.dep_ == "acl" else PLAIN


def _own_subject(clause: "Token", noun: "Token", words: Lexicon) -> bool:
    """True where "that" after a noun opens a whole sentence: "a rumor that he left", not "a rumor that spread"."""
    subject = _subject(clause)
    opening = next((child for child in clause.children if child.lower_ == "that" and child.i < clause.i), None)
    if opening is None or subject is None or subject == opening:
        return False
    verb = noun.head.head if noun.dep_ == "pobj" else noun.head
    if verb.lemma_ in ("tell", "persuade", "convince", "assure", "inform", "warn", "lie", "remind", "swear") and noun.dep_ in (
        "dobj",
        "pobj",
    ):
        return True
    if (
        verb.lemma_ == "be"
        and noun.dep_ == "attr"
        and any(child.lower_ == "it" for child in verb.lefts)
        and noun.lemma_ in words.all("content.speech")
    ):
        return True
    return opening.dep_ == "mark" or any(child.dep_ == "dobj" and child != opening for child in clause.children)


def _stance(adjective: "Token", verb: "Token", words: Lexicon) -> Frame:
    """ "It is clear that …" and "she is sure that …"."""
    if any(child.lower_ in ("so", "such", "too", "enough", "as") for child in adjective.children):
        return PLAIN
    subject, lemma = _subject(verb), adjective.lemma_.lower()
    if subject is None and verb.lemma_ == "make":
        return SUPPOSED
    if subject is None or subject.lower_ in ("it", "this", "that", "what") or subject.dep_ == "expl":
        return SUPPOSED if lemma in words.all("adjectives_of_doubt") or _denied(verb) else PLAIN
    if lemma in words.all("adjectives_of_fact"):
        return PLAIN
    return SUPPOSED if subject.lower_ in ADDRESSED else Frame("speech", subject)


def _equation(clause: "Token", head: "Token", words: Lexicon) -> Frame:
    """ "The plan is that …", "it is a lie that …", "it is true that …"."""
    for child in head.children:
        if child.dep_ in ("acomp", "oprd") and child.i < clause.i:
            return _stance(child, head, words) if _that(clause) else PLAIN
    noun = next((child for child in head.children if child.dep_ in ("nsubj", "attr") and child.pos_ == "NOUN" and child.i < clause.i), None)
    if noun is None or clause.dep_ not in FINITE or clause.i < head.i:
        return PLAIN
    found = _content(clause, noun, words)
    return found if found.modality or noun.lemma_.lower() not in words.all("content.fact") else PLAIN


def _found_so(clause: "Token", head: "Token", subject: "Token | None", lemma: str) -> Frame | None:
    """What "knows that" or "shows that" makes of it; None where it is somebody's word after all ("he tells you that")."""
    person = subject is not None and (subject.pos_ == "PROPN" or (subject.pos_ == "PRON" and subject.lower_ not in ("it", "this", "that")))
    doubted = any(child.dep_ == "neg" for child in head.children)
    if _denied(head) and lemma in ("prove", "show", "mean", "reveal", "confirm", "tell", "establish"):
        return SUPPOSED
    if person and (lemma == "tell" or (lemma == "make" and subject is not None and subject.lower_ not in ADDRESSED)):
        return None
    wondering = any(child.dep_ == "mark" and child.lower_ in ("if", "whether") for child in clause.children)
    ordered = subject is None and head.dep_ == "ROOT" and head.tag_ in ("VB", "VBP") and (lemma in ("make", "ensure") or _seen_to(head))
    return SUPPOSED if doubted or wondering or ordered else PLAIN


def _seen_to(head: "Token") -> bool:
    """Reads "see to it that"."""
    return head.lemma_ == "see" and any(child.dep_ == "prep" and child.lower_ == "to" for child in head.children)


def _said(clause: "Token", head: "Token", words: Lexicon) -> Frame:
    """What a verb makes of a finite clause."""
    lemma, subject = head.lemma_, _subject(head)
    learnt = lemma in words.all("factive") or (lemma in words.all("frames_of_fact") and _that(clause))
    if learnt and (found := _found_so(clause, head, subject, lemma)):
        return found
    if lemma in words.all("frames.dream"):
        return Frame("dream")
    if (
        subject is None
        and head.dep_ == "ROOT"
        and (lemma in words.all("frames.hypothetical") or (_that(clause) and head.tag_ in ("VB", "VBP")))
    ):
        return SUPPOSED
    known = lemma in words.all("said") or lemma in words.all("reports")
    if known or (
        _that(clause) and clause.i > head.i and lemma not in words.all("frames.plan") and lemma not in words.all("frames.hypothetical")
    ):
        if subject is not None and subject.lower_ in words.all("documents"):
            return Frame("quoted", subject, True)
        if subject is not None and subject.lower_ == "it":
            return Frame("rumour")
        if not known and subject is not None and subject.lower_ in ADDRESSED:
            return SUPPOSED
        return Frame("speech", subject)
    paper = (
        subject
        if subject is not None
        else next((child for child in head.children if child.dep_ == "dobj" and clause.i < head.i < child.i), None)
    )
    if lemma in words.all("reads_verbs") and paper is not None and paper.lemma_ in words.all("documents"):
        return Frame("quoted", paper, True)
    if lemma in words.all("frames.plan"):
        return Frame("plan")
    return SUPPOSED if lemma in words.all("frames.hypothetical") else PLAIN
