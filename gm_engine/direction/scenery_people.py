"""Bystanders: people of the scenery, whom nobody wrote and whom the player deals with: *the loudest card player*, *a small girl*,
*whoever is drinking alone*. They are where the page or the place has them, and wherever people come.
"""

from collections.abc import Iterator

from gm_engine import wordnet
from gm_engine.direction.act_sorts import singular
from gm_engine.direction.attempts import Attempt
from gm_engine.direction.naming import Names
from gm_engine.direction.of_a_sort import is_one, like
from gm_engine.direction.second_person import objects_of
from gm_engine.direction.visits import SEEKING, behind
from gm_engine.direction.words_typed import tokens_of
from gm_engine.rules.bystanders import SEXES, pronouns_of
from gm_engine.rules.object_phrases import INDEFINITE, slug
from gm_engine.state.story_state import StoryState
from gm_engine.stemming import stem
from gm_engine.story.newcomer import Newcomer
from gm_engine.story.parsed import Sentence

TOLD_LATELY = 6
"""So many replies are looked through for whom they have shown."""
ANY = ("somebody", "someone", "anybody", "anyone")
SOMEBODY = frozenset(stem(one) for word in ("child", "stranger", "fellow") for one in (word, *wordnet.synonyms(word, "n")))
"""What anybody may be called of whom nothing is known."""
GROWN = ("man", "woman", "lady", "gentleman")
"""Whoever is meant by one of these words alone is the one here who is one."""
DESCRIBES = ("det", "amod", "compound", "nummod", "nmod", "advmod")
BESIDE = ("about", "of", "for", "like", "from", "than", "before", "after", "against", "without")
"""Words behind which stands nobody with whom anything is done."""
APART = ("perception", "cognition", "stative")
LONGEST_NAME = 6
WHOLE = frozenset(("whole", *wordnet.synonyms("whole", "a")))


def bystander(attempt: Attempt, state: StoryState, names: Names) -> Newcomer | str:
    """Who of the scenery an act is done to or put to; the id of whoever is here and is meant by the word for what they are; empty for
    nobody, and where there are no people.
    """
    if wordnet.verb_class(attempt.verb) in APART and attempt.verb not in SEEKING:
        return ""
    for at in dict.fromkeys((*_done_to(attempt), *_whoever(attempt))):
        sentence = attempt.sentence
        name = _called(sentence, at, state)
        phrase = sentence.text(_phrase(sentence, at))
        some = any(sentence[one].text.lower() in INDEFINITE for one in sentence.children(at, "det"))
        if not name or _named(phrase, state, names, state.present() if some else tuple(state.pack.npcs)):
            continue
        if known := _known(sentence, at, state):
            return known
        on_the_page = shown(sentence[at].lemma, state)
        if on_the_page or (attempt.verb not in SEEKING and peopled(state) and not elsewhere(sentence, at)):
            pronouns = pronouns_of(name, sentence.text())
            return Newcomer(id=f"{slug(name)}_{state.here}", kind="character", name=name, pronouns=pronouns, place=state.here)
    return ""


def peopled(state: StoryState) -> bool:
    """True for a place to which people come: in a town or a ship, or with somebody there."""
    place = state.pack.locations.get(state.here)
    return place is not None and not place.danger and bool(place.within or state.present())


def shown(noun: str, state: StoryState) -> bool:
    """True where the place's own words, or what was lately told here, have somebody who is called so."""
    place = state.pack.locations.get(state.here)
    texts = [place.description, place.summary, *place.senses] if place else []
    texts += [turn.reply for turn in state.recent_turns(TOLD_LATELY) if turn.place == state.here]
    return any(like(noun) & {stem(singular(token)) for token in tokens_of(text)} for text in texts)


def elsewhere(sentence: Sentence, at: int) -> bool:
    """True for *the* one of a trade or rank, of whom neither the page nor the place has shown one: *the governor*, *the shopkeeper*."""
    definite = [sentence[one].text.lower() for one in sentence.children(at, *DESCRIBES)] == ["the"]
    return definite and sentence[at].tag == "NN" and not (sentence[at].lemma in SEXES or like(sentence[at].lemma) & SOMEBODY)


