"""The parts of a line: each thing that is done, each that is said aloud, and what stands between."""

from collections.abc import Iterator
from typing import NamedTuple

from gm_engine import wordnet
from gm_engine.direction.attempts import FIRST_PERSON, SUBJECTS, Attempt, attempts_of
from gm_engine.direction.saying import asks
from gm_engine.story.parsed import Parsed, Sentence

ACT, TOLD, SAID, ASKED, REST = "act", "told", "said", "asked", "rest"
"""The kinds of a part: what is done, what somebody is told or asked by report, what is said aloud, a question, and words in which the
player's character does nothing."""
BELOW = ("xcomp", "advcl", "ccomp", "pcomp", "conj")
ALOUD = (TOLD, SAID, ASKED)


class Part(NamedTuple):
    """One part of a line: its ``kind``, its words, its verbs (base forms, the main one first), the nouns to which it is done, and where
    it stands: the ``sentence`` with the ``places`` of its words, or the number of a ``quote``. What is ``pledged`` aloud, somebody does who
    says so: *I'll sign for it*; ``mine`` is what speaks of the speaker, or of nobody.
    """

    kind: str
    text: str
    verbs: tuple[str, ...] = ()
    objects: tuple[str, ...] = ()
    sentence: int = -1
    places: tuple[int, ...] = ()
    quote: int = 0
    pledged: bool = False
    mine: bool = True


def parts_of(parsed: Parsed) -> tuple[Part, ...]:
    """The parts of a parsed line, in their order; a verb that is denied is not what is done."""
    found: list[Part] = []
    for number, sentence in enumerate(parsed.sentences):
        found += _own(sentence, number)
        found += (part for word in sentence if word.quote for part in _aloud(parsed, word.quote))
    return tuple(found)


def _own(sentence: Sentence, number: int) -> Iterator[Part]:
    """What is done in a sentence of the player's own, and the rest of it."""
    attempts = attempts_of(sentence, frozenset())
    done: set[int] = set()
    asked = asks(sentence) and not any(word.quote for word in sentence)
    for attempt in attempts:
        places = tuple(at for at in attempt.places if not sentence[at].quote)
        done.update(places)
        speaks = wordnet.verb_class(attempt.verb) == "communication"
        wondered = attempt.verb == "ask" and sentence.child(attempt.at, "xcomp") < 0
        kind = ASKED if asked or wondered else TOLD if speaks else ACT
        yield Part(kind, _text(sentence, places), _verbs(attempt), _objects(sentence, places), number, places)
    left = tuple(at for at, word in enumerate(sentence) if at not in done and not word.quote)
    if any(sentence[at].tag[:2] in ("NN", "VB", "JJ", "CD") for at in left):
        root = sentence[sentence.root]
        verbs = (root.lemma,) if sentence.root in left and root.tag.startswith("VB") else ()
        yield Part(ASKED if asked else REST, _text(sentence, left), verbs, _objects(sentence, left), number, left, mine=_mine(sentence))


def _aloud(parsed: Parsed, number: int) -> Iterator[Part]:
    """What is said in a quote, sentence by sentence."""
    for sentence in parsed.quotes[number - 1].sentences:
        places = tuple(range(len(sentence)))
        verbs = tuple(sentence[at].lemma for at in places if sentence[at].tag.startswith("VB") and sentence.child(at, "neg") < 0)
        yield Part(
            ASKED if asks(sentence) else SAID,
            _text(sentence, places),
            verbs,
            _objects(sentence, places),
            quote=number,
            pledged=_pledged(sentence),
        )


def _pledged(sentence: Sentence) -> bool:
    """True where the speaker says what they do now or will do."""
    said = [sentence[at].text.casefold() for at in range(len(sentence)) if sentence[at].dep in ("nsubj", "aux")]
    return not asks(sentence) and bool({"i", "we"} & set(said)) and bool({"will", "'ll", "’ll", "shall"} & set(said))


def _mine(sentence: Sentence) -> bool:
    """True where the speaker is the subject, or nobody is."""
    subject = sentence.child(sentence.root, *SUBJECTS)
    return subject < 0 or sentence[subject].text.casefold() in FIRST_PERSON


def _text(sentence: Sentence, places: tuple[int, ...]) -> str:
    """The words at these places without the verbs that are denied."""
    kept = tuple(at for at in places if not (sentence[at].tag.startswith("VB") and sentence.child(at, "neg") >= 0))
    return sentence.text(kept).strip(" ,;:.")


def _verbs(attempt: Attempt) -> tuple[str, ...]:
    """The verb of what is done, and those of what it is done by or for: *race to warn them*."""
    sentence = attempt.sentence
    below = [at for at in attempt.places if sentence[at].tag in ("VB", "VBG") and sentence[at].dep in BELOW]
    return tuple(sentence[at].lemma for at in (attempt.at, *below) if sentence.child(at, "neg") < 0)


def _objects(sentence: Sentence, places: tuple[int, ...]) -> tuple[str, ...]:
    """The nouns to which something is done, or with which: no part of a name or of a thing."""
    return tuple(
        sentence[at].text.casefold()
        for at in places
        if sentence[at].tag[:2] in ("NN", "CD")
        and (sentence[at].dep in ("dobj", "dative", "attr", "nsubj", "nsubjpass", "conj", "ROOT", "oprd")
             or (sentence[at].dep == "pobj" and sentence[sentence[at].head].lemma != "of"))
    )  # fmt: skip
