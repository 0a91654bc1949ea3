"""Speech acts: what is done by saying something that is no question: one says who one is, owns to something, denies, refuses, warns.

Each clause of a sentence is read by its syntax and its verb's WordNet classes; where several are said, the weightiest stands for all.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from gm_engine import wordnet
from gm_engine.direction.attempts import FINITE, FUTURE, SUBJECTS, YOU
from gm_engine.direction.second_person import tidy
from gm_engine.story.parsed import Sentence

MINE = ("i", "we")
RANK = (
    "confession", "warning", "message", "refusal", "introduction", "lie", "denial", "insult", "offer", "boast", "compliment", "sorry",
    "news", "claim", "joke", "thanks", "farewell", "courtesy", "",
)  # fmt: skip
"""What is said, the weightiest first."""
WEIGHTY = RANK[: RANK.index("denial")]
"""What is answered even beside a question."""
MOST_WORDS = 18
"""A clause of more words is told without what hangs on it."""


def _closed(*seeds: str) -> frozenset[str]:
    """Verbs of speaking, and those that share a meaning with one of them and are about speaking before all."""
    alike = {other for seed in seeds for other in wordnet.synonyms(seed, "v")}
    return frozenset(seeds) | {other for other in alike if wordnet.verb_class(other) == "communication"}


SPOKEN_OF = {
    "confession": _closed("confess", "admit"), "denial": _closed("deny"), "refusal": _closed("refuse", "decline"),
    "warning": _closed("warn"), "offer": _closed("offer"), "boast": _closed("boast"), "joke": _closed("joke"),
    "compliment": _closed("compliment", "praise", "flatter"), "insult": _closed("insult", "mock", "taunt"),
    "sorry": _closed("apologize"), "thanks": _closed("thank"), "introduction": frozenset(("introduce",)),
    "lie": _closed("pretend"),
}  # fmt: skip
"""Verbs that name an act of speech: *I warn him that …*, *I must confess that …*."""
WRONGING = frozenset(
    (
        "kill",
        "murder",
        "slay",
        "steal",
        "rob",
        "betray",
        "deceive",
        "cheat",
        "swindle",
        "abandon",
        "desert",
        "wrong",
        "forge",
        "burn",
    )
)
"""Verbs of what one owns to."""
LEADING = frozenset(("swear", "promise", "say", "tell", "mean", "think", "believe", "reckon", "suppose", "guess", "fear", "know"))
"""Verbs that lead to what is said, where they are the speaker's own: *I swear I never saw it*."""
TAKING = frozenset(("want", "need", "take", "accept"))
TELLING = ("tell", "inform", "remind", "let")
UNTRUE = frozenset(("lie", "fib", "falsehood", "untruth", *wordnet.synonyms("lie", "n"), *wordnet.synonyms("falsehood", "n")))
OF_ONESELF = ("consumption", "cognition", "perception", "stative", "body", "communication", "emotion")
PLACES = ("there", "here")


class Claim(NamedTuple):
    """``act`` is a speech act (see ``RANK``), ``words`` the clause that does it, as it was said, ``verb`` its verb; ``size`` says how many
    of its words tell something.
    """

    act: str
    words: str
    verb: str = ""
    size: int = 0


class Speaker(NamedTuple):
    """Who speaks: the ``names`` of the player's character in small letters, and the verbs that do harm in their story."""

    names: frozenset[str]
    harms: frozenset[str]


def weightiest(claims: Iterable[Claim]) -> Claim | None:
    """The claim that stands for all: of those that weigh most, the one that tells most; None for none."""
    return min(claims, key=lambda claim: (RANK.index(claim.act), -claim.size), default=None)


def claims_of(sentence: Sentence, speaker: Speaker, tops: tuple[int, ...] = (), led: str = "") -> Iterator[Claim]:
    """What each clause of a sentence does, or each below ``tops``; ``led`` is the act that a verb above them names."""
    heads = dict(head for top in tops or (sentence.root,) for head in _heads(sentence, top, led))
    for head, named in heads.items():
        words = _words(sentence, head, set(heads))
        if words:
            told = sum(sentence[place].tag[:2] in ("NN", "VB", "JJ", "CD") for place in sentence.subtree(head))
            yield Claim(_act(sentence, head, speaker, named) or "claim", words, sentence[head].lemma, told)


def whole_of(sentence: Sentence) -> str:
    """All that a sentence says, where that is short enough to be said again; else empty."""
    words = _words(sentence, sentence.root, set())
    return words if len(words.split()) <= MOST_WORDS else ""


