"""The dead as subjects: sentences in which somebody does a thing, and which are no sign that they live."""

from typing import TYPE_CHECKING

from gm_engine.extraction.lexicon import Lexicon

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

OUT_OF = frozenset({"from", "of", "beyond"})
INSIDE = frozenset({"in", "inside", "through", "within"})
SEEN_IN = INSIDE | {"from", "on", "out"}
BY_WILL = frozenset({"in", "by", "under", "through"})


def no_sign_of_life(verb: "Token", subjects: "list[Token]", words: Lexicon) -> bool:
    """True where a dead person could be the subject of this verb, in this construction.

    A body may *look* peaceful, and turn on its rope; a man may smile *from* a tintype, give away a ranch *in his will*,
    laugh in somebody's *memory*, or come back *from the grave*. To frown *at* a tintype one has to live.
    """
    return (
        (verb.lemma_ == "look" and any(child.dep_ in ("acomp", "oprd") for child in verb.children))
        or _as_bodies_do(verb)
        or _in_somebody_s_mind(verb, words)
        or any(_frames(noun, verb, words) for noun in verb.sent)
        or any(_another_of_the_name(subject) for subject in subjects)
    )


def acts_alive(verb: "Token", words: Lexicon) -> bool:
    """True for what the living do: the verbs of ``acts``, and before our eyes ("is whittling", "salutes you") nearly every other."""
    if verb.tag_ == "VBN" or (verb.lower_ == "open" and verb.i + 1 < len(verb.doc) and verb.doc[verb.i + 1].lower_ in ("eyes", "mouth")):
        return False  # "with open eyes"
    if verb.lemma_ in words.all("acts"):
        return True
    seen = verb.tag_ == "VBZ" or (
        verb.tag_ == "VBG" and any(child.dep_ == "aux" and child.lower_ in ("is", "are", "'s", "'re") for child in verb.children)
    )
    return seen and verb.lemma_ not in words.all("not_of_the_living")


def _as_bodies_do(verb: "Token") -> bool:
    """Reads "turns on the rope", "stares at the ceiling with open eyes", "left the ranch to his niece"."""
    near = {noun.lemma_.lower() for prep in verb.children if prep.dep_ == "prep" for noun in prep.children}
    if verb.lemma_ in ("turn", "swing", "sway", "twist", "spin", "hang") and near & {
        "rope",
        "noose",
        "gallows",
        "hook",
        "gibbet",
        "wind",
        "breeze",
        "beam",
        "end",
    }:
        return True
    blank = {"ceiling", "sky", "nothing", "nowhere", "rafter"} & {token.lemma_.lower() for token in verb.sent}
    if verb.lemma_ in ("stare", "star", "gaze") and blank:  # the lemmatizer takes "stares" for "star"
        return True
    if any(child.lower_ == "ever" for child in verb.children):
        return True  # "knew more than he ever told"
    if verb.lemma_ in ("leave", "give"):
        return any(child.lower_ == "to" and child.dep_ in ("prep", "dative") for child in verb.children) and verb.tag_ in ("VBD", "VBZ")
    return False


def _another_of_the_name(subject: "Token") -> bool:
    """Reads "Jonas Pratt, the dead man's son": a namesake."""
    for child in subject.children:
        if child.dep_ == "appos" and any(
            word.lower_ in ("dead", "late", "departed", "namesake", "younger", "junior", "grandson") for word in child.subtree
        ):
            return True
    return False


def _in_somebody_s_mind(verb: "Token", words: Lexicon) -> bool:
    """True under a verb of remembering or imagining."""
    at = verb
    while at.head != at:
        below, at = at, at.head
        if below.dep_ in ("ccomp", "xcomp", "advcl", "acl", "relcl", "pcomp") and at.lemma_ in words.all("mind_verbs"):
            mine = {token.i for token in below.subtree}
            return not any(token.i in mine and token.dep_ in ("nsubj", "nsubjpass") and token.head == at for token in at.children)
    return False


def _frames(noun: "Token", verb: "Token", words: Lexicon) -> bool:
    """True for a picture, a memory, a will or a grave that the verb's doing takes place in, or comes out of."""
    lemma = noun.lemma_.lower()
    prep = noun.head.lower_ if noun.dep_ == "pobj" else ""
    if lemma in words.all("wills") and prep in BY_WILL and verb.is_ancestor(noun):
        return any(child.dep_ == "poss" or child.lower_ == "the" for child in noun.lefts)
    if prep and _belongs(noun.head, verb):
        if lemma in words.all("pictures"):
            return prep in SEEN_IN
        if lemma in words.all("mind_nouns"):
            return prep in INSIDE
        if lemma in words.all("graves") and prep in OUT_OF and (prep != "of" or noun.head.head.lower_ == "out"):
            return True
    if lemma in words.all("graves"):
        return any(child.dep_ == "relcl" and child.lemma_ in ("come", "rise", "climb", "crawl", "leave") for child in noun.rights)
    return False


def _belongs(prep: "Token", verb: "Token") -> bool:
    """True where a preposition stands with the verb itself, with one that it is joined to, or before the whole clause."""
    at = prep
    for _ in range(4):
        if at.head == verb or at.head in verb.conjuncts:
            return True
        if at.head == at or at.head.pos_ in ("NOUN", "PROPN", "PRON"):
            return False
        at = at.head
    return False
