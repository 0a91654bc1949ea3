"""Claims held a second time against what is known: look-alikes with their reasons, and testimony, which is no conflict."""

from collections.abc import Iterator
from itertools import groupby
from typing import NamedTuple

from gm_engine.continuity.checking import check
from gm_engine.state import StoryState, fold
from gm_engine.story import event as happened
from gm_engine.story.claim import Claim, Fact, Value
from gm_engine.story.provenance import Provenance
from gm_engine.story.relation import TOLD

HEARD = 30
"""How sure a claim must be, in per cent, to be held against its speaker."""


class Against(NamedTuple):
    """``claim`` is somebody's word; ``established`` is what stands against it. ``own``: it is their own earlier word."""

    claim: Claim
    established: Provenance
    value: Value
    own: bool
    why: str


def testimony(state: StoryState) -> tuple[Against, ...]:
    """Who said what against what, in the order in which it was said. The state is only read."""
    rules = state.lore.rules()
    found: list[Against] = []
    worlds: dict[str, StoryState] = {}
    for claim in state.lore.nouns().claims:
        if claim.holder is None or claim.modality != "speech" or claim.confidence < HEARD:
            continue
        word = _as_told(claim)
        if (own := worlds.get(claim.holder)) is None:
            own = worlds[claim.holder] = _empty(state)
        for world in (state, own):
            verdict = check([word], world, turn=claim.provenance.turn, rules=rules)
            for conflict in verdict.conflicts:
                before = conflict.established
                if world is own:
                    before = before.model_copy(update={"voice": claim.provenance.voice})
                found.append(Against(claim, before, conflict.established_value, world is own, conflict.why))
            if world is own:
                for fact in verdict.facts:
                    fold(own, happened.FactEstablished(turn=claim.provenance.turn, fact=fact))
    return tuple(dict.fromkeys(found))


def _as_told(claim: Claim) -> Claim:
    """The claim as if the narrator made it: so it can be held against what is known."""
    telling = claim.provenance.model_copy(update={"voice": "narrator"})
    return claim.model_copy(update={"modality": "asserted", "holder": None, "provenance": telling, "confidence": max(claim.confidence, 60)})


def look_alikes(state: StoryState) -> Iterator[tuple[Claim, Fact, str]]:
    """What looked like a contradiction and was not flagged, with the reason: every claim is checked again, in its order."""
    again, rules = _empty(state), state.lore.rules()
    read = (claim for claim in state.lore.nouns().claims if claim.relation != TOLD)
    for turn, told in groupby(sorted(read, key=lambda claim: claim.provenance.turn), key=lambda claim: claim.provenance.turn):
        claims = tuple(told)
        verdict = check(claims, again, turn=turn, rules=rules)
        for claim in claims:
            fold(again, happened.ClaimHeard(turn=turn, claim=claim))
        for fact in verdict.facts:
            fold(again, happened.FactEstablished(turn=turn, fact=fact))
        for conflict in verdict.conflicts:
            fold(again, happened.ConflictFound(turn=turn, conflict=conflict))
        by_id = {claim.id: claim for claim in claims}
        for miss in verdict.near:
            held, claim = again.lore.fact(miss.fact), by_id[miss.claim]
            if held is not None and (held.told_by[0].turn, held.told_by[0].span) != (claim.provenance.turn, claim.provenance.span):
                yield claim, held, miss.why


def _empty(state: StoryState) -> StoryState:
    """A world with the same people, places and relations, of which nothing is known."""
    world = StoryState(pack=state.pack)
    for entity in state.lore.entities():
        fold(world, happened.EntityIntroduced(entity=entity))
    for relation in state.lore.relations():
        fold(world, happened.RelationDeclared(relation=relation))
    return world