def spoken_of(verb: str) -> str:
    """The act of speech that a verb names; empty for a verb that names none.

    >>> spoken_of("apologise"), spoken_of("brag"), spoken_of("walk")
    ('sorry', 'boast', '')
    """
    return next((act for act, verbs in SPOKEN_OF.items() if verb in verbs), "")


def matter_told(sentence: Sentence, at: int) -> str:
    """What is praised, thanked for or owned up to without a clause: *I compliment her on the stew*; empty where it is not said."""
    leads = [one for one in sentence.children(at, "prep") if sentence[one].lemma in ("on", "for", "about", "of")]
    below = [one for prep in leads for one in sentence.children(prep, "pobj")]
    return tidy(sentence.text(sentence.subtree(below[0]))) if below else ""


def untrue(sentence: Sentence, at: int) -> bool:
    """True where the player says of what is told by a verb that it is a lie."""
    return any(sentence[one].lemma in UNTRUE and sentence[one].tag in ("NN", "NNS") for one in sentence.subtree(at))


def opens_with_no(sentence: Sentence) -> bool:
    """True for *no*, alone or before what is said."""
    first = next((word for word in sentence if word.text[:1].isalpha()), None)
    return first is not None and first.text.lower() in ("no", "never", "nope") and first.dep in ("intj", "ROOT")


def is_no(sentence: Sentence) -> bool:
    """True for a bare *no*, whoever is called with it."""
    words = [word for word in sentence if word.text[:1].isalpha() and word.dep not in ("npadvmod", "vocative", "appos", "compound")]
    return opens_with_no(sentence) and len(words) == 1


def message_of(sentence: Sentence) -> tuple[int, str] | None:
    """To whom something is to be passed on (the place of their name) and what: *you can tell the sheriff I am back*; None for none."""
    root = sentence.root
    subject = sentence.child(root, *SUBJECTS)
    asked = subject < 0 and sentence[root].tag in ("VB", "VBP")
    may = subject >= 0 and sentence[subject].text.lower() == "you" and sentence[root].tag == "VB" and not _is_question(sentence)
    if not (asked or may) or sentence[root].lemma not in TELLING or sentence.child(root, "neg") >= 0:
        return None
    below = sentence.child(root, "ccomp")
    whom = next((one for one in sentence.children(root, "dobj", "dative") if one < (below if below >= 0 else len(sentence))), -1)
    if below >= 0 and whom < 0 and sentence[root].lemma == "let":
        whom = sentence.child(below, *SUBJECTS)
        below = sentence.child(below, "ccomp")
    if whom < 0 or below < 0 or sentence[whom].text.lower() in (*MINE, *YOU, "me", "us", "it", "that"):
        return None
    if sentence[min(sentence.subtree(below))].tag.startswith("W") or sentence[below].tag not in (*FINITE, "MD"):
        return None
    beside = next((one for one in sentence.children(whom, "appos") if sentence.child(below, *SUBJECTS) < 0), -1)
    if beside >= 0:  # *tell the sheriff his deputy sold him*: the parser takes the deputy for the sheriff
        return whom, tidy(sentence.text((*sentence.subtree(beside), *sentence.subtree(below))))
    return whom, _words(sentence, below, {below})


def _is_question(sentence: Sentence) -> bool:
    return any(word.text == "?" for word in sentence[-2:])


def _heads(sentence: Sentence, at: int, led: str = "") -> Iterator[tuple[int, str]]:
    """The verbs of the clauses that say something by themselves, each with the act that a verb above names."""
    word = sentence[at]
    for before in sentence.children(at, "ccomp", "parataxis"):
        if before < at and sentence[before].tag in FINITE and sentence.child(before, "mark") < 0 and _has_subject(sentence, before):
            yield from _heads(sentence, before, led)
    clause = next((one for one in sentence.children(at, "ccomp") if one > at and sentence[one].tag in (*FINITE, "MD")), -1)
    mine = _is_mine(sentence, at)
    named = spoken_of(word.lemma) if mine else ""
    rueful = mine and any(sentence[one].lemma in ("sorry", "afraid", "ashamed") for one in sentence.children(at, "acomp"))
    leads = mine and sentence.child(at, "neg") < 0 and (word.lemma in LEADING or named or rueful)
    if leads and (clause >= 0 or rueful):
        inner = clause if clause >= 0 else next(
            (one for top in sentence.children(at, "acomp") for one in sentence.children(top, "ccomp")), -1
        )  # fmt: skip
        if inner >= 0:
            yield from _heads(sentence, inner, named or led)
        else:
            yield at, led
    elif word.tag in (*FINITE, "MD"):
        yield at, led
    for after in sentence.children(at, "conj", "dep", "parataxis"):
        if after > at and sentence[after].tag in (*FINITE, "MD") and _has_subject(sentence, after):
            yield from _heads(sentence, after, led)


