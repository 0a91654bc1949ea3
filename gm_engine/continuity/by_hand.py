"""What was edited by hand sticks: what was forgotten or put right is not made a fact again by whoever tells or reads it once more."""

from gm_engine.continuity.settle import normal
from gm_engine.state import StoryState
from gm_engine.story.claim import Claim
from gm_engine.story.marks import half_of


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
