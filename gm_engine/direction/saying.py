"""Saying: what sort of thing a sentence is that is said to somebody, or asked of the GM, by its syntax."""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from gm_engine import wordnet
from gm_engine.direction.attempts import FUTURE, SUBJECTS, YOU, Attempt
from gm_engine.direction.second_person import tidy
from gm_engine.story.intent import Verb
from gm_engine.story.parsed import Sentence

WH = ("WP", "WRB", "WDT", "WP$")
KINDS = {"who": "who", "whom": "who", "whose": "who", "what": "what", "where": "where", "when": "when", "why": "why", "how": "how",
         "which": "which"}  # fmt: skip
AUXILIARY = frozenset(("be", "do", "have", "can", "could", "may", "might", "will", "would", "shall", "should", "must", "'s", "s"))
TELLING = ("tell", "say", "explain", "describe", "name", "remind")
JUDGING = ("think", "feel", "reckon", "advise", "recommend", "suggest", "suppose", "believe")
OF_ONESELF = (("consumption",), ("cognition",), ("perception",), ("stative",), ("body",))
"""What somebody says that they will do and that is nobody else's business: to drink, to think, to be."""
WELL = ("be", "do", "keep", "fare", "feel", "go")
"""Verbs by which one asks how somebody is."""
GOOD = ("good", "beautiful", "brave", "kind", "clever", "fine", "handsome", "honest")
BAD = ("bad", "ugly", "stupid", "cowardly", "cruel", "dishonest", "worthless", "foolish")
WILL = FUTURE - {"would", "'d", "’d"}
SKIPPED = frozenset(("well", "oh", "ah", "so", "and", "but", "ok", "okay", "now", "then", "why", "yes", "no", "please", "hey"))


class Saying(NamedTuple):
    """``verb`` is the act of speech, ``manner`` its sort (see ``MANNERS``), ``about`` its words."""

    verb: Verb
    manner: str
    about: str


def asks(sentence: Sentence) -> bool:
    """True for a question: it ends as one, or begins as one, with a *who* or with its verb before its subject."""
    if any(word.text == "?" for word in sentence[-2:]):
        return True
    words = [at for at, word in enumerate(sentence) if word.text.lower() not in SKIPPED and word.dep not in ("punct", "npadvmod")]
    if not words:
        return False
    first = words[0]
    if sentence[first].tag in WH and not sentence[first].text.lower().endswith("ever"):
        return sentence[first].dep not in ("mark", "advmod") or len(words) < 2 or not _subordinate(sentence, first)
    subject = sentence.child(sentence.root, *SUBJECTS)
    return sentence[first].lemma in AUXILIARY and sentence[first].tag != "VBG" and subject > first and sentence[first].head == sentence.root


def _subordinate(sentence: Sentence, at: int) -> bool:
    return sentence[sentence[at].head].dep in ("advcl", "pcomp", "csubj")


def kind_asked(sentence: Sentence) -> str:
    """What a question asks for: who, what, how many, an opinion …; ``yes_no`` where no *who* or *what* is in it."""
    if _opinion(sentence):
        return "opinion"
    for at, word in enumerate(sentence):
        plain = word.text.lower().removesuffix("s") if word.text.lower() not in KINDS else word.text.lower()
        below = any(sentence[one].dep in ("advcl", "relcl", "ccomp") for one in (at, *sentence.above(at)) if one != sentence.root)
        if word.tag in WH and plain in KINDS and (not below or at == 0 or _behind_a_name(sentence, at)):
            after = sentence[at + 1].text.lower() if at + 1 < len(sentence) else ""
            return "how_many" if plain == "how" and after in ("many", "much") else KINDS[plain]
    return "yes_no"


def _behind_a_name(sentence: Sentence, at: int) -> bool:
    """True for the first word behind whoever is called by name: *Ben Oakes, who are you?* is no clause about Ben."""
    return sentence[at - 1].text == "," and all(word.tag in ("NNP", "NNPS", ",") for word in sentence[:at])


def asked_for(sentence: Sentence, at: int) -> str:
    """What somebody is asked by a verb of asking: for a thing, to do something, whether one may (a request), or a kind of question."""
    clause = sentence.child(at, "ccomp", "xcomp", "advcl")
    if clause < 0:
        return "request" if any(sentence[one].lemma == "for" for one in sentence.children(at, "prep", "dative")) else ""
    first = sentence[min(sentence.subtree(clause))]
    subject = sentence.child(clause, *SUBJECTS)
    if first.tag == "TO" or (first.text.lower() in ("if", "whether") and subject >= 0 and sentence[subject].text.lower() in ("i", "we")):
        return "request"
    return KINDS.get(first.text.lower(), "yes_no")


