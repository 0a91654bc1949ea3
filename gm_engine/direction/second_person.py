"""Second person: the player's own clause as a GM tells it, and as an act with its verb in front."""

import re
from collections.abc import Iterable

from gm_engine.direction.attempts import ANY_OF_THEM, FIRST_PERSON, FUTURE, SUBJECTS, SUPPOSED, Attempt
from gm_engine.story.parsed import Sentence
from gm_engine.wordnet import verb_class

YOURS = {
    "i": "you", "me": "you", "my": "your", "mine": "yours", "myself": "yourself", "we": "you", "us": "you", "our": "your", "ours": "yours",
    "ourselves": "yourselves", "am": "are", "'m": "'re", "’m": "’re",
}  # fmt: skip
PREFERRED = ("rather", "sooner", "better")
"""What stands with *would* where an act is only chosen before another."""
OF_A_THING = ("of", "with", "about", "for", "from", "without")
"""What follows these tells which thing is meant; what follows others, where it is."""


def told(*attempts: Attempt) -> str:
    """One act, or several that follow one another, in the player's own words and order, in the second person and the present tense: *you
    lay two dollars on the anvil*.
    """
    sentence = attempts[0].sentence
    places = range(attempts[0].span.start, attempts[-1].span.stop)
    tops = {attempt.top for attempt in attempts}
    skipped = {place for place in places if sentence[place].quote}.union(*map(_unsaid, attempts))
    joined = _last_joined(attempts)
    first = _before(sentence, attempts[0], skipped)
    said = attempts[0].subject >= 0 or any(sentence[place].text.lower() in FIRST_PERSON for place in range(places.start, first))
    parts: list[str] = []
    for place in places:
        if place == first and not said:
            parts.append("you ")
        if place not in skipped:
            word = _present(sentence, place) if place in tops else _turned(sentence, place)
            word = "you" if place == attempts[0].subject else word
            mark = "," if _runs_on(sentence, place, attempts) else ""
            if place == joined:
                parts[-1:] = [f"{parts[-1].rstrip(' ,;')}{',' if len(attempts) > 2 else ''} and "]
            word = _small(sentence, place, word) if not parts else word[:1].lower() + word[1:] if place in tops else word
            parts.append(f"{word}{mark}{sentence[place].space}")
        elif parts and sentence[place].space and not parts[-1].endswith(" "):
            parts.append(" ")
    return tidy("".join(parts))


def _last_joined(attempts: tuple[Attempt, ...]) -> int:
    """Where the last of several acts begins that only a comma parts from the one before it; -1 where a word joins them, or it has a
    subject of its own.
    """
    if len(attempts) < 2 or attempts[-1].subject >= 0:
        return -1
    sentence, first = attempts[-1].sentence, attempts[-1].span.start
    between = range(attempts[-2].span.stop, first)
    return first if between and all(not sentence[place].text[:1].isalnum() for place in between) else -1


def foreseen(sentence: Sentence, start: int) -> str:
    """What is made ready, from its first word on: *if he comes in, you go out*."""
    own, parts = _own_clause(sentence, start), list[str]()
    for place in range(start, len(sentence)):
        if place == own and parts[-1].strip()[-1:].isalnum() and sentence[place - 1].dep != "cc":
            parts[-1] = f"{parts[-1].rstrip()}, "
        word = _turned(sentence, place)
        parts.append((word if parts else _small(sentence, place, word)) + sentence[place].space)
    return tidy("".join(parts))


def _own_clause(sentence: Sentence, start: int) -> int:
    """Where, behind what it hangs on, the clause begins that says what the player's character then does; -1 for nowhere."""
    mine = [
        at for at in range(start + 1, len(sentence))
        if sentence[at].text.lower() in FIRST_PERSON and sentence[at].dep in SUBJECTS
        and sentence[at - 1].tag not in ("WP", "WRB", "IN", "WDT") and not _reported(sentence, sentence[at].head)
    ]  # fmt: skip
    sure = [at for at in mine if sentence[at - 1].text.lower() not in ANY_OF_THEM]
    return next(iter(sure or mine), -1)


def _reported(sentence: Sentence, at: int) -> bool:
    """True for the verb of what is said or thought: *tell him I was asleep*."""
    above = sentence[at].head
    return sentence[at].dep == "ccomp" and above < at and verb_class(sentence[above].lemma) in ("communication", "cognition")


def _unsaid(attempt: Attempt) -> set[int]:
    """The words of an act that only say that it is meant or will be done, or on what it would hang: it is done."""
    sentence, top = attempt.sentence, attempt.top
    left = {place for place in sentence.children(top, "aux") if sentence[place].text.lower() in FUTURE and not attempt.negated}
    if left:
        left |= {place for place in sentence.children(top, "advmod") if sentence[place].text.lower() in PREFERRED}
    for clause in sentence.children(top, "advcl"):
        words = sentence.subtree(clause)
        if min(words) == attempt.span.start and sentence[min(words)].text.lower() in SUPPOSED:
            left |= set(range(min(words), max(words) + 1))
    if attempt.subject >= 0 and sentence[attempt.subject].head != top:
        left |= set(range(attempt.subject + 1, top)) - set(sentence.subtree(top)) | set(sentence.children(top, "aux"))
    return left


