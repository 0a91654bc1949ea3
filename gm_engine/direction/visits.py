"""Visits: to go and see somebody who is elsewhere is to go where they are to be found at this hour."""

from gm_engine import wordnet
from gm_engine.direction.attempts import Attempt
from gm_engine.story.parsed import Sentence

SEEKING = frozenset(("find", "see", "visit", "look", "seek", *wordnet.synonyms("seek", "v")))
"""Verbs by which somebody is looked for, or gone to see."""
LOOKING_FOR = frozenset(("look", "search"))
"""Those that mean it only with *for*: to look somebody over is another matter."""
NEARING = frozenset(("approach", *wordnet.synonyms("approach", "v")))
TOWARD = {"motion": ("to", "toward", "towards"), "seeking": ("for",), "calling": ("on",)}
"""The word behind which stands whom one goes to, by what the verb tells of."""


def gone_to_see(attempt: Attempt) -> tuple[int, ...]:
    """The places of the words for whom an act goes to see, empty for any other act: *walk up to Mabry*, *call on the assayer*, *go and find
    her*, *pay the judge a visit*.
    """
    sentence, at = attempt.sentence, attempt.at
    found = list(_sought(sentence, at))
    if wordnet.verb_class(attempt.verb) == "motion":
        for below in sentence.children(at, "xcomp", "advcl"):
            found += _sought(sentence, below) if sentence[below].tag in ("VB", "VBG") and sentence[below].lemma in SEEKING else ()
    return tuple(place for one in dict.fromkeys(found) for place in sentence.subtree(one))


def _sought(sentence: Sentence, verb: int) -> tuple[int, ...]:
    lemma = sentence[verb].lemma
    classes, objects = wordnet.verb_classes(lemma), sentence.children(verb, "dobj")
    if any("motion" in wordnet.verb_classes(sentence[one].lemma) and wordnet.category(sentence[one].lemma) == "act" for one in objects):
        return sentence.children(verb, "dative")
    if lemma in SEEKING:
        return (*(() if lemma in LOOKING_FOR else objects), *behind(sentence, verb, TOWARD["seeking"]))
    if objects:
        return objects if {"motion", "social"} <= set(classes) or lemma in NEARING else ()
    calls = behind(sentence, verb, TOWARD["calling"]) if lemma == "call" or classes[:1] == ("motion",) else ()
    return (*calls, *behind(sentence, verb, TOWARD["motion"])) if classes[:1] == ("motion",) else calls


def behind(sentence: Sentence, at: int, words: tuple[str, ...]) -> tuple[int, ...]:
    """The nouns behind one of these words, which hangs on the verb or on a word of direction: *up to* him."""
    found: list[int] = []
    for prep in sentence.children(at, "prep", "prt", "advmod", "dative"):
        if sentence[prep].text.lower() in words:
            found += sentence.children(prep, "pobj")
        found += behind(sentence, prep, words)
    return tuple(found)