def _opinion(sentence: Sentence) -> bool:
    """True where somebody is asked what they think, or would do."""
    subject = sentence.child(sentence.root, *SUBJECTS)
    would = any(sentence[one].text.lower() in ("would", "'d") for one in sentence.children(sentence.root, "aux"))
    you = subject >= 0 and sentence[subject].text.lower() == "you"
    return you and (would or sentence[sentence.root].lemma in JUDGING) and any(word.tag in WH for word in sentence)


def saying_of(sentence: Sentence, courtesies: Mapping[str, Sequence[str]], harms: frozenset[str]) -> Saying | None:
    """What is said by a sentence; None for no words. ``harms`` are verbs that do somebody harm."""
    words = [word.text.lower() for word in sentence if word.text[:1].isalnum() or word.text[:1] in "'’"]
    if not words:
        return None
    about = tidy(sentence.text())
    root = sentence[sentence.root]
    if (manner := courtesy(words, courtesies)) and (manner != "sorry" or not asks(sentence)):
        return Saying("greet" if manner in ("greet", "farewell") else "tell", "" if manner == "greet" else manner, about)
    if request := requested(sentence):
        return Saying("ask", *request)
    if asks(sentence):
        if _how_are_you(sentence):
            return Saying("ask", "courtesy", about)
        return Saying("ask", kind_asked(sentence), about)
    subject = sentence.child(sentence.root, *SUBJECTS)
    mine = subject >= 0 and sentence[subject].text.lower() in ("i", "we")
    passive = sentence.child(sentence.root, "auxpass") >= 0
    if mine and not passive and any(sentence[one].text.lower() in WILL for one in sentence.children(sentence.root, "aux")):
        to_you = any(sentence[one].text.lower() in YOU for one in sentence.subtree(sentence.root))
        of_oneself = not to_you and wordnet.verb_classes(root.lemma)[:1] in OF_ONESELF
        promised = sentence.child(sentence.root, "neg") < 0 and not of_oneself
        verb: Verb = "threaten" if root.lemma in harms and to_you else "promise" if promised else "tell"
        return Saying(verb, "claim" if verb == "tell" else "", about)
    return Saying("tell", _claimed(sentence, subject), about)


def courtesy(words: Sequence[str], courtesies: Mapping[str, Sequence[str]]) -> str:
    """Which courtesy words open with; empty for none."""
    said = list(words)
    while len(said) > 1 and said[0] in SKIPPED - {"hey"}:
        said = said[1:]
    found = [
        (len(phrase.split()), manner)
        for manner, phrases in courtesies.items()
        for phrase in phrases
        if said[: len(phrase.split())] == phrase.split()
    ]
    return max(found)[1] if found and (max(found)[0] > 1 or len(said) < 5 or said[0] not in ("evening", "morning", "pardon")) else ""


def requested(sentence: Sentence) -> tuple[str, str] | None:
    """What somebody is asked to do or to tell, with its manner; None where nothing is."""
    root, at = sentence[sentence.root], sentence.root
    subject = sentence.child(at, *SUBJECTS)
    if root.tag == "MD" and (below := sentence.child(at, "ccomp")) >= 0 and sentence[below].tag in ("VB", "VBP"):
        return _told_to(sentence, below)
    auxiliary = [sentence[one].text.lower() for one in sentence.children(at, "aux")]
    if subject >= 0 and sentence[subject].text.lower() == "you":
        if asks(sentence) and set(auxiliary) & {"would", "could", "will", "can"} and not any(word.tag in WH for word in sentence[:at]):
            return _told_to(sentence, at)
        if set(auxiliary) & {"could", "might"} and root.lemma in TELLING:
            return _told_to(sentence, at)
        return None
    if subject >= 0 and sentence[subject].text.lower() in ("i", "we") and set(auxiliary) & {"would", "'d", "’d", "should"}:
        wish = root.lemma in ("like", "want", "love", "oblige", "appreciate", "need") and sentence.child(at, "neg") < 0
        below = next(iter(sentence.children(at, "xcomp", "dobj", "prep", "ccomp")), -1)
        wish = wish and sentence.child(at, "neg") < 0
        return ("request", tidy(sentence.text(sentence.subtree(below)))) if wish and below >= 0 else None
    left = any(_left_to_you(sentence, one) for one in sentence.children(at, "advcl"))
    asks_me = root.lemma == "ask" and any(sentence[one].text.lower() in ("me", "us") for one in sentence.children(at, "dobj", "dative"))
    if left or asks_me:
        return None
    bare = subject < 0 and root.tag in ("VB", "VBP") and sentence.child(at, "neg") < 0 and not asks(sentence)
    return _told_to(sentence, at) if bare and not auxiliary and root.lemma != "be" else None