def _named(phrase: str, state: StoryState, names: Names, among: tuple[str, ...]) -> bool:
    """True for words that name somebody of the story, ``among`` whom they may; somebody of the scenery only by all of what they are
    called: the *fiddle* player is not the *card* player.
    """
    tokens = tokens_of(phrase)
    for one in names.mentions(tokens):
        called = state.name(one.id) if one.id not in state.pack.npcs else state.pack.npcs[one.id].name
        if (
            one.kind == "person"
            and one.id in (*among, state.pc)
            and (called[:1].isupper() or set(tokens) - {"the", "a", "an", "that", "this"} <= set(tokens_of(called)))
        ):
            return True
    return False


def all_here(sentence: Sentence, at: int) -> bool:
    """True for everybody here as one: *the whole room*, *the entire crew*."""
    whole = any(sentence[one].lemma in WHOLE for one in sentence.children(at, "amod"))
    return whole and bool({"structure", "group", "place"} & set(wordnet.categories(sentence[at].lemma)))


def _known(sentence: Sentence, at: int, state: StoryState) -> str:
    """Who is of that sort, where there is one: *the doctor* is the ship's physician, *the woman* the only one here."""
    noun = sentence[at].lemma
    described = [one for one in sentence.children(at, *DESCRIBES) if sentence[one].dep != "det"]
    if described or sentence[at].tag != "NN" or (noun in SEXES and noun not in GROWN):
        return ""
    people = state.pack.npcs
    here = [id for id in state.present() if is_one(state, id, noun)]
    known = here or [id for id in people if noun not in SEXES and people[id].visibility == "table" and is_one(state, id, noun)]
    definite = [sentence[one].text.lower() for one in sentence.children(at, "det")] == ["the"]
    return known[0] if len(known) == 1 and (here or definite) else ""


def is_a_person(noun: str) -> bool:
    """True for what somebody is called."""
    return wordnet.category(noun) == "person"


def _done_to(attempt: Attempt) -> Iterator[int]:
    """The nouns to which an act is done, or to which one goes."""
    sentence = attempt.sentence
    for one in objects_of(attempt):
        if sentence[one].head == attempt.at or sentence[sentence[one].head].text.lower() not in BESIDE:
            yield one
    yield from behind(sentence, attempt.at, ("to", "toward", "towards"))


def _whoever(attempt: Attempt) -> Iterator[int]:
    """*whoever is drinking alone*: the subject of a clause that is the act's object."""
    sentence = attempt.sentence
    for clause in sentence.children(attempt.at, "ccomp", "dative", "dobj"):
        subject = sentence.child(clause, "nsubj")
        if subject >= 0 and sentence[subject].text.lower() == "whoever":
            yield subject


def _phrase(sentence: Sentence, at: int) -> tuple[int, ...]:
    """The noun with the words that describe it and stand before it."""
    own = {place for one in sentence.children(at, *DESCRIBES) if one < at for place in sentence.subtree(one)}
    return tuple(sorted({at, *own}))


def _called(sentence: Sentence, at: int, state: StoryState) -> str:
    """What somebody is called from now on: *the small girl*, *the one drinking alone*; empty where no person is meant."""
    word = sentence[at].text.lower()
    if word == "whoever":
        clause = sentence[at].head
        below = sentence.children(clause, "advmod", "prep", "acomp", "prt")
        rest = tuple(
            sorted({clause, *(place for one in below if one > at for place in sentence.subtree(one) if sentence[place].tag != "DT")})
        )
        be = any(sentence[one].lemma == "be" for one in sentence.children(clause, "aux"))
        return f"the one {'' if be else 'who '}{sentence.text(rest)}" if 0 < len(rest) < LONGEST_NAME else ""
    if word in ANY:
        return "" if state.present() else "the first to stop"
    if all_here(sentence, at):
        return "" if state.present() else "the nearest of them"
    if word == "one" and (of := behind(sentence, at, ("of",))):
        return f"one of the {sentence[of[0]].text.lower()}" if sentence[of[0]].tag == "NNS" and is_a_person(sentence[of[0]].lemma) else ""
    if sentence[at].tag not in ("NN", "NNS") or not is_a_person(singular(word)) or sentence.child(at, "poss") >= 0:
        return ""
    before = [one for one in _phrase(sentence, at) if one != at and sentence[one].dep not in ("det", "nummod", "advmod")]
    noun = " ".join((*(sentence[one].text.lower() for one in before), singular(word)))
    if len(noun.split()) > LONGEST_NAME:
        return ""
    if sentence[at].tag == "NNS" and sentence.child(at, "det") < 0:  # *make friends* is done to nobody in particular
        return ""
    return f"the nearest {noun}" if sentence[at].tag == "NNS" else f"the {noun}"