def _before(sentence: Sentence, attempt: Attempt, skipped: set[int]) -> int:
    """Where *you* stands in an act whose subject is not said: before its verb, what helps it, and the adverbs right before them."""
    helping = sentence.children(attempt.top, "aux", "neg", "auxpass")
    first = min([attempt.top, *(place for place in helping if place < attempt.top and place not in skipped)])
    while first - 1 in attempt.span and sentence[first - 1].dep == "advmod" and sentence[first - 1].head == attempt.top:
        first -= 1
    return first


def _runs_on(sentence: Sentence, place: int, attempts: Iterable[Attempt]) -> bool:
    """True for the last word of a clause that stands before a subject without a comma: *while he looks away I wait*."""
    if sentence[place].text.lower() in ANY_OF_THEM:
        return False
    clause = any(
        sentence[one].dep == "advcl" and place in sentence.subtree(one)
        for attempt in attempts for one in sentence.children(sentence[attempt.subject].head if attempt.subject >= 0 else attempt.top)
        if one < attempt.subject
    )  # fmt: skip
    return clause and any(attempt.subject == place + 1 for attempt in attempts) and sentence[place].text[-1:].isalnum()


def bare(attempt: Attempt, *, alone: bool = False) -> str:
    """The act with its verb's base form in front, else as it was typed: *lay two dollars on the anvil*; ``alone`` without the clauses
    that say why, when or so that what.
    """
    sentence = attempt.sentence
    left = {place for one in sentence.children(attempt.at, "advcl") if alone for place in sentence.subtree(one)}
    rest = [place for place in attempt.places if place > attempt.at and not sentence[place].quote and place not in left]
    return tidy(f"{attempt.verb} {sentence.text(tuple(rest))}")


def object_of(attempt: Attempt) -> str:
    """The words of what an act is done to, with what describes it; empty where it is done to nothing."""
    sentence = attempt.sentence
    at = next((one for one in sentence.children(attempt.at, "dobj") if one > attempt.at and not sentence[one].quote), -1)
    where = [one for one in sentence.children(at, "prep") if sentence[one].lemma not in OF_A_THING] if at >= 0 else []
    own = set(attempt.places) - {place for one in where for place in range(one, len(sentence))}
    return sentence.text(tuple(place for place in sentence.subtree(at) if place in own)).strip(" ,;:.") if at >= 0 else ""


def objects_of(attempt: Attempt) -> tuple[int, ...]:
    """The places of the nouns to which an act is done: its objects, and those of its prepositions."""
    sentence, at = attempt.sentence, attempt.at
    below = (one for prep in sentence.children(at, "prep", "dative") for one in sentence.children(prep, "pobj"))
    return (*(one for one in sentence.children(at, "dobj", "dative") if sentence[one].tag != "TO"), *below)


def listed(told: Iterable[str]) -> str:
    """Several acts of one sentence as one: *you swing down, loop the reins over the rail and wait*."""
    clauses = list(told)
    rest = [clause.removeprefix("you ") if clause.startswith("you ") else clause for clause in clauses[1:]]
    return clauses[0] + (f"{''.join(f', {one}' for one in rest[:-1])} and {rest[-1]}" if rest else "")


def turned(sentence: Sentence, places: Iterable[int]) -> str:
    """Words of the player's, turned to the player: *my horse* is *your horse*."""
    return tidy("".join(_turned(sentence, place) + (sentence[place].space or "") for place in places))


def _turned(sentence: Sentence, place: int) -> str:
    word = sentence[place]
    lower = word.text.lower()
    before = sentence[place - 1].tag if place else ""
    if lower == "mine" and (word.dep in ("compound", "amod") or before in ("DT", "JJ", "PRP$", "NN", "NNP", "POS")):
        return word.text
    if lower == "be" and word.dep == "aux" and any(sentence[one].text.lower() in FUTURE for one in sentence.children(word.head, "aux")):
        return "are"
    over = word.head if word.dep in ("aux", "auxpass") else place
    if lower == "was" and any(sentence[one].text.lower() == "i" for one in sentence.children(over, *SUBJECTS)):
        return "were"
    return YOURS.get(lower, word.text)


def _present(sentence: Sentence, place: int) -> str:
    word = sentence[place]
    auxiliary = any(sentence[one].text.lower() not in FUTURE for one in sentence.children(place, "aux", "auxpass"))
    if word.text[:1] in "'’":
        return YOURS.get(word.text.lower(), word.text)
    if word.lemma == "be" and not auxiliary:
        return "are"
    return word.text if auxiliary or word.tag in ("VBP", "VB") else word.lemma


def _small(sentence: Sentence, place: int, word: str) -> str:
    return word if sentence[place].tag in ("NNP", "NNPS") else word[:1].lower() + word[1:]


def tidy(words: str) -> str:
    """Words without the gaps that others have left in them.

    >>> tidy("you tell him , pulling the saddle ,")
    'you tell him, pulling the saddle'
    """
    words = re.sub(r"\s+", " ", words)
    words = re.sub(r"\s+([,;:.!?])(?!\d)", r"\1", words)
    return re.sub(r"([,;:])(?:\s*[,;:])+", r"\1", words).strip(" ,;:.!")
