"""Claims made: what the player's character says to somebody that is no question, read with what the story knows of them."""

from collections.abc import Callable, Sequence

from gm_engine import wordnet
from gm_engine.direction.attempts import FINITE, SUBJECTS, Attempt
from gm_engine.direction.naming import names_of
from gm_engine.direction.saying import Saying
from gm_engine.direction.second_person import tidy
from gm_engine.direction.speech_acts import (
    RANK,
    UNTRUE,
    Claim,
    Speaker,
    claims_of,
    is_no,
    matter_told,
    message_of,
    opens_with_no,
    spoken_of,
    untrue,
    weightiest,
    whole_of,
)
from gm_engine.direction.words_typed import tokens_of
from gm_engine.state.story_state import StoryState
from gm_engine.story.intent import Intent
from gm_engine.story.parsed import Sentence

KNOWING = ("cognition", "perception", "possession", "stative", "motion", "social")
"""Verbs of knowing, seeing, having, being and coming somewhere: who denies them may be belied by what is written of them."""
OPEN = ("if", "whether", "who", "what", "where", "when", "why", "how", "which", "whose", "whom")
"""Words that open what is asked, and not said."""
CLAUSES = ("ccomp", "acl", "relcl", "conj")
PLAIN = ("claim", "news", "")
"""What a finer reading of what is said may replace."""


class Claims:
    """Reads what is said by the player's character of a story."""

    def __init__(self, state: StoryState, harms: frozenset[str]) -> None:
        self.state = state
        names = {token for token in tokens_of(state.name(state.pc)) if token[:1].isalpha()}
        self.speaker = Speaker(frozenset(names), harms)
        person = state.pack.characters.get(state.pc)
        told = [person.role, person.summary, person.drive] if person else []
        told += [item.summary for id, item in state.pack.items.items() if state.has(state.pc, id)]
        self.sheet = frozenset(token for text in told for token in tokens_of(text))

    def refined(self, sentence: Sentence, saying: Saying) -> Saying:
        """The saying with its speech act and the words that do it, where it only tells something; any other comes back as it is."""
        if saying.verb != "tell" or saying.manner not in PLAIN:
            return saying
        if sentence[sentence.root].lemma == "ask" and sentence.child(sentence.root, *SUBJECTS) < 0:  # *ask me whatever you like*
            return saying._replace(manner="offer", about="I will answer you")
        claim = self._weightiest(sentence)
        if claim is None:  # words without a verb say nothing that is so or not
            return saying._replace(manner="")
        return saying._replace(manner=saying.manner or "claim" if claim.act == "claim" else claim.act, about=claim.words)

    def _weightiest(self, sentence: Sentence, tops: tuple[int, ...] = (), led: str = "") -> Claim | None:
        claim = weightiest(self._belied(one) for one in claims_of(sentence, self.speaker, tops, led))
        whole = whole_of(sentence)
        return claim._replace(words=whole) if claim and claim.act == "claim" and whole and not tops else claim

    def _belied(self, claim: Claim) -> Claim:
        """A denial of what the player's own page says of them, or of what they carry, is a lie."""
        if claim.act != "denial" or not set(wordnet.verb_classes(claim.verb)) & set(KNOWING):
            return claim
        tokens = tokens_of(claim.words)
        for one in names_of(self.state).mentions(tokens):
            known = one.kind != "item" and set(tokens[one.start : one.end]) & self.sheet
            carried = one.kind == "item" and self.state.has(self.state.pc, one.id)
            if one.id != self.state.pc and (known or carried):
                return claim._replace(act="lie")
        return claim

    def message(self, sentence: Sentence, person: Callable[[str], str]) -> tuple[str, str] | None:
        """Whom something is to be passed on to, and what; None where nothing is."""
        found = message_of(sentence)
        if found is None:
            return None
        whom = person(sentence.text(sentence.subtree(found[0])))
        return (whom, found[1]) if whom in self.state.pack.npcs else None

    def told_of(self, attempt: Attempt) -> Claim | None:
        """What the player tells of saying: *I warn Ben that …*, *I apologize*, *I tell her that …*; None for what is no act of speech."""
        sentence, at = attempt.sentence, attempt.at
        named = spoken_of(attempt.verb)
        if wordnet.verb_class(attempt.verb) != "communication" and not named:
            return None
        false = "lie" if untrue(sentence, at) else named
        if named == "offer":
            done = next((one for one in sentence.children(at, "xcomp") if sentence[one].tag == "VB"), -1)
            words = [place for place in sentence.subtree(done) if sentence[place].tag != "TO"] if done >= 0 else []
            return Claim("offer", f"I will {tidy(sentence.text(tuple(words)))}", attempt.verb) if words else None
        below = [one for one in sentence.subtree(at) if one > at and sentence[one].dep in CLAUSES and _says(sentence, one)]
        own = [one for one in below if not any(above in below and sentence[one].dep != "conj" for above in sentence.above(one))]
        hung = [one for one in own[:1] if sentence[one].head != at and sentence[sentence[one].head].lemma not in UNTRUE]
        if hung or any(sentence[min(sentence.subtree(one))].text.lower() in OPEN for one in own[:1]):
            return None
        if claim := self._weightiest(sentence, tuple(own), named) if own else None:
            return claim._replace(act="lie") if false == "lie" else claim
        return Claim(named, matter_told(sentence, at), attempt.verb) if named not in ("", "lie") else None


def refused(said: Sequence[tuple[Sentence, Saying]]) -> tuple[Sentence, Saying] | None:
    """What is said after a bare *no*, as the refusal that it is: the first thing that the speaker says of themselves, or the *no* alone."""
    start = next((at for at, (sentence, _) in enumerate(said) if opens_with_no(sentence)), -1)
    if start < 0 or any(saying.verb == "ask" for _, saying in said[start:]):
        return None
    for sentence, saying in said[start:]:
        subject = sentence.child(sentence.root, *SUBJECTS)
        if subject >= 0 and sentence[subject].text.lower() in ("i", "we"):
            plain = saying.verb == "promise" or saying.manner in PLAIN
            return (sentence, saying._replace(verb="tell", manner="refusal")) if plain else None
    bare = start + 1 == len(said) and is_no(said[start][0])
    return (said[start][0], said[start][1]._replace(verb="tell", manner="refusal", about="")) if bare else None


def rank_of(intent: Intent | Saying) -> int:
    """How much what is said weighs beside other things: the less, the more."""
    manner = intent.manner if intent.manner in RANK else ""
    return RANK.index(manner if intent.verb == "tell" else "")


def _says(sentence: Sentence, at: int) -> bool:
    """True for a clause that says something by itself."""
    return sentence.child(at, *SUBJECTS) >= 0 and sentence[at].tag in (*FINITE, "MD")


def weight_of(pair: tuple[Sentence, Saying]) -> tuple[int, bool, int]:
    """How much what is said by a sentence weighs, by which the weightiest comes first."""
    sentence, saying = pair
    told = [word for word in sentence if word.tag[:2] in ("NN", "VB", "JJ", "CD")]
    return (rank_of(saying), not _says(sentence, sentence.root), -len(told))
