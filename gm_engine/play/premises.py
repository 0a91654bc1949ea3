"""What the player takes for granted that nothing told so far supports: "as you told me yesterday, the sheriff is my cousin"."""

import re

from gm_engine import continuity
from gm_engine.play.tools import Tools
from gm_engine.state import StoryState
from gm_engine.story.beat import Beat
from gm_engine.story.claim import Claim

TAKEN = frozenset(("kinship_role", "life_death", "event_outcome", "name_identity", "physical_trait", "numeric_date"))
"""The classes of relations that are taken for granted; what somebody has or does just now is theirs to say."""
OWNED = frozenset(("money", "owner"))
REMINDS = re.compile(
    r"\b(?:you|he|she|they|we|everybody)(?: have|'ve| had|'d)? (?:already |just )?(?:told|said|mentioned|promised|swore|agreed|described)\b"
    r"|\b(?:remember|recall|remind|as (?:you|we|everybody) (?:all )?know|as (?:agreed|promised))\b"
    r"|\b(?:of course|after all|since|because|now that)\b",
    re.IGNORECASE,
)
ACTS = re.compile(r"^\W*(?:and |then |so )*i(?:'ll|'m| will| am| try)?\b", re.IGNORECASE)
MOST = 3
"""So many premises are told in a turn at most."""


def premises(said: str, state: StoryState, tools: Tools) -> tuple[Beat, ...]:
    """A beat for each sentence of the player's that takes for granted what nothing supports, with what was told instead, if anything."""
    reading = tools.read(said, state, "player")
    found: dict[str, str] = {}
    for claim in reading.claims:
        sentence = claim.provenance.quote
        if not _takes_for_granted(claim, sentence, state):
            continue
        told = _told_otherwise(claim, state, tools)
        if told is not None and not found.get(sentence):
            found[sentence] = told
    return tuple(
        Beat(kind="premise", text=sentence, slots={"what_was_told": told} if told else {}) for sentence, told in list(found.items())[:MOST]
    )


def _takes_for_granted(claim: Claim, sentence: str, state: StoryState) -> bool:
    """True for what is said as known; not for what is done, asked, planned or said to somebody in the story."""
    relation = state.lore.relation(claim.relation)
    if relation is None or not (relation.kind in TAKEN or claim.relation in OWNED):
        return False
    if claim.modality not in ("asserted", "speech", "question"):
        return False
    reminds = REMINDS.search(sentence) is not None
    if claim.modality != "asserted" or ACTS.match(sentence):
        return reminds or claim.relation in OWNED
    return True


def _told_otherwise(claim: Claim, state: StoryState, tools: Tools) -> str | None:
    """What was told instead, empty where nothing was; None where the story supports it."""
    plain = claim.model_copy(update={"modality": "asserted", "provenance": claim.provenance.model_copy(update={"voice": "narrator"})})
    verdict = continuity.check((plain,), state, turn=state.turn, rules=tools.rules)
    if verdict.conflicts:
        told = verdict.conflicts[0].established
        return f"{told.quote} (turn {told.turn})" if told.turn else told.quote
    if any(state.lore.fact(fact.id) is not None for fact in verdict.facts) or _turned_round(plain, state):
        return None
    return ""


def _turned_round(claim: Claim, state: StoryState) -> bool:
    """True where the lore holds the same from the other side: cousins are each other's."""
    relation, other = state.lore.relation(claim.relation), claim.value.entity
    if relation is None or other is None:
        return False
    turned = claim.relation if relation.symmetric else relation.inverse
    return turned is not None and any(
        fact.value.entity == claim.subject and fact.polarity == claim.polarity for fact in state.lore.topic(other, turned)
    )