def _left_to_you(sentence: Sentence, at: int) -> bool:
    """True for *if you like*: what is left to somebody is not asked of them."""
    subject, verb = sentence.child(at, *SUBJECTS), sentence[at].lemma
    you = subject >= 0 and sentence[subject].text.lower() == "you"
    return you and sentence[min(sentence.subtree(at))].text.lower() == "if" and verb in ("like", "want", "please", "wish", "care", "must")


def _told_to(sentence: Sentence, at: int) -> tuple[str, str]:
    """What somebody is to do; where that is to tell something, what is asked."""
    below = [one for one in sentence.subtree(at) if one >= at and sentence[one].dep not in ("npadvmod", "intj")]
    word = sentence[at]
    listener = next((one for one in sentence.children(at, "dative", "dobj") if sentence[one].text.lower() in ("me", "us")), -1)
    if word.lemma in TELLING and (listener >= 0 or word.lemma != "tell"):
        rest = tuple(one for one in below if one > max(at, listener))
        said = tidy(sentence.text(rest))
        if said.lower().split()[:1] == ["more"]:
            return "more", said
        asked = next((sentence[one] for one in rest if sentence[one].tag in WH), None)
        if said:
            return (KINDS.get(asked.text.lower(), "what") if asked else "what"), said
    if word.lemma in ("go", "continue", "keep") and all(
        sentence[one].dep in ("prt", "advmod", "punct", "prep") for one in below if one != at
    ):
        return "more", tidy(sentence.text(tuple(below)))
    return "request", tidy(f"{word.lemma} {sentence.text(tuple(one for one in below if one > at))}")


def _how_are_you(sentence: Sentence) -> bool:
    """True for *how have you been*, which asks for no answer."""
    root, subject = sentence[sentence.root], sentence.child(sentence.root, *SUBJECTS)
    how = any(word.text.lower() == "how" for word in sentence)
    bare = not any(word.tag in ("NN", "NNS", "CD") for at, word in enumerate(sentence) if at != subject and word.dep != "npadvmod")
    return how and root.lemma in WELL and subject >= 0 and sentence[subject].text.lower() in ("you", "things", "life") and bare


def _claimed(sentence: Sentence, subject: int) -> str:
    """What sort of statement it is: news of others, a kind or an unkind word, a claim."""
    root = sentence[sentence.root]
    if root.lemma == "be" and subject >= 0 and sentence[subject].text.lower() in ("you", "that", "this", "your", "it"):
        said = {sentence[one].lemma for top in sentence.children(sentence.root, "attr", "acomp") for one in sentence.subtree(top)}
        for manner, seeds in (("compliment", GOOD), ("insult", BAD)):
            if said & {*seeds, *(one for seed in seeds for one in wordnet.synonyms(seed, "a"))}:
                return manner if sentence.child(sentence.root, "neg") < 0 else "claim"
    others = subject >= 0 and sentence[subject].text.lower() not in ("i", "we", *YOU)
    return "news" if others and root.tag in ("VBD", "VBN") else "claim"


def tells_what_is_so(attempt: Attempt) -> bool:
    """True for *I have a paper from the governor*, *I am his cousin*, *I know who did it*: nothing is done, somebody is told what is so."""
    sentence, at = attempt.sentence, attempt.at
    if at != sentence.root or sentence[at].tag not in ("VBP", "VB"):
        return False
    if attempt.verb == "know":
        return sentence.child(at, "dobj", "ccomp") >= 0
    if attempt.verb == "be":
        attribute = sentence.child(at, "attr")
        return attribute >= 0 and sentence[attribute].tag.startswith("NN")
    held = sentence.child(at, "dobj")
    kinds = wordnet.categories(sentence[held].lemma)[:2] if held >= 0 else ()
    return attempt.verb == "have" and bool(kinds) and not {"act", "event", "food"} & set(kinds)