def _has_subject(sentence: Sentence, at: int) -> bool:
    return sentence.child(at, *SUBJECTS) >= 0


def _is_mine(sentence: Sentence, at: int) -> bool:
    subject = sentence.child(at, *SUBJECTS)
    return subject >= 0 and sentence[subject].text.lower() in MINE


def _words(sentence: Sentence, head: int, heads: set[int]) -> str:
    """The words of a clause, without those who are called, what is only exclaimed, and, where it is long, what hangs on it."""
    for without in ((), ("advcl",), ("advcl", "relcl", "acl"), ("advcl", "relcl", "acl", "prep", "npadvmod")):
        cut = {place for other in heads - {head} if head in sentence.above(other) for place in sentence.subtree(other)}
        cut |= {place for one in sentence.subtree(head) if _aside(sentence, one, head) for place in sentence.subtree(one)}
        cut |= {place for place in sentence.subtree(head) if sentence[place].dep == "mark" and sentence[place - 1].dep == "cc"}
        places = [place for place in sentence.subtree(head, without) if place not in cut]
        while places and _loose(sentence, places[0]):
            places = places[1:]
        while places and (sentence[places[-1]].dep == "cc" or not sentence[places[-1]].text[:1].isalnum()):
            places = places[:-1]
        if len(places) <= MOST_WORDS:
            break
    said = tidy(sentence.text(tuple(places)))
    named = bool(places) and (sentence[places[0]].tag in ("NNP", "NNPS") or sentence[places[0]].text[:2] in ("I", "I'", "I’"))
    return said if named else said[:1].lower() + said[1:]


def _loose(sentence: Sentence, at: int) -> bool:
    """True for what only opens a clause."""
    return sentence[at].dep in ("cc", "punct", "mark", "intj") or not (sentence[at].text[:1].isalnum() or sentence[at].text[:1] == "$")


def _aside(sentence: Sentence, at: int, head: int) -> bool:
    """True for somebody called, an oath, a remark on what is said, and what the player tells it for."""
    word = sentence[at]
    if at == head:
        return False
    called = word.dep == "npadvmod" and word.tag in ("NNP", "NN") and wordnet.category(word.lemma) != "time" and _set_off(sentence, at)
    remark = word.dep == "relcl" and sentence[min(sentence.subtree(at))].text.lower() == "which" and untrue(sentence, at)
    wh = any(sentence[one].dep == "ccomp" and sentence[min(sentence.subtree(one))].tag.startswith("W") for one in sentence.children(at))
    purpose = word.dep in ("xcomp", "advcl") and sentence.child(at, "aux") >= 0 and sentence[sentence.child(at, "aux")].tag == "TO" and wh
    return called or remark or purpose or (word.dep == "intj" and word.text.lower() not in ("not",))


def _set_off(sentence: Sentence, at: int) -> bool:
    places = sentence.subtree(at)
    before, after = min(places) - 1, max(places) + 1
    behind = after >= len(sentence) or not sentence[after].text[:1].isalnum()
    return behind and (before < 0 or sentence[before].text == ",")


# --- the act of one clause


def _act(sentence: Sentence, at: int, speaker: Speaker, led: str) -> str:
    subject = sentence.child(at, *SUBJECTS)
    who = sentence[subject].text.lower() if subject >= 0 else ""
    if _names_oneself(sentence, at, speaker):
        return "introduction"
    if led:
        return led
    if spoken_of(sentence[at].lemma) in ("refusal", "sorry", "thanks") and who in MINE:
        return spoken_of(sentence[at].lemma)
    if who in MINE:
        return _of_oneself(sentence, at, speaker)
    return "warning" if _comes_for_you(sentence, at, speaker) else ""


def _names_oneself(sentence: Sentence, at: int, speaker: Speaker) -> bool:
    """True for *it's Nate Strayhorn*, *my name is Crewe*, *they call me Nate*."""
    if sentence[at].lemma not in ("be", "call") or sentence.child(at, "neg") >= 0:
        return False
    said = {token for one in sentence.children(at, "attr", "oprd") for token in sentence[one].text.lower().split()}
    return bool(said & speaker.names)


