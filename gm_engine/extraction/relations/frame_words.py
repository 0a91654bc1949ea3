"""The parts of a frame: how often, how long ago, and under which keys a noun may be told and denied."""

from typing import TYPE_CHECKING

from gm_engine.extraction.scope import Scope, after
from gm_engine.wordnet import category

if TYPE_CHECKING:
    from gm_engine.extraction.syntax import Token

ANYONE = frozenset({"anyone", "anybody", "nobody", "no-one", "soul", "someone", "somebody"})
ANYTHING = frozenset({"anything", "nothing", "thing"})
OFTEN = frozenset({"always", "usually", "nightly", "daily", "regularly", "habitually", "constantly"})
USUAL = frozenset({"usual", "customary", "accustomed", "habitual", "nightly", "daily"})
EACH = frozenset({"every", "each"})
LATER = frozenset({"again", "still", "already", "then", "soon", "now"})
OWN = frozenset({"his", "her", "its", "their", "your", "my"})
BARE = frozenset({"a", "an", "any", "no", "single", "one", "living", "blessed", "the", "another"})
POINTING = frozenset({"the", "this", "that"})
FLAT = frozenset({"all", "at", "never", "ever", "once", "not", "n't", "n’t", "actually", "even", "also", "himself", "herself"})


def scope_of(verb: "Token", scope: Scope) -> str:
    """How a clause that is not denied is told: a habit, of old, or as a deed; empty for what says neither."""
    if verb.tag_ in ("VB", "VBG") or any(child.dep_ in ("acomp", "attr") for child in verb.children if verb.lemma_ == "be"):
        return ""
    if any(child.lower_ in OFTEN for child in verb.children if child.dep_ == "advmod") or any(
        child.dep_ in ("npadvmod", "advmod") and any(word.lower_ in EACH for word in child.children) for child in verb.children
    ):
        return "past" if distant(verb, scope) else "habit"
    if distant(verb, scope):
        return "past"
    if any(word.lower_ in USUAL for child in verb.children if child.dep_ == "dobj" for word in child.lefts):
        return "habit"
    if verb.dep_ == "relcl" and verb.tag_ == "VBD":
        return "past"
    return "deed" if verb.tag_ in ("VBZ", "VBP", "VBD", "VBN") else ""


def distant(verb: "Token", scope: Scope) -> bool:
    """True for what is told of another time: "years ago", "as a girl", "before the war", "the year he …"."""
    past, times = scope.lexicon.all("frame_past"), scope.lexicon.all("frame_times")
    if verb.tag_ not in ("VBD", "VBN"):
        return False
    if verb.dep_ == "relcl" and verb.head.lemma_ in times:
        return True
    if any(child.dep_ == "mark" and child.lower_ == "when" for child in verb.children):
        return False
    for child in verb.children:
        if child.lower_ in ("ago", "once", "formerly", "originally") and child.dep_ == "advmod":
            return True
        if child.dep_ == "npadvmod" and child.lemma_ in times and any(word.lower_ in ("last", "one", "that") for word in child.lefts):
            return True
        if child.dep_ == "advmod" and child.lower_ == "long" and any(word.lower_ == "ago" for word in child.subtree):
            return True
    for prep, noun in after(verb, "as", "before", "during", "in", "since", "for"):
        words = [word.lower_ for word in noun.lefts]
        if noun.lemma_ in past and prep.lower_ in ("as", "before", "during", "in") and (prep.lower_ != "in" or words):
            return True
        if prep.lower_ == "as" and "young" in words:
            return True
        if noun.text.isdigit() and len(noun.text) == 4:
            return True
        if prep.lower_ == "for" and noun.lemma_ in ("year", "decade") and noun.tag_ == "NNS":
            return True
        if noun.lemma_ in times and prep.lower_ in ("in", "during"):
            return True
    return any(word.lower_ == "ago" for word in verb.sent if word.head.head == verb or word.head == verb)


def since(verb: "Token") -> bool:
    """True for "since the war", "in ten years", "for months"."""
    for child in verb.children:
        if child.lower_ == "since" or (child.dep_ == "advcl" and any(word.lower_ == "since" for word in child.lefts)):
            return True
    return any(prep.lower_ in ("in", "for") and noun.lemma_ in ("year", "month", "week", "day", "decade") for prep, noun in after(verb))


def lifelong(verb: "Token") -> bool:
    """True where "never" is not said of one occasion: "never served in the army", not "never saw him draw"."""
    return verb.dep_ in ("ROOT", "conj", "ccomp", "relcl") and not any(
        child.dep_ in ("ccomp", "xcomp", "advcl", "npadvmod") for child in verb.children
    )


