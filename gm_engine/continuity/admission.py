"""What makes no fact, and why: talk and dreams, what was put away by hand, and clashes that are none after all."""

from gm_engine.continuity.between import in_two_years, year_of
from gm_engine.continuity.change import is_final
from gm_engine.continuity.compare import first_int, plain
from gm_engine.continuity.overlay import Known
from gm_engine.continuity.settle import normal
from gm_engine.state import StoryState
from gm_engine.story.claim import Claim, Fact
from gm_engine.story.marks import half_of
from gm_engine.story.rule import Rule

SURE = 50
"""A claim of less confidence, in per cent, is heard and makes no fact."""
NOT_SO = {
    "speech": "a character says so, and may lie",
    "rumour": "it is only talk",
    "plan": "it is planned, not done",
    "hypothetical": "it is supposed, not told as so",
    "dream": "it is dreamt",
    "quoted": "it is quoted",
    "sarcasm": "it is meant otherwise than said",
    "question": "it is asked, not told",
}


def not_a_fact(claim: Claim) -> str:
    """Why a claim makes no fact; empty where it may."""
    telling = claim.provenance
    if claim.modality != "asserted":
        return NOT_SO[claim.modality]
    if claim.holder is not None:
        return "it is what somebody believes, not what is so"
    if telling.voice in ("character", "document"):
        return "a character or a paper says so, and may be wrong"
    if telling.voice == "player" and telling.source not in ("chip", "ruling"):
        return "a player's words make no fact without a chip"
    return "" if claim.confidence >= SURE else "the words are not plain enough"


def put_away_by_hand(claim: Claim, state: StoryState) -> str:
    """Why a claim makes no fact: what it says was forgotten or put right by hand, or is about one who was forgotten. Empty where it may.

    What is put on record by hand always may: the last word counts.
    """
    marks = state.marks
    if not marks or claim.provenance.source == "ruling":
        return ""
    if claim.subject in marks.gone and not marks.gone[claim.subject]:
        return "who it is about was forgotten by hand"
    if is_told_again(claim, state):
        return "its sentence was forgotten or put right by hand"
    for fact in state.lore.topic(claim.subject, claim.relation):
        edit = marks.forgotten.get(f"fact:{fact.id}")
        if edit and fact.polarity == claim.polarity and normal(fact.value) == normal(claim.value):
            return f"it was {'put right' if edit.act == 'correct' else 'forgotten'} {edit.who}"
    return ""


def is_told_again(claim: Claim, state: StoryState) -> bool:
    """True where a claim is read in the very sentence that was forgotten or put right."""
    telling = claim.provenance
    return telling.source != "ruling" and state.marks.silent(telling.turn, telling.span, half_of(telling))


def excuse(claim: Claim, fact: Fact, rule: Rule, known: Known) -> str:
    """Why a clash of the two is none, whatever the rule; empty where it is one."""
    one, other = claim.provenance, fact.told_by[0]
    if (one.turn, one.span, one.quote) == (other.turn, other.span, other.quote) and one.span != (0, 0):
        return "one sentence tells both"
    if _of_two_years(claim, fact, known):
        return "they tell of two years"
    if fact.confidence < first_int(rule.when.get("sure", ()), 0):
        return "the earlier words are not plain enough to hold against it"
    word = "" if is_final(claim, rule) else spoken_of(claim, rule)
    return f'the sentence speaks of "{word}"' if word else ""


def of_the_rules_alone(claim: Claim, fact: Fact) -> bool:
    """True for what the rules made happen beside what they, or the author, had before: bookkeeping, of which nobody is accused."""
    own = claim.provenance.source == "engine" and claim.provenance.voice == "engine"
    return own and all(telling.source in ("engine", "pack") and telling.voice in ("engine", "author") for telling in fact.told_by)


def spoken_of(claim: Claim, rule: Rule) -> str:
    """The word in the claim's own sentence by which a rule lets it pass (``unless``: ghosts, photographs); else empty."""
    words = set(plain(claim.provenance.quote).split())
    return next((word for word in rule.when.get("unless", ()) if word in words), "")


def _of_two_years(claim: Claim, fact: Fact, known: Known) -> bool:
    """True where each sentence tells of its own year, and what they tell may have changed between: nothing comes back that was lost."""
    one, other = fact.told_by[0].quote, claim.provenance.quote
    relation = known.relation(claim.relation)
    if relation.mutability == "immutable" or relation.value == "date" or not in_two_years(one, other):
        return False
    return relation.mutability != "monotone" or year_of(other) < year_of(one)
