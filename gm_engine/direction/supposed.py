"""Supposed: the act that a question is about which is put of the game: *what would I roll to pick the lock?*, *how hard is it to …?*"""

import re

from gm_engine import wordnet
from gm_engine.direction.attempts import FINITE, TRYING, WANTING
from gm_engine.direction.free_acts import fitted
from gm_engine.direction.grammar import Reader, unread
from gm_engine.direction.second_person import tidy
from gm_engine.direction.stakes import skill_for
from gm_engine.rules.rulebook import rulebook_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent, Stakes
from gm_engine.story.parsed import Sentence

WEIGHED = frozenset(("hard", "difficult", "easy", "tough", "likely", "risky", "dangerous", "possible"))
ODDS = frozenset(("chance", "odds", "difficulty", "probability"))
NOT_DONE = frozenset(("be", "have", "do", "need", "require", "take", "cost", "happen", "roll", "throw", "check", "use", "know", "work"))
"""Verbs by which it is asked, and not what is asked about."""
HANGS = ("advcl", "xcomp", "ccomp", "acl", "pcomp", "relcl", "conj", "csubj", "ROOT", "dep")


def weighs(sentence: Sentence) -> bool:
    """True for a question of how an act would go: how hard it is, what the odds are."""
    said = {word.lemma for word in sentence} | {word.text.lower() for word in sentence}
    return bool(act_in(sentence)) and (bool(said & ODDS) or ("how" in said and bool(said & WEIGHED)))


def how_to(sentence: Sentence) -> bool:
    """True where it is asked how one does something at this table: *how do I talk to people?*"""
    root, subject = sentence.root, sentence.child(sentence.root, "nsubj")
    mine = subject >= 0 and sentence[subject].text.lower() in ("i", "we", "one")
    helps = {sentence[one].text.lower() for one in sentence.children(root, "aux")}
    how = any(sentence[one].text.lower() == "how" and sentence[one].dep == "advmod" for one in sentence.children(root))
    return mine and how and bool(helps & {"do", "can", "could", "would"}) and bool(act_in(sentence))


def act_in(sentence: Sentence) -> str:
    """The act that a question supposes, with its verb's base form in front; empty where it supposes none."""
    found = ""
    for at, word in enumerate(sentence):
        if (
            word.tag not in FINITE
            or word.dep not in HANGS
            or word.lemma in NOT_DONE | WANTING | TRYING
            or not wordnet.verb_class(word.lemma)
        ):
            continue
        if at == sentence.root and found:
            continue
        rest = [one for one in sentence.subtree(at) if one > at and one not in _clauses(sentence, at)]
        found = found or tidy(f"{word.lemma} {sentence.text(tuple(rest))}")
    return found


def _clauses(sentence: Sentence, at: int) -> set[int]:
    """The words of what only hangs on an act: its conditions, and what is asked behind it."""
    return {place for one in sentence.children(at, "advcl", "parataxis") if sentence[one].tag != "VB" for place in sentence.subtree(one)}


def as_supposed(asked: Intent, act: str, state: StoryState, reader: Reader) -> Intent:
    """The question with the act it is about (``told``), and the skill and the stakes that the act would have."""
    read = reader.read(re.sub(r"\b(?:this|that|these|those|a|an)\b", "the", act))
    main = read[-1] if read and not unread(read[-1]) and not read[-1].read_as else None
    book, free = rulebook_of(state.pack), fitted(Intent(verb="free", words=act), state)
    ruled = main is not None and not (main.verb == "check" and free.skill)
    if main is not None and ruled and (skill := skill_for(main, book)):
        entry = book.skills[skill]
        stakes = Stakes(skill=skill, difficulty=main.difficulty, success=entry.success, failure=entry.failure)
        return asked.model_copy(update={"told": act, "skill": skill, "difficulty": main.difficulty, "stakes": stakes})
    return asked.model_copy(update={"told": act, "skill": free.skill, "difficulty": free.difficulty, "stakes": free.stakes})