def unnarrowed(verb: "Token", noun: "Token | None", *, subject: bool = False) -> bool:
    """True where nothing is added by which only some cases are denied: "in anger", "before noon", "a poor man"."""
    for child in verb.children:
        if (
            child.dep_ == "advmod"
            and child.lower_ not in FLAT
            and not (noun is not None and noun in child.subtree)
            and child.lower_ != "at"
        ):
            return False
        if child.dep_ in ("npadvmod", "dative", "oprd", "xcomp", "ccomp"):
            return False
        if child.dep_ == "prep" and child.lower_ != "since":
            inner = [word for word in child.subtree if word.dep_ == "pobj"]
            harmless = (
                any(word.lemma_ in ("life", "year", "day", "memory", "all", "month", "week") for word in inner) or child.lower_ == "at"
            )
            if not harmless and (noun is None or noun not in inner):
                return False
    if noun is None or subject:
        return True
    for child in noun.children:
        if child.dep_ in ("relcl", "acl", "prep", "compound", "poss", "nummod") and not (child.dep_ == "compound" or child.lower_ in OWN):
            return False
        if child.dep_ in ("amod", "det") and child.lower_ not in BARE:
            return False
    return True


def key_of(noun: "Token", scope: Scope) -> str:
    """The key under which a noun is denied; empty for what nobody can tell."""
    lower = noun.lower_
    if lower in ANYONE:
        return "person"
    if lower in ANYTHING:
        return "*"
    ref = scope.who(noun)
    if ref is not None:
        return f"@{ref.id}" if ref.sure >= 75 else ""
    if noun.pos_ != "NOUN":
        return ""
    definite = any(child.lower_ in POINTING for child in noun.lefts)
    if definite:
        return _pointed(noun)
    if any(child.dep_ == "poss" and child.lower_ not in OWN for child in noun.lefts):
        return ""
    lemma = noun.lemma_.lower()
    return "person" if lemma in ("man", "person", "woman") and noun.tag_ == "NN" else lemma


def _pointed(noun: "Token") -> str:
    """The key of a definite thing that has no name: "the vault"."""
    words = [child.lower_ for child in noun.lefts if child.dep_ in ("compound", "amod")]
    return "the:" + "_".join([*words, noun.lemma_.lower()])


def keys_of(noun: "Token", scope: Scope) -> list[str]:
    """The keys under which what is told may be denied, the nearest first."""
    ref = scope.who(noun)
    keys: list[str] = []
    if ref is not None and ref.sure >= 75:
        keys.append(f"@{ref.id}")
    lemma = noun.lemma_.lower()
    if ref is not None and scope.kind(ref) == "character":
        keys.append("person")
    elif noun.pos_ == "NOUN" or keys:
        keys += [_pointed(noun)] if any(child.lower_ in POINTING for child in noun.lefts) else []
        keys += [lemma, *(["person"] if category(lemma) == "person" else [])]
    return [*keys, "*"] if keys else []


def habitual(verb: "Token", things: "list[Token]", denied: bool, scope: Scope) -> str:
    """One of the few habits that a person has or has not (``frame_acts``): drink, smoke, gamble, swear, go armed, eat meat."""
    lemma = verb.lemma_
    if lemma == "go" and any(child.lower_ in ("armed", "heeled") for child in verb.children):
        return "carry+weapon"
    if lemma == "pull" and things and scope.lexicon.map("frame_things").get(things[0].lemma_.lower()) == "weapon" and not denied:
        return "carry+weapon" if _own(things[0]) or any(_own(noun) for _, noun in after(verb, "from")) else ""
    act = str(scope.lexicon.map("frame_verbs").get(lemma, lemma))
    kinds = scope.lexicon.map("frame_acts").get(act)
    if kinds is None:
        return ""
    if denied and not unnarrowed(verb, things[0] if things else None):
        return ""
    nouns = [*things[:1], *(deep for thing in things[:1] for _, deep in after(thing, "of"))]
    if act == "drink":
        nouns += [noun for _, noun in after(verb, "down", "off", "back")]
    if lemma == "play":
        nouns += [noun for _, noun in after(verb, "at")]
    found = [kind for noun in nouns if (kind := scope.lexicon.map("frame_things").get(noun.lemma_.lower())) in kinds]
    if act == "carry" and not denied and (lemma not in ("draw", "cock", "holster", "unholster") or not found or not _own(things[0])):
        return ""
    if found:
        names = {"light": "smoke+tobacco", "smoke": "smoke+tobacco", "play": "gamble+dice"}
        return names.get(act, f"{act}+{found[0]}")
    if things or any(child.dep_ in ("ccomp", "xcomp") for child in verb.children):
        return "gamble+dice" if act == "gamble" else ""
    if lemma == "drink" and denied and not after(verb, "from", "to"):
        return "drink+liquor"
    if ("none" in kinds and lemma == act) or lemma in ("curse", "cuss"):
        return "smoke+tobacco" if act == "smoke" else f"{act}+-"
    return "gamble+dice" if act == "gamble" and lemma != "bet" else ""


def _own(noun: "Token") -> bool:
    return any(child.dep_ == "poss" and child.lower_ in OWN for child in noun.lefts)
