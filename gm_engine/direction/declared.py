"""What a declared detail brings in: things that nobody had written, which can then be taken, used and sold."""

from typing import NamedTuple

from gm_engine import wordnet
from gm_engine.direction.naming import names_of
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.object_phrases import is_new
from gm_engine.state import StoryState
from gm_engine.story.parsed import Parsed, Sentence

THINGS = ("artifact", "food", "plant", "substance", "animal")
SUBJECTS = ("nsubj", "nsubjpass", "attr", "dobj")
NO_PART = ("prep", "relcl", "acl", "appos", "cc", "conj", "punct", "advcl")
"""What hangs on a noun and is no part of what the thing is called."""
ONES_OWN = ("i", "my", "me")


class Declared(NamedTuple):
    """A thing by its words, and whether the player's character has it."""

    about: str
    carried: bool


def things_declared(parsed: Parsed, state: StoryState) -> tuple[Declared, ...]:
    """The things that are new in what was declared: common nouns for things, with *a* or a number, that mean nothing known."""
    known = names_of(state)
    found = []
    for sentence in parsed.sentences:
        for at, word in enumerate(sentence):
            about = sentence.text(sentence.subtree(at, NO_PART)).strip(" .,")
            if word.tag not in ("NN", "NNS") or word.dep not in SUBJECTS or not is_new(about) or len(tokens_of(about)) < 2:
                continue
            sort, carried = wordnet.category(word.lemma.lower()), _carried(sentence, at)
            if any(one.kind == "item" for one in known.mentions(tokens_of(about))):
                continue
            if sort in THINGS or (carried and not sort):
                found.append(Declared(about, carried))
    return tuple(found)


def _carried(sentence: Sentence, at: int) -> bool:
    """True for *I have a key*, *there is a key in my boot*."""
    verb = sentence[at].head
    words = [sentence[one].text.lower() for one in (*sentence.children(verb, "nsubj"), *sentence.subtree(verb)) if one != at]
    held = sentence[verb].lemma in ("have", "carry", "hold", "wear", "keep") and "i" in words
    return held or (any(one in words for one in ONES_OWN) and "in" in words)
