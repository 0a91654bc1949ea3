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
    laugh in somebody's *memory*, come back *from the grave*, or walk as *a ghost*. To frown *at* a tintype one has to live.
    """
    return (
        (verb.lemma_ == "look" and any(child.dep_ in ("acomp", "oprd") for child in verb.children))
        or _carried_along(verb, words)
        or _as_bodies_do(verb)
        or _laid_out(verb, words)
        or _in_somebody_s_mind(verb, words)
        or any(_frames(noun, verb, words) for noun in verb.sent)
        or any(_is_a_ghost(subject, words) or _another_of_the_name(subject) for subject in subjects)
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


def _laid_out(verb: "Token", words: Lexicon) -> bool:
    """Reads "sits where he fell", "lies under a blanket", "rides home in a box", "across the saddle", "smiles the way the dead do"."""
    if verb.lemma_ not in words.all("body_verbs") and verb.lemma_ not in words.all("corpse_verbs"):
        return False
    objects = any(child.dep_ == "dobj" for child in verb.children)
    for token in verb.subtree:
        lower, lemma = token.lower_, token.lemma_.lower()
        if lower == "where" and token.head.lemma_ in words.all("left_lying") and token.head.dep_ in ("advcl", "ccomp", "relcl"):
            return True
        if lower == "dead" and token.dep_ in ("nsubj", "pobj", "acomp", "oprd", "advcl", "amod"):
            return True
        prep = token.head.lower_ if token.dep_ == "pobj" else ""
        if prep in ("under", "beneath") and lemma in words.all("corpse_covers"):
            return True
        if prep == "in" and lemma in words.all("corpse_boxes"):
            return True
        if prep == "over" and lemma == "face":
            return True
        if prep in ("across", "over") and lemma in words.all("corpse_mounts") and not objects:
            return True
    return False


def _another_of_the_name(subject: "Token") -> bool:
    """Reads "Jonas Pratt, the dead man's son": a namesake."""
    for child in subject.children:
        if child.dep_ == "appos" and any(
            word.lower_ in ("dead", "late", "departed", "namesake", "younger", "junior", "grandson") for word in child.subtree
        ):
            return True
    return False


def _carried_along(verb: "Token", words: Lexicon) -> bool:
    """Reads "hangs from the beam, turning slowly": a body does so, too."""
    return verb.tag_ == "VBG" and verb.dep_ in ("advcl", "xcomp") and verb.head.lemma_ in words.all("body_verbs")


def _in_somebody_s_mind(verb: "Token", words: Lexicon) -> bool:
    """True under a verb of remembering or imagining, and in a clause that speaks of somebody's lifetime."""
    if any(child.dep_ == "advcl" and _lifetime(child) for child in verb.children):
        return True
    at = verb
    while at.head != at:
        below, at = at, at.head
        if below.dep_ in ("ccomp", "xcomp", "advcl", "acl", "relcl", "pcomp") and at.lemma_ in words.all("mind_verbs"):
            mine = {token.i for token in below.subtree}
            return not any(token.i in mine and token.dep_ in ("nsubj", "nsubjpass") and token.head == at for token in at.children)
    return False


def _lifetime(clause: "Token") -> bool:
    """Reads "when he lived", "while she was alive"."""
    asked = any(child.lower_ in ("when", "while", "before") for child in clause.children)
    return asked and (
        (clause.lemma_ in ("live", "die") and clause.tag_ == "VBD")
        or (clause.lemma_ == "be" and any(child.lower_ in ("alive", "living", "young") for child in clause.children))
    )


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


def _is_a_ghost(subject: "Token", words: Lexicon) -> bool:
    """Reads "the ghost of Thorne", "Thorne, a ghost now": who is called one."""
    near = [subject, *(child for child in subject.children if child.dep_ in ("appos", "amod", "compound", "nmod"))]
    return any(token.lemma_.lower() in words.all("ghosts") for token in near)