def _of_oneself(sentence: Sentence, at: int, speaker: Speaker) -> str:
    word = sentence[at]
    helping = {sentence[one].text.lower() for one in sentence.children(at, "aux")}
    denied = sentence.child(at, "neg") >= 0 or any(
        sentence[one].text.lower() == "no" for thing in sentence.children(at, "dobj", "attr") for one in sentence.children(thing, "det")
    )
    past = word.tag == "VBD" or (word.tag == "VBN" and bool(helping & {"have", "had", "'ve", "’ve", "has"})) or "did" in helping
    if denied:
        refused = helping & (FUTURE | {"wo", "ca", "can", "could"}) or (not past and word.lemma in TAKING)
        denies = word.lemma in ("be", "know", "do") or (word.lemma == "have") != past
        return "refusal" if refused else "denial" if denies else ""
    if past:
        return "confession" if _owns_to(sentence, at, speaker) else ""
    if helping & {"can", "could", "may", "might"} and not set(wordnet.verb_classes(word.lemma)[:1]) & set(OF_ONESELF):
        supposed = any(sentence[min(sentence.subtree(one))].text.lower() == "if" for one in sentence.children(at, "advcl"))
        return "" if supposed else "offer"
    said = (place for one in sentence.children(at, "attr", "acomp", "advmod") for place in sentence.subtree(one, ("relcl", "acl", "prep")))
    return "boast" if any(sentence[place].tag in ("JJS", "RBS") for place in said) else ""


def _owns_to(sentence: Sentence, at: int, speaker: Speaker) -> bool:
    """True where one says of oneself that one did a wrong, or was there when something came to the hearer's own."""
    done = [at, *(one for one in sentence.children(at, "conj") if not _has_subject(sentence, one))]
    if any(sentence[one].lemma in WRONGING or (sentence[one].lemma in speaker.harms and _done_to_people(sentence, one)) for one in done):
        return True
    if any(sentence[one].lemma == "lie" and sentence.child(one, "prep", "dative") >= 0 and _to_you(sentence, one) for one in done):
        return True
    if any(_left_you(sentence, one) for one in done):
        return True
    there = any(sentence[one].text.lower() in PLACES for one in sentence.children(at, "advmod"))
    seen = wordnet.verb_class(sentence[at].lemma) == "perception" or (sentence[at].lemma == "be" and there)
    clauses = sentence.children(at, "advcl", "ccomp", "relcl")
    return seen and any(_to_you(sentence, one) and not _addressed(sentence, one) for one in clauses)


def _left_you(sentence: Sentence, at: int) -> bool:
    """True for *I left you*, *I ran out on you*."""
    if sentence[at].lemma == "leave":
        return any(sentence[one].text.lower() == "you" for one in sentence.children(at, "dobj"))
    on = [one for prep in sentence.children(at, "prep") if sentence[prep].lemma == "on" for one in sentence.children(prep, "pobj")]
    gone = wordnet.verb_class(sentence[at].lemma) == "motion" and any(sentence[one].lemma == "out" for one in sentence.children(at))
    return gone and any(sentence[one].text.lower() == "you" for one in on)


def _done_to_people(sentence: Sentence, at: int) -> bool:
    things = [sentence[one] for one in sentence.children(at, "dobj")]
    return any((word.tag in ("NNP", "PRP") and word.text.lower() != "it") or wordnet.is_a(word.lemma, "person") for word in things)


def _to_you(sentence: Sentence, at: int) -> bool:
    return any(sentence[one].text.lower() in YOU for one in sentence.subtree(at))


def _addressed(sentence: Sentence, at: int) -> bool:
    subject = sentence.child(at, *SUBJECTS)
    return subject >= 0 and sentence[subject].text.lower() in YOU


def _comes_for_you(sentence: Sentence, at: int, speaker: Speaker) -> bool:
    """True where others are said to be about to come for, or do harm to, whoever is spoken to."""
    word = sentence[at]
    subject = sentence.child(at, *SUBJECTS)
    if subject < 0 or sentence[subject].text.lower() in (*MINE, *YOU) or sentence.child(at, "neg") >= 0:
        return False
    helping = {sentence[one].text.lower() for one in sentence.children(at, "aux")}
    coming = word.tag == "VBG" or bool(helping & FUTURE) or word.tag in ("VBP", "VBZ")
    acts = [at, *sentence.children(at, "xcomp")]
    at_you = any(
        sentence[one].text.lower() == "you"
        for act in acts for one in (*sentence.children(act, "dobj"),
        *(below for prep in sentence.children(act, "prep") if sentence[prep].lemma in ("for", "after", "at", "against")
          for below in sentence.children(prep, "pobj")))
    )  # fmt: skip
    harm = any(sentence[act].lemma in speaker.harms or wordnet.verb_class(sentence[act].lemma) in ("motion", "competition") for act in acts)
    after = any(sentence[prep].lemma == "after" for prep in sentence.children(at, "prep"))
    return coming and at_you and (harm or (word.lemma == "be" and after))
